"""Opening a match: the row, its two seats, the secret of its dice and the commitment to it.

The opener (``league`` for a fixture, a casual page) says everything that the table must know; the kick-off itself is
the runtime's (``matches.live.kickoff``). All verbs here are synchronous and run in the caller's transaction.
"""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

import engines
from engines.core.dice import commitment
from engines.core.game import Game
from engines.core.options import resolve_options, resolve_terms
from engines.core.seats import SEATS
from engines.core.seats import Seat as SeatName
from matches import feed
from matches.codes import API_BOT
from matches.errors import SeatTaken
from matches.live.seating import names
from matches.models import Match, MatchSecret, Official, Seat, SeatController
from matches.store.bulk import insert_values
from matches.terms.clock import quota_start_ms
from matches.terms.legs import first_terms
from matches.verbs.guests import must_be_welcome

BESIDE = 3
"""Matches at most whose course is shown beside another."""


class Account(NamedTuple):
    """The columns of a user that a seat needs: of the thousand of a big round no rows are made."""

    pk: UUID
    nickname: str
    bot: str

    def __str__(self) -> str:
        return self.nickname


@dataclass(frozen=True, slots=True)
class Sitter:
    """The holder of a seat: a user, a house bot (``bot``: its engine bot), or an open invite.

    ``users`` are two or three people who share it, in the order of their turns; ``user`` is then the first of them.
    While they are fewer than ``places`` the seat has an invite. ``people`` are names instead, of those who play the
    side at the screen of ``user``.
    """

    user: AbstractBaseUser | Account | None = None
    bot: str = ""
    name: str = ""
    users: tuple[AbstractBaseUser | Account, ...] = ()
    places: int = 1
    people: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.users and self.user is None:
            object.__setattr__(self, "user", self.users[0])

    @property
    def size(self) -> int:
        """Return how many people play the side."""
        return max(self.places, len(self.users), len(self.people))


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """The settings of a new match.

    ``chat`` is the policy of the players' room, ``chat_spectators`` of the other one (empty: the same); ``chat_hidden``
    closes the spectators' room to the sides until the match is over. ``officials`` may rule here, each a user and a
    role (``Official.Role``); players of the match cannot. ``bot_seconds`` is how long a bot waits before it moves; the
    clock is that of ``**controls.limits(...)`` or limits of the opener's own, and ``home_used_ms`` of it are gone for
    home before the kick-off; ``part`` names the match within its competition (``Match.part``); a friendly of two
    ``legs`` opens with its first ``leg``, and the second follows by itself (``matches.verbs.two_legs``); ``beside`` the
    origins of matches whose course the two want to know; ``audience`` and ``closed`` say who may look on
    (``matches.policy.audience``).
    """

    game: str
    options: Mapping[str, Any] | None = None
    terms: Mapping[str, Any] | None = None
    home: Sitter
    away: Sitter
    title: str = ""
    back_url: str = ""
    origin: str = ""
    rated: bool = False
    rematch_allowed: bool = True
    listed: bool = True
    audience: UUID | None = None
    closed: bool = False
    move_seconds: int | None = None
    budget_seconds: int | None = None
    control: str = ""
    absence_seconds: int | None = None
    absence_claimed: bool = True
    home_used_ms: int = 0
    away_used_ms: int = 0
    bot_seconds: float = 1.0
    starts_at: datetime | None = None
    no_show_at: datetime | None = None
    held: bool = False
    chat: str = Match.Chat.ALL
    chat_spectators: str = ""
    chat_hidden: bool = False
    officials: Iterable[tuple[AbstractBaseUser, str]] = ()
    mode: str = Match.Mode.ORDINARY
    beside: Sequence[str] = ()
    part: Sequence[list[Any]] = ()
    legs: int = 1
    leg: int = 1

    @property
    def sitters(self) -> dict[SeatName, Sitter]:
        return {"home": self.home, "away": self.away}


_COPIED = (
    "game", "title", "back_url", "origin", "rated", "listed", "audience", "closed", "move_seconds", "budget_seconds",
    "control", "home_used_ms", "away_used_ms", "absence_seconds", "absence_claimed", "bot_seconds", "starts_at",
    "no_show_at", "held", "chat", "chat_hidden", "mode",
)  # fmt: skip
"""Fields of an opening that are copied to columns of the match."""


