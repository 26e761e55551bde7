"""Public pages: lists, overview, fixtures, rules, audit, draw.

Each view is a page and, asked by htmx, its fragment: check access, read, render.
"""

from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

import engines
from league.competitions.derivation.first_meetings import meetings_of
from league.competitions.models import Competition, Entrant, Round, Stage
from league.competitions.models.roles import Right
from league.competitions.pages import feeds, reading, structure, visitor_marks
from league.competitions.pages.registries import Overview, entry_parts, overview_parts
from league.competitions.pages.todo import start_effect
from league.competitions.policy import access
from league.competitions.proof import signing
from league.competitions.setup import league_phases
from league.competitions.setup.round_names import name_of
from league.competitions.setup.stages import BRACKETS, TABLES
from league.competitions.verbs import availability, silent_captains
from league.competitions.words.audit import options_in_words
from league.competitions.words.closings import closings_of
from league.competitions.words.criteria import one_at_a_time_words, rules_name, tie_break_words
from league.competitions.words.queue import next_of
from league.competitions.words.team_rules import team_rule_words
from league.formats import draw as draws
from league.paging import Bounded, first_of
from league.players.models import User
from league.standings.presets import PRESETS as RULES
from league.typed import day_in, whole_number
from matches import feed
from matches.pages.visitors import tagged

STATUSES = ("registration", "running", "finished")
ON_ONE_PAGE: Final = 600
"""Fixtures of the page that has every round: a league of 24, home and away, stands on one."""


def page_context(
    request: HttpRequest, slug: str, page: str, right: Right = Right.SEE
) -> tuple[Competition, dict[str, Any]]:
    """Return the competition if the reader has ``right`` in it, and the context that all its pages need."""
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


A_PAGE: Final = 24
"""Competitions of one page of the list."""


@tagged(visitor_marks.listed)
def competition_list(request: HttpRequest) -> HttpResponse:
    """Show published competitions by status, game and day, and the reader's own drafts."""
    status, game = request.GET.get("status", ""), request.GET.get("game", "")
    day = day_in(request.GET.get("day", ""))
    status = status if status in STATUSES else ""
    game = game if game in engines.games() else ""
    keys = first_of(reading.listed_competitions(request.user, status, game, day).values_list("pk", flat=True), A_PAGE)
    page = Bounded(keys, A_PAGE).get_page(request.GET.get("page"))
    # Entrants are counted of the shown alone: in a page of all, also of those on the pages before.
    rows = reading.cards(list(page.object_list), request.user)
    page.object_list = [rows[key] for key in page.object_list if key in rows]
    filtered = bool(game or day)
    context = {
        "page_of": page,
        "status": status,
        "game": game,
        "games": engines.games(),
        "day": day,
        "filtered": filtered,
        "own": [] if filtered else reading.run_by_user(request.user),
    }
    return render(request, "competitions/list.html", context)


@tagged(visitor_marks.competition)
def overview(request: HttpRequest, slug: str) -> HttpResponse:
    """Show your place, live ties, the next fixtures and the champion."""
    competition, context = page_context(request, slug, "overview")
    entry = reading.entry_of(request.user, competition)
    entrants = structure.named_of(competition)
    next_ones = reading.rounds_ahead(entry, reading.NEXT)

    def rounds_to_read(stages: list[Stage]) -> list[Round]:
        number = structure.current_number(stages)
        return [row for row in structure.every_round(stages) if row.number == number or row.pk in next_ones]

    frame = structure.frame_of(competition, rounds_to_read, part=reading.glance(entry))
    stages = frame.stages
    days = reading.matchdays(stages, frame.counts)
    number = structure.current_number(stages)
    now = next((day for day in days if day.round.number == number), None)
    own_days = [day for day in days if day.round.pk in next_ones]
    mine = reading.fixtures_of(own_days, entry, request.user)[: reading.NEXT]
    context |= {
        "entry": entry,
        "entered": sum(row.status == Entrant.Status.ENTERED for row in entrants),
        "announcements": reading.announcements_of(competition, 3),
        "mine": mine,
        "next_up": next_of(request.user.pk, [competition]) if isinstance(request.user, User) and entry else [],
        "line_ups": silent_captains.to_name(request.user, mine) if isinstance(request.user, User) else [],
        "questions": availability.to_answer(request.user, mine) if isinstance(request.user, User) else [],
        "now": now,
        "playing": reading.playing(now.fixtures if now else ()),
        "progress": reading.progress(days),
    }
    overview_so_far = Overview(competition, request.user, entry, entrants, frame, now)
    for part in overview_parts:
        context |= part(overview_so_far)
    for entry_part in entry_parts:
        context |= entry_part(competition, entry)
    return render(request, "competitions/overview.html", context)


