"""Dom Jim a second time, slowly and word by word on the wire: legal moves, states and events.

A yardstick for the engine's tables and short cuts. Everything is read from the specification's text with names and
coordinates; nothing is imported from the engine. ``legal`` keeps the canonical order of DJ-14.1, ``after`` returns the
next position and its events, taking dice from ``roll(sides)``.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

State = dict[str, Any]
Events = list[dict[str, Any]]
Roll = Callable[[int], int]

PITCH = [f"{column}{row}" for row in range(1, 14) for column in "ABCDEFGHI"]
GOAL = {"home": ["D0", "E0", "F0"], "away": ["D14", "E14", "F14"]}
NUMBER = {"D0": 1, "E0": 2, "F0": 3, "F14": 1, "E14": 2, "D14": 3}
RED = {"home": ["D1", "E1", "F1"], "away": ["D13", "E13", "F13"]}
RINGED = {"home": ["C1", "C2", "D2", "E2", "F2", "G2", "G1"], "away": ["C13", "C12", "D12", "E12", "F12", "G12", "G13"]}
MIDDLE = {"home": "E1", "away": "E13"}
SPOT = {"home": "E2", "away": "E12"}
WAITING = {"home": {"l": "H0", "d": "G0", "c": "I0"}, "away": {"l": "B14", "d": "C14", "c": "A14"}}
BESIDE_CORNER = {"A1": "B2", "I1": "H2", "A13": "B12", "I13": "H12"}
NAMES = ["l1", "l2", "l3", "l4", "d1", "d2", "d3", "d4", "c", "gk", "ra", "rb"]
START = dict(zip(NAMES, ["A1", "B2", "H2", "I1", "B5", "D5", "F5", "H5", "E2", "E1", "B0", "C0"], strict=True))
REFEREES = (6, 12, 18, 24)
EIGHT = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]


def other(seat: str) -> str:
    return "away" if seat == "home" else "home"


def side(piece: str) -> str:
    return piece.split(".")[0]


def kind(piece: str) -> str:
    """``l``, ``d``, ``c``, ``gk`` or ``r``."""
    name = piece.split(".")[1]
    return name if name in ("c", "gk") else name[0]


def xy(cell: str) -> tuple[int, int]:
    return "ABCDEFGHI".index(cell[0]) + 1, int(cell[1:])


def name(x: int, y: int) -> str:
    return f"{' ABCDEFGHI'[x]}{y}" if 1 <= x <= 9 and 0 <= y <= 14 else ""


def in_order(cells: list[str]) -> list[str]:
    """DJ-14.1."""
    return sorted(set(cells), key=lambda cell: (xy(cell)[1], xy(cell)[0]))


def far(one: str, two: str) -> int:
    return max(abs(a - b) for a, b in zip(xy(one), xy(two), strict=True))


def half(seat: str) -> list[str]:
    """DJ-3.3."""
    return [cell for cell in PITCH if (xy(cell)[1] <= 6 if seat == "home" else xy(cell)[1] >= 8)]


def green(cells: list[str]) -> list[str]:
    """DJ-3.7."""
    return [cell for cell in cells if not any(cell in RED[end] + RINGED[end] for end in RED)]


def men(state: State, seat: str) -> list[str]:
    return [f"{seat}.{one}" for one in NAMES]


def on(state: State, cell: str) -> str | None:
    """The figure on ``cell``."""
    return next((piece for piece, where in state["pieces"].items() if where == cell), None)


# ── the beginning ──
OPTIONS = {
    "length": "goals",
    "goals": 2,
    "no_goal_limit": 120,
    "clock": "turns",
    "leg_turns": 120,
    "leg_minutes": 30,
    "offside_return": "may",
}
TERMS = {"draws_allowed": True, "carry": {"home": 0, "away": 0}, "extra_time": True, "away_goals": False}


def start_of(piece: str) -> str:
    """DJ-3.9."""
    x, y = xy(START[piece.split(".")[1]])
    return name(x, y) if side(piece) == "home" else name(10 - x, 14 - y)


def blank(options: State, terms: State) -> State:
    """DJ-14.5 before anything has happened; a house rule is named only where it holds."""
    house = {key: value for key, value in options.items() if key not in OPTIONS and value != "dice"}
    full_options = {key: options.get(key, value) for key, value in OPTIONS.items()}
    return {
        "game": "dom_jim",
        "options": {**full_options, **house},
        "terms": {**TERMS, **terms, "carry": {"home": 0, "away": 0, **terms.get("carry", {})}},
        "phase": "turn",
        "period": "regulation",
        "attacking": "home",
        "to_act": ["home"],
        "score": {"home": 0, "away": 0},
        "shootout": None,
        "shootout_first": None,
        "pieces": {piece: start_of(piece) for seat in ("home", "away") for piece in (f"{seat}.{one}" for one in NAMES)},
        "ball": "E7",
        "carrier": None,
        "possession": None,
        "yellow": {},
        "cards": {"home": 2, "away": 2},
        "sent_off": [],
        "time_up": False,
        "turn": 0,
        "turns": 0,
        "quiet": 0,
        "lost_turns": {"home": 0, "away": 0},
        "watch": [],
        "offside": [],
        "offside_count": 0,
        "passer": None,
        "races": [],
        "result": None,
    }


def new(options: State, terms: State, roll: Roll) -> tuple[State, Events]:
    """DJ-4.1, 4.2; the house rule lets home begin."""
    step = _Step(blank(options, terms), roll)
    step.kick_off("home" if options.get("first_move") == "home" else step.roll_off("kick_off"))
    return step.s, step.events


def setup(overrides: State, options: State, terms: State) -> State:
    """DJ-14.8."""
    changes = {key: value for key, value in overrides.items() if key != "pieces_only"}
    s = blank(options, terms)
    if overrides.get("pieces_only"):
        s["pieces"] = dict.fromkeys(s["pieces"])
    for key, value in changes.items():
        if key in ("pieces", "score", "cards", "lost_turns"):
            s[key].update(value)
        else:
            s[key] = deepcopy(value)
    s["pieces"].update(dict.fromkeys(s["sent_off"]))
    seat, phase = s["attacking"], s["phase"]
    if phase in ("penalty", "shootout"):
        s.update(ball=SPOT[other(seat)], carrier=None)
    elif "carrier" not in changes:
        there = on(s, s["ball"])
        s["carrier"] = None if there in s["offside"] else there  # DJ-9.3
    elif "ball" not in changes and s["carrier"]:
        s["ball"] = s["pieces"][s["carrier"]]
    if phase == "shootout":
        usual = {"period": "shootout", "shootout": {"home": [], "away": []}, "shootout_first": seat}
        s.update({key: value for key, value in usual.items() if key not in changes})
    if "possession" not in changes:
        s["possession"] = side(s["carrier"]) if s["carrier"] else None
    if "watch" not in changes:
        s["watch"] = watched(s, seat) if phase == "turn" else []
    if phase == "offside" and "offside_count" not in changes:
        s["offside_count"] = len(s["offside"])
    s["to_act"] = [other(seat) if phase in ("offside", "penalty", "shootout") else seat]
    return s


def watched(s: State, seat: str) -> list[str]:
    """DJ-9.2."""
    return [
        piece
        for piece in men(s, seat)
        if kind(piece) in ("l", "d", "c") and piece != s["carrier"] and s["pieces"][piece] in RINGED[other(seat)]
    ]


# ── movement ──
def may_stand(piece: str, cell: str) -> bool:
    """DJ-5.2, 5.5, 5.7."""
    if kind(piece) == "gk":
        return cell in GOAL[side(piece)] + RED[side(piece)] + RINGED[side(piece)]
    if cell not in PITCH or cell in RED["home"] + RED["away"]:
        return False
    colour = "l" if sum(xy(cell)) % 2 == 0 else "d"
    return kind(piece) in ("c", colour)


def may_end(state: State, piece: str, cell: str) -> bool:
    """DJ-5.6."""
    there = on(state, cell)
    if there and (side(there) == side(piece) or kind(there) == "gk" or state["carrier"] != there):
        return False
    return may_stand(piece, cell)


def destinations(state: State, piece: str) -> list[str]:
    """DJ-5.2 to 5.8."""
    here = state["pieces"][piece]
    if here is None or kind(piece) == "r":
        return []
    x, y = xy(here)
    if kind(piece) == "gk":
        return in_order([c for a, b in EIGHT if (c := name(x + a, y + b)) and may_end(state, piece, c)])
    moves = []
    if kind(piece) == "c":
        for a, b in EIGHT:
            i, j = x + a, y + b
            while (c := name(i, j)) and not (y < 7 < j) and not (y > 7 > j):
                if may_end(state, piece, c):
                    moves.append(c)
                if not may_stand(piece, c) or on(state, c):
                    break
                i, j = i + a, j + b
        return in_order(moves)
    slants = [(a, b) for a, b in EIGHT if a and b]
    for a, b in slants:
        first = name(x + a, y + b)
        if not first:
            continue
        if may_end(state, piece, first):
            moves.append(first)
        if may_stand(piece, first) and not on(state, first):
            for p, q in slants:
                second = name(x + a + p, y + b + q)
                if second and second != here and may_end(state, piece, second):
                    moves.append(second)
    return in_order(moves)


# ── kicks ──
def in_range(start: str, cell: str) -> bool:
    """DJ-6.2."""
    a, b = sorted(abs(p - q) for p, q in zip(xy(start), xy(cell), strict=True))
    straight = b in (1, 2, 3, 4) and a in (0, b)
    return straight or (a == 1 and b in (2, 3))


def open_to(state: State, seat: str, cell: str) -> bool:
    """DJ-6.3: no opponent on it."""
    there = on(state, cell)
    return there is None or side(there) == seat


def targets(state: State, kicker: str) -> list[str]:
    """DJ-6.3, 6.4, 7.5."""
    seat, here = side(kicker), state["pieces"][kicker]
    if kind(kicker) == "gk":
        cells = green(half(seat))
    else:
        cells = PITCH + [c for c in GOAL[other(seat)] if on(state, c) is None]
    return in_order([c for c in cells if c != here and in_range(here, c) and open_to(state, seat, c)])


def third_figures(state: State, passer: str, receiver: str) -> list[str]:
    """Cells of DJ-6.8."""
    here = state["pieces"][receiver]
    cells = [state["pieces"][man] for man in men(state, side(receiver)) if man not in (passer, receiver)]
    return in_order([cell for cell in cells if cell in PITCH and in_range(here, cell)])


def corner_given(state: State, seat: str) -> bool:
    """DJ-8.1."""
    ball = state["ball"]
    guard = on(state, BESIDE_CORNER[ball]) if ball in BESIDE_CORNER else None
    return state["carrier"] is None and guard is not None and side(guard) != seat


def reached(state: State, seat: str) -> bool:
    return any(state["ball"] in destinations(state, piece) for piece in men(state, seat))


def throw_ins(state: State, seat: str) -> list[str]:
    """DJ-8.4, 8.5."""
    ball = state["ball"]
    if state["carrier"] or ball not in PITCH or corner_given(state, seat) or reached(state, seat):
        return []
    lifted = deepcopy(state)
    for piece, cell in state["pieces"].items():
        if cell and side(piece) != seat and far(cell, ball) == 1:
            lifted["pieces"][piece] = None
    if not reached(lifted, seat):
        return []
    column = xy(ball)[0]
    band = "A" if column < 5 else "I" if column > 5 else "AI"
    return in_order([c for c in PITCH if c[0] in band and c != ball and open_to(state, seat, c)])


# ── legal moves ──
def legal(state: State, seat: str) -> list[dict[str, Any]]:
    """The complete list (DJ-14.1, 14.2)."""
    if seat not in state["to_act"]:
        return []
    phase, ball, carrier = state["phase"], state["ball"], state["carrier"]
    keeper = f"{seat}.gk"
    hold = [{"type": "hold"}]
    if phase in ("penalty", "shootout"):
        return [{"type": "keeper", "to": cell} for cell in GOAL[seat]]
    if phase == "offside":
        piece = state["offside"][0]
        places = [{"type": "relocate", "piece": piece, "to": cell} for cell in set_back(state, piece)]
        return places + (hold if may_stay(state) else [])
    if phase == "triangle":
        return [{"type": "kick", "to": cell} for cell in third_figures(state, state["passer"], carrier)] + hold
    if phase == "corner":
        end = "home" if xy(ball)[1] == 1 else "away"
        cells = green(half(end)) + RINGED[end]
        return [{"type": "kick", "to": c} for c in in_order(cells) if c != ball and open_to(state, seat, c)]
    if phase == "ball" or carrier == keeper:
        kicks = [{"type": "kick", "to": cell} for cell in targets(state, carrier)]
        if carrier == keeper:
            kicks.append({"type": "long_throw"})
        if phase == "ball" and not (carrier == keeper and ball in RED[seat]):
            kicks += hold
        return kicks
    if carrier is None and ball in RED[seat]:
        return [{"type": "move", "piece": keeper, "to": ball}]
    moves = [
        {"type": "move", "piece": piece, "to": cell}
        for piece in men(state, seat)
        if piece != carrier
        for cell in destinations(state, piece)
    ]
    if carrier and side(carrier) == seat:
        moves += [{"type": "kick", "to": cell} for cell in targets(state, carrier)]
    if corner_given(state, seat):
        moves += [
            {"type": "corner", "piece": piece}
            for piece in men(state, seat)
            if kind(piece) == "l" and state["pieces"][piece] in PITCH
        ]
    return moves + [{"type": "throw_in", "to": cell} for cell in throw_ins(state, seat)]


def may_stay(state: State) -> bool:
    """DJ-9.5."""
    is_alone, piece = state["offside_count"] == 1, state["offside"][0]
    return is_alone and state["options"]["offside_return"] == "may" and state["pieces"][piece] != state["ball"]


def set_back(state: State, piece: str) -> list[str]:
    """DJ-9.3."""
    for row in (7, 6, 5, 4, 3, 2, 1) if side(piece) == "home" else (7, 8, 9, 10, 11, 12, 13):
        cells = [name(x, row) for x in range(1, 10)]
        free = [c for c in cells if may_stand(piece, c) and on(state, c) is None and c != state["ball"]]
        if free:
            return free
    return []


def default(state: State, seat: str) -> dict[str, Any]:
    """DJ-13.4."""
    moves = legal(state, seat)
    if state["phase"] == "offside":
        return next(move for move in moves if move["type"] == "relocate")
    for wish in ({"type": "hold"}, {"type": "long_throw"}, {"type": "keeper", "to": GOAL[seat][1]}):
        if wish in moves:
            return wish
    return moves[0]


# ── what follows ──
def after(before: State, seat: str | None, move: dict[str, Any], roll: Roll) -> tuple[State, Events]:
    """The position after a legal ``move`` and its events (DJ-14.9)."""
    return _Step(before, roll).play(seat, move)


class _Step:
    def __init__(self, before: State, roll: Roll) -> None:
        self.s, self.roll = deepcopy(before), roll
        self.events: Events = []

    def say(self, type_: str, **values: Any) -> None:
        self.events.append({"type": type_, **values})

    def die(self, seat: str, sides: int, why: str) -> int:
        value = self.roll(sides)
        self.events.append({"type": "roll", "seat": seat, "sides": sides, "value": value, "for": why})
        return value

    def play(self, seat: str | None, move: dict[str, Any]) -> tuple[State, Events]:
        s = self.s
        if seat is None and move["type"] == "timeout":
            seat, move = move["seat"], default(s, move["seat"])
        if seat is None:
            if move["type"] == "resign":
                self.finish(other(move["seat"]), "resignation")
            else:
                s["time_up"] = True
                if s["phase"] == "turn":
                    self.end_of_leg("time")
            return s, self.events
        s["turn"] += 1
        getattr(self, move["type"])(seat, move)
        return s, self.events

    def gets(self, seat: str, piece: str) -> None:
        """``piece`` holds the ball."""
        self.s["carrier"], self.s["ball"] = piece, self.s["pieces"][piece]
        if self.s["possession"] != seat:
            self.s["possession"] = seat
            self.say("possession", seat=seat, piece=piece)

    def walk(self, piece: str, to: str) -> None:
        self.events.append({"type": "move", "piece": piece, "from": self.s["pieces"][piece], "to": to})
        self.s["pieces"][piece] = to
        if piece in self.s["watch"]:
            self.s["watch"].remove(piece)

    def flies(self, to: str, by: str | None) -> None:
        self.events.append({"type": "ball", "from": self.s["ball"], "to": to, "by": by})
        self.s["ball"], self.s["carrier"] = to, None

    # decisions
    def move(self, seat: str, move: dict[str, Any]) -> None:
        s, piece, to = self.s, move["piece"], move["to"]
        robbed = on(s, to)
        self.walk(piece, to)
        if robbed:
            self.say("tackle", winner=piece, loser=robbed, at=to)
            loser = other(seat)
            if s["cards"][loser]:
                s["cards"][loser] -= 1
                s["yellow"][robbed] = s["yellow"].get(robbed, 0) + 1
                s["pieces"][robbed] = WAITING[loser][kind(robbed)]
                self.say("yellow", seat=loser, piece=robbed, to=s["pieces"][robbed])
            else:
                s["pieces"][robbed] = None
                s["sent_off"].append(robbed)
                self.say("red", seat=loser, piece=robbed)
            self.gets(seat, piece)
            self.over(seat)
        elif s["carrier"] is None and s["ball"] == to:
            self.gets(seat, piece)
            s["phase"] = "ball"
        else:
            self.over(seat)

    def kick(self, seat: str, move: dict[str, Any]) -> None:
        s, to = self.s, move["to"]
        kicker, phase = s["carrier"], s["phase"]
        there = on(s, to)
        self.flies(to, kicker)
        if to in GOAL[other(seat)]:
            self.say("shot", seat=seat, piece=kicker, at=to, outcome="goal")
            s["turns"] += 1
            self.goal(seat, kicker)
            self.after_goal(seat)
            return
        if there is None:
            if to in RED[other(seat)]:
                self.say("small_area", seat=seat, piece=kicker, at=to)
            self.over(seat)
            return
        self.events.append({"type": "pass", "seat": seat, "from": kicker, "to": there, "completed": True})
        s["carrier"] = there
        if phase == "triangle":
            self.say("triangulation", seat=seat, pieces=[s["passer"], kicker, there])
        elif (
            phase in ("turn", "ball")
            and kind(kicker) != "gk"
            and kind(there) != "gk"
            and third_figures(s, kicker, there)
        ):
            s["phase"], s["passer"] = "triangle", kicker
            return
        self.over(seat)

    def long_throw(self, seat: str, move: dict[str, Any]) -> None:
        keeper = f"{seat}.gk"
        to = in_order(green(half(other(seat))))[self.die(seat, 44, "long_throw") - 1]
        there = on(self.s, to)
        self.flies(to, keeper)
        if there:
            is_own = side(there) == seat
            self.events.append({"type": "pass", "seat": seat, "from": keeper, "to": there, "completed": is_own})
            self.gets(side(there), there)
        self.over(seat)

    def hold(self, seat: str, move: dict[str, Any]) -> None:
        if self.s["phase"] == "offside":
            self.dealt_with(seat)
        else:
            self.over(seat)

    def corner(self, seat: str, move: dict[str, Any]) -> None:
        piece, to = move["piece"], self.s["ball"]
        attacked = (xy(to)[1] == 13) == (seat == "home")
        self.say("corner" if attacked else "goal_kick", seat=seat, piece=piece, at=to)
        self.walk(piece, to)
        self.gets(seat, piece)
        self.s["phase"] = "corner"

    def throw_in(self, seat: str, move: dict[str, Any]) -> None:
        there = on(self.s, move["to"])
        self.events.append({"type": "throw_in", "seat": seat, "from": self.s["ball"], "to": move["to"]})
        self.flies(move["to"], None)
        if there:
            self.gets(seat, there)
        self.over(seat)

    def relocate(self, seat: str, move: dict[str, Any]) -> None:
        self.walk(move["piece"], move["to"])
        self.dealt_with(seat)

    def dealt_with(self, seat: str) -> None:
        """DJ-9.3, 9.5: ``seat`` has placed or left the first figure."""
        self.s["offside"].pop(0)
        if not self.s["offside"]:
            self.s["offside_count"] = 0
            self.completed(other(seat))

    def keeper(self, seat: str, move: dict[str, Any]) -> None:
        s, keeper, kicking = self.s, f"{seat}.gk", other(seat)
        if s["pieces"][keeper] != move["to"]:
            self.walk(keeper, move["to"])
        face = self.die(kicking, 12, s["phase"]) % 4
        outcome = "wide" if face == 0 else "saved" if face == NUMBER[move["to"]] else "goal"
        if s["phase"] == "shootout":
            self.shot_out(kicking, move["to"], outcome)
            return
        others = [f"{kicking}.{name}" for name in ("c", *NAMES[:8])]
        taker = next((other for other in others if s["pieces"][other] is not None), None)
        self.say("penalty", seat=kicking, piece=taker, keeper=move["to"], outcome=outcome)
        if outcome == "goal":
            self.goal(kicking, taker)
            self.after_goal(kicking)
            return
        self.walk(keeper, MIDDLE[seat])
        self.gets(seat, keeper)
        if s["time_up"]:
            self.end_of_leg("time")
        else:
            self.begin(seat)

    # turns
    def over(self, seat: str) -> None:
        """DJ-10.5: offside first."""
        s = self.s
        s["passer"] = None
        late, s["watch"] = s["watch"], []
        lifted = any(s["pieces"][piece] in RINGED[other(seat)] for piece in men(s, other(seat)))
        if not late or lifted:
            self.completed(seat)
            return
        self.say("offside", seat=seat, pieces=late)
        if s["carrier"] in late:
            s["carrier"] = None
        s.update(phase="offside", attacking=seat, to_act=[other(seat)], offside=list(late), offside_count=len(late))
        s["lost_turns"][seat] += 1

    def completed(self, seat: str) -> None:
        s = self.s
        s["turns"] += 1
        s["quiet"] += 1
        if self.limit_reached():
            return
        nobody = other(seat)
        while s["lost_turns"][nobody]:
            s["lost_turns"][nobody] -= 1
            self.say("turn_lost", seat=nobody)
            nobody = other(nobody)
        self.begin(nobody)

    def limit_reached(self) -> bool:
        s = self.s
        options = s["options"]
        if options["length"] == "goals":
            if options["no_goal_limit"] and s["quiet"] >= options["no_goal_limit"]:
                self.end_of_leg("no_goal_limit")
        elif s["time_up"] or (options["clock"] == "turns" and s["turns"] >= options["leg_turns"]):
            s["time_up"] = True
            self.end_of_leg("time")
        return bool(s["phase"] in ("finished", "shootout"))

    def begin(self, seat: str) -> None:
        """A turn begins (DJ-7.3, 9.2)."""
        s, ball = self.s, self.s["ball"]
        s.update(phase="turn", attacking=seat, to_act=[seat])
        s["watch"] = watched(s, seat)
        if s["carrier"] is None and ball in RED[seat] and far(s["pieces"][f"{seat}.gk"], ball) >= 2:
            s.update(phase="penalty", attacking=other(seat), watch=[], ball=SPOT[seat])
            self.say("penalty_awarded", seat=other(seat))

    def goal(self, seat: str, piece: str | None) -> None:
        self.s["score"][seat] += 1
        self.s["quiet"] = 0
        self.say("goal", seat=seat, piece=piece, own=False)

    def after_goal(self, seat: str) -> None:
        s = self.s
        if s["options"]["length"] == "goals" and sum(s["score"].values()) >= s["options"]["goals"]:
            self.end_of_leg("goals")
        elif s["options"]["length"] == "time" and (
            s["time_up"]
            or (
                s["phase"] != "penalty" and s["options"]["clock"] == "turns" and s["turns"] >= s["options"]["leg_turns"]
            )
        ):
            s["time_up"] = True
            self.end_of_leg("time")
        else:
            self.kick_off(other(seat))

    def kick_off(self, seat: str) -> None:
        """DJ-4.3."""
        s = self.s
        for piece, cell in s["pieces"].items():
            if cell is None or cell in WAITING[side(piece)].values():
                continue
            s["pieces"][piece] = start_of(piece)
        s.update(ball="E7", carrier=None, possession=None, passer=None, lost_turns={"home": 0, "away": 0})
        self.say("kick_off", seat=seat)
        self.begin(seat)

    # the end
    def finish(self, winner: str | None, how: str) -> None:
        result = {"winner": winner, "how": how}
        self.s.update(phase="finished", period="finished", to_act=[], attacking=None, watch=[], offside=[])
        self.s.update(offside_count=0, passer=None, result=result)
        self.say("full_time", result=result)

    def end_of_leg(self, reason: str) -> None:
        """DJ-10.7."""
        s, terms = self.s, self.s["terms"]
        self.say("period_end", period="regulation", reason=reason)
        how = "goal_limit" if reason == "goals" else "regulation"
        score, carry = s["score"], terms["carry"]

        def more(home: int, away: int) -> str | None:
            return "home" if home > away else "away" if away > home else None

        if terms["draws_allowed"]:
            return self.finish(more(score["home"], score["away"]), how)
        winner = more(score["home"] + carry["home"], score["away"] + carry["away"])
        if winner:
            return self.finish(winner, "aggregate" if carry["home"] or carry["away"] else how)
        if terms["away_goals"] and more(carry["home"], score["away"]):
            return self.finish(more(carry["home"], score["away"]), "away_goals")
        if terms["extra_time"] or not terms.get("level_stands"):
            s.update(carrier=None, lost_turns={"home": 0, "away": 0}, passer=None, watch=[])
        if terms["extra_time"]:
            first = self.roll_off("race_order")
            won = [self.race(1, first), self.race(2, other(first))]
            if won[0] == won[1]:
                return self.finish(won[0], "extra_time")
            if terms.get("level_stands"):
                return self.finish(None, "extra_time")
        elif terms.get("level_stands"):
            return self.finish(None, how)
        first = self.roll_off("shootout_order")
        s.update(phase="shootout", period="shootout", attacking=first, to_act=[other(first)], shootout_first=first)
        s.update(shootout={"home": [], "away": []}, ball=SPOT[other(first)])
        return None

    def roll_off(self, why: str) -> str:
        """DJ-4.2."""
        while True:
            home, away = self.die("home", 6, why), self.die("away", 6, why)
            if home != away:
                return "home" if home > away else "away"

    def race(self, number: int, first: str) -> str:
        """DJ-11.3."""
        where, seat = {"home": 0, "away": 0}, first
        while True:
            runner = f"{seat}.r{' ab'[number]}"
            start = where[seat]
            to = min(25, start + self.die(seat, 6, "race"))
            back = to in REFEREES
            self.events.append(
                {"type": "race_step", "seat": seat, "piece": runner, "from": start, "to": to, "referee": back}
            )
            where[seat] = 0 if back else to
            if to == 25:
                break
            seat = other(seat)
        self.say("flag", seat=seat, piece=runner, race=number)
        self.goal(seat, runner)
        self.say("period_end", period=("extra_first", "extra_second")[number - 1], reason="flag")
        self.s["races"].append({"first": first, "winner": seat, **where})
        return seat

    def shot_out(self, kicking: str, cell: str, outcome: str) -> None:
        """DJ-12."""
        s = self.s
        self.say("shootout_kick", seat=kicking, scored=outcome == "goal", keeper=cell, outcome=outcome)
        s["shootout"][kicking].append(outcome == "goal")
        taken = {seat: len(s["shootout"][seat]) for seat in ("home", "away")}
        goals = {seat: sum(s["shootout"][seat]) for seat in ("home", "away")}
        for seat in ("home", "away"):
            early = max(taken.values()) <= 5 and goals[seat] > goals[other(seat)] + 5 - taken[other(seat)]
            sudden = taken["home"] == taken["away"] > 5 and goals[seat] > goals[other(seat)]
            if sudden:
                self.say("over_card", seat=seat)
            if early or sudden:
                return self.finish(seat, "shootout")
        s.update(attacking=other(kicking), to_act=[kicking], ball=SPOT[kicking])
        return None
