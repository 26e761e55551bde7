"""Placements at the table: drafted, exchanged, taken back, kept, sent at once; prompts answered by themselves."""

from __future__ import annotations

import json
import re

from django.db import transaction
from playwright.sync_api import expect

from matches.models import LineUp, Match, MatchEvent
from matches.verbs.opening import Opening, Sitter, open_match
from tests.browser import at_table, sitemap
from tests.browser.starting import kick_off
from tests.browser.test_match_play import BUTTON, open_table, play_first_button, short_match, status, wait_for_turn
from tests.matches.loaded import away_may_be_stopped
from tests.matches.table import run, start

CONFIRM = "[data-acts] [data-key=confirm]:not([aria-disabled])"
UNDO = "[data-acts] [data-key=undo]:not([aria-disabled])"


def pair(site, cast, game="six_a_side", **more):
    """Both seats of ``game`` at their tables, after the kick-off: the match and both pages."""
    with transaction.atomic():
        match = open_match(Opening(game=game, home=Sitter(user=cast.anna), away=Sitter(user=cast.bruno), **more))
    pages = []
    for name in ("anna", "bruno"):
        visitor = site.visitor(name, user=getattr(cast, name), phone=name == "bruno")
        open_table(visitor.page, f"/matches/{match.id}/")
        pages.append(visitor.page)
    for page in pages:
        page.wait_for_selector("[data-status=live]")
    return match, pages


def alone(site, cast):
    """Anna at her table after the kick-off, away's table not open: the match and her page."""
    match = sitemap.elsewhere(kicked_off, cast)
    page = site.visitor("anna", user=cast.anna).page
    open_table(page, f"/matches/{match.id}/")
    page.wait_for_selector(CONFIRM)
    return match, page


def kicked_off(cast):
    match = open_match(Opening(game="six_a_side", home=Sitter(user=cast.anna), away=Sitter(user=cast.bruno)))
    run(lambda: start(match))
    return match


def cells(page, side="home"):
    """Where the pieces of a side stand on the board of this page."""
    pieces = page.locator(f'.pieces .pc[data-seat="{side}"]')
    return {piece.get_attribute("data-id"): piece.get_attribute("transform") for piece in pieces.all()}


STANDS = """([side, was, same]) => {
  const pieces = [...document.querySelectorAll(`.pieces .pc[data-seat=${side}]`)];
  const now = Object.fromEntries(pieces.map((piece) => [piece.dataset.id, piece.getAttribute("transform")]));
  return pieces.length && same === (JSON.stringify(now) === JSON.stringify(was));
}"""


def wait_for_change(page, was, side="home", same=False):
    """Until the pieces of a side stand otherwise than ``was`` (``same``: until they stand so)."""
    page.wait_for_function(STANDS, arg=[side, was, same])


GROUND = """() => {
  const board = document.querySelector("svg.pitch");
  return [board.getAttribute("viewBox"), board.firstElementChild.getAttribute("transform")];
}"""


def test_a_board_lies_as_it_will_before_the_first_state(site, cast):
    """A wide board on a phone stands up, its reader's end below, while the line is still silent; the first state turns
    nothing any more, and the pieces stand where their cells are shown."""
    bot = Sitter(bot="random", name="Rimpallo")
    with transaction.atomic():
        match = open_match(Opening(game="fuba", home=bot, away=Sitter(user=cast.anna), bot_seconds=0))
    anna, waits = site.visitor("anna", user=cast.anna, phone=True).page, []

    def between(line):
        server = line.connect_to_server()
        line.on_message(server.send)
        server.on_message(lambda text: waits.append((line, text)) if waits is not None else line.send(text))

    anna.route_web_socket("**/ws/matches/**", between)
    with anna.expect_websocket():
        anna.goto(f"/matches/{match.id}/")
    anna.wait_for_selector("[data-shape=even] svg.pitch")
    assert anna.get_attribute("[data-match]", "data-v") is None, "no state has come"
    before = anna.evaluate(GROUND)
    held, waits = waits, None
    for line, text in held:
        line.send(text)
    anna.wait_for_selector(f"[data-yours] {BUTTON}")
    while not anna.locator('.pieces .pc[data-seat="away"]').count():
        play_first_button(anna)
    assert anna.evaluate(GROUND) == before
    board = anna.locator("svg.pitch").bounding_box()
    anna.wait_for_selector('.pieces .pc[data-seat="away"]')  # a frame that comes now draws them anew
    assert board["height"] > board["width"]
    # The own goal is below; the pieces slide there for a moment.
    lowest = "[...document.querySelectorAll('.pieces .pc[data-seat=away]')].map(one => one.getBoundingClientRect().y)"
    anna.wait_for_function(f"line => Math.max(...{lowest}) > line", arg=board["y"] + board["height"] * 0.75)


