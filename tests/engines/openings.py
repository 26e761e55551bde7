"""Positions set up at random, for every game: rare phases, few pieces, cards, the last minutes.

The second readings begin with the same positions; here the battery of properties plays on from them.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import engines
from engines.core.errors import BadState
from tests.engines import (
    test_dom_jim_by_the_letter,
    test_fuba_by_the_letter,
    test_six_a_side_by_the_letter,
    test_soccer_tactics_by_the_letter,
    test_super_goal_by_the_letter,
)
from tests.engines.battery import Plan

Opening = tuple[dict[str, Any], dict[str, Any], dict[str, Any]]
"""Options, terms and overrides."""


def _dom_jim(chance: random.Random) -> Opening:
    return *test_dom_jim_by_the_letter.settings(chance), test_dom_jim_by_the_letter.crowd(chance)


def _six_a_side(chance: random.Random) -> Opening:
    return *test_six_a_side_by_the_letter.settings(chance), test_six_a_side_by_the_letter.crowd(chance)


def _fuba(chance: random.Random) -> Opening:
    letter = test_fuba_by_the_letter
    options, terms = letter.random_options(chance), letter.random_terms(chance)
    overrides = letter.random_setup(chance, options)
    if chance.random() < 0.5:
        overrides = letter.dead_ball(chance, overrides)
    if overrides["period"] in ("extra_first", "extra_second", "shootout"):
        terms.update(draws_allowed=False, extra_time=True)
    return options, terms, overrides


def _soccer_tactics(chance: random.Random) -> Opening:
    letter = test_soccer_tactics_by_the_letter
    options, terms = letter.random_options(chance), letter.random_terms(chance)
    return options, terms, letter.random_setup(chance, options, terms)


def _super_goal(chance: random.Random) -> Opening:
    letter = test_super_goal_by_the_letter
    options, terms = letter.random_options(chance), letter.random_terms(chance)
    return options, terms, letter.random_setup(chance, options, terms)


OPENINGS: dict[str, Callable[[random.Random], Opening]] = {
    "dom_jim": _dom_jim,
    "fuba": _fuba,
    "six_a_side": _six_a_side,
    "soccer_tactics": _soccer_tactics,
    "super_goal": _super_goal,
}


def random_opening(slug: str, seed: int) -> Plan:
    """A position that its game accepts; the generators give some that cannot stand."""
    chance = random.Random(seed)
    while True:
        options, terms, overrides = OPENINGS[slug](chance)
        try:
            engines.get(slug).setup(overrides, options, terms)
        except BadState:
            continue
        return Plan(options, terms, seed, overrides)
