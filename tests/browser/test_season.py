"""A season of two divisions of eight, by its pages, in accelerated time: a substitute, a freeze, a disputed match, the
official table with its archive and certificates, promotion, and the start of the next season after "in or out".

Days go by in the rows (deadlines, windows and entries are put back); behind the pages are only two accounts that
enter and the results, entered by the verb that the console's form calls.
"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone
from playwright.sync_api import expect

from league.competitions.models import Competition, Dispute, Fixture, Group, ResultEntry, Round
from league.competitions.verbs import entries
from league.competitions.verbs.rulings import Score, enter_result
from league.seasons.models import Archive, Renewal, Substitution
from tests.browser.organising import make, sign_up, unfold
from tests.browser.people import Site, Visitor
from tests.browser.sitemap import elsewhere
from tests.cast import account
from tests.league.recomputed import computed_again, picture

pytestmark = pytest.mark.long

NAMES = ("Aldo", "Berta", "Carlo", "Dora", "Enea", "Fulvia", "Gino")
MORE = ("Hilde", "Ivo", "Livia", "Mario", "Nina", "Otto", "Pia")
"""Fourteen names; anna and bruno play with accounts of their own."""
DAYS = 14


class Season:
    """The organiser's season, and what is done to it."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.host = self.visitor("host")
        self.host.tolerate("409")  # a preview is an answer of its own
        self.page = self.host.page

    def visitor(self, name: str, **who) -> Visitor:
        """A patient organiser: a start lays 56 matches out, and a result is followed by all of them."""
        made = self.site.visitor(name, **who)
        made.page.set_default_timeout(60_000)
        return made

    @property
    def row(self) -> Competition:
        return Competition.objects.get(pk=self.key)

    def open(self) -> None:
        """Sign up, two divisions of eight, a single round, two up and down, one more by play-off; publish."""
        sign_up(self.host, "olga")
        league = make(self.host, "divisions", "Lega del Borgo", 16, times=1, draws="stand", move=2, playoff=1)
        self.key, self.address = league.pk, f"/competitions/{league.slug}"

    def press(self, name: str) -> None:
        """A button and the word that comes back."""
        self.page.get_by_role("button", name=name, exact=True).first.click()
        self.page.locator("[data-toast]").first.wait_for()

    def sure(self, name: str) -> str:
        """A button, what it would change, and yes; the effects."""
        self.page.get_by_role("button", name=name, exact=True).first.click()
        text = self.page.locator(".alert ul").inner_text()
        self.page.locator("button[name=confirmed]").click()
        self.page.locator("[data-toast]").first.wait_for()
        return text

    def fixtures(self, **wanted):
        rows = Fixture.objects.filter(tie__round__stage__competition=self.key, **wanted)
        return rows.select_related("home__player", "away__player", "tie__round").order_by("tie__round__number")

    def play(self, number: int) -> None:
        """Every match of a round that has no result, as the console enters it. Who was drawn higher wins, mostly."""
        by = self.row.owner
        for fixture in self.fixtures(tie__round__number=number, status__in=("pending", "open"), home__isnull=False):
            better = fixture.home.seed < fixture.away.seed
            score = Score(2, 1) if better else Score(0, 1)
            if (fixture.home.seed + fixture.away.seed) % 5 == 0 and fixture.tie.group_id:
                score = Score(1, 1)
            elsewhere(enter_result, fixture=fixture, score=score, by=by)


def test_a_season_of_two_divisions(site, workers):
    season = Season(site)
    season.open()
    page, host = season.page, season.host
    people = {name: account(name) for name in ("anna", "bruno")}
    for person in people.values():
        elsewhere(entries.enter, competition=season.row, player=person)
    page.fill("textarea[name=words]", "\n".join((*NAMES, *MORE)))
    page.get_by_role("button", name="Add entrants").click()
    page.locator("[data-toast]").first.wait_for()
    season.press("Make the draw")
    season.press("Start")
    assert [len(group.members) for group in Group.objects.filter(stage__competition=season.key)] == [8, 8]
    season.play(1)

    a_substitute(season)
    a_freeze(season)
    for number in (2, 3):
        season.play(number)
    a_dispute(season, people["anna"], season.visitor("anna", user=people["anna"], phone=True))
    for number in (
        Round.objects.filter(stage__competition=season.key).order_by("number").values_list("number", flat=True)
    ):
        season.play(number)
    over = season.row
    assert over.status == "finished" and picture(over) == computed_again(over)
    the_end(season)
    the_next(season, people)
    assert host.unexpected() == []