def elsewhere(page):
    """Move the second piece of the draft to another place, by the board."""
    before = cells(page)
    page.locator(".over .pick").nth(1).click()
    page.locator(".over .legal").last.click()
    wait_for_change(page, before)


def test_it_works(site, cast):
    """A suggestion stands there at once; one piece is moved and taken back; nothing is sent before Confirm, which
    takes the last change along though its answer is still on its way."""
    match, (anna, bruno) = pair(site, cast)
    anna.wait_for_selector(CONFIRM)
    suggested = cells(anna)
    assert len(suggested) == 6
    elsewhere(anna)
    anna.locator(UNDO).click()
    wait_for_change(anna, suggested, same=True)
    anna.select_option("#lineup", "3-2")
    wait_for_change(anna, suggested)
    assert not MatchEvent.objects.filter(match=match).exists()
    before, held = cells(anna), []
    anna.route("**/draft/**", lambda route: held.append(route))
    anna.select_option("#lineup", "2-3")
    anna.locator(CONFIRM).click()
    for answer in held:
        answer.continue_()
    anna.wait_for_selector('[data-chosen="home"]:not([hidden])')
    shown = cells(anna)
    assert shown != before
    rows = MatchEvent.objects.filter(match=match, seat="home").order_by("seq")
    assert [row.move["type"] for row in rows] == ["place"] * 6
    assert cells(anna) == shown
    assert cells(bruno) == {}, "what is sealed is on no other board"


def test_a_last_line_up_that_does_not_fit_gives_way_to_a_suggestion(site, cast):
    """After a match in another formation the first line-up needs one tap: that of last time may have no place here."""
    sitemap.elsewhere(at_table.played, (cast.anna, cast.bruno), "six_a_side", 40)
    with transaction.atomic():
        match = open_match(Opening(game="six_a_side", home=Sitter(user=cast.anna), away=Sitter(user=cast.bruno)))
    anna, asked = site.visitor("anna", user=cast.anna, phone=True).page, []

    def fits_nowhere(route):
        asked.append(route.request.url)
        route.continue_(url=route.request.url.replace("line_up=last", "cells=%7B%7D"))

    anna.route(re.compile("/draft/.*line_up=last"), fits_nowhere)
    open_table(anna, f"/matches/{match.id}/")
    open_table(site.visitor("bruno", user=cast.bruno).page, f"/matches/{match.id}/")
    anna.wait_for_selector(CONFIRM)
    assert asked and anna.locator("#lineup").input_value() != "last"
    anna.locator(CONFIRM).tap()
    anna.wait_for_selector('[data-chosen="home"]:not([hidden])')
    assert MatchEvent.objects.filter(match=match, seat="home", move__type="place").count() == 6


def test_nothing_is_touched_before_the_first_suggestion_stands(site, cast):
    """A quick finger on the empty board placed one piece and lost the line-up: 24 taps instead of one."""
    match = sitemap.elsewhere(kicked_off, cast)
    page = site.visitor("anna", user=cast.anna, phone=True).page
    held = []
    page.route(re.compile("/draft/.*line_up="), lambda route: held.append(route))
    with page.expect_request(re.compile("/draft/.*line_up=")):
        open_table(page, f"/matches/{match.id}/")
    expect(page.locator(".over .legal, .over .pick, [data-acts] button")).to_have_count(0)
    expect(page.locator(".dock")).to_have_attribute("tabindex", "0")  # it scrolls, and has no button to be reached by
    held[0].continue_()
    page.wait_for_selector(CONFIRM)