def open_match(opening: Opening) -> Match:
    """Open a match that waits for its two sides; its dice commitment is published with it.

    Raises BadRequest (unknown game), BadOptions, SeatTaken (a side of more people than the game has).
    """
    [key] = open_matches([opening])
    return Match.objects.get(pk=key)


def open_matches(openings: Sequence[Opening]) -> list[UUID]:
    """Open many matches at once: five queries in all; all or none. Return their ids in the order of ``openings``."""
    vault = [secrets.token_bytes(32) for _opening in openings]
    with transaction.atomic():
        matches = insert_values(Match, list(map(_new, openings, vault)))
        pairs = list(zip(matches, openings, strict=True))
        kept = zip(matches, vault, strict=True)
        insert_values(MatchSecret, [{"match_id": match, "value": secret.hex()} for match, secret in kept])
        seats = [_seat(match, side, opening.sitters[side]) for match, opening in pairs for side in SEATS]
        seat_keys = insert_values(Seat, seats)
        sitters = [opening.sitters[side] for opening in openings for side in SEATS]
        SeatController.objects.bulk_create(
            [
                SeatController(seat_id=key, user_id=user.pk, number=number, name=str(user)[:60])
                for key, sitter in zip(seat_keys, sitters, strict=True)
                if max(len(sitter.users), sitter.places) > 1
                for number, user in enumerate(sitter.users)
            ]
        )
        insert_values(Official, [each for match, opening in pairs for each in _officials(match, opening)])
        for at, (match, opening) in enumerate(pairs):
            _tell(match, opening, bots=all(seat["bot"] for seat in seats[2 * at : 2 * at + 2]))
    return matches


def _new(opening: Opening, secret: bytes) -> dict[str, Any]:
    """Return the values of the match of ``opening``, with the ``secret`` of its dice. Raises as ``open_match`` does."""
    engine = engines.get(opening.game)
    is_first = opening.leg < opening.legs
    quota = quota_start_ms(opening.move_seconds, opening.budget_seconds)
    return {
        **{name: getattr(opening, name) for name in _COPIED},
        "rules_version": engine.rules_version,
        "options": resolve_options(engine.options, _with_players(engine, opening.options, opening.sitters)),
        "terms": resolve_terms(first_terms(opening.terms) if is_first else opening.terms),
        "leg": opening.leg if opening.legs > 1 else 0,
        "rematch_allowed": opening.rematch_allowed and not is_first,
        "home_quota_ms": quota,
        "away_quota_ms": quota,
        "beside": list(opening.beside)[:BESIDE],
        "part": list(opening.part),
        "chat_spectators": opening.chat_spectators or opening.chat,
        "commitment": commitment(secret),
    }


def _officials(match: UUID, opening: Opening) -> list[dict[str, Any]]:
    """Return the values of the officials of the new ``match``, without its players."""
    sitting = {user.pk for sat in opening.sitters.values() for user in (*sat.users, sat.user) if user is not None}
    role_by_user = {user.pk: role for user, role in opening.officials if user.pk not in sitting}
    return [{"match_id": match, "user_id": key, "role": role} for key, role in role_by_user.items()]


def _tell(match: UUID, opening: Opening, *, bots: bool) -> None:
    """Let the runtime begin matches of two bots, and the lobby show listed ones, on commit."""
    if bots and (opening.starts_at is None or opening.starts_at <= timezone.now()):
        transaction.on_commit(partial(poke, match))
    if opening.listed and opening.audience is None:
        news = {"match": str(match), "status": Match.Status.WAITING.value}
        transaction.on_commit(partial(feed.publish, "lobby", news))


def appoint(match: Match, officials: Iterable[tuple[AbstractBaseUser, str]]) -> None:
    """Make ``officials`` the only ones of ``match``, except its players: nobody rules their own match."""
    seats, shared = Seat.objects.filter(match=match), SeatController.objects.filter(seat__match=match)
    sitting = {user for rows in (seats, shared) for user in rows.values_list("user_id", flat=True)}
    role_by_user = {user.pk: role for user, role in officials if user.pk not in sitting}
    with transaction.atomic():
        deleted, _kinds = Official.objects.filter(match=match).exclude(user_id__in=role_by_user).delete()
        Official.objects.bulk_create(
            [Official(match=match, user_id=key, role=role) for key, role in role_by_user.items()],
            update_conflicts=True,
            update_fields=["role"],
            unique_fields=["match", "user"],
        )
        if deleted or role_by_user:
            transaction.on_commit(lambda: feed.publish_chat(match.id))


