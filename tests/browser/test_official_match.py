"""Dom Jim's official match by link, in two browsers: both legs, the flag race, penalties, and the over card.

The dice are loaded, and what the two do is rehearsed on the engine first: each leg ends 1–0 for its home side, each
side wins a race, and the shootout goes on after five kicks each.
"""

from __future__ import annotations

import contextlib
import random
import re
import time
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Error, expect

from engines import bots
from engines.core.text import say
from matches.models import Match, MatchEvent, Seat
from matches.verbs import casual
from tests.browser.test_match_play import SHOTS, open_table, shot
from tests.matches.loaded import load

DECISIONS = 45
"""A leg that takes more is not rehearsed to its end: there are shorter ones."""


@dataclass
class Rehearsal:
    """A leg of home, who plays well, against an aimless away side; keepers always stand in the same cell."""

    how: str
    tries: int = 0
    decisions: list[tuple[str, dict[str, Any], str | None]] = field(default_factory=list)
    events: list[str] = field(default_factory=list)

    def __call__(self, game, state, dice) -> bool:
        """Play on from ``state``; tell whether it ends as ``how`` says, a shootout by the over card."""
        self.decisions, self.events, chance = [], [], random.Random(self.tries)
        self.tries += 1
        while game.to_act(state) and len(self.decisions) < DECISIONS:
            seat = game.to_act(state)[0]
            view, legal = game.view(state, seat), game.legal(state, seat)
            if view["phase"] == "shootout":
                move = legal[0]
            elif seat == "home":
                move = bots.choose(game.slug, "greedy", view, seat, legal, len(self.decisions))
            else:
                move = chance.choice(legal)
            choice = next(each for each in game.choices(view, seat, legal) if each["move"] == move)
            self.decisions.append((seat, choice, view["carrier"]))
            state, events = game.apply(state, seat, move, dice)
            self.events += [event["type"] for event in events]
        result = game.result(state)
        if result is None or result["how"] != self.how:
            return False
        return result["winner"] == "home" if self.how == "goal_limit" else "over_card" in self.events


def decide(page, choice, holder) -> None:
    """Do what ``choice`` says on the board and in the dock, as far as the page asks; ``holder`` has the ball."""
    v = page.get_attribute("[data-match]", "data-v")
    acts, board = page.locator("[data-acts]"), page.locator(".over")
    words, up = say(choice["label"], "en"), choice["pick"]
    confirm = acts.get_by_role("button", name="Confirm", exact=True)
    named = acts.get_by_role("button", name=re.compile(f"^{re.escape(words)}"))
    hand = acts.locator(".hand[aria-pressed=false]").nth(int(up == "ball"))  # the ball and its holder lie in one cell
    cell = board.locator(f'.legal[data-key="cell:{choice["to"]}"]:not([aria-pressed=true])')
    thing = board.locator(f'.pick[data-key="pick:{up}"]:not([aria-pressed=true])')
    both = board.locator(f'.pick[data-key="pick:{holder}"]:not([aria-pressed=true])')
    end = time.monotonic() + 30
    while page.get_attribute("[data-match]", "data-v") == v:
        assert time.monotonic() < end, f"{choice} cannot be made: {page.inner_text('.dock')}"
        ready = next((each for each in (confirm, named, hand, cell, thing, both) if each.count()), None)
        with contextlib.suppress(Error):  # what was there went away meanwhile: look again
            if ready is not None:
                ready.first.press("Enter", timeout=1000)
        page.wait_for_timeout(20)


def play(pages, match, rehearsal) -> None:
    """Play ``match`` as rehearsed: ``pages`` by seat."""
    for page in pages.values():
        page.wait_for_selector("[data-status=live]")
    for v, (seat, choice, holder) in enumerate(rehearsal.decisions):
        page = pages[seat]
        page.wait_for_selector(f"[data-yours][data-v='{v}'] .pitch:not([data-locked])", state="attached")
        decide(page, choice, holder)
    for page in pages.values():
        page.wait_for_selector(f"[data-status=finished][data-v='{len(rehearsal.decisions)}']")
    match.refresh_from_db()


def test_both_legs_to_the_over_card(site, cast):
    first = casual.play_friend(user=cast.anna, game="dom_jim", options={"goals": 1}, legs=2)
    rehearsal = Rehearsal("goal_limit")
    load(first, rehearsal)
    anna, bruno = site.visitor("anna", user=cast.anna), site.visitor("bruno", user=cast.bruno, phone=True)
    open_table(anna.page, f"/matches/{first.pk}/")
    bruno.goto(f"/matches/join/{Seat.objects.get(match=first, side='away').invite}/")
    bruno.page.locator("main form").get_by_role("button").last.click()
    bruno.page.wait_for_selector("[data-match][data-v]")
    play({"home": anna.page, "away": bruno.page}, first, rehearsal)
    assert (first.result["score"], first.result["winner"]) == ({"home": 1, "away": 0}, "home")

    ways = [visitor.page.locator("#around a.primary[href^='/matches/']") for visitor in (anna, bruno)]
    for way in ways:
        expect(way, "it comes by itself").to_be_visible()
        expect(way.page.locator("#around").get_by_role("button", name="Play again")).to_have_count(0)
    second = Match.objects.get(leg=2)
    rehearsal = Rehearsal("shootout")
    load(second, rehearsal)
    for way in ways:
        way.click()
        way.page.wait_for_selector(f"[data-match='{second.pk}'][data-v]")
    expect(anna.page.locator("#around").get_by_role("link", name="1–0")).to_be_visible()
    play({"home": bruno.page, "away": anna.page}, second, rehearsal)

    assert (second.result["score"], second.result["how"]) == ({"home": 2, "away": 1}, "shootout")
    told = [event["type"] for row in MatchEvent.objects.filter(match=second).order_by("seq") for event in row.events]
    assert "over_card" in told
    winner = {"home": "bruno", "away": "anna"}[second.result["winner"]]
    for page in (anna.page, bruno.page):
        expect(page.locator("#around").get_by_role("heading", name=winner)).to_be_visible()
        expect(page.locator("#around").get_by_role("row")).to_have_count(5)  # a head, two legs, both, the penalties
        expect(page.locator("#around").get_by_role("button", name="Play again")).to_be_enabled()
    if SHOTS:
        shot(anna.page, "official-over")
    anna.goto(f"/matches/{second.pk}/report/")
    expect(anna.page.get_by_role("heading", name=winner, level=2)).to_be_visible()
    expect(anna.page.get_by_role("table").first.get_by_role("row")).to_have_count(5)
