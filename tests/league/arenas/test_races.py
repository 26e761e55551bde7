"""Two pairers at once: nobody plays twice. The race is first shown to be there with the lock off."""

from __future__ import annotations

from contextlib import contextmanager

import pytest
from django.db import transaction

from league.arenas import turns, verbs
from league.arenas.errors import ArenaRefused
from league.arenas.models import Arena, ArenaMatch
from matches.models import Match
from tests.cast import Cast
from tests.league.competitions.test_races import met, together

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def unlocked(arena_id):
    """``verbs.locked`` without its lock: the control."""
    with transaction.atomic():
        yield Arena.objects.get(id=arena_id)


def four_wait():
    cast = Cast.make()
    row = verbs.create(by=cast.organiser, name="Race", game="super_goal")
    for player in (cast.anna, cast.bruno, cast.stranger, cast.referee):
        verbs.join(arena=row, player=player)
    Arena.objects.update(started_at=row.starts_at)
    return row


def test_control_without_the_lock_two_pairers_pair_the_same_people(monkeypatch):
    row = four_wait()
    monkeypatch.setattr(turns, "locked", unlocked)
    monkeypatch.setattr(turns, "pair", met(turns.pair))
    answers = together(lambda: turns.turn(row.pk), lambda: turns.turn(row.pk))
    assert any(isinstance(answer, Exception) for answer in answers)  # the constraint of the database is the last guard


def test_two_pairers_pair_each_once():
    row = four_wait()
    answers = together(*[lambda: turns.turn(row.pk)] * 3)
    assert sorted(answers) == [False, False, True]
    seated = [player for pair in ArenaMatch.objects.values_list("home", "away") for player in pair]
    assert len(seated) == len(set(seated)) == 4
    assert Match.objects.count() == 2


def test_of_two_arenas_joined_at_once_one_refuses():
    cast = Cast.make()
    one, other = (verbs.create(by=cast.organiser, name=name, game="super_goal") for name in ("One way", "Other way"))
    answers = together(
        lambda: verbs.join(arena=one, player=cast.anna), lambda: verbs.join(arena=other, player=cast.anna)
    )
    assert sum(isinstance(answer, ArenaRefused) for answer in answers) == 1
