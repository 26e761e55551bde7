"""Kick-offs of fixtures: proposed and answered by the two sides, or set by the organiser.

A planned kick-off is valid unless both agree on another. Both sides are told of a change, and it is counted
(``sequence``), so that each is told once. The table opens with the round: two sides who are both there may begin before
the kick-off.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from engines.core.seats import Seat, other
from engines.core.text import text
from league.competitions.derivation.deadlines import Leave, deadline, leaves_of
from league.competitions.derivation.effects import names
from league.competitions.errors import ScheduleRefused
from league.competitions.log import journal
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Fixture, Proposal
from league.competitions.policy.parties import people_in, seat_in
from league.competitions.verbs import open_disputes
from league.competitions.verbs.rulings import competition_id
from league.players.models import User
from league.sentences import because, moment_words
from matches.models import Match
from matches.verbs.opening import poke

OPEN_AT_ONCE = 3
"""Open proposals of one side for one fixture."""
AHEAD = timedelta(days=366)
MOST_PASSED_OVER = 120
"""Days tried for a kick-off that must move on."""


def propose(*, fixture: Fixture, by: User, kick_off_at: datetime) -> Proposal:
    """Propose a kick-off for your own match; proposing the other side's time accepts it.

    Repeating it changes nothing. Raises ScheduleRefused: not your own, over, in the past, past the round's window, on a
    day without play.
    """
    with locked(competition_id(fixture)) as row:
        current = _fixture(fixture)
        seat = _side(row, current, by)
        _must_fit(row, current, kick_off_at)
        theirs = current.proposals.filter(state="open", seat=other(seat), kick_off_at=kick_off_at).first()
        if theirs is not None:
            return _accept(row, current, theirs, by)
        open_proposals = current.proposals.filter(state="open", seat=seat)
        same = open_proposals.filter(kick_off_at=kick_off_at).first()
        if same is not None:
            return same
        if open_proposals.count() >= OPEN_AT_ONCE:
            raise ScheduleRefused(
                _("You can have at most %(count)d open proposals. Wait for an answer.") % {"count": OPEN_AT_ONCE}
            )
        offer = Proposal.objects.create(
            fixture=current, seat=seat, by=by, kick_off_at=kick_off_at, made_at=timezone.now()
        )
        when = stored_moment(kick_off_at)
        line = text("proposed to play {fixture} on {when}", fixture=names(current), when=when)
        journal.note(row, by, "propose", line)
        message = text(
            "{name} proposes to play {fixture} on {when}", name=by.nickname, fixture=names(current), when=when
        )
        open_disputes.tell(row, people_in(current, other(seat)), "proposal", message, current, f"proposal:{offer.id}")
    return offer


def answer(*, proposal: Proposal, by: User, accept: bool) -> Proposal:
    """Accept or decline the other side's proposal. Repeating it changes nothing. Raises ScheduleRefused."""
    with locked(competition_id(proposal.fixture)) as row:
        offer = Proposal.objects.get(id=proposal.id)
        current = _fixture(proposal.fixture)
        if seat_in(current, by) != other(_seat(offer)):
            raise ScheduleRefused(_("Only the other side can answer your proposal."))
        state = Proposal.State.ACCEPTED if accept else Proposal.State.DECLINED
        if offer.state == state:
            return offer
        if offer.state != Proposal.State.OPEN:
            raise ScheduleRefused(_("This proposal is closed."))
        _side(row, current, by)
        if accept:
            _must_fit(row, current, offer.kick_off_at)
            return _accept(row, current, offer, by)
        _close(offer, state)
        when = stored_moment(offer.kick_off_at)
        line = text("declined to play {fixture} on {when}", fixture=names(current), when=when)
        journal.note(row, by, "decline", line)
        message = text("{name} cannot play {fixture} on {when}", name=by.nickname, fixture=names(current), when=when)
        open_disputes.tell(row, people_in(current, _seat(offer)), "proposal", message, current, f"answer:{offer.id}")
    return offer


def override_kick_off(*, fixture: Fixture, by: User, kick_off_at: datetime, reason: str) -> Fixture:
    """Set the kick-off as the organiser, even past the round's window. Raises ScheduleRefused."""
    with locked(competition_id(fixture)) as row:
        current = _fixture(fixture)
        _must_be_ahead(row, current)
        if not timezone.now() < kick_off_at < timezone.now() + AHEAD:
            raise ScheduleRefused(_("Choose a kick-off in the future, within a year."))
        _must_be_alone(current, kick_off_at)
        set_kick_off(row, current, kick_off_at, Fixture.Fixed.ORGANISER)
        when = stored_moment(kick_off_at)
        values = {"fixture": names(current), "when": when}
        journal.note(row, by, "put_off", because(text("moved {fixture} to {when}", **values), reason))
        _tell_moved(row, current, because(text("{fixture} is played on {when}", **values), reason))
    return current


