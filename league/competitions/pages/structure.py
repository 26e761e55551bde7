"""The structure of a competition as its pages read it: stages, rounds, ties, fixtures, each kind by one query.

The rows are put together here: prefetching would make a queryset for every tie, which in a season of hundreds costs
more than all the rest of a page. Most pages show one round of many: they name the rounds that they want whole, and know
of all the others how many matches they have and how many are over. What was not read is still right when it is asked
for; it only costs its own query.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db.models import Case, Count, F, Q, QuerySet, When

from league.compat.prepared_queries import PreparedQuery
from league.competitions.models import Competition, Entrant, Fixture, Round, Stage, Tie
from league.competitions.setup.stages import BRACKETS
from matches.models import Match

HEAVY: Final = ("snapshot", "opening", "options", "terms", "beside", "result")
"""Columns of a match that no row shows: the position alone is some thousand bytes, and a league has hundreds."""
OVER: Final = (Fixture.Status.PLAYED, Fixture.Status.WALKOVER, Fixture.Status.VOID)
"""The states of a fixture that is no longer to be played."""

Choice = Callable[[list[Stage]], Iterable[Round]]
"""Chooses the rounds to read, from the stages with all their rounds."""


@dataclass(frozen=True, slots=True)
class Counted:
    """The matches of a round: all, and those that are over."""

    whole: int = 0
    over: int = 0


Part = Callable[[list[Round], dict[int, Counted]], Collection[UUID] | None]
"""Chooses the ties to read within those rounds, by their ids; None: all of them."""


@dataclass(frozen=True)
class Frame:
    """The stages of a competition with their rounds, some of them whole, and what is known of all."""

    stages: list[Stage]
    counts: dict[int, Counted] = field(default_factory=dict)
    """By the id of the round; a round without a fixture has no entry."""
    live: frozenset[int] = frozenset()
    """The groups in which a match is being played."""


def every_round(stages: list[Stage]) -> list[Round]:
    """Return all rounds, in the order of play."""
    return [row for stage in stages for row in stage.all_rounds]


def no_round(stages: list[Stage]) -> list[Round]:
    return []


def frame_of(
    competition: Competition,
    choice: Choice = no_round,
    entrants: Iterable[Entrant] | None = None,
    part: Part | None = None,
) -> Frame:
    """Return the frame of ``competition`` with the rounds that are ``choice``, whole or that ``part`` of their ties. At
    most seven queries however big it is, and those of ``part``; one fewer with ``entrants``, who are all of its
    entrants, read already."""
    stages = _stages(competition)
    counts, live = _match_counts(competition) if any(stage.all_rounds for stage in stages) else ({}, frozenset())
    rounds = list(choice(stages))
    ties = part(rounds, counts) if part is not None and rounds else None
    if ties is not None:
        _fill_part(competition, rounds, ties, entrants)
    elif rounds:
        _fill(competition, rounds, entrants, everything=False)
    return Frame(stages, counts, live)


def ties_of(row: Round, first: int, last: int, *, live_first: bool = False) -> list[UUID]:
    """Return the ties of the rows from number ``first`` up to ``last`` of a round, counted from 0, and the byes of a
    Swiss round. A row is a fixture, or a tie of teams. One query, or two.

    With ``live_first`` those that are being played come before the others.
    """
    playing = [Case(When(match__status__in=Match.IN_PLAY, then=0), default=1)] if live_first else []
    fixtures = Fixture.objects.filter(tie__round=row, board=1).order_by(*playing, "tie__number", "leg")
    ties = list(fixtures.values_list("tie_id", flat=True)[first:last])
    if row.stage.format == Stage.Format.SWISS:
        ties += Tie.objects.filter(round=row, decided="bye").values_list("pk", flat=True)
    return ties


def entrants_of(competition: Competition) -> list[Entrant]:
    """Return all entrants without their players. One query."""
    return _ENTRANTS.rows(competition.pk)


class Named(NamedTuple):
    """The columns of an entrant that a table shows."""

    pk: UUID
    name: str
    player_id: UUID
    stands_in_for: str
    status: str


def named_of(competition: Competition) -> list[Named]:
    """Return all entrants as tables show them. One query: 1,024 whole rows would take five times as long."""
    return [Named(*row) for row in Entrant.objects.filter(competition=competition).values_list(*Named._fields)]


def stages_of(competition: Competition) -> list[Stage]:
    """Return the competition's stages with rounds, ties, fixtures and entrants: five queries however big it is, one
    more while somebody plays. Each entrant is one object, however often it plays."""
    stages = _stages(competition)
    _fill(competition, every_round(stages), None, everything=True)
    return stages


def current_number(stages: list[Stage]) -> int:
    """Return the number of the round that is being played: the first that is not done, else the last."""
    every = every_round(stages)
    ahead = [row.number for row in every if row.status != Round.Status.DONE]
    return ahead[0] if ahead else every[-1].number if every else 1


def current_round(stages: list[Stage]) -> list[Round]:
    """Return the round with the current number, as a choice of what is read whole."""
    number = current_number(stages)
    return [row for row in every_round(stages) if row.number == number]


def rounds_of_brackets(stages: list[Stage]) -> list[Round]:
    """Return the rounds of brackets, as a choice of what is read."""
    return [row for row in every_round(stages) if row.stage.format in BRACKETS]


def fixture_rows() -> QuerySet[Fixture]:
    """Select fixtures with the columns of a row, in the order of legs; ``stages_of`` adds sides and positions."""
    rows = Fixture.objects.select_related("match").order_by("leg", "board")
    return rows.defer(*(f"match__{name}" for name in HEAVY))


def _stages(competition: Competition) -> list[Stage]:
    """Return the stages with all their rounds and nothing in them. Two queries."""
    stages = _STAGES.rows(competition.pk)
    rounds: dict[Any, list[Round]] = {stage.pk: [] for stage in stages}
    for row in _ROUNDS.rows(competition.pk):
        rounds[row.stage_id].append(row)
    for stage in stages:
        stage.competition = competition
        stage.all_rounds = rounds[stage.pk]
        for row in rounds[stage.pk]:
            row.stage = stage
    competition.stages_read = stages  # type: ignore[attr-defined]  # the words of the format need not read them again
    return stages


def _match_counts(competition: Competition) -> tuple[dict[int, Counted], frozenset[int]]:
    """Count the matches of each round and find the groups in play. One query."""
    counts: dict[int, Counted] = {}
    live = set()
    for round_id, group, whole, over, playing in _COUNTED.rows(competition.pk):
        before = counts.get(round_id, Counted())
        counts[round_id] = Counted(before.whole + whole, before.over + over)
        if playing and group is not None:
            live.add(group)
    return counts, frozenset(live)


def _numbers(key: UUID) -> QuerySet[Fixture, tuple[Any, ...]]:
    # An extra board of teams is counted where a tie needs it.
    spare = Q(board__gt=F("competition__boards"), status__in=(Fixture.Status.PENDING, Fixture.Status.VOID))
    fixtures = Fixture.objects.filter(~spare, tie__round__stage__competition=key).order_by()
    rows = fixtures.values("tie__round", "tie__group")
    over, playing = Q(status__in=OVER), Q(match__status__in=Match.IN_PLAY)
    rows = rows.annotate(whole=Count("pk"), over=Count("pk", filter=over), playing=Count("pk", filter=playing))
    numbers: QuerySet[Fixture, tuple[Any, ...]]
    numbers = rows.values_list("tie__round", "tie__group", "whole", "over", "playing")
    return numbers


_STAGES = PreparedQuery(lambda key: Stage.objects.filter(competition=key).order_by("number"))
_ROUNDS = PreparedQuery(lambda key: Round.objects.filter(stage__competition=key).order_by("number"))
_COUNTED = PreparedQuery(_numbers)
_TIES = PreparedQuery(lambda key: Tie.objects.filter(round__stage__competition=key).order_by("number"))
_TIES_IN = PreparedQuery(lambda rounds: Tie.objects.filter(round__in=rounds).order_by("number"))
_LEGS = PreparedQuery(lambda key: fixture_rows().filter(tie__round__stage__competition=key))
_LEGS_IN = PreparedQuery(lambda rounds: fixture_rows().filter(tie__round__in=rounds))
_ENTRANTS = PreparedQuery(lambda key: Entrant.objects.filter(competition=key))


def _fill(
    competition: Competition, rounds: list[Round], entrants: Iterable[Entrant] | None, *, everything: bool
) -> None:
    """Put ties, fixtures and sides into ``rounds``. Two queries, one for the entrants unless they are given, and one
    for the positions while somebody plays.

    Meanwhile a round may be paired: what belongs to a round or a tie that had not been there is left for the next look,
    and the entrants are read last, so that nobody is missing in a tie.
    """
    scope = competition.pk if everything else [row.pk for row in rounds]
    ties, legs = (_TIES, _LEGS) if everything else (_TIES_IN, _LEGS_IN)
    inside, every = ties.rows(scope), legs.rows(scope)
    read_entrants = _ENTRANTS.rows(competition.pk) if entrants is None else entrants
    _join(competition, rounds, inside, every, read_entrants)


def _fill_part(
    competition: Competition, rounds: list[Round], ties: Collection[UUID], entrants: Iterable[Entrant] | None
) -> None:
    """Put those ``ties`` with their fixtures and sides into ``rounds``, and nobody else. Queries as for ``_fill``."""
    inside = list(Tie.objects.filter(pk__in=ties).order_by("number"))
    every = list(fixture_rows().filter(tie__in=ties))
    if entrants is None:
        sides = [(tie.home_id, tie.away_id) for tie in inside] + [(leg.home_id, leg.away_id) for leg in every]
        entrants = Entrant.objects.filter(pk__in={key for pair in sides for key in pair if key is not None})
    _join(competition, rounds, inside, every, entrants)


def _join(
    competition: Competition,
    rounds: list[Round],
    ties: Iterable[Tie],
    legs: Iterable[Fixture],
    entrants: Iterable[Entrant],
) -> None:
    """Let rounds, ties, legs and entrants know one another."""
    by_round = {row.pk: row for row in rounds}
    inside: dict[Any, list[Tie]] = {pk: [] for pk in by_round}
    played: dict[Any, list[Fixture]] = {}
    by_id: dict[Any, Tie] = {tie.pk: tie for tie in ties if tie.round_id in by_round}
    every = [leg for leg in legs if leg.tie_id in by_id]
    entrant_by_id = {entrant.pk: entrant for entrant in entrants}
    for entrant in entrant_by_id.values():
        entrant.competition = competition
    for tie in by_id.values():
        inside[tie.round_id].append(tie)
        played[tie.pk] = []
        tie.round = by_round[tie.round_id]
        for side, key in (("home", tie.home_id), ("away", tie.away_id), ("winner", tie.winner_id)):
            if key in entrant_by_id:
                setattr(tie, side, entrant_by_id[key])
    for leg in every:
        played[leg.tie_id].append(leg)
        leg.tie = by_id[leg.tie_id]
        for side, key in (("home", leg.home_id), ("away", leg.away_id)):
            if key in entrant_by_id:
                setattr(leg, side, entrant_by_id[key])
    for row in rounds:
        row.all_ties = inside[row.pk]
        for tie in row.all_ties:
            tie.legs = played[tie.pk]
    _with_positions(every)


def _with_positions(fixtures: Iterable[Fixture]) -> None:
    """Read the positions of the matches that are being played, for their scores. One query, or none."""
    matches = (row.match for row in fixtures if row.match is not None)
    playing = {match.pk: match for match in matches if match.status in Match.IN_PLAY}
    if playing:
        for pk, snapshot in Match.objects.filter(pk__in=playing).values_list("pk", "snapshot"):
            playing[pk].snapshot = snapshot
