"""Report files of other programs: what is read, what is refused, and with which line and reason."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.formats.trf import records, values
from league.formats.trf.reading import read
from league.formats.trf.ties import team_points
from league.formats.trf.tournament import (
    TEAM_POINTS,
    Abnormal,
    Board,
    Cell,
    Pays,
    Player,
    Team,
    TeamBye,
    TeamTie,
    Tournament,
)
from tests.cases import report_files
from tests.sizes import size

FILES = report_files()

HEAD = "012 Open\n142 3\n"
ROUNDS = {
    1: "     2 w 1     3 b =  0000 - H",
    2: "     1 b 0     4 w -     3 w 1",
    3: "     4 w =     1 w =     2 b 0",
    4: "     3 b =     2 b +  0000 - U",
}
POINTS = {1: "2.0", 2: "1.0", 3: "1.0", 4: "2.5"}


NO_TEAMS = f"310   1 {'Reds':<65}   1    2\n310   2 {'Blues':<65}   3    4\n"
"""Teams whose players met each other."""


def line(number, rounds, points, name="", rank=""):
    """A player's record, in the columns of the standard."""
    return f"001 {number:>4}      {name or f'Player {number}':<33}{'':33}{points:>4} {rank or number:>4}{rounds}"


def file(rounds=None, points=None, head=HEAD, tail="", names=None):
    """A good file of four players and three rounds, with what a test changes in it."""
    rounds, points = {**ROUNDS, **(rounds or {})}, {**POINTS, **(points or {})}
    ranks = {4: 1, 1: 2, 2: 3, 3: 4}
    names = names or {}
    lines = [line(number, rounds[number], points[number], names.get(number, ""), ranks[number]) for number in rounds]
    return head + "\n".join(lines) + "\n" + tail


def told(notes):
    for note in notes:
        sentence, parts = note.sentence
        assert sentence.format(**parts) and "" not in parts.values(), note
    return [(note.line, note.name) for note in notes]


def faults(text):
    found = read(text if isinstance(text, bytes) else text.encode())
    assert (found.tournament is None) == bool(found.faults)
    return told(found.faults)


def good(text):
    found = read(text if isinstance(text, bytes) else text.encode())
    assert not found.faults, found.faults
    return found.tournament


@pytest.mark.cases
@pytest.mark.parametrize(("path", "case"), FILES, ids=[path.name for path, _ in FILES])
def test_files_of_others(path, case):
    found = read(path.read_bytes())
    refused, adjusted = told(found.faults), told(found.adjustments)
    if case["kind"] == "bad":
        assert {(line, name) for line, name in case["faults"]} <= {*refused, *adjusted}
        assert refused
        return
    noticed = {(line, name) for line, name in case.get("told", ())}
    if found.tournament is None:
        assert "refuse" in case.get("note", "") and noticed == set(refused)
        return
    assert noticed <= set(adjusted)
    whole = found.tournament
    counts = {
        "players": len(whole.players),
        "rounds": whole.rounds,
        "teams": len(whole.listed_teams),
        "games": whole.games,
        "byes": whole.byes,
    }
    assert {name: counts[name] for name in counts if name in case} == {
        name: case[name] for name in counts if name in case
    }
    assert whole.edition == case.get("edition", whole.edition)


KINDS_OF_LINES = {each.code: each for each in vars(records).values() if isinstance(each, records.Record)}
RULERS = [
    f"001 nnnn sttt {'N' * 33} rrrr fff iiiiiiiiiii bbbbbbbbbb pppp kkkk  oooo c r  oooo c r",
    f"013 {'N' * 32}pppp pppp",
    f"132{' ' * 88}dddddddd  dddddddd",
    "162  cpppp    cpppp",
    "240 k rrr nnnn nnnn",
    "299 k  mmmm  pppp  rrr nnnn nnnn",
    "300 rrr ttt ooo pppp pppp",
    f"310 nnn {'N' * 32} aaaaa ssssss mmmmmm pppppp kkk  nnnn nnnn",
    "320 mmmm pppp ttt ttt",
    "330 kk rrr www bbb",
    "362  cpppp    cpppp",
]
"""Lines of the standard, each sign of a column by a letter; what repeats stands there twice."""


@pytest.mark.parametrize("ruler", RULERS, ids=[ruler[:3] for ruler in RULERS])
def test_columns_are_where_the_standard_has_them(ruler):
    record = KINDS_OF_LINES[ruler[:3]]
    plain = [(column.first, column.last) for column in record.columns.values()]
    repeated = [(column.first, column.last) for column in record.repeated.values()]
    again = [(first + record.every, last + record.every) for first, last in repeated]
    drawn = [(match.start() + 1, match.end()) for match in re.finditer(r"([A-Za-z])\1*", ruler)]
    assert [*plain, *repeated, *again] == drawn


