"""Reasons of FUBA's coach, read on the engine: each roll is made, and the players of a zone are counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engines.core.dice import ScriptedDice
from engines.core.seats import Seat, other
from tests.engines.coach_reading import Case


def _event(events: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    return next((event for event in events if event["type"] == kind), {})


def _played(case: Case, move: Mapping[str, Any], *values: int) -> tuple[Any, list[dict[str, Any]]]:
    state, events = case.game.apply(case.state, case.seat, move, ScriptedDice(list(values), seed=5))
    return state, events


def _keeping(case: Case, move: Mapping[str, Any]) -> list[Any]:
    """Positions after the rolls that keep the ball; equal dice take no time."""
    rolls = [_played(case, move, value, value) for value in range(1, 7)]
    return [state for state, events in rolls if _event(events, "control").get("outcome") == "kept"]


def _keeps(case: Case, n: int) -> bool:
    return len(_keeping(case, case.move)) == n


def _keeps_most(case: Case, n: int) -> bool:
    others = [len(_keeping(case, move)) for move in case.moves if move != case.move]
    return _keeps(case, n) and all(n > kept for kept in others)


def _shoots_from(case: Case, n: int, zone: str) -> bool:
    for state in _keeping(case, case.move):
        position = state
        if case.game.view(position, None)["phase"] == "receive":
            step = case.game.legal(position, case.seat)[0]
            position, _events = case.game.apply(position, case.seat, step, ScriptedDice([], seed=5))
        if {"type": "shoot"} not in case.game.legal(position, case.seat):
            return False
        if case.game.view(position, None)["ball"] != zone:
            return False
    return _keeps(case, n)


def _scoring(case: Case, n: int) -> bool:
    """So many single rolls of a shot score; the second die of a difficult shot shows no six."""
    events = [_played(case, {"type": "shoot"}, value, 1)[1] for value in range(1, 7)]
    return sum(bool(_event(happened, "goal")) for happened in events) == n


def _may_move(case: Case, move: Mapping[str, Any]) -> int:
    players: int = _event(_played(case, move)[1], "movement")["players"]
    return players


def _moves_most(case: Case, n: int) -> bool:
    others = [_may_move(case, move) for move in case.moves if move != case.move]
    return _may_move(case, case.move) == n and all(n > fewer for fewer in others)


def _players(pieces: Mapping[str, str | None], seat: Seat, zone: str) -> int:
    return sum(piece.startswith(seat) and at == zone for piece, at in pieces.items())


def _counted(case: Case, zone: str, a: int, b: int) -> bool:
    """So many players of both sides are in ``zone`` right after the move, and more of one's own than before."""
    start, end = case.view["pieces"][case.move["piece"]], case.move["to"]
    pieces = case.view["pieces"] | {case.move["piece"]: end}
    counts = _players(pieces, case.seat, zone), _players(pieces, other(case.seat), zone)
    return end == zone != start and counts == (a, b) and _weighs_more(case, case.move)


def _box(case: Case) -> str:
    return "C5" if case.view["attacking"] == "home" else "C1"


def _weight(case: Case, pieces: Mapping[str, str | None], zone: str) -> tuple[int, int]:
    """What the rules make of a zone: its control modifier where the ball is, who leads in the box (FU-4.11 and 25)."""
    mine, theirs = _players(pieces, case.seat, zone), _players(pieces, other(case.seat), zone)
    control = lead = 0
    if zone == case.view["ball"] and mine != theirs:
        more, fewer = max(mine, theirs), min(mine, theirs)
        control = (2 if more >= 2 * fewer else 1) * (1 if mine > theirs else -1)
    if zone == _box(case):
        passive = other(case.view["attacking"])
        if pieces[f"{passive}.gk"] == zone:
            mine, theirs = (mine - 1, theirs) if passive == case.seat else (mine, theirs - 1)
        lead = (mine > theirs) - (mine < theirs)
    return control, lead


def _weighs_more(case: Case, move: Mapping[str, Any]) -> bool:
    """Whether the player counts for more where he goes, at the ball or in the box under attack."""
    zone, pieces = move["to"], case.view["pieces"]
    before, after = _weight(case, pieces, zone), _weight(case, pieces | {move["piece"]: zone}, zone)
    return after[0] > before[0] if zone == case.view["ball"] else after[1] > before[1]


def _nobody_weighs_more(case: Case) -> bool:
    walks = [move for move in case.moves if move["type"] in ("move", "free_move")]
    return not any(_weighs_more(case, move) for move in walks)


def _still(case: Case, zone: str, a: int, b: int) -> bool:
    pieces = case.view["pieces"] | {case.move["piece"]: case.view["ball"]}
    left = case.view["pieces"][case.move["piece"]] == zone
    return left and (_players(pieces, case.seat, zone), _players(pieces, other(case.seat), zone)) == (a, b) and a >= b


CLAIMS: Final[Mapping[str, Callable[..., bool]]] = {
    "{n} of 6 rolls keep the ball, and you can shoot from {zone}.": _shoots_from,
    "{n} of 6 rolls keep the ball, more than for any other target.": _keeps_most,
    "{n} of 6 rolls keep the ball.": _keeps,
    "{n} of 6 rolls score.": _scoring,
    "Of 6 rolls of a shot, {n} would score.": _scoring,
    "It moves the most of your players: {n}.": _moves_most,
    "Players who can then move: {n}.": lambda case, n: _may_move(case, case.move) == n,
    "Then you are {a} against {b} at the ball in {zone}.": lambda case, zone, a, b: (
        zone == case.view["ball"] and _counted(case, zone, a, b)
    ),
    "Then you are {a} against {b} in {zone}, the box under attack.": lambda case, zone, a, b: (
        zone == _box(case) and _counted(case, zone, a, b)
    ),
    "No move left here would give you a better count at the ball or in the box under attack.": _nobody_weighs_more,
    "In {zone}, where the player leaves, you are still {a} against {b}.": _still,
}
