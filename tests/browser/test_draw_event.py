"""The draw as an event: names typed with a wrong line, links sent, the pairings seen one by one by a link."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from league.competitions.models import Competition
from league.competitions.verbs import drawing, entries
from tests.browser.organising import wait_for_stage
from tests.cast import Cast
from tests.league.builders import NAMES, competition

SHIFTED = "(() => {{ const now = Date.now.bind(Date); Date.now = () => now() + {}; }})()"
SHOWN = ".meetings [data-turn]:visible"


@pytest.fixture
def cast(transactional_db):
    return Cast.make()


def hidden(page):
    """Number of names that are still to come."""
    return page.evaluate(
        "[...document.querySelectorAll('.meetings [data-turn]')]"
        ".filter((one) => getComputedStyle(one).visibility === 'hidden').length"
    )


def test_who_has_the_link_sees_each_name_come(site, cast):
    cup = competition(cast.organiser, places=8)
    entries.enter_names(competition=cup, by=cast.organiser, names=NAMES[:8])
    path = f"/competitions/{cup.slug}/draw/"
    fan = site.visitor("fan", phone=True, reduced_motion=False)
    calm = site.visitor("calm", reduced_motion=True)
    fan.page.add_init_script(SHIFTED.format(600_000))  # a phone whose clock is wrong sees them come like all others
    for visitor in (fan, calm):
        visitor.goto(path)
        visitor.page.get_by_role("heading", name="The draw comes here").wait_for()
    host = site.visitor("host", user=cast.organiser, reduced_motion=False)
    host.goto(f"/competitions/{cup.slug}/console/")
    host.page.get_by_role("button", name="Make the draw").click()
    host.page.wait_for_url(f"**{path}")
    for page in (fan.page, host.page):
        page.get_by_role("heading", name="The pairings").wait_for()
        assert hidden(page) >= 6
    calm.page.get_by_role("heading", name="The pairings").wait_for()
    assert hidden(calm.page) == 0, "motion is not wanted"
    before = hidden(fan.page)
    fan.page.wait_for_function(
        "n => [...document.querySelectorAll('.meetings [data-turn]')]"
        ".filter((one) => getComputedStyle(one).visibility === 'hidden').length < n - 1",
        arg=before,
    )
    told = fan.page.locator("[data-told]")
    fan.page.wait_for_function("() => document.querySelector('[data-told]').textContent")
    assert re.search(r"\w+ . \w+", told.inner_text())
    fan.page.get_by_role("button", name="Show all now").click()
    assert hidden(fan.page) == 0
    by_name = dict(cup.entrants.values_list("name", "seed"))
    first = fan.page.locator(".meetings .pairs li").first.locator("[data-turn]").all_inner_texts()
    assert {by_name[name.strip()] for name in first} == {1, 8}
    host.page.get_by_role("button", name="Start", exact=True).click()
    wait_for_stage(host, "Running")


def test_a_link_that_is_copied_counts_as_sent(site, cast):
    cup = competition(cast.organiser, places=8)
    gino, marta = entries.enter_names(competition=cup, by=cast.organiser, names="Gino\nMarta")
    host = site.visitor("host", user=cast.organiser, phone=True)
    page = host.page
    host.goto(f"/competitions/{cup.slug}/console/")
    page.get_by_role("link", name="Send the links").click()
    unsent = page.locator(".linkcard .chip[data-k=warn]")
    expect(unsent).to_have_count(2)
    page.locator(f"#link-{gino.player_id}").get_by_role("button", name="Copy").click()
    expect(unsent).to_have_count(1)
    assert page.locator(f"#link-{gino.player_id} .chip").inner_text() == "Sent"
    # a phone has its own sheet to share with
    page.evaluate("navigator.share = async (what) => { window.shared = what; }")
    page.locator(f"#link-{marta.player_id}").get_by_role("button", name=re.compile("^Send")).click()
    expect(unsent).to_have_count(0)
    expect(page.get_by_role("button", name="Mark all as sent")).to_have_count(0)
    shared = page.evaluate("window.shared")
    assert shared["url"].endswith(f"/enter/{marta.personal_key}/") and "Marta" in shared["text"]
    host.goto(f"/competitions/{cup.slug}/console/")
    expect(page.get_by_role("link", name="Send the links")).to_have_count(0)


def test_a_link_that_is_opened_counts_as_opened(site, cast):
    cup = competition(cast.organiser, places=8)
    (gino,) = entries.enter_names(competition=cup, by=cast.organiser, names="Gino")
    player, host = site.visitor("player", phone=True), site.visitor("host", user=cast.organiser)
    with player.page.expect_response(lambda answer: answer.request.method == "POST") as told:
        player.goto(f"/enter/{gino.personal_key}/")
    assert told.value.status == 204
    host.goto(f"/competitions/{cup.slug}/entrants/links/")
    assert host.page.locator(f"#link-{gino.player_id} .chip").inner_text() == "Opened"


def test_what_is_typed_stays_while_others_enter(site, cast):
    cup = competition(cast.organiser, places=8)
    host = site.visitor("host", user=cast.organiser)
    page = host.page
    host.goto(f"/competitions/{cup.slug}/console/")
    page.get_by_label("Names, one per line").fill("Gino\nAn altogether too long name of a single person")
    entries.enter(competition=cup, player=cast.anna)
    page.locator("h1").click()  # nothing is drawn anew under somebody who types
    expect(page.locator(".lead .body > p").first, "1 of 8").to_have_text(re.compile(r"\b1\b\D+\b8\b"))
    assert page.get_by_label("Names, one per line").input_value().startswith("Gino")
    page.get_by_role("button", name="Add entrants").click()
    wrong = page.get_by_label("Line 2")
    wrong.wait_for()
    assert wrong.evaluate("field => field === document.activeElement"), "the wrong line has the focus"
    wrong.fill("A short name")
    page.get_by_role("button", name="Add entrants").click()
    expect(page.get_by_role("progressbar", name="Places taken")).to_have_attribute("value", "3")
    assert sorted(cup.entrants.values_list("name", flat=True)) == ["A short name", "Gino", "anna"]


def test_a_bracket_by_lot_has_no_seeds(site, cast):
    """Numbers of lots would be read as an order of strength, also aloud."""
    drawn = competition(cast.organiser, places=4)
    ranked = competition(cast.organiser, places=4, seeding="hand")
    visitor = site.visitor("fan")
    for cup, count in ((drawn, 0), (ranked, 4)):
        entries.enter_names(competition=cup, by=cast.organiser, names=NAMES[:4])
        drawing.draw(competition=cup, by=cast.organiser)
        visitor.goto(f"/competitions/{cup.slug}/entrants/")
        cells = visitor.page.locator(".seedcol").all_inner_texts()
        assert len([cell for cell in cells if cell.strip()]) == count
    assert Competition.objects.count() == 2
