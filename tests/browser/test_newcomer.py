"""A newcomer gets from the home page, without an account, to a running cup of eight by what the pages say alone.

Every step is a thing seen: a link or a button by its words, a field by its label; no address is typed. Steps are
counted, and five minutes must be enough for somebody who needs twelve seconds for each (to find it, to click or type it
and to see the next page): 25 steps.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, expect

from league.competitions.models import Competition, Fixture
from tests.browser.organising import wait_for_stage
from tests.browser.people import Visitor
from tests.cast import PASSWORD

SECONDS_A_STEP = 12
FIVE_MINUTES = 300


@dataclass
class Newcomer:
    """A first visitor, who counts the steps."""

    visitor: Visitor
    steps: int = 0

    def click(self, words: str, role: str = "link") -> None:
        """The one thing that is called so; the first where the page says it twice."""
        found = self.visitor.page.get_by_role(role, name=words, exact=True).first  # type: ignore[arg-type]
        self._do(found)
        found.click()

    def press(self, words: str) -> None:
        """A button."""
        self.click(words, "button")

    def type(self, label: str, text: str) -> None:
        """Fill in the field with this label."""
        found = self.visitor.page.get_by_label(label, exact=True).first
        self._do(found)
        found.fill(text)

    def _do(self, found: Locator) -> None:
        found.wait_for()
        self.steps += 1


@pytest.mark.parametrize("phone", [True, pytest.param(False, marks=pytest.mark.long)])
def test_from_sign_up_to_a_running_cup_of_eight(site, phone):
    someone = site.visitor("newcomer", phone=phone)
    new = Newcomer(someone)
    someone.goto("/")
    new.click("Compete" if phone else "Competitions")
    new.click("Organise one")
    new.click("Create an account")
    new.type("Name", "newcomer")
    new.type("Password", PASSWORD)
    new.press("Create account")
    new.type("Name", "Friday at Gino's")
    new.press("Create draft")
    new.press("Publish")
    wait_for_stage(someone, "Registration")
    new.type("Names, one per line", "Gino\nPina\nRino")
    new.press("Add entrants")
    expect(someone.page.get_by_role("progressbar", name="Places taken")).to_have_attribute("value", "3")
    new.click("Entrants")
    new.press("Enter")
    someone.page.get_by_role("button", name="Leave", exact=True).wait_for()
    new.press("Fill with bots")
    expect(someone.page.locator("table.entrants tbody tr")).to_have_count(8)
    new.click("Console")
    new.press("Make the draw")
    someone.page.wait_for_url("**/draw/")
    new.press("Start")
    wait_for_stage(someone, "Running")
    print(f"{new.steps} steps")
    assert new.steps * SECONDS_A_STEP <= FIVE_MINUTES, f"{new.steps} steps"

    cup = Competition.objects.get(name="Friday at Gino's")
    assert cup.status == Competition.Status.RUNNING and cup.entrants.filter(status="entered").count() == 8
    first = Fixture.objects.filter(tie__round__stage__competition=cup, tie__round__number=1)
    assert first.count() == 4 and all(fixture.match_id for fixture in first)
    # It runs: a friend comes to the own table by the personal link that the page shows.
    new.click("Personal links")
    link = someone.page.locator("input[readonly]").first.input_value()
    friend = site.visitor("friend", phone=True)
    friend.goto(link)
    friend.page.get_by_role("button", name="Play as", exact=False).first.click()
    friend.page.wait_for_url("**/matches/**")
