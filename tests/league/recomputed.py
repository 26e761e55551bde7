"""Read a competition's derived values, and compute them again from nothing but structure and log."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from league.competitions.derivation.recompute import recompute
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Fixture, Group, Round, Tie

_OF_FIXTURES = (
    "home", "away", "status", "home_goals", "away_goals", "shootout", "how", "match", "home_player", "away_player"
)  # fmt: skip


def picture(cup: Competition) -> tuple[list[Any], ...]:
    """Everything that is derived, as values."""
    ties = Tie.objects.filter(round__stage__competition=cup).order_by("round__number", "number")
    fixtures = Fixture.objects.filter(tie__in=ties).order_by("tie__round__number", "tie__number", "leg", "board")
    return (
        list(ties.values_list("home", "away", "winner", "decided", "reason", "home_points", "away_points")),
        list(fixtures.values_list(*_OF_FIXTURES)),
        list(Round.objects.filter(stage__competition=cup).order_by("number").values_list("status")),
        list(Group.objects.filter(stage__competition=cup).order_by("stage__number", "number").values_list("table")),
        list(Competition.objects.filter(id=cup.id).values_list("status", "champion")),
    )


class _TakenBack(Exception):
    """Ends the transaction in which everything derived was thrown away."""


def computed_again(cup: Competition) -> tuple[list[Any], ...]:
    """``picture`` after all that is derived was thrown away and made again. The rows themselves are left as they are.

    Who stands in a fixture stays: an entry of the log was given for these two, and a fixture of others is an orphan. So
    do those on the boards of opened line-ups: the squad may have changed since.
    """
    made: tuple[list[Any], ...] = ()
    try:
        with transaction.atomic():
            with locked(cup.id) as row:
                _throw_away(row)
                recompute(row)
            made = picture(cup)
            raise _TakenBack
    except _TakenBack:
        return made


def _throw_away(row: Competition) -> None:
    ties = Tie.objects.filter(round__stage__competition=row)
    Fixture.objects.filter(tie__in=ties).update(
        status=Fixture.Status.PENDING, home_goals=None, away_goals=None, shootout=None, how="", reason=[]
    )
    ties.update(home=None, away=None, winner=None, decided="", reason=[], home_points=None, away_points=None)
    Group.objects.filter(stage__competition=row).update(table={})
    row.status, row.champion = Competition.Status.RUNNING, None
    row.save(update_fields=["status", "champion"])
