"""Coach of Dom Jim: taking the ball, passing on, the uncovered goal cell, and a plan for several turns.

Source: DJ-5 (a turn), DJ-6 (kicks, goals, triangulation), DJ-7 (the keeper), DJ-8 (restarts, interception), DJ-9
(offside). Italian in ``engines/locale/it/LC_MESSAGES/dom_jim.po``.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from engines.core.coaching import Lesson, Start, first
from engines.core.moves import Move
from engines.core.seats import Seat, Wire, other
from engines.core.text import Text, text
from engines.dom_jim import phases, plan
from engines.dom_jim.board import ANY_RED, CELLS, CODE, GOAL, KEEPER, PIECE, PIECES, SIDE
from engines.dom_jim.reach import can_reach, open_goals
from engines.dom_jim.state import State
from engines.dom_jim.wire import CONTRACT
from engines.dom_jim.words import figure

PASSED_ON: Final = 2
"""Rows nearer to the goal for which the coach has the ball passed on."""


def start() -> Start:
    """Start with away's ball one step from home, and a team-mate near the goal.

    Two goals, or a short while without any, end the match (DJ-10.1, DJ-10.2).
    """
    pieces = {"home.d2": "D7", "home.d4": "F9", "home.l2": "B4", "away.d2": "E8", "away.d3": "B7", "away.d1": "I8"}
    return Start({"pieces": pieces, "carrier": "away.d2"}, {"goals": 2, "no_goal_limit": 40})


def topic(view: Wire, seat: Seat, moves: Sequence[Move]) -> str:
    """Name the topic of the decision: a goal first, then the ball, then the rest."""
    phase = view["phase"]
    if _shot(moves):
        return "shot"
    if phase == "offside" and first(moves, type="hold"):
        return "alone"
    carrier, kinds = view["carrier"], {move["type"] for move in moves}
    if phase in ("turn", "ball") and carrier == f"{seat}.gk":
        return "keeper"
    if phase != "turn":
        return str(phase)
    if carrier is not None and carrier.startswith(seat):
        return "carry"
    if first(moves, type="move", to=view["ball"]):
        return "take" if carrier is not None else "free"
    if "corner" in kinds or "throw_in" in kinds:
        return "restart"
    if carrier is None:
        return "near"
    return "kept" if carrier.endswith(".gk") else "mark"


def lesson(view: Wire, seat: Seat, moves: Sequence[Move], best: Move) -> Lesson:
    state, side = CONTRACT.read(view), SIDE[seat]
    about = topic(view, seat, moves)
    move = _advised(about, state, side, moves, best)
    return Lesson(_WORDS[about], move, _reason(state, side, move))


def watch(view: Wire, seat: Seat) -> Text:
    """Return the sentence while the others move (DJ-5.1)."""
    if view["phase"] == "finished":
        return text("The final whistle.")
    if view["carrier"] is not None and view["carrier"].startswith(other(seat)):
        return text("They have the ball. A move of theirs, then one of yours.")
    return text("Now they make one move. Then it is your turn again.")


# ── the move ──
def _advised(about: str, s: State, side: int, moves: Sequence[Move], best: Move) -> Move:
    """Return the move to point at: a goal, the ball, the next move of a plan, else the bot's."""
    if about == "shot":
        return _shot(moves) or best
    if about in ("take", "free"):
        onto = [move for move in moves if move["type"] == "move" and CODE[move["to"]] == s.ball]
        return best if best in onto else onto[0]
    if about in ("near", "mark"):
        if best["type"] == "move" and _stops_their_shot(s, side, best):
            return best
        return _next_of(plan.to_the_ball(s, side), moves, best) or best
    if about in ("carry", "ball", "triangle"):
        return _with_the_ball(s, side, moves, best)
    return best


def _with_the_ball(s: State, side: int, moves: Sequence[Move], best: Move) -> Move:
    """Return a pass to an open goal or forward, else the next move of a plan for such a pass."""
    passes = [move for move in moves if move["type"] == "kick" and _is_mate(s, side, CODE[move["to"]])]
    to = max(passes, key=lambda move: _rank(s, side, CODE[move["to"]]), default=None)
    here, hold = _rank(s, side, s.ball), first(moves, type="hold")
    if to is not None:
        there = _rank(s, side, CODE[to["to"]])
        if there[0] > here[0] or (there[1] and not here[1]):
            return to
        if there[1] and plan.gain(s, side, CODE[to["to"]]) >= PASSED_ON and not here[0]:
            return to
    if hold is not None:
        return hold if here[1] else best
    if not here[1]:
        return best
    return (
        _next_of(plan.into_range(s, side), moves, best)
        or _next_of(plan.ahead_of_the_ball(s, side), moves, best)
        or best
    )


