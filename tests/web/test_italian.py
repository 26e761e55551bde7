"""Italian is complete: every message id of the site's pages and stored sentences has its Italian."""

import re

import pytest
from django.utils import translation
from django.utils.translation import gettext, ngettext, pgettext

from engines.core import text as engine_words
from league.standings import words as standings_words
from tests.web import msgids

SAME = {
    "Chat",
    "Home",
    "Club",
    "No",
    "Password",
    "Account",
    "Rating",
    "rating",
    "bot",
    "Bot",
    "no",
    "Console",
    "Privacy",
    "Check-in",
    "%(home)s %(hg)s, %(away)s %(ag)s",
    "{said}: {reason}",
}
"""Alike in both languages; so are the names of people that criteria are called by."""
SAME_IN_CONTEXT = {
    ("table head", "GF"),
    ("table head", "BC1"),
    ("table head", "BH"),
    ("table head", "SB"),
    ("deeds", "G"),
    ("deeds", "P"),
}
"""The criteria's heads are FIDE's codes (C.07), which Italian tables print as they are; their titles are translated."""
PEOPLE = ("Buchholz", "Fore Buchholz", "Sonneborn-Berger")
OURS = [
    "league/players",
    "league/moderation",
    "league/competitions",
    "league/brackets",
    "league/delivery",
    "league/leagues",
    "league/site",
    "league/evenings",
    "league/events",
    "league/series",
    "league/arenas",
    "league/clubs",
    "league/seasons",
    "league/classes",
    "league/puzzles",
    "league/lessons",
    "league/privacy",
    "league/support",
    "league/statistics",
    "league/formats",
    "league/standings",
    "league/analysis",
]


PAGES = [
    f"templates/{folder}"
    for folder in (
        "account",
        "allauth",
        "competitions",
        "classes",
        "components",
        "evenings",
        "events",
        "games",
        "home",
        "mfa",
        "moderation",
        "players",
        "privacy",
        "socialaccount",
        "series",
        "arenas",
        "clubs",
        "seasons",
        "statistics",
        "support",
    )
]


def italian(context, msgid):
    """``msgid`` in Italian from whichever catalogue has it, else itself."""
    if isinstance(msgid, tuple):
        return ngettext(*msgid, 2)
    if context:
        return pgettext(context, msgid)
    ways = (gettext(msgid), standings_words.say([msgid, {}], "it"), engine_words.say([msgid, {}], "it"))
    return next((way for way in ways if way != msgid), msgid)


def missing(ids, italian=italian):
    with translation.override("it"):
        return sorted(
            str(msgid)
            for context, msgid in ids
            if msgid not in SAME
            and not str(msgid).startswith(PEOPLE)
            and not context
            and italian(context, msgid) in (msgid, msgid[1] if isinstance(msgid, tuple) else msgid)
            and any(sign.isalpha() for sign in str(msgid).replace("%(", "{"))
            and not is_only_values(msgid)
        )


def is_only_values(msgid):
    """``{one}``, ``{one}, {rest}``: nothing to translate."""
    return isinstance(msgid, str) and not re.sub(r"\{\w+\}|[^\w]", "", msgid)


def italian_of_django(context, msgid):
    """``msgid`` in Italian as Django translates it: no catalogue of an engine helps."""
    return ngettext(*msgid, 2) if isinstance(msgid, tuple) else gettext(msgid)


@pytest.mark.parametrize("folder", OURS)
def test_what_django_translates_is_in_its_own_catalogues(folder):
    assert missing(msgids.of(folder, kinds=(False,)), italian_of_django) == []


@pytest.mark.parametrize("folder", OURS)
def test_the_code_speaks_italian(folder):
    ids = msgids.of(folder)
    assert folder == "league/standings" or ids
    assert missing(ids) == []


def test_the_templates_speak_italian():
    ids = msgids.of(*PAGES, suffix=".html")
    assert len(ids) > 300
    assert missing(ids, italian_of_django) == []


def test_every_context_is_translated():
    ids = [each for each in msgids.of(*PAGES, suffix=".html") | msgids.of(*OURS) if each[0]]
    assert ids
    with translation.override("it"):
        assert pgettext("table head", "W") == "V" and pgettext("form", "L") == "P"
        assert [each for each in ids if pgettext(*each) == each[1] and each not in SAME_IN_CONTEXT] == []


def test_placeholders_survive_the_translation():
    for context, msgid in msgids.of(*PAGES, suffix=".html") | msgids.of(*OURS):
        if isinstance(msgid, str) and not context:
            with translation.override("it"):
                said = italian(context, msgid)
            assert sorted(re.findall(r"%\(\w+\)[sd]|\{\w+\}", said)) == sorted(
                re.findall(r"%\(\w+\)[sd]|\{\w+\}", msgid)
            ), msgid


def test_an_untranslated_sentence_is_found():
    assert missing([("", "A sentence that nobody ever translated")]) == ["A sentence that nobody ever translated"]


WEEKDAY = re.compile(r"{% blocktranslate ([^%]*\|local:\"EEE[^%]*)%}(.*?){% endblocktranslate %}", re.DOTALL)
"""A sentence with a moment that begins with its weekday."""


def test_no_weekday_has_an_article():
    sentences = [
        " ".join(re.sub(r"{{ (\w+) }}", r"%(\1)s", words).split())
        for path in (msgids.ROOT / "templates").rglob("*.html")
        for _names, words in WEEKDAY.findall(path.read_text("utf-8"))
    ]
    with translation.override("it"):
        said = [gettext(sentence) for sentence in sentences]
    with_article = re.compile(r"\b(il|al|dal|del|nel) %\(")
    assert len(said) > 10 and [one for one in said if with_article.search(one)] == []
