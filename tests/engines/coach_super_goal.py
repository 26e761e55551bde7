"""Reasons of Super Goal!'s coach, read on the engine: every face of every die is rolled and played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from engines.core.dice import ScriptedDice
from engines.core.seats import other
from tests.engines.coach_reading import Case

Faces = list[list[tuple[Any, list[dict[str, Any]]]]]
"""By face of the die: each way to play it on (the sides of its arrow), as position and events."""


def _rolled(case: Case, move: Mapping[str, Any], state: Any = None, seat: Any = None) -> Faces:
    """Roll the die of ``move`` once with each face; opponents who might stop it let it pass."""
    game, me = case.game, seat or case.seat
    faces: Faces = []
    for value in range(1, 7):
        position, events = game.apply(state or case.state, me, move, ScriptedDice([value], seed=value))
        if game.view(position, me)["phase"] == "react":
            position, events = game.apply(position, other(me), {"type": "decline"}, ScriptedDice([value], seed=value))
        if game.view(position, me)["phase"] != "direction" or game.to_act(position) != (me,):
            faces.append([(position, events)])
            continue
        ways = []
        for side in game.legal(position, me):
            end, more = game.apply(position, me, side, ScriptedDice([], seed=value))
            ways.append((end, [*events, *more]))
        faces.append(ways)
    return faces


def _event(events: list[dict[str, Any]], kind: str) -> dict[str, Any] | None:
    return next((event for event in events if event["type"] == kind), None)


def _ends(faces: Faces) -> list[list[tuple[Any, str]]]:
    """By face: positions and cells where the ball stops with the attack, without a tackle."""
    kept = []
    for ways in faces:
        ends = []
        for state, events in ways:
            arrow, flight = _event(events, "arrow"), _event(events, "pass")
            assert arrow and flight
            if flight["completed"] and arrow["symbol"] is None:
                ends.append((state, flight["to"]))
        kept.append(ends)
    return kept


def _count(case: Case, good: Callable[[Any, str], bool]) -> int:
    return sum(any(good(state, cell) for state, cell in ends) for ends in _ends(_rolled(case, case.move)))


def _row(case: Case, cell: str) -> int:
    return int(cell[1:]) if case.seat == "home" else 12 - int(cell[1:])


def _in_area(case: Case, cell: str) -> bool:
    return cell[0] in "BCD" and _row(case, cell) >= 10


def _can_shoot(case: Case, state: Any) -> bool:
    return {"type": "shoot"} in case.game.legal(state, case.seat)


def _keeps_most(case: Case, n: int) -> bool:
    kept = {str(move): sum(map(bool, _ends(_rolled(case, move)))) for move in case.moves if move["type"] == "roll"}
    own = kept.pop(str(case.move))
    return own == n and all(own > fewer for fewer in kept.values())


def _on_target(case: Case, n: int) -> bool:
    shots = [_event(ways[0][1], "shot") for ways in _rolled(case, case.move)]
    return n == sum(shot is not None and shot["outcome"] in ("on_target", "unstoppable") for shot in shots)


def _on_target_alone(case: Case, n: int) -> bool:
    """On target, and no defender comes to the ball on those faces."""
    for ((state, events),) in _rolled(case, case.move):
        shot = _event(events, "shot")
        assert shot
        pending = case.game.view(state, None)["pending"] or {}
        if shot["outcome"] in ("on_target", "unstoppable") and (
            _event(events, "defence") or pending.get("kind") in ("block", "tackle")
        ):
            return False
    return _on_target(case, n)


def _results(case: Case, kind: str, key: str, good: tuple[str, ...]) -> int:
    """How many faces of the die of the move have one of these results."""
    events = [_event(ways[0][1], kind) for ways in _rolled(case, case.move)]
    return sum(event is not None and event[key] in good for event in events)


def _mine_without_roll(case: Case) -> bool:
    return case.every(lambda state, events: state.attacking == (case.seat == "away") and not _event(events, "arrow"))


def _free_kick(case: Case, cell: str) -> bool:
    def given(state: Any, events: list[dict[str, Any]]) -> bool:
        view = case.game.view(state, case.seat)
        mine = view["attacking"] == case.seat and view["restart"] == "free_kick"
        return mine and view["ball"] == cell and not _event(events, "arrow")

    return case.every(given)


def _star_goal(case: Case, n: int) -> bool:
    """A goal at once on all faces of the opponents' new star die but ``n``."""
    goals = [bool(_event(events, "goal")) for ((_, events),) in _rolled(case, case.move)]
    return goals.count(False) == n


def _lost_without(case: Case, n: int) -> bool:
    """The opponents' declared roll loses the ball on ``n`` faces, on either side; the die stays."""
    lost = 0
    for value in range(1, 7):
        state, events = case.game.apply(case.state, case.seat, case.move, ScriptedDice([value], seed=value))
        rival, ways = other(case.seat), [(state, events)]
        if case.game.view(state, None)["phase"] == "direction":
            ways = [
                case.game.apply(state, rival, side, ScriptedDice([], seed=value))
                for side in case.game.legal(state, rival)
            ]
        symbol = (_event(events, "arrow") or {})["symbol"]
        flights = [_event([*events, *more], "pass") for _, more in ways]
        lost += not any(flight and flight["to"] and symbol != "X" for flight in flights)
        if case.game.view(state, None)["star"] != case.view["star"] and not _event(events, "defence"):
            return False
    return lost == n


