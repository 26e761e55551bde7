"""The fixed cast of the tests: an organiser, two players, a stranger and a referee, all with the same password."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from django.contrib.auth.hashers import PBKDF2PasswordHasher, make_password

from league.players.models import User

PASSWORD = "a long enough password"
QUICK_HASH = 1000
"""Times that a password is hashed where it need not be safe: Django's million takes a third of a second."""


@cache
def _hashed(iterations: int) -> str:
    """``PASSWORD`` hashed once a run: hashing it for each account of each test would take most of the suite's time."""
    return make_password(PASSWORD)


def account(name: str) -> User:
    """An account called ``name`` whose password is ``PASSWORD``."""
    user = _unsaved(name)
    user.save(force_insert=True)
    return user


def _unsaved(name: str) -> User:
    return User(
        username=name, email=f"{name}@example.org", password=_hashed(PBKDF2PasswordHasher.iterations), nickname=name
    )


@dataclass(frozen=True)
class Cast:
    """The people that tests speak of."""

    organiser: User
    anna: User
    bruno: User
    stranger: User
    referee: User

    @classmethod
    def make(cls) -> Cast:
        """All five, saved at once: three thousand tests ask for them."""
        five = [_unsaved(name) for name in ("organiser", "anna", "bruno", "stranger", "referee")]
        return cls(**{user.username: user for user in User.objects.bulk_create(five)})
