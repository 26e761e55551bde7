"""Fixtures for every suite: the fixed cast (organiser, two players, a stranger, a referee)."""

from __future__ import annotations

import pytest


@pytest.fixture
def cast(db):
    """``cast.organiser``, ``cast.anna``, ``cast.bruno``, ``cast.stranger``, ``cast.referee``: accounts."""
    from tests.cast import Cast

    return Cast.make()
