"""The records of a report file and their columns, as FIDE's standard counts them: from 1, both ends included.

Reader and writer use the same declarations. A record with many values of one kind (rounds, players) repeats a part of
its columns every so many signs.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

Cells = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Column:
    """A field of fixed width. Words begin at its first sign, numbers end at its last."""

    first: int
    last: int
    words: bool = False

    def cut(self, line: str, shift: int = 0) -> str:
        """Return what stands in ``line``, ``shift`` signs to the right, without the blanks around it."""
        return line[self.first - 1 + shift : self.last + shift].strip()

    def fit(self, value: str) -> str:
        """Return ``value`` in the width of the column; what is too long loses its end."""
        width = self.last - self.first + 1
        return f"{value[:width]:<{width}}" if self.words else f"{value[:width]:>{width}}"


@dataclass(frozen=True, slots=True)
class Record:
    """A kind of line: its code in the first three signs, then its columns, then columns that repeat."""

    code: str
    columns: Mapping[str, Column] = field(default_factory=dict)
    repeated: Mapping[str, Column] = field(default_factory=dict)
    every: int = 0

    def cut(self, line: str) -> dict[str, str]:
        """Return the plain fields of ``line``."""
        return {name: column.cut(line) for name, column in self.columns.items()}

    def parts(self, line: str) -> Iterator[dict[str, str]]:
        """Yield the fields that repeat, as far as ``line`` goes."""
        shift, first = 0, min((column.first for column in self.repeated.values()), default=0)
        while self.every and first - 1 + shift < len(line):
            yield {name: column.cut(line, shift) for name, column in self.repeated.items()}
            shift += self.every

    def write(self, parts: Iterable[Cells] = (), /, **values: str) -> str:
        """Return the line that has ``values`` in its columns, and ``parts`` in those that repeat."""
        signs = list(self.code)
        for name, value in values.items():
            _put(signs, self.columns[name], value, 0)
        for number, part in enumerate(parts):
            for name, value in part.items():
                _put(signs, self.repeated[name], value, number * self.every)
        return "".join(signs).rstrip()

    @property
    def gaps(self) -> tuple[int, ...]:
        """Return the signs between two repeated fields, which are blank, counted from the first sign of the part."""
        taken = {sign for column in self.repeated.values() for sign in range(column.first, column.last + 1)}
        return tuple(sign for sign in range(min(taken), min(taken) + self.every) if sign not in taken)


def _put(signs: list[str], column: Column, value: str, shift: int) -> None:
    start = column.first - 1 + shift
    signs.extend(" " * (start - len(signs)))
    signs[start : column.last + shift] = column.fit(value)


PLAYER: Final = Record(
    "001",
    {
        "number": Column(5, 8),
        "sex": Column(10, 10, words=True),
        "title": Column(11, 13),
        "name": Column(15, 47, words=True),
        "rating": Column(49, 52),
        "federation": Column(54, 56, words=True),
        "fide_number": Column(58, 68),
        "birth": Column(70, 79, words=True),
        "points": Column(81, 84),
        "rank": Column(86, 89),
    },
    {"opponent": Column(92, 95), "colour": Column(97, 97), "result": Column(99, 99)},
    10,
)
ROUND_DATES: Final = Record("132", {}, {"date": Column(92, 99)}, 10)
PAYS: Final = Record("162", {}, {"code": Column(6, 6), "points": Column(7, 10)}, 9)
TEAM_PAYS: Final = Record("362", {}, PAYS.repeated, 9)
TEAM_OF_2016: Final = Record("013", {"name": Column(5, 36, words=True)}, {"player": Column(37, 40)}, 5)
TEAM: Final = Record(
    "310",
    {
        "number": Column(5, 7),
        "name": Column(9, 40, words=True),
        "nickname": Column(42, 46, words=True),
        "strength": Column(48, 53),
        "match_points": Column(55, 60),
        "points": Column(62, 67),
        "rank": Column(69, 71),
    },
    {"player": Column(74, 77)},
    5,
)
BYES: Final = Record("240", {"kind": Column(5, 5), "round": Column(7, 9)}, {"number": Column(11, 14)}, 5)
ALLOTTED: Final = Record("320", {"match_points": Column(5, 8), "points": Column(10, 13)}, {"team": Column(15, 17)}, 4)
FORFEITED: Final = Record(
    "330", {"kind": Column(5, 6), "round": Column(8, 10), "white": Column(12, 14), "black": Column(16, 18)}
)
LINE_UP: Final = Record(
    "300",
    {"round": Column(5, 7), "team": Column(9, 11), "opponent": Column(13, 15)},
    {"player": Column(17, 20)},
    5,
)
ABNORMAL: Final = Record(
    "299",
    {
        "kind": Column(5, 5),
        "match_points": Column(8, 11),
        "points": Column(14, 17),
        "round": Column(20, 22),
    },
    {"number": Column(24, 27)},
    5,
)

HEAD: Final = {
    "012": "name",
    "022": "city",
    "032": "federation",
    "042": "begins",
    "052": "ends",
    "062": "players",
    "072": "rated_players",
    "082": "teams",
    "092": "kind",
    "102": "arbiter",
    "122": "times",
    "142": "rounds",
    "152": "first_colour",
    "182": "paired_by",
    "192": "kind_code",
    "202": "tie_breaks",
    "212": "standings",
    "222": "time_control",
    "352": "board_colours",
    "XXR": "rounds_of_javafo",
}
"""Records of one value that stand once, and what they tell."""

KNOWN_UNREAD: Final = frozenset({"112", "172", "250", "260", "801", "802", "XXA", "XXP", "XXZ", "XXC", "DAT"})
"""Records that hold no result: deputy arbiters, ratings, what the next pairing heeds, tables for people, addresses."""
