"""A bot's pace as a person on a phone feels it: its turn is skipped by a tap, and a whole match does not drag."""

from __future__ import annotations

import random
import time

import pytest
from django.db import transaction
from playwright.sync_api import expect

from matches.models import MatchEvent
from matches.terms.pace import BOT_SECONDS
from matches.verbs.opening import Opening, Sitter, open_match
from tests.browser.test_match_play import open_table

MINE = "[data-match][data-yours]"
MEDIAN, P90, WHOLE = 3.0, 8.0, 25 * 60
"""Most seconds of a wait for the bot, and of a whole match of an instant human."""

WAITS = """() => {
  const page = document.querySelector("[data-match]");
  window.waits = [];
  let since = page.hasAttribute("data-yours") ? null : performance.now();
  new MutationObserver(() => {
    const mine = page.hasAttribute("data-yours");
    if (!mine && since === null) since = performance.now();
    if (mine && since !== null) {
      window.waits.push((performance.now() - since) / 1000);
      since = null;
    }
  }).observe(page, { attributes: true, attributeFilter: ["data-yours"] });
}"""

TOUCHABLE = """() => {
  const page = document.querySelector("[data-match]");
  if (["finished", "void"].includes(page.dataset.status)) return { over: true };
  const locked = !page.hasAttribute("data-yours") || document.querySelector("svg.pitch[data-locked]");
  if (locked) return { over: false, at: [] };
  const buttons = "[data-acts] button:not([aria-disabled]):not([data-key=undo])";
  const kindOf = (each) => {
    if (each.matches("button")) return each.dataset.key || "button";
    return each.matches(".legal") ? "legal" : "pick";
  };
  const all = document.querySelectorAll(`${buttons}, .over .legal, .over .pick:not([aria-pressed])`);
  const at = [...all].map((each) => {
    const box = each.getBoundingClientRect();
    return { kind: kindOf(each), x: box.x + box.width / 2, y: box.y + box.height / 2 };
  });
  return { over: false, at };
}"""


def table(site, cast, game, bot_seconds):
    with transaction.atomic():
        bot = Sitter(bot="greedy", name="Pallonetto")
        match = open_match(Opening(game=game, home=Sitter(user=cast.anna), away=bot, bot_seconds=bot_seconds))
    page = site.visitor("anna", user=cast.anna, phone=True).page
    open_table(page, f"/matches/{match.id}/")
    return match, page


def act(page, chance):
    """Touch one thing that may be touched: the board before the dock, a place before a piece. False when it is over."""
    now = page.evaluate(TOUCHABLE)
    if now["over"]:
        return False
    kinds = {each["kind"] for each in now["at"]}
    wanted = next((kind for kind in ("confirm", "shoot", "legal", "pick") if kind in kinds), None)
    touchable = [each for each in now["at"] if wanted is None or each["kind"] == wanted]
    if touchable:
        each = chance.choice(touchable)
        page.touchscreen.tap(each["x"], each["y"])
    else:
        page.wait_for_timeout(20)
    return True


def waiting_for_the_bot(site, cast):
    """Play until the bot's turn may be skipped; at another table where the dice bring none in twenty seconds."""
    chance = random.Random(3)
    for _table in range(4):
        match, page = table(site, cast, "super_goal", 600)
        page.wait_for_selector("[data-status=live]")
        end = time.monotonic() + 20
        while time.monotonic() < end and act(page, chance):
            if page.locator("[data-skip]:not([hidden])").count():
                return match, page
    pytest.fail("the bot was never waited for at four tables")


@pytest.mark.parametrize("by", ["board", "button", "key"])
def test_the_rest_of_a_bots_turn_is_skipped(site, cast, by):
    match, page = waiting_for_the_bot(site, cast)
    before = MatchEvent.objects.filter(match=match, seat="away").count()
    if by == "board":
        page.wait_for_timeout(600)  # a tap right after one's own move belongs to that move
        page.locator("svg.pitch").tap(position={"x": 20, "y": 20})
    elif by == "button":
        page.locator("[data-skip] button").tap()
    else:
        page.keyboard.press("s")
    page.wait_for_selector(MINE)
    expect(page.locator("[data-skip]")).to_be_hidden()
    assert MatchEvent.objects.filter(match=match, seat="away").count() > before
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.bench
def test_a_whole_match_of_fuba_does_not_drag(site, cast, capsys):
    """An instant human on a phone, who touches anything that may be touched, against the bot of an ordinary table."""
    _match, page = table(site, cast, "fuba", BOT_SECONDS)
    page.wait_for_selector("[data-status=live]")
    page.evaluate(WAITS)
    chance, taps, begun = random.Random(7), 0, time.monotonic()
    while act(page, chance):
        taps += 1
    whole = time.monotonic() - begun
    waits = sorted(page.evaluate("window.waits"))
    median, p90 = waits[len(waits) // 2], waits[int(len(waits) * 0.9)]
    steps = page.get_attribute("[data-match]", "data-v")
    with capsys.disabled():
        print(
            f"\nFUBA against greedy: {whole:.0f} s in all, {steps} steps, {len(waits)} waits of "
            f"{median:.2f} s (median), {p90:.2f} s (p90), {waits[-1]:.2f} s (most), {sum(waits):.0f} s together"
        )
    assert median <= MEDIAN and p90 <= P90 and whole <= WHOLE
