"""Words that a newcomer cannot know are explained at the table at their first meeting, and once on a device."""

from __future__ import annotations

from django.db import transaction
from playwright.sync_api import expect

from matches.verbs import casual
from tests.browser.test_match_play import open_table, play_first_button, shot, wait_for_turn

MET = "() => JSON.parse(localStorage.getItem('tabellone.met.super_goal') ?? '[]')"
GONE = """(told) => {
  const line = document.querySelector("[data-term]");
  return line.hidden || line.textContent !== told;
}"""
"""Whether the line is put away, or explains another word."""


def test_a_special_word_is_explained_once(site, cast):
    with transaction.atomic():
        match = casual.play_bot(user=cast.anna, game="super_goal", bot="club")
    page = site.visitor("anna", user=cast.anna, phone=True).page
    open_table(page, f"/matches/{match.id}/")
    wait_for_turn(page)
    line = page.locator("[data-term]")
    expect(line).to_be_visible()
    expect(line).not_to_be_empty()
    shot(page, "term-phone")
    first, told = page.evaluate(MET), line.text_content()
    assert first
    assert play_first_button(page)
    page.wait_for_function(GONE, arg=told)
    met = page.evaluate(MET)
    assert len(met) == len(set(met)) and set(first) <= set(met)
