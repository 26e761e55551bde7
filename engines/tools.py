"""Command-line tools of the engines: bench, simulate, verify, show. ``serve`` is in ``core.service``."""

import json
import math
import random
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

import engines
from engines import bots
from engines.core import chain
from engines.core import sheet as sheets
from engines.core.dice import SeededDice
from engines.core.errors import BadRequest, EngineError
from engines.core.errors import show as show_value
from engines.core.game import Game
from engines.core.seats import SEATS
from engines.core.text import say


def bench(slugs: list[str] | None, seconds: float, as_json: bool) -> int:
    """Print medians of random play through ``legal`` and ``apply``, in microseconds."""
    try:
        figures = {slug: measure(engines.get(slug), seconds) for slug in slugs or engines.games()}
    except EngineError as error:
        print(error, file=sys.stderr)
        return 2
    if as_json:
        print(json.dumps({"games": figures}))
        return 0
    print(f"{'game':<16}{'decisions/s':>13}{'moves each':>12}{'legal µs':>10}{'apply µs':>10}")
    for slug, figure in figures.items():
        print(
            f"{slug:<16}{figure['decisions_per_s']:>13,.0f}{figure['moves_per_decision']:>12.2f}"
            f"{figure['legal_us']:>10.2f}{figure['apply_us']:>10.2f}"
        )
    return 0


def measure(game: Game[Any], seconds: float) -> dict[str, float]:  # any game's position
    """Measure two runs of random matches: throughput in a bare loop, then each call.

    Throughput counts processor time, so that other load on the machine does not affect it.
    """
    chance = random.Random(1)
    decisions = moves = 0
    begin = time.process_time()
    seed = 0
    while time.process_time() - begin < seconds * 0.6:
        seed += 1
        dice = SeededDice(seed)
        state, _ = game.new(None, None, dice)
        while acting := game.to_act(state):
            seat = acting[0]
            legal = game.legal(state, seat)
            decisions += 1
            moves += len(legal)
            state, _ = game.apply(state, seat, legal[int(chance.random() * len(legal))], dice)
    cpu_seconds = time.process_time() - begin
    legal_ns, apply_ns = _timed(game, seconds * 0.4, chance)
    return {
        "decisions_per_s": decisions / cpu_seconds,
        "moves_per_decision": moves / decisions,
        "legal_us": median(legal_ns) / 1000,
        "apply_us": median(apply_ns) / 1000,
    }


def _timed(game: Game[Any], seconds: float, chance: random.Random) -> tuple[list[int], list[int]]:  # any position
    clock = time.perf_counter_ns
    legal_ns: list[int] = []
    apply_ns: list[int] = []
    end = time.perf_counter() + seconds
    seed = 0
    while not legal_ns or time.perf_counter() < end:
        seed += 1
        dice = SeededDice(seed)
        state, _ = game.new(None, None, dice)
        while acting := game.to_act(state):
            seat = acting[0]
            start = clock()
            legal = game.legal(state, seat)
            between = clock()
            move = legal[int(chance.random() * len(legal))]
            before = clock()
            state, _ = game.apply(state, seat, move, dice)
            after = clock()
            legal_ns.append(between - start)
            apply_ns.append(after - before)
    return legal_ns, apply_ns


def _match(slug: str, home: str, away: str, seed: int) -> tuple[dict[str, Any], int, dict[str, int]]:
    """Play a match between two bots; return the final position's wire, the number of decisions, the cards."""
    game = engines.get(slug)
    dice = SeededDice(seed)
    state, _ = game.new(None, None, dice)
    cards = {"yellow": 0, "red": 0}
    names = {"home": home, "away": away}
    decisions = 0
    while acting := game.to_act(state):
        seat = acting[0]
        view, legal = game.view(state, seat), game.legal(state, seat)
        move = bots.choose(slug, names[seat], view, seat, legal, seed * 1_000_003 + decisions)
        state, events = game.apply(state, seat, move, dice)
        for event in events:
            if event["type"] in cards:
                cards[event["type"]] += 1
        decisions += 1
    return game.to_wire(state), decisions, cards