@pytest.mark.parametrize("ruler", RULERS, ids=[ruler[:3] for ruler in RULERS])
def test_what_is_written_stands_in_the_columns_of_the_standard(ruler):
    record = KINDS_OF_LINES[ruler[:3]]
    fields = [match.group() for match in re.finditer(r"([A-Za-z])\1*", ruler)]
    plain, repeated = fields[: len(record.columns)], fields[len(record.columns) :]
    half = len(repeated) // 2
    parts = [dict(zip(record.repeated, part, strict=True)) for part in (repeated[:half], repeated[half:])]
    assert record.write(parts, **dict(zip(record.columns, plain, strict=True))) == ruler


def test_every_kind_of_line_has_its_ruler():
    assert KINDS_OF_LINES.keys() == {ruler[:3] for ruler in RULERS}


@pytest.mark.parametrize("name", ["rank", "rating"])
def test_a_number_that_may_be_left_out_and_is_none_is_named(name):
    lines, column = file().split("\n"), records.PLAYER.columns[name]
    lines[2] = lines[2][: column.first - 1] + "none" + lines[2][column.last :]
    assert (3, f"bad_{name}") in told(read("\n".join(lines).encode()).adjustments)


@pytest.mark.parametrize(
    ("typed", "day", "in_short"),
    [
        ("2026/11/27", "2026-11-27", "2026-11-27"),
        ("27.11.2026", "2026-11-27", "2026-11-27"),
        ("1-2-2026", "2026-02-01", "2026-02-01"),
        ("26/11/27", "", "2026-11-27"),
        ("00/01/01", "", "2000-01-01"),
        ("99/12/31", "", "2099-12-31"),
        ("0099/12/31", "0099-12-31", "0099-12-31"),
        ("2026/02/29", "", ""),
        ("2026/13/01", "", ""),
        ("tomorrow", "", ""),
        ("", "", ""),
    ],
)
def test_days_are_read_whichever_end_comes_first(typed, day, in_short):
    assert (values.day(typed), values.day(typed, short=True)) == (day, in_short)


def test_a_good_file_is_read_whole():
    assert not read(file().encode()).adjustments
    whole = good(file())
    assert (whole.name, whole.planned, whole.rounds, whole.games, whole.byes) == ("Open", 3, 3, 5, 2)
    assert {number: whole.points_of(player) for number, player in whole.players.items()} == {
        1: 2.0, 2: 1.0, 3: 1.0, 4: 2.5,
    }  # fmt: skip
    assert [cell.result for cell in whole.players[2].cells] == ["0", "-", "1"]


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "utf-16"])
def test_any_line_end_and_encoding_is_read(ends, encoding):
    raw = file(names={1: "Müller, Zoé"}).replace("\n", ends).encode(encoding)
    assert good(raw).players[1].name == "Müller, Zoé"


def test_columns_counted_in_bytes_are_told_from_those_counted_in_signs():
    name = "Müller, Zoé"
    in_bytes = file(names={1: name}).replace(f"{name:<33}", f"{name:<31}")
    found = read(in_bytes.encode())
    assert found.tournament.players[1].name == name and (3, "bytes_counted") in told(found.adjustments)


