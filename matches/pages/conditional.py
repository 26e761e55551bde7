"""The page on which a player of a correspondence match decides replies in advance, step by step.

A line is in the address, as numbers of legal moves (``?line=4.0.11``): going back is the browser's
own, and nothing is stored until it is kept. It works without a script.
"""

from dataclasses import dataclass, field
from typing import Any, Final, cast
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

import engines
from engines.core.game import Game
from engines.core.moves import Move
from engines.core.seats import Seat, other
from engines.core.text import say
from matches.models import Match
from matches.pages.table import frame_of, language, names_of, seats_of, still_board
from matches.policy import access
from matches.verbs import conditional
from matches.verbs.conditional import LONGEST, BadLine, Moved, NotNow

SEPARATOR: Final = "."


@dataclass
class Walk:
    """A line as far as it is chosen, and what may be played next."""

    state: Any
    moves: list[dict[str, Any]] = field(default_factory=list)
    steps: list[tuple[Seat, str]] = field(default_factory=list)
    """Each move's side and words."""
    acting: Seat | None = None
    """The side to move; None where the line must end."""
    options: list[tuple[int, str]] = field(default_factory=list)
    """Number and words of each move that may be added."""


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def plan(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Show, keep and delete the conditional moves of the reader's seat. Raises Http404 for everybody else."""
    match = access.match_or_404(match_id, request.user)
    seats = access.seats_of(match, request.user)
    if len(seats) != 1:
        raise Http404
    if request.method == "POST":
        return _press(request, match, seats[0])
    stored = conditional.stored_plan(match=match, seat=seats[0])
    lines = conditional.remaining(stored, match) if stored else []
    rival = names_of(seats_of(match))[other(seats[0])]
    context: dict[str, Any] = {**frame_of(match), "you": seats[0], "opponent_name": rival, "address": _address(match)}
    try:
        start = conditional.open_position(match, seats[0])
    except NotNow:
        return render(request, "matches/conditional.html", {**context, "refused": True})
    game, names = context["game"], names_of(seats_of(match))
    walk = _walk(match, start, seats[0], request.GET.get("line", ""))
    context |= {
        "walk": walk,
        "line": request.GET.get("line", ""),
        "kept": [_walk_of(match, start, seats[0], line).steps for line in lines],
        "most": conditional.MOST_LINES,
        "board": still_board(game, game.scene(game.view(walk.state, seats[0])), names),
        "can_keep": bool(walk.steps) and walk.steps[-1][0] == seats[0],
    }
    return render(request, "matches/conditional.html", context)


def _press(request: HttpRequest, match: Match, seat: Seat) -> HttpResponse:
    """Add a move to the line in the address, keep the line, or delete a kept one."""
    do, line = request.POST.get("do", ""), request.POST.get("line", "")
    if do == "add":
        return redirect(f"{_address(match)}?line={SEPARATOR.join(filter(None, [line, request.POST.get('move', '')]))}")
    try:
        start = conditional.open_position(match, seat)
        stored = conditional.stored_plan(match=match, seat=seat)
        lines: list[Any] = list(conditional.remaining(stored, match)) if stored else []
        if do == "keep":
            lines.append(_walk(match, start, seat, line).moves)
        elif do.startswith("delete-") and do[7:].isdecimal() and int(do[7:]) < len(lines):
            del lines[int(do[7:])]
        if lines:
            user = cast("Any", request.user)
            conditional.keep(match=match, seat=seat, user=user, v=match.version, lines=lines)
        else:
            conditional.drop(match=match, seat=seat)
    except (NotNow, Moved):
        messages.error(request, _("The match has moved on. Look at the position and choose again."))
    except BadLine:
        messages.error(request, _("This line cannot be kept: another one replies differently, or it has no reply yet."))
    return redirect(_address(match))


def _address(match: Match) -> str:
    return reverse("matches:plan", args=[match.pk])


def _walk(match: Match, start: Any, seat: Seat, line: str) -> Walk:
    """Follow the numbers of ``line`` from ``start``; a number that is no legal move ends it before."""
    game, walk = engines.get(match.game), Walk(start)
    numbers = [int(part) for part in line.split(SEPARATOR) if part.isdecimal() and len(part) < 5]
    for number in [*numbers[:LONGEST], None]:
        legal = _next(match, game, walk, seat)
        if walk.acting is None or number is None:
            break
        option = dict(walk.options).get(number)
        if option is None:
            break
        _add(game, walk, legal[number], option)
    return walk


def _walk_of(match: Match, start: Any, seat: Seat, moves: list[dict[str, Any]]) -> Walk:
    """Follow kept ``moves`` from ``start``, for their words."""
    game, walk = engines.get(match.game), Walk(start)
    for move in moves:
        legal = _next(match, game, walk, seat, every=True)
        number = next(place for place, choice in enumerate(legal) if dict(choice) == move)
        _add(game, walk, legal[number], dict(walk.options)[number])
    return walk


def _add(game: Game[Any], walk: Walk, move: Move, words: str) -> None:
    assert walk.acting is not None
    walk.moves.append(dict(move))
    walk.steps.append((walk.acting, words))
    walk.state = conditional.after(game, walk.state, walk.acting, move)


def _next(match: Match, game: Game[Any], walk: Walk, seat: Seat, *, every: bool = False) -> list[Move]:
    """Fill in who moves next and by what, without moves that dice decide; return all legal moves."""
    walk.acting, walk.options = None, []
    try:
        acting = conditional.acting_in(game, walk.state, seat)
    except BadLine:
        return []
    legal, names = list(game.legal(walk.state, acting)), names_of(seats_of(match))
    choices = game.choices(game.view(walk.state, acting), acting, legal)
    words = [say(choice["label"], language(), names) for choice in choices]
    for number, (move, words_of_move) in enumerate(zip(legal, words, strict=True)):
        if not every:
            try:
                conditional.after(game, walk.state, acting, move)
            except BadLine:
                continue
        double = words.count(words_of_move) > 1
        walk.options.append((number, f"{words_of_move} ({game.notation(move)})" if double else words_of_move))
    walk.acting = acting if walk.options else None
    return legal
