"""Pages of the analysis board, and what its script asks: a step, a tree, a bot's advice."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, cast
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_GET, require_http_methods, require_POST, require_safe

import engines
from engines import bots, values
from engines.core import tree as trees
from engines.core.dice import SeededDice
from engines.core.errors import BadRequest, EngineError
from engines.core.svg import alone
from engines.core.tree import ROOT
from league.analysis import advice as advices
from league.analysis import boards, drawing, marks, queries, shown, verbs
from league.analysis.errors import BadAnalysis, CannotSave
from league.analysis.models import Analysis
from league.analysis.shown import Board
from league.analysis.words import words
from league.errors import LeagueError
from league.moderation.errors import ModerationError
from league.moderation.models import Case
from league.players.models import User
from league.players.words.games import game_name
from league.typed import whole_number
from matches.json_input import read_json
from matches.limits import limited
from matches.models import Match
from matches.offline.measuring import levels_here
from matches.pages import offline as offline_pages
from matches.pages import visitor_marks
from matches.pages.table import names_of, seats_of, shape
from matches.pages.visitors import is_from_this_site, on_shared_page, tagged
from matches.policy import access
from matches.refusals import refusals_shown
from matches.replay.line import OtherRules
from matches.replay.story import NotYet, first_of, was_played
from matches.verbs import positions
from matches.verbs.guests import seat_user, suggested_name
from matches.words import catalogue
from matches.words.levels import levels

LISTED = 24
"""Public analyses on the first page."""
KEEP_SECONDS = 600
"""Seconds that a browser keeps an answer which follows from its address: about until the next release."""


def _lang() -> str:
    return get_language() or "en"


def _from_this_site(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Ask signed-in readers for the form's token, and others for its origin.

    Pages of anonymous visitors hold no token, so that they are the same for all; what they send is only shown.
    """
    protected = csrf_protect(view)

    @csrf_exempt
    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated:
            signed_in: HttpResponse = protected(request, *args, **kwargs)
            return signed_in
        if request.method == "POST" and not is_from_this_site(request):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return answer


# ── pages ──
@_from_this_site
@require_http_methods(["GET", "HEAD", "POST"])
def board(request: HttpRequest) -> HttpResponse:
    """Show the board with ``?position=``, or with a text that is sent; without them, what to begin with."""
    if request.method == "POST":
        return _imported(request)
    line = request.GET.get("position", "").strip()
    if line:
        return _of_text(request, line)
    slug = request.GET.get("game", "")
    if slug in engines.games():
        query = request.GET.copy()
        del query["game"]
        query["position"] = _first_line(slug)
        return redirect(f"{reverse('analysis:board')}?{query.urlencode()}")
    return _first_page(request)


@limited("tree")
def _imported(request: HttpRequest) -> HttpResponse:
    return _of_text(request, request.POST.get("text", ""))


def _of_text(request: HttpRequest, words: str) -> HttpResponse:
    try:
        played = shown.read_tree(words)
    except EngineError as error:
        return _first_page(request, words, str(error))
    tree = shown.packed(played)
    imported = request.method == "POST"
    return _page(
        request, tree, title=tree.tags.get("Title", ""), draft=f"position:{tree.position(ROOT)}", imported=imported
    )


def _first_page(request: HttpRequest, words: str = "", refused: str = "") -> HttpResponse:
    rows = queries.public().order_by("-updated_at")[:LISTED]
    context = {
        "games": [(slug, game_name(slug)) for slug in engines.games()],
        "text": words,
        "refused": refused,
        "most": trees.MOST_LETTERS,
        "rows": [_card(row) for row in rows],
        "may_save": verbs.may_save(request.user),
    }
    return render(request, "analysis/first.html", context, status=HTTPStatus.BAD_REQUEST if refused else HTTPStatus.OK)


def _card(row: Analysis) -> dict[str, Any]:
    picture = shown.picture(row.position, _lang(), mini=True)
    return {"row": row, "picture": mark_safe(picture), "game": game_name(row.game)}  # escaped where it is drawn


