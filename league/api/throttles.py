"""Rate limits of the API's requests: those of everybody, and those by the names that views give them.

What each counts is noted for the headers ``RateLimit`` and ``RateLimit-Policy`` (``matches.limits.headers_of``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework.request import Request
from rest_framework.throttling import AnonRateThrottle, BaseThrottle, SimpleRateThrottle, UserRateThrottle

from matches import limits

if TYPE_CHECKING:  # the views of REST framework import this module, by its settings
    from rest_framework.views import APIView


class NotedThrottle(SimpleRateThrottle):
    """A throttle of REST framework that notes what it counted."""

    per = "account"

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Count the request, and note how many are left and when the next one is free again."""
        self.history: list[float] = []
        allowed: bool = super().allow_request(request, view)
        amount, duration = self.parse_rate(self.rate)
        if self.history and amount is not None and duration is not None:
            left = amount - len(self.history) if allowed else 0
            seconds = duration - (self.now - self.history[-1])
            rate = limits.Rate(amount, duration, self.per)
            limits.note(request, [limits.Use(self.scope or "", rate, left, max(1, round(seconds)))])
        return allowed


class VisitorThrottle(NotedThrottle, AnonRateThrottle):
    """The limit of an address without a session."""

    per = "visitor"


class AccountThrottle(NotedThrottle, UserRateThrottle):
    """The limit of an account, a guest or a bot."""


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
