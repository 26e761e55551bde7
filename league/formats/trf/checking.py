"""Checks of a whole report file: numbers, pairs, rounds and points that agree with each other."""

from dataclasses import replace
from typing import Final

from engines.core.text import text
from league.formats.trf import ties
from league.formats.trf.found import Found
from league.formats.trf.tournament import ABSENT, OLD_BYES, Cell, Player, Team, Tournament, pairs

MATCHING: Final = {
    "1": "0",
    "0": "1",
    "=": "=",
    "+": "-",
    "W": "L",
    "L": "W",
    "D": "D",
    "": "",
}
"""The result of a game for one side -> for the other. ``-`` stands against ``+`` or ``-``."""


def check(found: Found) -> Tournament:
    """Return the tournament of ``found``, after adding to it every fault and adjustment of the whole."""
    if not found.players:
        if not found.lost:
            found.fault(0, "no_players", text("The file has no player (record 001)."))
        return Tournament()
    _numbers(found)
    _old_byes(found)
    planned = _rounds(found)
    tournament = Tournament(
        edition=found.edition,
        name=found.head.get("name", ""),
        begins=found.head.get("begins", ""),
        ends=found.head.get("ends", ""),
        kind=" ".join(filter(None, (found.head.get("kind", ""), found.head.get("kind_code", "")))),
        planned=planned,
        first_colour=found.head.get("first_colour", "").upper(),
        dates=found.dates,
        players=dict(sorted(found.players.items())),
        pays=found.pays,
        abnormal=tuple(found.abnormal),
        listed_teams=_teams(found),
        team_pays=found.team_pays,
        bye_pays=found.bye_pays,
        board_colours=found.head.get("board_colours", "").upper(),
    )
    _pairs(found, tournament)
    if not found.faults:
        tournament = _as_played(found, tournament)
    _points(found, tournament)
    _ranks(found, tournament)
    _counts(found, tournament)
    return tournament


def _numbers(found: Found) -> None:
    """Check that players are numbered 1, 2 and so on. A line without a number is a fault of its own."""
    if not found.lost:
        missing = sorted(set(range(1, max(found.players) + 1)) - set(found.players))
        if missing:
            listed = ", ".join(map(str, missing[:10])) + (" …" if len(missing) > 10 else "")
            found.fault(0, "numbers_missing", text("No player has the number {numbers}.", numbers=listed))


def _old_byes(found: Found) -> None:
    """Read results without opponent in the way of 2006, which TRF26 has for boards of teams."""
    in_teams = bool(found.teams)
    for number, round, sign in found.old_byes:
        player = found.players[number]
        if in_teams and sign in "+-":
            continue
        cells = list(player.cells)
        cells[round - 1] = replace(cells[round - 1], result=OLD_BYES[sign])
        found.players[number] = replace(player, cells=tuple(cells))
        values: dict[str, int | str] = {"round": round, "sign": sign, "kind": OLD_BYES[sign]}
        found.adjust(
            player.line, "old_bye", text("Round {round}: {sign} without an opponent is read as {kind}.", **values)
        )


def _rounds(found: Found) -> int | None:
    """Return how many rounds are planned; check that no more are told."""
    told = [int(found.head[name]) for name in ("rounds", "rounds_of_javafo") if name in found.head]
    if len(set(told)) > 1:
        line = found.head_lines["rounds_of_javafo"]
        values = {"first": told[0], "second": told[1]}
        found.adjust(line, "rounds_differ", text("142 says {first} rounds, XXR {second}; 142 counts.", **values))
    most = max(len(player.cells) for player in found.players.values())
    if told and most > told[0]:
        values = {"most": most, "planned": told[0]}
        found.fault(0, "too_many_rounds", text("It tells {most} rounds, but says that there are {planned}.", **values))
    elif not told:
        found.adjust(0, "rounds_not_told", text("The number of rounds is missing; the file has {most}.", most=most))
    return told[0] if told else None


