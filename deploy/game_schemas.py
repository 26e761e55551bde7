"""The schemas of the games' positions and events, as they are published: ``python -m deploy.game_schemas`` writes them.

After a change of a game's ``wire.py`` or ``events.py``.
"""

import json
from typing import Any

import engines
from deploy.environment import ROOT
from engines.core.schema import schema_of
from engines.dom_jim.events import EVENTS as DOM_JIM
from engines.fuba.events import EVENTS as FUBA
from engines.six_a_side.events import EVENTS as SIX_A_SIDE
from engines.soccer_tactics.events import EVENTS as SOCCER_TACTICS
from engines.super_goal.events import EVENTS as SUPER_GOAL

PUBLISHED = ROOT / "docs" / "notation"
EVENTS = {
    "super_goal": SUPER_GOAL,
    "dom_jim": DOM_JIM,
    "six_a_side": SIX_A_SIDE,
    "fuba": FUBA,
    "soccer_tactics": SOCCER_TACTICS,
}


def schema(slug: str) -> dict[str, Any]:
    """Return the schema of the game ``slug``."""
    return schema_of(engines.get(slug), EVENTS[slug])


def text(slug: str) -> str:
    """Return the published file of the game ``slug``."""
    return json.dumps(schema(slug), indent=1) + "\n"


if __name__ == "__main__":
    PUBLISHED.mkdir(exist_ok=True)
    for game in engines.games():
        (PUBLISHED / f"{game}.schema.json").write_text(text(game))
