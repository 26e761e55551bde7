"""Drafts of a placement: a run of "put this piece here" decisions, tried before any is made.

A game marks the choices of such a run by the key ``place``. A draft is worked out from the seat's view, without dice:
it reveals nothing sealed, and ends where chance or the other seat comes in. The result is a list of moves to submit at
once; only the engine says what is legal.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from engines.core.dice import Dice
from engines.core.drawing import Choice, Scene
from engines.core.errors import DiceExhausted
from engines.core.game import Game
from engines.core.moves import Move
from engines.core.seats import Seat, Wire
from engines.judging import judge_of

KEY: Final = "place"
"""Key of a choice that belongs to a draft."""
MOST: Final = 64
"""Most pieces of one draft: as many moves as one submission may have."""

Cells = dict[str, str]
"""Piece -> its cell."""


@dataclass
class Draft:
    """A placement as far as it goes."""

    moves: list[Move] = field(default_factory=list)
    cells: Cells = field(default_factory=dict)
    piece: str | None = None
    """Next piece to place, None once the run is over."""
    open: list[str] = field(default_factory=list)
    """Open cells of that piece."""
    offered: dict[str, set[str]] = field(default_factory=dict)
    """Every cell that each piece of the run was offered."""

    @property
    def whole(self) -> bool:
        """Return whether nothing is left to place: the moves may be submitted."""
        return self.piece is None and bool(self.moves)


def position(game: Game[Any], view: Wire, seat: Seat) -> Any:  # the game's own kind of position
    """Return a position that fits ``view``, with anything hidden from ``seat`` invented."""
    guess = getattr(judge_of(game.slug), "guess", None)
    return guess(view, seat, Random(0)) if guess else game.from_wire(view)


def is_open(game: Game[Any], view: Wire, seat: Seat) -> bool:
    state = position(game, view, seat)
    return bool(_offered(game, state, view, seat))


def follow(game: Game[Any], view: Wire, seat: Seat, places: Mapping[str, str], *, fill: bool = False) -> Draft:
    """Draft the placement ``places`` as far as the rules allow.

    It stops at the first piece that is not in ``places`` or may not go there; with ``fill`` that piece goes to the
    nearest open cell instead (without a wish: its cell in a time-out), until all are placed.
    """
    state = position(game, view, seat)
    draft = Draft()
    while len(draft.moves) < MOST:
        offered = _offered(game, state, view if not draft.moves else game.view(state, seat), seat)
        draft.piece, draft.open = None, []
        if not offered:
            break
        for choice in offered:
            draft.offered.setdefault(choice["move"]["piece"], set()).add(choice["move"]["to"])
        move = _wanted_move(offered, places, draft.cells)
        if move is None and fill:
            move = _nearest(game, state, seat, offered, places)
        if move is None:
            draft.piece = offered[0]["move"]["piece"]
            draft.open = [choice["move"]["to"] for choice in offered if choice["move"]["piece"] == draft.piece]
            break
        draft.moves.append(move)
        draft.cells[move["piece"]] = move["to"]
        try:
            state, _events = game.apply(state, seat, move, Dice())
        except DiceExhausted:
            break
    return draft


def ways(game: Game[Any], view: Wire, seat: Seat, cells: Mapping[str, str], piece: str) -> dict[str, Cells]:
    """Return other cells for ``piece`` of a whole draft: cell -> the placement that follows.

    If it cannot go alone it swaps with the first piece there that allows it.
    """
    placements: dict[str, Cells] = {}
    for cell in sorted(follow(game, view, seat, cells).offered.get(piece, ())):
        if cell == cells.get(piece):
            continue
        tries: list[Cells] = [{**cells, piece: cell}]
        tries += [{**cells, piece: cell, mate: cells[piece]} for mate, at in cells.items() if at == cell]
        for places in tries:
            draft = follow(game, view, seat, places)
            if draft.whole and draft.cells == places:
                placements[cell] = places
                break
    return placements


def scene(game: Game[Any], view: Wire, cells: Mapping[str, str]) -> Scene:
    return game.scene({**view, "pieces": {**view["pieces"], **cells}})


def _offered(game: Game[Any], state: Any, view: Wire, seat: Seat) -> list[Choice]:
    if seat not in game.to_act(state):
        return []
    choices = game.choices(view, seat, game.legal(state, seat))
    return [choice for choice in choices if choice.get("key") == KEY]


def _wanted_move(offered: list[Choice], places: Mapping[str, str], placed: Mapping[str, str]) -> Move | None:
    for choice in offered:
        move = choice["move"]
        if move["piece"] not in placed and places.get(move["piece"]) == move["to"]:
            return move
    return None


def _nearest(game: Game[Any], state: Any, seat: Seat, offered: list[Choice], targets: Mapping[str, str]) -> Move:
    """Return the open cell nearest to the wish of the first piece that has one, else the default."""
    wish = next((choice["move"]["piece"] for choice in offered if choice["move"]["piece"] in targets), None)
    if wish is None:
        spare = game.default_move(state, seat)
        return next((choice["move"] for choice in offered if choice["move"] == spare), offered[0]["move"])
    places = game.geometry()["cells"]
    goal = places[targets[wish]]

    def far(move: Move) -> float:
        place = places[move["to"]]
        x, y = place["x"] + place["w"] / 2, place["y"] + place["h"] / 2
        return (x - goal["x"] - goal["w"] / 2) ** 2 + (y - goal["y"] - goal["h"] / 2) ** 2

    return min((choice["move"] for choice in offered if choice["move"]["piece"] == wish), key=far)
