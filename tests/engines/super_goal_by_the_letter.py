"""Super Goal! a second time, slowly and word by word from the specification: a yardstick for the engine.

Everything happens on plain wire dicts and nothing is imported from the engine, so a state, an event or a roll that the
two do not share is a rule that one of them has read wrongly. The ids in the docstrings are the specification's.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

Wire = dict[str, Any]
Roll = Callable[[int], int]

COLUMNS = "ABCDE"
ARROWS = {  # SG-3.1
    "control": "forward 1|forward 1|diagonal 1|diagonal 1|lateral 1|forward 2 ?",
    "pass": "forward 2|forward 3 ?|diagonal 1|diagonal 2|lateral 2 X|backward 1",
    "long_ball": "forward 3|forward 4|diagonal 3|forward 5 ?|forward 4 X|diagonal 2 X",
}
FACES = {  # SG-3.2
    "shot": "on_target on_target unstoppable post crossbar wide",
    "defence": "steal steal miss miss_own_goal clear foul",
    "keeper": "save save goal goal parry corner",
    "penalty": "scored scored scored corner wide parried",
    "star": "long_shot assist unstoppable super_save recovery foul",
}
AREA = {"B10", "C10", "D10", "B11", "C11", "D11"}  # SG-2.3, attacking north
OUTSIDE = {"A9", "B9", "C9", "D9", "E9", "A10", "E10"}
FLAGS = {"A11", "E11"}
TERMS = {"draws_allowed": True, "carry": {"home": 0, "away": 0}, "extra_time": True, "away_goals": False}


def other(seat: str) -> str:
    return "away" if seat == "home" else "home"


def turned_board(cell: str) -> str:
    """SG-2.3: the cell after half a turn of the board."""
    return COLUMNS[4 - COLUMNS.index(cell[0])] + str(12 - int(cell[1:]))


def seen_by(seat: str, cell: str) -> str:
    """``cell`` as if ``seat`` attacked north; and a cell named so, back again."""
    return cell if seat == "home" else turned_board(cell)


def depth(seat: str, cell: str) -> int:
    return int(seen_by(seat, cell)[1:])


def mouth_attacked_by(seat: str) -> str:
    return "GA" if seat == "home" else "GH"


def options_of(given: Wire) -> Wire:
    """Section 15: all four, nulls resolved."""
    long = given.get("length", "standard") == "standard"
    turns, seconds = given.get("half_turns"), given.get("half_seconds")
    return {
        "length": given.get("length", "standard"),
        "clock": given.get("clock", "turns"),
        "half_turns": turns if turns is not None else (45 if long else 30),
        "half_seconds": seconds if seconds is not None else (450 if long else 300),
    }


def terms_of(given: Wire) -> Wire:
    whole = copy.deepcopy(TERMS)
    whole["carry"].update(given.get("carry", {}))
    whole.update({key: value for key, value in given.items() if key != "carry"})
    return whole


def bare(options: Wire, terms: Wire) -> Wire:
    """The set-up's baseline (section 16)."""
    return {
        "game": "super_goal",
        "options": options_of(options),
        "terms": terms_of(terms),
        "phase": "attack",
        "to_act": ["home"],
        "period": "first_half",
        "attacking": "home",
        "score": {"home": 0, "away": 0},
        "shootout": None,
        "pieces": {},
        "ball": "C6",
        "carrier": None,
        "yellow": {},
        "sent_off": [],
        "time_up": False,
        "turn": 0,
        "result": None,
        "toss_winner": "away",
        "star": {"holder": "away", "face": "assist"},
        "restart": "kick_off",
        "last_die": None,
        "last_foul": None,
        "expulsions": {"home": 0, "away": 0},
        "period_turns": 0,
        "first_kicker": None,
        "pending": None,
    }


