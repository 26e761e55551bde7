"""Fit of a game's win expectations to bots' matches, and their evaluation on matches held out.

``python -m engines.values.fitting GAME FILE [--write]``: FILE is of ``engines.values.played``. Each match is held out
once, in one of five folds; the numbers written are fitted to all. Two stages in turn: rates, by the results alone; the
weights of a goal soon, by gradient steps on who scores next and soon and on the result. The comparison knows score and
time only, in two forms, of which the better one counts.
"""

import argparse
import json
import math
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import engines
from engines.values import Expectation, goals
from engines.values.goals import Model, Numbers, Situation
from engines.values.played import Played

WITHIN: Final = {"dom_jim": 20, "six_a_side": 24, "fuba": 60, "soccer_tactics": 30}
"""Decisions within which a goal counts as soon."""
FOLDS: Final = 4
PASSES: Final = 5
Hold = tuple[float, float]
HOLD: Final = (5e-4, 2e-3)
"""Shrinking of the weights of a goal soon, and of the tilts."""
TIGHT: Final = {"fuba": (3e-3, 3e-2), "soccer_tactics": (3e-3, 3e-2)}
"""The same where fewer matches are there."""
LASTING: Final = 20.0
"""Holds the lasting advantage small where few matches have one."""
FIRST: Final = Numbers(0.03, 0.02, (0.2, 0.1), (), ())


class Sample(NamedTuple):
    at: Situation
    soon: int
    """The next scorer, soon: 0 home, 1 away, 2 nobody."""
    result: int
    """0 home wins, 1 draw, 2 away wins."""


def situation_of(slug: str, state: Any) -> Situation:  # any game's position
    situation: Situation = import_module(f"engines.values.{slug}").situation(state)
    return situation


def samples_of(slug: str, played: Played) -> list[Sample]:
    game = engines.get(slug)
    home, away = played["score"]
    result = 0 if home > away else 2 if away > home else 1
    samples = []
    for decision, line in played["positions"]:
        after = [side for at, side in played["goals"] if decision <= at < decision + WITHIN[slug]]
        samples.append(Sample(situation_of(slug, game.from_position(line)), after[0] if after else 2, result))
    return samples


# ── the fit ──
def fit(samples: Sequence[Sample], soon: int, hold: Hold = HOLD) -> Numbers:
    wide = len(samples[0].at.features[0])
    numbers = FIRST._replace(weights=(-2.5,) + (0.0,) * (wide - 1), tilts=(0.0,) * wide)
    numbers = _rates(samples, numbers, soon, (1.6, 1.25))
    numbers = _weights(samples, numbers, soon, hold)
    return _weights(samples, _rates(samples, numbers, soon, (1.25, 1.1)), soon, hold)


def _weights(samples: Sequence[Sample], numbers: Numbers, soon: int, hold: Hold) -> Numbers:
    """Descend on the log-loss of who scores next and soon and of the result (Adagrad)."""
    model = Model("", soon, numbers)
    weights, tilts = list(numbers.weights), list(numbers.tilts)
    squares = [[1.0] * len(weights), [1.0] * len(weights)]
    order = [(sample, model.branches(sample.at)) for sample in samples]
    chance = Random(1)
    for number in range(PASSES):
        chance.shuffle(order)
        pace = 0.6 / (1 + number)
        for sample, branches in order:
            features = sample.at.features
            home, away = goals.shares(weights, features)
            slopes, by_tilt = _slopes(home, away, sample, branches, goals.tilt(tilts, features))
            for place, (own, other) in enumerate(zip(*features, strict=True)):
                if own or other:
                    slope = slopes[0] * own + slopes[1] * other + hold[0] * weights[place]
                    squares[0][place] += slope * slope
                    weights[place] -= pace * slope / math.sqrt(squares[0][place])
                    slope = by_tilt * (own - other) + hold[1] * tilts[place]
                    squares[1][place] += slope * slope
                    tilts[place] -= pace / 4 * slope / math.sqrt(squares[1][place])
    return numbers._replace(weights=tuple(weights), tilts=tuple(tilts))


def _slopes(
    home: float, away: float, sample: Sample, branches: Sequence[Expectation], by: float
) -> tuple[tuple[float, float], float]:
    """Return the derivatives of the loss by the logits of home and away, and by the tilt."""
    scored, conceded, without = branches
    parts = ((home, scored), (away, conceded), (1 - home - away, without))
    plain = goals.mixed(parts)
    factors = (math.exp(by), 1.0, math.exp(-by))
    total = plain.win * factors[0] + plain.draw + plain.loss * factors[2]
    result, soon = sample.result, sample.soon
    likely = max(1e-4, plain[result])

    def gain(branch: Expectation) -> float:
        whole = sum((one - none) * factor for one, none, factor in zip(branch, without, factors, strict=True))
        return (branch[result] - without[result]) / likely - whole / total

    for_home, for_away = gain(scored), gain(conceded)
    slopes = (
        home - (soon == 0) - home * ((1 - home) * for_home - away * for_away),
        away - (soon == 1) - away * ((1 - away) * for_away - home * for_home),
    )
    return slopes, (plain.win * factors[0] - plain.loss * factors[2]) / total - (1 - result)


