"""The dice: the vectors of docs/fair-dice.md, an even stream, scripts and their end."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

from engines.core.dice import Dice, FairDice, ScriptedDice, SeededDice, commitment, fair_roll
from engines.core.errors import BadRequest, DiceExhausted

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "fair-dice.md"
SECRET = b"\x17" * 32


def vectors():
    return json.loads(re.search(r"```json\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)[1])


def test_the_vectors_of_the_document():
    known = vectors()
    secret = bytes.fromhex(known["secret"])
    assert commitment(secret) == known["commitment"]
    message = f"{known['match']}:{known['home_seed'].lower()}:{known['away_seed'].lower()}:1"
    assert hmac.new(secret, message.encode(), hashlib.sha256).hexdigest() == known["hmac_of_roll_1"]
    for row in known["rolls"]:
        dice = FairDice(secret, known["match"], known["home_seed"], known["away_seed"], row["first"])
        assert [dice.roll(row["sides"]) for _ in row["values"]] == row["values"]
        assert dice.rolled == row["values"]


def chi_square(counts):
    mean = sum(counts) / len(counts)
    return sum((count - mean) ** 2 / mean for count in counts)


@pytest.mark.parametrize(
    ("sides", "bound"),
    [(2, 10.83), (6, 20.52), (12, 31.26)],  # 1 in 1000 of the chi-square distribution with sides - 1 degrees
)
@pytest.mark.parametrize("kind", ["fair", "seeded"])
def test_the_stream_is_even(kind, sides, bound):
    dice = FairDice(SECRET, "match", "aa", "bb") if kind == "fair" else SeededDice(11)
    values = [dice.roll(sides) for _ in range(12_000)]
    assert chi_square([values.count(face) for face in range(1, sides + 1)]) < bound
    pairs = [(one - 1) * sides + two - 1 for one, two in pairwise(values)]
    if sides == 6:
        assert chi_square([pairs.count(pair) for pair in range(36)]) < 66.62


def test_a_roll_hangs_on_everything():
    rolls = {
        tuple(fair_roll(*settings, number, 1_000_000) for number in range(1, 4))
        for settings in (
            (SECRET, "m", "a", "b"),
            (SECRET[::-1] + b"x", "m", "a", "b"),
            (SECRET, "n", "a", "b"),
            (SECRET, "m", "c", "b"),
            (SECRET, "m", "a", "c"),
        )
    }
    assert len(rolls) == 5


def test_scripts_end():
    dice = ScriptedDice([6, 1])
    assert [dice.roll(6), dice.roll(2)] == [6, 1]
    with pytest.raises(DiceExhausted):
        dice.roll(6)
    with pytest.raises(DiceExhausted):
        Dice().roll(6)
    assert dice.rolled == [6, 1]


@pytest.mark.parametrize("value", [0, 7, -1, True, "3", 2.0, None])
def test_a_wrong_face_is_refused(value):
    with pytest.raises(BadRequest):
        ScriptedDice([value]).roll(6)
