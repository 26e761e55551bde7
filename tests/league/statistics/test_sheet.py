"""The sheet of statistics: figures of both sides by topic, and what a difference is called."""

from collections import Counter
from math import comb

import pytest
from django.utils import translation

import engines
from engines.core.figures import TOPICS
from league.statistics.derivation.chance import FEWEST, Verdict, verdict
from league.statistics.derivation.figures import statistics_of
from league.statistics.words.figures import pairs_by_topic


def counted(game, number):
    """Every count that the figures of ``game`` read, as ``number``."""
    names = {
        name for row in statistics_of(game).listed for name in (row.name, row.part, row.whole, row.of_both) if name
    }
    return Counter(dict.fromkeys(names, number))


@pytest.mark.parametrize("game", engines.games())
def test_each_figure_stands_once_under_its_topic(game):
    with translation.override("en"):
        topics = pairs_by_topic(game, counted(game, 6), counted(game, 2))
    listed = statistics_of(game).listed
    assert sum(len(topic.pairs) for topic in topics) == len(listed)
    order = [title[0] for title in TOPICS.values()]
    assert [topic.title for topic in topics] == [title for title in order if title in {topic.title for topic in topics}]
    pairs = {pair.label: pair for topic in topics for pair in topic.pairs}
    for figure in listed:
        pair = pairs[figure.label[0]]
        if figure.percent:
            assert pair.left.endswith("%") and pair.right.endswith("%")
        else:
            assert (pair.left, pair.right, pair.share) == ("6", "2", 75.0)


def test_what_neither_side_has_is_left_out():
    topics = pairs_by_topic("super_goal", {"fouls": 3}, {"saves": 1})
    assert [[(pair.left, pair.right) for pair in topic.pairs] for topic in topics] == [[("0", "1")], [("3", "0")]]


def test_counts_of_a_career_are_averages():
    with translation.override("it"):
        (topic,) = pairs_by_topic("super_goal", {"fouls": 3}, {"fouls": 8}, 2)
    assert [(pair.left, pair.right) for pair in topic.pairs] == [("1,5", "4,0")]


def by_chance(first, second):
    """Probability that a fair coin gives a difference at least as large."""
    n, far = first + second, abs(first - second)
    return sum(comb(n, heads) for heads in range(n + 1) if abs(2 * heads - n) >= far) / 2**n


def test_an_advantage_is_named_only_where_chance_does_not_make_it():
    for n in range(FEWEST, 80):
        for first in range(n + 1):
            told, chance = verdict(first, n - first), by_chance(first, n - first)
            if chance > 0.06:
                assert told == Verdict.CHANCE, (first, n - first, chance)
            if chance < 0.04:
                assert told == Verdict.REAL, (first, n - first, chance)
    assert verdict(FEWEST - 1, 0) == Verdict.TOO_FEW