def _rank(s: State, side: int, cell: int) -> tuple[bool, bool, int]:
    """Rank the ball at ``cell``: an open goal that stays open, a ball that stays ours, rows gained."""
    is_safe = _is_safe(s, side, cell)
    return is_safe and bool(open_goals(s, side, cell)), is_safe, plan.gain(s, side, cell)


def _is_safe(s: State, side: int, cell: int) -> bool:
    """Return whether no opponent gets to the ball at ``cell`` with the next move."""
    return cell not in ANY_RED and not can_reach(s, 1 - side, cell)


def _may_lose_the_ball(s: State, side: int) -> bool:
    """Return whether an opponent could take the ball from its holder with the next move (DJ-8.6; never the keeper)."""
    return s.carrier >= 0 and s.carrier % 12 != KEEPER and can_reach(s, 1 - side, s.ball)


def _next_of(planned: plan.Plan | None, moves: Sequence[Move], best: Move) -> Move | None:
    """Return a first move of the plan, the bot's if it is one."""
    if planned is None:
        return None
    own = [
        move for move in moves if move["type"] == "move" and (PIECE[move["piece"]], CODE[move["to"]]) in planned.first
    ]
    return best if best in own else own[0] if own else None


def _shot(moves: Sequence[Move]) -> Move | None:
    """Find a kick into a goal cell without the keeper (DJ-6.6), always a goal; DJ-6.3 bars his cell."""
    return next((move for move in moves if move["type"] == "kick" and move["to"][1:] in ("0", "14")), None)


def _is_mate(s: State, side: int, cell: int) -> bool:
    """Return whether a field figure of ``side`` is on ``cell``."""
    piece = s.occupied[cell] - 1
    return piece >= 0 and piece // 12 == side and piece % 12 != KEEPER


def _stops_their_shot(s: State, side: int, move: Move) -> bool:
    """Return whether the holder of the opponents has a goal cell open now, and none after ``move``."""
    if s.carrier < 0 or s.carrier // 12 == side or s.carrier % 12 == KEEPER or CODE[move["to"]] == s.ball:
        return False
    if not open_goals(s, 1 - side, s.ball) or PIECE[move["piece"]] % 12 != KEEPER:
        return False
    after = s.copy()
    after.put(PIECE[move["piece"]], CODE[move["to"]])
    return not open_goals(after, 1 - side, s.ball)


# ── why ──
def _reason(s: State, side: int, move: Move) -> Text | None:
    kind = move["type"]
    if kind == "kick":
        return _reason_to_kick(s, side, CODE[move["to"]])
    if kind == "throw_in":
        return _reason_for_the_ball_at(s, side, CODE[move["to"]])
    if kind == "hold" and s.phase != phases.OFFSIDE:
        return _reason_for_the_ball_at(s, side, s.ball)
    if kind == "move":
        return _reason_to_move(s, side, move)
    if kind == "keeper":
        return text("{n} of 12 faces do not score.", n=6)
    return None


def _reason_to_kick(s: State, side: int, cell: int) -> Text | None:
    if cell in GOAL[1 - side]:
        return text("It is a goal: their keeper is not on {cell}.", cell=CELLS[cell])
    if s.occupied[cell] and not _is_mate(s, side, cell):
        return None
    return _reason_for_the_ball_at(s, side, cell)


def _reason_for_the_ball_at(s: State, side: int, cell: int) -> Text | None:
    """Tell what the ball is good for at ``cell``, and whether the opponents get to it there."""
    is_safe, rows, at = _is_safe(s, side, cell), plan.gain(s, side, cell), CELLS[cell]
    goals = open_goals(s, side, cell) if _is_mate(s, side, cell) else []
    if goals and is_safe:
        return text(
            "{goal} is open from {cell}, and none of theirs reaches the ball there.", goal=CELLS[goals[0]], cell=at
        )
    if goals:
        return text("{goal} is open from {cell}.", goal=CELLS[goals[0]], cell=at)
    if rows > 0 and is_safe:
        return text("{cell} is nearer to their goal, and none of theirs reaches the ball there.", cell=at)
    if is_safe and cell != s.ball and _may_lose_the_ball(s, side):
        return text("They can take the ball at {ball}, not at {cell}.", ball=CELLS[s.ball], cell=at)
    if is_safe:
        return text("None of theirs reaches the ball at {cell}.", cell=at)
    if rows > 0:
        return text("{cell} is nearer to their goal.", cell=at)
    return None


