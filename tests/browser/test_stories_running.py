"""An organiser's work besides the bar’s evening and the season: a matchday pasted from a sheet, the odd one out,
a series, a shorter season, a freeze, the end and the next season, everything printed.
"""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone
from playwright.sync_api import expect

from league.competitions.models import Competition, Fixture, ResultEntry
from league.competitions.verbs import create, entries, rounds
from league.seasons.models import Renewal
from tests.browser.organising import unfold
from tests.browser.sitemap import elsewhere
from tests.cases import built
from tests.league.builders import NAMES, competition, running
from tests.league.evenings.room import evening, play
from tests.league.series.played import cup

LONG = "Massimiliana Degli Uber"
"""A name of 23 letters: with one more it has as many as a name may."""
SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmn"
"""40, one for each of a crowd."""


def fixtures(made, **wanted):
    rows = Fixture.objects.filter(tie__round__stage__competition=made, **wanted).select_related("home", "away")
    return list(rows.order_by("tie__round__number", "tie__number", "leg"))


def sure(visitor, button):
    """A button, what it would change, and yes; the effects as they were told."""
    visitor.tolerate("409")  # the page that tells the effects is an answer of its own status
    page = visitor.page
    page.get_by_role("button", name=button, exact=True).click()
    locator = page.locator(".alert ul").inner_text()
    page.locator("button[name=confirmed]").click()
    page.locator("[data-toast]").wait_for()
    return locator


def test_a_matchday_is_pasted_from_a_spreadsheet(site, cast):
    league = elsewhere(running, cast.organiser, "league", 6)
    first, second, third = fixtures(league, tie__round__number=1)
    organiser = site.visitor("organiser", user=cast.organiser)
    page = organiser.page
    organiser.context.grant_permissions(["clipboard-read", "clipboard-write"])
    organiser.goto(f"/competitions/{league.slug}/console/")
    page.get_by_role("link", name="Enter results").click()
    page.wait_for_load_state()  # the script that takes a paste
    rows = [
        f"{third.home}\t{third.away}\t3\t1",  # in another order than here
        f"{first.away}\t{first.home}\t0\t2",  # the sides the other way round
        f"{second.home}\t1-1\t{second.away}",
        "Nobody\tElse\t5\t5",
    ]
    page.evaluate("text => navigator.clipboard.writeText(text)", "\n".join(rows))
    page.locator(".goalgrid .cell input").first.focus()
    page.keyboard.press("Control+v")
    expect(page.locator("[role=status][data-left-over]"), "the line that nobody here played").to_contain_text("Nobody")
    page.get_by_role("button", name="Save these results").click()
    page.locator("[data-toast]").wait_for()
    entered = {
        fixture.pk: (fixture.home_goals, fixture.away_goals) for fixture in fixtures(league, tie__round__number=1)
    }
    assert [entered[one.pk] for one in (first, second, third)] == [(2, 0), (1, 1), (3, 1)]


def test_who_is_left_over_is_chosen_knowing_what_it_does(site, cast):
    organiser = site.visitor("organiser", user=cast.organiser, phone=True)
    page = organiser.page
    organiser.goto("/competitions/new/?preset=evening")
    assert page.evaluate("document.documentElement.scrollHeight") < 1300, "a phone and a half"
    folded = page.locator("#part-more > summary")
    sums_up = folded.locator("[data-said]")
    expect(sums_up).not_to_be_empty()
    folded.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Name of the house player")).to_be_hidden()
    effects = page.locator("label.check:has([name=odd]) .muted")
    expect(effects).to_have_count(page.locator("[name=odd]").count())
    for effect in effects.all():
        expect(effect, "it is said before it is chosen").to_be_visible()
        expect(effect).not_to_be_empty()
    page.get_by_label("Name", exact=True).fill("Thursday")
    page.get_by_label("plays a house player").check()
    page.get_by_label("Name of the house player").fill("Oste")
    text = sums_up.text_content()
    page.select_option("select[name=game]", index=1)
    page.wait_for_function("was => document.querySelector('#part-more [data-said]').textContent !== was", arg=text)
    page.get_by_role("button", name="Create draft").click()
    page.get_by_role("button", name="Publish").click()
    page.get_by_role("button", name="Publish").wait_for(state="hidden")
    stored_competition = Competition.objects.get(name="Thursday")
    organiser.goto(f"/competitions/{stored_competition.slug}/console/")
    page.fill("textarea[name=words]", "Aldo\nBerta\nCarlo")
    page.locator("button[value=enter]").click()
    page.locator("button[value=begin]").click()
    page.locator(".evrow .who", has_text="Oste").wait_for()
    organiser.goto(f"/competitions/{stored_competition.slug}/table/")
    names = page.locator("table.league th.t").all_inner_texts()
    assert "Oste" not in " ".join(names) and len([name for name in names if "Berta" in name]) == 1


