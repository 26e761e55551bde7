"""A position as SVG: well formed, small, quick, with the ids, titles and classes that the page counts on."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import engines
from engines.core.dice import SeededDice
from engines.core.svg import render
from tests import cases
from tests.engines.toy import GAME as TOY

GAME = engines.get("super_goal")


def toy_position():
    state, _ = TOY.new(None, None, SeededDice(1))
    for _ in range(4):
        seat = TOY.to_act(state)[0]
        state, _ = TOY.apply(state, seat, TOY.default_move(state, seat), SeededDice(1))
    return state


def test_it_works():
    root = ET.fromstring(render(GAME.geometry(), GAME.scene(GAME.view(GAME.setup({"ball": "B9"}), None)), "it"))
    assert root.get("viewBox") == "0 0 620 800"
    assert root.get("aria-label") == "Campo. La palla è in B9."
    ball = root.find(".//*[@data-id='ball']")
    assert ball.get("transform") == "translate(210 210)"
    assert ball.find("title").text == "Palla in B9"


def test_pieces_have_stable_names_and_no_ids_of_the_page():
    scene = TOY.scene(TOY.view(toy_position(), None))
    root = ET.fromstring(render(TOY.geometry(), scene, "en", {"home": "Anna & <b>", "away": "Bruno"}))
    groups = [group for group in root if group.get("class", "").startswith("pc")]
    assert {group.get("data-id") for group in groups} == {
        f"{seat}.p{n}" for seat in ("home", "away") for n in range(1, 12)
    }
    assert root.find(".//*[@id]") is None
    assert root.find(".//*[@data-id='home.p3']/title").text == "Anna & <b> number 3"
    assert root.find(".//*[@data-id='home.p1']/circle[@class='inner']") is not None
    assert root.find(".//*[@data-id='away.p3']/rect[@class='body']") is not None


def test_the_mouths_and_the_end():
    shown = render(GAME.geometry(), GAME.scene(GAME.view(GAME.setup({"phase": "keeper_throw", "ball": "GH"}), None)))
    assert "translate(310 744)" in shown
    state, _ = GAME.apply(GAME.setup({}), None, {"type": "resign", "seat": "home"}, SeededDice(1))
    assert 'data-id="ball"' not in render(GAME.geometry(), GAME.scene(GAME.view(state, None)))


def test_a_mini_board_has_no_letters():
    scene = GAME.scene(GAME.view(GAME.setup({}), None))
    assert "coord" not in render(GAME.geometry(), scene, mini=True)
    assert "data-mini" in render(GAME.geometry(), scene, mini=True)
    assert "coord" in render(GAME.geometry(), scene)


def test_no_colour_is_written_out():
    drawn = render(GAME.geometry(), GAME.scene(GAME.view(GAME.setup({}), None)))
    assert not re.search(r'style=|fill=|stroke=|#[0-9a-f]{3,6}"', drawn)


def test_small():
    for game, state in ((GAME, GAME.setup({})), (TOY, toy_position())):
        geometry, scene = game.geometry(), game.scene(game.view(state, None))
        assert len(render(geometry, scene).encode()) <= 12 * 1024


def test_every_game_has_a_position_to_show():
    for slug in cases.built():
        game = engines.get(slug)
        scene = game.scene(game.view(game.setup(dict(game.showcase)), None))
        assert scene["pieces"] or scene["ball"], slug
        ET.fromstring(render(game.geometry(), scene, "it"))
