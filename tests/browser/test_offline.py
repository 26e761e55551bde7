"""Play without a server: the app is kept by the browser, the server is stopped, and the five games go on."""

from __future__ import annotations

import json
import random
import re
import shutil
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

from deploy import offline
from tests.browser.conftest import FLAGS
from tests.browser.people import PHONE
from tests.browser.two import Person
from tests.cases import built
from tests.suite import find_browser

SAID = "net::|Failed to fetch|ERR_|WebSocket|Failed to load resource"
"""What the console says of a server that is not there."""

PLAY = """async ([slug, id, bot, seed]) => {
    const { HostLine } = await import("/static/js/offline/line.js");
    const worker = new Worker(JSON.parse(document.getElementById("kept").textContent).worker, { type: "module" });
    const chance = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
    const sides = { home: { name: "Ada", bot: "" }, away: { name: "Bo", bot } };
    const line = new HostLine(worker, id, { id, game: slug, ...sides });
    let now = null, began = performance.now(), asked = 0;
    const first = [], times = [];
    const over = new Promise((resolve, reject) => {
        worker.addEventListener("message", ({ data }) => data.t === "failed" && reject(new Error(data.why)));
        const go = () => {
            const { status, v, result } = now;
            if (status !== "live") return resolve({ status, v, result, first, times });
            if (now.hand_over) return line.send(JSON.stringify({ t: "hold", seat: now.hand_over }));
            if (!now.choices.length) {
                asked = performance.now();
                return line.send('{"t":"hurry"}');
            }
            const { move } = now.choices[Math.floor(chance() * now.choices.length)];
            const seat = now.you === "both" ? { seat: now.holds } : {};
            const sent = { t: "move", id: crypto.randomUUID(), v: now.v, moves: [move], timeline: 0, ...seat };
            return line.send(JSON.stringify(sent));
        };
        line.onmessage = ({ data }) => {
            const frame = JSON.parse(data);
            if (frame.t === "error") return reject(new Error(frame.reason));
            if (frame.t !== "full" && frame.t !== "step") return undefined;
            if (!now) first.push(performance.now() - began);
            else if (asked) times.push(performance.now() - asked);
            asked = 0;
            now = { ...now, ...frame };
            return go();
        };
    });
    const told = await over;
    worker.terminate();
    return told;
}"""
"""Plays a match to its end by the same line as the table, any legal choice at a time.

Tells the milliseconds to the first board (``first``) and of each decision of the bot, kept and shown (``times``).
"""


@pytest.fixture(scope="module")
def own_web(django_db_setup, django_db_blocker):
    """A server of this file's own, which its tests stop."""
    from tests.server import Web, surroundings

    offline.build()
    with django_db_blocker.unblock():
        server = Web(around=surroundings("web"))
    yield server
    server.stop()


class Device:
    """A phone with the site's app: its browser can be closed, what it keeps stays."""

    def __init__(self, chromium, folder, url):
        self.kind, self.folder, self.url = chromium.browser_type, folder, url
        self.complaints: list[str] = []
        self.open()

    def open(self):
        program = find_browser()
        assert program
        here = {"executable_path": program, "args": FLAGS, "base_url": self.url, "viewport": PHONE, "has_touch": True}
        self.context = self.kind.launch_persistent_context(str(self.folder), reduced_motion="reduce", **here)
        self.context.set_default_timeout(60_000)
        self.page = self.context.pages[0]
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda said: said.type == "error" and self.complaints.append(said.text))

    def close(self):
        self.context.close()

    def keep_the_game(self):
        """Get everything for this device, as a person does. Its levels count as measured, and as fast enough."""
        self.page.goto("/offline/play/")
        self.measured({})
        self.page.evaluate("navigator.serviceWorker.ready.then((found) => found.active !== null)")
        self.page.locator("[data-keep]").click()
        expect(self.page.locator("[data-offline]")).to_have_attribute("data-kept", "whole", timeout=60_000)

    def measured(self, levels):
        """Note ``levels`` by game as measured on this device."""
        self.page.evaluate(
            """levels => {
                const { version } = JSON.parse(document.getElementById("kept").textContent);
                localStorage.setItem("tabellone.offline.levels", JSON.stringify({ version, levels }));
            }""",
            levels,
        )


