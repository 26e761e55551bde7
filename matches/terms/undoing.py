"""Undoing of a decision by the log alone: which moves stand, and which position stands again. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeVar
from uuid import UUID

from engines.core.dice import ScriptedDice
from engines.core.game import Game
from engines.core.seats import SEATS, Seat, Wire
from matches.codes import UNDO
from matches.errors import MatchError


def _(msgid: str) -> str:
    """Mark a sentence for the extractor, and leave it as it is."""
    return msgid


SENTENCES: Final = (
    NO_MOVE := _("You have made no move yet."),
    CLOCK_DECIDED := _("The clock decided since: that move stays."),
    SECRET_KNOWN := _("A side chose in secret since, and now it is known: that move stays."),
)
"""Why a decision stays, for ``CannotUndo``."""


class CannotUndo(MatchError):
    """The last decision stays; the sentence says why."""

    code = "cannot_undo"
    status = 409


class Row(Protocol):
    """A row of a log, in memory or of the database."""

    @property
    def seq(self) -> int: ...
    @property
    def client_id(self) -> UUID: ...
    @property
    def seat(self) -> Any: ...
    @property
    def move(self) -> Any: ...
    @property
    def rolls(self) -> Any: ...
    @property
    def kind(self) -> Any: ...


AnyRow = TypeVar("AnyRow", bound=Row)


@dataclass(frozen=True, slots=True)
class Undoing:
    """The position before a decision, and what happened since."""

    to: int
    """The version that stands again."""
    wire: Wire
    rolls: int
    """Rolls up to it."""
    rolled: bool
    """Dice fell since."""

    def payload(self, version: int) -> dict[str, Any]:
        """Return the payload of the command that undoes it while the match is at ``version``."""
        return {"v": version, "to": self.to, "rolls": self.rolls, "wire": self.wire}

    def ruling(self) -> dict[str, Any]:
        """Return the move of the row that undoes it."""
        return {"type": UNDO, "to": self.to, "rolls": self.rolls, "wire": self.wire}


def standing(rows: Iterable[AnyRow]) -> list[AnyRow]:
    """Return ``rows`` without moves that were undone, and without the rulings that undid them."""
    events: list[AnyRow] = []
    for row in rows:
        if row.kind == "ruling" and row.move.get("type") == UNDO:
            events = [event for event in events if event.seq <= row.move["to"] or event.kind != "move"]
        else:
            events.append(row)
    return events


def undone(
    game: Game[Any],
    rules_version: int,
    beginning: tuple[Any, Any, Sequence[int]],
    rows: Sequence[Row],
    seat: Seat,
) -> Undoing:
    """Return what undoing the last decision of ``seat`` does. Raises CannotUndo with one of ``SENTENCES``.

    ``beginning``: options, terms and rolls of the opening. Moves that were sent as one are undone as one, and with them
    whatever the other side did since.
    """
    options, terms, opening = beginning
    first = _first(rows, seat)
    if any(row.kind == "move" and not row.seat for row in rows if row.seq >= first.seq):
        raise CannotUndo(CLOCK_DECIDED)
    state, _events = game.new(game.options_under(rules_version, options), terms, ScriptedDice(opening))
    rolls = len(opening)
    before: tuple[Any, int] | None = None
    for row in rows:
        if row.seq >= first.seq:
            before = before or (state, rolls)
            if any(game.view(state, side) != game.view(state, None) for side in SEATS):
                raise CannotUndo(SECRET_KNOWN)
        if row.kind == "move":
            moved: Any = row.seat or None  # home, away, or a host move
            state, _events = game.apply(state, moved, row.move, ScriptedDice(row.rolls))
            rolls += len(row.rolls)
        elif "wire" in row.move:
            state, rolls = game.from_wire(row.move["wire"]), row.move.get("rolls", rolls)
    assert before is not None, "the row that is undone is in the log"
    since = [row for row in standing(rows) if row.seq >= first.seq]
    wire = game.stored_under(rules_version, before[0])
    return Undoing(first.seq - 1, wire, before[1], any(row.rolls for row in since))


def _first(rows: Sequence[AnyRow], seat: Seat) -> AnyRow:
    """Return the first row of the last decision of ``seat`` that stands. Raises CannotUndo."""
    own = [row for row in standing(rows) if row.kind == "move" and row.seat == seat]
    if not own:
        raise CannotUndo(NO_MOVE)
    return next(row for row in own if row.client_id == own[-1].client_id)
