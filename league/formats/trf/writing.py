"""The writer of report files in the edition of 2026, by the columns that the reader reads."""

from collections.abc import Iterator
from typing import Final

from league.formats.trf.records import ABNORMAL, HEAD, PAYS, PLAYER, Record
from league.formats.trf.tournament import Abnormal, Cell, Pays, Player, Tournament

COLUMN_OF: Final = {name: code for code, name in HEAD.items()}
_USUAL: Final = Pays()


def write(whole: Tournament, *, kind: str = "", kind_code: str = "") -> str:
    """Return the file of players. ``kind``: the system in words; ``kind_code``: FIDE's code of it (record 192)."""
    head = {
        "name": " ".join(whole.name.split()),
        "begins": whole.begins.replace("-", "/"),
        "ends": whole.ends.replace("-", "/"),
        "players": str(len(whole.players)),
        "kind": kind,
        "rounds": str(whole.planned or whole.rounds),
        "first_colour": whole.first_colour,
        "kind_code": kind_code,
    }
    lines = [f"{COLUMN_OF[name]} {value}" for name, value in sorted(head.items(), key=_code) if value]
    if whole.pays != _USUAL:
        lines.append(pays_line(whole.pays))
    lines += [abnormal_line(entry) for entry in whole.abnormal]
    lines += [player_line(player, whole.points_of(player)) for player in whole.players.values()]
    return "\n".join(lines) + "\n"


def _code(field: tuple[str, str]) -> str:
    return COLUMN_OF[field[0]]


def pays_line(pays: Pays, record: Record = PAYS) -> str:
    """Return the record of the points of each kind of result, those of an absence and a bye if they are not usual."""
    kinds = {"W": pays.win, "D": pays.draw, "L": pays.loss}
    if pays.absence:
        kinds["A"] = pays.absence
    if pays.bye is not None:
        kinds["P"] = pays.bye
    return record.write([{"code": code, "points": _in_four(points)} for code, points in kinds.items()])


def _in_four(points: float) -> str:
    """Return points in the four signs of their column; empty where they have more: readers count them by the results.

    What is cut off would be other points.
    """
    words = decimal(points)
    return next((fitting for fitting in (words, words.removesuffix(".0")) if len(fitting) <= 4), "")


def decimal(points: float) -> str:
    """Return points with one decimal, or two where one is not enough."""
    return f"{points:.2f}".removesuffix("0")


def abnormal_line(entry: Abnormal) -> str:
    """Return the record of points that are not those of the result."""
    numbers = [{"number": str(number)} for number in entry.numbers]
    fields = {"kind": entry.kind, "match_points": f"{entry.match_points:.1f}", "points": f"{entry.points:.1f}"}
    return ABNORMAL.write(numbers, **fields, round=str(entry.round))


def player_line(player: Player, points: float) -> str:
    """Return the line of a player with all rounds."""
    return PLAYER.write(
        _cells(player),
        number=str(player.number),
        name=" ".join(player.name.split()),
        points=_in_four(points),
        rank=str(player.rank or ""),
    )


def _cells(player: Player) -> Iterator[dict[str, str]]:
    for cell in player.cells:
        if cell == Cell():
            yield {"opponent": "", "colour": "", "result": ""}
        else:
            opponent = str(cell.opponent) if cell.opponent else "0000"
            yield {"opponent": opponent, "colour": cell.colour or "-", "result": cell.result}
