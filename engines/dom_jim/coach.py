"""Coach of Dom Jim: taking the ball, passing on, the uncovered goal cell. No rule is kept here.

Source: DJ-5 (a turn), DJ-6 (kicks, goals, triangulation), DJ-7 (the keeper), DJ-8 (restarts, interception), DJ-9
(offside). Italian in ``engines/locale/it/LC_MESSAGES/dom_jim.po``.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from engines.core.coaching import Lesson, Start, first
from engines.core.moves import Move
from engines.core.seats import Seat, Wire, other
from engines.core.text import Text, text
from engines.dom_jim.board import ANY_RINGED, CODE
from engines.dom_jim.words import standing

GOAL_ROWS: Final = ("0", "14")


def start() -> Start:
    """Start with away's ball one step from home, and a team-mate near the goal.

    Two goals, or a short while without any, end the match (DJ-10.1, DJ-10.2).
    """
    pieces = {"home.d2": "D7", "home.d4": "F9", "home.l2": "B4", "away.d2": "E8", "away.d3": "B7", "away.d1": "I8"}
    return Start({"pieces": pieces, "carrier": "away.d2"}, {"goals": 2, "no_goal_limit": 40})


def topic(view: Wire, seat: Seat, moves: Sequence[Move]) -> str:
    """Name the topic of the decision: a goal first, then the ball, then the rest."""
    phase = view["phase"]
    if _shot(view, moves):
        return "shot"
    if phase == "offside" and first(moves, type="hold"):
        return "alone"
    if phase != "turn":
        return str(phase)
    carrier, kinds = view["carrier"], {move["type"] for move in moves}
    if carrier == f"{seat}.gk":
        return "keeper"
    if carrier is not None and carrier.startswith(seat):
        return "carry"
    if first(moves, type="move", to=view["ball"]):
        return "take" if carrier is not None else "free"
    if "corner" in kinds or "throw_in" in kinds:
        return "restart"
    return "mark" if carrier is not None else "near"


def lesson(view: Wire, seat: Seat, moves: Sequence[Move], best: Move) -> Lesson:
    about = topic(view, seat, moves)
    full, brief = _SAID[about]
    if about == "shot":
        return Lesson(full, brief, _shot(view, moves) or best)
    if about in ("take", "free"):
        onto = [move for move in moves if move["type"] == "move" and move["to"] == view["ball"]]
        return Lesson(full, brief, best if best in onto else onto[0])
    if about in ("carry", "ball", "triangle"):
        return Lesson(full, brief, _onward(view, seat, moves) or best)
    return Lesson(full, brief, best)


def watch(view: Wire, seat: Seat) -> Text:
    """Return the sentence while the others move (DJ-5.1)."""
    if view["phase"] == "finished":
        return text("The final whistle.")
    if view["carrier"] is not None and view["carrier"].startswith(other(seat)):
        return text("They have the ball. A move of theirs, then one of yours.")
    return text("Now they make one move. Then it is your turn again.")


def _shot(view: Wire, moves: Sequence[Move]) -> Move | None:
    """Find a kick into a goal cell without the keeper (DJ-6.6), always a goal; DJ-6.3 bars his cell."""
    return next((move for move in moves if move["type"] == "kick" and move["to"][1:] in GOAL_ROWS), None)


def _onward(view: Wire, seat: Seat, moves: Sequence[Move]) -> Move | None:
    """Find a move towards a shot, plainer than a bot's.

    A pass to a team-mate with an open goal cell in range, a figure's move to such a cell within reach of the ball, or a
    pass forward.
    """
    passes = [move for move in moves if move["type"] == "kick" and _mate(view, seat, move["to"])]
    ready = [move for move in passes if _threatens(view, seat, move["to"])]
    if ready:
        return ready[0]
    hold = first(moves, type="hold")
    if hold is not None and (view["phase"] == "triangle" or _threatens(view, seat, view["ball"])):
        return hold
    walks = [
        move
        for move in moves
        if move["type"] == "move"
        and not move["piece"].endswith(".gk")
        and CODE[move["to"]] not in ANY_RINGED
        and _within(view["ball"], move["to"])
        and _threatens(view, seat, move["to"])
    ]
    if walks:
        return walks[0]
    ahead = max(passes, key=lambda move: _gain(view, seat, move["to"]), default=None)
    return ahead if ahead is not None and _gain(view, seat, ahead["to"]) >= 2 else None


def _mate(view: Wire, seat: Seat, cell: str) -> bool:
    """Return whether a field figure of ``seat`` is on ``cell``."""
    piece = standing(view, cell)
    return piece is not None and piece.startswith(seat) and not piece.endswith(".gk")


def _threatens(view: Wire, seat: Seat, cell: str) -> bool:
    """Return whether a kick from ``cell`` would reach a goal cell without the keeper (DJ-6.2, DJ-6.6)."""
    row = GOAL_ROWS[1] if seat == "home" else GOAL_ROWS[0]
    keeper = view["pieces"][f"{other(seat)}.gk"]
    return any(_within(cell, column + row) and keeper != column + row for column in "DEF")


def _within(start_: str, end: str) -> bool:
    """Return whether a kick leads from one cell to the other: one to four straight on, or an L (DJ-6.2)."""
    across = abs(ord(start_[0]) - ord(end[0]))
    along = abs(int(start_[1:]) - int(end[1:]))
    straight = (not across or not along or across == along) and 1 <= max(across, along) <= 4
    return straight or sorted((across, along)) in ([1, 2], [1, 3])


def _gain(view: Wire, seat: Seat, cell: str) -> int:
    """Count the rows that the ball comes nearer to the goal."""
    rows = int(cell[1:]) - int(view["ball"][1:])
    return rows if seat == "home" else -rows


_SAID: Final[Mapping[str, tuple[Text, Text]]] = {
    # DJ-6.6, DJ-6.7: the keeper closes only the goal cell under him
    "shot": (
        text("A goal cell within range, and the keeper does not stand on it: kick the ball in!"),
        text("An open goal cell: kick it in!"),
    ),
    # DJ-8.6, DJ-8.7: the figure that loses the ball is cautioned
    "take": (
        text("They hold the ball. Step onto their figure: you win the ball, and it is cautioned."),
        text("Take the ball from them: step onto their figure."),
    ),
    # DJ-6.1, DJ-6.5
    "free": (
        text("The ball lies free. Whoever steps onto it may kick it at once."),
        text("Step onto the free ball."),
    ),
    # DJ-6.5, DJ-5.1
    "near": (
        text("None of your figures reaches the free ball yet: bring one nearer, one move each turn."),
        text("Bring a figure nearer to the ball."),
    ),
    # DJ-8.6
    "mark": (
        text("They hold the ball out of your reach: bring a figure near, to take it in your next turn."),
        text("Bring a figure near their ball holder."),
    ),
    # DJ-5.9, DJ-6.2
    "carry": (
        text("Your figure with the ball cannot walk: it kicks, up to four cells straight on or in an L."),
        text("Kick it on, or move another figure."),
    ),
    # DJ-6.1
    "ball": (
        text("The ball is yours: kick it to a team-mate nearer to their goal, or hold it."),
        text("Kick the ball, or hold it."),
    ),
    # DJ-6.8
    "triangle": (
        text("A good pass. Whoever got it may pass on at once to a third figure, or hold it until your next turn."),
        text("Pass on at once, or hold the ball."),
    ),
    # DJ-7.1, DJ-7.5, DJ-7.6
    "keeper": (
        text("Your keeper has the ball and must release it: a short pass, or a long throw that drops at random."),
        text("Let your keeper release the ball."),
    ),
    # DJ-8.1, DJ-8.4
    "restart": (
        text("The ball lies shut in at the edge: here you may bring it back by a corner or a throw-in."),
        text("A corner or a throw-in brings the ball back."),
    ),
    # DJ-8.2
    "corner": (
        text("From the corner you kick to any ordinary or ringed cell of this half."),
        text("Kick from the corner."),
    ),
    # DJ-9.3
    "offside": (
        text("Their figure stayed on a ringed cell before your goal: offside. Put it back to the middle row."),
        text("Offside: put their figure on the middle row."),
    ),
    # DJ-9.4, DJ-9.5
    "alone": (
        text(
            "Their figure stayed on a ringed cell: offside, and they lose a turn. Put it back to the middle row, "
            "or leave it there."
        ),
        text("Offside: put their figure on the middle row, or leave it."),
    ),
    # DJ-7.4, DJ-12.1
    "penalty": (
        text("A penalty against you: choose the goal cell that your keeper covers."),
        text("Choose your keeper’s cell."),
    ),
    "shootout": (
        text("The shootout: choose the goal cell that your keeper covers."),
        text("Choose your keeper’s cell again."),
    ),
}
