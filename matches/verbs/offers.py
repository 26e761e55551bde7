"""Offers between the two sides at the table, and their outcome.

A draw, a pause, its end, an early start of a scheduled match, a rematch, undoing a move, and the call for coaching,
which the log decides if it is denied or not answered (``matches.verbs.coaching``). One open offer of a kind a seat;
both sides offering the same is an agreement. Everything is one transaction on the locked match, so that of two
processes one acts and the other sees that it is done; what follows from an agreement is left as a command in that
same transaction (a rematch is opened in it), so a killed process loses nothing: the next sweep applies it, once. All
verbs are synchronous.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated, Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as _noop

from engines.core.seats import SEATS, other
from engines.core.seats import Seat as SeatName
from matches import feed, queries
from matches.codes import UNDO
from matches.errors import MatchError
from matches.live.commands import command
from matches.live.seating import SEAT_FRESH
from matches.models import Match, MatchEvent, Offer, Seat
from matches.terms import clock
from matches.terms.undoing import CannotUndo, Undoing
from matches.verbs import casual, coaching
from matches.verbs.challenges import TooManyMatches, bot_has_room
from matches.verbs.officials import coached
from matches.verbs.undoing import undoing

PAUSE_SECONDS: Final = 15 * 60
"""Length of an agreed pause, which ends by itself."""
PAUSES: Final = 3
"""Agreed pauses that a match may have."""
ACTS: Final = ("make", "accept", "decline", "withdraw")
ANSWER: Final = timedelta(seconds=30)
"""Time to admit or deny a call for coaching, except by correspondence."""
WAIT: Final[Mapping[str, float]] = {
    "draw": 30,
    "pause": 30,
    "resume": 5,
    "start": 10,
    "rematch": 15,
    "undo": 10,
    "coaching": 30,
}
"""Seconds until a kind may be offered again after a failure; times the square of the number of failures."""
MOST_TRIES: Final = 10
"""The wait grows up to this many tries."""
STATUS: Final[Mapping[str, str]] = {
    "draw": Match.Status.LIVE,
    "pause": Match.Status.LIVE,
    "resume": Match.Status.PAUSED,
    "start": Match.Status.WAITING,
    "rematch": Match.Status.FINISHED,
    "undo": Match.Status.LIVE,
    "coaching": Match.Status.LIVE,
}
"""The match status in which each kind can be offered."""


class NoOffer(MatchError):
    """The offer cannot be made, or there is none to answer."""

    code = "no_offer"
    status = 409


class TooSoon(NoOffer):
    """The same was offered a moment ago and failed."""

    code = "too_soon"
    status = 429


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of an offer."""

    kind: str
    status: str
    v: Annotated[int, "The match's version now; what an agreement does comes as one more."]
    next_match: Annotated[UUID | None, "The rematch, once it is agreed."] = None


def act(*, match_id: UUID, seat: SeatName, kind: str, do: str, client_id: UUID) -> Answer:
    """Make, accept, decline or withdraw the offer of ``kind`` for ``seat``. Repeats count once.

    To accept a call for coaching is to admit it. It is accepted too if the log proves it: at once when it is made, or
    although it is declined.

    Raises NoOffer (with why), TooSoon, Match.DoesNotExist.
    """
    if kind not in Offer.Kind.values:
        raise NoOffer(
            _("There is no offer %(kind)s; choose one of %(all)s.")
            % {"kind": kind, "all": ", ".join(Offer.Kind.values)}
        )
    if do not in ACTS:
        raise NoOffer(_("Answer an offer with one of %(all)s, not %(do)s.") % {"all": ", ".join(ACTS), "do": do})
    with transaction.atomic():
        match = Match.objects.select_for_update().get(pk=match_id)
        answer = _act(match, seat, kind, do, client_id)
        transaction.on_commit(lambda: feed.publish_poke(match_id))
        if kind == Offer.Kind.REMATCH:  # asked for on the page, not at the table
            transaction.on_commit(lambda: feed.publish(f"match:{match_id}", {"offers": True}))
    # Raised only now, so that offers marked as lapsed on the way stay written.
    if isinstance(answer, NoOffer):
        raise answer
    return answer


