"""The rules of a match in browsers: folded where it starts, on the invitation, at the table; played to penalties."""

from __future__ import annotations

import random
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from engines.core.dice import FairDice
from engines.core.game import Game
from engines.core.seats import Seat
from matches.live.moves import submit
from matches.live.running import hall
from matches.models import Challenge, Match
from matches.terms.rules import RulesOfMatch
from tests.browser.sitemap import elsewhere
from tests.browser.starting import choose_opponent, kick_off
from tests.browser.two import Person, play_out
from tests.matches.loaded import load
from tests.matches.table import run

FRIENDLIES = {
    "soccer_tactics": {"winner": "extra_time", "options.half_turns": 5, "options.extra_turns": 2},
    "super_goal": {"winner": "shootout", "options.length": "tournament"},
}
"""Soccer Tactics as short as it can be with extra time; Super Goal! of 5 + 5 minutes."""


def decision(game: Game[Any], state: Any, number: int) -> tuple[Seat, Any]:
    """Who decides at decision ``number`` of a match, and what: the same in each match with the same dice."""
    seat = game.to_act(state)[0]
    return seat, random.Random(number).choice(list(game.legal(state, seat)))


def penalties(game: Game[Any], state: Any, dice: FairDice) -> bool:
    """Played by ``decision`` it is level to the end, and decided on penalties."""
    number = 0
    while game.to_act(state):
        state, _events = game.apply(state, *decision(game, state, number), dice)
        number += 1
    return bool(game.result(state)["how"] == "shootout")


def play(match: Match) -> None:
    """Play by ``decision`` until the kicks of the shootout that people take themselves, or to the end."""

    async def to_the_kicks() -> None:
        runtime = hall().runtime(match.pk)
        await runtime.catch_up()
        while runtime.row.status == "live" and runtime.game.view(runtime.state, None)["period"] != "shootout":
            v = runtime.row.version
            seat, move = decision(runtime.game, runtime.state, v)
            done = await submit(match_id=match.pk, seat=seat, moves=[move], client_id=uuid4(), v=v)
            assert done.done, done

    run(to_the_kicks, seconds=120)


def choose(page: Any, game: str, values: dict[str, Any]) -> None:
    """Unfold the rules by keyboard and choose ``values``; the line below follows them."""
    fold = page.locator("#rules details")
    expect(fold.locator("fieldset").first).to_be_hidden()
    fold.locator("summary").press("Enter")
    line = page.locator("#rules-line")
    for name, value in values.items():
        before = line.inner_text()
        field = page.locator(f'[name="{game}-{name}"]')
        kind = field.first.evaluate("field => field.type")
        if kind == "radio":
            page.locator(f'[name="{game}-{name}"][value="{value}"]').check()
        elif kind == "select-one":
            field.select_option(value)
        else:
            field.fill(str(value))
            field.press("Tab")
        expect(line).not_to_have_text(before)


@pytest.mark.parametrize("game", FRIENDLIES)
def test_a_friendly_by_link_is_played_to_penalties(site, cast, game):
    host = site.visitor("anna", user=cast.anna, phone=True)
    host.goto(f"/play/{game}/")
    choose(host.page, game, FRIENDLIES[game])
    line = host.page.locator("#rules-line").inner_text()
    kick_off(host.page, "friend")
    host.page.wait_for_url("**/matches/**")
    match = load(Match.objects.get(), penalties)
    assert RulesOfMatch.of(match).changed() == FRIENDLIES[game]
    friend = site.visitor("bruno", user=cast.bruno)
    friend.goto(f"/matches/join/{match.seats.get(side='away').invite}/")
    expect(friend.page.get_by_text(line, exact=True)).to_be_visible()
    friend.page.locator("main form button.primary").click()
    for visitor in (host, friend):
        visitor.page.wait_for_selector("[data-match][data-status=live]", timeout=30_000)
        expect(visitor.page.locator(".below").get_by_text(line, exact=True)).to_be_visible()
    for visitor in (host, friend):  # nobody looks at a hundred moves that come at once
        visitor.page.goto("about:blank")
    elsewhere(play, match)
    for visitor in (host, friend):
        visitor.goto(f"/matches/{match.pk}/")
        visitor.page.wait_for_selector("[data-match][data-v]")
    people = [Person(visitor.page, random.Random(0), mouse=True) for visitor in (host, friend)]
    play_out(*people, cut_at=1000, seconds=120)
    for visitor in (host, friend):
        visitor.page.wait_for_selector("[data-match][data-status=finished]", timeout=30_000)
        expect(visitor.page.locator("[data-put=shootout]")).to_be_visible()
    match.refresh_from_db()
    assert match.result["how"] == "shootout" and match.result["winner"]
    assert match.result["score"]["home"] == match.result["score"]["away"]
    host.goto(f"/matches/{match.pk}/report/")
    expect(host.page.get_by_text(line, exact=True)).to_be_visible()


