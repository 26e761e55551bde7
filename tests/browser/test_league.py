"""The whole stack: a matchday of a league of two people and two bots, and the table that follows by itself.

The people give up after three decisions: matches to their end are in ``test_cup.py``.
"""

from __future__ import annotations

from playwright.sync_api import expect

from league.competitions.models import Round
from tests.browser.organising import enter, fill_and_start, make, play_on, sign_up


def test_a_matchday_of_a_league(site, workers):
    anna, bruno, watcher = site.visitor("anna", phone=True), site.visitor("bruno"), site.visitor("watcher")
    sign_up(anna, "anna")
    sign_up(bruno, "bruno")
    league = make(bruno, "league", "Bar league", 4, times=1, advance="click")
    enter(anna, league)
    enter(bruno, league)
    fill_and_start(bruno, league)
    bruno.goto(f"/competitions/{league.slug}/console/")
    bruno.page.get_by_role("button", name="Open Matchday 1 now").click()
    expect(bruno.page.get_by_role("button", name="Open Matchday 1 now")).to_have_count(0)

    watcher.goto(f"/competitions/{league.slug}/table/")
    played = watcher.page.locator(".league:has(.pts) tbody tr:not(.why) td:nth-of-type(2)")
    play_on([anna, bruno], lambda: played.all_inner_texts() == ["1"] * 4, seconds=180, decisions=3)

    days = Round.objects.filter(stage__competition=league).order_by("number")
    assert [day.status for day in days] == ["done", "pending", "pending"]
    points = [int(text) for text in watcher.page.locator(".league tbody .pts").all_inner_texts()]
    assert points == sorted(points, reverse=True) and sum(points) == 6, "three a match, of penalties two and one"
    scores = [(fixture.home_goals, fixture.away_goals) for tie in days[0].ties.all() for fixture in tie.fixtures.all()]
    watcher.goto(f"/competitions/{league.slug}/fixtures/?round=1")
    shown = watcher.page.get_by_role("region").first.locator(".fixture .goals").all_inner_texts()
    assert ["".join(text.split()) for text in shown] == [f"{home}–{away}" for home, away in scores]
