"""Rate limits of the API's requests, by the names that views give them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from matches import limits

if TYPE_CHECKING:
    from rest_framework.views import APIView


class NamedThrottle(BaseThrottle):
    """The limits that a view names for its methods: ``limits = {"POST": "competition"}``.

    Pages that do the same count under the same name.
    """

    seconds = 0

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Count the request if its method has a limit."""
        name = getattr(view, "limits", {}).get(request.method)
        self.seconds = limits.take(request, name) if name else 0
        return not self.seconds

    def wait(self) -> float:
        """Return the seconds for ``Retry-After``."""
        return self.seconds
