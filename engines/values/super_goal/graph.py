"""Graph of one counted turn of Super Goal!: from each attack, over all decisions and dice, to the next attack.

The engine's own rules make it, in two forms: with time left after the turn, and with time up, when a turnover or a goal
ends the half. Equal nodes are one, so that a shot from any cell of the area, say, is worked out once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engines.core.errors import DiceExhausted
from engines.core.moves import Move
from engines.core.outcomes import Branch
from engines.super_goal import GAME, phases
from engines.super_goal.state import FIRST, FREE_KICK, State
from engines.values.super_goal.attacks import FOULS, number, positions, variant

SAME, TURNED, SCORED, CONCEDED, ENDED = "P", "C", "G", "B", "E"
"""Leaves: the next attack is the same side's, the other's, the other's after a goal for or the same side's after one
against; or the half is over."""
MEAN, MAX, MIN = "mean", "max", "min"


class Node(NamedTuple):
    kind: str
    number: int = 0
    """Values of the next attack as its own side sees it; at the end of a half the star die and the goal, as ``end``."""
    inner: tuple[int, ...] = ()
    """Numbers of nodes: one for each face of a die, or one for each move in legal order."""


def end(star: int, goal: int) -> int:
    """Return the number of a half's end: star die as the attack sees it, and its goals (-1, 0, 1) in the last turn."""
    return star * 3 + goal + 1


class Graph(NamedTuple):
    """Nodes, each after those it leads to, and the node of each attack."""

    nodes: list[Node]
    roots: list[int]

    def renamed(self, names: Sequence[int]) -> Graph:
        """Return the graph whose leaves name attack ``names[i]`` for attack ``i``."""
        builder = _Builder()
        moved: list[int] = []
        for node in self.nodes:
            if node.inner:
                node = node._replace(inner=tuple(moved[inner] for inner in node.inner))
            elif node.kind != ENDED:
                node = node._replace(number=names[node.number])
            moved.append(builder.add(node))
        return Graph(builder.nodes, [moved[root] for root in self.roots])


class _Builder:
    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self._numbers: dict[Node, int] = {}
        self._known: dict[object, int] = {}

    def add(self, node: Node) -> int:
        """Return the number of ``node``, new or known; a node without a choice is what it leads to."""
        if len(set(node.inner)) == 1:
            return node.inner[0]
        if node.kind == MEAN:
            node = node._replace(inner=tuple(sorted(node.inner)))
        elif node.inner:
            node = node._replace(inner=tuple(dict.fromkeys(node.inner)))
        if node not in self._numbers:
            self._numbers[node] = len(self.nodes)
            self.nodes.append(node)
        return self._numbers[node]

    def decision(self, state: State) -> int:
        seat = GAME.to_act(state)[0]
        moves = [self._move(state, seat, move) for move in GAME.legal(state, seat)]
        return self.add(Node(MAX if seat == "home" else MIN, 0, tuple(moves)))

    def _move(self, state: State, seat: str, move: Move) -> int:
        key = (_signature(state), move.code)
        if key not in self._known:
            self._known[key] = self._dice(state, seat, move, ())
        return self._known[key]

    def _dice(self, state: State, seat: str, move: Move, rolled: tuple[int, ...]) -> int:
        dice = Branch(rolled)
        try:
            after, _events = GAME.apply(state, seat, move, dice)  # type: ignore[arg-type]
        except DiceExhausted:
            faces = range(1, dice.faces + 1)
            return self.add(Node(MEAN, 0, tuple(self._dice(state, seat, move, (*rolled, face)) for face in faces)))
        return self._after(after)

    def _after(self, state: State) -> int:
        goal = state.score[0] - state.score[1]
        if state.period != FIRST:
            return self.add(Node(ENDED, end(variant(state, 0) // FOULS, goal)))
        if state.phase in (phases.ATTACK, phases.PENALTY):
            kind = (SCORED if goal else TURNED) if state.attacking else (CONCEDED if goal else SAME)
            return self.add(Node(kind, number(state)))
        key = _signature(state)
        if key not in self._known:
            self._known[key] = self.decision(state)
        return self._known[key]


def _signature(state: State) -> tuple[object, ...]:
    """Return what a decision's outcome depends on within one counted turn (not the restart, but for a shot)."""
    return (
        state.phase,
        state.attacking,
        state.ball,
        state.restart == FREE_KICK,
        variant(state, 0),
        state.score,
        state.declared.code if state.declared else -1,
        state.arrow,
        state.window,
    )


def _build(left: int) -> Graph:
    """Build the graph of a turn with ``left`` counted turns left before it: 1 for time up, more for any other."""
    builder = _Builder()
    roots = [builder.decision(state) for state in positions(left)]
    return Graph(builder.nodes, roots)


def build() -> tuple[Graph, Graph, list[int]]:
    """Return the graphs of a turn with time up and with time left, and the slot of each attack.

    Attacks from which all the same can follow share a slot (a free kick in the own half and a live ball, say). Leaves
    name slots.
    """
    late, usual = _build(1), _build(2)
    count = 0
    while True:
        firsts: dict[tuple[int, int], int] = {}
        names = [firsts.setdefault(roots, i) for i, roots in enumerate(zip(late.roots, usual.roots, strict=True))]
        if len(firsts) == count:
            break
        count = len(firsts)
        late, usual = late.renamed(names), usual.renamed(names)
    order = {name: slot for slot, name in enumerate(firsts.values())}
    slots = [order[name] for name in names]
    return _with_slots(late, slots), _with_slots(usual, slots), slots


def _with_slots(graph: Graph, slots: list[int]) -> Graph:
    """Return the graph with slots in its leaves, and one root for each slot."""
    roots = dict(zip(slots, graph.roots, strict=True))
    return Graph(graph.renamed(slots).nodes, [roots[slot] for slot in range(len(roots))])
