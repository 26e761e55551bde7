"""FUBA's legal moves a second time, slowly and word by word from the wire: a yardstick for the engine's tables.

Everything is read from the specification's text with names and coordinates; nothing is imported from the engine.
"""

from __future__ import annotations

from typing import Any

State = dict[str, Any]
Moves = list[dict[str, Any]]

X = {"C1": (0, 4), "C2": (4, 8), "C3": (8, 12), "C4": (12, 16), "C5": (16, 20)}
X |= {f"{side}{row}": (5 * (row - 1), 5 * row) for side in "LR" for row in range(1, 5)}
NEXT_TO = {
    "L1": "L2 C1 C2",
    "L2": "L1 L3 C2 C3",
    "L3": "L2 L4 C3 C4",
    "L4": "L3 C4 C5",
    "C1": "C2 L1 R1",
    "C2": "C1 C3 L1 L2 R1 R2",
    "C3": "C2 C4 L2 L3 R2 R3",
    "C4": "C3 C5 L3 L4 R3 R4",
    "C5": "C4 L4 R4",
}
NEXT_TO |= {zone.replace("L", "R"): beside.replace("L", "R") for zone, beside in NEXT_TO.items() if zone[0] == "L"}
IDS = [f"{seat}.{man}" for seat in ("home", "away") for man in ("gk", *(f"p{n}" for n in range(1, 11)))]


def beside(zone: str) -> list[str]:
    """FU-2.4."""
    return NEXT_TO[zone].split()


def other(seat: str) -> str:
    return "away" if seat == "home" else "home"


def nearer_to_opponents(seat: str, zone: str, than: str) -> bool:
    """FU-2.6: the end that ``seat`` attacks."""
    return X[zone][0] >= X[than][1] if seat == "home" else X[zone][1] <= X[than][0]


def nearer_to_own(seat: str, zone: str, than: str) -> bool:
    return nearer_to_opponents(other(seat), zone, than)


def men(state: State, seat: str, *, keeper: bool = True) -> list[str]:
    """Those in a zone."""
    cells = state["pieces"]
    return [i for i in IDS if i.startswith(seat) and cells[i] in X and (keeper or not i.endswith("gk"))]


def inside(state: State, seat: str, zone: str, *, keeper: bool = True) -> int:
    return sum(state["pieces"][i] == zone for i in men(state, seat, keeper=keeper))


def box(seat: str) -> str:
    return "C1" if seat == "home" else "C5"


def own_half(seat: str) -> list[str]:
    """FU-2.8."""
    return [z for z in X if (X[z][1] <= 10 if seat == "home" else X[z][0] >= 10)]


def legal(state: State, seat: str) -> Moves:
    """The legal moves of the phases whose lists take reckoning; empty for all other phases."""
    if seat not in state["to_act"]:
        return []
    reckoned = {
        "deploy": deploy,
        "adjust": adjust,
        "target": target,
        "receive": receive,
        "collect": collect,
        "movement": movement,
        "quick_moves": movement,
        "free_play": free_play,
    }
    return reckoned[state["phase"]](state, seat) if state["phase"] in reckoned else []


# ── set-up ──
def rules_met(state: State, seat: str, pieces: dict[str, Any]) -> bool:
    """FU-3.7, 7.3, 7.4, 7.14 on a finished placing of ``seat``."""
    cells = {i: z for i, z in pieces.items() if i.startswith(seat) and z is not None}
    restart, ball = state["restart"], state["ball"]
    active = seat == state["attacking"]
    if restart == "kick_off":
        outfield = [z for i, z in cells.items() if not i.endswith("gk")]
        keepers = [z for i, z in cells.items() if i.endswith("gk")]
        return (
            keepers == [box(seat)]
            and outfield.count("C3") == 2
            and all(z in own_half(seat) for z in outfield if z != "C3")
        )
    if restart == "free_kick":
        if active:
            return ball in cells.values()
        behind = [z for z in X if nearer_to_own(seat, z, ball)]
        return not behind or any(z in behind for z in cells.values())
    if restart == "penalty":
        area = box(other(state["attacking"]))
        there = [i for i, z in cells.items() if z == area]
        return len(there) == 1 if active else there == [f"{seat}.gk"]
    return True


def can_be_met(state: State, seat: str, pieces: dict[str, Any], left: list[str]) -> bool:
    """Tell whether some placing of those left meets the rules: each rule asks at most two men to stand somewhere."""
    area = box(other(state["attacking"] or seat))
    spare = "L2" if seat == "home" else "L3"
    choices = {
        "kick_off": [box(seat), "C3", spare],
        "free_kick": [state["ball"], "C1", "C5", "L1", "L4"],
        "penalty": [area, "C3"],
        "corner": ["C3"],
    }[state["restart"]]
    # men of one kind are alike: try how many stand where
    outfield = [i for i in left if not i.endswith("gk")]
    keeper = [i for i in left if i.endswith("gk")]
    for keeper_at in choices if keeper else [None]:
        trial = {**pieces, **dict.fromkeys(keeper, keeper_at)}
        for special in choices:
            for many in range(len(outfield) + 1):
                for rest in choices:
                    full = {**trial, **{i: special if n < many else rest for n, i in enumerate(outfield)}}
                    if rules_met(state, seat, full):
                        return True
    return False


