"""A second, slow reading of what is legal in Soccer Tactics: names and loops, straight from the specification.

It knows nothing of the engine: ``legal(state)`` takes the wire and walks every path of every piece.
"""

from __future__ import annotations

COLUMNS = "ABCDEFGH"
CELLS = [f"{column}{row}" for row in range(1, 17) for column in COLUMNS]
KINDS = ("gk", "d1", "d2", "d3", "d4", "m1", "m2", "m3", "m4", "f1", "f2")
STEPS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


def where(cell):
    return COLUMNS.index(cell[0]), int(cell[1:])


def name(x, y):
    return f"{COLUMNS[x]}{y}" if 0 <= x < 8 and 1 <= y <= 16 else None


def distance(one, two):
    (a, b), (c, d) = where(one), where(two)
    return max(abs(a - c), abs(b - d))


def own_row(seat, k):
    return k if seat == "home" else 17 - k


def own_rows(cell, seat):
    """The row of ``cell`` counted from the goal line of ``seat``."""
    y = where(cell)[1]
    return y if seat == "home" else 17 - y


def in_area(cell, seat):
    return cell[0] in "CDEF" and own_rows(cell, seat) <= 3


def in_goal_area(cell, seat):
    return cell[0] in "DE" and own_rows(cell, seat) == 1


def is_star(cell, seat):
    return cell[0] in "CF" and own_rows(cell, seat) == 4


def is_arc(cell, seat):
    return cell[0] in "DE" and own_rows(cell, seat) == 4


def opponent(seat):
    return "away" if seat == "home" else "home"


def team(state, seat):
    """On the board, in piece order."""
    found = {}
    for kind in KINDS:
        cell = state["pieces"][f"{seat}.{kind}"]
        if cell in CELLS:
            found[f"{seat}.{kind}"] = cell
    return found


def is_keeper(piece):
    return piece.endswith(".gk")


def bound_to_own_half(piece):
    return piece.partition(".")[2][0] in "gd"


def paths(cell, roll):
    """Every path of ``roll`` cells for a piece: the directions differ and are not opposite (ST-3.1, ST-3.2)."""
    for first in STEPS:
        yield walk(cell, [first] * roll)
        for bend in range(1, roll):
            for second in STEPS:
                if second != first and second != (-first[0], -first[1]):
                    yield walk(cell, [first] * bend + [second] * (roll - bend))


def walk(cell, steps):
    x, y = where(cell)
    found = []
    for step in steps:
        x, y = x + step[0], y + step[1]
        found.append(name(x, y))
    return found


def reached(state, piece, roll):
    seat = piece[:4]
    foes = set(team(state, opponent(seat)).values())
    found = set()
    for path in paths(state["pieces"][piece], roll):
        for number, cell in enumerate(path, start=1):
            if cell is None or (bound_to_own_half(piece) and own_rows(cell, seat) > 8):
                break
            if number == roll:
                found.add(cell)
            elif cell in foes:  # a wall, or an end of the move (ST-3.15)
                if state["options"]["blocked"] == "stops":
                    found.add(cell)
                break
    return {cell for cell in found if may_stand(state, piece, cell)}


def at_need(state, piece, cell):
    """ST-3.8 and ST-3.12."""
    seat = piece[:4]
    if bound_to_own_half(piece) and own_rows(cell, seat) > 8:
        return False
    return all(at != cell for mate, at in team(state, seat).items() if mate != piece)


def may_stand(state, piece, cell):
    """ST-3.8 to ST-3.12."""
    if not at_need(state, piece, cell):
        return False
    seat = piece[:4]
    mates = {mate: at for mate, at in team(state, seat).items() if mate != piece}
    cells = {*mates.values(), cell}
    for step, most in (((1, 0), 4), ((0, 1), 3)):
        run = 1
        for sign in (1, -1):
            x, y = where(cell)
            while True:
                x, y = x + sign * step[0], y + sign * step[1]
                if name(x, y) not in cells:
                    break
                run += 1
        if run > most:
            return False
    for end in ("home", "away"):
        if in_area(cell, end) and not is_keeper(piece):
            inside = [mate for mate, at in mates.items() if in_area(at, end) and not is_keeper(mate)]
            if len(inside) + 1 > 4:
                return False
        if in_goal_area(cell, end) and any(in_goal_area(at, end) for at in mates.values()):
            return False
    return True


