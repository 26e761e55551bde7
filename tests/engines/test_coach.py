"""The coach of every game that has one: in random matches it always knows what a decision is about, tells it once only,
never points at what is not legal, and does not depend on anything but what the player sees."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import engines
from engines.core.coaching import advise, news
from engines.core.dice import SeededDice
from engines.core.text import _catalogue, say
from tests.cases import built

COACHED = [slug for slug in built() if engines.get(slug).coach is not None]
MATCHES, DECISIONS = 6, 150


def begun(slug):
    game = engines.get(slug)
    start = game.coach.start()
    return game, game.setup(dict(start.overrides), dict(start.options), dict(start.terms))


def walk(slug, seed, *, whole=False):
    """(view, seat, moves, state) at each decision of a random match: from the guided position, or a whole one."""
    chance = random.Random(seed)
    dice = SeededDice(seed)
    game, state = begun(slug)
    if whole:
        state, _events = game.new({}, {"draws_allowed": False}, dice)
    for _ in range(DECISIONS):
        if game.result(state) is not None:
            return
        seat = chance.choice(game.to_act(state))
        moves = game.legal(state, seat)
        yield game, game.view(state, seat), seat, moves
        state, _events = game.apply(state, seat, chance.choice(moves), dice)


@pytest.mark.parametrize("slug", COACHED)
def test_a_guided_match_begins_with_a_decision_of_home(slug):
    game, state = begun(slug)
    assert game.to_act(state) == ("home",) and game.legal(state, "home")
    assert game.from_wire(game.to_wire(state)) is not None


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("slug", COACHED)
def test_every_decision_has_a_topic_told_once_and_a_legal_move(slug, whole):
    chance = random.Random(7)
    for seed in range(MATCHES):
        taught = {"home": Counter(), "away": Counter()}
        for game, view, seat, moves in walk(slug, seed, whole=whole):
            best = chance.choice(moves)
            advice = advise(game.coach, view, seat, moves, best, taught[seat])
            assert advice.move in moves and advice.topic
            lesson = game.coach.lesson(view, seat, moves, best)
            assert advice.words == (None if taught[seat][advice.topic] else lesson.words)
            assert advice.reason == lesson.reason
            for sentence in (lesson.words, lesson.reason):
                for lang in ("en", "it"):
                    words = say(sentence, lang) if sentence else "None."
                    assert words and "{" not in words and words[-1] in ".!?", words
                    assert len(words) <= 130, words
            taught[seat][advice.topic] += 1
            waiting = advise(game.coach, game.view(state_of(game, view), "away"), "away", (), None, {})
            assert waiting.move is None and say(waiting.words, "it")


def state_of(game, view):
    """The position of a view in which nothing is hidden, else the guided one."""
    try:
        return game.from_wire(view)
    except ValueError:
        return begun(game.slug)[1]


@pytest.mark.parametrize("slug", COACHED)
def test_what_the_coach_says_is_translated(slug):
    italian = _catalogue("it")
    for seed in range(MATCHES):
        for game, view, seat, moves in walk(slug, seed, whole=True):
            lesson = game.coach.lesson(view, seat, moves, moves[0])
            for words in filter(None, (lesson.words, lesson.reason, game.coach.watch(view, seat))):
                assert italian.gettext(words[0]) != words[0], words


def test_the_last_goal_is_news():
    for_home, for_away = {"type": "goal", "seat": "home"}, {"type": "goal", "seat": "away"}
    assert news([], "home") is None
    assert "Goal!" in say(news([for_away, for_home], "home"))
    assert "They" in say(news([for_home, for_away], "home"))
