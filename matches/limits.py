"""Limits on requests and open connections of an address or account.

``settings.LIMITS`` names them: ``"guest": "30/m/address,300/d/address"`` refuses the 31st request of one address in a
minute; ``"60/open/visitor"`` is a number of connections open at the same time, in each web process. Requests are
counted in Valkey, in windows that begin with the first request; without Valkey nothing is refused. Nothing is counted
while ``settings.RATE_LIMITS`` is off.
"""

import hashlib
import logging
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, wraps
from http import HTTPStatus
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any, Concatenate, Final, ParamSpec, Protocol, TypeVar

import redis
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

log = logging.getLogger("matches.limits")

P = ParamSpec("P")
R = TypeVar("R", bound=HttpResponseBase)

IPV6_PREFIX: Final = 64
"""Bits of an IPv6 address that belong to one customer, whose machines choose the rest freely."""
SECONDS: Final = {"s": 1, "m": 60, "h": 3600, "d": 86400}
_RATE: Final = re.compile(r"(\d+)/(?:(\d*)([smhd])|open)/(address|visitor|account|key)")


class TooManyRequests(Exception):
    """A limit is reached; ``seconds`` until the next request is accepted."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"too many requests: try again in {seconds} seconds")
        self.seconds = seconds


class Asking(Protocol):
    """The sender of a request, as Django and REST framework give it."""

    META: dict[str, Any]
    user: Any  # a user of any model, or anonymous


@dataclass(frozen=True)
class Rate:
    """At most ``amount`` in ``seconds`` (0: open at the same time) for each ``per``.

    ``per`` is ``address``, everybody at one network address; ``visitor``, those of them who are not signed in;
    ``account``, somebody signed in; ``key``, a word that the caller names, such as the code of a class.
    """

    amount: int
    seconds: int
    per: str


@dataclass(frozen=True)
class Use:
    """What a request has used of one rate of the limit ``name``: requests ``left``, and seconds until more are."""

    name: str
    rate: Rate
    left: int
    seconds: int


USES: Final = "tabellone.limits"
"""Key of a request's META: the uses of all limits that counted it."""


def note(request: Asking, uses: Iterable[Use]) -> None:
    """Keep what ``request`` has used of its limits."""
    request.META.setdefault(USES, []).extend(uses)


def headers_of(request: Asking) -> dict[str, str]:
    """Return ``RateLimit-Policy`` and ``RateLimit`` of an answer (IETF draft-ietf-httpapi-ratelimit-headers).

    None if no limit counted the request. Several rates of one limit are told apart by whom and by how long they count.
    """
    uses: list[Use] = request.META.get(USES, [])
    several = Counter(use.name for use in uses)
    named = [
        (use.name if several[use.name] == 1 else f"{use.name}-{use.rate.per}-{use.rate.seconds}", use) for use in uses
    ]
    if not named:
        return {}
    return {
        "RateLimit-Policy": ", ".join(f'"{name}";q={use.rate.amount};w={use.rate.seconds}' for name, use in named),
        "RateLimit": ", ".join(f'"{name}";r={use.left};t={use.seconds}' for name, use in named),
    }


@cache
def rates(text: str) -> tuple[Rate, ...]:
    """Parse "30/m/address,300/d/address". Raises ValueError naming the wrong part."""
    parsed = []
    for part in text.split(","):
        match = _RATE.fullmatch(part.strip())
        if match is None:
            raise ValueError(
                f"{part.strip()!r} is no limit: write amount/period/whom, as 30/10m/address, with a period of "
                "s, m, h, d or open, and address, visitor, account or key"
            )
        amount, count, unit, per = match.groups()
        parsed.append(Rate(int(amount), int(count or 1) * SECONDS[unit] if unit else 0, per))
    return tuple(parsed)


