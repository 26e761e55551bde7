"""How fast the engines play at random, beside python-chess in the same run on the same machine; figures, not limits.
Rates are per second of the processor's time.

``make bench`` prints them. Random play through the public contract, the time to import one engine in a fresh
interpreter, and playouts of twenty decisions from the first position, as a search would make them. python-chess is
run here for comparison and nowhere else.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time

import chess
import pytest

import engines
from engines.core.dice import SeededDice
from engines.tools import measure
from tests.sizes import size

pytestmark = pytest.mark.bench

SECONDS = size(1, 6)
DEPTH = 20


def random_chess(seconds: float) -> float:
    """Random moves a second of python-chess, the legal list made before each."""
    chance, done, begin = random.Random(1), 0, time.process_time()
    while time.process_time() - begin < seconds:
        board = chess.Board()
        while time.process_time() - begin < seconds:
            legal = list(board.legal_moves)
            if not legal or board.is_game_over():
                break
            board.push(legal[int(chance.random() * len(legal))])
            done += 1
    return done / (time.process_time() - begin)


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


def import_ms(slug: str) -> float:
    """Milliseconds to import one engine, the best of five fresh interpreters; their own start is not counted."""
    code = (
        f"import time; t = time.perf_counter(); import engines; engines.get({slug!r}); print(time.perf_counter() - t)"
    )
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True) for _ in range(5)]
    return min(float(run.stdout) for run in runs) * 1000


def test_engines_beside_python_chess(capsys):
    chess_rate = random_chess(SECONDS)
    lines = [f"python-chess {chess.__version__}: {chess_rate:,.0f} random moves/s"]
    lines.append(
        f"{'game':<15}{'decisions/s':>12}{'ratio':>7}{'moves each':>11}{'moves/s':>12}{'apply µs':>9}"
        f"{'playouts/s':>11}{'of rate':>8}{'import ms':>10}"
    )
    for slug in engines.games():
        figures = measure(engines.get(slug), SECONDS)
        deep, rate = playouts(slug, SECONDS), figures["decisions_per_s"]
        generated = figures["moves_per_decision"] / figures["legal_us"] * 1e6
        each = figures["moves_per_decision"]
        lines.append(
            f"{slug:<15}{rate:>12,.0f}{rate / chess_rate:>7.2f}{each:>11.1f}{generated:>12,.0f}"
            f"{figures['apply_us']:>9.1f}{deep:>11,.0f}{deep * DEPTH / rate:>8.2f}{import_ms(slug):>10.0f}"
        )
        assert deep > 0
        assert rate > 0
    with capsys.disabled():
        print("\n" + "\n".join(lines))
