"""Solution of whole matches of Super Goal!, by counted turns left, from the last one back.

Both sides maximise their expected score, a win 1 and a draw a half, so that one side's score is 1 less the other's;
among moves that differ by less than ``TIE`` the first in the engine's order is played. Under that play the chance of a
draw is worked out along. A shootout is even before its first kick, so that level after two halves is worth a half by
any terms.

A layer holds the score and the chance of a draw of each slot, for one period, turns left and margin of the attack.
Margins beyond ``WIDEST`` count as ``WIDEST``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from engines.values.super_goal.attacks import FOULS, KICK_OFF, STARS, VARIANTS
from engines.values.super_goal.graph import CONCEDED, MAX, MEAN, SCORED, Graph, build

WIDEST: Final = 14
MARGINS: Final = range(-WIDEST, WIDEST + 1)
TIE: Final = 1e-12
STILL: Final = 1e-11
"""Change of an attack after time at which its iteration has ended."""

SECOND, OURS, THEIRS = range(3)
"""The second half; the first one when the attack, or the defence, kicks off the second."""
PERIODS: Final = (SECOND, OURS, THEIRS)


class Layer(NamedTuple):
    """Score and chance of a draw."""

    score: Sequence[float]
    draw: Sequence[float]

    def of_other(self) -> Layer:
        """Return the layer as the other side sees it."""
        return Layer([1.0 - score for score in self.score], self.draw)

    def pick(self, slots: Sequence[int]) -> Layer:
        return Layer([self.score[slot] for slot in slots], [self.draw[slot] for slot in slots])


Step = Callable[[Layer, Layer, Layer, Layer, Layer], tuple[list[float], list[float]]]
"""One turn, from the layers of the leaves: same side, other side, other after a goal, same after one against, end."""
Layers = dict[int, Layer]
NOTHING: Final = Layer((), ())


def clip(margin: int) -> int:
    return max(-WIDEST, min(WIDEST, margin))


class Solver:
    """The two turns as compiled functions, and the slots of the kick-offs."""

    def __init__(self) -> None:
        late, usual, self.slots = build()
        self.kick_offs = self.slots[KICK_OFF : KICK_OFF + VARIANTS]
        self._late, self._usual = _compiled(late, self.kick_offs), _compiled(usual, self.kick_offs)

    def solve(self, turns: int) -> Iterator[tuple[int, int, int, Layer]]:
        """Yield period, turns left, margin and layer, for halves of ``turns`` counted turns."""
        ends = {(SECOND, margin): _result(margin) for margin in MARGINS}
        for left, layers in self._half((SECOND,), ends, turns):
            yield from ((SECOND, left, margin, layers[SECOND][margin]) for margin in MARGINS)
        start = layers[SECOND]
        ends = {(OURS, margin): self._half_time(start, margin) for margin in MARGINS}
        theirs = {margin: layer.of_other() for margin, layer in start.items()}
        ends |= {(THEIRS, margin): self._half_time({-m: x for m, x in theirs.items()}, margin, 6) for margin in MARGINS}
        for left, halves in self._half((OURS, THEIRS), ends, turns):
            yield from ((key, left, margin, layer) for key, one in halves.items() for margin, layer in one.items())

    def _half(
        self, periods: Sequence[int], ends: dict[tuple[int, int], Layer], turns: int
    ) -> Iterator[tuple[int, dict[int, Layers]]]:
        """Yield turns left, and by period the layers of all margins."""
        layers: dict[int, Layers] = {}
        count = max(self.slots) + 1
        for period in periods:
            layers[period], guess = {}, Layer([0.5] * count, [0.0] * count)
            for margin in MARGINS:
                guess = self._after_time(guess, ends[period, margin])
                layers[period][margin] = guess
        yield 0, layers
        for left in range(1, turns + 1):
            if left == 1:
                layers = {
                    period: {
                        margin: Layer(*self._late(layer, NOTHING, NOTHING, NOTHING, ends[period, margin]))
                        for margin, layer in one.items()
                    }
                    for period, one in layers.items()
                }
            else:
                layers = {period: self._turn(layers[period], layers[_other(period)]) for period in periods}
            yield left, layers

    def _after_time(self, guess: Layer, ends: Layer) -> Layer:
        """Iterate the attack that goes on after time until it is still."""
        while True:
            layer = Layer(*self._late(guess, NOTHING, NOTHING, NOTHING, ends))
            changes = (
                abs(one - other)
                for old, new in zip(guess, layer, strict=True)
                for one, other in zip(old, new, strict=True)
            )
            if max(changes) < STILL:
                return layer
            guess = layer

    def _turn(self, own: Layers, others: Layers) -> Layers:
        theirs = {-margin: layer.of_other() for margin, layer in others.items()}
        after_goal = {margin: layer.pick(self.kick_offs) for margin, layer in theirs.items()}
        after_conceding = {margin: layer.pick(self.kick_offs) for margin, layer in own.items()}
        return {
            margin: Layer(
                *self._usual(
                    own[margin],
                    theirs[margin],
                    after_goal[clip(margin + 1)],
                    after_conceding[clip(margin - 1)],
                    NOTHING,
                )
            )
            for margin in MARGINS
        }

    def _half_time(self, start: Layers, margin: int, turned: int = 0) -> Layer:
        """Return the ends of a first half: the second one's kick-off, its star die ``turned`` if the other's."""
        picked = [
            (start[clip(margin + goal)], self.kick_offs[(star + turned) % STARS * FOULS])
            for star in range(STARS)
            for goal in (-1, 0, 1)
        ]
        return Layer([layer.score[slot] for layer, slot in picked], [layer.draw[slot] for layer, slot in picked])


def _other(period: int) -> int:
    """Return the period as the other side sees it."""
    return {SECOND: SECOND, OURS: THEIRS, THEIRS: OURS}[period]


def _result(margin: int) -> Layer:
    """Return the ends of a match."""
    goals = [margin + goal for _star in range(STARS) for goal in (-1, 0, 1)]
    return Layer([0.5 if not ahead else float(ahead > 0) for ahead in goals], [float(not ahead) for ahead in goals])


def _compiled(graph: Graph, kick_offs: Sequence[int]) -> Step:
    """Write the graph as one Python function, a line a node, and compile it: 3 ms a layer, a tenth of walking it."""
    space: dict[str, Any] = {}
    exec(compile("\n".join(_source(graph, kick_offs)), "<a turn of Super Goal!>", "exec"), space)
    step: Step = space["step"]
    return step


def _source(graph: Graph, kick_offs: Sequence[int]) -> Iterator[str]:
    """Yield the function's lines: of node n, ``a<n>`` is the score and ``b<n>`` the chance of a draw."""
    yield "def step(P, C, G, B, E):"
    yield from (f" {name}, {name}D = {name}" for name in "PCGBE")
    kick_off = {slot: number for number, slot in enumerate(kick_offs)}
    for n, (kind, slot, inner) in enumerate(graph.nodes):
        if not inner:
            place = kick_off[slot] if kind in (SCORED, CONCEDED) else slot
            yield f" a{n} = {kind}[{place}]; b{n} = {kind}D[{place}]"
        elif kind == MEAN:
            counts = Counter(inner).items()
            for name in "ab":
                total = " + ".join(f"{name}{one}" if times == 1 else f"{times} * {name}{one}" for one, times in counts)
                yield f" {name}{n} = ({total}) * {1 / len(inner)!r}"
        else:
            yield f" a{n} = a{inner[0]}; b{n} = b{inner[0]}"
            sign = f"> a{n} + {TIE}" if kind == MAX else f"< a{n} - {TIE}"
            yield from (f" if a{one} {sign}: a{n} = a{one}; b{n} = b{one}" for one in inner[1:])
    for name in "ab":
        yield f" {name} = [" + ", ".join(f"{name}{root}" for root in graph.roots) + "]"
    yield " return a, b"