def _wide_without(case: Case, n: int) -> bool:
    return _results(case, "shot", "outcome", ("wide",)) == n


def _lands(case: Case, side: str) -> tuple[Any, str | None]:
    state, events = case.game.apply(case.state, case.seat, {"type": "choose", "side": side}, ScriptedDice([], seed=1))
    flight = _event(events, "pass")
    assert flight
    return state, flight["to"]


def _two_sides(case: Case) -> tuple[tuple[Any, str | None], tuple[Any, str | None]]:
    sides = [move["side"] for move in case.moves if move["type"] == "choose"]
    instead = next(side for side in sides if side != case.move["side"])
    return _lands(case, case.move["side"]), _lands(case, instead)


def _sides_are(case: Case, cell: str, instead: str) -> bool:
    (_, here), (_, there) = _two_sides(case)
    return (here, there) == (cell, instead)


def _shoots_from(case: Case, cell: str, instead: str) -> bool:
    (state, _), (missed, _) = _two_sides(case)
    return _sides_are(case, cell, instead) and _can_shoot(case, state) and not _can_shoot(case, missed)


def _only_this_side(case: Case) -> bool:
    (_, here), (_, there) = _two_sides(case)
    return here is not None and there is None


CLAIMS: Final[Mapping[str, Callable[..., bool]]] = {
    "{n} of 6 faces bring the ball into their penalty area.": lambda case, n: (
        n == _count(case, lambda state, cell: _in_area(case, cell))
    ),
    "{n} of 6 faces bring the ball to where you can shoot.": lambda case, n: (
        n == _count(case, lambda state, cell: _can_shoot(case, state))
    ),
    "It keeps the ball on {n} of 6 faces, more than any other roll.": _keeps_most,
    "It keeps the ball on {n} of 6 faces.": lambda case, n: n == _count(case, lambda state, cell: True),
    "{n} of 6 faces bring the ball nearer to their goal.": lambda case, n: (
        n == _count(case, lambda state, cell: _row(case, cell) > _row(case, case.view["ball"]))
    ),
    "{n} of 6 faces are on target, and no defender stands between.": _on_target_alone,
    "{n} of 6 faces are on target.": _on_target,
    "{n} of 6 faces score.": lambda case, n: (
        n == sum(bool(_event(ways[0][1], "goal") or _scored(ways[0][1])) for ways in _rolled(case, case.move))
    ),
    "The blue die wins the ball or clears it on {n} of 6 faces.": lambda case, n: (
        n == _results(case, "defence", "result", ("steal", "clear"))
    ),
    "The azure die keeps the ball out on {n} of 6 faces.": lambda case, n: (
        n == 6 - sum(bool(_event(ways[0][1], "goal")) for ways in _rolled(case, case.move))
    ),
    "They do not roll, and the ball is yours.": _mine_without_roll,
    "They do not roll: a free kick for you at {cell}.": _free_kick,
    "A free kick for you at {cell}.": _free_kick,
    "The ball is yours, whatever the dice say.": _mine_without_roll,
    "The shot is saved, whatever the dice say.": lambda case: case.every(
        lambda state, events: state.score == case.state.score and state.attacking == (case.seat == "away")
    ),
    "The ball goes to {cell}, in their penalty area.": lambda case, cell: (
        _in_area(case, cell) and case.every(lambda state, events: case.game.view(state, None)["ball"] == cell)
    ),
    "A shot on target without a roll, and no defender stands between.": lambda case: case.every(
        lambda state, events: (
            (_event(events, "shot") or {}).get("outcome") == "on_target" and not _event(events, "defence")
        )
    ),
    "A goal, unless their new star die shows a face that stops it: {n} of 6.": _star_goal,
    "A penalty, unless the VAR refuses it: {n} of 6.": lambda case, n: (
        {event["confirmed"] for _, events in case.after if (event := _event(events, "var"))} == {True, False} and n == 1
    ),
    "They lose the ball on {n} of 6 faces without it, and you keep the star die.": _lost_without,
    "Their shot goes wide on {n} of 6 faces, and you keep the star die.": _wide_without,
    "On the other side the ball leaves the pitch.": _only_this_side,
    "{cell} is in their penalty area, {other} is not.": lambda case, **cells: (
        _sides_are(case, cells["cell"], cells["other"])
        and _in_area(case, cells["cell"])
        and not _in_area(case, cells["other"])
    ),
    "You can shoot from {cell}, not from {other}.": lambda case, **cells: _shoots_from(
        case, cells["cell"], cells["other"]
    ),
    "{cell} is nearer to the middle than {other}.": lambda case, **cells: (
        _sides_are(case, cells["cell"], cells["other"])
        and abs("ABCDE".index(cells["cell"][0]) - 2) < abs("ABCDE".index(cells["other"][0]) - 2)
    ),
}


def _scored(events: list[dict[str, Any]]) -> bool:
    kick = _event(events, "shootout_kick") or {}
    return bool(kick.get("scored"))
