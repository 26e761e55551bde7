"""Tournaments of report files as what ``swiss.dutch`` is asked, and random ones as report files."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from py4swiss.trf import TrfParser
from py4swiss.trf.results import ColorToken

from league.formats.swiss.games import CannotPair, Game, Outcome, Rules
from league.formats.swiss.rounds import dutch, trf

BYES: dict[str, Outcome] = {"U": "bye", "H": "half_bye", "F": "full_bye", "Z": "absent"}
GAMES: dict[str, Outcome] = {
    "10": "home",
    "==": "draw",
    "01": "away",
    "+-": "home_forfeit",
    "-+": "away_forfeit",
    "--": "both_forfeit",
}

RESULTS = 89
"""Characters of a player's line before the results."""

Asked = tuple[int, list[list[Game]], Rules]


def read(text: str, folder: Path) -> tuple[Asked, dict[str, Any]]:
    """The tournament so far, and who is absent or kept apart in the round to be paired: a result of it stands there."""
    path = folder / "asked.trf"
    path.write_text(text, encoding="utf-8")
    parsed = TrfParser.parse(path)
    lines = {section.starting_number: section.results for section in parsed.player_sections}
    over = min(len(results) for results in lines.values())
    games = []
    for step in range(over):
        played = []
        for number, results in lines.items():
            result = results[step]
            if not result.id:
                played.append(Game(number, None, BYES[result.result.value]))
            elif result.color == ColorToken.WHITE:
                both = result.result.value + lines[result.id][step].result.value
                played.append(Game(number, result.id, GAMES[both]))
        games.append(played)
    given = parsed.x_section
    asked = len(lines), games, Rules(given.number_of_rounds, first_home=given.configuration.first_round_color)
    absent = {number for number, results in lines.items() if len(results) > over}
    return asked, {"absent": absent, "apart": sorted(given.forbidden_pairs)}


class Evening:
    """A tournament that is played by chance, with absent players, forfeits and players kept apart."""

    def __init__(self, seed: int, players: int, rounds: int) -> None:
        self.dice = random.Random(seed)
        self.players, self.rules = players, Rules(rounds, first_home=self.dice.random() < 0.5)
        self.games: list[list[Game]] = []
        self.apart = [tuple(self.dice.sample(range(1, players + 1), 2)) for _ in range(self.dice.choice([0, 0, 1, 3]))]
        self._away, self._forfeits = self.dice.choice([0, 0.05, 0.2]), self.dice.choice([0, 0.05, 0.2])
        self.absent: set[int] = set()

    @property
    def over(self) -> bool:
        """Return whether the last round is played."""
        return len(self.games) == self.rules.rounds

    def gather(self) -> bool:
        """Say who is absent from the next round; whether two are left."""
        self.absent = {one for one in range(1, self.players + 1) if self.dice.random() < self._away}
        return self.players - len(self.absent) >= 2

    def pairs(self) -> list[tuple[int, int | None]] | None:
        """The pairs of the next round; None where no round keeps the rules."""
        try:
            pairs = dutch(self.players, self.games, self.rules, absent=self.absent, apart=self.apart)
        except CannotPair:
            return None
        return [(pair.home, pair.away) for pair in pairs]

    def play(self, pairs: Sequence[tuple[int, int | None]]) -> None:
        """Draw the results of a round."""
        played = []
        for home, away in pairs:
            forfeit = self.dice.random() < self._forfeits
            listed = ["home_forfeit", "away_forfeit", "both_forfeit"] if forfeit else ["home", "draw", "away"]
            played.append(Game(home, away, "bye" if away is None else self.dice.choice(listed)))
        asked = ["absent", "half_bye", "full_bye"]
        played += [Game(one, None, self.dice.choice(asked)) for one in sorted(self.absent)]
        self.games.append(played)

    def report(self) -> str:
        """The report file that asks for the next round."""
        names = [f"Player {number}" for number in range(1, self.players + 1)]
        return asking(trf(names, self.games, self.rules, "By chance"), self.absent, self.apart)


def asking(report: str, absent: Collection[int], apart: Collection[tuple[int, ...]]) -> str:
    """A report file with who is absent from the next round, and who is kept apart."""
    lines = [
        f"{line.rstrip():<{RESULTS}}  0000 - Z" if line.startswith("001") and int(line[4:8]) in absent else line
        for line in report.splitlines()
    ]
    lines += [f"XXP {one} {other}" for one, other in apart]
    return "\n".join(lines) + "\n"
