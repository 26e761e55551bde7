"""The environments: their conformance to PettingZoo and Gymnasium, numbers of moves, what an observation holds."""

from __future__ import annotations

import random

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from hypothesis import given, settings
from hypothesis import strategies as st
from pettingzoo.test import api_test, seed_test

import engines
from engines.core.dice import SeededDice
from engines.core.errors import BadOptions, BadRequest, EngineError, IllegalMove
from engines.environments import Against, Table, evaluate
from engines.environments.actions import Actions
from engines.environments.observations import MOST_COUNTED, Observations
from tests.cases import built
from tests.sizes import LONG

MATCHES = 20 if LONG else 1
QUICKLY = {"super_goal": {"half_turns": 15}}
"""Options of a short match, where a whole one has nothing more to show."""
GAMES = built()


@pytest.fixture(params=GAMES)
def game(request):
    return engines.get(request.param)


def positions(game, seed):
    """Play a random match; give each position, and the seats to act in it."""
    chance, dice = random.Random(seed), SeededDice(seed)
    state, _ = game.new(None, None, dice)
    while acting := game.to_act(state):
        yield state, acting
        seat = chance.choice(acting)
        state, _ = game.apply(state, seat, chance.choice(game.legal(state, seat)), dice)
    yield state, ()


# ── PettingZoo and Gymnasium ──
@pytest.mark.filterwarnings("ignore::UserWarning:pettingzoo")  # advice: no mask beside an observation, other names
def test_a_table_conforms_to_pettingzoo(game):
    api_test(Table(game.slug), num_cycles=1000 if LONG else 60)


def test_the_same_seed_is_the_same_match(game):
    seed_test(lambda: Table(game.slug), num_cycles=500 if LONG else 30)


@pytest.mark.filterwarnings("ignore")  # the checker plays illegal actions, which are refused, unless it is masked
def test_a_match_against_a_bot_conforms_to_gymnasium(game):
    environment = Against(game.slug, "beginner")
    observation, _ = environment.reset(seed=3)
    assert environment.observation_space.contains(observation)
    masked = Masked(environment)
    check_env(masked, skip_render_check=True)


class Masked(Against):
    """A match whose illegal actions stand for the first legal one, so that any action may be played."""

    def __init__(self, environment):
        super().__init__(environment.game.slug, environment.bot, "home")

    def step(self, action):
        legal = np.flatnonzero(self._observe()["action_mask"])
        return super().step(int(action if action in legal else legal[0]))


def test_a_match_against_a_bot_repeats_by_its_seed(game):
    def played():
        environment = Against(game.slug, "beginner")
        chance = random.Random(1)
        observation, _ = environment.reset(seed=5)
        told = [environment.seat]
        for _ in range(40):
            action = int(chance.choice(np.flatnonzero(observation["action_mask"])))
            observation, reward, is_over, _, _ = environment.step(action)
            told.append((observation["observation"].tobytes(), reward, is_over))
            if is_over:
                break
        return told

    assert played() == played()


def test_the_rewards_are_those_of_the_result(game):
    table = Table(game.slug, QUICKLY.get(game.slug))
    table.reset(seed=2)
    chance = random.Random(2)
    total = {"home": 0.0, "away": 0.0}
    for agent in table.agent_iter():
        observation, reward, is_over, _, _ = table.last()
        total[agent] += reward
        legal = np.flatnonzero(observation["action_mask"])
        table.step(None if is_over else int(chance.choice(legal)))
    winner = table.game.result(table.position)["winner"]
    wanted = {"home": {"home": 1.0, "away": -1.0}, "away": {"home": -1.0, "away": 1.0}}
    assert total == wanted.get(winner, {"home": 0.0, "away": 0.0})
    assert table.agents == []


# ── moves and numbers ──
def test_moves_and_numbers_are_a_bijection(game):
    actions = Actions(game)
    assert len({move.code for move in actions.moves}) == len(actions) == len({*actions.moves})
    for number, move in enumerate(actions.moves):
        assert actions.move(number) is move
        assert actions.number(move) == number
    some = random.Random(1).sample(range(len(actions)), min(len(actions), 50))
    assert [actions.number(dict(actions.move(number))) for number in some] == some


