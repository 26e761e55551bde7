"""Overlays for a broadcast: scoreboard of a match or of a tie of teams, table, bracket or calls of a competition, on a
transparent page.

A streaming program (OBS, as a browser source of 1920 x 1080) lays them over its picture. They are rendered as for an
anonymous visitor, ask for nothing, and follow by the feed, which tells of a match once a second.
"""

from typing import Any, Final
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.competitions.models import Competition
from league.competitions.pages import reading, structure
from league.competitions.policy import access
from league.competitions.templatetags.following import topics
from league.site.pages import wall
from league.typed import whole_number
from matches.pages.table import standing_of
from matches.policy.access import match_or_404

CHOICES: Final = {
    "theme": ("dark", "light"),
    "corner": ("top-left", "top-right", "bottom-left", "bottom-right"),
    "size": ("1", "1.5", "2", "3"),
}
"""Choices of the address, the default first."""
PARTS: Final = ("table", "bracket", "calls")


class BadChoice(ValueError):
    """An unknown choice in the address."""


@require_safe
def scoreboard(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Show names, score and minute of a match that everybody may watch."""
    request.user = AnonymousUser()
    match = match_or_404(match_id, request.user)
    feed = f"match:{match.pk}@{match.feed_position}"
    return _overlay(request, "scoreboard", {"feed": feed, "name": match.title, **standing_of(match)})


@require_safe
def tie(request: HttpRequest, slug: str, tie_id: UUID) -> HttpResponse:
    """Show the score of a tie of teams and its boards, once their line-ups are open."""
    request.user = AnonymousUser()
    row = access.door(request.user, slug)
    found = access.team_tie_or_404(row, tie_id)
    last = max((board.leg for board in found.legs if board.of_teams), default=0)
    sides = [(found.home, found.home_points), (found.away, found.away_points)]
    context = {
        "feed": topics(row, reading.playing(found.legs)),
        "name": f"{found.home} – {found.away}",
        "competition": row,
        "tie": found,
        "sides": sides if last % 2 or not last else sides[::-1],
        "boards": [board for board in found.legs if board.leg == last],
        "live": sum(map(reading.is_live, found.legs)),
    }
    return _overlay(request, "tie", context)


@require_safe
def competition(request: HttpRequest, slug: str, part: str) -> HttpResponse:
    """Show the table, the last rounds of the bracket, or the calls to tables; ``?panel=2`` the second panel of it."""
    request.user = AnonymousUser()
    row = access.door(request.user, slug)
    if part not in PARTS:
        raise Http404
    panels = wall.calls([row], wall.ROWS) if part == "calls" else _standing(request, row, part)
    panel_text = request.GET.get("panel", "1")
    number = whole_number(panel_text, 0, digits=3)
    if panels and not 1 <= number <= len(panels):
        return _refused(f"panel must be a number from 1 to {len(panels)}, not {panel_text[:20]!r}")
    context = {
        "feed": f"competition:{row.pk}@{row.log_position}",
        "name": row.name,
        "competition": row,
        "panel": panels[number - 1] if panels else None,
    }
    return _overlay(request, part, context)


def _standing(request: HttpRequest, row: Competition, part: str) -> list[wall.Panel]:
    everybody = reading.entrants_of(row)
    frame = structure.frame_of(row, wall.on_the_wall, everybody)
    if part == "table":
        return wall.tables(row, frame, everybody, request.user, wall.RANKS)
    return wall.trees(frame.stages, structure.current_number(frame.stages))


def _overlay(request: HttpRequest, part: str, context: dict[str, Any]) -> HttpResponse:
    try:
        choices = {name: _choice(request, name) for name in CHOICES}
    except BadChoice as error:
        return _refused(str(error))
    answer = render(request, "competitions/overlay.html", {"part": part, "chosen": choices, **context})
    answer["Cache-Control"] = "no-cache"
    return answer


def _choice(request: HttpRequest, name: str) -> str:
    """Return what the address chooses, or the default. Raises BadChoice naming the allowed words."""
    allowed = CHOICES[name]
    value = request.GET.get(name, allowed[0])
    if value not in allowed:
        raise BadChoice(f"{name} must be one of {', '.join(allowed)}, not {value[:20]!r}")
    return value


def _refused(reason: str) -> HttpResponse:
    return HttpResponse(reason, status=400, content_type="text/plain; charset=utf-8")
