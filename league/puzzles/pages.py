"""Pages of puzzles: what there is to solve, one puzzle with its answer, the next one, the daily one."""

from datetime import date
from random import Random
from typing import Any, Final, cast

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_GET, require_http_methods, require_safe

import engines
from engines.core.text import say
from engines.puzzles import themes
from league.players.models import User
from league.players.words.games import game_name
from league.puzzles import explaining, queries, rush, verbs, visitors
from league.puzzles.levels import Level
from league.puzzles.models import Attempt, Puzzle, Solver
from league.puzzles.shipped import shipped_puzzles
from league.puzzles.showing import Position, reason, small_board, words
from matches.limits import limited
from matches.pages import offline as offline_pages
from matches.pages.table import language, shape, still_board
from matches.words import catalogue

IN_SCRIPT: Final = (
    gettext_noop("Home to play"),
    gettext_noop("Away to play"),
    gettext_noop("Keeps the ball"),
    gettext_noop("Wins the ball"),
    gettext_noop("Points of a hundred less than the best move"),
    gettext_noop("Goals less than the best move"),
    gettext_noop("best"),
    gettext_noop("yours"),
)
"""Sentences of the templates that the script says where there is no server."""


@require_GET
def page(request: HttpRequest) -> HttpResponse:
    """Show the daily puzzle, the themes of each game, and the reader's levels and last answers."""
    today, reader = timezone.localdate(), _account(request)
    solvers = queries.solvers_of(reader)
    games = [
        {
            "slug": game,
            "name": game_name(game),
            **_standing(request, game, solvers.get(game)),
            "count": sum(themes_of.values()),
            "themes": [(theme, theme_name(theme), count) for theme, count in themes_of.items()],
        }
        for game, themes_of in queries.counts().items()
    ]
    context: dict[str, Any] = {"daily": daily_card(today), "games": games, "history": [], "run": 0}
    if reader is not None:
        context |= {"history": queries.history(reader), "run": queries.daily_run(reader, today)}
    return render(request, "puzzles/page.html", context)


def _standing(request: HttpRequest, game: str, solver: Solver | None) -> dict[str, Any]:  # a row for a template
    if not request.user.is_authenticated:
        return {"level": visitors.level(request.session, game), "rush": rush.best(request.session, None, game)}
    solver = solver or Solver()
    return {"level": verbs.level_of(solver), "rush": solver.best_rush}


def daily_card(day: date) -> dict[str, Any] | None:  # a card for a template
    """Return the daily puzzle with its small board, or None. Three queries."""
    puzzle = queries.daily(day)
    if puzzle is None:
        return None
    return {
        "puzzle": puzzle,
        "board": small_board(puzzle.line),
        "task": task_of(puzzle),
        "theme": theme_name(puzzle.theme),
    }


@require_GET
def next_one(request: HttpRequest) -> HttpResponseBase:
    """Lead to a puzzle near the reader's level, of ``?game=`` and ``?theme=`` if they are named."""
    game, theme = request.GET.get("game", ""), request.GET.get("theme", "")
    if (game and game not in engines.games()) or (theme and theme not in themes.NAMES):
        raise Http404
    attempted = _attempted(request)
    level = _level(request, game).rating if game else 1500.0
    chance = Random(f"{len(attempted)} {game} {theme} {request.user.pk or request.session.session_key}")
    puzzle = queries.next_puzzle(game, theme, level, attempted, chance)
    if puzzle is None:
        raise Http404(_("There are no puzzles of this kind."))
    filters = {name: value for name, value in (("game", game), ("theme", theme)) if value}
    return redirect(f"{reverse('puzzles:one', args=[puzzle.pk])}{'?' if filters else ''}{urlencode(filters)}")


@require_GET
def theme_page(request: HttpRequest, game: str, theme: str) -> HttpResponse:
    """Show what a theme is about, with the board of its easiest puzzle, and lead to one near the reader's level."""
    puzzle = queries.puzzles_offered(game, theme).order_by("rating", "code").first()
    if puzzle is None:
        raise Http404(_("There are no puzzles of this kind."))
    context = {
        "game": game,
        "theme": theme,
        "name": theme_name(theme),
        "about": say(themes.ABOUT[theme], language()),
        "board": small_board(puzzle.line),
        "count": queries.puzzles_offered(game, theme).count(),
        "solved": queries.solved_of(_account(request), game, theme),
    }
    return render(request, "puzzles/theme.html", context)


@require_http_methods(["GET", "POST"])
@limited("puzzle")
def rush_page(request: HttpRequest) -> HttpResponseBase:
    """Show the rush of this session: its current puzzle, else its result.

    A POST with ``game`` begins one; with ``code`` and ``answer`` it answers the puzzle that was shown.
    """
    if request.method == "POST" and "game" in request.POST:
        if rush.start(request.session, request.POST["game"], Random()) is None:
            raise Http404(_("There are no puzzles of this kind."))
        return redirect("puzzles:rush")
    running = rush.of_session(request.session)
    if running is None:
        return redirect("puzzles:page")
    if request.method == "POST":
        answered = get_object_or_404(Puzzle, pk=request.POST.get("code", ""))
        rush.answer(request.session, _account(request), answered, request.POST.get("answer", ""))
        return redirect("puzzles:rush")
    if running.current is None:
        results = list(zip(running.codes, running.right, strict=False))
        best = rush.best(request.session, _account(request), running.game)
        return render(request, "puzzles/rush_over.html", {"rush": running, "results": results, "best": best})
    puzzle = get_object_or_404(Puzzle, pk=running.current)
    position = Position(puzzle.line, cast(Any, puzzle.seat))
    question = {"script": position.script(), "rush": running}
    return render(request, "puzzles/one.html", _context(request, puzzle, position) | question)


