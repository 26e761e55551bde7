"""Coach of Super Goal!: dice and arrows, shooting zone, shot, star die. Reasons count faces: no rule is kept here.

Source: SG-3.1 (the dice), SG-4.4 to SG-4.7 (the attack), SG-5 (arrows), SG-6 (shots), SG-8 to SG-10. Italian in
``engines/locale/it/LC_MESSAGES/super_goal.po``.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from engines.core.coaching import Lesson, Start, first
from engines.core.moves import Move
from engines.core.seats import Seat, Wire
from engines.core.text import Text, text
from engines.super_goal.board import AREA, CELLS, CODE, DEPTH, SHOOTING_ZONE, SIDE, SPOT
from engines.super_goal.drawing import arrival
from engines.super_goal.faces import DEFENCE, PENALTY, RECOVERY, SHOT, STAR, SUPER_SAVE, WHISTLE
from engines.super_goal.faces import KEEPER as KEEPER_FACES
from engines.super_goal.odds import arrows, count, landings
from engines.super_goal.words import face_name

STOPPING: Final = (STAR[RECOVERY], STAR[WHISTLE])
"""Faces of the star die with which the defence stops an action before its roll (SG-10.9)."""


def start() -> Start:
    """Start with home attacking from B8, three steps from the goal line; sixteen actions are left (SG-12.1)."""
    star = {"holder": "away", "face": "assist"}
    return Start({"period": "second_half", "ball": "B8", "star": star, "period_turns": 4}, {"half_turns": 20})


def topic(view: Wire, seat: Seat, moves: Sequence[Move]) -> str:
    """Name the topic of the decision; an attack by the ball's cell and the free dice."""
    phase = view["phase"]
    if phase != "attack":
        return "throw_from" if phase == "keeper_throw" else str(phase)
    if first(moves, type="star"):
        return "star"
    if view["restart"] is not None:
        return str(view["restart"])
    if first(moves, type="shoot"):
        return "area" if AREA[SIDE[seat]][CODE[view["ball"]]] else "range"
    if first(moves, type="roll", turn=True):
        return "edge"
    return "build" if first(moves, type="roll", die="control") else "locked"


def lesson(view: Wire, seat: Seat, moves: Sequence[Move], best: Move) -> Lesson:
    about = topic(view, seat, moves)
    move = _advised(about, view, seat, moves, best)
    return Lesson(_words(about, view), move, _reason(view, seat, moves, move))


def watch(view: Wire, seat: Seat) -> Text:
    """Return the sentence while the others decide (SG-4.3, SG-10.9)."""
    if view["phase"] == "finished":
        return text("The final whistle.")
    if view["attacking"] == seat:
        return text("They may answer your move: watch what they choose.")
    return text("They have the ball and come towards your goal. When they lose it, the dice are yours.")


# ── the move ──
def _advised(about: str, view: Wire, seat: Seat, moves: Sequence[Move], best: Move) -> Move:
    """Return the move to point at: a shot from the area, a ball that stays in play, else the bot's.

    The bot sees no difference between rolls that the opponents may stop, so these are told apart here.
    """
    if about == "area":
        return first(moves, type="shoot") or best
    if about == "direction":
        staying = [move for move in moves if arrival(view, seat, move["side"]) is not None]
        return best if best in staying or not staying else staying[0]
    if best["type"] != "roll":
        return best
    stoppable = view["star"]["holder"] != seat and view["star"]["face"] in STOPPING
    if stoppable or not arrows(SIDE[seat], CODE[view["ball"]], best)[0]:
        return max((move for move in moves if move["type"] == "roll"), key=partial(_worth, view, seat))
    return best


def _worth(view: Wire, seat: Seat, roll: Move) -> float:
    """Rank a roll: each face by how far forward it may bring the ball, a lost ball by two rows."""
    side, ball = SIDE[seat], CODE[view["ball"]]

    def forward(cell: int) -> int:
        return DEPTH[side][cell] + 2 * SHOOTING_ZONE[side][cell] + 2 * AREA[side][cell]

    worth = 0.0
    for symbol, cells in landings(side, ball, roll):
        gain = max((forward(cell) for cell in cells), default=0) - forward(ball)
        worth += -2 if symbol == "X" or not cells else gain / 2 if symbol == "?" else 2 + gain
    return worth


