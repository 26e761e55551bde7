"""An organiser's rulings from the console, by mouse: walkovers, results, corrections, withdrawals."""

from __future__ import annotations

from playwright.sync_api import expect

from league.competitions.models import Competition, Fixture, Group, Tie
from league.competitions.verbs import rulings
from tests.browser.people import Visitor
from tests.league.builders import running


def ties(cup: Competition, number: int = 1) -> list[Tie]:
    return list(Tie.objects.filter(round__stage__competition=cup, round__number=number).order_by("number"))


def decide(visitor: Visitor, cup: Competition, fixture: Fixture, over: bool = False) -> None:
    """From the overview to the page that decides ``fixture``, which may be over."""
    visitor.goto(f"/competitions/{cup.slug}/")
    visitor.page.get_by_role("link", name="Console").click()
    if over:
        visitor.page.locator("#now-over > summary").click()
    visitor.page.locator(f"a[href*='{fixture.pk}']").first.click()
    visitor.page.get_by_role("heading", name="Award it").wait_for()


def decided(visitor: Visitor) -> None:
    """Wait until a decision has been taken: the console again, with a word of it."""
    visitor.page.wait_for_url("**/console/")
    visitor.page.locator("[data-toast]").wait_for()


def award(visitor: Visitor, label: str, reason: str) -> None:
    page = visitor.page
    panel = page.locator("section.panel", has=page.get_by_role("heading", name="Award it"))
    panel.get_by_label(label).check()
    page.get_by_label("Reason, shown to everybody").fill(reason)
    panel.get_by_role("button", name="Award the match").click()


def test_a_walkover_is_awarded_and_the_bracket_says_why(site, cast):
    cup = running(cast.organiser, "cup", 4)
    organiser = site.visitor("organiser", user=cast.organiser)
    fixture = ties(cup)[0].fixtures.get()
    decide(organiser, cup, fixture)
    reason = "the bus broke down"
    award(organiser, f"{fixture.away.name}, 0–3", reason)
    decided(organiser)
    fixture.refresh_from_db()
    assert fixture.status == Fixture.Status.WALKOVER and (fixture.home_goals, fixture.away_goals) == (0, 3)
    organiser.goto(f"/competitions/{cup.slug}/bracket/?view=list")
    tie = organiser.page.locator(".tie").first
    expect(tie).to_contain_text(reason)
    expect(tie.locator(".won")).to_contain_text(fixture.away.name)
    assert fixture.away.name in organiser.page.locator(".bracket section").last.locator(".tie").inner_text()


def test_an_award_to_nobody_in_particular_is_refused_aloud(site, cast):
    cup = running(cast.organiser, "cup", 4)
    organiser = site.visitor("organiser", user=cast.organiser, phone=True)
    fixture = ties(cup)[0].fixtures.get()
    organiser.goto(f"/competitions/{cup.slug}/console/{fixture.pk}/")
    organiser.page.get_by_role("button", name="Award the match").click()
    expect(organiser.page.get_by_role("alert")).to_be_focused()
    fixture.refresh_from_db()
    assert fixture.status == Fixture.Status.OPEN


def test_a_result_is_entered_and_corrected(site, cast):
    cup = running(cast.organiser, "cup", 4)
    organiser = site.visitor("organiser", user=cast.organiser)
    page = organiser.page
    fixture = ties(cup)[0].fixtures.get()
    decide(organiser, cup, fixture)
    page.get_by_label("Goals of the home side").fill("2")
    page.get_by_label("Goals of the away side").fill("1")
    page.get_by_role("button", name="Save the result").click()
    decided(organiser)
    final = ties(cup, 2)[0]
    assert final.home == fixture.home

    decide(organiser, cup, fixture, over=True)
    page.get_by_label("Goals of the home side").fill("0")
    page.get_by_label("Goals of the away side").fill("1")
    page.get_by_role("button", name="Save the result").click()
    page.get_by_role("alert").wait_for()
    assert ties(cup, 2)[0].home == fixture.home, "it was corrected without a reason"
    assert page.get_by_label("Goals of the away side").input_value() == "1", "what was typed is lost"
    organiser.tolerate("409")  # the page that shows what a correction changes is an answer of its own status
    page.get_by_label("Reason, shown to everybody").first.fill("read from the wrong line")
    page.get_by_role("button", name="Save the result").click()
    page.locator("button[name=confirmed]").click()
    decided(organiser)
    final.refresh_from_db()
    assert final.home == fixture.away, "the correction did not reach the final"


