"""A tiny game for the tests of the runtime: quick to end, with dice, a sealed choice, and a rule that can break.

``{"type": "kick"}`` rolls a die, a six is a goal. With the option ``sealed`` both seats first choose a corner
(``{"type": "corner", "n": 1..3}``) in secret, any number of times until ``done``; corners are shown when both are done.
With ``fragile`` the move ``{"type": "boom"}`` makes the engine fail.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engines.core.about import About
from engines.core.dice import Dice, SeededDice
from engines.core.drawing import Choice, Clock, Geometry, Line, Scene
from engines.core.errors import BadState, IllegalMove
from engines.core.game import Game
from engines.core.moves import Move
from engines.core.options import Option, resolve_options, resolve_terms
from engines.core.seats import SEATS, Event, Seat, Wire, other
from engines.core.text import Text, text


class Duel(Game[Wire]):
    """Sealed corners, then kicks in turn."""

    slug, name, rules_version = "duel", "Duel", 1
    options = (
        Option("kicks", "int", 10, "Kicks", low=1, high=100000),
        Option("sealed", "bool", False, "Sealed corners"),
        Option("fragile", "bool", False, "May break"),
    )
    move_seconds, wall_minutes = 30, None

    def new(self, options, terms, dice: Dice) -> tuple[Wire, list[Event]]:
        first: Seat = "home" if dice.roll(2) == 1 else "away"
        resolved = resolve_options(self.options, options)
        state: Wire = {
            "game": "duel",
            "options": resolved,
            "terms": resolve_terms(terms),
            "phase": "corners" if resolved["sealed"] else "kicks",
            "to_act": ["home", "away"] if resolved["sealed"] else [first],
            "first": first,
            "score": {"home": 0, "away": 0},
            "shootout": None,
            "corners": {"home": [], "away": []},
            "kicks": 0,
            "turn": 0,
            "result": None,
        }
        return state, [{"type": "toss", "winner": first}]

    def to_act(self, state: Wire) -> tuple[Seat, ...]:
        return tuple(state["to_act"])

    def legal(self, state: Wire, seat: Seat) -> Sequence[Move]:
        if seat not in state["to_act"]:
            return []
        if state["phase"] == "corners":
            return [*(Move({"type": "corner", "n": n}) for n in (1, 2, 3)), Move({"type": "done"})]
        return [Move({"type": "kick"}), *([Move({"type": "boom"})] if state["options"]["fragile"] else [])]

    def apply(self, state: Wire, seat: Seat | None, move: Mapping[str, Any], dice: Dice) -> tuple[Wire, list[Event]]:
        after = {**state, "score": dict(state["score"]), "to_act": list(state["to_act"])}
        kind = move.get("type")
        if state["result"] is not None:
            raise IllegalMove("the duel is over")
        if seat is None:
            late = move.get("seat")
            if kind == "resign":
                return self._end(after, other(late), "resignation", [{"type": "resign", "seat": late}])
            if kind == "timeout" and late in state["to_act"]:
                played, events = self.apply(state, late, self.default_move(state, late), dice)
                return played, [{"type": "timeout", "seat": late}, *events]
            raise IllegalMove(f"the host may not {kind}")
        if move not in self.legal(state, seat):
            raise IllegalMove(f"{kind} is not legal for {seat} now")
        after["turn"] += 1
        if kind == "boom":
            raise RuntimeError("boom")
        if kind == "corner":
            after["corners"] = {**state["corners"], seat: [*state["corners"][seat], move["n"]]}
            return after, [{"type": "chosen", "seat": seat}]
        if kind == "done":
            after["to_act"].remove(seat)
            events: list[Event] = [{"type": "done", "seat": seat}]
            if not after["to_act"]:
                after["phase"], after["to_act"] = "kicks", [state["first"]]
                events.append({"type": "corners", **state["corners"]})
            return after, events
        value = dice.roll(6)
        events = [{"type": "roll", "seat": seat, "sides": 6, "value": value, "for": "kick"}]
        after["kicks"] += 1
        if value == 6:
            after["score"][seat] += 1
            events.append({"type": "goal", "seat": seat, "piece": None, "own": False})
        after["to_act"] = [other(seat)]
        if after["kicks"] >= state["options"]["kicks"]:
            goals = after["score"]
            winner = None if goals["home"] == goals["away"] else max(SEATS, key=lambda side: goals[side])
            return self._end(after, winner, "score", events)
        return after, events

    def _end(self, after: Wire, winner: Seat | None, how: str, events: list[Event]) -> tuple[Wire, list[Event]]:
        after.update(phase="finished", to_act=[], result={"winner": winner, "how": how})
        return after, [*events, {"type": "full_time", "result": after["result"]}]

    def default_move(self, state: Wire, seat: Seat) -> Move:
        if seat not in state["to_act"]:
            raise IllegalMove(f"{seat} is not to act")
        return Move({"type": "done"} if state["phase"] == "corners" else {"type": "kick"})

    def result(self, state: Wire) -> dict[str, Any] | None:
        return state["result"]

    def view(self, state: Wire, seat: Seat | None) -> Wire:
        if state["phase"] != "corners":
            return state
        corners = {side: chosen if side == seat else [None] * len(chosen) for side, chosen in state["corners"].items()}
        return {**state, "corners": corners}

    def to_wire(self, state: Wire) -> Wire:
        return state

    def from_wire(self, wire: Mapping[str, Any]) -> Wire:
        if wire.get("game") != "duel":
            raise BadState("game must be duel")
        return dict(wire)

    def setup(self, overrides, options=None, terms=None) -> Wire:
        if overrides:
            raise BadState("a duel has no set-up but its beginning")
        return self.new(options, terms, SeededDice(1))[0]

    def geometry(self) -> Geometry:
        cells = {"P": {"x": 0.0, "y": 0.0, "w": 10.0, "h": 10.0, "name": text("the spot")}}
        return {"view_box": (0, 0, 10, 10), "shapes": [], "cells": cells, "piece_size": 4}  # type: ignore[typeddict-item]

    def scene(self, view: Wire) -> Scene:
        notes = [text("{seat} chose {n}", seat=f"@{seat}", n=len(view["corners"][seat])) for seat in SEATS]
        shown = [text("{seat}: {corners}", seat=f"@{seat}", corners=str(view["corners"][seat])) for seat in SEATS]
        return {"pieces": [], "ball": {"x": 5, "y": 5, "cell": "P", "on": None}, "notes": [*notes, *shown]}

    def choices(self, view: Wire, seat: Seat, moves: Sequence[Move]) -> list[Choice]:
        return [{"move": move, "label": text(move["type"]), "pick": None, "to": None} for move in moves]

    def prompt(self, view: Wire, seat: Seat) -> Text:
        return text("Your move") if seat in view["to_act"] else text("Wait for {seat}", seat=f"@{other(seat)}")

    def commentary(self, events: Sequence[Event]) -> list[Line]:
        return [
            {
                "text": text(event["type"]),
                "kind": "goal" if event["type"] == "goal" else "play",
                "seat": event.get("seat"),
            }
            for event in events
        ]

    def describe(self, view: Wire) -> list[Text]:
        return [text("A ball and a goal.")]

    def clock(self, view: Wire) -> Clock:
        return {
            "period": text("Duel"),
            "minute": None,
            "stoppage": 0,
            "turn": view["kicks"],
            "of": view["options"]["kicks"],
        }


GAME = Duel()
ABOUT = About(
    name=text("Duel"),
    blurb=text("Kicks in turn."),
    board=text("a spot"),
    length=text("a minute"),
    chance=text("a die"),
    pieces=text("no pieces"),
    decisions=10,
)
