"""The site's key for proofs, and its signatures: Ed25519."""

from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.utils.encoding import force_bytes

_INFO: Final = b"league.competitions.proof"
"""Keeps this key apart from others derived of SECRET_KEY."""


def _key() -> Ed25519PrivateKey:
    derived = HKDF(hashes.SHA256(), 32, None, _INFO).derive(force_bytes(settings.SECRET_KEY))
    return Ed25519PrivateKey.from_private_bytes(derived)


def public_key() -> str:
    """Return the site's public key in hex. It changes with SECRET_KEY."""
    return _key().public_key().public_bytes_raw().hex()


def signature_of(digest: str) -> str:
    """Sign a hash (hex) with the site's key; return the signature in hex."""
    return _key().sign(digest.encode()).hex()


def is_signed(digest: str, signature: str, public: str) -> bool:
    """Return whether ``signature`` of ``digest`` was made by the holder of ``public`` (all in hex)."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(bytes.fromhex(signature), digest.encode())
    except (InvalidSignature, ValueError):
        return False
    return True
