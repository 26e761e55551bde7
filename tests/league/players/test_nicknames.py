"""Nicknames: what strangers read on a bracket may not hide, reorder or imitate."""

import pytest

from league.players.errors import NicknameRefused
from league.players.policy.nicknames import clean_nickname


def test_it_works():
    assert clean_nickname("  Zoé   d'Arco 7 ") == "Zoé d'Arco 7"


def test_the_normal_form_is_kept():
    assert clean_nickname("Zoe\u0301") == "Zoé"


@pytest.mark.parametrize(
    "raw",
    [
        "a",
        "x" * 25,
        "   ",
        "!!!",
        "an\nna",
        "an\x00na",
        "anna\u202egol",
        "an\u200bna",
        "a\u0301\u0302\u0303bc",
        "pаypal",  # the second letter is Cyrillic
        "Αnna",  # the first letter is Greek
    ],
)
def test_it_refuses(raw):
    with pytest.raises(NicknameRefused):
        clean_nickname(raw)


@pytest.mark.parametrize("raw", ["Борис", "Ελένη", "山田", "Grün-Weiß", "Ñandú_99"])
def test_one_alphabet_is_welcome(raw):
    assert clean_nickname(raw) == raw
