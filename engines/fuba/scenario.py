"""Positions of FUBA set up by hand for scenarios (section 12, scenario set-ups)."""

from collections.abc import Mapping
from typing import Any

from engines.core.seats import SEATS
from engines.core.setting_up import begin, complete, no_kicks, put, take_off
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
    position, given, alone = begin(CONTRACT, State, overrides, options, terms)
    _base_line(position, alone)
    put(position, given, _REPLACED)
    if position["period"] == "shootout":
        complete(position, given, shootout=no_kicks())
    _complete(position)
    _take_off_the_sent_off(position, given.get("pieces"))
    complete(position, given, snapshot=position["pieces"], minute=_first_minute(position), to_act=_to_act(position))
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


def _take_off_the_sent_off(position: dict[str, Any], placed: Any) -> None:
    """Take sent-off players of the base line off the pitch; those placed by overrides stay and are refused."""
    sent_off = position["sent_off"]
    if isinstance(placed, Mapping) and isinstance(sent_off, list | tuple):
        sent_off = [name for name in sent_off if not (isinstance(name, str) and name in placed)]
    take_off(position["pieces"], sent_off)


def _base_line(position: dict[str, Any], alone: bool) -> None:
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
    if not alone:
        position["pieces"] = {
            piece: CELL_NAMES[zone] for piece, zone in zip(position["pieces"], FAVOURITE, strict=True)
        }


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