@pytest.fixture
def device(transactional_db, own_web, chromium, tmp_path):
    own_web.start()
    device = Device(chromium, tmp_path / "browser", own_web.url)
    yield device
    device.close()
    unexpected = [said for said in device.complaints if not any(each in said for each in SAID.split("|"))]
    assert not unexpected, unexpected


def begin(page, game, *, level="beginner"):
    page.select_option("#game", page.locator(f'[data-slug="{game}"]').get_attribute("value"))
    page.locator(f'[name="level"][value="{level}"]').check()
    page.locator("[data-begin] .btn.primary").click()
    page.wait_for_selector("[data-match][data-v]")


def decide(page, times):
    """Make so many decisions at the table, the bot's pauses skipped."""
    person = Person(page, random.Random(5), mouse=False)
    made = 0
    while made < times:
        offer = person.sees()
        if offer["mine"]:
            person.decide(offer)
            made += 1
        elif page.locator("[data-skip]:not([hidden])").count():
            page.keyboard.press("s")
        page.wait_for_timeout(25)


def version(page):
    return int(page.locator("[data-match]").get_attribute("data-v"))


def test_a_match_goes_on_after_server_and_browser_are_gone_and_is_sent_in_at_its_end(device, own_web):
    device.keep_the_game()
    own_web.stop()
    page = device.page
    page.goto("/games/")  # any other page says that there is no network, and leads here
    page.get_by_role("link", name="Play without a network").click()
    expect(page.locator("[data-offline]")).to_have_attribute("data-kept", "whole")
    begin(page, "super_goal")
    decide(page, 6)
    page.locator("[data-offers] button").dispatch_event("click")  # undo: it is on a sheet of the phone
    page.wait_for_function("""async () => {
        const { load } = await import("/static/js/offline/store.js");
        const { log } = await load(location.hash.slice(1).split("&")[0]);
        return log.some((row) => row.kind === "ruling" && row.move.type === "undo");
    }""")
    decide(page, 2)
    before = version(page)
    assert before >= 3
    device.close()  # in the middle of it

    device.open()
    page = device.page
    page.goto("/offline/play/")
    page.locator("[data-matches] [data-link]").click()
    page.wait_for_selector("[data-match][data-v]")
    assert version(page) >= before
    match_id = page.url.partition("#")[2]
    decide(page, 3)
    page.goto("/offline/play/")
    told = page.evaluate(PLAY, ["super_goal", match_id, "beginner", 7])
    assert told["status"] == "finished" and told["v"] > before and told["result"]["score"]
    page.reload()
    own = page.locator("[data-matches] [data-status=finished]")
    expect(own).to_have_count(1)
    own.locator("[data-analyse]").click()
    board = page.locator("[data-analysis]")
    expect(board).to_have_attribute("data-ready", "")
    expect(page.locator("[data-act=next]")).to_be_disabled()  # it stands at the end of the match
    page.locator("[data-act=prev]").click()
    page.wait_for_url("**/?v=*#match=*")
    left = page.url
    page.reload()
    expect(board).to_have_attribute("data-ready", "")
    expect(page.locator("[data-act=next]")).to_be_enabled()
    assert page.url == left and page.locator("[data-standing] b").text_content()
    page.goto("/offline/play/")
    own.locator("[data-send]").click()  # nobody is there to take it
    expect(own.get_by_role("alert")).to_be_visible()

    own_web.start()
    page.reload()
    own.locator("[data-send]").click()
    there = own.locator("[data-there]")
    expect(there).to_have_attribute("href", f"/matches/{match_id}/")
    expect(own.locator("[data-send]")).to_be_hidden()
    there.click()
    expect(page.locator("[data-match]")).to_have_attribute("data-status", "finished")
    page.goto(f"/matches/{match_id}/verify/")
    expect(page.locator("[data-verify]")).to_have_attribute("data-done", "good")
    sheet = page.request.get(f"/matches/{match_id}/sheet.txt").text()
    page.goto("/offline/play/")
    expect(own).to_have_count(1)  # it stays until its person deletes it

    own_web.stop()
    page.goto("/offline/verify/")
    check = page.locator("[data-check-sheet]")
    another_die = re.sub(r"\[([1-6])", lambda die: f"[{int(die[1]) % 6 + 1}", sheet, count=1)
    for text, outcome in ((sheet, "good"), (another_die, "wrong")):
        page.locator("#sheet").fill(text)
        check.locator(".btn.primary").click()
        expect(check).to_have_attribute("data-outcome", outcome, timeout=60_000)


