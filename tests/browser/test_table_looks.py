"""The table's looks on one device: zen mode, coordinates, colours of the board; what is on Super Goal!'s dice."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from matches.verbs import casual
from tests.browser.at_table import anything, played
from tests.browser.organising import unfold
from tests.browser.sitemap import elsewhere
from tests.browser.test_match_play import open_table
from tests.league.statistics.played import played as finished

pytestmark = pytest.mark.usefixtures("fixed_dice")


def attacking(choices):
    return any(choice.get("die") == "control" for choice in choices)


def at_table(site, cast, game="super_goal", phone=True, decisions=0, ready=anything):
    match_id = elsewhere(played, (cast.anna, cast.bruno), game, decisions, ready)
    page = site.visitor("anna", user=cast.anna, phone=phone).page
    open_table(page, f"/matches/{match_id}/")
    page.wait_for_selector("[data-match][data-yours]")
    return page


def fill(page, selector):
    return page.evaluate("selector => getComputedStyle(document.querySelector(selector)).fill", selector)


def test_zen_mode_by_one_key_and_back(site, cast):
    page = at_table(site, cast, phone=False)
    expect(page.locator(".masthead")).to_be_visible()
    expect(page.locator("[data-comment]")).to_be_visible()
    page.keyboard.press("z")
    expect(page.locator(".masthead")).to_be_hidden()
    expect(page.locator("[data-comment]")).to_be_hidden()
    expect(page.locator("svg.pitch")).to_be_visible()
    expect(page.locator("[data-acts] button").first).to_be_visible()
    assert page.locator("[data-assertive]").evaluate("each => getComputedStyle(each).display") != "none"
    page.locator(".zenoff button").click()
    expect(page.locator(".masthead")).to_be_visible()
    expect(page.locator(".zenoff")).to_be_hidden()


def test_coordinates_and_colours_are_kept_on_this_device(site, cast):
    page = at_table(site, cast, phone=False)
    grass = fill(page, ".pitch .ca")
    page.locator("[role=tab]").last.click()
    expect(page.locator(".pitch .coord").first).to_be_visible()
    page.uncheck("#set-coords")
    expect(page.locator(".pitch .coord").first).to_be_hidden()
    page.select_option("#set-board", "slate")
    slate = fill(page, ".pitch .ca")
    assert slate != grass
    page.reload()
    page.wait_for_selector("[data-match][data-v]")
    expect(page.locator(".pitch .coord").first).to_be_hidden()
    assert fill(page, ".pitch .ca") == slate


OUTSIDE = """() => {
  const board = document.querySelector("svg.pitch").getBoundingClientRect();
  return [...document.querySelectorAll("svg.pitch .coord")].filter((text) => {
    const { top, bottom } = text.getBoundingClientRect();
    return top < board.top - 1 || bottom > board.bottom + 1;
  }).map((text) => text.textContent);
}"""


@pytest.mark.parametrize("game", ["soccer_tactics", "six_a_side"])
def test_a_turned_board_shows_its_coordinates_whole(site, cast, game):
    page = at_table(site, cast, game, phone=False)
    assert page.evaluate(OUTSIDE) == []
    page.keyboard.press("f")
    page.wait_for_function("() => document.querySelector('.pitch .coord').getAttribute('transform')")
    assert page.evaluate(OUTSIDE) == []


def test_the_replay_and_the_practice_board_look_as_the_table_was_set(site, cast):
    match = elsewhere(finished, "super_goal", cast.anna, cast.bruno, seed=0)
    page = site.visitor("anna", user=cast.anna).page
    page.goto(f"/matches/{match.pk}/report/")
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuetext", re.compile("."))
    grass = fill(page, ".pitch .ca")
    unfold(page.locator("#set-coords"))
    page.uncheck("#set-coords")
    page.select_option("#set-board", "slate")
    slate = fill(page, ".pitch .ca")
    assert slate != grass
    expect(page.locator(".pitch .coord").first).to_be_hidden()
    practice = elsewhere(casual.practice, user=cast.anna, game="super_goal")
    open_table(page, f"/matches/{practice.pk}/")
    assert fill(page, ".pitch .ca") == slate
    expect(page.locator(".pitch .coord").first).to_be_hidden()
    page.locator("[role=tab]").last.click()
    assert page.input_value("#set-board") == "slate" and not page.is_checked("#set-coords")


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_slider_of_a_replay_is_on_the_first_screen_of_a_phone(site, cast, language):
    match = elsewhere(finished, "six_a_side", cast.anna, cast.bruno, seed=0)
    page = site.visitor("anna", user=cast.anna, phone=True, language=language).page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/matches/{match.pk}/report/?v=30")
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuetext", re.compile("30"))
    slider, bar = (page.locator(one).bounding_box() for one in ("[data-slider]", ".bottombar"))
    assert slider["y"] + slider["height"] <= bar["y"] < 844
    board = page.locator("svg.pitch").first.bounding_box()
    assert board["y"] + board["height"] <= slider["y"] and board["height"] > 350


def test_no_button_of_a_formation_cuts_its_words(site, cast):
    page = at_table(site, cast, "fuba")
    buttons = page.locator("[data-acts] .btn:has(.brings)")
    expect(buttons).to_have_count(8)
    cut = "one => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1"
    assert not [each.inner_text() for each in buttons.all() if each.evaluate(cut)]


def test_a_piece_that_is_not_on_the_board_yet_is_named_by_the_question_alone(site, cast):
    match = elsewhere(casual.practice, user=cast.anna, game="soccer_tactics")
    page = site.visitor("anna", user=cast.anna).page
    open_table(page, f"/matches/{match.pk}/")
    page.wait_for_selector(".over .legal")
    expect(page.locator("[data-say]"), "the question asks for the piece").to_contain_text("keeper")
    expect(page.locator("[data-kicker]")).not_to_contain_text("keeper")


def test_the_dice_have_their_colours_their_odds_and_their_faces_behind_one_tap(site, cast):
    page = at_table(site, cast, ready=attacking)
    rolls = page.locator("[data-acts] button[data-die]")
    rolls.first.wait_for()
    assert [each.get_attribute("data-die") for each in rolls.all()] == ["control", "pass", "long_ball"]
    edges = {each.evaluate("one => getComputedStyle(one).borderInlineStartColor") for each in rolls.all()}
    assert edges == {"rgb(242, 140, 40)", "rgb(210, 47, 39)", "rgb(125, 63, 178)"}
    expect(rolls.first, "its chance is on it").to_contain_text(re.compile(r"\b5\b.*\b6\b"))
    faces = page.locator("[data-faces] svg.die")
    expect(faces.first).to_be_hidden()
    page.locator("[data-faces] summary").focus()
    page.keyboard.press("Enter")
    expect(faces).to_have_count(18)
    expect(faces.first).to_be_visible()
    assert faces.first.get_attribute("aria-label") == "forward 1"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_board_of_super_goal_is_as_wide_as_a_phone(site, cast):
    page = at_table(site, cast, ready=attacking)
    page.locator("[data-acts] button[data-die]").first.wait_for()
    board = page.locator("svg.pitch").bounding_box()
    assert board["width"] > 0.78 * page.viewport_size["width"], board


def test_no_ring_strikes_through_the_numbers_of_a_zone(site, cast):
    def moves(choices):
        return any(choice["pick"] and choice["to"] for choice in choices)

    match_id = elsewhere(played, (cast.anna, cast.bruno), "fuba", 60, moves)
    page = site.visitor("anna", user=cast.anna, phone=True).page
    open_table(page, f"/matches/{match_id}/")
    page.wait_for_selector(".over .pick")
    expect(page.locator(".pitch .count").nth(4)).to_be_attached()
    picks = page.locator(".over .pick")
    for n in range(picks.count()):
        picks.nth(n).tap()
        page.wait_for_timeout(100)
        if page.locator(".over .take").count():
            break
    tags = page.locator(".over .take").evaluate_all("all => all.map(each => each.tagName)")
    assert set(tags) == {"rect"}


def test_share_on_a_replay_leaves_the_address_alone(site, cast):
    match = elsewhere(finished, "super_goal", cast.anna, cast.bruno, seed=0)
    page = site.visitor("anna", user=cast.anna, phone=True).page
    page.add_init_script("window.shared = []; navigator.share = async (what) => { window.shared.push(what.url); };")
    page.goto(f"/matches/{match.pk}/report/")
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuetext", re.compile("."))
    page.get_by_role("button", name="Share").click()
    page.wait_for_function("() => window.shared.length === 1")
    assert page.url.endswith("/report/")
    expect(page.get_by_role("button", name="Share")).to_be_visible()
    page.get_by_role("slider").fill("3")
    page.wait_for_url("**/report/?v=3")
    page.get_by_role("button", name="Share").click()
    page.wait_for_function("() => window.shared.at(-1).endsWith('/report/?v=3')")


HEIGHTS = """() => {
  globalThis.heights = new Set();
  const pitch = document.querySelector("svg.pitch");
  new ResizeObserver(() => globalThis.heights.add(pitch.getBoundingClientRect().height)).observe(pitch);
}"""


def test_on_a_phone_the_board_keeps_its_size_while_the_dock_changes(site, cast):
    """The dock is lower with a piece in hand and higher on their turn; a board that grew and shrank met fingers."""
    page = at_table(site, cast, game="dom_jim", decisions=4)
    page.evaluate(HEIGHTS)
    page.locator(".over .pick:not([aria-pressed])").first.tap()
    page.wait_for_selector(".over .pick[aria-pressed]")
    page.locator(".over .legal").first.tap()
    page.wait_for_selector("[data-match]:not([data-yours])")
    page.wait_for_timeout(100)
    heights = page.evaluate("[...globalThis.heights]")
    assert len(heights) == 1, heights
