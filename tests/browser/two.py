"""A person at the live table of any game: sees what is offered, decides by mouse or by keyboard, waits for the answer.

It knows no game either: cells, pieces and buttons are what the page offers. What it picks is drawn from its own stream,
so that a match can be played again.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Error, Page

OFFER = """() => {
    const page = document.querySelector("[data-match]");
    const named = (where, name) => [...document.querySelectorAll(where)].map((one) => one.dataset[name] ?? "");
    const acts = [...document.querySelectorAll("[data-acts] button:not([aria-disabled])")];
    return {
        v: Number(page.dataset.v), status: page.dataset.status,
        mine: page.hasAttribute("data-yours") && !document.querySelector("svg.pitch[data-locked]"),
        cells: named(".over .legal:not([aria-pressed=true])", "key"),
        picks: named(".over .pick:not([aria-pressed=true])", "key"),
        buttons: acts.filter((one) => !one.classList.contains("quiet")).map((one) => one.dataset.n),
        primary: acts.filter((one) => one.classList.contains("primary")).map((one) => one.dataset.n),
        board: [...document.querySelectorAll("svg.pitch .pc, svg.pitch [aria-pressed]")]
            .map((one) => [one.dataset.id, one.dataset.key, one.getAttribute("transform")].join()).join(";"),
        dock: document.querySelector(".dock").innerText,
    };
}"""


ON_TOP = """one => {
    const place = one.getBoundingClientRect();
    const found = document.elementFromPoint(place.x + place.width / 2, place.y + place.height / 2);
    return found === null || one.contains(found);
}"""


@dataclass
class Person:
    """A person before ``page``; ``mouse`` or keyboard."""

    page: Page
    random: random.Random
    mouse: bool

    def sees(self) -> dict[str, Any]:
        """Return the choices that the page offers now."""
        found: dict[str, Any] = self.page.evaluate(OFFER)
        found["mine"] = found["mine"] and bool(found["cells"] or found["picks"] or found["buttons"])
        return found

    def decide(self, offer: dict[str, Any]) -> None:
        """Do one thing of ``offer`` (a piece, a cell, a button), and wait until the page shows something else."""
        if offer["primary"] and self.random.random() < 0.4:
            self._press(self.random.choice(offer["primary"]))
        elif offer["cells"] and (self.random.random() < 0.8 or not offer["buttons"]):
            self._touch(self.random.choice(offer["cells"]))
        elif offer["picks"] and (self.random.random() < 0.7 or not offer["buttons"]):
            self._touch(self.random.choice(offer["picks"]))
        elif offer["buttons"]:
            self._press(self.random.choice(offer["buttons"]))
        end = time.monotonic() + 15
        while self.sees() == offer:
            assert time.monotonic() < end, f"nothing came of it: {offer}"
            self.page.wait_for_timeout(15)

    def _touch(self, key: str) -> None:
        target = self.page.locator(f'.over [data-key="{key}"]')
        if self.mouse:
            target.scroll_into_view_if_needed(timeout=5000)
        # Of two things on one square the lower one is reached by the keyboard (a mouse touches the square again).
        if self.mouse and target.evaluate(ON_TOP):
            target.click(timeout=5000)
        else:
            target.press("Enter", timeout=5000)

    def _press(self, n: str) -> None:
        button = self.page.locator(f'[data-acts] button[data-n="{n}"]')
        if self.mouse or int(n) > 9:
            button.click(timeout=5000)
        else:
            self.page.keyboard.press(n)


def play_out(home: Person, away: Person, *, cut_at: int, seconds: float) -> dict[str, int]:
    """Play to the end. After ``cut_at`` decisions whoever is not to move loses the network until it is their turn.

    Returns how often each decided, and how many cuts there were.
    """
    people, told = {"home": home, "away": away}, {"home": 0, "away": 0, "cuts": 0}
    offline: Person | None = None
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        offers = {seat: person.sees() for seat, person in people.items()}
        if any(offer["status"] in ("finished", "void") for offer in offers.values()):
            if offline:
                offline.page.context.set_offline(False)
            return told
        able = [seat for seat in people if offers[seat]["mine"] and people[seat] is not offline]
        if not able:
            if offline:
                offline.page.context.set_offline(False)
                offline = None
            home.page.wait_for_timeout(25)
            continue
        seat = home.random.choice(able)
        told[seat] += 1
        other = away if seat == "home" else home
        if (
            not told["cuts"]
            and told["home"] + told["away"] >= cut_at
            and not offers["away" if seat == "home" else "home"]["mine"]
        ):
            offline, told["cuts"] = other, 1
            offline.page.context.set_offline(True)
        try:
            people[seat].decide(offers[seat])
        except Error as error:  # what was offered went away meanwhile (the other side decided first)
            assert people[seat].sees() != offers[seat], error
    raise AssertionError(f"not over after {seconds} s: {told}, {home.sees()}, {away.sees()}")
