"""Chance that is the same in each run."""

from __future__ import annotations

import itertools
import random
import secrets
from types import SimpleNamespace

import pytest

from matches import ids


def fix_dice(patch: pytest.MonkeyPatch, seed: str) -> None:
    """Let secrets, seeds and ids of this process come from ``seed`` until ``patch`` is undone."""
    chance, milliseconds = random.Random(seed), itertools.count(1_790_000_000_000)
    patch.setattr(ids, "os", SimpleNamespace(urandom=chance.randbytes))
    patch.setattr(ids, "time", SimpleNamespace(time_ns=lambda: next(milliseconds) * 1_000_000))
    patch.setattr(secrets, "token_bytes", lambda count=32: chance.randbytes(count))
    patch.setattr(secrets, "token_hex", lambda count=32: chance.randbytes(count).hex())
    patch.setattr(secrets, "randbelow", chance.randrange)
    patch.setattr(secrets, "randbits", chance.getrandbits)
    patch.setattr(secrets, "choice", chance.choice)
