"""Play without a server in Chromium: bytes, CPU to the first board, decisions of the strongest bot.

CPU is that of the browser's own threads, so that a busy machine changes it little. ``OFFLINE_MATCHES`` matches a game.
By the clock each second decision is one of a processor of a quarter of the speed.
"""

from __future__ import annotations

import gzip
import json
import os
import signal
import time
import urllib.request
from contextlib import contextmanager, nullcontext
from pathlib import Path
from threading import Event, Thread

import pytest

import engines
from engines.core.dice import ScriptedDice
from matches.offline.measuring import levels_here
from tests.browser.conftest import chromium, launch  # noqa: F401
from tests.browser.test_offline import device, own_web  # noqa: F401

pytestmark = pytest.mark.bench

OPEN = """async ([slug, id, bot]) => {
    const { HostLine } = await import("/static/js/offline/line.js");
    const worker = new Worker(JSON.parse(document.getElementById("kept").textContent).worker, { type: "module" });
    const sides = { home: { name: "Ada", bot: "" }, away: { name: "Bo", bot } };
    const line = new HostLine(worker, id, { id, game: slug, ...sides });
    let now = {}, answered = () => {};
    const told = () => {
        const choice = now.choices?.length ? now.choices[Math.floor(Math.random() * now.choices.length)] : null;
        return { status: now.status, v: now.v, move: choice?.move ?? null };
    };
    const board = new Promise((resolve, reject) => {
        worker.addEventListener("message", ({ data }) => data.t === "failed" && reject(new Error(data.why)));
        line.onmessage = ({ data }) => {
            const frame = JSON.parse(data);
            if (frame.t === "full" || frame.t === "step") now = { ...now, ...frame };
            if (frame.t === "full") resolve(told());
            if (frame.t === "pong") answered(told());
        };
    });
    const said = async (frame) => {
        const began = performance.now();
        const after = await new Promise((resolve) => {
            answered = resolve;
            line.send(JSON.stringify(frame));
            line.send('{"t":"ping","n":1}');  // answered once all of the frame is
        });
        return { ...after, ms: performance.now() - began };
    };
    window.hurry = () => said({ t: "hurry" });
    window.move = (move, v) => said({ t: "move", id: crypto.randomUUID(), v, moves: [move], timeline: 0 });
    window.over = async () => {
        worker.terminate();
        return (await import("/static/js/offline/store.js")).load(id);
    };
    return board;
}"""


LOOP = """() => {
    const began = performance.now();
    let sum = 0;
    for (let n = 0; n < 3e7; n += 1) sum += n % 7;
    return performance.now() - began + 0 * sum;
}"""
ON, OFF = 0.005, 0.015
"""Seconds that a slowed process runs, and stands: its quarter."""


class Threads:
    """The processes that draw pages and run workers of one browser."""

    def __init__(self, folder: Path) -> None:
        mark = f"--user-data-dir={folder}"
        self.parents = {pid for pid, words in self._all() if mark in words and "--type=" not in words}

    @staticmethod
    def _all():
        for place in Path("/proc").glob("[0-9]*"):
            try:
                yield int(place.name), (place / "cmdline").read_bytes().decode().replace("\0", " ")
            except OSError:
                continue

    def renderers(self):
        return [pid for pid, words in self._all() if "--type=renderer" in words and self._is_own(pid)]

    @contextmanager
    def slowed(self):
        """Let them run a quarter of the time. The browser's own tool would slow the page alone, not its workers."""
        over, own = Event(), self.renderers()

        def stop_and_go():
            while not over.wait(ON):
                for pid in own:
                    os.kill(pid, signal.SIGSTOP)
                time.sleep(OFF)
                for pid in own:
                    os.kill(pid, signal.SIGCONT)

        beat = Thread(target=stop_and_go)
        beat.start()
        try:
            yield
        finally:
            over.set()
            beat.join()

    def read(self, name: str = "") -> float:
        """Return the CPU of their threads of this name so far, in milliseconds."""
        spent = 0
        for pid in self.renderers():
            for task in Path(f"/proc/{pid}/task").glob("*"):
                try:
                    if name in (task / "comm").read_text():
                        spent += int((task / "schedstat").read_text().split()[0])
                except OSError:
                    continue
        return spent / 1e6

    def _is_own(self, pid: int) -> bool:
        while pid > 1:
            if pid in self.parents:
                return True
            pid = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
        return False


