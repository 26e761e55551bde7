"""A small OpenID Connect provider in a thread of the test: discovery, keys, tokens and what it tells of people."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import secrets
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

CLIENT = "tabellone"
SECRET = "the secret of a test"


@dataclass
class Provider:
    """The provider's answers, and the questions it was asked. ``person`` is signed in at it."""

    url: str = ""
    person: dict[str, Any] = field(default_factory=lambda: {"sub": "1"})
    told: dict[str, Any] | None = None
    """The answer of ``/userinfo``; None: as the id token."""
    codes: dict[str, dict[str, str]] = field(default_factory=dict)
    spoilt: dict[str, Any] = field(default_factory=dict)
    """By path: bytes or JSON in place of the true answer, or a function that makes it of the true one."""
    moved: dict[str, str] = field(default_factory=dict)
    """By path: where it redirects to."""
    key: Any = field(default_factory=lambda: rsa.generate_private_key(public_exponent=65537, key_size=2048))

    def app(self, provider_id: str = "club") -> dict[str, Any]:
        """The provider as the settings name it."""
        settings = {"server_url": self.url}
        return {
            "provider_id": provider_id,
            "name": "Club login",
            "client_id": CLIENT,
            "secret": SECRET,
            "settings": settings,
        }

    def authorize(self, address: str) -> str:
        """Sign the person in at once; return where the browser is sent back to."""
        asked = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        assert asked["client_id"] == CLIENT and asked["response_type"] == "code" and "openid" in asked["scope"].split()
        assert asked["code_challenge_method"] == "S256"
        code = secrets.token_urlsafe()
        self.codes[code] = asked
        return f"{asked['redirect_uri']}?{urlencode({'code': code, 'state': asked['state']})}"

    def token(self, form: dict[str, str]) -> dict[str, Any] | None:
        """The tokens for a code, once, to the client that proves its secret and its verifier."""
        asked = self.codes.pop(form.get("code", ""), None)
        if asked is None or form.get("client_secret") != SECRET or form["redirect_uri"] != asked["redirect_uri"]:
            return None
        digest = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        if base64.urlsafe_b64encode(digest).rstrip(b"=").decode() != asked["code_challenge"]:
            return None
        now = int(time.time())
        claims = {"iss": self.url, "aud": CLIENT, "iat": now, "exp": now + 60, **self.person}
        id_token = jwt.encode(claims, self.key, algorithm="RS256", headers={"kid": "one"})
        return {"access_token": "access", "token_type": "Bearer", "expires_in": 60, "id_token": id_token}

    def answer(self, method: str, path: str, form: dict[str, str]) -> Any:
        """The JSON of an address, or None."""
        if path == "/.well-known/openid-configuration":
            return {
                "issuer": self.url,
                "authorization_endpoint": f"{self.url}/authorize",
                "token_endpoint": f"{self.url}/token",
                "userinfo_endpoint": f"{self.url}/userinfo",
                "jwks_uri": f"{self.url}/keys",
                "token_endpoint_auth_methods_supported": ["client_secret_post"],
            }
        if path == "/keys":
            public = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(self.key.public_key()))
            return {"keys": [{**public, "kid": "one", "use": "sig", "alg": "RS256"}]}
        if path == "/userinfo":
            return self.person if self.told is None else self.told
        return self.token(form) if (method, path) == ("POST", "/token") else None


@contextlib.contextmanager
def serving() -> Iterator[Provider]:
    """A provider on a free port."""
    provider = Provider()

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_args: Any) -> None:
            pass

        def _answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
            form = {name: values[0] for name, values in parse_qs(body).items()}
            parts = urlsplit(self.path)
            if parts.path == "/authorize":
                self.send_response(302)
                self.send_header("Location", provider.authorize(self.path))
                self.end_headers()
                return
            if parts.path in provider.moved:
                self.send_response(307)
                self.send_header("Location", provider.moved[parts.path])
                self.end_headers()
                return
            reply = provider.answer(self.command, parts.path, form)
            self.send_response(200 if reply is not None else 400)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            told = reply or {"error": "invalid_grant"}
            if parts.path in provider.spoilt:
                other = provider.spoilt[parts.path]
                told = other(told) if callable(other) else other
            with contextlib.suppress(ConnectionError):  # who asked may leave before the end
                self.wfile.write(told if isinstance(told, bytes) else json.dumps(told).encode())

        do_GET = do_POST = _answer

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    provider.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, name="provider", daemon=True)
    thread.start()
    try:
        yield provider
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)
