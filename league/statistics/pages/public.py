"""Pages of statistics: competitions, games, players, records, and the leader boards of each game."""

from typing import Any
from uuid import UUID

from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

import engines
from league.competitions.pages.public import page_context
from league.competitions.policy.access import visible
from league.paging import Bounded, first_of
from league.players.policy.access import player_or_404
from league.players.words.games import game_name
from league.statistics.models import LEAST_MATCHES
from league.statistics.pages import sheet, visitor_marks
from league.statistics.queries import almanac, leaders, matches, people
from league.statistics.queries.adjusted import adjusted_table
from league.statistics.queries.boards import Board
from league.statistics.queries.seasons import seasons_of
from matches.pages.visitor_marks import finished
from matches.pages.visitors import tagged
from matches.policy.access import match_or_404


@tagged(visitor_marks.competition)
def competition(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the statistics of a competition, or of all its seasons (``?seasons=all``); ``?by=`` opens a board."""
    context = _of_competition(request, slug)
    context["sheet"] = sheet.of_book(context["almanac"], request.GET)
    if not context["every"]:
        context["adjusted"] = adjusted_table(context["competition"])
    return render(request, "statistics/competition.html", context)


@tagged(visitor_marks.competition)
def boards(request: HttpRequest, slug: str) -> HttpResponse:
    """Show one leader board of a competition (``?by=``), page by page; ``?q=`` finds names."""
    context = _of_competition(request, slug)
    all_boards: list[Board] = context["almanac"].boards
    if not all_boards:
        return redirect("competitions:statistics", slug)
    board_name, part = request.GET.get("by", ""), " ".join(request.GET.get("q", "").split())[:60]
    board = next((board for board in all_boards if board.name == board_name), all_boards[0])
    rows = [row for row in board.everybody if part.casefold() in row.name.casefold()]
    context |= {"boards": all_boards, "board": board, "asked": part}
    context["page_of"] = Paginator(rows, 50).get_page(request.GET.get("page"))
    return render(request, "statistics/boards.html", context)


@tagged(visitor_marks.competition)
def records(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the records of a competition, or of all its seasons, each with its runners-up."""
    return render(request, "statistics/records.html", _of_competition(request, slug))


def _of_competition(request: HttpRequest, slug: str) -> dict[str, Any]:  # a template's context
    """Return the almanac of a competition, or of all its seasons visible to the reader."""
    row, context = page_context(request, slug, "statistics")
    seasons = seasons_of(row, visible(request.user))
    every = len(seasons) > 1 and request.GET.get("seasons") == "all"
    book = almanac.almanac(*seasons) if every else almanac.almanac(row)
    return {**context, "seasons": seasons if len(seasons) > 1 else [], "every": every, "almanac": book}


@tagged(visitor_marks.game)
def game(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the statistics of a game; ``?by=`` opens a board."""
    context = _of_game(slug)
    offered = leaders.boards(slug, request.GET.get("by", ""), request.user)
    context["sheet"] = sheet.of_book(context["almanac"], request.GET, offered)
    return render(request, "statistics/game.html", context)


@tagged(visitor_marks.game)
def game_records(request: HttpRequest, slug: str) -> HttpResponse:
    return render(request, "statistics/game_records.html", _of_game(slug))


def _of_game(slug: str) -> dict[str, Any]:  # a template's context
    if slug not in engines.games():
        raise Http404
    games = [(name, game_name(name)) for name in engines.games()]
    return {"game": slug, "games": games, "almanac": almanac.of_game(slug)}


@tagged(visitor_marks.player)
def player(request: HttpRequest, player_id: UUID) -> HttpResponse:
    row = player_or_404(player_id, request.user)
    if row.pk != player_id:
        return redirect("statistics:player", row.pk)
    game_slug = request.GET.get("game", "")
    game = game_slug if game_slug in engines.games() else ""
    record = people.record(row, game, request.user)
    games = [(slug, game_name(slug)) for slug in record.by_game]
    if not game and len(games) == 1:
        game = games[0][0]  # the page is about this one game
    numbers = people.player_numbers(row, game, record, request.user)
    graph = leaders.graph(row.pk, game) if game else None
    context = {
        "player": row,
        "numbers": numbers,
        "games": games,
        "game": game,
        "sheet": sheet.of_player(numbers, graph),
    }
    return render(request, "statistics/player.html", context)


@tagged(visitor_marks.player)
def opponents(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """Show the opponents met most by a player (``?game=``), page by page; ``?q=`` finds any by name."""
    row = player_or_404(player_id, request.user)
    if row.pk != player_id:
        return redirect("statistics:opponents", row.pk)
    game_slug, part = request.GET.get("game", ""), " ".join(request.GET.get("q", "").split())[:60]
    game = game_slug if game_slug in engines.games() else ""
    by_game, rivals = people.opponents(row, game, request.user, part)
    context = {
        "player": row,
        "game": game,
        "games": [(slug, game_name(slug)) for slug in by_game],
        "asked": part,
        "most": people.RIVALS if len(rivals) == people.RIVALS else 0,
        "page_of": Paginator(rivals, 50).get_page(request.GET.get("page")),
    }
    return render(request, "statistics/opponents.html", context)


@tagged(visitor_marks.leaders)
def leader_board(request: HttpRequest) -> HttpResponse:
    """Show the best of one game (``?game=``) by ``?by=``: people, bots or both (``?who=``)."""
    game_slug, who, by = (request.GET.get(name, "") for name in ("game", "who", "by"))
    game = game_slug if game_slug in engines.games() else engines.games()[0]
    who = who if who in leaders.WHO else leaders.WHO[0]
    by = by if by in leaders.MEASURES else leaders.RATING
    reader = request.user
    page = _board(game, by, who, reader, request.GET.get("page"))
    context = {
        "page_of": page,
        "unranked": by == leaders.RATING and any(getattr(row, "provisional", False) for row in page.object_list),
        "game": game,
        "games": [(slug, game_name(slug)) for slug in engines.games()],
        "who": who,
        "by": by,
        "least": LEAST_MATCHES,
    }
    return render(request, "statistics/leaders.html", context)


def _board(game: str, by: str, who: str, reader: Any, number: str | None) -> Page[Any]:  # User or AnonymousUser
    """Return one page of a board, each row with its ``place``. At most four queries."""
    page = Bounded(first_of(leaders.on_board(game, by, who), 50), 50).get_page(number)
    page.object_list = leaders.placed(by, page.start_index(), list(page.object_list), reader)
    return page


@tagged(visitor_marks.versus)
def versus(request: HttpRequest, player_id: UUID, rival_id: UUID) -> HttpResponse:
    """Show the matches between two players, of one game (``?game=``) or of all."""
    row, rival = player_or_404(player_id, request.user), player_or_404(rival_id, request.user)
    if row.pk == rival.pk:
        raise Http404
    if (row.pk, rival.pk) != (player_id, rival_id):
        return redirect("statistics:versus", row.pk, rival.pk)
    game_slug = request.GET.get("game", "")
    game = game_slug if game_slug in engines.games() else ""
    numbers = people.versus(row, rival, game, request.user)
    # Competitions of the page alone: joined to hundreds of meetings, the database reads every competition of the site.
    lines = people.meetings(row, rival, game, request.user).prefetch_related("competition")
    context = {
        "player": row,
        "rival": rival,
        "numbers": numbers,
        "game": game,
        "games": [(slug, game_name(slug)) for slug in numbers.by_game],
        "page_of": Paginator(lines, 20).get_page(request.GET.get("page")),
    }
    return render(request, "statistics/versus.html", context)


@tagged(finished)
def match(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Show the duel of one match, as a fragment for its report."""
    rows = matches.match_figures(match_or_404(match_id, request.user))
    return render(request, "statistics/match.html", {"rows": rows})
