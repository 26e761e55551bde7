"""Pages of play without a server: where a match is begun or gone on with, its table, the check of a match sheet,
and the files that do it.

The pages are kept by the browser as a visitor without an account gets them (``static/js/offline/page.js``). What runs
the engines is built by ``deploy.offline`` into ``settings.OFFLINE_FOLDER``; without a build the pages say so.
"""

import hashlib
import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from csp.decorators import csp_update
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.staticfiles.finders import find
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.template.response import TemplateResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.safestring import mark_safe
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe
from django_htmx.jinja import htmx_script

import engines
from engines.core.text import text
from matches.errors import Refusal
from matches.json_input import read_json
from matches.limits import limited
from matches.models import Match, Seat
from matches.offline.checking import kept_of
from matches.offline.measuring import levels_here
from matches.pages.table import language, shape, still_board
from matches.pages.visitors import on_shared_page
from matches.problems import problem
from matches.terms.results import NO_SCORE
from matches.terms.rules import RulesOfMatch
from matches.verbs.guests import seat_user, suggested_name
from matches.verbs.sending_in import send_in
from matches.words import catalogue, levels

TYPES: Final = {
    ".mjs": "text/javascript",
    ".js": "text/javascript",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
}
TYPES_ELSE: Final = "application/json"
WORKER: Final = "worker.js"
PROOF: Final = "proof.js"
"""The worker that checks a proof, for whichever page has one."""
SHEETS: Final = ("css/tabellone.css", "css/table.css", "css/talk.css", "css/start.css")
ENTRIES: Final = ("js/page.js", "js/live.js", "js/offline/page.js", "js/offline/table.js", "js/offline/verify.js")
"""Scripts of the pages; what they import goes with them."""
BOARDS: Final = "boards.js"
"""The worker of the analysis board and of puzzles."""
IMPORTED: Final = re.compile(r'(?:from|import) ?\(?"(\.{1,2}/[\w./]+\.js)"')


@dataclass(frozen=True, slots=True)
class Room:
    """Pages of an app above, one a game, that do without a server too."""

    name: str | Promise
    """Its name on the page of all, translated late."""
    page: str
    """Name of their address, which takes the game."""
    entry: str
    """Their script; what it imports goes with it."""
    sheet: str
    takes_match: bool = False
    """Its page shows a finished match that this browser has kept: ``#match=<id>``."""


rooms: list[Room] = []
"""Filled by the apps above when Django starts."""


@dataclass(frozen=True, slots=True)
class Build:
    """The files that play a match, in a folder of their own."""

    folder: Path

    @classmethod
    def current(cls) -> "Build | None":
        """Return the build to use; None: there is none."""
        try:
            name = (settings.OFFLINE_FOLDER / "current").read_text()
        except OSError:
            return None
        return cls.named(name)

    @classmethod
    def named(cls, name: str) -> "Build | None":
        folder = settings.OFFLINE_FOLDER / name
        return cls(folder) if (folder / "whole").exists() else None

    @property
    def sizes(self) -> dict[str, int]:
        """Return the size of each file in bytes, by its address."""
        files = [path for path in sorted(self.folder.iterdir()) if path.suffix != ".gz" and path.name != "whole"]
        return {self.address(path.name): path.stat().st_size for path in files}

    @property
    def sent(self) -> int:
        """Return the number of bytes that all of it has on its way."""
        return sum(_on_its_way(path).stat().st_size for path in self.folder.iterdir() if path.suffix != ".gz")

    def address(self, name: str) -> str:
        return reverse("matches:offline-file", args=[self.folder.name, name])


@require_safe
def choose(request: HttpRequest) -> HttpResponse:
    """Show what this browser has kept, unfinished matches, and the form that begins one."""
    build = Build.current()
    games = [
        {"slug": slug, "levels": " ".join(levels_here(slug)), "analysis": _analysis(slug)} for slug in engines.games()
    ]
    others = [
        {"name": room.name, "games": [(slug, reverse(room.page, args=[slug])) for slug in engines.games()]}
        for room in rooms
    ]
    context = {
        "build": build,
        "games": games,
        "rooms": others,
        "levels": levels.levels(),
        "usual": levels.USUAL,
        "home_word": text("Home"),
        "away_word": text("Away"),
        "megabytes": None if build is None else round(build.sent / 1e6, 1),
        "kept": None if build is None else _kept(build),
    }
    return TemplateResponse(request, "offline/choose.html", context)


@require_safe
def verify(request: HttpRequest) -> HttpResponse:
    """Show the check of a match sheet, which the browser does by itself."""
    build = Build.current()
    return TemplateResponse(request, "offline/verify.html", {"worker": "" if build is None else build.address(WORKER)})


