"""Steps of a person with a mouse on the pages of competitions: sign up, make one, enter, play what waits."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator

from league.competitions.models import Competition
from league.competitions.setup.presets import OWN, PRESETS
from tests.browser.people import Visitor
from tests.browser.test_match_play import BUTTON, open_tab
from tests.cast import PASSWORD


def sign_up(visitor: Visitor, name: str) -> None:
    """Create an account from the home page."""
    page = visitor.page
    visitor.goto("/")
    page.get_by_role("link", name="Sign in", exact=True).first.click()
    page.get_by_role("link", name="Create one").click()
    page.fill("input[name=username]", name)
    page.fill("input[name=password1]", PASSWORD)
    page.get_by_role("button", name="Create account").click()
    page.wait_for_url(lambda url: "/accounts/" not in url)


def make(visitor: Visitor, preset: str, name: str, places: int, **choices: Any) -> Competition:
    """Choose a preset by its key, fill the form in, publish; what came out."""
    page = visitor.page
    visitor.goto("/")
    page.get_by_role("link", name="Competitions", exact=True).first.click()
    page.get_by_role("link", name="Organise one").first.click()
    choose(visitor, preset)
    if preset == OWN:
        put_together(visitor, places)
    page.fill("input[name=name]", name)
    page.fill("input[name=places]", str(places))
    for field, value in {"option_half_turns": 5, **choices}.items():
        unfold(page.locator(f"[name={field}]"))
        if isinstance(value, bool):
            page.set_checked(f"input[name={field}]", value)
        elif page.locator(f"select[name={field}]").count():
            page.select_option(f"select[name={field}]", str(value))
        else:
            page.fill(f"input[name={field}]", str(value))
    page.get_by_role("button", name="Create draft").click()
    page.get_by_role("button", name="Publish").click()
    wait_for_stage(visitor, "Registration")
    competition = Competition.objects.get(name=name)
    # Bots think no second here: the rest of the test is about people.
    Competition.objects.filter(pk=competition.pk).update(bot_seconds=0)
    return competition


def choose(visitor: Visitor, preset: str) -> None:
    """From the first form to the one with every setting of ``preset``."""
    page = visitor.page
    if preset == OWN:
        own = page.get_by_role("link", name=str(PRESETS[OWN].name), include_hidden=True)
        unfold(own)
        own.click()
        return
    card = page.locator(f"[name=format][value={preset}]")
    unfold(card)
    card.check()
    page.get_by_role("button", name="All settings").click()


def put_together(visitor: Visitor, places: int) -> None:
    """Two groups, then a knockout of the first two of each."""
    page = visitor.page
    page.get_by_label("Places", exact=True).fill(str(places))
    page.get_by_label("Groups", exact=True).fill("2")
    page.get_by_role("button", name="Add a stage").click()
    page.get_by_role("heading", name="Stage 2").wait_for()
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Create draft").wait_for()


def unfold(control: Locator) -> None:
    """Open the folded part of the page that holds ``control``, where it is in one."""
    control.first.wait_for(state="attached")
    folded = control.page.locator("details:not([open])", has=control)
    if folded.count():
        folded.locator(":scope > summary").click()


def wait_for_stage(visitor: Visitor, name: str) -> None:
    """Wait until the console shows that the competition has come to this stage."""
    stages = visitor.page.get_by_role("list", name="Competition status")
    stages.locator("[aria-current=step]", has_text=name).wait_for()


def enter(visitor: Visitor, competition: Competition) -> None:
    """Find it in the list and enter it."""
    page = visitor.page
    visitor.goto("/competitions/?status=registration")
    page.get_by_role("link", name=competition.name).first.click()
    page.get_by_role("link", name="Enter", exact=True).click()
    page.get_by_role("button", name="Enter", exact=True).click()
    page.get_by_role("button", name="Leave", exact=True).wait_for()


def fill_and_start(visitor: Visitor, competition: Competition) -> None:
    """Bots for the places that are left, the draw, the start: all from the console."""
    page = visitor.page
    visitor.goto(f"/competitions/{competition.slug}/")
    page.get_by_role("link", name="Console").first.click()
    page.get_by_role("button", name="Fill with bots").click()
    # With places left, the button names how many are in.
    page.get_by_role("button", name="Make the draw", exact=True).click()
    page.wait_for_url("**/draw/")
    page.get_by_role("button", name="Start", exact=True).click()
    wait_for_stage(visitor, "Running")


LOOK = 1.0
"""Seconds after which somebody without a match looks at the home page again."""


@dataclass
class Playing:
    """A person who plays whatever waits."""

    visitor: Visitor
    decisions: int
    """Decisions after which they give a match up; 0: they play it to its end."""
    decided: int = 0
    looked_at: float = 0.0

    def act(self) -> bool:
        """One step: to the table that waits, or one move at it. False when there is nothing to do now."""
        page = self.visitor.page
        if "/matches/" not in page.url:
            return self._find_table()
        status = page.get_attribute("[data-match]", "data-status")
        if status in ("finished", "void"):
            return self._find_table()
        button = page.locator(f"[data-yours] {BUTTON}")
        if not button.count():
            return False
        if self.decisions and self.decided >= self.decisions:
            open_tab(page, "more")
            page.locator("[data-act=resign]").click()
            page.locator("[data-act=resign-now]").click()
            page.wait_for_selector("[data-status=finished]")
            return True
        v = page.get_attribute("[data-match]", "data-v")
        button.first.click()
        # In a competition a move on the board is confirmed before it is sent.
        confirm = page.locator("[data-acts]").get_by_role("button", name="Confirm")
        if confirm.count():
            confirm.click()
        page.wait_for_function("v => document.querySelector('[data-match]').dataset.v !== v", arg=v)
        self.decided += 1
        return True

    def _find_table(self) -> bool:
        """Go home, not too often, and from there to the match that waits."""
        if time.monotonic() < self.looked_at + LOOK:
            return False
        self.visitor.goto("/")
        self.looked_at = time.monotonic()
        waiting = self.visitor.page.get_by_role("link", name="Go to the match")
        if not waiting.count():
            return False
        waiting.first.click()
        self.visitor.page.wait_for_selector("[data-match][data-v]")
        self.decided = 0
        return True


def play_on(visitors: list[Visitor], until: Any, seconds: float, decisions: int = 0) -> None:
    """Let ``visitors`` play whatever waits for them until ``until()`` is true; fails after ``seconds``.

    ``decisions``: after so many in a match its player gives it up.
    """
    people = [Playing(visitor, decisions) for visitor in visitors]
    end = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < end, "it is still not over"
        acted = [person.act() for person in people]
        if not any(acted):
            visitors[0].page.wait_for_timeout(200)
