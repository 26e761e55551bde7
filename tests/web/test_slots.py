"""An empty side of a tie says which tie it waits for, by the name of the round, on every page that shows it."""

from __future__ import annotations

import re

import pytest

from league.competitions.verbs import rulings
from tests.league.builders import running

WORDS = {
    "en": [
        "Winner of tie 8 of the last 16",
        "Winner of quarter-final 1",
        "Winner of quarter-final 4",
        "Winner of semi-final 1",
        "Winner of semi-final 2",
        "Loser of semi-final 1",
        "Loser of semi-final 2",
    ],
    "it": [
        "Vincente sfida 8 degli ultimi 16",
        "Vincente quarto di finale 1",
        "Vincente quarto di finale 4",
        "Vincente semifinale 1",
        "Vincente semifinale 2",
        "Perdente semifinale 1",
        "Perdente semifinale 2",
    ],
}


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_bracket_names_the_round_that_a_side_comes_from(client, cast, language):
    cup = running(cast.organiser, "cup", 16, settings={"third_place": True})
    client.post("/prefer/", {"language": language})
    page = client.get(f"/competitions/{cup.slug}/bracket/").content.decode()
    empty = re.findall(r'<tr class="tbd"><th scope="row">([^<]*)</th>', page)
    assert len(empty) == len(set(empty)) == 16, "two empty sides say the same"
    assert set(WORDS[language]) <= set(empty)


def test_a_players_next_fixture_names_it_too(client, cast):
    cup = running(cast.organiser, "cup", 4)
    tie = cup.stages.get().rounds.get(number=1).ties.first()
    tie.home.player = cast.anna
    tie.home.save()
    rulings.enter_result(fixture=tie.fixtures.get(), score=rulings.Score(1, 0), by=cast.organiser)
    client.force_login(cast.anna)
    for path in ("/", "/my/fixtures/", f"/players/{cast.anna.pk}/", f"/competitions/{cup.slug}/"):
        assert "Winner of semi-final 2" in client.get(path).content.decode(), path


def test_the_matchdays_ahead_are_named_in_their_order(client, cast):
    league = running(cast.organiser, "league", 6)
    league.entrants.filter(name="Berta").update(player=cast.anna)
    client.force_login(cast.anna)
    for path, shown in (("/", 2), (f"/players/{cast.anna.pk}/", 5)):
        ahead = re.findall(r'class="when">\s*Matchday (\d+)\s*<', client.get(path).content.decode())
        assert ahead == ["2", "3", "4", "5", "6"][:shown], path


def test_the_next_matchday_stands_beside_the_one_that_is_played(client, cast):
    league = running(cast.organiser, "league", 4)
    page = client.get(f"/competitions/{league.slug}/fixtures/?round=2").content.decode()
    assert re.findall(r"<h2[^>]*>(Matchday \d)</h2>", page) == ["Matchday 2", "Matchday 3"]
    last = client.get(f"/competitions/{league.slug}/fixtures/?round=6").content.decode()
    assert re.findall(r"<h2[^>]*>(Matchday \d)</h2>", last) == ["Matchday 6"]
