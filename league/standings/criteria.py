"""Tie-break criteria: one row of ``CRITERIA`` says how each is called, which way it orders, and how it is counted.

A list of criteria is JSON: keys of ``CRITERIA``, in order, and for head-to-head an object ``{"head_to_head":
["points", "goal_difference", ...], "reapply_to_remaining": true, "once_each_pair_met": 2}``. The mini-table contains
all that are still level; its own criteria are applied in one pass; with ``reapply_to_remaining`` the whole block is
applied again to each smaller set still level, and only then comes the next criterion. ``once_each_pair_met`` (0: at
once) skips the block until every pair of the set has met that often.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from engines.core.text import Text, text
from league.standings.figures import BOUNDLESS, Points, Tally
from league.standings.swiss import IN_FORCE, Record, Tournament, Version
from league.standings.teams import TeamLeague, share

Figure: TypeAlias = float | tuple[float, ...]
"""One number, or several of which the first that differs decides."""


@dataclass(frozen=True, slots=True)
class Criterion:
    """One number that orders a table: its name in a sentence, its direction, its format, and how it is counted.

    With neither ``of``, ``of_opponents``, ``in_swiss`` nor ``in_teams`` the number is given with the results, or is 0
    for all.
    """

    key: str
    label: Text
    lower_is_better: bool = False
    signed: bool = False
    decimals: int = 0
    """Fixed number of decimals; 0: as few as needed."""
    of: Callable[[Tally], float] | None = None
    """Counts it from one entrant's own matches."""
    in_mini: bool = False
    """True if it can order a mini-table."""
    of_opponents: Callable[[Tally], float] | None = None
    """Counts what is summed over the opponents, once for each match against them."""
    in_swiss: Callable[[Tournament, str], float] | None = None
    """Counts it from the record of all rounds, by FIDE C.07; in Swiss rounds this comes before ``of``."""
    in_teams: Callable[[TeamLeague, str], Figure] | None = None
    """Counts it from team ties; there this comes before ``of``."""
    part: Callable[[int], Text] | None = None
    """Names the first of several numbers that differs, by its place from 1."""
    away: bool = False
    """True if it counts matches away from home, which ties of two legs are not."""
    fits: Literal["every", "swiss", "teams", "none"] = "every"
    """Tables whose organiser can choose it. ``none``: it comes with a stage, or stands in published rules only."""

    def counted(self, tally: Tally) -> float:
        """Count it from one entrant's own matches; 0 if they do not tell it."""
        return self.of(tally) if self.of else 0

    def of_team(self, league: TeamLeague, team: str) -> Figure:
        """Count it from team ties; 0 if they do not tell it."""
        return self.in_teams(league, team) if self.in_teams else 0

    @property
    def ranks_teams(self) -> bool:
        """Return whether it can order a table of teams: team ties tell it, or it is given with them."""
        given = not (self.of or self.of_opponents or self.in_swiss) and self.key != DIRECT_ENCOUNTER
        return given or self.in_teams is not None

    def order(self, figure: Figure) -> tuple[float, ...]:
        """Return a key of ``figure`` that sorts the better one first."""
        values = _numbers(figure)
        return values if self.lower_is_better else tuple(-value for value in values)

    def told(self, mine: Figure, theirs: Figure) -> tuple[Text, int | str, int | str]:
        """Return name and both numbers of two figures that differ; of several numbers those that differ first."""
        pairs = enumerate(zip(_numbers(mine), _numbers(theirs), strict=True), start=1)
        part, ours, others = next((part, one, other) for part, (one, other) in pairs if one != other)
        return self.named(part), self.written(ours), self.written(others)

    def shown(self, figure: Figure) -> int | str:
        """Format one number, or several with slashes between them."""
        several = _numbers(figure)
        return self.written(several[0]) if len(several) == 1 else " / ".join(str(self.written(one)) for one in several)

    def named(self, part: int) -> Text:
        """Return its name; ``part``: that of one of its several numbers, from 1."""
        return self.part(part) if self.part else self.label

    def written(self, value: float) -> int | str:
        """Format ``value`` for people: +3, −1, 2½, 1.43, ∞."""
        if self.decimals:
            return "∞" if value >= BOUNDLESS else f"{value:.{self.decimals}f}"
        whole, half = divmod(abs(value), 1)
        digits = f"{int(whole)}" if not half else (f"{int(whole) or ''}½" if half == 0.5 else f"{abs(value):.2f}")
        sign = "−" if value < 0 else "+" if self.signed and value > 0 else ""
        return int(value) if not half and not sign else sign + digits


