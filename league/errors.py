"""The base class of refusals: each has a sentence for a person, a code for a program and an HTTP status."""

from __future__ import annotations

from typing import Any


class LeagueError(ValueError):
    """A refusal; nothing changed. ``str(error)`` is the sentence, in the reader's language."""

    code = "refused"
    status = 409
    """The HTTP status that says the same."""

    def members(self) -> dict[str, Any]:
        """Return what the API's problem document has beside sentence, code and status."""
        return {}
