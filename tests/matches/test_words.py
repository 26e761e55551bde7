"""The live match's own words are there in Italian."""

import re
from pathlib import Path

import pytest
from django.utils.translation import override

from engines.core.text import catalogue
from matches.verbs import casual, guided
from matches.words.titles import title_of


def test_every_sentence_of_the_match_has_italian_words():
    source = Path("matches/live/frames.py").read_text()
    hits = re.findall(r'text\(\s*"([^"]+)"', source)
    assert len(hits) > 12
    italian = catalogue("it")
    assert [msgid for msgid in hits if not italian.get(msgid)] == []


@pytest.mark.django_db
def test_a_match_named_by_its_kind_is_named_in_the_readers_language(cast):
    with override("en"):
        learning = guided.start(user=cast.anna, game="super_goal")
        trying = casual.practice(user=cast.anna, game="super_goal")
        assert [title_of(learning), title_of(trying)] == ["Guided match", "Practice"]
    with override("it"):
        assert [title_of(learning), title_of(trying)] == ["Partita guidata", "Allenamento"]