def _with_players(
    engine: Game[Any], options: Mapping[str, Any] | None, sitters: Mapping[SeatName, Sitter]
) -> Mapping[str, Any] | None:
    """Return ``options`` with the number of people on each side, for a game that counts them.

    Raises SeatTaken for too many.
    """
    count = {side: sitters[side].size for side in SEATS}
    most = max(count.values())
    if most > engine.sharers:
        refusal = _("At most %(count)d people can play %(game)s on one side.")
        raise SeatTaken(refusal % {"game": engine.name, "count": engine.sharers})
    everybody = [user.pk for sitter in sitters.values() for user in sitter.users]
    if len(set(everybody)) < len(everybody):
        raise SeatTaken(_("You cannot play against yourself."))
    if most > 1 and any(option.name == "players" for option in engine.options):
        return {**(options or {}), "players": count}
    return options


def _seat(match: UUID, side: SeatName, sitter: Sitter) -> dict[str, Any]:
    """Return the values of the seat of ``sitter``."""
    robot = sitter.bot == API_BOT or getattr(sitter.user, "bot", "") == API_BOT
    bot = "" if robot else sitter.bot
    is_open = (sitter.user is None and not bot) or 0 < len(sitter.users) < sitter.places
    name = sitter.name or (str(sitter.user) if sitter.user is not None else sitter.bot)
    if max(len(sitter.users), len(sitter.people)) > 1 and not sitter.name:
        name = names(sitter.people or [str(user) for user in sitter.users])
    return {
        "match_id": match,
        "side": side,
        "user_id": None if sitter.user is None else sitter.user.pk,
        "bot": bot,
        "robot": robot,
        "name": name[:60],
        "invite": new_invite() if is_open else "",
        "places": sitter.places,
        "people": list(sitter.people) or None,
    }


def new_invite() -> str:
    """Return a secret for the link of a seat."""
    return secrets.token_urlsafe(32)


def take_seat(*, invite: str, user: AbstractBaseUser) -> Seat:
    """Sit ``user`` down at the seat of ``invite``; once nobody is missing there, the link is spent.

    Whoever takes a place of a side of several again has it already. Raises SeatTaken when the link leads to no open
    seat, or when the user already sits elsewhere in this match.
    """
    must_be_welcome(user)
    with transaction.atomic():
        seat = Seat.objects.filter(invite=invite).exclude(invite="").first()
        if seat is not None:
            # The match, not the seat: two links of one match are followed one after the other.
            Match.objects.select_for_update(no_key=True).get(pk=seat.match_id)
        seats = [] if seat is None else list(Seat.objects.filter(match=seat.match_id).prefetch_related("controllers"))
        seat = next((each for each in seats if each.invite == invite), None)
        if seat is None:
            raise SeatTaken("This link has been used, or its match is over.")
        own_seat = next((taken for taken in seats if taken.is_of(user)), None)
        if own_seat is not None:
            if own_seat == seat and seat.places > 1:
                return seat
            raise SeatTaken("You already sit at this table: send the link to somebody else.")
        if seat.places > 1:
            number = max((person.number for person in seat.controllers.all()), default=-1) + 1
            SeatController.objects.create(seat=seat, user_id=user.pk, number=number, name=str(user)[:60])
        else:
            seat.user_id, seat.name, seat.invite = user.pk, str(user)[:60], ""
        seat.seen_at = timezone.now()
        seat.save(update_fields=["user", "name", "invite", "seen_at"])
        if seat.places > 1:
            count_people(seat)
        transaction.on_commit(partial(poke, seat.match_id))
    return seat


def count_people(seat: Seat) -> None:
    """Write who sits at a side of several into its seat: the first of them, their names, a link if one is missing.

    They take their turns in the order in which they came. The match must be locked.
    """
    people = list(seat.controllers.order_by("number"))
    for number, person in enumerate(people):
        if person.number != number:  # somebody before them left
            person.number = number
            person.save(update_fields=["number"])
    seat.user_id = people[0].user_id if people else None
    seat.name = names(person.name for person in people)
    seat.invite = "" if len(people) == seat.places else seat.invite or new_invite()
    seat.save(update_fields=["user", "name", "invite"])


def poke(match_id: UUID) -> None:
    """Ask the running processes to look at this match now; otherwise their sweep finds it within a second."""
    feed.publish_poke(match_id)
