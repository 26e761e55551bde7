"""Plan of a whole season: a day for each round, kick-offs, and windows between them.

Planning again moves only what was not agreed: rounds that are done stay, and so do fixtures that are played, being
played, agreed by both sides or set by the organiser. ``planned`` computes and ``plan`` writes: the preview is the plan.
A fixture with an absent player moves to a later day before the next round; if there is none it keeps the day, and the
preview names it. Before the start ``plan_ahead`` keeps the wishes; ``rounds.start`` plans by them.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext as _

from engines.core.text import text
from league.competitions.derivation.effects import names
from league.competitions.errors import BadSetting, WrongStep
from league.competitions.log import journal
from league.competitions.log.locks import locked
from league.competitions.models import Absence, Competition, Entrant, Fixture, Round
from league.competitions.policy.parties import players_of
from league.competitions.setup.presets import PRESETS
from league.competitions.setup.preview import outline_of
from league.competitions.setup.stages import settings_of
from league.competitions.verbs.freezing import must_move
from league.competitions.verbs.schedule import set_kick_off
from league.errors import out_of_bounds
from league.players.models import User

KEPT = (Fixture.Fixed.AGREED, Fixture.Fixed.ORGANISER)
MOST_BLACKOUTS = 200


@dataclass(frozen=True, slots=True)
class Wishes:
    """The organiser's wishes: first day, days between rounds, usual time, zone, and days without play.

    A round's day moves to the next free one.
    """

    first: date
    every_days: int
    at: time
    time_zone: str
    blackout: tuple[date, ...] = ()


@dataclass(slots=True)
class Day:
    """A round in the plan."""

    round: Round
    opens_at: datetime
    kick_off_at: datetime
    closes_at: datetime
    moved: list[Fixture]
    """Fixtures whose kick-off the plan sets."""
    kept: list[Fixture]
    """Fixtures with an agreed kick-off, or one set by the organiser, that stays."""
    kick_offs: dict[UUID, datetime] = field(default_factory=dict)
    """By fixture of ``moved``: the day's kick-off, or a later one because somebody is away."""
    away: list[Fixture] = field(default_factory=list)
    """Fixtures that keep the day although somebody is away: no other was free."""

    @property
    def later(self) -> list[tuple[Fixture, datetime]]:
        """Return those of ``moved`` that are not played on the round's day."""
        rows = [(row, self.kick_offs[row.id]) for row in self.moved]
        return [(row, at) for row, at in rows if at != self.kick_off_at]


def wishes_of(competition: Competition) -> Wishes | None:
    """Return the plan to be made at the start, None if there is none."""
    stored = competition.wishes
    if not stored:
        return None
    free = tuple(date.fromisoformat(day) for day in stored["blackout"])
    at = time.fromisoformat(stored["at"])
    return Wishes(date.fromisoformat(stored["first"]), stored["every_days"], at, stored["time_zone"], free)


def first_kick_off(competition: Competition) -> datetime | None:
    """Return the first kick-off of the plan that waits for the start."""
    wishes = wishes_of(competition)
    if wishes is None:
        return None
    return _kick_off(_free(wishes.first, wishes), wishes)


def _free(day: date, wishes: Wishes) -> date:
    """Return ``day``, or the next one with play."""
    while day in wishes.blackout:
        day += timedelta(days=1)
    return day


def planned(competition: Competition, wishes: Wishes) -> list[Day]:
    """Return the plan, unsaved: a day for each round that is not done. Raises BadSetting, WrongStep."""
    zone = _checked(wishes)
    if competition.status != Competition.Status.RUNNING:
        raise WrongStep(_("You can plan rounds once the competition has started."))
    must_move(competition)
    rounds = Round.objects.filter(stage__competition=competition).exclude(status=Round.Status.DONE)
    days, day = [], wishes.first
    opens, is_away = timezone.now(), _absences(competition, wishes)
    for round in rounds.order_by("stage__number", "number"):
        day = _free(day, wishes)
        moved, agreed = _fixtures(round)
        opened = round.opens_at if round.status == Round.Status.OPEN and round.opens_at else opens
        planned_day = Day(round, opened, _kick_off(day, wishes), opens, moved, agreed)
        last = day
        for fixture in moved:
            free_day = next((free for free in _days_from(day, wishes) if not is_away(fixture, free)), None)
            if free_day is None:
                planned_day.away.append(fixture)
            planned_day.kick_offs[fixture.id] = _kick_off(free_day or day, wishes)
            last = max(last, free_day or day)
        closes = _midnight_after(last, zone)
        planned_day.closes_at = max(closes, *_late(agreed, closes))
        days.append(planned_day)
        opens = closes
        day += timedelta(days=wishes.every_days)
    if not days:
        raise WrongStep(_("No round is left to plan."))
    return days


def dates(competition: Competition, wishes: Wishes) -> list[tuple[datetime, datetime]]:
    """Return kick-off and end of each round before the start, by entries or places. Raises BadSetting."""
    _checked(wishes)
    preset = PRESETS[competition.preset]
    stages = [(stage.format, settings_of(stage)) for stage in competition.stages.order_by("number")]
    entered = competition.entrants.filter(status=Entrant.Status.ENTERED).count()
    places = entered if entered >= preset.least else competition.places
    return dates_of(outline_of(stages, places).days, wishes)


def dates_of(count: int, wishes: Wishes) -> list[tuple[datetime, datetime]]:
    """Return the kick-off and the end of each of ``count`` rounds."""
    times, day, zone = [], wishes.first, ZoneInfo(wishes.time_zone)
    for _number in range(count):
        day = _free(day, wishes)
        times.append((_kick_off(day, wishes), _midnight_after(day, zone)))
        day += timedelta(days=wishes.every_days)
    return times


