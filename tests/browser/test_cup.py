"""The whole stack: two people make a cup of four with two bots and play it to its champion, by clicking only."""

from __future__ import annotations

from playwright.sync_api import expect

from league.competitions.models import Competition, Tie
from tests.browser.organising import enter, fill_and_start, make, play_on, sign_up


def test_a_cup_of_four_from_sign_up_to_the_champion(site, workers):
    anna, bruno, watcher = site.visitor("anna"), site.visitor("bruno", phone=True), site.visitor("watcher")
    sign_up(anna, "anna")
    sign_up(bruno, "bruno")
    cup = make(anna, "cup", "Saturday cup", 4, third_place=True)
    enter(anna, cup)
    enter(bruno, cup)
    fill_and_start(anna, cup)

    watcher.goto(f"/competitions/{cup.slug}/bracket/")
    expect(watcher.page.locator(".champion")).to_have_count(0)
    play_on([anna, bruno], lambda: watcher.page.locator(".champion").count() > 0, seconds=240)

    cup.refresh_from_db()
    assert cup.status == Competition.Status.FINISHED and cup.champion is not None
    assert cup.champion.name in watcher.page.inner_text(".champion"), "the open page shows another champion"
    final = Tie.objects.get(round__stage__competition=cup, kind="final")
    assert final.winner == cup.champion and final.decided
    third = Tie.objects.get(round__stage__competition=cup, kind="third_place")
    assert third.winner is not None
    for leg in (final.fixtures.get(), third.fixtures.get()):
        assert leg.match is not None and leg.match.result["source"] == "play"
    anna.goto("/competitions/?status=finished")
    anna.page.get_by_role("link", name="Saturday cup").first.click()
    assert cup.champion.name in anna.page.inner_text(".champion")
