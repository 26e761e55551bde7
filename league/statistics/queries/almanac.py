"""Statistics of a competition or a game, read from its stored book: two queries, nothing counted.

Everything returned is a plain dataclass with its words, ready for a template or JSON. A part that nothing is known of
is empty or None, and the page leaves it out.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from engines.core.figures import CERTAIN
from engines.core.seats import SEATS
from engines.core.text import sentence
from league.competitions.models import Competition
from league.players.models import User
from league.players.policy.access import names_unknown_to
from league.players.words.games import spoken
from league.statistics.derivation.book_numbers import POINTS, SPAN
from league.statistics.derivation.chance import Verdict, verdict
from league.statistics.derivation.charts import Bar, Bars, Share, bars, shares
from league.statistics.derivation.figures import statistics_of
from league.statistics.derivation.merging import merged
from league.statistics.models import Book
from league.statistics.queries.boards import Board, boards_of
from league.statistics.queries.names import names_in
from league.statistics.verbs.books import key_of_competition, key_of_game
from league.statistics.words.figures import DEEDS, Number, PairsOfTopic, PieceRow, PieceTable, average, pairs_by_topic
from matches.models import Match
from matches.policy.audience import listed_for
from matches.replay import fair_dice


@dataclass(frozen=True, slots=True)
class RecordMatch:
    """A match that holds a record."""

    kind: str
    title: str | Promise
    match_id: UUID
    home: str
    away: str
    home_goals: int
    away_goals: int
    note: str
    """The record's own number in words, where the score does not say it; else empty."""
    value: int
    """That number."""
    at: datetime


@dataclass(frozen=True, slots=True)
class RecordRun:
    """A run of results that holds a record."""

    kind: str
    title: str | Promise
    player_id: UUID
    name: str
    length: int
    begin: datetime
    end: datetime


@dataclass(frozen=True, slots=True)
class RecordList:
    """The best entries of one record, best first: matches, or runs of results."""

    kind: str
    title: str | Promise
    how: str | Promise
    matches: list[RecordMatch]
    runs: list[RecordRun]


@dataclass(frozen=True, slots=True)
class Total:
    """One number with its label in the reader's language."""

    name: str
    label: str | Promise
    value: str


@dataclass(frozen=True, slots=True)
class Fortune:
    """Rolled shots: goals expected from fair dice, and goals scored."""

    shots: int
    expected: float
    goals: int

    @property
    def beyond(self) -> float:
        """Goals more (or, below 0, fewer) than expected."""
        return self.goals - self.expected


