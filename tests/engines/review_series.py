"""Figures of reviews over series of bot matches: ``python -m tests.engines.review_series GAME HOME AWAY -n 2000``.

Sides are swapped every other match; figures are of the first bot. Prints the mean luck of its match with its standard
error, the variance of results with and without luck, the closing error of the account, and the processor time. With
``--confirm N`` the largest errors of the first N matches are searched again, as a review does.
"""

from __future__ import annotations

import argparse
import statistics
import time
from itertools import count

import engines
from engines import review, values
from engines.bots import choose
from engines.core.dice import SeededDice
from engines.core.seats import SEATS
from engines.values import accounting

SEARCHED = 6


def played(game, bots, seed, *, whole):
    """One match: entries of its account, opening first, and the positions, seats and moves of its decisions."""
    dice = SeededDice(seed)
    state, _events = game.new({}, {}, dice)
    worth = accounting.score(game)
    entries = [accounting.opening(game, {}, {}, dice.rolled, worth, review.most_outcomes(game))]
    decisions, seen = [], len(dice.rolled)
    candidates = None if whole else ()
    for number in count():
        acting = game.to_act(state)
        if not acting:
            return entries, decisions
        seat = acting[0]
        moves = game.legal(state, seat)
        move = choose(game.slug, bots[seat], game.view(state, seat), seat, moves, seed * 7919 + number)
        before = state
        state, _events = game.apply(state, seat, move, dice)
        rolls, seen = dice.rolled[seen:], len(dice.rolled)
        began = time.process_time()
        entry = accounting.account(game, before, seat, move, rolls, worth, review.most_outcomes(game), candidates)
        entries.append(entry)
        decisions.append((before, seat, move, entry, time.process_time() - began))


def errors_of(game, entries):
    """Errors by seat; of solved values they are what a mean lacks to the value before."""
    solved = values.card(game.slug).kind == "solved"
    errors = dict.fromkeys(SEATS, 0.0)
    for entry in entries[1:]:
        if entry.seat and entry.error is not None:
            sign = -1 if entry.seat == "away" else 1
            errors[entry.seat] += sign * (entry.before - entry.mean) if solved else entry.error
    return errors


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("-n", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1000, help="seed of the first match")
    parser.add_argument("--seconds", type=float, default=600, help="processor time after which no match begins")
    parser.add_argument("--confirm", type=int, default=0, metavar="N")
    arguments = parser.parse_args()
    game = engines.get(arguments.game)
    luck, raw, adjusted, closing, drifts, seconds = [], [], [], [], [], []
    asked = confirmed = 0
    began = time.process_time()
    for number in range(arguments.n):
        if time.process_time() - began > arguments.seconds:
            break
        is_home = number % 2 == 0
        bots = dict(
            zip(
                SEATS,
                (arguments.first, arguments.second) if is_home else (arguments.second, arguments.first),
                strict=True,
            )
        )
        entries, decisions = played(game, bots, arguments.seed + number, whole=number < arguments.confirm)
        errors, sign = errors_of(game, entries), 1 if is_home else -1
        result, lucky = entries[-1].after, sum(entry.luck for entry in entries)
        luck.append(sign * lucky)
        raw.append(sign * (result - 0.5))
        adjusted.append(sign * (result - 0.5 - lucky))
        end = entries[0].before + lucky - errors["home"] + errors["away"]
        closing.append(abs(end - result))
        drifts.append(sum(entry.drift for entry in entries[1:]) if number < arguments.confirm else 0.0)
        if number < arguments.confirm:
            seconds.append(sum(decision[4] for decision in decisions))
            for seat in SEATS:
                own = sorted(
                    (decision for decision in decisions if decision[1] == seat),
                    key=lambda decision: -(decision[3].error or 0),
                )
                for state, _seat, move, entry, _spent in own[:SEARCHED]:
                    if (entry.error or 0) >= review.MISTAKE:
                        asked += 1
                        start = time.process_time()
                        confirmed_mistake = review.confirm(game, state, seat, move, accounting.score(game))
                        seconds[-1] += time.process_time() - start
                        confirmed += confirmed_mistake is not None
    n, error = len(luck), statistics.stdev(luck) / len(luck) ** 0.5
    seconds_used = time.process_time() - began
    print(f"{arguments.game} {arguments.first} v {arguments.second}: {n} matches, {seconds_used:.0f} s of a core")
    print(f"  luck of the first: mean {statistics.mean(luck):+.4f}, standard error {error:.4f}", end="")
    print(f", {statistics.mean(luck) / error:+.2f} of them")
    ratio = statistics.pvariance(adjusted) / (statistics.pvariance(raw) or 1)
    print(f"  result {statistics.mean(raw):+.3f}, without luck {statistics.mean(adjusted):+.3f}, variances {ratio:.3f}")
    print(f"  closing error: largest {max(closing):.2e}, mean {statistics.mean(closing):.2e}", end="")
    print(f"; drift: largest {max(map(abs, drifts)):.3f}")
    if seconds:
        share = confirmed / asked if asked else 0
        print(f"  confirmed {confirmed} of {asked} ({share:.0%}); a review {statistics.mean(seconds):.2f} s of a core")


if __name__ == "__main__":
    main()
