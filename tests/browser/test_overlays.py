"""An overlay in a browser: transparent, and it follows the play by itself."""

from __future__ import annotations

from django.db import transaction

from matches.verbs.opening import Sitter, open_match
from tests.browser.sitemap import elsewhere


def bots_play():
    sides = [Sitter(bot="random", name=name) for name in ("Terzino", "Rimpallo")]
    with transaction.atomic():
        return str(open_match(game="super_goal", home=sides[0], away=sides[1], bot_seconds=0.05).pk)


def test_a_scoreboard_follows_a_match_without_a_hand(site, cast):
    page = site.visitor("stream").page
    page.goto(f"/overlay/matches/{elsewhere(bots_play)}/")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
    state = page.locator(".strip .state")
    page.wait_for_function("document.querySelector('.strip .state').textContent.includes('′')")
    before = state.text_content()
    page.wait_for_function("was => document.querySelector('.strip .state').textContent !== was", arg=before)
