"""A bar evening end to end, on pages alone: eleven walk-ins, one late, one leaving, one wrong result corrected, a kill
-9 between two rounds, score sheets read by phones, prizes printed.

The short run kills the web process and the worker; the long one all of a ``make up``, stores included.
"""

from __future__ import annotations

import contextlib
import os
import signal
import time

import pytest
from playwright.sync_api import expect

from tests.browser.organising import sign_up, unfold
from tests.browser.people import Site
from tests.faults.household import Household
from tests.server import Web, Workers

NAMES = ("Aldo", "Berta", "Carlo", "Dora", "Enea", "Fulvia", "Gino", "Hilde", "Ivo", "Livia")
HERSELF = "Mina"
LATE = "Zora"
GONE = "Carlo"


class Evening:
    """The organiser's laptop on the evening, and what is done on it."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.host = site.visitor("host")
        self.page = self.host.page

    def open(self) -> None:
        """Sign up, choose the preset, publish."""
        sign_up(self.host, "barista")
        self.host.goto("/competitions/new/?preset=evening")
        self.page.fill("input[name=name]", "Thursday at the bar")
        self.page.fill("input[name=rounds]", "3")
        unfold(self.page.locator("[name=draws]"))
        self.page.select_option("select[name=draws]", "stand")
        self.page.get_by_role("button", name="Create draft").click()
        self.page.get_by_role("button", name="Publish").click()
        self.page.wait_for_url("**/console/")
        self.address = self.page.url.split("/console/")[0].removeprefix(self.site.url)

    def desk(self) -> None:
        self.host.goto(f"{self.address}/console/")

    def let_in(self, *names: str) -> None:
        self.desk()
        self.page.fill("textarea[name=words]", "\n".join(names))
        self.page.locator("button[value=enter]").click()
        for name in names:
            self.page.locator(".checkin li", has_text=name).wait_for()

    def type_round(self, home: str, away: str) -> None:
        """Every table that has no result, by the keyboard alone: Enter goes from field to field, and saves."""
        self.desk()
        self.page.wait_for_load_state()  # the script by which Enter goes on
        cells = self.page.locator("[data-score] .goals .cell")
        empty = [place for place in range(cells.count()) if not cells.nth(place).input_value()]
        cells.nth(empty[0]).focus()
        for place in empty:
            expect(cells.nth(place)).to_be_focused()
            self.page.keyboard.type(away if place % 2 else home)
            self.page.keyboard.press("Enter")
        expect(self.page.locator(".evrow [role=img]")).to_have_count(cells.count() // 2)

    def seated(self) -> set[str]:
        """The names in the round: at its tables, and who has the bye."""
        self.desk()
        return set(self.page.locator(".evrow form .who, .evrow.resting .who:not(.away)").all_inner_texts())


def night(site: Site, blow) -> None:
    """The whole story; ``blow`` kills everything and brings it back."""
    evening = Evening(site)
    page = evening.page
    evening.open()
    evening.let_in(*NAMES)
    phone = site.visitor("walk-in", phone=True)
    phone.goto(f"{evening.address}/evening/")
    phone.page.fill("input[name=name]", HERSELF)
    phone.page.get_by_role("button", name="Play", exact=True).click()
    phone.page.get_by_role("button", name="Leave", exact=True).wait_for()

    evening.desk()
    page.locator("button[value=begin]").click()
    page.locator("button[value=start]").click()
    page.locator("button[value=pause]").wait_for()
    assert evening.seated() == {*NAMES, HERSELF}
    evening.type_round("2", "1")
    first = page.locator(".evrow").first
    first.locator(".cell").first.fill("0")  # it was typed wrong
    page.keyboard.press("Enter")
    expect(first.locator("[name=reason]")).to_be_focused()
    page.keyboard.type("typed wrong")
    page.keyboard.press("Enter")
    expect(first.locator("[name=reason]")).to_have_count(0)
    page.reload()
    expect(first.locator(".cell").first).to_have_value("0")
    page.fill("input[name=names]", LATE)
    page.locator("button[value=join]").click()
    page.locator(".checkin li", has_text=LATE).wait_for()
    leaves = page.locator(".checkin li", has_text=GONE).locator("button[value=home]")
    leaves.focus()
    page.keyboard.press("Enter")
    expect(leaves).to_have_attribute("aria-pressed", "true")
    expect(leaves).to_be_focused()

    for visitor in site.visitors:
        visitor.page.goto("about:blank")
    blow()

    evening.desk()
    page.locator(".evnext button").click()
    assert evening.seated() == {*NAMES, HERSELF, LATE} - {GONE}
    report_by_sheets(evening)
    evening.type_round("3", "3")
    evening.desk()
    page.locator(".evnext button").click()
    page.locator("[data-toast]").wait_for()
    evening.type_round("1", "0")

    evening.desk()
    champion = page.locator(".champion .big").inner_text()
    page.get_by_role("link", name="Print the prizes").click()
    assert page.locator(".podium li span").first.inner_text() == champion
    expect(page.locator(".final tbody tr")).to_have_count(12)
    printed = page.pdf(prefer_css_page_size=True)
    assert printed.count(b"/Type /Page\n") == 1, "prizes are one page"
    phone.goto(evening.address.replace("/competitions/", "/wall/") + "/")
    phone.page.get_by_text(champion).first.wait_for()


def report_by_sheets(evening: Evening) -> None:
    """Both sides of the first table report by the one-time links of its printed sheet, from phones of nobody."""
    evening.host.goto(f"{evening.address}/print/sheets/")
    links = evening.page.locator(".scoresheet").first.locator(".addr").all_inner_texts()
    assert len(links) == 2
    for place, link in enumerate(links):
        phone = evening.site.visitor(f"sheet {place}", phone=True)
        phone.goto(link.removeprefix(evening.site.url))
        phone.page.fill("input[name=home_goals]", "4")
        phone.page.fill("input[name=away_goals]", "2")
        phone.page.get_by_role("button", name="Report the result").click()
        phone.page.get_by_role("heading", name=("Reported", "The result counts")[place]).wait_for()


def test_a_bar_evening(transactional_db, chromium):
    web, workers = Web(), Workers()
    web.start()
    workers.start()

    def blow() -> None:
        web.kill()
        workers.worker.kill()
        workers.beat.kill()
        web.start()

    site = Site(web.url, chromium)
    try:
        night(site, blow)
        assert not site.close()
    finally:
        workers.stop()
        web.stop()


@pytest.mark.long
def test_a_bar_evening_on_a_laptop_that_loses_power(chromium):
    home = Household()

    def blow() -> None:
        for line in home.processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(line.split()[0]), signal.SIGKILL)
        home.process.wait(timeout=10)
        home.output.close()
        while home.processes() or home.note():  # what is killed is there for a moment more
            time.sleep(0.1)
        home.start()

    try:
        home.start()
        site = Site(f"http://localhost:{home.port}", chromium)
        night(site, blow)
        assert not site.close()
    finally:
        home.clear()