# ── why ──
def _reason(view: Wire, seat: Seat, moves: Sequence[Move], move: Move) -> Text | None:
    kind = move["type"]
    if kind == "roll":
        return _reason_to_roll(view, seat, moves, move)
    if kind == "star":
        return _reason_to_play_the_star(view, seat)
    if kind == "decline":
        return _reason_to_wait(view, seat)
    if kind == "choose":
        return _reason_for_a_side(view, seat, moves, move)
    if kind == "shoot":
        n = count(SHOT, "on_target", "unstoppable")
        if AREA[SIDE[seat]][CODE[view["ball"]]]:
            return text("{n} of 6 faces are on target, and no defender stands between.", n=n)
        return text("{n} of 6 faces are on target.", n=n)
    if kind == "penalty":
        return text("{n} of 6 faces score.", n=count(PENALTY, "scored"))
    if kind == "defender":
        return text("The blue die wins the ball or clears it on {n} of 6 faces.", n=count(DEFENCE, "steal", "clear"))
    if kind == "keeper":
        return text("The azure die keeps the ball out on {n} of 6 faces.", n=6 - count(KEEPER_FACES, "goal"))
    return None


class _Faces(NamedTuple):
    """The faces of a roll that leave the ball with the attack, counted, and their gain."""

    kept: int
    nearer: int
    in_range: int
    in_area: int


def _faces(view: Wire, seat: Seat, roll: Move) -> _Faces:
    side, ball = SIDE[seat], CODE[view["ball"]]
    kept = [cells for symbol, cells in landings(side, ball, roll) if symbol is None and cells]
    return _Faces(
        len(kept),
        sum(any(DEPTH[side][cell] > DEPTH[side][ball] for cell in cells) for cells in kept),
        sum(any(SHOOTING_ZONE[side][cell] for cell in cells) for cells in kept),
        sum(any(AREA[side][cell] for cell in cells) for cells in kept),
    )


def _reason_to_roll(view: Wire, seat: Seat, moves: Sequence[Move], move: Move) -> Text | None:
    side, ball = SIDE[seat], CODE[view["ball"]]
    faces = _faces(view, seat, move)
    others = [_faces(view, seat, other).kept for other in moves if other["type"] == "roll" and other is not move]
    if not AREA[side][ball] and faces.in_area >= 2:
        return text("{n} of 6 faces bring the ball into their penalty area.", n=faces.in_area)
    if not SHOOTING_ZONE[side][ball] and faces.in_range >= 2:
        return text("{n} of 6 faces bring the ball to where you can shoot.", n=faces.in_range)
    if others and faces.kept > max(others):
        return text("It keeps the ball on {n} of 6 faces, more than any other roll.", n=faces.kept)
    if faces.nearer >= 3:
        return text("{n} of 6 faces bring the ball nearer to their goal.", n=faces.nearer)
    if faces.kept >= 3:
        return text("It keeps the ball on {n} of 6 faces.", n=faces.kept)
    return None


def _reason_to_play_the_star(view: Wire, seat: Seat) -> Text | None:
    """Tell what the face does now; the opponents then roll the die for themselves (SG-10.2 to SG-10.9)."""
    side, face, phase = SIDE[seat], view["star"]["face"], view["phase"]
    if phase == "react":
        if face == STAR[RECOVERY]:
            return text("They do not roll, and the ball is yours.")
        return text("They do not roll: a free kick for you at {cell}.", cell=view["ball"])
    if phase == "intervene":
        if face == STAR[SUPER_SAVE]:
            return text("The shot is saved, whatever the dice say.")
        return text("The ball is yours, whatever the dice say.")
    ball = CODE[view["ball"]]
    inside = AREA[side][ball]
    if face == "assist":
        return text("The ball goes to {cell}, in their penalty area.", cell=CELLS[SPOT[side]])
    if face == "long_shot":
        return text("A shot on target without a roll, and no defender stands between.")
    if face == "unstoppable":
        return text("A goal, unless their new star die shows a face that stops it: {n} of 6.", n=1 if inside else 2)
    if inside:
        return text("A penalty, unless the VAR refuses it: {n} of 6.", n=1)
    return text("A free kick for you at {cell}.", cell=view["ball"])


