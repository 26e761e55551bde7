"""Installable app: manifest, service worker at the root, offline page.

The worker (``static/js/worker.js``) stores nothing personal: only the offline page and its assets. Browsers run it over
HTTPS and on localhost only; on a plain-HTTP network everything works without it.
"""

import hashlib
import json
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import find
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control

KEPT = ("css/tabellone.css", "icon.svg")
"""Assets of the offline page."""


@cache_control(public=True, max_age=3600)
def manifest(request: HttpRequest) -> JsonResponse:
    """Answer ``/app.webmanifest``: name, colours, icons and shortcuts, in the reader's language."""
    icons = [{"src": static("icon.svg"), "sizes": "any", "type": "image/svg+xml"}]
    for size, purpose in ((192, "any"), (512, "any"), (512, "maskable")):
        name = f"icons/{'maskable' if purpose == 'maskable' else 'icon'}-{size}.png"
        icons.append({"src": static(name), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose})
    body = {
        "id": "/",
        "name": "Tabellone",
        "short_name": "Tabellone",
        "description": _("Tournaments, leagues and live matches of football board games."),
        "lang": get_language(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#0f2f26",
        "theme_color": "#0f2f26",
        "categories": ["games", "sports"],
        "icons": icons,
        "shortcuts": [
            {"name": _("Matches"), "url": "/matches/"},
            {"name": _("Competitions"), "url": "/competitions/"},
            {"name": _("Play without a network"), "url": "/offline/play/"},
        ],
    }
    answer = JsonResponse(body, content_type="application/manifest+json")
    answer["Vary"] = "Accept-Language, Cookie"
    return answer


@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """Answer ``/worker.js``: the service worker, at the root so that it serves the whole site.

    Its text changes with the files it stores, so that a browser fetches the new ones.
    """
    files = ["/offline/", *(static(name) for name in KEPT)]
    constants = {"version": _version(), "offline": "/offline/", "files": files, "icon": static("icons/icon-192.png")}
    constants |= {"rooms": [settings.STATIC_URL, "/matches/words/"], "fixed": "/offline/files/"}
    body = f"const KEPT = {json.dumps(constants)};\n{_script()}"
    return HttpResponse(body, content_type="text/javascript")


def offline(request: HttpRequest) -> HttpResponse:
    """Answer ``/offline/``, the page without a network, in every offered language and without personal data."""
    return render(request, "offline.html")


def _script() -> str:
    path = find("js/worker.js")
    return Path(str(path)).read_text(encoding="utf-8")


@cache
def _version() -> str:
    """Return a hash that changes with any file of the worker."""
    page = (settings.BASE_DIR / "templates" / "offline.html").read_bytes()
    files = [Path(str(find(name))).read_bytes() for name in KEPT]
    return hashlib.sha256(b"".join([page, _script().encode(), *files])).hexdigest()[:12]
