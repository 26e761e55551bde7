"""The request and the match that a line of the log is about, known to every task and thread that works for them."""

from contextvars import ContextVar
from typing import Final

REQUEST: Final[ContextVar[str]] = ContextVar("request", default="")
"""Id of the request, which the proxy may have given it."""
MATCH: Final[ContextVar[str]] = ContextVar("match", default="")