def flights(cell, roll):
    """Where the ball may end by distance and direction (ST-4.2 to ST-4.4)."""
    cells = set()
    for first in STEPS:
        for second in STEPS:
            if first[0] * second[0] < 0 or first[1] * second[1] < 0:
                continue
            for bend in range(1, roll + 1):
                path = walk(cell, [first] * bend + [second] * (roll - bend))
                if None not in path:
                    cells.add(path[-1])
    return cells


def offside_cell(state, cell, seat):
    other = opponent(seat)
    field = [at for piece, at in team(state, other).items() if not is_keeper(piece)]
    return bool(field) and all(own_rows(cell, other) < own_rows(at, other) for at in field)


def offside_capture(state, piece):
    if state["no_offside"]:
        return False
    seat, ball = piece[:4], state["ball"]
    if offside_cell(state, state["pieces"][piece], seat) and offside_cell(state, ball, seat):
        return True
    if not in_area(ball, opponent(seat)):
        return False
    return any(
        in_goal_area(at, opponent(seat)) and offside_cell(state, at, seat)
        for mate, at in team(state, seat).items()
        if mate != piece
    )


def move(kind, piece, to):
    return {"type": kind, "piece": piece, "to": to}


def field_moves(state, seat, apart=None):
    return [
        move("move", piece, cell)
        for piece in team(state, seat)
        if not is_keeper(piece) and piece != apart
        for cell in reached(state, piece, state["roll"])
    ]


def zoned(state, piece, cell):
    """Around a free kick or a corner (ST-12.3, ST-12.4)."""
    return first_ring(state, piece, lambda n: [at for at in CELLS if distance(at, cell) == n], range(2, 16))


def first_ring(state, piece, ring, numbers):
    for number in numbers:
        for allowed in (may_stand, at_need):
            cells = [cell for cell in ring(number) if allowed(state, piece, cell)]
            if cells:
                return [move("place", piece, cell) for cell in cells]
    return []


