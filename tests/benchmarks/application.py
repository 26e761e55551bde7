"""The application for the load driver: the tests' small game, and no flood limit (a driver is faster than people)."""

from tests.live.application import application

# The application sets Django up; only then may the rooms be imported.
from matches import consumers  # isort: skip

consumers.CREDITS = 1e9

__all__ = ["application"]
