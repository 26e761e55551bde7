"""House bots of before keep their rows, and play by a level."""

from importlib import import_module

import pytest
from django.apps import apps

from engines import bots
from league.players.models import User
from league.players.verbs.bots import HOUSE, ensure_bots
from matches.words.levels import levels

pytestmark = pytest.mark.django_db

BEFORE = {"beginner": "random", "casual": "random", "club": "greedy", "expert": "search", "master": "search"}


def test_the_migration_names_the_level_of_each_house_bot():
    rows = ensure_bots()
    for row in rows:
        User.objects.filter(pk=row.pk).update(bot=BEFORE[row.bot])
    own = User.objects.create(kind=User.Kind.BOT, nickname="Traversa II", bot="api", owner=None)
    migration = import_module("league.players.migrations.0012_levels_of_bots")
    migration.name_levels(apps, None)
    migration.name_levels(apps, None)
    assert {row.nickname: row.bot for row in User.objects.filter(pk__in=[row.pk for row in rows])} == dict(HOUSE)
    own.refresh_from_db()
    assert own.bot == "api"


def test_every_level_has_a_house_bot_and_words():
    assert {level for _name, level in HOUSE} == set(bots.LEVELS)
    assert [level.value for level in levels()] == list(bots.LEVELS)
    assert all(len(str(level.plays).split()) == 4 for level in levels())
