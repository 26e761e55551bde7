"""Names on the scoreboards of a phone: whole words, beside the goals and never below them."""

from __future__ import annotations

import pytest

from league.competitions.derivation.podium import podium
from league.competitions.models import Entrant
from league.competitions.verbs import rulings
from league.players.models import User
from tests.league.builders import running
from tests.league.statistics.played import played
from tests.league.tables import play_out

LINES = """() => [...document.querySelectorAll(".sboard .nm")].map((name) => {
  const words = document.createRange();
  words.selectNodeContents(name);
  const tiles = document.querySelector(".sboard .tiles").getBoundingClientRect();
  const all = [...words.getClientRects()];
  const beside = all.every((line) => line.right <= tiles.left || line.left >= tiles.right);
  const within = all.every((line) => line.left >= 0 && line.right <= innerWidth);
  return [new Set(all.map((line) => line.top)).size, beside && within];
})"""
"""For each name: its lines, and whether all of them stand beside the goals and in the window."""


@pytest.mark.parametrize("names", [("Contropiede", "Anna"), ("Mezzapunta1", "Fuorigioco22"), ("Catenacciari68", "Ada")])
def test_a_long_name_is_not_broken(site, cast, names):
    for user, name in zip((cast.anna, cast.bruno), names, strict=True):
        User.objects.filter(pk=user.pk).update(nickname=name)
        user.nickname = name
    match = played("super_goal", cast.anna, cast.bruno)
    phone = site.visitor("phone", phone=True)
    for page in ("", "report/"):
        phone.goto(f"/matches/{match.id}/{page}")
        phone.page.wait_for_selector(".sboard .nm")
        assert phone.page.evaluate(LINES) == [[1, True], [1, True]], page


@pytest.mark.parametrize("names", [("Rimpallo", "Ada"), ("Traversa2", "Contropiede"), ("Catenacciari68", "Ada")])
def test_a_long_name_is_not_broken_on_the_page_of_a_fixture(site, cast, names):
    cup = running(cast.organiser, "league", 4)
    fixture = cup.stages.get().rounds.get(number=1).ties.first().fixtures.get()
    for entrant, name in zip((fixture.home, fixture.away), names, strict=True):
        Entrant.objects.filter(pk=entrant.pk).update(name=name)
    rulings.enter_result(fixture=fixture, score=rulings.Score(10, 0), by=cast.organiser)
    phone = site.visitor("phone", phone=True)
    phone.goto(f"/competitions/{cup.slug}/fixtures/{fixture.pk}/")
    assert phone.page.evaluate(LINES) == [[1, True], [1, True]]


def test_a_name_of_several_words_goes_over_lines(site, cast):
    cast.anna.nickname = "Dopolavoro Ferroviario"
    match = played("super_goal", cast.anna, cast.bruno)
    phone = site.visitor("phone", phone=True)
    phone.goto(f"/matches/{match.id}/report/")
    (lines, beside), (other, _beside) = phone.page.evaluate(LINES)
    assert (lines, beside, other) == (2, True, 1)


def test_a_long_name_lifts_nobody_on_the_podium(site, cast):
    league = running(cast.organiser, "league", 4, settings={"times": 1})
    play_out(league)
    league.refresh_from_db()
    [third] = [place.entrant.pk for place in podium(league) if place.rank == 3]
    Entrant.objects.filter(pk=third).update(name="Polisportiva San Bartolomeo in Bosco 21")
    phone = site.visitor("phone", phone=True)
    phone.goto(f"/competitions/{league.slug}/end/")
    tops = phone.page.locator(".stand b").evaluate_all("steps => steps.map(step => step.getBoundingClientRect().top)")
    assert len(tops) == 3 and tops == sorted(tops)
    assert phone.page.locator(".stand li").evaluate_all("ends => ends.every(end => end.scrollWidth <= end.clientWidth)")