def _rates(samples: Sequence[Sample], numbers: Numbers, soon: int, sizes: Sequence[float]) -> Numbers:
    """Search rate, swing and kick-off by the log-loss of results, one at a time."""
    few = [
        (sample, goals.shares(numbers.weights, sample.at.features), goals.tilt(numbers.tilts, sample.at.features))
        for sample in samples[:: max(1, len(samples) // 1000)]
    ]

    def loss(candidate: Numbers) -> float:
        model, total = Model("", soon, candidate), LASTING * candidate.swing**2
        for sample, (home, away), by in few:
            scored, conceded, without = model.branches(sample.at)
            plain = goals.mixed(((home, scored), (away, conceded), (1 - home - away, without)))
            total -= math.log(max(1e-6, goals.tilted(plain, by)[sample.result]))
        return total

    best, least = numbers, loss(numbers)
    for size in sizes:
        for change in _changes(size):
            tried = change(best)
            while sum(tried.kick_off) < 0.9 and tried.rate < 0.3 and (value := loss(tried)) < least - 0.2:
                best, least = tried, value
                tried = change(best)
    return best


def _changes(size: float) -> Iterable[Callable[[Numbers], Numbers]]:
    for factor in (size, 1 / size):
        for name in ("rate", "swing", "kicking", "other"):
            yield partial(_scaled, name=name, by=factor)


def _scaled(numbers: Numbers, name: str, by: float) -> Numbers:
    kicking, other = numbers.kick_off
    if name == "rate":
        return numbers._replace(rate=numbers.rate * by)
    if name == "swing":
        return numbers._replace(swing=numbers.swing * by)
    return numbers._replace(kick_off=(kicking * by, other) if name == "kicking" else (kicking, other * by))


# ── score and time alone ──
def bare(samples: Sequence[Sample]) -> list[Sample]:
    """Return the samples with no features but the time."""
    return [
        sample._replace(at=sample.at._replace(advantage=0, features=((1.0, hurry), (1.0, hurry))))
        for sample in samples
        for hurry in (goals.hurry(sample.at.left, 1),)
    ]


def _by_score(sample: Sample) -> list[list[float]]:
    lead = max(-4.0, min(4.0, float(sample.at.score[0] - sample.at.score[1])))
    time = sample.at.left / 24
    near = 1 / math.sqrt(time + 0.04)
    draw = [1.0, time, near, float(lead == 0), near * (lead == 0), abs(lead), abs(lead) * near]
    return [
        [lead, lead * time, lead * near, lead * abs(lead), (lead > 0) - (lead < 0.0), ((lead > 0) - (lead < 0)) * near],
        draw,
    ]


def score_and_time(samples: Sequence[Sample]) -> Callable[[Sample], Expectation]:
    """Fit a multinomial logistic model of the result on the score and the time."""
    chance = Random(2)
    ready = [(_by_score(sample), sample.result) for sample in samples]
    lead_weights, draw_weights = [0.0] * len(ready[0][0][0]), [0.0] * len(ready[0][0][1])
    squares = [[1e-6] * len(lead_weights), [1e-6] * len(draw_weights)]

    def predict(by_score: list[list[float]]) -> Expectation:
        win = sum(map(float.__mul__, lead_weights, map(float, by_score[0]))) / 2
        level = sum(map(float.__mul__, draw_weights, by_score[1]))
        top = max(win, -win, level)
        home, draw, away = math.exp(win - top), math.exp(level - top), math.exp(-win - top)
        total = home + draw + away
        return Expectation(home / total, draw / total, away / total)

    for number in range(PASSES):
        chance.shuffle(ready)
        for by_score, result in ready:
            win, draw, loss = predict(by_score)
            slopes = ((win - (result == 0) - loss + (result == 2)) / 2, draw - (result == 1))
            for weights, before, slope, values in zip(
                (lead_weights, draw_weights), squares, slopes, by_score, strict=True
            ):
                for place, value in enumerate(values):
                    part = slope * value
                    before[place] += part * part
                    weights[place] -= 1.5 / (1 + number) * part / math.sqrt(before[place])
    return lambda sample: predict(_by_score(sample))


# ── evaluation ──
Predicted = Sequence[tuple[Expectation, int]]


def brier(predicted: Predicted) -> float:
    """Return the mean square of expected score less score (1, a half, 0)."""
    return sum((expected.score - (1 - result / 2)) ** 2 for expected, result in predicted) / len(predicted)


def deciles(predicted: Predicted) -> list[tuple[float, float]]:
    """Return by decile of the expected score: its mean, and the mean score.

    Each sample counts from both seats; equal expectations fall into deciles by lot.
    """
    pairs = [(expected.score, 1 - result / 2) for expected, result in predicted]
    pairs += [(1 - score, 1 - result) for score, result in pairs]
    Random(3).shuffle(pairs)
    pairs.sort(key=lambda pair: pair[0])
    size = len(pairs) / 10
    parts = [pairs[round(size * number) : round(size * (number + 1))] for number in range(10)]
    return [
        (sum(score for score, _ in part) / len(part), sum(score for _, score in part) / len(part)) for part in parts
    ]


Folds = list[tuple[list[Sample], list[Sample]]]


def folds_of(matches: Sequence[Sequence[Sample]]) -> Folds:
    """Return pairs of samples to fit to and samples held out, split by match."""
    return [
        (
            [sample for number, match in enumerate(matches) if number % FOLDS != fold for sample in match],
            [sample for number, match in enumerate(matches) if number % FOLDS == fold for sample in match],
        )
        for fold in range(FOLDS)
    ]


def evaluate(folds: Folds, soon: int, hold: Hold) -> tuple[dict[str, float], list[tuple[float, float]]]:
    """Return figures and deciles of expectations, each by numbers that did not see its match."""
    ours, simple, logistic = [], [], []
    for fitted, held_out in folds:
        model, without, by_score = (
            Model("", soon, fit(fitted, soon, hold)),
            Model("", soon, fit(bare(fitted), soon)),
            score_and_time(fitted),
        )
        ours += [(model.expect(sample.at), sample.result) for sample in held_out]
        simple += [(without.expect(sample.at), sample.result) for sample in bare(held_out)]
        logistic += [(by_score(sample), sample.result) for sample in held_out]
    least = min(brier(simple), brier(logistic))
    parts = deciles(ours)
    figures = {
        "held-out Brier": brier(ours),
        "Brier of score and time": least,
        "gain": 1 - brier(ours) / least,
        "largest error of a decile": max(abs(one - two) for one, two in parts),
    }
    return {name: round(value, 4) for name, value in figures.items()}, parts


def fitted(slug: str, lines: Sequence[str]) -> tuple[dict[str, Any], list[tuple[float, float]]]:
    """Fit the game's numbers; return what is stored, and the deciles."""
    played: list[Played] = [json.loads(line) for line in lines]
    rules = import_module(f"engines.values.{slug}")
    matches = [samples_of(slug, match) for match in played]
    hold = TIGHT.get(slug, HOLD)
    figures, parts = evaluate(folds_of(matches), rules.SOON, hold)
    numbers = fit([sample for match in matches for sample in match], rules.SOON, hold)
    card = {
        "made": datetime.now(UTC).date().isoformat(),
        "rules_version": engines.get(slug).rules_version,
        "data": f"{len(played)} matches of engines.values.played, seeds {seeds_of(played)}, "
        f"each held out once in {FOLDS} folds",
        "figures": {**figures, "matches held out": len(played), "positions": sum(map(len, matches))},
    }
    return {
        "card": card,
        "rate": round(numbers.rate, 5),
        "swing": round(numbers.swing, 5),
        "kick_off": [round(share, 4) for share in numbers.kick_off],
        "weights": {
            name: [round(weight, 4), round(by, 4)]
            for name, weight, by in zip(rules.FEATURES, numbers.weights, numbers.tilts, strict=True)
        },
    }, parts


def seeds_of(played: Sequence[Played]) -> str:
    """Return the matches' seeds as ranges: "1 to 270, 510001 to 510300"."""
    ranges: list[list[int]] = []
    for seed in sorted(match["seed"] for match in played):
        if ranges and seed == ranges[-1][1] + 1:
            ranges[-1][1] = seed
        else:
            ranges.append([seed, seed])
    return ", ".join(f"{first} to {last}" for first, last in ranges)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("file", type=Path)
    parser.add_argument("--write", action="store_true", help="write the numbers beside the game's module")
    arguments = parser.parse_args()
    stored, parts = fitted(arguments.game, arguments.file.read_text(encoding="utf-8").splitlines())
    print(json.dumps(stored, indent=1))
    for expected, observed in parts:
        print(f"{expected:.3f} {observed:.3f}")
    if arguments.write:
        goals.path_of(arguments.game).write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
