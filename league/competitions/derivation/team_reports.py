"""The report file of a competition of teams (``league.formats.team_report``): its ties that are over, by the log.

It is made of the people on opened boards and of the decisions, as its table is: a sealed line-up is no part of it.
"""

from collections.abc import Mapping, Sequence
from uuid import UUID

from league.competitions.derivation import tables
from league.competitions.derivation.facts import Derived, TieFacts
from league.competitions.derivation.line_ups import squads_of
from league.competitions.derivation.snapshot import Snapshot, StageSnapshot
from league.competitions.models import Fixture, PlainEntrant, PlainFixture, PlainTie
from league.competitions.setup import team_rules
from league.competitions.setup.stages import must_be_won, pairs_people
from league.formats.team_report import Squad, TieReport, trf
from league.formats.team_ties import Absent, Board, TieRules
from league.players.models import User
from league.standings.figures import Awarded

AWARDED_WHOLE: dict[str, Absent] = {"walkover": "", "double_walkover": "both"}
SCORES: dict[Awarded, tuple[float, float]] = {"home": (1, 0), "away": (0, 1), "": (0, 0)}
"""The file knows who won a board, and no goals."""


def report(snapshot: Snapshot, derived: Derived, part: StageSnapshot) -> str:
    """Write the ties of a stage that count in its tables, with the ranks of now.

    Raises ValueError for rules that the file cannot tell.
    """
    if pairs_people(part.stage):
        raise ValueError("scheveningen: the report file pays match points for each round")
    rows = [row for group in part.groups for row in tables.table_of(snapshot, derived, group).rows]
    ranks = {UUID(row.entrant): row.rank for row in rows}
    teams = sorted((snapshot.entrants[key] for key in ranks), key=lambda team: (team.seed or 0, team.name))
    numbers = {team.id: number for number, team in enumerate(teams, start=1)}
    places = _places(snapshot, teams)
    names = dict(
        User.objects.filter(pk__in=[key for squad in places.values() for key in squad]).values_list("pk", "nickname")
    )
    rules = team_rules.of(snapshot.competition)
    rounds = [
        [
            _tie(rules, tie, derived, snapshot.fixtures[tie.id], numbers, places)
            for tie in snapshot.ties[round.id]
            if not must_be_won(tie) and _counts(derived.ties[tie.id])
        ]
        for round in part.rounds
    ]
    while rounds and not rounds[-1]:
        rounds.pop()
    squads = [Squad(team.name, tuple(names.get(key, "-") for key in places[team.id])) for team in teams]
    return trf(snapshot.competition.name, squads, rounds, rules, [ranks[team.id] for team in teams])


def _counts(facts: TieFacts) -> bool:
    """Return whether a tie is over and in the table, as ``tables`` has it."""
    return facts.boards is not None and bool(facts.decided) and facts.decided not in tables.OUT_OF_TABLE


def _places(snapshot: Snapshot, teams: list[PlainEntrant]) -> dict[UUID, dict[UUID, int]]:
    """Return the place of each person of each team from 1: the squad in its order, then those who left it since."""
    squads = squads_of(teams)
    people: dict[UUID, list[UUID]] = {team.id: list(squads[team.id].values()) for team in teams}
    for fixture in (fixture for legs in snapshot.fixtures.values() for fixture in legs):
        for team, player in ((fixture.home_id, fixture.home_player_id), (fixture.away_id, fixture.away_player_id)):
            if team in people and player is not None and player not in people[team]:
                people[team].append(player)
    return {team: {player: place for place, player in enumerate(squad, start=1)} for team, squad in people.items()}


def _tie(
    rules: TieRules,
    tie: PlainTie,
    derived: Derived,
    fixtures: list[PlainFixture],
    numbers: Mapping[UUID, int],
    places: Mapping[UUID, Mapping[UUID, int]],
) -> TieReport:
    facts = derived.ties[tie.id]
    home, away = facts.home, facts.away
    assert facts.boards is not None and isinstance(home, PlainEntrant) and isinstance(away, PlainEntrant)
    absent: Absent = AWARDED_WHOLE.get(facts.decided, "")
    if facts.decided == "walkover":
        absent = "away" if facts.winner is home else "home"
    played = [derived.fixtures[fixture.id].status == Fixture.Status.PLAYED for fixture in fixtures]
    of_boards = [] if absent else list(zip(played, *facts.boards.counts.by_board, strict=True))
    return TieReport(
        numbers[home.id],
        numbers[away.id],
        _line_up([fixture.home_player_id for fixture in fixtures], places[home.id]),
        _line_up([fixture.away_player_id for fixture in fixtures], places[away.id]),
        tuple(_board(rules, *of_board) for of_board in of_boards) or (Board(),) * len(fixtures),
        absent,
    )


def _line_up(players: Sequence[UUID | None], places: Mapping[UUID, int]) -> tuple[int, ...]:
    """Return the places of those at the boards, 0 for nobody; of a tie without line-ups the squad in its order."""
    if any(players):
        return tuple(places[player] if player is not None else 0 for player in players)
    return tuple(board if board <= len(places) else 0 for board in range(1, len(players) + 1))


def _board(rules: TieRules, played: bool, home: float, away: float) -> Board:
    """Return a board as the file tells it, by the points that it paid."""
    _win, draw, _defeat = rules.board_points
    winner: Awarded = "home" if home > away else "away" if away > home else "" if home == draw else "nobody"
    return Board(SCORES[winner]) if not winner or (played and winner != "nobody") else Board(awarded=winner)
