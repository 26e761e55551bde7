"""Time the engines' random play, beside python-chess in the same run on the same machine; figures, not limits.
Rates are per second of the processor's time.

``make bench`` prints them. Random play through the public contract, the time to import one engine in a fresh
interpreter, playouts of twenty decisions from positions of random play, as a search would make them, and drawings of
positions. python-chess is run here for comparison and nowhere else. Ten thousand random matches of each game, with any
options and terms, must pass without a failure; ``TABELLONE_MATCHES`` says another number.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from statistics import median

import chess
import pytest

import engines
from engines.core.dice import SeededDice
from engines.core.svg import render
from engines.tools import measure
from tests import cases
from tests.engines import battery
from tests.engines.test_many_matches import play_through
from tests.sizes import size

pytestmark = pytest.mark.bench

SECONDS = size(1, 6)
DEPTH = 20
MATCHES = int(os.environ.get("TABELLONE_MATCHES") or 10_000)
CHUNK = 250
"""Random matches that one process plays at a time."""


def random_chess(seconds: float) -> tuple[float, float]:
    """python-chess: random moves a second, the legal list made before each, and legal moves listed a second."""
    chance, done, begin = random.Random(1), 0, time.process_time()
    boards = []
    while time.process_time() - begin < seconds:
        board = chess.Board()
        while time.process_time() - begin < seconds:
            legal = list(board.legal_moves)
            if not legal or board.is_game_over():
                break
            board.push(legal[int(chance.random() * len(legal))])
            done += 1
            if done % 50 == 0:
                boards.append(board.copy(stack=False))
    rate = done / (time.process_time() - begin)
    listed, times = 0, []
    for board in boards:
        start = time.perf_counter_ns()
        listed += len(list(board.legal_moves))
        times.append(time.perf_counter_ns() - start)
    return rate, listed / len(boards) / median(times) * 1e9


def playouts(slug: str, seconds: float) -> float:
    """Playouts of ``DEPTH`` random decisions a second, from positions of random play; none is changed."""
    game, chance = engines.get(slug), random.Random(1)
    dice = SeededDice(1)
    start, _ = game.new(None, None, dice)
    done, begin = 0, time.process_time()
    while time.process_time() - begin < seconds:
        state = start
        for ply in range(DEPTH):
            acting = game.to_act(state)
            if not acting:
                start, _ = game.new(None, None, dice)
                break
            legal = game.legal(state, acting[0])
            state, _ = game.apply(state, acting[0], legal[int(chance.random() * len(legal))], dice)
            if ply == 0:
                start = state  # so that the starts run through whole matches
        done += 1
    return done / (time.process_time() - begin)


def drawing(slug: str) -> tuple[float, float]:
    """The largest drawing of a position in kilobytes, and the median time to render one in milliseconds."""
    game, largest, times = engines.get(slug), 0, []
    geometry = game.geometry()
    for step in battery.sample(battery.play(game, battery.Plan(seed=3)), random.Random(3), 0.3):
        scene = game.scene(game.view(step.state, None))
        start = time.perf_counter_ns()
        words = render(geometry, scene)
        times.append(time.perf_counter_ns() - start)
        largest = max(largest, len(words.encode()))
    return largest / 1000, median(times) / 1e6


def import_ms(slug: str) -> float:
    """Milliseconds of the processor to import one engine, the best of five fresh interpreters; their start apart."""
    code = (
        f"import time; t = time.process_time(); import engines; engines.get({slug!r}); print(time.process_time() - t)"
    )
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True) for _ in range(5)]
    return min(float(run.stdout) for run in runs) * 1000


def test_engines_beside_python_chess(capsys):
    chess_rate, chess_listed = random_chess(SECONDS)
    lines = [
        f"python-chess {chess.__version__}: {chess_rate:,.0f} random moves/s, {chess_listed:,.0f} legal moves listed/s;"
        " beside each rate its ratio to that",
        f"{'game':<15}{'decisions/s':>12}{'':>6}{'moves each':>11}{'listed/s':>12}{'':>6}{'legal µs':>9}{'apply µs':>9}"
        f"{'playouts/s':>11}{'of rate':>8}{'import ms':>10}{'svg KB':>7}{'svg ms':>7}",
    ]
    for slug in engines.games():
        figures = measure(engines.get(slug), SECONDS)
        deep, rate = playouts(slug, SECONDS), figures["decisions_per_s"]
        each = figures["moves_per_decision"]
        listed = each / figures["legal_us"] * 1e6
        kilobytes, milliseconds = drawing(slug)
        lines.append(
            f"{slug:<15}{rate:>12,.0f}{rate / chess_rate:>6.2f}{each:>11.1f}"
            f"{listed:>12,.0f}{listed / chess_listed:>6.2f}"
            f"{figures['legal_us']:>9.2f}{figures['apply_us']:>9.2f}{deep:>11,.0f}{deep * DEPTH / rate:>8.2f}"
            f"{import_ms(slug):>10.0f}{kilobytes:>7.1f}{milliseconds:>7.2f}"
        )
        assert deep > 0
        assert rate > 0
    with capsys.disabled():
        print("\n" + "\n".join(lines))


@pytest.mark.parametrize("slug", cases.built())
def test_ten_thousand_random_matches(slug, capsys):
    seeds = [range(first, min(first + CHUNK, MATCHES)) for first in range(0, MATCHES, CHUNK)]
    with ProcessPoolExecutor() as pool:
        decisions = sum(pool.map(play_through, [slug] * len(seeds), seeds))
    assert decisions > MATCHES
    with capsys.disabled():
        print(f"\n{slug}: {MATCHES:,} random matches, {decisions:,} decisions, no failure")
