"""Stored sentences are read in the language of their reader, their days too."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone, translation

import engines
from engines.core.text import text
from league.competitions.models import Competition
from league.competitions.verbs.schedule import stored_moment
from league.competitions.words.audit import options_in_words
from league.sentences import translated


@pytest.mark.parametrize(("lang", "told"), [("en", "24 Nov 2026"), ("it", "24 nov 2026")])
def test_a_day_is_told_as_its_reader_writes_it(lang, told):
    with translation.override(lang):
        assert translated(text("{day}", day="2026-11-24")) == told
        assert translated(text("{day}", day="2026-13-24")) == "2026-13-24", "a name that has the look of a day"


@pytest.mark.parametrize(
    ("lang", "zone", "told"),
    [
        ("en", "Europe/Rome", "24 Nov 2026, 20:30 CET"),
        ("it", "America/New_York", "24 nov 2026, 14:30 EST"),
        ("en", "Asia/Tokyo", "25 Nov 2026, 04:30 JST"),
    ],
)
def test_a_moment_is_told_in_the_zone_of_its_reader(lang, zone, told):
    stored = stored_moment(datetime(2026, 11, 24, 19, 30, tzinfo=UTC))
    with translation.override(lang), timezone.override(ZoneInfo(zone)):
        assert translated(text("{when}", when=stored)) == told
        assert translated(text("{when}", when="2026-13-24T19:30Z")) == "2026-13-24T19:30Z", "a name that looks like one"


@pytest.mark.parametrize(("clock", "shown"), [("turns", {"half_turns"}), ("wall", {"half_seconds"})])
def test_the_rules_name_the_length_by_the_clock_that_ends_a_half(clock, shown):
    row = Competition(game="super_goal", options={"clock": clock})
    labels = [label for label, _value, _help in options_in_words(row)]
    by_clock = [option for option in engines.get(row.game).options if option.clock]
    assert {option.name for option in by_clock if option.label in labels} == shown
