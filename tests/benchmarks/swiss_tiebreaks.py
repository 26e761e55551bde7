"""Hold the Swiss tie-breaks against the npm package ``tiebreak`` 0.4.0 (MIT), over random tournaments.

    python -m tests.benchmarks.swiss_tiebreaks [how many] [first seed]

The peer is installed by ``npm`` into a temporary folder and run by ``node``; nothing of it comes into the product. Its
source is bundled there by esbuild, since what 0.4.0 was built with has no Sonneborn-Berger yet. Each tournament has 5
to 24 players and 3 to 9 rounds: odd fields, half-point and zero-point byes, late entries, withdrawals, single and
double forfeits. Five tie-breaks of every player are compared under FIDE_2009 and FIDE_2023.

Two readings of the peer are not ours, and each difference must be one of them:

- ``16.2.4``: the peer takes every round after the last in which a player was to be had as a draw. The articles do so
  with requested byes alone (16.2.5, 16.3.2): a forfeit loss is category 4 wherever it stands, and counts as it was
  paid.
- ``14.3``: the median cuts the least and the most significant value. 16.5 moves the cut of the least to voluntary
  unplayed rounds and says nothing of the other; the peer spares them there too.

A difference is one of them if the second reading of the tests (``swiss_second_reading``), told to depart from that
article as the peer does, says what the peer says. What that reading says by the articles must be ours, for everybody.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from league.formats.swiss.games import FORFEITS, CannotPair, Game, Outcome, Pairing, Rules, worth
from league.formats.swiss.rounds import monrad, pair_again
from league.standings.criteria import swiss_figures
from league.standings.swiss import Played, Version
from tests.league.pure.swiss_second_reading import BY_THE_ARTICLES, Departures, buchholz, sonneborn_berger

PEER = "tiebreak@0.4.0"
BUNDLER = "esbuild@0.25.12"
OURS = {
    "BH": "buchholz",
    "BH-C1": "buchholz_cut_1",
    "BH-C2": "buchholz_cut_2",
    "BH-M1": "median_buchholz",
    "SB": "sonneborn_berger",
}
EDITIONS: dict[str, Version] = {"FIDE_2009": "2009", "FIDE_2023": "2023"}

SCRIPT = """
import { readFileSync } from "node:fs"
import { Results, Tiebreaker, TournamentType } from "./peer.js"
const made = []
for (const given of JSON.parse(readFileSync(0, "utf8"))) {
  const results = new Results(TournamentType.SWISS, given.rounds)
  const found = {}
  for (const edition of ["FIDE_2009", "FIDE_2023"]) {
    const peer = new Tiebreaker(results, edition)
    found[edition] = given.players.map((player) =>
      Object.fromEntries(
        ["BH", "BH-C1", "BH-C2", "BH-M1", "SB"].map((name) => [name, peer.tiebreak(name, player, given.rounds.length)])
      )
    )
  }
  made.push(found)
}
process.stdout.write(JSON.stringify(made))
"""


def tournament(seed: int) -> tuple[dict[str, list[Played]], list[dict[str, Any]]]:
    """The records of a random tournament, and its rounds as the peer reads them."""
    random = Random(seed)
    players, rounds = random.randint(5, 24), random.randint(3, 9)
    arrives = {number: random.randint(2, 3) if random.random() < 0.08 else 1 for number in range(1, players + 1)}
    leaves = {arrive: random.randint(1, rounds) if random.random() < 0.15 else rounds for arrive in arrives}
    rules = Rules(rounds)
    records: dict[str, list[Played]] = {str(arrive): [] for arrive in arrives}
    games: list[list[Game]] = []
    told = []
    for step in range(1, rounds + 1):
        away = {arrive for arrive in arrives if not arrives[arrive] <= step <= leaves[arrive]}
        asked = {arrive: random.choice(("half_bye", "absent")) for arrive in arrives if random.random() < 0.07}
        resting = {number: kind for number, kind in asked.items() if number not in away}
        absent = away | set(resting)
        try:
            pairs = monrad(players, games, rules, absent=absent)
        except CannotPair:
            pairs = pair_again(players, games, rules, absent=absent)
        played = [Game(number, None, kind) for number, kind in resting.items()]  # type: ignore[arg-type]
        played += [Game(pair.home, pair.away, _outcome(random, pair)) for pair in pairs]
        games.append(played)
        told.append(_told(played))
        _record(records, step, played)
    return records, told


def _outcome(random: Random, pair: Pairing) -> Outcome:
    if pair.away is None:
        return "bye"
    forfeits: tuple[Outcome, ...] = ("home_forfeit", "away_forfeit", "both_forfeit")
    over: tuple[Outcome, ...] = ("home", "draw", "away")
    return random.choice(forfeits if random.random() < 0.08 else over)


def _told(played: list[Game]) -> dict[str, Any]:
    """A round in the peer's words; who is in no list of it was absent."""
    rules = Rules(1)
    return {
        "pairings": [
            {
                "white": str(game.home),
                "black": str(game.away),
                "scoreWhite": worth(game, rules)[0],
                "scoreBlack": worth(game, rules)[1],
                "forfeited": game.outcome in FORFEITS,
            }
            for game in played
            if game.away is not None
        ],
        "pairingAllocatedByes": [str(game.home) for game in played if game.outcome == "bye"],
        "halfPointByes": [str(game.home) for game in played if game.outcome == "half_bye"],
    }


