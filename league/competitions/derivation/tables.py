"""Tables from verdicts: what counts and for whom, lots as the last resort, and the Swiss sums.

A league has one table, groups and divisions one each, a Swiss stage one with its own figures. The best of the next rank
of several groups are ranked here too.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import Any, Final, NamedTuple, Protocol, TypeVar
from uuid import UUID

from engines.core.seats import Seat
from league.competitions.derivation.facts import FORFEITED, GAVE_UP, Derived, TieFacts
from league.competitions.derivation.snapshot import Snapshot, StageSnapshot
from league.competitions.log.verdicts import DOUBLE_DEFEAT, PER_MATCH, WALKOVER_GOALS, Closing, Log, Verdict
from league.competitions.models import (
    Competition,
    Fixture,
    Group,
    PlainEntrant,
    PlainFixture,
    PlainTie,
    Round,
    Stage,
)
from league.competitions.setup import boundaries
from league.competitions.setup.formats import Buzzer, Carried, Draws
from league.competitions.setup.stages import carrying_of, pairs_people, places_above, settings_of
from league.formats import draw as draws
from league.formats.slots import is_house
from league.standings import swiss
from league.standings.criteria import CRITERIA, LOTS, MANUAL, SWISS, UNROUNDED, Plain, swiss_figures
from league.standings.figures import (
    FIFA_CARDS,
    Adjustment,
    Awarded,
    Points,
    Result,
    Shootout,
    Tally,
    Venue,
    adjust,
    carry,
    disciplinary,
    paid,
    tally,
)
from league.standings.presets import PRESETS
from league.standings.table import KnownFigures, PlayOff, Row, Rules, Table, classify, table, team_table
from league.standings.teams import TeamResult

Known = TypeVar("Known")

COUNTING: Final = (Fixture.Status.PLAYED, Fixture.Status.WALKOVER)
"""Statuses of a fixture whose result counts in a table."""

OUT_OF_TABLE: Final = ("void", "bye", "not_needed")
"""Decisions of ties without a result."""

FAIR_PLAY = Plain("disciplinary")

BY_HAND = Plain(MANUAL)

HALVES: Final = (Carried.HALF_UP, Carried.HALF_DOWN)

SWISS_COLUMNS = ("buchholz_cut_1", "buchholz", "sonneborn_berger", "progressive", "wins")


class Line(NamedTuple):
    """A tie of a table: one match, two legs that count as one, or a bye. Sides are the tie's, as entrant ids."""

    step: int
    """The round's number in its stage."""
    kind: str
    decided: str
    home: str | None
    away: str | None
    house: bool
    """True against the house player, who scores for nobody."""
    result: Result | None


class Participant(Protocol):
    """An entrant as tables need it: a row, or some of its columns."""

    @property
    def id(self) -> UUID:
        """Its id."""

    @property
    def strength(self) -> float | None:
        """Its rating, where seeds came from ratings."""

    @property
    def first_round(self) -> int:
        """The number of its first round."""


@dataclass(frozen=True, slots=True)
class Basis:
    """Facts that one table is made from, by the log (``basis_of``) or by rows (``single_result``)."""

    competition: Competition
    stage: Stage
    entrants: list[str]
    """Ids of the entrants in the table, by strength."""
    participants: Collection[Participant]
    """All participants of the competition."""
    lines: list[Line]
    """Lines of the ties, in the order of the rounds."""
    log: Log
    """Source of deductions and manual values."""
    carried: Sequence[Adjustment] = ()
    """The points that entrants bring from the stage before."""


def table_of(snapshot: Snapshot, derived: Derived, group: Group) -> Table:
    """Return the current table of ``group``, made once for each ``derived``."""
    if group.id not in derived.tables:
        derived.tables[group.id] = make_table(snapshot, derived, group)
    return derived.tables[group.id]


def order_of_moves(snapshot: Snapshot, derived: Derived, group: Group) -> list[str]:
    """Return the order by which entrants of a division go up and down: its table, and at its foot those who left it.

    So whoever withdraws takes a place of relegation, also where all their matches are void and the table is shorter.
    """
    left = left_of(derived, group)
    return [entrant for entrant in table_of(snapshot, derived, group).order if entrant not in left] + left


def left_of(derived: Derived, group: Group) -> list[str]:
    """Return the ids of those who withdrew with matches left in ``group``, the first to do so last."""
    return [str(entrant_id) for entrant_id in derived.left.get(group.id, ())]


