"""Leave: days off that the organiser grants to each entrant, and their effect on windows, kick-offs and matches.

A round's window does not run against an entrant on leave: a match's deadline is the moment at which the window has
been open for its whole length outside the leave of both sides (``deadline``). Kick-offs within a leave move by its days
to after it, and calendars follow. Correspondence matches and waiting tables are held
while the leave lasts (``matches.verbs.holding``): no clock runs and nobody is late. Everything is read from the rows,
so a leave taken back before it begins changes only kick-offs.
"""

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from engines.core.text import text
from league.competitions.derivation.effects import names
from league.competitions.errors import BadSetting, WrongStep
from league.competitions.log import journal, one_by_one
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Entrant, Fixture
from league.competitions.policy.parties import people_in, people_of, players_of
from league.competitions.verbs import open_disputes
from league.competitions.verbs.schedule import move_on, stored_moment
from league.errors import out_of_bounds
from league.players.models import User
from league.players.verbs.notify import notify
from league.seasons.models import Leave
from matches.models import Match
from matches.terms.clock import is_correspondence
from matches.verbs.holding import hold, release

MOST_DAYS = 60
_AHEAD = (Fixture.Status.PENDING, Fixture.Status.OPEN)


def allow(*, competition: Competition, days: int, by: User) -> Competition:
    """Set the days off of each entrant in the whole competition; days already taken stay taken.

    Again: nothing changes. Raises BadSetting, WrongStep once it is over.
    """
    if isinstance(days, bool) or not isinstance(days, int) or not 0 <= days <= MOST_DAYS:
        raise BadSetting("days", out_of_bounds(0, MOST_DAYS))
    with locked(competition.id) as row:
        if row.status in (Competition.Status.FINISHED, Competition.Status.CANCELLED):
            raise WrongStep(_("The competition is finished."))
        if row.leave_days == days:
            return row
        row.leave_days = days
        row.save(update_fields=["leave_days"])
        journal.note(row, by, "leave_days", text("granted each entrant days of leave: {days}", days=days))
    return row


def take(*, entrant: Entrant, first: date, last: date, by: User) -> Leave:
    """Take leave from ``first`` to ``last``, both included, in days of the competition's zone.

    For one of its players, or an organiser (the caller's door). The same again changes nothing. Raises BadSetting
    (impossible days, more than are left, overlap with another leave), WrongStep.
    """
    with locked(entrant.competition_id) as row:
        locked_entrant = row.entrants.select_related("player").get(id=entrant.id)
        same = locked_entrant.leaves.filter(first=first, last=last).first()
        if same is not None and same.ends_at > timezone.now():
            return same
        if same is not None and same.ends_at < _end(last, ZoneInfo(row.time_zone)):
            same.delete()  # ended early on its last day, and taken again
        own = by.id in players_of(locked_entrant)
        _must_be_possible(row, locked_entrant, first, last, own=own)
        zone, now = ZoneInfo(row.time_zone), timezone.now()
        begin = datetime.combine(first, time(), zone)
        leave = Leave.objects.create(
            competition=row,
            entrant=locked_entrant,
            first=first,
            last=last,
            starts_at=max(begin, now) if first == now.astimezone(zone).date() else begin,
            ends_at=_end(last, zone),
            taken_at=now,
            by=by,
        )
        values = {"name": locked_entrant.name, "first": first.isoformat(), "last": last.isoformat()}
        moved = _move_kick_offs(row, locked_entrant, leave)
        message = text("{name} is on leave from {first} to {last}", **values)
        journal.note(row, None if own else by, "leave_days", message)
        others = _opponents(row, locked_entrant)
        notify(
            users=people_of(others),
            kind="moved",
            message=message,
            url=f"/competitions/{row.slug}/leave/",
            key=f"leave:{leave.id}",
            competition=row.name,
        )
        for fixture in moved:
            _tell_moved(row, fixture)
        hold_matches_on_leave(row)
    return leave


