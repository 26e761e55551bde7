"""A passkey without a device: makes the answers that a browser sends for ``navigator.credentials``."""

from __future__ import annotations

import hashlib
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData

FLAG = AuthenticatorData.FLAG


@dataclass
class Passkey:
    """One key pair; its counter goes up with each use."""

    owner: str = ""
    """The user handle that it tells: the account's id."""
    counter: int = 0
    rp_id: str = "localhost"
    origin: str = "https://localhost"
    asks_person: bool = True
    """Whether it verifies the person, by finger or PIN."""
    credential_id: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    key: Any = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def _client_data(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}).encode()

    def _about(self, attested: bytes = b"") -> AuthenticatorData:
        flags = FLAG.UP | (FLAG.UV if self.asks_person else 0) | (FLAG.AT if attested else 0)
        return AuthenticatorData.create(hashlib.sha256(self.rp_id.encode()).digest(), flags, self.counter, attested)

    def _credential(self, response: dict[str, str]) -> str:
        name = websafe_encode(self.credential_id)
        extensions = {"credProps": {"rk": True}}
        whole = {"id": name, "rawId": name, "type": "public-key", "response": response}
        return json.dumps({**whole, "clientExtensionResults": extensions, "authenticatorAttachment": "platform"})

    def register(self, challenge: str) -> str:
        """Return the credential of ``navigator.credentials.create``."""
        public = ES256.from_cryptography_key(self.key.public_key())
        attested = AttestedCredentialData.create(bytes(16), self.credential_id, public)
        attestation = AttestationObject.create("none", self._about(attested), {})
        data = websafe_encode(self._client_data("webauthn.create", challenge))
        return self._credential({"clientDataJSON": data, "attestationObject": websafe_encode(attestation)})

    def sign(self, challenge: str) -> str:
        """Return the credential of ``navigator.credentials.get``."""
        self.counter += 1
        about, data = self._about(), self._client_data("webauthn.get", challenge)
        signature = self.key.sign(about + hashlib.sha256(data).digest(), ec.ECDSA(hashes.SHA256()))
        names = {"clientDataJSON": data, "authenticatorData": about, "signature": signature}
        response = {name: websafe_encode(value) for name, value in names.items()}
        return self._credential({**response, "userHandle": websafe_encode(self.owner.encode())})