@dataclass(frozen=True, slots=True)
class FirstKickOffs:
    """Matches of which the first kick-off is known, from the side that had it; three points for a win."""

    won: int
    drawn: int
    lost: int
    goals_for: int
    goals_against: int

    @property
    def matches(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def verdict(self) -> Verdict:
        """Return whether the first kick-off decides more matches than chance does."""
        return verdict(self.won, self.lost)

    @property
    def points(self) -> int:
        return POINTS["W"] * self.won + POINTS["D"] * self.drawn

    @property
    def points_against(self) -> int:
        """Return the points of the other side."""
        return POINTS["W"] * self.lost + POINTS["D"] * self.drawn

    @property
    def points_in_all(self) -> int:
        return self.points + self.points_against


@dataclass(frozen=True, slots=True)
class Almanac:
    """The statistics of a competition or a game. ``matches`` 0: nothing has been counted, and the lists are empty."""

    matches: int = 0
    goals: int = 0
    totals: list[Total] = field(default_factory=list)
    boards: list[Board] = field(default_factory=list)
    records: list[RecordMatch] = field(default_factory=list)
    """The holder of each record of matches."""
    runs: list[RecordRun] = field(default_factory=list)
    """The holder of each record of runs."""
    lists: list[RecordList] = field(default_factory=list)
    """Every record with those behind it."""
    home_wins: int = 0
    draws: int = 0
    away_wins: int = 0
    home_goals: int = 0
    away_goals: int = 0
    clean_sheets: int = 0
    comebacks: int | None = None
    """Wins from behind; None where the order of the goals is known of no match."""
    told: int = 0
    """Matches with goals whose order is known."""
    first_kick_offs: FirstKickOffs | None = None
    """None where no match tells who kicked off first."""
    minutes: Bars | None = None
    pieces: list[Share] = field(default_factory=list)
    deeds: PieceTable | None = None
    fortune: Fortune | None = None
    dice: list[fair_dice.Die] = field(default_factory=list)
    topics: list[PairsOfTopic] = field(default_factory=list)
    """Every figure, the home sides beside the visitors."""
    made_at: datetime | None = None

    @property
    def minute_bars(self) -> list[Bar]:
        """Return a bar for each span of minutes; none if the game has no minutes."""
        return self.minutes.bars if self.minutes else []

    @property
    def home_percent(self) -> int:
        """Return the share of matches won by the home side, in per cent."""
        return round(100 * self.home_wins / self.matches) if self.matches else 0

    @property
    def away_percent(self) -> int:
        """Return the share of matches won by the visitors, in per cent."""
        return round(100 * self.away_wins / self.matches) if self.matches else 0

    @property
    def home_verdict(self) -> Verdict:
        """Return whether home sides win more, or fewer, matches than chance explains."""
        return verdict(self.home_wins, self.away_wins)

    @property
    def six(self) -> list[Number]:
        """Return the numbers that the page opens with."""
        told = self.comebacks is not None
        return [
            Number(_("Matches"), str(self.matches)),
            Number(_("Goals"), str(self.goals)),
            Number(_("Goals per match"), average(self.goals / (self.matches or 1), 2)),
            Number(_("Home wins"), f"{self.home_percent}%"),
            Number(_("Clean sheets"), str(self.clean_sheets)),
            Number(_("Comebacks"), str(self.comebacks)) if told else Number(_("Draws"), str(self.draws)),
        ]


def almanac(*seasons: Competition) -> Almanac:
    """Return the statistics of a competition as last counted, or those of several of its ``seasons`` together. Two
    queries; three where teams and others play."""
    keys = [key_of_competition(row.pk) for row in seasons]
    books = list(Book.objects.filter(key__in=keys))
    if not books:
        return Almanac()
    numbers = books[0].numbers if len(books) == 1 else merged([book.numbers for book in books])
    names = names_in(seasons, numbers.get("players", ()))
    return _build_almanac(numbers, max(book.made_at for book in books), seasons[0].game, names)


def of_game(game: str) -> Almanac:
    """Return the statistics of all matches of ``game`` as last counted, as every reader may see them. Three queries.

    A match that is not public now, whatever it was when it was counted, is in the sums and in no record.
    """
    book = Book.objects.filter(key=key_of_game(game)).first()
    if book is None:
        return Almanac()
    records = book.numbers["records"]
    open_ones = Match.objects.filter(listed_for(None), pk__in={row["match"] for row in records if "match" in row})
    open_matches = {str(key) for key in open_ones.values_list("pk", flat=True)}
    person_ids = {row.get(key) for row in records for key in ("home", "away", "player")}
    people = User.objects.filter(pk__in=person_ids - {None}).exclude(names_unknown_to(None))
    names = dict(people.values_list("pk", "nickname"))
    ids = {str(key) for key in names}
    told_of = [row for row in records if row.get("match", "") in open_matches or row.get("player", "") in ids]
    return _build_almanac({**book.numbers, "records": told_of}, book.made_at, game, names)


def _build_almanac(numbers: Mapping[str, Any], made_at: datetime, game: str, names: Mapping[UUID, str]) -> Almanac:
    sides: Mapping[str, Mapping[str, int]] = numbers["sides"]
    totals_by_name = Counter[str]()
    for seat in SEATS:
        totals_by_name.update(sides.get(seat, {}))
    lists = _lists(numbers["records"], names)
    return Almanac(
        matches=numbers["matches"],
        goals=numbers["goals"],
        totals=_totals(game, numbers, totals_by_name),
        boards=boards_of(game, numbers.get("players", {}), names),
        records=[record_list.matches[0] for record_list in lists if record_list.matches],
        runs=[record_list.runs[0] for record_list in lists if record_list.runs],
        lists=lists,
        home_wins=numbers["home_wins"],
        draws=numbers["draws"],
        away_wins=numbers["away_wins"],
        home_goals=numbers["home_goals"],
        away_goals=numbers["away_goals"],
        clean_sheets=numbers["clean_sheets"],
        comebacks=numbers["comebacks"] if numbers["told"] else None,
        told=numbers["told"],
        first_kick_offs=first_kick_offs(numbers.get("kick_offs", {})),
        minutes=by_minute(numbers["minutes"]),
        pieces=by_piece(numbers["pieces"]),
        deeds=deeds_of(numbers["pieces"]),
        fortune=fortune(totals_by_name),
        dice=fair_dice.table(totals_by_name),
        topics=pairs_by_topic(game, sides.get("home", {}), sides.get("away", {})),
        made_at=made_at,
    )


def first_kick_offs(numbers: Mapping[str, int]) -> FirstKickOffs | None:
    """Read what came of kicking off first; None where it is known of no match."""
    kick_offs = FirstKickOffs(**{field.name: numbers.get(field.name, 0) for field in fields(FirstKickOffs)})
    return kick_offs if kick_offs.matches else None


def by_minute(minutes: Mapping[str, int]) -> Bars | None:
    """Goals by minute as bars, each named by its last minute; None where the game knows no minutes."""
    rows = sorted((int(begin), goals) for begin, goals in minutes.items())
    if not rows:
        return None
    return bars([(f"{begin + SPAN - 1}′", f"{begin}–{begin + SPAN - 1}", goals) for begin, goals in rows])


def by_piece(pieces: Mapping[str, Mapping[str, Any]]) -> list[Share]:
    """Goals by the piece that scored, most first; empty where goals name no piece."""
    lang = get_language() or "en"
    scored = {key: row for key, row in pieces.items() if row["goals"]}
    goals_by_name = [
        (sentence(row["name"], lang) if row.get("name") else key, row["goals"]) for key, row in scored.items()
    ]
    return shares(sorted(goals_by_name, key=lambda pair: (-pair[1], pair[0])))


def deeds_of(pieces: Mapping[str, Mapping[str, Any]]) -> PieceTable | None:
    """Read what each piece did, best scorers first; None where nothing but goals is known (``by_piece`` has those)."""
    deeds = [deed for deed in DEEDS if any(row.get(deed.name) for row in pieces.values())]
    if not any(deed.name != "goals" for deed in deeds):
        return None
    lang = get_language() or "en"
    rows = [
        PieceRow(sentence(row["name"], lang) if row.get("name") else key, [row.get(deed.name, 0) for deed in deeds])
        for key, row in pieces.items()
    ]
    return PieceTable(deeds, sorted(rows, key=lambda row: ([-n for n in row.numbers], row.name)))


def fortune(numbers: Mapping[str, int]) -> Fortune | None:
    """Return the rolled shots among ``numbers``; None where there was none, or the game rolls none."""
    shots = numbers.get("rolled_shots", 0)
    return Fortune(shots, numbers.get("chances", 0) / CERTAIN, numbers.get("rolled_goals", 0)) if shots else None


def _totals(game: str, numbers: Mapping[str, Any], both: Mapping[str, int]) -> list[Total]:
    matches, goals = numbers["matches"], numbers["goals"]
    totals = [
        Total("matches", _("Matches played"), str(matches)),
        Total("goals", _("Goals"), str(goals)),
        Total("goals_a_match", _("Goals per match"), average(goals / matches)),
    ]
    for row in statistics_of(game).listed:
        if row.percent and not row.of_both and both.get(row.whole):
            totals.append(Total(row.name, spoken(row.label), f"{row.value(both, {})}%"))
        elif not row.percent and row.name != "goals" and both.get(row.name):
            totals.append(Total(row.name, spoken(row.label), str(both[row.name])))
    if numbers["shootouts"]:
        totals.append(Total("shootouts", _("Decided by a shootout"), str(numbers["shootouts"])))
    return totals


_RECORDS: Final[tuple[tuple[str, str | Promise, str | Promise], ...]] = (
    ("biggest_win", gettext_lazy("Biggest win"), gettext_lazy("By the difference of the goals; a shootout adds none.")),
    (
        "most_goals",
        gettext_lazy("Most goals in a match"),
        gettext_lazy("Both sides’ goals, extra time included; a shootout adds none."),
    ),
    (
        "comeback",
        gettext_lazy("Greatest comeback"),
        gettext_lazy("Biggest deficit turned into a win, from the order of the goals."),
    ),
    (
        "fastest_goal",
        gettext_lazy("Fastest goal"),
        gettext_lazy("By the minute of the game’s own clock."),
    ),
    (
        "longest_shootout",
        gettext_lazy("Longest shootout"),
        gettext_lazy("By the kicks of both sides."),
    ),
    (
        "unbeaten",
        gettext_lazy("Longest unbeaten run"),
        gettext_lazy("Matches in a row won or drawn, by the score of the match; each player’s longest."),
    ),
    ("winning", gettext_lazy("Longest winning run"), gettext_lazy("Matches won in a row; each player’s longest.")),
)
"""Kind, title, and the sentence that says how it is counted."""


def _lists(records: Iterable[Mapping[str, Any]], names: Mapping[UUID, str]) -> list[RecordList]:
    by_kind: dict[str, list[Mapping[str, Any]]] = {}
    for row in records:
        by_kind.setdefault(row["kind"], []).append(row)
    lists = []
    for kind, title, how in _RECORDS:
        rows = by_kind.get(kind, [])
        matches = [_match(row, title, names) for row in rows if "match" in row]
        runs = [_run(row, title, names) for row in rows if "player" in row]
        if rows:
            lists.append(RecordList(kind, title, how, matches, runs))
    return lists


def _match(row: Mapping[str, Any], title: str | Promise, names: Mapping[UUID, str]) -> RecordMatch:
    home, away = (names.get(UUID(row[seat]), "") if row[seat] else "" for seat in SEATS)
    note = {
        "fastest_goal": _("minute %(n)d"),
        "longest_shootout": _("%(n)d kicks"),
        "comeback": _("%(n)d behind"),
    }.get(row["kind"], "")
    return RecordMatch(
        kind=row["kind"],
        title=title,
        match_id=UUID(row["match"]),
        home=home,
        away=away,
        home_goals=row["score"][0],
        away_goals=row["score"][1],
        note=note % {"n": row["value"]} if note else "",
        value=row["value"],
        at=datetime.fromisoformat(row["at"]),
    )


def _run(row: Mapping[str, Any], title: str | Promise, names: Mapping[UUID, str]) -> RecordRun:
    player = UUID(row["player"])
    begin, end = datetime.fromisoformat(row["from"]), datetime.fromisoformat(row["to"])
    return RecordRun(row["kind"], title, player, names.get(player, ""), row["value"], begin, end)
