"""The battery for every built game and for the toy."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import engines
from tests import cases
from tests.engines import battery
from tests.engines.openings import OPENINGS, random_opening
from tests.engines.toy import GAME as TOY
from tests.sizes import size

GAMES = [*(engines.get(slug) for slug in cases.built()), TOY]


@pytest.mark.parametrize("check", battery.CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_by_default(game, check):
    check(game, battery.Plan(seed=20))


@pytest.mark.parametrize("check", battery.CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
@settings(
    max_examples=size(2, 200),
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(seed=st.integers(0, 2**32))
def test_with_any_options_and_terms(game, check, seed):
    check(game, battery.random_plan(game, random.Random(seed)))


@pytest.mark.parametrize("check", battery.CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("slug", sorted(OPENINGS))
def test_from_positions_set_up_at_random(slug, check):
    """Penalties, corners, sendings-off, shootouts, last minutes: what random matches come to once in hundreds."""
    for seed in range(1_000, 1_000 + size(9, 1_000)):
        plan = random_opening(slug, seed)
        try:
            check(engines.get(slug), plan)
        except BaseException as fault:
            fault.add_note(f"{slug}, {plan}")
            raise
