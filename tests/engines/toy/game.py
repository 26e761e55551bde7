"""The toy's rules behind the contract of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from engines.core.dice import Dice
from engines.core.drawing import Choice, Clock, Geometry, Line, Scene
from engines.core.errors import BadRequest, BadState, IllegalMove, show
from engines.core.game import Game
from engines.core.moves import Move, find
from engines.core.options import Option, resolve_options, resolve_terms
from engines.core.seats import SEATS, Event, Seat, Wire, other
from engines.core.telling import goal, lines
from engines.core.text import Text, text
from tests.engines.toy.position import (
    CELLS,
    COLUMNS,
    FINGERS,
    FORMATIONS,
    OPTIONS,
    PIECES,
    REST,
    ZONES,
    Position,
    mirror,
    read,
    to_act,
    write,
)


class Toy(Game[Position]):
    slug: ClassVar[str] = "toy"
    name: ClassVar[str] = "Toy"
    rules_version: ClassVar[int] = 1
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    move_seconds: ClassVar[int] = 30
    wall_minutes: ClassVar[int | None] = None

    def new(
        self, options: Mapping[str, Any] | None, terms: Mapping[str, Any] | None, dice: Dice
    ) -> tuple[Position, list[Event]]:
        return Position(resolve_options(OPTIONS, options), resolve_terms(terms)), []

    def legal(self, state: Position, seat: Seat) -> Sequence[Move]:
        if seat not in SEATS:
            raise BadRequest(f"a seat is home or away, not {show(seat)}")
        if seat not in to_act(state):
            return ()
        if state.phase == "formation":
            return FORMATIONS
        if state.phase == "duel":
            return FINGERS
        if state.phase == "placing":
            piece = next_piece(state, seat)
            return [*(Move({"type": "place", "piece": piece, "to": cell}) for cell in free(state, seat)), REST]
        return [
            Move({"type": "step", "piece": piece, "to": cell})
            for piece, start in zip(PIECES, state.cells, strict=True)
            if piece.startswith(seat) and start
            for cell in beside(start)
            if cell not in state.cells
        ] or [REST]

    def apply(
        self, state: Position, seat: Seat | None, move: Mapping[str, Any], dice: Dice
    ) -> tuple[Position, list[Event]]:
        if seat is None:
            return self._host(state, move, dice)
        own = find(self.legal(state, seat), move)
        if own is None:
            raise IllegalMove(f"{show(dict(move))} is not legal for {seat} in phase {state.phase} (TY-1 to TY-4)")
        p = state._replace(turn=state.turn + 1)
        if own["type"] in ("formation", "fingers"):
            return _seal(p, seat, own["name"] if own["type"] == "formation" else own["n"], dice)
        if p.phase == "placing":
            return _place(p, seat, own), [{"type": "placed", "seat": seat}]
        events: list[Event] = []
        if own["type"] == "step":
            p = p._replace(cells=_put(p, own["piece"], own["to"]))
            events.append({"type": "step", "seat": seat, "piece": own["piece"], "to": own["to"]})
        value = dice.roll(6)
        events.append({"type": "roll", "seat": seat, "sides": 6, "value": value, "for": "step"})
        p = p._replace(turns_played=p.turns_played + 1)
        return (p._replace(phase="duel"), events) if value == 6 else _pass_on(p, dice, events)

    def _host(self, state: Position, move: Mapping[str, Any], dice: Dice) -> tuple[Position, list[Event]]:
        if not isinstance(move, Mapping):
            raise BadRequest("a move must be an object")
        kind, seat = move.get("type"), move.get("seat")
        if state.phase == "finished":
            raise IllegalMove("the match is over")
        if move == {"type": "time_up"} and not state.time_up:
            return state._replace(time_up=True), [{"type": "time_up", "period": "play"}]
        if set(move) == {"type", "seat"} and seat in SEATS:
            if kind == "resign":
                return _finish(state, other(seat), "resignation", [])
            if kind == "timeout" and seat in to_act(state):
                after, events = self.apply(state, seat, self.default_move(state, seat), dice)
                return after, [{"type": "timeout", "seat": seat}, *events]
            if kind == "whistle" and state.phase == "turn" and seat == state.active:
                events = [{"type": "whistle", "seat": seat}]
                return state._replace(active=other(seat)), events
        raise IllegalMove(f"the host may not move {show(dict(move))} now (TY-6)")

    def default_move(self, state: Position, seat: Seat) -> Move:
        moves = self.legal(state, seat)
        if not moves:
            raise IllegalMove(f"{seat} is not to act")
        return moves[-1] if state.phase == "placing" else moves[0]

    def to_act(self, state: Position) -> tuple[Seat, ...]:
        return to_act(state)  # type: ignore[return-value]

    def result(self, state: Position) -> dict[str, Any] | None:
        return None if state.how is None else {"winner": state.winner, "how": state.how}

    def mirror(self, value: Any) -> Any:
        return mirror(value)

    def view(self, state: Position, seat: Seat | None) -> Wire:
        return write(state, seat)

    def to_wire(self, state: Position) -> Wire:
        return write(state, None, all_secrets=True)

    def from_wire(self, wire: Mapping[str, Any]) -> Position:
        return read(wire)

    def setup(
        self,
        overrides: Mapping[str, Any] | None,
        options: Mapping[str, Any] | None = None,
        terms: Mapping[str, Any] | None = None,
    ) -> Position:
        wire = self.to_wire(Position(resolve_options(OPTIONS, options), resolve_terms(terms)))
        if not isinstance(overrides or {}, Mapping):
            raise BadState("overrides must be an object")
        return read({**wire, **{key: value for key, value in (overrides or {}).items() if key != "pieces_only"}})

    def geometry(self) -> Geometry:
        return _GEOMETRY

    def scene(self, view: Wire) -> Scene:
        pieces = []
        for piece, cell in view["pieces"].items():
            if cell is not None:
                seat, _, number = piece.partition(".p")
                place = _GEOMETRY["cells"][cell]
                pieces.append(
                    {
                        "id": piece,
                        "seat": seat,
                        "shape": "round" if seat == "home" else "square",
                        "label": number,
                        "cell": cell,
                        "x": place["x"] + 50,
                        "y": place["y"] + 50,
                        "name": text("{team} number {n}", team=f"@{seat}", n=number),
                        "marks": ["keeper"] if number == "1" else [],
                    }
                )
        return {"pieces": pieces, "ball": None, "notes": []}

    def choices(self, view: Wire, seat: Seat, moves: Sequence[Move]) -> list[Choice]:
        return [_choice(move) for move in moves]

    def chosen(self, view: Wire) -> tuple[Seat, ...]:
        sealed = view["phase"] in ("formation", "duel") and len(view["to_act"]) == 1
        return tuple(seat for seat in SEATS if sealed and seat not in view["to_act"])

    def prompt(self, view: Wire, seat: Seat) -> Text:
        return text("Choose") if seat in view["to_act"] else text("Wait")

    def commentary(self, events: Sequence[Event]) -> list[Line]:
        return lines(events, {"goal": goal}, {})

    def describe(self, view: Wire) -> list[Text]:
        return [text("{h} to {a}", h=view["score"]["home"], a=view["score"]["away"])]

    def clock(self, view: Wire) -> Clock:
        turns = view["options"]["turns"]
        return {"period": text("Play"), "minute": None, "stoppage": 0, "turn": view["turns_played"], "of": turns}


def next_piece(p: Position, seat: str) -> str:
    """The piece that is placed next."""
    return next(piece for piece, cell in zip(PIECES, p.cells, strict=True) if piece.startswith(seat) and cell is None)


def free(p: Position, seat: str) -> list[str]:
    """The cells of the side's formation that nobody stands on."""
    zone = ZONES[seat, p.home_formation if seat == "home" else p.away_formation]
    return [cell for cell in zone if cell not in p.cells]


