"""Days of a season: the organiser's wishes, and the days of play that follow from them.

Each match of a tie has a day of play of its own, so a round of two legs takes two of them and a best of three takes
three, whether or not all are needed.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext as _

from league.competitions.errors import BadSetting
from league.competitions.models import Competition
from league.errors import out_of_bounds

MOST_BLACKOUTS: Final = 200


@dataclass(frozen=True, slots=True)
class Wishes:
    """The organiser's wishes: first day, days between days of play, usual time, zone, and days without play.

    A day of play moves to the next free one.
    """

    first: date
    every_days: int
    at: time
    time_zone: str
    blackout: tuple[date, ...] = ()

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)

    def as_stored(self) -> dict[str, Any]:  # plain JSON
        return {
            "first": self.first.isoformat(),
            "every_days": self.every_days,
            "at": self.at.isoformat("seconds" if self.at.second else "minutes"),
            "time_zone": self.time_zone,
            "blackout": sorted(day.isoformat() for day in self.blackout),
        }

    def has_play(self, day: date) -> bool:
        return day not in self.blackout

    def from_day(self, day: date) -> date:
        """Return ``day``, or the next one with play."""
        while not self.has_play(day):
            day += timedelta(days=1)
        return day

    def next_day(self, day: date) -> date:
        """Return the day of play after the one on ``day``."""
        return self.from_day(day + timedelta(days=self.every_days))

    def play_days(self, first: date) -> Iterator[date]:
        """Yield the days of play from ``first`` on, without end."""
        day = self.from_day(first)
        while True:
            yield day
            day = self.next_day(day)

    def kick_off(self, day: date) -> datetime:
        return datetime.combine(day, self.at, self.zone).astimezone(UTC)

    def end_of(self, day: date) -> datetime:
        """Return the midnight after ``day``."""
        return datetime.combine(day + timedelta(days=1), time(), self.zone).astimezone(UTC)


def wishes_of(competition: Competition) -> Wishes | None:
    """Return the wishes of the plan, None if there is none."""
    stored = competition.wishes
    if not stored:
        return None
    free = tuple(date.fromisoformat(day) for day in stored["blackout"])
    at = time.fromisoformat(stored["at"])
    return Wishes(date.fromisoformat(stored["first"]), stored["every_days"], at, stored["time_zone"], free)


def put_wishes(row: Competition, wishes: Wishes | None) -> None:
    """Put the plan to be made at the start into ``row``, with its zone; None: no plan. Raises BadSetting."""
    if wishes is None:
        row.wishes = {}
        return
    check_wishes(wishes)
    row.wishes = wishes.as_stored()
    row.time_zone, row.blackout = wishes.time_zone, row.wishes["blackout"]


def check_wishes(wishes: Wishes) -> None:
    """Raise BadSetting for wishes that cannot be."""
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
    if wishes.first > timezone.now().astimezone(zone).date() + timedelta(days=366):
        raise BadSetting("first", _("Choose a first kick-off within a year."))


def days_in(wishes: Wishes, opens: datetime, closes: datetime, count: int) -> list[date]:
    """Return the last ``count`` days of play whose kick-offs are in a window; fewer if it has not so many.

    For a round that is made after the plan: those are the days that the plan has given it.
    """
    days: list[date] = []
    for day in wishes.play_days(wishes.first):
        if wishes.kick_off(day) >= closes:
            break
        days += [day] if wishes.kick_off(day) >= opens else []
    return days[-count:]


def play_day_of(leg: int, legs: int, most: int) -> int:
    """Return the number of the day of play, of ``most`` in its round, for one leg of a tie of ``legs``.

    The last legs of all ties are on one day: a final of one match beside two-legged ties for places comes last.
    """
    return most - legs + leg
