"""Chat in real browsers: a line typed with Enter, markup shown as text, a preset in each one's language, a cut line."""

from __future__ import annotations

from matches.models import ChatLine, Match
from matches.verbs.opening import Sitter
from tests.browser.test_match_play import open_tab, open_table, short_match


def said(page):
    return page.locator("[data-room=players] .said li:not([hidden]) .words").all_inner_texts()


def wait_for_lines(page, n):
    page.wait_for_function("n => document.querySelectorAll('[data-room=players] .said li[data-n]').length === n", arg=n)


def panel_is_late(anna, bruno, match):
    """Bruno's panel is fetched again, made before anna writes and delivered after: her line is there all the same."""
    held = []
    pattern = f"**/matches/{match.id}/chat/*"
    bruno.page.route(pattern, lambda route: route.continue_() if held else held.append((route, route.fetch())))
    while not held:  # asked while another answer is on its way, htmx waits, and may forget
        bruno.page.evaluate("document.body.dispatchEvent(new CustomEvent('chatchanged'))")
        bruno.page.wait_for_timeout(100)
    anna.page.fill("#say-players", "meanwhile")
    anna.page.keyboard.press("Enter")
    wait_for_lines(bruno.page, 2)
    route, answer = held[0]
    route.fulfill(response=answer)
    bruno.page.wait_for_function("() => document.querySelectorAll('[data-room=players] .said li[data-n]').length < 2")
    wait_for_lines(bruno.page, 2)
    bruno.page.unroute(pattern)


def test_two_people_talk_through_a_cut(site, cast):
    match = short_match(Sitter(user=cast.anna), Sitter(user=cast.bruno))
    anna = site.visitor("anna", user=cast.anna)
    bruno = site.visitor("bruno", user=cast.bruno, phone=True)
    for visitor in (anna, bruno):
        visitor.tolerate("ERR_INTERNET_DISCONNECTED|WebSocket connection|ERR_NETWORK_CHANGED")  # the cut line
        open_table(visitor.page, f"/matches/{match.id}/")
    for visitor in (anna, bruno):
        visitor.page.wait_for_selector("[data-status=live]")
    anna.page.click("#tab-chat")
    anna.page.fill("#say-players", "<b>ciao</b>")
    anna.page.keyboard.press("Enter")
    bruno.page.wait_for_selector("[data-opener][data-news]")
    open_tab(bruno.page, "chat")
    wait_for_lines(bruno.page, 1)
    assert said(bruno.page) == ["<b>ciao</b>"], "what is typed is text, never markup"
    panel_is_late(anna, bruno, match)
    v = Match.objects.get(pk=match.pk).version

    bruno.context.set_offline(True)
    bruno.page.wait_for_selector("[data-late-bar]:not([hidden])")
    bruno.page.fill("#say-players", "typed without a line")
    bruno.page.keyboard.press("Enter")
    anna.page.click(".presets summary")
    anna.page.click("[data-room=players] button[value=luck]")
    wait_for_lines(anna.page, 3)
    bruno.context.set_offline(False)
    for visitor in (anna, bruno):
        wait_for_lines(visitor.page, 4)
        first, second, preset, last = said(visitor.page)
        assert (first, second, last) == ("<b>ciao</b>", "meanwhile", "typed without a line") and preset
    assert list(ChatLine.objects.values_list("n", flat=True).order_by("n")) == [1, 2, 3, 4]
    assert Match.objects.get(pk=match.pk).version == v

    bruno.page.locator("a.about").first.click()
    bruno.page.wait_for_selector("dialog[open] [value=mute]")
    bruno.page.click("dialog[open] [value=mute]")
    bruno.page.wait_for_selector("dialog[open] [role=status]")
    bruno.page.click("dialog[open] [data-close]")
    bruno.page.wait_for_function(
        "() => document.querySelectorAll('[data-room=players] .said li:not([hidden])').length === 1"
    )
    assert said(bruno.page) == ["typed without a line"]
