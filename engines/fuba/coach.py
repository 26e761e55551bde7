"""Coach of FUBA: target zone, ball die, shot, moving the team. Sentences only: no rule is kept here.

Source: FU-3 (set-up), FU-4 (the turn), FU-5 (moving the team), FU-6 (cards), FU-7 (restarts). Italian in
``engines/locale/it/LC_MESSAGES/fuba.po``.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from engines.core.coaching import Lesson, Start, first
from engines.core.moves import Move
from engines.core.seats import Seat, Wire
from engines.core.text import Text, text
from engines.fuba import shots
from engines.fuba.wire import CONTRACT

WORTH: Final = 5
"""A shot that needs no higher roll is worth taking."""


def start() -> Start:
    """Start with home on the ball, more men before away's box, and ten minutes left (FU-4.7, FU-4.8).

    Nobody stands idle at a goal line (FU-5.10), and few move at a time (FU-5.2).
    """
    home = {"p1": "L2", "p2": "C2", "p3": "C2", "p4": "R2", "p5": "C3", "p6": "C4", "p7": "C4", "p8": "C3", "p9": "C4"}
    away = {"p1": "L3", "p2": "C5", "p3": "L3", "p4": "R3", "p5": "R3", "p6": "C4", "p7": "C2", "p8": "L2", "p9": "R2"}
    pieces = {"home.p10": "C4", "away.p10": "C3"}
    pieces |= {f"home.{man}": zone for man, zone in home.items()} | {f"away.{man}": zone for man, zone in away.items()}
    place = {"period": "second_half", "pieces": pieces, "formations": {"home": "5-3-2", "away": "5-3-2"}}
    return Start({**place, "ball": "C3", "ball_die": 3}, {"half_minutes": 10, "formations": "cards"}, pace=0.6)


def topic(view: Wire, seat: Seat, moves: Sequence[Move]) -> str:
    """Name the topic of the decision: its phase, and whether a shot is worth it."""
    phase = str(view["phase"])
    if phase == "shot":
        return "shot" if _needs(view) <= WORTH else "far_shot"
    if phase in ("deploy", "adjust", "corner_place"):
        return "deploy"
    return phase


def lesson(view: Wire, seat: Seat, moves: Sequence[Move], best: Move) -> Lesson:
    about = topic(view, seat, moves)
    full, brief = _SAID[about]
    move = best
    if about == "shot":
        move = first(moves, type="shoot") or best
        needed = {"n": max(1, _needs(view))}
        return Lesson([full[0], needed], [brief[0], needed], move)
    if about == "movement_option":
        move = first(moves, type="movement", option="midfield") or best
    elif about in ("movement", "quick_moves"):
        move = _gathering(view, seat, moves) or first(moves, type="done") or best
    elif about == "free_play":
        move = first(moves, type="done") or best
    return Lesson(full, brief, move)


def watch(view: Wire, seat: Seat) -> Text:
    if view["phase"] == "finished":
        return text("The final whistle.")
    if view["phase"] in ("movement_option", "movement", "quick_moves", "free_play"):
        return text("Now they move their players.")
    if view["attacking"] == seat:
        return text("They answer. Then you go on.")
    return text("They have the ball, and keep it where they outnumber you.")


def _gathering(view: Wire, seat: Seat, moves: Sequence[Move]) -> Move | None:
    """Find a player from elsewhere who comes to the ball's zone or the opponents' box (FU-4.11, FU-4.25)."""
    zones = (view["ball"], "C5" if seat == "home" else "C1")
    return next(
        (
            move
            for move in moves
            if move["type"] == "move"
            and move["to"] in zones
            and view["pieces"][move["piece"]] not in zones
            and not move["piece"].endswith(".gk")
        ),
        None,
    )


def _needs(view: Wire) -> int:
    """Return the least roll that scores (FU-4.25, FU-4.26); more than 6: two sixes running (FU-4.27)."""
    state = CONTRACT.read(view)
    return state.ball_die + 1 - sum(shots.modifiers(state, False))


_SAID: Final[Mapping[str, tuple[Text, Text]]] = {
    # FU-4.2, FU-4.10, FU-4.11
    "target": (
        text("Choose a zone to play to. Where you outnumber them, the dice help you keep the ball."),
        text("Play to a zone where you outnumber them."),
    ),
    # FU-4.24, FU-4.25, FU-4.26
    "shot": (
        text("You can shoot from here. Roll {n} or more and it is a goal: shoot!"),
        text("Roll {n} or more: shoot!"),
    ),
    "far_shot": (
        text("You can shoot, but you need a high roll from here. It is usually better to get nearer first."),
        text("A poor chance: shoot, or play on."),
    ),
    # FU-4.21, FU-4.22
    "receive": (
        text("The ball has come through: choose who steps to it."),
        text("Choose who steps to the ball."),
    ),
    "collect": (
        text("You have won the ball: choose who collects it."),
        text("Choose who collects the ball."),
    ),
    # FU-5.1, FU-5.2, FU-5.3, FU-5.6, FU-5.7
    "movement_option": (
        text("Both teams move now. Choose one way for all: straight back, one zone any way, or straight ahead."),
        text("Choose how your players move."),
    ),
    # FU-5.2, FU-5.13
    "movement": (
        text("Move players to where the ball is or will go. Press Done when enough are there."),
        text("Move the next player, or press Done."),
    ),
    # FU-5.11
    "quick_moves": (
        text("The dice were equal: quick moves, as many players as the number, one zone each."),
        text("Make a quick move, or press Done."),
    ),
    # FU-5.10
    "free_play": (
        text("Players at a goal line can step away from it now."),
        text("Bring players away from the goal line, or press Done."),
    ),
    # FU-7.12
    "goal_kick": (
        text("A goal kick for you: fast plays on at once, slow lets both teams move once more."),
        text("Goal kick: fast or slow."),
    ),
    # FU-7.8
    "corner_side": (
        text("A corner for you: choose the side that it comes from."),
        text("Choose the side of the corner."),
    ),
    # FU-7.5, FU-7.6
    "free_kick": (
        text("A free kick near their goal: shoot at once, or play on."),
        text("Free kick: shoot, or play on."),
    ),
    # FU-6.2
    "send_off": (
        text("A red card: choose which of your players leaves the pitch."),
        text("Choose who leaves."),
    ),
    # FU-7.14
    "penalty_dive": (
        text("A penalty against you: choose in secret where your goalkeeper goes."),
        text("Choose your goalkeeper’s side."),
    ),
    "penalty_aim": (
        text("A penalty for you: choose where to aim. Where the goalkeeper is not, a 2 is enough."),
        text("Choose where to aim."),
    ),
    # FU-3.1, FU-3.2
    "formation": (
        text("Choose a formation in secret. It says how many men of each line can move, not their places."),
        text("Choose your formation."),
    ),
    # FU-3.3
    "choose_kick_off": (
        text("You won the roll: choose who kicks off."),
        text("Choose who has the kick-off."),
    ),
    # FU-3.4, FU-3.7
    "deploy": (
        text("The ball is dead and both teams set up again. Take a ready line-up, and change it if you like."),
        text("Place your players."),
    ),
}
