"""Six-a-side with two people a side: four browsers and two links up to a call for coaching; one screen to the end."""

from __future__ import annotations

import json
import random
from uuid import uuid4

from playwright.sync_api import expect

import engines
from engines import bots
from engines.core.text import sentence
from matches.models import Match
from tests.browser.organising import unfold
from tests.browser.sitemap import elsewhere
from tests.browser.starting import choose_opponent, kick_off
from tests.browser.test_match_offers import press
from tests.browser.two import Person

GAME = engines.get("six_a_side")


def position(match_id):
    """The position that is stored, and the seat that is to act there."""
    row = elsewhere(Match.objects.get, pk=match_id)
    state = GAME.from_wire(row.snapshot)
    return row, state, next(iter(GAME.to_act(state)), None)


def advised(row, state, seat, bot="greedy"):
    """The way in which the table offers what ``bot`` would do; of line-ups a ready one."""
    view, legal = GAME.view(state, seat), GAME.legal(state, seat)
    ready = next((move for move in legal if move["type"] == "formation"), None)
    move = ready or bots.choose(GAME.slug, bot, view, seat, legal, row.version)
    return next(way for way in GAME.choices(view, seat, legal) if way["move"] == move)


def send(visitor, match_id, row, seat, move):
    """Send ``move`` by the form of a page without a script, and wait until the page shows what came of it."""
    token = visitor.page.get_attribute("[data-match]", "data-csrf")
    answer = visitor.context.request.post(
        f"/matches/{match_id}/move/",
        form={"v": str(row.version), "client_id": str(uuid4()), "seat": seat, "move": json.dumps(dict(move))},
        headers={"X-CSRFToken": token},
        max_redirects=0,
    )
    assert answer.status == 302
    visitor.page.wait_for_function("v => Number(document.querySelector('[data-match]').dataset.v) > v", arg=row.version)


def test_four_people_come_by_two_links_and_one_side_calls_coaching(site, cast):
    visitors = {
        name: site.visitor(name, user=getattr(cast, name), phone=name == "bruno")
        for name in ("anna", "bruno", "stranger", "referee")
    }
    anna = visitors["anna"].page
    anna.goto("/play/six_a_side/")
    choose_opponent(anna, "friend")
    anna.locator("details:has(select[name=people_per_side]) summary").click()
    anna.locator("select[name=people_per_side]").select_option("2")
    kick_off(anna)
    anna.wait_for_url("**/matches/**")
    links = {side: anna.locator(f"#invite-{side}").input_value() for side in ("home", "away")}
    for name, side in (("bruno", "away"), ("stranger", "home"), ("referee", "away")):
        page = visitors[name].page
        page.goto(links[side])
        expect(page.locator(".people li bdi").first).to_have_text("anna")
        page.locator("main form button.primary").click()
        page.wait_for_url("**/matches/**")
        if name != "referee":  # the place is taken on every page that waits
            expect(anna.locator(".people li bdi")).to_have_count({"bruno": 2, "stranger": 3}[name])
            expect(anna.locator("[data-match]")).to_have_attribute("data-status", "waiting")
    for visitor in visitors.values():
        visitor.page.wait_for_selector("[data-match][data-status=live]", timeout=30_000)

    match_id = Match.objects.get().pk
    sides = {"home": ["anna", "stranger"], "away": ["bruno", "referee"]}
    row, state, seat = position(match_id)
    while not GAME.coachable(state, seat):
        send(visitors[sides[seat][0]], match_id, row, seat, advised(row, state, seat)["move"])
        row, state, seat = position(match_id)
    player, team_mate = sides[seat]
    opponents = sides["away" if seat == "home" else "home"]
    for name, visitor in visitors.items():
        expect(visitor.page.locator(f"[data-deciding={seat}]")).to_contain_text(player)
        mine = visitor.page.locator("[data-match][data-yours]")
        expect(mine).to_have_count(1 if name == player else 0)
    press(visitors[opponents[0]], "Call coaching")
    for name in (player, team_mate):
        expect(visitors[name].page.locator("[data-deals]").get_by_role("button")).to_have_count(2)
    expect(visitors[opponents[1]].page.locator("[data-deals]").get_by_role("button")).to_have_count(1)
    visitors[team_mate].page.locator("[data-deals]").get_by_role("button", name="Admit it").click()
    visitors[opponents[0]].page.wait_for_selector("[data-match][data-yours]")
    expect(visitors[player].page.locator("[data-match][data-yours]")).to_have_count(0)
    assert Match.objects.get().snapshot["coaching"][seat] == 1


def test_a_golden_goal_at_one_screen_with_two_a_side(site, cast):
    people = {"home": ("anna", "Carlo"), "away": ("Bice", "Dora")}
    visitor = site.visitor("screen", user=cast.anna)
    page = visitor.page
    visitor.goto("/play/six_a_side/")
    choose_opponent(page, "screen")
    page.locator("#rules summary").click()
    page.locator('[name="six_a_side-options.mode"][value=golden_goal]').check()
    page.fill("[name=second]", "Bice")
    unfold(page.locator("[name=team_mate]"))
    page.locator("[name=team_mate]").first.fill("Carlo")
    page.locator("[name=other_side]").first.fill("Dora")
    kick_off(page)
    page.wait_for_url("**/matches/**")
    page.wait_for_selector("[data-match][data-status=live]", timeout=30_000)
    opened = Match.objects.get()
    assert (opened.mode, opened.options["mode"]) == (Match.Mode.HOT_SEAT, "golden_goal")
    match_id = opened.pk
    person = Person(page, random.Random(3), mouse=True)
    decided: dict[str, list[str]] = {"home": [], "away": []}
    row, state, seat = position(match_id)
    while seat is not None and row.version < 400:
        player = people[seat][GAME.controller(state, seat)]
        held = page.locator("[data-screens] button")
        if held.is_visible():
            expect(held).to_contain_text(player)
            held.click()
        expect(page.locator(f"[data-deciding={seat}]")).to_contain_text(player)
        page.wait_for_selector("[data-match][data-yours]")
        way = advised(row, state, seat, "greedy" if seat == "home" else "beginner")
        if way["to"] in GAME.geometry()["cells"] and way["move"]["type"] in ("kick", "move") and goal(way["to"]):
            shoot(person, GAME.to_wire(state)["carrier"], way)
            page.wait_for_selector("[data-match][data-status=finished]")
        else:
            send(visitor, match_id, row, seat, way["move"])
        decided[seat] = [*decided[seat], player] if decided[seat][-1:] != [player] else decided[seat]
        row, state, seat = position(match_id)
    page.wait_for_selector("[data-match][data-status=finished]")
    assert row.status == "finished" and sorted(row.result["score"].values()) == [0, 1]
    winner = "home" if row.result["score"]["home"] else "away"
    expect(page.locator(f"[data-goals={winner}]")).to_have_text("1")
    for side, turns in decided.items():
        assert turns[:3] == [people[side][number % 2] for number in range(len(turns[:3]))] and len(turns) > 1


def shoot(person, holder, way):
    """Touch who has the ball and the goal; say whether the ball is played or carried where both lead there."""
    person._touch(f"pick:{holder}")
    person._touch(f"cell:{way['to']}")
    asked = person.page.locator(".dock").get_by_role("button", name=sentence(way["label"], "en"))
    if asked.count():
        asked.first.click()


def goal(cell):
    """Whether ``cell`` is a space of a goal."""
    return cell[1:] in ("0", "12")
