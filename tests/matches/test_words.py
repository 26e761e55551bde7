"""What the live match itself says is there in Italian."""

import re
from pathlib import Path

from engines.core.text import catalogue


def test_every_sentence_of_the_match_has_italian_words():
    source = Path("matches/frames.py").read_text()
    said = re.findall(r'text\(\s*"([^"]+)"', source)
    assert len(said) > 12
    italian = catalogue("it")
    assert [msgid for msgid in said if not italian.get(msgid)] == []
