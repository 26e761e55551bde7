"""Loaded dice: a match whose first rolls lead where a test wants to go, so that no test waits for luck.

The dice stay the fair ones, by docs/fair-dice.md: both seeds are set before the browsers send theirs, and the secret is
the first of many under which the match begins as it should.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

import engines
from engines.core.dice import FairDice, commitment
from engines.core.game import Game
from engines.core.seats import SEATS
from matches.models import Match, MatchSecret, Seat

Wanted = Callable[[Game[Any], Any, FairDice], bool]
"""A test for the position that a match shall begin with, and the dice that it rolls on with."""

SEEDS = {"home": "0" * 16, "away": "1" * 16}


def load(match: Match, wanted: Wanted) -> Match:
    """Give the waiting ``match`` dice that begin as ``wanted``; AssertionError if no secret of 2000 does."""
    game = engines.get(match.game)
    for number in range(2000):
        secret = number.to_bytes(32, "big")
        dice = FairDice(secret, str(match.pk), *SEEDS.values())
        state, _events = game.new(match.options, match.terms, dice)
        if wanted(game, state, dice):
            break
    else:
        raise AssertionError(f"no dice begin as {wanted} says")
    for seat in SEATS:
        Seat.objects.filter(match=match, side=seat).update(dice_seed=SEEDS[seat], default_seed=False)
    MatchSecret.objects.filter(match=match).update(value=secret.hex())
    match.commitment = commitment(secret)
    match.save(update_fields=["commitment"])
    return match


def away_begins(game: Game[Any], state: Any, dice: FairDice) -> bool:
    """Away makes the first move."""
    return game.to_act(state) == ("away",)


def first_button_asks_for_a_cell(game: Game[Any], state: Any, dice: FairDice) -> bool:
    """Home begins, and its first choice leads to one of its own that is made on the board."""
    if game.to_act(state) != ("home",):
        return False
    state, _events = game.apply(state, "home", game.legal(state, "home")[0], dice)
    choices = game.choices(game.view(state, "home"), "home", game.legal(state, "home"))
    return any(choice["to"] is not None for choice in choices)


def away_may_be_stopped(game: Game[Any], state: Any, dice: FairDice) -> bool:
    """Super Goal!: away begins, and home may stop whatever they try with the star die, or let them play."""
    if game.to_act(state) != ("away",):
        return False
    state, _events = game.apply(state, "away", game.legal(state, "away")[0], dice)
    return any(move["type"] == "decline" for move in game.legal(state, "home")) and len(game.legal(state, "home")) > 1


def both_decide_often(game: Game[Any], state: Any, dice: FairDice) -> bool:
    """However the two choose, each decides more than three times before the end: in three hundred random lines they do
    more than five times. (With twenty lines, and no turn to spare, one in twenty-five new lines still had too few.)"""
    return all(
        min(_decisions(game, state, copy.deepcopy(dice), random.Random(line)).values()) > 5 for line in range(300)
    )


def _decisions(game: Game[Any], state: Any, dice: FairDice, rng: random.Random) -> dict[str, int]:
    """Count each side's decisions in one random line to the end."""
    counted = dict.fromkeys(SEATS, 0)
    while seats := game.to_act(state):
        counted[seats[0]] += 1
        state, _events = game.apply(state, seats[0], rng.choice(game.legal(state, seats[0])), dice)
    return counted
