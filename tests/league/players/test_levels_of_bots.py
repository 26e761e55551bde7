"""House bots of before keep their rows, and play by a level."""

import pytest

from engines import bots
from league.competitions.verbs import entries
from league.players.models import User
from league.players.verbs.bots import HOUSE, ensure_bots, name_levels, name_ways
from matches.models import Seat
from matches.verbs import casual
from matches.words.levels import levels
from tests.league.builders import competition

pytestmark = pytest.mark.django_db


@pytest.fixture
def before():
    """The house bots under the names of the release before, which had none of the last four."""
    rows = ensure_bots()
    for row in rows:
        User.objects.filter(pk=row.pk).update(bot=bots.NEAREST[row.bot])
    User.objects.filter(pk__in=[row.pk for row in rows[-4:]]).delete()


def test_house_bots_get_their_levels(before, cast):
    own = User.objects.create(kind=User.Kind.BOT, nickname="Traversa II", bot="api", owner=None)
    rows = ensure_bots()
    assert {row.bot for row in rows} == set(bots.ALIASES), "processes of the release before know no other name"
    assert name_levels() == len(HOUSE)
    assert name_levels() == 0
    assert {row.nickname: row.bot for row in ensure_bots()} == dict(HOUSE)
    own.refresh_from_db()
    assert own.bot == "api"
    match = casual.play_bot(user=cast.anna, game="super_goal", bot="casual")
    name_ways()
    assert Seat.objects.get(match=match, side="away").bot == "random"
    assert {row.bot for row in ensure_bots()} == set(bots.ALIASES)


def test_until_then_each_level_meets_the_nearest_bot(before, cast):
    for level in bots.LEVELS:
        match = casual.play_bot(user=cast.anna, game="super_goal", bot=level)
        assert Seat.objects.get(match=match, side="away").bot == bots.NEAREST[level]
    cup = competition(cast.organiser, places=4)
    entered = entries.add_bots(competition=cup, by=cast.organiser, level="master", count=2)
    assert [entrant.player.bot for entrant in entered] == ["search", "search"]


def test_every_level_has_a_house_bot_and_words():
    assert {level for _name, level in HOUSE} == set(bots.LEVELS)
    assert [level.value for level in levels()] == list(bots.LEVELS)
    assert all(len(str(level.plays).split()) == 4 for level in levels())