def make_table(
    snapshot: Snapshot,
    derived: Derived,
    group: Group,
    matchday: int | None = None,
    venue: Venue = "",
    played_off: int | None = None,
) -> Table:
    """Make the table of ``group``: now, after ``matchday`` (the number of a round), or of one ``venue`` alone.

    Lots are drawn only when nothing is left to play: from the seed of the competition's draw, so that anyone can draw
    them again. Only then are there play-offs at its boundaries: all, or those at the places before ``played_off``.
    """
    part = stage_of(snapshot, group)
    make: Callable[..., Table]
    if snapshot.competition.of_teams:
        teams, ties = members(snapshot, derived, group, matchday), team_lines(snapshot, derived, group, matchday)
        rules, make = rules_of(snapshot.competition), maker_of_teams(teams, ties, derived.log)
    else:
        entrants, results, rules, facts, adjustments = counted_in(snapshot, derived, group, matchday)
        make = partial(table, entrants, results, facts=facts, adjustments=adjustments)
    if venue:
        return make(without_fair_play(rules), venue=venue)
    if matchday is not None or not _all_decided(snapshot, derived, part, group):
        return make(rules)
    rules = _as_closed(rules, derived, part)
    places, playoffs = _playoffs(snapshot, derived, part, group, played_off)
    rules = replace(rules, playoff_after=places)
    result = make(rules, playoffs=playoffs)
    if result.needs_lots:
        seed = snapshot.lots_seed
        lots = [entrant for level in result.needs_lots for entrant in draws.lots(seed, level)] if seed else []
        result = make(rules, lots=lots, playoffs=playoffs)
    return result


class Counted(NamedTuple):
    """Everything that one table is ranked by."""

    entrants: list[str]
    results: list[Result]
    rules: Rules
    facts: dict[str, dict[str, float]]
    adjustments: list[Adjustment]


def counted_in(
    snapshot: Snapshot, derived: Derived, group: Group, matchday: int | None = None, left_out: Collection[str] = ()
) -> Counted:
    """Return what counts in the table of ``group``, without the matches of those ``left_out``.

    Its rules are without fair play if a match has no cards.
    """
    basis = basis_of(snapshot, derived, group, matchday)
    if left_out:
        basis = replace(basis, lines=[line for line in basis.lines if not {line.home, line.away} & set(left_out)])
    results, rules = counting_results(basis.lines), rules_in(basis)
    facts, adjustments = figures_of(basis, results, rules)
    if FAIR_PLAY in rules.criteria:
        facts["disciplinary"], untold = _disciplinary(snapshot, derived, group, matchday)
        rules = without_fair_play(rules) if untold else rules
    return Counted(basis.entrants, results, rules, facts, adjustments)


def table_in_play(basis: Basis) -> Table:
    """Make an unfinished table under rules without cards: no lots or play-offs yet."""
    rules, results = rules_in(basis), counting_results(basis.lines)
    facts, adjustments = figures_of(basis, results, rules)
    return table(basis.entrants, results, rules, facts=facts, adjustments=adjustments)


def basis_of(snapshot: Snapshot, derived: Derived, group: Group, matchday: int | None = None) -> Basis:
    """Return the facts that the table of ``group`` is made from, by the log."""
    return Basis(
        competition=snapshot.competition,
        stage=stage_of(snapshot, group).stage,
        entrants=members(snapshot, derived, group, matchday),
        participants=snapshot.entrants.values(),
        lines=lines_of(snapshot, derived, group, matchday),
        log=derived.log,
        carried=_carried(snapshot, derived, group),
    )


def figures_of(
    basis: Basis, results: Sequence[Result], rules: Rules
) -> tuple[dict[str, dict[str, float]], list[Adjustment]]:
    """Return the figures that results do not tell, and the ledger: what is carried, deductions and Swiss byes."""
    adjustments = [*basis.carried, *adjustments_of(basis.log, basis.entrants)]
    if basis.stage.format == Stage.Format.SWISS:
        facts, byes = _swiss(basis, rules)
        adjustments += byes
    else:
        facts = _league_sums(basis, results, rules)
    if BY_HAND in rules.criteria:
        facts[MANUAL] = {str(entrant): entry.points or 0 for entrant, entry in basis.log.by_hand.items()}
    return facts, adjustments


def _as_closed(rules: Rules, derived: Derived, part: StageSnapshot) -> Rules:
    """Return ``rules`` with points per match in place of points, if the stage was closed that way."""
    closing = derived.log.closings.get(part.stage.number)
    if closing is None or closing.way not in PER_MATCH:
        return rules
    others = tuple(criterion for criterion in rules.criteria if criterion != Plain("points"))
    return replace(rules, criteria=(Plain(closing.way), *others))


def _playoffs(
    snapshot: Snapshot, derived: Derived, part: StageSnapshot, group: Group, before: int | None
) -> tuple[tuple[int, ...], list[PlayOff]]:
    """Return the places of ``group`` with play-offs at level points, and the play-offs that have a winner.

    ``before``: only of places before that one; later ones need not be derived yet.
    """
    places, playoffs = [], []
    for round in part.rounds:
        for tie in snapshot.ties[round.id]:
            if not boundaries.is_of(tie, group) or (before is not None and boundaries.place_of(tie) >= before):
                continue
            facts = derived.ties[tie.id]
            if not facts.decided:
                places.append(boundaries.place_of(tie))
            elif facts.winner is not None and isinstance(facts.loser, PlainEntrant):
                places.append(boundaries.place_of(tie))
                score = _score_of_playoff(facts, snapshot.fixtures[tie.id], derived)
                playoffs.append(PlayOff(str(facts.winner.id), str(facts.loser.id), score))
    return tuple(places), playoffs


