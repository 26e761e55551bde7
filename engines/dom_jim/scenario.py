"""Positions of Dom Jim set up by hand. Source: DJ-14.8."""

from collections.abc import Mapping
from typing import Any, Final

from engines.core.errors import BadState, show
from engines.core.setting_up import begin, complete, no_kicks, put, take_off
from engines.dom_jim.board import CELLS, CODE, NAMES, PIECE, PIECES, SIDE, SPOT
from engines.dom_jim.state import State
from engines.dom_jim.turns import watched
from engines.dom_jim.wire import CONTRACT

_OTHER_ACTS: Final = ("offside", "penalty", "shootout")


def set_up(
    overrides: Mapping[str, Any] | None, options: Mapping[str, Any] | None, terms: Mapping[str, Any] | None
) -> State:
    """Set up the initial position with home to move, then ``overrides`` and their consequences.

    Raises BadState, BadOptions.
    """
    wire, position, alone = begin(CONTRACT, State, overrides, options, terms)
    if "to_act" in position:
        raise BadState("to_act follows from the phase and cannot be given (DJ-14.8)")
    _check_names(position.get("pieces", {}))
    if alone:
        wire["pieces"] = dict.fromkeys(PIECES)
    put(wire, position, whole=("options", "terms"))
    take_off(wire["pieces"], wire["sent_off"])
    _ball(wire, position)
    _phase(wire, position)
    if "possession" not in position:
        holder = wire["carrier"]
        wire["possession"] = holder[:4] if isinstance(holder, str) and holder in PIECE else None
    attacking = wire["attacking"]
    if wire["phase"] == "finished":
        wire["to_act"] = []
    elif isinstance(attacking, str) and attacking in SIDE:
        wire["to_act"] = [NAMES[1 - SIDE[attacking]] if wire["phase"] in _OTHER_ACTS else attacking]
    state = CONTRACT.read(wire)
    if "watch" not in position and wire["phase"] == "turn":
        state.watch = watched(state, state.attacking)
    return state


def _check_names(placed: Any) -> None:  # JSON from outside
    if not isinstance(placed, Mapping):
        raise BadState(f"pieces must be an object, not {show(placed)}")
    for name in placed:
        if name not in PIECE:
            raise BadState(f"there is no figure {show(name)}")


def _ball(wire: dict[str, Any], position: Mapping[str, Any]) -> None:
    """Complete the ball: its cell from a carrier, or its carrier from the figure on its cell."""
    pieces = wire["pieces"]
    carrier = wire["carrier"]
    if "carrier" in position and "ball" not in position and isinstance(carrier, str) and carrier in pieces:
        if pieces[carrier] is None:
            raise BadState(f"carrier {carrier} is off the board")
        wire["ball"] = pieces[carrier]
    elif "carrier" not in position and isinstance(wire["ball"], str) and wire["ball"] in CODE:
        offside = wire["offside"] if isinstance(wire["offside"], list) else []  # who is offside holds no ball (DJ-9.3)
        wire["carrier"] = next((name for name in PIECES if pieces[name] == wire["ball"] and name not in offside), None)


def _phase(wire: dict[str, Any], position: Mapping[str, Any]) -> None:
    phase, attacking = wire["phase"], wire["attacking"]
    if phase in ("penalty", "shootout"):
        if isinstance(attacking, str) and attacking in SIDE:
            wire["ball"] = CELLS[SPOT[1 - SIDE[attacking]]]
        wire["carrier"] = None
    if phase == "shootout":
        complete(wire, position, period="shootout", shootout=no_kicks(), shootout_first=attacking)
    elif phase == "finished":
        complete(wire, position, period="finished", attacking=None)
