"""Time of a round of FIDE Dutch beside the engine of ``py4swiss`` in the same run, and whether another engine
says the same.

``TABELLONE_DUTCH_PEER`` names the program of bbpPairings 6; where it is given, the rounds of random tournaments
(``TABELLONE_DUTCH_ROUNDS``, 2,000 unless said) must come out equal. It is run here and nowhere else.
"""

from __future__ import annotations

import os
import random
import subprocess
import time

import pytest

from league.formats.swiss.games import Game, Rules
from league.formats.swiss.rounds import dutch
from tests.league.pure.trf import Evening

pytestmark = pytest.mark.bench

PEER = os.environ.get("TABELLONE_DUTCH_PEER", "")
ROUNDS = int(os.environ.get("TABELLONE_DUTCH_ROUNDS") or 2_000)


def seconds(players, games, edition):
    begin = time.process_time()
    pairs = dutch(players, games, Rules(9), edition=edition)
    return time.process_time() - begin, pairs


@pytest.mark.parametrize("players, rounds", [(100, 7), (101, 7), (500, 5)])
def test_a_round_takes_less_than_the_engine_of_the_package(players, rounds):
    """Rounds 2 to the last; the package pairs by the edition of 2017. At most a fifth of its time."""
    dice, games = random.Random(3), []
    ours, theirs = [], []
    for _step in range(rounds):
        spent, pairs = seconds(players, games, "2026")
        if games:
            ours.append(spent)
            theirs.append(seconds(players, games, "2017")[0])
        outcomes = ["home", "home", "draw", "away", "away"]
        games.append([Game(pair.home, pair.away, dice.choice(outcomes) if pair.away else "bye") for pair in pairs])
    print(f"{players} players: {max(ours) * 1000:.0f} ms of CPU at most, py4swiss {max(theirs) * 1000:.0f} ms")
    assert sum(ours) <= sum(theirs) / 5


if PEER:

    def peer(report, folder):
        asked, answer = folder / "asked.trf", folder / "answer"
        asked.write_text(report, encoding="utf-8")
        process = subprocess.run([PEER, "--dutch", asked, "-p", answer], capture_output=True, text=True)
        assert process.returncode in (0, 1), process.stdout + process.stderr + report
        if process.returncode == 1:
            return None
        lines = [line.split() for line in answer.read_text().splitlines()[1:] if line.strip()]
        return [(int(home), int(away) or None) for home, away in lines]

    def test_the_peer_says_the_same(tmp_path):
        compared = seed = 0
        while compared < ROUNDS:
            seed += 1
            dice = random.Random(seed)
            evening = Evening(seed, dice.randint(2, 60), dice.randint(2, 11))
            while not evening.over and evening.gather():
                pairs = evening.pairs()
                assert pairs == peer(evening.report(), tmp_path), f"seed {seed}, round {len(evening.games) + 1}"
                compared += 1
                if pairs is None:
                    break
                evening.play(pairs)
        print(f"{compared} rounds of {seed} tournaments are those of the peer")
