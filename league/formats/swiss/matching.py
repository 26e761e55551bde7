"""Maximum-weight matching with weights of any length, by the compiled solver of ``py4swiss``.

A weight of 0 is no edge. The solver restarts from its last solution, so a change of one vertex costs little.
"""

from typing import Final, TypeAlias

from py4swiss.dynamicuint import DynamicUint
from py4swiss.matching_computer import ComputerDutchOptimality

Weight: TypeAlias = DynamicUint
"""A weight of the solver, never changed in place here, so that edges may share one."""

PART: Final = 32
"""Bits that ``DynamicUint`` takes from a Python integer at once."""


class Matching:
    """A graph of ``size`` vertices, numbered from 0, and its heaviest matching.

    ``partner[v]`` is the partner of v, or v itself if it has none.
    """

    def __init__(self, size: int, bits: int) -> None:
        """Allocate the graph; ``bits`` suffice for the sum of the weights of any matching."""
        most = DynamicUint(1)
        most.shift_grow(bits + 2)  # the solver needs two bits more than the heaviest edge
        most >>= 2
        self._nothing = most - most
        self._computer = ComputerDutchOptimality(size, most)
        for _ in range(size):
            self._computer.add_vertex()
        self._edges: list[dict[int, Weight]] = [{} for _ in range(size)]
        self._extras: dict[int, Weight] = {}
        self.partner = list(range(size))

    def weight(self, value: int) -> Weight:
        weight = DynamicUint(self._nothing)
        for shift in range(value.bit_length() // PART * PART, -1, -PART):
            weight <<= PART
            weight |= value >> shift & ((1 << PART) - 1)
        return weight

    def connect(self, one: int, other: int, weight: Weight) -> None:
        """Add an edge of ``weight``, above 0."""
        self._edges[one][other] = self._edges[other][one] = weight
        self._computer.set_edge_weight(one, other, weight)

    def connected(self, one: int, other: int) -> bool:
        return other in self._edges[one]

    def add(self, one: int, other: int, extra: int) -> None:
        """Change the weight of an edge by ``extra``; does nothing without an edge."""
        weight = self._edges[one].get(other)
        if weight is None or not extra:
            return
        size = abs(extra)
        if size not in self._extras:
            self._extras[size] = self.weight(size)
        extras = self._extras[size]
        self.connect(one, other, weight + extras if extra > 0 else weight - extras)

    def cut(self, one: int, other: int) -> None:
        """Remove an edge, if there is one."""
        if self._edges[one].pop(other, None) is not None:
            del self._edges[other][one]
            self._computer.set_edge_weight(one, other, self._nothing)

    def join(self, one: int, other: int) -> None:
        """Match the two for good by removing all other edges of theirs."""
        for vertex, mate in ((one, other), (other, one)):
            for neighbour in [each for each in self._edges[vertex] if each != mate]:
                self.cut(vertex, neighbour)

    def solve(self) -> None:
        """Find the heaviest matching of the edges as they are now."""
        self._computer.compute_matching()
        self.partner = self._computer.get_matching()