def a_substitute(season: Season) -> None:
    """Carlo has gone quiet: the page says so, and Zora takes over what he has and what is left."""
    Competition.objects.filter(pk=season.key).update(started_at=timezone.now() - timedelta(days=DAYS))
    page = season.page
    season.host.goto(f"{season.address}/console/inactive/")
    expect(page.locator("[data-quiet]"), "nobody has given a sign since the start").to_have_count(16)
    page.get_by_role("link", name="Substitute Carlo").click()
    page.fill("input[name=name]", "Zora")
    page.fill("input[name=reason]", "moved away")
    told = season.sure("Let them take over")
    assert "Zora" in told and "Carlo" in told
    [made] = Substitution.objects.filter(competition=season.key)
    own_entrant = season.row.entrants.get(name="Zora")
    assert (
        own_entrant.pk == made.entrant_id
        and season.fixtures(home=own_entrant, status="played").exists()
        | season.fixtures(away=own_entrant, status="played").exists()
    )
    season.host.goto(f"{season.address}/table/")
    expect(page.get_by_text("for Carlo").first).to_be_visible()


def a_freeze(season: Season) -> None:
    """The organiser freezes it from the console; days go by; it goes on, and what lay ahead is later."""
    page = season.page
    ahead = dict(Round.objects.filter(stage__competition=season.key, status="open").values_list("pk", "closes_at"))
    season.host.goto(f"{season.address}/console/")
    unfold(page.locator("#fr"))
    page.fill("#fr", "holidays")
    season.press("Freeze the competition")
    expect(page.locator(".alert", has_text="holidays")).to_be_visible()
    Competition.objects.filter(pk=season.key).update(frozen_at=F("frozen_at") - timedelta(days=DAYS))
    season.host.goto(f"{season.address}/console/")
    season.press("Resume match")
    after = dict(Round.objects.filter(pk__in=list(ahead)).values_list("pk", "closes_at"))
    assert ahead and all(after[key] - closes >= timedelta(days=DAYS) for key, closes in ahead.items() if closes)


def a_dispute(season: Season, anna, phone: Visitor) -> None:
    """anna does not accept a result of hers; it is decided from the console's first line, with a reason."""
    page = season.page
    own_entrant = season.row.entrants.get(player=anna)
    played = [*season.fixtures(home=own_entrant, status="played"), *season.fixtures(away=own_entrant, status="played")][
        0
    ]
    phone.goto(f"{season.address}/fixtures/{played.pk}/")
    unfold(phone.page.locator("[name=statement]"))
    phone.page.fill("[name=statement]", "It was three to one")
    phone.page.get_by_role("button", name="Dispute it").click()
    phone.page.locator("[data-toast]").first.wait_for()
    season.host.goto(f"{season.address}/console/")
    page.get_by_role("link", name="Decide").first.click()
    keep = page.get_by_role("button", name="Keep the result")
    page.locator("form", has=keep).locator("[name=reason]").fill("the sheet says so")
    keep.click()
    page.locator("[data-toast]").first.wait_for()
    assert Dispute.objects.get(fixture=played).outcome == "stands"


