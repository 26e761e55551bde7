"""Reasons of Dom Jim's coach, read on the engine: legal moves after the move, and the reach of a kick by its rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engines.core.dice import SeededDice
from engines.core.seats import Seat, other
from tests.engines.coach_reading import Case

RINGED: Final = {
    "home": {"C13", "C12", "D12", "E12", "F12", "G12", "G13"},
    "away": {"C1", "C2", "D2", "E2", "F2", "G2", "G1"},
}
"""By side: the ringed cells of the area that it attacks (DJ-3.6)."""


def _kicks_to(start: str, end: str) -> bool:
    """One to four cells straight on, or an L of two or three and one (DJ-6.2)."""
    across, along = abs(ord(start[0]) - ord(end[0])), abs(int(start[1:]) - int(end[1:]))
    straight = across == 0 or along == 0 or across == along
    return (straight and 1 <= max(across, along) <= 4) or {across, along} in ({1, 2}, {1, 3})


def _open_goals(view: Mapping[str, Any], seat: Seat, start: str) -> set[str]:
    cells = {column + ("14" if seat == "home" else "0") for column in "DEF"}
    return {cell for cell in cells if _kicks_to(start, cell) and view["pieces"][f"{other(seat)}.gk"] != cell}


def _going_on(case: Case) -> Any:
    """The position, far from the end of the match."""
    wire = case.game.to_wire(case.state)
    return case.game.from_wire(wire | {"turns": 0, "quiet": 0, "time_up": False, "score": {"home": 0, "away": 0}})


def _played(case: Case) -> Any:
    """The position after the move; who got a pass holds the ball."""
    state, _events = case.game.apply(_going_on(case), case.seat, case.move, SeededDice(1))
    if case.game.view(state, None)["phase"] == "triangle":
        state, _events = case.game.apply(state, case.seat, {"type": "hold"}, SeededDice(1))
    return state


def _with_turn(case: Case, state: Any, seat: Seat) -> Any:
    """The same position with ``seat`` on turn, nobody offside."""
    wire = dict(case.game.to_wire(state))
    wire |= {
        "phase": "turn",
        "attacking": seat,
        "to_act": [seat],
        "offside": [],
        "passer": None,
        "lost_turns": {"home": 0, "away": 0},
    }
    wire["watch"] = [
        piece
        for piece, cell in wire["pieces"].items()
        if piece.startswith(seat) and cell in RINGED[seat] and piece != wire["carrier"] and piece[5:] != "gk"
    ]
    return case.game.from_wire(wire | {"offside_count": 0, "turns": 0, "quiet": 0})


def _theirs_reach_the_ball(case: Case, state: Any) -> bool:
    turned = _with_turn(case, state, other(case.seat))
    ball = case.game.view(turned, None)["ball"]
    moves = case.game.legal(turned, other(case.seat))
    return any(move["type"] == "move" and move["to"] == ball for move in moves)


def _theirs_reach_it_after(case: Case, cell: str) -> bool:
    state = _played(case)
    return case.game.view(state, None)["ball"] != cell or _theirs_reach_the_ball(case, state)


def _is_open_from(case: Case, goal: str, cell: str) -> bool:
    view = case.game.view(_played(case), case.seat)
    return view["ball"] == cell and goal in _open_goals(view, case.seat, cell)


def _rows(case: Case, cell: str) -> int:
    rows = int(cell[1:]) - int(case.view["ball"][1:])
    return rows if case.seat == "home" else -rows


def _is_nearer(case: Case, cell: str) -> bool:
    return _rows(case, cell) > 0 and case.game.view(_played(case), None)["ball"] == cell


def _moves_left(case: Case, arrived: Callable[[Any, str], bool]) -> int:
    """Fewest moves of the moved figure until it has ``arrived``, the others standing still; 9 if there are none."""
    piece, seat, game = case.move["piece"], case.seat, case.game
    state, _events = game.apply(_going_on(case), seat, case.move, SeededDice(1))
    edge, seen = [_with_turn(case, state, seat)], {case.move["to"]}
    if arrived(edge[0], case.move["to"]):
        return 0
    for moves in range(1, 5):
        further = []
        for position in edge:
            for move in game.legal(position, seat):
                if move["type"] != "move" or move["piece"] != piece or move["to"] in seen:
                    continue
                if arrived(position, move["to"]):
                    return moves
                if move["to"] not in RINGED[seat]:
                    seen.add(move["to"])
                    after, _events = game.apply(position, seat, move, SeededDice(1))
                    further.append(_with_turn(case, after, seat))
        edge = further
    return 9


def _reaches_the_ball(case: Case, n: int, cell: str, ball: str) -> bool:
    on_place = case.move["to"] == cell and case.view["ball"] == ball
    return on_place and _moves_left(case, lambda state, at: at == ball) == n


def _finds_it(case: Case, cell: str, ball: str) -> bool:
    view = case.view
    mine = view["carrier"] is not None and view["carrier"].startswith(case.seat)
    return mine and case.move["to"] == cell and view["ball"] == ball and _kicks_to(ball, cell)


def _found_before_goal(case: Case, n: int, cell: str, ball: str) -> bool:
    def arrived(state: Any, at: str) -> bool:
        return at not in RINGED[case.seat] and _kicks_to(ball, at) and bool(_open_goals(case.view, case.seat, at))

    return case.move["to"] == cell and case.view["ball"] == ball and _moves_left(case, arrived) == n


def _scores(case: Case, cell: str) -> bool:
    kept = case.view["pieces"][f"{other(case.seat)}.gk"] == cell
    return not kept and case.every(lambda state, events: any(event["type"] == "goal" for event in events))


def _wins_the_ball(case: Case) -> bool:
    taken = case.view["carrier"] or ""
    after = case.game.view(case.after[0][0], None)
    return taken.startswith(other(case.seat)) and after["carrier"] == case.move["piece"]


def _gets_the_ball(case: Case) -> bool:
    state, _events = case.after[0]
    view = case.game.view(state, case.seat)
    kicks = any(move["type"] == "kick" for move in case.game.legal(state, case.seat))
    return case.view["carrier"] is None and view["carrier"] == case.move["piece"] and kicks


def _stops(case: Case, ball: str) -> bool:
    rival = other(case.seat)
    after = case.game.view(case.after[0][0], None)
    held = (case.view["carrier"] or "").startswith(rival) and after["ball"] == ball == case.view["ball"]
    return held and bool(_open_goals(case.view, rival, ball)) and not _open_goals(after, rival, ball)


def _in_vain(case: Case, n: int) -> bool:
    kicks = [event for _, events in case.after for event in events if event["type"] in ("penalty", "shootout_kick")]
    missed = sum(not (event.get("scored") or event.get("outcome") == "goal") for event in kicks)
    return missed == n and len(kicks) == 12


CLAIMS: Final[Mapping[str, Callable[..., bool]]] = {
    "{n} of 12 faces do not score.": _in_vain,
    "It is a goal: their keeper is not on {cell}.": _scores,
    "{goal} is open from {cell}, and none of theirs reaches the ball there.": lambda case, goal, cell: (
        _is_open_from(case, goal, cell) and not _theirs_reach_it_after(case, cell)
    ),
    "{goal} is open from {cell}.": _is_open_from,
    "{cell} is nearer to their goal, and none of theirs reaches the ball there.": lambda case, cell: (
        _is_nearer(case, cell) and not _theirs_reach_the_ball(case, _played(case))
    ),
    "{cell} is nearer to their goal.": lambda case, cell: _is_nearer(case, cell),
    "They can take the ball at {ball}, not at {cell}.": lambda case, ball, cell: (
        ball == case.view["ball"]
        and _theirs_reach_the_ball(case, case.state)
        and not _theirs_reach_it_after(case, cell)
    ),
    "None of theirs reaches the ball at {cell}.": lambda case, cell: not _theirs_reach_it_after(case, cell),
    "From {ball} they can kick into your goal now, not after this move.": _stops,
    "From {cell} it reaches the ball at {ball} with its next move.": lambda case, cell, ball: _reaches_the_ball(
        case, 1, cell, ball
    ),
    "{n} more moves from {cell} reach the ball at {ball}.": _reaches_the_ball,
    "It gets the ball, and can kick it into {goal} at once.": lambda case, goal: (
        _gets_the_ball(case) and {"type": "kick", "to": goal} in case.game.legal(case.after[0][0], case.seat)
    ),
    "It gets the ball, and can kick it at once.": _gets_the_ball,
    "It wins the ball, and {goal} is open from there.": lambda case, goal: (
        _wins_the_ball(case) and goal in _open_goals(case.view, case.seat, case.view["ball"])
    ),
    "It wins the ball from their {figure}.": lambda case, figure: _wins_the_ball(case),
    "At {cell} a kick from {ball} finds it, and {goal} is open from there.": lambda case, cell, ball, goal: (
        _finds_it(case, cell, ball) and goal in _open_goals(case.view, case.seat, cell)
    ),
    "One more move from {cell} brings it to where a kick from {ball} finds it before an open goal.": (
        lambda case, cell, ball: _found_before_goal(case, 1, cell, ball)
    ),
    "{n} more moves from {cell} bring it to where a kick from {ball} finds it before an open goal.": _found_before_goal,
    "At {cell} a kick from {ball} finds it, {n} rows nearer to their goal.": lambda case, cell, ball, n: (
        _finds_it(case, cell, ball) and _rows(case, cell) == n
    ),
}
