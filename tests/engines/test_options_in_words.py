"""What the options of a match settle, in sentences: every game, every value of every option, in every language."""

import pytest

import engines
from engines.core.options import resolve_options
from engines.core.text import languages, say
from tests.cases import built

CASES = [
    ("six_a_side", {}, "First to 3 goals, or 300 turns. Lose the ball after 40 turns."),
    ("six_a_side", {"mode": "golden_goal", "possession_limit": 0}, "The first goal within 300 turns wins."),
    ("six_a_side", {"clock": "wall", "possession_limit": 0}, "First to 3 goals, or until the clock stops."),
    ("fuba", {"formations": "cards"}, "Two halves of 45 min. Formations: only the eight cards."),
    ("super_goal", {}, "Two halves of 45 turns."),
    ("super_goal", {"length": "tournament"}, "Two halves of 30 turns."),
    ("super_goal", {"clock": "wall"}, "Two halves of 7:30 min."),
    ("super_goal", {"clock": "wall", "half_seconds": 600}, "Two halves of 10 min."),
    (
        "dom_jim",
        {"offside_return": "must"},
        "It ends with 2 goals in all, or 120 turns without one. One figure offside: the opponent puts it back.",
    ),
    (
        "dom_jim",
        {"length": "time", "clock": "wall", "first_move": "home"},
        "It ends after 30 min. One figure offside: the opponent can leave it. The home side moves first.",
    ),
]


def told(slug, options, extra_time=False):
    game = engines.get(slug)
    return game.options_in_words(resolve_options(game.options, options), extra_time)


@pytest.mark.parametrize(("slug", "options", "wanted"), CASES)
def test_a_match_is_told_in_sentences(slug, options, wanted):
    assert " ".join(say(sentence) for sentence in told(slug, options)) == wanted


@pytest.mark.parametrize("slug", ["six_a_side", "fuba", "soccer_tactics"])
def test_extra_time_is_told_only_where_it_may_come(slug):
    assert len(told(slug, {}, extra_time=True)) == len(told(slug, {})) + 1


@pytest.mark.parametrize("slug", built())
def test_every_value_is_told_in_every_language(slug):
    for option in engines.get(slug).options:
        for value in [*option.choices, *option.also] or [option.default]:
            for sentence in told(slug, {option.name: value}, extra_time=True):
                words = {say(sentence, lang) for lang in languages()}
                assert len(words) > 1, f"{sentence} is in one language alone"
                assert all(word.endswith(".") and "{" not in word for word in words)