def network(address: str) -> str:
    """Return the counted address: IPv6 by its /64, IPv4 inside IPv6 as IPv4."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(IPv6Network((int(parsed), IPV6_PREFIX), strict=False))


def _owner(rate: Rate, address: str, user: Any, key: str) -> str | None:
    """Return the address, account or key that ``rate`` counts here; None if it does not apply."""
    signed_in = user is not None and user.is_authenticated
    if rate.per == "account":
        return str(user.pk) if signed_in else None
    if rate.per == "key":
        return hashlib.sha256(key.encode()).hexdigest() if key else None
    if rate.per == "visitor" and signed_in:
        return None
    return network(address)


def _counters(request: Asking, name: str, key: str) -> list[tuple[str, Rate]]:
    """List the Valkey keys that count this request, each with its rate."""
    if not settings.RATE_LIMITS:
        return []
    counters = []
    for rate in rates(settings.LIMITS[name]):
        owner = _owner(rate, request.META.get("REMOTE_ADDR", ""), request.user, key)
        if owner is not None:
            key_start = f"{settings.KEY_PREFIX}:limit:{name}:{rate.amount}/{rate.seconds}/{rate.per}:{owner}"
            counters.append((key_start, rate))
    return counters


@cache
def _valkey() -> redis.Redis:
    return redis.Redis.from_url(settings.VALKEY_URL, socket_connect_timeout=1, socket_timeout=1)


def _longest(counters: list[tuple[str, Rate]], counts: Iterable[int], left: Iterable[int]) -> int:
    """Return the seconds until every counter accepts the next request."""
    over = [
        max(1, seconds)
        for (_key, rate), count, seconds in zip(counters, counts, left, strict=True)
        if count > rate.amount
    ]
    return max(over, default=0)


def take(request: Asking, name: str, key: str = "") -> int:
    """Count a request under the limit ``name``; return the seconds to wait, 0 if it may go on."""
    counters = _counters(request, name, key)
    if not counters:
        return 0
    try:
        with _valkey().pipeline(transaction=False) as pipe:
            for key_start, rate in counters:
                pipe.incr(key_start)
                # After it: a counter whose time ends between two commands begins anew, and would have no end.
                pipe.expire(key_start, rate.seconds, nx=True)
                pipe.ttl(key_start)
            answers = pipe.execute()
    except redis.RedisError as error:
        log.warning("nothing is limited without Valkey: %s", error)
        return 0
    counts, left = answers[0::3], answers[2::3]
    note(
        request,
        [
            Use(name, rate, max(0, rate.amount - count), max(1, seconds))
            for (_key, rate), count, seconds in zip(counters, counts, left, strict=True)
        ],
    )
    return _longest(counters, counts, left)


def give_back(request: Asking, name: str, key: str = "") -> None:
    """Undo what ``take`` counted, where only failures count."""
    counters = _counters(request, name, key)
    try:
        with _valkey().pipeline(transaction=False) as pipe:
            for key_start, rate in counters:
                pipe.set(key_start, 1, ex=rate.seconds, nx=True)
                pipe.decr(key_start)
            pipe.execute()
    except redis.RedisError as error:
        log.warning("nothing is limited without Valkey: %s", error)


def check(request: Asking, name: str, key: str = "") -> None:
    """Count a request under the limit ``name``. Raises TooManyRequests."""
    seconds = take(request, name, key)
    if seconds:
        raise TooManyRequests(seconds)


def limited(
    name: str, methods: tuple[str, ...] = ("POST",)
) -> Callable[[Callable[Concatenate[HttpRequest, P], R]], Callable[Concatenate[HttpRequest, P], R]]:
    """Limit a view: requests by ``methods`` count under ``name``."""

    def decorate(view: Callable[Concatenate[HttpRequest, P], R]) -> Callable[Concatenate[HttpRequest, P], R]:
        @wraps(view)
        def answer(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> R:
            if request.method in methods:
                check(request, name)
            return view(request, *args, **kwargs)

        return answer

    return decorate


def minutes(seconds: int) -> int:
    return -(-seconds // 60)


def refusal(request: HttpRequest, seconds: int) -> HttpResponse:
    """Answer 429 with the page that says when to try again."""
    answer = render(request, "429.html", {"minutes": minutes(seconds)}, status=HTTPStatus.TOO_MANY_REQUESTS)
    answer["Retry-After"] = str(seconds)
    answer["Cache-Control"] = "no-store"
    return answer


class LimitsMiddleware:
    """Middleware that limits every form under ``form`` and answers limits reached in views.

    The REST API counts its requests itself (``REST_FRAMEWORK``, ``league.api.throttles.NamedThrottle``).
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method == "POST" and not request.path_info.startswith("/api/"):
            seconds = take(request, "form")
            if seconds:
                return refusal(request, seconds)
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answer 429 if a view raised TooManyRequests."""
        return refusal(request, error.seconds) if isinstance(error, TooManyRequests) else None


class Connections:
    """Open connections of one kind in this process, counted for each address and account."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._open: Counter[tuple[str, str]] = Counter()

    def owners(self, address: str, user: Any) -> list[tuple[str, str]]:  # a user of any model, or anonymous
        """List the owners that a connection of ``user`` from ``address`` counts for."""
        if not settings.RATE_LIMITS:
            return []
        each = [(rate.per, _owner(rate, address, user, "")) for rate in rates(settings.LIMITS[self.name])]
        return [(per, owner) for per, owner in each if owner is not None]

    def is_full(self, owners: list[tuple[str, str]]) -> bool:
        most = {rate.per: rate.amount for rate in rates(settings.LIMITS[self.name])}
        return any(self._open[owner] >= most[owner[0]] for owner in owners)

    def enter(self, owners: list[tuple[str, str]]) -> None:
        self._open.update(owners)

    def leave(self, owners: Iterable[tuple[str, str]]) -> None:
        for owner in owners:
            self._open[owner] -= 1
            if self._open[owner] <= 0:
                del self._open[owner]