def beside(cell: str) -> list[str]:
    """The cells that share a side with ``cell``."""
    column, row = COLUMNS.index(cell[0]), int(cell[1])
    places = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
    return [f"{COLUMNS[c]}{r}" for c, r in places if 0 <= c < 6 and 1 <= r <= 8]


def _put(p: Position, piece: str, cell: str) -> tuple[str | None, ...]:
    at = PIECES.index(piece)
    return (*p.cells[:at], cell, *p.cells[at + 1 :])


def _seal(p: Position, seat: Seat, value: Any, dice: Dice) -> tuple[Position, list[Event]]:
    p = p._replace(**{f"{seat}_sealed": value})
    events: list[Event] = [{"type": "sealed", "seat": seat}]
    if to_act(p):
        return p, events
    home, away = p.home_sealed, p.away_sealed
    p = p._replace(home_sealed=None, away_sealed=None)
    if p.phase == "formation":
        events += [{"type": "line_up", "seat": "home", "name": home}, {"type": "line_up", "seat": "away", "name": away}]
        value = dice.roll(2)
        events.append({"type": "roll", "seat": None, "sides": 2, "value": value, "for": "first"})
        return p._replace(phase="placing", active=SEATS[value - 1], home_formation=home, away_formation=away), events
    events.append({"type": "duel", "home": home, "away": away})
    p = p._replace(phase="turn")
    if home != away:
        key = f"{p.active}_goals"
        p = p._replace(**{key: getattr(p, key) + 1})
        events.append({"type": "goal", "seat": p.active, "piece": None, "own": False})
    return _pass_on(p, dice, events)