def _teams(found: Found) -> dict[int, Team]:
    """Return the teams, by the records of 2026 if there are any; check their players."""
    if found.teams and found.teams_of_2016:
        first = min(team.line for team in found.teams_of_2016.values())
        found.adjust(first, "teams_twice", text("Records 310 name the teams; 013 is left out."))
    teams = found.teams or found.teams_of_2016
    named: dict[int, Team] = {}
    for team in teams.values():
        for number in team.players:
            if number not in found.players and not found.lost:
                found.fault(team.line, "no_such_player", text("There is no player {number}.", number=number))
            elif number in named:
                values = {"number": number, "team": named[number].name}
                found.fault(team.line, "double_member", text("Player {number} is in {team} too.", **values))
            named.setdefault(number, team)
    return teams


# ── pairs ──
def _pairs(found: Found, tournament: Tournament) -> None:
    """Check each round: everybody's opponent exists and names him back, with the other colour and result."""
    if found.lost:
        return
    for player in tournament.players.values():
        for round, cell in enumerate(player.cells, start=1):
            if cell.opponent == player.number:
                found.broken.add((player.number, round))
                found.fault(player.line, "plays_himself", text("Round {round}: the player meets himself.", round=round))
            elif cell.opponent and cell.opponent not in tournament.players:
                found.broken.add((player.number, round))
                values = {"round": round, "number": cell.opponent}
                found.fault(
                    player.line, "no_such_player", text("Round {round}: there is no player {number}.", **values)
                )
    for round in range(1, tournament.rounds + 1):
        _not_mutual(found, tournament, round)
        for player, opponent in pairs(tournament.players, round):
            _pair(found, player, opponent, round)
        _one_bye(found, tournament, round)


def _not_mutual(found: Found, tournament: Tournament, round: int) -> None:
    """Name those who name a player that meets somebody else: the cause, not who lost an opponent by it."""
    players = tournament.players
    alone = {
        player.number: player.cell(round).opponent
        for player in players.values()
        if player.cell(round).opponent
        and (player.number, round) not in found.broken
        and players[player.cell(round).opponent].cell(round).opponent != player.number
    }
    lost_by_a_fault = {
        number for number, opponent in alone.items() if (opponent, round) in found.broken or opponent in found.unread
    }
    causes = {number for number, opponent in alone.items() if opponent not in alone} - lost_by_a_fault
    for number, opponent in alone.items():
        if number in lost_by_a_fault or opponent in causes:
            continue
        other = players[opponent]
        values = {"round": round, "number": opponent}
        found.fault(
            players[number].line,
            "not_mutual",
            text("Round {round}: player {number} is its opponent, but not the other way round.", **values),
        )
        if round > len(other.cells):
            found.fault(
                other.line,
                "missing_result",
                text("Round {round} is missing, but player {number} has it as opponent.", round=round, number=number),
            )


def _pair(found: Found, player: Player, opponent: Player, round: int) -> None:
    """Check colours and results of a pair; the fault stands at the smaller number."""
    ours, theirs = player.cell(round), opponent.cell(round)
    values: dict[str, int | str] = {"round": round, "number": opponent.number}
    broken = bool({(player.number, round), (opponent.number, round)} & found.broken)
    if ours.colour and ours.colour == theirs.colour and not broken:
        found.fault(player.line, "same_colour", text("Round {round}: player {number} has the same colour.", **values))
    if {player.number, opponent.number} & found.unclear and broken:
        return
    if ours.result == theirs.result == "0":
        found.adjust(
            player.line, "both_lost", text("Round {round}: both lost to each other; both lose by forfeit.", round=round)
        )
    elif ours.result in ABSENT and theirs.result in ABSENT:
        return
    elif MATCHING.get(ours.result) != theirs.result and MATCHING.get(theirs.result) != ours.result:
        values |= {"ours": ours.result or "–", "theirs": theirs.result or "–"}
        found.fault(
            player.line,
            "results_contradict",
            text("Round {round}: it has {ours}, player {number} has {theirs}.", **values),
        )


def _one_bye(found: Found, tournament: Tournament, round: int) -> None:
    """Check that the pairing allotted one bye at most."""
    allotted = [player for player in tournament.players.values() if player.cell(round).result == "U"]
    for player in allotted[1:]:
        values = {"round": round, "number": allotted[0].number}
        found.fault(
            player.line, "two_byes", text("Round {round}: player {number} has the allotted bye already.", **values)
        )