def _act(match: Match, seat: SeatName, kind: str, do: str, client_id: UUID) -> Answer | NoOffer:
    seats: dict[str, Seat] = {row.side: row for row in match.seats.select_related("user")}
    open_now = _open(match, kind)
    if kind == Offer.Kind.COACHING and _is_one_screen(seats):
        seat = _at_one_screen(match, seat, do)
    try:
        if do == "make":
            return _make(match, seats, open_now, seat, kind, client_id)
        if do == "withdraw":
            return _close(match, open_now.get(seat), seat, kind, Offer.Status.WITHDRAWN)
        if do == "decline":
            return _decline(match, open_now.get(other(seat)), other(seat), kind)
        return _accept(match, seats, open_now.get(other(seat)), other(seat), kind)
    except NoOffer as refused:  # before anything of this act was written
        return refused


def _is_one_screen(seats: Mapping[str, Seat]) -> bool:
    return seats["home"].user_id == seats["away"].user_id


def _at_one_screen(match: Match, seat: SeatName, do: str) -> SeatName:
    """Return the side that acts at a screen of both: the one not in turn calls coaching, the other one answers."""
    on_turn = next(iter(coached(match)), other(seat))
    return on_turn if do in ("accept", "decline") else other(on_turn)


def _open(match: Match, kind: str) -> dict[str, Offer]:
    """Return the open offers of ``kind`` by seat, marking lapsed ones."""
    open_offers: dict[str, Offer] = {}
    for offer in match.offers.filter(kind=kind, status=Offer.Status.OPEN):
        lapsed_at = _lapsed_at(match, offer)
        if lapsed_at is None:
            open_offers[offer.seat] = offer
        else:  # the wait for the next one began then, not when somebody looks
            match.offers.filter(pk=offer.pk).update(status=Offer.Status.LAPSED, changed_at=lapsed_at)
    return open_offers


def _lapsed_at(match: Match, offer: Offer) -> datetime | None:
    """Return when play went past the offer; None: it stands.

    A pause or its end, another status, a draw answered by the other's decision, an undo overtaken by any or by another
    undo, a turn that is over.
    """
    past = Q(kind="ruling", move__type__in=("pause", "frozen", "resume"))
    if offer.kind == Offer.Kind.UNDO:
        past |= Q(kind="move") | Q(move__type=UNDO)
    elif offer.kind == Offer.Kind.DRAW:
        past |= Q(kind="move") & ~Q(seat__in=("", offer.seat))
    after = MatchEvent.objects.filter(past, match=match, seq__gt=offer.version).order_by("seq")
    lapsed_at = after.values_list("at", flat=True).first()
    if lapsed_at is None and match.status != STATUS[offer.kind]:
        return timezone.now()
    if lapsed_at is None and offer.kind == Offer.Kind.COACHING:
        return coaching.over_since(match, "home" if offer.seat == Seat.Side.HOME else "away", offer.version)
    return lapsed_at


def _make(
    match: Match, seats: Mapping[str, Seat], open_now: Mapping[str, Offer], seat: SeatName, kind: str, client_id: UUID
) -> Answer:
    repeated = match.offers.filter(client_id=client_id).first()
    own_offer = repeated or open_now.get(seat)
    if own_offer is not None:
        return _answer(match, own_offer)
    theirs = open_now.get(other(seat))
    # Each side undoes its own decision, and calls the other's coaching.
    if theirs is not None and kind not in (Offer.Kind.UNDO, Offer.Kind.COACHING):
        return _accept(match, seats, theirs, other(seat), kind)
    if kind == Offer.Kind.REMATCH and (after := casual.next_match(match)) is not None:
        return Answer(kind, Offer.Status.ACCEPTED, match.version, after.id)
    _check(match, seats, seat, kind)
    proven = kind == Offer.Kind.COACHING and coaching.is_proven(match, other(seat))
    if not proven:
        _check_wait(match, seat, kind, timezone.now())
    offer = Offer.objects.create(match=match, seat=seat, kind=kind, client_id=client_id, version=match.version)
    if proven:
        return _punish(match, offer, seat, "proven")
    if kind == Offer.Kind.COACHING:
        return _answer(match, offer)
    if _is_one_screen(seats):
        return _accept(match, seats, offer, seat, kind)  # one screen, or one person: there is nobody else to ask
    if not seats[other(seat)].bot:
        return _answer(match, offer)
    # A bot agrees to whatever costs it nothing, and plays on rather than take a draw. Dice that fell would be known.
    if kind == Offer.Kind.DRAW:
        return _close(match, offer, seat, kind, Offer.Status.DECLINED)
    return _accept(match, seats, offer, seat, kind)