def _place(p: Position, seat: Seat, move: Move) -> Position:
    if move["type"] == "place":
        p = p._replace(cells=_put(p, move["piece"], move["to"]))
    else:
        while any(cell is None for piece, cell in zip(PIECES, p.cells, strict=True) if piece.startswith(seat)):
            p = p._replace(cells=_put(p, next_piece(p, seat), free(p, seat)[0]))
    if all(cell is not None for piece, cell in zip(PIECES, p.cells, strict=True) if piece.startswith(seat)):
        return p._replace(active=other(seat), phase="turn" if None not in p.cells else "placing")
    return p


def _pass_on(p: Position, dice: Dice, events: list[Event]) -> tuple[Position, list[Event]]:
    if p.turns_played < p.options["turns"] and not p.time_up:
        return p._replace(active=other(p.active), phase="turn"), events  # type: ignore[arg-type]
    home, away = p.home_goals, p.away_goals
    if not p.terms["draws_allowed"]:
        home, away = home + p.terms["carry"]["home"], away + p.terms["carry"]["away"]
        if home == away:
            value = dice.roll(2)
            events.append({"type": "roll", "seat": None, "sides": 2, "value": value, "for": "lot"})
            return _finish(p, SEATS[value - 1], "lot", events)
    return _finish(p, None if home == away else "home" if home > away else "away", "score", events)


def _finish(p: Position, winner: Seat | None, how: str, events: list[Event]) -> tuple[Position, list[Event]]:
    p = p._replace(phase="finished", active=None, winner=winner, how=how, home_sealed=None, away_sealed=None)
    return p, [*events, {"type": "full_time", "result": {"winner": winner, "how": how}}]


def _choice(move: Move) -> Choice:
    kind = move["type"]
    if kind in ("place", "step"):
        label = text("Number {n} to {cell}", n=move["piece"].partition(".p")[2], cell=move["to"])
        return {"move": move, "label": label, "pick": move["piece"] if kind == "step" else None, "to": move["to"]}
    word = move.get("name") or move.get("n") or kind
    return {"move": move, "label": text("{word}", word=str(word)), "pick": None, "to": None, "key": "done"}


_GEOMETRY: Geometry = {
    "view_box": (0, 0, 600, 800),
    "shapes": [{"tag": "rect", "class": "rim", "x": 0, "y": 0, "width": 600, "height": 800}],
    "cells": {
        cell: {
            "x": COLUMNS.index(cell[0]) * 100,
            "y": 800 - int(cell[1]) * 100,
            "w": 100,
            "h": 100,
            "name": text("{cell}", cell=cell),
        }
        for cell in CELLS
    },
    "piece_size": 52,
}