@pytest.mark.parametrize("column", [4, 85, 90, 91, 96, 98, 100, 101, 106, 108, 110, 111])
def test_a_sign_between_the_columns_of_a_player_is_named(column):
    words = file().splitlines(keepends=True)
    words[2] = words[2][: column - 1] + "1" + words[2][column:]
    assert (3, "misaligned") in faults("".join(words))


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"rounds": {1: ROUNDS[1].replace("2 w 1", "9 w 1")}}, [(3, "no_such_player")]),
        ({"rounds": {1: ROUNDS[1].replace("2 w 1", "1 w 1")}}, [(3, "plays_himself")]),
        ({"rounds": {1: ROUNDS[1].replace("2 w 1", "3 w 1")}}, [(3, "not_mutual")]),
        ({"rounds": {2: ROUNDS[2].replace("1 b 0", "4 b 0")}}, [(4, "not_mutual")]),
        ({"rounds": {2: ROUNDS[2].replace("1 b 0", "3 b 0"), 3: ROUNDS[3].replace("4 w =", "1 w =")}},
         [(3, "not_mutual"), (4, "not_mutual"), (5, "not_mutual"), (6, "not_mutual")]),  # three in a circle
        ({"rounds": {2: ROUNDS[2][:20]}, "points": {2: "0.0"}}, [(4, "missing_result"), (5, "not_mutual")]),
        ({"rounds": {3: ROUNDS[3].replace("2 b 0", "1 b 0")}}, [(5, "not_mutual")]),
        ({"rounds": {1: ROUNDS[1].replace("2 w 1", "2 b 1")}}, [(3, "same_colour")]),
        ({"rounds": {1: ROUNDS[1].replace("2 w 1", "2 q 1")}}, [(3, "bad_colour")]),
        ({"rounds": {1: ROUNDS[1].replace("2 w 1", "2   1")}}, [(3, "bad_colour")]),
        ({"rounds": {1: ROUNDS[1].replace("2 w 1", "2 w 7")}}, [(3, "bad_result")]),
        ({"rounds": {1: ROUNDS[1].replace("2 w 1", "2 w U")}}, [(3, "bad_result")]),
        ({"rounds": {1: ROUNDS[1].replace("0000 - H", "0000 - 1")}}, [(3, "bad_result")]),
        ({"rounds": {1: ROUNDS[1].replace("2 w 1", "2 w =")}, "points": {1: "1.5"}}, [(3, "results_contradict")]),
        ({"rounds": {1: ROUNDS[1].replace("2 w 1", "2 w =").replace("- H", "- 1")}},
         [(3, "bad_result"), (3, "results_contradict")]),
        ({"rounds": {1: ROUNDS[1].replace("2 w 1", "2 q =")}, "points": {1: "1.5"}},
         [(3, "bad_colour"), (3, "results_contradict")]),
        ({"rounds": {2: ROUNDS[2].replace("1 b 0", "1 b -")}}, [(3, "results_contradict")]),
        ({"rounds": {4: ROUNDS[4].replace("2 b +", "2 b 1")}}, [(4, "results_contradict")]),
        ({"rounds": {1: ROUNDS[1].replace("2 w 1", "x w 1")}}, [(3, "bad_number")]),
        ({"rounds": {1: ROUNDS[1].replace("0000 - H", "0000 - U")}, "points": {1: "2.5"}}, [(6, "two_byes")]),
        ({"rounds": {1: " " + ROUNDS[1]}}, [(3, "misaligned")]),
        ({"points": {1: "9.0", 4: "0.5"}}, [(3, "points_differ"), (6, "points_differ")]),
        ({"points": {1: "two"}}, [(3, "bad_points")]),
        ({"head": "012 Open\n142 2\n"}, [(0, "too_many_rounds")]),
        ({"head": "012 Open\nXXR 2\n"}, [(0, "too_many_rounds")]),
        *(({"head": f"012 Open\n142 {number}\n"}, [(2, "bad_rounds")]) for number in ("some", "0", "1000")),
        ({"tail": "7U7 what\n"}, [(7, "unknown_record")]),
        ({"tail": line(4, "", "0.0") + "\n"}, [(7, "double_number")]),
        ({"tail": line("x", "", "0.0") + "\n"}, [(7, "bad_number")]),
        ({"tail": line(6, "", "0.0") + "\n"}, [(0, "numbers_missing")]),
        ({"tail": f"310   1 {'Reds':<65}   1    2\n310   2 {'Blues':<65}   2    9\n"},
         [(8, "double_member"), (8, "no_such_player")]),
        ({"tail": line("x", "", "0.0") + f"\n310   1 {'Reds':<65}   1    9\n"}, [(7, "bad_number")]),
        ({"tail": "330 +-   1   1   2\n"}, [(7, "no_teams")]),
        ({"tail": "240 H   1    1\n"}, [(7, "not_a_bye")]),
        ({"tail": "240 F   3    1\n"}, [(7, "not_a_bye")]),
        ({"tail": "240 H   3    9    1\n240 H   1    2\n"}, [(7, "no_such_player"), (8, "not_a_bye")]),
        ({"rounds": {1: ROUNDS[1].replace("2 w 1", "2 w  "), 2: ROUNDS[2].replace("1 b 0", "1 b  ")},
          "points": {1: "1.0"}, "tail": "240 H   1    1\n"}, [(7, "not_a_bye")]),
        ({"tail": f"{NO_TEAMS}300   1   1   2    1    2\n"}, [(3, "no_tie")]),
        ({"tail": f"{NO_TEAMS}330 +-   1   1   2\n"}, [(3, "no_tie")]),
        ({"tail": "240 H   0    1\n"}, [(7, "bad_round")]),
        ({"tail": "240 U   3    1\n"}, [(7, "bad_bye")]),
        ({"tail": "300   1   1\n"}, [(7, "bad_number")]),
        ({"tail": "300   1       2\n"}, [(7, "bad_number")]),
        ({"tail": "330 +-   1   1\n"}, [(7, "bad_number")]),
        ({"tail": "330 +-   1       2\n"}, [(7, "bad_number")]),
        ({"head": HEAD + "BBW\n"}, [(3, "bad_points")]),
        ({"head": HEAD + "362 WN\n"}, [(3, "bad_points")]),
    ],
)  # fmt: skip
def test_damage_is_named_with_its_line(changes, expected):
    assert faults(file(**changes)) == expected