def _score_of_playoff(facts: TieFacts, fixtures: Sequence[PlainFixture], derived: Derived) -> str:
    """Return the score of a play-off for the reason of a place, that of teams in board points."""
    if facts.boards is not None:
        most, least = sorted(facts.boards.score, reverse=True)
        written = CRITERIA["board_points"].written
        return f"{written(most)}–{written(least)}"
    [fixture] = fixtures
    leg = derived.fixtures[fixture.id]
    return boundaries.score(fixture, leg.home_goals, leg.away_goals, leg.shootout)


def adjustments_of(log: Log, entrants: Sequence[str]) -> list[Adjustment]:
    """Return the ledger of ``entrants``: deductions with their reasons."""
    return [
        Adjustment(str(entry.entrant_id), -(entry.points or 0), entry.reason, entry.at.date().isoformat())
        for entry in log.deductions
        if str(entry.entrant_id) in entrants
    ]


def venue_table(
    snapshot: Snapshot, derived: Derived, group: Group, matchday: int | None, venue: Venue
) -> dict[str, Any]:  # JSON
    """Return the table of home or away matches alone, in the shape of ``stored_table``."""
    return make_table(snapshot, derived, group, matchday, venue).as_json()


def stored_table(snapshot: Snapshot, derived: Derived, group: Group, matchday: int | None = None) -> dict[str, Any]:
    """Return the table as stored and shown, with the sums of a Swiss in each row.

    The parts of a table that split are ranked as one: the second begins where the first ends.
    """
    standings = (
        table_of(snapshot, derived, group) if matchday is None else make_table(snapshot, derived, group, matchday)
    )
    part = stage_of(snapshot, group)
    stored = as_stored(standings, part.stage, snapshot.competition, derived.log)
    closing = derived.log.closings.get(part.stage.number)
    if closing is not None and matchday is None:
        last = next((round.step for round in part.rounds if round.number == closing.last_round), 0)
        stored["closing"] = closing.as_json(last)
        stored["rows"] = rows_as_json(standings.rows, closing)
    for row in stored["rows"]:
        row["rank"] += places_above(part.stage, group)
    if part.stage.format == Stage.Format.DIVISIONS and (left := left_of(derived, group)):
        stored["left"] = left
    if FAIR_PLAY in rules_of(snapshot.competition).criteria:
        _points, stored["cards_untold"] = _disciplinary(snapshot, derived, group, matchday)
    return stored


def rows_as_json(rows: Iterable[Row], closing: Closing | None) -> list[dict[str, Any]]:  # JSON
    """Return ``rows`` as stored, with points per match where those rank them."""
    if closing is None or closing.way not in PER_MATCH:
        return [row.as_json() for row in rows]
    criterion = CRITERIA[closing.way]
    return [{**row.as_json(), "per_match": criterion.written(criterion.counted(row.tally))} for row in rows]


def as_stored(table: Table, stage: Stage, competition: Competition, log: Log) -> dict[str, Any]:  # JSON
    """Return a table as stored, with the sums of a Swiss in each row and the manual values."""
    stored = table.as_json()
    if any(entry.carried for entry in table.adjustments):
        stored["ledger_carried"] = [entry.carried and entry.carried.points for entry in table.adjustments]
    if stage.format == Stage.Format.SWISS:
        stored["unplayed"] = _edition(competition)
        stored["ledger_rounds"] = [entry.round for entry in table.adjustments]
        for row in stored["rows"]:
            row["swiss"] = {name: table.facts[name][row["entrant"]] for name in SWISS_COLUMNS}
    if BY_HAND in rules_of(competition).criteria:
        order = set(table.order)
        stored["by_hand"] = [
            [str(entrant), entry.points, entry.reason]
            for entrant, entry in log.by_hand.items()
            if str(entrant) in order and entry.points
        ]
    return stored


def rules_of(competition: Competition) -> Rules:
    """Return the rules of the competition's tables, with lots last: somebody must be ahead."""
    criteria = list(competition.criteria)
    if LOTS not in criteria:
        criteria.append(LOTS)
    if competition.of_teams:
        return Rules.of_teams({"criteria": criteria, "one_at_a_time": competition.one_at_a_time})
    return Rules.of({"points": competition.points, "criteria": criteria})