def legal(state):
    phase = state["phase"]
    if phase == "finished":
        return []
    (seat,) = state["to_act"]
    attacking, ball, restart = state["attacking"], state["ball"], state["restart"]
    defending = opponent(attacking)
    keeper = f"{seat}.gk"
    pending = state["pending"][seat]
    if phase in ("kick_off_keeper", "keeper_place"):
        return [move("place", keeper, f"{column}{own_row(seat, 1)}") for column in "DE"]
    if phase == "kick_off_kicker":
        for kinds in (("f1", "f2"), ("m1", "m2", "m3", "m4"), ("d1", "d2", "d3", "d4")):
            on = [f"{seat}.{kind}" for kind in kinds if f"{seat}.{kind}" not in state["sent_off"]]
            if on:
                return [move("place", piece, f"{column}{own_row(seat, 8)}") for piece in on for column in "DE"]
    if phase == "kick_off_striker":
        piece = next(
            f"{seat}.{kind}"
            for kind in ("f1", "f2")
            if f"{seat}.{kind}" not in state["sent_off"] and state["pieces"][f"{seat}.{kind}"] is None
        )
        taken = set(state["pieces"].values())
        row = [f"{column}{own_row(seat, 8)}" for column in COLUMNS]
        return [
            move("place", piece, cell)
            for cell in row
            if cell not in taken and may_stand(state, piece, cell) and (seat == attacking or distance(cell, ball) >= 2)
        ]
    if phase == "attack_move":
        return field_moves(state, seat, state["carrier"])
    if phase == "attack_play":
        return plays(state)
    if phase == "capture":
        moves = [
            field_move
            for field_move in field_moves(state, seat)
            if field_move["piece"] != state["no_touch"] or field_move["to"] != ball
        ]
        if state["options"]["compulsory_capture"] != "none":
            obliged = [move for move in moves if move["to"] == ball and not offside_capture(state, move["piece"])]
            return obliged or moves
        return moves
    if phase == "defence":
        moves = [{"type": "roll"}]
        if keeper in team(state, seat):
            at = state["pieces"][keeper]
            moves += [
                move("move", keeper, cell)
                for cell in CELLS
                if distance(cell, at) == 1 and may_stand(state, keeper, cell)
            ]
        return moves
    if phase == "defence_move":
        moves = field_moves(state, seat)
        how = state["options"]["compulsory_capture"]
        if how == "all" or (how == "loose" and state["carrier"] is None):
            return [move for move in moves if move["to"] == ball] or moves
        return moves
    if phase == "minor_foul":
        return [{"type": "accept"}, {"type": "decline"}]
    if phase == "free_kick_taker":
        return takers(state, seat, [restart["cell"]] if restart["cell"] else ["D8", "E8", "D9", "E9"])
    if phase in ("free_kick_clear", "corner_clear"):
        return zoned(state, pending[0], restart["cell"])
    if phase == "goal_kick_taker":
        return [
            move("take", piece, cell)
            for piece, at in team(state, seat).items()
            for cell in CELLS
            if in_goal_area(cell, seat) and (at == cell or may_stand(state, piece, cell))
        ]
    if phase == "goal_kick_clear":
        area = [cell for cell in CELLS if in_area(cell, attacking)]
        return first_ring(
            state,
            pending[0],
            lambda n: [cell for cell in CELLS if min(distance(cell, area_cell) for area_cell in area) == n],
            range(1, 14),
        )
    if phase == "corner_place":
        return corner(state, seat)
    if phase == "penalty_kicker":
        return [move("place", restart["taker"], f"{column}{own_row(defending, 4)}") for column in "DE"]
    if phase == "penalty_place":

        def rows(number):
            wanted = (3, 4) if number == 4 else (number,)
            return [
                cell
                for cell in CELLS
                if own_rows(cell, defending) in wanted
                and not in_area(cell, defending)
                and not (seat == defending and is_arc(cell, defending))
            ]

        return first_ring(state, pending[0], rows, range(4, 17))
    raise AssertionError(phase)


def plays(state):
    seat, ball, dead = state["attacking"], state["ball"], state["dead"]
    other, carrier = opponent(seat), state["carrier"]
    ours, theirs = set(team(state, seat).values()), set(team(state, other).values())
    moves = []
    for cell in flights(ball, state["roll"]):
        if cell in theirs and cell not in ours:
            continue
        if dead == "kick_off" and own_rows(cell, other) > 8:
            continue
        if dead == "goal_kick" and in_area(cell, seat):
            continue
        moves.append({"type": "play", "to": cell})
    if state["roll"] == 1 and dead is None and not is_keeper(carrier):
        moves += [
            {"type": "dribble", "to": cell}
            for cell in CELLS
            if distance(cell, ball) == 1 and may_stand(state, carrier, cell)
        ]
    return moves


def takers(state, seat, cells):
    moves = []
    for cell in cells:
        men = team(state, seat)
        able = [piece for piece, at in men.items() if at == cell or may_stand(state, piece, cell)]
        able = able or [piece for piece in men if at_need(state, piece, cell)]
        near = min(distance(men[piece], cell) for piece in able)
        moves += [move("take", piece, cell) for piece in able if distance(men[piece], cell) == near]
    return moves


def corner(state, seat):
    restart, attacking = state["restart"], state["attacking"]
    moves = [{"type": "done"}]
    for piece, at in team(state, seat).items():
        for cell in CELLS:
            if cell == at or not may_stand(state, piece, cell):
                continue
            if seat == attacking:
                barred = cell == restart["cell"]
            else:
                barred = distance(cell, restart["cell"]) <= 1 or (is_keeper(piece) and not in_goal_area(cell, seat))
            if not barred:
                moves.append(move("place", piece, cell))
    return moves