def test_analysis_and_puzzles_go_on_without_a_server(device, own_web):
    device.keep_the_game()
    own_web.stop()
    page = device.page
    page.goto("/offline/play/")
    page.locator('a[href="/offline/analysis/super_goal/"]').click()
    board = page.locator("[data-analysis]")
    expect(board).to_have_attribute("data-ready", "")
    page.locator("[data-act=advise]").click()
    page.locator("[data-best] button").first.click()
    page.wait_for_selector("[data-lines] button, [data-roll]:not([hidden])")
    if page.locator("[data-roll]").is_visible():
        page.locator("[data-act=roll]").click()
    expect(page.locator("[data-lines] button").first).to_be_visible()
    page.locator("[data-act=text]").click()
    expect(page.locator("[data-text]")).to_have_value(re.compile(r"\S"))
    sheet = page.locator("[data-text]").input_value()
    page.reload()
    expect(page.locator("[data-kept]")).to_be_visible()  # the line of before, played again here
    page.locator("[data-act=afresh]").click()
    expect(page.locator("[data-act=next]")).to_be_disabled()
    another = page.locator("[data-another]")
    page.locator("details:has([data-another]) summary").click()
    another.locator("textarea").fill("nothing")
    another.locator("button").click()
    expect(another.get_by_role("alert")).to_be_visible()
    another.locator("textarea").fill(sheet)
    another.locator("button").click()
    expect(page.locator("[data-act=next]")).to_be_enabled()

    page.goto("/offline/puzzles/super_goal/")
    page.locator("[data-answer] summary").click()
    page.locator("[data-moves] button").first.click()
    expect(page.locator(".verdict h2")).to_be_focused()
    expect(page.locator("[data-level]")).to_be_visible()
    if page.locator(".verdict[data-k=wrong]").count():
        page.locator("[data-do=solution]").click()
    expect(page.locator(".verdict[data-k=right]")).to_be_visible()
    kept = page.evaluate("JSON.parse(localStorage.getItem('tabellone.offline.puzzles')).super_goal")
    assert len(kept["tried"]) == kept["level"]["tried"] == 1  # the solution does not count
    page.locator("[data-do=next]").click()
    expect(page.locator("[data-moves] button").first).to_be_attached()
    expect(page.locator(".verdict")).to_have_count(0)
    page.locator("[data-board]").click()
    expect(board).to_have_attribute("data-ready", "")
    first = json.loads(page.locator("#analysis").text_content())["frame"]["position"]
    assert parse_qs(urlsplit(page.url).fragment)["position"] == [first]


def test_a_slow_device_is_offered_fewer_levels_and_measures_again(device, own_web):
    device.keep_the_game()
    own_web.stop()
    page = device.page
    form, slow = page.locator("[data-begin]"), page.locator("[data-slow]")
    device.measured({"fuba": ["beginner", "casual"], "super_goal": ["beginner", "casual", "club", "expert"]})
    page.reload()
    page.select_option("#game", "/offline/play/super_goal/")
    expect(slow).to_be_hidden()
    expect(page.locator("[data-solved]")).to_be_visible()
    expect(form.get_by_role("radio", name=re.compile("Expert"))).to_be_visible()
    page.select_option("#game", "/offline/play/fuba/")
    expect(slow).to_be_visible()
    expect(page.locator("[data-solved]")).to_be_hidden()
    assert [level.get_attribute("value") for level in form.locator('[name="level"]:visible').all()] == [
        "beginner",
        "casual",
    ]
    expect(form.locator('[name="level"][value="casual"]')).to_be_checked()
    page.locator("[data-again]").click()
    expect(page.locator("[data-measuring]")).to_be_visible()
    page.evaluate("localStorage.removeItem('tabellone.offline.levels')")
    page.reload()  # what was not measured yet is, by the page itself
    expect(page.locator("[data-measuring]")).to_be_visible()
    expect(page.locator("[data-measuring]")).to_be_hidden(timeout=60_000)
    told = page.evaluate("JSON.parse(localStorage.getItem('tabellone.offline.levels')).levels")
    assert set(told) == set(built()) and all(levels[0] == "beginner" for levels in told.values())


