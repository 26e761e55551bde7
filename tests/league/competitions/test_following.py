"""Pages that show scores listen to the matches that are played, so that a goal moves them at once."""

import re

import pytest

import engines
from engines.core.dice import ScriptedDice
from league.competitions.pages import reading
from matches.models import Match
from tests.league.builders import running
from tests.league.tables import finish, open_fixtures

PAGES = ("", "fixtures/", "console/")


def topics(client, path):
    """Return the feeds that the page at ``path`` listens to, with the positions at which it was drawn."""
    hit = re.search(r'data-feed="(competition:[^"]*)" data-goals', client.get(path).content.decode())
    assert hit, path
    return hit[1].split()


def begun(match, version=7):
    """``match`` is being played."""
    game = engines.get(match.game)
    state, _events = game.new(match.options, match.terms, ScriptedDice([1] * 50))
    Match.objects.filter(pk=match.pk).update(status="live", version=version, snapshot=game.to_wire(state))


@pytest.mark.parametrize(("preset", "paths"), [("cup", (*PAGES, "bracket/")), ("league", PAGES)])
def test_a_page_follows_the_matches_it_shows(cast, client, preset, paths):
    cup = running(cast.organiser, preset, entrants=4)
    one, other = (fixture.match for fixture in open_fixtures(cup))
    begun(other)
    client.force_login(cast.organiser)
    addresses = [f"/competitions/{cup.slug}/{path}" for path in paths] + [f"/wall/{cup.slug}/"]
    for address in addresses:
        first, *others = topics(client, address)
        cup.refresh_from_db()
        assert first == f"competition:{cup.pk}@{cup.log_position}"
        assert others == [f"match:{other.pk}@8", f"match:{one.pk}@0"], address
    finish(one, 1, 0)
    for address in addresses:
        assert topics(client, address)[1:] == [f"match:{other.pk}@8"]


def test_a_page_follows_no_more_than_the_feed_takes(cast, client):
    cup = running(cast.organiser, "cup", entrants=64)
    last = open_fixtures(cup)[-1].match
    begun(last)
    client.force_login(cast.organiser)
    followed = topics(client, f"/competitions/{cup.slug}/console/")[1:]
    assert len(followed) == reading.FOLLOWED and followed[0].startswith(f"match:{last.pk}")
