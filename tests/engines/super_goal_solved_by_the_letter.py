"""Whole matches of Super Goal! solved a second time, from the second reading of the specification.

Nothing is imported from the engine or from ``engines.values``. Situations are found by playing on from the kick-offs,
margins reach further, and what lies beyond them counts as decided instead of as the widest one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from tests.engines import super_goal_by_the_letter as letter

Wire = dict[str, Any]

WIDEST = 17
MARGINS = range(-WIDEST, WIDEST + 1)
TIE = 1e-12
"""Moves closer than this are equal: the first in the table of section 14 is played."""
STILL = 1e-11


class Situation(NamedTuple):
    """A running attack, seen as if it attacked north."""

    cell: str
    restart: str | None
    locked: bool
    star_is_own: bool
    face: str
    fouled: str | None
    """Whose foul was the last blue roll: ``own``, ``their``."""


class Next(NamedTuple):
    """What a counted turn ends with."""

    situation: Situation
    is_same: bool
    """The same side attacks."""
    goal: int
    """Goals of the side that attacked before."""


class Needed(Exception):
    """One more die is needed, with so many faces."""


def wire_of(situation: Situation) -> Wire:
    """The position of ``situation`` for home."""
    return letter.setup(
        {
            "ball": situation.cell,
            "phase": "penalty" if situation.restart == "penalty" else "attack",
            "restart": situation.restart,
            "last_die": "control" if situation.locked else None,
            "star": {"holder": "home" if situation.star_is_own else "away", "face": situation.face},
            "last_foul": {"own": "home", "their": "away", None: None}[situation.fouled],
        },
        {},
        {},
    )


def situation_of(state: Wire) -> Situation:
    seat = state["attacking"]
    foul = state["last_foul"]
    return Situation(
        letter.seen_by(seat, state["ball"]),
        state["restart"],
        state["last_die"] == "control",
        state["star"]["holder"] == seat,
        state["star"]["face"],
        None if foul is None else "own" if foul == seat else "their",
    )


class Turns:
    """Every counted turn as one list of nodes: ``(kind, [numbers of nodes])`` or ``("next", Next)``."""

    def __init__(self) -> None:
        self.nodes: list[tuple[str, Any]] = []
        self.numbers: dict[Any, int] = {}
        self.known: dict[str, int] = {}
        self.roots: dict[Situation, int] = {}

    def add(self, kind: str, inner: Any) -> int:
        if kind != "next" and len(set(inner)) == 1:
            return int(inner[0])
        key = (kind, inner)
        if key not in self.numbers:
            self.numbers[key] = len(self.nodes)
            self.nodes.append(key)
        return self.numbers[key]

    def root(self, situation: Situation) -> int:
        if situation not in self.roots:
            self.roots[situation] = self.decision(wire_of(situation))
        return self.roots[situation]

    def decision(self, state: Wire) -> int:
        key = json.dumps(state)
        if key not in self.known:
            seat = state["to_act"][0]
            moves = tuple(self.dice(state, seat, move, ()) for move in letter.legal(state, seat))
            self.known[key] = self.add("home" if seat == "home" else "away", moves)
        return self.known[key]

    def dice(self, state: Wire, seat: str, move: Wire, rolled: tuple[int, ...]) -> int:
        left = list(rolled)

        def roll(faces: int) -> int:
            if not left:
                raise Needed(faces)
            return left.pop(0)

        try:
            after, _events = letter.apply(state, seat, move, roll)
        except Needed as needed:
            faces = range(1, needed.args[0] + 1)
            return self.add("mean", tuple(sorted(self.dice(state, seat, move, (*rolled, face)) for face in faces)))
        if after["phase"] not in ("attack", "penalty"):
            return self.decision(after)
        goal = after["score"]["home"] - after["score"]["away"]
        return self.add("next", Next(situation_of(after), after["attacking"] == "home", goal))

    def all(self) -> None:
        """Find every situation that follows from a kick-off with any face of the star die."""
        waiting = [kick_off(own, face) for own in (True, False) for face in letter.FACES["star"].split()]
        seen = 0
        while waiting:
            for situation in waiting:
                self.root(situation)
            fresh = [inner.situation for kind, inner in self.nodes[seen:] if kind == "next"]
            seen = len(self.nodes)
            waiting = [situation for situation in dict.fromkeys(fresh) if situation not in self.roots]


def kick_off(star_is_own: bool, face: str) -> Situation:
    return Situation("C6", "kick_off", False, star_is_own, face, None)


Pair = tuple[float, float]
"""The attack's expected score and the chance of a draw."""


