"""Sentences: every one that the pure parts can say is in the Italian catalogue, with the same places."""

from __future__ import annotations

import ast
import string
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from deploy.translations import compile_all
from league.standings.words import say

LEAGUE = Path(__file__).resolve().parents[3] / "league"


def spoken():
    """The first argument of each call of ``text`` in the pure parts, and where report files become documents."""
    for folder in ("formats", "standings", "ratings", "competitions/exchange"):
        for source in sorted((LEAGUE / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(source.read_text())):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "text":
                    assert isinstance(node.args[0], ast.Constant), source
                    yield node.args[0].value


def places(sentence):
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


@pytest.fixture(scope="module")
def italian():
    with (LEAGUE / "standings/locale/it/LC_MESSAGES/standings.po").open("rb") as lines:
        return {message.id: message.string for message in read_po(lines) if message.id}


def test_every_sentence_is_in_italian_and_none_is_left_over(italian):
    assert set(italian) == set(spoken())
    assert all(italian.values())


def test_a_translation_has_the_places_of_its_sentence(italian):
    assert all(places(english) == places(words) for english, words in italian.items())


def test_it_works():
    compile_all()
    message = [
        "{ahead} ahead of {behind} on {criterion}: {mine} against {theirs}",
        {"ahead": "@7", "behind": "@9", "criterion": ["goal difference", {}], "mine": "+3", "theirs": "−1"},
    ]
    names = {"7": "Bar Centrale", "9": "Torre {Civetta}"}
    assert say(message, "it", names) == "Bar Centrale precede Torre {Civetta} per differenza reti: +3 contro −1"
    assert say(message, "en", names) == "Bar Centrale ahead of Torre {Civetta} on goal difference: +3 against −1"
