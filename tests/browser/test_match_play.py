"""The live table in real browsers: a guest against a bot, a friend by link, lines that are dead, the keyboard."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

from django.db import transaction
from playwright.sync_api import expect

from engines.core.sheet import read, verify
from league.statistics.verbs.matches import record_match
from matches.models import Match, MatchEvent
from matches.replay.playback import film
from matches.verbs.opening import Opening, Sitter, open_match
from tests.browser.axe import serious_in_both_themes
from tests.browser.starting import kick_off
from tests.matches.loaded import first_button_asks_for_a_cell, load

SHOTS = Path(os.environ["TABELLONE_SHOTS"]) if os.environ.get("TABELLONE_SHOTS") else None
BUTTON = "[data-acts] button:not([aria-disabled])"
SHORT = {"half_turns": 5}


def open_table(page, path):
    page.goto(path)
    page.wait_for_selector("[data-match][data-v]:has([data-tabs][data-ready])")  # its words come after the page


def open_tab(page, name):
    """Open a tab of the table; on a phone they lie behind a button of the score."""
    tab, opener = page.locator(f"#tab-{name}"), page.locator("[data-opener]")
    if not tab.is_visible():
        opener.click()
    if tab.get_attribute("aria-selected") == "false":
        tab.click()


def status(page):
    return page.get_attribute("[data-match]", "data-status")


def wait_for_turn(page):
    page.wait_for_selector(f"[data-yours] {BUTTON}, [data-status=finished]")


def play_first_button(page):
    """Press the first button that may be pressed; False when the match is over."""
    wait_for_turn(page)
    if status(page) == "finished":
        return False
    v = page.get_attribute("[data-match]", "data-v")
    page.locator(BUTTON).first.click()
    page.wait_for_function("v => document.querySelector('[data-match]').dataset.v !== v", arg=v)
    return True


def short_match(home, away, begins=None, **terms):
    """A committed match of five turns a half whose bots do not wait; ``begins``: what its dice lead to at once."""
    with transaction.atomic():
        match = open_match(Opening(game="super_goal", options=SHORT, terms=terms, home=home, away=away, bot_seconds=0))
        return load(match, begins) if begins else match


def cells(page):
    """Where the pieces stand on the board of this page."""
    pieces = page.locator("svg.pitch .pc")
    return {piece.get_attribute("data-id"): piece.get_attribute("transform") for piece in pieces.all()}


def log_of(match):
    return [(row.seq, str(row.client_id)) for row in MatchEvent.objects.filter(match=match).order_by("seq")]


def shot(page, name):
    if SHOTS:
        SHOTS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=SHOTS / f"{name}.png")


def test_it_works(site):
    """A guest on a phone, from home to the first move: Play now, the bot, a die. The name is a proposal."""
    guest = site.visitor("guest", phone=True)
    guest.goto("/")
    guest.page.get_by_role("link", name="Play now").first.click()
    kick_off(guest.page)
    guest.page.wait_for_selector("[data-status=live]")
    for _ in range(3):
        assert play_first_button(guest.page)
    match = Match.objects.get()
    assert MatchEvent.objects.filter(match=match, seat="home").count() >= 3
    expect(guest.page.locator("[data-moves] li").nth(2)).to_be_attached()
    assert guest.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_match_to_the_end(site, cast):
    match = short_match(Sitter(user=cast.anna), Sitter(bot="greedy", name="Pallonetto"))
    anna = site.visitor("anna", user=cast.anna)
    open_table(anna.page, f"/matches/{match.id}/")
    for _ in range(200):
        if not play_first_button(anna.page):
            break
    assert status(anna.page) == "finished"
    anna.page.wait_for_selector("#around .panel.over")
    expect(anna.page.locator("#promise").get_by_role("link", name="Check them")).to_be_visible()
    match.refresh_from_db()
    goals_shown = [anna.page.inner_text(f"[data-goals={side}]") for side in ("home", "away")]
    assert goals_shown == [str(match.result["score"][side]) for side in ("home", "away")]
    again = anna.page.locator("#around").get_by_role("button", name="Play again")
    expect(again).to_be_visible()
    anna.page.locator("#around").get_by_role("link", name="Check the dice").click()
    anna.page.wait_for_selector("[data-done=good]")
    expect(anna.page.locator("[data-check=own]"), "this device sent a seed of its own").to_contain_text("✓")
    anna.page.go_back()
    again.click()
    anna.page.wait_for_url(lambda url: str(match.id) not in url)
    assert Match.objects.count() == 2


def test_by_keyboard_and_by_ear_alone(site, cast):
    """Only what the live region speaks is known: whose turn, what is asked, numbered ways, how many on the board."""
    match = short_match(
        Sitter(user=cast.anna), Sitter(bot="random", name="Rimpallo"), begins=first_button_asks_for_a_cell
    )
    anna = site.visitor("anna", user=cast.anna)
    open_table(anna.page, f"/matches/{match.id}/")
    spoken, cells, numbers = anna.page.locator("[data-assertive]"), 0, set()
    for _ in range(300):
        wait_for_turn(anna.page)
        if status(anna.page) == "finished":
            break
        v = anna.page.get_attribute("[data-match]", "data-v")
        anna.page.wait_for_function(
            "() => document.querySelector('[data-assertive]').textContent.includes('Your turn. ')"
        )
        text = spoken.text_content().partition("Your turn. ")[2]
        assert not re.search(r"[^.!?…] (1: [A-Z]|\d+ choices on the board)", text), f"a sentence has no end: {text}"
        ways = re.findall(r"\b(\d): (.+?)\.(?= |$)", text)
        numbers |= {label for _, label in ways}
        if "choices on the board" in text:
            cells += 1
            anna.page.keyboard.press("ArrowUp")
            assert anna.page.evaluate("document.activeElement.getAttribute('role')") == "button"
            anna.page.keyboard.press("Enter")
            if anna.page.locator("[data-acts] .primary", has_text="Confirm").count():  # it may lose the ball
                anna.page.keyboard.press("c")
        else:
            assert ways, text
            anna.page.keyboard.press(ways[0][0])
        anna.page.wait_for_function("v => document.querySelector('[data-match]').dataset.v !== v", arg=v)
    assert status(anna.page) == "finished"
    assert cells, "no cell was chosen: the keys of the board were not tried"
    assert len(numbers) > 1, "the buttons were not told apart"


PENDING = "Object.entries(localStorage).find(([key]) => key.startsWith('tabellone.pending'))"


def test_a_pending_move_survives_a_reload_and_a_line_that_is_dead(site, cast):
    """Sent into the void, then the page is loaded again: the move arrives once, under its own id. Sent into the void
    again, and nobody does anything: it goes by HTTP, and the table has a new line."""
    match = short_match(Sitter(user=cast.anna), Sitter(bot="random", name="Rimpallo"))
    anna = site.visitor("anna", user=cast.anna)
    open_table(anna.page, f"/matches/{match.id}/")
    for answered in (False, True):
        wait_for_turn(anna.page)
        anna.page.evaluate("WebSocket.prototype.send = function () {}")
        if not answered:
            anna.page.evaluate("() => { window.fetch = () => Promise.reject(new TypeError('no way out')) }")
        v = anna.page.get_attribute("[data-match]", "data-v")
        anna.page.locator(BUTTON).first.click()
        client_id = re.search(r'"id":"([^"]+)"', anna.page.evaluate(PENDING)[1])[1]
        assert client_id not in {client for _, client in log_of(match)}
        if not answered:
            anna.page.reload()
        anna.page.wait_for_function(f"() => !{PENDING}")
        assert [client for _, client in log_of(match)].count(client_id) == 1
        anna.page.wait_for_function("v => document.querySelector('[data-match]').dataset.v !== v", arg=v)
        anna.page.wait_for_selector("svg.pitch:not([data-locked])")


def test_a_table_goes_on_from_what_a_promoted_copy_has(site, cast):
    """The database that went on lacks the last move: the page shows the position before it, says so, and can move."""
    bot = Sitter(bot="random", name="Rimpallo")
    with transaction.atomic():
        match = open_match(Opening(game="super_goal", home=Sitter(user=cast.anna), away=bot, bot_seconds=3600))
        load(match, first_button_asks_for_a_cell)
    anna, wire, full, said = site.visitor("anna", user=cast.anna).page, [], [], []

    def between(line):
        server = line.connect_to_server()
        wire.append(line)

        def down(text):
            if '"t":"full"' in text and '"status":"live"' in text:
                full.append(json.loads(text))
            line.send(text)

        def up(text):
            frame = json.loads(text)
            if frame["t"] == "move":
                said.append(frame)
            server.send(text)

        server.on_message(down)
        line.on_message(up)

    anna.route_web_socket("**/ws/matches/**", between)
    open_table(anna, f"/matches/{match.id}/")
    assert play_first_button(anna)
    before = full[-1]
    wire[-1].send(json.dumps({**before, "timeline": before["timeline"] + 1}))
    anna.wait_for_selector("[data-refused]:not([hidden])")
    anna.wait_for_function("v => document.querySelector('[data-match]').dataset.v === v", arg=str(before["v"]))
    expect(anna.locator("[role=alert][data-refused]"), "it is said that moves are lost").not_to_be_empty()
    wait_for_turn(anna)
    anna.locator(BUTTON).first.click()
    anna.wait_for_function(f"() => !{PENDING}")  # the server, which lost nothing, calls it stale
    assert [(frame["v"], frame["timeline"]) for frame in said] == [
        (before["v"], before["timeline"]),
        (before["v"], before["timeline"] + 1),
    ]


WATCH_THE_BAR = """() => {
    addEventListener("offline", () => (window.since = performance.now()));
    const bar = document.querySelector("[data-late-bar]");
    const seen = () => (window.late ??= performance.now() - window.since);
    new MutationObserver(seen).observe(bar, { attributes: true, attributeFilter: ["hidden"] });
}"""
"""Notes after how many milliseconds without a network the bar says so."""


def test_clocks_are_seen_and_reconnecting_is_said_and_locks_the_board(site, cast):
    """The deciding player sees the time of the decision, of the whole match and to the whistle."""
    bot = Sitter(bot="random", name="Rimpallo")
    limits = {"move_seconds": 600, "budget_seconds": 3600, "options": {"clock": "wall"}}
    with transaction.atomic():
        match = open_match(Opening(game="super_goal", home=Sitter(user=cast.anna), away=bot, bot_seconds=0, **limits))
    anna = site.visitor("anna", user=cast.anna, phone=True)
    anna.tolerate("ERR_INTERNET_DISCONNECTED|WebSocket connection")
    open_table(anna.page, f"/matches/{match.id}/")
    wait_for_turn(anna.page)
    own = anna.page.locator(".clock.own[data-turn]")
    assert re.fullmatch(r"(10:00|9:\d\d)", own.locator(".digits").inner_text())
    assert re.fullmatch(r"(1:00:00|59:\d\d) in all", own.locator(".bank").inner_text())
    assert re.fullmatch(r"\d+:\d\d to the whistle", anna.page.inner_text("[data-wall]"))
    anna.page.evaluate(WATCH_THE_BAR)
    anna.context.set_offline(True)
    anna.page.wait_for_selector("[data-late-bar]:not([hidden])")
    assert anna.page.evaluate("late") < 3500, "two seconds after the cut, however often it was tried in vain"
    expect(anna.page.locator("svg.pitch[data-locked]")).to_have_count(1)
    open_tab(anna.page, "more")
    anna.page.locator("[data-act=resign]").click()
    anna.page.locator("[data-act=resign-now]").click()
    anna.context.set_offline(False)
    anna.page.wait_for_selector("[data-late-bar][hidden]", state="attached")
    anna.page.wait_for_selector("[data-status=finished]")  # nothing is lost, as the bar says


def test_a_friend_by_link(site):
    host = site.visitor("host")
    host.goto("/play/super_goal/")
    host.page.fill("[name=nickname]", "Libero 7")
    kick_off(host.page, "friend")
    link = host.page.input_value("#invite")
    friend = site.visitor("friend", phone=True, language="it")
    friend.page.goto(link)
    friend.page.fill("[name=nickname]", "Ala 9")
    friend.page.locator("main form button.primary").click()
    for visitor in (host, friend):
        visitor.page.wait_for_selector("[data-status=live]")
    host.page.wait_for_selector("#around:not(:has(*))", state="attached")
    assert "Ala 9" in host.page.inner_text(".sboard")


def test_without_a_script(site, cast):
    match = short_match(Sitter(user=cast.anna), Sitter(bot="random", name="Rimpallo"))
    with_script = site.visitor("anna", user=cast.anna)
    open_table(with_script.page, f"/matches/{match.id}/")
    wait_for_turn(with_script.page)
    with_script.page.goto("/matches/")
    plain = site.visitor("plain", user=cast.anna, java_script_enabled=False)
    plain.goto(f"/matches/{match.id}/")
    before = MatchEvent.objects.filter(match=match, seat="home").count()
    plain.page.locator(".plainmoves button").first.click()
    plain.page.wait_for_load_state()
    expect(plain.page.locator('svg.pitch [data-id="ball"]')).to_have_count(1)
    assert MatchEvent.objects.filter(match=match, seat="home").count() == before + 1


def test_replay_and_dice(site, cast):
    match = short_match(Sitter(bot="greedy", name="Pallonetto"), Sitter(bot="random", name="Rimpallo"))
    visitor = site.visitor("reader")
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_table(visitor.page, f"/matches/{match.id}/")
    visitor.page.wait_for_selector("[data-status=finished]")
    over = Match.objects.get(id=match.id)
    last = over.version
    record_match(over)
    visitor.goto(f"/matches/{match.id}/report/?v=3")
    with visitor.page.expect_download() as sheet:
        visitor.page.get_by_role("link", name="Match sheet").click()
    assert "seeds" in verify(read(Path(sheet.value.path()).read_text()))[-1]
    slider = visitor.page.get_by_role("slider")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("Move 3 of"))
    visitor.page.keyboard.press(".")
    visitor.page.keyboard.press(".")
    visitor.page.keyboard.press(",")
    expect(slider).to_have_value("4")
    visitor.page.wait_for_url(re.compile(rf"/matches/{match.id}/report/\?v=4$"))
    visitor.page.locator("[data-all-moves] summary").click()
    expect(visitor.page.locator("[data-moves] [aria-current]")).to_have_count(1)
    ruled = {
        n: {line["rule"] for line in step["lines"] if "rule" in line} for n, step in enumerate(film(over)["steps"])
    }
    told = {n: {f"/games/super_goal/#{chapter}" for chapter in chapters} for n, chapters in ruled.items() if chapters}
    shown_links = """() => [...document.querySelectorAll("[data-moves] .rulelink")]
        .map((link) => [Number(link.closest("[data-n]").dataset.n), link.getAttribute("href")])"""
    links: dict[int, set[str]] = {}
    for n, href in visitor.page.evaluate(shown_links):
        links.setdefault(n, set()).add(href)
    assert links == told and told, "what may be looked up leads to its chapter"
    visitor.page.locator("[data-share]").click()
    visitor.page.wait_for_function("navigator.clipboard.readText().then((text) => text.endsWith('=4'))")
    link = visitor.page.evaluate("navigator.clipboard.readText()")
    # Bots play it: if the fourth move is a goal, the link that is shared has the picture of the goal.
    assert re.search(rf"/matches/{match.id}/report/\?(v|goal)=4$", link) and visitor.page.url == link.replace(
        "?goal=", "?v="
    )
    shown, where = cells(visitor.page), slider.get_attribute("aria-valuetext")
    visitor.page.locator("[data-step]").last.click()
    expect(slider).not_to_have_value("4")
    visitor.page.keyboard.press("]")
    slider.fill(str(last))
    expect(slider).to_have_value(str(last))
    visitor.goto(link)
    expect(slider).to_have_attribute("aria-valuetext", where)
    assert cells(visitor.page) == shown, "the position that was shared"
    shot(visitor.page, "report")
    visitor.goto(f"/matches/{match.id}/verify/")
    visitor.page.wait_for_selector("[data-done=good]")
    checked = re.search(r"(\d+) rolls computed, 0 differ", visitor.page.inner_text("[data-check=rolls]"))
    assert checked and int(checked[1]) == Match.objects.get(id=match.id).rolls


def test_a_changed_die_is_found(site):
    match = short_match(Sitter(bot="greedy", name="Pallonetto"), Sitter(bot="random", name="Rimpallo"))
    visitor = site.visitor("reader")
    open_table(visitor.page, f"/matches/{match.id}/")
    visitor.page.wait_for_selector("[data-status=finished]")
    match.refresh_from_db()
    match.secret.value = "00" * 32
    match.secret.save()
    visitor.goto(f"/matches/{match.id}/verify/")
    visitor.page.wait_for_selector("[data-done=bad]")


def test_nothing_serious_for_a_screen_reader(site, cast):
    over = short_match(Sitter(bot="greedy", name="Pallonetto"), Sitter(bot="random", name="Rimpallo"))
    match = short_match(Sitter(user=cast.anna), Sitter(bot="random", name="Rimpallo"))
    anna = site.visitor("anna", user=cast.anna)
    open_table(anna.page, f"/matches/{over.id}/")
    anna.page.wait_for_selector("[data-status=finished]")
    open_table(anna.page, f"/matches/{match.id}/")
    wait_for_turn(anna.page)
    faults = serious_in_both_themes(anna.page, "table")
    for path in ("/matches/", "/play/super_goal/", f"/matches/{over.id}/report/", f"/matches/{over.id}/verify/"):
        anna.goto(path)
        anna.page.wait_for_load_state("networkidle")
        faults += serious_in_both_themes(anna.page, path)
    assert not faults, "\n".join(faults)


def test_a_refusal_and_what_stops_play_link_to_their_rule_in_a_new_tab(site, cast):
    """The first move is changed on its way to one that the server refuses; the link leaves the match where it is."""
    match = short_match(Sitter(user=cast.anna), Sitter(bot="random", name="Rimpallo"))
    anna = site.visitor("anna", user=cast.anna).page
    changed = []

    def tampered(socket):
        server = socket.connect_to_server()

        def pass_on(words):
            frame = json.loads(words)
            if frame["t"] == "move" and not changed:
                frame["moves"] = [{"type": "choose", "side": "nowhere"}]
                changed.append(frame["id"])
            server.send(json.dumps(frame))

        socket.on_message(pass_on)

    anna.route_web_socket("**/ws/matches/**", tampered)
    open_table(anna, f"/matches/{match.pk}/")
    wait_for_turn(anna)
    anna.locator(BUTTON).first.click()
    link = anna.locator("[data-refused]").get_by_role("link")
    expect(link).to_have_attribute("href", "/games/super_goal/#start")
    link.focus()
    with anna.context.expect_page() as opened:
        anna.keyboard.press("Enter")
    expect(opened.value.locator("section#start")).to_be_in_viewport()
    assert play_first_button(anna), "the match is where it was"
    expect(anna.locator("[data-refused]")).to_be_hidden()
    told = anna.locator("[data-comment]").get_by_role("link").last  # the toss
    expect(told).to_have_attribute("href", "/games/super_goal/#start")
    expect(told).to_have_attribute("target", "_blank")