def worth(turns: Turns, root: int, of: Callable[[Next], Pair]) -> Pair:
    """The value of one node, worked out from what ``of`` says about the next attacks."""
    done: dict[int, Pair] = {}
    for number in sorted(under(turns.nodes, [root])):
        kind, inner = turns.nodes[number]
        if kind == "next":
            done[number] = of(inner)
        elif kind == "mean":
            done[number] = (mean(done[one][0] for one in inner), mean(done[one][1] for one in inner))
        else:
            sign = 1 if kind == "home" else -1
            best = done[inner[0]]
            for one in inner[1:]:
                if sign * (done[one][0] - best[0]) > TIE:
                    best = done[one]
            done[number] = best
    return done[root]


def compiled(turns: Turns) -> Callable[[list[float], list[float]], tuple[list[float], list[float]]]:
    """``worth`` of every root at once, as one long function of what the ``next`` nodes are worth."""
    lines = ["def f(s, d):"]
    leaves = 0
    for number, (kind, inner) in enumerate(turns.nodes):
        x = f"x{number}, y{number}"
        if kind == "next":
            lines.append(f"  {x} = s[{leaves}], d[{leaves}]")
            leaves += 1
        elif kind == "mean":
            sums = ("+".join(f"{letter}{one}" for one in inner) for letter in "xy")
            lines.append(f"  {x} = " + ", ".join(f"({total})/{len(inner)}" for total in sums))
        else:
            lines.append(f"  {x} = x{inner[0]}, y{inner[0]}")
            for one in inner[1:]:
                less = f"x{one}-x{number}" if kind == "home" else f"x{number}-x{one}"
                lines.append(f"  if {less} > {TIE}: {x} = x{one}, y{one}")
    for letter_ in "xy":
        lines.append(f"  {letter_} = [" + ",".join(f"{letter_}{root}" for root in turns.roots.values()) + "]")
    space: dict[str, Any] = {}
    exec("\n".join([*lines, "  return x, y"]), space)
    return space["f"]  # type: ignore[no-any-return]


def mean(numbers: Iterable[float]) -> float:
    listed = list(numbers)
    return sum(listed) / len(listed)


def under(nodes: list[tuple[str, Any]], roots: list[int]) -> set[int]:
    found, waiting = set[int](), list(roots)
    while waiting:
        number = waiting.pop()
        if number not in found:
            found.add(number)
            kind, inner = nodes[number]
            if kind != "next":
                waiting += inner
    return found


# ── whole matches ──
def decided(margin: int) -> Pair:
    """SG-12.4; level is worth a half: a draw, or a shootout of equal sides (SG-12.6)."""
    return (0.5, 1.0) if margin == 0 else (float(margin > 0), 0.0)


def other(pair: Pair) -> Pair:
    return 1 - pair[0], pair[1]


Layer = tuple[list[float], list[float]]
"""Scores and chances of a draw of all situations, in the order of ``Turns.roots``."""
Layers = dict[int, Layer]
Ends = Callable[[int, bool, str], Pair]
"""What the end of a half is worth to the side that attacked: its margin, whether it has the star die, the face."""


