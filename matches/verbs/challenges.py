"""Challenges: offers to play, to everybody in the lobby or to one player.

An accepted one becomes a match. Of two who accept at once one sits down and the other is told. An offer ends by itself
(the sweeper of every web process), whichever process died. Nothing here is rated or belongs to a competition.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Any, Final, Unpack
from uuid import UUID

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

import engines
from engines.core.seats import SEATS
from engines.core.seats import Seat as SeatName
from matches import feed
from matches.codes import API_BOT
from matches.errors import MatchError
from matches.live.running import Hall
from matches.models import Challenge, Match, Seat
from matches.terms import time_controls
from matches.terms.rules import Chosen, RulesOfMatch
from matches.verbs.guests import must_be_welcome
from matches.verbs.opening import Opening, Sitter, open_match

OPEN_FOR: Final = timedelta(minutes=30)
DIRECT_FOR: Final = timedelta(hours=24)
OFFERS_AT_ONCE: Final = 3
"""Open offers of one person, so that nobody fills the lobby."""
SHOWN: Final = 30
"""Offers that the lobby shows, newest first."""
MATCHES_AT_ONCE: Final = 4
"""Unfinished matches of one API bot."""
UNFINISHED: Final = (Match.Status.WAITING, Match.Status.LIVE, Match.Status.PAUSED)


class ChallengeGone(MatchError):
    """The challenge was accepted by somebody else, or is over."""

    code = "challenge_gone"


class ChallengeRefused(MatchError):
    """A challenge that may not be made or accepted; the sentence says why."""

    code = "challenge_refused"


class TooManyMatches(MatchError):
    """The bot has reached its limit of matches."""

    code = "too_many_matches"
    status = 429


def challenges_open_to(user: AbstractBaseUser | AnonymousUser) -> QuerySet[Challenge]:
    """Return the open offers that ``user`` may accept or has made, newest first, with their owners."""
    rows = Challenge.objects.open(timezone.now()).select_related("owner", "to")
    if not user.is_authenticated:
        return rows.filter(to=None).order_by("-id")[:SHOWN]
    return rows.filter(Q(to=None) | Q(to=user.pk) | Q(owner=user.pk)).order_by("-id")[:SHOWN]


def offer(
    *,
    user: AbstractBaseUser,
    game: str,
    to: AbstractBaseUser | None = None,
    side: str = "",
    control: str = "normal",
    **chosen: Unpack[Chosen],
) -> Challenge:
    """Offer a match of ``game``, or one of two legs, to everybody, or ``to`` one player.

    ``side`` is the owner's, empty: by lot. Repeating an open offer returns it. Raises ChallengeRefused, BadControl,
    BadRules, BadRequest (no such game), TooManyMatches.
    """
    rules = RulesOfMatch.taken(game, **chosen)
    time_controls.limits(game, control)
    if control not in time_controls.WITH_PEOPLE:
        raise ChallengeRefused(
            _("Two people can choose one of these clocks: %s.") % ", ".join(time_controls.WITH_PEOPLE)
        )
    if side not in ("", *SEATS):
        raise ChallengeRefused(_("Choose home, away or lot for the side."))
    if to is not None and to.pk == user.pk:
        raise ChallengeRefused(_("You cannot challenge yourself."))
    if to is not None and getattr(to, "bot", "") not in ("", API_BOT):
        raise ChallengeRefused(_("A house bot needs no challenge. Play it from the page of the game."))
    must_be_welcome(user)
    bot_has_room(user)
    with transaction.atomic():
        _lock_user(user)
        standing = Challenge.objects.open(timezone.now()).filter(owner=user.pk)
        fields: dict[str, Any] = {"game": game, "to": to, "side": side, "control": control}
        fields |= {"options": rules.options, "winner": rules.winner, "legs": rules.legs}
        same = standing.filter(**fields).first()
        if same is not None:
            return same
        if standing.count() >= OFFERS_AT_ONCE:
            refusal = _("You have %(count)d open challenges. Cancel one, or wait until someone accepts.")
            raise ChallengeRefused(refusal % {"count": OFFERS_AT_ONCE})
        ends = timezone.now() + (OPEN_FOR if to is None else DIRECT_FOR)
        challenge = Challenge.objects.create(owner_id=user.pk, expires_at=ends, **fields)
        transaction.on_commit(lambda: tell(challenge))
    return challenge


def accept(*, challenge_id: UUID, user: AbstractBaseUser) -> Match:
    """Accept a challenge and return its match; the same user's repeat returns the same match.

    Raises ChallengeGone (somebody was quicker, or it is over), ChallengeRefused (your own, or for somebody else),
    TooManyMatches.
    """
    must_be_welcome(user)
    bot_has_room(user)
    with transaction.atomic():
        challenges = Challenge.objects.select_for_update(of=("self",)).select_related("owner", "to", "match")
        row = challenges.filter(pk=challenge_id).first()
        if row is None or (row.to_id is not None and user.pk not in (row.to_id, row.owner_id)):
            raise ChallengeGone(_("This challenge does not exist."))
        if row.match is not None and row.match.seats.filter(user=user.pk).exists():
            return row.match
        if row.owner_id == user.pk:
            raise ChallengeRefused(_("This is your own challenge. Someone else must accept it."))
        _still_open(row)
        bot_has_room(row.owner)
        home: SeatName = "home" if row.side == "home" or (row.side == "" and secrets.randbelow(2)) else "away"
        sides = {home: Sitter(user=row.owner), "away" if home == "home" else "home": Sitter(user=user)}
        rules = RulesOfMatch.offered(row)
        match = open_match(
            Opening(
                game=row.game,
                options=rules.options,
                terms=rules.terms,
                home=sides["home"],
                away=sides["away"],
                title=engines.get(row.game).name,
                origin=f"challenge:{row.id}",
                legs=rules.legs,
                **time_controls.limits(row.game, row.control),
            )
        )
        row.status, row.match = Challenge.Status.ACCEPTED, match
        row.save(update_fields=["status", "match"])
        transaction.on_commit(lambda: tell(row))
    return match


def decline(*, challenge_id: UUID, user: AbstractBaseUser) -> Challenge:
    """Decline a challenge made to ``user``. Raises ChallengeGone."""
    return _end(challenge_id, Q(to=user.pk), Challenge.Status.DECLINED)


def cancel(*, challenge_id: UUID, user: AbstractBaseUser) -> Challenge:
    """Withdraw a challenge of ``user``. Raises ChallengeGone."""
    return _end(challenge_id, Q(owner=user.pk), Challenge.Status.CANCELLED)


def _end(challenge_id: UUID, condition: Q, status: Challenge.Status) -> Challenge:
    with transaction.atomic():
        row = Challenge.objects.select_for_update().filter(condition, pk=challenge_id).first()
        if row is None:
            raise ChallengeGone(_("This challenge does not exist."))
        if row.status == status:
            return row
        _still_open(row)
        row.status = status
        row.save(update_fields=["status"])
        transaction.on_commit(lambda: tell(row))
    return row


def _still_open(row: Challenge) -> None:
    if row.status == Challenge.Status.ACCEPTED:
        raise ChallengeGone(_("Someone was quicker. This challenge is taken."))
    if row.status != Challenge.Status.OPEN or row.expires_at <= timezone.now():
        raise ChallengeGone(_("This challenge has ended."))


def bot_has_room(user: Any) -> None:  # a row of the user model, which lives above matches
    """Raise TooManyMatches for an API bot that has reached its limit of matches."""
    if getattr(user, "bot", "") != API_BOT:
        return
    if Seat.objects.filter(user=user.pk, match__status__in=UNFINISHED).count() >= MATCHES_AT_ONCE:
        refusal = _("%(name)s already plays %(count)d matches, the most a bot can play at once.")
        raise TooManyMatches(refusal % {"name": user, "count": MATCHES_AT_ONCE})


def _lock_user(user: AbstractBaseUser) -> None:
    """Lock the user's row, so that concurrent offers are counted one after the other."""
    get_user_model()._default_manager.select_for_update(no_key=True).filter(pk=user.pk).values_list("pk").first()


def tell(row: Challenge) -> None:
    """Tell the lobby and the two players of a change."""
    data = {"challenge": str(row.id), "status": row.status, "match": str(row.match_id or "")}
    if row.to_id is None:
        feed.publish("lobby", data)
    for key in {row.owner_id, row.to_id} - {None}:
        feed.publish(f"user:{key}", data)


_EXPIRE = """
UPDATE matches_challenge SET status = 'expired' WHERE status = 'open' AND expires_at <= %s RETURNING id, owner_id, to_id
"""


async def expire(hall: Hall, now: datetime) -> int:
    """End the offers whose time is over; return how many. Safe to repeat and under concurrency."""
    async with hall.connection() as link:
        ended = await (await link.execute(_EXPIRE, (now,))).fetchall()
    for challenge_id, owner, to in ended:
        data = {"challenge": str(challenge_id), "status": "expired", "match": ""}
        topics = ["lobby"] if to is None else []
        for topic in [*topics, *(f"user:{key}" for key in (owner, to) if key is not None)]:
            await feed.apublish(topic, data)
    return len(ended)
