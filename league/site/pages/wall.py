"""The wall: a competition on a projector, read from across the room and never touched.

It lays the same rounds, tables and brackets out as panels that fit a screen; ``static/js/wall.js`` turns them.
Nothing is decided here.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from league.brackets import layout
from league.brackets.layout import DrawnRound
from league.competitions.models import Competition, Entrant, Round, Stage
from league.competitions.pages import reading, structure, visitor_marks
from league.competitions.pages.public import page_context
from league.competitions.setup.formats import Buzzer
from league.competitions.setup.stages import BRACKETS, evening_of
from league.competitions.templatetags.following import topics
from league.competitions.words.evenings import AT_BUZZER
from league.competitions.words.queue import called_now
from league.evenings import clocks
from league.evenings.models import RoundClock
from league.leagues import rows as standing_rows
from matches.pages.addresses import outside
from matches.pages.visitors import tagged

ROWS = 6
"""Fixtures on a panel."""
AT_TABLES = 12
"""Tables of an evening on a panel, in two columns."""
RANKS = 10
"""Ranks on a panel."""
NAMES = 16
"""Entrants on a panel, in two columns."""
HERE = (Entrant.Status.ENTERED, Entrant.Status.WAITING)
ROUNDS = 3
"""Rounds of a bracket on a panel: the last ones, from the current one."""
LEADERS = 98
"""Ranks shown of a longer table: a thousand would take twelve minutes to pass, and 290 ms to draw."""
TIES = 4
"""Ties in the first of these rounds; a longer round is only in the panels of fixtures."""


@dataclass
class Panel:
    """One screenful shown for some seconds. ``kind`` names the template fragment that draws it."""

    kind: str
    title: str
    part: str = ""
    """"2/3" if several panels are needed."""
    rows: list[Any] = field(default_factory=list)


@tagged(visitor_marks.competition)
def wall(request: HttpRequest, slug: str) -> HttpResponse:
    """Show panels for a projector, and only the panels to htmx. A fixed number of queries."""
    competition, context = page_context(request, slug, "wall")
    everybody = reading.entrants_of(competition)
    frame = structure.frame_of(competition, on_the_wall, everybody)
    stages = frame.stages
    days = reading.matchdays(stages, frame.counts)
    number = structure.current_number(stages)
    now = next((day for day in days if day.round.number == number), None)
    entrants = [entrant for entrant in everybody if entrant.status in HERE]
    settings = evening_of(stages)
    clock = _clock(now, competition) if settings and now else None
    context |= {
        "panels": [
            *calls([competition], AT_TABLES),
            *_champion(competition),
            *(_by_table(now) if clock else _fixtures(now)),
            *tables(competition, frame, everybody, request.user, RANKS - 2 if clock else RANKS),
            *trees(stages, number),
            *_join(competition, entrants, started=now is not None, evening=settings is not None),
        ],
        "name": competition.name,
        "home": reverse("competitions:overview", args=[slug]),
        "feed": topics(competition, reading.playing(now.fixtures if now else ())),
        "clock": clock,
        "settings": settings,
        "buzzer": Buzzer(settings["buzzer"]).label if settings else "",
        "at_buzzer": AT_BUZZER[settings["buzzer"]] if settings else "",
        "until": now.round.closes_at if now and now.round.status == Round.Status.OPEN and not clock else None,
        "address": outside(request, reverse(_followed(competition, settings), args=[slug])),
    }
    return render(request, "competitions/wall.html", context)


def on_the_wall(stages: list[Stage]) -> list[Round]:
    """Return the rounds to read whole: the current one, and those of brackets."""
    number = structure.current_number(stages)
    every = structure.every_round(stages)
    return [row for row in every if row.number == number or row.stage.format in BRACKETS]


def _clock(now: reading.Matchday, competition: Competition) -> clocks.Face:
    return clocks.face(RoundClock.objects.filter(round=now.round).first(), frozen=competition.frozen_at)


def _followed(competition: Competition, settings: dict[str, Any] | None) -> str:
    """Return the page that phones are sent to: an evening's own, the page of entries while they are open, or the
    overview."""
    if settings:
        return "evenings:tonight"
    open_now = competition.status == Competition.Status.REGISTRATION
    return "competitions:entrants" if open_now else "competitions:overview"


def _by_table(now: reading.Matchday | None) -> list[Panel]:
    """Build panels of seats by table number; resting entrants come last."""
    if now is None:
        return []
    fixtures = sorted(now.fixtures, key=lambda fixture: (fixture.table or 0, fixture.tie.number))
    rows: list[dict[str, Any]] = [
        {"number": fixture.table or at, "fixture": fixture, "bye": None} for at, fixture in enumerate(fixtures, start=1)
    ]
    rows += [{"number": 0, "fixture": None, "bye": tie} for tie in now.byes]
    return split("tables", now.name, rows, AT_TABLES)


def split(kind: str, title: str, rows: list[Any], size: int) -> list[Panel]:
    """Split ``rows`` evenly into as many panels as needed."""
    count = -(-len(rows) // size)
    if count < 2:
        return [Panel(kind, title, rows=rows)] if rows else []
    each = -(-len(rows) // count)
    cut = [rows[start : start + each] for start in range(0, len(rows), each)]
    return [Panel(kind, title, f"{place}/{len(cut)}", some) for place, some in enumerate(cut, start=1)]


def calls(competitions: Sequence[Competition], size: int) -> list[Panel]:
    """Build panels of at most ``size`` calls that nobody has followed yet. One query, none without tables."""
    return split("calls", _("Go to your tables"), called_now(competitions), size)


def _champion(competition: Competition) -> list[Panel]:
    return [Panel("champion", _("Champion"), rows=[competition.champion])] if competition.champion else []


def _fixtures(now: reading.Matchday | None) -> list[Panel]:
    return split("fixtures", now.name, now.rows, ROWS) if now else []


def tables(
    competition: Competition, frame: structure.Frame, entrants: list[Entrant], user: Any, size: int
) -> list[Panel]:
    """Build panels of at most ``size`` ranks of each table, and of its leaders alone if it is long."""
    panels = []
    for table in standing_rows.tables_of(competition, frame.stages, entrants, user, frame.live):
        title = table.name or _("Table")
        if len(table.rows) > LEADERS:
            title = _("%(table)s: places 1 to %(last)d") % {"table": title, "last": LEADERS}
        panels += split("table", title, table.rows[:LEADERS], size)
    return panels


def trees(stages: list[Stage], number: int) -> list[Panel]:
    """Build the last rounds of each bracket in play or ending with the competition."""
    panels = []
    for stage in stages:
        for part in layout.bracket(stage) if stage.format in BRACKETS else []:
            rounds = _visible(part.rounds, number)
            if len(rounds) > 1:
                panels.append(Panel("bracket", part.name or _("Bracket"), rows=rounds))
    return panels


def _visible(rounds: list[DrawnRound], number: int) -> list[DrawnRound]:
    """Return up to ROUNDS rounds that fit: from the current one on, earlier ones if there is room."""
    fits = [row for row in rounds if len(row.ties) <= TIES]
    start = next((place for place, row in enumerate(fits) if row.round.number >= number), len(fits))
    return fits[max(0, min(start, len(fits) - ROUNDS)) :][:ROUNDS]


def _join(competition: Competition, entrants: list[Entrant], *, started: bool, evening: bool) -> list[Panel]:
    """Build the list of entrants and the way in, before the start; later the way to follow."""
    if started:
        return [Panel("join", _("Join, check in and report on your phone") if evening else _("Follow on your phone"))]
    open_now = competition.status == Competition.Status.REGISTRATION
    waiting = [entrant for entrant in entrants if entrant.status == Entrant.Status.WAITING]
    inside = [entrant for entrant in entrants if entrant.status == Entrant.Status.ENTERED]
    values = {"n": len(inside), "places": competition.places, "waiting": len(waiting)}
    title = _("Entrants: %(n)d of %(places)d") % values
    if waiting:
        title = _("Entrants: %(n)d of %(places)d, %(waiting)d waiting") % values
    return [
        Panel("join", _("Join in") if open_now else competition.name),
        *split("names", title, inside, NAMES),
        *split("names", _("Waiting list"), waiting, NAMES),
    ]
