"""Freezing a competition, for holidays, exams or a broken server, and resuming it later.

While frozen, no round opens on schedule or closes, no report or dispute expires, nobody is late, running matches are
paused and waiting ones do not begin. The organiser's rulings still count. ``thaw`` moves everything ahead in one step:
windows, kick-offs, proposals, deadlines and with them the calendars. A kick-off that would be on a day without play
moves on to the next day with play.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Self, TypeAlias
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import DateTimeField, ExpressionWrapper, F, Func, Q, TextField, Value
from django.db.models.functions import Cast
from django.utils import timezone
from django.utils.translation import gettext as _

from engines.core.text import Text, text
from league.competitions.derivation.deadlines import leaves_of
from league.competitions.errors import BadSetting, WrongStep
from league.competitions.log import journal
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Dispute, Entrant, Fixture, Proposal, Report, Round, Tie
from league.competitions.policy.parties import people_of
from league.competitions.setup.line_ups import asked_at, time_of
from league.competitions.verbs.closing import KEPT, LATE
from league.competitions.verbs.line_ups import unopened
from league.competitions.verbs.schedule import begin_at_kick_off, is_playable, set_kick_off
from league.days import from_clock, on_clock
from league.players.models import User
from league.players.verbs.notify import notify
from league.registry import Registry
from matches.models import Match
from matches.verbs.holding import hold, release

Postponer: TypeAlias = Callable[[Competition, datetime, timedelta], None]
"""Moves the times of an upper app in a competition: those after the first moment move later by the gap."""

postponers: Registry[Postponer] = Registry()


@dataclass(slots=True)
class _Moved:
    """A kick-off that moves on from a day without play. A side that is not known yet, None, may be anybody."""

    before: date
    day: date
    sides: set[UUID | None]

    def meets(self, other: Self) -> bool:
        """Return whether a side would play both on one day, which it was not to."""
        sides = self.sides | other.sides
        return self.day == other.day and self.before != other.before and (None in sides or len(sides) < 4)


def freeze(*, competition: Competition, by: User, reason: str) -> Competition:
    """Freeze ``competition``. Repeating it changes nothing.

    Raises WrongStep unless it is running, BadSetting without a reason: everybody reads it.
    """
    reason_text = reason.strip()[:300]
    with locked(competition.id) as row:
        if row.status != Competition.Status.RUNNING:
            raise WrongStep(_("You can only freeze a running competition."))
        if row.frozen_at is not None:
            return row
        if not reason_text:
            raise BadSetting("reason", _("Give a reason for the freeze: everyone reads it."))
        row.frozen_at, row.frozen_because = timezone.now(), reason_text
        row.save(update_fields=["frozen_at", "frozen_because"])
        hold(_matches(row), reason_text)
        journal.record(row, by, "freeze", text("froze the competition: {reason}", reason=reason_text))
        _tell(row, text("{name} is frozen: {reason}", name=row.name, reason=reason_text), "freeze")
        journal.changed(row)
    return row


def thaw(*, competition: Competition, by: User) -> Competition:
    """Resume a frozen ``competition``, everything ahead later by the length of the freeze.

    Repeating it changes nothing.
    """
    with locked(competition.id) as row:
        if row.frozen_at is None:
            return row
        since = row.frozen_at
        gap = max(timezone.now() - since, timedelta(0))
        row.frozen_at, row.frozen_because = None, ""
        row.save(update_fields=["frozen_at", "frozen_because"])
        _move(row, since, gap)
        release(_matches(row), since, gap)
        _begin_at_kick_offs(row)
        passed_over = _pass_over(row)
        _drop_impossible(row)
        days, hours = gap.days, gap.seconds // 3600
        message = text("resumed the competition, {days} d {hours} h later", days=days, hours=hours)
        journal.record(row, by, "thaw", message)
        notice = text("{name} resumes: everything is {days} d {hours} h later", name=row.name, days=days, hours=hours)
        if passed_over:
            line = text("moved kick-offs on to days with play: {count}", count=passed_over)
            journal.record(row, by, "thaw", line)
            notice = text(
                "{name} resumes: everything is {days} d {hours} h later, and no kick-off is on a day without play",
                name=row.name,
                days=days,
                hours=hours,
            )
        _tell(row, notice, "thaw")
        journal.changed(row)
    return row


def must_move(row: Competition) -> None:
    """Raise WrongStep if ``row`` is frozen."""
    if row.frozen_at is not None:
        raise WrongStep(_("The competition is frozen: %(reason)s") % {"reason": row.frozen_because})


def stood_still(row: Competition, since: datetime) -> timedelta:
    """Return for how long ``row`` has been frozen since then, by its audit."""
    lines = row.audit.filter(verb__in=("freeze", "thaw"), at__gt=since).order_by("at", "id")
    steps = list(lines.values_list("verb", "at"))
    began = since if row.frozen_at is not None or (steps and steps[0][0] == "thaw") else None
    whole = timedelta(0)
    for verb, at in steps:
        if verb == "freeze":
            began = at
        elif began is not None:
            whole, began = whole + (at - began), None
    return whole if began is None else whole + (timezone.now() - began)


def _move(row: Competition, since: datetime, gap: timedelta) -> None:
    """Move every time after ``since`` later by ``gap``.

    Windows, kick-offs and proposals move by the clock of the competition's zone: after fourteen days they are at the
    same time of day, also where the clocks have changed meanwhile.
    """
    zone = ZoneInfo(row.time_zone)
    on_clock_gap = on_clock(since + gap, zone) - on_clock(since, zone)

    def later(column: str) -> Func:
        shown = Func(Cast(Value(zone.key), TextField()), F(column), function="timezone", output_field=DateTimeField())
        moved = ExpressionWrapper(shown + Value(on_clock_gap), output_field=DateTimeField())
        return Func(Cast(Value(zone.key), TextField()), moved, function="timezone", output_field=DateTimeField())

    if row.of_teams:
        _move_line_ups(row, since, on_clock_gap)  # by the windows as they were
    rounds = Round.objects.filter(stage__competition=row).exclude(status=Round.Status.DONE)
    rounds.filter(opens_at__gt=since).update(opens_at=later("opens_at"))
    rounds.filter(closes_at__gt=since).update(closes_at=later("closes_at"))
    fixtures = Fixture.objects.filter(tie__round__stage__competition=row)
    ahead = fixtures.filter(status__in=(Fixture.Status.PENDING, Fixture.Status.OPEN))
    # Also one that has come and is still waited for: else the match is awarded for the time that stood still.
    waits = Q(fixed__in=KEPT) | Q(fixed=Fixture.Fixed.PLAN, kick_off_at__gt=F("tie__round__closes_at"))
    awaited = waits & Q(kick_off_at__gt=since - LATE, match__status=Match.Status.WAITING)
    ahead.filter(Q(kick_off_at__gt=since) | awaited).update(
        kick_off_at=later("kick_off_at"), sequence=F("sequence") + 1
    )
    proposals = Proposal.objects.filter(fixture__tie__round__stage__competition=row, state=Proposal.State.OPEN)
    proposals.filter(kick_off_at__gt=since).update(kick_off_at=later("kick_off_at"))
    reports = Report.objects.filter(fixture__tie__round__stage__competition=row, state=Report.State.OPEN)
    reports.filter(counts_at__gt=since).update(counts_at=F("counts_at") + gap)
    disputes = Dispute.objects.filter(fixture__tie__round__stage__competition=row, outcome="")
    disputes.filter(deadline_at__gt=since).update(deadline_at=F("deadline_at") + gap)
    for postpone in postponers:
        postpone(row, since, gap)


def _move_line_ups(row: Competition, since: datetime, gap: timedelta) -> None:
    """Give captains whose line-ups were asked for, and not due, at ``since`` the time back that is left to them."""
    zone = ZoneInfo(row.time_zone)
    moved: list[Tie] = []
    ties = unopened().filter(round__stage__competition=row, round__status=Round.Status.OPEN, decided="")
    for tie in ties.select_related("round"):
        asked, closes = asked_at(tie), time_of(row, tie)
        if asked is not None and closes is not None and asked < since < closes:
            tie.leg_since = from_clock(on_clock(asked, zone) + gap, zone)
            moved.append(tie)
    Tie.objects.bulk_update(moved, ["leg_since"])


def _begin_at_kick_offs(row: Competition) -> None:
    """Let the waiting matches of a thawed ``row`` begin at their kick-offs, which moved by the clock."""
    ahead = Fixture.objects.filter(competition=row, kick_off_at__gt=timezone.now(), match__status="waiting")
    for fixture in ahead.exclude(fixed=""):
        begin_at_kick_off(row, fixture)


def _pass_over(row: Competition) -> int:
    """Move kick-offs of a thawed ``row`` on from days without play, and from leaves; return how many moved.

    The time of day stays, and so do a side's days of rest: what lay on two days does not meet on the first one with
    play.
    """
    zone, leaves = ZoneInfo(row.time_zone), leaves_of(row)
    ahead = Fixture.objects.filter(tie__round__stage__competition=row, kick_off_at__gt=timezone.now())
    ahead = ahead.filter(status__in=(Fixture.Status.PENDING, Fixture.Status.OPEN)).exclude(fixed="")
    moved: list[_Moved] = []
    for fixture in ahead.order_by("kick_off_at", "tie__round__number", "id"):
        assert fixture.kick_off_at is not None
        before = at = fixture.kick_off_at.astimezone(zone)
        move = _Moved(before.date(), at.date(), {fixture.home_id, fixture.away_id})
        while not is_playable(row, fixture, at, leaves) or any(map(move.meets, moved)):
            at += timedelta(days=1)
            move.day = at.date()
        if at == before:
            continue
        moved.append(move)
        set_kick_off(row, fixture, at.astimezone(UTC), fixture.fixed)
        closes = datetime.combine(move.day + timedelta(days=1), time(), zone)
        Round.objects.filter(ties__fixtures=fixture, closes_at__lt=closes).update(closes_at=closes)
    return len(moved)


def _drop_impossible(row: Competition) -> None:
    """Drop the open proposals of a thawed ``row`` for a day without play: nobody can accept them."""
    zone = ZoneInfo(row.time_zone)
    proposals = Proposal.objects.filter(fixture__tie__round__stage__competition=row, state=Proposal.State.OPEN)
    for proposal in proposals.select_related("fixture"):
        if not is_playable(row, proposal.fixture, proposal.kick_off_at.astimezone(zone), leaves=()):
            Proposal.objects.filter(id=proposal.id).update(state=Proposal.State.DROPPED)


def _matches(row: Competition) -> list[UUID]:
    rows = Fixture.objects.filter(tie__round__stage__competition=row, match__isnull=False)
    return [match_id for match_id in rows.values_list("match_id", flat=True) if match_id is not None]


def _tell(row: Competition, message: Text, kind: str) -> None:
    people = people_of(row.entrants.filter(status=Entrant.Status.ENTERED))
    url, key = f"/competitions/{row.slug}/", f"{kind}:{row.id}:{row.log_position}"
    notify(users=people, kind="moved", message=message, url=url, key=key, competition=row.name)
