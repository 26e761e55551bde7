"""Words of Super Goal!: moves, prompts, the position read aloud. No rule is decided here.

Every sentence is a ``text(...)``; the Italian is in ``engines/locale/it/LC_MESSAGES/super_goal.po``.
"""

from collections.abc import Mapping
from typing import Any, Final

from engines.core.drawing import Clock
from engines.core.seats import Seat, Wire, other
from engines.core.text import Text, text

FACES: Final[dict[str, Text]] = {
    "long_shot": text("long shot"),
    "assist": text("assist"),
    "unstoppable": text("unstoppable shot"),
    "super_save": text("super save"),
    "recovery": text("miraculous recovery"),
    "foul": text("whistle"),
}
FACES_BRING: Final[dict[str, Text]] = {
    "long_shot": text("You shoot on target without a roll"),
    "assist": text("The ball goes to the penalty spot"),
    "unstoppable": text("A goal, unless their new face stops it"),
    "super_save": text("You stop the shot"),
    "recovery": text("The ball is yours"),
    "foul": text("They fouled: free kick or penalty"),
}
"""Use of each face to the side that plays it."""
DIE: Final[dict[str, Text]] = {
    "control": text("control die"),
    "pass": text("pass die"),
    "long_ball": text("long-ball die"),
}
DIRECTIONS: Final[dict[str, Text]] = {
    "forward": text("forward"),
    "backward": text("backward"),
    "lateral": text("sideways"),
    "diagonal": text("diagonal"),
}
PERIODS: Final[dict[str, Text]] = {
    "first_half": text("First half"),
    "second_half": text("Second half"),
    "shootout": text("Shootout"),
    "finished": text("Full time"),
}


def seat_name(seat: Seat) -> str:
    return f"@{seat}"


def face_name(face: str) -> Text:
    return FACES[face]


# ── moves ──
def move_label(view: Wire, move: Mapping[str, Any], target: str | None) -> Text:
    """Return the label of a button or a target; ``target`` is the cell it leads to, if any."""
    kind = move["type"]
    if kind == "roll":
        return _roll_label(move)
    if kind == "choose":
        return _choose_label(move["side"], target)
    if kind == "place":
        return text("Throw from {cell}", cell=move["to"])
    if kind == "star":
        return text("Star die: {face}", face=FACES[view["star"]["face"]])
    return _LABELS[kind]


_LABELS: Final[dict[str, Text]] = {
    "shoot": text("Shoot"),
    "decline": text("Let them play"),
    "defender": text("Defender: roll the blue die"),
    "keeper": text("Keeper: roll the azure die"),
    "concede": text("Concede the goal"),
    "penalty": text("Take the penalty"),
}


def _roll_label(move: Mapping[str, Any]) -> Text:
    die = DIE[move["die"]]
    if move["turn"] and move["double"]:
        return text("Roll the {die}, turned to the centre and doubled", die=die)
    if move["turn"]:
        return text("Roll the {die}, turned to the centre", die=die)
    if move["double"]:
        return text("Roll the {die}, doubled", die=die)
    return text("Roll the {die}", die=die)


def _choose_label(side: str, target: str | None) -> Text:
    if target is None:
        return text("{side}, off the pitch", side=SIDES[side])
    return text("{side}, to {cell}", side=SIDES[side], cell=target)


SIDES: Final = {"west": "@left", "east": "@right", "south": "@down", "north": "@up"}
"""The reader's direction for each side of the board, however it is turned."""


def risk(view: Wire, move: Mapping[str, Any], target: str | None) -> Text | None:
    """Warn of a move that is certain to lose the ball."""
    if move["type"] == "choose":
        if target is None:
            return text("The ball leaves the pitch and goes to the opponents")
        if view["pending"]["symbol"] == "X":
            return text("An X: the opponents have the ball where it lands")
    if move["type"] == "concede":
        return text("It is a goal")
    return None


# ── prompts ──
def prompt(view: Wire, seat: Seat) -> Text:
    phase = view["phase"]
    if phase == "finished":
        return text("The match is over")
    if seat in view["to_act"]:
        return _prompt(view)
    team = seat_name(other(seat))
    return {
        "attack": text("{team} chooses an arrow die", team=team),
        "react": text("{team} can stop the action with the star die", team=team),
        "direction": text("{team} chooses the side of the arrow", team=team),
        "intervene": text("{team} chooses how to defend", team=team),
        "keeper_throw": text("{team} chooses where to throw from", team=team),
        "penalty": text("{team} takes a penalty", team=team),
        "shootout": text("{team} takes a kick of the shootout", team=team),
    }[phase]


