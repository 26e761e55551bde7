"""Pages for anonymous visitors: tagged, and answered with 304 before they are drawn.

A view that shows everybody the same returns the state behind its page (its *mark*) by one small query. The tag is made
of that, of the release, and of what the reader brings along: address, language, theme, time zone. A reader who has the
page of this tag is answered without drawing it; a drawn page is kept for a minute, since everybody who looks at a
changing table fetches it. A page that names somebody (a session, a message, a form's token, a nonce) is neither tagged
nor kept, and a browser that carries a session is never given a kept page.
"""

import hashlib
import logging
import time
from collections.abc import Callable, Sequence
from functools import cache, wraps
from typing import Any, Final

import redis
from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.cache import cache as store
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.csrf import get_token
from django.shortcuts import redirect
from django.template.response import SimpleTemplateResponse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from matches import maintenance
from matches.compat.csrf import token_was_drawn
from matches.store import replica

log = logging.getLogger("matches.pages.visitors")

Mark = Callable[..., Sequence[object] | None]
"""The state behind a page, from the request and the view's arguments; None: draw it without a tag."""
View = Callable[..., Any]

FRESH: Final = 300
"""Seconds after which a page is drawn again whatever its mark, for details such as a changed name."""
KEPT: Final = 60
"""Seconds that a drawn page is kept in Valkey."""
QUERY_BYTES: Final = 4_000_000
"""Bytes of pages with a query string that one process keeps within ``KEPT`` seconds: anybody can make up such addresses
by the thousand, and Valkey, which is also the tasks' broker, drops nothing when it is full."""
ALL_BYTES: Final = 32_000_000
"""The same for all pages: about 1,500, more than are drawn in a minute."""
THEMES: Final = ("light", "dark")
SOURCES: Final = ("engines", "matches", "league", "deploy", "templates", "static")
KINDS: Final = frozenset({".py", ".html", ".css", ".js", ".svg", ".mo", ".json", ".jsonl"})


