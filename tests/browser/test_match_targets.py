"""A target's effect is read before it is done; holder and ball are offered at once; the keyboard stays on targets."""

from __future__ import annotations

import json
import re

from django.db import transaction
from playwright.sync_api import expect

from engines.fuba.board import SPOTS
from matches.models import Match, MatchEvent
from matches.verbs.opening import Opening, Sitter, open_match
from tests.browser.at_table import played
from tests.browser.sitemap import elsewhere
from tests.browser.test_match_play import open_table

READY = "[data-yours] .pitch:not([data-locked])"


def staked(choices):
    """A zone may be played to in which a roll decides, and one in which none does."""
    return {"3+", "1+"} <= {choice.get("odds") for choice in choices}


def sat_down(site, cast, game, decisions, ready, **visitor):
    """Anna's page of a match of ``game`` in which ``ready`` holds, and the match."""
    match_id = elsewhere(played, (cast.anna, cast.bruno), game, decisions, ready)
    page = site.visitor("anna", user=cast.anna, **visitor).page
    open_table(page, f"/matches/{match_id}/")
    page.wait_for_selector(READY, state="attached")
    return page, Match.objects.get(pk=match_id)


def version(match):
    return Match.objects.get(pk=match.pk).version


def after_a_move(page, match, act):
    act()
    page.wait_for_function("v => Number(document.querySelector('[data-match]').dataset.v) > v", arg=match.version)


def zone_at_stake(page):
    """A zone in which a roll decides."""
    return page.locator(".over .legal:has(.odds)").filter(has_text=re.compile(r"^[2-6]\+$")).first


def test_a_risky_zone_shows_its_figure_and_is_read_at_the_first_tap(site, cast):
    page, match = sat_down(site, cast, "fuba", 60, staked, phone=True)
    figures = page.locator(".over .legal .odds").all_text_contents()
    assert len(figures) == page.locator(".over .legal").count() and all(
        re.fullmatch(r"[1-6]\+|✕", figure) for figure in figures
    )
    zone = zone_at_stake(page)
    needed, cell = zone.text_content().removesuffix("+"), zone.get_attribute("data-cell")
    zone.tap()
    page.locator("[data-acts] .primary", has_text="Confirm").wait_for()
    label = page.inner_text(".dock [data-say]")
    assert cell in label and f"{needed} or more keeps the ball" in label
    assert label in page.inner_text("[aria-live=assertive]"), "a screen reader hears it too"
    assert version(match) == match.version, "nothing is sent at the first tap"
    after_a_move(page, match, page.locator("[data-acts] .primary", has_text="Confirm").tap)


def test_who_wants_no_question_is_asked_none_in_this_game_from_then_on(site, cast):
    page, match = sat_down(site, cast, "fuba", 60, staked)
    page.get_by_role("tab", name="More").click()
    assert page.locator("#set-confirm").input_value() == "risky"
    page.locator("#set-confirm").select_option("never")
    page.reload()
    page.wait_for_selector(READY, state="attached")
    after_a_move(page, match, zone_at_stake(page).click)
    kept = page.evaluate("Object.entries(localStorage).filter(([key]) => key.startsWith('tabellone.confirm'))")
    assert kept == [["tabellone.confirm.fuba", "never"]]


def test_a_target_is_read_in_the_dock_under_the_mouse_and_the_focus(site, cast):
    page, match = sat_down(site, cast, "fuba", 60, staked)
    zone, peek = zone_at_stake(page), page.locator(".dock [data-peek]")
    expect(peek).to_be_hidden()
    zone.hover()
    assert peek.inner_text() == zone.get_attribute("aria-label")
    expect(page.locator(".dock [data-say]")).to_be_hidden()
    page.mouse.move(2, 2)
    expect(peek).to_be_hidden()
    expect(page.locator(".dock [data-say]")).to_be_visible()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    assert peek.inner_text() == page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert version(match) == match.version


def test_a_finger_on_a_target_changes_no_word_until_it_is_up(site, cast):
    """The board would move under it, and its click would meet the cell beside."""
    page, match = sat_down(site, cast, "fuba", 60, staked, phone=True)
    zone, peek = zone_at_stake(page), page.locator(".dock [data-peek]")
    box = zone.bounding_box()
    finger = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    devtools = page.context.new_cdp_session(page)
    devtools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [finger]})
    page.wait_for_timeout(100)
    expect(peek).to_be_hidden()
    expect(page.locator(".dock [data-say]")).to_be_visible()
    devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.locator("[data-acts] .primary", has_text="Confirm").wait_for()
    assert version(match) == match.version


def sides(choices):
    """An arrow to the left or to the right, off the pitch on one side."""
    named = [choice["label"][1].get("side") for choice in choices]
    return named == ["@left", "@right"] and any("danger" in choice for choice in choices)


def test_left_is_left_however_the_board_lies_and_a_risk_is_read_on_its_button(site, cast):
    page, _ = sat_down(site, cast, "super_goal", 10, sides, phone=True)
    buttons = page.locator("[data-acts] button[data-key=go]")

    def labels():
        return [button.evaluate("one => one.firstChild.textContent") for button in buttons.all()]

    left, right = labels()
    assert "left" in left and "right" in right
    why = page.locator("[data-acts] .why").first
    expect(why).to_be_visible()
    assert len(why.inner_text()) > 10
    expect(page.locator("[data-acts] [title]")).to_have_count(0)
    page.keyboard.press("f")
    page.wait_for_function("() => document.querySelector('[data-acts] button').textContent.includes('right')")
    assert labels() == [left.replace("left", "right"), right.replace("right", "left")]


