"""Decisions of referees and organisers at a table: pause, resume, award, void, coaching call, message.

Whoever opened the match wrote its officials on it. Each decision is a command (``matches.live.commands``) with a reason
and the name and role of who decided; applied, it is a row of the match's log that everybody sees.
"""

from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID

from django.contrib.auth.base_user import AbstractBaseUser

import engines
from engines.core.errors import EngineError
from engines.core.seats import SEATS, Seat
from matches.errors import MatchError
from matches.live.calling import call
from matches.live.commands import WHEN, BadCommand, command, takes_over
from matches.live.rulings import obey_here
from matches.models import Match, MatchCommand

REASON: Final = (3, 200)
KINDS: Final = ("pause", "resume", "message", "coaching", "award", "void")
FINAL: Final = ("award", "void")
"""Decisions that end the match, and so need a confirmation."""


class RulingRefused(MatchError):
    """A decision that cannot be taken now, or that says too little."""

    code = "ruling_refused"
    status = 409


def decisions_offered(match: Match) -> list[str]:
    """Return the decisions that can be taken on ``match`` now."""
    return [kind for kind in KINDS if _is_possible(kind, match) and (kind != "coaching" or coached(match))]


def _is_possible(kind: str, match: Match) -> bool:
    return match.status in WHEN[kind] or takes_over(kind, match)


def coached(match: Match) -> list[Seat]:
    """Return the sides against which the game accepts a coaching call now."""
    if match.status != Match.Status.LIVE or match.snapshot is None:
        return []
    game = engines.get(match.game)
    try:
        state = game.from_wire(match.snapshot)
    except EngineError:  # it cannot be read, and so not played
        return []
    return [seat for seat in SEATS if game.coachable(state, seat)]


def decide(
    *, match: Match, by: AbstractBaseUser, role: str, kind: str, command_id: UUID, fields: Mapping[str, Any]
) -> MatchCommand:
    """Take a decision on ``match`` and have it applied; the same ``command_id`` counts once.

    ``fields``: ``reason`` for every kind (the words of a message), ``winner`` and ``score`` of an award, ``seat`` of a
    coaching call. The match must be committed. Raises RulingRefused, BadCommand.
    """
    if kind not in KINDS:
        raise BadCommand(f"the decision must be one of {', '.join(KINDS)}")
    reason = " ".join(str(fields.get("reason") or "").split())
    if not REASON[0] <= len(reason) <= REASON[1]:
        raise RulingRefused(f"Everybody at the table reads the reason: write {REASON[0]} to {REASON[1]} characters.")
    payload = {"reason": reason, "by": {"user": str(by.pk), "name": str(by), "role": role}}
    payload |= {key: fields[key] for key in ("winner", "score", "seat") if key in fields}
    earlier = MatchCommand.objects.filter(pk=command_id, match=match).first()
    if earlier is None and not _is_possible(kind, match):
        raise RulingRefused(f"The match is {match.status}.")
    row = earlier or command(match.id, kind, payload, command_id=command_id)
    call(obey_here(match.id))
    row.refresh_from_db()
    if row.applied_at is not None and row.outcome != "applied":
        raise RulingRefused(row.outcome)
    return row
