"""Positions of Soccer Tactics set up by hand. Source: ST-15.6."""

from collections.abc import Mapping
from typing import Any, Final

from engines.core.errors import BadState, show
from engines.core.setting_up import begin, put, take_off
from engines.soccer_tactics.board import NAMES, PIECE, PIECES, PLACES, START
from engines.soccer_tactics.state import Restart, State
from engines.soccer_tactics.wire import CONTRACT

_STRIKERS: Final = {
    "home.gk": "D1",
    "home.f1": "D8",
    "home.f2": "F8",
    "away.gk": "D16",
    "away.f1": "B9",
    "away.f2": "G9",
}
_ROLLED: Final = ("attack_move", "attack_play", "capture", "defence_move")
_ATTACKER_ACTS: Final = (
    "attack_move",
    "attack_play",
    "capture",
    "penalty_kicker",
    "minor_foul",
    "free_kick_taker",
    "goal_kick_taker",
    "kick_off_keeper",
    "kick_off_kicker",
    "kick_off_striker",
)


def set_up(
    overrides: Mapping[str, Any] | None, options: Mapping[str, Any] | None, terms: Mapping[str, Any] | None
) -> State:
    """Set up the blank state, then ``overrides`` and their consequences. Raises BadState, BadOptions."""
    wire, position, alone = begin(CONTRACT, State, overrides, options, terms)
    for key in ("options", "terms"):
        position.pop(key, None)
    wire.update(phase="attack_move", attacking="home", first_kick="home", clock_turns=1)
    if not alone:
        places = {name: None if cell < 0 else PLACES[cell] for name, cell in zip(PIECES, START, strict=True)}
        wire["pieces"] = {**places, **_STRIKERS}
    put(wire, position)
    for name in wire["pieces"] if isinstance(wire["pieces"], Mapping) else ():
        if name not in PIECE:
            raise BadState(f"there is no piece {show(name)}")
    _restart(wire)
    take_off(wire["pieces"], wire["sent_off"])
    _ball(wire, position)
    if "to_act" not in position:
        wire["to_act"] = _to_act(wire)
    _apply_position(wire, position)
    _prepared(wire, position)
    return CONTRACT.read(wire)


def _restart(wire: dict[str, Any]) -> None:
    restart = wire["restart"]
    if isinstance(restart, Mapping):
        wire["restart"] = {**dict.fromkeys(Restart._fields), "seat": wire["attacking"], **restart}


def _ball(wire: dict[str, Any], position: Mapping[str, Any]) -> None:
    phase, attacking, pieces = wire["phase"], wire["attacking"], wire["pieces"]
    if phase in ("attack_move", "attack_play") and wire["carrier"] is None and attacking in NAMES:
        wire["carrier"] = f"{attacking}.f1"
    carrier = wire["carrier"]
    if "ball" not in position and isinstance(pieces, Mapping) and isinstance(carrier, str):
        wire["ball"] = pieces.get(carrier)
    if phase in (*_ROLLED, "defence") and wire["ball"] is None:
        raise BadState(f"phase {phase} needs a ball")
    if phase in _ROLLED and wire["roll"] is None:
        raise BadState(f"phase {phase} needs a roll")


def _prepared(wire: dict[str, Any], position: Mapping[str, Any]) -> None:
    """Complete what a set piece in preparation fixes."""
    restart, attacking = wire["restart"], wire["attacking"]
    if str(wire["phase"]).startswith("kick_off") and restart is None and attacking in NAMES:
        wire["restart"] = {**dict.fromkeys(Restart._fields), "kind": "kick_off", "seat": attacking}
    if not isinstance(restart, Mapping):
        return
    kind = restart["kind"]
    if kind == "corner" and restart["left"] is None:
        wire["restart"] = {**wire["restart"], "left": {"home": 3, "away": 3}}
    if "ball" not in position and wire["ball"] is None:
        if kind == "penalty":
            wire["ball"] = "spot16" if attacking == "home" else "spot1"
        else:
            wire["ball"] = restart["cell"]
    if wire["phase"] in ("free_kick_clear", "goal_kick_clear") and "carrier" not in position:
        wire["carrier"] = restart["taker"]


def _to_act(wire: Mapping[str, Any]) -> list[Any]:  # seats as given
    attacking, phase, restart = wire["attacking"], wire["phase"], wire["restart"]
    if phase == "finished":
        return []
    own = phase in _ATTACKER_ACTS or (
        phase == "keeper_place" and isinstance(restart, Mapping) and restart.get("kind") == "goal_kick"
    )
    return [attacking if own else "home" if attacking == "away" else "away"]


def _apply_position(wire: dict[str, Any], position: Mapping[str, Any]) -> None:
    if wire["phase"] in ("defence", "defence_move", "minor_foul") and "after" not in position:
        wire["after"] = "loose" if wire["carrier"] is None else "set"
