"""Tables of the solved values of Super Goal!: a file for each number of counted turns a half, and of away goals.

A block holds one layer: the scores of all slots, then their chances of a draw, each in 16 bits (steps of 1/65,534, so
that a half is exact), high bytes before low bytes, deflated. A reader maps the file and inflates the block it needs.
"""

from __future__ import annotations

import json
import os
import sys
import zlib
from array import array
from collections.abc import Hashable, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Any, Final, NamedTuple

from engines.super_goal.game import SuperGoal
from engines.values import NotBuilt
from engines.values.super_goal.solving import PERIODS, Layer, Solver
from engines.values.super_goal.standings import AwayGoals, Margins, Standings

FORMAT: Final = 1
UNITS: Final = 65_534
HEAD: Final = 512
"""Bytes of the file's first line, JSON padded with blanks."""
WORD: Final = "H"
OFFSET: Final = "I"
SWAPPED: Final = sys.byteorder == "big"
"""The file is little-endian."""


def folder() -> Path:
    """Return where tables are: ``TABELLONE_VALUES``, or ``var/values`` of the project."""
    return Path(os.environ.get("TABELLONE_VALUES") or Path(__file__).parents[3] / "var" / "values")


class TableKey(NamedTuple):
    """Matches that share a table."""

    turns: int
    """Counted turns a half."""
    earlier: int | None = None
    """Home's goals in the earlier leg, where away goals decide; else one table serves all terms."""

    @property
    def standings(self) -> Standings:
        return Margins() if self.earlier is None else AwayGoals(self.earlier)

    @property
    def path(self) -> Path:
        away = "" if self.earlier is None else f"-away{self.earlier}"
        return folder() / f"super_goal-rules{SuperGoal.rules_version}-format{FORMAT}-turns{self.turns}{away}.values"


class Table:
    """A mapped file of values. ``head`` is its first line: rules version, turns, date, states."""

    def __init__(self, key: TableKey) -> None:
        with key.path.open("rb") as file:
            self._bytes = mmap(file.fileno(), 0, access=ACCESS_READ)
        self.head: dict[str, Any] = json.loads(self._bytes[:HEAD])
        self._turns, self._ranks = key.turns, _ranks(key)
        start = HEAD + self.head["slots"]
        self._slots = _words(WORD, zlib.decompress(self._bytes[HEAD:start]))
        self._count = max(self._slots) + 1
        self._offsets = _words(OFFSET, self._bytes[start : start + self.head["offsets"]])
        self._start = start + self.head["offsets"]
        self._layer = lru_cache(512)(self._read)

    def look_up(self, period: int, left: int, standing: Hashable, attack: int) -> tuple[float, float]:
        """Return the attack's expected score and the chance of a draw."""
        words = self._layer((period * (self._turns + 1) + left) * len(self._ranks) + self._ranks[standing])
        slot = self._slots[attack]
        return words[slot] / UNITS, words[self._count + slot] / UNITS

    def _read(self, block: int) -> Sequence[int]:
        begin, end = self._offsets[block : block + 2]
        packed = zlib.decompress(self._bytes[self._start + begin : self._start + end])
        pairs = bytearray(len(packed))
        half = len(packed) // 2
        pairs[1::2], pairs[0::2] = packed[:half], packed[half:]
        return _words(WORD, pairs)


def _ranks(key: TableKey) -> dict[Hashable, int]:
    return {standing: rank for rank, standing in enumerate(key.standings.all)}


def _words(kind: str, raw: bytes | bytearray) -> array[int]:
    words = array(kind)
    words.frombytes(raw)
    if SWAPPED:
        words.byteswap()
    return words


def _raw(kind: str, numbers: Sequence[int]) -> bytes:
    words = array(kind, numbers)
    if SWAPPED:
        words.byteswap()
    return words.tobytes()


def packed(layer: Layer) -> bytes:
    pairs = _raw(WORD, [round(value * UNITS) for values in layer for value in values])
    return zlib.compress(pairs[1::2] + pairs[0::2], 9)


def write(key: TableKey, solver: Solver) -> Path:
    """Solve matches and write their table, whole or not at all."""
    ranks = _ranks(key)
    blocks = [b""] * (len(PERIODS) * (key.turns + 1) * len(ranks))
    for period, left, standing, layer in solver.solve(key.turns, key.standings):
        blocks[(period * (key.turns + 1) + left) * len(ranks) + ranks[standing]] = packed(layer)
    offsets = [0]
    for block in blocks:
        offsets.append(offsets[-1] + len(block))
    slots, starts = zlib.compress(_raw(WORD, solver.slots), 9), _raw(OFFSET, offsets)
    head = {
        "game": SuperGoal.slug,
        "rules_version": SuperGoal.rules_version,
        **key._asdict(),
        "made": datetime.now(UTC).date().isoformat(),
        "states": len(blocks) * (max(solver.slots) + 1),
        "slots": len(slots),
        "offsets": len(starts),
    }
    file = key.path
    file.parent.mkdir(parents=True, exist_ok=True)
    unfinished = file.with_name(f"{file.name}.{os.getpid()}")
    with unfinished.open("wb") as out:
        out.write(json.dumps(head).ljust(HEAD).encode() + slots + starts + b"".join(blocks))
        out.flush()
        os.fsync(out.fileno())  # a power cut would leave an empty file under the name, which nobody makes again
    unfinished.replace(file)
    return file


_OPENED: dict[TableKey, Table] = {}
"""A process keeps what it has opened: the file's name says all that its contents depend on."""


def is_built(key: TableKey) -> bool:
    return key in _OPENED or key.path.exists()


def open_table(key: TableKey) -> Table:
    """Return the table. Raises NotBuilt."""
    opened_table = _OPENED.get(key)
    if opened_table is None:
        if not key.path.exists():
            away = "" if key.earlier is None else f" --away-goals {key.earlier}"
            raise NotBuilt(
                f"the values of Super Goal! with {key.turns} turns a half are not built: "
                f"python -m engines.values.super_goal --turns {key.turns}{away}"
            )
        opened_table = _OPENED[key] = Table(key)
    return opened_table
