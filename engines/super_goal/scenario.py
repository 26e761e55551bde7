"""Positions of Super Goal! set up by hand. Source: SG section 16, ``setup``."""

from collections.abc import Mapping
from typing import Any, Final

from engines.core.seats import Wire
from engines.core.setting_up import begin, complete, no_kicks, put
from engines.super_goal.board import NAMES, SIDE
from engines.super_goal.state import State
from engines.super_goal.wire import CONTRACT


def set_up(
    overrides: Mapping[str, Any] | None, options: Mapping[str, Any] | None, terms: Mapping[str, Any] | None
) -> State:
    """Set up the base line, then ``overrides`` and the consequences of the phase.

    ``star``, ``score`` and ``expulsions`` are merged key by key. Raises BadState, BadOptions.
    """
    wire, position, _ = begin(CONTRACT, State, overrides, options, terms)  # this game has no pieces
    put(wire, position, whole=("options", "terms"))
    phase = wire["phase"]
    if "restart" not in position:
        kick_off = phase == "attack" and wire["ball"] == "C6"
        wire["restart"] = "kick_off" if kick_off else _RESTART.get(phase) if isinstance(phase, str) else None
    if phase == "shootout":
        complete(wire, position, period="shootout", shootout=no_kicks(), first_kicker=wire["attacking"])
    elif phase == "finished":
        complete(wire, position, period="finished", attacking=None, ball=None)
    if "to_act" not in position:
        wire["to_act"] = _acting(wire)
    return CONTRACT.read(wire)


_RESTART: Final = {"keeper_throw": "keeper_throw", "penalty": "penalty", "shootout": "penalty"}


def _acting(wire: Wire) -> list[str]:
    if wire["phase"] == "finished" or wire["attacking"] not in NAMES:
        return []
    side = SIDE[wire["attacking"]]
    return [NAMES[1 - side if wire["phase"] in ("react", "intervene") else side]]