def test_a_removed_game_and_an_older_one_are_told(site):
    offline.build()
    visitor = site.visitor("ada", phone=True, service_workers="allow")
    page = visitor.page
    visitor.goto("/offline/play/")
    here, removed = page.locator("[data-offline]"), page.locator("[data-told=evicted]")
    expect(here).to_have_attribute("data-kept", "none")
    expect(removed).to_be_hidden()
    expect(page.locator("[data-told=lost]")).to_be_hidden()
    page.evaluate("localStorage.setItem('tabellone.offline.matches', JSON.stringify(['gone']))")
    page.evaluate("localStorage.setItem('tabellone.offline', 'before')")
    page.evaluate("caches.open('offline-half')")  # it broke off: not all of it is there
    page.reload()
    expect(removed).to_be_visible()
    expect(page.locator("[data-told=lost]")).to_be_visible()
    page.evaluate("caches.open('offline-before').then((cache) => cache.put('/offline/whole', new Response('')))")
    page.reload()
    expect(here).to_have_attribute("data-kept", "older")
    expect(page.locator("[data-told=older]")).to_be_visible()
    expect(removed).to_be_hidden()


@pytest.mark.long
def test_an_update_of_the_app_leaves_a_running_match_alone(device, own_web, tmp_path, monkeypatch):
    built, builds = offline.build(), tmp_path / "builds"
    shutil.copytree(built, builds / built.name)
    (builds / "current").write_text(built.name)
    own_web.stop()
    monkeypatch.setitem(own_web.around, "TABELLONE_OFFLINE", str(builds))
    own_web.start()
    device.keep_the_game()
    page = device.page
    page.goto("/offline/play/")
    begin(page, "super_goal")
    decide(page, 3)
    before = version(page)

    (builds / built.name).rename(builds / "newer")
    (builds / "current").write_text("newer")
    other = device.context.new_page()
    other.goto("/offline/play/")
    expect(other.locator("[data-offline]")).to_have_attribute("data-kept", "older")
    other.locator("[data-keep]").click()
    expect(other.locator("[data-offline]")).to_have_attribute("data-kept", "whole", timeout=60_000)
    assert len(other.evaluate("caches.keys().then((all) => all.filter((name) => name.startsWith('offline-')))")) == 1
    own_web.stop()
    decide(page, 3)  # the page that was open goes on with what it had
    assert version(page) > before
    before = version(page)
    page.reload()
    page.wait_for_selector("[data-match][data-v]")
    assert version(page) >= before
    decide(page, 2)
    assert "/offline/files/newer/" in page.locator("[data-worker]").get_attribute("data-worker")

    # The browser makes room: what it took is told, of the match as of the game.
    page.goto("/offline/verify/")
    page.evaluate("""() => new Promise((resolve, reject) => {
        const removing = indexedDB.deleteDatabase("tabellone-offline");
        removing.onsuccess = resolve;
        removing.onerror = removing.onblocked = reject;
    })""")
    other.reload()
    expect(other.locator("[data-told=lost]")).to_be_visible()
    expect(other.locator("[data-told=evicted]")).to_be_hidden()


@pytest.mark.long
@pytest.mark.parametrize("game", built())
def test_ten_matches_of_each_game_are_played_to_their_end_without_a_server(device, own_web, game):
    device.keep_the_game()
    own_web.stop()
    device.page.goto("/offline/play/")
    for number in range(10):
        match_id = f"00000000-0000-4000-8000-{number:012d}"
        bot = ("beginner", "casual", "club", "expert", "master", "")[number % 6]
        told = device.page.evaluate(PLAY, [game, match_id, bot, number + 1])
        assert told["status"] == "finished", (bot, told)
        if times := sorted(told["times"]):  # to be read with -s, on an idle machine
            middle, late = times[len(times) // 2], times[len(times) * 95 // 100]
            print(f"{game} {bot}: board {told['first'][0]:.0f} ms, decision {middle:.1f} ms, 95 in 100 {late:.1f} ms")
    device.page.reload()
    expect(device.page.locator("[data-matches] [data-status=finished]")).to_have_count(10)
