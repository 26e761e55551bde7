"""The colours of the boards, read from the style sheet: what has to be told apart differs enough, in both themes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import engines
from engines.core.dice import SeededDice
from engines.core.svg import SIGNS, render

SHEET = Path(__file__).resolve().parents[2].joinpath("static/css/tabellone.css").read_text()
THEMES = ("light", "dark")
BOARDS = re.findall(r'\[data-board="(\w+)"\] \{', SHEET)
LOOKS = [*((theme, "") for theme in THEMES), *(("light", board) for board in BOARDS)]


def tokens(theme, board=""):
    """Every colour token of the sheet's first block, as it is in ``theme`` on a board of these colours."""
    root = SHEET[SHEET.index(":root {") : SHEET.index("[data-board=")]
    hits = dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{6})\s*;", root))
    pairs = re.findall(r"--([\w-]+):\s*light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\)", root)
    hits |= {name: both[THEMES.index(theme)] for name, *both in pairs}
    own = re.search(rf'\[data-board="{board}"\] \{{(.*?)\}}', SHEET)
    return hits | dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{6});", own[1] if own else ""))


def luminance(colour):
    """Relative luminance by WCAG 2.2."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_the_measure_knows_black_white_and_grey():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_a_board_of_other_colours_says_all_of_them():
    assert BOARDS
    for board in BOARDS:
        assert tokens("light", board)["pitch-rim"] != tokens("light")["pitch-rim"]
        names = ("pitch-a", "pitch-b", "pitch-line", "pitch-rim", "mark", "cell-light", "cell-dark")
        differ = {name for name in names if tokens("light", board)[name] != tokens("light")[name]}
        assert differ == set(names)


@pytest.mark.parametrize(("theme", "board"), LOOKS)
def test_cells_whose_colour_is_a_rule_are_told_apart(theme, board):
    colours = tokens(theme, board)
    assert contrast(colours["cell-light"], colours["cell-dark"]) >= 2
    assert contrast(colours["kind-light"], colours["kind-dark"]) >= 2


@pytest.mark.parametrize(("theme", "board"), LOOKS)
@pytest.mark.parametrize("ground", ["pitch-a", "pitch-b", "cell-light", "cell-dark"])
def test_marks_and_lines_stand_out_from_every_ground(theme, board, ground):
    colours = tokens(theme, board)
    for mark in ("mark", "pitch-line"):
        assert contrast(colours[mark], colours[ground]) >= 3, mark


def test_dom_jim_shows_both_kinds_of_cells_and_the_kind_of_each_figure_by_its_shape():
    game = engines.get("dom_jim")
    state, _events = game.new(None, None, SeededDice(1))
    drawn = render(game.geometry(), game.scene(game.view(state, None)))
    assert 'class="lt"' in drawn and 'class="dk"' in drawn
    assert re.search(r"\.lt \{ fill: var\(--cell-light\); \} \.dk \{ fill: var\(--cell-dark\); \}", SHEET)
    figures = re.findall(r'<g data-id="(\w+)\.(\w)\w*" class="([^"]+)".*?</g>', drawn)
    signs = {
        kind: re.findall(r'<path class="core" d="([^"]+)"', whole)
        for kind, whole in re.findall(r'<g data-id="home\.(\w)\w*"(.*?)</g>', drawn)
    }
    assert len(figures) > 10
    assert len({sign for (sign,) in signs.values()}) == len(signs) == 5, "one sign a kind: told apart without colour"
    assert not re.search(r"<g data-id=\"\w+\.\w+\"(?:(?!</g>).)*<text>", drawn), "no letter of an English word"
    fills = set(re.findall(r"&\.(light|dark|captain|black|reserve) \.core \{ fill:", SHEET))
    assert fills == set(SIGNS)


def test_the_live_board_draws_the_signs_that_the_pictures_have():
    script = Path(__file__).resolve().parents[2].joinpath("static/js/table/board.js").read_text()
    block = script[script.index("const SIGNS = {") :]
    assert dict(re.findall(r'^  (\w+): "(M[^"]+)",$', block[: block.index("};")], re.M)) == SIGNS
