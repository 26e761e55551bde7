"""Web push encryption: the message for one browser (RFC 8291), the sender's signed token (RFC 8292). Pure."""

import base64
import json
import os
import struct
from typing import Final
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

RECORD: Final = 4096
LONGEST: Final = 3000
"""Bytes of a message that every push service accepts."""
TOKEN_SECONDS: Final = 12 * 3600


def encode(data: bytes) -> str:
    """Encode as base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Decode base64url, padded or not. Raises ValueError."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def new_key() -> str:
    """Create a private key of this site as PKCS #8 PEM."""
    key = ec.generate_private_key(ec.SECP256R1())
    plain = serialization.NoEncryption()
    return key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain).decode()


def load_key(pem: str) -> ec.EllipticCurvePrivateKey:
    """Load a key made by ``new_key``."""
    key = serialization.load_pem_private_key(pem.encode(), None)
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    return key


def public_bytes(key: ec.EllipticCurvePublicKey) -> bytes:
    """Return the 65 bytes of a public key, as browsers write it."""
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def read_browser(p256dh: str, auth: str) -> tuple[ec.EllipticCurvePublicKey, bytes]:
    """Parse the key and the secret that a browser sent. Raises ValueError if they are invalid."""
    secret = decode(auth)
    if len(secret) != 16:
        raise ValueError("the secret must have 16 bytes")
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(p256dh)), secret


def encrypt(message: bytes, p256dh: str, auth: str) -> bytes:
    """Encrypt ``message`` for the browser with this key and secret (aes128gcm, one record). Raises ValueError."""
    if len(message) > LONGEST:
        raise ValueError(f"at most {LONGEST} bytes, not {len(message)}")
    theirs, secret = read_browser(p256dh, auth)
    own = ec.generate_private_key(ec.SECP256R1())
    salt, sender = os.urandom(16), public_bytes(own.public_key())
    key, nonce = keys_of(own.exchange(ec.ECDH(), theirs), secret, public_bytes(theirs), sender, salt)
    sealed = AESGCM(key).encrypt(nonce, message + b"\x02", None)  # 2 marks the last record
    return salt + struct.pack("!LB", RECORD, len(sender)) + sender + sealed


def keys_of(shared: bytes, secret: bytes, receiver: bytes, sender: bytes, salt: bytes) -> tuple[bytes, bytes]:
    """Derive key and nonce of a message (RFC 8291, 3.4)."""
    key_material = _derived(secret, shared, b"WebPush: info\0" + receiver + sender, 32)
    return (
        _derived(salt, key_material, b"Content-Encoding: aes128gcm\0", 16),
        _derived(salt, key_material, b"Content-Encoding: nonce\0", 12),
    )


def _derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def authorization(pem: str, endpoint: str, contact: str, now: float) -> str:
    """Return the header that identifies this site to the service of ``endpoint``; ``contact`` is our address for it."""
    key, split = load_key(pem), urlsplit(endpoint)
    claims = {"aud": f"{split.scheme}://{split.netloc}", "exp": int(now) + TOKEN_SECONDS, "sub": contact}
    signed = ".".join(encode(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    r, s = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    token = f"{signed}.{encode(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"
    return f"vapid t={token}, k={encode(public_bytes(key.public_key()))}"
