"""The page of board tables of a competition of teams, and the file of all of them."""

from dataclasses import asdict
from itertools import groupby
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from league.competitions.derivation.board_tables import ALL
from league.competitions.pages import reading, structure, visitor_marks
from league.competitions.pages.feeds import csv_answer
from league.competitions.pages.public import page_context
from league.competitions.policy import access
from league.competitions.words.criteria import criterion_words
from league.leagues.boards import MOST, BoardLine, boards_of, teams_on_boards
from league.leagues.pages import columns
from league.standings.boards import CRITERIA_OF_BOARDS
from league.typed import whole_number
from matches.pages.visitors import tagged

FILE_HEADS: Final = (
    "board", "rank", "name", "team", "played", "won", "drawn", "lost", "goals_for", "goals_against", "goal_difference",
    "points", "per_match",
)  # fmt: skip


def _least(request: HttpRequest) -> int | None:
    """Return the minimum of matches asked for (``?least=``), from 1 to ``MOST``; None for the usual one."""
    least = whole_number(request.GET.get("least", ""), None, digits=2)
    return least if least is not None and 1 <= least <= MOST else None


@tagged(visitor_marks.competition)
def board_table(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the best of one board (``?board=2``), or of all; ``?least=`` from how many matches on, ``?by=`` in another
    order. 404 where no teams play.
    """
    competition, context = page_context(request, slug, "table")
    if not competition.of_teams:
        raise Http404
    least = _least(request)
    boards = boards_of(competition, least)
    number = whole_number(request.GET.get("board", ""), ALL, digits=1) or ALL
    shown = boards.of(number if number <= competition.boards else ALL)
    frame = structure.frame_of(competition)
    order = columns.order_of(request.GET)
    rows = [_row(line, request.user.pk) for line in shown.rows]
    _say_once(rows)
    columns.put_rows_in_order(rows, order)
    context |= {
        "shown": shown,
        "rows": rows,
        "too_few": shown.too_few,
        "teams": teams_on_boards(boards, competition.boards),
        "numbers": range(1, competition.boards + 1),
        "least": boards.least,
        "asked": least,
        "order": order,
        "progress": reading.progress(reading.matchdays(frame.stages, frame.counts)),
        "criteria": [criterion_words(name) for name in CRITERIA_OF_BOARDS],
    }
    return render(request, "competitions/board_table.html", context)


def _row(line: BoardLine, reader: Any) -> dict[str, Any]:  # a row of the template; an id or None
    return {
        **asdict(line),
        "player_id": line.player,
        "mine": line.player == reader,
        "share": line.per_match,
        "per_match": "",
    }


def _say_once(rows: list[dict[str, Any]]) -> None:
    """Leave the reasons to the last row of each set that is level on points per match, each sentence once."""
    for _share, level in groupby(rows, key=lambda row: row["points"] / row["played"]):
        block = list(level)
        sentences = list(dict.fromkeys(sentence for row in block for sentence in row["why"]))
        for row in block:
            row["why"] = []
        if len(block) > 1:
            block[-1].update(why=sentences, level=len(block), level_on=columns.per_match(block[-1]["share"]))


def boards_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """Send every board table, a line a person; who played too few matches has no rank. Board 0 is all boards."""
    competition = access.door(request.user, slug)
    if not competition.of_teams:
        raise Http404
    tables = boards_of(competition, _least(request)).boards
    lines = [(table.board, line) for table in tables for line in (*table.rows, *table.too_few)]
    cells = [[board, *(getattr(line, head) for head in FILE_HEADS[1:])] for board, line in lines]
    rows = [["" if cell is None else cell for cell in row] for row in cells]
    return csv_answer(f"{slug}-boards.csv", FILE_HEADS, rows)