def test_two_evenings_count_in_one_order_of_merit(site, cast):
    for number in (1, 2):
        bar = elsewhere(evening, cast, 4, rounds=1)
        Competition.objects.filter(pk=bar.pk).update(name=f"Thursday {number}")
        elsewhere(play, cast, bar, 1, (2, 1))
    organiser = site.visitor("organiser", user=cast.organiser)
    page = organiser.page
    organiser.goto("/series/")
    page.get_by_role("link", name="Create a series").click()
    page.get_by_label("Name", exact=True).fill("Winter")
    page.get_by_role("button", name="Create series").click()
    for number in (1, 2):
        page.get_by_label("One of your competitions, past or future").select_option(label=f"Thursday {number}")
        page.get_by_role("button", name="Add competition").click()
        page.locator(".eventlist").get_by_role("link", name=f"Thursday {number}").wait_for()
    page.get_by_role("button", name="Entrants of the same name are one person").click()
    page.get_by_role("button", name="Two people").first.wait_for()
    page.get_by_role("button", name="Create next event").click()
    page.get_by_role("heading", name="Thursday 3").wait_for()
    somebody = site.visitor("somebody")
    somebody.goto("/series/")
    somebody.page.get_by_role("link", name="Winter").click()
    lines = somebody.page.locator("table.merit tbody tr:not(.why)")
    expect(lines, "a name that comes again is one person").to_have_count(4)
    for line in lines.all():
        each = [int(part) for part in line.locator(".res").inner_text().split()]
        assert len(each) == 2 and sum(each) == int(line.locator(".pts").inner_text())
    expect(somebody.page.get_by_role("link", name="Enter", exact=True), "the next event takes entries").to_be_visible()


def test_a_league_is_cleaned_up_and_made_shorter_after_a_look_at_what_it_changes(site, cast):
    league = elsewhere(running, cast.organiser, "league", 4, settings={"times": 2})
    Competition.objects.filter(pk=league.pk).update(started_at=timezone.now() - timedelta(days=20))
    organiser = site.visitor("organiser", user=cast.organiser)
    page = organiser.page
    organiser.goto(f"/competitions/{league.slug}/console/")
    page.get_by_role("link", name="Inactive players").click()
    expect(page.locator("[data-quiet] input:checked")).to_have_count(4)
    for name in ("Aldo", "Berta", "Carlo"):
        page.get_by_label(name, exact=True).uncheck()
    reminded = sure(organiser, "Remind")
    assert "Dora" in reminded and "Aldo" not in reminded
    for name in ("Aldo", "Berta", "Carlo"):
        page.get_by_label(name, exact=True).uncheck()
    bulk = page.locator("form.bulk")
    bulk.get_by_label("Reason, shown to everybody").fill("moved away")
    assert sure(organiser, "Withdraw").startswith("Dora")
    shorter = page.locator("form", has=page.get_by_role("button", name="Shorten the season"))
    shorter.get_by_label("Reason, shown to everybody").fill("the bar closes in June")
    assert sure(organiser, "Shorten the season")
    void = len(fixtures(league, status="void"))
    assert void
    ends = page.locator("form", has=page.get_by_role("button", name="End the season there"))
    ends.get_by_label("End at").select_option(label="Matchday 2")
    ends.get_by_label("Reason, shown to everybody").fill("the bar is sold")
    assert sure(organiser, "End the season there")
    assert len(fixtures(league, status="void")) > void
    left = fixtures(league, status="open") + fixtures(league, status="pending")
    assert left and max(one.tie.round.number for one in left) <= 2
    assert [entrant.name for entrant in league.entrants.filter(status="withdrawn")] == ["Dora"]


def test_a_frozen_competition_stands_still_and_its_calendar_moves_in_one_step(site, cast):
    begins = timezone.now() + timedelta(hours=2)
    league = elsewhere(
        running,
        cast.organiser,
        "league",
        4,
        settings={"times": 1},
        advance="schedule",
        starts_at=begins,
        round_hours=24,
    )
    organiser, anybody = site.visitor("organiser", user=cast.organiser), site.visitor("anybody", phone=True)
    page = organiser.page

    def days():
        said = anybody.context.request.get(f"/competitions/{league.slug}/calendar.ics").text()
        return re.findall(r"DTSTART:(\w+)", said), [int(one) for one in re.findall(r"SEQUENCE:(\d+)", said)]

    before = days()
    organiser.goto(f"/competitions/{league.slug}/console/")
    reason = page.locator("#fr")
    unfold(reason)
    reason.fill("exams")
    page.get_by_role("button", name="Freeze the competition").click()
    anybody.goto(f"/competitions/{league.slug}/")
    expect(anybody.page.locator(".alert", has_text="exams")).to_be_visible()
    Competition.objects.filter(pk=league.pk).update(frozen_at=F("frozen_at") - timedelta(days=10))
    organiser.goto(f"/competitions/{league.slug}/console/")
    page.get_by_role("button", name="Resume match").click()
    page.locator("[data-toast]").wait_for()
    after = days()
    assert len(before[0]) == 6 and all(new > old for old, new in zip(before[0], after[0], strict=True))
    assert all(new > old for old, new in zip(before[1], after[1], strict=True)), "calendars keep the old day"


