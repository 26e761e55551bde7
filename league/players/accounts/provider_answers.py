"""What a sign-in provider answers: fetched within bounds, and passed on only as far as it is understood."""

import io
import json
import time
from typing import Any, Final
from urllib.parse import urlsplit

import jwt
from allauth.core import context
from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.db import close_old_connections
from jwt.types import Options
from requests import PreparedRequest, RequestException, Response
from requests.adapters import BaseAdapter
from requests.structures import CaseInsensitiveDict

from league import outgoing

MOST: Final = 256 * 1024
"""Bytes of an answer."""
LONGEST: Final = 190
"""Characters of what an account keeps of a provider's words."""
_YEAR: Final = 366 * 24 * 3600
_ENDPOINTS: Final = ("authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri")


class NotUnderstood(RequestException):
    """An answer that is too long, leads elsewhere, or lacks what it must say."""


class ProviderAnswers(BaseAdapter):
    """The transport of requests to a provider: one deadline, bounded bytes, no redirects, HTTPS alone.

    A request of ours waits for the provider, so it holds no connection to the database meanwhile: a provider that is
    silent would keep those of all other pages.
    """

    def send(
        self,
        request: PreparedRequest,
        stream: bool = False,
        timeout: Any = None,
        verify: Any = True,
        cert: Any = None,
        proxies: Any = None,
    ) -> Response:
        """Return the provider's answer. Raises RequestException."""
        split = urlsplit(_checked(request.url))
        secure = split.scheme == "https"
        port = split.port or (443 if secure else 80)
        target = outgoing.Target(secure, split.hostname or "", port, request.path_url)
        body = request.body.encode() if isinstance(request.body, str) else b""
        headers = {name: str(value) for name, value in request.headers.items()}
        headers |= {"Accept": "application/json", "Accept-Encoding": "identity"}
        if isinstance(context.request, ASGIRequest):  # a test's client goes on with its own connection
            close_old_connections()
        try:
            reply = outgoing.exchange(
                request.method or "GET",
                target,
                body,
                headers,
                seconds=settings.OUTWARD_SECONDS,
                most=MOST + 1,
            )
        except outgoing.Unreachable as error:
            raise RequestException(f"{target.host}: {error or 'too slow'}") from error
        if 300 <= reply.status < 400:
            raise NotUnderstood(f"{target.host} leads elsewhere")
        answer = Response()
        answer.status_code, answer.url, answer.request = reply.status, request.url or "", request
        answer.headers = CaseInsensitiveDict({"Content-Type": "application/json"})
        answer.raw = io.BytesIO(_understood(request, reply.body) if reply.status < 300 else b"")
        return answer

    def close(self) -> None:
        """Close nothing: each connection ends with its answer."""


def _understood(request: PreparedRequest, body: bytes) -> bytes:
    """Return what allauth reads of an answer. Raises NotUnderstood."""
    try:
        if len(body) > MOST:
            raise ValueError("it is too long")
        told = json.loads(body)
        if not isinstance(told, dict):
            raise TypeError("it is no object")
        if "/.well-known/" in (request.url or ""):
            kept = _configuration(told)
        else:
            kept = _tokens(told) if request.method == "POST" else _person(told)
    except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError, jwt.PyJWTError) as error:
        raise NotUnderstood(f"the answer of {request.url} is not understood: {error!r}"[:500]) from error
    return json.dumps(kept).encode()


def _checked(address: Any) -> str:
    """Return ``address`` if it is one that may be asked. Raises NotUnderstood."""
    try:
        split = urlsplit(address) if isinstance(address, str) else None
        fits = split is not None and bool(split.hostname) and (split.port is None or split.port > 0)
    except ValueError:
        split, fits = None, False
    schemes = ("https", "http") if settings.OUTWARD_PRIVATE else ("https",)
    if split is None or not fits or split.scheme not in schemes or not address.isprintable():
        raise NotUnderstood(f"{address!r:.200} is no address that begins with {' or '.join(schemes)}")
    return str(address)


def _configuration(told: dict[str, Any]) -> dict[str, Any]:
    methods = told.get("token_endpoint_auth_methods_supported", ["client_secret_basic"])
    return {
        "issuer": _text(told["issuer"]),
        **{name: _checked(told[name]) for name in _ENDPOINTS},
        "token_endpoint_auth_methods_supported": [method for method in methods if isinstance(method, str)],
    }


def _tokens(told: dict[str, Any]) -> dict[str, Any]:
    """Return the tokens. Raises if the id token is of another time; allauth checks for whom and from whom it is.

    Its signature is not asked for: it comes from the provider itself, over TLS (OpenID Connect Core 3.1.3.7).
    """
    checks: Options = {"verify_signature": False, "verify_exp": True, "verify_nbf": True}
    checks["require"] = ["exp", "iat", "sub"]
    claims = jwt.decode(told["id_token"], options=checks)
    if claims["exp"] > time.time() + _YEAR:
        raise ValueError("the id token lasts for more than a year")
    _text(claims["sub"])
    access = told["access_token"]
    if not isinstance(access, str) or not access.isascii() or not access.isprintable():
        raise ValueError("the access token fits into no header")
    return {"access_token": access, "id_token": told["id_token"], "token_type": "Bearer"}


def _person(told: dict[str, Any]) -> dict[str, Any]:
    """Return what is told of a person, without the words that are of another kind than they should be."""
    person: dict[str, Any] = {"sub": _text(told["sub"])}
    for name in ("preferred_username", "email"):
        try:
            person[name] = _text(told.get(name))
        except ValueError:
            continue
    # Some providers write a string; any other, also "false", would count as true.
    verified = told.get("email_verified")
    person["email_verified"] = verified is True or verified == "true"
    return person


def _text(value: Any) -> str:
    """Return ``value`` if it is a text of one line, not empty and not too long. Raises ValueError."""
    if not isinstance(value, str) or not 0 < len(value) <= LONGEST or not value.isprintable():
        raise ValueError(f"{value!r:.60} is no text")
    return value
