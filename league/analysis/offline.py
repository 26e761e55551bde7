"""The analysis board in a browser without a server: what its script asks, answered by the worker. Knows no Django.

``packaging/offline/boards.js`` calls it; the answers are those of the site (``league.analysis.boards``).
"""

import json
from collections.abc import Callable
from typing import Any, Final

from engines.core.errors import EngineError
from league.analysis import boards

_ANSWERS: Final[dict[str, Callable[[dict[str, Any]], dict[str, Any]]]] = {
    "step": lambda asked: boards.step_asked(asked, json.loads),
    "tree": boards.tree_asked,
    "advice": lambda asked: boards.advice(asked.get("position", ""), asked.get("bot", "")),
}


def answer(about: str, asked: str) -> str:
    """Answer the question ``about`` a step, a tree or advice, JSON in and out; ``error``: the sentence of a refusal."""
    try:
        return json.dumps(_ANSWERS[about](json.loads(asked)))
    except EngineError as refused:
        return json.dumps({"error": str(refused)})
