"""A tie of teams: two captains tap their line-ups together on phones, and the boards open for whom they named."""

from __future__ import annotations

from django.urls import reverse
from playwright.sync_api import expect

from league.competitions.verbs import entries, joining, rounds
from tests.browser.sitemap import elsewhere
from tests.league.builders import competition
from tests.league.teams import running_teams, ties_of


def test_two_captains_seal_their_line_ups_by_touch(site, cast):
    def prepared():
        teams = competition(cast.organiser, "league", 2, boards=4, settings={"times": 1})
        for name, captain in (("Bar Centrale", cast.anna), ("Torre Civetta", cast.bruno)):
            team = entries.enter(competition=teams, player=captain, name=name)
            for number in range(1, 6):
                joining.join_as_guest(key=team.side_key, nickname=f"{name.split()[1]} {number}")
        return ties_of(rounds.start(competition=teams, by=cast.organiser))[0]

    tie = elsewhere(prepared)
    slug = tie.round.stage.competition.slug
    page_of_tie, page_of_line_up = (reverse(f"competitions:{name}", args=[slug, tie.pk]) for name in ("tie", "line_up"))
    visitors = {name: site.visitor(name, user=getattr(cast, name), phone=True) for name in ("anna", "bruno")}

    for visitor in visitors.values():
        page = visitor.page
        visitor.goto(page_of_tie)
        page.locator(f"a[href='{page_of_line_up}']").click()
        board, bench = page.locator(".slots button[name=board]"), page.locator(".bench button[name=player]")
        expect(board).to_have_count(4)
        expect(bench.first).to_be_disabled()
        board.nth(2).tap()
        expect(board.nth(2)).to_have_attribute("aria-pressed", "true")
        named = bench.last.locator(".nm").inner_text()
        bench.last.tap()
        expect(board.nth(2)).to_contain_text(named)
        page.locator("button[value=seal]").tap()
        if visitor is visitors["anna"]:
            expect(page.locator(".seal")).to_be_visible()
            expect(page.locator(".slots button:not([disabled])")).to_have_count(0)
    visitors["bruno"].page.wait_for_url(f"**{page_of_tie}")
    for visitor in visitors.values():
        visitor.goto(page_of_tie)
        links = visitor.page.locator(".boards a.go")
        expect(links).to_have_count(4)
    visitors["anna"].page.locator(".boards a.go").first.click()
    visitors["anna"].page.wait_for_selector("[data-match]")


def test_a_captain_names_a_line_up_by_keyboard(site, cast):
    def prepared():
        return ties_of(running_teams(cast.organiser, boards=3, squad=5, captain=cast.anna))[0]

    tie = elsewhere(prepared)
    captain = site.visitor("anna", user=cast.anna)
    page = captain.page
    captain.goto(reverse("competitions:line_up", args=[tie.round.stage.competition.slug, tie.pk]))
    board, bench = page.locator("#board-2"), page.locator(".bench button[name=player]")
    board.focus()
    page.keyboard.press("Enter")
    expect(board).to_have_attribute("aria-pressed", "true")
    expect(board).to_be_focused()
    named = bench.last.locator(".nm").inner_text()
    bench.last.focus()
    page.keyboard.press("Enter")
    expect(board).to_contain_text(named)
    expect(page.locator("button[value=seal]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".seal")).to_be_visible()