def set_kick_off(row: Competition, fixture: Fixture, kick_off_at: datetime, fixed: str) -> None:
    """Set a kick-off, drop open proposals, and give a waiting match its times. Needs the lock."""
    fixture.kick_off_at, fixture.fixed = kick_off_at, fixed
    fixture.sequence += 1
    Fixture.objects.filter(id=fixture.id).update(kick_off_at=kick_off_at, fixed=fixed, sequence=F("sequence") + 1)
    fixture.proposals.filter(state=Proposal.State.OPEN).update(state=Proposal.State.DROPPED)
    begin_at_kick_off(row, fixture)


def begin_at_kick_off(row: Competition, fixture: Fixture) -> None:
    """Give the waiting match of ``fixture`` the times of its kick-off."""
    assert fixture.kick_off_at is not None
    waiting = Match.objects.filter(fixture=fixture, status=Match.Status.WAITING)
    # A table that opened before its planned kick-off begins then: it must not wait for the old one.
    waiting.filter(starts_at__isnull=False).update(starts_at=fixture.kick_off_at)
    if row.no_show_minutes:
        waiting.update(no_show_at=fixture.kick_off_at + timedelta(minutes=row.no_show_minutes))
    if fixture.match_id is not None:
        transaction.on_commit(partial(poke, fixture.match_id))


def is_playable(row: Competition, fixture: Fixture, at: datetime, leaves: Iterable[Leave]) -> bool:
    """Return whether ``at``, in the competition's zone, is on a day with play and in no leave of a side."""
    if at.date().isoformat() in row.blackout:
        return False
    sides = (fixture.home_id, fixture.away_id)
    return not any(leave.entrant_id in sides and leave.starts_at <= at < leave.ends_at for leave in leaves)


def move_on(row: Competition, fixture: Fixture, at: datetime, leaves: Sequence[Leave]) -> list[Fixture]:
    """Move a kick-off to ``at``, in the competition's zone, or to that time on the first later day that is possible.

    Such a day has play, and neither side is on leave or has another match. Later legs of the tie follow where they
    would not be on a later day any more. Returns all that moved. Needs the lock.
    """
    zone = ZoneInfo(row.time_zone)
    ahead = Fixture.objects.filter(competition=row, status__in=(Fixture.Status.PENDING, Fixture.Status.OPEN))
    ahead = ahead.exclude(fixed="").exclude(kick_off_at=None).select_related("home", "away", "match", "tie__round")
    later_legs = ahead.filter(tie=fixture.tie_id, leg__gt=fixture.leg)
    sides = [side for side in (fixture.home_id, fixture.away_id) if side is not None]
    others = (
        ahead.filter(Q(home__in=sides) | Q(away__in=sides)).exclude(
            tie=fixture.tie_id, leg__gte=fixture.leg
        )  # nor do boards of one tie stand in each other's way
    )
    taken = {other.kick_off_at.astimezone(zone).date() for other in others if other.kick_off_at is not None}
    days = [at + timedelta(days=more) for more in range(MOST_PASSED_OVER)]
    found = next((day for day in days if day.date() not in taken and is_playable(row, fixture, day, leaves)), at)
    set_kick_off(row, fixture, found.astimezone(UTC), fixture.fixed)
    moved = [fixture]
    following = later_legs.order_by("leg").first()
    if following is not None and following.kick_off_at is not None:
        before = following.kick_off_at.astimezone(zone)
        if before.date() <= found.date():
            next_day = datetime.combine(found.date() + timedelta(days=1), before.time(), zone)
            moved += move_on(row, following, next_day, leaves)
    return moved


