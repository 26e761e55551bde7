"""Plan of a whole season: days of play for each round, kick-offs, and windows between them.

Each match of a tie has a day of play of its own, also a second leg, a third match that may not be needed, and a replay.
Planning again moves only what was not agreed: rounds that are done stay, and so do fixtures that are played, being
played, agreed by both sides or set by the organiser, unless an earlier leg of the tie can only be played after them.
``planned`` computes and ``plan`` writes: the preview is the plan. A fixture with an absent player moves to a later day
before the next day of play; if there is none it keeps the day, and the preview names it. No side plays twice on a day
because of the plan. Before the start ``plan_ahead`` keeps the wishes; ``rounds.start`` plans by them, and rounds that
are made later get their kick-offs when they are made (``derivation.pairing``).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from itertools import islice
from typing import Annotated
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from engines.core.text import text
from league.competitions.derivation.effects import names
from league.competitions.errors import BadSetting, WrongStep
from league.competitions.log import journal
from league.competitions.log.locks import locked
from league.competitions.models import Absence, Competition, Entrant, Fixture, Round, Stage
from league.competitions.policy.parties import players_of
from league.competitions.setup import boundaries
from league.competitions.setup.presets import PRESETS
from league.competitions.setup.preview import outline_of
from league.competitions.setup.season_plan import Wishes, check_wishes, play_day_of, put_wishes, wishes_of
from league.competitions.setup.stages import TABLES, legs_of_round, settings_of
from league.competitions.verbs.freezing import must_move
from league.competitions.verbs.schedule import set_kick_off
from league.players.models import User

KEPT = (Fixture.Fixed.AGREED, Fixture.Fixed.ORGANISER)


@dataclass(slots=True)
class PlannedRound:
    """A round of the plan."""

    round: Round
    opens_at: datetime
    closes_at: datetime
    play_days: Annotated[list[datetime], "The usual kick-off of each leg, or match of a best of n."]
    """One for each leg still ahead."""
    moved: Annotated[list[Fixture], "Fixtures whose kick-off it sets."] = field(default_factory=list)
    kept: Annotated[list[Fixture], "Fixtures agreed or set, which stay."] = field(default_factory=list)
    kick_offs: dict[UUID, datetime] = field(default_factory=dict)
    """By fixture of ``moved``: its day's kick-off, or a later one because a side cannot play on that day."""
    delayed: list[Fixture] = field(default_factory=list)
    """Those of ``moved`` that are not played on the day of their leg."""
    away: Annotated[list[Fixture], "Fixtures for which no day was free of absences."] = field(default_factory=list)
    """They keep the day although somebody is away."""

    @property
    def kick_off_at(self) -> Annotated[datetime, "The first of its days of play."]:
        return self.play_days[0]

    @property
    def later(self) -> list[tuple[Fixture, datetime]]:
        """Return the delayed fixtures with their kick-offs."""
        return [(fixture, self.kick_offs[fixture.id]) for fixture in self.delayed]


def first_kick_off(competition: Competition) -> datetime | None:
    """Return the first kick-off of the plan that waits for the start."""
    wishes = wishes_of(competition)
    return None if wishes is None else wishes.kick_off(wishes.from_day(wishes.first))


def planned(competition: Competition, wishes: Wishes) -> list[PlannedRound]:
    """Return the plan, unsaved: days of play for each round that is not done. Raises BadSetting, WrongStep."""
    check_wishes(wishes)
    if competition.status != Competition.Status.RUNNING:
        raise WrongStep(_("You can plan rounds once the competition has started."))
    must_move(competition)
    rounds = Round.objects.filter(stage__competition=competition).exclude(status=Round.Status.DONE)
    rows = Fixture.objects.filter(tie__round__in=rounds).select_related("home", "away", "match", "tie")
    fixtures: dict[int, list[Fixture]] = {}
    for fixture in rows.order_by("tie__number", "leg", "board"):
        fixtures.setdefault(fixture.tie.round_id, []).append(fixture)
    calendar = _Calendar(competition, wishes, [row for of_round in fixtures.values() for row in of_round])
    in_order = rounds.select_related("stage").order_by("stage__number", "number")
    plan = [calendar.place(round, fixtures.get(round.id, [])) for round in in_order]
    if not plan:
        raise WrongStep(_("No round is left to plan."))
    return plan