def _prompt(view: Wire) -> Text:
    phase, ball = view["phase"], view["ball"]
    if phase == "attack":
        return _asked_attack(view, ball)
    if phase == "react":
        face = FACES[view["star"]["face"]]
        if view["pending"]["action"]["type"] == "shoot":
            return text("They will shoot from {cell}. Play your star die ({face})?", cell=ball, face=face)
        die = DIE[view["pending"]["action"]["die"]]
        return text("They will roll the {die} from {cell}. Play your star die ({face})?", die=die, cell=ball, face=face)
    if phase == "direction":
        pending = view["pending"]
        word = DIRECTIONS[pending["dir"]]
        return text("Arrow {direction} {n}: choose its side", direction=word, n=pending["n"])
    if phase == "intervene":
        return {
            "tackle": text("A question mark at {cell}: how do you defend?", cell=ball),
            "block": text("The shot passes {cell}: how do you defend?", cell=ball),
            "post": text("Off the post, the ball is at {cell}: how do you defend?", cell=ball),
            "crossbar": text("Off the crossbar: defender or keeper?"),
            "save": text("The shot is on target: how do you stop it?"),
            "unstoppable": text("An unstoppable shot: only your star die can stop it"),
        }[view["pending"]["kind"]]
    if phase == "keeper_throw":
        return text("Your keeper has the ball: choose where to throw from")
    if phase == "penalty":
        return text("Penalty: roll the black die")
    return text("Shootout: your kick")


def _asked_attack(view: Wire, ball: str) -> Text:
    return {
        "kick_off": text("Kick-off: choose a die"),
        "throw_in": text("Throw-in at {cell}: choose a die", cell=ball),
        "goal_kick": text("Goal kick at {cell}: choose a die, doubled or not", cell=ball),
        "keeper_throw": text("Keeper's throw from {cell}: choose a die, doubled or not", cell=ball),
        "corner": text("Corner at {cell}: choose a die", cell=ball),
        "free_kick": text("Free kick at {cell}: choose what to do", cell=ball),
        None: text("Your ball at {cell}: choose what to do", cell=ball),
    }[view["restart"]]


# ── the position ──
def describe(view: Wire) -> list[Text]:
    score = view["score"]
    lines = [
        text("{home} {h}, {away} {a}", home="@home", away="@away", h=score["home"], a=score["away"]),
        text("{home} attacks row 11, {away} attacks row 1", home="@home", away="@away"),
    ]
    if view["phase"] == "finished":
        lines.append(text("The match is over"))
    else:
        team = seat_name(view["attacking"])
        if view["ball"] in ("GA", "GH"):
            lines.append(text("The ball is in a goal mouth; {team} attacks", team=team))
        else:
            lines.append(text("The ball is at {cell}; {team} attacks", team=team, cell=view["ball"]))
    if view["shootout"]:
        kicks = view["shootout"]
        lines.append(text("Shootout: {h} to {a}", h=sum(kicks["home"]), a=sum(kicks["away"])))
    star = view["star"]
    lines.append(text("{team} holds the star die: {face}", team=seat_name(star["holder"]), face=FACES[star["face"]]))
    return lines


def clock(view: Wire) -> Clock:
    """Return the minute by counted turns, each half scaled to 45; only the turns under the wall clock.

    A match that was given up has no last minute: its view does not tell the half.
    """
    period, options, turns_over = view["period"], view["options"], view["period_turns"]
    by_turns, turns = options["clock"] == "turns", options["half_turns"]
    minute: int | None = None
    stoppage = 0
    if by_turns and period in ("first_half", "second_half"):
        base = 0 if period == "first_half" else 45
        minute = base + min(turns_over * 45 // turns + 1, 45)
        stoppage = max(0, (turns_over - turns) * 45 // turns) if view["time_up"] else 0
    elif by_turns and (view["result"] or {}).get("how") != "resignation":
        minute = 90
    return {
        "period": PERIODS[period],
        "minute": minute,
        "stoppage": stoppage,
        "turn": turns_over,
        "of": turns if by_turns and period in ("first_half", "second_half") else None,
    }