def _numbers(figure: Figure) -> tuple[float, ...]:
    return figure if isinstance(figure, tuple) else (figure,)


LOTS: Final = "lots"
DIRECT_ENCOUNTER: Final = "direct_encounter"
"""Matches between those still level, counted as in Swiss tournaments (``encounters``)."""
UNROUNDED: Final = "unrounded_points"
"""Points as they were before half of those of an earlier stage was rounded: they come first where points are level."""
MANUAL: Final = "manual"
"""A value that the organiser sets by hand, with a reason, in the log of results."""

_ROWS: Final = (
    Criterion(
        "points",
        text("points"),
        of=lambda tally: tally.points,
        in_mini=True,
        in_teams=lambda league, team: league.tallies[team].points,
    ),
    Criterion(UNROUNDED, text("points before rounding"), of=lambda tally: tally.points + tally.rounding, fits="none"),
    Criterion(
        "points_per_game",
        text("points per match"),
        decimals=2,
        of=lambda tally: tally.points_per_game,
        in_teams=lambda league, team: league.tallies[team].points_per_game,
    ),
    Criterion(
        "weighted_points_per_game",
        text("points per match, home and away alike"),
        decimals=2,
        of=lambda tally: tally.weighted_points_per_game,
        in_teams=lambda league, team: league.tallies[team].weighted_points_per_game,
    ),
    Criterion(
        "goal_difference",
        text("goal difference"),
        signed=True,
        of=lambda tally: tally.goal_difference,
        in_mini=True,
        in_teams=lambda league, team: league.tallies[team].goal_difference,
    ),
    Criterion("goal_average", text("goal average"), decimals=3, of=lambda tally: tally.goal_average, in_mini=True),
    Criterion(
        "goals_for",
        text("goals scored"),
        of=lambda tally: tally.goals_for,
        in_mini=True,
        in_teams=lambda league, team: league.tallies[team].goals_for,
    ),
    Criterion(
        "goals_against",
        text("goals conceded"),
        lower_is_better=True,
        of=lambda tally: tally.goals_against,
        in_mini=True,
    ),
    Criterion(
        "away_goals_for", text("away goals scored"), of=lambda tally: tally.away_goals_for, in_mini=True, away=True
    ),
    Criterion(
        "away_goal_difference",
        text("away goal difference"),
        signed=True,
        of=lambda tally: tally.away_goals_for - tally.away_goals_against,
        in_mini=True,
        away=True,
    ),
    Criterion(
        "wins",
        text("wins"),
        of=lambda tally: tally.won,
        in_mini=True,
        in_swiss=lambda tournament, entrant: tournament.won(entrant),
    ),
    Criterion("away_wins", text("away wins"), of=lambda tally: tally.away_won, in_mini=True, away=True),
    Criterion("losses", text("defeats"), lower_is_better=True, of=lambda tally: tally.lost, in_mini=True),
    Criterion("played", text("matches played"), lower_is_better=True, of=lambda tally: tally.played),
    Criterion("opponents_points", text("points of the opponents"), of_opponents=lambda tally: tally.points),
    Criterion(
        "opponents_goal_difference",
        text("goal difference of the opponents"),
        signed=True,
        of_opponents=lambda tally: tally.goal_difference,
    ),
    Criterion("opponents_goals_for", text("goals scored by the opponents"), of_opponents=lambda tally: tally.goals_for),
    Criterion("disciplinary", text("disciplinary points"), lower_is_better=True),
    Criterion("coefficient", text("coefficient"), fits="none"),
    Criterion("qualifying_rank", text("rank in the qualifiers"), lower_is_better=True, fits="none"),
    Criterion("ranking", text("place in the ranking"), lower_is_better=True, fits="none"),
    Criterion("seed", text("seed"), lower_is_better=True, fits="none"),
    Criterion("rating", text("rating"), fits="none"),
    Criterion(
        "buchholz", text("Buchholz"), in_swiss=lambda tournament, entrant: tournament.buchholz(entrant), fits="swiss"
    ),
    Criterion(
        "buchholz_cut_1",
        text("Buchholz cut 1"),
        in_swiss=lambda tournament, entrant: tournament.buchholz(entrant, low=1),
        fits="swiss",
    ),
    Criterion(
        "buchholz_cut_2",
        text("Buchholz cut 2"),
        in_swiss=lambda tournament, entrant: tournament.buchholz(entrant, low=2),
        fits="swiss",
    ),
    Criterion(
        "median_buchholz",
        text("median Buchholz"),
        in_swiss=lambda tournament, entrant: tournament.buchholz(entrant, low=1, high=1),
        fits="swiss",
    ),
    Criterion(
        "fore_buchholz",
        text("Fore Buchholz"),
        in_swiss=lambda tournament, entrant: tournament.fore.buchholz(entrant),
        fits="swiss",
    ),
    Criterion(
        "sonneborn_berger",
        text("Sonneborn-Berger"),
        in_swiss=lambda tournament, entrant: tournament.sonneborn_berger(entrant),
    ),
    Criterion("koya", text("Koya score"), in_swiss=lambda tournament, entrant: tournament.koya(entrant)),
    Criterion(
        "progressive",
        text("progressive score"),
        in_swiss=lambda tournament, entrant: tournament.progressive(entrant),
        fits="swiss",
    ),
    Criterion(DIRECT_ENCOUNTER, text("direct encounter")),
    Criterion(
        "rounds_won",
        text("rounds won, byes and walkovers among them"),
        in_swiss=lambda tournament, entrant: tournament.rounds_won(entrant),
        fits="swiss",
    ),
    Criterion(
        "away_played",
        text("matches played away"),
        in_swiss=lambda tournament, entrant: sum(played.away for played in tournament.games(entrant)),
        fits="swiss",
    ),
    Criterion(
        "away_games_won",
        text("matches won away"),
        in_swiss=lambda tournament, entrant: tournament.won(entrant, away=True),
        away=True,
    ),
    Criterion(
        "average_rating_of_opponents",
        text("average rating of the opponents"),
        in_swiss=lambda tournament, entrant: tournament.average_rating(entrant),
    ),
    Criterion(
        "performance_rating",
        text("performance rating"),
        in_swiss=lambda tournament, entrant: tournament.performance(entrant),
    ),
    Criterion(
        "perfect_performance",
        text("perfect performance rating"),
        in_swiss=lambda tournament, entrant: tournament.perfect_performance(entrant),
    ),
    Criterion(
        "match_points",
        text("match points"),
        in_teams=lambda league, team: league.tallies[team].points,
        fits="teams",
    ),
    Criterion(
        "board_points",
        text("board points"),
        in_teams=lambda league, team: league.tallies[team].board_points,
        fits="teams",
    ),
    Criterion(
        "boards_won",
        text("boards won"),
        in_teams=lambda league, team: league.tallies[team].boards_won,
        fits="teams",
    ),
    Criterion("ties_won", text("ties won"), in_teams=lambda league, team: league.tallies[team].won, fits="teams"),
    Criterion(
        "osb",
        text("Olympiad Sonneborn-Berger"),
        in_teams=lambda league, team: league.sonneborn_berger(team),
        fits="teams",
    ),
    Criterion(
        "osb_cut1",
        text("Olympiad Sonneborn-Berger cut 1"),
        in_teams=lambda league, team: league.sonneborn_berger(team, cut=1),
        fits="teams",
    ),
    Criterion(
        "buchholz_mp",
        text("match points of the opponents"),
        in_teams=lambda league, team: league.buchholz(team),
        fits="teams",
    ),
    Criterion(
        "buchholz_mp_cut1",
        text("match points of the opponents, the lowest left out"),
        in_teams=lambda league, team: league.buchholz(team, cut=1),
        fits="teams",
    ),
    Criterion(
        "board_count",
        text("board count"),
        lower_is_better=True,
        in_teams=lambda league, team: league.board_count(team),
        fits="teams",
    ),
    Criterion("berlin", text("Berlin score"), in_teams=lambda league, team: league.berlin(team), fits="teams"),
    Criterion(
        "top_board",
        text("points on the top boards"),
        in_teams=lambda league, team: league.by_board(team),
        part=lambda number: text("points on board {number}", number=number),
        fits="teams",
    ),
    Criterion(
        "bottom_eliminated",
        text("points without the last boards"),
        in_teams=lambda league, team: league.without_last(team),
        part=lambda number: text("points without the last boards ({number} left out)", number=number),
        fits="teams",
    ),
    Criterion(
        "set_share",
        text("share of sets won"),
        decimals=3,
        in_teams=lambda league, team: share(league.tallies[team].sets_won, league.tallies[team].sets_played),
        fits="teams",
    ),
    Criterion(
        "match_share",
        text("share of boards won"),
        decimals=3,
        in_teams=lambda league, team: share(league.tallies[team].boards_won, league.tallies[team].boards_played),
        fits="teams",
    ),
    Criterion(
        "game_share",
        text("share of games won"),
        decimals=3,
        in_teams=lambda league, team: share(league.tallies[team].games_won, league.tallies[team].games_played),
        fits="teams",
    ),
    Criterion(MANUAL, text("the organiser’s value")),
    Criterion(LOTS, text("drawing of lots")),
)
CRITERIA: Final = {criterion.key: criterion for criterion in _ROWS}

