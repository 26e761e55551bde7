"""Positions of six-a-side set up by hand. Source: SX section 14, ``setup``."""

from collections.abc import Mapping
from typing import Any, Final

from engines.core.setting_up import begin, complete, no_kicks, put, take_off
from engines.six_a_side.board import AREA, CELLS, FORMATIONS, NAMES, PIECE, PIECES, SIDE, SPOT
from engines.six_a_side.state import State
from engines.six_a_side.wire import CONTRACT

_BOTH: Final = ("penalty", "shootout")


def set_up(
    overrides: Mapping[str, Any] | None, options: Mapping[str, Any] | None, terms: Mapping[str, Any] | None
) -> State:
    """Set up both sides in 2-1-2 with home on turn, then ``overrides`` and their consequences.

    Raises BadState, BadOptions.
    """
    wire, given, alone = begin(CONTRACT, State, overrides, options, terms)
    position = _with_penalty(given)
    line_up: dict[str, Any] = dict.fromkeys(PIECES)
    for side in (0, 1):
        for number, cell in enumerate(FORMATIONS[side]["2-1-2"]):
            line_up[PIECES[side * 7 + number]] = CELLS[cell]
    pieces = dict.fromkeys(PIECES) if alone else dict(line_up)
    wire.update(phase="turn", active="home", pieces=pieces, formation=dict(line_up))
    put(wire, position)
    take_off(wire["pieces"], wire["sent_off"])
    take_off(wire["formation"], wire["sent_off"])
    _sides(wire, position)
    return CONTRACT.read(wire)


def _with_penalty(position: dict[str, Any]) -> dict[str, Any]:
    """Complete what a penalty fixes: the side on turn, the ball on the spot, or the kicker with it (SX-7)."""
    kick, phase = position.get("penalty"), position.get("phase")
    if not isinstance(kick, Mapping) or phase not in ("keeper", "kicker", "penalty"):
        return position
    kick = {"kicker": None, "keeper": None, **kick}
    completed: dict[str, Any] = {"active": kick.get("awarded"), **position, "penalty": kick}
    if "carrier" not in position and phase == "penalty":
        completed["carrier"] = kick["kicker"]
    elif "ball" not in position and "carrier" not in position and completed["active"] in NAMES:
        completed["ball"] = CELLS[SPOT[1 - SIDE[completed["active"]]]]
    return completed


def _sides(wire: dict[str, Any], position: Mapping[str, Any]) -> None:
    """Complete ball, active side, keepers and seats to act, unless given."""
    pieces, carrier = wire["pieces"], wire["carrier"]
    if isinstance(carrier, str) and carrier in PIECE and isinstance(pieces, Mapping):
        wire["ball"] = pieces.get(carrier)
        if "attacking" not in position:
            wire["attacking"] = carrier.partition(".")[0]
    phase = wire["phase"]
    if phase == "kickoff" and "ball" not in position:
        wire["ball"] = "D6"
    if "bench" not in position and isinstance(pieces, Mapping):  # a substitute on the board has come on
        wire["bench"] = {seat: [name for name in wire["bench"][seat] if pieces.get(name) is None] for seat in NAMES}
    if "active" not in position:
        wire["active"] = None if phase in ("setup", "finished") else wire["attacking"] or "home"
    if isinstance(pieces, Mapping) and isinstance(wire["keeper"], Mapping):
        keeper = dict(wire["keeper"])
        keepers = position.get("keeper") if isinstance(position.get("keeper"), Mapping) else {}
        for side, seat in enumerate(NAMES):
            if seat not in (keepers or {}):
                keeper[seat] = next(
                    (
                        name
                        for name in PIECES[side * 7 : side * 7 + 7]
                        if isinstance(pieces.get(name), str) and pieces[name] in [CELLS[cell] for cell in AREA[side]]
                    ),
                    None,
                )
        wire["keeper"] = keeper
    if phase == "finished":
        complete(wire, position, period="finished")
    if phase == "shootout":
        kick = {"awarded": wire["active"], "reason": "shootout", "kicker": None, "keeper": None}
        complete(wire, position, period="shootout", shootout=no_kicks(), penalty=kick)
    if "to_act" not in position:
        wire["to_act"] = _to_act(wire)


def _to_act(wire: dict[str, Any]) -> list[str]:
    phase, active, pieces, picks = wire["phase"], wire["active"], wire["pieces"], wire["picks"]
    if phase == "finished":
        return []
    if phase == "setup" and isinstance(pieces, Mapping):
        return [
            seat
            for side, seat in enumerate(NAMES)
            if any(pieces.get(name) is None for name in PIECES[side * 7 : side * 7 + 6])
        ]
    if phase in _BOTH and isinstance(picks, Mapping):
        return [seat for seat in NAMES if picks.get(seat) is None]
    if not isinstance(active, str) or active not in SIDE:
        return []
    if phase == "keeper" and wire["penalty"] is not None:
        return [NAMES[1 - SIDE[active]]]
    return [active]
