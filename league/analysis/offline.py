"""The analysis board in a browser without a server: what its script asks, answered by the worker. Knows no Django.

``packaging/offline/boards.js`` calls it; the answers are those of the site (``league.analysis.boards``).
"""

import json
from collections.abc import Callable
from typing import Any, Final

import msgspec

from engines.core.errors import EngineError
from league.analysis import boards
from matches.errors import MatchError
from matches.offline.checking import NotOver
from matches.offline.host import Kept
from matches.replay.line import story_by


def _of_match(asked: dict[str, Any]) -> dict[str, Any]:
    """Return the tree of a finished match that the browser has kept. Raises NotOver, OtherRules."""
    kept = msgspec.convert(asked, Kept)
    if kept.match.status != "finished":
        raise NotOver("This match is not over. Play it to its end first.")
    story = story_by(kept.match, kept.log, kept.match.version)
    return {"tree": boards.board(story.played, versions=story.versions, first=story.first)}


_ANSWERS: Final[dict[str, Callable[[dict[str, Any]], dict[str, Any]]]] = {
    "step": lambda asked: boards.step_asked(asked, json.loads),
    "tree": boards.tree_asked,
    "match": _of_match,
    "advice": lambda asked: boards.advice(asked.get("position", ""), asked.get("bot", "")),
}


def answer(about: str, asked: str) -> str:
    """Answer a question (``about``: a name of ``_ANSWERS``), JSON in and out; ``error``: the sentence of a refusal."""
    try:
        return json.dumps(_ANSWERS[about](json.loads(asked)))
    except (EngineError, MatchError) as refused:
        return json.dumps({"error": str(refused)})