def _record(records: dict[str, list[Played]], step: int, played: list[Game]) -> None:
    """Add the lines of round ``step``."""
    rules, seen = Rules(1), set()
    for game in played:
        home, away = worth(game, rules)
        seen |= {str(game.home), str(game.away)}
        if game.away is None:
            kind = "zero_bye" if game.outcome == "absent" else game.outcome
            records[str(game.home)].append(Played(step, None, home, kind))  # type: ignore[arg-type]
            continue
        for one, other, score in ((game.home, game.away, home), (game.away, game.home, away)):
            forfeit = "forfeit_win" if score else "forfeit_loss"
            kind = forfeit if game.outcome in FORFEITS else "game"
            records[str(one)].append(Played(step, str(other), score, kind, away=one == game.away))  # type: ignore[arg-type]
    for one, record in records.items():
        if one not in seen:
            record.append(Played(step, None, 0, "absent"))


def answers(given: list[dict[str, Any]]) -> list[dict[str, list[dict[str, float]]]]:
    """Return the peer's tie-breaks of each tournament: edition -> a dictionary for each player."""
    with tempfile.TemporaryDirectory() as folder:
        room = Path(folder)
        (room / "package.json").write_text('{"private": true, "type": "module"}')
        quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--silent"]
        subprocess.run(["npm", "install", *quiet, PEER, BUNDLER], cwd=room, check=True)
        source = "node_modules/tiebreak/src/index.ts"
        bundle = [
            "npx",
            "--no",
            "esbuild",
            source,
            "--bundle",
            "--format=esm",
            "--outfile=peer.js",
            "--log-level=error",
        ]
        subprocess.run(bundle, cwd=room, check=True)
        (room / "ask.js").write_text(SCRIPT)
        question = json.dumps(given)
        process = subprocess.run(
            ["node", "ask.js"], cwd=room, input=question, capture_output=True, text=True, check=True
        )
    answers_of_peer: list[dict[str, list[dict[str, float]]]] = json.loads(process.stdout)
    return answers_of_peer


READINGS = {
    "16.2.4": Departures(lost_by_forfeit_as_draw=True),
    "14.3": Departures(top_among_others=True),
    "16.2.4 and 14.3": Departures(lost_by_forfeit_as_draw=True, top_among_others=True),
}


def second(
    records: dict[str, list[Played]], one: str, short: str, rounds: int, departures: Departures = BY_THE_ARTICLES
) -> float:
    """The second reading's value of the tie-break that the peer calls ``short``."""
    if short == "SB":
        return sonneborn_berger(records, one, rounds, departures=departures)
    low, high = {"BH": (0, 0), "BH-C1": (1, 0), "BH-C2": (2, 0), "BH-M1": (1, 1)}[short]
    return buchholz(records, one, rounds, low=low, high=high, departures=departures)


def verdict(records: dict[str, list[Played]], one: str, short: str, rounds: int, value: float, theirs: float) -> str:
    """``equal``, the article that the peer departs from, or ``DIFFERENT``; of 2023."""
    if value != second(records, one, short, rounds):
        return "DIFFERENT"
    if value == theirs:
        return "equal"
    found = (name for name, how in READINGS.items() if second(records, one, short, rounds, how) == theirs)
    return next(found, "DIFFERENT")


def main() -> None:
    """Compare, and tell the counts. Exits with 1 if anything differs that no article explains."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    tournaments = [tournament(seed) for seed in range(first, first + count)]
    peer = answers([{"players": list(records), "rounds": told} for records, told in tournaments])
    tally: Counter[tuple[str, str, str]] = Counter()
    kinds: Counter[str] = Counter(
        line.kind for records, _told in tournaments for record in records.values() for line in record
    )
    wrong = []
    for at, ((records, told), said) in enumerate(zip(tournaments, peer, strict=True)):
        for edition, version in EDITIONS.items():
            ours = swiss_figures(records, len(told), version=version)
            for one, theirs in zip(records, said[edition], strict=True):
                for short, name in OURS.items():
                    value = ours[name][one]
                    result = "equal" if value == theirs[short] else "DIFFERENT"
                    if version == "2023":
                        result = verdict(records, one, short, len(told), value, theirs[short])
                    if result == "DIFFERENT":
                        wrong.append((first + at, edition, name, one, value, theirs[short]))
                    tally[edition, short, result] += 1
    print(f"{count} tournaments, {sum(len(records) for records, _told in tournaments)} players")
    print("rounds of players:", ", ".join(f"{kind} {number}" for kind, number in kinds.most_common()))
    for (edition, short, result), number in sorted(tally.items()):
        print(f"{edition} {short:6} {result:16} {number}")
    for line in wrong[:10]:
        print("seed {} {} {}: player {} has {} here, {} there".format(*line))
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
