"""The score line of a fixture and of a tie says that a match was decided in extra time."""

from __future__ import annotations

import re

import pytest
from django.utils import translation

from engines.core.text import text
from league.competitions.models import Fixture
from league.leagues.pages.columns import per_match
from league.sentences import translated
from tests.league.builders import running


@pytest.mark.parametrize(
    ("language", "short", "long"), [("en", "aet", "after extra time"), ("it", "dts", "dopo i supplementari")]
)
def test_a_result_entered_after_extra_time_says_so(client, cast, language, short, long):
    cup = running(cast.organiser, "cup", 4, game="fuba")
    first, second = cup.stages.get().rounds.get(number=1).ties.order_by("number")
    client.force_login(cast.organiser)
    client.post("/prefer/", {"language": language})
    for tie, more in ((first, {"extra_time": "on"}), (second, {})):
        page = f"/competitions/{cup.slug}/console/{tie.fixtures.get().pk}/"
        said = {"do": "result", "home_goals": 2, "away_goals": 1, **more}
        assert client.post(page, said).status_code == 302
    rows = client.get(f"/competitions/{cup.slug}/fixtures/?round=1").content.decode()
    assert len(re.findall(rf'<span class="extra">\s*{short}\s*</span>', rows)) == 1
    bracket = client.get(f"/competitions/{cup.slug}/bracket/").content.decode()
    assert long in bracket


@pytest.mark.parametrize(("language", "said"), [("en", "(agg. 1–2)"), ("it", "(tot. 1–2)")])
def test_a_second_leg_shows_the_score_of_both(client, cast, language, said):
    cup = running(cast.organiser, "cup", 2, settings={"legs": 2})
    first, second = cup.stages.get().rounds.get(number=1).ties.get().fixtures.order_by("leg")
    client.force_login(cast.organiser)
    client.post("/prefer/", {"language": language})
    pages = (f"/competitions/{cup.slug}/fixtures/?round=1", f"/competitions/{cup.slug}/console/")

    def shown(page: str) -> str:
        """Return the page without the word joiners by which a score stays on one line."""
        return client.get(page).content.decode().replace("\u2060", "")

    for fixture, home, away in ((first, 2, 1), (second, 0, 0)):
        assert all(said not in shown(page) for page in pages)
        typed = {"do": "result", "home_goals": home, "away_goals": away}
        assert client.post(f"/competitions/{cup.slug}/console/{fixture.pk}/", typed).status_code == 302
    pages += (f"/competitions/{cup.slug}/fixtures/{second.pk}/",)
    assert all(said in shown(page) for page in pages)


def test_the_match_for_third_place_is_no_second_final(client, cast):
    cup = running(cast.organiser, "cup", 4, settings={"third_place": True})
    client.force_login(cast.organiser)
    for number in (1, 2):
        for fixture in Fixture.objects.filter(tie__round__stage__competition=cup, tie__round__number=number):
            typed = {"do": "result", "home_goals": 2, "away_goals": 1}
            assert client.post(f"/competitions/{cup.slug}/console/{fixture.pk}/", typed).status_code == 302
    for page in ("fixtures/?round=2", ""):
        shown = client.get(f"/competitions/{cup.slug}/{page}").content.decode()
        assert len(re.findall(r'<span class="extra">\s*Third place\s*</span>', shown)) == 1, page


def test_points_per_match_have_the_readers_decimal_separator():
    stored = text("{ahead} ahead of {behind} on {criterion}: {mine} against {theirs}", ahead="1.5", behind="B",
                  criterion="", mine="1.50", theirs=2)  # fmt: skip
    with translation.override("it"):
        assert "1,50" in translated(stored) and "1.5 " in translated(stored)  # a name stays what it is
        assert per_match(0.5) == "0,50"
    with translation.override("en"):
        assert "1.50 against 2" in translated(stored) and per_match(0.5) == "0.50"