def _end(last: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(last + timedelta(days=1), time(), zone)


def take_back(*, leave: Leave, by: User) -> None:
    """Take back a leave that has not begun, or end one now and return its remaining days. Again: nothing changes."""
    with locked(leave.competition_id) as row:
        current = row.leaves.select_related("entrant").filter(id=leave.id).first()
        now = timezone.now()
        if current is None or current.ends_at <= now:
            return
        today = now.astimezone(ZoneInfo(row.time_zone)).date()
        if current.starts_at > now:
            current.delete()
        else:
            current.ends_at, current.last = max(now, current.starts_at + timedelta(seconds=1)), min(current.last, today)
            current.save(update_fields=["ends_at", "last"])
        message = text("{name} is back from leave", name=current.entrant.name)
        journal.note(row, None if by.id in players_of(current.entrant) else by, "leave_days", message)
        _let_go(row)


def of(row: Competition) -> list[Leave]:
    """Return the leaves of ``row``; no query where nobody can have taken any.

    Days taken stay taken, though no more are granted now.
    """
    return list(row.leaves.all()) if row.leave_days or row.status == Competition.Status.RUNNING else []


def on_leave(row: Competition, at: datetime | None = None) -> set[UUID]:
    """Return the entrants on leave at ``at`` (default now)."""
    now = at or timezone.now()
    return set(row.leaves.filter(starts_at__lte=now, ends_at__gt=now).values_list("entrant_id", flat=True))


def keep_due() -> int:
    """Hold the matches of entrants on leave and release the others; return how many competitions were examined.

    Safe to run twice, late or concurrently.
    """
    open_ones = Leave.objects.filter(over_at=None, starts_at__lte=timezone.now())
    return one_by_one.total(_hold_matches, sorted(set(open_ones.values_list("competition_id", flat=True))))


def _hold_matches(competition_id: UUID) -> int:
    with locked(competition_id) as row:
        hold_matches_on_leave(row)
        _let_go(row)
    return 1


def hold_matches_on_leave(row: Competition) -> None:
    """Hold the matches of entrants on leave now. Under the lock."""
    away = on_leave(row)
    if not away or row.status != Competition.Status.RUNNING:
        return
    hold(_matches(row, away), _("on leave"))


def _let_go(row: Competition) -> None:
    """Release matches whose leave is over, unless the other side is away too or the competition is frozen."""
    over = list(row.leaves.filter(over_at=None, ends_at__lte=timezone.now()))
    if not over or row.frozen_at is not None:
        return
    still = _matches(row, on_leave(row))
    for leave in over:
        freed = [match for match in _matches(row, {leave.entrant_id}) if match not in still]
        # Their kick-offs were moved when the leave was taken, and ``_expect`` sets when a no-show counts.
        release(freed, leave.starts_at, timedelta())
        _expect(row, freed)
    Leave.objects.filter(id__in=[leave.id for leave in over]).update(over_at=timezone.now())


def _expect(row: Competition, freed: list[UUID]) -> None:
    """Set from when a no-show counts at reopened tables: after the kick-off, or after now."""
    if not row.no_show_minutes:
        return
    now, wait = timezone.now(), timedelta(minutes=row.no_show_minutes)
    for fixture in Fixture.objects.filter(match__in=freed, match__status=Match.Status.WAITING):
        due = fixture.kick_off_at if fixture.fixed and fixture.kick_off_at else now
        Match.objects.filter(fixture=fixture).update(no_show_at=max(due, now) + wait)


def _matches(row: Competition, entrants: Iterable[UUID]) -> list[UUID]:
    """Return the coming matches of ``entrants`` that a leave holds: waiting ones, and those played over days."""
    keys = list(entrants)
    rows = Fixture.objects.filter(Q(home__in=keys) | Q(away__in=keys), tie__round__stage__competition=row)
    waits = Q(match__status=Match.Status.WAITING)
    slow = Q(match__status__in=(Match.Status.LIVE, Match.Status.PAUSED))
    condition = waits | slow if is_correspondence(row.move_seconds) else waits
    return [match_id for match_id in rows.filter(condition).values_list("match_id", flat=True) if match_id is not None]


def _must_be_possible(row: Competition, entrant: Entrant, first: date, last: date, *, own: bool) -> None:
    """Raise BadSetting or WrongStep if the leave is not possible. ``own``: its players read why."""
    if row.status not in (Competition.Status.REGISTRATION, Competition.Status.RUNNING):
        raise WrongStep(_("The competition is not running."))
    if entrant.status != Entrant.Status.ENTERED:
        raise WrongStep(_("Only entrants can take leave."))
    if not row.leave_days:
        raise WrongStep(_("This competition has no leave. Ask the organiser."))
    today = timezone.now().astimezone(ZoneInfo(row.time_zone)).date()
    if last < first:
        raise BadSetting("last", _("The last day cannot be before the first."))
    if first < today or last > today + timedelta(days=365):
        raise BadSetting("first", _("Choose leave in the future, within a year."))
    others = list(entrant.leaves.all())
    if any(other.first <= last and first <= other.last for other in others):
        sentence = (
            _("You already have leave on these days. Cancel it first.")
            if own
            else _("%(name)s already has leave on these days. Cancel it first.")
        )
        raise BadSetting("first", sentence % {"name": entrant.name})
    left = row.leave_days - sum((other.last - other.first).days + 1 for other in others)
    days = (last - first).days + 1
    if days > left:
        sentence = (
            _("You asked for %(wanted)d days but have only %(left)d left.")
            if own
            else _("You asked for %(wanted)d days but %(name)s has only %(left)d left.")
        )
        raise BadSetting("last", sentence % {"name": entrant.name, "wanted": days, "left": left})


def _opponents(row: Competition, entrant: Entrant) -> QuerySet[Entrant]:
    """Return the coming opponents of ``entrant``."""
    ahead = Fixture.objects.filter(Q(home=entrant) | Q(away=entrant), status__in=_AHEAD)
    keys = {key for pair in ahead.values_list("home_id", "away_id") for key in pair if key and key != entrant.id}
    return row.entrants.filter(id__in=keys, status=Entrant.Status.ENTERED)


def _move_kick_offs(row: Competition, side: Entrant, leave: Leave) -> list[Fixture]:
    """Move kick-offs within ``leave`` later by its days, at the same time of day; return the moved fixtures."""
    ahead = Fixture.objects.filter(Q(home=side) | Q(away=side), tie__round__stage__competition=row, status__in=_AHEAD)
    ahead = ahead.filter(kick_off_at__gte=leave.starts_at, kick_off_at__lt=leave.ends_at).exclude(fixed="")
    moved: list[Fixture] = []
    zone, days, leaves = ZoneInfo(row.time_zone), leave.last - leave.first + timedelta(days=1), of(row)
    # The last first, so that each finds the days after it free.
    for fixture in ahead.order_by("-kick_off_at", "-leg").select_related("home", "away", "match", "tie__round"):
        assert fixture.kick_off_at is not None
        # By the clock on the wall: a leave that begins now, or in which the clocks change, is not of whole days.
        moved += move_on(row, fixture, fixture.kick_off_at.astimezone(zone) + days, leaves)
    return list({fixture.pk: fixture for fixture in moved}.values())


def _tell_moved(row: Competition, fixture: Fixture) -> None:
    assert fixture.kick_off_at is not None
    message = text("{fixture} is played on {when}", fixture=names(fixture), when=stored_moment(fixture.kick_off_at))
    open_disputes.tell(
        row, people_in(fixture), "kick_off", message, fixture, f"kick_off:{fixture.id}:{fixture.sequence}"
    )
