"""An overlay in a browser: transparent, and it follows the play by itself."""

from __future__ import annotations

import pytest
from django.db import transaction

from matches.models import MatchEvent
from matches.verbs.opening import Opening, Sitter, open_match
from tests.browser.sitemap import elsewhere


def bots_play(seconds=0.05):
    sides = [Sitter(bot="random", name=name) for name in ("Terzino", "Rimpallo")]
    with transaction.atomic():
        return str(open_match(Opening(game="super_goal", home=sides[0], away=sides[1], bot_seconds=seconds)).pk)


def test_a_scoreboard_follows_a_match_without_a_hand(site, cast):
    page = site.visitor("stream").page
    page.goto(f"/overlay/matches/{elsewhere(bots_play)}/")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
    state = page.locator(".strip .state")
    page.wait_for_function("() => document.querySelector('.strip .state').textContent.includes('′')")
    before = state.text_content()
    page.wait_for_function("was => document.querySelector('.strip .state').textContent !== was", arg=before)


LISTEN = """() => {
  window.shown = [];
  const position = () => Number(document.querySelector("#main").dataset.feed.split("@")[1]);
  const note = () => window.shown.push([Date.now() / 1000, position()]);
  note();
  new MutationObserver(note).observe(document.body, { childList: true });
}"""
LATEST = 2.0
"""Most seconds from a decision's commit to its picture."""


@pytest.mark.bench
def test_a_decision_is_on_the_overlay_within_two_seconds(site, cast, capsys):
    """Two bots decide every 200 ms; the overlay's clock and the log's are the same machine's."""
    match_id = elsewhere(bots_play, 0.2)
    page = site.visitor("stream").page
    page.goto(f"/overlay/matches/{match_id}/")
    page.evaluate(LISTEN)
    page.wait_for_timeout(20_000)
    shown = page.evaluate("window.shown")
    decided = MatchEvent.objects.filter(match=match_id).values_list("seq", "at")
    begun, last = shown[0][1], shown[-1][1]
    late = []
    for seq, at in decided:
        if begun <= seq < last:  # the kick-off is a position without a row of the log
            late.append(next(time for time, position in shown if position > seq) - at.timestamp())
    late.sort()
    with capsys.disabled():
        print(
            f"\n{len(late)} decisions on {len(shown)} pictures: {late[len(late) // 2]:.2f} s late (median), "
            f"{late[int(len(late) * 0.95)]:.2f} s (p95), {late[-1]:.2f} s (most)"
        )
    assert late[-1] <= LATEST
