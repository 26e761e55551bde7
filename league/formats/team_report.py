"""The report file of a competition of teams: FIDE's TRF of 2026, with its records of teams.

001 has each player with the boards of all rounds, 310 each team with its match points, board points and squad, 300 a
line-up that is not in the order of the squad or lacks a player, 320 byes, 330 ties to which a team did not come, 162
and 362 what boards and ties pay, 352 the colours by board (home is white on all). Players are numbered through, team
after team.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from league.formats.team_ties import Absent, Board, TieRules, count, decide, missed
from league.formats.trf.records import ALLOTTED, FORFEITED, LINE_UP, TEAM, TEAM_PAYS
from league.formats.trf.tournament import Cell, Pays, Player
from league.formats.trf.writing import pays_line, player_line
from league.standings.figures import Awarded
from league.standings.teams import TeamLeague, TeamResult

SIGNS: Final[dict[Awarded, str]] = {"home": "10", "away": "01", "": "=="}
AWARDED: Final[dict[Awarded, str]] = {"home": "+-", "away": "-+", "nobody": "--"}
GAVE_UP: Final = {"home": "-+", "away": "+-", "both": "--"}


@dataclass(frozen=True, slots=True)
class Squad:
    """A team and its players in their order."""

    name: str
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TieReport:
    """One tie that is over. Teams are numbers from 1, players places from 1 in their squads, one each board; 0: nobody
    had the board.
    """

    home: int
    away: int
    home_players: tuple[int, ...]
    away_players: tuple[int, ...]
    boards: tuple[Board, ...]
    absent: Absent = ""
    """The team that did not come."""


def trf(
    title: str,
    squads: Sequence[Squad],
    rounds: Sequence[Sequence[TieReport]],
    rules: TieRules,
    ranks: Sequence[int],
    *,
    byes: Sequence[int] = (),
    bye_points: tuple[float, float] = (0, 0),
) -> str:
    """Write the report file.

    ``ranks``: of each team. ``byes``: by round the team that had none to play against, or 0; ``bye_points``: the match
    points and board points of a bye. Raises ValueError for rules that the file cannot tell.
    """
    if rules.board_values:
        raise ValueError("board_values: the report file knows no boards of different worth")
    if rules.missing_team != "boards" and any(tie.absent for ties in rounds for tie in ties):
        raise ValueError("missing_team: the report file awards every board of a tie to which a team did not come")
    names = [str(number) for number in range(1, len(squads) + 1)]
    league = TeamLeague(names, [_result(rules, tie) for ties in rounds for tie in ties])
    firsts = [1 + sum(len(squad.players) for squad in squads[:at]) for at in range(len(squads))]
    boards = max((len(tie.boards) for ties in rounds for tie in ties), default=0)
    people = sum(len(squad.players) for squad in squads)
    lines = [f"012 {_plain(title)}", f"062 {people}", f"082 {len(squads)}", f"142 {len(rounds)}"]
    lines += [pays_line(Pays(*rules.board_points)), pays_line(Pays(*rules.match_points), TEAM_PAYS)]
    lines += [f"352 {'W' * boards}"] if boards else []
    lines += _players(squads, firsts, rounds, rules)
    lines += [line for number, ties in enumerate(rounds, 1) for tie in ties for line in _of_tie(number, tie, firsts)]
    if any(byes):
        match_points, board_points = bye_points
        resting = [{"team": str(team or "")} for team in byes]
        lines.append(ALLOTTED.write(resting, match_points=f"{match_points:.1f}", points=f"{board_points:.1f}"))
    for number, (squad, first, rank) in enumerate(zip(squads, firsts, ranks, strict=True), start=1):
        had = sum(team == number for team in byes)
        tally = league.tallies[str(number)]
        match_points, board_points = tally.points + had * bye_points[0], tally.board_points + had * bye_points[1]
        lines.append(
            TEAM.write(
                _numbered(range(first, first + len(squad.players))),
                number=str(number),
                name=_plain(squad.name),
                match_points=f"{match_points:.1f}",
                points=f"{board_points:.1f}",
                rank=str(rank),
            )
        )
    return "\n".join(lines) + "\n"


def _numbered(players: Iterable[int]) -> list[dict[str, str]]:
    return [{"player": str(player)} for player in players]


def _result(rules: TieRules, tie: TieReport) -> TeamResult:
    return decide(rules, tie.boards, tie.absent).result(str(tie.home), str(tie.away))


def _plain(name: str) -> str:
    return " ".join(name.split())


def _players(
    squads: Sequence[Squad], firsts: Sequence[int], rounds: Sequence[Sequence[TieReport]], rules: TieRules
) -> list[str]:
    """Return the lines of all players."""
    names = {
        first + at: name for squad, first in zip(squads, firsts, strict=True) for at, name in enumerate(squad.players)
    }
    # A player without a board is blank in that round: a zero-point bye would be one of the whole team.
    cells = {number: [Cell()] * len(rounds) for number in names}
    totals = dict.fromkeys(names, 0.0)
    for number, ties in enumerate(rounds):
        for tie in ties:
            boards = missed(len(tie.boards), tie.absent) if tie.absent else tie.boards
            points = count(rules, boards).by_board
            for at, board in enumerate(boards):
                ours, theirs = (
                    _number(firsts, team, players[at])
                    for team, players in ((tie.home, tie.home_players), (tie.away, tie.away_players))
                )
                signs = AWARDED[board.awarded] if board.awarded else SIGNS[board.winner]
                sides = ((ours, theirs, "w"), (theirs, ours, "b"))
                for side, (player, opponent, colour) in enumerate(sides):
                    if player:
                        cells[player][number] = Cell(opponent, colour if opponent else "", signs[side])
                        totals[player] += points[side][at]
    return [
        player_line(Player(number, name, 0, tuple(cells[number]), rank=number), totals[number])
        for number, name in names.items()
    ]


def _number(firsts: Sequence[int], team: int, place: int) -> int:
    """Return the number in the file of the player at ``place`` of the squad of ``team``; 0 for nobody."""
    return firsts[team - 1] + place - 1 if place else 0


def _of_tie(number: int, tie: TieReport, firsts: Sequence[int]) -> list[str]:
    """Return the records of what a tie had out of the ordinary."""
    lines = []
    if tie.absent:
        teams_of = {"white": str(tie.home), "black": str(tie.away)}
        lines.append(FORFEITED.write(kind=GAVE_UP[tie.absent], round=str(number), **teams_of))
    teams = ((tie.home, tie.away, tie.home_players), (tie.away, tie.home, tie.away_players))
    for team, other, players in teams:
        if list(players) != sorted(players) or not all(players):
            seats = _numbered(_number(firsts, team, player) for player in players)
            lines.append(LINE_UP.write(seats, round=str(number), team=str(team), opponent=str(other)))
    return lines
