"""A table that an answer does not reach: whatever of the network is lost once, the next decision comes."""

from __future__ import annotations

import json

from django.db import transaction
from playwright.sync_api import expect

from matches.models import Seat
from matches.verbs.opening import Sitter
from tests.browser import sitemap
from tests.browser.test_match_drafts import CONFIRM, kicked_off
from tests.browser.test_match_play import open_tab, open_table, short_match, wait_for_turn
from tests.matches.loaded import away_may_be_stopped
from tests.matches.table import duel

BEAT = 4_000
"""Milliseconds between two looks of the table at what is still to come."""
ONCE_DEAD = """() => {
  const dead = () => (window.dead = { readyState: 0, close() {} });
  window.WebSocket = new Proxy(WebSocket, { construct: (real, args) => (window.dead ? new real(...args) : dead()) });
}"""
"""The first line of the page stays without an answer, as on a network that swallows packets."""

FORBIDDEN = """for (const name of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(window, name, { get() { throw new DOMException("", "SecurityError"); } });
}"""
"""A browser that is told to keep nothing of sites."""


def losing(page, lost):
    """Let the next frame of the server for which ``lost(frame)`` is true get lost. Returns what was."""
    gone = []

    def between(line):
        server = line.connect_to_server()
        line.on_message(server.send)

        def down(text):
            frame = json.loads(text)
            if not gone and lost(frame):
                gone.append(frame)
            else:
                line.send(text)

        server.on_message(down)

    page.route_web_socket("**/ws/matches/**", between)
    return gone


def busy_once(page, kind):
    """Answer the first frame of ``kind`` as a server that cannot save. Returns the ids of all that are sent."""
    said = []

    def between(line):
        server = line.connect_to_server()
        server.on_message(line.send)

        def up(text):
            frame = json.loads(text)
            if frame["t"] == kind:
                said.append(frame["id"])
            if frame["t"] == kind and len(said) == 1:
                line.send(json.dumps({"t": "error", "id": frame["id"], "code": "busy", "reason": "busy", "rule": None}))
            else:
                server.send(text)

        line.on_message(up)

    page.route_web_socket("**/ws/matches/**", between)
    return said


def pass_beats(page):
    for _beat in range(3):
        page.clock.fast_forward(BEAT)


def test_a_position_that_got_lost_and_a_list_of_line_ups_that_never_comes(site, cast):
    match = sitemap.elsewhere(kicked_off, cast)
    page = site.visitor("anna", user=cast.anna).page
    page.clock.install()
    page.route("**/line_ups*.js", lambda route: None)
    lost = losing(page, lambda frame: frame["t"] == "full")
    page.goto(f"/matches/{match.id}/")
    while not lost:
        page.wait_for_timeout(20)
    pass_beats(page)
    page.wait_for_selector(CONFIRM)
    page.unroute_all(behavior="ignoreErrors")


def test_a_browser_that_keeps_nothing_plays_all_the_same(site, cast):
    match = sitemap.elsewhere(kicked_off, cast)
    page = site.visitor("anna", user=cast.anna).page
    page.add_init_script(FORBIDDEN)
    open_table(page, f"/matches/{match.id}/")
    page.locator(CONFIRM).click()
    page.wait_for_selector('[data-chosen="home"]:not([hidden])')


def test_a_last_step_that_got_lost(site, cast):
    """An acknowledged step is shown, though no later one tells that it is missing."""
    match = sitemap.elsewhere(kicked_off, cast)
    page = site.visitor("anna", user=cast.anna).page
    page.clock.install()
    lost = losing(page, lambda frame: frame["t"] == "step" and frame["v"] == 6)
    open_table(page, f"/matches/{match.id}/")
    page.locator(CONFIRM).click()
    page.wait_for_function("() => !Object.keys(localStorage).some((key) => key.startsWith('tabellone.pending'))")
    assert lost
    expect(page.locator('[data-chosen="home"]')).to_be_hidden()
    pass_beats(page)
    page.wait_for_selector('[data-chosen="home"]:not([hidden])')


def test_a_move_that_the_server_could_not_save_is_sent_again_under_its_id(site, cast):
    match = sitemap.elsewhere(kicked_off, cast)
    page = site.visitor("anna", user=cast.anna).page
    page.clock.install()
    said = busy_once(page, "move")
    open_table(page, f"/matches/{match.id}/")
    page.locator(CONFIRM).click()
    while not said:
        page.wait_for_timeout(20)
    pass_beats(page)
    page.wait_for_selector('[data-chosen="home"]:not([hidden])')
    assert len(said) > 1 and len(set(said)) == 1


def test_a_resignation_that_the_server_could_not_save_is_sent_again_under_its_id(site, cast):
    match = sitemap.elsewhere(kicked_off, cast)
    page = site.visitor("anna", user=cast.anna).page
    page.clock.install()
    said = busy_once(page, "resign")
    open_table(page, f"/matches/{match.id}/")
    open_tab(page, "more")
    page.locator("[data-act=resign]").click()
    page.locator("[data-act=resign-now]").click()
    while not said:
        page.wait_for_timeout(20)
    pass_beats(page)
    page.wait_for_selector("[data-status=finished]")
    assert len(said) > 1 and len(set(said)) == 1


def test_a_seed_that_got_lost_is_sent_on_the_next_line(site, cast):
    with transaction.atomic():
        match = duel(cast.anna, cast.bruno, game="super_goal")
    page, lost = site.visitor("anna", user=cast.anna).page, []

    def between(line):
        server = line.connect_to_server()
        server.on_message(line.send)

        def up(text):
            if not lost and json.loads(text)["t"] == "seed":
                lost.append(text)
                line.close(code=1012)
            else:
                server.send(text)

        line.on_message(up)

    page.route_web_socket("**/ws/matches/**", between)
    page.goto(f"/matches/{match.id}/")
    seat = Seat.objects.get(match=match, side="home")
    while not seat.dice_seed:
        page.wait_for_timeout(50)
        seat.refresh_from_db()
    assert lost and not seat.default_seed and seat.dice_seed == json.loads(lost[0])["seed"]


def test_a_line_that_never_opens(site, cast):
    match = sitemap.elsewhere(kicked_off, cast)
    page = site.visitor("anna", user=cast.anna).page
    page.clock.install()
    page.add_init_script(f"({ONCE_DEAD})()")
    page.goto(f"/matches/{match.id}/")
    page.wait_for_function("() => window.dead")
    page.clock.fast_forward(25_000)
    page.clock.fast_forward(1_000)
    page.wait_for_selector(CONFIRM)


def test_a_prompt_that_is_never_to_be_asked_again_is_not_asked_after_a_reload(site, cast):
    match = short_match(Sitter(user=cast.anna), Sitter(bot="random", name="Rimpallo"), begins=away_may_be_stopped)
    page = site.visitor("anna", user=cast.anna).page
    open_table(page, f"/matches/{match.id}/")
    wait_for_turn(page)
    prompt = page.locator("[data-usual] button").get_attribute("data-prompt")
    v = page.get_attribute("[data-match]", "data-v")
    page.evaluate("value => localStorage.setItem('tabellone.usual.super_goal', value)", json.dumps([prompt]))
    page.reload()
    page.wait_for_function("v => (document.querySelector('[data-match]').dataset.v ?? v) !== v", arg=v)
