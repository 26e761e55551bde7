"""The base class of refusals: each has a sentence for a person, a code for a program and an HTTP status."""

from typing import Any


class LeagueError(ValueError):
    """A refusal; nothing changed. ``str(error)`` is the sentence in the reader's language."""

    code = "refused"
    status = 409

    def members(self) -> dict[str, Any]:
        """Return the extra members of the API's problem document beside sentence, code and status."""
        return {}
