"""Positions of FUBA set up by hand for scenarios (section 12, scenario set-ups)."""

from collections.abc import Mapping
from typing import Any

from engines.core.seats import SEATS
from engines.fuba.board import CELL_NAMES, CENTRE, FAVOURITE, PIECES
from engines.fuba.options import DEFAULT_FORMATION, FORMATION_NAMES, Frame
from engines.fuba.state import PERIODS, State
from engines.fuba.wire import CONTRACT

_REPLACED = frozenset(("snapshot", "setup", "movement", "target"))
"""Objects that an override replaces whole; all others merge key by key."""


def set_up(
    overrides: Mapping[str, Any] | None, options: Mapping[str, Any] | None, terms: Mapping[str, Any] | None
) -> State:
    """Set up the base line, then ``overrides`` and their consequences. Raises BadState, BadOptions."""
    overrides_read, pieces_only = CONTRACT.base(overrides)
    position = _base(Frame(options, terms), pieces_only)
    for key, value in overrides_read.items():
        old = position[key]
        if isinstance(value, Mapping) and isinstance(old, dict) and key not in _REPLACED:
            position[key] = {**old, **value}
        else:
            position[key] = value
    if position["period"] == "shootout" and "shootout" not in overrides_read:
        position["shootout"] = {"home": [], "away": []}
    _complete(position)
    _take_off_the_sent_off(position, overrides_read.get("pieces"))
    if "snapshot" not in overrides_read:
        position["snapshot"] = position["pieces"]
    if "minute" not in overrides_read:
        position["minute"] = _first_minute(position)
    if "to_act" not in overrides_read:
        position["to_act"] = _to_act(position)
    return CONTRACT.read(position)


_DEFAULTS: dict[str, dict[str, Any]] = {
    "snapshot": dict.fromkeys(PIECES),
    "setup": {"adjust_left": 2, "adjusted": []},
    "movement": {"option": None, "left": 0, "next": None, "extra": False},
    "target": {"via": None},
}
"""Optional keys of an object that is replaced whole."""


def _complete(position: dict[str, Any]) -> None:
    for key, defaults in _DEFAULTS.items():
        if isinstance(position[key], Mapping) and position[key]:
            position[key] = {**defaults, **position[key]}


def _take_off_the_sent_off(position: dict[str, Any], sent_off_pieces: Any) -> None:
    """Take sent-off players of the base line off the pitch; those named by overrides stay and are refused."""
    pieces, sent_off = position["pieces"], position["sent_off"]
    if not isinstance(pieces, dict) or not isinstance(sent_off, list | tuple):
        return  # read names the fault
    for piece in sent_off:
        if (
            isinstance(piece, str)
            and piece in pieces
            and not (isinstance(sent_off_pieces, Mapping) and piece in sent_off_pieces)
        ):
            pieces[piece] = None


def _base(frame: Frame, pieces_only: bool) -> dict[str, Any]:
    position = CONTRACT.write(State(frame=frame))
    formation = FORMATION_NAMES[DEFAULT_FORMATION]
    position |= {
        "phase": "target",
        "attacking": "home",
        "first_kick_off": "home",
        "formations": {"home": formation, "away": formation},
        "ball": CELL_NAMES[CENTRE],
        "ball_die": 3,
        "game_turn": 1,
    }
    if not pieces_only:
        position["pieces"] = {
            piece: CELL_NAMES[zone] for piece, zone in zip(position["pieces"], FAVOURITE, strict=True)
        }
    return position


def _first_minute(position: dict[str, Any]) -> int:
    if position["period"] not in PERIODS[:4]:
        return 1
    try:
        return Frame(position["options"], position["terms"]).starts[PERIODS.index(position["period"])]
    except ValueError:
        return 1  # read names the fault


def _to_act(position: dict[str, Any]) -> list[Any]:
    if position["phase"] == "formation":
        sealed = position["sealed"]
        return [seat for seat in SEATS if not (isinstance(sealed, Mapping) and sealed.get(seat) is not None)]
    if position["phase"] == "finished":
        return []
    if position["phase"] == "penalty_dive":
        return [seat for seat in SEATS if seat != position["attacking"]]
    for key in ("movement", "setup"):
        if isinstance(position[key], Mapping):
            return [position[key].get("seat")]
    return [] if position["attacking"] is None else [position["attacking"]]
