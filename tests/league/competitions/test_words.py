"""Stored sentences are read in the language of their reader, their days too."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone, translation

from engines.core.text import text
from league.competitions.verbs.schedule import stored_moment
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
