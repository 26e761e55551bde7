"""Soccer Tactics' matches a second time: section 15.5 of the specification, step by step, on the wire's own state.

Legal moves are in ``soccer_tactics_moves_by_the_letter``; ``apply`` takes no others: refusals are tested elsewhere.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from tests.engines import soccer_tactics_moves_by_the_letter as board
from tests.engines.soccer_tactics_moves_by_the_letter import (
    default_move,
    distance,
    ids,
    kind,
    legal,
    other,
    side_of,
    who,
)

Wire = dict[str, Any]
Roll = Callable[[int], int]

OPTIONS: Wire = {
    "clock": "turns",
    "half_turns": 45,
    "extra_turns": 15,
    "half_minutes": 45,
    "extra_minutes": 15,
    "move_seconds": 60,
    "advanced": False,
    "shot": "spinner",
    "compulsory_capture": "all",
    "blocked": "exact",
}
TERMS: Wire = {"draws_allowed": True, "carry": {"home": 0, "away": 0}, "extra_time": True, "away_goals": False}
ASKS_THE_ATTACK = {
    "attack_move",
    "attack_play",
    "capture",
    "penalty_kicker",
    "minor_foul",
    "free_kick_taker",
    "goal_kick_taker",
    "kick_off_keeper",
    "kick_off_kicker",
    "kick_off_striker",
}


class Stop(Exception):
    """A period or the match has ended: nothing more of the step is done."""


def options_of(options: Wire) -> Wire:
    return {**OPTIONS, **options}


def terms_of(terms: Wire) -> Wire:
    return {**copy.deepcopy(TERMS), **terms, "carry": {**TERMS["carry"], **terms.get("carry", {})}}


def own_places(seat: str) -> Wire:
    """ST-2.2."""
    places = dict(zip(["d1", "d2", "d3", "d4"], board.cells_of(seat, "BDEG", 4), strict=True))
    places |= dict(zip(["m1", "m2", "m3", "m4"], board.cells_of(seat, "ACFH", 6), strict=True))
    return {f"{seat}.{name}": cell for name, cell in places.items()}


def blank(options: Wire, terms: Wire) -> Wire:
    """Section 15.2."""
    return {
        "game": "soccer_tactics",
        "options": options_of(options),
        "terms": terms_of(terms),
        "phase": None,
        "to_act": [],
        "period": "first_half",
        "attacking": None,
        "score": {"home": 0, "away": 0},
        "shootout": None,
        "shootout_first": None,
        "pieces": {i: None for seat in board.SEATS for i in ids(seat)},
        "ball": None,
        "carrier": None,
        "yellow": {},
        "sent_off": [],
        "time_up": False,
        "turn": 0,
        "result": None,
        "first_kick": None,
        "extra_kick": None,
        "clock_turns": 0,
        "roll": None,
        "passes": 0,
        "dead": None,
        "kicker": None,
        "no_touch": None,
        "no_offside": False,
        "after": None,
        "pending": {"home": [], "away": []},
        "restart": None,
    }


class Engine:
    """One step being made: the state it changes and the events so far. Methods are numbered as in section 15.5."""

    def __init__(self, state: Wire, roll: Roll) -> None:
        self.s = state
        self.die = roll
        self.events: list[Wire] = []

    # ── words of 15.5 ──
    @property
    def a(self) -> str:
        seat: str = self.s["attacking"]
        return seat

    @property
    def d(self) -> str:
        return other(self.a)

    def emit(self, type_: str, **values: Any) -> None:
        self.events.append({"type": type_, **values})

    def roll(self, seat: str, for_: str, sides: int = 6) -> int:
        value = self.die(sides)
        self.emit("roll", seat=seat, sides=sides, value=value, **{"for": for_})
        return value

    def put(self, piece: str, cell: str | None) -> None:
        before = self.s["pieces"][piece]
        if before != cell:
            self.s["pieces"][piece] = cell
            self.emit("move", piece=piece, to=cell, **{"from": before})

    def ask(self, phase: str, seat: str) -> None:
        self.s["phase"], self.s["to_act"] = phase, [seat]

    def clear_action(self) -> None:
        for key in ("ball", "carrier", "roll", "dead", "kicker", "no_touch", "after", "restart"):
            self.s[key] = None
        self.s["passes"], self.s["no_offside"] = 0, False
        self.s["pending"] = {"home": [], "away": []}

    def give_ball(self, seat: str) -> None:
        if self.s["attacking"] != seat:
            self.s["attacking"] = seat
            self.emit("possession", seat=seat)

    def restart(self, kind_: str, seat: str, **values: Any) -> None:
        empty = dict.fromkeys(("cell", "taker", "why", "left"))
        self.s["restart"] = {"kind": kind_, "seat": seat, **empty, **values}

    def in_area(self, cell: str) -> bool:
        return cell in board.penalty_area(self.d)

    def shooting_cell(self, cell: str) -> bool:
        return self.in_area(cell) or cell in board.long_distance(self.d)

    def passed(self, to: str | None, completed: bool) -> None:
        self.emit("pass", to=to, completed=completed, **{"from": self.s["kicker"]})

    # ── 1 to 4 ──
    def toss(self, for_: str) -> str:
        while True:
            home, away = self.roll("home", for_), self.roll("away", for_)
            if home != away:
                return "home" if home < away else "away"

    def start_period(self, period: str, seat: str) -> None:
        self.s.update(period=period, clock_turns=0, time_up=False, attacking=None)
        self.start_kick_off(seat)

    def start_kick_off(self, seat: str) -> None:
        self.clear_action()
        for side in board.SEATS:
            places = own_places(side)
            for i in ids(side):
                self.s["pieces"][i] = None if i in self.s["sent_off"] else places.get(i)
        self.give_ball(seat)
        self.restart("kick_off", seat)
        self.next_of_kick_off()

    def next_of_kick_off(self) -> None:
        def missing(i: str) -> bool:
            return self.s["pieces"][i] is None and i not in self.s["sent_off"]

        x = self.s["restart"]["seat"]
        for seat in (x, other(x)):
            if missing(f"{seat}.gk"):
                return self.ask("kick_off_keeper", seat)
            if seat == x and self.s["restart"]["taker"] is None:
                return self.ask("kick_off_kicker", seat)
            if missing(f"{seat}.f1") or missing(f"{seat}.f2"):
                return self.ask("kick_off_striker", seat)
        self.s["restart"] = None
        self.s["dead"] = "kick_off"
        self.emit("kick_off", seat=x)
        self.begin_turn()
        self.ball_phase()

    def used_up(self) -> bool:
        options = self.s["options"]
        limit = options["extra_turns" if self.s["period"].startswith("extra") else "half_turns"]
        return bool(options["clock"] == "turns" and self.s["clock_turns"] >= limit)

    def begin_turn(self) -> None:
        if self.s["time_up"]:
            self.end_period()
        if self.used_up():
            if not self.chance():
                self.end_period()
            self.s["time_up"] = True
            self.emit("time_up")
        self.s["clock_turns"] += 1
        self.emit("turn", seat=self.a, n=self.s["clock_turns"])

    # ── 5 to 9 ──
    def start_set(self, seat: str, piece: str) -> None:
        self.give_ball(seat)
        self.s.update(carrier=piece, ball=self.s["pieces"][piece])
        self.s.update(roll=None, kicker=None, no_touch=None, after=None, passes=0, no_offside=False)
        self.begin_turn()
        self.s["roll"] = self.roll(seat, "move")
        self.ask("attack_move", seat)
        if not legal(self.s, seat):
            self.ball_phase()

    def ball_phase(self) -> None:
        s = self.s
        while True:
            s["roll"] = self.roll(self.a, "ball")
            if kind(s["carrier"]) == "g" or s["dead"] == "goal_kick":
                s["roll"] += self.roll(self.a, "ball")
            self.ask("attack_play", self.a)
            if legal(s, self.a):
                return
            if s["dead"] is None:
                break
        self.emit("no_play", seat=self.a)
        self.defence("set")

    def play(self, c: str) -> None:
        s = self.s
        s["no_offside"] = s["dead"] == "corner"
        s["no_touch"] = s["carrier"] if s["dead"] is not None else None
        s["dead"] = s["roll"] = None
        s["kicker"], s["carrier"] = s["carrier"], None
        start, s["ball"] = s["ball"], c
        self.emit("ball", to=c, by=s["kicker"], **{"from": start})
        own, foe = who(s, self.a, c), who(s, self.d, c)
        alone = own is not None and foe is None
        if s["time_up"] and not self.in_area(c) and not (alone and self.shooting_cell(c)):
            self.end_period()
        if own is None:
            return self.capture_phase()
        if not s["no_offside"]:
            if board.offside_cell(s, c):
                self.passed(own, False)
                return self.offside(own)
            if self.in_area(c) if foe else self.shooting_cell(c):
                q = board.interferer(s, own)
                if q is not None:
                    self.passed(own, False)
                    return self.offside(q)
        s["no_touch"] = None
        if foe is not None:
            return self.battle(own, foe)
        s["carrier"] = own
        self.passed(own, True)
        s["kicker"] = None
        if self.shooting_cell(c):
            return self.shot(own)
        s["passes"] += 1
        if s["passes"] == 1:
            s["no_offside"] = False
            return self.ball_phase()
        self.defence("set")

    def dribble(self, c: str) -> None:
        s = self.s
        s["roll"] = s["kicker"] = None
        s["no_offside"] = False
        carrier = s["carrier"]
        self.put(carrier, c)
        s["ball"] = c
        self.emit("dribble", piece=carrier, to=c)
        if s["time_up"] and not self.in_area(c):
            self.end_period()
        foe = who(s, self.d, c)
        if foe is not None:
            return self.battle(carrier, foe)
        self.defence("set")

    def capture_phase(self) -> None:
        self.s["roll"] = self.roll(self.a, "capture")
        self.ask("capture", self.a)
        if not legal(self.s, self.a):
            self.defence("loose")

    def capture(self, piece: str, c: str) -> None:
        s = self.s
        off = board.offside_capturer(s, piece)
        s["roll"] = None
        self.put(piece, c)
        if c != s["ball"]:
            return self.defence("loose")
        if piece != s["kicker"]:
            self.passed(piece, off is None)
        if off is not None:
            return self.offside(off)
        s["carrier"] = piece
        s["kicker"] = s["no_touch"] = None
        self.emit("capture", piece=piece, at=c)
        self.defence("shoot" if self.in_area(c) else "set")

    def defence(self, after: str) -> None:
        self.s["after"] = after
        self.s["roll"] = None
        self.ask("defence", self.d)

    def defence_roll(self) -> None:
        self.s["roll"] = self.roll(self.d, "defence")
        self.ask("defence_move", self.d)
        if not legal(self.s, self.d):
            self.s["roll"] = None
            self.done()

    def defend(self, piece: str, c: str) -> None:
        s = self.s
        s["roll"] = None
        self.put(piece, c)
        if c != s["ball"]:
            return self.done()
        if s["carrier"] is not None:
            return self.battle(s["carrier"], piece)
        self.passed(None, False)
        self.emit("capture", piece=piece, at=c)
        self.start_set(self.d, piece)

    def done(self) -> None:
        after, self.s["after"] = self.s["after"], None
        if after == "shoot":
            self.try_shot(self.s["carrier"])
        elif after == "set":
            self.start_set(self.a, self.s["carrier"])
        else:
            self.begin_turn()
            self.capture_phase()

    # ── 10 ──
    def battle(self, att: str, dfn: str) -> None:
        s = self.s
        s["after"] = s["carrier"] = None

        def bonus(piece: str) -> int:
            """ST-6.2."""
            return {"g": 2, "d": 2 if s["options"]["advanced"] else 1}.get(kind(piece), 0)

        while True:
            one, two = self.roll(self.a, "tackle"), self.roll(self.d, "tackle")
            if (one, two) == (6, 1):
                return self.foul(dfn, att)
            if (one, two) == (1, 6):
                return self.foul(att, dfn)
            if one + bonus(att) != two + bonus(dfn):
                break
        won = one + bonus(att) > two + bonus(dfn)
        self.emit("tackle", winner=att if won else dfn, loser=dfn if won else att, at=s["ball"])
        if s["kicker"] is not None:
            self.passed(att, won)
            s["kicker"] = None
        if not won:
            return self.start_set(self.d, dfn)
        s["carrier"] = att
        if self.in_area(s["ball"]) or kind(dfn) == "g":
            return self.try_shot(att)
        self.start_set(self.a, att)

    def foul(self, f: str, v: str) -> None:
        s, seat, cell = self.s, side_of(f), self.s["ball"]
        self.emit("foul", seat=seat, piece=f, victim=v, at=cell)
        key = f"{seat}.d" if kind(f) == "d" else f
        self.emit("yellow", piece=f)
        if s["yellow"].get(key):
            del s["yellow"][key]
            s["sent_off"].append(f)
            s["pieces"][f] = None
            self.emit("red", piece=f)
            if sum(i not in s["sent_off"] for i in ids(seat)) < 7:
                self.finish(other(seat), "walkover")
        else:
            s["yellow"][key] = 1
        if seat == self.d and self.in_area(cell):
            return self.penalty(v, cell)
        self.free_kick(side_of(v), cell, v, "foul")

    # ── 11 ──
    def try_shot(self, p: str) -> None:
        if self.shooting_cell(self.s["ball"]) and not self.s["no_offside"]:
            q = board.interferer(self.s, p)
            if q is not None:
                return self.offside(q)
        self.shot(p)

    def spin(self, seat: str, for_: str) -> str:
        """ST-7.7, ST-7.8."""
        if self.s["options"]["shot"] == "die":
            value = self.roll(seat, for_)
            return "goal" if value <= 3 else "corner" if value == 4 else "goal_kick"
        value = self.roll(seat, for_, 8)
        return "goal" if value <= 4 else "corner" if value <= 6 else "goal_kick"

    def shot(self, p: str) -> None:
        s, seat = self.s, self.a
        outcome = self.spin(seat, "shot")
        self.emit("shot", seat=seat, piece=p, at=s["ball"], outcome=outcome)
        if s["restart"] is not None and s["restart"]["kind"] == "penalty":
            self.emit("penalty", seat=seat, piece=p, outcome=outcome)
        if outcome == "goal":
            s["score"][seat] += 1
            self.emit("goal", seat=seat, piece=p, own=False)
            self.restart_due()
            self.start_kick_off(other(seat))
        elif outcome == "corner":
            self.corner(p)
        else:
            self.goal_kick(other(seat))

    def penalty(self, v: str, cell: str) -> None:
        s, d = self.s, self.d
        self.clear_action()
        self.emit("penalty_awarded", seat=self.a, piece=v, at=cell)
        self.restart("penalty", self.a, taker=v)
        end = board.own_row(d, 1)
        s["ball"] = f"spot{end}"
        if s["pieces"][f"{d}.gk"] is not None:
            self.put(f"{d}.gk", f"line{end}")
        self.ask("penalty_kicker", self.a)

    def penalty_placed(self, taker: str, c: str) -> None:
        s, a, d = self.s, self.a, self.d
        self.put(taker, c)
        s["restart"]["cell"] = c
        area = board.penalty_area(d)
        s["pending"][a] = [i for i in board.on_pitch(s, a) if i != taker and s["pieces"][i] in [*area, c]]
        s["pending"][d] = [i for i in board.on_pitch(s, d) if s["pieces"][i] in area + board.arc(d)]
        self.next_of_penalty(d)

    def next_of_penalty(self, turn: str) -> None:
        for seat in (turn, other(turn)):
            if self.s["pending"][seat]:
                return self.ask("penalty_place", seat)
        self.shot(self.s["restart"]["taker"])

    def corner(self, p: str) -> None:
        s, a, d = self.s, self.a, self.d
        from_ = s["restart"]["cell"] if s["restart"] is not None else s["ball"]
        cell = ("A" if from_[0] in "ABCD" else "H") + str(board.own_row(d, 1))
        self.clear_action()
        self.emit("corner", seat=a, piece=p, at=cell)
        self.restart("corner", a, cell=cell, taker=p, left={"home": 3, "away": 3})
        s["ball"] = cell
        left = s["pieces"][p]
        mate = who(s, a, cell)
        self.put(p, None)
        if mate is not None and mate != p:
            self.put(mate, left)
        keeper = s["pieces"][f"{d}.gk"]
        if keeper is not None and keeper not in board.goal_area(d):
            return self.ask("keeper_place", d)
        self.corner_clearing()

    def corner_clearing(self) -> None:
        s, d = self.s, self.d
        near = [i for i in board.on_pitch(s, d) if distance(s["pieces"][i], s["ball"]) <= 1]
        s["pending"][d] = near
        self.next_of_clearing()

    def next_of_clearing(self) -> None:
        """The kind of a corner, a goal kick or a free kick."""
        s = self.s
        restart = s["restart"]["kind"]
        if s["pending"][self.d]:
            return self.ask(f"{restart}_clear", self.d)
        if restart == "corner":
            return self.ask("corner_place", self.d)
        taker = s["restart"]["taker"]
        s["restart"] = None
        s["dead"] = restart
        self.start_set(self.a, taker)

    def corner_decided(self, seat: str) -> None:
        s = self.s
        for asked_seat in (other(seat), seat):
            if s["restart"]["left"][asked_seat] > 0:
                return self.ask("corner_place", asked_seat)
        taker, cell = s["restart"]["taker"], s["restart"]["cell"]
        self.put(taker, cell)
        s.update(carrier=taker, restart=None, dead="corner")
        self.ball_phase()

    def goal_kick(self, k: str) -> None:
        s = self.s
        self.restart_due()
        self.clear_action()
        self.emit("goal_kick", seat=k)
        self.restart("goal_kick", k)
        self.give_ball(k)
        keeper = s["pieces"][f"{k}.gk"]
        if keeper is None:
            return self.ask("goal_kick_taker", k)
        if keeper not in board.goal_area(k):
            return self.ask("keeper_place", k)
        self.goal_kick_taken(f"{k}.gk")

    def goal_kick_taken(self, taker: str) -> None:
        s = self.s
        cell = s["pieces"][taker]
        s["restart"].update(taker=taker, cell=cell)
        s.update(ball=cell, carrier=taker)
        area = board.penalty_area(self.a)
        s["pending"][self.d] = [i for i in board.on_pitch(s, self.d) if s["pieces"][i] in area]
        self.next_of_clearing()

    def keeper_placed(self, keeper: str, c: str) -> None:
        """ST-8.8."""
        s, seat = self.s, side_of(keeper)
        left = s["pieces"][keeper]
        mates = [i for i in board.on_pitch(s, seat) if s["pieces"][i] in board.goal_area(seat) and i != keeper]
        self.put(keeper, c)
        for mate in mates:
            self.put(mate, left)
        if s["restart"]["kind"] == "corner":
            return self.corner_clearing()
        self.goal_kick_taken(keeper)

    # ── 12 to 14 ──
    def offside(self, q: str) -> None:
        self.emit("offside", seat=self.a, piece=q, at=self.s["ball"])
        self.free_kick(self.d, self.s["ball"], None, "offside")

    def free_kick(self, seat: str, cell: str | None, taker: str | None, why: str) -> None:
        self.restart_due()
        self.clear_action()
        self.s["ball"] = cell
        self.restart("free_kick", seat, cell=cell, taker=taker, why=why)
        self.give_ball(seat)
        if taker is None:
            return self.ask("free_kick_taker", seat)
        self.free_kick_taken()

    def free_kick_taken(self) -> None:
        s = self.s
        restart = s["restart"]
        s.update(ball=restart["cell"], carrier=restart["taker"])
        self.emit("free_kick", seat=restart["seat"], piece=s["carrier"], at=s["ball"], why=restart["why"])
        s["pending"][self.d] = [i for i in board.on_pitch(s, self.d) if distance(s["pieces"][i], s["ball"]) <= 1]
        self.next_of_clearing()

    def chance(self) -> bool:
        restart = self.s["restart"]
        if restart is not None:
            return restart["kind"] in ("corner", "penalty")
        return self.s["dead"] == "corner" or self.in_area(self.s["ball"])

    def restart_due(self) -> None:
        if self.s["time_up"] or self.used_up():
            self.end_period()

    def end_period(self) -> None:
        s = self.s
        ended = s["period"]
        self.emit("period_end", period=ended)
        self.clear_action()
        s.update(attacking=None, time_up=False)
        if ended == "first_half":
            self.start_period("second_half", other(s["first_kick"]))
        elif ended == "extra_first":
            self.start_period("extra_second", other(s["extra_kick"]))
        else:
            self.decide(ended)
        raise Stop

    def decide(self, ended: str) -> None:
        """ST-13.10."""
        s = self.s
        terms, score, carry = s["terms"], s["score"], s["terms"]["carry"]

        def ahead(home: int, away: int) -> str | None:
            return None if home == away else "home" if home > away else "away"

        if terms["draws_allowed"]:
            self.finish(ahead(score["home"], score["away"]), "regulation")
        winner = ahead(score["home"] + carry["home"], score["away"] + carry["away"])
        if ended == "extra_second":
            if winner is not None:
                self.finish(winner, "extra_time")
            if terms.get("level_stands"):
                self.finish(None, "extra_time")
            self.shootout()
        if winner is not None:
            self.finish(winner, "aggregate" if carry["home"] or carry["away"] else "regulation")
        winner = ahead(carry["home"], score["away"])
        if terms["away_goals"] and winner is not None:
            self.finish(winner, "away_goals")
        if not terms["extra_time"]:
            if terms.get("level_stands"):
                self.finish(None, "regulation")
            self.shootout()
        s["extra_kick"] = self.toss("toss")
        self.start_period("extra_first", s["extra_kick"])

    def shootout(self) -> None:
        s = self.s
        s["period"] = "shootout"
        s["shootout_first"] = self.toss("shootout_toss")
        s["shootout"] = {"home": [], "away": []}
        taken = 0
        while taken < 5 or sum(s["shootout"]["home"]) == sum(s["shootout"]["away"]):
            for seat in (s["shootout_first"], other(s["shootout_first"])):
                scored = self.spin(seat, "shootout") == "goal"
                s["shootout"][seat].append(scored)
                self.emit("shootout_kick", seat=seat, scored=scored)
            taken += 1
        self.finish("home" if sum(s["shootout"]["home"]) > sum(s["shootout"]["away"]) else "away", "shootout")

    def finish(self, winner: str | None, how: str) -> None:
        self.clear_action()
        result = {"winner": winner, "how": how}
        self.s.update(phase="finished", period="finished", to_act=[], attacking=None, time_up=False, result=result)
        self.emit("full_time", result=dict(result))
        raise Stop

    # ── 15 ──
    def host(self, move: Wire) -> None:
        s = self.s
        if move["type"] == "resign":
            self.finish(other(move["seat"]), "resignation")
        if move["type"] == "time_up":
            self.emit("time_up")
            if not self.chance():
                self.end_period()
            s["time_up"] = True
            return
        late = move["seat"]
        if s["phase"] not in board.PLAY_PHASES:
            return self.decided(late, default_move(s, late))
        self.emit("minor_foul", seat=late)
        s["roll"] = None
        if late == self.a:
            self.free_kick(self.d, None, None, "minor")
        else:
            self.ask("minor_foul", self.a)

    def decided(self, seat: str, move: Wire) -> None:
        s = self.s
        s["turn"] += 1
        phase, piece, to = s["phase"], move.get("piece", ""), move.get("to", "")
        if phase.startswith("kick_off"):
            self.put(piece, to)
            if phase == "kick_off_kicker":
                s["restart"].update(taker=piece, cell=to)
                s.update(ball=to, carrier=piece)
            self.next_of_kick_off()
        elif phase == "attack_move":
            s["roll"] = None
            self.put(piece, to)
            self.ball_phase()
        elif phase == "attack_play":
            (self.dribble if move["type"] == "dribble" else self.play)(to)
        elif phase == "capture":
            self.capture(piece, to)
        elif phase in ("defence", "defence_move"):
            if move["type"] == "roll":
                self.defence_roll()
            else:
                self.defend(piece, to)
        elif phase == "minor_foul":
            if move["type"] == "accept":
                self.free_kick(self.a, None, None, "minor")
            else:
                self.done()
        elif phase == "free_kick_taker":
            s["restart"].update(cell=to, taker=piece)
            self.put(piece, to)
            self.free_kick_taken()
        elif phase == "goal_kick_taker":
            self.put(piece, to)
            self.goal_kick_taken(piece)
        elif phase == "keeper_place":
            self.keeper_placed(piece, to)
        elif phase == "penalty_kicker":
            self.penalty_placed(piece, to)
        elif phase == "penalty_place":
            s["pending"][seat].remove(piece)
            self.put(piece, to)
            self.next_of_penalty(other(seat))
        elif phase == "corner_place":
            if move["type"] == "done":
                s["restart"]["left"][seat] = 0
            else:
                s["restart"]["left"][seat] -= 1
                self.put(piece, to)
            self.corner_decided(seat)
        else:
            s["pending"][seat].remove(piece)
            self.put(piece, to)
            self.next_of_clearing()


def new(options: Wire, terms: Wire, roll: Roll) -> tuple[Wire, list[Wire]]:
    engine = Engine(blank(options, terms), roll)
    engine.s["first_kick"] = engine.toss("toss")
    engine.start_period("first_half", engine.s["first_kick"])
    return engine.s, engine.events


def apply(state: Wire, seat: str | None, move: Wire, roll: Roll) -> tuple[Wire, list[Wire]]:
    engine = Engine(copy.deepcopy(state), roll)
    try:
        if seat is None:
            engine.host(move)
        else:
            engine.decided(seat, move)
    except Stop:
        pass
    return engine.s, engine.events


def setup(overrides: Wire, options: Wire, terms: Wire) -> Wire:
    """Section 15.6."""
    over = copy.deepcopy(overrides)
    s = blank(options, terms)
    if not over.pop("pieces_only", False):
        s["pieces"].update(own_places("home") | own_places("away"))
        s["pieces"].update({"home.gk": "D1", "home.f1": "D8", "home.f2": "F8"})
        s["pieces"].update({"away.gk": "D16", "away.f1": "B9", "away.f2": "G9"})
    s.update(phase="attack_move", attacking="home", first_kick="home", clock_turns=1)
    for key in ("pieces", "score", "pending"):
        s[key].update(over.pop(key, {}))
    restart = over.pop("restart", None)
    s.update(over)
    if restart is not None:
        empty = dict.fromkeys(("kind", "seat", "cell", "taker", "why", "left"))
        s["restart"] = {**empty, "seat": s["attacking"], **restart}
    for i in s["sent_off"]:
        s["pieces"][i] = None
    if s["phase"] in ("attack_move", "attack_play") and s["carrier"] is None:
        s["carrier"] = f"{s['attacking']}.f1"
    if s["carrier"] is not None and "ball" not in over:
        s["ball"] = s["pieces"][s["carrier"]]
    if "to_act" not in over:
        of_goal_kick = s["phase"] == "keeper_place" and s["restart"]["kind"] == "goal_kick"
        asks = s["phase"] in ASKS_THE_ATTACK or of_goal_kick
        s["to_act"] = [s["attacking"] if asks else other(s["attacking"])]
    if s["phase"] in ("defence", "defence_move") and s["after"] is None:
        s["after"] = "set" if s["carrier"] is not None else "loose"
    return s
