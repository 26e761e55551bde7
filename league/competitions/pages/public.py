"""Pages that everybody reads: lists, overview, bracket, table, fixtures, entrants, rules, audit, draw.

Each view is a page and, asked by htmx, its fragment. Door, read, render.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

import engines
from engines.core.text import text
from league.brackets import drawing, layout
from league.competitions.models import Competition, Entrant, Round, Stage
from league.competitions.models.roles import Right
from league.competitions.pages import bracket_sections, reading, structure, visitor_marks
from league.competitions.policy import access
from league.competitions.setup import league_phases
from league.competitions.setup.stages import BRACKETS, TABLES
from league.formats import draw as draws
from league.leagues import columns
from league.leagues import rows as standing_rows
from league.seasons.questions import question_to
from league.sentences import translated
from league.series import access as series_access
from league.standings.figures import Venue
from league.standings.presets import PRESETS as RULES
from matches import feed
from matches.pages.visitors import tagged

VENUES: dict[str, Venue] = {"home": "home", "away": "away"}
STATUSES = ("registration", "running", "finished")


def shown(request: HttpRequest, slug: str, page: str, right: Right = Right.SEE) -> tuple[Competition, dict[str, Any]]:
    """The competition, if the reader has ``right`` in it, and what every one of its pages needs."""
    competition = access.door(request.user, slug, right)
    rights = competition.rights
    context = {
        "competition": competition,
        "organiser": Right.RUN in rights,
        "official": Right.DECIDE in rights,
        "owner": Right.OWN in rights,
        "page": page,
    }
    return competition, context


@tagged(visitor_marks.listed)
def competition_list(request: HttpRequest) -> HttpResponse:
    """All published competitions, by status and game, and the reader's own drafts."""
    status, game = request.GET.get("status", ""), request.GET.get("game", "")
    found = reading.listed(request.user, status if status in STATUSES else "", game if game in engines.games() else "")
    page = Paginator(found, 24).get_page(request.GET.get("page"))
    own = reading.own(request.user)
    context = {"page_of": page, "status": status, "statuses": STATUSES, "own": own}
    return render(request, "competitions/list.html", context)


@tagged(visitor_marks.competition)
def overview(request: HttpRequest, slug: str) -> HttpResponse:
    """What is on: your place, live ties, the next fixtures, the champion."""
    competition, context = shown(request, slug, "overview")
    entry = reading.entry_of(request.user, competition)
    entrants = structure.entrants_of(competition)
    next_ones = reading.rounds_ahead(entry, reading.NEXT)

    def wanted(stages: list[Stage]) -> list[Round]:
        number = structure.current_number(stages)
        return [row for row in structure.every_round(stages) if row.number == number or row.pk in next_ones]

    read = structure.frame_of(competition, wanted, entrants, reading.glance(entry))
    stages = read.stages
    days = reading.matchdays(stages, read.counted)
    number = structure.current_number(stages)
    now = next((day for day in days if day.round.number == number), None)
    drawn = layout.drawn_round(now.round) if now and now.round.stage.format in BRACKETS else None
    tables = standing_rows.tables_of(competition, stages, entrants, request.user, read.live)
    context |= {
        "entry": entry,
        "entered": sum(row.status == Entrant.Status.ENTERED for row in entrants),
        "announcements": reading.announcements_of(competition, 3),
        "mine": reading.fixtures_of([day for day in days if day.round.pk in next_ones], entry)[: reading.NEXT],
        "now": now,
        "playing": reading.playing(now.fixtures if now else ()),
        "progress": reading.progress(days),
        "tables": _first_look(tables, entry),
        "drawn": drawn,
        "question": question_to(competition, entry),
        "in_series": series_access.visible(request.user).filter(competitions=competition) if competition.counts else (),
    }
    return render(request, "competitions/overview.html", context)


def _first_look(tables: list[standing_rows.ShownTable], entry: Entrant | None) -> list[standing_rows.ShownTable]:
    """The table that a reader wants first: the one they are in, else the first."""
    mine = [made for made in tables if entry and any(row["entrant"] == str(entry.pk) for row in made.rows)]
    return [made for made in (mine or tables)[:1] if made.rows]