def tagged(mark: Mark) -> Callable[[View], Callable[..., HttpResponseBase]]:
    """Tag a view whose page is the same for all anonymous visitors while ``mark`` is."""

    def decorate(view: View) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if not is_nobody(request):
                personal: HttpResponseBase = view(request, *args, **kwargs)
                return personal
            if "HX-Request" not in request.headers and replica.keeps_up():
                try:
                    with replica.reading():
                        return for_nobody(request, *args, **kwargs)
                except Http404:  # perhaps the copy does not know it yet
                    pass
                except DatabaseError as error:
                    log.warning("the copy of the database failed: %s", error)
                    replica.failed()
            return for_nobody(request, *args, **kwargs)

        def for_nobody(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            facts = mark(request, *args, **kwargs)
            if facts is None:
                plain: HttpResponseBase = view(request, *args, **kwargs)
                return plain
            tag = tag_of(request, view, facts)
            if tag in [etag.strip() for etag in request.headers.get("If-None-Match", "").split(",")]:
                return _with_tag(HttpResponse(status=304), tag)
            return _cached_answer(tag) or _drawn(request, view(request, *args, **kwargs), tag)

        return answer

    return decorate


def is_nobody(request: HttpRequest) -> bool:
    """Return whether the reader is anonymous: only looking, without a session or a waiting message."""
    carried = request.COOKIES
    return (
        request.method in ("GET", "HEAD")
        and settings.SESSION_COOKIE_NAME not in carried
        and CookieStorage.cookie_name not in carried
        and not request.user.is_authenticated
    )


def is_from_this_site(request: HttpRequest) -> bool:
    """Return whether a page of this site sent a form, as far as the browser says; all current ones do."""
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = request.headers.get("Origin")
    return (
        origin is None
        or origin == f"{request.scheme}://{request.get_host()}"
        or origin in settings.CSRF_TRUSTED_ORIGINS
    )


def surely_from_here(request: HttpRequest) -> bool:
    """Return whether the browser itself confirms that a page of this site sent the form.

    No other site can make it say so: as good as a token, for a page drawn before its reader signed in.
    """
    says = request.headers.get("Sec-Fetch-Site") == "same-origin" or "Origin" in request.headers
    return says and is_from_this_site(request)


def on_shared_page(view: View) -> Callable[..., HttpResponseBase]:
    """Take a form that makes a guest of an anonymous visitor, on a page that is the same for all and holds no token.

    Such a request is checked by its origin. Signed-in readers send the token, or press on such a page that is still
    open. A browser without any cookie gets one first, and sends the form once more by itself (307): so all taps on one
    button make one guest (``matches.verbs.guests.seat_user``). Taps before that answer are dropped by the browser
    itself, as it follows only the last answer.
    """
    protected = csrf_protect(view)

    @csrf_exempt
    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated:
            take = view if surely_from_here(request) else protected
            signed_in: HttpResponseBase = take(request, *args, **kwargs)
            return signed_in
        if not is_from_this_site(request):
            raise PermissionDenied
        if settings.CSRF_COOKIE_NAME not in request.COOKIES and "again" not in request.GET:
            get_token(request)
            return redirect(f"{request.path}?again=1", preserve_request=True)
        anonymous: HttpResponseBase = view(request, *args, **kwargs)
        return anonymous

    return answer


def tag_of(request: HttpRequest, view: View, facts: Sequence[object]) -> str:
    """Return the tag of a page that depends on ``facts``: weak, since pages are also sent compressed."""
    parts = (
        f"{view.__module__}.{getattr(view, '__name__', '')}",
        request.build_absolute_uri(),
        "HX-Request" in request.headers,
        get_language(),
        theme if (theme := request.COOKIES.get("theme", "")) in THEMES else "",
        get_current_timezone_name(),
        release(),
        int(time.time() // FRESH),
        maintenance.planned(timezone.now()),
        *facts,
    )
    return f'W/"{hashlib.sha256(repr(parts).encode()).hexdigest()[:32]}"'


@cache
def release() -> str:
    """Return a digest of every file that a page is made of; the same in all processes of one installation."""
    digest = hashlib.sha256()
    for folder in SOURCES:
        for path in sorted((settings.BASE_DIR / folder).rglob("*")):
            if path.suffix in KINDS and path.is_file():
                stat = path.stat()
                digest.update(f"{path.relative_to(settings.BASE_DIR)} {stat.st_size} {stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()[:16]


def may_be_shared(request: HttpRequest, answer: HttpResponseBase) -> bool:
    """Return whether a drawn page holds nothing that belongs to one visitor alone."""
    return (
        answer.status_code == 200
        and not answer.cookies
        and not token_was_drawn(request)
        and not getattr(request, "csp_nonce", None)  # true once a page has used it
        and not request.session.modified
        and not answer.streaming
    )


class Allowance:
    """Bytes that this process may still keep in the current period of ``KEPT`` seconds."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._period, self._left = -1, 0

    def take(self, size: int) -> bool:
        """Take ``size`` bytes if that many are left."""
        period = int(time.monotonic() // KEPT)
        if period != self._period:
            self._period, self._left = period, self.size
        if size > self._left:
            return False
        self._left -= size
        return True


with_query, all_pages = Allowance(QUERY_BYTES), Allowance(ALL_BYTES)


def _may_be_kept(request: HttpRequest, size: int) -> bool:
    if request.META.get("QUERY_STRING") and not with_query.take(size):
        return False
    return all_pages.take(size)


def _drawn(request: HttpRequest, answer: HttpResponseBase, tag: str) -> HttpResponseBase:
    if isinstance(answer, SimpleTemplateResponse) and not answer.is_rendered:
        answer.render()
    if not isinstance(answer, HttpResponse) or not may_be_shared(request, answer):
        return answer
    if settings.PAGE_CACHE and _may_be_kept(request, len(answer.content)):
        try:
            store.set(f"page:{tag}", (answer.headers["Content-Type"], answer.content), KEPT)
        except redis.RedisError as error:
            log.info("a page was not kept: %s", error)
    return _with_tag(answer, tag)


def _cached_answer(tag: str) -> HttpResponse | None:
    if not settings.PAGE_CACHE:
        return None
    try:
        page = store.get(f"page:{tag}")
    except redis.RedisError as error:
        log.info("no page was found: %s", error)
        return None
    return None if page is None else _with_tag(HttpResponse(page[1], content_type=page[0]), tag)


def forget_pages() -> None:
    """Delete all kept pages, for a change that no mark knows of: a person was erased."""
    client = redis.Redis.from_url(settings.VALKEY_URL)
    try:
        for key in client.scan_iter(f"{settings.KEY_PREFIX}:*:page:*", count=1000):
            client.delete(key)
    except redis.RedisError as error:
        log.info("kept pages go within %d seconds: %s", KEPT, error)
    finally:
        client.close()


def _with_tag(answer: HttpResponse, tag: str) -> HttpResponse:
    answer.headers["ETag"] = tag
    # Revalidated each time; a cache between may keep it for readers with the same cookies.
    answer.headers["Cache-Control"] = "public, no-cache"
    patch_vary_headers(answer, ["Cookie", "Accept-Language", "HX-Request", "Accept-Encoding"])
    return answer
