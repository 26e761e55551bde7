"""The largest possible gain of a win expectation over score and time, measured by playing on.

``python -m engines.values.limit GAME MATCHES [TIMES] [FIRST_SEED] > FILE`` plays matches as ``engines.values.played``
does, picks one position of each and plays it on TIMES times: the same bots with the same shares of slips, fresh dice.
``python -m engines.values.limit GAME FILE [--write]`` measures. Of two results of one position, each less what score
and time expect, the mean product is E[(p - b)^2]: p is the chance that all knowledge of position and bots gives, b that
of score and time. It is told as a share of b's Brier figure with its standard error, beside the gain of the game's
model on the same positions. b is fitted twice, to every other match; the products take one of each, so that its own
error, which would count as gain, falls out but for what both have in common. What the model leaves, E[(p - m)^2], is
measured the same way, and more sharply, as p - m scatters less than p - b.
"""

import argparse
import json
import math
import statistics
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import engines
from engines import values
from engines.core.dice import SeededDice
from engines.values import fitting, goals
from engines.values.played import Pair, Played, play

TIMES: Final = 8
SALT: Final = 1_000_003


class Picked(NamedTuple):
    """A position of a match and the points of home each time it was played on."""

    line: str
    points: list[float]


def pick(slug: str, played: Played, times: int) -> Picked:
    """Pick one of the match's positions and play it on."""
    decision, line = Random(played["seed"]).choice(played["positions"])
    state = engines.get(slug).from_position(line)
    seeds = (played["seed"] * SALT + number for number in range(times))
    return Picked(line, [_played_on(slug, state, decision, played["seed"], seed) for seed in seeds])


def _played_on(slug: str, state: Any, decision: int, match: int, seed: int) -> float:  # any game's position
    """Return home's points after playing on with fresh dice, by the bots of the match ``match``."""
    pair, dice = Pair(slug, Random(match)), SeededDice(seed)
    pair.chance = Random(seed)
    while acting := pair.game.to_act(state):
        moves = list(pair.game.legal(state, acting[0]))
        state = pair.decide(state, acting[0], moves, dice, seed + decision)
        decision += 1
    margin: int = state.score[0] - state.score[1]
    return 0.5 if margin == 0 else float(margin > 0)


def shared(points: Sequence[float], one: float, other: float) -> float:
    """Return the mean product of residuals of two different results: (p - one)(p - other), without their noise."""
    count, total = len(points), sum(points)
    whole = (total - count * one) * (total - count * other)
    return (whole - count * product(points, one, other)) / (count * (count - 1))


def product(points: Sequence[float], one: float, other: float) -> float:
    """Return the mean product of residuals of the same result."""
    return sum((point - one) * (point - other) for point in points) / len(points)


def share(parts: Sequence[float], wholes: Sequence[float]) -> tuple[float, float]:
    """Return the ratio of the sums and its standard error."""
    ratio = sum(parts) / sum(wholes)
    scatter = [part - ratio * whole for part, whole in zip(parts, wholes, strict=True)]
    return ratio, statistics.stdev(scatter) * math.sqrt(len(parts)) / sum(wholes)


def measure(slug: str, matches: Sequence[Played], picked: Sequence[Picked]) -> dict[str, tuple[float, float]]:
    """Return figures with standard errors: the Brier figure of score and time; as shares of it the limit and the gain
    of the model; as a share of the model's Brier figure what the model leaves, with and without the bots' slips.
    """
    game = engines.get(slug)
    first, second = (
        fitting.score_and_time([sample for match in matches[half::2] for sample in fitting.samples_of(slug, match)])
        for half in (0, 1)
    )
    limits, gains, wholes, left, ours_whole = [], [], [], [], []
    for line, points in picked:
        state = game.from_position(line)
        sample = fitting.Sample(fitting.situation_of(slug, state), 2, 1)
        bases, ours = (first(sample).score, second(sample).score), values.expectation(game, state).score
        limits.append(shared(points, *bases))
        wholes.append(product(points, *bases))
        left.append(shared(points, ours, ours))
        ours_whole.append(product(points, ours, ours))
        gains.append(wholes[-1] - ours_whole[-1])
    return {
        "Brier": share(wholes, [1.0] * len(wholes)),
        "limit": share(limits, wholes),
        "model": share(gains, wholes),
        "left": share(left, ours_whole),
        "left but for slips": but_for_slips(slug, matches, picked),
    }


def but_for_slips(slug: str, matches: Sequence[Played], picked: Sequence[Picked]) -> tuple[float, float]:
    """Return what the model leaves once it is told which bot slips more, by one number fitted here.

    No position shows that share, so that what goes with it is out of reach of any model.
    """
    game = engines.get(slug)
    expectations, by_slips, means = [], [], []
    for match, (line, points) in zip(matches, picked, strict=True):
        state, slips = game.from_position(line), Pair(slug, Random(match["seed"])).slips
        expected = values.expectation(game, state).score
        time = math.sqrt(max(0.0, fitting.situation_of(slug, state).left))
        expectations.append(expected)
        by_slips.append((slips["away"] - slips["home"]) * expected * (1 - expected) * time)
        means.append(statistics.mean(points) - expected)
    scale = sum(a * b for a, b in zip(by_slips, means, strict=True)) / (sum(a * a for a in by_slips) or 1.0)
    ours = [expectation + scale * by for expectation, by in zip(expectations, by_slips, strict=True)]
    return share(
        [shared(points, expectation, expectation) for (_line, points), expectation in zip(picked, ours, strict=True)],
        [
            product(points, expectation, expectation)
            for (_line, points), expectation in zip(picked, expectations, strict=True)
        ],
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("matches", help="a number of matches to play, or the file that was written")
    parser.add_argument("times", type=int, nargs="?", default=TIMES)
    parser.add_argument("first", type=int, nargs="?", default=500_001, help="seed of the first match")
    parser.add_argument("--write", action="store_true", help="add the limit to the game's model card")
    args = parser.parse_args()
    if args.matches.isdecimal():
        for seed in range(args.first, args.first + int(args.matches)):
            match = play(args.game, seed)
            if match["positions"]:
                print(json.dumps([match, pick(args.game, match, args.times)], separators=(",", ":")), flush=True)
        return
    lines = [json.loads(line) for line in Path(args.matches).read_text(encoding="utf-8").splitlines()]
    picked = [Picked(*pair) for _match, pair in lines]
    figures = measure(args.game, [match for match, _pair in lines], picked)
    for name, (value, error) in figures.items():
        print(f"{name}: {value:.4f}, standard error {error:.4f}, {len(picked)} positions x {len(picked[0].points)}")
    if args.write:
        write(args.game, figures["left"], len(picked))


def write(slug: str, left: tuple[float, float], positions: int) -> None:
    """Add what the model leaves to the game's model card; a new fit takes it out."""
    path = goals.path_of(slug)
    stored = json.loads(path.read_text(encoding="utf-8"))
    stored["card"]["figures"] |= {
        "gain left": round(left[0], 4),
        "standard error of the gain left": round(left[1], 4),
        "positions played on": positions,
    }
    path.write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
