"""Page of the seeds: by draw, by rating or by hand.

Nothing is stored until it is saved: up, down and sorting only reload the page with another order, so it works without
script; with one, the rows move in place.
"""

from typing import cast
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from league.competitions.errors import CompetitionError
from league.competitions.models import Competition, Entrant
from league.competitions.models.roles import Right
from league.competitions.pages.public import page_context
from league.competitions.setup import league_phases
from league.competitions.setup.strengths import strengths_of
from league.competitions.verbs import create, entries
from league.players.models import User
from league.typed import whole_number


@login_required
def seeds(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the source of the seeds and, by hand, their order."""
    competition, context = page_context(request, slug, "entrants", Right.RUN)
    rows = list(competition.entrants.filter(status=Entrant.Status.ENTERED).order_by("entered_at", "id"))
    ratings = strengths_of(competition, rows)
    rows.sort(key=lambda row: _strength(competition, row, ratings), reverse=True)
    order, do = [str(row.pk) for row in rows], request.POST.get("do", "")
    if request.method == "POST":
        rows = _reordered(request.POST, rows, ratings)
        if do in ("mode", "save"):
            try:
                _write(request, competition, [str(row.pk) for row in rows])
                return redirect("competitions:seeds", slug)
            except CompetitionError as refused:
                messages.error(request, str(refused))
                if do == "mode":
                    return redirect("competitions:seeds", slug)
    context |= {
        "rows": [(row, ratings.get(row.pk)) for row in rows],
        "unsaved": [str(row.pk) for row in rows] != order,
        "moved": do.partition(":")[2],
        "drawn": competition.draws.filter(revealed_at__isnull=False).exists() and any(row.seed for row in rows),
        "pots": league_phases.pots_of(competition, len(rows)),
        "ahead": competition.status in (Competition.Status.DRAFT, Competition.Status.REGISTRATION),
        "modes": [
            ("draw", _("By a public draw"), _("From a seed that is committed now and revealed at the draw.")),
            ("rating", _("By rating"), _("By rating in this game at the draw; entrants without one count as new.")),
            ("hand", _("By hand"), _("In the order you choose here.")),
        ],
    }
    return render(request, "competitions/seeds.html", context)


def _strength(competition: Competition, row: Entrant, ratings: dict[UUID, float]) -> float:
    """Return the sort key of a row; rows without a rating keep their order of entry, behind the others."""
    if competition.seeding == Competition.Seeding.RATING:
        return ratings.get(row.pk, float("-inf"))
    if competition.seeding == Competition.Seeding.HAND and row.strength is not None:
        return row.strength
    return float("-inf")


def _reordered(data: QueryDict, rows: list[Entrant], ratings: dict[UUID, float]) -> list[Entrant]:
    """Return the rows in the form's order after its button; newer entrants come at the end."""
    entrants = {str(row.pk): row for row in rows}
    order = [entrants.pop(key) for key in dict.fromkeys(data.getlist("order")) if key in entrants]
    order += entrants.values()
    do, _colon, key = data.get("do", "").partition(":")
    at = next((place for place, row in enumerate(order) if str(row.pk) == key), None)
    if do == "up" and at:
        order[at - 1], order[at] = order[at], order[at - 1]
    elif do == "down" and at is not None and at + 1 < len(order):
        order[at], order[at + 1] = order[at + 1], order[at]
    elif do == "by_rating":
        order.sort(key=lambda row: ratings.get(row.pk, float("-inf")), reverse=True)
    elif do == "sort":
        order = _by_numbers(data, order)
    return order


def _by_numbers(data: QueryDict, order: list[Entrant]) -> list[Entrant]:
    """Order by the numbers typed beside the names. Of two equal ones, the one that moved comes first."""

    def place(now: int) -> tuple[int, int]:
        typed = data.get(f"place_{order[now - 1].pk}", "")
        place_typed = whole_number(typed, now, digits=5)
        return place_typed, (place_typed > now) - (place_typed < now)

    return [order[now - 1] for now in sorted(range(1, len(order) + 1), key=place)]


def _write(request: HttpRequest, competition: Competition, order: list[str]) -> None:
    """Save the source of the seeds or their order. Raises CompetitionError."""
    by = cast(User, request.user)
    if request.POST.get("do") == "mode":
        create.change(competition=competition, by=by, seeding=request.POST.get("seeding", ""))
        messages.success(request, _("Changes saved."))
    else:
        entries.seed_by_hand(competition=competition, by=by, order=order)
        messages.success(request, _("Seeds saved."))
