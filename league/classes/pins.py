"""PINs and class codes. A PIN is derived from the server's secret key and a card's nonce, and never stored."""

import secrets
from typing import Final

from django.utils.crypto import constant_time_compare, salted_hmac

DIGITS: Final = 6
LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Without I, L, O, 0 and 1."""
CODE: Final = 6
_SALT: Final = "league.classes.pin"


def new_nonce() -> str:
    return secrets.token_urlsafe(24)


def pin_of(nonce: str) -> str:
    digest = salted_hmac(_SALT, nonce, algorithm="sha256").digest()
    return str(int.from_bytes(digest, "big") % 10**DIGITS).zfill(DIGITS)


def is_pin(nonce: str, typed: str) -> bool:
    """Return whether ``typed`` is the PIN, with any separators between its digits."""
    return constant_time_compare(pin_of(nonce), "".join(sign for sign in typed if sign.isdigit()))


def format_pin(pin: str) -> str:
    """Format a PIN for print: "123 456"."""
    return f"{pin[:3]} {pin[3:]}"


def new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _sign in range(CODE))


def read_code(typed: str) -> str:
    """Normalise ``typed`` to a code: capitals, no separators."""
    return "".join(sign for sign in typed.upper() if sign.isalnum())
