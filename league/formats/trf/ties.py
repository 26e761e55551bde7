"""Ties of teams, put together from the rounds of their players and the records of teams."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engines.core.text import Text, text
from league.formats.trf.found import Found
from league.formats.trf.tournament import (
    OPEN,
    Board,
    LineUp,
    Player,
    Team,
    TeamBye,
    TeamTie,
    Tournament,
)


class NoTies(Exception):
    """The games are not those of two teams against each other."""

    def __init__(self, line: int, sentence: Text) -> None:
        super().__init__(line)
        self.line, self.sentence = line, sentence


def as_teams(found: Found, tournament: Tournament) -> Tournament:
    """Return ``tournament`` with its ties and byes of teams. Raises NoTies where teams did not play each other."""
    teams = tournament.listed_teams
    team_of = {number: team for team in teams.values() for number in team.players}
    line_ups = {(entry.round, entry.team): entry for entry in found.line_ups}
    days: list[tuple[TeamTie, ...]] = []
    for round in range(1, tournament.rounds + 1):
        forfeits = {entry.white: entry for entry in found.forfeits if entry.round == round}
        met = _met(tournament, team_of, round)
        absent = {number for entry in forfeits.values() for number in (entry.white, entry.black)}
        pairs = {tuple(sorted(pair)) for pair in met.items() if not absent & set(pair)}
        day = [_tie(tournament, teams[one], teams[other], round, line_ups) for one, other in sorted(pairs)]
        boards = max((len(tie.boards) for tie in day), default=len(tournament.board_colours))
        for entry in forfeits.values():
            if missing := next((number for number in (entry.white, entry.black) if number not in teams), None):
                found.fault(entry.line, "no_such_team", text("There is no team {number}.", number=missing))
            day.append(TeamTie(entry.white, entry.black, (Board(0, 0, OPEN, OPEN),) * boards, entry.kind))
        days.append(tuple(day))
    if not any(days):
        raise NoTies(0, text("No two teams met."))
    byes = [bye for line, bye in found.byes if _is_of_a_team(found, line, bye, teams)]
    for line_up in found.line_ups:
        _check_line_up(found, line_up, tournament, days)
    whole = replace(tournament, ties=tuple(days), team_byes=tuple(byes))
    _team_points(found, whole)
    return whole


def _is_of_a_team(found: Found, line: int, bye: TeamBye, teams: Mapping[int, Team]) -> bool:
    if bye.team not in teams:
        found.fault(line, "no_such_team", text("There is no team {number}.", number=bye.team))
    return bye.team in teams


def _met(tournament: Tournament, team_of: Mapping[int, Team], round: int) -> dict[int, int]:
    """Return which team met which in a round, both ways."""
    met: dict[int, int] = {}
    for player in tournament.players.values():
        opponent = player.cell(round).opponent
        if not opponent:
            continue
        team, other = team_of.get(player.number), team_of.get(opponent)
        if team is None or other is None:
            raise NoTies(player.line, text("Round {round}: it plays in no team.", round=round))
        if team is other or met.setdefault(team.number, other.number) != other.number:
            raise NoTies(
                player.line, text("Round {round}: it does not play against the team of the others.", round=round)
            )
    return met


def _tie(
    tournament: Tournament, one: Team, other: Team, round: int, line_ups: Mapping[tuple[int, int], LineUp]
) -> TeamTie:
    """Return the tie of two teams, with the one at home that has its colour on the first board that has colours."""
    players = tournament.players
    seats = _seats(players, one, round, line_ups), _seats(players, other, round, line_ups)
    colours = tournament.board_colours.lower().ljust(len(seats[0]), "w")
    had = [players[number].cell(round).colour if number else "" for number in seats[0]]
    if next((own != colour for own, colour in zip(had, colours, strict=False) if own), False):
        one, other, seats = other, one, seats[::-1]
    return TeamTie(one.number, other.number, _boards(players, round, *seats))


def _seats(
    players: Mapping[int, Player], team: Team, round: int, line_ups: Mapping[tuple[int, int], LineUp]
) -> list[int]:
    """Return who sat where: by record 300, else those who played in the order of the squad.

    Whom the file does not have sat nowhere: that is a fault of the record.
    """
    if (round, team.number) in line_ups:
        return [number if number in players else 0 for number in line_ups[round, team.number].players]
    cells = {number: players[number].cell(round) for number in team.players}
    return [number for number, cell in cells.items() if cell.opponent or cell.result == "+"]


def _boards(players: Mapping[int, Player], round: int, home: list[int], away: list[int]) -> tuple[Board, ...]:
    """Return the boards of a tie. Who has no opponent beside him sits against an empty seat."""
    home, away = list(home), list(away)
    at = 0
    while at < max(len(home), len(away)):
        ours, theirs = (seats[at] if at < len(seats) else 0 for seats in (home, away))
        if ours and theirs and players[ours].cell(round).opponent != theirs:
            # One of them has nobody to play against: the other side's seat is empty there.
            alone = not players[ours].cell(round).opponent
            (away if alone else home).insert(at, 0)
        at += 1
    width = max(len(home), len(away))
    home, away = home + [0] * (width - len(home)), away + [0] * (width - len(away))
    return tuple(
        Board(ours, theirs, _result(players, ours, round), _result(players, theirs, round))
        for ours, theirs in zip(home, away, strict=True)
        if ours or theirs
    )


def _result(players: Mapping[int, Player], number: int, round: int) -> str:
    return players[number].cell(round).result if number in players else "-"


def _check_line_up(found: Found, entry: LineUp, tournament: Tournament, days: Sequence[Sequence[TeamTie]]) -> None:
    """Check that a line-up is of a team of the file and of its players."""
    team = tournament.listed_teams.get(entry.team)
    if team is None:
        found.fault(entry.line, "no_such_team", text("There is no team {number}.", number=entry.team))
        return
    for number in entry.players:
        if number and number not in team.players:
            values = {"number": number, "team": team.name}
            found.fault(entry.line, "no_such_member", text("Player {number} is not in {team}.", **values))
    day = days[entry.round - 1] if entry.round <= len(days) else ()
    if not any({entry.team, entry.opponent} == {tie.home, tie.away} for tie in day):
        values = {"round": entry.round, "number": entry.opponent}
        found.fault(entry.line, "no_tie", text("Round {round}: the team does not meet team {number}.", **values))


def team_points(tournament: Tournament) -> dict[int, tuple[float, float]]:
    """Return the match points and game points of each team by its results."""
    pays, totals = tournament.pays, dict.fromkeys(tournament.listed_teams, (0.0, 0.0))
    boards = max((len(tie.boards) for day in tournament.ties for tie in day), default=0)
    win, draw, loss = tournament.team_pays

    def add(team: int, match_points: float, points: float) -> None:
        if team in totals:
            had = totals[team]
            totals[team] = (had[0] + match_points, had[1] + points)

    for tie in (tie for day in tournament.ties for tie in day):
        if tie.forfeited:
            sides = [(win, boards * pays.win) if sign == "+" else (loss, 0.0) for sign in tie.forfeited]
        else:
            home = sum(pays.of_sign(board.home_result, "w") for board in tie.boards)
            away = sum(pays.of_sign(board.away_result, "b") for board in tie.boards)
            over = all(board.home_result != OPEN for board in tie.boards)
            paid = (win, loss) if home > away else (loss, win) if home < away else (draw, draw)
            of_home, of_away = paid if over else (0.0, 0.0)
            sides = [(of_home, home), (of_away, away)]
        at_home, visiting = sides
        add(tie.home, *at_home)
        add(tie.away, *visiting)
    of_byes = {
        "U": tournament.bye_pays or (win, boards * pays.win),
        "F": (win, boards * pays.win),
        "H": (draw, boards * pays.draw),
        "Z": (0.0, 0.0),
    }
    for bye in tournament.team_byes:
        add(bye.team, *of_byes[bye.kind])
    for entry in tournament.abnormal:
        for number in entry.numbers if not entry.kind else ():
            add(number, entry.match_points, entry.points)
    return totals


def _team_points(found: Found, tournament: Tournament) -> None:
    """Check the match points and game points of the teams."""
    counted = team_points(tournament)
    for team in tournament.listed_teams.values():
        match_points, points = counted[team.number]
        if _differ(team.match_points, match_points):
            values = {"told": f"{team.match_points:g}", "points": f"{match_points:g}"}
            sentence = text("It has {told} match points, but its results give {points}.", **values)
            found.fault(team.line, "points_differ", sentence)
        if _differ(team.points, points):
            values = {"told": f"{team.points:g}", "points": f"{points:g}"}
            sentence = text("It has {told} board points, but its results give {points}.", **values)
            found.fault(team.line, "points_differ", sentence)


def _differ(told: float | None, counted: float) -> bool:
    return told is not None and round(told, 2) != round(counted, 2)
