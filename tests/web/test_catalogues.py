"""Every offered language has what Italian has: each sentence with its places and plurals."""

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.test import override_settings
from django.utils import translation
from django.utils.translation import gettext, pgettext

from deploy.languages import NAMES, OFFERED, UNREVIEWED
from engines.core.text import locale_name

ROOT = Path(__file__).resolve().parents[2]
ITALIAN = sorted(
    path.relative_to(ROOT)
    for room in ("deploy", "engines", "league", "matches", "templates")
    for path in (ROOT / room).rglob("locale/it/LC_MESSAGES/*.po")
)
PLACE = re.compile(r"%\(\w+\)[sd]|\{\w+\}|</?\w+[^>]*>|%%")
TRANSLATED = [code for code in OFFERED if code != "en"]


def read(path: Path) -> dict[tuple[str, str], tuple[tuple[str, ...], tuple[str, ...]]]:
    """``(context, msgid)`` -> English forms and translated forms."""
    with path.open("rb") as lines:
        messages = [message for message in read_po(lines, abort_invalid=True) if message.id]
    forms = {}
    for message in messages:
        ids, strings = (
            value if isinstance(value, tuple | list) else (value,) for value in (message.id, message.string)
        )
        forms[message.context or "", ids[0]] = (tuple(ids), tuple(strings))
    return forms


def faults(ids: tuple[str, ...], strings: tuple[str, ...]) -> str:
    """Name the fault of one translation, or nothing."""
    if not all(strings) or len(strings) != (2 if len(ids) > 1 else 1):
        return "a form is missing"
    if len(ids) > 1:  # "one match" needs no number
        allowed = {place for each in ids for place in PLACE.findall(each)}
        if any(set(PLACE.findall(each)) - allowed for each in strings):
            return "a place is unknown"
        ids, strings = ids[1:], strings[1:]
    if sorted(PLACE.findall(ids[0])) != sorted(PLACE.findall(strings[0])):
        return "the places differ"
    if ids[0] == strings[0] and len(re.findall(r"\w{2,}", PLACE.sub("", ids[0]))) > 4:
        return "it is still English"
    return ""


@pytest.mark.parametrize("code", TRANSLATED)
@pytest.mark.parametrize("path", ITALIAN, ids=str)
def test_a_language_has_the_sentences_of_italian(path, code):
    own = ROOT / str(path).replace("/it/", f"/{locale_name(code)}/")
    known, wanted = read(own), read(ROOT / path)
    assert sorted(set(wanted) - set(known)) == [], "untranslated"
    assert sorted(set(known) - set(wanted)) == [], "left over"
    wrong = {key: fault for key, forms in known.items() if (fault := faults(*forms))}
    assert wrong == {}


@pytest.mark.parametrize(
    ("code", "other_word"), [("pt-br", r"competiç"), ("es", r"\bpartidas?\b")], ids=["competition", "match"]
)
def test_a_thing_has_one_name(code, other_word):
    """A competition is um campeonato in Brazil, a match un partido in Spanish: other words tell of other things."""
    for path in ITALIAN:
        for key, (_, strings) in read(ROOT / str(path).replace("/it/", f"/{locale_name(code)}/")).items():
            assert not any(re.search(other_word, string, re.IGNORECASE) for string in strings), key


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_phrase_is_one_translation_in_all_catalogues_of_the_pages(code):
    """Django merges them: of two different ones a reader would see whichever came last."""
    heard: dict[tuple[str, str], set[tuple[str, ...]]] = {}
    for path in ITALIAN:
        if path.name == "django.po" and path.parts[0] != "engines":
            for key, (_, strings) in read(ROOT / str(path).replace("/it/", f"/{locale_name(code)}/")).items():
                heard.setdefault(key, set()).add(strings)
    assert {key: said for key, said in heard.items() if len(said) > 1} == {}


@pytest.mark.parametrize("name", ["500.html", "offline.html"])
def test_a_page_that_knows_no_reader_speaks_every_language(name):
    """The page of an error has no request, the page without a network is stored for everybody."""
    page = (ROOT / "templates" / name).read_text(encoding="utf-8")
    for code in TRANSLATED:
        assert page.count(f'<p lang="{code}">') == page.count('<h1 class="title">')
        assert page.count(f'<span lang="{code}">') == page.count('<span lang="it">') > 0  # of each button


def test_faults_are_found():
    assert faults(("Goal for {team}!",), ("Gol!",)) == "the places differ"
    assert faults(("%(n)d goal", "%(n)d goals"), ("%(n)d gol",)) == "a form is missing"
    sentence = ("You cannot undo this any more",)
    assert faults(sentence, sentence) == "it is still English"
    assert faults(("%(n)d goal", "%(n)d goals"), ("%(n)d gol", "%(n)d gols")) == ""


def test_languages_are_named_by_their_speakers_and_one_is_english():
    assert "en" in OFFERED and set(OFFERED) <= set(NAMES) and set(NAMES) >= UNREVIEWED


@pytest.mark.parametrize("code", sorted(UNREVIEWED))
def test_an_unreviewed_language_says_so_and_asks_for_help(client, db, code):
    every = [(each, NAMES[each]) for each in NAMES]
    with override_settings(LANGUAGES=every, SOURCE_URL="https://example.org/source"):
        client.cookies["django_language"] = code
        page = client.get("/").content.decode()
        assert f'<html lang="{code}"' in page and 'class="unreviewed"' in page
        assert page.count('href="https://example.org/source"') == 2
        assert all(f'value="{each}"' in page for each in NAMES if each != code) and f'value="{code}"' not in page
        client.cookies["django_language"] = "it"
        assert 'class="unreviewed"' not in client.get("/").content.decode()


@pytest.mark.parametrize("code", sorted(UNREVIEWED))
def test_an_account_keeps_a_language_with_a_region(client, cast, code):
    client.force_login(cast.anna, backend="django.contrib.auth.backends.ModelBackend")
    with override_settings(LANGUAGES=[(each, NAMES[each]) for each in NAMES]):
        client.post("/prefer/", {"language": code})
    cast.anna.refresh_from_db()
    assert cast.anna.language == code


@pytest.mark.parametrize(
    "template", sorted((ROOT / "templates").rglob("_tabs.html")), ids=lambda path: path.parent.name
)
def test_tabs_side_by_side_have_names_of_their_own(template):
    names = re.findall(r'\{% translate "([^"]+)"(?: context "([^"]+)")? %\}', template.read_text())
    for code in TRANSLATED:
        with translation.override(code):
            words = {(name, context): pgettext(context, name) if context else gettext(name) for name, context in names}
        assert len(set(words.values())) == len(words), (code, words)
