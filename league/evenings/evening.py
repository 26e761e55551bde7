"""What the pages of an evening read: the round and its tables, the clock, who is here. A fixed number of queries."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.http import Http404

from league.competitions.models import Competition, Entrant, Fixture, Round, Stage, Tie
from league.competitions.pages import reading
from league.competitions.setup.stages import evening_of
from league.competitions.words.evenings import AT_BUZZER, BUZZERS, ODDS, Odd
from league.evenings import attendance, clocks
from league.evenings.models import RoundClock


@dataclass
class Evening:
    """An evening as it stands now."""

    settings: dict[str, Any]
    now: reading.Matchday | None = None
    """The round that is being played or was played last; None before the first."""
    ahead: Round | None = None
    """The round that people check in for; None when all are paired."""
    entrants: list[Entrant] = field(default_factory=list)
    """Those who play, the house apart."""
    house: Entrant | None = None
    clock: dict[str, Any] = field(default_factory=dict)
    rounds: int = 0
    status: str = ""

    @property
    def takes_people(self) -> bool:
        """Whether one may still come in."""
        if self.status == Competition.Status.REGISTRATION:
            return True
        return self.status == Competition.Status.RUNNING and self.ahead is not None

    @property
    def tables(self) -> list[Fixture]:
        """The fixtures of the round by the number of their table."""
        rows = self.now.fixtures if self.now else []
        return sorted(rows, key=lambda one: (one.table or 0, one.tie.number))

    @property
    def resting(self) -> list[Tie]:
        """Who does not play in the round, and why."""
        return self.now.byes if self.now else []

    @property
    def left(self) -> int:
        """Tables that have no result yet."""
        return len(self.tables) - self.now.done if self.now else 0

    @property
    def may_pair(self) -> bool:
        """Whether the next round can be paired now."""
        return self.ahead is not None and self.left == 0

    @property
    def buzzer(self) -> Any:  # a lazy string
        """What the buzzer does to unfinished matches."""
        return BUZZERS[self.settings["buzzer"]]

    @property
    def at_buzzer(self) -> Any:  # a lazy string
        """What is said when it has gone."""
        return AT_BUZZER[self.settings["buzzer"]]

    @property
    def odd(self) -> Odd:
        """What becomes of who is left over, and what it does to table, ratings, statistics."""
        return ODDS[self.settings["odd"]]

    @property
    def attendance(self) -> list[attendance.Standing]:
        """What everybody has said for the next round, in the order of names."""
        if not self.takes_people:
            return []
        step = self.ahead.step if self.ahead else 1
        rows = sorted(self.entrants, key=lambda one: one.name.casefold())
        return [attendance.Standing(one, attendance.answer_of(one, step)) for one in rows]

    @property
    def counts(self) -> dict[str, int]:
        """How many are here, skip, go home, have said nothing."""
        said = [one.answer or "silent" for one in self.attendance]
        return {key: said.count(key) for key in ("here", "skip", "home", "silent")}


def evening(competition: Competition) -> Evening:
    """The evening of ``competition``. Raises Http404 where it is none."""
    stages = reading.stages_of(competition)
    settings = evening_of(stages)
    if settings is None:
        raise Http404
    days = [day for day in reading.matchdays(stages) if day.round.stage.format == Stage.Format.SWISS]
    made = [day for day in days if day.made]
    everybody = reading.entrants_of(competition)
    now = made[-1] if made else None
    clock = RoundClock.objects.filter(round=now.round).first() if now else None
    return Evening(
        settings=settings,
        now=now,
        ahead=next((day.round for day in days if not day.made), None),
        entrants=[one for one in everybody if one.status == Entrant.Status.ENTERED],
        house=next((one for one in everybody if one.status == Entrant.Status.HOUSE), None),
        clock=clocks.face(clock, frozen=competition.frozen_at),
        rounds=len(days),
        status=competition.status,
    )


def table_of(found: Evening, entrant: Entrant | None) -> Fixture | None:
    """The fixture of ``entrant`` in the round that is being played."""
    if entrant is None:
        return None
    return next((one for one in found.tables if entrant.pk in (one.home_id, one.away_id)), None)