class _Calendar:
    """The plan while it is made, round after round."""

    def __init__(self, competition: Competition, wishes: Wishes, fixtures: Iterable[Fixture]) -> None:
        self.wishes = wishes
        self.day = wishes.from_day(wishes.first)
        """The next day of play."""
        self.opens = self.over = timezone.now()
        """The end of the last round by its days of play, and that of all rounds with their kept kick-offs."""
        self.is_away = _absences(competition, wishes)
        self.taken = {
            (side, self._date(fixture.kick_off_at))
            for fixture in fixtures
            if _is_kept(fixture) and fixture.kick_off_at
            for side in (fixture.home_id, fixture.away_id)
        }
        """Sides and the days on which they have agreed to play."""
        self.stage: int | None = None

    def place(self, round: Round, fixtures: list[Fixture]) -> PlannedRound:
        """Give the next days of play to ``round``, whose fixtures are in the order of their legs."""
        if self._waits_for_all(round):
            self.opens = max(self.opens, self.over)
            while self.wishes.kick_off(self.day) < self.opens:
                self.day = self.wishes.from_day(self.day + timedelta(days=1))
        self.stage = round.stage_id
        numbers = _play_day_numbers(round, fixtures)
        ahead = sorted({numbers[fixture.id] for fixture in fixtures if _waits(fixture)}) or [1]
        if not fixtures:
            ahead = list(range(1, legs_of_round(round) + 1))
        days = dict(zip(ahead, self.wishes.play_days(self.day), strict=False))
        opened = round.opens_at if round.status == Round.Status.OPEN and round.opens_at else self.opens
        planned_round = PlannedRound(round, opened, opened, [self.wishes.kick_off(day) for day in days.values()])
        last, before = max(days.values()), _Before()
        for fixture in sorted(fixtures, key=lambda row: numbers[row.id]):
            if not _waits(fixture):
                before.add(fixture, fixture.ended_at or fixture.kick_off_at or timezone.now())
            elif _is_kept(fixture) and before.allows(fixture):
                planned_round.kept.append(fixture)
                before.add(fixture, fixture.kick_off_at or timezone.now())
            else:
                due = days[numbers[fixture.id]]
                day = self._day_for(planned_round, fixture, due, before.kick_off(fixture))
                planned_round.moved.append(fixture)
                planned_round.kick_offs[fixture.id] = self.wishes.kick_off(day)
                if day != due:
                    planned_round.delayed.append(fixture)
                before.add(fixture, self.wishes.kick_off(day), by_plan=True)
                last = max(last, day)
        end = self.wishes.end_of(last)
        agreed = [fixture.kick_off_at for fixture in planned_round.kept if fixture.kick_off_at is not None]
        # Nobody loses a match that both agreed to play, and nobody who comes early finds the round closed.
        planned_round.opens_at = min([opened, *agreed])
        planned_round.closes_at = max([end, *(at + timedelta(hours=2) for at in agreed)])
        self.opens, self.over = end, max(self.over, planned_round.closes_at)
        self.day = self.wishes.from_day(max(self.wishes.next_day(max(days.values())), last + timedelta(days=1)))
        return planned_round

    def _waits_for_all(self, round: Round) -> bool:
        """Return whether ``round`` can only be played when all before it is over, agreed kick-offs too."""
        of_table = round.stage.format in TABLES - {Stage.Format.SWISS} and round.part != boundaries.KIND
        return self.stage != round.stage_id or not of_table

    def _day_for(self, planned_round: PlannedRound, fixture: Fixture, due: date, before: datetime | None) -> date:
        """Return the day of ``fixture``: ``due``, or a later one if a side cannot play or the leg before is later."""
        first = due if before is None else max(due, self._date(before) + timedelta(days=1))
        until = due + timedelta(days=self.wishes.every_days)
        for day in self._days_from(first):
            if day >= until:
                break
            if not self._is_taken(fixture, day) and not self.is_away(fixture, day):
                return day
        day = next(day for day in self._days_from(first) if not self._is_taken(fixture, day))
        if self.is_away(fixture, day):
            planned_round.away.append(fixture)
        return day

    def _is_taken(self, fixture: Fixture, day: date) -> bool:
        return any(side and (side, day) in self.taken for side in (fixture.home_id, fixture.away_id))

    def _days_from(self, day: date) -> Iterator[date]:
        """Yield the days with play from ``day`` on, without end."""
        while True:
            day = self.wishes.from_day(day)
            yield day
            day += timedelta(days=1)

    def _date(self, at: datetime) -> date:
        return at.astimezone(self.wishes.zone).date()


