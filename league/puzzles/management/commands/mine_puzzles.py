"""Mining of the puzzles that the site ships, out of bots' matches."""

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

import engines
from engines.puzzles import mining
from league.puzzles.shipped import COUNTS, path_of


class Command(BaseCommand):
    help = "Mine puzzles from bots' matches and write league/puzzles/data; the same seed gives the same puzzles."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("games", nargs="*", choices=[[], *engines.games()], help="games to mine; all by default")
        parser.add_argument("--seed", type=int, default=1, help="seed of the first match")
        parser.add_argument("--minutes", type=float, default=40.0, help="bound of one game, in minutes of a core")

    def handle(self, *args: Any, **options: Any) -> None:
        for game in options["games"] or engines.games():
            self._mine(game, options["seed"], 60 * options["minutes"])

    def _mine(self, game: str, seed: int, bound: float) -> None:
        """Write the puzzles as they are found beside the file, then in its place."""
        started, count, complete = time.process_time(), 0, True
        path = path_of(game)
        beside = path.with_suffix(".part")
        with beside.open("w", encoding="utf-8") as lines:
            for count, puzzle in enumerate(mining.mine_puzzles(game, COUNTS[game], seed), start=1):
                print(puzzle.dump(), file=lines, flush=True)
                if time.process_time() - started > bound:
                    complete = count == COUNTS[game]
                    break
        beside.replace(path)
        seconds = time.process_time() - started
        note = "" if complete else ", out of time"
        self.stdout.write(f"{game}: {count} of {COUNTS[game]} puzzles, {seconds:.0f} s of a core{note}")
