"""Sign-in by token: ``Authorization: Bearer tb_...``.

A token reads everything that its bot may read. It may write only what the view names (``token_scopes``: method ->
scope) and the token holds; everything else is refused with a sentence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from league.api.throttles import NotedThrottle
from league.players.models import ApiToken, User
from league.players.verbs.robots import REQUESTS_A_MINUTE, token_of

if TYPE_CHECKING:  # the views of REST framework import this module, by its settings
    from rest_framework.views import APIView


class BearerAuthentication(BaseAuthentication):
    """Authentication of a bot by its token."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """Return the bot and its token, or None without one. Raises AuthenticationFailed, PermissionDenied."""
        parts = get_authorization_header(request).decode("latin-1").split()
        if not parts or parts[0].lower() != "bearer":
            return None
        token = token_of(parts[1]) if len(parts) == 2 else None
        if token is None:
            raise AuthenticationFailed("This token opens nothing: it is wrong, or it was revoked.")
        view = (request.parser_context or {}).get("view")
        if request.method not in SAFE_METHODS:
            needed = getattr(view, "token_scopes", {}).get(request.method)
            if needed is None:
                raise PermissionDenied("No token may do this: it is for people.")
            if needed not in token.scopes:
                raise PermissionDenied(f"This needs the scope {needed}; this token has {', '.join(token.scopes)}.")
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # registers itself by its base
    """The token's security scheme in the OpenAPI document."""

    target_class = "league.players.api.tokens.BearerAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


class TokenThrottle(NotedThrottle):
    """Limit of requests a minute for one token."""

    scope = "token"
    rate = f"{REQUESTS_A_MINUTE}/min"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        """Return the counter of the token, or None for requests without one, which are not counted here."""
        token: Any = request.auth
        return f"throttle_token_{token.pk}" if isinstance(token, ApiToken) else None
