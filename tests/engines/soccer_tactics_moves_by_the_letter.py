"""Soccer Tactics' legal moves a second time, slowly and word by word from the wire: a yardstick for the engine.

Everything is read from the specification's text with names and coordinates; nothing is imported from the engine.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

Wire = dict[str, Any]
Moves = list[Wire]
Way = tuple[int, int]

SEATS = ("home", "away")
COLUMNS = "ABCDEFGH"
CELLS = [column + str(row) for row in range(1, 17) for column in COLUMNS]
ON_BOARD = set(CELLS)
NAMES = ["gk", "d1", "d2", "d3", "d4", "m1", "m2", "m3", "m4", "f1", "f2"]
PLAY_PHASES = ("attack_move", "attack_play", "capture", "defence", "defence_move")
WAYS: list[Way] = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


def other(seat: str) -> str:
    return "away" if seat == "home" else "home"


@cache
def ids(seat: str) -> list[str]:
    return [f"{seat}.{name}" for name in NAMES]


@cache
def side_of(piece: str) -> str:
    return piece.split(".")[0]


@cache
def kind(piece: str) -> str:
    """``g`` the keeper, ``d`` a defender, ``m`` a midfielder, ``f`` a striker."""
    return piece.split(".")[1][0]


# ── the board: section 1 ──
@cache
def column(cell: str) -> int:
    return COLUMNS.index(cell[0])


@cache
def row(cell: str) -> int:
    return int(cell[1:])


@cache
def at(x: int, y: int) -> str | None:
    return COLUMNS[x] + str(y) if 0 <= x <= 7 and 1 <= y <= 16 else None


@cache
def distance(a: str, b: str) -> int:
    """ST-1.2."""
    return max(abs(column(a) - column(b)), abs(row(a) - row(b)))


def own_row(seat: str, k: int) -> int:
    """ST-1.1."""
    return k if seat == "home" else 17 - k


def cells_of(seat: str, columns: str, *rows: int) -> list[str]:
    return [c + str(own_row(seat, k)) for k in rows for c in columns]


@cache
def own_half(seat: str, cell: str) -> bool:
    return own_row(seat, row(cell)) <= 8


@cache
def goal_area(seat: str) -> list[str]:
    return cells_of(seat, "DE", 1)


@cache
def penalty_area(seat: str) -> list[str]:
    return cells_of(seat, "CDEF", 1, 2, 3)


@cache
def arc(seat: str) -> list[str]:
    return cells_of(seat, "DE", 4)


def long_distance(seat: str) -> list[str]:
    return cells_of(seat, "CF", 4)


def circle(seat: str) -> list[str]:
    return cells_of(seat, "DE", 8)


# ── who stands where ──
def on_pitch(state: Wire, seat: str, *, keeper: bool = True) -> list[str]:
    """In piece order, those on a cell."""
    cells = state["pieces"]
    return [i for i in ids(seat) if cells[i] in ON_BOARD and (keeper or kind(i) != "g")]


def who(state: Wire, seat: str, cell: str) -> str | None:
    return next((i for i in ids(seat) if state["pieces"][i] == cell), None)


def may_be(state: Wire, piece: str, cell: str) -> bool:
    """ST-3.8 and ST-3.12 alone."""
    if any(i != piece and state["pieces"][i] == cell for i in ids(side_of(piece))):
        return False
    return kind(piece) not in "gd" or own_half(side_of(piece), cell)


def may_stand(state: Wire, piece: str, cell: str) -> bool:
    """ST-3.8 to ST-3.12."""
    return may_be(state, piece, cell) and within_limits(others(state, piece), kind(piece) == "g", cell)


def others(state: Wire, piece: str) -> dict[str, bool]:
    """Where the team-mates of ``piece`` stand, and which is the keeper."""
    return {state["pieces"][i]: kind(i) == "g" for i in on_pitch(state, side_of(piece)) if i != piece}


def within_limits(mates: dict[str, bool], keeper: bool, cell: str) -> bool:
    """ST-3.9 to ST-3.11."""
    for (dx, dy), most in (((1, 0), 4), ((0, 1), 3)):
        many = 1
        for sign in (1, -1):
            x, y = column(cell) + sign * dx, row(cell) + sign * dy
            while at(x, y) in mates:
                many, x, y = many + 1, x + sign * dx, y + sign * dy
        if many > most:
            return False
    for end in SEATS:
        area = penalty_area(end)
        if not keeper and cell in area and sum(c in area and not k for c, k in mates.items()) >= 4:
            return False
        if cell in goal_area(end) and any(c in goal_area(end) for c in mates):
            return False
    return True


# ── moving: sections 3 and 4 ──
@cache
def paths(cell: str, count: int, turn: Callable[[Way, Way], bool]) -> list[list[str]]:
    """Every path of ``count`` cells on the board, straight or with one change of direction that ``turn`` allows."""
    found = []
    for first in WAYS:
        for second in WAYS:
            for bend in range(1, count + 1):
                if (bend == count) != (first == second) or (first != second and not turn(first, second)):
                    continue
                x, y = column(cell), row(cell)
                path = []
                for step in range(count):
                    way = first if step < bend else second
                    x, y = x + way[0], y + way[1]
                    path.append(at(x, y))
                whole = [c for c in path if c is not None]
                if len(whole) == count:
                    found.append(whole)
    return found


def piece_turn(first: Way, second: Way) -> bool:
    """ST-3.2."""
    return second != (-first[0], -first[1])


def ball_turn(first: Way, second: Way) -> bool:
    """ST-4.3."""
    return first[0] * second[0] >= 0 and first[1] * second[1] >= 0


@cache
def ways_to(cell: str, count: int, turn: Callable[[Way, Way], bool]) -> dict[str, list[list[str]]]:
    """The paths by their last cell."""
    by_end: dict[str, list[list[str]]] = {}
    for path in paths(cell, count, turn):
        by_end.setdefault(path[-1], []).append(path)
    return by_end


def piece_reach(state: Wire, piece: str, count: int) -> set[str]:
    """ST-3.1 to ST-3.7, ST-3.12 by its path; ST-3.15."""
    seat = side_of(piece)
    foes = {state["pieces"][i] for i in on_pitch(state, other(seat))}

    def open_(path: list[str]) -> bool:
        if any(c in foes for c in path[:-1]):
            return False
        return kind(piece) != "d" or all(own_half(seat, c) for c in path)

    def ends(steps: int) -> set[str]:
        ways = ways_to(state["pieces"][piece], steps, piece_turn)
        return {
            c
            for c, known in ways.items()
            if c not in mates and within_limits(mates, False, c) and any(open_(path) for path in known)
        }

    mates = others(state, piece)
    found = ends(count)
    if state["options"]["blocked"] == "stops":
        for fewer in range(1, count):
            found |= {c for c in ends(fewer) if c in foes}
    return found


def field_moves(state: Wire, seat: str, barred: str | None = None) -> list[tuple[str, str]]:
    return [
        (i, c) for i in on_pitch(state, seat, keeper=False) if i != barred for c in piece_reach(state, i, state["roll"])
    ]


def keeper_steps(state: Wire, seat: str) -> list[str]:
    """ST-8.2."""
    keeper = f"{seat}.gk"
    here = state["pieces"][keeper]
    if here not in ON_BOARD:
        return []
    return [c for c in CELLS if distance(here, c) == 1 and may_stand(state, keeper, c)]


def ball_cells(state: Wire) -> set[str]:
    """ST-4.1 to ST-4.6."""
    a = state["attacking"]
    d = other(a)
    found = set(ways_to(state["pieces"][state["carrier"]], state["roll"], ball_turn))
    found = {c for c in found if who(state, d, c) is None or who(state, a, c) is not None}
    if state["dead"] == "kick_off":
        found = {c for c in found if own_half(d, c)}
    if state["dead"] == "goal_kick":
        found = {c for c in found if c not in penalty_area(a)}
    return found


# ── off-side: section 9 ──
def offside_cell(state: Wire, cell: str) -> bool:
    """ST-9.1."""
    d = other(state["attacking"])
    deepest = [own_row(d, row(state["pieces"][i])) for i in on_pitch(state, d, keeper=False)]
    return bool(deepest) and own_row(d, row(cell)) < min(deepest)


def interferer(state: Wire, shooter: str) -> str | None:
    """ST-9.6: the first piece that interferes."""
    a = state["attacking"]
    for i in on_pitch(state, a):
        cell = state["pieces"][i]
        if i != shooter and cell in goal_area(other(a)) and offside_cell(state, cell):
            return i
    return None


def offside_capturer(state: Wire, piece: str) -> str | None:
    """Return the pieces off-side if ``piece`` captures the loose ball (ST-9.3, ST-9.6c), as the pieces stand."""
    if state["no_offside"]:
        return None
    if offside_cell(state, state["pieces"][piece]) and offside_cell(state, state["ball"]):
        return piece
    if state["ball"] in penalty_area(other(state["attacking"])):
        return interferer(state, piece)
    return None


# ── placing ──
def widening(state: Wire, piece: str, rings: Iterable[list[str]]) -> list[str]:
    """ST-8.6, ST-11.8, ST-12.4: the first ring with a cell by all limits, or else by ST-3.8 and ST-3.12 alone."""
    for ring in rings:
        for allowed in (may_stand, may_be):
            cells = [c for c in ring if allowed(state, piece, c)]
            if cells:
                return cells
    return []


def zone_cells(state: Wire, piece: str, centre: str) -> list[str]:
    """ST-12.3."""
    return widening(state, piece, ([c for c in CELLS if distance(c, centre) == n] for n in range(2, 17)))


def ring_cells(state: Wire, piece: str, end: str) -> list[str]:
    """ST-8.5, ST-8.6."""
    area = penalty_area(end)
    return widening(state, piece, ([c for c in CELLS if min(distance(c, x) for x in area) == n] for n in range(1, 17)))


def penalty_cells(state: Wire, piece: str) -> list[str]:
    """ST-11.7, ST-11.8."""
    d = other(state["attacking"])
    rings = [cells_of(d, COLUMNS, 3, 4)] + [cells_of(d, COLUMNS, n) for n in range(5, 17)]
    barred = penalty_area(d) + (arc(d) if side_of(piece) == d else [])
    return widening(state, piece, ([c for c in ring if c not in barred] for ring in rings))


def nearest(state: Wire, seat: str, cell: str) -> list[str]:
    """ST-12.2."""
    for allowed in (may_stand, may_be):
        able = [i for i in on_pitch(state, seat) if state["pieces"][i] == cell or allowed(state, i, cell)]
        if able:
            least = min(distance(state["pieces"][i], cell) for i in able)
            return [i for i in able if distance(state["pieces"][i], cell) == least]
    return []


def kickers(state: Wire, seat: str) -> list[str]:
    """ST-2.3, ST-2.4."""
    for sort in "fmd":
        able = [i for i in ids(seat) if kind(i) == sort and i not in state["sent_off"]]
        if able:
            return able
    return []


def striker_cells(state: Wire, seat: str, piece: str) -> list[str]:
    """ST-2.3."""
    taken = list(state["pieces"].values())
    cells = [c for c in cells_of(seat, COLUMNS, 8) if c not in taken and may_stand(state, piece, c)]
    if seat != state["attacking"]:
        cells = [c for c in cells if distance(c, state["ball"]) >= 2]
    return cells


def corner_cells(state: Wire, piece: str) -> list[str]:
    """ST-10.5 to ST-10.7."""
    seat, corner = side_of(piece), state["restart"]["cell"]
    cells = [c for c in CELLS if c != state["pieces"][piece] and may_stand(state, piece, c)]
    if seat == state["attacking"]:
        return [c for c in cells if c != corner]
    if kind(piece) == "g":
        cells = [c for c in cells if c in goal_area(seat)]
    return [c for c in cells if distance(c, corner) > 1]


# ── section 14 ──
def place(piece: str, cells: Iterable[str]) -> Moves:
    return [{"type": "place", "piece": piece, "to": c} for c in cells]


def moved(pairs: Iterable[tuple[str, str]]) -> Moves:
    return [{"type": "move", "piece": i, "to": c} for i, c in pairs]


def capture_moves(state: Wire, seat: str) -> Moves:
    """ST-5.6, ST-5.12, ST-12.6."""
    pairs = [p for p in field_moves(state, seat) if p != (state["no_touch"], state["ball"])]
    if state["options"]["compulsory_capture"] != "none":
        obliged = [p for p in pairs if p[1] == state["ball"] and offside_capturer(state, p[0]) is None]
        pairs = obliged or pairs
    return moved(pairs)


def defence_moves(state: Wire, seat: str) -> Moves:
    """ST-5.10, ST-5.12."""
    pairs = field_moves(state, seat)
    how = state["options"]["compulsory_capture"]
    if how == "all" or (how == "loose" and state["carrier"] is None):
        pairs = [p for p in pairs if p[1] == state["ball"]] or pairs
    return moved(pairs)


def play_moves(state: Wire) -> Moves:
    """ST-4, ST-5.4, ST-5.5."""
    moves: Moves = [{"type": "play", "to": c} for c in ball_cells(state)]
    carrier = state["carrier"]
    if state["roll"] == 1 and state["dead"] is None and kind(carrier) != "g":
        here = state["pieces"][carrier]
        cells = [c for c in CELLS if distance(c, here) == 1 and may_stand(state, carrier, c)]
        moves += [{"type": "dribble", "to": c} for c in cells]
    return moves


def corner_moves(state: Wire, seat: str) -> Moves:
    moves: Moves = [{"type": "done"}]
    for piece in on_pitch(state, seat):
        if piece != state["restart"]["taker"]:
            moves += place(piece, corner_cells(state, piece))
    return moves


def takers(state: Wire, seat: str) -> Moves:
    """ST-12.2, ST-8.9."""
    if state["phase"] == "goal_kick_taker":
        pairs = [
            (i, c)
            for i in on_pitch(state, seat, keeper=False)
            for c in goal_area(seat)
            if state["pieces"][i] == c or may_stand(state, i, c)
        ]
    else:
        cell = state["restart"]["cell"]
        cells = [cell] if cell is not None else circle("home") + circle("away")
        pairs = [(i, c) for c in cells for i in nearest(state, seat, c)]
    return [{"type": "take", "piece": i, "to": c} for i, c in pairs]


def legal(state: Wire, seat: str) -> Moves:
    if seat not in state["to_act"]:
        return []
    phase, keeper, restart = state["phase"], f"{seat}.gk", state["restart"]
    if phase in ("kick_off_keeper", "keeper_place"):
        return place(keeper, goal_area(seat))
    if phase == "kick_off_kicker":
        return [move for i in kickers(state, seat) for move in place(i, circle(seat))]
    if phase == "kick_off_striker":
        piece = next(
            i for i in ids(seat) if kind(i) == "f" and state["pieces"][i] is None and i not in state["sent_off"]
        )
        return place(piece, striker_cells(state, seat, piece))
    if phase == "attack_move":
        return moved(field_moves(state, seat, barred=state["carrier"]))
    if phase == "attack_play":
        return play_moves(state)
    if phase == "capture":
        return capture_moves(state, seat)
    if phase == "defence":
        return [{"type": "roll"}, *moved((keeper, c) for c in keeper_steps(state, seat))]
    if phase == "defence_move":
        return defence_moves(state, seat)
    if phase == "minor_foul":
        return [{"type": "accept"}, {"type": "decline"}]
    if phase in ("free_kick_taker", "goal_kick_taker"):
        return takers(state, seat)
    if phase == "penalty_kicker":
        return place(restart["taker"], arc(other(seat)))
    if phase == "corner_place":
        return corner_moves(state, seat)
    piece = state["pending"][seat][0]
    if phase in ("free_kick_clear", "corner_clear"):
        return place(piece, zone_cells(state, piece, restart["cell"]))
    if phase == "goal_kick_clear":
        return place(piece, ring_cells(state, piece, other(seat)))
    assert phase == "penalty_place"
    return place(piece, penalty_cells(state, piece))


def text(move: Wire) -> str:
    return json.dumps(move, sort_keys=True, separators=(",", ":"))


def default_move(state: Wire, seat: str) -> Wire:
    """Section 15.3."""
    return default_of(legal(state, seat))


def default_of(moves: Moves) -> Wire:
    for kind_of in ("done", "roll", "accept"):
        if {"type": kind_of} in moves:
            return {"type": kind_of}
    return min(moves, key=text)
