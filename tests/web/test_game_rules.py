"""The rules of each game have the same chapters, figures, tables and numbers in every language, all translated."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

import engines
from deploy.languages import OFFERED
from engines.fuba.shots import NEEDED
from engines.super_goal.faces import ARROWS
from engines.super_goal.options import HALF_TURNS
from league.players.words.rules import OURS, Chapter, chapters
from tests import cases

GAMES = [slug for slug in engines.games() if engines.about(slug).chapters]
TRANSLATED = [code for code in OFFERED if code != "en"]
DRAWING = re.compile(r"<svg.*?</svg>", re.DOTALL)
FIGURE = re.compile(r"^!\[[^\]]+\]\((\w+)\)$", re.MULTILINE)
NUMBER = re.compile(r"\b[A-Z]\d+\b|[+−]?\d+")


def outline(chapter: Chapter) -> list[str]:
    """Name the elements of a chapter in their order; bold words and drawings are left out."""
    return [tag for tag in re.findall(r"<(\w+)", DRAWING.sub("", chapter.text)) if tag != "b"]


def sentences(chapter: Chapter) -> list[str]:
    """Return the texts of a chapter's elements."""
    words = re.sub(r"</?b>", "", DRAWING.sub("", chapter.text))
    return [chapter.title, *(text for text in re.split(r"\s*<[^>]+>\s*", words) if text)]


def numbers(chapter: Chapter) -> set[str]:
    return set(NUMBER.findall(" ".join(sentences(chapter))))


def source(slug: str, language: str) -> str:
    text = engines.rules(slug, language)
    assert text is not None
    return text


def test_every_game_of_the_registry_has_chapters():
    assert list(cases.built()) == GAMES


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_has_the_form_of_the_english_rules(slug, language):
    assert FIGURE.findall(source(slug, language)) == FIGURE.findall(source(slug, "en"))
    for told, english in zip(chapters(slug, language), chapters(slug, "en"), strict=True):
        assert told.anchor == english.anchor and told.title != english.title
        assert outline(told) == outline(english), told.title
        assert numbers(told) == numbers(english), told.title
        assert [text for text in sentences(told) if len(text.split()) > 4 and text in sentences(english)] == []


@pytest.mark.parametrize("slug", GAMES)
def test_chapters_have_an_anchor_each_and_show_every_drawn_position(slug):
    anchors = [chapter.anchor for chapter in chapters(slug, "en")]
    assert len(anchors) >= 9 and len(set(anchors)) == len(anchors)
    assert {"minute", "pitch", "turn", "time", "tips"} <= set(anchors)
    shown = FIGURE.findall(source(slug, "en"))
    assert sorted(shown) == sorted(engines.about(slug).examples) and len(shown) >= 2


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("language", OFFERED)
def test_every_chapter_that_a_refusal_or_event_links_to_tells_enough(slug, language):
    rulebook = engines.about(slug).rulebook
    words = {chapter.anchor: " ".join(sentences(chapter)[1:]).split() for chapter in chapters(slug, language)}
    linked = {*rulebook.events.values(), *rulebook.refusals.values()}
    assert sorted(linked - set(words)) == []
    assert [anchor for anchor in sorted(linked) if len(words[anchor]) < 20] == []


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("language", OFFERED)
def test_the_rules_of_the_platform_are_marked(slug, language):
    assert OURS in source(slug, language)
    text = "".join(chapter.text for chapter in chapters(slug, language))
    assert text.count('<span class="ours" aria-hidden="true">') == source(slug, language).count(OURS)


COORD = 38
"""Font size of rows and columns in the drawings of these pages, in units of a board (``static/css/game.css``)."""


def test_names_of_rows_and_columns_are_whole_in_the_size_of_these_pages():
    assert f".coord {{ font-size: {COORD}px;" in Path("static/css/game.css").read_text()
    for slug in GAMES:
        geometry = engines.get(slug).geometry()
        left, top, width, height = geometry["view_box"]
        names = [shape for shape in geometry["shapes"] if shape["tag"] == "text" and shape["class"] == "coord"]
        for name in names:
            half = len(str(name["text"])) * COORD * 0.32
            assert top + 0.74 * COORD <= name["y"] <= top + height, (slug, name)
            assert left <= name["x"] - half and name["x"] + half <= left + width, (slug, name)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("language", OFFERED)
def test_the_rules_are_markdown_without_html(slug, language):
    assert not re.search(r"[<>]", re.sub("^> ", "", source(slug, language), flags=re.MULTILINE))


def test_the_usual_value_of_an_option_comes_from_the_option():
    usual = {option.name: option.default for option in engines.get("six_a_side").options}
    assert "{turn_limit}" in source("six_a_side", "en")
    assert f"{usual['turn_limit']} of both sides together" in str(chapters("six_a_side", "en"))


@pytest.mark.parametrize("language", OFFERED)
def test_super_goal_tells_the_turns_of_a_tournament(language):
    (time,) = [chapter for chapter in chapters("super_goal", language) if chapter.anchor == "time"]
    assert {str(turns) for turns in HALF_TURNS.values()} <= numbers(time)


