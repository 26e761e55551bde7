"""People join and hand over, by pages alone: a class with its cards, a club and its next owner, an
invitation that is one tap, a round and a goal for the group.
"""

from __future__ import annotations

import re

from playwright.sync_api import expect

from league.clubs.models import Club
from league.competitions import demo
from league.competitions.models import Competition
from league.competitions.verbs import rounds, rulings
from matches.verbs.opening import Opening, Sitter, open_match
from tests.browser.organising import unfold
from tests.browser.sitemap import elsewhere
from tests.cast import PASSWORD
from tests.league.builders import competition, running

PUPILS = [f"Alunna {sign}" for sign in "ABCDEFGHIJKLMNOPQRSTUVWX"]
"""24 names."""


def gone(visitor, path):
    """There is no such page for ``visitor``."""
    visitor.tolerate("404")  # what is asked for here is that there is no page
    return visitor.page.goto(path).status == 404


def test_a_teacher_prints_24_cards_and_a_child_is_in_with_name_and_pin(site, cast):
    teacher, child, stranger = (
        site.visitor("teacher", user=cast.organiser),
        site.visitor("child", phone=True),
        site.visitor("stranger", user=cast.stranger),
    )
    page = teacher.page
    teacher.goto("/competitions/new/")
    school = page.get_by_role("link", name="A school class", include_hidden=True)
    unfold(school)
    school.click()
    page.get_by_label("Name of the class").fill("Classe 3B")
    page.get_by_label("Swiss rounds: everyone plays every round").check()
    page.get_by_label("Names, one per line").fill("\n".join(PUPILS))
    page.get_by_role("button", name="Create class").click()
    page.get_by_role("link", name="Print the cards").click()
    cards = page.locator(".pupilcard")
    expect(cards).to_have_count(len(PUPILS))
    assert page.pdf(prefer_css_page_size=True).count(b"/Type /Page\n") == 3, "eight to a page"
    name, pin = cards.nth(3).locator("h2").inner_text(), cards.nth(3).locator(".pin").inner_text()
    code = cards.nth(3).locator("dd:not(.pin)").inner_text()

    child.goto("/class/")
    for label, typed in (("Code of the class", code), ("Your name, as on the card", name), ("PIN", pin)):
        child.page.get_by_label(label).fill(typed)
    child.page.get_by_role("button", name="Join").click()
    child.page.get_by_role("heading", name="Classe 3B").wait_for()
    stored_competition = Competition.objects.get(name="Classe 3B")
    child.goto(f"/competitions/{stored_competition.slug}/entrants/")
    assert all(child.page.get_by_role("row", name=pupil).is_visible() for pupil in PUPILS)
    for path in ("", "entrants/", "table/"):
        assert gone(stranger, f"/competitions/{stored_competition.slug}/{path}")
    stranger.goto("/search/?q=Alunna")
    expect(stranger.page.get_by_text("Alunna A")).to_have_count(0)

    elsewhere(rounds.start, competition=stored_competition, by=cast.organiser)
    child.goto("/")
    child.page.get_by_role("link", name="Go to the match").first.click()
    child.page.wait_for_selector("[data-match][data-v]")
    assert child.page.locator("[data-say-form] [name=preset]").count() > 5
    expect(child.page.locator("[data-say-form] [name=text]"), "a child is written to freely").to_have_count(0)

    teacher.goto(f"/competitions/{stored_competition.slug}/class/")
    delete = page.get_by_role("button", name="Delete Classe 3B", include_hidden=True)
    unfold(delete)
    delete.click()
    page.wait_for_url("**/competitions/")
    assert not Competition.objects.filter(pk=stored_competition.pk).exists()
    assert gone(child, f"/competitions/{stored_competition.slug}/")


def test_a_club_is_joined_by_its_link_sees_its_own_and_passes_to_another(site, cast):
    owner, anna = site.visitor("owner", user=cast.organiser), site.visitor("anna", user=cast.anna, phone=True)
    stranger = site.visitor("stranger")
    page = owner.page
    owner.goto("/clubs/")
    page.get_by_role("link", name="Create a club").click()
    page.get_by_label("Name", exact=True).fill("Bar Centrale")
    page.get_by_role("button", name="Create club").click()
    page.get_by_role("link", name="Members", exact=True).click()
    page.get_by_role("button", name="Create link").click()
    link = page.get_by_label("Invitation link").input_value()
    anna.goto(link)
    anna.page.get_by_role("button", name="Become a member, as anna").click()
    anna.page.get_by_role("button", name="Leave the club").wait_for()

    club = Club.objects.get(name="Bar Centrale")
    league = elsewhere(running, cast.organiser, "league", 4, club=club)
    stranger.goto(f"/clubs/{club.slug}/")
    expect(stranger.page.get_by_role("link", name=league.name)).not_to_have_count(0)
    owner.goto(f"/competitions/{league.slug}/console/visibility/")
    page.get_by_label("its members").check()
    page.get_by_role("button", name="Save").click()
    page.locator("[data-toast]").wait_for()
    for path in (f"/clubs/{club.slug}/", f"/search/?q={league.name[:8]}", "/competitions/"):
        stranger.goto(path)
        expect(stranger.page.get_by_role("link", name=league.name), path).to_have_count(0)
    for path in (
        f"/competitions/{league.slug}/",
        f"/embed/{league.slug}/table/",
        f"/competitions/{league.slug}/calendar.ics",
    ):
        assert gone(stranger, path), path
    anna.goto(f"/clubs/{club.slug}/")
    anna.page.get_by_role("link", name=league.name).first.click()
    anna.page.get_by_role("heading", name=league.name).wait_for()

    owner.goto(f"/clubs/{club.slug}/ownership/")
    page.get_by_label("Name of the account").fill("anna")
    page.get_by_role("button", name="Offer the ownership").click()
    page.get_by_role("button", name="Withdraw offer").wait_for()
    anna.goto("/notifications/")
    anna.page.get_by_role("link", name="organiser offers you the ownership").click()
    anna.page.get_by_role("button", name="Accept").click()
    anna.page.wait_for_url(f"**/clubs/{club.slug}/**")
    anna.page.locator("[data-toast]").wait_for()
    club.refresh_from_db()
    assert club.owner == cast.anna and club.memberships.get(user=cast.organiser).staff


