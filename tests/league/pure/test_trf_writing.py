"""Report files that we write: our reader and FIDE's find in them what was played."""

from __future__ import annotations

import json
from unittest import mock

import pytest
from gacrux.tiebreakchecker import tiebreakchecker

from league.formats.swiss import told
from league.formats.swiss.games import Game, Rules, scores
from league.formats.swiss.rounds import trf
from league.formats.trf.reading import read
from league.formats.trf.writing import write
from tests.league.pure.trf import Evening
from tests.sizes import size

POINTS = [(1, 0.5, 0), (3, 1, 0), (2, 1, 0)]


def played(seed):
    """A random Swiss evening with byes, forfeits and absences, under rules by chance."""
    evening = Evening(seed, players=4 + seed % 9, rounds=3 + seed % 3)
    while not evening.over and evening.gather() and (pairs := evening.pairs()) is not None:
        evening.play(pairs)
    rules = Rules(
        evening.rules.rounds,
        POINTS[seed % 3],
        bye=(None, 0.5, 1)[seed % 5 % 3],
        first_home=evening.rules.first_home,
        shootout=((1, 0), (0.5, 0.5))[seed % 2],
    )
    return evening.players, evening.games, rules


def file_of(players, games, rules):
    names = [f"Player {number}" for number in range(1, players + 1)]
    return write(told.tournament(names, games, rules, "By chance", range(1, players + 1), begins="2026-11-27"))


def found_in(text):
    reading = read(text.encode())
    assert not reading.faults, reading.faults
    return reading.tournament


def fides(folder, text):
    """The points that FIDE's reader counts, by player."""
    file, answer = folder / "players.trf", folder / "answer.json"
    file.write_text(text)
    with mock.patch("sys.argv", ["", "-i", str(file), "-o", str(answer), "-f", "TRF", "-s", "-t", "PTS"]):
        tiebreakchecker().common_main()
    found = json.loads(answer.read_text())
    assert found["status"]["code"] == 0 and not found["status"].get("info"), found["status"]
    return {one["cid"]: float(one["tiebreakScore"][0]) for one in found["tiebreakResult"]["competitors"]}


@pytest.mark.parametrize("seed", range(size(12, 200)))
def test_what_goes_out_comes_in(seed):
    players, games, rules = played(seed)
    expected = scores(players, games, rules)
    whole = found_in(file_of(players, games, rules))
    before = told.tournament([""] * players, games, rules, "", range(1, players + 1))
    assert {number: whole.points_of(player) for number, player in whole.players.items()} == expected
    for number, player in whole.players.items():
        assert [player.cell(round) for round in range(1, len(games) + 1)] == list(before.players[number].cells)
    assert (whole.planned, whole.begins, whole.edition) == (rules.rounds, "2026-11-27", "TRF26")
    if rules.bye is None or rules.points == (1, 0.5, 0):
        of_2016 = found_in(trf([f"Player {number}" for number in range(1, players + 1)], games, rules, "By chance"))
        assert {number: of_2016.points_of(player) for number, player in of_2016.players.items()} == expected


@pytest.mark.parametrize("seed", range(size(4, 60)))
def test_fides_reader_counts_the_same_points(seed, tmp_path):
    players, games, rules = played(seed)
    assert fides(tmp_path, file_of(players, games, rules)) == scores(players, games, rules)


def test_what_a_sign_does_not_pay_is_told_beside_it(tmp_path):
    games = [[Game(1, 2, "home_shootout"), Game(3, None, "house_shootout_loss")]]
    rules = Rules(1, (3, 1, 0), shootout=(2, 1))
    text = file_of(3, games, rules)
    assert scores(3, games, rules) == {1: 2, 2: 1, 3: 1}
    assert [line for line in text.splitlines() if line.startswith("299")] == [
        "299     0.0  -1.0    1    1",
        "299     0.0   1.0    1    2",
    ]
    whole = found_in(text)
    assert {number: whole.points_of(player) for number, player in whole.players.items()} == {1: 2, 2: 1, 3: 1}
    assert fides(tmp_path, text) == {1: 2, 2: 1, 3: 1}
