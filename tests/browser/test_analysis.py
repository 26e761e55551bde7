"""The analysis board in a browser: by keyboard alone, with chosen dice, after a reload, from a match to a link."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import expect

from league.analysis.models import Analysis
from tests.browser.axe import serious
from tests.browser.sitemap import elsewhere, kick_off
from tests.browser.test_pages_axe import too_wide
from tests.league.analysis.test_from_match import at_random
from tests.sizes import size

CURRENT = "[data-lines] [aria-current]"


def opened(page, address):
    page.goto(address)
    page.wait_for_selector("[data-analysis][data-ready]")


def rows(page):
    """Numbers of the moves in the list, in its order."""
    return page.locator("[data-lines] .mv").evaluate_all("all => all.map(each => Number(each.dataset.n))")


def position(page):
    """The line of the position that is shown, as the link to its picture has it."""
    return page.evaluate("new URL(document.querySelector('[data-picture]').href).searchParams.get('position')")


def after(page, act):
    """Do ``act`` and wait for another position."""
    before = position(page)
    act()
    page.wait_for_function(
        "was => new URL(document.querySelector('[data-picture]').href).searchParams.get('position') !== was", arg=before
    )


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def tab_to(page, selector):
    """Go on with Tab until ``selector`` has the focus."""
    for _ in range(80):
        if page.evaluate("wanted => document.activeElement.matches(wanted)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {selector}")


def move_by_keys(page, picks=1):
    """Take up a piece and put it somewhere, by N, arrows and Enter."""
    press(page, *["n"] * picks, "Enter")
    page.wait_for_selector(".over .pick[aria-pressed=true]")
    press(page, "Tab")
    page.wait_for_function("() => document.activeElement.matches('.legal')")
    after(page, lambda: press(page, "Enter"))


def test_a_tree_is_made_by_keyboard_alone_and_survives_a_reload(site):
    page = site.visitor("analyst").page
    opened(page, f"/analysis/?position={kick_off('dom_jim')}")
    start = position(page)
    move_by_keys(page)
    move_by_keys(page, 2)
    second = position(page)
    expect(page.locator("[data-told]"), "it is said which move it is").to_contain_text(re.compile(r"\b2\b"))
    # back to the first move, and another second one
    after(page, lambda: press(page, ","))
    move_by_keys(page, 4)
    assert position(page) != second and rows(page) == [-1, 0, 1, 2]
    expect(page.locator("[data-lines] .line .mv")).to_have_count(1)
    # between the two lines, to the start and to the end
    page.evaluate("document.activeElement.blur()")
    after(page, lambda: press(page, "ArrowUp"))
    assert position(page) == second
    after(page, lambda: press(page, "ArrowDown"))
    after(page, lambda: press(page, "Home"))
    assert position(page) == start
    after(page, lambda: press(page, "End"))
    assert position(page) == second
    # the other line gets a name, a comment and a mark, all by Tab
    after(page, lambda: press(page, "ArrowDown"))
    tab_to(page, "[data-line-name]")
    line_name = "The quiet one"
    page.keyboard.type(line_name)
    tab_to(page, "[data-comment]")
    page.keyboard.type("Why not?")
    page.keyboard.press("Tab")
    tab_to(page, "details:has([data-mark-form]) summary")
    page.keyboard.press("Enter")
    for name, cell in (("from", "D5"), ("to", "E7")):
        tab_to(page, f"[data-mark-form] [name={name}]")
        page.keyboard.type(cell)
    page.keyboard.press("Enter")
    page.wait_for_selector(".drawn .arrow")
    expect(page.locator(".linename")).to_have_text(line_name)
    # its line becomes the main one
    tab_to(page, "[data-act=promote]")
    page.keyboard.press("Enter")
    assert rows(page) == [-1, 0, 2, 1]
    here, lines = position(page), page.locator("[data-lines]").inner_text()
    page.reload()
    page.wait_for_selector("[data-analysis][data-ready]")
    assert position(page) == here and page.locator("[data-lines]").inner_text() == lines
    assert page.locator("[data-comment]").input_value() == "Why not?"
    expect(page.locator(".drawn .arrow")).to_have_count(1)
    expect(page.locator("[data-kept]")).to_be_visible()
    # deleted from here on, and gone after a reload too
    tab_to(page, "[data-act=remove]")
    after(page, lambda: press(page, "Enter"))
    page.reload()
    page.wait_for_selector("[data-analysis][data-ready]")
    assert len(rows(page)) == 3
    page.get_by_role("button", name="Start afresh").click()
    page.wait_for_function("() => document.querySelectorAll('[data-lines] .mv').length === 1")


def test_dice_are_chosen_by_their_face_or_rolled(site):
    page = site.visitor("analyst").page
    opened(page, f"/analysis/?position={kick_off('super_goal')}")
    for _ in range(12):  # whatever is asked first, until a die is to be rolled
        press(page, "1")
        page.wait_for_timeout(400)
        if page.locator("[data-roll]").is_visible():
            break
    assert "face" in page.locator("[data-told]").inner_text()
    faces = page.locator("[data-roll-faces] button").count()
    assert faces == 6
    count = len(rows(page))
    press(page, "Escape")
    page.wait_for_selector("[data-roll][hidden]", state="attached")
    assert len(rows(page)) == count
    press(page, "1")
    page.wait_for_selector("[data-roll]:not([hidden])")
    after(page, lambda: press(page, "r"))
    assert len(rows(page)) == count + 1


def test_from_a_match_to_a_link_that_a_visitor_opens(site, cast):
    match = elsewhere(lambda: at_random(random.Random(11))[0])
    anna = site.visitor("anna", user=cast.anna)
    anna.tolerate("ERR_FAILED")
    page = anna.page
    page.goto(f"/matches/{match.pk}/report/?v=3")
    page.wait_for_function("() => document.querySelector('[data-analyse]').href.endsWith('v=3')")
    page.locator("[data-analyse]").click()
    page.wait_for_selector("[data-analysis][data-ready]")
    assert page.locator(CURRENT).inner_text().startswith("3")
    after(page, lambda: press(page, "ArrowRight"))
    assert page.url.endswith("v=4")
    after(page, lambda: press(page, "ArrowLeft"))
    # while a position is on its way the one before takes no move, and it stays when none comes
    held = []
    page.route("**/analysis/step/**", lambda route: held.append(route))
    with page.expect_request("**/analysis/step/**"):
        press(page, "ArrowLeft")
    for _ in range(3):
        page.locator(".dock .acts button, .over [role=button]").last.click()
    assert len(held) == 1
    held[0].abort()
    page.wait_for_function("at => document.querySelector(at).innerText.startsWith('3')", arg=CURRENT)
    page.unroute("**/analysis/step/**")
    before = rows(page)
    for _ in range(12):  # whatever is asked, until another line stands there
        if page.locator("[data-roll]").is_visible():
            page.locator("[data-act=roll]").click()
        elif page.locator(".dock .acts button").count():
            page.locator(".dock .acts button").last.click()
        else:
            page.locator(".over [role=button]").last.click()
        page.wait_for_timeout(400)
        if len(rows(page)) > len(before) and page.locator("[data-lines] .line").count():
            break
    expect(page.locator("[data-lines] .line")).not_to_have_count(0)
    here = position(page)
    page.fill("#title", "Another way")
    page.select_option("select[name=visibility]", "link")
    page.locator("[data-save] button[value=save]").click()
    page.wait_for_url("**/analysis/*-*/")
    page.wait_for_selector("[data-analysis][data-ready]")
    assert position(page) == here
    row = elsewhere(lambda: Analysis.objects.get())
    assert (row.title, row.visibility) == ("Another way", "link")
    # saved again where it stands
    page.fill("#comment", "Good.")
    page.locator("#comment").blur()
    page.route("**/analysis/save/", lambda route: held.append(route), times=1)
    with page.expect_request("**/analysis/save/"):
        page.locator("[data-save] button[value=save]").click()
    page.fill("#comment", "Better.")  # while that is on its way
    page.locator("#comment").blur()
    with page.expect_response(lambda answer: "Better." in (answer.request.post_data or "")):
        held[1].continue_()
    assert elsewhere(lambda: Analysis.objects.get().version) == row.version + 2, "one more save for what came meanwhile"
    visitor = site.visitor("visitor", phone=True).page
    opened(visitor, f"/analysis/{row.pk}/")
    assert position(visitor) == here and visitor.locator("#comment").input_value() == "Better."
    expect(visitor.locator("form[data-save]")).to_have_count(0)


def test_a_second_tap_while_it_is_saved_saves_nothing_more(site, cast):
    page = site.visitor("analyst", user=cast.anna).page
    opened(page, f"/analysis/?position={kick_off('dom_jim')}")
    move_by_keys(page)
    page.fill("#title", "Once")
    held = []
    page.route("**/analysis/save/", lambda route: held.append(route))
    save = page.locator("[data-save] button[value=save]")
    with page.expect_request("**/analysis/save/"):
        save.click()
    save.click()
    page.wait_for_timeout(300)
    assert len(held) == 1, "a second request would make a second analysis"
    held[0].continue_()
    page.wait_for_url("**/analysis/*-*/")
    assert elsewhere(lambda: Analysis.objects.get().title) == "Once"


def test_a_text_is_read_in_and_kept(site):
    analyst = site.visitor("analyst")
    analyst.tolerate("400")
    page = analyst.page
    opened(page, f"/analysis/?position={kick_off('dom_jim')}")
    move_by_keys(page)
    page.get_by_role("button", name="As text").click()
    page.wait_for_function("() => document.querySelector('[data-text]').value.startsWith('[Game')")
    words = page.locator("[data-text]").input_value()
    page.goto("/analysis/")
    page.fill("#text", words + "\nnonsense")
    page.get_by_role("button", name="Open").click()
    page.get_by_role("alert").wait_for()
    page.fill("#text", words)
    page.get_by_role("button", name="Open").click()
    page.wait_for_selector("[data-analysis][data-ready]")
    assert rows(page) == [-1, 0] and "position=" in page.url
    page.reload()
    page.wait_for_selector("[data-analysis][data-ready]")
    assert rows(page) == [-1, 0]


def test_a_bot_is_asked_and_its_move_played(site):
    page = site.visitor("analyst").page
    opened(page, f"/analysis/?position={kick_off('six_a_side')}")
    page.get_by_role("button", name="Best moves").click()
    page.locator("[data-best] .mv").first.wait_for(timeout=30_000)
    page.locator("[data-best] .mv").first.click()
    page.wait_for_function("() => document.querySelectorAll('[data-lines] .mv').length === 2")


def test_marks_by_the_right_button_and_by_finger(site):
    page = site.visitor("analyst").page
    opened(page, f"/analysis/?position={kick_off('dom_jim')}")
    draw = page.get_by_role("button", name="Draw")
    draw.scroll_into_view_if_needed()
    box = page.locator("svg.pitch").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(x, y, button="right")
    page.wait_for_selector(".drawn .ringed", state="attached")
    draw.click()
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 90)
    page.mouse.up()
    page.wait_for_selector(".drawn .arrow", state="attached")
    page.mouse.click(x, y, button="right")  # once more takes it away
    page.wait_for_function("() => !document.querySelector('.drawn .ringed')")


@pytest.mark.parametrize("dark", [False, True][: size(1, 2)])
@pytest.mark.parametrize("phone", [False, True])
def test_axe_finds_nothing_serious_on_the_board(site, cast, phone, dark):
    match = elsewhere(lambda: at_random(random.Random(4))[0])
    page = site.visitor("anna", user=cast.anna, phone=phone, dark=dark, bypass_csp=True).page
    faults = []
    for address in (f"/matches/{match.pk}/analysis/?v=5", "/analysis/", "/analysis/mine/"):
        page.goto(address)
        page.wait_for_load_state("networkidle")
        page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
        faults += serious(page, address)
        faults += too_wide(page, address)
    assert faults == []