@require_safe
def offline(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the puzzles of a game for a browser that keeps them; its worker answers in place of the site."""
    if slug not in engines.games():
        raise Http404
    build, game = offline_pages.Build.current(), engines.get(slug)
    geometry = game.geometry()
    context = {
        "game": game,
        "board": still_board(game, None, {}),
        "shape": shape(geometry["view_box"]),
        "geometry": {key: value for key, value in geometry.items() if key != "shapes"},
        "words_url": reverse("matches:words", args=[language(), catalogue.mark(language())]),
        "themes": [(theme, theme_name(theme)) for theme in dict.fromkeys(each.theme for each in shipped_puzzles(slug))],
        "worker": "" if build is None else build.address(offline_pages.BOARDS),
        "ui": words() | {msgid: _(msgid) for msgid in IN_SCRIPT},
        "task": _("Puzzles"),
        "offline": True,
        "verdicts": [{"right": True}, {"right": False}],
    }
    return render(request, "puzzles/offline.html", context)


def _account(request: HttpRequest) -> User | None:
    return request.user if request.user.is_authenticated else None


@require_GET
def daily(request: HttpRequest) -> HttpResponseBase:
    """Lead to the puzzle of today."""
    puzzle = queries.daily(timezone.localdate())
    if puzzle is None:
        raise Http404(_("There is no puzzle today."))
    return redirect("puzzles:one", puzzle.pk)


@require_http_methods(["GET", "POST"])
@limited("puzzle")
def puzzle_page(request: HttpRequest, code: str) -> HttpResponseBase:
    """Show a puzzle, or take an answer to it; after the first answer ``?answer=`` shows why a move is right or wrong.

    ``?again=1`` shows the board once more: further answers are explained and count no more.
    """
    puzzle = get_object_or_404(Puzzle, pk=code)
    position = Position(puzzle.line, cast(Any, puzzle.seat))
    if request.method == "POST":
        return _answered(request, puzzle, position)
    context = _context(request, puzzle, position)
    attempt = _attempt(request, puzzle)
    first, met = _first(request, puzzle, attempt), attempt and queries.met_before(attempt, timezone.localdate())
    if first is None or met or request.GET.get("again"):
        question = {"script": position.script(), "again": first is not None, "met": met}
        return render(request, "puzzles/one.html", context | question)
    move = position.find(request.GET.get("answer", first)) or position.find(first)
    if move is None:
        raise Http404
    explanation = reason(puzzle, position, move)
    explained = {
        "reason": explanation,
        "answer": position.labels[position.game.notation(move)],
        "film": {
            "steps": [{"scene": step.scene, "words": step.words} for step in explanation.steps],
            "scene": position.game.scene(position.view),
            "figures": explanation.figures,
            "best": explanation.best,
            "turned": position.seat == "away",
        },
        "attempt": attempt,
        "board": explanation.steps[-1].board if explanation.steps else context["board"],
    }
    return render(request, "puzzles/answered.html", context | explained)


def _answered(request: HttpRequest, puzzle: Puzzle, position: Position) -> HttpResponseBase:
    """Take the answer of the form, and show why it is right or wrong."""
    move = position.find(request.POST.get("answer", ""))
    if move is None:
        context = _context(request, puzzle, position)
        refused = _("This is no move of this position. Choose one of the list.")
        return render(
            request, "puzzles/one.html", context | {"script": position.script(), "refused": refused}, status=422
        )
    notation = position.game.notation(move)
    if request.user.is_authenticated:
        day = queries.day_of(puzzle, timezone.localdate())
        verbs.answer(user=request.user, puzzle=puzzle, move=notation, day=day)
    else:
        visitors.answer(request.session, puzzle, notation)
    filters = {name: value for name in ("game", "theme") if (value := request.GET.get(name))}
    return redirect(f"{reverse('puzzles:one', args=[puzzle.pk])}?{urlencode({'answer': notation, **filters})}")


def _context(request: HttpRequest, puzzle: Puzzle, position: Position) -> dict[str, Any]:  # a template's context
    filters = {name: value for name in ("game", "theme") if (value := request.GET.get(name))}
    return {
        **position.context(),
        "puzzle": puzzle,
        "task": task_of(puzzle),
        "theme": theme_name(puzzle.theme),
        "chosen": urlencode(filters),
        "level": _level(request, puzzle.game),
    }


def task_of(puzzle: Puzzle) -> str:
    """Return the question of a puzzle in a sentence."""
    return _(explaining.task_of(puzzle.kind, puzzle.theme))


def theme_name(theme: str) -> str:
    return say(themes.NAMES[theme], language()) if theme in themes.NAMES else theme


def _level(request: HttpRequest, game: str) -> Level:
    if request.user.is_authenticated:
        return verbs.level_of(queries.solver_of(request.user, game))
    return visitors.level(request.session, game)


def _attempted(request: HttpRequest) -> list[str]:
    if request.user.is_authenticated:
        return list(queries.known_to(request.user))
    return list(visitors.answers(request.session))


def _first(request: HttpRequest, puzzle: Puzzle, attempt: Attempt | None) -> str | None:
    """Return the reader's first answer in notation, or None."""
    if attempt is not None:
        return attempt.answer
    return None if request.user.is_authenticated else visitors.answers(request.session).get(puzzle.pk)


def _attempt(request: HttpRequest, puzzle: Puzzle) -> Attempt | None:
    if not request.user.is_authenticated:
        return None
    return Attempt.objects.filter(user=request.user, puzzle=puzzle).select_related("puzzle").first()
