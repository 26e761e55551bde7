"""The page of a competition's tables, and the file of all of them."""

from typing import Any, Final

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from league.competitions.models import Stage
from league.competitions.pages import reading, structure, visitor_marks
from league.competitions.pages.feeds import csv_answer
from league.competitions.pages.public import page_context
from league.competitions.policy import access
from league.competitions.setup.stages import TABLES, has_ties_of_two_legs
from league.competitions.words.criteria import criteria_words
from league.leagues import rows as standing_rows
from league.leagues.pages import columns
from league.standings.figures import Venue
from matches.pages.visitors import tagged

RANKED_BY: Final = 3
"""Criteria that are named under a table; the rules have all."""
VENUES: dict[str, Venue] = {"home": "home", "away": "away"}


@tagged(visitor_marks.competition)
def table(request: HttpRequest, slug: str) -> HttpResponse:
    """Show every table, each rank with its reason; ``?after=`` shows them as they were after a round, ``?venue=`` the
    matches at home or away alone, ``?by=`` their rows in the order of a column.
    """
    competition, context = page_context(request, slug, "table")
    entrants = structure.named_of(competition)
    frame = structure.frame_of(competition, structure.current_round, part=reading.glance())
    stages = frame.stages
    if not any(stage.format in TABLES for stage in stages):
        return redirect("competitions:bracket", slug)
    days = reading.matchdays(stages, frame.counts)
    number = structure.current_number(stages)
    played = [day for day in days if day.round.stage.format in TABLES and not day.round.part and day.done]
    after_text = request.GET.get("after", "")
    after = next((day for day in played if after_text == str(day.round.number)), None)
    venues = any(_has_venues(stage) for stage in stages)
    venue = VENUES.get(request.GET.get("venue", ""), "") if venues else ""
    until = after.round.number if after else None
    if venue:
        tables = standing_rows.tables_at_venue(competition, venue, until, stages, entrants, request.user)
    elif until is not None:
        tables = standing_rows.tables_after(competition, until, stages, entrants, request.user)
    else:
        tables = standing_rows.tables_of(competition, stages, entrants, request.user, frame.live)
    earlier = [day for day in played if day.round.number < (until or played[-1].round.number)]
    if earlier and not venue:
        columns.mark_changes(competition, tables, earlier[-1].round.number)
    order = columns.order_of(request.GET)
    columns.put_in_order(tables, order)
    best = standing_rows.best_of_next(competition, stages, entrants, tables) if not after and not venue else []
    legend, any_rows = standing_rows.common_legend(tables), any(each.rows for each in tables)
    page_of = Paginator(standing_rows.cut(tables), 1).get_page(request.GET.get("page"))
    own = [(at, row) for at, page in enumerate(page_of.paginator.object_list, 1) for row in _own_rows(page)]
    tables = standing_rows.on_page(page_of.object_list[0]) if page_of.object_list else []
    standing_rows.say_once(tables)
    if order.ranked:
        for each in tables:
            standing_rows.explained(each, competition)
    context |= {
        "tables": tables,
        "page_of": page_of,
        "own": next(((at, row) for at, row in own if at != page_of.number), None),
        "order": order,
        "changes": bool(earlier) and not venue,
        "legend": legend,
        "best": best,
        "venue": venue,
        "venues": venues and any_rows,
        "after": after,
        "played": played,
        "now": next((day for day in days if day.round.number == number), None),
        "progress": reading.progress(days),
        "beside": any(each.prospects for each in tables),
        "criteria": criteria_words(competition)[:RANKED_BY],
    }
    return render(request, "competitions/table.html", context)


def _has_venues(stage: Stage) -> bool:
    """Return whether a table of the matches of one venue says anything: not in ties of two legs, nor in Swiss rounds,
    whose pairing gives the sides.
    """
    if stage.competition.of_teams:
        return False
    return stage.format in TABLES and stage.format != Stage.Format.SWISS and not has_ties_of_two_legs(stage)


def _own_rows(page: list[tuple[standing_rows.ShownTable, int]]) -> list[dict[str, Any]]:
    """Return the reader's own rows on a page of tables."""
    return [row for table, start in page for row in table.rows[start : start + standing_rows.ROWS] if row["mine"]]


def standings_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """Send every table, a line an entrant; a knockout has none, and only the head line comes.

    Points are those of the matches, of byes (``byes``) and those taken or given back (``deductions``).
    """
    competition = access.door(request.user, slug)
    frame = structure.frame_of(competition)
    tables = standing_rows.tables_of(competition, frame.stages, structure.named_of(competition), None, frame.live)
    fields = columns.fields_of_file(tables)
    lines = [[table.name, *(row.get(field, "") for field in fields)] for table in tables for row in table.rows]
    return csv_answer(f"{slug}-standings.csv", ("group", *fields), lines)