def test_an_invitation_is_one_tap_or_one_field_and_waits_for_who_signs_up(site, cast):
    cup = competition(cast.organiser, places=2)
    organiser = site.visitor("organiser", user=cast.organiser)
    organiser.goto(f"/competitions/{cup.slug}/entrants/invitations/")
    organiser.page.get_by_role("button", name="Create link", exact=True).click()
    link = organiser.page.get_by_label("Invitation link").first.input_value()

    anna = site.visitor("anna", user=cast.anna, phone=True)
    anna.goto(link)
    anna.page.get_by_role("button", name="Yes, as anna").click()
    anna.page.get_by_role("heading", name="You are in").wait_for()
    expect(anna.page.get_by_role("link", name="Add to your calendar")).to_be_visible()

    guest = site.visitor("guest", phone=True)
    guest.goto(link)
    guest.page.get_by_label("Your name here").fill("Gino")
    guest.page.get_by_role("button", name="Yes, I play").click()
    guest.page.get_by_role("heading", name="You are in").wait_for()
    way_back = guest.page.get_by_label("Your personal link").input_value()

    new = site.visitor("new", phone=True)
    new.goto(link)
    new.page.get_by_role("link", name="Create an account").click()
    new.page.fill("input[name=username]", "nora")
    new.page.fill("input[name=password1]", PASSWORD)
    new.page.get_by_role("button", name="Create account").click()
    new.page.get_by_role("button", name="Yes, as nora").click()
    new.page.get_by_role("button", name="Leave", exact=True).wait_for()
    assert cup.entrants.get(player__username="nora").status == "waiting"

    elsewhere_too = site.visitor("elsewhere", phone=True)
    elsewhere_too.goto(way_back)
    elsewhere_too.page.get_by_role("button", name="Play as Gino").click()
    elsewhere_too.goto(f"/competitions/{cup.slug}/entrants/")
    elsewhere_too.page.get_by_role("button", name="Leave").click()
    new.goto(f"/competitions/{cup.slug}/entrants/")
    new.page.get_by_role("heading", name="You are in").wait_for()


def test_a_round_and_a_goal_are_passed_on_to_the_group(site, cast):
    league = elsewhere(running, cast.organiser, "league", 4)
    fixture = league.stages.get().rounds.order_by("number").first().ties.first().fixtures.get()
    elsewhere(rulings.enter_result, fixture=fixture, score=rulings.Score(2, 1), by=cast.organiser)
    visitor = site.visitor("somebody", phone=True)
    page = visitor.page
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visitor.goto(f"/competitions/{league.slug}/fixtures/?round=1")
    page.get_by_role("button", name="Copy for the group").click()
    page.get_by_role("button", name="Copied").wait_for()
    lines = page.evaluate("navigator.clipboard.readText()").splitlines()
    assert lines[0] == f"{league.name} · Matchday 1"
    assert f"{fixture.home} 2–1 {fixture.away}" in lines
    links = [hit[0] for line in lines if (hit := re.search(r"https?://\S+/fixtures/\S+/", line))]
    assert len(links) == 1, "the match that is still to be played"
    visitor.goto(links[0])
    card = page.locator('meta[property="og:image"]').get_attribute("content")
    drawn = visitor.context.request.get(card)
    assert drawn.headers["content-type"] == "image/png" and len(drawn.body()) > 5_000


def test_the_link_of_a_goal_opens_the_replay_at_it(site):
    sides = {"home": Sitter(bot="greedy", name="Ada"), "away": Sitter(bot="greedy", name="Bice")}
    match = elsewhere(open_match, Opening(game="super_goal", **sides))
    elsewhere(demo.play, [match.id])
    visitor = site.visitor("somebody", phone=True)
    page = visitor.page
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visitor.goto(f"/matches/{match.pk}/report/")
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuetext", re.compile("."))
    page.locator("[data-timeline] .goal").get_by_role("link").first.click()
    page.locator("[data-share]").click()
    page.wait_for_function("navigator.clipboard.readText().then((text) => text.includes('goal='))")
    link = page.evaluate("navigator.clipboard.readText()")
    goal = re.search(r"/report/\?goal=(\d+)$", link)
    assert goal
    friend = site.visitor("friend")
    friend.goto(link)
    assert "Goal!" in friend.page.locator('meta[property="og:title"]').get_attribute("content")
    expect(friend.page.get_by_role("slider")).to_have_value(goal[1], timeout=20_000)