def _reason_to_move(s: State, side: int, move: Move) -> Text | None:
    piece, cell, ball = PIECE[move["piece"]], CODE[move["to"]], CELLS[s.ball]
    if cell == s.ball:
        return _reason_to_take_the_ball(s, side)
    if _stops_their_shot(s, side, move):
        return text("From {ball} they can kick into your goal now, not after this move.", ball=ball)
    if s.carrier >= 0 and s.carrier // 12 == side:
        return _reason_to_come_for_a_pass(s, side, piece, cell)
    planned = plan.to_the_ball(s, side)
    if planned is None or (piece, cell) not in planned.first:
        return None
    if planned.moves == 2:
        return text("From {cell} it reaches the ball at {ball} with its next move.", cell=move["to"], ball=ball)
    return text("{n} more moves from {cell} reach the ball at {ball}.", n=planned.moves - 1, cell=move["to"], ball=ball)


def _reason_to_take_the_ball(s: State, side: int) -> Text:
    goals = open_goals(s, side, s.ball)
    if s.carrier < 0:
        if goals:
            return text("It gets the ball, and can kick it into {goal} at once.", goal=CELLS[goals[0]])
        return text("It gets the ball, and can kick it at once.")
    if goals:
        return text("It wins the ball, and {goal} is open from there.", goal=CELLS[goals[0]])
    return text("It wins the ball from their {figure}.", figure=figure(PIECES[s.carrier]))


def _reason_to_come_for_a_pass(s: State, side: int, piece: int, cell: int) -> Text | None:
    ball, at = CELLS[s.ball], CELLS[cell]
    planned = plan.into_range(s, side)
    if planned and (piece, cell) in planned.first:
        if planned.moves == 1:
            goal = CELLS[open_goals(s, side, cell)[0]]
            return text(
                "At {cell} a kick from {ball} finds it, and {goal} is open from there.", cell=at, ball=ball, goal=goal
            )
        if planned.moves == 2:
            return text(
                "One more move from {cell} brings it to where a kick from {ball} finds it before an open goal.",
                cell=at,
                ball=ball,
            )
        return text(
            "{n} more moves from {cell} bring it to where a kick from {ball} finds it before an open goal.",
            n=planned.moves - 1,
            cell=at,
            ball=ball,
        )
    planned = plan.ahead_of_the_ball(s, side)
    if planned and planned.moves == 1 and (piece, cell) in planned.first:
        rows = plan.gain(s, side, cell)
        return text("At {cell} a kick from {ball} finds it, {n} rows nearer to their goal.", cell=at, ball=ball, n=rows)
    return None


# ── what a decision is about ──
_WORDS: Final[Mapping[str, Text]] = {
    # DJ-6.6, DJ-6.7: the keeper closes only the goal cell under him
    "shot": text("A goal cell within range, and the keeper does not stand on it: kick the ball in!"),
    # DJ-8.6, DJ-8.7: the figure that loses the ball is cautioned
    "take": text("They hold the ball. Step onto their figure: you win the ball, and it is cautioned."),
    # DJ-6.1, DJ-6.5
    "free": text("The ball lies free. Whoever steps onto it may kick it at once."),
    # DJ-6.5, DJ-5.1
    "near": text("None of your figures reaches the free ball yet. You have one move each turn."),
    # DJ-8.6
    "mark": text("They hold the ball out of your reach. You have one move each turn: plan the way to it."),
    # DJ-5.6, DJ-7.1
    "kept": text("Their keeper has the ball. Nobody can take it from him, and he must release it."),
    # DJ-5.9, DJ-6.2
    "carry": text("Your figure with the ball cannot walk: it kicks, up to four cells straight on or in an L."),
    # DJ-6.1
    "ball": text("The ball is yours: kick it on at once, or hold it until your next turn."),
    # DJ-6.8
    "triangle": text(
        "A good pass. Whoever got it may pass on at once to a third figure, or hold it until your next turn."
    ),
    # DJ-7.1, DJ-7.5, DJ-7.6
    "keeper": text("Your keeper has the ball: it goes on by a short pass, or a long throw that drops at random."),
    # DJ-8.1, DJ-8.4
    "restart": text("The ball lies shut in at the edge: here you may bring it back by a corner or a throw-in."),
    # DJ-8.2
    "corner": text("From the corner you kick to any ordinary or ringed cell of this half."),
    # DJ-9.3
    "offside": text("Their figure stayed on a ringed cell before your goal: offside. Put it back to the middle row."),
    # DJ-9.4, DJ-9.5
    "alone": text(
        "Their figure stayed on a ringed cell: offside, and they lose a turn. Put it back to the middle row, "
        "or leave it there."
    ),
    # DJ-7.4, DJ-12.1
    "penalty": text("A penalty against you: choose the goal cell that your keeper covers."),
    "shootout": text("The shootout: choose the goal cell that your keeper covers."),
}
