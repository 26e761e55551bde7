"""The report file of teams: FIDE's own reader finds the same points and tie-breaks in it."""

from __future__ import annotations

import json
import random
from unittest import mock

import pytest
from gacrux.tiebreakchecker import tiebreakchecker

from league.formats.round_robin import rounds
from league.formats.team_report import Squad, TieReport, trf
from league.formats.team_ties import Board, TieRules, decide
from league.formats.trf import reading as trf_reading
from league.formats.trf.ties import team_points
from league.standings.table import team_table
from tests.sizes import size

PEER = {
    "MPTS": "match_points",
    "GPTS": "board_points",
    "EMGSB": "osb",
    "EMGSB/C1": "osb_cut1",
    "BH:MP": "buchholz_mp",
    "BH:MP/C1": "buchholz_mp_cut1",
    "BC": "board_count",
}
"""What the reader calls them, and what they are called here."""


def played(seed, teams, times=1):
    """Squads of six on four boards; line-ups out of order, boards awarded or without a player, teams absent."""
    dice, numbers = random.Random(seed), range(1, 7)
    squads = [Squad(f"Team {team}", tuple(f"Player {team}-{number}" for number in numbers)) for team in range(teams)]

    def line_up():
        players = dice.sample(numbers, 4)
        return tuple(players if dice.random() < 0.3 else sorted(players))

    def board():
        if dice.random() < 0.06:
            return Board(awarded=dice.choice(["home", "away", "nobody"]))
        return Board((dice.randrange(3), dice.randrange(3)))

    def tie(home, away):
        absent = dice.choice(["home", "away", "both"]) if dice.random() < 0.05 else ""
        ours, theirs, boards = line_up(), line_up(), [board() for _ in range(4)]
        if not absent and dice.random() < 0.1:
            at = dice.randrange(4)
            ours, boards[at] = (*ours[:at], 0, *ours[at + 1 :]), Board(awarded="away")
        return TieReport(home, away, ours, theirs, tuple(boards), absent)

    return squads, [[tie(home, away) for home, away in day] for day in rounds(teams, times)]


def read(folder, text):
    """Team -> the numbers that FIDE's reader finds, by our names."""
    file, answer = folder / "teams.trf", folder / "answer.json"
    file.write_text(text)
    with mock.patch("sys.argv", ["", "-i", str(file), "-o", str(answer), "-f", "TRF", "-p", "-t", *PEER]):
        tiebreakchecker().common_main()
    found = json.loads(answer.read_text())
    assert found["status"]["code"] == 0 and not found["status"].get("info"), found["status"]
    teams = found["tiebreakResult"]["competitors"]
    return {
        str(team["cid"]): dict(zip(PEER.values(), map(float, team["tiebreakScore"]), strict=True)) for team in teams
    }


def table_of(rounds, rules, teams):
    results = [
        decide(rules, tie.boards, tie.absent).result(str(tie.home), str(tie.away)) for day in rounds for tie in day
    ]
    return team_table([str(team) for team in range(1, teams + 1)], results, {"criteria": list(PEER.values())})


@pytest.mark.parametrize("seed", range(size(6, 200)))
def test_the_reader_finds_the_same_numbers(seed, tmp_path):
    teams, times = (4, 6, 8)[seed % 3], 1 + seed % 2
    squads, days = played(seed, teams, times)
    standings = table_of(days, TieRules(), teams)
    ranks = [row.rank for row in sorted(standings.rows, key=lambda row: int(row.entrant))]
    found = read(tmp_path, trf("Teams", squads, days, TieRules(), ranks))
    assert found == {row.entrant: row.figures for row in standings.rows}


@pytest.mark.parametrize("seed", range(size(6, 200)))
def test_our_reader_finds_the_same_ties(seed):
    teams, times = (4, 6, 8)[seed % 3], 1 + seed % 2
    squads, days = played(seed, teams, times)
    standings = table_of(days, TieRules(), teams)
    found = trf_reading.read(trf("Teams", squads, days, TieRules(), [1] * teams).encode())
    assert not found.faults
    points = team_points(found.tournament)
    assert {str(team): points[team] for team in points} == {
        row.entrant: (row.tally.points, row.tally.board_points) for row in standings.rows
    }
    for day, told in zip(days, found.tournament.ties, strict=True):
        assert {(tie.home, tie.away, tie.absent) for tie in day} == {
            (tie.home, tie.away, {"": "", "+-": "away", "-+": "home", "--": "both"}[tie.forfeited]) for tie in told
        }


def test_a_team_that_rests_has_the_points_of_its_bye(tmp_path):
    squads, days = played(0, 5)
    resting = [({*range(1, 6)} - {team for tie in day for team in (tie.home, tie.away)}).pop() for day in days]
    text = trf("Teams", squads, days, TieRules(), [1] * 5, byes=resting, bye_points=(1, 2))
    found, ours = read(tmp_path, text), team_points(trf_reading.read(text.encode()).tournament)
    for row in table_of(days, TieRules(), 5).rows:
        had, expected = found[row.entrant], (row.tally.points + 1, row.tally.board_points + 2)
        assert (had["match_points"], had["board_points"]) == ours[int(row.entrant)] == expected


def test_the_records_stand_in_their_columns():
    ties = [
        TieReport(1, 2, (2, 1), (1, 2), (Board((2, 0)), Board((1, 1)))),
        TieReport(2, 1, (1, 2), (1, 2), (Board(), Board()), absent="home"),
    ]
    squads = [Squad("Torre", ("Ann", "Bob")), Squad("Rocca", ("Cid", "Dot"))]
    lines = trf("Cup", squads, [[tie] for tie in ties], TieRules(), [1, 2]).splitlines()
    assert lines[:7] == [
        "012 Cup",
        "062 4",
        "082 2",
        "142 2",
        "162  W 1.0    D 0.5    L 0.0",
        "362  W 2.0    D 1.0    L 0.0",
        "352 WW",
    ]
    assert [line[91:] for line in lines[7:11]] == [
        "   4 w =     3 b +",
        "   3 w 1     4 b +",
        "   2 b 0     1 w -",
        "   1 b =     2 w -",
    ]
    assert lines[11:] == [
        "300   1   1   2    2    1",
        "330 -+   2   2   1",
        "310   1 Torre                                            4.0    3.5   1     1    2",
        "310   2 Rocca                                            0.0    0.5   2     3    4",
    ]


def test_rules_that_the_file_cannot_tell_are_refused():
    squads = [Squad("Torre", ("Ann",)), Squad("Rocca", ("Cid",))]
    with pytest.raises(ValueError, match="board_values: the report file knows no boards of different worth"):
        trf("Cup", squads, [], TieRules(board_values=(2,)), [1, 2])
    tie = TieReport(1, 2, (1,), (1,), (Board(),), absent="away")
    with pytest.raises(ValueError, match="missing_team: the report file awards every board"):
        trf("Cup", squads, [[tie]], TieRules(missing_team="match_points"), [1, 2])
