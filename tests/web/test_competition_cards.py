"""The cards of open competitions ask to join only whoever is not in."""

from __future__ import annotations

import pytest

from league.clubs.verbs import clubs
from league.competitions.verbs import entries
from tests.league.builders import competition


@pytest.mark.parametrize("status", ["entered", "waiting"])
def test_who_is_in_is_not_asked_to_join(client, cast, status):
    cup = competition(cast.organiser, places=2)
    club = clubs.create(by=cast.organiser, name="Bar Sport")
    clubs.take_in(competition=cup, club=club, by=cast.organiser)
    if status == "waiting":
        entries.enter_names(competition=cup, by=cast.organiser, names=["Ada", "Bice"])
    entries.enter(competition=cup, player=cast.anna)
    button = f'class="btn compact" href="/competitions/{cup.slug}/entrants/"'
    for page in ("/", "/competitions/", f"/clubs/{club.slug}/"):
        for reader in (None, cast.bruno, cast.anna):
            client.logout()
            if reader is not None:
                client.force_login(reader)
            text = client.get(page).content.decode()
            inside = reader == cast.anna and status == "entered"
            assert (button in text, "You are in" in text) == (not inside, inside), (page, reader)
