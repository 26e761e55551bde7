"""Mining: puzzles out of bots' matches with a few random moves, deterministic by seed.

A match gives at most ``PER_MATCH`` puzzles, ``APART`` decisions apart, so that they differ. Positions with sealed
choices, placings, or several seats to act are never puzzles.
"""

import itertools
import json
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

import engines
from engines.bots import choose
from engines.core.dice import SeededDice
from engines.core.game import Game
from engines.core.seats import Seat
from engines.puzzles import BEST_MOVE, FORCED_GOAL, Puzzle, forced, judging, themes

PER_MATCH: Final = 3
APART: Final = 6
BLUNDERS: Final = 0.12
"""Share of moves that are random: two careful bots rarely leave a goal open."""
OPENING: Final = 4
"""First decisions of a match, of which no puzzle is made."""

Wanted = Callable[[str], bool]


def positions(slug: str, seed: int) -> Iterator[tuple[int, Any, Seat]]:
    """Play the match of ``seed`` by the usual options; yield its decisions: number, position, seat to act.

    By the sheet FUBA takes any numbers, and bots then play 0-10-0, which no person does.
    """
    game, chance = engines.get(slug), Random(seed)
    dice = SeededDice(seed)
    state, _ = game.new(dict(game.house_options), {}, dice)
    number = 0
    while acting := game.to_act(state):
        seat = acting[0]
        moves = game.legal(state, seat)
        if len(acting) == 1 and number >= OPENING and len(moves) > 1 and _is_open(game, state, seat):
            yield number, state, seat
        bot = "random" if chance.random() < BLUNDERS else "greedy"
        move = choose(slug, bot, game.view(state, seat), seat, moves, chance.getrandbits(32))
        state, _ = game.apply(state, seat, move, dice)
        number += 1


def _is_open(game: Game[Any], state: Any, seat: Seat) -> bool:  # any game's position
    """Return whether nothing in the position is sealed or being placed."""
    if game.view(state, None) != game.to_wire(state):
        return False
    return all(move["type"] != "place" for move in game.legal(state, seat))


def mine_puzzles(slug: str, count: int, first_seed: int) -> Iterator[Puzzle]:
    """Yield ``count`` puzzles of ``slug`` from the match of ``first_seed`` on, within the quotas of the themes.

    No two look the same: a position that differs by score and clock alone is taken once.
    """
    game = engines.get(slug)
    positions: set[str] = set()
    themes_taken: Counter[str] = Counter()

    def is_wanted(theme: str) -> bool:
        return themes_taken[theme] < themes.quota(slug, theme, count)

    for seed in itertools.count(first_seed):
        for puzzle in _of_match(game, seed, is_wanted):
            picture = _picture(game, puzzle)
            if picture in positions or not is_wanted(puzzle.theme):
                continue
            positions.add(picture)
            themes_taken[puzzle.theme] += 1
            yield puzzle
            if themes_taken.total() == count:
                return


def _of_match(game: Game[Any], seed: int, is_wanted: Wanted) -> Iterator[Puzzle]:
    last, solutions = -APART, set()
    for number, state, seat in positions(game.slug, seed):
        if number - last < APART:
            continue
        puzzle = examine(game, state, seat, is_wanted)
        if puzzle is None or puzzle.solution in solutions:
            continue
        last = number
        solutions.add(puzzle.solution)
        yield puzzle
        if len(solutions) == PER_MATCH:
            return


def _picture(game: Game[Any], puzzle: Puzzle) -> str:
    scene = game.scene(game.to_wire(game.from_position(puzzle.line)))
    return json.dumps([scene["pieces"], scene["ball"], scene["notes"], puzzle.seat, puzzle.solution])


def examine(game: Game[Any], state: Any, seat: Seat, is_wanted: Wanted = lambda _theme: True) -> Puzzle | None:
    """Return the puzzle of a position, if it is one and ``is_wanted`` accepts its theme."""
    if game.slug in forced.GAMES:
        return _forced_goal(game, state, seat)
    return _best_move(game, state, seat, is_wanted)


def _forced_goal(game: Game[Any], state: Any, seat: Seat) -> Puzzle | None:
    """Return the puzzle of exactly one decision that forces a goal in two, where none scores at once.

    Not with the ball in one's own half: no puzzle of the first 140 of Dom Jim was, and half of the time is saved.
    """
    if not _is_past_half_way(game, state, seat) or forced.scoring(game, state, seat):
        return None
    solutions = forced.forcing(game, state, seat)
    if len(solutions) != 1:
        return None
    theme = themes.of_forced_goal(game, state, seat, solutions[0])
    line, notation = game.position(state), game.notation(solutions[0])
    return Puzzle(game.slug, game.rules_version, FORCED_GOAL, theme, seat, line, notation)


def _is_past_half_way(game: Game[Any], state: Any, seat: Seat) -> bool:  # any game's position
    last = max(int(cell[1:]) for cell in forced.GOAL_CELLS[game.slug])
    ball = game.to_wire(state)["ball"]
    row = int(ball[1:]) if ball else 0
    return 2 * (row if seat == "home" else last - row) >= last


def _best_move(game: Game[Any], state: Any, seat: Seat, is_wanted: Wanted) -> Puzzle | None:
    """Return the puzzle of one decision that is better than the others by the game's gap."""
    verdict = judging.verdict(game, state, seat, lambda best: is_wanted(themes.of_best_move(game, best)))
    if verdict is None:
        return None
    theme = themes.of_best_move(game, verdict.best)
    line, notation = game.position(state), game.notation(verdict.best)
    version, gap, worths = game.rules_version, verdict.gap, verdict.worths
    return Puzzle(game.slug, version, BEST_MOVE, theme, seat, line, notation, gap, worths)
