"""Coach of six-a-side: steal, pass, shoot. Sentences only: no rule is kept here.

Source: SX-3 (line-up), SX-4 (moving), SX-5 (passing and kicking), SX-6 (stealing), SX-7 (penalties), SX-10. Italian in
``engines/locale/it/LC_MESSAGES/six_a_side.po``.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from engines.core.coaching import Lesson, Start, first
from engines.core.moves import Move
from engines.core.seats import Seat, Wire, other
from engines.core.text import Text, text
from engines.six_a_side.words import risk

GOAL_ROWS: Final = ("0", "12")


def start() -> Start:
    """Start with away carrying the ball before a home pawn and two team-mates near the goal.

    Two goals or sixty turns end the match (SX-9.2, SX-9.3); there are no substitutions (SX-10.1).
    """
    pieces = {
        **{"home.p4": "D6", "home.p5": "C8", "home.p6": "E8", "home.p2": "C4", "home.p3": "E4"},
        **{"away.p4": "D7", "away.p2": "F7", "away.p3": "B6", "away.p5": "F5", "away.p6": "B5"},
    }
    options = {"goals_to_win": 2, "turn_limit": 60, "sub_window": "before"}
    return Start(
        {"pieces": pieces, "carrier": "away.p4", "active": "home", "subs_left": {"home": 0, "away": 0}}, options
    )


def topic(view: Wire, seat: Seat, moves: Sequence[Move]) -> str:
    if _goal(moves):
        return "shot"
    phase, carrier = view["phase"], view["carrier"]
    if phase in ("penalty", "shootout"):
        return "kick" if view["penalty"]["awarded"] == seat else "save"
    if phase != "turn":
        return str(phase)
    if carrier is None:
        return "free"
    if carrier.startswith(seat):
        return "carry"
    steals = [move for move in moves if move["type"] == "steal"]
    if any(risk(view, move) is None for move in steals):
        return "steal"
    return "foul" if steals else "mark"


def lesson(view: Wire, seat: Seat, moves: Sequence[Move], best: Move) -> Lesson:
    about = topic(view, seat, moves)
    full, brief = _SAID[about]
    move = best
    if about == "shot":
        move = _goal(moves) or best
    elif about == "steal":
        fair = [each for each in moves if each["type"] == "steal" and risk(view, each) is None]
        move = best if best in fair else fair[0]
    elif about in ("foul", "mark", "free"):
        walks = [each for each in moves if each["type"] == "move" and each["piece"] != view["keeper"][seat]]
        move = min(walks, key=lambda each: _approach_rank(view["ball"], each["to"]), default=best)
    elif about in ("carry", "chain"):
        move = _onward(view, seat, moves, best)
    return Lesson(full, brief, move)


def watch(view: Wire, seat: Seat) -> Text:
    if view["phase"] == "finished":
        return text("The final whistle.")
    if view["carrier"] is not None and view["carrier"].startswith(other(seat)):
        return text("They have the ball: one action of theirs, then one of yours.")
    return text("Now they have one action. Then it is your turn again.")


def _goal(moves: Sequence[Move]) -> Move | None:
    """Find a kick into an open goal space or a step into the goal (SX-5.4, SX-4.4): always a goal."""
    return next((move for move in moves if move["type"] in ("kick", "move") and move["to"][1:] in GOAL_ROWS), None)


def _onward(view: Wire, seat: Seat, moves: Sequence[Move], best: Move) -> Move:
    """Return a pass, else a carrier's move, that brings the ball nearer to the goal, else the end of turn.

    This keeps a newcomer from moving in circles.
    """
    passes = [move for move in moves if move["type"] in ("pass", "long_pass")]
    walks = [move for move in moves if move["type"] == "move" and move["piece"] == view["carrier"]]
    for some in (passes, walks):
        far = max(some, key=lambda move: _gain(view, seat, move["to"]), default=None)
        if far is not None and _gain(view, seat, far["to"]) >= 1:
            return far
    return first(moves, type="done") or best


def _gain(view: Wire, seat: Seat, cell: str) -> int:
    """Count how much nearer to the goal the ball comes, in rows, then columns beside it (SX-5.4)."""
    return _left(seat, view["ball"]) - _left(seat, cell)


def _left(seat: Seat, cell: str) -> int:
    rows = 12 - int(cell[1:]) if seat == "home" else int(cell[1:])
    return rows + max(0, abs(ord(cell[0]) - ord("D")) - 1)


def _approach_rank(ball: str, cell: str) -> tuple[bool, int]:
    """Rank a pawn on ``cell`` by its distance from the ball; straight beside it or on it is best (SX-6.1)."""
    across = abs(ord(ball[0]) - ord(cell[0]))
    along = abs(int(ball[1:]) - int(cell[1:]))
    return across + along > 1, max(across, along)


_SAID: Final[Mapping[str, tuple[Text, Text]]] = {
    # SX-5.4, SX-4.4
    "shot": (
        text("The way to a goal space is open, and every legal kick goes in: shoot!"),
        text("The goal is open: shoot!"),
    ),
    # SX-6.1, SX-6.4
    "steal": (
        text("Your pawn is straight beside their ball: steal it. That always works, and the two swap places."),
        text("Steal the ball: straight is fair."),
    ),
    # SX-6.2, SX-6.5
    "foul": (
        text("You can only steal diagonally, which is a foul. Step straight beside them instead."),
        text("A diagonal steal is a foul. Step straight beside them."),
    ),
    # SX-6.1, SX-4.1
    "mark": (
        text("They have the ball. Move a pawn one space, to stand beside, before or behind it: then you can steal."),
        text("Move nearer to their ball."),
    ),
    # SX-4.1, SX-5.1, SX-5.7
    "carry": (
        text("Your ball. A pass reaches a team-mate up to two spaces away and never fails; a move takes one space."),
        text("Your ball: pass, or move one space nearer."),
    ),
    # SX-5.2
    "chain": (
        text("After a pass you may pass on at once. Is your ball safe where it is? Then end the turn."),
        text("Pass on, or end the turn."),
    ),
    # SX-4.2
    "free": (
        text("The ball lies loose: the pawn that stops on it takes it."),
        text("Go for the loose ball."),
    ),
    # SX-3.1, SX-2.9
    "setup": (
        text("Before a match you line up six pawns in secret: a ready formation will do."),
        text("Line up your pawns."),
    ),
    # SX-3.2
    "kickoff": (
        text("You kick off: choose the pawn that begins on the centre, with the ball."),
        text("Choose who kicks off."),
    ),
    # SX-10.1, SX-10.2
    "after_turn": (
        text("You can still bring on your substitute, once per match. Usually you just end the turn."),
        text("End the turn, or substitute."),
    ),
    # SX-6.8, SX-7.2
    "keeper": (
        text("You have no keeper. Choose a new one to stand in goal."),
        text("Choose a new keeper."),
    ),
    # SX-7.3
    "kicker": (
        text("A penalty for you: choose the pawn that takes it."),
        text("Choose who takes the penalty."),
    ),
    # SX-7.5
    "kick": (
        text("Both sides pick a number in secret. Yours and the keeper’s differ: a goal."),
        text("Pick where you kick."),
    ),
    "save": (
        text("Both sides pick a number in secret. Find theirs, and your keeper has saved it."),
        text("Pick where your keeper goes."),
    ),
}