def simulate(slug: str, home: str, away: str, matches: int, seed: int, as_json: bool) -> int:
    """Play ``matches`` between two bots, swapping sides after each, so that neither has the better seat."""
    try:
        engines.get(slug)
        figures = series(slug, home, away, matches, seed)
    except EngineError as error:
        print(error, file=sys.stderr)
        return 2
    if as_json:
        print(json.dumps(figures))
        return 0
    low, high = figures["score_interval"]
    print(f"{slug}: {home} against {away}, {matches} matches, sides swapped each time")
    print(f"{home} won {figures['won']}, drew {figures['drawn']}, lost {figures['lost']}")
    print(f"score {figures['score']:.3f} (95 % from {low:.3f} to {high:.3f})")
    print(
        f"a match: goals {figures['goals']:.2f}, yellow cards {figures['yellow']:.2f}, red {figures['red']:.2f}, "
        f"decisions {figures['decisions']:.0f}; level {figures['drawn'] / matches:.0%}"
    )
    return 0


def series(slug: str, one: str, two: str, matches: int, seed: int) -> dict[str, Any]:
    """Return ``one``'s figures against ``two``: results, score, its interval, goals, cards, length.

    A draw scores a half. Raises BadRequest for an unknown bot, or fewer than one match.
    """
    if matches < 1:
        raise BadRequest("a series has at least one match")
    won = drawn = goals = decisions = yellow = red = 0
    for number in range(matches):
        first_at_home = number % 2 == 0
        final, length, cards = _match(slug, *((one, two) if first_at_home else (two, one)), seed + number)
        winner = final["result"]["winner"]
        won += winner == ("home" if first_at_home else "away")
        drawn += winner is None
        goals += sum(final["score"].values())
        decisions += length
        yellow, red = yellow + cards["yellow"], red + cards["red"]
        if sys.stderr.isatty():
            print(f"\r{number + 1}/{matches}", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print("\r", end="", file=sys.stderr)
    score = (won + drawn / 2) / matches
    return {
        "game": slug,
        "bots": [one, two],
        "matches": matches,
        "seed": seed,
        "won": won,
        "drawn": drawn,
        "lost": matches - won - drawn,
        "score": score,
        "score_interval": list(wilson(score, matches)),
        "goals": goals / matches,
        "yellow": yellow / matches,
        "red": red / matches,
        "decisions": decisions / matches,
    }


def wilson(share: float, n: int, z: float = 1.96) -> tuple[float, float]:
    """Return Wilson's interval of a share over ``n`` trials; wide enough for half points too."""
    middle = share + z * z / (2 * n)
    margin = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return max(0.0, (middle - margin) / (1 + z * z / n)), min(1.0, (middle + margin) / (1 + z * z / n))


def verify(path: str) -> int:
    """Prove a match sheet, or all in the proof of a competition: print what holds and return 0, else return 1."""
    try:
        words = sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        print(f"{path} cannot be read: {error}", file=sys.stderr)
        return 2
    try:
        if chain.is_chain(words):
            for line in chain.read(words.encode().splitlines(keepends=True)):
                if line.content.get("kind") == "sheet":
                    place = f"{line.place}: match {show_value(line.content.get('match'))}"
                    _verify_line(line.content, place)
                    print(f"ok: {place} replays with dice that follow from its secret")
            return 0
        for sentence in sheets.verify(sheets.read(words)):
            print(f"ok: {sentence}")
    except EngineError as error:
        print(f"wrong: {error}")
        return 1
    return 0


def _verify_line(content: dict[str, Any], place: str) -> None:
    """Prove the sheet in a line of a competition's proof. Raises BadSheet, which begins with ``place``."""
    try:
        sheets.verify(sheets.read(str(content.get("sheet"))))
    except EngineError as error:
        raise sheets.BadSheet(f"{place}: {error}") from None


def show(words: str, lang: str) -> int:
    """Print a position's line as sentences, then the legal moves of each seat to act."""
    try:
        game = engines.get(words.strip().partition("/")[0])
        state = game.from_position(words)
    except EngineError as error:
        print(error, file=sys.stderr)
        return 2
    for sentence in game.describe(game.view(state, None)):
        print(say(sentence, lang))
    for seat in SEATS:
        if moves := game.legal(state, seat):
            print(f"{seat}: {len(moves)}")
            for move in moves:
                print(f"  {game.notation(move)}")
    return 0