@tagged(visitor_marks.competition)
def bracket(request: HttpRequest, slug: str) -> HttpResponse:
    """Every bracket of the competition, of a big one the ``?part=`` that is asked for."""
    competition, context = shown(request, slug, "bracket")
    entry = reading.entry_of(request.user, competition)
    section = bracket_sections.section_of(request.GET, entry.pk if entry else None)
    read = structure.frame_of(competition, structure.rounds_of_brackets, part=section.chosen)
    stages = read.stages
    trees = [stage for stage in stages if stage.format in BRACKETS]
    if not trees:
        return redirect("competitions:table", slug)
    drawn = bracket_sections.drawn(trees, section)
    layout.tell_clocks(drawn)
    asked = request.GET.get("view", "")
    known = reading.named(section.entrants) if section.keys else layout.entrants_in(drawn)
    context |= {
        "trees": [parts for parts in drawn if parts],
        "parts": [part for parts in drawn for part in parts],
        "section": section,
        "stage": trees[0],
        "playing": reading.playing(leg for tie in layout.ties_in(drawn) for leg in tie.legs),
        "progress": reading.progress(reading.matchdays(stages, read.counted)),
        "view": asked if asked in ("rounds", "tree", "list") else "",
        "known": known,
        "of": section.of if any(str(one.pk) == section.of for one in known) else "",
    }
    return render(request, "competitions/bracket.html", context)


@require_safe
def bracket_picture(request: HttpRequest, slug: str) -> HttpResponse:
    """``bracket.svg``: the brackets, of a big one the ``?part=`` that is asked for, as one picture to share, with the
    name of the competition; ``?theme=dark``."""
    competition, _context = shown(request, slug, "bracket")
    section = bracket_sections.section_of(request.GET)
    stages = structure.frame_of(competition, structure.rounds_of_brackets, part=section.chosen).stages
    drawn = bracket_sections.drawn([stage for stage in stages if stage.format in BRACKETS], section)
    if not any(drawn):
        raise Http404
    address = request.build_absolute_uri(reverse("competitions:bracket", args=[slug]))
    theme = "dark" if request.GET.get("theme") == "dark" else "light"
    picture = drawing.picture(competition, [parts for parts in drawn if parts], address, theme)
    answer = HttpResponse(picture, content_type="image/svg+xml; charset=utf-8")
    answer["Content-Disposition"] = f'inline; filename="{slug}.svg"'
    return answer


@tagged(visitor_marks.competition)
def table(request: HttpRequest, slug: str) -> HttpResponse:
    """Every table, each rank with its reason; ``?after=`` shows them as they were after a round, ``?venue=`` the
    matches at home or away alone, ``?by=`` their rows in the order of a column.
    """
    competition, context = shown(request, slug, "table")
    entrants = structure.entrants_of(competition)
    read = structure.frame_of(competition, structure.current_round, entrants, reading.glance())
    stages = read.stages
    if not any(stage.format in TABLES for stage in stages):
        return redirect("competitions:bracket", slug)
    days = reading.matchdays(stages, read.counted)
    number = structure.current_number(stages)
    played = [day for day in days if day.round.stage.format in TABLES and not day.round.part and day.done]
    asked = request.GET.get("after", "")
    after = next((day for day in played if asked == str(day.round.number)), None)
    # Sides of a Swiss round are given by the pairing: a table of one venue says nothing there.
    venues = any(stage.format in TABLES and stage.format != Stage.Format.SWISS for stage in stages)
    venue = VENUES.get(request.GET.get("venue", ""), "") if venues else ""
    until = after.round.number if after else None
    if venue:
        made = standing_rows.tables_at_venue(competition, venue, until, stages, entrants, request.user)
    elif until is not None:
        made = standing_rows.tables_after(competition, until, stages, entrants, request.user)
    else:
        made = standing_rows.tables_of(competition, stages, entrants, request.user, read.live)
    earlier = [day for day in played if day.round.number < (until or played[-1].round.number)]
    if earlier and not venue:
        columns.mark_changes(competition, made, earlier[-1].round.number)
    order = columns.order_of(request.GET)
    columns.put_in_order(made, order)
    legend, any_rows = standing_rows.common_legend(made), any(each.rows for each in made)
    page_of = Paginator(standing_rows.cut(made), 1).get_page(request.GET.get("page"))
    own = [(at, row) for at, page in enumerate(page_of.paginator.object_list, 1) for row in _own_rows(page)]
    made = standing_rows.on_page(page_of.object_list[0]) if page_of.object_list else []
    if order.ranked:
        for each in made:
            standing_rows.explained(each)
    context |= {
        "tables": made,
        "page_of": page_of,
        "own": next(((at, row) for at, row in own if at != page_of.number), None),
        "order": order,
        "changes": bool(earlier) and not venue,
        "legend": legend,
        "best": standing_rows.best_of_next(competition, stages, entrants) if not after and not venue else [],
        "venue": venue,
        "venues": venues and any_rows,
        "after": after,
        "played": played,
        "now": next((day for day in days if day.round.number == number), None),
        "progress": reading.progress(days),
    }
    return render(request, "competitions/table.html", context)