def test_a_cup_ends_officially_and_who_is_in_the_next_says_so_by_one_tap(site, cast):
    tournament = elsewhere(
        cup, cast.organiser, ["Aldo", "Berta", "Carlo", "Dora"], players=[cast.anna], name="Winter cup"
    )
    ResultEntry.objects.filter(competition=tournament).update(at=F("at") - timedelta(days=14))
    organiser = site.visitor("organiser", user=cast.organiser)
    page = organiser.page
    organiser.goto(f"/competitions/{tournament.slug}/end/")
    assert page.locator(".stand li").first.inner_text().startswith("1")
    page.get_by_role("button", name="Make it official").click()
    expect(page.get_by_role("button", name="Make it official")).to_have_count(0)
    expect(page.get_by_role("region", name="Archive").get_by_role("listitem")).to_have_count(1)
    page.get_by_role("link", name="Certificates").click()
    sheets = page.locator(".certificate")
    assert "Champion" in sheets.first.inner_text()
    assert page.pdf(prefer_css_page_size=True).count(b"/Type /Page\n") == sheets.count()
    organiser.goto(f"/competitions/{tournament.slug}/end/")
    page.get_by_role("button", name="Create next season").click()
    page.wait_for_url("**/answers/")
    guest, anna = site.visitor("guest", phone=True), site.visitor("anna", user=cast.anna, phone=True)
    guest.goto(f"/in-or-out/{Renewal.objects.get(entrant__name='Berta').key}/")
    guest.page.get_by_role("button", name="Not this time").click()
    guest.page.locator("[data-toast]").wait_for()
    anna.goto(f"/competitions/{tournament.following.get().slug}/")
    anna.page.get_by_role("button", name="I am in").click()
    expect(anna.page.get_by_role("button", name="I am in")).to_be_disabled()
    said = dict(Renewal.objects.values_list("entrant__name", "answer"))
    assert (said["Berta"], said["anna"], said["Carlo"]) == ("out", "in", "")


OVER = (
    "sheets => sheets.filter(one => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)"
)


def printed(visitor, path):
    """Count the pages that ``path`` prints; nothing is cut off, and each sheet but the rules is one page."""
    visitor.goto(path)
    sheets = visitor.page.locator(".paper .page")
    cut = visitor.page.eval_on_selector_all(
        ".paper .page, .paper .scoresheet, .paper .pupilcard, .paper .cols3", f"{OVER}.map(one => one.className)"
    )
    assert cut == [], f"{path}: cut off"
    pages = int(visitor.page.pdf(prefer_css_page_size=True).count(b"/Type /Page\n"))
    longer = visitor.page.locator(".rulecard").count()
    assert 0 <= pages - sheets.count() <= longer, path
    return pages


def test_the_print_pack_of_a_crowd_fits_its_pages(site, cast):
    event = elsewhere(competition, cast.organiser, "evening", 40, settings={"rounds": 3, "minutes": 20})
    names = [f"{LONG}{sign}" if sign in "ACE" else f"{NAMES[at % 12]} {at}" for at, sign in enumerate(SIGNS)]
    elsewhere(entries.enter_names, competition=event, by=cast.organiser, names=names)
    elsewhere(rounds.start, competition=event, by=cast.organiser)
    elsewhere(rounds.open_round, competition=event, number=1, by=cast.organiser)
    organiser = site.visitor("organiser", user=cast.organiser)
    organiser.goto(f"/competitions/{event.slug}/print/")
    organiser.page.get_by_role("link", name="Print everything").click()
    pages = printed(organiser, f"/competitions/{event.slug}/print/all/")
    parts = "poster, pairings, pairings by name, sheets, cross-table, blank bracket, rules, prizes"
    assert pages == 1 + 2 + 1 + 5 + 2 + 1 + 2 + 2, parts


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_the_rules_of_every_game_are_one_leaf(site, cast, language):
    organiser = site.visitor("organiser", user=cast.organiser, language=language)
    for game in built():
        tournament = create.create(by=cast.organiser, name=f"Cup of {game}", game=game, preset="cup", places=4)
        assert printed(organiser, f"/competitions/{tournament.slug}/print/rules/") <= 2