def ball_and_pawn(choices):
    """The ball may be played on, the pawn that has it may go, and others too."""
    picks = {choice["pick"] for choice in choices if choice["pick"]}
    return "ball" in picks and len(picks) > 2


PLAYS = ".over .legal.plays"
BOTH = ".over .legal.both"


def test_the_holder_shows_its_moves_and_the_balls_at_once(site, cast):
    """Two taps for either: the holder, then a cell. The kinds differ in colour and shape; a legend names them."""
    page, match = sat_down(site, cast, "six_a_side", 12, ball_and_pawn, phone=True)
    expect(page.locator('.over [data-key="pick:ball"]'), "one thing to touch, not two in one cell").to_have_count(0)
    holder = page.locator(f'.over [data-key="pick:{elsewhere(holder_of, match)}"]')
    legend = page.locator(".dock .legend")
    expect(legend).to_be_hidden()
    holder.tap()
    page.wait_for_selector(PLAYS)
    assert page.locator(BOTH).count(), "to some cells it may go, too"
    expect(legend).to_be_visible()
    expect(page.locator(".dock [data-say]"), "the dock says who has the ball").not_to_be_empty()
    holder.tap()
    expect(page.locator(".over .legal")).to_have_count(0)
    expect(legend).to_be_hidden()
    assert version(match) == match.version
    holder.tap()
    page.locator(BOTH).first.tap()
    expect(page.locator("[data-acts] .btn:not(.quiet)"), "a cell that means both is asked").to_have_count(2)
    assert version(match) == match.version
    after_a_move(page, match, page.locator("[data-acts] .btn:not(.quiet)").first.tap)


def test_a_pass_needs_two_taps(site, cast):
    page, match = sat_down(site, cast, "six_a_side", 12, ball_and_pawn, phone=True)
    page.locator(f'.over [data-key="pick:{elsewhere(holder_of, match)}"]').tap()
    after_a_move(page, match, page.locator(PLAYS).first.tap)
    moved = MatchEvent.objects.filter(match=match, kind="move").order_by("-seq").first()
    assert moved.move["type"] in ("pass", "kick", "long_pass")


def holder_of(match):
    return Match.objects.get(pk=match.pk).snapshot["carrier"]


FOCUS = "() => [document.activeElement.classList.contains('legal'), document.activeElement.dataset?.cell]"


def test_with_something_in_hand_tab_and_arrows_keep_to_the_targets(site, cast):
    page, match = sat_down(site, cast, "six_a_side", 12, ball_and_pawn)
    spoken = page.locator("[data-assertive]")
    holder = elsewhere(holder_of, match)
    other = page.locator(f'.over .pick:not([data-key="pick:{holder}"])').first
    other.focus()
    page.keyboard.press("Enter")
    targets = page.locator(".over .legal").count()
    expect(spoken, "what is in hand").not_to_be_empty()
    for key in ("Tab", "Tab", "Shift+Tab", "ArrowUp", "ArrowLeft", "ArrowDown", "ArrowRight", "Tab"):
        page.keyboard.press(key)
        assert page.evaluate(FOCUS)[0], f"{key} left the targets"
    walked = set()
    for _ in range(targets):
        page.keyboard.press("Tab")
        walked.add(page.evaluate(FOCUS)[1])
    assert len(walked) == targets, "Tab comes by every target"
    page.keyboard.press("Escape")
    page.wait_for_function("() => !document.querySelector('.over .legal')")
    page.keyboard.press("Tab")
    assert not page.evaluate("document.activeElement.closest('svg.pitch')"), "no trap with nothing in hand"
    assert version(match) == match.version


def test_a_small_target_can_be_touched_around_its_cell(site, cast):
    """The spots of FUBA's corners are drawn 26 px wide on a phone of 430, and less on a smaller one."""
    bot = Sitter(bot="random", name="Rimpallo")
    with transaction.atomic():
        match = open_match(Opening(game="fuba", home=Sitter(user=cast.anna), away=bot, bot_seconds=3600))
    page = site.visitor("anna", user=cast.anna, phone=True).page

    def corner(line):
        """Every decision is shown as that of a corner."""
        server = line.connect_to_server()
        line.on_message(server.send)

        def down(text):
            frame = json.loads(text)
            if frame.get("choices"):
                frame["choices"] = [{**frame["choices"][0], "pick": None, "to": spot, "key": None} for spot in SPOTS]
            line.send(json.dumps(frame))

        server.on_message(down)

    page.route_web_socket("**/ws/matches/**", corner)
    page.set_viewport_size({"width": 320, "height": 660})
    open_table(page, f"/matches/{match.pk}/")
    targets = page.locator(".over .legal rect:first-child")
    expect(targets).to_have_count(len(SPOTS))
    for box in targets.evaluate_all("all => all.map((one) => one.getBoundingClientRect().toJSON())"):
        assert min(box["width"], box["height"]) > 31