class Matches:
    """Halves of ``count`` counted turns."""

    def __init__(self, turns: Turns, count: int) -> None:
        self.turns, self.count = turns, count
        self.place = {situation: place for place, situation in enumerate(turns.roots)}
        self.leaves = [inner for kind, inner in turns.nodes if kind == "next"]
        self.places = [self.place[leaf.situation] for leaf in self.leaves]
        self.turn = compiled(turns)
        self.kinds = sorted({(leaf.is_same, leaf.goal) for leaf in self.leaves})
        size = len(self.place)
        self.joined = [
            self.kinds.index((leaf.is_same, leaf.goal)) * size + place
            for leaf, place in zip(self.leaves, self.places, strict=True)
        ]
        """Where each leaf stands in the layers of all ``kinds``, one after the other."""

    def at(self, layers: Layers, margin: int, place: int) -> Pair:
        return (layers[margin][0][place], layers[margin][1][place]) if margin in layers else decided(margin)

    def play(self, pairs: Iterable[Pair]) -> Layer:
        scores, draws = zip(*pairs, strict=True)
        return self.turn(scores, draws)

    def last_turn(self, margin: int, ends: Ends, after: Layer) -> Layer:
        """SG-12.3: time is up, and the half ends with the ball lost or a goal."""
        return self.play(
            (after[0][place], after[1][place])
            if leaf.is_same and not leaf.goal
            else ends(margin + leaf.goal, leaf.situation.star_is_own == leaf.is_same, leaf.situation.face)
            for leaf, place in zip(self.leaves, self.places, strict=True)
        )

    def after_time(self, margin: int, ends: Ends, guess: Layer) -> Layer:
        """SG-12.3: the attack goes on until then."""
        while True:
            layer = self.last_turn(margin, ends, guess)
            if all(abs(a - b) < STILL for i in (0, 1) for a, b in zip(layer[i], guess[i], strict=True)):
                return layer
            guess = layer

    def usual_turn(self, margin: int, own: Layers, theirs: Layers) -> Layer:
        scores: list[float] = []
        draws: list[float] = []
        for is_same, goal in self.kinds:
            score, draw = self.whole(own, margin + goal) if is_same else self.whole(theirs, -(margin + goal))
            scores += score if is_same else [1 - one for one in score]
            draws += draw
        return self.turn([scores[place] for place in self.joined], [draws[place] for place in self.joined])

    def whole(self, layers: Layers, margin: int) -> Layer:
        score, draw = decided(margin)
        return layers.get(margin) or ([score] * len(self.place), [draw] * len(self.place))

    def half(self, ends: dict[str, Ends], theirs: dict[str, str]) -> Iterator[tuple[str, int, Layers]]:
        """A half by its name (``theirs``: the name it has for the other side), turns left, layers by margin."""
        halves: dict[str, Layers] = {}
        for name, end in ends.items():
            guess: Layer = ([0.5] * len(self.place), [0.0] * len(self.place))
            halves[name] = {}
            for margin in MARGINS:
                guess = halves[name][margin] = self.after_time(margin, end, guess)
        for left in range(self.count + 1):
            if left == 1:
                halves = {
                    name: {margin: self.last_turn(margin, end, halves[name][margin]) for margin in MARGINS}
                    for name, end in ends.items()
                }
            elif left:
                halves = {
                    name: {margin: self.usual_turn(margin, layers, halves[theirs[name]]) for margin in MARGINS}
                    for name, layers in halves.items()
                }
            for name, layers in halves.items():
                yield name, left, layers

    def solve(self) -> Iterator[tuple[str, int, Layers]]:
        """``second``, then the first half by who kicks off the second (SG-12.2): ``own``, ``their``."""
        second: Layers = {}
        for name, left, layers in self.half(
            {"second": lambda margin, _own, _face: decided(margin)}, {"second": "second"}
        ):
            second = layers
            yield name, left, layers

        def own(margin: int, star: bool, face: str) -> Pair:
            return self.at(second, margin, self.place[kick_off(star, face)])

        def their(margin: int, star: bool, face: str) -> Pair:
            return other(self.at(second, -margin, self.place[kick_off(not star, face)]))

        yield from self.half({"own": own, "their": their}, {"own": "their", "their": "own"})