def test_a_ruling_that_undoes_a_later_match_asks_first(site, cast):
    cup = running(cast.organiser, "cup", 4)
    organiser = site.visitor("organiser", user=cast.organiser)
    page = organiser.page
    first, second = (tie.fixtures.get() for tie in ties(cup))
    for fixture in (first, second, None):
        row = fixture or ties(cup, 2)[0].fixtures.get()
        decide(organiser, cup, row)
        award(organiser, f"{row.home.name}, 3–0", "absent")
        decided(organiser)
    cup.refresh_from_db()
    assert cup.champion == first.home
    organiser.tolerate("409")  # the page that asks is an answer of its own status
    organiser.goto(f"/competitions/{cup.slug}/console/{first.pk}/")
    award(organiser, f"{first.away.name}, 0–3", "they were there after all")
    page.locator("button[name=confirmed]").click()
    decided(organiser)
    assert ties(cup, 2)[0].home == first.away
    cup.refresh_from_db()
    assert cup.champion is None


def test_a_withdrawal_moves_the_opponent_on(site, cast):
    cup = running(cast.organiser, "cup", 4)
    organiser = site.visitor("organiser", user=cast.organiser)
    organiser.tolerate("409")  # what it changes is asked first
    page = organiser.page
    fixture = ties(cup)[0].fixtures.get()
    organiser.goto(f"/competitions/{cup.slug}/entrants/")
    row = page.locator("table.entrants tr", has_text=fixture.home.name)
    row.locator("summary").click()
    row.get_by_label("Reason, shown to everybody").fill("ill")
    row.get_by_role("button", name="Withdraw").click()
    page.get_by_role("alert").wait_for()  # what it changes
    assert fixture.home.name in page.get_by_role("alert").inner_text() and not cup.entrants.filter(status="withdrawn")
    page.get_by_role("button", name=f"Withdraw {fixture.home.name}", exact=True).click()
    page.locator("[data-toast]").wait_for()
    assert cup.entrants.get(status="withdrawn").name == fixture.home.name
    organiser.goto(f"/competitions/{cup.slug}/bracket/?view=list")
    assert fixture.away.name in page.locator(".bracket section").last.locator(".tie").inner_text()


def test_a_value_given_by_hand_decides_between_level_entrants(site, cast):
    cup = running(cast.organiser, "swiss", 4, settings={"rounds": 1})
    for tie in ties(cup):
        rulings.enter_result(fixture=tie.fixtures.get(), score=rulings.Score(1, 1), by=cast.organiser)
    last = cup.entrants.get(id=Group.objects.get(stage__competition=cup).table["rows"][-1]["entrant"])
    organiser = site.visitor("organiser", user=cast.organiser)
    organiser.goto(f"/competitions/{cup.slug}/entrants/")
    row = organiser.page.locator("tr", has=organiser.page.get_by_role("link", name=last.name))
    row.locator("summary").click()
    row.get_by_label("Seeding value").fill("1")
    reason = "won the play-off"
    row.get_by_label("Reason, shown to everybody").fill(reason)
    row.get_by_role("button", name="Save value").click()
    organiser.page.locator("[data-toast]").wait_for()
    organiser.goto(f"/competitions/{cup.slug}/table/")
    assert last.name in organiser.page.locator("tbody tr").first.inner_text()
    organiser.page.locator("tr.why summary").first.click()
    organiser.page.locator("tr.why", has_text=reason).filter(has_text=last.name).wait_for()
