"""Builders of leagues of teams for the tests, by the same verbs that the pages use."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from django.utils import timezone

from league.competitions.models import Competition, Entrant, Fixture, Round, Tie
from league.competitions.setup.presets import PRESETS
from league.competitions.verbs import entries, joining, line_ups, rounds
from league.players.models import User
from tests.league.builders import competition

TEAMS = [
    *("Bar Centrale", "Torre Civetta", "Ponte Vecchio", "Borgo Alto"),
    *("Porta Nuova", "Campo Grande", "Molo Nuovo", "Fonte Chiara"),
]


def league(
    organiser: User,
    teams=2,
    boards=2,
    squad: int | Sequence[int] | None = None,
    captain=None,
    preset="league",
    **values,
) -> Competition:
    """A published league of ``teams``, each a captain and others without account: ``squad`` people, one on the bench.

    ``squad``: of each team, or of one after another. ``captain``: that of the first team, with an account. Or a
    competition from another ``preset``.
    """
    squads = squad if isinstance(squad, Sequence) else [squad or boards + 1] * teams
    once = {"times": 1} if "times" in PRESETS[preset].asks else {}
    values["settings"] = once | values.get("settings", {})
    cup = competition(organiser, preset, max(teams, 2), boards=boards, **values)
    for name, people in zip(TEAMS[:teams], squads, strict=True):
        if captain is not None and name == TEAMS[0]:
            team = entries.enter(competition=cup, player=captain, name=name)
        else:
            team = joining.enter_as_guest(competition=cup, nickname=f"{name} 0", name=name)
        for number in range(1, people):
            joining.join_as_guest(key=team.side_key, nickname=f"{name} {number}")
    return cup


def running_teams(organiser: User, teams=2, boards=2, **values) -> Competition:
    return rounds.start(competition=league(organiser, teams, boards, **values), by=organiser)


def ties_of(cup: Competition) -> list[Tie]:
    rows = Tie.objects.filter(round__stage__competition=cup).select_related("home", "away", "round__stage__competition")
    return list(rows.order_by("round__number", "number"))


def boards_of(tie: Tie, leg: int = 1) -> list[Fixture]:
    boards = tie.fixtures.filter(leg=leg).order_by("board")
    return list(boards.select_related("match", "home_player", "away_player", "home", "away"))


def seal(tie: Tie, side: Entrant | None, *numbers: int):
    """The captain of ``side`` hands in ``numbers``, else the squad in order."""
    assert side is not None
    boards = tie.round.stage.competition.boards
    return line_ups.hand_in(tie=tie, by=side.player, numbers=numbers or range(boards))


def past_the_deadline(cup: Competition) -> None:
    """Let the open rounds of ``cup`` have begun so long ago that the time for their line-ups is over."""
    opened = timezone.now() - timedelta(hours=cup.line_up_hours, minutes=1)
    Round.objects.filter(stage__competition=cup, status="open").update(opens_at=opened)
    Tie.objects.filter(round__stage__competition=cup, leg_since__isnull=False).update(leg_since=opened)


def open_line_ups(cup: Competition) -> None:
    """Hand in every line-up that can be."""
    ties = Tie.objects.filter(round__stage__competition=cup, round__status="open", decided="")
    for tie in (
        ties.exclude(home=None).exclude(away=None).select_related("home__player", "away__player", "round__stage")
    ):
        tie.round.stage.competition = cup
        if not any(fixture.of_teams for fixture in tie.boards):
            seal(tie, tie.home)
            seal(tie, tie.away)