class _Before:
    """The kick-offs of the earlier legs of the ties of a round, by tie and board: boards are played at once."""

    def __init__(self) -> None:
        self.last: dict[tuple[UUID, int], datetime] = {}
        self.by_plan: set[tuple[UUID, int]] = set()
        """Ties of which the plan moves a leg."""

    def add(self, fixture: Fixture, at: datetime, by_plan: bool = False) -> None:
        key = (fixture.tie_id, fixture.board)
        self.last[key] = max(at, self.last.get(key, at))
        if by_plan:
            self.by_plan.add(key)

    def kick_off(self, fixture: Fixture) -> datetime | None:
        """Return the last kick-off of the legs before ``fixture``."""
        return self.last.get((fixture.tie_id, fixture.board))

    def allows(self, fixture: Fixture) -> bool:
        """Return whether ``fixture`` can keep its kick-off: no leg before it is planned for later."""
        at, key = fixture.kick_off_at, (fixture.tie_id, fixture.board)
        return key not in self.by_plan or at is None or at > self.last[key]


def _waits(fixture: Fixture) -> bool:
    """Return whether ``fixture`` is still to be played."""
    begun = fixture.match is not None and fixture.match.status in ("live", "paused", "finished")
    return fixture.status in (Fixture.Status.PENDING, Fixture.Status.OPEN) and not begun


def _is_kept(fixture: Fixture) -> bool:
    return _waits(fixture) and fixture.fixed in KEPT


def _play_day_numbers(round: Round, fixtures: Sequence[Fixture]) -> dict[UUID, int]:
    """Return the number of the day of play of each fixture of ``round``."""
    legs: dict[UUID, int] = {}
    for fixture in fixtures:
        legs[fixture.tie_id] = max(fixture.leg, legs.get(fixture.tie_id, 0))
    most = max(legs.values(), default=1)
    return {fixture.id: play_day_of(fixture.leg, legs[fixture.tie_id], most) for fixture in fixtures}


def dates(competition: Competition, wishes: Wishes) -> list[tuple[list[datetime], datetime]]:
    """Return kick-offs and end of each round before the start, by entries or places. Raises BadSetting."""
    check_wishes(wishes)
    preset = PRESETS[competition.preset]
    stages = [(stage.format, settings_of(stage)) for stage in competition.stages.order_by("number")]
    entered = competition.entrants.filter(status=Entrant.Status.ENTERED).count()
    places = entered if entered >= preset.least else competition.places
    return dates_of(outline_of(stages, places, boards=competition.boards).days, wishes)


def dates_of(counts: Iterable[int], wishes: Wishes) -> list[tuple[list[datetime], datetime]]:
    """Return the kick-offs and the end of each round, of which ``counts`` tells the days of play."""
    days = wishes.play_days(wishes.first)
    rounds = [list(islice(days, count)) for count in counts]
    return [([wishes.kick_off(day) for day in of_round], wishes.end_of(of_round[-1])) for of_round in rounds]