@require_safe
def table(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the table of a match that the browser has: which one stands in the fragment of the address."""
    if slug not in engines.games():
        raise Http404
    build, game = Build.current(), engines.get(slug)
    match = Match(game=slug, title=game.name, status=Match.Status.LIVE, mode=Match.Mode.HOT_SEAT)
    geometry = game.geometry()
    context = {
        "match": match,
        "game": game,
        "home": Seat(side="home"),
        "away": Seat(side="away"),
        "score": NO_SCORE,
        "board": still_board(game, None, {"home": "", "away": ""}),
        "geometry": {key: value for key, value in geometry.items() if key != "shapes"},
        "terms": game.terms,
        "shape": shape(geometry["view_box"]),
        "words_url": _words(),
        "rules": RulesOfMatch.taken(slug),
        "you": "both",
        "opponent": {"name": mark_safe('<b data-name="away"></b>')},  # the script writes it there
        "offline": True,
        "analysis_url": _analysis(slug),
        "worker": "" if build is None else build.address(WORKER),
    }
    return TemplateResponse(request, "offline/table.html", context)


@require_POST
@on_shared_page
@limited("offline")
def send(request: HttpRequest) -> HttpResponse:
    """Take in a match that this browser has kept; whoever is not signed in becomes a guest of the name played under.

    Answers the address of the match, or a problem: its sentence is shown beside the match, which stays in the browser.
    """
    try:
        kept = kept_of(read_json(request.POST.get("kept", "")))
        name = next(sits.name for sits in (kept.match.home, kept.match.away) if not sits.bot)
        match = send_in(kept=kept, sender=lambda: _sender(request, name))
    except Refusal as refused:
        return problem(refused.status, refused.code, str(refused), **refused.members())
    except ValueError as refused:  # of nicknames, JSON and engines
        return problem(422, "refused", str(refused))
    return JsonResponse({"url": reverse("matches:live", args=[match.pk])})


@require_safe
@cache_control(public=True, max_age=31_536_000, immutable=True)
def file(request: HttpRequest, mark: str, name: str) -> HttpResponse:
    """Answer one file of a build, compressed beforehand."""
    build = Build.named(mark)
    path = None if build is None else build.folder / name
    if path is None or not path.is_file() or path.suffix == ".gz":
        raise Http404
    shrunk = _on_its_way(path)
    is_shrunk = shrunk != path and "gzip" in request.headers.get("Accept-Encoding", "")
    answer = HttpResponse((shrunk if is_shrunk else path).read_bytes(), content_type=TYPES.get(path.suffix, TYPES_ELSE))
    answer["Vary"] = "Accept-Encoding"
    if is_shrunk:
        answer["Content-Encoding"] = "gzip"
    return answer


@csp_update({"script-src": ["'wasm-unsafe-eval'"]})  # type: ignore[arg-type]  # typed for views without a parameter
def worker(request: HttpRequest, mark: str, name: str) -> HttpResponse:
    """Answer the script of a worker: the only ones whose policy lets them compile WebAssembly."""
    return file(request, mark, name)


def _sender(request: HttpRequest, name: str) -> AbstractBaseUser:
    """Return whoever is signed in, else a new guest called ``name``, or otherwise if nobody may be called so."""
    try:
        return seat_user(request, name)
    except ValueError:
        if request.user.is_authenticated:
            raise
        return seat_user(request, suggested_name())


def _analysis(slug: str) -> str:
    """Return the address of the page that shows a kept match of ``slug`` move by move; empty: no app has one."""
    return next((reverse(room.page, args=[slug]) for room in rooms if room.takes_match), "")


def _on_its_way(path: Path) -> Path:
    shrunk = path.with_name(f"{path.name}.gz")
    return shrunk if shrunk.exists() else path


def _htmx() -> str:
    """Return the address of the script that every page loads."""
    found = re.search(r'src="([^"]+)"', htmx_script())
    return "" if found is None else found[1]


def _words() -> str:
    return reverse("matches:words", args=[language(), catalogue.mark(language())])


def _kept(build: Build) -> dict[str, Any]:
    """Return what the browser is to keep, under a version that changes with any of it."""
    pages = [reverse("matches:offline"), reverse("matches:offline-verify")]
    pages += [reverse("matches:offline-table", args=[slug]) for slug in engines.games()]
    pages += [reverse(room.page, args=[slug]) for room in rooms for slug in engines.games()]
    sheets = [*SHEETS, *(room.sheet for room in rooms)]
    small = [_words(), _htmx(), *(static(name) for name in (*sheets, "icon.svg", *_scripts()))]
    texts = [find(name) for name in (*sheets, *_scripts())]
    drawn = [Path(str(path)).read_bytes() for path in texts]
    version = hashlib.sha256(b"".join(drawn) + json.dumps([pages, small, build.folder.name]).encode()).hexdigest()[:12]
    return {
        "version": version,
        "pages": pages,
        "small": small,
        "large": build.sizes,
        "worker": build.address(WORKER),
        "language": language(),
    }


@cache
def _scripts() -> tuple[str, ...]:
    """Return ``ENTRIES``, those of ``rooms``, and every script that they import, at once or later."""
    found: dict[str, None] = {}
    waiting = [*ENTRIES, *(room.entry for room in rooms)]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found[name] = None
        text = Path(str(find(name))).read_text(encoding="utf-8")
        root = Path("/")
        beside = [(root / name).parent / other for other in IMPORTED.findall(text)]
        waiting += [path.resolve().relative_to(root).as_posix() for path in beside]
    return tuple(found)
