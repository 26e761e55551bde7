"""The code that mutants are put into, and the tests that are to find them."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
PURE = {"league/formats": 0.3, "league/standings": 0.3, "league/ratings": 0.1}
"""Areas without a database. Shares of the sample: ratings are 200 lines, each other area over 2,000."""
VERBS = {"league/competitions/verbs": 0.3}
TESTS_OF_PURE = ("tests/league/pure",)
TESTS_OF_VERBS = (
    "tests/league/competitions",
    "tests/league/seasons",
    "tests/league/delivery/test_telling.py",
    "tests/security/test_limits.py",
    "tests/security/test_organiser_resets.py",
    "tests/web/test_joining.py",
)