HEAD_TO_HEAD: Final = {"head_to_head": ["points", "goal_difference", "goals_for"], "reapply_to_remaining": True}
"""The matches between those still level, as most rules have them."""

MINI: Final = {key: criterion.of for key, criterion in CRITERIA.items() if criterion.in_mini and criterion.of}
"""How the criteria count that can order a mini-table."""
SWISS: Final = {key: criterion.in_swiss for key, criterion in CRITERIA.items() if criterion.in_swiss}
"""How the criteria count that a record of rounds tells."""


TEAM_MINI: Final = tuple(key for key, criterion in CRITERIA.items() if criterion.in_teams)
"""Criteria that can order a mini-table of teams, or a whole one."""


def choosable_of_teams() -> tuple[str, ...]:
    """Return what can stand before lots in an organiser's own list for tables of teams."""
    fitting = (key for key, criterion in CRITERIA.items() if criterion.ranks_teams and criterion.fits != "none")
    return ("head_to_head", *(key for key in fitting if key not in ("points", LOTS)))


def choosable(*, swiss: bool) -> tuple[str, ...]:
    """Return what can stand between points, the first, and lots, the last, in an organiser's own list.

    ``swiss``: that of Swiss rounds.
    """
    tables = ("every", "swiss") if swiss else ("every",)
    keys = (key for key, criterion in CRITERIA.items() if criterion.fits in tables and key not in ("points", LOTS))
    return ("head_to_head", *keys)


