"""Commands: decisions of Celery, a referee or an organiser, as rows that the runtime applies once.

No other app touches a running match; it leaves a row here and a poke. Payloads by kind: ``resign`` ``{"seat"}``;
``award`` ``{"winner": seat | null, "score": {"home", "away"}, "how": str, "reason": str}``; ``void``, ``pause``,
``resume`` and ``message`` ``{"reason"}``; ``coaching`` ``{"seat", "reason"}``, and ``{"after", "reason_code"}`` of a
call by the other side at that version; ``start`` and ``time_up`` ``{}``. ``by``
may name who decided: ``{"user", "name", "role"}``.
"""

from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID

from django.db import transaction

from matches import feed
from matches.errors import MatchError
from matches.models import Match, MatchCommand
from matches.store.rows import MatchRow


class BadCommand(MatchError):
    """An unknown kind of command, or a wrong payload."""

    code = "bad_command"
    status = 400


WHEN: Final[dict[str, tuple[str, ...]]] = {
    "start": ("waiting",),
    "resign": ("live",),
    "time_up": ("live",),
    "coaching": ("live",),
    "pause": ("live",),
    "resume": ("paused",),
    "message": ("waiting", "live", "paused"),
    "award": ("waiting", "live", "paused"),
    "void": ("waiting", "live", "paused"),
    "draw": ("live",),
    "undo": ("live",),
}
"""Match statuses in which each kind can be applied."""


def takes_over(kind: str, match: Match | MatchRow) -> bool:
    """Return whether ``kind`` is the pause of an official who takes over one that both sides agreed on.

    Not while the competition is frozen: the end of the freeze ends that pause too.
    """
    return kind == "pause" and match.status == "paused" and match.resume_at is not None and not match.held


def command(
    match_id: UUID, kind: str, payload: Mapping[str, Any] | None = None, *, command_id: UUID | None = None
) -> MatchCommand:
    """Store a command for ``match_id``; on commit the running processes are told.

    The same ``command_id`` is one row. The outcome is on the row afterwards: ``applied_at`` and ``outcome``. Raises
    BadCommand.
    """
    fields = dict(payload or {})
    if kind not in MatchCommand.Kind.values:
        raise BadCommand(f"there is no command {kind!r}; there are {', '.join(MatchCommand.Kind.values)}")
    if kind in (MatchCommand.Kind.RESIGN, MatchCommand.Kind.COACHING) and fields.get("seat") not in ("home", "away"):
        raise BadCommand(f"{kind} needs its seat: home or away")
    if kind == MatchCommand.Kind.AWARD:
        _check_award(fields)
    given = {"match_id": match_id, "kind": kind, "payload": fields}
    if command_id is None:
        row = MatchCommand.objects.create(**given)
    else:
        row, _created = MatchCommand.objects.get_or_create(pk=command_id, defaults=given)
        if row.match_id != match_id:
            raise BadCommand("this id belongs to a command on another match")
    transaction.on_commit(lambda: feed.publish_poke(match_id))
    return row


def _check_award(fields: Mapping[str, Any]) -> None:
    if fields.get("winner") not in ("home", "away", None):
        raise BadCommand("winner must be home, away or null")
    score = fields.get("score")
    if score is not None and not (
        isinstance(score, Mapping)
        and set(score) == {"home", "away"}
        and all(isinstance(n, int) and not isinstance(n, bool) and n >= 0 for n in score.values())
    ):
        raise BadCommand("score must be an object with whole goals for home and away")