def setup(overrides: Wire, options: Wire, terms: Wire) -> Wire:
    """Section 16, the set-up of scenarios."""
    state = bare(options, terms)
    for key, value in overrides.items():
        if key in ("star", "score", "expulsions"):
            state[key].update(value)
        else:
            state[key] = copy.deepcopy(value)
    phase = state["phase"]
    if "restart" not in overrides:
        state["restart"] = None
        if phase == "attack" and state["ball"] == "C6":
            state["restart"] = "kick_off"
        elif phase == "keeper_throw":
            state["restart"] = "keeper_throw"
        elif phase in ("penalty", "shootout"):
            state["restart"] = "penalty"
    if phase == "shootout":
        if "period" not in overrides:
            state["period"] = "shootout"
        if "shootout" not in overrides:
            state["shootout"] = {"home": [], "away": []}
        if "first_kicker" not in overrides:
            state["first_kicker"] = state["attacking"]
    if "to_act" not in overrides:
        state["to_act"] = actors(state)
    return state


def actors(state: Wire) -> list[str]:
    """The table of section 14."""
    if state["phase"] == "finished":
        return []
    return [other(state["attacking"]) if state["phase"] in ("react", "intervene") else state["attacking"]]


def new(options: Wire, terms: Wire, roll: Roll) -> tuple[Wire, list[Wire]]:
    """SG-4.1, SG-4.2."""
    match = Match(bare(options, terms), roll)
    winner = ("home", "away")[match.roll(None, 2, "toss") - 1]
    match.say("toss", winner=winner)
    match.s["toss_winner"] = winner
    match.s["attacking"] = other(winner)
    match.roll_star(winner)
    match.say("kick_off", seat=other(winner))
    return match.done()


# ── what may be done ──
def may_shoot(s: Wire) -> bool:
    """SG-6.1, SG-9.4, SG-11.8, SG-5.12."""
    cell = seen_by(s["attacking"], s["ball"])
    if s["restart"] == "throw_in":
        return False
    if s["restart"] == "free_kick":
        return cell in AREA or int(cell[1:]) in (8, 9)
    return cell in AREA or cell in OUTSIDE


def attack_may_play_star(s: Wire) -> bool:
    """SG-10.3 to SG-10.6."""
    if s["star"]["holder"] != s["attacking"]:
        return False
    cell, face = seen_by(s["attacking"], s["ball"]), s["star"]["face"]
    if face == "long_shot":
        return int(cell[1:]) >= 6 and cell not in FLAGS and s["restart"] != "throw_in"
    if face == "assist":
        return int(cell[1:]) >= 3
    if face == "unstoppable":
        return (cell in AREA or cell in OUTSIDE) and s["restart"] != "throw_in"
    return bool(face == "foul")


def interventions(s: Wire) -> list[Wire]:
    """The table of kinds (section 14)."""
    kind, inside = s["pending"]["kind"], s["pending"]["inside"]
    names = {
        "tackle": ["defender"],
        "block": ["defender"],
        "post": ["defender"],
        "crossbar": ["defender", "keeper"],
        "save": ["keeper"],
        "unstoppable": ["concede"],
    }[kind]
    if s["star"]["holder"] != s["attacking"]:
        face = s["star"]["face"]
        if face == "recovery" and not inside:
            names = [*names, "star"]
        if face == "super_save" and kind in ("crossbar", "save", "unstoppable"):
            names = [*names, "star"]
    return [{"type": name} for name in names]


def throw_cells(seat: str) -> list[str]:
    """SG-2.3: the central cell, then the other. Home's are those of the south end."""
    return ["C2", "D2"] if seat == "home" else ["C10", "B10"]


