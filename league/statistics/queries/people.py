"""Records of players: of one, and of two against each other.

Results come from ``Line`` by a constant number of queries that the database adds up; averages, dice and places come
from the stored ``Career``. What does not count (walkovers, voided, replayed and corrected matches) is in none of it.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias
from uuid import UUID

from django.contrib.postgres.aggregates import StringAgg
from django.db.models import Count, F, Q, QuerySet, Sum, Value
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

import engines
from engines.core.text import say
from league.compat.prepared_queries import PreparedQuery
from league.players.models import User
from league.players.policy.searching import containing
from league.players.words.games import spoken
from league.statistics.derivation.charts import Bars, Share
from league.statistics.derivation.figures import statistics_of
from league.statistics.derivation.streaks import Runs, runs
from league.statistics.models import Career, Line
from league.statistics.queries.almanac import Fortune, Total, by_minute, by_piece, deeds_of, fortune
from league.statistics.words.figures import Number, PairsOfTopic, PieceTable, average, pairs_by_topic
from matches.policy.audience import listed_for
from matches.replay import fair_dice
from matches.replay.report import heat_map

FORM = 10
"""Results of the form."""
OUTCOMES = {"won": Line.Outcome.WON, "drawn": Line.Outcome.DRAWN, "lost": Line.Outcome.LOST}
RIVALS = 100
"""Opponents of a record: those met most."""
_AHEAD, _BEHIND = Q(goals_for__gt=F("goals_against")), Q(goals_for__lt=F("goals_against"))
"""Conditions for a big win and a big defeat: a match that a side gave up in the lead is neither."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Matches won, drawn and lost, and goals."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    goals_for: int = 0
    goals_against: int = 0

    @property
    def played(self) -> int:
        """Matches in all."""
        return self.won + self.drawn + self.lost

    @property
    def goal_difference(self) -> int:
        """Goals for less goals against."""
        return self.goals_for - self.goals_against

    @property
    def win_percent(self) -> int:
        """Return the share of matches won, in per cent."""
        return round(100 * self.won / self.played) if self.played else 0


def six_of(tally: Tally, unbeaten: Runs) -> list[Number]:
    """Return the numbers that a page of results opens with."""
    now = unbeaten.current.length
    return [
        Number(_("Matches"), str(tally.played)),
        Number(_("Won"), str(tally.won), f"{tally.win_percent}%" if tally.played else ""),
        Number(_("Drawn"), str(tally.drawn)),
        Number(_("Lost"), str(tally.lost)),
        Number(_("Goals"), str(tally.goals_for), _("to %(against)d") % {"against": tally.goals_against}),
        Number(_("Unbeaten run"), str(unbeaten.longest.length), _("now %(n)d") % {"n": now} if now else ""),
    ]


@dataclass(frozen=True, slots=True)
class Rival:
    """A player's record against one opponent."""

    player_id: UUID
    name: str
    tally: Tally


@dataclass(frozen=True, slots=True)
class Spot:
    """A cell and how many of the player's decisions ended with the ball there."""

    name: str
    total: int
    percent: int


@dataclass(frozen=True, slots=True)
class InGame:
    """The stored figures of a player's matches in one game, in words."""

    figures: list[Total] = field(default_factory=list)
    dice: list[fair_dice.Die] = field(default_factory=list)
    topics: list[PairsOfTopic] = field(default_factory=list)
    """Every figure, the player beside the opponents, on average in a match."""
    minutes: Bars | None = None
    pieces: list[Share] = field(default_factory=list)
    deeds: PieceTable | None = None
    fortune: Fortune | None = None
    heat: SafeString | None = None
    spots: list[Spot] = field(default_factory=list)
    clean_sheets: int = 0
    comebacks: int = 0