def test_without_an_answer_pieces_are_placed_one_by_one(site, cast):
    match = sitemap.elsewhere(kicked_off, cast)
    page = site.visitor("anna", user=cast.anna).page
    page.clock.install()
    page.route("**/draft/*", lambda route: None)
    with page.expect_request("**/draft/*"):
        open_table(page, f"/matches/{match.id}/")
    page.clock.fast_forward(8_000)
    page.wait_for_selector(".over .legal, .over .pick")
    page.unroute_all(behavior="ignoreErrors")


def test_a_sealed_choice_is_told_after_a_reload(site, cast):
    _match, (anna, bruno) = pair(site, cast)
    anna.wait_for_selector(CONFIRM)
    anna.locator(CONFIRM).click()
    for page in (anna, bruno):
        page.wait_for_selector('[data-chosen="home"]:not([hidden])', state="attached")
        page.reload()
        page.wait_for_selector('[data-chosen="home"]:not([hidden])', state="attached")
        expect(page.locator('[data-chosen="away"]:not([hidden])')).to_have_count(0)
    assert "chosen" in anna.inner_text("[data-kicker]")


def test_a_draft_survives_a_reload(site, cast):
    _, anna = alone(site, cast)
    elsewhere(anna)
    mine = cells(anna)
    anna.reload()
    anna.wait_for_selector(CONFIRM)
    assert cells(anna) == mine


def test_a_sent_placement_survives_a_reload(site, cast):
    """Sent into the void as one list, then the page is loaded again: all of it arrives, once."""
    match, anna = alone(site, cast)
    anna.evaluate("WebSocket.prototype.send = function () {}")
    anna.locator(CONFIRM).click()
    kept = anna.evaluate("Object.entries(localStorage).find(([key]) => key.startsWith('tabellone.pending'))[1]")
    assert len(json.loads(kept)["moves"]) == 6
    assert not MatchEvent.objects.filter(match=match).exists()
    anna.reload()
    anna.wait_for_selector('[data-chosen="home"]:not([hidden])', state="attached")
    rows = MatchEvent.objects.filter(match=match, seat="home")
    assert rows.count() == 6
    assert str(rows.order_by("seq").first().client_id) == re.search(r'"id":"([^"]+)"', kept)[1]


def test_kept_with_the_account(site, cast):
    """Anna keeps a line-up as home; it stands for her as away in another match, and she removes it there."""
    _match, anna = alone(site, cast)
    elsewhere(anna)
    anna.locator("[data-keep]").click()
    anna.fill("#keep-name", "Il catenaccio")
    anna.locator("#keep .primary").click()
    anna.wait_for_selector("#keep:not([open])", state="attached")
    line_up = LineUp.objects.get(user=cast.anna)
    assert len(line_up.cells) == 6
    anna.locator(CONFIRM).click()
    anna.wait_for_selector('[data-chosen="home"]:not([hidden])')
    with transaction.atomic():
        other = open_match(
            Opening(game="six_a_side", home=Sitter(bot="random", name="Rimpallo"), away=Sitter(user=cast.anna))
        )
    anna.goto(f"/matches/{other.id}/")
    anna.wait_for_selector(CONFIRM)
    anna.wait_for_selector(f'#lineup option[value="kept:{line_up.id}"]', state="attached")
    before = cells(anna, "away")
    anna.select_option("#lineup", "3-2")
    wait_for_change(anna, before, "away")
    anna.select_option("#lineup", f"kept:{line_up.id}")
    wait_for_change(anna, before, "away", same=True)  # as last time is the same line-up
    anna.locator("[data-keep]").click()
    anna.locator("#keep [data-kept] button").click()
    anna.wait_for_selector("#keep [data-kept]:not(:has(li))", state="attached")
    assert not LineUp.objects.exists()


def test_kept_in_the_browser_of_a_guest(site):
    guest = site.visitor("guest", phone=True)
    guest.goto("/play/six_a_side/")
    guest.page.fill("[name=nickname]", "Libero 7")
    guest.page.check("[name=level][value=beginner]")
    kick_off(guest.page)
    guest.page.wait_for_selector(CONFIRM)
    guest.page.locator("[data-keep]").click()
    guest.page.fill("#keep-name", "Mia")
    guest.page.locator("#keep .primary").click()
    guest.page.wait_for_selector("#keep:not([open])", state="attached")
    assert not LineUp.objects.exists()
    guest.page.reload()
    guest.page.wait_for_selector('#lineup option[value="kept:Mia"]', state="attached")


