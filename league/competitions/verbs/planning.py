"""A whole season planned in one step: a day for each round, a default kick-off for each fixture, windows between them.

Planning again moves what nobody has agreed on: rounds that are done stay, and so does a fixture that is played, being
played, agreed by the two or set by the organiser. ``planned`` computes, ``plan`` writes: the preview is the plan.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.utils import timezone
from django.utils.translation import gettext as _

from engines.core.text import text
from league.competitions import journal
from league.competitions.effects import names
from league.competitions.errors import BadSetting, WrongStep
from league.competitions.locks import locked
from league.competitions.models import Competition, Fixture, Round
from league.competitions.verbs.schedule import set_kick_off
from league.players.models import User

KEPT = (Fixture.Fixed.AGREED, Fixture.Fixed.ORGANISER)
MOST_BLACKOUTS = 200


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the organiser says: the first day, how many days from one round to the next, the usual time, the zone, the
    days on which nothing is played (a round's day moves to the next free one)."""

    first: date
    every_days: int
    at: time
    time_zone: str
    blackout: tuple[date, ...] = ()


@dataclass(slots=True)
class Day:
    """One round in the plan."""

    round: Round
    opens_at: datetime
    kick_off_at: datetime
    closes_at: datetime
    moved: list[Fixture]
    """Fixtures whose kick-off it sets."""
    kept: list[Fixture]
    """Fixtures whose kick-off was agreed, or set by the organiser, and stays."""


def wishes_of(competition: Competition) -> Wishes | None:
    """The plan that is to be made at the start, None where there is none."""
    kept = competition.wishes
    if not kept:
        return None
    free = tuple(date.fromisoformat(day) for day in kept["blackout"])
    at = time.fromisoformat(kept["at"])
    return Wishes(date.fromisoformat(kept["first"]), kept["every_days"], at, kept["time_zone"], free)


def first_kick_off(competition: Competition) -> datetime | None:
    """The first kick-off of the plan that waits for the start."""
    wishes = wishes_of(competition)
    if wishes is None:
        return None
    return datetime.combine(_free(wishes.first, wishes), wishes.at, ZoneInfo(wishes.time_zone)).astimezone(UTC)


def _free(day: date, wishes: Wishes) -> date:
    """``day``, or the next one on which something is played."""
    while day in wishes.blackout:
        day += timedelta(days=1)
    return day


def planned(competition: Competition, wishes: Wishes) -> list[Day]:
    """The plan, without writing it: a day for each round that is not done. Raises BadSetting, WrongStep."""
    zone = _checked(wishes)
    if competition.status != Competition.Status.RUNNING:
        raise WrongStep(_("Rounds are planned once the competition has started."))
    rounds = Round.objects.filter(stage__competition=competition).exclude(status=Round.Status.DONE)
    days, day = [], wishes.first
    opens = timezone.now()
    for round in rounds.order_by("stage__number", "number"):
        day = _free(day, wishes)
        closes = datetime.combine(day + timedelta(days=1), time(), zone).astimezone(UTC)
        kick_off = datetime.combine(day, wishes.at, zone).astimezone(UTC)
        moved, kept = _fixtures(round)
        opened = round.opens_at if round.status == Round.Status.OPEN and round.opens_at else opens
        days.append(Day(round, opened, kick_off, max(closes, *_late(kept, closes)), moved, kept))
        opens = closes
        day += timedelta(days=wishes.every_days)
    if not days:
        raise WrongStep(_("There is no round left to plan."))
    return days


def plan(*, competition: Competition, by: User, wishes: Wishes) -> list[Day]:
    """Write the plan; from now on rounds open by it. The same plan again changes nothing. Raises BadSetting,
    WrongStep."""
    with locked(competition.id) as row:
        days = planned(row, wishes)
        row.time_zone = wishes.time_zone
        row.blackout = sorted(day.isoformat() for day in wishes.blackout)
        row.advance = Competition.Advance.SCHEDULE
        row.save(update_fields=["time_zone", "blackout", "advance"])
        changed = 0
        for day in days:
            Round.objects.filter(id=day.round.id).update(opens_at=day.opens_at, closes_at=day.closes_at)
            for fixture in day.moved:
                if (fixture.kick_off_at, fixture.fixed) != (day.kick_off_at, Fixture.Fixed.PLAN):
                    set_kick_off(row, fixture, day.kick_off_at, Fixture.Fixed.PLAN)
                    changed += 1
        message = text("planned {rounds} rounds from {first}", rounds=len(days), first=wishes.first.isoformat())
        journal.record(row, by, "plan", message)
        journal.changed(row)
    return days


def kept_words(days: list[Day]) -> list[str]:
    """The fixtures that stay where they are, as the preview names them."""
    return [names(fixture) for day in days for fixture in day.kept]


def _checked(wishes: Wishes) -> ZoneInfo:
    """The zone. Raises BadSetting."""
    try:
        zone = ZoneInfo(wishes.time_zone)
    except (ZoneInfoNotFoundError, ValueError):
        raise BadSetting("time_zone", _("There is no such time zone.")) from None
    if not 1 <= wishes.every_days <= 90:
        raise BadSetting("every_days", _("From %(low)d to %(high)d, please.") % {"low": 1, "high": 90})
    if len(wishes.blackout) > MOST_BLACKOUTS:
        raise BadSetting("blackout", _("At most %(count)d days without play.") % {"count": MOST_BLACKOUTS})
    if datetime.combine(wishes.first, wishes.at, zone) <= timezone.now():
        raise BadSetting("first", _("The first kick-off lies in the future."))
    if wishes.first > timezone.now().date() + timedelta(days=366):
        raise BadSetting("first", _("The first kick-off lies within a year."))
    return zone


def _fixtures(round: Round) -> tuple[list[Fixture], list[Fixture]]:
    """Those of ``round`` that the plan moves, and those that it leaves where both agreed."""
    ahead = (Fixture.Status.PENDING, Fixture.Status.OPEN)
    rows = Fixture.objects.filter(tie__round=round, status__in=ahead).select_related("home", "away", "match")
    rows = rows.exclude(match__status__in=("live", "paused", "finished")).order_by("tie__number", "leg")
    moved = [row for row in rows if row.fixed not in KEPT]
    return moved, [row for row in rows if row.fixed in KEPT]


def _late(kept: list[Fixture], closes: datetime) -> list[datetime]:
    """The ends that kept kick-offs ask for: nobody loses a match that both agreed to play."""
    return [closes, *(row.kick_off_at + timedelta(hours=2) for row in kept if row.kick_off_at is not None)]