@require_safe
def offline(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the board of a game for a browser that keeps it; its worker answers in place of the site."""
    if slug not in engines.games():
        raise Http404
    build, line = offline_pages.Build.current(), _first_line(slug)
    return _page(
        request,
        shown.packed(trees.begin(trees.Start(slug, position=line))),
        draft=f"position:{line}",
        offline=True,
        worker="" if build is None else build.address(offline_pages.BOARDS),
        others=[(other, reverse("analysis:offline", args=[other])) for other in engines.games()],
    )


def _first_line(slug: str) -> str:
    """Return the position at which a match of the game begins."""
    game: Any = engines.get(slug)
    state, _events = game.new(game.house_options, None, SeededDice(1))
    line: str = game.position(state)
    return line


@require_GET
@tagged(visitor_marks.finished)
@limited("board", methods=("GET",))
def from_match(request: HttpRequest, match_id: UUID) -> HttpResponseBase:
    """Show the board at step ``?v=`` of a finished match (without it: at the end), with the match as its main line."""
    match = access.match_or_404(match_id, request.user)
    if match.game not in engines.games():
        raise Http404
    version = request.GET.get("v", "")
    v = whole_number(version, match.version, digits=7)
    try:
        tree = shown.board_of_match(match, match.version, first_of(match, v))
    except NotYet:
        context = {"match": match, "why": _("This match is not over. You can analyse it as soon as it is.")}
        return render(request, "analysis/refused.html", context, status=HTTPStatus.CONFLICT)
    except OtherRules:
        context = {"match": match, "why": _("This match used older rules, which today’s board does not play.")}
        return render(request, "analysis/refused.html", context, status=HTTPStatus.CONFLICT)
    note = ""
    if v > tree.last != match.version:
        note = _("This match used older rules: today’s board plays it up to move %(v)d.") % {"v": tree.last}
    return _page(request, tree, at=tree.at(v), match=match, note=note, draft=f"match:{match.pk}:{tree.first}")


@require_GET
@tagged(marks.shared)
@limited("board", methods=("GET",))
def saved(request: HttpRequest, analysis_id: UUID) -> HttpResponse:
    """Show a saved analysis to its owner, and to whoever has its link once it is shared."""
    row = _visible(request, analysis_id)
    try:
        tree = shown.board_of_sheet(row.text)
    except EngineError:
        refusal = _("This analysis used older rules, which today’s board does not play. You can still read its text.")
        return render(request, "analysis/refused.html", {"row": row, "why": refusal}, status=HTTPStatus.CONFLICT)
    draft = f"saved:{row.pk}:{row.version}"
    title = _("Analysis")
    card_address = f"{reverse('analysis:card', args=[row.pk])}?at={row.version}"
    share = (row.title, f"{game_name(row.game)}, {title}", card_address)
    return _page(request, tree, at=row.at, row=row, title=row.title, share=share, draft=draft)


def _visible(request: HttpRequest, analysis_id: UUID) -> Analysis:
    """Return an analysis that the reader may see. Raises Http404."""
    reader, rows = request.user, queries.readable(request.user)
    if isinstance(reader, User) and reader.is_moderator and not reader.is_banned:  # a reported one, private by now too
        rows |= queries.playable().filter(pk__in=Case.objects.filter(kind=Case.Kind.ANALYSIS).values("thing"))
    return get_object_or_404(rows, pk=analysis_id)


def _page(
    request: HttpRequest,
    tree: Board,
    *,
    at: int = ROOT,
    match: Match | None = None,
    row: Analysis | None = None,
    **more: Any,
) -> HttpResponse:
    game: Any = engines.get(tree.slug)
    geometry = game.geometry()
    at = at if tree.has(at) else ROOT
    line = tree.position(at)
    names = _names(request, tree, match, row)
    owner = row is not None and request.user.is_authenticated and row.owner_id == request.user.pk
    may_save = verbs.may_save(request.user)
    state = game.from_position(line)
    here = levels_here(game.slug) if more.get("offline") else bots.bots_of(game.slug)
    data = {
        "at": at,
        "frame": boards.frame(game, state),
        "saved": {"id": str(row.pk), "version": row.version, "visibility": row.visibility} if row and owner else None,
        "title": more.get("title", ""),
    }
    context = {
        "game": game,
        "game_name": game_name(game.slug),
        "data": data,
        "tree": tree.script,
        "geometry": {key: value for key, value in geometry.items() if key != "shapes"},
        "cells": list(geometry["cells"]),
        "board": mark_safe(shown.picture(line, _lang())),  # escaped where it is drawn
        "shape": shape(geometry["view_box"]),
        "names": names,
        "words_url": reverse("matches:words", args=[_lang(), catalogue.mark(_lang())]),
        "bots": [(level.value, level.name) for level in levels() if level.value in here],
        "ui": words(),
        "suggested": _suggested(game.slug, names, match),
        "has_values": values.supports(game, state) and here == bots.bots_of(game.slug),
        "match": match,
        "row": row,
        "owner": owner,
        "may_save": may_save,
        "may_publish": may_save and verbs.may_publish(cast("User", request.user)),
        "visibilities": Analysis.Visibility.choices,
        "limits": {"comment": trees.LONGEST_COMMENT, "name": trees.LONGEST_NAME, "title": verbs.LONGEST_TITLE},
        **more,
    }
    return render(request, "analysis/board.html", context)


def _suggested(slug: str, names: dict[str, str], match: Match | None) -> str:
    if match is not None:
        return f"{names['home']} – {names['away']}"[: verbs.LONGEST_TITLE]
    return _("Analysis: %(game)s") % {"game": game_name(slug)}


def _names(request: HttpRequest, tree: Board, match: Match | None, row: Analysis | None) -> dict[str, str]:
    """Return what the two sides are called: the players of the match that the main line is the beginning of.

    Names that somebody typed stand on a page that nobody else gets.
    """
    tags = tree.tags
    if match is None and tags.get("Match"):
        try:
            tagged_match = access.match_or_404(UUID(tags["Match"]), request.user)
            match = tagged_match if was_played(tagged_match, tree.start, tree.main) else None
        except (ValueError, Http404):
            pass
    if match is not None:
        return {str(side): name for side, name in names_of(seats_of(match)).items()}
    if row is not None and row.owner_id != request.user.pk:
        return {"home": "", "away": ""}
    return {"home": tags.get("Home", ""), "away": tags.get("Away", "")}


@require_GET
@login_required
def own_analyses(request: HttpRequest) -> HttpResponse:
    """List the reader's own analyses, newest first."""
    rows = queries.playable().filter(owner=request.user.pk).order_by("-updated_at")
    context = {
        "rows": [_card(row) for row in rows[: verbs.MOST]],
        "visibilities": Analysis.Visibility.choices,
        "may_publish": verbs.may_publish(cast("User", request.user)),
    }
    return render(request, "analysis/mine.html", context)


@require_POST
@login_required
def change(request: HttpRequest, analysis_id: UUID) -> HttpResponse:
    """Rename, share or delete an own analysis."""
    by = cast("User", request.user)
    if request.POST.get("do") == "delete":
        verbs.delete(by=by, analysis_id=analysis_id)
        messages.success(request, _("The analysis is deleted."))
        return redirect("analysis:mine")
    row = get_object_or_404(Analysis, owner=by, pk=analysis_id)
    title, visibility = request.POST.get("title", ""), request.POST.get("visibility", "")
    with refusals_shown(request, BadAnalysis, CannotSave):
        verbs.change(by=by, analysis_id=row.pk, title=title, visibility=visibility)
    return redirect("analysis:mine")


@require_POST
@login_required
@limited("report")
def report(request: HttpRequest, analysis_id: UUID) -> HttpResponse:
    """Report a shared analysis to the moderators."""
    row = _visible(request, analysis_id)
    with refusals_shown(request, ModerationError):
        verbs.report(row=row, by=cast("User", request.user))
        messages.success(request, _("Thank you. The moderators will check it."))
    return redirect("analysis:saved", row.pk)


@require_safe
def sheet(request: HttpRequest, analysis_id: UUID) -> HttpResponse:
    """Serve the text of a saved analysis, to keep and to read in anywhere."""
    row = _visible(request, analysis_id)
    answer = HttpResponse(row.text, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{row.game}-{row.pk}.txt"'
    return answer


@require_safe
@tagged(marks.shared)
@limited("board", methods=("GET", "HEAD"))
def card(request: HttpRequest, analysis_id: UUID) -> HttpResponse:
    """Serve the picture of a shared analysis, for links in chats."""
    row = _visible(request, analysis_id)
    return HttpResponse(drawing.card(row.title, game_name(row.game), row.position), content_type="image/png")


@require_safe
@limited("board", methods=("GET", "HEAD"))
def picture(request: HttpRequest) -> HttpResponse:
    """Serve the picture of ``?position=``: an SVG that stands alone, or with ``&as=png`` a PNG."""
    line = request.GET.get("position", "")
    try:
        game, state = boards.game_of(line)
    except EngineError as error:
        return HttpResponse(str(error), status=HTTPStatus.BAD_REQUEST, content_type="text/plain; charset=utf-8")
    scene = game.scene(game.view(state, None))
    if request.GET.get("as") == "png":
        answer = HttpResponse(drawing.board(game.position(state)), content_type="image/png")
    else:
        answer = HttpResponse(alone(game.geometry(), scene, _lang()), content_type="image/svg+xml")
    answer["Cache-Control"] = f"private, max-age={KEEP_SECONDS}"
    return answer


# ── what the script asks ──
def with_refusals_as_json(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Answer refusals of a view as JSON, with a sentence."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except EngineError as error:
            return JsonResponse({"error": str(error), "code": error.code}, status=HTTPStatus.BAD_REQUEST)
        except LeagueError as error:
            return JsonResponse({"error": str(error), "code": error.code}, status=error.status)

    return answer


def _sent(request: HttpRequest) -> dict[str, Any]:
    """Return the object that the script sent. Raises BadRequest."""
    if request.content_type != "application/json":
        raise BadRequest("send JSON, with the content type application/json")
    try:
        data = read_json(request.body)
    except ValueError as error:
        raise BadRequest(f"this is no JSON: {error}") from None
    if not isinstance(data, dict):
        raise BadRequest("send an object with a tree or a text")
    return data


@require_GET
@limited("analysis", methods=("GET",))
@with_refusals_as_json
def step(request: HttpRequest) -> HttpResponse:
    """Answer the frame of ``position``; with ``seat`` and ``move``, of the position after it.

    ``rolled`` are its dice so far. The answer names the next die if one is missing, unless ``roll`` lets chance decide.
    """
    answer = JsonResponse(boards.step_asked(request.GET, read_json))
    is_chance = "move" in request.GET and request.GET.get("roll") == "1"
    answer["Cache-Control"] = "no-store" if is_chance else f"private, max-age={KEEP_SECONDS}"
    return answer


@require_GET
@limited("advice", methods=("GET",))
@with_refusals_as_json
def advice(request: HttpRequest) -> HttpResponse:
    """Answer what a bot plays in a position, and the best moves by their worth."""
    answer = advices.answer(line=request.GET.get("position", ""), bot=request.GET.get("bot", ""))
    return JsonResponse(answer, headers={"Cache-Control": f"private, max-age={KEEP_SECONDS}"})


@_from_this_site
@require_POST
@limited("tree")
@with_refusals_as_json
def tree(request: HttpRequest) -> HttpResponse:
    """Answer a tree that is sent as JSON, or as its text, played: with its positions, its sentences and its text."""
    return JsonResponse(boards.tree_asked(_sent(request), shown.read_tree))


@require_POST
@csrf_protect
@limited("tree")
@with_refusals_as_json
def save(request: HttpRequest) -> HttpResponse:
    """Save the tree of the page; the answer has its address and its version."""
    if not request.user.is_authenticated:
        raise CannotSave(_("Sign in to save analyses."))
    data = _sent(request)
    at, version = data.get("at", ROOT), data.get("version")
    row = verbs.save(
        by=request.user,
        value=data.get("tree"),
        title=str(data.get("title") or ""),
        at=at if isinstance(at, int) else ROOT,
        analysis_id=_uuid(data.get("id")),
        version=version if isinstance(version, int) else None,
        visibility=str(data.get("visibility") or ""),
    )
    address = reverse("analysis:saved", args=[row.pk])
    return JsonResponse({"id": str(row.pk), "version": row.version, "visibility": row.visibility, "address": address})


def _uuid(value: Any) -> UUID | None:  # a JSON value from outside
    if value is None:
        return None
    try:
        return UUID(str(value))
    except ValueError:
        raise BadRequest("id is the id of a saved analysis, or null") from None


@require_POST
@on_shared_page
@limited("play")
def play(request: HttpRequest) -> HttpResponse:
    """Open a casual match, or a practice board, from the position of the page."""
    line, opponent = request.POST.get("position", ""), request.POST.get("opponent", "")
    with refusals_shown(request, ValueError):
        user = seat_user(request, request.POST.get("nickname", "").strip() or suggested_name())
        side = request.POST.get("side", "home")
        match = positions.play_from(user=user, line=line, opponent=opponent, side=side)
        return redirect("matches:live", match.id)
    return redirect(f"{reverse('analysis:board')}?{urlencode({'position': line})}")
