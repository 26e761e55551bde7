"""oEmbed (oembed.com, 1.0): an address of a public competition or match, as another site shows it.

A competition is its frame (``/embed/``), a match its picture with a link. Answered as for an anonymous visitor.
"""

from typing import Any, Final
from urllib.parse import urlsplit
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import Resolver404, resolve, reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.competitions.policy import access
from league.competitions.setup.stages import BRACKETS, TABLES
from league.delivery.drawing import HEIGHT, WIDTH
from league.typed import whole_number
from matches.limits import limited
from matches.pages.table import names_of, seats_of
from matches.policy.access import match_or_404

COMPETITIONS: Final = {
    "competitions:overview": "",
    "competitions:bracket": "bracket",
    "competitions:table": "table",
    "competitions:fixtures": "fixtures",
}
"""Pages of a competition, with the part that each shows; the overview shows its bracket or table."""
MATCHES: Final = ("matches:live", "matches:report", "matches:replay")
HEIGHTS: Final = {"bracket": 620, "table": 520, "fixtures": 480}
USUAL_WIDTH: Final = 600
CACHE_SECONDS: Final = 3600


@require_safe
@limited("search", ("GET", "HEAD"))
def oembed(request: HttpRequest) -> HttpResponse:
    """Answer how to show the page at ``?url=``; 404 for what a visitor does not see, 501 for a format but JSON."""
    if request.GET.get("format", "json") != "json":
        return HttpResponse(_("Only format=json is answered."), status=501, content_type="text/plain; charset=utf-8")
    try:
        page = urlsplit(request.GET.get("url", ""))
    except ValueError:
        raise Http404 from None
    if page.netloc not in (request.get_host(), urlsplit(settings.PUBLIC_URL).netloc):
        raise Http404
    try:
        target = resolve(page.path)
    except Resolver404:
        raise Http404 from None
    widest, highest = _size(request, "maxwidth"), _size(request, "maxheight")
    width = min(widest or USUAL_WIDTH, WIDTH)
    if target.view_name in COMPETITIONS:
        card = _competition(target.kwargs["slug"], COMPETITIONS[target.view_name], width, highest)
    elif target.view_name in MATCHES:
        card = _match(target.kwargs["match_id"], width, highest)
    else:
        raise Http404
    if (widest or WIDTH) < WIDTH or (highest or HEIGHT) < HEIGHT:
        del card["thumbnail_url"]  # a thumbnail obeys the limits too, and the picture has one size
    else:
        card |= {"thumbnail_width": WIDTH, "thumbnail_height": HEIGHT}
    site = settings.PUBLIC_URL.rstrip("/")
    answer = JsonResponse(
        {
            "version": "1.0",
            "type": "rich",
            "provider_name": "Tabellone",
            "provider_url": site,
            "cache_age": CACHE_SECONDS,
            **card,
        }
    )
    answer["Access-Control-Allow-Origin"] = "*"
    return answer


def _size(request: HttpRequest, name: str) -> int | None:
    """Return a limit in pixels; None without one."""
    return whole_number(request.GET.get(name, ""), None, digits=5) or None


def _competition(slug: str, part: str, width: int, most: int | None) -> dict[str, Any]:
    competition = access.door(AnonymousUser(), slug)
    formats = {stage.format for stage in competition.stages.all()}
    parts = [name for name, group in (("bracket", BRACKETS), ("table", TABLES)) if formats & set(group)] + ["fixtures"]
    part = part or parts[0]
    if part not in parts:
        raise Http404
    site = settings.PUBLIC_URL.rstrip("/")
    height = min(most or HEIGHTS[part], HEIGHTS[part])
    address = site + reverse("competitions:embed", args=[competition.slug, part])
    frame = '<iframe src="{}" title="{}" width="{}" height="{}" loading="lazy"></iframe>'
    return {
        "title": competition.name,
        "html": format_html(frame, address, competition.name, width, height),
        "width": width,
        "height": height,
        "thumbnail_url": site + reverse("delivery:competition", args=[competition.slug]),
    }


def _match(key: UUID, width: int, most: int | None) -> dict[str, Any]:
    match = match_or_404(key, AnonymousUser())
    names = names_of(seats_of(match))
    if most is not None:
        width = min(width, most * WIDTH // HEIGHT)
    site, height = settings.PUBLIC_URL.rstrip("/"), max(1, width * HEIGHT // WIDTH)
    picture = site + reverse("delivery:match", args=[match.pk])
    title = f"{names['home'] or '?'} – {names['away'] or '?'}"
    link = '<a href="{}"><img src="{}" alt="{}" width="{}" height="{}"></a>'
    return {
        "title": title,
        "html": format_html(link, site + reverse("matches:live", args=[match.pk]), picture, title, width, height),
        "width": width,
        "height": height,
        "thumbnail_url": picture,
    }
