"""Keep and delete conditional moves: "if they play this, I play that", in correspondence matches.

A line begins with the other side's move and ends with one's own. It holds only what can be known before: no dice, no
choice that both make at once, no hidden choice. ``matches.live.conditional`` plays the replies.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

import engines
from engines.core.dice import Dice
from engines.core.errors import DiceExhausted, EngineError
from engines.core.game import Game
from engines.core.seats import Seat, other
from matches.errors import MatchError
from matches.live.conditional import key
from matches.log import rows_of
from matches.models import ConditionalMoves, Match
from matches.terms.clock import CORRESPONDENCE_FROM, is_correspondence
from matches.terms.undoing import standing

MOST_LINES: Final = 30
LONGEST: Final = 60
"""Moves of both sides in one line; a turn of Dom Jim has up to a dozen."""

Line = Sequence[Mapping[str, Any]]


class NotNow(MatchError):
    """Conditional moves cannot be kept in this match now."""

    code = "not_now"


class Moved(MatchError):
    """The match has moved on since the lines were made."""

    code = "stale"


class BadLine(MatchError):
    """A line that cannot be played."""

    code = "bad_line"
    status = 400


def keep(*, match: Match, seat: Seat, user: AbstractBaseUser, v: int, lines: Sequence[Line]) -> ConditionalMoves:
    """Replace the conditional moves of ``seat``, made in the position of version ``v``.

    Raises NotNow, Moved, BadLine naming the line and the move, both counted from 1.
    """
    if not 1 <= len(lines) <= MOST_LINES:
        raise BadLine(f"Give 1 to {MOST_LINES} lines, not {len(lines)}.")
    start = open_position(match, seat)
    if match.version != v:
        raise Moved(f"The match is at version {match.version} now, not {v}.")
    replies = _replies(engines.get(match.game), start, seat, lines)
    with transaction.atomic():
        # The lock waits for a move that is being written: either it is seen here, or it finds these lines.
        now = Match.objects.select_for_update(no_key=True).only("version", "status").get(pk=match.pk)
        if (now.version, now.status) != (v, Match.Status.LIVE):
            raise Moved(f"The match is at version {now.version} now, not {v}.")
        # A new row, so that a reply of the old lines that is under way has another id.
        ConditionalMoves.objects.filter(match=match, seat=seat).delete()
        return ConditionalMoves.objects.create(
            match=match,
            seat=seat,
            user_id=user.pk,
            version=v,
            seen=v,
            lines=[list(line) for line in lines],
            replies=replies,
        )


def drop(*, match: Match, seat: Seat) -> bool:
    """Delete the conditional moves of ``seat``; return whether there were any."""
    return bool(ConditionalMoves.objects.filter(match=match, seat=seat).delete()[0])


def stored_plan(*, match: Match, seat: Seat) -> ConditionalMoves | None:
    return ConditionalMoves.objects.filter(match=match, seat=seat).first()


def remaining(plan: ConditionalMoves, match: Match) -> list[list[dict[str, Any]]]:
    """Return the kept lines from the match's position on: those that were followed so far, without what was played."""
    rows = standing(rows_of(match, after=plan.version))
    played = [row.move for row in rows if row.kind == "move"]  # a referee's word ends no line
    return [line[len(played) :] for line in plan.lines if line[: len(played)] == played and len(line) > len(played)]


def notation(match: Match, line: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the moves of a line in the game's notation."""
    game = engines.get(match.game)
    return [game.notation(move) for move in line]


def open_position(match: Match, seat: Seat) -> Any:
    """Return the position that lines of ``seat`` begin with.

    Raises NotNow unless it waits for the other side's move in a running correspondence match.
    """
    if match.status != Match.Status.LIVE or match.snapshot is None:
        raise NotNow("The match is not being played now.")
    if not is_correspondence(match.move_seconds):
        raise NotNow(f"Conditional moves need at least {CORRESPONDENCE_FROM // 3600} hours a move.")
    seat_row = next(each for each in match.seats.all() if each.side == seat)
    if seat_row.bot or seat_row.controllers.all():
        raise NotNow("Only a person who plays a side alone can have conditional moves.")
    game = engines.get(match.game)
    state = game.from_wire(match.snapshot)
    if game.to_act(state) != (other(seat),):
        raise NotNow("Conditional moves wait for the other side's move: play yours first.")
    return state


def _replies(game: Game[Any], start: Any, seat: Seat, lines: Sequence[Line]) -> dict[str, Any]:
    """Return the own move, or None, for the key of each position in ``lines``. Raises BadLine."""
    replies: dict[str, Any] = {}
    for number, line in enumerate(lines, 1):
        if not 1 <= len(line) <= LONGEST:
            raise BadLine(f"Line {number}: give 2 to {LONGEST} moves, not {len(line)}.")
        state, own = start, False
        for step, move in enumerate(line, 1):
            place = f"Line {number}, move {step}"
            own = acting_in(game, state, seat, place) == seat
            here = key(game, state)
            reply = dict(move) if own else None
            if own and replies.get(here, reply) != reply:
                raise BadLine(f"{place}: an earlier line plays {game.notation(replies[here])} in the same position.")
            replies[here] = reply
            state = after(game, state, seat if own else other(seat), move, place)
        if not own:
            raise BadLine(f"Line {number} ends with the other side's move: add your reply.")
    return replies


def acting_in(game: Game[Any], state: Any, seat: Seat, place: str = "") -> Seat:
    """Return the one seat to act, if nothing is hidden from ``seat``: no answer may tell what is. Raises BadLine."""
    acting = game.to_act(state)
    if not acting:
        raise BadLine(f"{place}: the match is over before it.")
    if len(acting) > 1 or game.view(state, seat) != game.to_wire(state):
        raise BadLine(f"{place}: sides choose in secret here. End the line before it.")
    return acting[0]


def after(game: Game[Any], state: Any, seat: Seat, move: Mapping[str, Any], place: str = "") -> Any:
    """Return the position after ``move``, in which no die may be rolled. Raises BadLine."""
    try:
        return game.apply(state, seat, move, Dice())[0]
    except DiceExhausted:
        raise BadLine(f"{place}: dice decide here. End the line before it.") from None
    except EngineError as error:
        raise BadLine(f"{place}: {error}") from None