def stored_moment(at: datetime) -> str:
    """Return a moment for audit lines and messages; readers get it in their zone (``league.sentences``)."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%MZ")


def may_schedule(row: Competition, fixture: Fixture, by: User) -> bool:
    """Return whether the page offers the forms."""
    try:
        _side(row, fixture, by)
    except ScheduleRefused:
        return False
    return True


def _accept(row: Competition, fixture: Fixture, proposal: Proposal, by: User) -> Proposal:
    _close(proposal, Proposal.State.ACCEPTED)
    set_kick_off(row, fixture, proposal.kick_off_at, Fixture.Fixed.AGREED)
    when = stored_moment(proposal.kick_off_at)
    message = text("agreed to play {fixture} on {when}", fixture=names(fixture), when=when)
    journal.note(row, by, "agree", message)
    _tell_moved(row, fixture, text("Agreed: {fixture} is played on {when}", fixture=names(fixture), when=when))
    return proposal


def _tell_moved(row: Competition, fixture: Fixture, message: list[object]) -> None:
    open_disputes.tell(
        row, people_in(fixture), "kick_off", message, fixture, f"kick_off:{fixture.id}:{fixture.sequence}"
    )


def _close(proposal: Proposal, state: str) -> None:
    proposal.state, proposal.answered_at = state, timezone.now()
    proposal.save(update_fields=["state", "answered_at"])


def _fixture(fixture: Fixture) -> Fixture:
    return Fixture.objects.select_related("home", "away", "match", "tie__round").get(id=fixture.id)


def _seat(proposal: Proposal) -> Seat:
    return "home" if proposal.seat == "home" else "away"


def _side(row: Competition, fixture: Fixture, by: User) -> Seat:
    """Return the side of ``by``. Raises ScheduleRefused."""
    seat = seat_in(fixture, by)
    if seat is None:
        raise ScheduleRefused(_("Only the two players can agree on a kick-off."))
    _must_be_ahead(row, fixture)
    if not people_in(fixture, other(seat)):
        raise ScheduleRefused(_("A bot is always here: play when you like."))
    if fixture.fixed == Fixture.Fixed.ORGANISER:
        raise ScheduleRefused(_("The organiser set this kick-off. Ask for another."))
    return seat


def _must_be_ahead(row: Competition, fixture: Fixture) -> None:
    if row.status != Competition.Status.RUNNING:
        raise ScheduleRefused(_("The competition is not running."))
    if row.frozen_at is not None:
        raise ScheduleRefused(_("The competition is frozen: %(reason)s") % {"reason": row.frozen_because})
    if fixture.home is None or fixture.away is None:
        raise ScheduleRefused(_("The sides here are not known yet."))
    waits = fixture.match is None or fixture.match.status == Match.Status.WAITING
    if fixture.status not in (Fixture.Status.PENDING, Fixture.Status.OPEN) or not waits:
        raise ScheduleRefused(_("This match is in play or finished."))


def _must_fit(row: Competition, fixture: Fixture, at: datetime) -> None:
    now, closes = timezone.now(), deadline(fixture, leaves_of(row), ZoneInfo(row.time_zone))
    if at <= now:
        raise ScheduleRefused(_("Choose a kick-off in the future."))
    if closes is not None and at > closes:
        last = moment_words(closes)
        raise ScheduleRefused(
            _("This round must be played by %(last)s. Only the organiser can extend it.") % {"last": last}
        )
    if at > now + AHEAD:
        raise ScheduleRefused(_("Choose a kick-off in the future, within a year."))
    if at.astimezone(ZoneInfo(row.time_zone)).date().isoformat() in row.blackout:
        raise ScheduleRefused(_("No matches are played on this day."))
    _must_be_alone(fixture, at)


def _must_be_alone(fixture: Fixture, at: datetime) -> None:
    """Refuse a kick-off out of the order of the legs, or at the time of another match of a side."""
    ahead = Fixture.objects.filter(status__in=(Fixture.Status.PENDING, Fixture.Status.OPEN)).exclude(fixed="")
    legs = ahead.filter(tie=fixture.tie_id).order_by("leg").values_list("kick_off_at", flat=True)
    earlier = legs.filter(leg__lt=fixture.leg, kick_off_at__gte=at).first()
    if earlier is not None:
        raise ScheduleRefused(
            _("An earlier match of these two is on %(when)s. Choose a later kick-off.")
            % {"when": moment_words(earlier)}
        )
    later = legs.filter(leg__gt=fixture.leg, kick_off_at__lte=at).first()
    if later is not None:
        raise ScheduleRefused(
            _("The next match of these two is on %(when)s. Move it first, or choose an earlier kick-off.")
            % {"when": moment_words(later)}
        )
    sides = [fixture.home_id, fixture.away_id]
    others = ahead.filter(Q(home__in=sides) | Q(away__in=sides), kick_off_at=at)
    others = others.exclude(tie=fixture.tie_id)  # boards of one tie are played at once
    clashing = others.select_related("home", "away").first()
    if clashing is not None:
        raise ScheduleRefused(_("%(match)s is on at that time. Choose another.") % {"match": names(clashing)})
