"""The sheet of statistics, alike for a competition, its seasons, a club, a game and a player.

Six numbers, a chart, leaders by tab, records, and every figure behind: ``templates/statistics/_sheet.html`` draws it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from league.players.templatetags.tabellone import player_url
from league.statistics.derivation.streaks import Runs
from league.statistics.queries.almanac import Almanac
from league.statistics.queries.boards import Board
from league.statistics.queries.leaders import Graph
from league.statistics.queries.people import InGame, PlayerNumbers
from league.statistics.words.figures import Number


@dataclass(frozen=True, slots=True)
class Holder:
    """A record, and where who holds it is found."""

    title: str | Promise
    name: str
    to: str
    value: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """The parts of the page. What is empty or None is left out."""

    six: list[Number]
    counted: Almanac | InGame
    """The drawings of the matches: minutes, pieces, figures, dice."""
    sides: str
    """Whose figures stand on the left, whose on the right."""
    holders: list[Holder] = field(default_factory=list)
    boards: list[Board] = field(default_factory=list)
    board: Board | None = None
    """The one of ``boards`` that is open."""
    graph: Graph | None = None


def of_book(book: Almanac, query: Mapping[str, str], boards: list[Board] | None = None) -> Sheet:
    """Return the sheet of a book, with the board that ``query`` names as ``by``; ``boards`` replace its own."""
    offered = book.boards if boards is None else boards
    return Sheet(
        six=book.six,
        counted=book,
        sides=_("Home sides left, visitors right; all matches that count"),
        holders=_holders_in(book),
        boards=offered,
        board=next((board for board in offered if board.name == query.get("by")), offered[0] if offered else None),
    )


def of_player(numbers: PlayerNumbers, graph: Graph | None) -> Sheet:
    return Sheet(
        six=numbers.six,
        counted=numbers.in_game,
        sides=_("The player left, opponents right; on average in a match"),
        holders=_holders_of(numbers),
        graph=graph,
    )


def _holders_in(book: Almanac) -> list[Holder]:
    matches = [
        Holder(
            record.title,
            f"{record.home} {record.home_goals}\u2060–\u2060{record.away_goals} {record.away}",
            f"/matches/{record.match_id}/",
            record.note or str(record.value),
        )
        for record in book.records
    ]
    runs = [Holder(run.title, run.name, player_url(run.player_id), str(run.length)) for run in book.runs]
    return matches + runs


def _holders_of(numbers: PlayerNumbers) -> list[Holder]:
    best = numbers.biggest_win
    holders = [
        Holder(title, _standing(runs), "", str(runs.longest.length))
        for title, runs in (
            (_("Longest unbeaten run"), numbers.unbeaten),
            (_("Longest winning run"), numbers.winning),
        )
        if runs.longest.length
    ]
    if best is not None:
        against = _("against %(name)s") % {"name": best.opponent.nickname} if best.opponent else _("The match")
        score = f"{best.goals_for}–{best.goals_against}"
        holders.insert(0, Holder(_("Biggest win"), against, f"/matches/{best.match_id}/", score))
    return holders


def _standing(runs: Runs) -> str:
    """Say how long the current run is, beside the longest."""
    now = runs.current.length
    if now == runs.longest.length:
        return _("still going")
    return _("now %(n)d") % {"n": now} if now else ""