@pytest.mark.parametrize(
    ("changes", "parts"),
    [
        ({"rounds": {2: ROUNDS[2].replace("1 b 0", "1 b  ")}}, {"round": 1, "number": 2, "ours": "1", "theirs": "–"}),
        (
            {"rounds": {1: ROUNDS[1].replace("2 w 1", "2 w  ")}, "points": {1: "1.0"}},
            {"round": 1, "number": 2, "ours": "–", "theirs": "0"},
        ),
        (
            {"rounds": {1: ROUNDS[1].replace("- H", "- U")}, "points": {1: "2.5"}},
            {"round": 3, "number": 1},
        ),
    ],
)
def test_a_fault_between_two_tells_both(changes, parts):
    [note] = read(file(**changes).encode()).faults
    assert note.sentence[1] == parts


def test_neither_of_two_may_have_come():
    absent = good(file({4: ROUNDS[4].replace("2 b +", "2 b -")}, {4: "1.5"}))
    assert [absent.players[number].cells[1].result for number in (2, 4)] == ["-", "-"]


@pytest.mark.parametrize("changes", [{"points": {1: "two"}}, {"rounds": {1: " " + ROUNDS[1]}}])
def test_points_that_cannot_be_read_are_not_missing_too(changes):
    assert told(read(file(**changes).encode()).adjustments) == []


def test_a_round_without_a_date_stands_between_those_that_have_one():
    found = read(file(head=f"{HEAD}132{'':88}26/11/27  {'':8}  soon\n").encode())
    assert found.tournament.dates == ("2026-11-27", "", "")
    assert told(found.adjustments) == [(3, "bad_date")]


def test_a_missing_first_number_is_named():
    lines = file().splitlines(keepends=True)
    lacking = "".join(words for words in lines if not words.startswith("001    1 "))
    [sentence] = [note.sentence for note in read(lacking.encode()).faults if note.name == "numbers_missing"]
    assert sentence[1] == {"numbers": "1"}


@pytest.mark.parametrize(
    ("last", "listed"), [(12, "2, 3, 4, 5, 6, 7, 8, 9, 10, 11"), (13, "2, 3, 4, 5, 6, 7, 8, 9, 10, 11 …")]
)
def test_ten_missing_numbers_are_listed(last, listed):
    [note] = read("\n".join([HEAD.strip(), line(1, "", "0.0"), line(last, "", "0.0", rank=2)]).encode()).faults
    assert (note.name, note.sentence[1]) == ("numbers_missing", {"numbers": listed})


@pytest.mark.parametrize(
    ("birth", "noted"), [("1990", False), ("1990/00/00", False), ("1990-05-31", False), ("31 May 90", True)]
)
def test_a_date_of_birth_may_be_a_year_alone(birth, noted):
    words = "".join(
        f"{row[:69]}{birth:<10}{row[79:]}" if row.startswith("001    2 ") else row
        for row in file().splitlines(keepends=True)
    )
    adjusted = [note.name for note in read(words.encode()).adjustments]
    assert ("bad_date" in adjusted) == noted


def test_a_line_up_with_players_of_no_line_is_named():
    rounds = {1: "     3 w 1", 2: "     4 b 0", 3: "     1 b 0", 4: "     2 w 1"}
    points = {1: "1.0", 2: "0.0", 3: "0.0", 4: "1.0"}
    teams = f"310   1 {'Reds':<65}   1    2\n310   2 {'Blues':<65}   3    4\n"
    head = "012 Open\n142 1\n"
    tournament = good(file(rounds, points, head, teams))
    assert tournament.ties and tournament.team_pays == TEAM_POINTS == (2, 1, 0), "where the file says nothing else"
    for numbers in ("   9    8", "   1    9"):
        assert (9, "no_such_member") in faults(file(rounds, points, head, f"{teams}300   1   1   2 {numbers}\n"))


TEAM_ROUND = {1: "     3 w 1", 2: "     4 b 0", 3: "     1 b 0", 4: "     2 w 1"}
TEAM_POINTS_OF = {1: "1.0", 2: "0.0", 3: "0.0", 4: "1.0"}