@dataclass(frozen=True, slots=True)
class Record:
    """The results of a player's matches, of one game or of all."""

    tally: Tally
    form: list[str]
    """``W``, ``D``, ``L``, the newest first, at most ten."""
    by_game: dict[str, Tally]
    rivals: list[Rival]
    unbeaten: Runs
    winning: Runs

    @property
    def shortened(self) -> bool:
        """Return whether there may be more rivals."""
        return len(self.rivals) == RIVALS

    @property
    def longest_unbeaten(self) -> int:
        """The longest run without a defeat."""
        return self.unbeaten.longest.length

    @property
    def six(self) -> list[Number]:
        """Return the numbers that the page opens with."""
        return six_of(self.tally, self.unbeaten)


@dataclass(frozen=True, slots=True)
class PlayerNumbers(Record):
    """A player's record. ``form`` has the newest match first."""

    biggest_win: Line | None
    in_game: InGame
    """What is stored of one game; empty for all games together, and before the first count."""

    @property
    def figures(self) -> list[Total]:
        """Averages a match in one game."""
        return self.in_game.figures

    @property
    def dice(self) -> list[fair_dice.Die]:
        """Return what the player's dice gave in one game, beside the expectation of fair dice."""
        return self.in_game.dice


def lines_for(reader: Any) -> QuerySet[Line]:  # User, AnonymousUser or None: nobody
    """Return the lines that count of matches that ``reader`` may know of."""
    return Line.objects.filter(listed_for(reader, "match__", "audience"), counts=True)


def record(player: User, game: str = "", reader: Any = None) -> Record:  # None: nobody
    """Return the record of ``player``, in ``game`` or in all games, from the matches that ``reader`` may know of. Four
    queries, whose answers do not grow with the matches played but for one letter each. Rivals are those met most."""
    tallies, rivals = opponents(player, game, reader)
    outcomes = next(iter(_OUTCOMES.rows(player.pk, game or None, reader)), None) or ""
    return Record(
        tally=tallies.get(game, Tally()) if game else _sum(tallies.values()),
        form=list(outcomes[: -FORM - 1 : -1]),
        by_game=tallies,
        rivals=rivals,
        unbeaten=runs(outcomes, "WD"),
        winning=runs(outcomes, "W"),
    )


def opponents(player: User, game: str = "", reader: Any = None, part: str = "") -> tuple[dict[str, Tally], list[Rival]]:
    """Return the tally of each game of ``player``, and the rivals met most in ``game`` or in all. Three queries.

    ``part``: only rivals whose name contains it.
    """
    by_game: dict[str, list[Counted]] = {}
    for slug, *tally_row in _BY_GAME.rows(player.pk, reader):
        by_game.setdefault(slug, []).append(tally_row)
    tallies = {slug: _tally(parts) for slug, parts in sorted(by_game.items())}
    most = _rivals(player.pk, game or None, reader, part) if part else _RIVALS.rows(player.pk, game or None, reader)
    names = dict(_NAMES.rows([key for key, *_counts in most])) if most else {}
    rivals = [Rival(key, names.get(key, ""), Tally(*counts)) for key, _played, *counts in most]
    return tallies, sorted(rivals, key=lambda rival: (-rival.tally.played, rival.name, str(rival.player_id)))


def _by_game(key: UUID, reader: Any) -> QuerySet[Line, tuple[Any, ...]]:  # User, AnonymousUser or None: nobody
    return _grouped(lines_for(reader).filter(player=key), "game")


def _rivals(key: UUID, game: str | None, reader: Any, part: str = "") -> QuerySet[Line, tuple[Any, ...]]:
    """Return the opponents met most, each with ``Tally``'s numbers; ``part``: of those whose name contains it."""
    lines = lines_for(reader).filter(player=key, opponent__isnull=False)
    lines = lines.filter(game=game) if game else lines
    if part:
        lines = lines.filter(opponent__in=containing(User.objects.all(), "nickname", part).values("pk"))
    parts = {name: Count("pk", filter=Q(outcome=outcome)) for name, outcome in OUTCOMES.items()}
    rows = (
        lines.order_by()
        .values("opponent")
        .annotate(n=Count("pk"), **parts, ours=Sum("goals_for"), theirs=Sum("goals_against"))
    )
    rivals: QuerySet[Line, tuple[Any, ...]] = rows.order_by("-n", "opponent").values_list(
        "opponent", "n", *parts, "ours", "theirs"
    )
    return rivals[:RIVALS]


