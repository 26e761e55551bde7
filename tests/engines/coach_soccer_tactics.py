"""Reasons of Soccer Tactics' coach, read on the engine: the next die is rolled with each number, and played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engines.core.dice import ScriptedDice
from tests.engines.coach_reading import Case

Happened = tuple[Any, list[dict[str, Any]]]


def _rolled(case: Case, *values: int) -> Happened:
    """Play the move; its first dice show ``values``."""
    state, events = case.game.apply(case.state, case.seat, case.move, ScriptedDice(list(values), seed=7))
    return state, events


def _of(events: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [event for event in events if event["type"] == kind]


def _numbers_to_the_ball(case: Case, n: int, ball: str) -> bool:
    """With ``n`` numbers the side to move has a move onto the ball, which lies at ``ball``."""
    reached = 0
    for number in range(1, 7):
        state, _events = _rolled(case, number)
        moves = case.game.legal(state, case.seat)
        reached += case.game.view(state, None)["ball"] == ball and any(
            move["type"] == "move" and move["to"] == ball for move in moves
        )
    return reached == n


def _shot_at_once(case: Case, n: int, of: int) -> bool:
    goals = [bool(_of(_rolled(case, face)[1], "goal")) for face in range(1, of + 1)]
    shots = [_of(_rolled(case, face)[1], "shot") for face in range(1, of + 1)]
    sides = {event["sides"] for event in _of(_rolled(case, 1)[1], "roll") if event["for"] == "shot"}
    return all(shots) and sum(goals) == n and sides == {of}


def _passed(case: Case, cell: str) -> bool:
    """The pass goes to whoever stands at ``cell``, without a battle."""
    events = _rolled(case, 1)[1]
    (flight,) = _of(events, "pass")
    there = case.view["pieces"][flight["to"]]
    return flight["completed"] and there == cell == case.move["to"] and not _of(events, "tackle")


def _rows(case: Case, start: str, end: str) -> int:
    rows = int(end[1:]) - int(start[1:])
    return rows if case.seat == "home" else -rows


def _nearer(case: Case, cell: str) -> bool:
    return case.move["to"] == cell and _rows(case, case.view["ball"], cell) > 0


def _found(case: Case, n: int, cell: str) -> bool:
    """With ``n`` numbers for the ball, a pass to the pawn that has moved to ``cell`` arrives."""
    found = 0
    for number in range(1, 7):
        state, _events = _rolled(case, number)
        move = {"type": "play", "to": cell}
        if move in case.game.legal(state, case.seat):
            _state, events = case.game.apply(state, case.seat, move, ScriptedDice([], seed=7))
            (flight,) = _of(events, "pass")
            found += flight["completed"] and flight["to"] == case.move["piece"] and not _of(events, "tackle")
    return found == n


def _battle(case: Case, n: int, m: int) -> bool:
    """Of the 36 first rolls, this side wins on ``n`` and the other on ``m``; the rest is a foul or rolled again."""
    won = lost = 0
    for one in range(1, 7):
        for two in range(1, 7):
            events = _rolled(case, one, two)[1]
            rolls = [event for event in _of(events, "roll") if event["for"] == "tackle"]
            first = events.index(rolls[1]) + 1
            following = events[first] if first < len(events) else {}
            if following.get("type") == "tackle":
                won += following["winner"].startswith(case.seat)
                lost += following["loser"].startswith(case.seat)
    return (won, lost) == (n, m)


def _takes_it(case: Case, ball: str) -> bool:
    taken = _of(_rolled(case)[1], "capture")
    return case.view["carrier"] is None and [event["at"] for event in taken[:1]] == [ball]


def _apart(one: str, two: str) -> int:
    return max(abs(ord(one[0]) - ord(two[0])), abs(int(one[1:]) - int(two[1:])))


def _comes_nearer(case: Case, ball: str) -> bool:
    start = case.view["pieces"][case.move["piece"]]
    return case.view["ball"] == ball and _apart(case.move["to"], ball) < _apart(start, ball)


CLAIMS: Final[Mapping[str, Callable[..., bool]]] = {
    "{n} of 6 numbers bring a pawn to the ball at {ball}.": _numbers_to_the_ball,
    "With {n} of 6 numbers a pawn of yours gets to the ball at {cell} first.": lambda case, n, cell: (
        _numbers_to_the_ball(case, n, cell)
    ),
    "It is shot at once: {n} of {of} score.": _shot_at_once,
    "The pass finds it alone at {cell}, nearer to their goal.": lambda case, cell: (
        _passed(case, cell) and _nearer(case, cell)
    ),
    "The pass finds it alone at {cell}.": _passed,
    "{cell} is nearer to their goal.": _nearer,
    "The battle: you win it on {n} of 36 rolls, they on {m}.": _battle,
    "With {n} of 6 numbers for the ball a pass finds it at {cell}.": _found,
    "At {cell} it is nearer to their goal.": lambda case, cell: (
        _rows(case, case.view["pieces"][case.move["piece"]], cell) > 0 and case.move["to"] == cell
    ),
    "It takes the ball at {ball}.": _takes_it,
    "It comes nearer to the ball at {ball}.": _comes_nearer,
}
