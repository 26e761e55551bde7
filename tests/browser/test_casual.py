"""Casual play in browsers: how many taps to the first move, one screen for two, a second device, an accepted offer."""

from __future__ import annotations

from playwright.sync_api import expect

from matches.models import Match, MatchEvent, Seat
from matches.verbs import casual, challenges
from tests.browser.sitemap import elsewhere
from tests.browser.starting import KICK_OFF
from tests.matches.loaded import away_begins, load

ACT = "[data-acts] button"


class Taps:
    """Counts what a finger does."""

    def __init__(self, page):
        self.page, self.count = page, 0

    def tap(self, what):
        self.count += 1
        self.page.locator(what).first.tap()


def test_home_to_the_first_move_against_a_bot_in_three_taps(site):
    visitor = site.visitor(phone=True)
    visitor.goto("/")
    taps = Taps(visitor.page)
    taps.tap("a[href='/play/super_goal/']:visible")
    taps.tap(KICK_OFF)
    visitor.page.wait_for_selector("[data-match][data-yours]", timeout=30_000)
    v = visitor.page.get_attribute("[data-match]", "data-v")  # the bot may have begun
    taps.tap(f"{ACT}:not([aria-disabled])")
    visitor.page.wait_for_function("v => document.querySelector('[data-match]').dataset.v !== v", arg=v)
    assert taps.count == 3
    seat = Seat.objects.get(bot="")
    assert MatchEvent.objects.filter(kind="move", match=seat.match_id, seat=seat.side).exists()


def test_a_link_to_the_first_move_in_two_taps(site, cast):
    match = elsewhere(casual.play_friend, user=cast.anna, game="super_goal")
    load(match, away_begins)  # the one who came by the link has the first move
    host = site.visitor("anna", user=cast.anna)
    host.goto(f"/matches/{match.id}/")
    friend = site.visitor("friend", phone=True)
    friend.goto(f"/matches/join/{match.seats.get(side='away').invite}/")
    taps = Taps(friend.page)
    taps.tap("main form button.primary")
    friend.page.wait_for_selector("[data-match][data-status=live]", timeout=30_000)
    friend.page.wait_for_selector("[data-match][data-yours]")
    taps.tap(f"{ACT}:not([aria-disabled])")
    friend.page.wait_for_function("() => Number(document.querySelector('[data-match]').dataset.v) > 0")
    assert taps.count == 2
    assert MatchEvent.objects.filter(match=match, seat="away").exists()


def test_an_offer_is_accepted_and_its_owner_is_taken_to_the_table(site, cast):
    row = elsewhere(challenges.offer, user=cast.anna, game="super_goal")
    owner = site.visitor("anna", user=cast.anna)
    owner.goto(f"/challenges/{row.id}/")
    stranger = site.visitor("stranger", phone=True)
    stranger.goto("/matches/")
    stranger.page.locator("button[value=accept]").first.tap()
    stranger.page.wait_for_url("**/matches/**")
    owner.page.wait_for_url("**/matches/**", timeout=40_000)
    owner.page.wait_for_selector("[data-match][data-status=live]", timeout=30_000)
    assert Match.objects.get().challenge == row


def test_two_at_one_screen_hand_it_over_before_a_secret(site, cast):
    match = elsewhere(casual.hot_seat, user=cast.anna, second="Bice", game="six_a_side")
    screen = site.visitor("anna", user=cast.anna)
    screen.goto(f"/matches/{match.id}/")
    button = screen.page.locator("[data-screens] button")
    button.wait_for(timeout=30_000)
    expect(button).to_contain_text("anna")
    expect(screen.page.locator(f"{ACT}:visible")).to_have_count(0)
    button.click()
    screen.page.wait_for_selector("[data-match][data-yours]")
    expect(button).to_be_hidden()


def test_a_second_device_takes_over_and_the_first_takes_it_back(site, cast):
    match = elsewhere(casual.play_bot, user=cast.anna, game="super_goal", bot="greedy")
    first = site.visitor("laptop", user=cast.anna)
    first.goto(f"/matches/{match.id}/")
    first.page.wait_for_selector("[data-match][data-status=live]", timeout=30_000)
    second = site.visitor("phone", user=cast.anna, phone=True)
    second.goto(f"/matches/{match.id}/")
    back, away = (visitor.page.get_by_role("button", name="Play here") for visitor in (first, second))
    back.wait_for(timeout=30_000)
    expect(first.page.locator("[data-match][data-yours]")).to_have_count(0)
    back.click()
    expect(back).to_be_hidden()
    expect(first.page.locator("[data-screens] p"), "it is said where one plays now").not_to_be_empty()
    away.wait_for()
    expect(second.page.locator("[data-match][data-yours]")).to_have_count(0)
    first.page.wait_for_selector("[data-match][data-yours]")