def _names(keys: list[UUID]) -> QuerySet[User, tuple[UUID, str]]:
    return User.objects.filter(pk__in=keys).order_by().values_list("pk", "nickname")


def _outcomes(key: UUID, game: str | None, reader: Any) -> QuerySet[Line, str | None]:  # None: nobody
    lines = lines_for(reader).filter(player=key)
    return _outcome_letters(lines.filter(game=game) if game else lines)


_BY_GAME = PreparedQuery(_by_game)
_RIVALS = PreparedQuery(_rivals)
_NAMES = PreparedQuery(_names)
_OUTCOMES = PreparedQuery(_outcomes)


def player_numbers(
    player: User, game: str = "", known: Record | None = None, reader: Any = None
) -> PlayerNumbers:  # a reader of None is nobody
    """Return the statistics of ``player``, of ``game`` or of all games, from the matches that ``reader`` may know of.
    At most seven queries, four fewer where the record is ``known``."""
    lines = lines_for(reader).filter(player=player)
    best = (lines.filter(game=game) if game else lines).filter(_AHEAD, outcome=Line.Outcome.WON)
    results = known or record(player, game, reader)
    # Found by the index alone: rows of a long career lie all over the table.
    first = best.order_by(F("goals_against") - F("goals_for"), "played_at", "match_id").values_list("pk", flat=True)[:1]
    return PlayerNumbers(
        **{name: getattr(results, name) for name in Record.__dataclass_fields__},
        biggest_win=Line.objects.filter(pk__in=list(first) or [0]).select_related("opponent").first(),
        in_game=in_game(player, game) if game else InGame(),
    )


def outcomes_of(lines: QuerySet[Line]) -> str:
    """Return the outcomes of ``lines``, oldest first, a letter each. One query, one row."""
    return next(iter(_outcome_letters(lines)), None) or ""


def _outcome_letters(lines: QuerySet[Line]) -> QuerySet[Line, str | None]:
    """Return the outcomes of ``lines``, oldest first, a letter each, in one row; None of no lines."""
    letters = StringAgg("outcome", delimiter="", order_by=("played_at", "match_id"))
    whole = lines.order_by().annotate(whole=Value(1)).values("whole")
    return whole.annotate(told=letters).values_list("told", flat=True)


Counted: TypeAlias = Sequence[Any]
"""``(outcome, matches, goals for, goals against)``."""


def _grouped(lines: QuerySet[Line], *by: str) -> QuerySet[Line, tuple[Any, ...]]:
    """Return the values of ``by`` and what was counted, for each outcome of each of their combinations. One query."""
    rows = lines.order_by().values(*by, "outcome")
    rows = rows.annotate(n=Count("pk"), ours=Sum("goals_for"), theirs=Sum("goals_against"))
    groups: QuerySet[Line, tuple[Any, ...]] = rows.values_list(*by, "outcome", "n", "ours", "theirs")
    return groups


def _tally(parts: Iterable[Counted]) -> Tally:
    """Add up counts by outcome to one record."""
    played, ours, theirs = Counter[str](), 0, 0
    for outcome, n, scored, conceded in parts:
        played[outcome] += n
        ours, theirs = ours + scored, theirs + conceded
    return Tally(played["W"], played["D"], played["L"], ours, theirs)


def _sum(tallies: Iterable[Tally]) -> Tally:
    rows = list(tallies)
    parts = ("won", "drawn", "lost", "goals_for", "goals_against")
    return Tally(*(sum(getattr(row, part) for row in rows) for part in parts))


