"""From *Organise* to a running cup in at most seven presses: with a mouse, and with the keyboard alone."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, expect

from league.competitions.models import Competition
from tests.browser.organising import wait_for_stage
from tests.browser.people import Visitor

PRESSES = 7


@dataclass
class Hand:
    """Who presses links and buttons, by mouse or by keyboard, and counts."""

    visitor: Visitor
    by_keyboard: bool
    presses: int = 0

    def press(self, control: Locator) -> None:
        expect(control).to_be_visible()
        self.presses += 1
        if self.by_keyboard:
            self.reach(control)
            self.visitor.page.keyboard.press("Enter")
        else:
            control.click()

    def type(self, field: Locator, words: str) -> None:
        if self.by_keyboard:
            self.reach(field)
            self.visitor.page.keyboard.type(words)
        else:
            field.fill(words)

    def reach(self, control: Locator) -> None:
        """Come to ``control`` by Tab from where the focus is."""
        for _step in range(80):
            if control.evaluate("control => control === document.activeElement"):
                return
            self.visitor.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not reach {control}")


@pytest.mark.parametrize("by_keyboard", [False, True], ids=["mouse", "keyboard"])
def test_a_cup_runs_after_at_most_seven_presses(site, cast, by_keyboard):
    organiser = site.visitor("organiser", user=cast.organiser, phone=not by_keyboard)
    page, hand = organiser.page, Hand(organiser, by_keyboard)
    organiser.goto("/")
    organise = page.get_by_role("main").locator("a[href='/competitions/new/']").first
    assert organise.bounding_box()["y"] < page.viewport_size["height"], "above the fold"
    hand.press(organise)
    hand.type(page.locator("[name=name]"), "Cup of seven presses")
    hand.press(page.locator(".savebar button").first)
    hand.press(page.get_by_role("button", name="Publish"))
    wait_for_stage(organiser, "Registration")
    hand.press(page.get_by_role("button", name="Fill with bots"))
    expect(page.get_by_role("progressbar", name="Places taken")).to_have_attribute("value", "8")
    hand.press(page.get_by_role("button", name="Make the draw"))
    page.wait_for_url("**/draw/")
    hand.press(page.get_by_role("button", name="Start"))
    wait_for_stage(organiser, "Running")
    assert hand.presses <= PRESSES
    cup = Competition.objects.get(name="Cup of seven presses")
    assert (cup.status, cup.preset, cup.places, cup.round_hours) == ("running", "cup", 8, 1)


def test_arrows_choose_a_shape_and_the_pace_follows(site, cast):
    organiser = site.visitor("organiser", user=cast.organiser)
    page = organiser.page
    organiser.goto("/competitions/new/")
    cup, league = (page.locator(f"[name=format][value={shape}]") for shape in ("cup", "league"))
    weekly, tables = (page.locator(f"[name=pace][value={pace}]") for pace in ("weekly", "tables"))
    cup.focus()
    page.keyboard.press("ArrowRight")
    expect(league).to_be_checked()
    expect(weekly).to_be_checked()
    tables.check()
    league.focus()
    page.keyboard.press("ArrowLeft")
    expect(cup).to_be_checked()
    expect(tables, "what was chosen stays").to_be_checked()
    page.locator("[name=format][value=evening]").check()
    expect(tables, "an evening does not ask where").to_be_hidden()