# ── teams ──
def _as_played(found: Found, tournament: Tournament) -> Tournament:
    """Return ``tournament`` with the ties of its teams, if teams played; else with the byes of record 240."""
    if not tournament.listed_teams:
        return _with_byes(found, tournament)
    try:
        return ties.as_teams(found, tournament)
    except ties.NoTies as refused:
        if found.forfeits or found.line_ups or "team" in tournament.kind.lower():
            found.fault(refused.line, "no_tie", refused.sentence)
            return tournament
        line = min(team.line for team in tournament.listed_teams.values())
        found.adjust(line, "teams_left_out", text("Nobody played in teams; the teams are left out."))
        return _with_byes(found, tournament)


def _with_byes(found: Found, tournament: Tournament) -> Tournament:
    """Put the byes of record 240 into the rounds of the players, unless they are those of teams that did not play."""
    players = dict(tournament.players)
    if tournament.listed_teams and found.byes:
        found.adjust(found.byes[0][0], "teams_left_out", text("Byes of teams are left out."))
    for line, bye in () if tournament.listed_teams else found.byes:
        player = players.get(bye.team)
        if player is None:
            found.fault(line, "no_such_player", text("There is no player {number}.", number=bye.team))
            continue
        cell = player.cell(bye.round)
        if cell.opponent or cell.result not in ("", bye.kind):
            values = {"number": bye.team, "round": bye.round}
            found.fault(line, "not_a_bye", text("Player {number} has no such bye in round {round}.", **values))
        elif not cell.result:
            blank = (Cell(),) * (bye.round - len(player.cells))
            cells = [*player.cells, *blank]
            cells[bye.round - 1] = replace(cell, result=bye.kind)
            players[bye.team] = replace(player, cells=tuple(cells))
    for entry in found.line_ups + found.forfeits:
        found.fault(entry.line, "no_teams", text("It is about teams, but the file has none."))
    return replace(tournament, players=players)


# ── points, ranks, counts ──
def _points(found: Found, tournament: Tournament) -> None:
    """Check the points of everybody whose results can be read, and of teams."""
    asked, rounds = tournament.asked, tournament.rounds
    for player in tournament.players.values():
        if player.number in found.unclear:
            continue
        counted = tournament.points_of(player, rounds)
        possible = {counted, tournament.points_of(player, asked - 1)} if asked else {counted}
        if player.points is None:
            found.adjust(
                player.line,
                "points_missing",
                text("Its points are missing; {points} are counted.", points=_told(counted)),
            )
        elif round(player.points, 2) not in possible:
            values = {"told": _told(player.points), "points": _told(counted)}
            found.fault(
                player.line, "points_differ", text("It has {told} points, but its results give {points}.", **values)
            )


def _told(points: float) -> str:
    return f"{points:g}"


def _ranks(found: Found, tournament: Tournament) -> None:
    """Check that nobody shares a rank with somebody who has other points."""
    met: dict[int, Player] = {}
    for player in tournament.players.values():
        if not player.rank:
            if player.number not in found.unread:
                found.adjust(player.line, "no_rank", text("Its rank is missing."))
            continue
        if player.rank > len(tournament.players):
            found.adjust(
                player.line,
                "bad_rank",
                text("Rank {rank} is no rank among {count} players.", rank=player.rank, count=len(tournament.players)),
            )
        first = met.setdefault(player.rank, player)
        if first is player:
            continue
        values = {"rank": player.rank, "number": first.number}
        if first.points == player.points or tournament.listed_teams:
            found.adjust(player.line, "double_rank", text("Player {number} has rank {rank} too.", **values))
        else:
            found.fault(
                player.line, "double_rank", text("Player {number} has rank {rank} too, with other points.", **values)
            )


def _counts(found: Found, tournament: Tournament) -> None:
    """Name numbers at the head of the file that are not what it tells."""
    counted = {"players": len(tournament.players), "teams": len(tournament.listed_teams)}
    for name, count in counted.items():
        told = found.head.get(name, "").split()
        if told and told[0] not in (str(count), "0") and not found.lost:
            values = {"told": told[0][:20], "count": count}
            sentence = {
                "players": text("It says {told} players and has {count}.", **values),
                "teams": text("It says {told} teams and has {count}.", **values),
            }[name]
            found.adjust(found.head_lines[name], f"{name}_differ", sentence)
    begins, ends = tournament.begins, tournament.ends
    if begins and ends and ends < begins:
        found.adjust(found.head_lines["ends"], "dates_differ", text("It ends before it begins."))
