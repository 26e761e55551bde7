"""Six-a-side a second time, slowly and word by word on the wire: legal moves, states and events.

A yardstick for the engine's tables and short cuts. Everything is read from the specification's text with names and
coordinates; nothing is imported from the engine. ``legal`` has no order of its own; ``after`` returns the next position
and its events, taking dice from ``roll(sides)``.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

State = dict[str, Any]
Events = list[dict[str, Any]]
Moves = list[dict[str, Any]]
Roll = Callable[[int], int]

BLOCKED = ["A1", "B1", "F1", "G1", "A11", "B11", "F11", "G11"]
PITCH = [c for row in range(1, 12) for column in "ABCDEFG" if (c := f"{column}{row}") not in BLOCKED]
GOAL = {"home": ["C0", "D0", "E0"], "away": ["C12", "D12", "E12"]}
KEEPER_AREA = {"home": ["C1", "D1", "E1"], "away": ["C11", "D11", "E11"]}
KEEPER_ORDER = {"home": ["D1", "C1", "E1"], "away": ["D11", "C11", "E11"]}
PENALTY_AREA = {
    "home": [c for c in PITCH if c[0] in "BCDEF" and c[1:] in ("2", "3")] + KEEPER_AREA["home"],
    "away": [c for c in PITCH if c[0] in "BCDEF" and c[1:] in ("9", "10")] + KEEPER_AREA["away"],
}
SPOT = {"home": "D3", "away": "D9"}
LONG = {"A2": range(1, 7), "G2": range(1, 7), "A10": range(6, 12), "G10": range(6, 12)}
ZONES = [["A3", "A4", "A5"], ["G3", "G4", "G5"], ["A7", "A8", "A9"], ["G7", "G8", "G9"]]
FORMATIONS = {
    "2-1-2": ["D1", "C3", "E3", "D4", "C5", "E5"],
    "2-2-1": ["D1", "C2", "E2", "B4", "F4", "D5"],
    "1-2-2": ["D1", "D3", "B4", "F4", "C5", "E5"],
    "3-1-1": ["D1", "B3", "D2", "F3", "D4", "D5"],
    "3-2": ["D1", "B2", "D2", "F2", "C4", "E4"],
    "2-3": ["D1", "C3", "E3", "B5", "D5", "F5"],
}
EIGHT = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
BOTH = ("home", "away")


def other(seat: str) -> str:
    return "away" if seat == "home" else "home"


def side(piece: str) -> str:
    return piece.split(".")[0]


def xy(cell: str) -> tuple[int, int]:
    return "ABCDEFG".index(cell[0]) + 1, int(cell[1:])


def name(x: int, y: int) -> str:
    return f"{' ABCDEFG'[x]}{y}" if 1 <= x <= 7 else ""


def turned(cell: str) -> str:
    x, y = xy(cell)
    return name(8 - x, 12 - y)


def order(cell: str) -> tuple[int, int]:
    """SX-1.5."""
    return xy(cell)[1], xy(cell)[0]


def far(one: str, two: str) -> int:
    """SX-1.6."""
    return max(abs(a - b) for a, b in zip(xy(one), xy(two), strict=True))


def men(seat: str) -> list[str]:
    return [f"{seat}.p{number}" for number in range(1, 8)]


def standing(state: State, seat: str) -> list[str]:
    return [piece for piece in men(seat) if state["pieces"][piece]]


def on(state: State, cell: str) -> str | None:
    return next((piece for piece, where in state["pieces"].items() if where == cell), None)


def empty(state: State, cell: str) -> bool:
    """SX-1.8."""
    return cell in PITCH and on(state, cell) is None


def crowded(pieces: dict[str, Any]) -> bool:
    """SX-2.5."""
    return any(sum(pieces[p] in area for p in men(seat)) > 1 for seat in BOTH for area in KEEPER_AREA.values())


# ── the beginning ──
OPTIONS = {
    "mode": "goal_limit",
    "goals_to_win": 3,
    "clock": "turns",
    "turn_limit": 300,
    "extra_turns": 100,
    "possession_limit": 40,
    "sub_window": "both",
    "players": {"home": 1, "away": 1},
}
TERMS = {"draws_allowed": True, "carry": {"home": 0, "away": 0}, "extra_time": True, "away_goals": False}


def new(options: State, terms: State) -> State:
    """Section 14, before the first placing."""
    return {
        "game": "six_a_side",
        "options": {**deepcopy(OPTIONS), **options},
        "terms": {**TERMS, **terms, "carry": {"home": 0, "away": 0, **terms.get("carry", {})}},
        "phase": "setup",
        "to_act": ["home", "away"],
        "period": "regulation",
        "active": None,
        "attacking": None,
        "score": {"home": 0, "away": 0},
        "shootout": None,
        "pieces": dict.fromkeys(men("home") + men("away")),
        "ball": None,
        "carrier": None,
        "formation": dict.fromkeys(men("home") + men("away")),
        "bench": {"home": ["home.p7"], "away": ["away.p7"]},
        "subs_left": {"home": 1, "away": 1},
        "keeper": {"home": None, "away": None},
        "no_steal": {"home": None, "away": None},
        "chain": [],
        "yellow": {},
        "sent_off": [],
        "turns_played": 0,
        "possession_turns": 0,
        "controller": {"home": 0, "away": 0},
        "coaching": {"home": 0, "away": 0},
        "penalty": None,
        "picks": {"home": None, "away": None},
        "time_up": False,
        "turn": 0,
        "result": None,
    }


def setup(overrides: State, options: State, terms: State) -> State:
    """Section 14, ``setup``."""
    changes = {key: value for key, value in overrides.items() if key != "pieces_only"}
    s = new(options, terms)
    for seat in BOTH:
        for piece, cell in zip(men(seat), FORMATIONS["2-1-2"], strict=False):
            s["formation"][piece] = cell if seat == "home" else turned(cell)
    s["phase"] = "turn"
    s["pieces"] = dict.fromkeys(s["pieces"]) if overrides.get("pieces_only") else dict(s["formation"])
    for key, value in changes.items():
        if isinstance(value, dict) and isinstance(s[key], dict):
            s[key].update(value)
        else:
            s[key] = deepcopy(value)
    for piece in s["sent_off"]:
        s["pieces"][piece] = s["formation"][piece] = None
    if s["carrier"]:
        s["ball"] = s["pieces"][s["carrier"]]
        s["attacking"] = changes.get("attacking", side(s["carrier"]))
    if "active" not in changes:
        s["active"] = None if s["phase"] == "setup" else s["attacking"] or "home"
    for piece, cell in s["pieces"].items():
        if cell in KEEPER_AREA[side(piece)] and side(piece) not in changes.get("keeper", {}):
            s["keeper"][side(piece)] = piece
    if s["phase"] == "setup":
        s["to_act"] = [seat for seat in BOTH if len(standing(s, seat)) < 6]
    elif s["phase"] in ("penalty", "shootout"):
        s["to_act"] = [seat for seat in BOTH if s["picks"][seat] is None]
    else:
        offender = s["phase"] == "keeper" and s["penalty"]
        s["to_act"] = [other(s["active"]) if offender else s["active"]]
    return s


# ── actions ──
def step_targets(state: State, piece: str) -> list[str]:
    """SX-4.1, 4.3: where a pawn without regard to goals may go."""
    here = state["pieces"][piece]
    loose = state["ball"] if state["carrier"] is None else None
    x, y = xy(here)
    cells = set()
    for a, b in EIGHT:
        first = name(x + a, y + b)
        if not empty(state, first):
            continue
        cells.add(first)
        for zone in ZONES:
            if first in zone:
                for way in (1, -1):
                    at = zone.index(first)
                    while zone[at] != loose and 0 <= at + way < 3 and empty(state, zone[at + way]):
                        at += way
                        cells.add(zone[at])
    return [c for c in cells if not crowded({**state["pieces"], piece: c})]


def between(start: str, end: str) -> list[str]:
    """SX-5.4."""
    (x, y), (i, j) = xy(start), xy(end)
    a, b = i - x, j - y
    p, q = (a > 0) - (a < 0), (b > 0) - (b < 0)
    if max(abs(a), abs(b)) < 2:
        return []
    if abs(a) == abs(b) or 0 in (a, b):
        return [name(x + p, y + q)]
    return [name(x + p, y), name(x + p, y + q)] if abs(a) == 2 else [name(x, y + q), name(x + p, y + q)]


def may_shoot(state: State, start: str, goal: str) -> bool:
    goals = GOAL["home"] + GOAL["away"]
    return far(start, goal) <= 2 and all(c in goals or empty(state, c) for c in between(start, goal))


def steals(state: State, seat: str) -> list[str]:
    """SX-6.1 to 6.4."""
    held = state["carrier"]
    if not held or side(held) == seat:
        return []
    moves = []
    for piece in standing(state, seat):
        swapped = {**state["pieces"], piece: state["ball"], held: state["pieces"][piece]}
        if far(state["pieces"][piece], state["ball"]) == 1 and piece != state["no_steal"][seat]:
            moves += [piece] if not crowded(swapped) else []
    return moves


def actions(state: State, seat: str) -> Moves:
    """Return the moves that SX-3.3 allows; a substitution is none."""
    held, ball = state["carrier"], state["ball"]
    moves: Moves = []
    for piece in standing(state, seat):
        moves += [{"type": "move", "piece": piece, "to": c} for c in step_targets(state, piece)]
    moves += [{"type": "steal", "piece": piece} for piece in steals(state, seat)]
    if not held or side(held) != seat:
        return moves
    for goal in GOAL[other(seat)]:
        if far(ball, goal) == 1:
            moves.append({"type": "move", "piece": held, "to": goal})
        if may_shoot(state, ball, goal):
            moves.append({"type": "kick", "to": goal})
    mates = [state["pieces"][piece] for piece in standing(state, seat) if piece != held]
    moves += [{"type": "pass", "to": c} for c in mates if far(ball, c) <= 2]
    moves += [{"type": "kick", "to": c} for c in PITCH if empty(state, c) and far(ball, c) <= 2]
    if ball in LONG:
        inside = [c for c in PITCH if xy(c)[1] in LONG[ball] and far(ball, c) > 2]
        moves += [{"type": "long_pass", "to": c} for c in inside if empty(state, c) or c in mates]
    return moves


def receivers(state: State) -> list[str]:
    """SX-5.2, cells."""
    ball, seat = state["ball"], side(state["carrier"])
    free = [state["pieces"][piece] for piece in standing(state, seat) if piece not in state["chain"]]
    return [c for c in free if far(ball, c) <= 2]


def legal(state: State, seat: str) -> Moves:
    """The complete list (section 12)."""
    if seat not in state["to_act"]:
        return []
    phase = state["phase"]
    named = [{"piece": piece} for piece in standing(state, seat)]
    substitutes = [{"type": "substitute", **named_move} for named_move in named if state["subs_left"][seat]]
    if phase == "setup":
        return placings(state, seat)
    if phase == "turn":
        return actions(state, seat) + substitutes
    if phase == "chain":
        late = substitutes if state["options"]["sub_window"] == "both" else []
        return [{"type": "pass", "to": c} for c in receivers(state)] + late + [{"type": "done"}]
    if phase == "after_turn":
        return [*substitutes, {"type": "done"}]
    if phase in ("penalty", "shootout"):
        return [{"type": "pick", "number": number} for number in (1, 2, 3)]
    moves: Moves = [{"type": phase, **named_move} for named_move in named]
    if phase == "keeper" and state["penalty"] is None:
        moves.append({"type": "decline"})
    return moves


def placings(state: State, seat: str) -> Moves:
    """SX-2.1 to 2.8."""
    placed = standing(state, seat)
    rows = range(1, 6) if seat == "home" else range(7, 12)
    piece = men(seat)[len(placed)]
    cells = [c for c in PITCH if xy(c)[1] in rows and c[0] in "BCDEF" and empty(state, c)]
    cells = [c for c in cells if not crowded({**state["pieces"], piece: c})]
    moves: Moves = [{"type": "place", "piece": piece, "to": c} for c in sorted(cells, key=order)]
    return moves if placed else moves + [{"type": "formation", "name": formation} for formation in FORMATIONS]


def default(state: State, seat: str) -> dict[str, Any]:
    """Section 13."""
    moves, phase = legal(state, seat), state["phase"]
    if phase == "setup":
        return {"type": "formation", "name": "2-1-2"} if not standing(state, seat) else moves[0]
    if phase == "kickoff":
        return {
            "type": phase,
            "piece": min(standing(state, seat), key=lambda piece: (far(state["pieces"][piece], "D6"), piece)),
        }
    if phase in ("keeper", "kicker", "chain", "after_turn"):
        return moves[0] if phase in ("keeper", "kicker") else {"type": "done"}
    if phase in ("penalty", "shootout"):
        taken = sum(len(kicks) for kicks in state["shootout"].values()) if phase == "shootout" else 0
        return {"type": "pick", "number": 1 if seat == state["penalty"]["awarded"] else 1 + taken % 3}
    for type_ in ("kick", "move"):
        into = [move for move in moves if move["type"] == type_ and move["to"] in GOAL[other(seat)]]
        if into:
            return min(into, key=lambda move: str(move["to"]))
    straight = [
        move
        for move in moves
        if move["type"] == "steal" and kind_of_steal(state, state["pieces"][move["piece"]]) != "D"
    ]
    if straight:
        return min(straight, key=lambda move: str(move["piece"]))
    walks = [move for move in moves if move["type"] == "move"]
    if walks:
        return min(
            walks,
            key=lambda m: (
                m["piece"] == state["carrier"],
                m["piece"] == state["keeper"][seat],
                m["piece"],
                order(m["to"]),
            ),
        )
    types = ["pass", "kick", "long_pass", "steal", "substitute"]
    return min(moves, key=lambda m: (types.index(m["type"]), m.get("to", ""), m.get("piece", "")))


def kind_of_steal(state: State, cell: str) -> str:
    """``D`` for a diagonal one."""
    return "S" if 0 in [a - b for a, b in zip(xy(cell), xy(state["ball"]), strict=True)] else "D"


def view(state: State, seat: str | None) -> State:
    """Section 14."""
    seen = deepcopy(state)
    for team in BOTH:
        if team != seat:
            seen["picks"][team] = None
            if state["phase"] == "setup":
                seen["pieces"].update(dict.fromkeys(men(team)))
    return seen


# ── what follows ──
def after(before: State, seat: str | None, move: dict[str, Any], roll: Roll) -> tuple[State, Events]:
    """The position after a legal ``move`` and its events (section 14)."""
    step = _Step(before, roll)
    step.s["turn"] += 1
    if seat is None and move["type"] == "timeout":
        step.say("timeout", seat=move["seat"])
        seat, move = move["seat"], default(before, move["seat"])
    elif seat is None:
        seat = move.get("seat", "")
    getattr(step, move["type"])(seat, move)
    return step.s, step.events


class _Step:
    def __init__(self, before: State, roll: Roll) -> None:
        self.s, self.roll = deepcopy(before), roll
        self.events: Events = []

    def say(self, type_: str, **values: Any) -> None:
        self.events.append({"type": type_, **values})

    def trip(self, type_: str, start: str | None, to: str | None, **values: Any) -> None:
        self.events.append({"type": type_, "from": start, "to": to, **values})

    def coin(self, why: str) -> str:
        value = self.roll(2)
        self.events.append({"type": "roll", "seat": None, "sides": 2, "value": value, "for": why})
        return BOTH[value - 1]

    def gets(self, piece: str) -> None:
        seat = side(piece)
        self.s["carrier"], self.s["ball"] = piece, self.s["pieces"][piece]
        if self.s["attacking"] != seat:
            self.s.update(attacking=seat, possession_turns=0)
            self.say("possession", seat=seat)

    def keepers(self) -> None:
        """SX-2.6."""
        for seat in BOTH:
            for piece in men(seat):
                if self.s["pieces"][piece] in KEEPER_AREA[seat]:
                    self.s["keeper"][seat] = piece

    # placing
    def place(self, seat: str, move: dict[str, Any]) -> None:
        self.s["pieces"][move["piece"]] = move["to"]
        self.placed(seat)

    def formation(self, seat: str, move: dict[str, Any]) -> None:
        for piece, cell in zip(men(seat), FORMATIONS[move["name"]], strict=False):
            self.s["pieces"][piece] = cell if seat == "home" else turned(cell)
        self.placed(seat)

    def placed(self, seat: str) -> None:
        s = self.s
        self.say("setup_step", seat=seat, placed=len(standing(s, seat)))
        s["to_act"] = [team for team in BOTH if len(standing(s, team)) < 6]
        if not s["to_act"]:
            s["formation"] = dict(s["pieces"])
            self.line_up(self.coin("toss"))

    def line_up(self, starter: str) -> None:
        s = self.s
        s["pieces"] = dict(s["formation"])
        s.update(ball="D6", carrier=None, attacking=None, possession_turns=0, no_steal={"home": None, "away": None})
        self.keepers()
        for seat in BOTH:
            self.say("line_up", seat=seat, cells={piece: s["pieces"][piece] for piece in standing(s, seat)})
        s.update(phase="kickoff", active=starter, to_act=[starter], chain=[])

    def kickoff(self, seat: str, move: dict[str, Any]) -> None:
        s, piece = self.s, move["piece"]
        self.trip("placed", s["pieces"][piece], "D6", piece=piece)
        s["pieces"][piece] = "D6"
        self.gets(piece)
        self.say("kick_off", seat=seat, piece=piece)
        self.begin(seat)

    # actions
    def move(self, seat: str, move: dict[str, Any]) -> None:
        s, piece, to = self.s, move["piece"], move["to"]
        if to in GOAL[other(seat)]:
            self.scores(seat, to)
            return
        start = s["pieces"][piece]
        self.trip("move", start, to, piece=piece, sprint=far(start, to) > 1)
        s["pieces"][piece] = to
        if s["carrier"] == piece:
            s["ball"] = to
            self.trip("ball", start, to, by=piece)
        elif s["carrier"] is None and s["ball"] == to:
            self.say("pickup", piece=piece, at=to)
            self.gets(piece)
        self.acted(seat)

    def kick(self, seat: str, move: dict[str, Any], long: bool = False) -> None:
        s, to, kicker = self.s, move["to"], self.s["carrier"]
        if to in GOAL[other(seat)]:
            self.scores(seat, to)
            return
        self.trip("kick", s["ball"], to, piece=kicker, long=long)
        self.trip("ball", s["ball"], to, by=kicker)
        s.update(ball=to, carrier=None)
        self.acted(seat)

    def passes(self, to: str, long: bool) -> None:
        s, kicker, there = self.s, self.s["carrier"], on(self.s, to)
        self.trip("pass", kicker, there, completed=True, long=long)
        self.trip("ball", s["ball"], to, by=kicker)
        s.update(ball=to, carrier=there)

    def long_pass(self, seat: str, move: dict[str, Any]) -> None:
        if on(self.s, move["to"]):
            self.passes(move["to"], True)
            self.acted(seat)
        else:
            self.kick(seat, move, True)

    def pass_(self, seat: str, move: dict[str, Any]) -> None:
        s = self.s
        s["chain"] = s["chain"] or [s["carrier"]]
        self.passes(move["to"], False)
        s["chain"].append(s["carrier"])
        if receivers(s):
            s["phase"] = "chain"
        else:
            self.acted(seat)

    def steal(self, seat: str, move: dict[str, Any]) -> None:
        s, thief, robbed = self.s, move["piece"], self.s["carrier"]
        start, at = s["pieces"][thief], s["ball"]
        diagonal = kind_of_steal(s, start) == "D"
        self.say("tackle", winner=thief, loser=robbed, at=at, diagonal=diagonal)
        self.trip("move", start, at, piece=thief, sprint=False)
        self.trip("move", at, start, piece=robbed, sprint=False)
        s["pieces"].update({thief: at, robbed: start})
        s["no_steal"][other(seat)] = robbed
        self.keepers()
        self.gets(thief)
        if not diagonal:
            self.acted(seat)
            return
        penalty = at in PENALTY_AREA[seat]
        self.say("foul", piece=thief, at=at, penalty=penalty)
        keeper_gone = False
        if not s["yellow"].get(thief):
            s["yellow"][thief] = 1
            self.say("yellow", piece=thief)
        else:
            self.say("red", piece=thief)
            s["sent_off"].append(thief)
            s["pieces"][thief] = s["formation"][thief] = s["carrier"] = None
            keeper_gone = s["keeper"][seat] == thief
            if keeper_gone:
                s["keeper"][seat] = None
            if sum(side(piece) == seat for piece in s["sent_off"]) == 4:
                self.finish(other(seat), "walkover")
                return
        if penalty:
            self.count(seat)
            self.award(other(seat), "foul")
        elif keeper_gone:
            s.update(phase="keeper", to_act=[seat])
        else:
            self.acted(seat)

    def substitute(self, seat: str, move: dict[str, Any]) -> None:
        s, out, new = self.s, move["piece"], f"{seat}.p7"
        at = s["pieces"][out]
        self.events.append({"type": "substitution", "seat": seat, "out": out, "in": new, "at": at})
        s["pieces"].update({new: at, out: None})
        s["formation"].update({new: s["formation"][out], out: None})
        if s["keeper"][seat] == out:
            s["keeper"][seat] = new
        if s["carrier"] == out:
            s["carrier"] = new
        s["bench"][seat], s["subs_left"][seat] = [out], 0
        self.keepers()
        if s["phase"] != "turn":
            self.end_turn(seat)

    def done(self, seat: str, move: dict[str, Any]) -> None:
        self.end_turn(seat)

    def acted(self, seat: str) -> None:
        """SX-10.2."""
        s = self.s
        self.keepers()
        s["chain"] = []
        if s["subs_left"][seat] and s["options"]["sub_window"] == "both":
            s.update(phase="after_turn", to_act=[seat], active=seat)
        else:
            self.end_turn(seat)

    # penalties
    def award(self, seat: str, reason: str) -> None:
        """SX-7.1, 7.2."""
        s, offender = self.s, other(seat)
        self.say("penalty_awarded", seat=seat, reason=reason)
        s.update(ball=SPOT[offender], carrier=None, active=seat, chain=[])
        s["penalty"] = {"awarded": seat, "reason": reason, "kicker": None, "keeper": None}
        missing = s["keeper"][offender] is None
        s.update(phase="keeper" if missing else "kicker", to_act=[offender if missing else seat])

    def keeper(self, seat: str, move: dict[str, Any]) -> None:
        s, piece = self.s, move["piece"]
        to = next(c for c in KEEPER_ORDER[seat] if on(s, c) is None)
        self.trip("placed", s["pieces"][piece], to, piece=piece)
        s["pieces"][piece], s["keeper"][seat] = to, piece
        if not any(s["formation"][pawn] in KEEPER_AREA[seat] for pawn in men(seat)):
            s["formation"][piece] = KEEPER_ORDER[seat][0]
        self.say("keeper_change", seat=seat, piece=piece, to=to)
        if s["penalty"]:
            s.update(phase="kicker", to_act=[s["penalty"]["awarded"]])
        else:
            self.acted(seat)

    def decline(self, seat: str, move: dict[str, Any]) -> None:
        self.acted(seat)

    def kicker(self, seat: str, move: dict[str, Any]) -> None:
        """SX-7.4."""
        s, kicker, keeper = self.s, move["piece"], self.s["keeper"][other(seat)]
        spot = s["ball"]
        was = {piece: s["pieces"][piece] for piece in (keeper, kicker)}
        s["pieces"].update(dict.fromkeys(was))
        for piece, to in ((keeper, KEEPER_ORDER[other(seat)][0]), (kicker, spot)):
            third = on(s, to)
            if third:
                self.make_room(third, to)
            s["pieces"][piece] = to
            if was[piece] != to:
                self.trip("placed", was[piece], to, piece=piece)
        self.gets(kicker)
        s["penalty"].update(kicker=kicker, keeper=keeper)
        s.update(phase="penalty", to_act=["home", "away"])

    def make_room(self, piece: str, here: str) -> None:
        areas = KEEPER_AREA["home"] + KEEPER_AREA["away"] + [*SPOT.values()]
        up = 1 if side(piece) == "home" else -1
        free = [c for c in PITCH if empty(self.s, c) and c not in areas]
        to = min(free, key=lambda c: (far(here, c), up * xy(c)[1], c[0]))
        self.s["pieces"][piece] = to
        self.trip("placed", here, to, piece=piece)

    def pick(self, seat: str, move: dict[str, Any]) -> None:
        s = self.s
        s["picks"][seat] = move["number"]
        s["to_act"] = [acting for acting in s["to_act"] if acting != seat]
        self.say("picked", seat=seat)
        if s["to_act"]:
            return
        kicking = s["penalty"]["awarded"]
        shown = {"kicker_pick": s["picks"][kicking], "keeper_pick": s["picks"][other(kicking)]}
        scored = len(set(shown.values())) == 2
        s["picks"] = {"home": None, "away": None}
        if s["phase"] == "shootout":
            self.say("shootout_kick", seat=kicking, scored=scored, **shown)
            self.kicked(kicking, scored)
            return
        kicker, keeper = s["penalty"]["kicker"], s["penalty"]["keeper"]
        outcome = "goal" if scored else "saved"
        self.say("penalty", seat=kicking, outcome=outcome, **shown)
        self.say("shot", seat=kicking, piece=kicker, at=s["ball"], outcome=outcome)
        s["penalty"] = None
        if scored:
            self.goal(kicking, kicker, True)
        else:
            self.gets(keeper)
            self.end_turn(kicking)

    # goals and the end of a turn
    def scores(self, seat: str, to: str) -> None:
        s, scorer = self.s, self.s["carrier"]
        self.trip("ball", s["ball"], to, by=scorer)
        self.say("shot", seat=seat, piece=scorer, at=s["pieces"][scorer], outcome="goal")
        self.goal(seat, scorer, False)

    def goal(self, seat: str, piece: str, penalty: bool) -> None:
        s = self.s
        self.say("goal", seat=seat, piece=piece, own=False, penalty=penalty)
        s["score"][seat] += 1
        s.update(ball=None, carrier=None)
        self.count(seat)
        if s["period"] == "extra":  # SX-9.5: the first goal wins
            self.say("period_end", period="extra")
            self.finish(seat, "extra_time")
        elif s["options"]["mode"] == "golden_goal":
            self.end_period("golden_goal")
        elif s["score"][seat] >= s["options"]["goals_to_win"]:
            self.end_period("goal_limit")
        elif self.time_is_over():
            self.end_period("regulation")
        else:
            self.line_up(other(seat))

    def count(self, seat: str) -> None:
        """SX-10.3, the counting."""
        s = self.s
        s["no_steal"][seat], s["chain"] = None, []
        s["controller"][seat] = (s["controller"][seat] + 1) % s["options"]["players"][seat]
        s["turns_played"] += 1
        if s["attacking"] == seat:
            s["possession_turns"] += 1

    def time_is_over(self) -> bool:
        s = self.s
        limit = s["options"]["extra_turns" if s["period"] == "extra" else "turn_limit"]
        return bool(s["time_up"] or (s["options"]["clock"] == "turns" and s["turns_played"] >= limit))

    def end_turn(self, seat: str) -> None:
        s = self.s
        self.count(seat)
        limit = s["options"]["possession_limit"]
        if self.time_is_over():
            self.end_period("regulation")
        elif limit and s["attacking"] == seat and s["possession_turns"] >= limit:
            self.say("passive_play", seat=seat)
            self.line_up(other(seat))
        else:
            self.begin(other(seat))

    def begin(self, seat: str) -> None:
        s = self.s
        s.update(phase="turn", active=seat, to_act=[seat])
        if not actions(s, seat):
            self.say("turn_lost", seat=seat, reason="no_action")
            self.end_turn(seat)

    # the end
    def end_period(self, how: str) -> None:
        """SX-9.4 to 9.6."""
        s, terms, score = self.s, self.s["terms"], self.s["score"]
        period = s["period"]
        self.say("period_end", period=period)
        s["time_up"] = False

        def more(home: int, away: int) -> str | None:
            return "home" if home > away else "away" if away > home else None

        carry = terms["carry"]
        winner = more(score["home"] + carry["home"], score["away"] + carry["away"])
        if period == "extra":
            return self.finish(None, "extra_time") if terms.get("level_stands") else self.to_shootout()
        if terms["draws_allowed"]:
            return self.finish(more(score["home"], score["away"]), how)
        if winner:
            return self.finish(winner, "aggregate" if carry["home"] or carry["away"] else how)
        if terms["away_goals"] and more(carry["home"], score["away"]):
            return self.finish(more(carry["home"], score["away"]), "away_goals")
        if not terms["extra_time"]:
            return self.finish(None, how) if terms.get("level_stands") else self.to_shootout()
        s.update(period="extra", turns_played=0)
        return self.line_up(self.coin("toss"))

    def to_shootout(self) -> None:
        s = self.s
        first = self.coin("shootout_toss")
        s.update(
            phase="shootout", period="shootout", ball=None, carrier=None, chain=[], shootout={"home": [], "away": []}
        )
        s["no_steal"] = {"home": None, "away": None}
        self.next_kick(first)

    def next_kick(self, seat: str) -> None:
        self.s["penalty"] = {"awarded": seat, "reason": "shootout", "kicker": None, "keeper": None}
        self.s.update(active=seat, to_act=["home", "away"])

    def kicked(self, seat: str, scored: bool) -> None:
        """SX-9.6."""
        s = self.s
        s["shootout"][seat].append(scored)
        taken = {team: len(s["shootout"][team]) for team in BOTH}
        goals = {team: sum(s["shootout"][team]) for team in BOTH}
        winner = None
        for team in BOTH:
            ahead = goals[team] - goals[other(team)]
            if max(taken.values()) <= 5:
                if ahead > 5 - taken[other(team)]:
                    winner = team
            elif taken["home"] == taken["away"] and ahead > 0:
                winner = team
        if not winner and min(taken.values()) == 30:
            winner = self.coin("lots")
        if winner:
            self.say("period_end", period="shootout")
            self.finish(winner, "shootout")
        else:
            self.next_kick(other(seat))

    def finish(self, winner: str | None, how: str) -> None:
        result = {"winner": winner, "how": how}
        self.s.update(phase="finished", period="finished", to_act=[], active=None, penalty=None, chain=[])
        self.s.update(picks={"home": None, "away": None}, time_up=False, result=result)
        self.say("full_time", result=result)

    # the host
    def time_up(self, seat: str, move: dict[str, Any]) -> None:
        self.say("time_up")
        self.s["time_up"] = True
        if self.s["phase"] == "kickoff":
            self.end_period("regulation")

    def resign(self, seat: str, move: dict[str, Any]) -> None:
        self.say("resignation", seat=seat)
        self.finish(other(seat), "resignation")

    def coaching(self, seat: str, move: dict[str, Any]) -> None:
        """SX-11.3, 11.4."""
        s = self.s
        s["coaching"][seat] += 1
        first = s["coaching"][seat] == 1
        outcome = "turn_lost" if first else "penalty"
        self.say("coaching", seat=seat, count=s["coaching"][seat], consequence=outcome)
        if first:
            self.say("turn_lost", seat=seat, reason="coaching")
            self.end_turn(seat)
        else:
            self.award(other(seat), "coaching")


setattr(_Step, "pass", _Step.pass_)
