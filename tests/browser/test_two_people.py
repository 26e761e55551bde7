"""Each of the five games, played to the end by two people in two browsers, one of them cut off in the middle.

A spectator watches; at the end all three know the same match, the replay shows it, and the dice verify.
"""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from django.db import transaction
from playwright.sync_api import expect

from engines.core.sheet import read, verify
from league.statistics.verbs.matches import record_match
from matches.models import Match, MatchEvent
from matches.verbs.opening import Opening, Sitter, open_match
from tests import cases
from tests.browser.two import Person, play_out
from tests.matches.loaded import both_decide_often, load

SHORT = {
    "super_goal": {"half_turns": 8},
    "soccer_tactics": {"half_turns": 5, "extra_turns": 2},
    "fuba": {"half_minutes": 10, "extra_minutes": 5, "formations": "cards"},
    "dom_jim": {"goals": 1, "no_goal_limit": 20},
    "six_a_side": {"goals_to_win": 1, "turn_limit": 20, "extra_turns": 10},
}
"""The shortest match of each game in which both have something to decide."""
ALWAYS = ("super_goal", "dom_jim")
"""Played in each run: a game of dice alone, and one of moves; the others take a minute or more."""


def test_no_game_is_left_out():
    assert set(SHORT) == set(cases.built())


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[] if game in ALWAYS else [pytest.mark.long]) for game in SHORT]
)
def test_two_people_a_cut_and_a_spectator(site, cast, game):
    with transaction.atomic():
        match = open_match(
            Opening(game=game, options=SHORT[game], terms={}, home=Sitter(user=cast.anna), away=Sitter(user=cast.bruno))
        )
        if game == "super_goal":  # short, and of dice alone: one side may have hardly a turn
            load(match, both_decide_often)
    visitors = {
        "anna": site.visitor("anna", user=cast.anna),
        "bruno": site.visitor("bruno", user=cast.bruno, phone=True),
        "watcher": site.visitor("watcher", language="it"),
    }
    for visitor in visitors.values():
        visitor.tolerate("ERR_INTERNET_DISCONNECTED|WebSocket connection|ERR_NETWORK_CHANGED")  # the cut line
        visitor.page.goto(f"/matches/{match.id}/")
        visitor.page.wait_for_selector("[data-match][data-v]")
    for name in ("anna", "bruno"):
        visitors[name].page.wait_for_selector("[data-status=live]")
    home = Person(visitors["anna"].page, random.Random(1), mouse=True)
    away = Person(visitors["bruno"].page, random.Random(2), mouse=False)
    told = play_out(home, away, cut_at=12, seconds=300)
    assert told["cuts"] == 1 and min(told["home"], told["away"]) > 3, told

    match = Match.objects.get(id=match.id)
    for visitor in visitors.values():
        visitor.page.wait_for_selector(f"[data-status=finished][data-v='{match.version}']")
    expect(visitors["watcher"].page.locator("[data-acts] button")).to_have_count(0)
    log = list(MatchEvent.objects.filter(match=match).order_by("seq"))
    assert [row.seq for row in log] == list(range(1, match.version + 1))
    assert len({(row.client_id, row.part) for row in log}) == len(log), "a move counted twice"
    comments = [visitor.page.locator("[data-comment] li").all_text_contents() for visitor in visitors.values()]
    assert comments[0] == comments[1], "who was cut off knows another match than who was not"
    assert len(comments[2]) == len(comments[0]) > 0, "in another language it is as long"
    goals = [match.result["score"][seat] for seat in ("home", "away")]
    for visitor in visitors.values():
        assert [int(visitor.page.inner_text(f"[data-goals={seat}]")) for seat in ("home", "away")] == goals

    record_match(match)
    watcher = visitors["watcher"]
    watcher.goto(f"/matches/{match.id}/report/?v={match.version}")
    slider = watcher.page.get_by_role("slider")
    expect(slider).to_have_value(str(match.version))
    expect(slider).to_have_attribute("aria-valuetext", re.compile(f"{goals[0]}–{goals[1]}$"))
    with watcher.page.expect_download() as sheet:
        watcher.page.locator("a[download][href$='sheet.txt']").click()
    assert verify(read(Path(sheet.value.path()).read_text()))
    watcher.goto(f"/matches/{match.id}/verify/")
    watcher.page.wait_for_selector("[data-done=good]")