def choices_of_bot(kept: dict) -> dict[int, str]:
    """Return by version the positions in which the bot had more than one move to choose from."""
    match, game = kept["match"], engines.get(kept["match"]["game"])
    state, _events = game.new(match["options"], match["terms"], ScriptedDice(match["opening"]["rolls"]))
    lines = {}
    for row in kept["log"]:
        if row["seat"] == "away" and len(game.legal(state, "away")) > 1:
            lines[row["seq"] - 1] = game.position(state)
        state, _events = game.apply(state, row["seat"] or None, row["move"], ScriptedDice(row["rolls"]))
    return lines


def middle_and_late(spent):
    spent = sorted(spent)
    return f"{len(spent)} decisions, median {spent[len(spent) // 2]:.1f} ms, 95 in 100 {late(spent):.1f} ms"


def late(spent):
    return spent[len(spent) * 95 // 100]


def test_bytes(device, own_web):  # noqa: F811
    device.keep_the_game()
    kept = json.loads(device.page.locator("#kept").text_content())
    sums = {}
    for kind in ("large", "small", "pages"):
        sums[kind] = 0
        for address in kept[kind]:
            asked = urllib.request.Request(own_web.url + address, headers={"Accept-Encoding": "gzip"})
            with urllib.request.urlopen(asked) as answer:
                body = answer.read()
            # A server before the site compresses what the site sends plain.
            plain = answer.headers.get("Content-Encoding") != "gzip"
            sums[kind] += len(gzip.compress(body)) if plain else len(body)
    own_web.stop()
    print(f"\nbytes on their way: {sums}, together {sum(sums.values()) / 1e6:.2f} MB; load {os.getloadavg()[0]:.1f}")


@pytest.mark.parametrize("slug", engines.games())
def test_decisions(device, own_web, slug):  # noqa: F811
    device.keep_the_game()
    own_web.stop()
    device.page.goto("/offline/play/")
    threads = Threads(device.folder)
    level, boards, spent = levels_here(slug)[-1], [], []
    for number in range(int(os.environ.get("OFFLINE_MATCHES", "2"))):
        before = threads.read()
        now = device.page.evaluate(OPEN, [slug, f"00000000-0000-4000-8000-{number:012d}", level])
        boards.append(threads.read() - before)
        decided = {}
        while now["status"] == "live":
            if now["move"] is not None:
                now = device.page.evaluate("([move, v]) => window.move(move, v)", [now["move"], now["v"]])
                continue
            before, v = threads.read("DedicatedWorker"), now["v"]
            now = device.page.evaluate("window.hurry()")
            if now["v"] > v:
                decided[v] = threads.read("DedicatedWorker") - before
        lines = choices_of_bot(device.page.evaluate("window.over()"))
        spent += [(ms, lines[v]) for v, ms in decided.items() if v in lines]
    spent.sort()
    print(
        f"\n{slug} {level}: {min(boards) / 1000:.1f} to {max(boards) / 1000:.1f} s of CPU to the first board; "
        f"{middle_and_late([ms for ms, _line in spent])}; "
        f"load {os.getloadavg()[0]:.1f}; a dear position: {late(spent)[1]}"
    )


@pytest.mark.parametrize("slug", engines.games())
def test_decisions_of_a_slow_device(device, own_web, slug):  # noqa: F811
    device.keep_the_game()
    own_web.stop()
    device.page.goto("/offline/play/")
    threads, level = Threads(device.folder), levels_here(slug)[-1]
    now = device.page.evaluate(OPEN, [slug, "00000000-0000-4000-8000-000000000000", level])
    (worker,) = device.page.workers
    loops = {False: [], True: []}
    for number in range(10):
        with threads.slowed() if number % 2 else nullcontext():
            loops[number % 2 == 1].append(worker.evaluate(LOOP))
    decided = {}
    while now["status"] == "live":
        if now["move"] is not None:
            now = device.page.evaluate("([move, v]) => window.move(move, v)", [now["move"], now["v"]])
            continue
        is_slow, v = len(decided) % 2 == 1, now["v"]
        with threads.slowed() if is_slow else nullcontext():
            now = device.page.evaluate("window.hurry()")
        if now["v"] > v:
            decided[v] = is_slow, now["ms"]
    lines = choices_of_bot(device.page.evaluate("window.over()"))
    ratio = sum(loops[True]) / sum(loops[False])
    print(f"\n{slug} {level}: slowed, a bare loop takes {ratio:.2f} times as long")
    for is_slow in (False, True):
        spent = [ms for v, (slow, ms) in decided.items() if v in lines and slow == is_slow]
        print(f"  {'slowed' if is_slow else 'as it is'}: {middle_and_late(spent)}; load {os.getloadavg()[0]:.1f}")
