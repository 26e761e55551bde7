"""Reasons of six-a-side's coach, read on the engine: what both sides may do after the move."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engines.core.dice import SeededDice
from engines.core.seats import Seat, other
from tests.engines.coach_reading import Case


def _going_on(case: Case) -> Any:
    """The position, far from the end of the match."""
    wire = case.game.to_wire(case.state)
    return case.game.from_wire(
        wire | {"score": {"home": 0, "away": 0}, "turns_played": 0, "possession_turns": 0, "time_up": False}
    )


def _turn_of(case: Case, state: Any, seat: Seat) -> Any:
    """The position once ``seat`` is on turn: who may pass on or substitute ends the turn; or None."""
    for _ in range(2):
        if seat in case.game.to_act(state) and case.game.view(state, None)["phase"] == "turn":
            return state
        (acting,) = case.game.to_act(state)
        if {"type": "done"} not in case.game.legal(state, acting):
            return None
        state, _events = case.game.apply(state, acting, {"type": "done"}, SeededDice(1))
    return state if seat in case.game.to_act(state) else None


def _after(case: Case) -> Any:
    state, _events = case.game.apply(_going_on(case), case.seat, case.move, SeededDice(1))
    return state


def _is_straight(one: str, two: str) -> bool:
    return one[0] == two[0] or one[1:] == two[1:]


def _fair_steals(case: Case, state: Any, seat: Seat) -> set[str]:
    """Cells of the pawns of ``seat``, on turn, that may steal without a foul."""
    view = case.game.view(state, seat)
    pawns = [move["piece"] for move in case.game.legal(state, seat) if move["type"] == "steal"]
    return {view["pieces"][pawn] for pawn in pawns if _is_straight(view["pieces"][pawn], view["ball"])}


def _theirs_steal_after(case: Case) -> bool:
    turned = _turn_of(case, _after(case), other(case.seat))
    return turned is None or bool(_fair_steals(case, turned, other(case.seat)))


def _scoring(case: Case, state: Any, seat: Seat) -> bool:
    """Whether the holder, were it the turn of ``seat``, could score at once."""
    wire = case.game.to_wire(state)
    view = case.game.view(state, None)
    active = {"phase": "turn", "active": seat, "chain": [], "to_act": [seat]}
    turned = case.game.from_wire(wire | active)
    rows = ("0", "12")
    return (view["carrier"] or "").startswith(seat) and any(
        move["type"] in ("kick", "move") and move["to"][1:] in rows for move in case.game.legal(turned, seat)
    )


def _is_at(case: Case, cell: str) -> bool:
    view = case.game.view(_after(case), None)
    return view["ball"] == cell and (view["carrier"] or "").startswith(case.seat)


def _is_nearer(case: Case, cell: str) -> bool:
    rows = int(cell[1:]) - int(case.view["ball"][1:])
    return _is_at(case, cell) and (rows > 0 if case.seat == "home" else rows < 0)


def _theirs_steal_now(case: Case) -> bool:
    """Whether an opponent could steal fairly, had the side on turn done nothing."""
    wire = case.game.to_wire(_going_on(case)) | {"phase": "turn", "chain": []}
    rival = other(case.seat)
    turned = case.game.from_wire(wire | {"active": rival, "to_act": [rival]})
    return bool(_fair_steals(case, turned, rival))


def _wins_it(case: Case, cell: str) -> bool:
    start = case.view["pieces"][case.move["piece"]]
    fouls = any(event["type"] in ("foul", "yellow", "red") for _, events in case.after for event in events)
    held = (case.view["carrier"] or "").startswith(other(case.seat))
    return held and _is_straight(start, cell) and _is_at(case, cell) and not fouls


def _takes_it(case: Case) -> bool:
    return case.view["carrier"] is None and case.game.view(_after(case), None)["carrier"] == case.move["piece"]


def _steals_next(case: Case, cell: str, ball: str) -> bool:
    state = _after(case)
    wire = case.game.to_wire(state) | {"phase": "turn", "active": case.seat, "to_act": [case.seat]}
    return case.view["ball"] == ball and cell in _fair_steals(case, case.game.from_wire(wire), case.seat)


def _apart(one: str, two: str) -> int:
    return max(abs(ord(one[0]) - ord(two[0])), abs(int(one[1:]) - int(two[1:])))


def _comes_nearer(case: Case, ball: str, n: int, m: int) -> bool:
    start = case.view["pieces"][case.move["piece"]]
    end = case.game.view(_after(case), None)["pieces"][case.move["piece"]]
    return case.view["ball"] == ball and (_apart(end, ball), _apart(start, ball)) == (n, m) and n < m


def _closes(case: Case, ball: str) -> bool:
    rival = other(case.seat)
    same = case.game.view(_after(case), None)["ball"] == ball == case.view["ball"]
    return same and _scoring(case, _going_on(case), rival) and not _scoring(case, _after(case), rival)


CLAIMS: Final[Mapping[str, Callable[..., bool]]] = {
    "The way is open: it is a goal.": lambda case: case.every(
        lambda state, events: any(event["type"] == "goal" for event in events)
    ),
    "A fair steal: the ball is yours at {cell}.": _wins_it,
    "A fair steal: the ball is yours at {cell}, and the way to the goal is open.": lambda case, cell: (
        _wins_it(case, cell) and _scoring(case, _after(case), case.seat)
    ),
    "The way to the goal is open from {cell}, and nobody can steal fairly there.": lambda case, cell: (
        _is_at(case, cell) and _scoring(case, _after(case), case.seat) and not _theirs_steal_after(case)
    ),
    "{cell} is nearer to their goal, and nobody can steal fairly there.": lambda case, cell: (
        _is_nearer(case, cell) and not _theirs_steal_after(case)
    ),
    "{cell} is nearer to their goal.": _is_nearer,
    "They can steal fairly at {ball}, not at {cell}.": lambda case, ball, cell: (
        case.view["ball"] == ball and _is_at(case, cell) and _theirs_steal_now(case) and not _theirs_steal_after(case)
    ),
    "Nobody can steal the ball fairly at {cell}.": lambda case, cell: (
        _is_at(case, cell) and not _theirs_steal_after(case)
    ),
    "It takes the ball.": _takes_it,
    "From {ball} their way to your goal is open now; this closes it.": _closes,
    "From {cell} it can steal the ball fairly, if it is still at {ball}.": _steals_next,
    "It comes nearer to the ball at {ball}: {n} away instead of {m}.": _comes_nearer,
}