def rules_in(basis: Basis) -> Rules:
    """Return the rules of one table: those of the competition, and what its stage does with draws and with halves."""
    rules = rules_of(basis.competition)
    criteria = list(rules.criteria)
    if carrying_of(basis.stage)["carried"] in HALVES:
        criteria.insert(criteria.index(Plain("points")) + 1 if Plain("points") in criteria else 0, Plain(UNROUNDED))
    return replace(rules, criteria=tuple(criteria), shootout=kicks_of(basis.stage).points)


def without_fair_play(rules: Rules) -> Rules:
    """Return ``rules`` without fair play if a counting match has no cards: the points would not compare."""
    return replace(rules, criteria=tuple(criterion for criterion in rules.criteria if criterion != FAIR_PLAY))


def stage_of(snapshot: Snapshot, group: Group) -> StageSnapshot:
    return next(part for part in snapshot.stages if part.stage.id == group.stage_id)


def members(snapshot: Snapshot, derived: Derived, group: Group, matchday: int | None = None) -> list[str]:
    """Return the entrant ids of ``group``, by strength, without those whose matches are all void.

    After ``matchday`` a Swiss stage had not those yet who came in later.
    """
    voided, part = derived.voided.get(group.id, set()), stage_of(snapshot, group)
    drawn = _drawn(snapshot, derived, group)
    if matchday is not None and part.stage.format == Stage.Format.SWISS:
        last = max((round.step for round in part.rounds if round.number <= matchday), default=1)
        drawn = [entrant for entrant in drawn if entrant.first_round <= last]
    return [str(entrant.id) for entrant in drawn if entrant.id not in voided]


def _drawn(snapshot: Snapshot, derived: Derived, group: Group) -> list[PlainEntrant]:
    """Return all known entrants of ``group``, by strength."""
    if any("seed" not in slot for slot in group.members):
        return _entrants_from_tables(snapshot, derived, group)
    return seeded(group, snapshot.by_seed)


def seeded(group: Group, by_seed: Mapping[int, Known]) -> list[Known]:
    """Return those of ``by_seed`` who play in ``group``, by strength: the seeds that it names, or all."""
    if not group.members:
        return [entrant for _seed, entrant in sorted(by_seed.items(), key=itemgetter(0))]
    return [by_seed[slot["seed"]] for slot in group.members if slot.get("seed") in by_seed]


def _entrants_from_tables(snapshot: Snapshot, derived: Derived, group: Group) -> list[PlainEntrant]:
    """Return the entrants known to have come into ``group`` from the tables before it."""
    entrant_by_place: dict[frozenset[tuple[str, Any]], PlainEntrant] = {}
    for round in stage_of(snapshot, group).rounds:
        for tie in _ties(snapshot, round, group):
            facts = derived.ties[tie.id]
            for slot, side in ((tie.home_slot, facts.home), (tie.away_slot, facts.away)):
                if isinstance(side, PlainEntrant):
                    entrant_by_place[frozenset(slot.items())] = side
    places = [frozenset(slot.items()) for slot in group.members]
    return [entrant_by_place[place] for place in places if place in entrant_by_place]


def _all_decided(snapshot: Snapshot, derived: Derived, part: StageSnapshot, group: Group) -> bool:
    """Return whether nothing is left to play in ``group``, also since all have gone home before the last round."""
    return derived.over or all(
        bool(snapshot.ties[round.id]) and all(derived.ties[tie.id].decided for tie in _ties(snapshot, round, group))
        for round in part.rounds
    )


def _ties(snapshot: Snapshot, round: Round, group: Group) -> list[PlainTie]:
    return [tie for tie in snapshot.ties[round.id] if tie.group_id == group.id]


def counting_results(lines: Iterable[Line]) -> list[Result]:
    """Return the results that count. Matches against the house pay in the ledger, as byes do."""
    return [line.result for line in lines if line.result is not None and not line.house]


def lines_of(snapshot: Snapshot, derived: Derived, group: Group, matchday: int | None = None) -> list[Line]:
    """Return the lines of ``group`` by the log, in the order of the rounds; of a league those with a result."""
    part = stage_of(snapshot, group)
    kicks, swiss_rounds = kicks_of(part.stage), part.stage.format == Stage.Format.SWISS
    lines = []
    for round in part.rounds:
        if matchday is not None and round.number > matchday:
            break
        for tie in _ties(snapshot, round, group):
            facts = derived.ties[tie.id]
            begun = facts.decided or facts.legs  # most ties of a season are not
            result = result_of(derived, snapshot.fixtures[tie.id], round.number, kicks) if begun else None
            if result is None and not swiss_rounds:
                continue
            home, away = (
                str(entrant.id) if isinstance(entrant, PlainEntrant) else None for entrant in (facts.home, facts.away)
            )
            lines.append(Line(round.step, tie.kind, facts.decided, home, away, is_house(tie.away_slot), result))
    return lines


