"""Positions of Super Goal! set up by hand. Source: SG section 16, ``setup``."""

from collections.abc import Mapping
from typing import Any, Final

from engines.core.seats import Wire
from engines.super_goal.board import NAMES, SIDE
from engines.super_goal.options import frame
from engines.super_goal.state import State
from engines.super_goal.wire import CONTRACT


def set_up(
    overrides: Mapping[str, Any] | None, options: Mapping[str, Any] | None, terms: Mapping[str, Any] | None
) -> State:
    """Set up the base line, then ``overrides`` and the consequences of the phase.

    ``star``, ``score`` and ``expulsions`` are merged key by key. Raises BadState, BadOptions.
    """
    position, _ = CONTRACT.base(overrides)  # this game has no pieces
    wire = CONTRACT.write(State(frame=frame(options, terms)))
    for key, value in position.items():
        if key in ("star", "score", "expulsions") and isinstance(value, Mapping):
            wire[key] = {**wire[key], **value}
        else:
            wire[key] = value
    phase = wire["phase"]
    if "restart" not in position:
        kick_off = phase == "attack" and wire["ball"] == "C6"
        wire["restart"] = "kick_off" if kick_off else _RESTART.get(phase) if isinstance(phase, str) else None
    if phase == "shootout":
        for key, value in (
            ("period", "shootout"),
            ("shootout", {"home": [], "away": []}),
            ("first_kicker", wire["attacking"]),
        ):
            if key not in position:
                wire[key] = value
    elif phase == "finished":
        for key, value in (("period", "finished"), ("attacking", None), ("ball", None)):
            if key not in position:
                wire[key] = value
    if "to_act" not in position:
        wire["to_act"] = _acting(wire)
    return CONTRACT.read(wire)


_RESTART: Final = {"keeper_throw": "keeper_throw", "penalty": "penalty", "shootout": "penalty"}


def _acting(wire: Wire) -> list[str]:
    if wire["phase"] == "finished" or wire["attacking"] not in NAMES:
        return []
    side = SIDE[wire["attacking"]]
    return [NAMES[1 - side if wire["phase"] in ("react", "intervene") else side]]