def cells(slug: str, language: str, anchor: str) -> list[list[str]]:
    """Return the rows of the first table of a chapter, without their headings."""
    (chapter,) = [chapter for chapter in chapters(slug, language) if chapter.anchor == anchor]
    rows = chapter.text.partition("<tbody>")[2].partition("</tbody>")[0].split("</tr>")
    return [re.findall(r"<td>(.*?)</td>", row) for row in rows if row]


@pytest.mark.parametrize("language", OFFERED)
def test_super_goal_tells_the_faces_of_the_engines_arrows(language):
    told = [
        [(int(re.findall(r"\d", cell)[0]), (re.findall(r"<b>(.)</b>", cell) or [None])[0]) for cell in row]
        for row in cells("super_goal", language, "arrows")
    ]
    assert told == [[face[1:] for face in faces] for faces in zip(*(die[1:] for die in ARROWS), strict=True)]
    words = {cell.split()[0] for row in cells("super_goal", language, "arrows") for cell in row}
    assert len(words) == len({face[0] for die in ARROWS for face in die[1:]})


@pytest.mark.parametrize("language", OFFERED)
def test_fuba_tells_the_rolls_that_score_a_penalty(language):
    told = [[int("".join(re.findall(r"\d", cell)) or 1) for cell in row] for row in cells("fuba", language, "penalty")]
    assert told == [list(row) for row in NEEDED]


TABLE = """## A title

Text with **bold** words, {half_turns} and a < b.

: A caption

| Roll | Faces |
| --- | --- |
| 1 | back **?** |

|   |   |
| --- | --- |
| Long | far |

> Example: so it goes.

![On **C6**](kick_off)
"""


@pytest.fixture
def one_chapter(monkeypatch):
    """Rules of one chapter in place of Super Goal's, read without what was kept."""
    card = engines.about("super_goal")
    monkeypatch.setattr(engines, "rules", lambda slug, language: TABLE if language == "en" else None)
    monkeypatch.setattr(engines, "about", lambda slug: replace(card, chapters=("title",)))
    return chapters.__wrapped__


def test_markdown_becomes_figures_tables_and_examples(one_chapter):
    (chapter,) = one_chapter("super_goal", "en")
    assert (chapter.anchor, chapter.title) == ("title", "A title")
    assert DRAWING.sub("<svg>", chapter.text).splitlines() == [
        "<p>Text with <b>bold</b> words, 45 and a &lt; b.</p>",
        '<table class="plain faces"><caption class="sr">A caption</caption>'
        '<thead><tr><th scope="col">Roll</th><th scope="col">Faces</th></tr></thead>'
        '<tbody><tr><th scope="row">1</th><td>back <b>?</b></td></tr></tbody></table>',
        '<table class="plain faces"><tbody><tr><th scope="row">Long</th><td>far</td></tr></tbody></table>',
        '<p class="example">Example: so it goes.</p>',
        '<figure class="shown"><svg><figcaption>On <b>C6</b></figcaption></figure>',
    ]


@pytest.mark.parametrize("language", OFFERED)
def test_no_line_ends_within_a_formation_or_a_score(language):
    cut = re.compile(r"\d-\d")
    for slug in GAMES:
        assert not [chapter.anchor for chapter in chapters(slug, language) if cut.search(" ".join(sentences(chapter)))]
    (team,) = (chapter for chapter in chapters("fuba", language) if chapter.anchor == "team")
    assert "5\u2060-\u20604\u2060-\u20601" in team.text


def test_a_language_without_chapters_has_the_english_ones(one_chapter):
    assert one_chapter("super_goal", "fr") == one_chapter("super_goal", "en")


def test_a_package_from_elsewhere_brings_its_chapters(tmp_path, monkeypatch):
    (tmp_path / "skittles_package" / "rules").mkdir(parents=True)
    (tmp_path / "skittles_package" / "__init__.py").touch()
    (tmp_path / "skittles_package" / "rules" / "en.md").write_text("## In a minute\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(engines._BUILT, "skittles", "skittles_package")
    assert engines.rules("skittles", "en") == "## In a minute\n"
    assert engines.rules("skittles", "it") is None


def test_a_game_that_is_one_module_has_no_chapters(tmp_path, monkeypatch):
    (tmp_path / "one_module.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(engines._BUILT, "one", "one_module")
    assert engines.rules("one", "en") is None


def test_drawings_are_named_in_the_language_of_the_chapters():
    assert 'aria-label="Campo. La palla è in C6."' in chapters.__wrapped__("super_goal", "it")[1].text


def test_a_chapter_without_an_anchor_is_refused(one_chapter, monkeypatch):
    monkeypatch.setattr(engines, "rules", lambda slug, language: TABLE + "\n## One more\n\nText.\n")
    with pytest.raises(ValueError, match="argument 2 is longer"):
        one_chapter("super_goal", "en")


def test_a_game_without_chapters_has_none(monkeypatch):
    monkeypatch.setattr(engines, "rules", lambda slug, language: None)
    assert chapters.__wrapped__("super_goal", "en") == ()
