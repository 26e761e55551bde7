"""Sending in of a match that was played without a server (``matches.offline``): checked move by move, then kept here.

It counts nowhere: whoever played it had its secret, so nobody else can know how often it was played before it was sent.
"""

import hmac
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as _noop

import engines
from engines.core.dice import commitment
from engines.core.seats import SEATS
from matches.errors import MatchError, NotSeated
from matches.letters import clean
from matches.models import Match, MatchEvent, MatchSecret, Seat
from matches.offline.checking import DoesNotFit, Fault, NotOver, OlderRules, check
from matches.offline.host import Kept, Sitter
from matches.terms.pace import BOT_SECONDS
from matches.verbs.guests import house_bots, must_be_welcome

OLDEST: Final = timedelta(days=366)
"""A browser's clock may be wrong: times before this, and those to come, are moved to the nearest that can be."""
NAME: Final = 24
"""Letters of a name at one screen, as in a match that begins here (``matches.verbs.casual.hot_seat``)."""

_FAULTS: Final[dict[Fault, str]] = {
    "order": _noop("it is not the next line."),
    "move": _noop("the rules do not allow this move."),
    "rolls": _noop("its dice do not follow from the secret."),
    "events": _noop("something else happened by the rules."),
    "undo": _noop("it does not lead back to an earlier position."),
    "end": _noop("the match does not end as it says."),
}
_OTHERS: Final = (
    _noop("This match is not over. Play it to its end first."),
    _noop("This match was begun under rules that this site does not play."),
)
"""The sentences of the pure check's other refusals."""


class NotAsPlayed(MatchError):
    """The log does not follow from rules and secret; the sentence names its first wrong line."""

    code = DoesNotFit.code
    status = DoesNotFit.status

    def __init__(self, error: DoesNotFit) -> None:
        sentence = _("This match cannot be taken. Line %(line)d of its log is wrong: %(why)s")
        super().__init__(sentence % {"line": error.line, "why": _(_FAULTS[error.fault])})
        self._members = error.members()

    def members(self) -> dict[str, Any]:
        return self._members


class NumberTaken(MatchError):
    """Another match has the id of the one that is sent."""

    code = "number_taken"


def send_in(*, kept: Kept, sender: Callable[[], AbstractBaseUser]) -> Match:
    """Keep the finished match ``kept``, played without a server; sent again, return the one that is here.

    ``sender`` is called once the match has stood the check: whoever is not signed in becomes a guest only then. Raises
    NotAsPlayed, SeatTaken (the sender may not play here), NotSeated (a program), NumberTaken; NotOver, OlderRules,
    BadRequest of ``checking.check``.
    """
    try:
        check(kept)
    except DoesNotFit as error:
        raise NotAsPlayed(error) from None
    except (NotOver, OlderRules) as error:
        raise type(error)(_(str(error))) from None
    user = sender()
    must_be_welcome(user)
    if getattr(user, "bot", ""):
        raise NotSeated(_("Only people send matches in."))
    try:
        with transaction.atomic():
            # One after another for one person; of two people the second finds the first one's row in its way.
            get_user_model()._default_manager.select_for_update(no_key=True).get(pk=user.pk)
            return _found(kept) or _stored(user, kept)
    except IntegrityError:
        found = _found(kept)
        if found is None:
            raise
        return found


def _found(kept: Kept) -> Match | None:
    """Return the match if it is here: whoever has its secret has played it. Raises NumberTaken for another one."""
    match = Match.objects.filter(pk=kept.match.id).select_related("secret").first()
    if match is None:
        return None
    if match.mode != Match.Mode.OFFLINE or not hmac.compare_digest(match.secret.value, kept.match.secret):
        raise NumberTaken(_("Another match has this number."))
    return match


def _stored(user: AbstractBaseUser, kept: Kept) -> Match:
    sent, now = kept.match, timezone.now()
    match = Match(
        id=sent.id,
        game=sent.game,
        mode=Match.Mode.OFFLINE,
        rules_version=sent.rules_version,
        options=sent.options,
        terms=sent.terms,
        title=engines.get(sent.game).name,
        origin="casual",
        rematch_allowed=False,
        listed=False,
        chat=Match.Chat.NONE,
        chat_spectators=Match.Chat.NONE,
        status=Match.Status.FINISHED,
        version=sent.version,
        snapshot=sent.position,
        rolls=sent.rolls,
        opening=sent.opening,
        result=sent.result,
        bot_seconds=BOT_SECONDS,
        commitment=commitment(bytes.fromhex(sent.secret)),
        started_at=_credible(sent.began_at, now),
        finished_at=_credible(sent.moved_at, now),
    )
    match.save(force_insert=True)
    MatchSecret.objects.create(match=match, value=sent.secret)
    Seat.objects.bulk_create(_seats(user, match, kept))
    part_by_client: Counter[UUID] = Counter()
    rows = []
    for row in kept.log:
        moved_at = _credible(row.at, now)
        rows.append(
            MatchEvent(
                match=match,
                seq=row.seq,
                client_id=row.client_id,
                part=part_by_client[row.client_id],
                seat=row.seat,
                move=row.move,
                rolls=row.rolls,
                events=row.events,
                kind=row.kind,
                at=moved_at,
            )
        )
        part_by_client[row.client_id] += 1
    MatchEvent.objects.bulk_create(rows, batch_size=500)
    return match


def _seats(user: AbstractBaseUser, match: Match, kept: Kept) -> list[Seat]:
    """Return the seats: the account's own name stands at its first seat, whatever was typed there."""
    sides: dict[str, tuple[Sitter, str]] = {
        "home": (kept.match.home, kept.match.home_seed),
        "away": (kept.match.away, kept.match.away_seed),
    }
    bot_by_level = {bot.bot: bot for bot in house_bots()}
    seats: list[Seat] = []
    for side in SEATS:
        sits, seed = sides[side]
        rival = bot_by_level.get(sits.bot)
        own = not any(seat.user_id == user.pk for seat in seats)
        person = str(user) if own else " ".join(clean(sits.name).split())[:NAME]
        name = (rival.nickname if rival else sits.bot) if sits.bot else person
        holder = rival if sits.bot else user
        holder_id = None if holder is None else holder.pk
        seats.append(
            Seat(
                match=match,
                side=side,
                user_id=holder_id,
                bot=sits.bot,
                name=name[:60],
                dice_seed=seed,
                default_seed=False,
            )
        )
    return seats


def _credible(moment: datetime, now: datetime) -> datetime:
    aware = moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
    return min(max(aware, now - OLDEST), now)
