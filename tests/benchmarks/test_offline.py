"""Play without a server in Chromium: bytes, CPU to the first board, CPU of the strongest bot's decisions.

CPU is that of the browser's own threads, so that a busy machine changes it little. ``OFFLINE_MATCHES`` matches a game.
"""

from __future__ import annotations

import gzip
import json
import os
import urllib.request
from pathlib import Path

import pytest

import engines
from engines.core.dice import ScriptedDice
from matches.pages.offline import levels_here
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
    const said = (frame) => new Promise((resolve) => {
        answered = resolve;
        line.send(JSON.stringify(frame));
        line.send('{"t":"ping","n":1}');  // answered once all of the frame is
    });
    window.hurry = () => said({ t: "hurry" });
    window.move = (move, v) => said({ t: "move", id: crypto.randomUUID(), v, moves: [move], timeline: 0 });
    window.over = async () => {
        worker.terminate();
        return (await import("/static/js/offline/store.js")).load(id);
    };
    return board;
}"""


class Threads:
    """CPU of the processes that draw pages and run workers of one browser, in milliseconds."""

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

    def read(self, name: str = "") -> float:
        spent = 0
        for pid, words in self._all():
            if "--type=renderer" not in words or not self._is_own(pid):
                continue
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


def legal_moves(kept: dict) -> dict[int, int]:
    """Return by version how many moves the bot had to choose from."""
    match, game = kept["match"], engines.get(kept["match"]["game"])
    state, _events = game.new(match["options"], match["terms"], ScriptedDice(match["opening"]["rolls"]))
    counts = {}
    for row in kept["log"]:
        if row["seat"] == "away":
            counts[row["seq"] - 1] = len(game.legal(state, "away"))
        state, _events = game.apply(state, row["seat"] or None, row["move"], ScriptedDice(row["rolls"]))
    return counts


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
        counts = legal_moves(device.page.evaluate("window.over()"))
        spent += [ms for v, ms in decided.items() if counts.get(v, 0) > 1]
    spent.sort()
    middle, late = spent[len(spent) // 2], spent[len(spent) * 95 // 100]
    print(
        f"\n{slug} {level}: {min(boards) / 1000:.1f} to {max(boards) / 1000:.1f} s of CPU to the first board; "
        f"{len(spent)} decisions, median {middle:.1f} ms, 95 in 100 {late:.1f} ms; "
        f"load {os.getloadavg()[0]:.1f}"
    )