class Kicks(NamedTuple):
    """What a shootout counts in the tables of a stage."""

    points: tuple[float, float] | None = None
    """Of its winner and of its loser, after each draw; None: draws stand."""
    win: bool = False
    """True if its winner wins the match, which was level at the buzzer of an evening."""

    def award(self, home: int | None, away: int | None, shootout: Mapping[str, int] | None) -> Awarded:
        """Return who wins a match that was level at the buzzer; its goals stay level in the table."""
        if not self.win or shootout is None or home != away:
            return ""
        return "home" if shootout["home"] > shootout["away"] else "away"

    def paid(self, decided: str, winner: Seat | None) -> Shootout | None:
        """Return the shootout of a tie that was ``decided`` for ``winner``, if it pays."""
        return Shootout(winner, self.points) if self.points and winner and decided == "shootout" else None


def kicks_of(stage: Stage) -> Kicks:
    """Return what a shootout counts in the tables of ``stage``; nothing where it has none."""
    settings = settings_of(stage)
    if settings.get("draws", Draws.STAND) != Draws.STAND:
        return Kicks(points=(settings["shootout_win"], settings["shootout_loss"]))
    return Kicks(win=bool(settings.get("evening")) and settings["buzzer"] == Buzzer.SHOOTOUT)


def kicks_count(stage: Stage) -> bool:
    """Return whether a shootout counts in the tables of ``stage``."""
    return kicks_of(stage) != Kicks()


def result_of(derived: Derived, fixtures: Sequence[PlainFixture], matchday: int, kicks: Kicks) -> Result | None:
    """Return the one result in a table of a tie of one match or two, if it counts; a bye has no fixture and none."""
    match fixtures:
        case []:
            return None
        case [fixture]:
            return _of_match(derived, fixture, matchday, kicks)
    return _of_two_legs(derived, fixtures, matchday, kicks)


def team_result(facts: TieFacts, matchday: int) -> TeamResult | None:
    """Return the result of a tie of teams, if it counts."""
    if facts.boards is None or not facts.decided or facts.decided in OUT_OF_TABLE:
        return None
    if not isinstance(facts.home, PlainEntrant) or not isinstance(facts.away, PlainEntrant):
        return None
    return facts.boards.result(str(facts.home.id), str(facts.away.id), matchday)


def team_lines(snapshot: Snapshot, derived: Derived, group: Group, matchday: int | None = None) -> list[TeamResult]:
    """Return the ties of teams that count in ``group`` by the log, in the order of the rounds."""
    results = []
    for round in stage_of(snapshot, group).rounds:
        if matchday is not None and round.number > matchday:
            break
        results += [team_result(derived.ties[tie.id], round.number) for tie in _ties(snapshot, round, group)]
    counting = [result for result in results if result is not None]
    if pairs_people(stage_of(snapshot, group).stage):  # all boards together are one match
        return [replace(result, match_points=result.counts.board_points) for result in counting]
    return counting


def maker_of_teams(teams: Sequence[str], results: Sequence[TeamResult], log: Log) -> Callable[..., Table]:
    """Return ``team_table`` for ``teams`` and the ``results`` of their ties, with what the organiser took or gave."""
    facts = {MANUAL: {str(entrant): entry.points or 0.0 for entrant, entry in log.by_hand.items()}}
    return partial(team_table, teams, results, adjustments=adjustments_of(log, teams), facts=facts)


def _of_two_legs(derived: Derived, fixtures: Sequence[PlainFixture], matchday: int, kicks: Kicks) -> Result | None:
    """Return the result of a tie by its decision, with the goals of both legs.

    A tie that one side left counts 3–0 for the other, or what they had played if that is no worse.
    """
    tie = derived.ties[fixtures[0].tie_id]
    if not isinstance(tie.home, PlainEntrant) or not isinstance(tie.away, PlainEntrant):
        return None
    if not tie.decided or tie.decided in OUT_OF_TABLE:
        return None
    legs = [derived.fixtures[fixture.id] for fixture in fixtures]
    home_goals = sum((leg.home_goals if leg.home is tie.home else leg.away_goals) or 0 for leg in legs)
    away_goals = sum((leg.away_goals if leg.home is tie.home else leg.home_goals) or 0 for leg in legs)
    winner: Seat | None = None if tie.winner is None else "home" if tie.winner is tie.home else "away"
    shootout = kicks.paid(tie.decided, winner)
    ahead = "home" if home_goals > away_goals else "away" if away_goals > home_goals else ""
    awarded: Awarded = ""
    if tie.decided in FORFEITED:
        awarded = winner or "nobody"
        if winner and (len(tie.legs) < len(fixtures) or any(leg.walkover for leg in tie.legs)):
            home_goals, away_goals = _of_walkover(winner, home_goals, away_goals)
    elif shootout is None and winner is not None and winner != ahead:  # by away goals, or an extra time without goals
        awarded = winner
    return Result(
        home=str(tie.home.id),
        away=str(tie.away.id),
        home_goals=home_goals,
        away_goals=away_goals,
        matchday=matchday,
        awarded=awarded,
        unplayed=all(leg.status == Fixture.Status.WALKOVER for leg in legs),
        shootout=shootout,
        conceded=sum(conceded_by_both(leg.how) for leg in legs),
        neutral=True,
    )