def of_teams(tail="", rounds=None, points=None, teams=None):
    """A file of two teams who drew a tie of two boards, the teams in lines 8 and 9, with what a test changes."""
    rounds, points = {**TEAM_ROUND, **(rounds or {})}, {**TEAM_POINTS_OF, **(points or {})}
    lines = [line(number, rounds[number], points[number]) for number in rounds]
    squads = {1: ((1, 2), {}), 2: ((3, 4), {}), **(teams or {})}
    lines += [
        records.TEAM.write([{"player": str(one)} for one in squad], number=str(number), name=f"Team {number}", **told)
        for number, (squad, told) in squads.items()
    ]
    return "\n".join(["012 Open", "142 1", "092 Team Swiss", *lines, tail])


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, []),
        ({"tail": "330 +-   1   1   9"}, [(10, "no_such_team")]),
        ({"tail": "330 +-   1   9   1"}, [(10, "no_such_team")]),
        ({"tail": "320  1.0  1.0   9"}, [(10, "no_such_team")]),
        ({"tail": "240 H   1    9"}, [(10, "no_such_team")]),
        ({"tail": "300   1   9   2    1    2"}, [(10, "no_such_team")]),
        ({"tail": "300   1   1   9    1    2"}, [(10, "no_tie")]),
        ({"tail": "300   2   1   2    1    2"}, [(10, "no_tie")]),
        ({"tail": "300   1   1   2    1    3"}, [(10, "no_such_member")]),
        ({"teams": {1: ((1, 2), {"match_points": "1.0", "points": "1.0"})}}, []),
        ({"teams": {1: ((1, 2), {"match_points": "2.0", "points": "1.0"})}}, [(8, "points_differ")]),
        ({"teams": {2: ((3, 4), {"match_points": "1.0", "points": "1.5"})}}, [(9, "points_differ")]),
        ({"teams": {1: ((2,), {})}}, [(4, "no_tie")]),
        ({"teams": {2: ((4,), {})}}, [(4, "no_tie")]),
        ({"teams": {1: ((1, 3), {}), 2: ((2, 4), {})}}, [(4, "no_tie")]),
        ({"teams": {2: ((3,), {}), 3: ((4,), {})}}, [(5, "no_tie")]),
        ({"rounds": dict.fromkeys(TEAM_ROUND, ""), "points": dict.fromkeys(TEAM_ROUND, "0.0")}, [(0, "no_tie")]),
    ],
)
def test_damage_of_teams_is_named_with_its_line(changes, expected):
    assert faults(of_teams(**changes)) == expected


@pytest.mark.parametrize(
    ("rounds", "colours", "home"),
    [
        ({}, "", 1),
        ({}, "352 WB", 1),
        ({}, "352 BW", 2),
        ({1: "     3 b 1", 3: "     1 w 0"}, "", 2),
        ({1: "     3   +", 3: "     1   -"}, "352 WB", 1),
        ({1: "     3   +", 3: "     1   -"}, "352 WW", 2),
        ({1: "     3   +", 2: "     4   -", 3: "     1   -", 4: "     2   +"}, "352 WBWB", 1),
    ],
)
def test_the_team_at_home_has_the_colours_of_the_record(rounds, colours, home):
    """The first board with a colour tells it: one that was forfeited may have none."""
    [[tie]] = good(of_teams(colours, rounds)).ties
    assert (tie.home, tie.away) == (home, 3 - home)
    assert [(board.home, board.away) for board in tie.boards] == [(1, 3), (2, 4)] or home == 2


def test_teams_are_read_by_the_newer_records():
    of_2016 = "013 Reds                               1    2"
    found = read(of_teams(of_2016).encode())
    assert [team.name for team in found.tournament.listed_teams.values()] == ["Team 1", "Team 2"]
    assert (10, "teams_twice") in told(found.adjustments)
    assert told(read(file(tail=of_2016).encode()).adjustments) == [(7, "teams_left_out")]


def test_byes_of_teams_that_did_not_play_are_left_out_with_them():
    byes = "240 F   1    1\n240 F   2    1\n"
    assert told(read(file(tail=NO_TEAMS + byes).encode()).adjustments) == [(7, "teams_left_out"), (9, "teams_left_out")]


