"""Final places of a finished competition of any format, for series, podiums and rolls of honour.

Nothing is stored: places follow from the ties and tables that the recomputation wrote. The last stage counts first;
those who missed it follow in the order of the stage before. Entrants whom a bracket or several groups do not separate
share a place: the losers of one round, equal ranks of groups. Withdrawn entrants and the house have no place, and
nobody moves up for them, nor for a finalist who never came: the places agree with the event's pages.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, Protocol
from uuid import UUID

from django.db.models import prefetch_related_objects

from league.compat.prepared_queries import PreparedQuery
from league.competitions.models import Competition, Entrant, Group, Round, Stage, Tie
from league.competitions.setup.stages import splits
from league.formats.consolation import PLATE, loser_from, range_of

Level = list[UUID]
"""Entrants who share a place."""
Levels = list[tuple[int, Level]]
"""Levels, best first, each with the best place that it can have."""
Places = list[tuple[UUID, int]]
"""Entrants with their places, best first."""


_SAID = (
    "competition", "name", "club", "code", "seed", "status", "side_key", "stands_in_for", "player__nickname",
    "player__kind", "player__merged_into",
)  # fmt: skip
"""The only columns read of entrants with a place: a series has hundreds of them."""


class _Tie(Protocol):
    """The columns of a tie that decide a place."""

    number: int
    kind: str
    home_id: UUID | None
    away_id: UUID | None
    winner_id: UUID | None
    decided: str


@dataclass(frozen=True, slots=True)
class _Round:
    """A round of a bracket."""

    part: str
    ties: list[_Tie]
    step: int = 1


@dataclass(frozen=True, slots=True)
class Placed:
    """An entrant and the place it finished at, from 1."""

    entrant: Entrant
    place: int


def placings(competitions: Sequence[Competition], most: int | None = None) -> dict[UUID, list[Placed]]:
    """Return competition id -> places, best first, of those of ``competitions`` that are finished.

    ``most``: down to that place. At most eight queries in all; only entrants that are asked for become rows.
    """
    return _rows_of(places_of(competitions, most))


def kept_placings(competitions: Sequence[Competition], most: int) -> dict[UUID, list[Placed]]:
    """Return the same from cached places. For pages, whose rows are committed."""
    stored = kept_places(competitions)
    return _rows_of({key: [row for row in places if row[1] <= most] for key, places in stored.items()})


def _rows_of(places: dict[UUID, Places]) -> dict[UUID, list[Placed]]:
    rows = _entrants([entrant for pairs in places.values() for entrant, _place in pairs]) if places else {}
    return {key: [Placed(rows[entrant], place) for entrant, place in pairs] for key, pairs in places.items()}


def places_of(competitions: Sequence[Competition], most: int | None = None) -> dict[UUID, Places]:
    """Return the same with entrant ids alone. At most five queries."""
    over = [row.pk for row in competitions if row.status == Competition.Status.FINISHED]
    if not over:
        return {}
    stages: dict[UUID, list[Stage]] = {key: [] for key in over}
    for stage in Stage.objects.filter(competition__in=over).order_by("number"):
        stages[stage.competition_id].append(stage)
    groups: dict[int, list[Group]] = {}
    for group in Group.objects.filter(stage__competition__in=over).order_by("number"):
        groups.setdefault(group.stage_id, []).append(group)
    rounds = _rounds(over)
    statuses: dict[UUID, dict[UUID, str]] = {key: {} for key in over}
    entrants = Entrant.objects.filter(competition__in=over).order_by()
    for entrant, competition, status in entrants.values_list("pk", "competition_id", "status"):
        statuses[competition][entrant] = status
    return {
        key: _placed(
            [_levels(stage, groups.get(stage.pk, []), rounds.get(stage.pk, [])) for stage in stages[key]],
            statuses[key],
            most,
        )
        for key in over
    }


KEPT: Final = 1000
"""Competitions whose places a process caches before it starts afresh."""
_kept: dict[tuple[UUID, int], Places] = {}


def kept_places(competitions: Sequence[Competition]) -> dict[UUID, Places]:
    """Return ``places_of``, cached until the log of a competition grows.

    A series asks for the places of the same cups again and again, and finished ones seldom change. For pages, whose
    rows are committed.
    """
    marks = {row.pk: (row.pk, row.log_position) for row in competitions if row.status == Competition.Status.FINISHED}
    current = {key: _kept[mark] for key, mark in marks.items() if mark in _kept}
    new = places_of([row for row in competitions if row.pk not in current])
    if len(_kept) + len(new) > KEPT:
        _kept.clear()
    _kept.update({marks[key]: places for key, places in new.items()})
    return {**current, **new}


def _rounds(over: list[UUID]) -> dict[int, list[_Round]]:
    """Return stage id -> the rounds of its brackets in the order of play. Two queries."""
    brackets = (Stage.Format.KNOCKOUT, Stage.Format.DOUBLE)
    inside = Tie.objects.filter(round__stage__competition__in=over, round__stage__format__in=brackets).order_by(
        "number"
    )
    ties: dict[int, list[Any]] = {}  # named tuples of these columns
    for tie in inside.values_list(
        "round_id", "number", "kind", "home_id", "away_id", "winner_id", "decided", named=True
    ):
        ties.setdefault(tie.round_id, []).append(tie)
    rounds: dict[int, list[_Round]] = {}
    played = Round.objects.filter(stage__competition__in=over, stage__format__in=brackets).order_by("number")
    for key, stage, part, step in played.values_list("pk", "stage_id", "part", "step"):
        rounds.setdefault(stage, []).append(_Round(part, ties.get(key, []), step))
    return rounds


def _entrants(keys: list[UUID]) -> dict[UUID, Entrant]:
    """Load these entrants with their players; sides with all their players."""
    rows = _NAMED.rows(keys)
    prefetch_related_objects([row for row in rows if row.side_key], "members__user")
    return {row.pk: row for row in rows}


_NAMED = PreparedQuery(lambda keys: Entrant.objects.filter(pk__in=keys).select_related("player").only(*_SAID))


def _placed(stages: list[Levels], statuses: dict[UUID, str], most: int | None) -> Places:
    """Count places through the levels of all stages, the last stage first."""
    places: Places = []
    placed: set[UUID] = set()
    for levels in reversed(stages):
        for best, level in levels:
            new = [key for key in dict.fromkeys(level) if key in statuses and key not in placed]
            place = max(len(placed) + 1, best)
            if most is not None and place > most:
                return places
            places += [(key, place) for key in new if statuses[key] == Entrant.Status.ENTERED]
            placed |= set(new)
    return places


def _levels(stage: Stage, groups: list[Group], rounds: list[_Round]) -> Levels:
    if stage.format == Stage.Format.KNOCKOUT:
        return _knockout(rounds, halving=stage.settings.get("shape", "bracket") == "bracket")
    return [(1, level) for level in _levels_of(stage, groups, rounds)]


def _levels_of(stage: Stage, groups: list[Group], rounds: list[_Round]) -> list[Level]:
    if stage.format == Stage.Format.DOUBLE:
        return _double(rounds)
    if stage.format == Stage.Format.GROUPS and not splits(stage.settings):
        return _groups(groups)
    # A league and a Swiss stage have one table; divisions and the parts of a table that split rank one above the other;
    # play-offs separate nobody.
    return [level for group in groups for level in _table(group)]


def _rows(group: Group) -> list[dict[str, Any]]:  # JSON of ``league.standings``
    if group.table.get("closing", {}).get("way") == "annulled":
        return []
    rows: list[dict[str, Any]] = group.table.get("rows", [])
    return rows


def _table(group: Group) -> list[Level]:
    """Return the table's own ranks, a shared one as one level."""
    return [[UUID(row["entrant"]) for row in level] for _rank, level in groupby(_rows(group), key=itemgetter("rank"))]