def _of_walkover(winner: Seat, home_goals: int, away_goals: int) -> tuple[int, int]:
    lead = home_goals - away_goals if winner == "home" else away_goals - home_goals
    if lead >= WALKOVER_GOALS:
        return home_goals, away_goals
    return (WALKOVER_GOALS, 0) if winner == "home" else (0, WALKOVER_GOALS)


def _of_match(derived: Derived, fixture: PlainFixture, matchday: int, kicks: Kicks) -> Result | None:
    facts, tie = derived.fixtures[fixture.id], derived.ties[fixture.tie_id]
    if facts.home is None or facts.away is None or facts.status not in COUNTING:
        return None
    awarded = _awarded(derived, fixture) or kicks.award(facts.home_goals, facts.away_goals, facts.shootout)
    return Result(
        home=str(facts.home.id),
        away=str(facts.away.id),
        home_goals=facts.home_goals or 0,
        away_goals=facts.away_goals or 0,
        matchday=matchday,
        awarded=awarded,
        unplayed=facts.status == Fixture.Status.WALKOVER,
        shootout=None if awarded else kicks.paid(tie.decided, _winner(derived, fixture)),
        conceded=conceded_by_both(facts.how),
    )


def conceded_by_both(how: str | None) -> int:
    """Return the goals that count against both sides of a fixture that ended like that."""
    return WALKOVER_GOALS if how == DOUBLE_DEFEAT else 0


def _winner(derived: Derived, fixture: PlainFixture) -> Seat | None:
    """Return the seat of the side that won the tie of ``fixture``."""
    winner = derived.ties[fixture.tie_id].winner
    return None if winner is None else "home" if winner is derived.fixtures[fixture.id].home else "away"


def _awarded(derived: Derived, fixture: PlainFixture) -> Awarded:
    """Return the side with the points whatever the score: after a walkover, resignation or withdrawal."""
    return awarded(derived.verdict(fixture), _winner(derived, fixture))


def awarded(verdict: Verdict | None, winner: Seat | None) -> Awarded:
    """Return the side with the points whatever the score; without a verdict the tie's ``winner``."""
    if verdict is None:
        return winner or "nobody"
    if verdict.walkover:
        return verdict.winner or "nobody"
    if verdict.entry.how in GAVE_UP and verdict.winner:
        return verdict.winner
    return ""


def _disciplinary(
    snapshot: Snapshot, derived: Derived, group: Group, matchday: int | None = None
) -> tuple[dict[str, float], int]:
    """Return disciplinary points from cards, and the number of played matches without cards."""
    scale = PRESETS.get(snapshot.competition.standings, {}).get("cards", FIFA_CARDS)
    shown_cards: list[tuple[str, str]] = []
    untold = 0
    for round in stage_of(snapshot, group).rounds:
        if matchday is not None and round.number > matchday:
            break
        for tie in _ties(snapshot, round, group):
            for fixture in snapshot.fixtures[tie.id]:
                verdict, facts = derived.verdict(fixture), derived.fixtures[fixture.id]
                cards = verdict.entry.cards if verdict else None
                untold += facts.status == Fixture.Status.PLAYED and cards is None
                for entrant, seat in ((facts.home, "home"), (facts.away, "away")):
                    if entrant is not None and cards is not None and facts.status == Fixture.Status.PLAYED:
                        shown_cards += [(str(entrant.id), kind) for kind in cards.get(seat, ())]
    return disciplinary(shown_cards, scale), untold


# ── from the stage before ──
def _carried(snapshot: Snapshot, derived: Derived, group: Group) -> list[Adjustment]:
    """Return what each entrant of ``group`` brings from the table before it, if its stage wants anything from there.

    Deductions are not carried: they count in full in every table of who has them.
    """
    part = stage_of(snapshot, group)
    settings = carrying_of(part.stage)
    counted = settings["carried"]
    earlier = snapshot.stages[: snapshot.stages.index(part)]
    if counted == Carried.NONE or not earlier:
        return []
    before = earlier[-1]
    going_on = {str(entrant.id) for each in part.groups for entrant in _drawn(snapshot, derived, each)}
    brought: dict[str, Tally] = {}
    for each in before.groups:
        brought |= _tallies(basis_of(snapshot, derived, each), going_on if settings["carried_among"] else None)
    return [
        carry(entrant, brought[entrant], counted, matches=settings["carried_matches"])
        for entrant in members(snapshot, derived, group)
        if entrant in brought
    ]


