"""FUBA a second time as a whole match, slowly and word by word from the specification: states, events, dice and moves.

Plain wire dicts in, plain wire dicts out; nothing is imported from the engine, nor from the first reading beside this
file (``fuba_by_the_letter``), whose author wrote the engine too. The ids in the docstrings are the specification's.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

Wire = dict[str, Any]
Roll = Callable[[int], int]

SPAN = {"C1": (0, 4), "C2": (4, 8), "C3": (8, 12), "C4": (12, 16), "C5": (16, 20)}  # FU-2.3
for _row in range(4):
    SPAN[f"L{_row + 1}"] = SPAN[f"R{_row + 1}"] = (5 * _row, 5 * _row + 5)
ZONES = sorted(SPAN)
CARDS = ["3-4-3", "3-5-2", "4-2-4", "4-3-3", "4-4-2", "4-5-1", "5-3-2", "5-4-1"]
ANY = [f"{d}-{m}-{10 - d - m}" for d in range(11) for m in range(11 - d)]
NAMES = ["gk", *(f"p{n}" for n in range(1, 11))]
FAVOURITES = dict(zip(NAMES, ["C1", "L1", "C1", "C1", "R1", "L2", "C2", "C2", "R2", "C3", "C3"], strict=True))
PENALTY = {  # FU-7.15: kicker, then keeper
    "left": {"left": 2, "stay": 2, "right": 6},
    "centre": {"left": 1, "stay": 6, "right": 1},
    "right": {"left": 6, "stay": 2, "right": 2},
}
TERMS = {"draws_allowed": True, "carry": {"home": 0, "away": 0}, "extra_time": True, "away_goals": False}


def other(seat: str) -> str:
    return "away" if seat == "home" else "home"


def both(value: Any) -> Wire:
    return {"home": value, "away": copy.copy(value)}


def mirror(zone: str) -> str:
    return zone[0] + str((6 if zone[0] == "C" else 5) - int(zone[1]))


def box(seat: str) -> str:
    return "C1" if seat == "home" else "C5"


def touch(one: str, two: str) -> bool:
    """FU-2.4: a border of positive length."""
    if one == two or {one[0], two[0]} == {"L", "R"}:
        return False
    (a, b), (c, d) = SPAN[one], SPAN[two]
    return b == c or d == a if one[0] == two[0] else min(b, d) > max(a, c)


def around(zone: str) -> list[str]:
    return [z for z in ZONES if touch(zone, z)]


def distance(one: str, two: str) -> int:
    """FU-2.5."""
    ring, steps = {one}, 0
    while two not in ring:
        ring = ring | {z for z in ZONES if any(touch(z, r) for r in ring)}
        steps += 1
    return steps


def further_up(seat: str, zone: str, than: str) -> bool:
    """FU-2.6: nearer to the end that ``seat`` attacks."""
    return SPAN[zone][0] >= SPAN[than][1] if seat == "home" else SPAN[zone][1] <= SPAN[than][0]


def half_of(seat: str) -> list[str]:
    """FU-2.8."""
    return ["L1", "L2", "R1", "R2", "C1", "C2"] if seat == "home" else ["L3", "L4", "R3", "R4", "C4", "C5"]


def ids(seat: str) -> list[str]:
    return [f"{seat}.{name}" for name in NAMES]


def at_zone(s: Wire, seat: str, zone: str) -> list[str]:
    return [i for i in ids(seat) if s["pieces"][i] == zone]


def standing(s: Wire, seat: str) -> list[str]:
    """Those in some zone."""
    return [i for i in ids(seat) if s["pieces"][i] in SPAN]


def is_keeper(piece: str) -> bool:
    return piece.endswith(".gk")


def options_of(given: Wire) -> Wire:
    return {"formations": "any", "half_minutes": 45, "extra_minutes": 15, **given}


def terms_of(given: Wire) -> Wire:
    whole = {**copy.deepcopy(TERMS), **copy.deepcopy(given)}
    whole["carry"] = {"home": 0, "away": 0, **given.get("carry", {})}
    return whole


def period_span(options: Wire, period: str) -> tuple[int, int]:
    """First and last minute."""
    half, extra = options["half_minutes"], options["extra_minutes"]
    return {
        "first_half": (1, half),
        "second_half": (half + 1, 2 * half),
        "extra_first": (2 * half + 1, 2 * half + extra),
        "extra_second": (2 * half + extra + 1, 2 * half + 2 * extra),
    }[period]


def new(options: Wire, terms: Wire) -> Wire:
    """Section 12, before the formations."""
    return {
        "game": "fuba",
        "options": options_of(options),
        "terms": terms_of(terms),
        "phase": "formation",
        "to_act": ["home", "away"],
        "period": "first_half",
        "attacking": None,
        "score": both(0),
        "shootout": None,
        "pieces": dict.fromkeys(ids("home") + ids("away")),
        "ball": None,
        "carrier": None,
        "ball_die": None,
        "yellow": both(0),
        "sent_off": [],
        "time_up": False,
        "turn": 0,
        "result": None,
        "formations": both(None),
        "sealed": both(None),
        "first_kick_off": None,
        "minute": 1,
        "stoppage": 0,
        "game_turn": 0,
        "restart": None,
        "setup": None,
        "dice": both(None),
        "target": None,
        "snapshot": {},
        "deducted": both(0),
        "moved": [],
        "movement": None,
        "carried": False,
        "no_movement": None,
    }


def favourite(piece: str) -> str:
    seat, name = piece.split(".")
    return FAVOURITES[name] if seat == "home" else mirror(FAVOURITES[name])


def setup(overrides: Wire, options: Wire, terms: Wire) -> Wire:
    """Section 12, scenario set-ups."""
    given = {key: copy.deepcopy(value) for key, value in overrides.items() if key != "pieces_only"}
    s = new(options, terms)
    s.update(phase="target", attacking="home", first_kick_off="home", formations=both("4-4-2"), ball="C3", ball_die=3)
    s["game_turn"] = 1
    if not overrides.get("pieces_only"):
        s["pieces"] = {piece: favourite(piece) for piece in s["pieces"]}
    for key, value in given.items():
        merged = isinstance(value, dict) and isinstance(s[key], dict)
        if merged and key not in ("snapshot", "setup", "movement", "target"):
            s[key].update(value)
        else:
            s[key] = value
    for piece in s["sent_off"]:
        s["pieces"][piece] = None
    if "snapshot" not in given:
        s["snapshot"] = dict(s["pieces"])
    if "minute" not in given:
        timed = s["period"] in ("first_half", "second_half", "extra_first", "extra_second")
        s["minute"] = period_span(s["options"], s["period"])[0] if timed else 1
    if "to_act" not in given:
        if s["phase"] == "formation":
            s["to_act"] = [seat for seat in ("home", "away") if s["sealed"][seat] is None]
        elif s["phase"] == "penalty_dive":
            s["to_act"] = [other(s["attacking"])]
        else:
            s["to_act"] = [(s["movement"] or s["setup"] or {}).get("seat", s["attacking"])]
    return s


def view(state: Wire, seat: str | None) -> Wire:
    """Section 12, View."""
    seen = copy.deepcopy(state)
    for whose, choice in seen["sealed"].items():
        if choice is not None and whose != seat:
            seen["sealed"][whose] = "hidden"
    return seen


# ── what may be done ──
def legal(s: Wire, seat: str) -> list[Wire]:
    """The table of section 10."""
    if seat not in s["to_act"]:
        return []
    phase = s["phase"]
    if phase in ("deploy", "adjust", "target", "receive", "collect", "free_play"):
        listed: list[Wire] = globals()[f"{phase}_moves"](s, seat)
        return listed
    if phase in ("movement", "quick_moves"):
        return [*option_moves(s, seat), {"type": "done"}]
    simple: dict[str, tuple[str, str, list[str]]] = {
        "formation": ("formation", "formation", ANY if s["options"]["formations"] == "any" else CARDS),
        "choose_kick_off": ("kick_off_by", "seat", ["home", "away"]),
        "movement_option": ("movement", "option", ["defence", "midfield", "forward"]),
        "goal_kick": ("goal_kick", "speed", ["fast", "slow"]),
        "corner_side": ("corner", "spot", ["KL4", "KR4"] if seat == "home" else ["KL1", "KR1"]),
        "penalty_dive": ("dive", "side", ["left", "stay", "right"]),
        "penalty_aim": ("aim", "side", ["left", "centre", "right"]),
        "send_off": ("send_off", "piece", [i for i in ids(seat)[1:] if i not in s["sent_off"]]),
    }
    if phase in simple:
        kind, key, values = simple[phase]
        return [{"type": kind, key: value} for value in values]
    assert phase in ("shot", "free_kick")
    return [{"type": "shoot"}, {"type": "play_on"}]


def deploy_moves(s: Wire, seat: str) -> list[Wire]:
    """FU-3.5: the rules can still be met by the pieces left."""
    piece, rest = s["setup"]["left"][0], s["setup"]["left"][1:]
    ok = []
    for zone in ZONES:
        trial = {**s, "pieces": {**s["pieces"], piece: zone}}
        if within_rules(trial, seat, rest):
            ok.append({"type": "place", "piece": piece, "to": zone})
    return ok


def within_rules(s: Wire, seat: str, left: list[str]) -> bool:
    """FU-3.7, 7.3, 7.4, 7.9, 7.14 for what stands, with ``left`` still to come."""
    active, ball = seat == s["attacking"], s["ball"]
    mine = {i: s["pieces"][i] for i in standing(s, seat)}
    if s["restart"] == "kick_off":
        if any(zone != box(seat) if is_keeper(i) else zone not in [*half_of(seat), "C3"] for i, zone in mine.items()):
            return False
        middle = sum(zone == "C3" for zone in mine.values())
        return middle <= 2 <= middle + sum(not is_keeper(i) for i in left)
    if s["restart"] == "free_kick":
        wanted = [ball] if active else [z for z in ZONES if further_up(other(seat), z, ball)]
        return not wanted or bool(left) or any(zone in wanted for zone in mine.values())
    if s["restart"] == "penalty":
        area = box(other(s["attacking"]))
        if active:
            count = sum(zone == area for zone in mine.values())
            return count <= 1 <= count + len(left)
        return all((zone == area) == is_keeper(i) for i, zone in mine.items())
    return True


def adjust_moves(s: Wire, seat: str) -> list[Wire]:
    moves: list[Wire] = []
    for piece in standing(s, seat):
        if piece in s["setup"]["adjusted"]:
            continue
        for zone in around(s["pieces"][piece]):
            if within_rules({**s, "pieces": {**s["pieces"], piece: zone}}, seat, []):
                moves.append({"type": "adjust", "piece": piece, "to": zone})
    return [*moves, {"type": "done"}]


def target_moves(s: Wire, seat: str) -> list[Wire]:
    """FU-4.2 to 4.5."""
    held = {s["pieces"][i] for i in standing(s, seat)}
    guards = [s["pieces"][i] for i in standing(s, other(seat)) if not is_keeper(i)]
    moves: list[Wire] = []
    for zone in ZONES:
        if zone == s["ball"]:
            moves.append({"type": "target", "zone": zone, "via": None})
        elif zone in held:
            if not guards or not all(further_up(seat, zone, guard) for guard in guards):
                moves.append({"type": "target", "zone": zone, "via": None})
        elif at_zone(s, other(seat), zone):
            if any(z in held for z in around(zone)):
                moves.append({"type": "target", "zone": zone, "via": None})
        else:
            moves += [{"type": "target", "zone": zone, "via": z} for z in around(zone) if z in held]
    return moves


def receive_moves(s: Wire, seat: str) -> list[Wire]:
    """FU-4.21."""
    via, zone = s["target"]["via"], s["target"]["zone"]
    return [
        {"type": "receive", "piece": i}
        for i in standing(s, seat)
        if (s["pieces"][i] == via if via else touch(s["pieces"][i], zone))
    ]


def collect_moves(s: Wire, seat: str) -> list[Wire]:
    """FU-4.22."""
    far = {i: distance(s["pieces"][i], s["target"]["zone"]) for i in standing(s, seat)}
    chosen = [i for i in far if far[i] == min(far.values())]
    if any(is_keeper(i) for i in chosen):
        field = [far[i] for i in far if not is_keeper(i)]
        chosen = [i for i in far if i in chosen or (not is_keeper(i) and far[i] == min(field))]
    return [{"type": "collect", "piece": i} for i in chosen]


def offside_step(s: Wire, seat: str, here: str, zone: str) -> bool:
    """FU-5.8, 5.9."""
    theirs = [SPAN[s["pieces"][i]] for i in standing(s, other(seat))]
    if len(theirs) < 2:
        return False
    if seat == "home":
        back = SPAN[zone][1] < SPAN[here][1]
        return SPAN[zone][0] >= sorted(to for _, to in theirs)[-2] and not back
    back = SPAN[zone][0] > SPAN[here][0]
    return SPAN[zone][1] <= sorted(start for start, _ in theirs)[1] and not back


def destinations(s: Wire, seat: str, piece: str) -> list[str]:
    """FU-5.3 to 5.7, 5.11."""
    here, option = s["pieces"][piece], s["movement"]["option"]
    if option == "quick":
        return around(here)
    if option in ("forward", "defence"):
        sense = 1 if (option == "forward") == (seat == "home") else -1
        return [z for z in (f"{here[0]}{int(here[1]) + sense * n}" for n in (1, 2)) if z in SPAN]
    began = [(i, z) for i, z in s["snapshot"].items() if i.startswith(seat) and i != piece and z in SPAN]
    found = []
    for zone in around(here):
        if zone[0] == here[0] and further_up(seat, zone, here):
            if not any(further_up(seat, z, zone) for _, z in began):
                continue
        elif (
            zone[0] == here[0]
            and not is_keeper(piece)
            and not any(further_up(other(seat), z, zone) for i, z in began if not is_keeper(i))
        ):
            continue
        found.append(zone)
    return found


def last_man(s: Wire, seat: str, piece: str) -> bool:
    """FU-5.13."""
    return seat == s["attacking"] and at_zone(s, seat, s["ball"]) == [piece]


def option_moves(s: Wire, seat: str) -> list[Wire]:
    """FU-5.2 to 5.13, without ``done``; none when the number is used up."""
    moves: list[Wire] = []
    for piece in standing(s, seat) if s["movement"]["left"] > 0 else []:
        here = s["pieces"][piece]
        if piece in s["moved"]:
            continue
        for zone in destinations(s, seat, piece):
            if offside_step(s, seat, here, zone):
                continue
            move = {"type": "move", "piece": piece, "to": zone}
            if not last_man(s, seat, piece):
                moves.append({**move, "carry": False})
            free = not at_zone(s, other(seat), here) and not at_zone(s, other(seat), zone)
            due = s["movement"]["extra"] or s["restart"] == "goal_kick"
            if seat == s["attacking"] and here == s["ball"] and free and not due and not s["carried"]:
                moves.append({**move, "carry": True})
    return moves


def free_play_moves(s: Wire, seat: str) -> list[Wire]:
    """FU-5.10."""
    moves: list[Wire] = []
    for piece in standing(s, seat):
        here = s["pieces"][piece]
        if is_keeper(piece) or piece in s["moved"] or last_man(s, seat, piece):
            continue
        if here not in ("L1", "C1", "R1", "L4", "C5", "R4"):
            continue
        for zone in around(here):
            inward = zone not in ("L1", "C1", "R1", "L4", "C5", "R4")
            if inward and zone != s["ball"] and not offside_step(s, seat, here, zone):
                moves.append({"type": "free_move", "piece": piece, "to": zone})
    return [*moves, {"type": "done"}]


def default_move(s: Wire, seat: str) -> Wire:
    """Section 12, Default move."""
    moves, phase = legal(s, seat), s["phase"]
    if phase == "formation":
        return {"type": "formation", "formation": "4-4-2"}
    if phase == "choose_kick_off":
        return {"type": "kick_off_by", "seat": seat}
    if phase in ("adjust", "movement", "quick_moves", "free_play"):
        return {"type": "done"}
    if phase in ("free_kick", "shot"):
        return {"type": "play_on"}
    if phase == "target":
        return {"type": "target", "zone": s["ball"], "via": None}
    if phase == "movement_option":
        return {"type": "movement", "option": "midfield"}
    if phase == "penalty_dive":
        return {"type": "dive", "side": "stay"}
    if phase == "send_off":
        return moves[-1]
    if phase == "deploy":
        liked = [m for m in moves if m["to"] == favourite(m["piece"])]
        start = 0 if seat == "home" else 1
        sense = 1 if seat == "home" else -1
        return liked[0] if liked else min(moves, key=lambda m: (sense * SPAN[m["to"]][start], m["to"]))
    return moves[0]  # goal_kick fast, aim left, the left corner, receive and collect in id order


def apply(state: Wire, seat: str | None, move: Wire, roll: Roll) -> tuple[Wire, list[Wire]]:
    """One legal decision, or a word of the host."""
    match = Match(copy.deepcopy(state), roll)
    match.s["turn"] += 1
    if seat is None and move["type"] == "resign":
        match.say("resign", seat=move["seat"])
        match.finish(other(move["seat"]), "resignation")
    elif seat is None:
        played = default_move(match.s, move["seat"])
        match.say("timeout", seat=move["seat"], move=played)
        match.decide(move["seat"], played)
    else:
        match.decide(seat, move)
    return match.s, match.events


class Match:
    """A state being changed, and what has happened."""

    def __init__(self, state: Wire, roll: Roll) -> None:
        self.s = state
        self.die = roll
        self.events: list[Wire] = []

    # ── small things ──
    @property
    def active(self) -> str:
        return str(self.s["attacking"])

    @property
    def passive(self) -> str:
        return other(self.active)

    def say(self, kind: str, **keys: Any) -> None:
        self.events.append({"type": kind, **keys})

    def roll(self, seat: str, purpose: str) -> int:
        value = self.die(6)
        self.say("roll", seat=seat, sides=6, value=value, **{"for": purpose})
        return value

    def ask(self, phase: str, *seats: str) -> None:
        self.s.update(phase=phase, to_act=list(seats))

    def give_ball_to(self, seat: str) -> None:
        if self.s["attacking"] != seat:
            self.s["attacking"] = seat
            self.say("possession", seat=seat)

    def ball(self, to: str, by: str) -> None:
        if self.s["ball"] != to:
            self.say("ball", **{"from": self.s["ball"], "to": to, "by": by})
            self.s["ball"] = to

    def move(self, piece: str, to: str) -> None:
        if self.s["pieces"][piece] != to:
            self.say("move", piece=piece, **{"from": self.s["pieces"][piece], "to": to})
            self.s["pieces"][piece] = to

    def decide(self, seat: str, move: Wire) -> None:
        getattr(self, f"on_{self.s['phase']}")(seat, move)

    # ── preparation ──
    def on_formation(self, seat: str, move: Wire) -> None:
        s = self.s
        s["sealed"][seat] = move["formation"]
        s["to_act"] = [waiting for waiting in s["to_act"] if waiting != seat]
        if s["to_act"]:
            return
        s["formations"], s["sealed"] = s["sealed"], both(None)
        for shown in ("home", "away"):
            self.say("formation", seat=shown, formation=s["formations"][shown])
        self.ask("choose_kick_off", self.roll_off())

    def roll_off(self) -> str:
        """FU-3.3."""
        while True:
            home, away = self.roll("home", "roll_off"), self.roll("away", "roll_off")
            if home != away:
                return "home" if home > away else "away"

    def on_choose_kick_off(self, seat: str, move: Wire) -> None:
        self.s["first_kick_off"] = move["seat"]
        self.kick_off(move["seat"])

    def kick_off(self, seat: str) -> None:
        self.give_ball_to(seat)
        self.say("kick_off", seat=seat)
        self.ball("C3", "set_up")
        self.s["ball_die"] = 3
        self.set_up("kick_off")

    # ── set-up (FU-3.4, 3.5) ──
    def set_up(self, restart: str) -> None:
        s = self.s
        self.say("set_up", restart=restart, seat=self.active, at=s["ball"])
        s["pieces"] = dict.fromkeys(s["pieces"])
        s.update(restart=restart, target=None, movement=None)
        s["setup"] = {"seat": "", "step": "active", "left": [], "adjust_left": 2, "adjusted": []}
        left = self.available(self.active)
        if restart == "corner":
            taker = left.pop()
            side = s["ball"]
            self.move(taker, "K" + side)
        self.place_all(self.active, "active", left)

    def available(self, seat: str) -> list[str]:
        return [i for i in ids(seat) if i not in self.s["sent_off"]]

    def place_all(self, seat: str, step: str, left: list[str]) -> None:
        self.s["setup"].update(seat=seat, step=step, left=left)
        self.ask("deploy", seat)

    def on_deploy(self, seat: str, move: Wire) -> None:
        plan = self.s["setup"]
        plan["left"] = plan["left"][1:]
        self.move(move["piece"], move["to"])
        if plan["left"]:
            return
        if plan["step"] == "active":
            self.place_all(self.passive, "passive", self.available(self.passive))
            return
        plan.update(seat=self.active, step="adjust")
        self.adjust_or_go()

    def adjust_or_go(self) -> None:
        if self.s["setup"]["adjust_left"] and len(adjust_moves(self.s, self.active)) > 1:
            self.ask("adjust", self.active)
        else:
            self.set_up_over()

    def on_adjust(self, seat: str, move: Wire) -> None:
        if move["type"] == "done":
            self.set_up_over()
            return
        self.move(move["piece"], move["to"])
        self.s["setup"]["adjust_left"] -= 1
        self.s["setup"]["adjusted"].append(move["piece"])
        self.adjust_or_go()

    def set_up_over(self) -> None:
        s = self.s
        s["setup"] = None
        s["snapshot"] = dict(s["pieces"])
        if s["restart"] == "penalty":
            self.ask("penalty_dive", self.passive)
        elif s["restart"] == "free_kick" and s["ball"] in half_of(self.passive):
            self.ask("free_kick", self.active)
        else:
            self.new_turn()

    def new_turn(self) -> None:
        s = self.s
        s["game_turn"] += 1
        s.update(snapshot=dict(s["pieces"]), dice=both(None), target=None, deducted=both(0), moved=[], movement=None)
        s.update(carried=False, no_movement=None)
        self.say("turn", game_turn=s["game_turn"], seat=self.active, restart=s["restart"])
        self.ask("goal_kick" if s["restart"] == "goal_kick" else "target", self.active)

    # ── the turn ──
    def on_goal_kick(self, seat: str, move: Wire) -> None:
        if move["speed"] == "fast":
            self.ask("target", seat)
        else:
            self.to_option(seat, other(seat), extra=True)

    def on_target(self, seat: str, move: Wire) -> None:
        s = self.s
        start, zone, via = s["ball"], move["zone"], move["via"]
        self.say("target", seat=seat, zone=zone, via=via, **{"from": start})
        s["target"] = {"from": start, "zone": zone, "via": via}
        for who in (seat, other(seat)):
            s["dice"][who] = self.roll(who, "initial")
        if not self.time(abs(s["dice"]["home"] - s["dice"]["away"])):
            self.half_over()
            return
        blind = s["restart"] in ("free_kick", "corner", "goal_kick")  # FU-4.15
        at_start = 0 if blind else self.odds(start)
        counted = via or zone
        at_target = 0 if blind and counted == start else self.odds(counted)
        gap = -2 * max(0, distance(start, zone) - 1)
        die = s["dice"][seat]
        value = die + at_start + at_target + gap
        outcome = "kept" if value > s["ball_die"] else "lost" if value < s["ball_die"] else "event"
        numbers = {"die": die, "start": at_start, "target": at_target, "distance": gap, "value": value}
        self.say("control", seat=seat, **numbers, ball_die=s["ball_die"], outcome=outcome)
        if outcome == "event":
            event = self.roll(seat, "special_event")
            self.say("special_event", seat=seat, value=event)
            if event in (1, 2, 5, 6):
                self.foul(seat if event < 3 else other(seat), card=event in (1, 6))
                return
            s["no_movement"] = seat if event == 3 else other(seat)
        self.ball_moves(seat, kept=outcome != "lost", blind=blind)

    def time(self, difference: int) -> bool:
        """FU-4.7, 4.8; false when the half is over."""
        s = self.s
        end = period_span(s["options"], s["period"])[1]
        if s["stoppage"]:
            if s["stoppage"] == 6 or difference < s["stoppage"]:
                return False
            s["stoppage"] += 1
        elif s["minute"] + difference >= end:
            s.update(minute=end, stoppage=1)
        else:
            s["minute"] += difference
        self.say("time", minute=s["minute"], stoppage=s["stoppage"])
        return True

    def odds(self, zone: str) -> int:
        """FU-4.11."""
        a, p = len(at_zone(self.s, self.active, zone)), len(at_zone(self.s, self.passive, zone))
        if a == p:
            return 0
        if a > p:
            return 2 if a >= 2 * p else 1
        return -2 if p >= 2 * a else -1

    def foul(self, offender: str, *, card: bool) -> None:
        """FU-4.16, 6.1, 6.2, 7.1, 7.2."""
        s, zone, seat = self.s, self.s["target"]["zone"], other(offender)
        self.say("foul", seat=offender, at=zone)
        self.give_ball_to(seat)
        self.ball(zone, "set_up")
        penalty = zone == box(offender)
        s.update(ball_die=2, restart="penalty" if penalty else "free_kick")
        self.say("penalty_awarded" if penalty else "free_kick", seat=seat, at=zone)
        if card:
            s["yellow"][offender] += 1
            count = s["yellow"][offender]
            self.say("yellow", seat=offender, count=count)
            if count > 1 and self.roll(offender, "red") < count:
                s["yellow"][offender] -= 1
                if len(self.available(offender)) > 7:
                    self.ask("send_off", offender)
                    return
        self.set_up(s["restart"])

    def on_send_off(self, seat: str, move: Wire) -> None:
        self.say("red", seat=seat, piece=move["piece"])
        self.s["sent_off"].append(move["piece"])
        self.s["pieces"][move["piece"]] = None
        self.set_up(self.s["restart"])

    def ball_moves(self, seat: str, *, kept: bool, blind: bool) -> None:
        """FU-4.19 to 4.23, 7.11."""
        s, aim = self.s, self.s["target"]
        for piece in ids(seat) if s["restart"] == "corner" else []:
            spot = s["pieces"][piece]
            if spot and spot[0] == "K":
                self.move(piece, spot[1:])
        if not kept:
            self.give_ball_to(other(seat))
        self.ball(aim["zone"], "pass")
        if aim["zone"] != aim["from"]:
            self.say("pass", seat=seat, completed=kept, **{"from": aim["from"], "to": aim["zone"]})
        easy = not at_zone(s, self.passive, aim["zone"])
        easy = easy or (not blind and not at_zone(s, self.passive, aim["from"]))
        s["ball_die"] = max(1, s["dice"][seat] - easy)
        self.say("ball_die", value=s["ball_die"], easy=easy)
        s["restart"] = None
        if not at_zone(s, self.active, aim["zone"]):
            self.ask("receive" if kept else "collect", self.active)
            if legal(s, self.active):
                return
        self.shot_or_movement()

    def on_receive(self, seat: str, move: Wire) -> None:
        self.move(move["piece"], self.s["ball"])
        self.s["deducted"][seat] += 1
        self.s["moved"].append(move["piece"])
        self.shot_or_movement()

    on_collect = on_receive

    def shot_or_movement(self) -> None:
        if self.s["ball"] in half_of(self.passive):
            self.ask("shot", self.active)
        else:
            self.player_movement()

    # ── the shot (FU-4.25 to 4.28, 7.6) ──
    def on_shot(self, seat: str, move: Wire) -> None:
        if move["type"] == "shoot":
            self.shoot(direct=False)
        else:
            self.player_movement()

    def on_free_kick(self, seat: str, move: Wire) -> None:
        if move["type"] == "shoot":
            self.shoot(direct=True)
        else:
            self.new_turn()

    def shoot(self, *, direct: bool) -> None:
        s, seat, ball = self.s, self.active, self.s["ball"]
        area = box(other(seat))

        def more(zone: str) -> int:
            mine = len(at_zone(s, seat, zone))
            theirs = sum(not is_keeper(i) for i in at_zone(s, other(seat), zone))
            return (mine > theirs) - (mine < theirs)

        rows = {
            "ball_zone": 0 if direct else more(ball),
            "box": more(area),
            "keeper": 0 if s["pieces"][other(seat) + ".gk"] == area else 4,
            "zone": {"C5": 0, "C4": -2, "L4": -4, "R4": -4, "L3": -6, "R3": -6}[
                ball if seat == "home" else mirror(ball)
            ],
        }
        added = sum(rows.values())
        difficult = 6 + added <= s["ball_die"]
        s["restart"] = None
        die = self.roll(seat, "shot")
        if difficult:
            scored = die == 6 and self.roll(seat, "difficult_shot") == 6
            outcome = "goal" if scored else "goal_kick"
        else:
            gap = die + added - s["ball_die"]
            outcome = "goal" if gap > 0 else "corner" if gap == 0 else "goal_kick"
        keys = {"at": ball, "outcome": outcome, "die": die, **rows, "value": die + added, "ball_die": s["ball_die"]}
        self.say("shot", seat=seat, piece=None, **keys, difficult=difficult)
        if outcome == "goal":
            self.goal()
        elif outcome == "corner":
            self.say("corner", seat=seat)
            s["restart"] = "corner"
            self.ask("corner_side", seat)
        else:
            self.goal_kick()

    def goal(self) -> None:
        seat = self.active
        self.s["score"][seat] += 1
        self.say("goal", seat=seat, piece=None, own=False)
        self.kick_off(other(seat))

    def on_corner_side(self, seat: str, move: Wire) -> None:
        self.ball(move["spot"][1:], "set_up")
        self.s["ball_die"] = 1
        self.set_up("corner")

    def goal_kick(self) -> None:
        """FU-7.12."""
        seat = self.passive
        self.give_ball_to(seat)
        self.ball(box(seat), "goal_kick")
        self.s.update(ball_die=2, restart="goal_kick")
        self.say("goal_kick", seat=seat)
        self.move(f"{seat}.gk", box(seat))
        self.player_movement()

    # ── penalties ──
    def on_penalty_dive(self, seat: str, move: Wire) -> None:
        self.s["sealed"][seat] = move["side"]
        self.ask("penalty_aim", other(seat))

    def on_penalty_aim(self, seat: str, move: Wire) -> None:
        s = self.s
        dive = s["sealed"][other(seat)]
        s["sealed"] = both(None)
        self.say("dive", seat=other(seat), side=dive)
        self.say("aim", seat=seat, side=move["side"])
        scored = self.roll(seat, "penalty") >= PENALTY[move["side"]][dive]
        if s["period"] == "shootout":
            self.shootout_kick(seat, scored)
            return
        self.say("penalty", seat=seat, outcome="goal" if scored else "saved")
        s["restart"] = None
        if scored:
            self.goal()
        else:
            self.goal_kick()

    def shootout_kick(self, seat: str, scored: bool) -> None:
        """FU-9.4."""
        kicks = self.s["shootout"]
        kicks[seat].append(scored)
        self.say("shootout_kick", seat=seat, scored=scored)
        ahead = sum(kicks["home"]) - sum(kicks["away"])
        taken = {who: len(kicks[who]) for who in kicks}
        if max(taken.values()) <= 5:
            over = ahead > 5 - taken["away"] or -ahead > 5 - taken["home"]
        else:
            over = taken["home"] == taken["away"] and ahead != 0
        if over:
            self.finish("home" if ahead > 0 else "away", "shootout")
        else:
            self.give_ball_to(other(seat))
            self.ask("penalty_dive", seat)

    # ── player movement (section 5) ──
    def player_movement(self) -> None:
        s, dice = self.s, self.s["dice"]
        if dice[self.active] == dice[self.passive]:
            order = [self.passive, self.active]
        else:
            order = sorted(("home", "away"), key=lambda seat: int(dice[seat]))
        order = [seat for seat in order if seat != s["no_movement"]]
        self.team_moves(order)

    def team_moves(self, order: list[str]) -> None:
        """The first of ``order`` moves; nobody left: a new turn."""
        s, dice = self.s, self.s["dice"]
        if not order:
            s["movement"] = None
            self.new_turn()
            return
        seat, then = order[0], order[1] if len(order) > 1 else None
        if dice["home"] != dice["away"]:
            self.to_option(seat, then, extra=False)
            return
        left = max(0, dice[seat] - s["deducted"][seat])
        s["movement"] = {"seat": seat, "option": "quick", "left": left, "next": then, "extra": False}
        if option_moves(s, seat):
            self.ask("quick_moves", seat)
        else:
            self.team_moves(order[1:])

    def to_option(self, seat: str, then: str | None, *, extra: bool) -> None:
        self.s["movement"] = {"seat": seat, "option": None, "left": 0, "next": then, "extra": extra}
        self.ask("movement_option", seat)

    def on_movement_option(self, seat: str, move: Wire) -> None:
        plan = self.s["movement"]
        place = ["defence", "midfield", "forward"].index(move["option"])
        men = int(self.s["formations"][seat].split("-")[place])
        plan.update(option=move["option"], left=max(0, men - self.s["deducted"][seat]))
        self.say("movement", seat=seat, option=move["option"], players=plan["left"])
        self.ask("movement", seat)
        if not option_moves(self.s, seat):
            self.to_free_play(seat)

    def step(self, move: Wire) -> None:
        s = self.s
        self.move(move["piece"], move["to"])
        s["moved"].append(move["piece"])
        if move.get("carry"):
            s["carried"] = True
            self.ball(move["to"], "carry")

    def on_movement(self, seat: str, move: Wire) -> None:
        plan = self.s["movement"]
        if move["type"] == "done":
            plan["left"] = 0
        else:
            plan["left"] -= 1
            self.step(move)
        if not option_moves(self.s, seat):
            self.to_free_play(seat)

    def on_quick_moves(self, seat: str, move: Wire) -> None:
        plan = self.s["movement"]
        if move["type"] == "done":
            plan["left"] = 0
        else:
            plan["left"] -= 1
            self.step(move)
        if not option_moves(self.s, seat):
            self.team_moves([plan["next"]] if plan["next"] else [])

    def to_free_play(self, seat: str) -> None:
        if len(free_play_moves(self.s, seat)) > 1:
            self.ask("free_play", seat)
        else:
            self.team_done()

    def on_free_play(self, seat: str, move: Wire) -> None:
        if move["type"] == "done":
            self.team_done()
            return
        self.step(move)
        self.to_free_play(seat)

    def team_done(self) -> None:
        plan = self.s["movement"]
        if plan["next"]:
            self.to_option(plan["next"], None, extra=plan["extra"])
        elif plan["extra"]:
            self.s.update(movement=None, moved=[])
            self.ask("target", self.active)
        else:
            self.s["movement"] = None
            self.new_turn()

    # ── the end of a half (FU-4.9, section 9) ──
    def half_over(self) -> None:
        s = self.s
        ended, score, terms = s["period"], s["score"], s["terms"]
        self.say("period_end", period=ended)
        s.update(target=None, movement=None, restart=None)
        if ended in ("first_half", "extra_first"):
            self.next_period("second_half" if ended == "first_half" else "extra_second")
            self.kick_off(other(s["first_kick_off"]))
            return
        if terms["draws_allowed"]:
            ahead = score["home"] - score["away"]
            self.finish(None if ahead == 0 else "home" if ahead > 0 else "away", "regulation")
            return
        carry = terms["carry"]
        ahead = score["home"] + carry["home"] - score["away"] - carry["away"]
        how = "aggregate" if carry["home"] or carry["away"] else "regulation"
        if ended == "extra_second":
            how = "extra_time"
        elif ahead == 0 and terms["away_goals"]:
            ahead, how = carry["home"] - score["away"], "away_goals"
        if ahead:
            self.finish("home" if ahead > 0 else "away", how)
        elif ended == "second_half" and terms["extra_time"]:
            self.next_period("extra_first")
            self.clear()
            s["attacking"] = None
            self.ask("choose_kick_off", self.roll_off())
        elif terms.get("level_stands"):
            self.finish(None, "regulation" if ended == "second_half" else "extra_time")
        else:
            s.update(period="shootout", dice=both(None), shootout={"home": [], "away": []})
            self.clear()
            first = self.roll_off()
            s["first_kick_off"] = first
            self.give_ball_to(first)
            self.ask("penalty_dive", other(first))

    def next_period(self, period: str) -> None:
        minute = period_span(self.s["options"], period)[0]
        self.s.update(period=period, minute=minute, stoppage=0, dice=both(None))

    def clear(self) -> None:
        self.s.update(pieces=dict.fromkeys(self.s["pieces"]), ball=None, ball_die=None, setup=None, restart=None)

    def finish(self, winner: str | None, how: str) -> None:
        self.s["result"] = {"winner": winner, "how": how}
        self.s.update(setup=None, movement=None, sealed=both(None), period="finished")
        self.ask("finished")
        self.say("full_time", result=dict(self.s["result"]))