def _groups(groups: list[Group]) -> list[Level]:
    """Return all winners, then all seconds ..."""
    ranks: dict[int, Level] = {}
    for group in groups:
        for row in _rows(group):
            ranks.setdefault(row["rank"], []).append(UUID(row["entrant"]))
    return [ranks[rank] for rank in sorted(ranks)]


def _sides(tie: _Tie) -> Iterable[UUID]:
    return (side for side in (tie.home_id, tie.away_id) if side is not None)


def _winner_and_loser(tie: _Tie) -> list[Level]:
    """Return winner, then loser; both on one level if nobody won."""
    if tie.winner_id is None:
        return [list(_sides(tie))]
    return [[tie.winner_id], [side for side in _sides(tie) if side != tie.winner_id]]


def _losers(ties: Iterable[_Tie]) -> Level:
    return [side for tie in ties for side in _sides(tie) if side != tie.winner_id]


def _knockout(rounds: list[_Round], halving: bool) -> Levels:
    """Rank a bracket by the best place that the last tie left to each entrant.

    The losers of a round share a place unless they play on for it. Entrants of the plate rank after all others, in
    its order. ``halving``: a round separates half of its entrants, not one.
    """
    own, plate = ([round for round in rounds if (round.part == PLATE) == inside] for inside in (False, True))
    reached = _reached(own, halving)
    consoled = _reached(plate, halving=True)
    if not consoled:
        return _by_place(reached)
    ranked = _by_place({key: at for key, at in reached.items() if key not in consoled})
    return [(1, level) for _place, level in ranked + _by_place(consoled)]  # who is in the plate leaves no gap


def _reached(rounds: list[_Round], halving: bool) -> dict[UUID, int]:
    """Return entrant -> the best place open after its last tie, from 1 within ``rounds``."""
    best_of: dict[UUID, int] = {}
    last = max((round.step for round in rounds), default=0)
    played_on = {range_of(tie.kind) for round in rounds for tie in round.ties}
    for round in rounds:
        left = last - round.step
        for tie in round.ties:
            best, worst = range_of(tie.kind) or (1, 2 ** (left + 1) if halving else left + 2)
            out = loser_from(best, worst) if halving else worst
            lost = out
            if tie.winner_id is None and worst == best + 1:
                lost = best  # nobody won a match that decides two places: both have the better one
            elif tie.winner_id is None and (out, worst) in played_on:
                lost = worst  # neither plays on for the places below, and who does is better
            best_of |= {side: best if side == tie.winner_id else lost for side in _sides(tie)}
    return best_of


def _by_place(reached: dict[UUID, int]) -> Levels:
    levels: dict[int, Level] = {}
    for key, place in reached.items():
        levels.setdefault(place, []).append(key)
    return sorted(levels.items())


def _double(rounds: list[_Round]) -> list[Level]:
    """Return the last final to which somebody came, then those who lost in each other round from the last back.

    Whoever won the last final unopposed has no other place. A round of the winners puts out only those of a tie that
    nobody won: the others lost again later.
    """
    finals = [tie for round in rounds if round.part == "final" for tie in round.ties if tie.decided != "not_needed"]
    reached = [tie for tie in finals if any(_sides(tie))]
    levels = _winner_and_loser(reached[-1]) if reached else []
    levels += [_losers(round.ties) for round in reversed(rounds) if round.part != "final"]
    return [level for level in levels if level]
