"""The site for the browser tests: a password is hashed a thousand times, not a million, which takes a third of a second
at each sign-up and sign-in.
"""

from __future__ import annotations

from django.contrib.auth.hashers import PBKDF2PasswordHasher

from deploy.asgi import application
from tests.cast import QUICK_HASH

PBKDF2PasswordHasher.iterations = QUICK_HASH

__all__ = ["application"]