def plan_ahead(*, competition: Competition, by: User, wishes: Wishes | None) -> Competition:
    """Keep the plan to be made at the start; None: no plan. Repeating it changes nothing.

    Raises BadSetting, WrongStep once it has started.
    """
    if wishes is not None:
        _checked(wishes)
    with locked(competition.id) as row:
        if row.status not in (Competition.Status.DRAFT, Competition.Status.REGISTRATION):
            raise WrongStep(_("The competition has started. Plan its rounds instead."))
        stored = as_stored(wishes)
        if row.wishes == stored:
            return row
        row.wishes = stored
        if wishes is not None:
            row.time_zone = wishes.time_zone
            row.blackout = stored["blackout"]
        row.save(update_fields=["wishes", "time_zone", "blackout"])
        if wishes is None:
            message = text("withdrew the plan for the start")
        else:
            message = text("planned to begin on {first}", first=wishes.first.isoformat())
        journal.note(row, by, "plan", message)
    return row


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


def as_stored(wishes: Wishes | None) -> dict[str, Any]:  # plain JSON
    if wishes is None:
        return {}
    return {
        "first": wishes.first.isoformat(),
        "every_days": wishes.every_days,
        "at": wishes.at.isoformat("minutes"),
        "time_zone": wishes.time_zone,
        "blackout": sorted(day.isoformat() for day in wishes.blackout),
    }


def plan(*, competition: Competition, by: User, wishes: Wishes) -> list[Day]:
    """Write the plan; from now on rounds open by it. Repeating it changes nothing. Raises BadSetting, WrongStep."""
    with locked(competition.id) as row:
        return _write(row, by, wishes)


def _write(row: Competition, by: User | None, wishes: Wishes) -> list[Day]:
    days = planned(row, wishes)
    row.time_zone = wishes.time_zone
    row.blackout = sorted(day.isoformat() for day in wishes.blackout)
    row.advance = Competition.Advance.SCHEDULE
    row.wishes = as_stored(wishes)
    row.save(update_fields=["time_zone", "blackout", "advance", "wishes"])
    for day in days:
        Round.objects.filter(id=day.round.id).update(opens_at=day.opens_at, closes_at=day.closes_at)
        for fixture in day.moved:
            at = day.kick_offs[fixture.id]
            if (fixture.kick_off_at, fixture.fixed) != (at, Fixture.Fixed.PLAN):
                set_kick_off(row, fixture, at, Fixture.Fixed.PLAN)
    message = text(
        "planned the schedule from {first} (rounds: {rounds})", rounds=len(days), first=wishes.first.isoformat()
    )
    journal.note(row, by, "plan", message)
    return days


def kept_words(days: list[Day]) -> list[str]:
    """Name the fixtures that keep their kick-off, for the preview."""
    return [names(fixture) for day in days for fixture in day.kept]


def away_words(days: list[Day]) -> list[str]:
    """Name the fixtures without a day free of absences, for the preview."""
    return [names(fixture) for day in days for fixture in day.away]


def _kick_off(day: date, wishes: Wishes) -> datetime:
    return datetime.combine(day, wishes.at, ZoneInfo(wishes.time_zone)).astimezone(UTC)


def _midnight_after(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day + timedelta(days=1), time(), zone).astimezone(UTC)


def _days_from(day: date, wishes: Wishes) -> Iterator[date]:
    """Yield ``day`` and later days with play, before the next round's."""
    for more in range(wishes.every_days):
        if day + timedelta(days=more) not in wishes.blackout:
            yield day + timedelta(days=more)


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


def _checked(wishes: Wishes) -> ZoneInfo:
    """Check the wishes and return their zone. Raises BadSetting."""
    try:
        zone = ZoneInfo(wishes.time_zone)
    except (KeyError, ValueError, OSError):
        raise BadSetting("time_zone", _("This time zone does not exist.")) from None
    if not 1 <= wishes.every_days <= 90:
        raise BadSetting("every_days", out_of_bounds(1, 90))
    if len(wishes.blackout) > MOST_BLACKOUTS:
        raise BadSetting("blackout", _("At most %(count)d days without play.") % {"count": MOST_BLACKOUTS})
    if datetime.combine(wishes.first, wishes.at, zone) <= timezone.now():
        raise BadSetting("first", _("Choose a first kick-off in the future."))
    if wishes.first > timezone.now().date() + timedelta(days=366):
        raise BadSetting("first", _("Choose a first kick-off within a year."))
    return zone


def _fixtures(round: Round) -> tuple[list[Fixture], list[Fixture]]:
    """Return the fixtures of ``round`` that the plan moves, and those that it leaves as agreed."""
    ahead = (Fixture.Status.PENDING, Fixture.Status.OPEN)
    rows = Fixture.objects.filter(tie__round=round, status__in=ahead).select_related("home", "away", "match")
    rows = rows.exclude(match__status__in=("live", "paused", "finished")).order_by("tie__number", "leg")
    moved = [row for row in rows if row.fixed not in KEPT]
    return moved, [row for row in rows if row.fixed in KEPT]


def _late(fixtures: list[Fixture], closes: datetime) -> list[datetime]:
    """Return the ends that agreed kick-offs need: nobody loses a match that both agreed to play."""
    return [closes, *(row.kick_off_at + timedelta(hours=2) for row in fixtures if row.kick_off_at is not None)]
