"""A weekend on shared tables by pages, in accelerated time: from making the event to the champions.

Four competitions; one table is lost, and one hour nobody is done. Twelve people on three tables; in a long run 64 on
16, and there the competitions are made by pages too.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.urls import reverse
from playwright.sync_api import expect

from league.competitions.models import Call, Competition, Fixture
from league.competitions.verbs import calling, entries, joining, line_ups, rounds
from league.events.models import Event
from tests.browser.organising import make, wait_for_stage
from tests.browser.sitemap import elsewhere
from tests.league.builders import competition
from tests.league.events.weekend import clashes, let_pass
from tests.sizes import LONG, size

OPEN, VETERANS, JUNIORS, TEAMS, BOARDS, ROUNDS, TABLES = size((4, 2, 2, 2, 2, 2, 3), (24, 16, 8, 4, 4, 5, 16))
PRESETS = {"Open": "swiss", "Veterans": "cup", "U19": "league", "Teams": "league"}
SLOT = 30
"""Minutes of a match, and from one look at the desk to the next."""
MOST_SLOTS = 60
PATIENCE = size(15_000, 120_000)


def test_a_weekend_from_the_event_to_its_champions(site, cast):
    organiser = site.visitor("organiser", user=cast.organiser)
    anna = site.visitor("anna", user=cast.anna, phone=True)
    for visitor in (organiser, anna):
        visitor.context.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    cups = [
        elsewhere(made, organiser, cast, name, preset) if not LONG else by_pages(organiser, cast, name, preset)
        for name, preset in PRESETS.items()
    ]
    event = new_event(organiser)
    desk = reverse("events:desk", args=[event.slug])
    for cup, name in zip(cups, PRESETS, strict=True):
        join(organiser, event, cup, name)
    set_up_tables(organiser, event)
    check_in(organiser, event, size(3, OPEN + VETERANS + JUNIORS + TEAMS * BOARDS))
    for cup in cups:
        start(organiser, cup)
    elsewhere(deadlines_pass, cups)
    plan(organiser, event)
    anna.goto(reverse("events:next", args=[event.slug]))
    expect(anna.page.locator(".nextbig:not([data-next=none])")).to_be_visible()

    for slot in range(MOST_SLOTS):
        elsewhere(work)
        organiser.goto(desk)
        begin_all(organiser)
        elsewhere(let_pass, event, SLOT)
        if slot == 1:
            lose_a_table(organiser, desk)
        if slot == 2:
            elsewhere(let_pass, event, 60)  # they play on: nobody is done for an hour
            elsewhere(work)
            plan(organiser, event)
            organiser.goto(desk)
        enter_results(organiser)
        elsewhere(deadlines_pass, cups)
        elsewhere(work)
        if not Competition.objects.filter(pk__in=[cup.pk for cup in cups]).exclude(status="finished").exists():
            break
        plan(organiser, event)
        assert not elsewhere(clashes, event), f"slot {slot}"
    for cup in cups:
        cup.refresh_from_db()
        assert cup.status == Competition.Status.FINISHED and cup.champion is not None, f"{cup.name}: {cup.status}"
    fixtures = Fixture.objects.filter(competition__in=cups).exclude(status="void")
    assert set(fixtures.values_list("status", flat=True)) <= {"played", "walkover"}
    assert not Call.objects.filter(ended_at=None).exists()
    organiser.goto(reverse("events:timetable", args=[event.slug]))
    expect(organiser.page.locator("#cycles th[scope=row]").first).to_be_visible()
    anna.goto(reverse("events:next", args=[event.slug]))
    expect(anna.page.locator(".nextbig[data-next=none]")).to_be_visible()


# ── before it begins ──
def people(name):
    """Typed names of a competition; Anna, who has an account, plays in the Open."""
    count = {"Open": OPEN - 1, "Veterans": VETERANS, "U19": JUNIORS, "Teams": TEAMS}[name]
    return [f"{name} {number}" for number in range(1, count + 1)]


def mates(team):
    return [f"{team} {letter}" for letter in "bcdefgh"[: BOARDS - 1]]


def made(organiser, cast, name, preset):
    more = {"Teams": {"boards": BOARDS}}.get(name, {})
    settings = {"rounds": ROUNDS} if preset == "swiss" else {"times": 1} if preset == "league" else {}
    cup = competition(cast.organiser, preset, max(2, len(people(name)) + 1), settings=settings, **more)
    Competition.objects.filter(pk=cup.pk).update(name=f"{name} of the weekend")
    if name == "Open":
        entries.enter(competition=cup, player=cast.anna)
    for team in entries.enter_names(competition=cup, by=cast.organiser, names=people(name)):
        for mate in mates(team.name) if name == "Teams" else ():
            joining.join_as_guest(key=team.side_key, nickname=mate)
    cup.refresh_from_db()
    return cup


def by_pages(organiser, cast, name, preset):
    choices = {"rounds": ROUNDS} if preset == "swiss" else {"times": 1} if preset == "league" else {}
    choices |= {"boards": BOARDS} if name == "Teams" else {}
    places = len(people(name)) + (name == "Open")
    cup = make(organiser, preset, f"{name} of the weekend", places, **choices)
    page = organiser.page
    if name == "Open":
        elsewhere(entries.enter, competition=cup, player=cast.anna)
    organiser.goto(reverse("competitions:entrants", args=[cup.slug]))
    page.locator("#new-names").fill("\n".join(people(name)))
    page.locator("form:has(#new-names) button[value=enter]").click()
    expect(page.locator(".entrants tbody tr")).to_have_count(places)
    for team in cup.entrants.all() if name == "Teams" else ():
        organiser.goto(reverse("competitions:side", args=[team.side_key]))
        page.locator("form:has([value=add_to_squad]) [name=names]").fill("\n".join(mates(team.name)))
        page.locator("[value=add_to_squad]").click()
        expect(page.locator(".squad > li")).to_have_count(BOARDS)
    return cup


def new_event(organiser):
    """Make an event of today and tomorrow at a place where it is noon now."""
    page = organiser.page
    offset = 12 - datetime.now(ZoneInfo("UTC")).hour
    zone = f"Etc/GMT{-offset:+d}" if offset else "Etc/GMT"
    today = datetime.now(ZoneInfo(zone)).date()
    organiser.goto(reverse("events:new"))
    values = {
        "name": "Weekend al Lago",
        "first_day": today,
        "last_day": today + timedelta(days=1),
        "opens": "11:30",
        "closes": "22:30",
        "breaks": "14:00-14:30",
        "time_zone": zone,
    }
    for field, value in values.items():
        shown = page.locator(f"[name={field}]")
        folded = page.locator("details:not([open])", has=shown)
        if folded.count():
            folded.locator(":scope > summary").click()
        shown.fill(str(value))
    page.locator("main form [type=submit]").last.click()
    page.wait_for_url("**/settings/")
    return Event.objects.get()


def join(organiser, event, cup, name):
    page = organiser.page
    form = page.locator("form:has(button[value=event_add])")
    form.locator("[name=competition]").select_option(str(cup.pk))
    folded = form.locator("details:not([open]) > summary")
    if folded.count():
        folded.click()
    form.locator("[name=category]").fill(name)
    form.locator("[name=one_of]").fill("age" if name in ("Veterans", "U19") else "")
    form.locator("[name=minutes]").fill(str(SLOT))
    form.locator("[name=referees]").select_option("true" if name == "U19" else "false")
    form.locator("button[value=event_add]").click()
    expect(page.locator(f"a[href='{reverse('competitions:console', args=[cup.slug])}']")).to_be_visible()


def set_up_tables(organiser, event):
    page = organiser.page
    page.locator("input[name=first]").fill("1")
    page.locator("input[name=last]").fill(str(TABLES))
    page.locator("button[value=add_tables]").click()
    page.wait_for_load_state()
    assert event.hall.tables.count() == TABLES


def check_in(organiser, event, count):
    page = organiser.page
    organiser.goto(reverse("events:people", args=[event.slug]))
    for here in range(1, count + 1):
        page.locator("button[value=event_check_in]").first.click()
        expect(page.locator("button[value=event_check_out]")).to_have_count(here)


def start(organiser, cup):
    page = organiser.page
    organiser.goto(reverse("competitions:console", args=[cup.slug]))
    draw = page.locator("button[value=draw]").first
    if draw.count():
        draw.click()
        page.wait_for_url("**/draw/")
    page.locator("button[value=start]").first.click()
    wait_for_stage(organiser, "Running")


def deadlines_pass(cups):
    """Captains without account name nobody: their line-ups open when the time is over."""
    from tests.league.teams import past_the_deadline

    past_the_deadline(cups[-1])
    line_ups.open_due()


# ── while it runs ──
def work():
    """Do what the workers do by the clock."""
    rounds.pair_due()
    calling.call_due()


def plan(organiser, event):
    """Apply what the timetable proposes, if it proposes anything."""
    page = organiser.page
    organiser.goto(reverse("events:timetable", args=[event.slug]))
    apply = page.locator("button[value=event_apply]")
    if apply.count():
        apply.click()
        expect(page.locator("button[value=event_apply]")).to_have_count(0)


def begin_all(organiser):
    page = organiser.page
    waiting = page.locator(".realtable[data-state=called]")
    left = waiting.count()
    while left:
        waiting.first.locator("button[value=begin_call]").click()
        left -= 1
        expect(waiting).to_have_count(left)


def enter_results(organiser):
    """Two to one at each table at which a match is played."""
    page = organiser.page
    playing = page.locator(".realtable[data-state=playing]")
    for _table in range(playing.count()):
        seen = set(Fixture.objects.filter(status="played").values_list("pk", flat=True))
        table = playing.first
        table.locator("[name=home_goals]").fill("2")
        table.locator("[name=away_goals]").fill("1")
        with page.expect_navigation():
            table.locator("button[value=result]").click()
        assert Fixture.objects.filter(status="played").count() == len(seen) + 1


def lose_a_table(organiser, desk):
    """The one with the highest number is set aside, with whatever is played there."""
    page = organiser.page
    organiser.goto(desk)
    page.locator(".realtable .other summary").last.click()
    page.locator(".realtable .other[open] button[value=close_table]").click()
    expect(page.locator(".realtable[data-state=closed]")).to_have_count(1)