def deploy(state: State, seat: str) -> Moves:
    piece, *left = state["setup"]["left"]
    return [
        {"type": "place", "piece": piece, "to": zone}
        for zone in X
        if can_be_met(state, seat, {**state["pieces"], piece: zone}, left)
    ]


def adjust(state: State, seat: str) -> Moves:
    moves: Moves = [
        {"type": "adjust", "piece": piece, "to": zone}
        for piece in men(state, seat)
        if piece not in state["setup"]["adjusted"]
        for zone in beside(state["pieces"][piece])
        if rules_met(state, seat, {**state["pieces"], piece: zone})
    ]
    return [*moves, {"type": "done"}]


# ── target ──
def target(state: State, seat: str) -> Moves:
    """FU-4.2 to 4.5."""
    away = other(seat)
    outfield = [state["pieces"][i] for i in men(state, away, keeper=False)]
    moves: Moves = []
    for zone in X:
        near = [z for z in beside(zone) if inside(state, seat, z)]
        offside = (
            inside(state, seat, zone)
            and outfield
            and all(nearer_to_opponents(seat, zone, than) for than in outfield)
            and zone != state["ball"]
        )
        if offside or not (inside(state, seat, zone) or near or zone == state["ball"]):
            continue
        if zone != state["ball"] and not inside(state, seat, zone) and not inside(state, away, zone):
            moves += [{"type": "target", "zone": zone, "via": via} for via in near]
        else:
            moves.append({"type": "target", "zone": zone, "via": None})
    return moves


def receive(state: State, seat: str) -> Moves:
    """FU-4.21."""
    aim = state["target"]
    near = [aim["via"]] if aim["via"] else beside(aim["zone"])
    return [{"type": "receive", "piece": i} for i in men(state, seat) if state["pieces"][i] in near]


def steps(one: str, two: str) -> int:
    """FU-2.5."""
    reached, count = {one}, 0
    while two not in reached:
        reached |= {z for zone in reached for z in beside(zone)}
        count += 1
    return count


def collect(state: State, seat: str) -> Moves:
    """FU-4.22."""
    far = {i: steps(state["pieces"][i], state["ball"]) for i in men(state, seat)}
    nearest = [i for i in far if far[i] == min(far.values())]
    if f"{seat}.gk" in nearest:
        outfield = {i: n for i, n in far.items() if not i.endswith("gk")}
        nearest += [i for i in outfield if outfield[i] == min(outfield.values())]
    return [{"type": "collect", "piece": i} for i in dict.fromkeys(nearest)]


# ── movement ──
def barred(state: State, seat: str, piece: str, zone: str) -> bool:
    """FU-5.8, 5.9."""
    opponents = [X[state["pieces"][i]] for i in men(state, other(seat))]
    here = X[state["pieces"][piece]]
    if len(opponents) < 2:
        return False
    if seat == "home":
        line = sorted((x[1] for x in opponents), reverse=True)[1]
        return X[zone][0] >= line and not X[zone][1] < here[1]
    line = sorted(x[0] for x in opponents)[1]
    return X[zone][1] <= line and not X[zone][0] > here[0]


def reach(state: State, seat: str, piece: str) -> list[str]:
    """FU-5.3 to 5.7, 5.11, without the offside line and the ball."""
    here, option = state["pieces"][piece], state["movement"]["option"]
    if option == "quick":
        return beside(here)
    column = sorted((z for z in X if z[0] == here[0]), reverse=seat == "away")  # from the own goal line on
    at = column.index(here)
    if option == "forward":
        return column[at + 1 : at + 3]
    if option == "defence":
        return column[max(0, at - 2) : at]
    start = {i: z for i, z in state["snapshot"].items() if z in X and i.startswith(seat) and i != piece}
    found = []
    for zone in beside(here):
        if zone[0] == here[0]:
            if nearer_to_opponents(seat, zone, here):
                if not any(nearer_to_opponents(seat, z, zone) for z in start.values()):
                    continue
            elif not piece.endswith("gk") and not any(
                nearer_to_own(seat, z, zone) for i, z in start.items() if not i.endswith("gk")
            ):
                continue
        found.append(zone)
    return found


def movement(state: State, seat: str) -> Moves:
    moves: Moves = []
    if not state["movement"]["left"]:
        return []
    for piece in men(state, seat):
        here = state["pieces"][piece]
        with_ball = seat == state["attacking"] and here == state["ball"]
        if piece in state["moved"]:
            continue
        for zone in reach(state, seat, piece):
            if barred(state, seat, piece, zone):
                continue
            if not (with_ball and inside(state, seat, here) == 1):
                moves.append({"type": "move", "piece": piece, "to": zone, "carry": False})
            if (
                with_ball
                and not state["carried"]
                and not state["movement"]["extra"]
                and state["restart"] != "goal_kick"
                and not inside(state, other(seat), here)
                and not inside(state, other(seat), zone)
            ):
                moves.append({"type": "move", "piece": piece, "to": zone, "carry": True})
    return [*moves, {"type": "done"}]