@pytest.mark.parametrize(("sign", "result", "points"), [("+", "F", 1), ("=", "H", 0.5), ("-", "Z", 0)])
def test_a_result_without_an_opponent_is_a_bye_but_for_a_board_that_a_team_has_alone(sign, result, points):
    alone = f"  0000 - {sign}"
    found = read(file({1: ROUNDS[1][:20] + alone}, {1: f"{1.5 + points}"}).encode())
    assert not found.faults and (3, "old_bye") in told(found.adjustments)
    assert found.tournament.players[1].cells[-1].result == result
    found = read(of_teams("", {1: alone, 3: alone}, {1: f"{points}.0"[:3], 3: f"{points}.0"[:3]}).encode())
    in_a_team = {"+": "+", "-": "-"}.get(sign, result)
    assert not found.faults and found.tournament.players[1].cells[-1].result == in_a_team


def test_nobody_sat_at_a_tie_that_was_forfeited():
    alone = {number: f"  0000 - {sign}" for number, sign in zip(TEAM_ROUND, "++--", strict=True)}
    points = {1: "1.0", 2: "1.0", 3: "0.0", 4: "0.0"}
    whole = good(of_teams("330 -+   1   2   1\n352 WBW", alone, points))
    assert whole.ties == ((TeamTie(2, 1, (Board(0, 0, "", ""),) * 3, "-+"),),)


def test_who_has_no_opponent_sits_against_an_empty_seat():
    alone = "  0000 - +"
    rounds = {1: f"{alone}     4 w 1", 2: f"     3 w 1{alone}", 3: f"     2 b 0{alone}", 4: f"{alone}     1 b 0"}
    teams = f"310   1 {'Reds':<65}   1    2\n310   2 {'Blues':<65}   3    4\n"
    tournament = good(file(rounds, {1: "2.0", 2: "2.0", 3: "1.0", 4: "1.0"}, "012 Open\n142 2\n", teams))
    seats = [[(board.home, board.away) for board in tie.boards] for day in tournament.ties for tie in day]
    assert seats == [[(1, 0), (2, 3), (0, 4)], [(0, 3), (1, 4), (2, 0)]]


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        (b"", "empty"),
        (b" \r\n\r\n", "empty"),
        (b"PK\x03\x04\x14\x00\x00", "not_text"),
        (b"012 Open\n", "no_players"),
        (b"\xff\xfea", "not_text"),
        (b"001 " * 600_000, "too_large"),
    ],
)
def test_what_is_no_report_is_refused_whole(raw, name):
    assert faults(raw) == [(0, name)]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"head": "012 Open\n"}, (0, "rounds_not_told")),
        ({"head": HEAD + "XXR 4\n"}, (3, "rounds_differ")),
        ({"head": HEAD + "042 24/09/2010\n"}, (3, "date_form")),
        ({"head": HEAD + "042 soon\n"}, (3, "bad_date")),
        ({"head": HEAD + "052 2026/01/01\n042 2026/02/01\n"}, (3, "dates_differ")),
        ({"head": HEAD + "062 9\n"}, (3, "players_differ")),
        ({"head": HEAD + "012 Other\n"}, (3, "record_twice")),
        ({"points": {1: "2,0"}}, (3, "comma")),
        ({"rounds": {1: ROUNDS[1].replace("2 w 1", "2 w 0")}, "points": {1: "1.0"}}, (3, "both_lost")),
        ({"points": {1: ""}}, (3, "points_missing")),
        ({"rounds": {1: ROUNDS[1].replace("0000 - H", "0000 - =")}}, (3, "old_bye")),
        ({"rounds": {4: ROUNDS[4].replace("0000 - U", "0000 w U")}}, (6, "colour_of_bye")),
        ({"tail": "DAT 0001 EMAIL a@example.org\n"}, (7, "left_out")),
        ({"tail": "QQQ what\n"}, (7, "unknown_record")),
        ({"tail": "QQW  3.0\n"}, (7, "unknown_record")),
        ({"tail": "BBX  3.0\n"}, (7, "unknown_record")),
        ({"tail": "ITA    1 m    Somebody                          2000\n"}, (7, "left_out")),
        ({"tail": "013 Reds                               1    2\n"}, (7, "teams_left_out")),
    ],
)
def test_what_is_unusual_is_read_and_named(changes, expected):
    found = read(file(**changes).encode())
    assert found.tournament is not None and expected in told(found.adjustments)


@pytest.mark.parametrize(
    ("ranks", "expected"),
    [
        ({3: 3}, (5, "double_rank", False)),  # 2 and 3 have a point each
        ({4: 2}, (6, "double_rank", True)),  # 1 has two points, 4 has two and a half
        ({2: ""}, (4, "no_rank", False)),
        ({2: 5}, (4, "bad_rank", False)),
    ],
)
def test_a_rank_is_shared_by_those_alone_who_have_as_many_points(ranks, expected):
    words = file().splitlines(keepends=True)
    for number, rank in ranks.items():
        words[number + 1] = f"{words[number + 1][:85]}{rank:>4}{words[number + 1][89:]}"
    found = read("".join(words).encode())
    named = [(*noted, True) for noted in told(found.faults)] + [(*noted, False) for noted in told(found.adjustments)]
    assert named == [expected]