def _accept(match: Match, seats: Mapping[str, Seat], offer: Offer | None, maker: SeatName, kind: str) -> Answer:
    if offer is None:
        return _settled(match, maker, kind, Offer.Status.ACCEPTED)
    undone = _check(match, seats, maker, kind)
    if kind == Offer.Kind.COACHING:
        return _punish(match, offer, maker, "admitted")
    offer.status = Offer.Status.ACCEPTED
    offer.save(update_fields=["status", "changed_at"])
    if kind == Offer.Kind.REMATCH:
        user = seats[maker].user or seats[other(maker)].user
        assert user is not None  # somebody offered it
        return Answer(kind, offer.status, match.version, casual.rematch(match_id=match.id, user=user).id)
    agreed: dict[str, Any] = {"by": "agreement", "offer": str(offer.id)}
    if kind == Offer.Kind.PAUSE:
        agreed["seconds"] = PAUSE_SECONDS
    if undone is not None:
        agreed |= undone.payload(match.version)
    command(match.id, kind, agreed)
    return _answer(match, offer)


def _punish(match: Match, offer: Offer, maker: SeatName, code: str) -> Answer:
    """Have the engine punish coaching, which is ``admitted`` or ``proven``; it refuses once the turn is over."""
    offer.status = Offer.Status.ACCEPTED
    offer.save(update_fields=["status", "changed_at"])
    payload = {"seat": other(maker), "after": match.version, "reason": _REASON[code], "reason_code": code}
    command(match.id, "coaching", {**payload, "offer": str(offer.id)})
    return _answer(match, offer)


_REASON: Final = {"admitted": "their side admits it", "proven": "a team-mate wrote in the chat during the turn"}


def _decline(match: Match, offer: Offer | None, maker: SeatName, kind: str) -> Answer:
    if offer is not None and kind == Offer.Kind.COACHING and coaching.is_proven(match, other(maker)):
        return _punish(match, offer, maker, "proven")
    return _close(match, offer, maker, kind, Offer.Status.DECLINED)


@transaction.atomic
def decide_calls(match_id: UUID) -> None:
    """Let the log decide the calls for coaching that were not answered in time. Safe to repeat."""
    match = Match.objects.select_for_update().get(pk=match_id)
    open_now = _open(match, Offer.Kind.COACHING)
    for maker in SEATS:
        offer = open_now.get(maker)
        if offer is not None and timezone.now() - offer.created_at >= ANSWER:
            _decline(match, offer, maker, offer.kind)
    transaction.on_commit(lambda: feed.publish_poke(match_id))


def _close(match: Match, offer: Offer | None, maker: SeatName, kind: str, status: str) -> Answer:
    if offer is None:
        return _settled(match, maker, kind, status)
    offer.status = status
    offer.save(update_fields=["status", "changed_at"])
    return _answer(match, offer)


def _settled(match: Match, maker: SeatName, kind: str, status: str) -> Answer:
    """Settle an act without an open offer: a repeat of the last one, or too late. Raises NoOffer."""
    last = match.offers.filter(kind=kind, seat=maker).order_by("-created_at", "-id").first()
    if last is None or last.status != status:
        raise NoOffer(_("This offer has ended."))
    return _answer(match, last)


def _answer(match: Match, offer: Offer) -> Answer:
    after = None
    if offer.kind == Offer.Kind.REMATCH and offer.status == Offer.Status.ACCEPTED:
        after = casual.next_match(match)
    return Answer(offer.kind, offer.status, match.version, None if after is None else after.id)


def seat_asking_again(match: Match) -> str:
    """Return the seat that asks for a rematch, or ""."""
    offer = match.offers.filter(kind=Offer.Kind.REMATCH, status=Offer.Status.OPEN).first()
    return "" if offer is None else offer.seat