def swiss_figures(
    records: Mapping[str, Record],
    rounds: int,
    *,
    points: Points = (1, 0.5, 0),
    ratings: Mapping[str, float] | None = None,
    version: Version = IN_FORCE,
    names: Collection[str] = tuple(SWISS),
) -> dict[str, dict[str, float]]:
    """Return criterion -> entrant -> number, the ``facts`` of ``table``, for ``names`` in ``SWISS``.

    ``rounds``: number played. ``records`` have a line for each of them, also for a round of absence. ``ratings``: of
    rated entrants. Raises KeyError for an unknown name.
    """
    tournament = Tournament(records, rounds, points, ratings or {}, version)
    return {name: {entrant: SWISS[name](tournament, entrant) for entrant in records} for name in names}


@dataclass(frozen=True, slots=True)
class Plain:
    """Order by one figure of the whole table."""

    name: str


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Order by the table of the matches between those still level."""

    names: tuple[str, ...]
    reapply: bool = False
    met: int = 0


TieBreak: TypeAlias = Plain | HeadToHead
"""One entry of a list of criteria."""


def parse(criteria: Sequence[str | Mapping[str, Any]], *, teams: bool = False) -> tuple[TieBreak, ...]:  # JSON objects
    """Parse the list into objects; ``teams``: that of a table of teams.

    Raises ValueError with a sentence for an unknown name or key.
    """
    known = [
        key for key, criterion in CRITERIA.items() if (criterion.ranks_teams if teams else criterion.fits != "teams")
    ]
    mini = TEAM_MINI if teams else tuple(MINI)
    return tuple(_plain(entry, known) if isinstance(entry, str) else _head_to_head(entry, mini) for entry in criteria)


def _plain(name: str, known: Collection[str]) -> Plain:
    if name not in known:
        raise ValueError(f"unknown criterion {name!r}: one of {', '.join(known)} or a head_to_head object")
    return Plain(name)


def _head_to_head(entry: Mapping[str, Any], mini: Collection[str]) -> HeadToHead:  # JSON
    unknown = set(entry) - {"head_to_head", "reapply_to_remaining", "once_each_pair_met"}
    if unknown or "head_to_head" not in entry:
        raise ValueError(f"a head_to_head object has no key {', '.join(sorted(unknown)) or 'but head_to_head'}")
    names = tuple(entry["head_to_head"])
    wrong = [name for name in names if name not in mini]
    if wrong or not names:
        raise ValueError(f"a mini-table cannot be ordered by {', '.join(wrong) or 'nothing'}")
    return HeadToHead(names, bool(entry.get("reapply_to_remaining")), int(entry.get("once_each_pair_met", 0)))