def legal(s: Wire, seat: str) -> list[Wire]:
    """The table of section 14."""
    if seat not in s["to_act"]:
        return []
    phase = s["phase"]
    if phase == "react":
        return [{"type": "decline"}, {"type": "star"}]
    if phase == "direction":
        sides = ("south", "north") if s["pending"]["turned"] else ("west", "east")
        return [{"type": "choose", "side": side} for side in sides]
    if phase == "intervene":
        return interventions(s)
    if phase == "keeper_throw":
        return [{"type": "place", "to": cell} for cell in throw_cells(seat)]
    if phase in ("penalty", "shootout"):
        return [{"type": "penalty"}]
    turns = [False]
    if s["restart"] == "corner":
        turns = [True]
    elif s["ball"][0] in "AE" and depth(seat, s["ball"]) >= 9:
        turns = [False, True]
    doubles = [False, True] if s["restart"] in ("goal_kick", "keeper_throw") else [False]
    moves: list[Wire] = [
        {"type": "roll", "die": die, "turn": turn, "double": double}
        for die in ARROWS
        if not (die == "control" and s["last_die"] == "control")
        for turn in turns
        for double in doubles
    ]
    if may_shoot(s):
        moves.append({"type": "shoot"})
    if attack_may_play_star(s):
        moves.append({"type": "star"})
    return moves


def default_move(s: Wire, seat: str) -> Wire:
    """SG-13.5."""
    moves = legal(s, seat)
    if s["phase"] == "attack":
        if {"type": "shoot"} in moves and seen_by(seat, s["ball"]) in AREA:
            return {"type": "shoot"}
        die = "pass" if s["last_die"] == "control" else "control"
        return {"type": "roll", "die": die, "turn": s["restart"] == "corner", "double": False}
    if s["phase"] == "direction":
        for move in moves:
            if path_of(s, move["side"])[0] == "in":
                return move
        return moves[0]
    if s["phase"] == "intervene":
        wanted = "star" if s["pending"]["kind"] == "unstoppable" else "defender"
        return next((move for move in moves if move["type"] == wanted), {"type": "keeper"})
    return moves[0]


def path_of(s: Wire, side: str | None) -> tuple[str, str]:
    """SG-5.1 to 5.3, 5.7 to 5.11: ``in`` and the cell, or how the ball goes out and where (a cell or a column)."""
    arrow, seat = s["pending"], s["attacking"]
    column, row = COLUMNS.index(s["ball"][0]), int(s["ball"][1:])
    up = 1 if seat == "home" else -1
    across = {"west": (-1, 0), "east": (1, 0), "south": (0, -1), "north": (0, 1), None: (0, 0)}[side]
    ahead = ((1, 0) if column == 0 else (-1, 0)) if arrow["turned"] else (0, up)
    share = {"forward": 1, "diagonal": 1, "lateral": 0, "backward": -1}[arrow["dir"]]
    for _ in range(arrow["n"]):
        column += share * ahead[0] + across[0]
        row += share * ahead[1] + across[1]
        if row < 1 or row > 11:
            if (row > 11) == (seat == "home"):
                return "goal line", ""
            return "own line", COLUMNS[column] if 0 <= column < 5 else "touch"
        if column < 0 or column > 4:
            return "touch line", ("A" if column < 0 else "E") + str(row)
    return "in", COLUMNS[column] + str(row)


def apply(state: Wire, seat: str | None, move: Wire, roll: Roll) -> tuple[Wire, list[Wire]]:
    """One legal decision, or a word of the host."""
    match = Match(copy.deepcopy(state), roll)
    s = match.s
    if seat is None:
        if move["type"] == "time_up":
            s["time_up"] = True
            match.say("time_up", period=s["period"])
            return match.done()
        if move["type"] == "resign":
            match.finish(other(move["seat"]), "resignation")
            return match.done()
        match.say("timeout", seat=move["seat"])
        seat, move = move["seat"], default_move(s, move["seat"])
    s["turn"] += 1
    match.decide(seat, move)
    return match.done()