def test_from_an_empty_board_by_keyboard(site, cast):
    """Piece by piece with the arrows and Enter, then C: no mouse."""
    match, anna = alone(site, cast)
    anna.select_option("#lineup", "clear")
    for placed in range(1, 7):
        anna.wait_for_selector(".over .legal")
        anna.evaluate("document.activeElement.blur()")
        anna.keyboard.press("ArrowUp")
        anna.keyboard.press("Enter")
        anna.wait_for_function("n => document.querySelectorAll('.pieces .pc[data-seat=home]').length === n", arg=placed)
    anna.wait_for_selector(CONFIRM)
    anna.keyboard.press("c")
    anna.wait_for_selector('[data-chosen="home"]:not([hidden])')
    assert MatchEvent.objects.filter(match=match, seat="home").count() == 6


def test_usual_prompts_answer_themselves(site, cast):
    """Super Goal's star: after "Always" it is not asked again, the table says so, and More takes it back."""
    rimpallo = Sitter(bot="random", name="Rimpallo")
    match = short_match(Sitter(user=cast.anna), rimpallo, begins=away_may_be_stopped)
    page = site.visitor("anna", user=cast.anna).page
    open_table(page, f"/matches/{match.id}/")
    wait_for_turn(page)
    always = page.locator("[data-usual] button", has_text="Never")
    v = page.get_attribute("[data-match]", "data-v")
    # The star is asked for in two sentences, before a roll and before a shot; one "Always" answers one of them.
    answered = always.get_attribute("data-prompt")
    always.click()
    page.wait_for_function("v => document.querySelector('[data-match]').dataset.v !== v", arg=v)
    while True:
        wait_for_turn(page)
        prompts = [button.get_attribute("data-prompt") for button in always.all()]
        assert answered not in prompts, "it was asked again"
        if not play_first_button(page):
            break
    rows = MatchEvent.objects.filter(match=match, seat="home", move__type="decline")
    assert rows.exists()
    assert Match.objects.get(id=match.id).status == "finished"
    page.locator("#tab-more").press("Enter")  # the page moves while it shows the end, and a click may miss
    page.locator("[data-usuals] button").click()
    assert page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('tabellone.usual'))") == []


def test_six_a_side_by_keyboard_alone(site, cast):
    """From the line-up to the whistle without a mouse: arrows, Enter, C and the dock's numbers."""
    with transaction.atomic():
        match = open_match(
            Opening(
                game="six_a_side",
                options={"turn_limit": 20},
                terms={"draws_allowed": True},
                home=Sitter(user=cast.anna),
                away=Sitter(bot="random", name="Rimpallo"),
                bot_seconds=0,
            )
        )
    anna = site.visitor("anna", user=cast.anna)
    open_table(anna.page, f"/matches/{match.id}/")
    page = anna.page
    page.wait_for_selector(CONFIRM)
    page.keyboard.press("c")
    picked = 0
    for _ in range(200):
        page.wait_for_selector(
            "[data-yours] .over [role=button], [data-yours] [data-acts] button, [data-status=finished]",
            state="attached",
        )
        if status(page) == "finished":
            break
        v = page.get_attribute("[data-match]", "data-v")
        if page.locator(".over .legal").count():
            for key in ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft") * 8:
                page.keyboard.press(key)
                if page.evaluate("document.activeElement.classList.contains('legal')"):
                    break
            page.keyboard.press("Enter")
            if page.locator(".over .both[aria-pressed=true]").count():
                page.keyboard.press("1")  # the cell means a move and a kick: the dock asks
        elif page.locator(BUTTON).count():
            page.keyboard.press("1")
        else:
            picked += 1
            page.keyboard.press("n")
            page.keyboard.press("Enter")
            continue
        page.wait_for_function("v => document.querySelector('[data-match]').dataset.v !== v", arg=v)
    assert status(page) == "finished"
    assert picked, "no pawn was picked up by the keyboard"