def plan_ahead(*, competition: Competition, by: User, wishes: Wishes | None) -> Competition:
    """Keep the plan to be made at the start; None: no plan. Repeating it changes nothing.

    Raises BadSetting, WrongStep once it has started.
    """
    with locked(competition.id) as row:
        if row.status not in (Competition.Status.DRAFT, Competition.Status.REGISTRATION):
            raise WrongStep(_("The competition has started. Plan its rounds instead."))
        before = row.wishes
        put_wishes(row, wishes)
        if row.wishes != before:
            row.save(update_fields=["wishes", "time_zone", "blackout"])
            note_plan(row, by)
    return row


def note_plan(row: Competition, by: User) -> None:
    """Note in the audit log the plan that ``row`` has now, or that it has none any more."""
    wishes = wishes_of(row)
    if wishes is None:
        message = text("withdrew the plan for the start")
    else:
        message = text("planned to begin on {first}", first=wishes.first.isoformat())
    journal.note(row, by, "plan", message)


def plan_at_start(row: Competition, by: User | None) -> None:
    """Plan a competition that has just been built, by its wishes. Needs the lock.

    Raises WrongStep if the plan lies in the past.
    """
    wishes = wishes_of(row)
    if wishes is None:
        return
    try:
        _write(row, by, wishes)
    except BadSetting as refused:
        raise WrongStep(_("This plan is not possible: %(reason)s Plan again.") % {"reason": refused}) from None


def plan(*, competition: Competition, by: User, wishes: Wishes) -> list[PlannedRound]:
    """Write the plan; from now on rounds open by it. Repeating it changes nothing. Raises BadSetting, WrongStep."""
    with locked(competition.id) as row:
        return _write(row, by, wishes)


def _write(row: Competition, by: User | None, wishes: Wishes) -> list[PlannedRound]:
    plan = planned(row, wishes)
    columns = ("time_zone", "blackout", "advance", "wishes")
    before = [getattr(row, name) for name in columns]
    row.time_zone = wishes.time_zone
    row.blackout = sorted(day.isoformat() for day in wishes.blackout)
    row.advance = Competition.Advance.SCHEDULE
    row.wishes = wishes.as_stored()
    row.save(update_fields=columns)
    changed = before != [getattr(row, name) for name in columns]
    for planned_round in plan:
        opens, closes = planned_round.opens_at, planned_round.closes_at
        rounds = Round.objects.filter(id=planned_round.round.id)
        changed |= rounds.exclude(closes_at=closes).exists()  # the first one opens now, whenever it is planned
        rounds.update(opens_at=opens, closes_at=closes)
        for fixture in planned_round.moved:
            at = planned_round.kick_offs[fixture.id]
            if (fixture.kick_off_at, fixture.fixed) != (at, Fixture.Fixed.PLAN):
                set_kick_off(row, fixture, at, Fixture.Fixed.PLAN)
                changed = True
    if not changed:
        return plan
    message = text(
        "planned the schedule from {first} (rounds: {rounds})", rounds=len(plan), first=wishes.first.isoformat()
    )
    journal.note(row, by, "plan", message)
    return plan


def kept_words(plan: list[PlannedRound]) -> list[str]:
    """Name the fixtures that keep their kick-off, for the preview."""
    return [names(fixture) for round in plan for fixture in round.kept]


def away_words(plan: list[PlannedRound]) -> list[str]:
    """Name the fixtures without a day free of absences, for the preview."""
    return [names(fixture) for round in plan for fixture in round.away]


def _absences(competition: Competition, wishes: Wishes) -> Callable[[Fixture, date], bool]:
    """Return a test of whether somebody of a fixture is away on a day. Three queries in all."""
    sides = {row.id: players_of(row) for row in competition.entrants.prefetch_related("members")}
    people = {key for keys in sides.values() for key in keys}
    away: dict[UUID, list[tuple[date, date]]] = {}
    for row in Absence.objects.filter(user__in=people, last__gte=wishes.first):
        away.setdefault(row.user_id, []).append((row.first, row.last))

    def is_away(fixture: Fixture, day: date) -> bool:
        playing = [key for side in (fixture.home_id, fixture.away_id) if side for key in sides[side]]
        return any(first <= day <= last for key in playing for first, last in away.get(key, ()))

    return is_away
