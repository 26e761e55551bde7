"""Solution of whole matches of Super Goal!, by counted turns left, from the last one back.

Both sides maximise their expected score, a win 1 and a draw a half, so that one side's score is 1 less the other's;
among moves that differ by less than ``TIE`` the first in the engine's order is played. Under that play the chance of a
draw is worked out along. A shootout is even before its first kick, so that level after two halves is worth a half by
any terms.

A layer holds the score and the chance of a draw of each slot, for one period, turns left and standing of the match.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from engines.values.super_goal.attacks import FOULS, KICK_OFF, STARS, VARIANTS
from engines.values.super_goal.graph import CONCEDED, MAX, MEAN, SCORED, Graph, build
from engines.values.super_goal.standings import Margins, Standings

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
Layers = dict[Hashable, Layer]
NOTHING: Final = Layer((), ())
GOALS: Final = (-1, 0, 1)


class Solver:
    """The two turns as compiled functions, and the slots of the kick-offs."""

    def __init__(self) -> None:
        late, usual, self.slots = build()
        self.kick_offs = self.slots[KICK_OFF : KICK_OFF + VARIANTS]
        self._late, self._usual = _compiled(late, self.kick_offs), _compiled(usual, self.kick_offs)

    def solve(self, turns: int, standings: Standings | None = None) -> Iterator[tuple[int, int, Hashable, Layer]]:
        """Yield period, turns left, standing and layer, for halves of ``turns`` counted turns."""
        ranks = standings or Margins()
        ends = {(SECOND, standing): _result(ranks, standing) for standing in ranks.all}
        for left, halves in self._half((SECOND,), ends, turns, ranks):
            yield from ((SECOND, left, standing, layer) for standing, layer in halves[SECOND].items())
        start = halves[SECOND]
        theirs = _turned_layers(start, ranks)
        ends = {(OURS, standing): self._half_time(start, standing, ranks, 0) for standing in ranks.all}
        ends |= {(THEIRS, standing): self._half_time(theirs, standing, ranks, 6) for standing in ranks.all}
        for left, halves in self._half((OURS, THEIRS), ends, turns, ranks):
            for period, layers in halves.items():
                yield from ((period, left, standing, layer) for standing, layer in layers.items())

    def _half(
        self, periods: Sequence[int], ends: dict[tuple[int, Hashable], Layer], turns: int, ranks: Standings
    ) -> Iterator[tuple[int, dict[int, Layers]]]:
        """Yield turns left, and by period the layers of all standings."""
        halves: dict[int, Layers] = {}
        count = max(self.slots) + 1
        for period in periods:
            halves[period], guess = {}, Layer([0.5] * count, [0.0] * count)
            for standing in ranks.all:
                guess = halves[period][standing] = self._after_time(guess, ends[period, standing])
        yield 0, halves
        for left in range(1, turns + 1):
            if left == 1:
                halves = {
                    period: {standing: self._last(layer, ends[period, standing]) for standing, layer in layers.items()}
                    for period, layers in halves.items()
                }
            else:
                halves = {
                    period: self._turn(halves[period], halves[_period_of_other(period)], ranks) for period in periods
                }
            yield left, halves

    def _last(self, layer: Layer, ends: Layer) -> Layer:
        return Layer(*self._late(layer, NOTHING, NOTHING, NOTHING, ends))

    def _after_time(self, guess: Layer, ends: Layer) -> Layer:
        """Iterate the attack that goes on after time until it is still."""
        while True:
            layer = self._last(guess, ends)
            changes = (
                abs(one - other)
                for old, new in zip(guess, layer, strict=True)
                for one, other in zip(old, new, strict=True)
            )
            if max(changes) < STILL:
                return layer
            guess = layer

    def _turn(self, own: Layers, others: Layers, ranks: Standings) -> Layers:
        theirs = _turned_layers(others, ranks)
        after_goal = {standing: layer.pick(self.kick_offs) for standing, layer in theirs.items()}
        after_conceding = {standing: layer.pick(self.kick_offs) for standing, layer in own.items()}
        return {
            standing: Layer(
                *self._usual(
                    layer,
                    theirs[standing],
                    after_goal[ranks.after(standing, 1)],
                    after_conceding[ranks.after(standing, -1)],
                    NOTHING,
                )
            )
            for standing, layer in own.items()
        }

    def _half_time(self, start: Layers, standing: Hashable, ranks: Standings, turned: int) -> Layer:
        """Return the ends of a first half: the second one's kick-off, its star die ``turned`` if the other's."""
        picked = [
            (start[ranks.after(standing, goal)], self.kick_offs[(star + turned) % STARS * FOULS])
            for star in range(STARS)
            for goal in GOALS
        ]
        return Layer([layer.score[slot] for layer, slot in picked], [layer.draw[slot] for layer, slot in picked])


def _turned_layers(others: Layers, ranks: Standings) -> Layers:
    """Return the other side's layers as the attack sees them, by its own standings."""
    return {ranks.turned(standing): layer.of_other() for standing, layer in others.items()}


def _period_of_other(period: int) -> int:
    """Return the period as the other side sees it."""
    return {SECOND: SECOND, OURS: THEIRS, THEIRS: OURS}[period]


def _result(ranks: Standings, standing: Hashable) -> Layer:
    """Return the ends of a match."""
    results = [ranks.result(ranks.after(standing, goal)) for goal in GOALS] * STARS
    return Layer([score for score, _draw in results], [draw for _score, draw in results])


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
                total = " + ".join(
                    f"{name}{node}" if times == 1 else f"{times} * {name}{node}" for node, times in counts
                )
                yield f" {name}{n} = ({total}) * {1 / len(inner)!r}"
        else:
            yield f" a{n} = a{inner[0]}; b{n} = b{inner[0]}"
            sign = f"> a{n} + {TIE}" if kind == MAX else f"< a{n} - {TIE}"
            yield from (f" if a{node} {sign}: a{n} = a{node}; b{n} = b{node}" for node in inner[1:])
    for name in "ab":
        yield f" {name} = [" + ", ".join(f"{name}{root}" for root in graph.roots) + "]"
    yield " return a, b"
