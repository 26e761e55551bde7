"""Coach of Super Goal!: dice and arrows, shooting zone, shot, star die. Sentences only: no rule.

Source: SG-3.1 (the dice), SG-4.4 to SG-4.7 (the attack), SG-5 (arrows), SG-6 (shots), SG-8 to SG-10. Italian in
``engines/locale/it/LC_MESSAGES/super_goal.po``.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engines.core.coaching import Lesson, Start, first
from engines.core.moves import Move
from engines.core.seats import Seat, Wire
from engines.core.text import Text, text
from engines.super_goal.drawing import arrival
from engines.super_goal.words import face_name

AREA: Final = frozenset(column + row for column in "BCD" for row in ("1", "2", "10", "11"))


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
        return "area" if view["ball"] in AREA else "range"
    if first(moves, type="roll", turn=True):
        return "edge"
    return "build" if first(moves, type="roll", die="control") else "locked"


def lesson(view: Wire, seat: Seat, moves: Sequence[Move], best: Move) -> Lesson:
    return _LESSONS[topic(view, seat, moves)](view, moves, best)


def watch(view: Wire, seat: Seat) -> Text:
    """Return the sentence while the others decide (SG-4.3, SG-10.9)."""
    if view["phase"] == "finished":
        return text("The final whistle.")
    if view["attacking"] == seat:
        return text("They may answer your move: watch what they choose.")
    return text("They have the ball and come towards your goal. When they lose it, the dice are yours.")


def _build(view: Wire, moves: Sequence[Move], best: Move) -> Lesson:
    """Teach that the control die goes one or two cells and hardly ever loses the ball (SG-4.4, SG-3.1)."""
    row = 11 if view["attacking"] == "home" else 1
    return Lesson(
        text("You attack row {row}. Roll the orange control die: small steps, and hardly ever a lost ball.", row=row),
        text("Go on: in the last three rows before their goal you can shoot."),
        first(moves, type="roll", die="control", turn=False, double=False) or best,
    )


def _locked(view: Wire, moves: Sequence[Move], best: Move) -> Lesson:
    """Teach that the control die is never used twice running (SG-4.5)."""
    return Lesson(
        text("You cannot roll the control die twice in a row. Take the red pass die: farther, but riskier."),
        text("The control die must rest for one roll: pass."),
        first(moves, type="roll", die="pass", turn=False, double=False) or best,
    )


def _range(view: Wire, moves: Sequence[Move], best: Move) -> Lesson:
    """Teach that a shot from outside the area must pass a defender first (SG-6.1, SG-6.3)."""
    if best["type"] == "shoot":
        return Lesson(
            text("You are in the last three rows: you can shoot, and the die of the shot decides."),
            text("In range: try a shot."),
            best,
        )
    return Lesson(
        text("You can shoot from here, but a defender is in the way: one more roll brings you nearer."),
        text("In range, and nearer is better."),
        best,
    )


def _area(view: Wire, moves: Sequence[Move], best: Move) -> Lesson:
    """Teach that from the area only the keeper is left (SG-6.2)."""
    shot = first(moves, type="shoot") or best
    return Lesson(
        text("You are in the penalty area, with only the keeper to beat: shoot!"), text("In the area: shoot!"), shot
    )


def _edge(view: Wire, moves: Sequence[Move], best: Move) -> Lesson:
    """Teach that an arrow may be turned in the outer columns of the last three rows (SG-5.11)."""
    turned = first(moves, type="roll", die="control", turn=True) or first(moves, type="roll", die="pass", turn=True)
    return Lesson(
        text("At the edge you can turn the arrow: forward then runs to the centre, before the goal."),
        text("Turn the arrow to the centre."),
        turned or best,
    )


def _restart(full: Text, brief: Text) -> Callable[[Wire, Sequence[Move], Move], Lesson]:
    return lambda view, moves, best: Lesson(full, brief, best)


def _star(view: Wire, moves: Sequence[Move], best: Move) -> Lesson:
    """Teach that the star die is played once and goes to the opponents (SG-10.1, SG-10.2)."""
    face = face_name(view["star"]["face"])
    return Lesson(
        text("You hold the white star die: {face}. It works once; then they have it, with a new face.", face=face),
        text("You can play your star die ({face}) now.", face=face),
        best,
    )


def _react(view: Wire, moves: Sequence[Move], best: Move) -> Lesson:
    """Teach that the holder of the star die may stop an action before the roll (SG-10.9)."""
    face = face_name(view["star"]["face"])
    return Lesson(
        text("Before they roll, your star die ({face}) can stop them. It works once: now, or keep it.", face=face),
        text("Use the star die ({face}), or keep it.", face=face),
        best,
    )


def _intervene(view: Wire, moves: Sequence[Move], best: Move) -> Lesson:
    """Teach the answers of the defence (SG-7, SG-8.1, SG-6.2)."""
    return Lesson(text("Now you defend: choose which die is to win the ball."), text("Defend: choose your die."), best)


def _direction(view: Wire, moves: Sequence[Move], best: Move) -> Lesson:
    """Teach that the attack chooses the side of an arrow that points to both (SG-5.2, SG-5.3)."""
    stays = [move for move in moves if arrival(view, view["attacking"], move["side"]) is not None]
    return Lesson(
        text("This arrow points to both sides: choose one, and keep the ball on the pitch."),
        text("Choose the side of the arrow."),
        stays[0] if stays and best not in stays else best,
    )


_LESSONS: Final[Mapping[str, Callable[[Wire, Sequence[Move], Move], Lesson]]] = {
    "build": _build,
    "locked": _locked,
    "range": _range,
    "area": _area,
    "edge": _edge,
    "star": _star,
    "react": _react,
    "intervene": _intervene,
    "direction": _direction,
    # SG-12.2, SG-5.12, SG-8.2, SG-8.3, SG-8.6, SG-9.4, SG-9.3, SG-12.6
    "kick_off": _restart(
        text("Your kick-off, from the centre: any of the three dice will do."), text("Kick off with a die.")
    ),
    "throw_in": _restart(
        text("They put the ball out: a throw-in for you, with any of the three dice."), text("Throw in with a die.")
    ),
    "goal_kick": _restart(
        text("A goal kick for you: you can double the roll, to get far away from your goal."),
        text("Kick the ball away from your goal."),
    ),
    "throw_from": _restart(
        text("Your keeper has the ball: choose from where he throws it out."),
        text("Choose from where your keeper throws."),
    ),
    "keeper_throw": _restart(
        text("Your keeper throws: you can double the roll, to get far away from your goal."),
        text("Throw the ball out with a die."),
    ),
    "corner": _restart(
        text("A corner for you: the arrow is turned to the centre, before their goal."), text("Play the corner in.")
    ),
    "free_kick": _restart(
        text("A free kick for you: shoot if it is near enough, or play on with a die."), text("Play the free kick.")
    ),
    "penalty": _restart(
        text("A penalty for you: three of the six faces of the black die score."), text("Take the penalty.")
    ),
    "shootout": _restart(text("The shootout: a kick each in turn, with the black die."), text("Take your kick.")),
}