def the_end(season: Season) -> None:
    """Not before the dispute window is over; then official, archived, printed; the log takes nothing more."""
    page = season.page
    season.host.goto(f"{season.address}/end/")
    expect(page.get_by_role("button", name="Make it official")).to_have_count(0)
    ResultEntry.objects.filter(competition=season.key).update(at=F("at") - timedelta(days=DAYS))
    season.host.goto(f"{season.address}/end/")
    expect(page.locator(".stand li")).to_have_count(3)
    expect(page.locator(".winners").get_by_text("Division 2")).to_have_count(1)
    expect(page.locator(".awards dt").nth(1)).to_be_attached()
    season.press("Make it official")
    fixture = season.fixtures(status="played").first()
    season.host.goto(f"{season.address}/console/{fixture.pk}/")
    form = page.locator("form:has(button[value=result])")
    for name, typed in (("home_goals", "9"), ("away_goals", "0"), ("reason", "typed wrong")):
        form.locator(f"[name={name}]").fill(typed)
    form.locator("button[value=result]").click()
    page.get_by_role("alert").wait_for()
    fixture.refresh_from_db()
    assert (fixture.home_goals, fixture.away_goals) != (9, 0), "an official table takes no result"
    anybody = season.visitor("anybody")
    anybody.goto(f"/archive/{season.key}/")
    edition = Archive.objects.get(competition=season.key)
    text = anybody.page.inner_text("main")
    assert edition.digest in text and "Carlo" in text and season.row.champion.name in text
    expect(anybody.page.locator(".results li").nth(56), "two divisions of 28 matches and a play-off").to_be_attached()
    anybody.goto(f"{season.address}/certificates/")
    sheets = anybody.page.locator(".certificate").count()
    printed = anybody.page.pdf(prefer_css_page_size=True)
    assert sheets >= 6 and printed.count(b"/Type /Page\n") == sheets, "one certificate a page"


def the_next(season: Season, people) -> None:
    """The next season from the end: promotion, everybody asked, one out, the rest silent or in; then it starts."""
    page = season.page
    upper, lower = (
        [row["entrant"] for row in group.table["rows"]]
        for group in Group.objects.filter(stage__competition=season.key).order_by("stage__number", "number")
    )
    season.host.goto(f"{season.address}/end/")
    season.press("Create next season")
    after = Competition.objects.get(previous=season.key)
    asked = {str(renewal.carried_id): renewal for renewal in Renewal.objects.select_related("entrant")}
    assert len(asked) == 16 and {asked[key].entrant.division for key in lower[:2]} == {1}
    assert {asked[key].entrant.division for key in upper[6:]} == {2}
    player = season.visitor("bruno", user=people["bruno"], phone=True)
    player.goto(f"/competitions/{after.slug}/")
    player.page.get_by_role("button", name="I am in").click()
    expect(player.page.get_by_role("button", name="I am in")).to_be_disabled()
    nobody = season.visitor("nobody", phone=True)
    quiet, leaving = asked[upper[3]], asked[upper[4]]
    for one in asked.values():
        if one.entrant.player == people["bruno"] or one.pk == quiet.pk:
            continue
        nobody.goto(f"/in-or-out/{one.key}/")
        nobody.page.get_by_role("button", name="Not this time" if one.pk == leaving.pk else "I am in").click()
        nobody.page.locator("[data-toast]").first.wait_for()
    elsewhere(entries.enter_names, competition=after, by=season.row.owner, names="Wanda")
    season.host.goto(f"/competitions/{after.slug}/console/answers/")
    unanswered = page.get_by_role("row", name=quiet.entrant.name)
    expect(unanswered.get_by_role("button", name="Copy the link"), "it can be sent again").to_be_visible()
    season.press("Close it now")
    inside = after.entrants.filter(status="entered")
    assert inside.count() == 15 and not inside.filter(name=quiet.entrant.name).exists()
    assert sorted(inside.values_list("division", flat=True)) == [1] * 8 + [2] * 7
    season.host.goto(f"/competitions/{after.slug}/console/")
    page.get_by_role("button", name="Make the draw with 15").click()
    page.wait_for_url("**/draw/")
    season.press("Start")
    after.refresh_from_db()
    assert after.status == "running" and Fixture.objects.filter(tie__round__stage__competition=after).count() >= 49