def _reason_to_wait(view: Wire, seat: Seat) -> Text | None:
    """Tell how often the opponents fail without the star die."""
    action = view["pending"]["action"]
    if action["type"] == "shoot":
        return text("Their shot goes wide on {n} of 6 faces, and you keep the star die.", n=count(SHOT, "wide"))
    lost = 6 - sum(arrows(1 - SIDE[seat], CODE[view["ball"]], action))
    if lost:
        return text("They lose the ball on {n} of 6 faces without it, and you keep the star die.", n=lost)
    return None


def _reason_for_a_side(view: Wire, seat: Seat, moves: Sequence[Move], move: Move) -> Text | None:
    """Compare where the arrow ends on this side and on the other."""
    here = arrival(view, seat, move["side"])
    other = next((arrival(view, seat, each["side"]) for each in moves if each is not move), None)
    if here is None or view["pending"]["symbol"] == "X":
        return None
    if other is None:
        return text("On the other side the ball leaves the pitch.")
    if view["pending"]["symbol"] is not None:
        return None
    side, cell, instead = SIDE[seat], CODE[here], CODE[other]
    if AREA[side][cell] and not AREA[side][instead]:
        return text("{cell} is in their penalty area, {other} is not.", cell=here, other=other)
    if SHOOTING_ZONE[side][cell] and not SHOOTING_ZONE[side][instead]:
        return text("You can shoot from {cell}, not from {other}.", cell=here, other=other)
    if abs(ord(here[0]) - ord("C")) < abs(ord(other[0]) - ord("C")):
        return text("{cell} is nearer to the middle than {other}.", cell=here, other=other)
    return None


# ── what a decision is about ──
def _words(about: str, view: Wire) -> Text:
    if about == "build":
        row = 11 if view["attacking"] == "home" else 1
        return text(
            "You attack row {row}. The orange control die makes small steps and hardly ever loses the ball.", row=row
        )
    if about == "star":
        face = face_name(view["star"]["face"])
        return text(
            "You hold the white star die: {face}. It works once; then they have it, with a new face.", face=face
        )
    if about == "react":
        face = face_name(view["star"]["face"])
        return text(
            "Before they roll, your star die ({face}) can stop them. It works once: now, or keep it.", face=face
        )
    return _WORDS[about]


_WORDS: Final[Mapping[str, Text]] = {
    # SG-4.5
    "locked": text("You cannot roll the control die twice in a row. The red pass die goes farther, but is riskier."),
    # SG-6.1, SG-6.3
    "range": text(
        "You are in the last three rows: you can shoot. From outside the area, a defender can be in the way."
    ),
    # SG-6.2
    "area": text("You are in the penalty area, with only the keeper to beat: shoot!"),
    # SG-5.11
    "edge": text("At the edge you can turn the arrow: forward then runs to the centre, before the goal."),
    # SG-7, SG-8.1, SG-6.2
    "intervene": text("Now you defend: choose which die is to win the ball."),
    # SG-5.2, SG-5.3
    "direction": text("This arrow points to both sides: choose one, and keep the ball on the pitch."),
    # SG-12.2, SG-5.12, SG-8.2, SG-8.3, SG-8.6, SG-9.4, SG-9.3, SG-12.6
    "kick_off": text("Your kick-off, from the centre: any of the three dice will do."),
    "throw_in": text("They put the ball out: a throw-in for you, with any of the three dice."),
    "goal_kick": text("A goal kick for you: you can double the roll, to get far away from your goal."),
    "throw_from": text("Your keeper has the ball: choose from where he throws it out."),
    "keeper_throw": text("Your keeper throws: you can double the roll, to get far away from your goal."),
    "corner": text("A corner for you: the arrow is turned to the centre, before their goal."),
    "free_kick": text("A free kick for you: shoot if it is near enough, or play on with a die."),
    "penalty": text("A penalty for you: three of the six faces of the black die score."),
    "shootout": text("The shootout: a kick each in turn, with the black die."),
}
