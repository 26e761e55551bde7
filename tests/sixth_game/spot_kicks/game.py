"""The rules of spot kicks behind the contract of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from engines.core.dice import Dice
from engines.core.drawing import Choice, Clock, Geometry, Line, Scene, choice
from engines.core.errors import BadOptions, BadState, IllegalMove, show
from engines.core.game import Game
from engines.core.moves import Move, find
from engines.core.options import Option, resolve_options, resolve_terms
from engines.core.outlines import Grid, goal
from engines.core.seats import SEATS, Event, Seat, Wire, other
from engines.core.telling import dice_rolled, lines
from engines.core.text import Text, text

OPTIONS = (Option("kicks", "int", 5, "Kicks", "Kicks of each side", (), 1, 20),)
SPOT = Grid("A", 1, 1, 100, 100)
CORNERS = ("left", "centre", "right")
KICKS = tuple(Move({"type": "kick", "to": corner}) for corner in CORNERS)
WORDS = {"left": text("To the left"), "centre": text("To the centre"), "right": text("To the right")}
TELLERS = {
    "goal": lambda _event: (text("Goal!"), "goal"),
    "shot": lambda _event: (text("A kick."), "play"),
    "timeout": lambda _event: (text("Time is up."), "play"),
}


class Position(NamedTuple):
    options: dict[str, Any]
    terms: dict[str, Any]
    home: int = 0
    away: int = 0
    taken: int = 0
    winner: Seat | None = None
    how: str | None = None


def write(p: Position) -> Wire:
    result = None if p.how is None else {"winner": p.winner, "how": p.how}
    active = SEATS[p.taken % 2]
    return {
        "game": "spot_kicks",
        "options": dict(p.options),
        "terms": {**p.terms, "carry": dict(p.terms["carry"])},
        "phase": "finished" if result else "kick",
        "period": "finished" if result else "play",
        "to_act": [] if result else [active],
        "attacking": active,
        "score": {"home": p.home, "away": p.away},
        "shootout": None,
        "pieces": {},
        "ball": "spot",
        "turn": p.taken,
        "result": result,
    }


def read(wire: Mapping[str, Any]) -> Position:
    try:
        result = wire["result"] or {"winner": None, "how": None}
        p = Position(
            resolve_options(OPTIONS, wire["options"]),
            resolve_terms(wire["terms"]),
            wire["score"]["home"],
            wire["score"]["away"],
            wire["turn"],
            result["winner"],
            result["how"],
        )
        good = all(type(number) is int and 0 <= number <= 10**9 for number in p[2:5]) and write(p) == wire
    except (BadOptions, KeyError, TypeError, AttributeError) as wrong:
        raise BadState(f"a state of spot kicks is wrong at {show(str(wrong))}") from None
    if not good or p.how not in (None, "score", "resignation") or p.winner not in (*SEATS, None):
        raise BadState("a state of spot kicks does not hold together")
    return p


def decided(p: Position) -> Position:
    """``p`` with its result, where it has one (SK-3)."""
    if p.taken % 2 or p.taken < 2 * p.options["kicks"]:
        return p
    home, away = p.home, p.away
    if not p.terms["draws_allowed"]:
        home, away = home + p.terms["carry"]["home"], away + p.terms["carry"]["away"]
        if home == away:
            return p
    return p._replace(how="score", winner=None if home == away else "home" if home > away else "away")


class SpotKicks(Game[Position]):
    slug: ClassVar[str] = "spot_kicks"
    name: ClassVar[str] = "Spot kicks"
    rules_version: ClassVar[int] = 1
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    move_seconds: ClassVar[int] = 20
    wall_minutes: ClassVar[int | None] = None

    def new(
        self, options: Mapping[str, Any] | None, terms: Mapping[str, Any] | None, dice: Dice
    ) -> tuple[Position, list[Event]]:
        return Position(resolve_options(OPTIONS, options), resolve_terms(terms)), [
            {"type": "possession", "seat": "home"}
        ]

    def to_act(self, state: Position) -> tuple[Seat, ...]:
        return () if state.how else (SEATS[state.taken % 2],)

    def legal(self, state: Position, seat: Seat) -> Sequence[Move]:
        return KICKS if seat in self.to_act(state) else ()

    def apply(
        self, state: Position, seat: Seat | None, move: Mapping[str, Any], dice: Dice
    ) -> tuple[Position, list[Event]]:
        if seat is None:
            return self._host(state, move, dice)
        kick = find(self.legal(state, seat), move)
        if kick is None:
            raise IllegalMove(f"{show(dict(move))} is not legal for {seat} (SK-1)")
        dive = CORNERS[dice.roll(3) - 1]
        scored = kick["to"] != dive
        p = state._replace(taken=state.taken + 1)
        events: list[Event] = [
            {"type": "roll", "seat": seat, "sides": 3, "value": CORNERS.index(dive) + 1, "for": "dive"},
            {"type": "shot", "seat": seat, "outcome": "goal" if scored else "saved"},
        ]
        if scored:
            p = p._replace(**{seat: getattr(p, seat) + 1})
            events.append({"type": "goal", "seat": seat, "piece": None, "own": False})
        events.append({"type": "possession", "seat": other(seat)})
        return decided(p), events

    def _host(self, state: Position, move: Mapping[str, Any], dice: Dice) -> tuple[Position, list[Event]]:
        kind, late = move.get("type"), move.get("seat")
        if state.how is None and kind == "resign" and late in SEATS:
            return state._replace(how="resignation", winner=other(late)), [{"type": "resign", "seat": late}]
        if kind == "timeout" and late in self.to_act(state):
            after, events = self.apply(state, late, self.default_move(state, late), dice)
            return after, [{"type": "timeout", "seat": late}, *events]
        raise IllegalMove(f"the host may not move {show(dict(move))} now")

    def default_move(self, state: Position, seat: Seat) -> Move:
        if seat not in self.to_act(state):
            raise IllegalMove(f"{seat} is not to act")
        return KICKS[1]

    def result(self, state: Position) -> dict[str, Any] | None:
        return None if state.how is None else {"winner": state.winner, "how": state.how}

    def view(self, state: Position, seat: Seat | None) -> Wire:
        return write(state)

    def to_wire(self, state: Position) -> Wire:
        return write(state)

    def from_wire(self, wire: Mapping[str, Any]) -> Position:
        return read(wire)

    def setup(
        self,
        overrides: Mapping[str, Any] | None,
        options: Mapping[str, Any] | None = None,
        terms: Mapping[str, Any] | None = None,
    ) -> Position:
        start = write(Position(resolve_options(OPTIONS, options), resolve_terms(terms)))
        return read({**start, **(overrides or {})})

    def geometry(self) -> Geometry:
        cells = {"spot": SPOT.cell(0, text("the spot"))}
        return {"view_box": (0, 0, 300, 220), "shapes": goal(10, 10, 280, 40), "cells": cells, "piece_size": 40}

    def scene(self, view: Wire) -> Scene:
        return {"pieces": [], "ball": SPOT.ball(0, "spot", None), "notes": []}

    def choices(self, view: Wire, seat: Seat, moves: Sequence[Move]) -> list[Choice]:
        return [choice(move, WORDS[move["to"]], "shoot") for move in moves]

    def prompt(self, view: Wire, seat: Seat) -> Text:
        return text("Take the kick") if seat in view["to_act"] else text("Wait")

    def commentary(self, events: Sequence[Event]) -> list[Line]:
        return lines(events, TELLERS, {"dive": dice_rolled})

    def describe(self, view: Wire) -> list[Text]:
        return [text("{h} to {a}", h=view["score"]["home"], a=view["score"]["away"])]

    def clock(self, view: Wire) -> Clock:
        return {
            "period": text("Kicks"),
            "minute": None,
            "stoppage": 0,
            "turn": view["turn"],
            "of": 2 * view["options"]["kicks"],
        }