@pytest.mark.parametrize("seed", range(MATCHES))
def test_the_mask_is_what_is_legal(game, seed):
    actions = Actions(game)
    for state, acting in positions(game, seed):
        for seat in acting:
            legal = game.legal(state, seat)
            allowed = np.flatnonzero(actions.mask(legal))
            assert sorted(map(actions.number, legal)) == [*allowed]


def test_what_is_no_action_is_refused(game):
    table = Table(game.slug)
    table.reset(seed=1)
    before, illegal = table.game.to_wire(table.position), int(np.argmin(table.last()[0]["action_mask"]))
    for action, refusal in [(illegal, IllegalMove), (-1, BadRequest), (len(table.actions), BadRequest)]:
        with pytest.raises(refusal):
            table.step(action)
    with pytest.raises(IllegalMove):
        table.step(None)
    assert table.game.to_wire(table.position) == before
    with pytest.raises(BadRequest):
        table.actions.number({"type": "fly"})


@given(action=st.integers(-(10**9), 10**9))
@settings(max_examples=30, deadline=None)
def test_any_number_is_played_or_refused_as_one_of_the_engines_errors(action):
    table = Table("super_goal")
    table.reset(seed=4)
    try:
        table.step(action)
    except EngineError:
        assert not 0 <= action < len(table.actions) or not table.last()[0]["action_mask"][action]


@pytest.mark.parametrize(
    ("build", "refusal"),
    [
        (lambda: Table("chess"), BadRequest),
        (lambda: Table("super_goal", {"half_turns": -1}), BadOptions),
        (lambda: Table("super_goal", terms={"draws": 1}), BadOptions),
        (lambda: Against("super_goal", "genius"), BadRequest),
        (lambda: Against("super_goal", seat="middle"), BadRequest),
        (lambda: evaluate(lambda _seen, legal: int(legal[0]), "super_goal", matches=0), BadRequest),
    ],
)
def test_what_there_is_not_is_refused(build, refusal):
    with pytest.raises(refusal):
        build()


# ── observations ──
@pytest.mark.parametrize("seed", range(MATCHES))
def test_an_observation_lies_in_its_space_and_tells_positions_apart(game, seed):
    """Two views of a seat that differ have different observations, but for what is said not to be told."""
    observations = Observations(game)
    highs = np.array(observations.highs)
    views = {}
    for state, _ in positions(game, seed):
        for seat in ("home", "away"):
            view = game.view(state, seat)
            observed = observations.of(view, seat)
            assert observed.shape == highs.shape == (len(observations.names),)
            assert (observed >= 0).all() and (observed <= highs).all()
            told = {key: value for key, value in view.items() if key not in ("options", "terms")}
            shootout = told["shootout"]
            if shootout:  # told as numbers: taken and scored
                told["shootout"] = {side: (len(kicks), sum(kicks)) for side, kicks in shootout.items()}
            assert views.setdefault(observed.tobytes(), (seat, told)) == (seat, told)


@pytest.mark.parametrize("seed", range(MATCHES))
def test_what_a_seat_may_not_know_changes_nothing_in_its_observation(game, seed):
    """Noninterference: whatever the other seals in its turn, the observation is the same."""
    observations, dice = Observations(game), SeededDice(seed)
    for state, acting in positions(game, seed):
        if len(acting) < 2:
            continue
        for chooser, other in (acting, acting[::-1]):
            seen = set()
            for move in game.legal(state, chooser)[:40]:
                after, _ = game.apply(state, chooser, move, dice)
                if other in game.to_act(after) and chooser not in game.to_act(after):
                    seen.add(observations.of(game.view(after, other), other).tobytes())
            assert len(seen) <= 1


def test_high_counts_are_told_as_the_highest():
    game = engines.get("super_goal")
    observations = Observations(game)
    view = game.view(game.setup({}), "home")
    observed = observations.of({**view, "turn": 10**8}, "home")
    assert observed[observations.names.index("turn")] == MOST_COUNTED


# ── measuring a program ──
def test_an_evaluation_counts_each_match():
    chance = random.Random(1)
    (against,) = evaluate(lambda _seen, legal: int(chance.choice(legal)), "super_goal", 6, ["beginner"])
    assert against.won + against.drawn + against.lost == against.matches == 6
    low, high = against.interval
    assert 0 <= low <= against.score <= high <= 1