def _own_rows(page: list[tuple[standing_rows.ShownTable, int]]) -> list[dict[str, Any]]:
    """The reader's own rows on a page of tables."""
    return [row for made, start in page for row in made.rows[start : start + standing_rows.ROWS] if row["mine"]]


@tagged(visitor_marks.competition)
def fixtures(request: HttpRequest, slug: str) -> HttpResponse:
    """Fixtures by round, of a big round ``pages.FIXTURES`` at once (``?page=``); ``?round=`` chooses one, else the
    current one comes first. A desk has the next one beside."""
    competition, context = shown(request, slug, "fixtures")
    asked = request.GET.get("round", "")
    named = int(asked) if asked.isdecimal() and len(asked) < 5 else None

    def wanted(stages: list[Stage]) -> list[Round]:
        number = structure.current_number(stages) if named is None else named
        return [row for row in structure.every_round(stages) if row.number in (number, (number or 0) + 1)]

    read = structure.frame_of(competition, wanted, part=reading.page_and_next(named, request.GET.get("page")))
    days = reading.matchdays(read.stages, read.counted)
    number = structure.current_number(read.stages) if named is None else named
    chosen = next((day for day in days if day.round.number == number), None)
    after = next((day for day in days if chosen and day.round.number == chosen.round.number + 1), None)
    context |= {
        "days": days,
        "chosen": chosen,
        "page_of": reading.page_of_fixtures(chosen.round, read.counted, request.GET.get("page")) if chosen else None,
        "after": after,
        "playing": reading.playing(chosen.fixtures if chosen else ()),
        "progress": reading.progress(days),
    }
    return render(request, "competitions/fixtures.html", context)


@tagged(visitor_marks.competition)
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The options of the game and how ties, tables and absences are decided, in words."""
    competition, context = shown(request, slug, "rules")
    game = engines.get(competition.game)
    options = []
    for option in game.options:
        value = competition.options.get(option.name)
        value = option.word(value) if isinstance(value, str) else value
        options.append((translated(text(option.label)), value, translated(text(option.help))))
    stages = [(stage, reading.rules_of(stage)) for stage in competition.stages.order_by("number")]
    context |= {
        "options": options,
        "stages": stages,
        "source": RULES.get(competition.standings),
        "criteria": reading.criteria_words(competition),
        "closings": standing_rows.closings_of(competition),
    }
    return render(request, "competitions/rules.html", context)


@tagged(visitor_marks.competition)
def audit(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything that the organiser and the schedule did, newest first."""
    competition, context = shown(request, slug, "audit")
    entries = competition.audit.select_related("actor").order_by("-at", "-id")
    context["page_of"] = Paginator(entries, 50).get_page(request.GET.get("page"))
    return render(request, "competitions/audit.html", context)


@tagged(visitor_marks.competition)
def draw(request: HttpRequest, slug: str) -> HttpResponse:
    """The draws: what was committed, what came out, and the same draw run again."""
    competition, context = shown(request, slug, "draw")
    rows = list(competition.draws.order_by("-number"))
    names = {str(entrant.pk): entrant.name for entrant in competition.entrants.all()}
    shown_draws = [reading.shown_draw(row, names) for row in rows]
    run = "run" in request.GET
    context |= {"draws": shown_draws, "algorithm": draws.ALGORITHM, "verified": run}
    context["phase"] = league_phases.shown_phase(competition, run=run)
    return render(request, "competitions/draw.html", context)


@login_required
def mine(request: HttpRequest) -> HttpResponse:
    """The reader's fixtures in every running competition."""
    now = {"feed": feed.drawn_at(f"user:{request.user.pk}")}  # before what is shown is read
    return render(request, "competitions/mine.html", {**now, "fixtures": reading.my_fixtures(request.user)})
