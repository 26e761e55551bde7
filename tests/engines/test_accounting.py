"""Accounts of moves: luck by the tree of the dice, errors against the best move, and the sum that closes."""

import random

import pytest

import engines
from engines.core.dice import ScriptedDice, SeededDice
from engines.values import accounting
from tests import cases


def lead(state):
    """A crude score: goals ahead, between 0 and 1."""
    home, away = state.score
    return 0.5 + (home - away) / 40


def played(game, seed, worth):
    """The entries of a random match, and its last position."""
    chance, dice = random.Random(seed), SeededDice(seed)
    state, _events = game.new(None, None, dice)
    entries = [accounting.opening(game, None, None, list(dice.rolled), worth)]
    while acting := game.to_act(state):
        move = chance.choice(game.legal(state, acting[0]))
        rolled = len(dice.rolled)
        after, _events = game.apply(state, acting[0], move, dice)
        few = game.legal(state, acting[0])[:2]
        entries.append(accounting.account(game, state, acting[0], move, dice.rolled[rolled:], worth, 8, few))
        state = after
    return entries, state


@pytest.mark.parametrize("slug", cases.built())
def test_the_sum_closes_in_every_game(slug):
    """Whatever the values are: what luck and errors do not explain is named drift."""
    game = engines.get(slug)

    def worth(state):
        return lead(state) if game.result(state) is None else float(game.result(state)["winner"] == "home")

    entries, state = played(game, 3, worth)
    total = accounting.balance(entries)
    errors = total.errors["home"] - total.errors["away"]
    assert total.start + total.luck - errors + total.drift == pytest.approx(total.result, abs=1e-9)
    assert total.result == worth(state)
    assert all(entry.error is None or entry.error >= 0 for entry in entries)


@pytest.fixture
def shot():
    """Super Goal!: home is about to shoot from the area, away holds no coup that stops it."""
    game = engines.get("super_goal")
    return game, game.setup({"ball": "C11", "star": {"holder": "home", "face": "super_save"}})


def test_each_roll_of_a_move_has_its_luck(shot):
    """Shot die 1 (on target), keeper die 3 (goal): a goal is 1/40, and one shot in so many is one."""
    game, state = shot
    entry = accounting.account(game, state, "home", {"type": "shoot"}, [1, 3], lead)
    # On target (2 faces) a third goes in, unstoppable always, off the post 1 in 6; the bar opens a window.
    goals = (2 / 3 + 1 + 1 / 6) / 6
    assert entry.after == pytest.approx(0.5 + 1 / 40)
    assert [(roll.faces, roll.value) for roll in entry.rolls] == [(6, 1), (6, 3)]
    assert entry.rolls[1].luck == pytest.approx((1 - 1 / 3) / 40)
    assert entry.luck == pytest.approx(entry.after - entry.mean)
    assert entry.mean == pytest.approx(0.5 + goals / 40)
    assert entry.error == 0


def test_an_error_is_the_best_mean_less_the_mean_of_what_was_played(shot):
    game, state = shot
    roll = {"type": "roll", "die": "control", "turn": False, "double": False}
    entry = accounting.account(game, state, "home", roll, [1], lead)
    shoot = accounting.account(game, state, "home", {"type": "shoot"}, [6], lead)
    assert entry.better == {"type": "shoot"}
    assert entry.error == pytest.approx(shoot.mean - entry.mean)
    assert entry.error > 0
    mirrored = game.from_wire(game.mirror(game.to_wire(state)))
    assert accounting.account(game, mirrored, "away", roll, [1], lead).error == pytest.approx(entry.error)


def test_a_time_out_is_the_decision_of_its_seat_and_a_resignation_gives_the_rest_away(shot):
    game, state = shot
    timeout = accounting.account(game, state, None, {"type": "timeout", "seat": "home"}, [6], lead)
    assert (timeout.seat, timeout.error) == ("home", 0), "the default move shoots too"

    def worth(state):
        return lead(state) if game.result(state) is None else float(game.result(state)["winner"] == "home")

    given = accounting.account(game, state, None, {"type": "resign", "seat": "home"}, [], worth)
    assert given.error == 0.5
    assert given.drift == 0


def test_a_sealed_choice_has_no_error():
    game = engines.get("fuba")
    state, _events = game.new(None, None, ScriptedDice((), 1))
    assert len(game.to_act(state)) == 2
    move = game.legal(state, "home")[0]
    entry = accounting.account(game, state, "home", move, [], lead, 8, [])
    assert (entry.seat, entry.error) == ("home", None)
    after, _events = game.apply(state, "home", move, ScriptedDice((), 1))
    assert accounting.is_sealed(game, after), "the second chooser has not seen the first one's choice"
