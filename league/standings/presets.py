"""Rules of real competitions, and the house rules, as versioned data (``presets.json``).

A preset never changes once published: a change in the regulations is a new preset with its own date, so that a
competition keeps the rules under which it was played. Keys: ``name``, ``since`` (when the regulation came into
force), ``source`` (the paragraph), ``points``, ``criteria`` (see ``criteria``), ``cards`` (the disciplinary scale),
``playoff_after`` (boundaries that are played off), ``unplayed`` (the edition of the rule on unplayed rounds,
``swiss.EDITIONS``), ``superseded_by`` (the preset offered in its place).

``fide-swiss/2023-first`` is a former misreading of ``fide-swiss/2023``: it is no longer offered, and only
competitions that had ended under it have it.
"""

import json
from pathlib import Path
from typing import Any, Final

Preset = dict[str, Any]  # JSON, see above

PRESETS: Final[dict[str, Preset]] = json.loads(Path(__file__).with_name("presets.json").read_bytes())

HOUSE: Final = "house/1"

OFFERED: Final = tuple(key for key, rules in PRESETS.items() if "superseded_by" not in rules)
"""The presets with which a competition can begin."""


def of_swiss(key: str) -> bool:
    """Return whether these rules look at the opponents chosen by pairing, and so fit Swiss rounds only."""
    return "buchholz" in PRESETS[key]["criteria"]


def preset(key: str) -> Preset:
    """Return the preset called ``key``. Raises ValueError naming the known ones."""
    if key not in PRESETS:
        raise ValueError(f"unknown rules {key!r}: one of {', '.join(PRESETS)}")
    return PRESETS[key]
