"""Quick passwords: these tests sign in so often that hashing as a server does would take minutes."""

import pytest
from django.contrib.auth.hashers import make_password

from tests import cast


@pytest.fixture(autouse=True)
def quick_passwords(settings, monkeypatch):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    monkeypatch.setattr(cast, "_hashed", lambda: make_password(cast.PASSWORD))
