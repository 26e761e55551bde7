"""The table on a phone: the board has one size from the first decision to the last, whatever is asked below it."""

from __future__ import annotations

import itertools
import random
import time

import pytest
from django.db import transaction

from matches.models import Match
from matches.verbs.opening import Opening, Sitter, open_match
from tests.browser.test_match_play import open_table
from tests.sizes import size as size_of_run

SHORT = {
    "dom_jim": {"length": "time", "leg_turns": 20},
    "fuba": {"half_minutes": 10},
    "six_a_side": {"turn_limit": 20},
    "soccer_tactics": {"half_turns": 5},
    "super_goal": {"half_turns": 5},
}
"""A match to full time in a minute."""
SIZES = [(320, 660), (360, 660), (390, 844), (430, 932)]
TOUCHES = size_of_run(40, 100_000)
"""Touches of a short run; a long one plays each match to full time."""
LEAST = 28
"""Pixels of the shorter side of a cell."""
ONE_EACH = set(zip(SHORT, itertools.cycle(SIZES)))
"""A size a game in a short run, in rotation; all of them in ``make test-long``."""

SEEN = """() => {
  window.seen = { boards: {}, cells: {}, cut: [] };
  const page = document.querySelector("[data-match]");
  const board = document.querySelector("svg.pitch");
  const told = (box) => [box.x, box.y, box.width, box.height].map((side) => side.toFixed(2)).join(" ");
  const look = () => {
    if (page.dataset.status !== "live") return;
    const whole = board.getBoundingClientRect();
    window.seen.boards[told(whole)] = Number(page.dataset.v);
    const inset = 4 * board.getScreenCTM().a;
    for (const cell of board.querySelectorAll(".over .legal")) {
      const box = cell.querySelector("rect").getBoundingClientRect();
      const sizes = (window.seen.cells[cell.dataset.cell] ??= {});
      sizes[told(box)] = Math.min(box.width, box.height) + inset;
    }
    for (const goal of board.querySelectorAll("rect.goal")) {
      const box = goal.getBoundingClientRect();
      if (box.top < whole.top - 0.5 || box.bottom > whole.bottom + 0.5) window.seen.cut.push(told(box));
    }
  };
  new MutationObserver(look).observe(page, { subtree: true, childList: true, attributes: true, characterData: true });
  new ResizeObserver(look).observe(board);
  look();
}"""


STUCK = """() => {
  const page = document.querySelector("[data-match]");
  const shown = (kind) => [...document.querySelectorAll(kind)].map((each) => each.textContent.trim());
  const there = JSON.stringify(page.dataset, ["status", "v", "yours", "late"]);
  const locked = document.querySelector("svg.pitch").hasAttribute("data-locked");
  const said = ["[data-say]", "[data-refused]:not([hidden])", "[data-acts] button"].map(shown);
  return [there, locked, ...said, shown(".over .legal").length, shown(".over .pick").length].join(" / ");
}"""
"""The state of a table on which nothing goes on."""


NEXT = """(chance) => {
  const page = document.querySelector("[data-match]");
  if (["finished", "void"].includes(page.dataset.status)) return null;
  if (!page.hasAttribute("data-yours") || document.querySelector("svg.pitch[data-locked]")) return [];
  const buttons = "[data-acts] button:not([aria-disabled]):not([data-key=undo]):not(.quiet)";
  const places = [".over .legal", `${buttons}`, ".over .pick:not([aria-pressed])"];
  const all = places.map((kind) => [...document.querySelectorAll(kind)]).filter((found) => found.length);
  const kind = all.length > 1 && chance[1] < 0.3 ? all[1] : all[0];
  const one = kind?.[Math.floor(chance[0] * kind.length)];
  if (!one) return [];
  one.scrollIntoView({ block: "nearest" }); // buttons beyond the third row scroll within the strip
  const box = one.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""


def touch(page, chance):
    """Touch one thing that may be touched. Answers the touches: none if it is not your turn; None after the match."""
    place = page.evaluate(NEXT, [chance.random(), chance.random()])
    if place:
        page.touchscreen.tap(*place)
    elif place is not None:
        page.wait_for_timeout(20)
    return None if place is None else int(bool(place))


def touch_coach(page):
    """Open or put away the coach as a finger does: a locator that misses scrolls the page, and the board with it."""
    box = page.locator(".coach > summary").bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def sized():
    """Each game at each size; the sizes that are not its own only in a long run."""
    return [
        pytest.param(game, size, marks=() if (game, size) in ONE_EACH else pytest.mark.long, id=f"{game}-{size[0]}")
        for game in SHORT
        for size in SIZES
    ]


@pytest.mark.parametrize(("game", "size"), sized())
def test_the_board_has_one_size_from_the_first_decision_on(site, cast, game, size):
    """With a coach who speaks and is put away, notes that come and go, and buttons from none to eight."""
    with transaction.atomic():
        match = open_match(
            Opening(
                game=game,
                options=SHORT[game],
                home=Sitter(user=cast.anna),
                away=Sitter(bot="random", name="Pallonetto"),
                mode=Match.Mode.GUIDED,
                bot_seconds=0,
            )
        )
    page = site.visitor("anna", user=cast.anna, phone=True).page
    page.set_default_timeout(90_000)  # sizes are measured here, not speed
    page.set_viewport_size({"width": size[0], "height": size[1]})
    open_table(page, f"/matches/{match.pk}/")
    page.wait_for_selector("[data-match][data-yours]")
    page.wait_for_function("() => document.querySelector('svg.pitch').getBoundingClientRect().width === innerWidth")
    page.evaluate(SEEN)
    chance, touches, version, end = random.Random(5), 0, "", 0.0
    while touches < TOUCHES and (touched := touch(page, chance)) is not None:
        touches += touched
        if version != (version := page.get_attribute("[data-match]", "data-v")):
            end = time.monotonic() + 300
        assert time.monotonic() < end, f"after {touches} touches the match stands still: {page.evaluate(STUCK)}"
        if touched and touches in (9, 18):
            touch_coach(page)
    seen = page.evaluate("window.seen")
    assert touches == TOUCHES or Match.objects.get(pk=match.pk).status == "finished"
    assert len(seen["boards"]) == 1, seen["boards"]
    assert not seen["cut"]
    assert seen["cells"] or game == "super_goal"
    assert {cell: sizes for cell, sizes in seen["cells"].items() if len(sizes) != 1} == {}
    assert min([LEAST, *(least for sizes in seen["cells"].values() for least in sizes.values())]) >= LEAST - 0.01