@tagged(visitor_marks.competition)
def fixtures(request: HttpRequest, slug: str) -> HttpResponse:
    """Show fixtures by round, ``pages.FIXTURES`` of a big round at once (``?page=``).

    ``?round=`` chooses a round, else the current one comes first. A wide screen also has the next one.
    """
    competition, context = page_context(request, slug, "fixtures")
    number_text = request.GET.get("round", "")
    requested = whole_number(number_text, None)

    def rounds_to_read(stages: list[Stage]) -> list[Round]:
        number = structure.current_number(stages) if requested is None else requested
        return [row for row in structure.every_round(stages) if row.number in (number, (number or 0) + 1)]

    frame = structure.frame_of(
        competition, rounds_to_read, part=reading.page_and_next(requested, request.GET.get("page"))
    )
    days = reading.matchdays(frame.stages, frame.counts)
    number = structure.current_number(frame.stages) if requested is None else requested
    day_shown = next((day for day in days if day.round.number == number), None)
    after = next((day for day in days if day_shown and day.round.number == day_shown.round.number + 1), None)
    context |= {
        "days": days,
        "chosen": day_shown,
        "page_of": reading.page_of_fixtures(day_shown.round, frame.counts, request.GET.get("page"))
        if day_shown
        else None,
        "after": after,
        "playing": reading.playing(day_shown.fixtures if day_shown else ()),
        "progress": reading.progress(days),
    }
    return render(request, "competitions/fixtures.html", context)


@tagged(visitor_marks.competition)
def all_fixtures(request: HttpRequest, slug: str) -> HttpResponse:
    """Show every pairing and result, round after round, ``ON_ONE_PAGE`` fixtures at once (``?page=``)."""
    competition, context = page_context(request, slug, "fixtures")
    pairings = [(round, row) for round, row in feeds.listed(competition) if row.board == 1]  # a tie of teams once
    page_of = Paginator(pairings, ON_ONE_PAGE).get_page(request.GET.get("page"))
    rounds = [(name_of(round), [row for _, row in rows]) for round, rows in groupby(page_of, key=itemgetter(0))]
    context |= {"page_of": page_of, "rounds": rounds}
    return render(request, "competitions/all_fixtures.html", context)


@tagged(visitor_marks.competition)
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the options of the game and how ties, tables and absences are decided, in words."""
    competition, context = page_context(request, slug, "rules")
    stages = [(stage, reading.rules_of(stage)) for stage in competition.stages.order_by("number")]
    context |= {
        "options": options_in_words(competition),
        "stages": stages,
        "source": RULES.get(competition.standings),
        "tie_breaks": tie_break_words(competition),
        "one_at_a_time": one_at_a_time_words(competition),
        "rules_name": rules_name(competition),
        "team_rules": team_rule_words(
            competition,
            table=any(stage.format in TABLES for stage, _said in stages),
            cup=any(stage.format in BRACKETS for stage, _said in stages),
            playoffs=any(said.get("boundary_playoffs") for _stage, said in stages),
        ),
        "closings": closings_of(competition),
    }
    return render(request, "competitions/rules.html", context)


@tagged(visitor_marks.competition)
def audit(request: HttpRequest, slug: str) -> HttpResponse:
    """Show all actions of the organiser and the schedule, newest first."""
    competition, context = page_context(request, slug, "audit")
    entries = competition.audit.select_related("actor").order_by("-at", "-id")
    context["page_of"] = Paginator(entries, 50).get_page(request.GET.get("page"))
    context["last_entry"] = last = competition.results.order_by("-position").only("position", "chain").first()
    if last is not None:
        context |= {"signature": signing.signature_of(last.chain), "key": signing.public_key()}
    return render(request, "competitions/audit.html", context)


@tagged(visitor_marks.competition)
def draw(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what the last draw decided, step by step while it is new; the commitments; and the same draw run again."""
    competition, context = page_context(request, slug, "draw")
    rows = list(competition.draws.order_by("-number"))
    entrants = list(competition.entrants.all())
    names = {str(entrant.pk): entrant.name for entrant in entrants}
    if rows:
        context["meetings"] = meetings = meetings_of(competition, rows[0], entrants)
        context["reveal"] = reading.reveal_of(rows[0], meetings.turns) if meetings else None
        context["entered"] = sum(entrant.status == Entrant.Status.ENTERED for entrant in entrants)
    shown_draws = [reading.shown_draw(row, names) for row in rows]
    run = "run" in request.GET
    context |= {"draws": shown_draws, "algorithm": draws.ALGORITHM, "verified": run}
    context["start_effect"] = start_effect(competition)
    context["phase"] = league_phases.shown_phase(competition, run=run)
    return render(request, "competitions/draw.html", context)


@login_required
def own_fixtures(request: HttpRequest) -> HttpResponse:
    """Show the reader's fixtures in every running competition."""
    now = {"feed": feed.drawn_at(f"user:{request.user.pk}")}  # before the data is read
    return render(request, "competitions/mine.html", {**now, "fixtures": reading.my_fixtures(request.user)})
