"""Choices explain themselves before they are made: its figure, its stake, the usual answer, left and right."""

from __future__ import annotations

import random

import pytest

import engines
from engines.core.dice import ScriptedDice, SeededDice
from engines.core.text import say
from tests.cases import built
from tests.sizes import size
from tests.web import msgids


def positions(slug, seed, count):
    """Positions of a random match, each with a seat to act and its choices."""
    game, chance, dice = engines.get(slug), random.Random(seed), SeededDice(seed)
    state, _ = game.new(None, None, dice)
    for _ in range(count):
        acting = game.to_act(state)
        if not acting:
            return
        seat = chance.choice(acting)
        moves = list(game.legal(state, seat))
        yield game, state, seat, game.choices(game.view(state, seat), seat, moves)
        state, _ = game.apply(state, seat, chance.choice(moves), dice)


def test_the_figure_in_a_zone_is_the_least_roll_that_keeps_the_ball():
    tried = 0
    for game, state, seat, choices in positions("fuba", 3, size(400, 4000)):
        for choice in choices:
            assert ("odds" in choice) == (choice["move"]["type"] == "target")
            if "odds" not in choice:
                continue
            needed = 7 if choice["odds"] == "✕" else int(choice["odds"].removesuffix("+"))
            assert ("danger" in choice) == (needed == 7)
            assert bool(choice.get("stake")) == (needed > 1)
            for value in range(1, 7):
                _, events = game.apply(state, seat, choice["move"], ScriptedDice([value, 3], seed=1))
                outcomes = [event["outcome"] for event in events if event["type"] == "control"]
                assert all((outcome == "kept") == (value >= needed) for outcome in outcomes)
                tried += len(outcomes)
    assert tried > 100


def test_a_ball_played_at_stake_is_not_simply_a_pass_that_arrives():
    kinds = set()
    for game, state, _, choices in positions("soccer_tactics", 5, size(300, 3000)):
        view = game.view(state, None)
        cells = view["pieces"].items()
        for choice in choices:
            if choice["move"]["type"] != "play":
                continue
            seats = {piece.partition(".")[0] for piece, cell in cells if cell == choice["to"]}
            assert bool(choice.get("stake")) == (seats != {view["attacking"]})
            kinds.add(bool(choice.get("stake")))
    assert kinds == {True, False}


USUAL = {
    "super_goal": {"decline"},
    "six_a_side": {"done", "decline"},
    "fuba": {"done"},
    "dom_jim": {"hold"},
    "soccer_tactics": {"roll"},
}
"""Standing answers: to let it pass, or to roll."""


@pytest.mark.parametrize("slug", built())
def test_a_usual_answer_is_marked_and_no_other(slug):
    marked = set()
    for seed in range(3):
        for _, _, _, choices in positions(slug, seed, size(500, 3000)):
            usual = [choice["move"]["type"] for choice in choices if choice.get("usual")]
            assert len(usual) <= 1, "two answers cannot both be the usual one"
            marked |= set(usual)
    assert marked and marked <= USUAL[slug]


def test_the_sides_of_an_arrow_are_the_readers():
    game = engines.get("super_goal")
    pending = {"die": "pass", "dir": "diagonal", "n": 2, "symbol": None, "turned": False}
    state = game.setup({"phase": "direction", "ball": "B5", "pending": pending})
    labels = [choice["label"] for choice in game.choices(game.view(state, "home"), "home", game.legal(state, "home"))]
    assert [label[1]["side"] for label in labels] == ["@left", "@right"]
    assert [say(label) for label in labels] == ["To the left, off the pitch", "To the right, to D7"]
    assert [say(label, "it") for label in labels] == ["A sinistra, fuori dal campo", "A destra, in D7"]


@pytest.mark.parametrize("slug", built())
def test_a_word_that_is_explained_is_one_that_the_game_says(slug):
    """Each term is a sentence, or a part of one, that the game's own modules tell; its line explains it in a breath."""
    told = {msgid for _context, msgid in msgids.of(f"engines/{slug}")}
    terms = engines.get(slug).terms
    assert terms and set(terms) <= told
    for line in terms.values():
        assert ":" in say(line) and len(say(line)) <= 120
