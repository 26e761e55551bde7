"""Dice at the table: each roll is drawn and told to both seats, live and in the replay."""

from __future__ import annotations

import re

from django.utils import timezone
from playwright.sync_api import expect

from matches.models import Match, MatchEvent
from tests.browser.at_table import played
from tests.browser.sitemap import elsewhere


def rolls(choices):
    return any(choice.get("key") == "roll" for choice in choices)


def labels(page, where):
    return [die.get_attribute("aria-label") for die in page.locator(f"{where} svg.die").all()]


def test_a_roll_is_drawn_and_told_to_both_seats_and_in_the_replay(site, cast):
    match_id = elsewhere(played, (cast.anna, cast.bruno), "soccer_tactics", 30, rolls)
    path = f"{site.url}/matches/{match_id}/"
    anna = site.visitor("anna", user=cast.anna, phone=True).page
    bruno = site.visitor("bruno", user=cast.bruno).page
    for page in (anna, bruno):
        page.goto(path)
        page.wait_for_selector("[data-match][data-v]")
    anna.locator("[data-acts] [data-key=roll]").tap()
    anna.wait_for_selector("[data-dice] svg.die:not(.spent)")
    row = MatchEvent.objects.filter(match_id=match_id).latest("seq")
    value = next(event["value"] for event in row.events if event["type"] == "roll")
    for page in (anna, bruno):
        page.wait_for_function("v => document.querySelector('[data-match]').dataset.v === v", arg=str(row.seq))
        assert labels(page, "[data-dice]") == [f"anna rolled {value}"]
        expect(page.locator("[data-dice] .pip")).to_have_count(value)
        told = page.locator("[data-comment] li", has=page.locator(".v", has_text=re.compile(f"^{row.seq}$")))
        expect(told.locator("svg.die")).to_have_count(1)
        assert f"anna rolled {value}" in labels(page, f"[data-moves] [data-v='{row.seq}']")
    sentences = {line.strip() for line in bruno.locator("[data-comment] li > span:last-child").all_inner_texts()}
    rows = [row.strip() for row in bruno.locator("[data-moves] .n").all_inner_texts()]
    assert any(re.fullmatch(r"(\d+|D\d) [A-H]\d+–[A-H]\d+", row) for row in rows), rows
    assert not sentences & set(rows), "the list of moves says in signs what the commentary says in sentences"
    over = {"status": Match.Status.FINISHED, "finished_at": timezone.now()}
    Match.objects.filter(pk=match_id).update(result={"winner": None, "how": "regulation"}, **over)
    bruno.goto(f"{path}report/?v={row.seq}")
    expect(bruno.get_by_role("slider")).to_have_value(str(row.seq))
    expect(bruno.locator("[data-dice] svg.die")).to_have_count(1)
    assert labels(bruno, "[data-dice]") == [f"anna rolled {value}"]
    expect(bruno.locator("[data-say]")).to_contain_text(re.compile(rf"anna\b.*\b{value}\b"))
