"""The report file of a competition of teams: FIDE's TRF of 2026, with its records of teams.

001 has each player with the boards of all rounds, 310 each team with its match points, board points and squad, 300 a
line-up that is not in the order of the squad or lacks a player, 320 byes, 330 ties to which a team did not come, 162
and 362 what boards and ties pay, 352 the colours by board (home is white on all). Players are numbered through, team
after team.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
from py4swiss.trf.sections import PlayerSection

from league.formats.team_ties import Absent, Board, TieRules, count, decide, missed
from league.standings.figures import Awarded
from league.standings.teams import TeamLeague, TeamResult

TOKENS: Final[dict[Awarded, tuple[ResultToken, ResultToken]]] = {
    "home": (ResultToken.WIN, ResultToken.LOSS),
    "away": (ResultToken.LOSS, ResultToken.WIN),
    "": (ResultToken.DRAW, ResultToken.DRAW),
}
AWARDED: Final[dict[Awarded, tuple[ResultToken, ResultToken]]] = {
    "home": (ResultToken.FORFEIT_WIN, ResultToken.FORFEIT_LOSS),
    "away": (ResultToken.FORFEIT_LOSS, ResultToken.FORFEIT_WIN),
    "nobody": (ResultToken.FORFEIT_LOSS, ResultToken.FORFEIT_LOSS),
}
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
    lines = [f"012 {' '.join(title.split())}", f"142 {len(rounds)}"]
    lines += [_pays("162", rules.board_points), _pays("362", rules.match_points)]
    lines += [f"352 {'W' * boards}"] if boards else []
    lines += _players(squads, firsts, rounds, rules)
    lines += [line for number, ties in enumerate(rounds, 1) for tie in ties for line in _of_tie(number, tie, firsts)]
    if any(byes):
        match_points, board_points = bye_points
        teams = "".join(f" {team:>3}" if team else "    " for team in byes)
        lines.append(f"320 {match_points:>4.1f} {board_points:>4.1f}{teams}".rstrip())
    for number, (squad, first, rank) in enumerate(zip(squads, firsts, ranks, strict=True), start=1):
        had = sum(team == number for team in byes)
        tally = league.tallies[str(number)]
        match_points, board_points = tally.points + had * bye_points[0], tally.board_points + had * bye_points[1]
        numbers = " ".join(f"{first + at:>4}" for at in range(len(squad.players)))
        name = f"{_plain(squad.name)[:32]:<32}"
        score = f"{match_points:>6.1f} {board_points:>6.1f} {rank:>3}"
        lines.append(f"310 {number:>3} {name} {'':5} {'':6} {score}  {numbers}")
    return "\n".join(lines) + "\n"


def _result(rules: TieRules, tie: TieReport) -> TeamResult:
    return decide(rules, tie.boards, tie.absent).result(str(tie.home), str(tie.away))


def _pays(code: str, points: tuple[float, float, float]) -> str:
    win, draw, defeat = points
    return f"{code}  W{win:>4.1f}    D{draw:>4.1f}    L{defeat:>4.1f}    "


def _plain(name: str) -> str:
    return " ".join(name.split())


def _players(
    squads: Sequence[Squad], firsts: Sequence[int], rounds: Sequence[Sequence[TieReport]], rules: TieRules
) -> list[str]:
    """Return the lines of all players."""
    nobody = RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.ZERO_POINT_BYE)
    sections = {}
    for squad, first in zip(squads, firsts, strict=True):
        for at, name in enumerate(squad.players):
            results = [nobody] * len(rounds)
            sections[first + at] = PlayerSection(
                code=PlayerCode.PLAYER,
                starting_number=first + at,
                name=_plain(name)[:33],
                points_times_ten=0,
                rank=first + at,
                results=results,
            )
    for number, ties in enumerate(rounds):
        for tie in ties:
            boards = missed(len(tie.boards), tie.absent) if tie.absent else tie.boards
            points = count(rules, boards).by_board
            for at, board in enumerate(boards):
                ours, theirs = (
                    _number(firsts, team, players[at])
                    for team, players in ((tie.home, tie.home_players), (tie.away, tie.away_players))
                )
                tokens = AWARDED[board.awarded] if board.awarded else TOKENS[board.winner]
                sides = ((ours, theirs, ColorToken.WHITE), (theirs, ours, ColorToken.BLACK))
                for side, (player, opponent, colour) in enumerate(sides):
                    if not player:
                        continue
                    section = sections[player]
                    colour = colour if opponent else ColorToken.BYE_OR_NOT_PAIRED
                    section.results[number] = RoundResult(id=opponent, color=colour, result=tokens[side])
                    section.points_times_ten += round(10 * points[side][at])
    # A player without a board is blank in that round: a zero-point bye would be one of the whole team.
    return [section.to_string().replace(nobody.to_string(), " " * 8).rstrip() for section in sections.values()]


def _number(firsts: Sequence[int], team: int, place: int) -> int:
    """Return the number in the file of the player at ``place`` of the squad of ``team``; 0 for nobody."""
    return firsts[team - 1] + place - 1 if place else 0


def _of_tie(number: int, tie: TieReport, firsts: Sequence[int]) -> list[str]:
    """Return the records of what a tie had out of the ordinary."""
    lines = [f"330 {GAVE_UP[tie.absent]} {number:>3} {tie.home:>3} {tie.away:>3}"] if tie.absent else []
    teams = ((tie.home, tie.away, tie.home_players), (tie.away, tie.home, tie.away_players))
    for team, other, players in teams:
        if list(players) != sorted(players) or not all(players):
            numbers = "".join(f" {_number(firsts, team, player):>4}" for player in players)
            lines.append(f"300 {number:>3} {team:>3} {other:>3}{numbers}")
    return lines
