"""Coach of six-a-side: steal, pass, shoot. No rule is kept here.

Source: SX-3 (line-up), SX-4 (moving), SX-5 (passing and kicking), SX-6 (stealing), SX-7 (penalties), SX-10. Italian in
``engines/locale/it/LC_MESSAGES/six_a_side.po``.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from engines.core.coaching import Lesson, Start, first
from engines.core.dice import ScriptedDice
from engines.core.moves import Move
from engines.core.seats import Seat, Wire, other
from engines.core.text import Text, text
from engines.six_a_side.board import CELLS, COLUMN, ROW, SIDE, distance
from engines.six_a_side.play import decide
from engines.six_a_side.reach import fair_steals, is_diagonal, open_goal
from engines.six_a_side.state import State
from engines.six_a_side.wire import CONTRACT
from engines.six_a_side.words import risk

IN_PLAY: Final = ("turn", "chain", "after_turn")
"""Phases in which nothing is hidden from either side."""


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
    if view["phase"] not in IN_PLAY:
        return Lesson(_WORDS[about], best, None)
    state, side = CONTRACT.read(view), SIDE[seat]
    move = _advised(about, view, state, side, moves, best)
    return Lesson(_WORDS[about], move, _reason(state, side, move))


def watch(view: Wire, seat: Seat) -> Text:
    if view["phase"] == "finished":
        return text("The final whistle.")
    if view["carrier"] is not None and view["carrier"].startswith(other(seat)):
        return text("They have the ball: one action of theirs, then one of yours.")
    return text("Now they have one action. Then it is your turn again.")


# ── the move ──
def _advised(about: str, view: Wire, s: State, side: int, moves: Sequence[Move], best: Move) -> Move:
    """Return the move to point at: a goal, a fair steal, a pawn between or nearer, else the bot's."""
    if about == "shot":
        return _goal(moves) or best
    if about == "steal":
        fair = [move for move in moves if move["type"] == "steal" and risk(view, move) is None]
        return best if best in fair else fair[0]
    if about in ("foul", "mark", "free"):
        return _without_the_ball(s, side, moves, best)
    if about in ("carry", "chain"):
        return _with_the_ball(s, side, moves, best)
    return best


def _without_the_ball(s: State, side: int, moves: Sequence[Move], best: Move) -> Move:
    """Return a move that closes the way to the goal, else the one that comes nearest to the ball."""
    walks = [move for move in moves if move["type"] == "move"]
    if s.carrier >= 0 and open_goal(s, 1 - side, s.ball):
        closing = [move for move in walks if not open_goal(_played(s, side, move), 1 - side, s.ball)]
        if closing:
            return best if best in closing else closing[0]
    free = [move for move in walks if _pawn(move) != s.keeper[side]]
    return min(free, key=lambda move: _far(s.ball, _cell(move)), default=best)


def _with_the_ball(s: State, side: int, moves: Sequence[Move], best: Move) -> Move:
    """Return a pass or a carrier's move that keeps the ball and brings it nearer, else the end of turn.

    This keeps a newcomer from moving in circles.
    """
    forward = [
        move
        for move in moves
        if move["type"] in ("pass", "long_pass") or (move["type"] == "move" and _pawn(move) == s.carrier)
    ]
    here = _rank(s, side)
    to = max(forward, key=lambda move: _rank(_played(s, side, move), side), default=None)
    if to is not None:
        after = _played(s, side, to)
        there = _rank(after, side)
        if there[:2] > here[:2] or (there[1] and _gain(s, after, side) >= 1):
            return to
    return first(moves, type="done") or best


def _rank(s: State, side: int) -> tuple[bool, bool, int]:
    """Rank the ball with ``side``: before an open goal and safe, safe from a fair steal, near to the goal."""
    is_safe = s.carrier >= 0 and s.carrier // 7 == side and not fair_steals(s, 1 - side)
    return is_safe and open_goal(s, side, s.ball), is_safe, -_left(side, s.ball)


def _goal(moves: Sequence[Move]) -> Move | None:
    """Find a kick into an open goal space or a step into the goal (SX-5.4, SX-4.4): always a goal."""
    return next((move for move in moves if move["type"] in ("kick", "move") and move["to"][1:] in ("0", "12")), None)


def _pawn(move: Move) -> int:
    return move.code >> 8 & 255


def _cell(move: Move) -> int:
    return move.code & 255


def _played(s: State, side: int, move: Move) -> State:
    """Return the position after a move that rolls no die."""
    after: State = decide(s, side, move, ScriptedDice((), 0), [])
    return after


def _gain(before: State, after: State, side: int) -> int:
    """Count how much nearer to the goal the ball has come, in rows, then columns beside it (SX-5.4)."""
    return _left(side, before.ball) - _left(side, after.ball)


def _left(side: int, cell: int) -> int:
    rows = 12 - ROW[cell] if side == 0 else ROW[cell]
    return rows + max(0, abs(COLUMN[cell] - 3) - 1)