def in_game(player: User, game: str) -> InGame:
    """Read the stored career of ``player`` in ``game``. One query."""
    career = Career.objects.filter(player=player, game=game).first()
    if career is None:
        return InGame()
    own, theirs = career.sums["mine"], career.sums["theirs"]
    totals = []
    detailed = own.get("matches") or career.played  # what was played at real tables has goals and no other figure
    for figure in statistics_of(game).listed:
        of_goals = figure.name == "goals"
        value, among = (career.goals_for, career.played) if of_goals else (figure.value(own, theirs), detailed)
        if value:
            words = f"{value}%" if figure.percent else average(value / among)
            totals.append(Total(figure.name, spoken(figure.label), words))
    places = Counter[str](career.story["places"])
    lang = get_language() or "en"
    geometry = engines.get(game).geometry()
    whole = places.total() or 1
    spots = [
        Spot(say(geometry["cells"][cell]["name"], lang, {}), n, round(100 * n / whole))
        for cell, n in sorted(places.items(), key=lambda pair: (-pair[1], pair[0]))
        if cell in geometry["cells"]
    ]
    return InGame(
        figures=totals,
        dice=fair_dice.table(own),
        topics=pairs_by_topic(game, own, theirs, detailed),
        minutes=by_minute(career.story["minutes"]),
        pieces=by_piece(career.story["pieces"]),
        deeds=deeds_of(career.story["pieces"]),
        fortune=fortune(own),
        heat=heat_map(geometry, places, lang) if spots else None,
        spots=spots,
        clean_sheets=career.clean_sheets,
        comebacks=career.comebacks,
    )


@dataclass(frozen=True, slots=True)
class Versus:
    """The matches between two players, from the first one's side. ``form`` has the newest match first."""

    tally: Tally
    by_game: dict[str, Tally]
    form: list[str]
    unbeaten: Runs
    winning: Runs
    biggest_win: Line | None
    biggest_defeat: Line | None

    @property
    def six(self) -> list[Number]:
        """Return the numbers that the page opens with."""
        return six_of(self.tally, self.unbeaten)


def meetings(player: User, rival: User, game: str = "", reader: Any = None) -> QuerySet[Line]:  # None: nobody
    """Return the lines of ``player`` against ``rival`` that ``reader`` may know of, the newest first."""
    lines = lines_for(reader).filter(player=player, opponent=rival)
    return (lines.filter(game=game) if game else lines).order_by("-played_at", "-match_id")


def versus(player: User, rival: User, game: str = "", reader: Any = None) -> Versus:  # None: nobody
    """Return the record of ``player`` against ``rival``, in ``game`` or in all, as far as ``reader`` may know it. Four
    queries."""
    lines = lines_for(reader).filter(player=player, opponent=rival)
    parts: dict[str, list[Counted]] = {}
    for slug, *counts in _grouped(lines, "game"):
        parts.setdefault(slug, []).append(counts)
    by_game = {slug: _tally(rows) for slug, rows in sorted(parts.items())}
    lines_met = meetings(player, rival, game, reader)
    outcomes = outcomes_of(lines_met)
    margin = F("goals_for") - F("goals_against")
    won = lines_met.filter(_AHEAD, outcome=Line.Outcome.WON)
    lost = lines_met.filter(_BEHIND, outcome=Line.Outcome.LOST)
    return Versus(
        tally=by_game.get(game, Tally()) if game else _sum(by_game.values()),
        by_game=by_game,
        form=list(outcomes[: -FORM - 1 : -1]),
        unbeaten=runs(outcomes, "WD"),
        winning=runs(outcomes, "W"),
        biggest_win=won.order_by(margin.desc(), "played_at", "match_id").first(),
        biggest_defeat=lost.order_by(margin, "played_at", "match_id").first(),
    )
