"""The cast at these tables are guests: no password has to be hashed for each test."""

from __future__ import annotations

import pytest


@pytest.fixture
def cast(db):
    """The fixed cast, as guests."""
    from league.players.models import User
    from tests.cast import Cast

    names = ("organiser", "anna", "bruno", "stranger", "referee")
    return Cast(**{name: User.objects.create(kind="guest", nickname=name) for name in names})


@pytest.fixture(autouse=True)
def same_dice(fixed_dice):
    """A match that is played at random here is the same one in each run."""
