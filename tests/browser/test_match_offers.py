"""Offers in real browsers: a pause, a draw, an undo on desk and phone, and a rematch that the other side accepts."""

from __future__ import annotations

import re
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from playwright.sync_api import expect

from matches.models import Match, Offer
from matches.verbs.opening import Sitter, appoint
from tests.browser.test_match_play import cells, open_tab, open_table, play_first_button, short_match, shot, status
from tests.matches.table import duel

TEN_MINUTES_LEFT = re.compile(r"\b(10:0\d|9:5\d)\b")
MISSED = """() => {
  const clock = { now: Date.now() - 3600000, resume: Date.now() + 600000 };
  document.querySelector("[data-match]").dispatchEvent(new CustomEvent("frame", { detail: { t: "step", clock } }));
}"""
"""A step that comes after a cut of an hour, ten minutes before the pause ends."""


def press(visitor, words):
    """Press the button with these words, behind the tab "More" where it is made."""
    button = visitor.page.get_by_role("button", name=words, exact=True)
    if not button.first.is_visible():
        open_tab(visitor.page, "more")
    button.first.click()


def test_a_pause_a_draw_and_a_rematch(site, cast):
    match = short_match(Sitter(user=cast.anna), Sitter(user=cast.bruno))
    anna = site.visitor("anna", user=cast.anna)
    bruno = site.visitor("bruno", user=cast.bruno, phone=True)
    for visitor in (anna, bruno):
        open_table(visitor.page, f"/matches/{match.id}/")
    for visitor in (anna, bruno):
        visitor.page.wait_for_selector("[data-status=live]")
    press(anna, "Ask for a pause")
    deal = bruno.page.locator("[data-deals]")
    deal.get_by_role("button", name="Accept").wait_for()
    assert Offer.objects.get(status="open").kind == "pause"
    shot(bruno.page, "offer-phone")
    shot(anna.page, "offer-desk")
    deal.get_by_role("button", name="Accept").click()
    for visitor in (anna, bruno):
        visitor.page.wait_for_selector("[data-status=paused]")
        expect(visitor.page.locator("[data-deals]"), "it counts down").to_contain_text(re.compile(r"\b\d+:\d\d\b"))
    bruno.page.evaluate(MISSED)
    expect(deal).to_contain_text(TEN_MINUTES_LEFT)
    shot(bruno.page, "pause-phone")
    press(bruno, "Ask to play on")
    anna.page.locator("[data-deals]").get_by_role("button", name="Accept").click()
    for visitor in (anna, bruno):
        visitor.page.wait_for_selector("[data-status=live]")
    press(bruno, "Offer a draw")
    anna.page.locator("[data-deals]").get_by_role("button", name="Decline").click()
    expect(bruno.page.locator("[data-deals]").get_by_role("button", name="Withdraw")).to_have_count(0)
    press(anna, "Offer a draw")
    bruno.page.locator("[data-deals]").get_by_role("button", name="Accept").click()
    for visitor in (anna, bruno):
        visitor.page.wait_for_selector("[data-status=finished]")
    match.refresh_from_db()
    assert (match.result["source"], match.result["winner"]) == ("agreement", None)
    anna.page.locator("#around").get_by_role("button", name="Play again").click()
    expect(anna.page.locator("#around").get_by_role("button", name="Play again")).to_be_disabled()
    assert Match.objects.count() == 1, "one side alone opens nothing"
    bruno.page.reload()
    bruno.page.locator("#around").get_by_role("button", name="Accept rematch").click()
    bruno.page.wait_for_url(lambda url: str(match.id) not in url)
    assert status(bruno.page) in ("waiting", "live")
    assert Match.objects.count() == 2
    assert Offer.objects.filter(kind="rematch", status="accepted").count() == 1


def test_a_move_is_undone_by_agreement(site, cast):
    match = short_match(Sitter(user=cast.anna), Sitter(user=cast.bruno))
    Match.objects.filter(pk=match.pk).update(origin="casual")
    anna = site.visitor("anna", user=cast.anna)
    bruno = site.visitor("bruno", user=cast.bruno, phone=True)
    for visitor in (anna, bruno):
        open_table(visitor.page, f"/matches/{match.id}/")
    for visitor in (anna, bruno):
        visitor.page.wait_for_selector("[data-status=live]")
    mover, other = (anna, bruno) if anna.page.locator("[data-yours]").count() else (bruno, anna)
    before, prompt = cells(mover.page), mover.page.inner_text("[data-say]")
    press(mover, "Ask to undo your last move")
    mover.page.get_by_role("alert").wait_for()
    assert play_first_button(mover.page)
    press(mover, "Ask to undo your last move")
    deal = other.page.locator("[data-deals]")
    deal.get_by_role("button", name="Accept").wait_for()
    assert Offer.objects.get(status="open").kind == "undo"
    shot(bruno.page, "undo-phone")
    shot(anna.page, "undo-desk")
    deal.get_by_role("button", name="Accept").click()
    for visitor in (anna, bruno):
        visitor.page.wait_for_selector("[data-match][data-v='2']")
        second_step = visitor.page.locator("[data-comment] li .v", has_text=re.compile("^2$"))
        expect(second_step, "the commentary tells of the undoing").not_to_have_count(0)
    mover.page.wait_for_selector("[data-yours]")
    assert (cells(mover.page), mover.page.inner_text("[data-say]")) == (before, prompt)
    assert cells(other.page) == before


def test_what_officials_are_offered_follows_a_pause_taken_over(site, cast):
    match = short_match(Sitter(user=cast.anna), Sitter(user=cast.bruno))
    appoint(match, [(cast.referee, "referee"), (cast.stranger, "organiser")])
    anna, bruno, referee, other = (
        site.visitor(user.username, user=user) for user in (cast.anna, cast.bruno, cast.referee, cast.stranger)
    )
    for visitor in (anna, bruno, referee, other):
        open_table(visitor.page, f"/matches/{match.id}/")
    press(anna, "Ask for a pause")
    bruno.page.locator("[data-deals]").get_by_role("button", name="Accept").click()
    for visitor in (referee, other):
        visitor.page.wait_for_selector("[data-status=paused]")
        open_tab(visitor.page, "officials")
    pause = other.page.locator("#in-officials [value=pause]")
    expect(pause).to_be_visible()
    referee.page.locator("#in-officials [name=reason]").fill("a look at the video")
    referee.page.locator("#in-officials [value=pause]").click()
    expect(pause).to_have_count(0)
    expect(other.page.locator("#in-officials [value=resume]")).to_be_visible()


def test_who_looks_on_is_not_told_that_they_lose(site, cast):
    due = timezone.now() + timedelta(minutes=10)
    with transaction.atomic():
        match = duel(cast.anna, cast.bruno, game="super_goal", no_show_at=due)
    for name, user, told in (("anna", cast.anna, True), ("stranger", cast.stranger, False)):
        page = site.visitor(name, user=user).page
        page.goto(f"/matches/{match.id}/")
        page.wait_for_selector("[data-match][data-shown=waiting]")
        expect(page.locator("[data-deals]")).to_be_visible(visible=told)


def test_before_the_kick_off_the_table_names_who_is_to_come(site, cast):
    with transaction.atomic():
        match = duel(cast.anna, cast.bruno, game="super_goal", no_show_at=timezone.now() + timedelta(minutes=10))
    page = site.visitor("anna", user=cast.anna).page
    page.goto(f"/matches/{match.id}/")
    page.wait_for_selector("[data-match][data-shown=waiting]")
    expect(page.locator("[data-deals]"), "anna is here: bruno loses").to_contain_text(cast.bruno.nickname)