def free_play(state: State, seat: str) -> Moves:
    """FU-5.10."""
    moves: Moves = []
    for piece in men(state, seat, keeper=False):
        here = state["pieces"][piece]
        last = seat == state["attacking"] and here == state["ball"] and inside(state, seat, here) == 1
        if piece in state["moved"] or last or not {0, 20} & set(X[here]):
            continue
        line = 0 if 0 in X[here] else 20
        moves += [
            {"type": "free_move", "piece": piece, "to": zone}
            for zone in beside(here)
            if line not in X[zone] and zone != state["ball"] and not barred(state, seat, piece, zone)
        ]
    return [*moves, {"type": "done"}]


# ── numbers ──
def modifier(state: State, zone: str) -> int:
    """FU-4.11."""
    mine, theirs = inside(state, state["attacking"], zone), inside(state, other(state["attacking"]), zone)
    if mine == theirs:
        return 0
    if mine > theirs:
        return 2 if theirs == 0 or mine / theirs >= 2 else 1
    return -2 if mine == 0 or theirs / mine >= 2 else -1


def control(state: State, move: dict[str, Any], die: int) -> dict[str, Any]:
    """The event of the control check (FU-4.10 to 4.15)."""
    start, zone = state["ball"], move["zone"]
    counted = move["via"] or zone
    nothing = state["restart"] in ("free_kick", "corner", "goal_kick")
    at_start = 0 if nothing else modifier(state, start)
    at_target = 0 if nothing and counted == start else modifier(state, counted)
    between = max(0, steps(start, zone) - 1)
    value = die + at_start + at_target - 2 * between
    outcome = "kept" if value > state["ball_die"] else "lost" if value < state["ball_die"] else "event"
    return {
        "type": "control",
        "seat": state["attacking"],
        "die": die,
        "start": at_start,
        "target": at_target,
        "distance": -2 * between,
        "value": value,
        "ball_die": state["ball_die"],
        "outcome": outcome,
    }


def ball_die(state: State, move: dict[str, Any], die: int, kept: bool) -> dict[str, Any]:
    """The event of the new ball die (FU-4.19, 4.20, 7.11)."""
    seat, start = state["attacking"], state["ball"]
    pieces = {i: z[1:] if state["restart"] == "corner" and z and z[0] == "K" else z for i, z in state["pieces"].items()}
    after = {**state, "pieces": pieces}
    passive = other(seat) if kept else seat
    empty = [not inside(after, passive, zone) for zone in (move["zone"], start)]
    easy = empty[0] or (empty[1] and state["restart"] not in ("free_kick", "corner", "goal_kick"))
    return {"type": "ball_die", "value": max(1, die - 1) if easy else die, "easy": easy}


def shot(state: State, die: int, again: int | None) -> dict[str, Any]:
    """The event of a shot (FU-4.25 to 4.27, 7.6)."""
    seat = state["attacking"]
    area, ball = box(other(seat)), state["ball"]

    def row(zone: str) -> int:
        mine, theirs = inside(state, seat, zone), inside(state, other(seat), zone, keeper=False)
        return 1 if mine > theirs else -1 if mine < theirs else 0

    depth = {"C5": 0, "C4": -2, "L4": -4, "R4": -4, "L3": -6, "R3": -6}
    rows = {
        "ball_zone": 0 if state["phase"] == "free_kick" else row(ball),
        "box": row(area),
        "keeper": 0 if state["pieces"][f"{other(seat)}.gk"] == area else 4,
        "zone": depth[ball] if seat == "home" else depth[ball[0] + str((6 if ball[0] == "C" else 5) - int(ball[1]))],
    }
    value = die + sum(rows.values())
    difficult = 6 + sum(rows.values()) <= state["ball_die"]
    if difficult:
        outcome = "goal" if die == again == 6 else "goal_kick"
    else:
        outcome = "goal" if value > state["ball_die"] else "corner" if value == state["ball_die"] else "goal_kick"
    return {
        "type": "shot",
        "seat": seat,
        "piece": None,
        "at": ball,
        "outcome": outcome,
        "die": die,
        **rows,
        "value": value,
        "ball_die": state["ball_die"],
        "difficult": difficult,
    }


def clock(state: State, difference: int) -> tuple[int, int] | None:
    """(minute, stoppage) after the marker's move, or None when the half is over (FU-4.7, 4.8)."""
    half, extra = state["options"]["half_minutes"], state["options"]["extra_minutes"]
    end = {
        "first_half": half,
        "second_half": 2 * half,
        "extra_first": 2 * half + extra,
        "extra_second": 2 * half + 2 * extra,
    }[state["period"]]
    if state["stoppage"] == 0:
        minute = state["minute"] + difference
        return (end, 1) if minute >= end else (minute, 0)
    if difference < state["stoppage"] or state["stoppage"] == 6:
        return None
    return end, state["stoppage"] + 1