class Match:
    """A state being changed, and what has happened."""

    def __init__(self, state: Wire, roll: Roll) -> None:
        self.s = state
        self.die = roll
        self.events: list[Wire] = []

    def done(self) -> tuple[Wire, list[Wire]]:
        self.s["to_act"] = actors(self.s)
        return self.s, self.events

    # ── small things ──
    @property
    def attack(self) -> str:
        return str(self.s["attacking"])

    @property
    def defence(self) -> str:
        return other(self.attack)

    def say(self, kind: str, **keys: Any) -> None:
        self.events.append({"type": kind, **keys})

    def roll(self, seat: str | None, sides: int, purpose: str) -> int:
        value = self.die(sides)
        self.say("roll", seat=seat, sides=sides, value=value, **{"for": purpose})
        return value

    def face(self, seat: str, die: str) -> str:
        return FACES[die].split()[self.roll(seat, 6, die) - 1]

    def ball(self, to: str, by: str) -> None:
        if self.s["ball"] != to:
            self.say("ball", **{"from": self.s["ball"], "to": to, "by": by})
            self.s["ball"] = to

    def cell(self, name: str, seat: str | None = None) -> str:
        """A named cell for the side attacking (or ``seat``)."""
        return seen_by(seat or self.attack, {"front": "C11", "spot": "C10", "corner": "A11"}[name])

    def live(self, restart: str | None = None) -> None:
        """The attack is about to play the ball, with any die (SG-4.6)."""
        self.s.update(phase="attack", restart=restart, last_die=None, pending=None)

    def in_mouth(self) -> bool:
        return self.s["ball"] in ("GA", "GH")

    def drop(self) -> None:
        if self.in_mouth():
            self.ball(self.cell("front"), self.attack)

    def in_area(self) -> bool:
        return self.in_mouth() or seen_by(self.attack, self.s["ball"]) in AREA

    # ── decisions ──
    def decide(self, seat: str, move: Wire) -> None:
        s, phase = self.s, self.s["phase"]
        if phase in ("attack", "penalty"):  # SG-13.2
            s["period_turns"] += 1
            if (
                s["options"]["clock"] == "turns"
                and s["period_turns"] >= s["options"]["half_turns"]
                and not s["time_up"]
            ):
                s["time_up"] = True
                self.say("time_up", period=s["period"])
        if phase == "attack":
            if move["type"] == "star":
                self.attack_coup()
            elif s["star"]["holder"] == self.defence and s["star"]["face"] in ("recovery", "foul"):
                s.update(phase="react", pending={"action": copy.deepcopy(move)})  # SG-10.10
            else:
                self.carry_out(move)
        elif phase == "react":
            if move["type"] == "decline":
                self.carry_out(s["pending"]["action"])
            else:
                self.defence_coup()
        elif phase == "direction":
            self.travel(move["side"])
        elif phase == "intervene":
            self.intervene(move["type"], s["pending"]["kind"], s["pending"]["inside"])
        elif phase == "keeper_throw":
            self.ball(move["to"], seat)
            self.live("keeper_throw")
        elif phase == "penalty":
            self.penalty()
        else:
            self.shootout_kick()

    def carry_out(self, move: Wire) -> None:
        self.s["pending"] = None
        if move["type"] == "shoot":
            self.shoot()
        else:
            self.roll_arrow(move["die"], move["turn"], move["double"])

    # ── the arrow (section 5) ──
    def roll_arrow(self, die: str, turn: bool, double: bool) -> None:
        s = self.s
        words = ARROWS[die].split("|")[self.roll(self.attack, 6, die) - 1].split()
        number = int(words[1]) * (2 if double else 1)
        symbol = words[2] if len(words) > 2 else None
        self.say("arrow", seat=self.attack, die=die, dir=words[0], n=number, symbol=symbol)
        s["last_die"] = die
        s["pending"] = {"die": die, "dir": words[0], "n": number, "symbol": symbol, "turned": turn}
        if words[0] in ("diagonal", "lateral"):
            s["phase"] = "direction"
        else:
            self.travel(None)

    def travel(self, side: str | None) -> None:
        s, arrow, attack = self.s, self.s["pending"], self.attack
        how, where = path_of(s, side)
        stayed = how == "in"
        keys = {"from": s["ball"], "to": where if stayed else None}
        self.say("pass", seat=attack, die=arrow["die"], **keys, completed=stayed and arrow["symbol"] != "X")
        s["pending"] = None
        if how == "goal line":
            self.turnover("goal_kick")
        elif how == "touch line":
            self.turnover("throw_in", where)
        elif how == "own line" and where == "C":
            self.goal(self.defence, own=True)
        elif how == "own line":
            self.turnover("corner")
        else:
            self.ball(where, attack)
            s.update(phase="attack", restart=None)
            if arrow["symbol"] == "X":
                self.turnover(None)
            elif arrow["symbol"] == "?":
                self.window("tackle", inside=False)

    # ── turnover and restarts ──
    def turnover(self, restart: str | None, at: str | None = None) -> None:
        """SG-4.8. Without a restart: a live ball, dropped from a mouth."""
        front = self.cell("front")  # of the goal that was attacked
        self.s["attacking"] = self.defence
        self.say("possession", seat=self.attack)
        if self.s["time_up"]:
            self.half_over()
        elif restart is None:
            if self.in_mouth():
                self.ball(front, self.attack)
            self.live()
        else:
            self.restart(restart, at)

    def restart(self, kind: str, at: str | None = None) -> None:
        """The attack is given a dead ball."""
        seat = self.attack
        if kind == "keeper_throw":
            self.say("keeper_throw", seat=seat)
            self.ball(mouth_attacked_by(other(seat)), seat)
            self.live("keeper_throw")
            self.s["phase"] = "keeper_throw"
            return
        if kind == "goal_kick":
            at = seen_by(seat, "D1")
        elif kind == "corner":
            at = self.cell("corner")
        elif kind == "free_kick":
            at = self.s["ball"]
        assert at is not None
        self.say(kind, seat=seat, at=at)
        self.ball(at, seat)
        self.live(kind)

    def goal(self, scorer: str, *, own: bool) -> None:
        """SG-9.9."""
        self.ball(mouth_attacked_by(scorer), scorer)
        self.say("goal", seat=scorer, piece=None, own=own)
        self.s["score"][scorer] += 1
        if self.s["time_up"]:
            self.half_over()
        else:
            self.kick_off(other(scorer))

    def kick_off(self, seat: str) -> None:
        self.s["attacking"] = seat
        self.ball("C6", seat)
        self.say("kick_off", seat=seat)
        self.live("kick_off")

    # ── shots (section 6, SG-9.4 to 9.7, SG-11.8) ──
    def shoot(self) -> None:
        s, attack = self.s, self.attack
        cell = seen_by(attack, s["ball"])
        free_kick = s["restart"] == "free_kick"
        inside = cell in AREA
        face = self.face(attack, "shot")
        self.say("shot", seat=attack, piece=None, at=s["ball"], outcome=face, inside=inside, free_kick=free_kick)
        self.live()
        mouth = mouth_attacked_by(attack)
        if face == "wide":
            self.turnover("goal_kick")
        elif face == "post":
            self.ball(self.cell("spot"), attack)
            self.window("post", inside=inside)
        elif face == "crossbar":
            self.ball(mouth, attack)
            self.window("crossbar", inside=inside)
        elif face == "on_target":
            if inside or (free_kick and int(cell[1:]) == 9):
                self.ball(mouth, attack)
                self.window("save", inside=inside)
            else:
                to_spot = free_kick or cell == "C9"
                self.ball(self.cell("spot" if to_spot else "front"), attack)
                self.window("block", inside=False)
        else:
            self.ball(mouth, attack)
            sure = inside or (free_kick and int(cell[1:]) == 9)
            self.window("unstoppable" if sure else "save", inside=inside)

    def window(self, kind: str, *, inside: bool) -> None:
        """Section 14: opened only where there is something to choose."""
        self.s["pending"] = {"kind": kind, "inside": inside}
        moves = interventions(self.s)
        if len(moves) > 1:
            self.s["phase"] = "intervene"
        else:
            self.intervene(moves[0]["type"], kind, inside)

    def intervene(self, how: str, kind: str, inside: bool) -> None:
        self.s["pending"] = None
        if how == "star":
            self.defence_coup()
        elif how == "concede":
            self.goal(self.attack, own=False)
        elif how == "keeper":
            self.keeper(bar=kind == "crossbar")
        else:
            self.blue(kind)

    # ── the blue die (section 7) ──
    def blue(self, kind: str) -> None:
        s, attack, defence, at = self.s, self.attack, self.defence, self.s["ball"]
        face = self.face(defence, "defence")
        self.say("defence", seat=defence, result=face, at=at)
        before, s["last_foul"] = s["last_foul"], None
        s["last_die"] = None
        if face == "foul":
            self.foul(defence)
            if before == defence:
                self.sending_off(defence)
            else:
                s["last_foul"] = defence
            self.after_foul()
        elif face == "steal":
            self.say("tackle", winner=defence, loser=attack, at=at)
            self.turnover(None)
        elif face == "clear":
            self.clear()
        elif face == "miss_own_goal" and at in (self.cell("front"), self.cell("spot"), mouth_attacked_by(attack)):
            self.goal(attack, own=True)
        else:
            self.say("tackle", winner=attack, loser=defence, at=at)
            if kind == "block":
                self.ball(mouth_attacked_by(attack), attack)
                self.window("save", inside=False)
            else:
                self.drop()
                self.live()

    def clear(self) -> None:
        """SG-7.5, SG-11.6, SG-11.7."""
        attack = self.attack
        if self.in_mouth():
            self.ball(seen_by(attack, "C9"), attack)
            self.live()
            return
        cell = seen_by(attack, self.s["ball"])
        row = int(cell[1:])
        if row > 3:
            self.ball(seen_by(attack, cell[0] + str(row - 3)), attack)
            self.live()
        elif cell[0] != "C":
            self.restart("goal_kick")
        else:
            self.ball(seen_by(attack, "C1"), self.defence)
            face = self.face(attack, "keeper")
            self.say("keeper", seat=attack, result=face)
            if face == "goal":
                self.goal(self.defence, own=False)
            elif face == "save":
                self.restart("keeper_throw")
            elif face == "parry":
                self.live()
            else:
                self.turnover("corner")

    def foul(self, offender: str) -> None:
        self.say("foul", seat=offender, at=self.s["ball"])

    def sending_off(self, seat: str) -> None:
        """SG-11.1."""
        self.say("red", seat=seat)
        self.s["expulsions"][seat] += 1
        if self.s["star"]["holder"] == seat:
            self.pass_star()

    def after_foul(self) -> None:
        """SG-9.1, SG-9.2."""
        attack = self.attack
        if not self.in_area():
            self.restart("free_kick")
            return
        confirmed = self.roll(attack, 6, "var") != 6
        self.say("var", seat=attack, confirmed=confirmed)
        if confirmed:
            self.say("penalty", seat=attack, outcome="awarded")
            self.ball(self.cell("spot"), attack)
            self.live("penalty")
            self.s["phase"] = "penalty"
        else:
            self.drop()
            self.live()

    # ── keeper and penalty (sections 8 and 9) ──
    def keeper(self, *, bar: bool) -> None:
        face = self.face(self.defence, "keeper")
        self.say("keeper", seat=self.defence, result=face)
        if face == "save":
            self.turnover("keeper_throw")
        elif face == "goal":
            self.goal(self.attack, own=bar)
        elif face == "parry":
            self.drop()
            self.live()
        else:
            self.restart("corner")

    def penalty(self) -> None:
        """SG-9.3."""
        face = self.face(self.attack, "penalty")
        self.say("penalty", seat=self.attack, outcome=face)
        if face == "scored":
            self.goal(self.attack, own=False)
        elif face == "corner":
            self.restart("corner")
        elif face == "wide":
            self.turnover("goal_kick")
        else:
            self.live()

    # ── the star die (section 10) ──
    def roll_star(self, seat: str) -> None:
        face = self.face(seat, "star")
        self.s["star"] = {"holder": seat, "face": face}
        self.say("star_face", seat=seat, face=face)

    def pass_star(self) -> None:
        holder = self.s["star"]["holder"]
        self.say("star_passed", **{"from": holder, "to": other(holder)})
        self.roll_star(other(holder))

    def play_star(self) -> str:
        star = self.s["star"]
        self.say("star_played", seat=star["holder"], face=star["face"], at=self.s["ball"])
        face = str(star["face"])
        self.pass_star()
        self.s.update(last_die=None, pending=None, phase="attack")
        return face

    def attack_coup(self) -> None:
        face, attack = self.play_star(), self.attack
        if face == "foul":
            self.foul(self.defence)
            self.after_foul()
            return
        at = self.s["ball"]
        self.live()
        if face == "assist":
            self.ball(self.cell("spot"), attack)
            return
        inside = seen_by(attack, at) in AREA
        outcome = "on_target" if face == "long_shot" else "unstoppable"
        self.say("shot", seat=attack, piece=None, at=at, outcome=outcome, inside=inside, free_kick=False)
        self.ball(mouth_attacked_by(attack), attack)
        self.window("save" if face == "long_shot" else "unstoppable", inside=inside)

    def defence_coup(self) -> None:
        face = self.play_star()
        if face == "super_save":
            self.turnover("keeper_throw")
        elif face == "recovery":
            self.turnover(None)
        else:
            self.foul(self.attack)
            self.turnover("free_kick")

    # ── time (section 12) ──
    def half_over(self) -> None:
        s = self.s
        self.say("period_end", period=s["period"])
        s.update(time_up=False, period_turns=0, last_foul=None, last_die=None, pending=None)
        if s["period"] == "first_half":
            s["period"] = "second_half"
            self.kick_off(s["toss_winner"])
            return
        terms, home, away = s["terms"], s["score"]["home"], s["score"]["away"]
        if terms["draws_allowed"]:
            self.finish(None if home == away else "home" if home > away else "away", "regulation")
            return
        carry = terms["carry"]
        home, away = home + carry["home"], away + carry["away"]
        if home != away:
            how = "aggregate" if carry["home"] or carry["away"] else "regulation"
            self.finish("home" if home > away else "away", how)
        elif terms["away_goals"] and carry["home"] != s["score"]["away"]:
            self.finish("home" if carry["home"] > s["score"]["away"] else "away", "away_goals")
        elif terms.get("level_stands"):
            self.finish(None, "regulation")
        else:
            s.update(period="shootout", phase="shootout", restart="penalty", shootout={"home": [], "away": []})
            first = ("home", "away")[self.roll(None, 2, "shootout_first") - 1]
            s.update(first_kicker=first, attacking=first)
            self.ball(self.cell("spot"), first)

    def shootout_kick(self) -> None:
        """SG-12.6."""
        s, kicker = self.s, self.attack
        scored = FACES["penalty"].split()[self.roll(kicker, 6, "shootout") - 1] == "scored"
        self.say("shootout_kick", seat=kicker, scored=scored)
        kicks = s["shootout"]
        kicks[kicker].append(scored)
        home, away = sum(kicks["home"]), sum(kicks["away"])
        left = {seat: max(0, 5 - len(kicks[seat])) for seat in ("home", "away")}
        level = len(kicks["home"]) == len(kicks["away"])
        early = home > away + left["away"] or away > home + left["home"]
        if len(kicks["home"]) > 5 or len(kicks["away"]) > 5 or not (left["home"] or left["away"]):
            early = level and home != away
        if early:
            self.finish("home" if home > away else "away", "shootout")
            return
        s["attacking"] = other(kicker)
        self.ball(self.cell("spot"), self.attack)

    def finish(self, winner: str | None, how: str) -> None:
        s = self.s
        s["result"] = {"winner": winner, "how": how}
        s.update(
            phase="finished", period="finished", attacking=None, ball=None, restart=None, last_die=None, pending=None
        )
        self.say("full_time", result=dict(s["result"]))
