"""A league of teams from sign-up to its champion: two captains by touch, house bots on every board.

Four teams on two boards, and eight on four in a long run. What a worker does by the clock is done here at once.
"""

from __future__ import annotations

import time

from django.urls import reverse
from playwright.sync_api import expect

from league.competitions.models import Competition, Fixture, Tie
from league.competitions.verbs import line_ups, results
from tests.browser.organising import enter, make, sign_up, wait_for_stage
from tests.browser.sitemap import elsewhere
from tests.sizes import size

TEAMS, BOARDS = size((4, 2), (8, 4))
PATIENCE = size(90, 600)
"""Seconds for the boards of one round: some dozen turns of two bots each."""


def test_teams_from_sign_up_to_a_champion(site):
    captains = [site.visitor(name, phone=True) for name in ("anna", "bruno")]
    organiser = site.visitor("organiser")
    for visitor, name in zip((*captains, organiser), ("anna", "bruno", "olga"), strict=True):
        sign_up(visitor, name)
    league = make(organiser, "league", "League of teams", TEAMS, boards=BOARDS, times=1)
    for captain in captains:
        enter(captain, league)
        fill_own_squad(captain)
    fill_the_rest_and_start(organiser, league)

    for number in range(1, TEAMS):
        for captain, name in zip(captains, ("anna", "bruno"), strict=True):
            seal(captain, league, name, number)
        play_round(league, number)
    league.refresh_from_db()
    assert league.status == Competition.Status.FINISHED and league.champion is not None
    fixtures = Fixture.objects.filter(competition=league)
    assert fixtures.count() == TEAMS * (TEAMS - 1) // 2 * BOARDS
    assert set(fixtures.values_list("status", flat=True)) == {"played"}, "every board had two players"
    assert set(fixtures.values_list("home_player__kind", "away_player__kind")) == {("bot", "bot")}
    organiser.goto(f"/competitions/{league.slug}/table/")
    first = organiser.page.locator(".league tbody tr").first
    expect(first).to_contain_text(league.champion.name)


def fill_own_squad(captain):
    """On the page of the own team: a bot for each board, so that the captain need not play."""
    page = captain.page
    page.get_by_role("link", name="Squad", exact=True).tap()
    page.locator("form:has([value=fill_squad]) [name=people]").fill(str(BOARDS + 1))
    page.locator("[value=fill_squad]").tap()
    expect(page.locator(".squad > li")).to_have_count(BOARDS + 1)


def fill_the_rest_and_start(organiser, league):
    """By one press: teams of bots for the places that are left, and a bot for each board of every team."""
    page = organiser.page
    organiser.goto(f"/competitions/{league.slug}/entrants/")
    page.locator("[value=add_bots]").click()
    expect(page.locator(".entrants tbody tr")).to_have_count(TEAMS)
    expect(page.locator("[value=fill_squads]")).to_have_count(0)
    organiser.goto(f"/competitions/{league.slug}/console/")
    page.get_by_role("button", name="Make the draw", exact=True).click()
    page.wait_for_url("**/draw/")
    page.get_by_role("button", name="Start", exact=True).click()
    wait_for_stage(organiser, "Running")


def seal(captain, league, name, number):
    """Tap the captain off the boards, if one is theirs, and seal the line-up."""
    tie = next(
        tie
        for tie in Tie.objects.filter(round__stage__competition=league, round__number=number).select_related()
        if name in (tie.home.player.nickname, tie.away.player.nickname)
    )
    page = captain.page
    captain.goto(reverse("competitions:line_up", args=[league.slug, tie.pk]))
    board, bench = page.locator(".slots button[name=board]"), page.locator(".bench button[name=player]")
    expect(board).to_have_count(BOARDS)
    own = board.filter(has_text=name)
    if own.count():
        own.tap()
        expect(own).to_have_attribute("aria-pressed", "true")
        bench.first.tap()
        expect(bench.first).to_contain_text(name)
    page.locator("button[value=seal]").tap()
    page.locator(".seal, .teamtie").first.wait_for()


def play_round(league, number):
    """Open what is due and take the results, until the bots have played all boards of a round."""
    until = time.monotonic() + PATIENCE
    boards = Fixture.objects.filter(competition=league, tie__round__number=number)
    while boards.filter(tie__decided="").exists():
        assert time.monotonic() < until, "the bots still play"
        elsewhere(line_ups.open_due)
        elsewhere(results.collect)
        time.sleep(0.2)