def _far(ball: int, cell: int) -> tuple[bool, int]:
    """Rank a pawn on ``cell`` by its distance from the ball; straight beside it or on it is best (SX-6.1)."""
    return ball != cell and (distance(ball, cell) > 1 or is_diagonal(ball, cell)), distance(ball, cell)


# ── why ──
def _reason(s: State, side: int, move: Move) -> Text | None:
    if _goal([move]):
        return text("The way is open: it is a goal.")
    kind = move["type"]
    if kind == "steal":
        return _reason_to_steal(s, side, move)
    if kind in ("pass", "long_pass", "done") or (kind == "move" and _pawn(move) == s.carrier):
        return _reason_to_have_it_there(s, side, move)
    if kind == "move":
        return _reason_to_walk(s, side, move)
    return None


def _reason_to_steal(s: State, side: int, move: Move) -> Text | None:
    if is_diagonal(s.pieces[_pawn(move)], s.ball):
        return None
    if open_goal(_played(s, side, move), side, s.ball):
        return text("A fair steal: the ball is yours at {cell}, and the way to the goal is open.", cell=CELLS[s.ball])
    return text("A fair steal: the ball is yours at {cell}.", cell=CELLS[s.ball])


def _reason_to_have_it_there(s: State, side: int, move: Move) -> Text | None:
    """Tell what the ball is good for where the move brings it or leaves it."""
    after = _played(s, side, move)
    if after.carrier < 0 or after.carrier // 7 != side:
        return None
    cell, is_safe, rows = CELLS[after.ball], not fair_steals(after, 1 - side), ROW[after.ball] - ROW[s.ball]
    is_nearer = rows < 0 if side else rows > 0
    if is_safe and open_goal(after, side, after.ball):
        return text("The way to the goal is open from {cell}, and nobody can steal fairly there.", cell=cell)
    if is_safe and is_nearer:
        return text("{cell} is nearer to their goal, and nobody can steal fairly there.", cell=cell)
    if is_safe and after.ball != s.ball and fair_steals(s, 1 - side):
        return text("They can steal fairly at {ball}, not at {cell}.", ball=CELLS[s.ball], cell=cell)
    if is_safe:
        return text("Nobody can steal the ball fairly at {cell}.", cell=cell)
    return text("{cell} is nearer to their goal.", cell=cell) if is_nearer else None


def _reason_to_walk(s: State, side: int, move: Move) -> Text | None:
    """Tell what a pawn without the ball is good for where it goes."""
    cell, at, ball = _cell(move), move["to"], CELLS[s.ball]
    if cell == s.ball:
        return text("It takes the ball.")
    theirs = s.carrier >= 0 and s.carrier // 7 != side
    if s.carrier >= 0 and not theirs:
        return None
    after = _played(s, side, move)
    if theirs and open_goal(s, 1 - side, s.ball) and not open_goal(after, 1 - side, s.ball):
        return text("From {ball} their way to your goal is open now; this closes it.", ball=ball)
    if theirs and _pawn(move) in fair_steals(after, side):
        return text("From {cell} it can steal the ball fairly, if it is still at {ball}.", cell=at, ball=ball)
    old, new = distance(s.pieces[_pawn(move)], s.ball), distance(cell, s.ball)
    if new < old:
        return text("It comes nearer to the ball at {ball}: {n} away instead of {m}.", ball=ball, n=new, m=old)
    return None


# ── what a decision is about ──
_WORDS: Final[Mapping[str, Text]] = {
    # SX-5.4, SX-4.4
    "shot": text("The way to a goal space is open, and every legal kick goes in: shoot!"),
    # SX-6.1, SX-6.4
    "steal": text("Your pawn is straight beside their ball: steal it. That always works, and the two swap places."),
    # SX-6.2, SX-6.5
    "foul": text("You can only steal diagonally now, which is a foul. From straight beside them it is fair."),
    # SX-6.1, SX-4.1
    "mark": text("They have the ball. A pawn straight beside it, before or behind it, can steal it without a foul."),
    # SX-4.1, SX-5.1, SX-5.7
    "carry": text(
        "Your ball. A pass reaches a team-mate up to two spaces away and never fails; a move takes one space."
    ),
    # SX-5.2
    "chain": text("After a pass you may pass on at once. Is your ball safe where it is? Then end the turn."),
    # SX-4.2
    "free": text("The ball lies loose: the pawn that stops on it takes it."),
    # SX-3.1, SX-2.9
    "setup": text("Before a match you line up six pawns in secret: a ready formation will do."),
    # SX-3.2
    "kickoff": text("You kick off: choose the pawn that begins on the centre, with the ball."),
    # SX-10.1, SX-10.2
    "after_turn": text("You can still bring on your substitute, once per match. Usually you just end the turn."),
    # SX-6.8, SX-7.2
    "keeper": text("You have no keeper. Choose a new one to stand in goal."),
    # SX-7.3
    "kicker": text("A penalty for you: choose the pawn that takes it."),
    # SX-7.5
    "kick": text("Both sides pick a number in secret. Yours and the keeper’s differ: a goal."),
    "save": text("Both sides pick a number in secret. Find theirs, and your keeper has saved it."),
}