def test_the_official_match_is_one_press(site, cast):
    visitor = site.visitor("anna", user=cast.anna)
    visitor.goto("/play/dom_jim/")
    visitor.page.locator("#rules > .btn").click()
    expect(visitor.page.locator('[name="dom_jim-legs"][value="2"]')).to_be_checked()
    expect(visitor.page.locator("#rules > .btn")).to_have_count(0)
    kick_off(visitor.page, "friend")
    visitor.page.wait_for_url("**/matches/**")
    match = Match.objects.get()
    assert match.leg == 1 and RulesOfMatch.of(match) == RulesOfMatch.official("dom_jim")


def test_an_offer_has_the_fields_of_its_game(site, cast):
    visitor = site.visitor("anna", user=cast.anna)
    visitor.goto("/play/super_goal/?opponent=lobby")
    expect(visitor.page.locator('[name^="super_goal-"]')).not_to_have_count(0)
    visitor.page.locator("nav a[href^='/play/fuba/']").click()
    expect(visitor.page.locator('[name^="super_goal-"]')).to_have_count(0)
    expect(visitor.page.locator("[name=opponent][value=lobby]"), "the tab stays").to_be_checked()
    choose(visitor.page, "fuba", {"options.half_minutes": 10})
    line = visitor.page.locator("#rules-line").inner_text()
    kick_off(visitor.page)
    visitor.page.wait_for_url("**/challenges/*-*/")
    expect(visitor.page.get_by_text(line, exact=True)).to_be_visible()
    assert RulesOfMatch.offered(Challenge.objects.get()).changed() == {"options.half_minutes": 10}
    visitor.goto("/matches/")
    expect(visitor.page.locator(".offers").get_by_text(line)).to_be_visible()


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_each_way_to_play_shows_what_belongs_to_it(site, cast, script):
    """By keyboard: the arrows go from tab to tab, and what belongs to another one is neither seen nor reached."""
    visitor = site.visitor("anna", user=cast.anna, java_script_enabled=script)
    visitor.goto("/play/six_a_side/")
    page = visitor.page
    parts = {
        "bot": page.locator("[name=level]").first,
        "friend": page.locator("details:has([name=people_per_side]) summary"),
        "lobby": page.locator("[name=side]"),
        "screen": page.locator("[name=second]"),
    }
    page.locator("[name=opponent][value=bot]").focus()
    for tab, own in parts.items():
        expect(page.locator(f"[name=opponent][value={tab}]")).to_be_checked()
        for other in parts.values():
            assert other.is_visible() == (other is own), tab
        assert page.locator(".startform .btn.primary").count() == 1
        page.keyboard.press("ArrowRight")
    choose_opponent(page, "screen")
    page.locator("[name=second]").fill("Bice")
    page.locator("[name=second]").press("Enter")
    page.wait_for_url("**/matches/**")
    assert Match.objects.get().mode == Match.Mode.HOT_SEAT, "Enter begins what is chosen"


def test_practice_begins_whatever_tab_is_chosen(site, cast):
    visitor = site.visitor("anna", user=cast.anna)
    visitor.goto("/play/fuba/?opponent=friend")
    visitor.page.locator("button[value=practice]").click()
    visitor.page.wait_for_url("**/matches/**")
    assert Match.objects.get().mode == Match.Mode.PRACTICE