def _tallies(basis: Basis, among: Collection[str] | None) -> dict[str, Tally]:
    """Return the figures of a table's entrants without deductions; ``among``: of the matches among these alone."""
    rules, results = rules_in(basis), counting_results(basis.lines)
    if among is not None:
        results = [result for result in results if result.home in among and result.away in among]
    tallies = tally(basis.entrants, results, rules.points)
    if among is None:
        deductions = adjustments_of(basis.log, basis.entrants)
        _facts, ledger = figures_of(basis, results, rules)
        adjust(tallies, [entry for entry in ledger if entry not in deductions])
    return tallies


# ── Swiss ──
def bye_points(points: Points, kind: str, allotted: float) -> float:
    """Return the points of a bye of ``kind``; ``allotted``: what one given by the pairing pays, in wins."""
    paid = {"bye": points[0] * allotted, "half_bye": points[1], "full_bye": points[0], "absent": 0.0}
    return paid[kind]


LEAGUE_SUMS: Final = frozenset(name for name in SWISS if CRITERIA[name].of is None)
"""Criteria of Swiss rounds that a league counts in the same way: all but those that its own table tells."""

KINDS: Final[dict[str, swiss.Kind]] = {
    "bye": "bye",
    "half_bye": "half_bye",
    "full_bye": "full_bye",
    "absent": "zero_bye",
}
"""Kinds of bye of a tie -> their names in the tie-breaks."""


def _swiss(basis: Basis, rules: Rules) -> tuple[dict[str, dict[str, float]], list[Adjustment]]:
    """Return the figures of a Swiss table, and the points of byes as entries of the ledger.

    Byes of the last round count when it is over, so that points and ranks are of one moment; until then they wait like
    a match.
    """
    last = max((line.step for line in basis.lines), default=0)
    records: dict[str, list[swiss.Played]] = {entrant: [] for entrant in basis.entrants}
    byes: list[Adjustment] = []
    played = 0
    for step, several in groupby(basis.lines, key=attrgetter("step")):
        ties = list(several)
        going_on = step == last and not all(tie.decided for tie in ties)
        if not any(tie.decided and not (going_on and tie.decided == "bye") for tie in ties):
            continue
        lines = _round(basis, step, ties, rules.points)
        if going_on:
            lines = [entry for waiting in lines for entry in _until_over(waiting)]
        byes += [
            Adjustment(entrant, line.score, bye, round=step)
            for entrant, line, bye in lines
            if bye and entrant in records
        ]
        played += 1
        line_of = {entrant: line for entrant, line, _bye in lines}
        # A void match counts for nothing, as if the round had not been played.
        void = {side for tie in ties if tie.decided == "void" for side in (tie.home, tie.away)}
        for entrant, record in records.items():
            if entrant in line_of:
                record.append(line_of[entrant])
            elif entrant not in void:
                record.append(swiss.Played(step, None, 0, "absent"))
    listed = {criterion.name for criterion in rules.criteria if isinstance(criterion, Plain)}
    names = listed & SWISS.keys() | set(SWISS_COLUMNS)
    ratings, version = _ratings(basis), _edition(basis.competition)
    figures = swiss_figures(records, played, points=rules.points, ratings=ratings, version=version, names=sorted(names))
    return figures, byes


def _league_sums(basis: Basis, results: Sequence[Result], rules: Rules) -> dict[str, dict[str, float]]:
    """Return the sums over opponents in the rules of a league (such as Sonneborn-Berger in a round robin).

    Everybody is to meet everybody, so a walkover counts against its scheduled opponent like a match that was played.
    """
    names = {criterion.name for criterion in rules.criteria if isinstance(criterion, Plain)} & LEAGUE_SUMS
    if not names:
        return {}
    records: dict[str, list[swiss.Played]] = {entrant: [] for entrant in basis.entrants}
    for result in results:
        home, away = paid(result, rules.points)
        drawn = result.shootout is not None
        records[result.home].append(swiss.Played(result.matchday, result.away, home, drawn=drawn))
        visiting = not result.neutral
        records[result.away].append(swiss.Played(result.matchday, result.home, away, away=visiting, drawn=drawn))
    rounds = max((result.matchday for result in results), default=0)
    return swiss_figures(records, rounds, points=rules.points, ratings=_ratings(basis), names=sorted(names))


def _edition(competition: Competition) -> swiss.Version:
    """Return the edition of the rule on unplayed rounds: the competition's, else the one in force."""
    version: swiss.Version = PRESETS.get(competition.standings, {}).get("unplayed", swiss.IN_FORCE)
    return version


def _ratings(basis: Basis) -> dict[str, float]:
    """Return the ratings of entrants. Strength is a rating only if the seeds came from ratings."""
    if basis.competition.seeding != Competition.Seeding.RATING:
        return {}
    return {
        str(participant.id): participant.strength
        for participant in basis.participants
        if participant.strength is not None
    }


