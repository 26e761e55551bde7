"""Reads of an evening's pages: the round and its tables, the clock, the check-in. A fixed number of queries."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from django.http import Http404

from league.competitions.derivation.tables import kicks_count
from league.competitions.models import Competition, Entrant, Fixture, Round, Stage, Tie
from league.competitions.pages import reading
from league.competitions.setup.formats import Buzzer, Draws
from league.competitions.setup.stages import evening_of
from league.competitions.words.evenings import AT_BUZZER, ODDS, Effects
from league.evenings import attendance, clocks
from league.evenings.attendance import Standing
from league.evenings.grid import COLUMNS
from league.evenings.models import RoundClock


@dataclass
class Evening:
    """The current state of an evening; without settings the competition is none, and all the rest is empty."""

    settings: dict[str, Any] = field(default_factory=dict)
    now: reading.Matchday | None = None
    """The current or last round; None before the first."""
    ahead: Round | None = None
    """The round that people check in for; None when all are paired."""
    entrants: list[Entrant] = field(default_factory=list)
    """The players, without the house."""
    house: Entrant | None = None
    clock: clocks.Face | None = None
    rounds: int = 0
    status: str = ""
    deserted: bool = False
    """Is it over because all went home?"""

    @property
    def is_evening(self) -> Annotated[bool, "False for every other competition: all the rest is empty then."]:
        """Return whether it is one."""
        return bool(self.settings)

    @property
    def takes_people(self) -> bool:
        """Return whether people may still come in."""
        if self.status == Competition.Status.REGISTRATION:
            return True
        return self.status == Competition.Status.RUNNING and self.ahead is not None

    def is_full(self, places: int) -> bool:
        """Return whether nobody more comes in: before the start there is a waiting list, later there is none."""
        return self.status == Competition.Status.RUNNING and len(self.entrants) >= places

    @property
    def takes_answers(self) -> bool:
        """Return whether the entrants may check in."""
        return self.takes_people or self.deserted

    @property
    def tables(self) -> list[Fixture]:
        """The fixtures of the round by table number."""
        rows = self.now.fixtures if self.now else []
        return sorted(rows, key=lambda fixture: (fixture.table or 0, fixture.tie.number))

    @property
    def lines(self) -> list[dict[str, Any]]:  # for a template
        """The tables as rows in which scores are typed."""
        return [score_line(fixture, place=place) for place, fixture in enumerate(self.tables, start=1)]

    @property
    def kicks(self) -> bool:
        """Return whether level matches of the round go to penalties."""
        return self.now is not None and kicks_count(self.now.round.stage)

    @property
    def resting(self) -> list[Tie]:
        """The ties of entrants who rest in the round, with the reason."""
        return self.now.byes if self.now else []

    @property
    def left(self) -> Annotated[int, "Tables without a result."]:
        return len(self.tables) - self.now.done if self.now else 0

    @property
    def buzzer(self) -> Any:  # a lazy string
        """The effect of the buzzer on unfinished matches."""
        return Buzzer(self.settings["buzzer"]).label

    @property
    def at_buzzer(self) -> Any:  # a lazy string
        """The words shown after the buzzer."""
        goes_on = self.settings["buzzer"] == Buzzer.STANDS and self.settings["draws"] != Draws.STAND
        return AT_BUZZER[Buzzer.SHOOTOUT if goes_on else self.settings["buzzer"]]

    @property
    def odd(self) -> Effects:
        """Explanation of the "odd player" policy: its effect on table, ratings and statistics."""
        return ODDS[self.settings["odd"]]

    @property
    def attendance(self) -> list[Standing]:
        """Everybody's answers for the next round, in order of names."""
        if not self.takes_answers:
            return []
        step = self.ahead.step if self.ahead else 1
        rows = sorted(self.entrants, key=lambda entrant: entrant.name.casefold())
        return [Standing(row, attendance.answer_of(row, step)) for row in rows]

    @property
    def counts(self) -> dict[str, int]:
        """Number of entrants by answer: here, skip, home, none."""
        answers = [person.answer or "silent" for person in self.attendance]
        return {key: answers.count(key) for key in ("here", "skip", "home", "silent")}


def evening(competition: Competition) -> Evening:
    """Read the evening of ``competition``. Raises Http404 if it is not one."""
    stages = reading.stages_of(competition)
    settings = evening_of(stages)
    if settings is None:
        raise Http404
    days = [day for day in reading.matchdays(stages) if day.round.stage.format == Stage.Format.SWISS]
    paired = [day for day in days if day.is_paired]
    everybody = reading.entrants_of(competition)
    now = paired[-1] if paired else None
    clock = RoundClock.objects.filter(round=now.round).first() if now else None
    return Evening(
        settings=settings,
        now=now,
        ahead=next((day.round for day in days if not day.is_paired), None),
        entrants=[entrant for entrant in everybody if entrant.status == Entrant.Status.ENTERED],
        house=next((entrant for entrant in everybody if entrant.status == Entrant.Status.HOUSE), None),
        clock=clocks.face(clock, frozen=competition.frozen_at),
        rounds=len(days),
        status=competition.status,
        deserted=attendance.is_deserted(competition),
    )


def score_line(
    fixture: Fixture,
    typed: Mapping[str, str] | None = None,
    bad: Mapping[tuple[str, str], str] | None = None,
    place: int | None = None,
) -> dict[str, Any]:  # for a template
    """Return one row of scores: the typed cells with what is wrong with them, or the current result."""
    kicks = fixture.shootout or {}
    stands: dict[str, Any] = {
        "home": fixture.home_goals,
        "away": fixture.away_goals,
        "home_kicks": kicks.get("home"),
        "away_kicks": kicks.get("away"),
    }
    cells = [
        {
            "name": f"{column}_{fixture.id}",
            "column": column,
            "value": typed[column] if typed is not None else "" if stands[column] is None else stands[column],
            "bad": (bad or {}).get((str(fixture.id), column), ""),
        }
        for column in COLUMNS
    ]
    return {"fixture": fixture, "table": fixture.table or place, "goals": cells[:2], "kicks": cells[2:]}


def table_of(evening_now: Evening, entrant: Entrant | None) -> Fixture | None:
    """Return the fixture of ``entrant`` in the current round."""
    if entrant is None:
        return None
    return next((table for table in evening_now.tables if entrant.pk in (table.home_id, table.away_id)), None)