def test_two_numbers_of_rounds_are_told_with_the_record_that_says_each():
    notes = read(file(head=HEAD + "XXR 4\n").encode()).adjustments
    [(sentence, parts)] = [note.sentence for note in notes if note.name == "rounds_differ"]
    assert sentence.format(**parts) == "142 says 3 rounds, XXR 4; 142 counts."


def test_what_is_private_is_in_no_note():
    """Notes are kept with the competition, where everybody reads them."""
    plain = file().splitlines()[2]
    private = f"{plain[:9]}q{plain[10:57]}{'12-345X':>11} {'31/12/99x':>10} {plain[80:]}"
    found = read(file().replace(plain, private).encode())
    assert {"bad_sex", "bad_fide_number", "bad_date"} <= {note.name for note in found.adjustments}
    assert not any(value in repr(found.adjustments) for value in ("q", "12-345X", "31/12/99x"))


@pytest.mark.parametrize(
    ("record", "points"),
    [
        ("162  W 3.0    D 1.0    P 2.0", {1: "5.0", 2: "3.0", 3: "2.0", 4: "6.0"}),
        ("XXS W=3.0 D=1.0 PAB=2.0", {1: "5.0", 2: "3.0", 3: "2.0", 4: "6.0"}),
        ("BBW  3.0\nBBD  1.0\nBBU  2.0", {1: "5.0", 2: "3.0", 3: "2.0", 4: "6.0"}),
        ("299     0.0  -1.0         4", {4: "1.5"}),
        ("299 W   0.0   2.0    1    1", {1: "3.0"}),
    ],
)
def test_points_follow_the_records_about_them(record, points):
    assert good(file(points=points, head=HEAD + record + "\n")).rounds == 3


@pytest.mark.parametrize(
    ("told_before", "record", "results", "points"),
    [
        ("", "240 F   1    3", ["F"], 1.0),
        ("", "240 H   3    3", ["", "", "H"], 0.5),
        ("  0000 - H", "240 F   3    3", ["H", "", "F"], 1.5),
        ("  0000 - H", "240     2    3", ["H", "Z"], 0.5),
        ("  0000 - H", "240 H   1    3", ["H"], 0.5),
    ],
)
def test_a_bye_of_record_240_is_paid_in_its_round(told_before, record, results, points):
    """Also in a round that the player's line does not have."""
    lines = [line(1, "     2 w 1", "1.0"), line(2, "     1 b 0", "0.0"), line(3, told_before, points)]
    text = HEAD + "\n".join([*lines, record])
    whole = good(text)
    assert not read(text.encode()).adjustments
    assert [cell.result for cell in whole.players[3].cells] == results
    assert whole.points_of(whole.players[3]) == points


@pytest.mark.parametrize(
    ("result", "paid"), [("1", 3), ("=", 1), ("0", 0.5), ("-", 0.25), ("Z", 0.25), ("U", 2), ("", 0)]
)
def test_a_game_that_is_open_pays_nothing_and_a_blank_round_as_an_absence(result, paid):
    pays = Pays(win=3, draw=1, loss=0.5, absence=0.25, bye=2)
    assert pays.of(Cell(2, "w", result)) == paid
    assert pays.of(Cell()) == 0.25


def test_a_team_that_did_not_play_is_paid_all_its_boards():
    """A win by forfeit and a full bye as each board won, a half bye as each drawn."""
    teams = {number: Team(number, f"Team {number}", number, ()) for number in range(1, 8)}
    nobody = (Board(0, 0, "", ""),) * 2
    days = ((TeamTie(1, 2, nobody, "+-"), TeamTie(3, 4, nobody, "--")),)
    byes = tuple(TeamBye(number, 1, kind) for number, kind in ((5, "U"), (6, "F"), (7, "H"), (4, "Z")))
    whole = Tournament(listed_teams=teams, ties=days, team_byes=byes, pays=Pays(3, 0.5), team_pays=(5, 2, 1))
    assert team_points(whole) == {
        1: (5, 6), 2: (1, 0), 3: (1, 0), 4: (1, 0), 5: (5, 6), 6: (5, 6), 7: (2, 1),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("results", "home", "away"),
    [
        ("10 10", (5, 6), (1, 0)),
        ("01 ==", (1, 0.5), (5, 3.5)),
        ("== ==", (2, 1), (2, 1)),
        ("10", (5, 3), (1, 0)),
        ("10 ..", (0, 3), (0, 0)),
        (".. ..", (0, 0), (0, 0)),
    ],
)
def test_a_tie_of_teams_is_paid_when_all_its_boards_are_over(results, home, away):
    """Its boards as they end."""
    boards = tuple(Board(1, 2, *(sign.strip(".") for sign in two)) for two in results.split())
    teams = {number: Team(number, f"Team {number}", number, ()) for number in (1, 2)}
    whole = Tournament(listed_teams=teams, ties=((TeamTie(1, 2, boards),),), pays=Pays(3, 0.5), team_pays=(5, 2, 1))
    assert team_points(whole) == {1: home, 2: away}
    taken = (Abnormal("", 0, (2,), -1, -2, 9), Abnormal("W", 1, (1,), 7, 7, 9))
    assert team_points(replace(whole, abnormal=taken)) == {1: home, 2: (away[0] - 2, away[1] - 1)}


