"""Merging of books: those of the weeks of a game, or of the seasons of a competition.

No match is counted again: sums add up, the best of each book's best is the best of all. A run of results ends with its
book, since a book knows nothing of the next one.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from league.statistics.derivation.book_numbers import KEPT, RUNS, Numbers

_SUMS: Final = (
    "matches", "goals", "home_wins", "draws", "away_wins", "home_goals", "away_goals", "clean_sheets", "comebacks",
    "told", "shootouts",
)  # fmt: skip
_CAREER_SUMS: Final = ("played", "won", "drawn", "lost", "goals_for", "goals_against", "clean_sheets", "comebacks")
_CAREER_BEST: Final = ("unbeaten", "winning")
_SMALLEST_FIRST: Final = ("fastest_goal",)
"""Records where the least is the best."""


def merged(books: Sequence[Numbers]) -> Numbers:
    """Merge the numbers of several books (``book_numbers.count``)."""
    careers: dict[str, list[Mapping[str, Any]]] = {}
    for book in books:
        for player, career in book.get("players", {}).items():
            careers.setdefault(player, []).append(career)
    return {
        **{name: sum(book[name] for book in books) for name in _SUMS},
        "kick_offs": _added(book.get("kick_offs", {}) for book in books),
        "sides": _added_within(book["sides"] for book in books),
        "minutes": _minutes([book["minutes"] for book in books]),
        "pieces": _pieces(book["pieces"] for book in books),
        "players": {player: _career(parts) for player, parts in sorted(careers.items())},
        "records": _records([row for book in books for row in book["records"]]),
    }


def _added(parts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    whole: Counter[str] = Counter()
    for part in parts:
        whole.update(part)
    return dict(whole)


def _added_within(parts: Iterable[Mapping[str, Mapping[str, int]]]) -> dict[str, dict[str, int]]:
    whole: dict[str, Counter[str]] = {}
    for part in parts:
        for key, figures in part.items():
            whole.setdefault(key, Counter()).update(figures)
    return {key: dict(sorted(figures.items())) for key, figures in whole.items()}


def _minutes(parts: Sequence[Mapping[str, int]]) -> dict[str, int]:
    """Return goals by span, with every span up to the longest match of all."""
    begins = sorted({int(begin) for part in parts for begin in part})
    return {str(begin): sum(part.get(str(begin), 0) for part in parts) for begin in begins}


def _pieces(parts: Iterable[Mapping[str, Mapping[str, Any]]]) -> dict[str, Any]:
    pieces: dict[str, dict[str, Any]] = {}
    for part in parts:
        for key, row in part.items():
            whole = pieces.setdefault(key, {})
            whole.update({name: whole.get(name, 0) + number for name, number in row.items() if name != "name"})
            whole["name"] = row.get("name")
    return dict(sorted(pieces.items()))


def _career(parts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    played = sum(part["played"] for part in parts)
    return {
        **{name: sum(part[name] for part in parts) for name in _CAREER_SUMS},
        **{name: max(part[name] for part in parts) for name in _CAREER_BEST},
        "points_a_match": sum(part["points_a_match"] * part["played"] for part in parts) / played,
        "sums": _added_within(part["sums"] for part in parts),
    }


def _records(rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the best KEPT records of each kind, of runs one a player; of equal ones the earlier."""
    by_kind: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        by_kind.setdefault(row["kind"], []).append(row)
    records = []
    for kind, records_of_kind in by_kind.items():
        records_of_kind.sort(key=lambda row: str(row["at"] if "at" in row else row["to"]))
        records_of_kind.sort(key=lambda row: int(row["value"]), reverse=kind not in _SMALLEST_FIRST)  # stable
        best: dict[str, Mapping[str, Any]] = {}
        for row in records_of_kind:
            best.setdefault(row["player"] if kind in RUNS else row["match"], row)
        records += [*best.values()][:KEPT]
    return records
