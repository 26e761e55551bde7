"""The live table in real browsers: a guest against a bot, two friends with a spectator, a cut line, the keyboard."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from matches.models import Match, MatchEvent

SHOTS = Path(os.environ.get("TABELLONE_SHOTS", "")) if os.environ.get("TABELLONE_SHOTS") else None


def sit_against_bot(visitor, bot="greedy", name="Libero 7"):
    visitor.goto("/play/super_goal/")
    if visitor.page.locator("#nickname").count():
        visitor.page.fill("#nickname", name)
    visitor.page.click(f"button[value={bot}]")
    visitor.page.wait_for_url("**/matches/*/")
    visitor.page.wait_for_selector("[data-status=live]")


def wait_for_turn(page, timeout=20_000):
    page.wait_for_selector(
        "[data-yours] [data-acts] button:not([aria-disabled]), [data-status=finished]", timeout=timeout
    )


def play_first_button(page):
    """Press the first button that may be pressed; False when the match is over."""
    wait_for_turn(page)
    if page.get_attribute("[data-match]", "data-status") == "finished":
        return False
    v = page.evaluate("document.querySelector('[data-match]').dataset.v")
    page.locator("[data-acts] button:not([aria-disabled])").first.click()
    page.wait_for_function("v => document.querySelector('[data-match]').dataset.v !== v", arg=v)
    return True


def shot(page, name):
    if SHOTS:
        SHOTS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=SHOTS / f"{name}.png")


@pytest.fixture
def short():
    """Matches opened by the casual pages are short and their bots quick."""
    from matches import casual

    before = casual.BOT_SECONDS
    yield
    casual.BOT_SECONDS = before


def test_it_works(site):
    guest = site.visitor("guest")
    sit_against_bot(guest)
    for _ in range(3):
        assert play_first_button(guest.page)
    match = Match.objects.get()
    assert MatchEvent.objects.filter(match=match, seat="home").count() >= 3
    assert guest.page.locator("[data-moves] li").count() >= 3
    shot(guest.page, "yours")
