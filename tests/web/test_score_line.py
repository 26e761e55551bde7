"""The score line of a fixture and of a tie says that a match was decided in extra time."""

from __future__ import annotations

import re

import pytest

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
    text = client.get(f"/competitions/{cup.slug}/fixtures/?round=1").content.decode()
    assert len(re.findall(rf'<span class="extra">\s*{short}\s*</span>', text)) == 1
    bracket = client.get(f"/competitions/{cup.slug}/bracket/").content.decode()
    assert long in bracket


@pytest.mark.parametrize(("language", "said"), [("en", "(agg. 1–2)"), ("it", "(tot. 1–2)")])
def test_a_second_leg_shows_the_score_of_both(client, cast, language, said):
    cup = running(cast.organiser, "cup", 2, settings={"legs": 2})
    first, second = cup.stages.get().rounds.get(number=1).ties.get().fixtures.order_by("leg")
    client.force_login(cast.organiser)
    client.post("/prefer/", {"language": language})
    pages = (f"/competitions/{cup.slug}/fixtures/?round=1", f"/competitions/{cup.slug}/console/")
    for fixture, home, away in ((first, 2, 1), (second, 0, 0)):
        assert all(said not in client.get(page).content.decode() for page in pages)
        typed = {"do": "result", "home_goals": home, "away_goals": away}
        assert client.post(f"/competitions/{cup.slug}/console/{fixture.pk}/", typed).status_code == 302
    pages += (f"/competitions/{cup.slug}/fixtures/{second.pk}/",)
    assert all(said in client.get(page).content.decode() for page in pages)