def test_rests_of_the_round_to_be_paired_are_no_round():
    waiting = {number: rounds[: 20 + 2] for number, rounds in ROUNDS.items()}
    waiting[1] += "0000 - H"
    whole = good(file(waiting, {1: "1.5", 2: "0.0", 3: "1.0", 4: "1.5"}))
    assert (whole.rounds, whole.asked) == (3, 3)


RESTS = Cell(result="H")


@pytest.mark.parametrize(
    ("planned", "cells", "ties", "asked"),
    [
        (2, (RESTS, Cell(result="Z")), (), 2),
        (3, (RESTS, Cell()), (), 2),
        (2, (Cell(2, "w", "1"), Cell(1, "b", "0")), (), 0),
        (1, (RESTS, RESTS), (), 0),
        (None, (RESTS, RESTS), (), 0),
        (2, (RESTS, RESTS), ((TeamTie(1, 2, ()),),), 0),
    ],
)
def test_a_round_is_to_be_paired_while_players_rest_and_nobody_meets(planned, cells, ties, asked):
    """It is a round of the plan; teams tell their rests otherwise."""
    before = (Cell(2, "w", "1"), Cell(1, "b", "0"))
    players = {
        number: Player(number, f"Player {number}", number, rounds)
        for number, rounds in enumerate(zip(before, cells, strict=True), start=1)
    }
    assert Tournament(players=players, planned=planned, ties=ties).asked == asked


def test_a_tournament_without_players_has_no_round():
    assert (Tournament().rounds, Tournament(planned=1).asked) == (0, 0)
    nobody_played = {1: Player(1, "Player 1", 1, ())}
    assert (Tournament(players=nobody_played).rounds, Tournament(players=nobody_played, planned=1).asked) == (0, 0)
    rested = {1: Player(1, "Player 1", 1, (RESTS,))}
    assert (Tournament(players=rested).asked, Tournament(players=rested, planned=1).asked) == (0, 1)


@pytest.mark.parametrize(
    ("pays", "plain"),
    [
        (Pays(3, 1), True),
        (Pays(3, 1, absence=1), False),
        (Pays(3, 1, bye=1, others={"1w": 3, "=b": 1, "0": 0, "+": 3, "-": 0, "H": 1, "U": 1}), True),
        (Pays(3, 1, others={"1w": 3, "1b": 2}), False),
        (Pays(3, 1, others={"+": 2}), False),
        (Pays(3, 1, absence=1, others={"-": 1}), False),
    ],
)
def test_pay_is_plain_where_a_result_is_worth_the_same_however_it_came_about(pays, plain):
    assert pays.plain == plain


RECORDS = st.sampled_from(
    ["001", "012", "013", "042", "132", "142", "162", "240", "299", "300", "310", "320", "330", "352", "362", "XXS",
     "BBW", "DAT", "###", "9"]
)  # fmt: skip
LINES = st.tuples(RECORDS, st.text("0123456789 wbWB-+=.,HFUZ\u00e9/", max_size=120)).map(" ".join)


@settings(max_examples=size(150, 5000), deadline=None)
@given(st.lists(LINES, max_size=12).map("\n".join), st.binary(max_size=40))
def test_no_bytes_raise_anything(words, tail):
    for raw in (words.encode(), tail, file().encode() + words.encode() + tail):
        found = read(raw)
        assert (found.tournament is None) == bool(found.faults)
        told((*found.faults, *found.adjustments))


def test_a_file_of_nothing_but_faults_lists_the_first_thousand():
    assert len(faults("9Q9\n" * 100_000)) == 1000


def test_five_thousand_players_are_read():
    lines = "\n".join(line(number, "", "0.0") for number in range(1, 5001))
    assert len(good(lines).players) == 5000
