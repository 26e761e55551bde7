"""The print pack: documents of a competition as pages of paper, each alone or all by one click.

A document is a list of sheets of paper that a template lays out; the browser prints them (``static/css/print.css``).
Only the staff print: score sheets and personal links carry secrets.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from django.contrib.auth.decorators import login_required
from django.db.models import prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.brackets import layout
from league.competitions.derivation.podium import podium
from league.competitions.derivation.tables import kicks_count
from league.competitions.models import SQUAD, Competition, Entrant, Fixture, Invitation, Stage
from league.competitions.models.roles import Right
from league.competitions.pages import reading
from league.competitions.pages.public import page_context
from league.competitions.setup.formats import Buzzer, Carried
from league.competitions.setup.round_names import leg_name, round_name
from league.competitions.setup.stages import BRACKETS, TABLES, carrying_of, evening_of
from league.competitions.words.fixtures import bye_words, halves
from league.competitions.words.stages import stages_cached
from league.evenings import sheets
from league.evenings.numbering import numbered
from league.evenings.paper_trees import Column, cut
from league.formats import knockout
from league.leagues import rows as standing_rows
from league.players.words.games import game_page
from league.typed import whole_number
from matches.pages.addresses import outside

TABLES_A_PAGE: Final = 14
NAMES_A_COLUMN: Final = 26
SHEETS_A_PAGE: Final = 4
BLANK: Final = 8
"""Places of the blank bracket if the competition has none of its own."""
MOST_BLANK: Final = 128
"""Most places of a blank bracket: seventeen sheets and one for the end."""
CROSS: Final = 32
"""Most entrants of a cross-table: as many as a league has."""
FEW: Final = 14
"""Up to this many are written larger; Swiss rounds with more have a table round by round."""
BY_ROUNDS_A_PAGE: Final = 26
PRIZES_A_PAGE: Final = (15, 28)
"""Lines under a podium of three on the first page, and on the others."""
LINES_OF_A_PLACE: Final = 3
"""Lines for which another place of the podium leaves no room."""
SQUADS_A_PAGE: Final = 2
BLANK_PEOPLE: Final = 3
"""Empty lines below a squad that is not full."""
BOARDS_OF_HALF_A_PAGE: Final = 4
"""Ties of up to this many boards stand two on a page."""


@dataclass
class Paper:
    """The input of a document: the competition in the rows that the pages use."""

    request: HttpRequest
    competition: Competition
    stages: list[Stage]
    days: list[reading.Matchday]
    entrants: list[Entrant]
    everybody: list[Entrant]
    """Also who withdrew: their results may count."""
    now: reading.Matchday | None

    def address(self, name: str, *args: Any) -> str:
        """Return the absolute address of a page, for a QR code."""
        return outside(self.request, reverse(name, args=args))

    @property
    def join(self) -> str:
        """Return the address to come in or follow."""
        if evening_of(self.stages):
            return self.address("evenings:tonight", self.competition.slug)
        if self.competition.status != Competition.Status.REGISTRATION:
            return self.address("competitions:overview", self.competition.slug)
        link = self.competition.invitations.filter(name="", state=Invitation.State.OPEN).first()
        if self.competition.by_invitation and link is not None:
            return self.address("competitions:invited", link.key)
        return self.address("competitions:entrants", self.competition.slug)

    @property
    def is_open(self) -> bool:
        """Return whether somebody can still come in: to an evening also after its start."""
        status = self.competition.status
        if status == Competition.Status.RUNNING:
            return evening_of(self.stages) is not None
        return status in (Competition.Status.DRAFT, Competition.Status.REGISTRATION)


@dataclass
class Sheet:
    """One sheet of paper. ``kind`` names the template fragment that lays it out."""

    kind: str
    title: str
    rows: list[Any] = field(default_factory=list)
    more: dict[str, Any] = field(default_factory=dict)
    part: str = ""
    wide: bool = False
    """Landscape."""


def _cut(rows: list[Any], size: int) -> list[list[Any]]:
    return [rows[at : at + size] for at in range(0, len(rows), size)]


def _counted(sheets: Iterable[Sheet]) -> list[Sheet]:
    """Number the sheets of one list, if there are several: ``1/3``."""
    counted = list(sheets)
    for place, sheet in enumerate(counted, start=1):
        sheet.part = f"{place}/{len(counted)}" if len(counted) > 1 else ""
    return counted


def _pairings(paper: Paper) -> list[Sheet]:
    if paper.now is None or not paper.now.fixtures:
        return []
    cut = _cut(numbered(_by_table(paper.now)), TABLES_A_PAGE)
    last = len(cut) - 1
    return _counted(
        Sheet("pairings", paper.now.name, some, {"byes": paper.now.byes if at == last else []})
        for at, some in enumerate(cut)
    )


def _names(paper: Paper) -> list[Sheet]:
    """Build the list in which each entrant finds its table and opponent, two columns a page."""
    if paper.now is None or not paper.now.fixtures:
        return []
    places = [
        (name, table, other)
        for table, fixture in numbered(_by_table(paper.now))
        for home, away in (_names_at(fixture),)
        for name, other in ((home, away), (away, home))
    ]
    places += [(tie.home.name, None, bye_words(tie)) for tie in paper.now.byes if tie.home is not None]
    pages = _cut(sorted(places, key=lambda place: place[0].casefold()), 2 * NAMES_A_COLUMN)
    return _counted(Sheet("names", paper.now.name, _cut(some, NAMES_A_COLUMN)) for some in pages)


def _names_at(fixture: Fixture) -> tuple[str, str]:
    """Return who meets: of teams the people at this board once they are known, else the entrants."""
    names = [
        player.nickname if player is not None else entrant.name if entrant is not None else "–"
        for player, entrant in ((fixture.home_player, fixture.home), (fixture.away_player, fixture.away))
    ]
    return names[0], names[1]


def _of_teams(paper: Paper) -> bool:
    return paper.competition.of_teams


def _team_sheets(paper: Paper) -> list[Sheet]:
    """Build a sheet for each team: the squad in its order, captain and vice-captain, and space for more and for a
    line-up. Who is on it is on the page of entrants, and no line-up is."""
    if not _of_teams(paper):
        return []
    rows = []
    for team in paper.entrants:
        members = sorted(team.members.all(), key=lambda member: member.number)
        people = [team.player, *(member.user for member in members)]
        blanks = range(len(people) + 1, min(SQUAD, len(people) + BLANK_PEOPLE) + 1)
        rows.append(
            {"team": team, "people": people, "blanks": blanks, "boards": range(1, paper.competition.boards + 1)}
        )
    return _counted(Sheet("squads", _("Team sheets"), some) for some in _cut(rows, SQUADS_A_PAGE))


def _tie_sheets(paper: Paper) -> list[Sheet]:
    """Build a score sheet for each tie of teams of the round: its boards, who plays them once the line-ups are open,
    and space for results and signatures."""
    if paper.now is None or not _of_teams(paper):
        return []
    ties = [row.tie for row in paper.now.rows if row.home and row.away]
    rows = [
        {
            "tie": tie,
            "leg": leg_name(tie, tie.leg),
            "home": tie.boards[0].home,
            "away": tie.boards[0].away,
            "address": paper.address("competitions:tie", paper.competition.slug, tie.pk),
        }
        for tie in ties
    ]
    size = 2 if paper.competition.boards <= BOARDS_OF_HALF_A_PAGE else 1
    return [Sheet("ties", paper.now.name, some) for some in _cut(rows, size)]


def _by_table(day: reading.Matchday) -> list[Fixture]:
    fixtures = [fixture for fixture in day.fixtures if fixture.home and fixture.away]
    return sorted(fixtures, key=lambda fixture: (fixture.table or 0, fixture.tie.number, fixture.leg))


def _score_sheets(paper: Paper) -> list[Sheet]:
    if paper.now is None or _of_teams(paper):  # a tie of teams has its own sheet
        return []
    at_tables = [
        (table, fixture)
        for table, fixture in numbered(_by_table(paper.now))
        if fixture.status in (Fixture.Status.PENDING, Fixture.Status.OPEN) and not _at_its_table(paper, fixture)
    ]
    links = sheets.sheets_of([fixture for _table, fixture in at_tables])
    kicks = kicks_count(paper.now.round.stage) or paper.now.round.stage.format in BRACKETS
    settings = evening_of(paper.stages)
    rows = [
        {
            "table": table or "",
            "fixture": fixture,
            "sides": [
                (side, paper.address("evenings:sheet", links[str(fixture.id), seat].key))
                for seat, side in (("home", fixture.home), ("away", fixture.away))
            ],
            "kicks": kicks,
            "buzzer": Buzzer(settings["buzzer"]).label if settings and settings["minutes"] else "",
        }
        for table, fixture in at_tables
    ]
    return [Sheet("sheets", paper.now.name, some) for some in _cut(rows, SHEETS_A_PAGE)]


def _at_its_table(paper: Paper, fixture: Fixture) -> bool:
    """Return whether it is played on this site against the house bot, and reports itself."""
    settings = evening_of(paper.stages)
    house = fixture.away is not None and fixture.away.status == Entrant.Status.HOUSE
    return house and settings is not None and settings["odd"] == "house_bot"


def _cross_table(paper: Paper) -> list[Sheet]:
    """Build the table of everybody against everybody, with results and empty cells; big Swiss fields round by round."""
    sheets = []
    for table in standing_rows.tables_of(paper.competition, paper.stages, paper.everybody, paper.request.user):
        if not table.rows:
            continue
        title = f"{_('Cross-table')} {table.name}".strip()
        by_rounds = table.group.stage.format == Stage.Format.SWISS and len(table.rows) > FEW
        members = table.rows if by_rounds else table.rows[:CROSS]
        order = {row["entrant"]: place for place, row in enumerate(members)}
        if by_rounds:
            heads, cells = _by_rounds(paper, table.group.stage_id, order)
        else:
            heads, cells = list(range(1, len(members) + 1)), _cross_table_line(paper, table.group.stage, order)
        rows = [{"number": at + 1, "row": row, "cells": cells[at]} for at, row in enumerate(members)]
        more = {"numbers": heads, "by_rounds": by_rounds, "many": len(members) > FEW}
        cut_rows = _cut(rows, BY_ROUNDS_A_PAGE) if by_rounds else [rows]
        sheets += _counted(Sheet("cross", title, some, more, wide=True) for some in cut_rows)
    return sheets


def _cross_table_line(paper: Paper, stage: Stage, order: dict[str, int]) -> list[list[tuple[bool, str]]]:
    """Build a line for each in ``order``: if the cell is the entrant's own, and the results against that opponent.

    Of other stages, only the one before counts, where the table begins with its points.
    """
    carries = carrying_of(stage)["carried"] != Carried.NONE
    before = [other.pk for other in paper.stages if other.number < stage.number][-1:] if carries else []
    days = [day for day in paper.days if day.round.stage_id in (stage.pk, *before)]
    cells: list[list[list[str]]] = [[[] for _one in order] for _row in order]
    for fixture in (fixture for day in days for fixture in day.rows):
        home, away = order.get(str(fixture.home_id)), order.get(str(fixture.away_id))
        ours, theirs = _numbers_of(fixture)
        if home is not None and away is not None and ours:
            cells[home][away].append(f"{ours}–{theirs}")
            if evening_of(paper.stages):  # venues mean nothing at a bar's table
                cells[away][home].append(f"{theirs}–{ours}")
    return [[(at == place, " ".join(cell)) for at, cell in enumerate(line)] for place, line in enumerate(cells)]


def _numbers_of(row: Fixture) -> tuple[str, str]:
    """Return the goals of a fixture, or the board points of a tie of teams that is decided; empty before."""
    if row.tie.of_teams:
        points = (row.tie.home_points, row.tie.away_points) if row.tie.decided else (None, None)
        return ("", "") if None in points else (halves(points[0] or 0), halves(points[1] or 0))
    return ("", "") if row.home_goals is None else (str(row.home_goals), str(row.away_goals))


def _by_rounds(paper: Paper, stage: Any, order: dict[str, int]) -> tuple[list[int], list[list[tuple[bool, str]]]]:
    """Return the paired rounds of a Swiss stage, and a line of cells for each in ``order``.

    A cell has the opponent, and the result from the entrant's side.
    """
    days = [day for day in paper.days if day.round.stage_id == stage and day.is_paired]
    cells: list[list[tuple[bool, str]]] = [[(False, "") for _day in days] for _row in order]
    for column, day in enumerate(days):
        for fixture in day.fixtures:
            sides = (
                (fixture.home, fixture.away, fixture.home_goals, fixture.away_goals),
                (fixture.away, fixture.home, fixture.away_goals, fixture.home_goals),
            )
            for own, other, ours, theirs in sides:
                if own is None or other is None or str(own.pk) not in order:
                    continue
                place = order.get(str(other.pk))
                opponent = str(place + 1) if place is not None else other.name
                words = f"{opponent}: {ours}–{theirs}" if ours is not None else f"{opponent}:"
                cells[order[str(own.pk)]][column] = (False, words)
        for tie in day.byes:
            if tie.home is not None and str(tie.home.pk) in order:
                cells[order[str(tie.home.pk)]][column] = (True, "")
    return [day.round.step for day in days], cells


def _brackets(paper: Paper) -> list[Sheet]:
    sheets = []
    for stage in (stage for stage in paper.stages if stage.format in BRACKETS):
        for part in layout.bracket(stage):
            rounds = [Column(row.name, row.ties, third=row.third) for row in part.rounds]
            sheets += _trees("bracket", part.name or _("Bracket"), cut(rounds))
    return sheets


def _trees(kind: str, title: str, laid: list[list[Column]]) -> list[Sheet]:
    """Build landscape sheets of a bracket, numbered if there are several."""
    last = len(laid)
    return _counted(Sheet(kind, title, rows, {"end": at == last}, wide=True) for at, rows in enumerate(laid, start=1))


def _blank_bracket(paper: Paper) -> list[Sheet]:
    """Build lines to fill in by hand: as many places as the cup has, or eight for an improvised final."""
    places = knockout.size(_blank_size(paper))
    rounds = []
    while places > 1:
        rounds.append(Column(round_name(places // 2), range(places // 2)))
        places //= 2
    return _trees("blank", _("Bracket to fill in"), cut(rounds))


def _blank_size(paper: Paper) -> int:
    """Return the places of the blank bracket: those of the existing bracket, or the entrants of the cup."""
    knock = next((stage for stage in paper.stages if stage.format in BRACKETS), None)
    if knock is None:
        return BLANK
    laid = next((part.rounds for part in layout.bracket(knock) if part.rounds), None)
    if laid:
        return min(2 * len(laid[0].ties), MOST_BLANK)
    if knock != paper.stages[0]:
        return BLANK
    return max(2, min(len(paper.entrants) or paper.competition.places, MOST_BLANK))


def _poster(paper: Paper) -> list[Sheet]:
    return [Sheet("poster", paper.competition.name, more={"address": paper.join, "open": paper.is_open})]


def _rules(paper: Paper) -> list[Sheet]:
    return [Sheet("rules", "", more={"game": game_page(paper.competition.game)})]


def _prizes(paper: Paper) -> list[Sheet]:
    """Build the podium and the whole tables, with a line for each prize.

    Before the end only a table that decides has a podium: not one of several, nor one before a bracket.
    """
    over = paper.competition.status == Competition.Status.FINISHED
    all_tables = standing_rows.tables_of(paper.competition, paper.stages, paper.entrants, paper.request.user)
    tables = [table for table in all_tables if table.rows]
    first_three = []
    if over:
        first_three = [(place.rank, place.entrant.name) for place in podium(paper.competition) if not place.division]
    elif len(tables) == 1 and tables[0].group.stage_id == paper.stages[-1].pk:
        first_three = [(row["rank"], row["name"]) for row in tables[0].rows[:3]]
    if not tables:
        return [Sheet("prizes", _("Prizes"), [], {"podium": first_three})] if first_three else []
    caption = 1 if any(table.name for table in tables) else 0
    first, others = (lines - caption for lines in PRIZES_A_PAGE)
    first -= LINES_OF_A_PLACE * max(len(first_three) - 3, 0)
    if first < 1:  # so many share a place that the page has no room for them
        first, first_three = others, []
    pages = [
        (table.name, some)
        for at, table in enumerate(tables)
        for some in ([table.rows[:first], *_cut(table.rows[first:], others)] if at == 0 else _cut(table.rows, others))
    ]
    return [
        Sheet("prizes", _("Prizes"), some, {"podium": first_three if at == 0 else [], "over": over, "table": name})
        for at, (name, some) in enumerate(pages)
    ]


@dataclass(frozen=True)
class Document:
    """One document of the pack: its name, its purpose, the builder of its sheets."""

    key: str
    name: str | Promise
    purpose: str | Promise
    make: Callable[[Paper], list[Sheet]]


DOCUMENTS: Final[dict[str, Document]] = {
    document.key: document
    for document in (
        Document(
            "poster",
            gettext_lazy("Join poster"),
            gettext_lazy("A QR code to join or follow."),
            _poster,
        ),
        Document(
            "pairings",
            gettext_lazy("Pairings by table"),
            gettext_lazy("For the wall, in order of tables."),
            _pairings,
        ),
        Document(
            "names",
            gettext_lazy("Pairings by name"),
            gettext_lazy("For the door: find your name, table and opponent."),
            _names,
        ),
        Document(
            "sheets",
            gettext_lazy("Score sheets"),
            gettext_lazy("Four to a page; each side reports by its own QR code, once."),
            _score_sheets,
        ),
        Document(
            "squads",
            gettext_lazy("Team sheets"),
            gettext_lazy("Each squad in its order, with space for its line-up."),
            _team_sheets,
        ),
        Document(
            "ties",
            gettext_lazy("Score sheets of ties"),
            gettext_lazy("All boards of each tie; the names are on it once the line-ups are open."),
            _tie_sheets,
        ),
        Document(
            "cross",
            gettext_lazy("Cross-table"),
            gettext_lazy("Everybody against everybody."),
            _cross_table,
        ),
        Document("bracket", gettext_lazy("Current bracket"), gettext_lazy("With all results so far."), _brackets),
        Document("blank", gettext_lazy("Blank bracket"), gettext_lazy("To fill in by hand."), _blank_bracket),
        Document("rules", gettext_lazy("Rules card"), gettext_lazy("The game on one page."), _rules),
        Document("prizes", gettext_lazy("Prizes"), gettext_lazy("The podium and the whole table."), _prizes),
    )
}
"""The documents of the pack, in the order of an evening."""


def _paper(request: HttpRequest, competition: Competition) -> Paper:
    stages = reading.stages_of(competition)
    days = reading.matchdays(stages)
    paired = [day for day in days if day.is_paired and day.fixtures]
    number_text = request.GET.get("round", "")
    number = whole_number(number_text, reading.current_number(stages))
    now = next((day for day in paired if day.round.number == number), paired[-1] if paired else None)
    everybody = reading.entrants_of(competition)
    entrants = [entrant for entrant in everybody if entrant.status == Entrant.Status.ENTERED]
    if competition.of_teams and now is not None:
        prefetch_related_objects(now.fixtures, "home_player", "away_player")
    return Paper(request, competition, stages, days, entrants, everybody, now)


@login_required
def prints(request: HttpRequest, slug: str) -> HttpResponse:
    """List the documents that can be printed now, with one click for all."""
    competition, context = page_context(request, slug, "console", Right.DECIDE)
    stages = stages_cached(competition)
    tree = any(stage.format in BRACKETS for stage in stages)
    table = any(stage.format in TABLES for stage in stages)
    left_out = ({"bracket"} if not tree else set()) | ({"cross"} if not table else set())
    left_out |= {"sheets"} if competition.of_teams else {"squads", "ties"}
    days = [day for day in reading.matchdays(reading.stages_of(competition)) if day.is_paired and day.fixtures]
    number = request.GET.get("round", "")
    context["days"] = days if len(days) > 1 else []
    context["chosen"] = next((day for day in days if str(day.round.number) == number), None)
    context["documents"] = [document for document in DOCUMENTS.values() if document.key not in left_out]
    return render(request, "evenings/prints.html", context)


@login_required
def document(request: HttpRequest, slug: str, document: str) -> HttpResponse:
    """Show one document as pages of paper, or ``all``."""
    competition, context = page_context(request, slug, "console", Right.DECIDE)
    if document != "all" and document not in DOCUMENTS:
        raise Http404
    paper = _paper(request, competition)
    documents = list(DOCUMENTS.values()) if document == "all" else [DOCUMENTS[document]]
    context |= {
        "sheets": [sheet for document in documents for sheet in document.make(paper)],
        "name": _("Print pack") if document == "all" else DOCUMENTS[document].name,
        "address": paper.join,
        "now": paper.now,
    }
    return render(request, "evenings/print.html", context)