def _round(basis: Basis, step: int, ties: Sequence[Line], points: Points) -> list[tuple[str, swiss.Played, str]]:
    """Return ``(entrant, line, kind of bye)`` for the ties of round ``step`` and for paid late entrants."""
    settings = settings_of(basis.stage)
    lines = [line for tie in ties for line in _records(tie, points, settings["bye"])]
    if settings["late"] == "half_bye":
        late = sorted(str(row.id) for row in basis.participants if row.first_round > step)  # rows come in any order
        lines += [(key, swiss.Played(step, None, points[1], "half_bye"), "half_bye") for key in late]
    return lines


def _records(tie: Line, points: Points, allotted: float) -> list[tuple[str, swiss.Played, str]]:
    """Return ``(entrant, line, kind of bye)`` of both sides of a Swiss tie. ``allotted``: wins paid by the pairing's
    bye.
    """
    if tie.decided == "void":
        return []
    if tie.decided == "bye":
        if tie.home is None:
            return []
        kind = tie.kind or "bye"
        return [(tie.home, swiss.Played(tie.step, None, bye_points(points, kind, allotted), KINDS[kind]), kind)]
    result = tie.result
    if result is None or not tie.decided:
        return [] if tie.decided else _pending(tie.home, None if tie.house else tie.away, tie.step)
    if tie.house:
        # The house player is no participant: the round counts as an allotted bye that pays the result's points.
        return [(result.home, swiss.Played(tie.step, None, paid(result, points)[0], "bye"), "house")]
    ours, theirs = paid(result, points)
    home: swiss.Kind = "game"
    away: swiss.Kind = "game"
    if tie.decided in FORFEITED and result.awarded:
        home = "forfeit_win" if result.awarded == "home" else "forfeit_loss"
        away = "forfeit_win" if result.awarded == "away" else "forfeit_loss"
    drawn = result.shootout is not None
    return [
        (result.home, swiss.Played(tie.step, result.away, ours, home, drawn=drawn), ""),
        (result.away, swiss.Played(tie.step, result.home, theirs, away, away=True, drawn=drawn), ""),
    ]


def _until_over(entry: tuple[str, swiss.Played, str]) -> list[tuple[str, swiss.Played, str]]:
    """Return what ``entry`` is while its round is going on: a bye is pending, the house's opponent has a result."""
    entrant, line, bye = entry
    return _pending(entrant, None, line.round) if bye and bye != "house" else [entry]


def _pending(home: str | None, away: str | None, step: int) -> list[tuple[str, swiss.Played, str]]:
    """Return the lines of two who are to meet, or are meeting."""
    return [
        (entrant, swiss.Played(step, other, 0, "pending"), "")
        for entrant, other in ((home, away), (away, home))
        if entrant is not None
    ]


# ── the best of the next place ──
def next_placed(snapshot: Snapshot, derived: Derived, part: StageSnapshot, rank: int) -> list[tuple[str, Row]]:
    """Return ``(group, row)`` of those at ``rank`` of each group, best first, each with the figures that count.

    They are compared by all that ranks their own tables: points with deductions, values by hand, the rules of an early
    end. If groups differ in size, matches against the last of the larger ones do not count, unless points per match
    compare them anyway. Level on everything: lots from the seed of the draw.
    """
    orders = {group.name: table_of(snapshot, derived, group).order for group in part.groups}
    group_of = {order[rank - 1]: name for name, order in orders.items() if rank <= len(order)}
    counted = [
        counted_in(snapshot, derived, group, left_out=left_out)
        for group, left_out in _uncounted(part, orders, derived, rank)
    ]
    common = [
        criterion
        for criterion in counted[0].rules.criteria
        if all(criterion in each.rules.criteria for each in counted)
    ]
    rules = _as_closed(replace(counted[0].rules, criteria=tuple(common)), derived, part)
    results = [result for each in counted for result in each.results]
    tallies = tally([entrant for each in counted for entrant in each.entrants], results, rules.points)
    adjust(tallies, [entry for each in counted for entry in each.adjustments])
    facts: dict[str, dict[str, float]] = {}
    for each in counted:
        for name, values in each.facts.items():
            facts.setdefault(name, {}).update(values)
    lots = draws.lots(snapshot.lots_seed, list(group_of), "best") if snapshot.lots_seed else list(group_of)
    standings = classify(list(group_of), KnownFigures(tallies, results, facts), rules, lots=lots)
    return [
        (group_of[entrant], Row(place, entrant, tallies[entrant], shootouts=rules.shootout is not None))
        for place, entrant in enumerate(standings.order, 1)
    ]


def _uncounted(
    part: StageSnapshot, orders: Mapping[str, Sequence[str]], derived: Derived, rank: int
) -> list[tuple[Group, set[str]]]:
    """Return each group with the entrants whose matches do not count where those at ``rank`` are compared."""
    closing = derived.log.closings.get(part.stage.number)
    if closing is not None and closing.way in PER_MATCH:
        return [(group, set()) for group in part.groups]
    smallest = max(min(map(len, orders.values())), rank)
    return [(group, set(orders[group.name][smallest:])) for group in part.groups]
