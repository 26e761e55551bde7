"""Which letters a text may hold, and which names are the same."""

from __future__ import annotations

import xml.dom.minidom

import pytest
from hypothesis import given
from hypothesis import strategies as some

from league.competitions.pages.feeds import Atom
from league.players.errors import NicknameRefused
from league.players.policy.nicknames import clean_nickname, name_key
from matches import letters
from matches.look_alikes import looks_like

STAY = [
    "علی\u200cرضا",
    "می\u200cخواهم",
    "क\u094d\u200dष",
    "क\u094d\u200cष",
    "👨\u200d👩\u200d👧 Rossi",
    "👩🏽\u200d🚀 Anna",
    "❤\ufe0f\u200d🔥 Ugo",
    "Zoë d'Été",
    "Ὀδυσσεύς",
    "שלום",
]
HIDDEN = [
    "an\u200dna",
    "an\u200cna",
    "anna\u200c",
    "\u200danna",
    "علی\u200c",
    "علی\u200c\u200cرضا",
    "anna\u202egol",
    "an\u200bna",
    "an\u00adna",
    "an\u2066na",
    "an\ufeffna",
    "an\u3164na",
    "an\ufffena",
    "an\ufdd0na",
    "an\U000e0041na",
    "an\x07na",
    "an\x85na",
    "an\udc00na",
    "😀\u200d Anna",
]


@pytest.mark.parametrize("name", STAY)
def test_what_a_script_or_an_emoji_needs_stays(name):
    assert letters.clean(name) == name == clean_nickname(name)


@pytest.mark.parametrize("name", HIDDEN)
def test_what_is_not_seen_goes_from_a_text_and_refuses_a_name(name):
    assert letters.clean(name) in ("anna", "annagol", "علی", "علیرضا", "😀 Anna")
    with pytest.raises(NicknameRefused, match="invisible"):
        clean_nickname(name)


def test_names_that_differ_by_an_invisible_sign_are_the_same():
    assert name_key("علی\u200cرضا") == name_key("علیرضا")
    assert name_key("❤\ufe0f Anna") == name_key("❤ anna")
    assert name_key("Anna") != name_key("Anne")


@given(some.text(some.characters(categories=("L", "M", "N", "P", "S", "Z", "C"))))
def test_a_clean_text_is_xml_and_stays_as_it_is(text):
    once = letters.clean(text)
    assert letters.clean(once) == once and set(once) <= set(text) | {"\n"}
    feed = Atom(once, "https://example.org/", text, text, feed_url="https://example.org/a")
    feed.add_item(title=text, link="https://example.org/", description=text, unique_id="x", author_name=text)
    xml.dom.minidom.parseString(feed.writeString("utf-8"))


def test_a_long_text_is_cleaned_by_its_neighbourhood_alone(monkeypatch):
    asked = []
    monkeypatch.setattr(letters, "valid_contextj", lambda near, at: asked.append(len(near)) or True)
    assert letters.clean("ب\u200c" * 2000 + "ب") and len(asked) == 2000 and max(asked) < 50


def test_json_is_cleaned_but_names_and_passwords_are_only_made_writable():
    hidden = "a\u200b\ufffe\u202eb"
    given_value = {"words": [hidden, 1, None], "name": hidden, "names": [hidden], "new_password": hidden, hidden: True}
    names = "a\u200b\u202eb"
    assert letters.clean_values(given_value) == {
        "words": ["ab", 1, None], "name": names, "names": [names], "new_password": names, "ab": True,
    }  # fmt: skip


@pytest.mark.parametrize(
    "name",
    [
        "SEGRETERIA",
        "segreterıa",
        "Segreter1a",
        "SEGRETERlA",
        "Segre teria.",
        "Ѕеgrеtеrіа",
        "ＳＥＧＲＥＴＥＲＩＡ",
        "𝐬egreteria",
    ],
)
def test_names_that_look_alike_have_one_skeleton(name):
    assert looks_like(name, ["berta", "segreteria"])


@pytest.mark.parametrize("name", ["Segretaria", "Şegreteria", "Secretaría", "!!", "Anna"])
def test_other_names_do_not(name):
    assert not looks_like(name, ["segreteria", "Berta", "Анна"])
