"""Sounds of the table: off at first, each event and the volume chosen on this device, every one tried by a button."""

from __future__ import annotations

from random import Random

import pytest
from django.db import transaction
from playwright.sync_api import expect

from matches.verbs.opening import Opening, Sitter, open_match
from tests.browser.at_table import played
from tests.browser.sitemap import elsewhere
from tests.browser.test_match_play import open_table
from tests.browser.two import Person
from tests.matches.table import run, start

pytestmark = pytest.mark.usefixtures("fixed_dice")

LISTEN = """
window.pitches = [];
window.OscillatorNode = class extends OscillatorNode {
  constructor(context, options) { super(context, options); window.pitches.push(options.frequency); }
};
window.volumes = [];
window.GainNode = class extends GainNode {
  constructor(context, options) { super(context, options); if (!options) window.volumes.push(this); }
};
"""
GOAL = [392, 494, 587, 784]
TURN = [523, 659]
CHAT = [1319]
CLOCK = [1047] * 3


def at_table(site, cast):
    match_id = elsewhere(played, (cast.anna, cast.bruno), "dom_jim", 2)
    page = site.visitor("anna", user=cast.anna).page
    page.add_init_script(LISTEN)
    open_table(page, f"/matches/{match_id}/")
    page.wait_for_selector("[data-match][data-yours]")
    return page, match_id


def act(page):
    """Do the first thing that is offered, until the turn is over."""
    for _ in range(8):
        if not page.locator("[data-match][data-yours]").count():
            return
        someone = Person(page, Random(1), mouse=True)
        someone.decide(someone.sees())
        page.wait_for_timeout(150)


def more(page):
    page.locator("[role=tab]").last.click()


def heard(page):
    return page.evaluate("window.pitches.splice(0)")


def test_sounds_are_off_until_chosen_and_kept_by_event_and_volume(site, cast):
    page, _ = at_table(site, cast)
    more(page)
    expect(page.locator("#set-sound")).not_to_be_checked()
    expect(page.locator("[data-sounds]")).to_be_hidden()
    page.locator("#set-sound").focus()
    page.keyboard.press("Space")
    assert heard(page) == [300]
    events = page.locator("[data-sounds]").get_by_role("checkbox")
    assert [each.is_checked() for each in events.all()] == [True] * 6
    page.get_by_role("button", name="Try it: Goals").focus()
    page.keyboard.press("Enter")
    assert heard(page) == GOAL
    page.get_by_role("checkbox", name="Dice").uncheck()
    page.get_by_label("Volume").select_option("Loud")
    assert heard(page) == [300]
    loud = page.evaluate("window.volumes[0].gain.value")
    page.get_by_label("Volume").select_option("Quiet")
    assert page.evaluate("window.volumes[0].gain.value") < 1 < loud
    page.reload()
    page.wait_for_selector("[data-match][data-yours]")
    more(page)
    expect(page.locator("#set-sound")).to_be_checked()
    assert page.get_by_label("Volume").input_value() == "1"
    assert [each.is_checked() for each in events.all()] == [True, True, False, True, True, True]


def test_the_turn_is_heard_once_when_it_comes_back_and_moves_only_if_chosen(site, cast):
    page, match_id = at_table(site, cast)
    more(page)
    page.locator("#set-sound").check()
    page.locator("[data-sound=play]").uncheck()
    heard(page)
    other = site.visitor("bruno", user=cast.bruno).page
    open_table(other, f"/matches/{match_id}/")
    act(page)
    other.wait_for_selector("[data-match][data-yours]")
    assert heard(page) == []
    act(other)
    page.wait_for_selector("[data-match][data-yours]")
    page.wait_for_function("() => window.pitches.length > 0")
    assert heard(page) == TURN


def test_a_line_of_chat_is_heard_once_and_one_s_own_never(site, cast):
    page, match_id = at_table(site, cast)
    more(page)
    page.locator("#set-sound").check()
    page.wait_for_function("() => window.pitches.length > 0")
    heard(page)
    other = site.visitor("bruno", user=cast.bruno).page
    open_table(other, f"/matches/{match_id}/")
    for writer, words in ((other, "ciao"), (page, "eccomi")):
        writer.click("#tab-chat")
        writer.fill("#say-players", words)
        writer.keyboard.press("Enter")
        for reader in (page, other):
            reader.locator("[data-room=players] .words", has_text=words).wait_for(state="attached")
    assert heard(page) == CHAT


def timed(people):
    sides = [Sitter(user=user) for user in people]
    with transaction.atomic():
        match = open_match(Opening(game="dom_jim", home=sides[0], away=sides[1], move_seconds=600))
    run(lambda: start(match))
    return match.pk


def test_the_last_half_minute_of_a_decision_is_heard_by_whoever_decides(site, cast):
    match_id = elsewhere(timed, (cast.anna, cast.bruno))
    tables = {}
    for name, user in (("anna", cast.anna), ("bruno", cast.bruno)):
        page = site.visitor(name, user=user).page
        page.clock.install()
        page.add_init_script(LISTEN)
        open_table(page, f"/matches/{match_id}/")
        page.wait_for_selector("[data-match][data-status=live]")
        more(page)
        page.locator("#set-sound").check()
        page.wait_for_function("() => window.pitches.length > 0")
        heard(page)
        tables[name] = page
    for page in tables.values():
        page.clock.fast_forward(560_000)
        assert heard(page) == []
        page.clock.run_for(12_000)
    deciding = [page for page in tables.values() if page.locator("[data-match][data-yours]").count()]
    assert len(deciding) == 1
    for page in tables.values():
        assert heard(page) == (CLOCK if page in deciding else [])
