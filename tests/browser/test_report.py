"""The report of a finished match: an entry of its timeline leads the board to that move, with and without a script."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from league.competitions import demo
from matches.verbs.opening import Opening, Sitter, open_match
from tests.browser.sitemap import elsewhere


def with_goals():
    sides = {"home": Sitter(bot="greedy", name="Ada"), "away": Sitter(bot="greedy", name="Bice")}
    match = open_match(Opening(game="super_goal", **sides))
    demo.play([match.id])
    return match


def ball(page):
    """Where the ball lies on the board; nowhere once it is out."""
    return [drawn.get_attribute("transform") for drawn in page.locator('svg.pitch [data-id="ball"]').all()]


def first_goal(page):
    """The first entry of the timeline that has a score."""
    entries = page.get_by_role("region", name="Timeline").get_by_role("link")
    return entries.filter(has_text=re.compile(r"\d–\d")).first


@pytest.mark.parametrize("phone", [True, False])
def test_an_entry_of_the_timeline_leads_the_board_there(site, phone):
    match = elsewhere(with_goals)
    page = site.visitor("reader", phone=phone).page
    page.goto(f"/matches/{match.pk}/report/")
    slider, goal = page.get_by_role("slider"), first_goal(page)
    expect(slider).to_have_attribute("aria-valuetext", re.compile("."))
    expect(slider).to_have_value(slider.get_attribute("max"))
    v = re.search(r"goal=(\d+)", goal.get_attribute("href"))[1]
    goal.focus()
    page.keyboard.press("Enter")
    expect(slider).to_have_value(v)
    expect(goal).to_have_attribute("aria-current", "step")
    expect(goal).to_be_focused()
    expect(page.get_by_role("region", name="Replay").locator("svg.pitch")).to_be_in_viewport()
    page.wait_for_url(f"**/report/?v={v}")
    scored, told = ball(page), page.locator("[data-say]").inner_text()
    assert scored
    page.get_by_role("button", name="One move back").click()
    expect(slider).to_have_value(str(int(v) - 1))
    expect(goal).not_to_have_attribute("aria-current", "step")
    page.wait_for_url(f"**/report/?v={int(v) - 1}")
    # the address alone, before any script: the same position, its words, the same entry
    plain = site.visitor("without a script", java_script_enabled=False).page
    plain.goto(f"/matches/{match.pk}/report/")
    same = first_goal(plain)
    same.click()
    expect(same).to_have_attribute("aria-current", "step")
    assert ball(plain) == scored
    assert told.startswith(plain.locator("[data-say]").inner_text()), "a script adds links to the rules"


def test_the_replay_is_operated_by_one_row(site):
    match = elsewhere(with_goals)
    page = site.visitor("reader", phone=True).page
    page.goto(f"/matches/{match.pk}/report/?v=2")
    controls = page.get_by_role("group", name="Replay")
    slider = page.get_by_role("slider")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("2"))
    boxes = [button.bounding_box() for button in controls.get_by_role("button").all()]
    middles = {round(box["y"] + box["height"] / 2) for box in boxes}
    assert len(middles) == 1, middles
    board = page.locator("svg.pitch").first
    where = board.bounding_box()
    for _move in range(6):
        page.get_by_role("button", name="One move forward").click()
        assert board.bounding_box() == where, "the board stays where it is"
    speed, play = controls.get_by_role("button", name="Speed"), controls.get_by_role("button", name="Play all")
    for _press in range(2):
        speed.click()
    expect(speed).to_have_accessible_name(re.compile("5×"))
    play.click()
    expect(controls.get_by_role("button", name="Pause")).to_be_visible()
    expect(slider).not_to_have_value("8")
    controls.get_by_role("button", name="Pause").click()
    expect(play).to_be_visible()