def _check(match: Match, seats: Mapping[str, Seat], maker: SeatName, kind: str) -> Undoing | None:
    """Check that ``kind``, offered by ``maker``, makes sense in this match now; return what an undo would do.

    Raises NoOffer with the reason.
    """
    if match.status != STATUS[kind]:
        raise NoOffer(gettext(_WRONG_TIME[kind]))
    if not all(seats[side].user_id or seats[side].bot for side in SEATS):
        raise NoOffer(_("You have no opponent yet."))
    if kind == Offer.Kind.DRAW:
        if not (match.terms or {}).get("draws_allowed", True):
            raise NoOffer(_("This match must have a winner: you cannot agree on a draw."))
        goals = queries.score_of(match)
        if goals["home"] != goals["away"]:
            raise NoOffer(_("You can only agree on a draw while the score is level."))
    elif kind == Offer.Kind.UNDO:
        return _check_undo(match, seats, maker)
    elif kind == Offer.Kind.COACHING:
        try:
            coaching.check(match, maker)
        except coaching.CannotCall as error:
            raise NoOffer(str(error)) from None
    elif kind == Offer.Kind.PAUSE:
        if clock.is_correspondence(match.move_seconds):
            raise NoOffer(_("A correspondence match has no pauses."))
        if match.offers.filter(kind=kind, status=Offer.Status.ACCEPTED).count() >= PAUSES:
            raise NoOffer(_("A match has at most %(n)d agreed pauses.") % {"n": PAUSES})
    elif match.held and kind in (Offer.Kind.RESUME, Offer.Kind.START):
        raise NoOffer(_("The competition is frozen. Its organiser can resume it."))
    elif kind == Offer.Kind.RESUME:
        if match.resume_at is None:
            raise NoOffer(_("A referee paused this match. Only a referee can resume it."))
    elif kind == Offer.Kind.START:
        _check_start(match, seats)
    elif not match.rematch_allowed:
        raise NoOffer(_("There is no rematch of this match."))
    else:
        _check_room(seats)
    return None


def _check_room(seats: Mapping[str, Seat]) -> None:
    try:
        for row in seats.values():
            bot_has_room(row.user)
    except TooManyMatches as error:
        raise NoOffer(str(error)) from None


def _check_undo(match: Match, seats: Mapping[str, Seat], maker: SeatName) -> Undoing:
    try:
        undone = undoing(match, maker)
    except CannotUndo as error:
        raise NoOffer(str(error)) from None
    if seats[other(maker)].bot and undone.rolled:
        raise NoOffer(_("Dice fell since: against a bot that move stays."))
    return undone


_WRONG_TIME: Final = {
    "draw": _noop("You can only agree on a draw while the match is in play."),
    "pause": _noop("You can only pause a match in play."),
    "resume": _noop("The match is not paused."),
    "start": _noop("The match has already started."),
    "rematch": _noop("The match is still in play."),
    "undo": _noop("You can only undo a move while the match is in play."),
    "coaching": _noop("You can only call coaching while the match is in play."),
}


def _check_start(match: Match, seats: Mapping[str, Seat]) -> None:
    now = timezone.now()
    if match.starts_at is None or match.starts_at <= now:
        raise NoOffer(_("This match begins as soon as both sides are here."))
    away = [row for row in seats.values() if not row.bot and not _at_table(row, now)]
    if away:
        raise NoOffer(_("Both sides must be here to start early."))


def _at_table(row: Seat, now: datetime) -> bool:
    return row.seen_at is not None and row.gone_at is None and now - row.seen_at < SEAT_FRESH


def _check_wait(match: Match, seat: SeatName, kind: str, now: datetime) -> None:
    """Make failed offers delay the next one, longer each time. Raises TooSoon."""
    nothing = (Offer.Status.DECLINED, Offer.Status.WITHDRAWN, Offer.Status.LAPSED)
    past = match.offers.filter(kind=kind, seat=seat, status__in=nothing)
    times = min(past.count(), MOST_TRIES)
    if not times:
        return
    last = past.order_by("-changed_at").values_list("changed_at", flat=True)[0]
    left = last + timedelta(seconds=WAIT[kind] * times**2) - now
    if left > timedelta(0):
        seconds = int(left.total_seconds()) + 1
        raise TooSoon(_("You offered this a moment ago. Wait %(n)d s.") % {"n": seconds})
