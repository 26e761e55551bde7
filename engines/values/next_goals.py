"""Measures of the next goal: the share that positions decide, found by playing on until it falls.

``python -m engines.values.next_goals GAME MATCHES POSITIONS [TIMES] > FILE`` picks positions of the file MATCHES, which
``engines.values.played`` wrote, and plays each on TIMES times, as ``engines.values.limit`` does, until the next goal or
``fitting.WITHIN`` decisions. ``python -m engines.values.next_goals GAME MATCHES FILE`` measures. A goal of home counts
1, of away -1, none 0. Two results of one position share what the position says, and no noise: their mean product, as a
share of the mean square, is what perfect knowledge explains. The luck of the rest of the match is not in it, so that as
many plays scatter less than whole results do.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import engines
from engines.core.dice import SeededDice
from engines.values import fitting, goals
from engines.values.fitting import Sample
from engines.values.limit import SALT, product, share, shared
from engines.values.played import Pair, Played

TIMES: Final = 4


class Followed(NamedTuple):
    """A position of a match, and the next goal each time it was played on: 1 home's, -1 away's, 0 none soon."""

    line: str
    goals: list[int]


def follow(slug: str, matches: Sequence[Played], positions: int, times: int) -> Iterator[Followed]:
    """Pick positions in turn from the matches, in random order, and play them on."""
    game, chance = engines.get(slug), Random(7)
    order = [match for match in matches if match["positions"]]
    chance.shuffle(order)
    for number in range(positions):
        match = order[number % len(order)]
        _decision, line = chance.choice(match["positions"])
        first = match["seed"] * SALT + 7777 + 1000 * number
        state = game.from_position(line)
        yield Followed(line, [_next_goal(slug, state, match["seed"], first + again) for again in range(times)])


def _next_goal(slug: str, state: Any, match: int, seed: int) -> int:  # any game's position
    """Play on by the bots of the match ``match`` with the dice of ``seed``."""
    pair, dice, before = Pair(slug, Random(match)), SeededDice(seed), state.score
    pair.chance = Random(seed)
    for decision in range(fitting.WITHIN[slug]):
        acting = pair.game.to_act(state)
        if not acting:
            return 0
        state = pair.decide(state, acting[0], list(pair.game.legal(state, acting[0])), dice, seed + decision)
        if state.score != before:
            return 1 if state.score[0] > before[0] else -1
    return 0


def measure(slug: str, followed: Sequence[Followed]) -> dict[str, tuple[float, float]]:
    """Return, as shares of the next goals' mean square with standard errors: what positions say, and what the model
    says and leaves of it.
    """
    game, weights = engines.get(slug), goals.load(slug).weights
    goal_products, remainders, wholes = [], [], []
    for line, scored in followed:
        home, away = goals.shares(weights, fitting.situation_of(slug, game.from_position(line)).features)
        goal_products.append(shared(scored, 0.0, 0.0))
        remainders.append(shared(scored, home - away, home - away))
        wholes.append(product(scored, 0.0, 0.0))
    has = [goal_product - remainder for goal_product, remainder in zip(goal_products, remainders, strict=True)]
    return {"knowable": share(goal_products, wholes), "known": share(has, wholes), "left": share(remainders, wholes)}


def gain_of_next_goal(samples: Sequence[Sequence[Sample]]) -> float:
    """Return the gain over score and time alone of whoever knows the next goal, each match held out once."""
    knowing = [[_scored(sample) for sample in match] for match in samples]
    figures = []
    for matches in (samples, knowing):
        predicted = []
        for fitted, held_out in fitting.folds_of(matches):
            by_score = fitting.score_and_time(fitted)
            predicted += [(by_score(sample), sample.result) for sample in held_out]
        figures.append(fitting.brier(predicted))
    return 1 - figures[1] / figures[0]


def _scored(sample: Sample) -> Sample:
    """Return the sample with its next goal, if one falls soon, in the score."""
    home, away = sample.at.score
    return sample._replace(at=sample.at._replace(score=(home + (sample.soon == 0), away + (sample.soon == 1))))


def main() -> None:
    slug, file, count_or_file = sys.argv[1:4]
    matches = [json.loads(line) for line in Path(file).read_text(encoding="utf-8").splitlines()]
    if count_or_file.isdecimal():
        for match_followed in follow(
            slug, matches, int(count_or_file), int(sys.argv[4]) if len(sys.argv) > 4 else TIMES
        ):
            print(json.dumps(match_followed, separators=(",", ":")), flush=True)
        return
    followed = [Followed(*json.loads(line)) for line in Path(count_or_file).read_text(encoding="utf-8").splitlines()]
    for name, (value, error) in measure(slug, followed).items():
        print(f"{name}: {value:.4f}, standard error {error:.4f}, {len(followed)} positions x {len(followed[0].goals)}")
    gain = gain_of_next_goal([fitting.samples_of(slug, match) for match in matches])
    print(f"gain of whoever knows the next goal: {gain:.4f}")


if __name__ == "__main__":
    main()
