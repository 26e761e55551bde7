"""No page reads more with the years of a site or of a player: what its queries read where there is much of everything.

The planner is denied what it prefers on few rows (``test_plans``), so that it goes by indexes as on a big site; a query
is at fault only where each way of planning it reads more than the bound.
"""

from __future__ import annotations

from datetime import timedelta
from itertools import product

import pytest
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from league.clubs.models import Club, Membership
from league.clubs.verbs import clubs
from league.competitions.models import Competition, Entrant, Fixture, Round, Stage, Tie
from league.players.models import User
from league.players.policy import searching
from league.series import verbs as series_verbs
from league.series.views import OFFERED
from league.statistics.models import Career, Line, Rating
from matches.models import Match, Seat
from tests.explained import explained, short
from tests.league.builders import competition, running
from tests.league.tables import play_out
from tests.planned import analyze, shrink
from tests.web.test_constant_queries import BACKEND
from tests.web.test_plans import ONLY_BY_INDEX

pytestmark = pytest.mark.django_db

GAME = "super_goal"
MANY = 450
"""Rows of each kind: more than a page shows, and enough that looking each up reads more than the bound."""
MOST = 500
"""Pages of 8 kB of one query, the bound of ``tests.benchmarks.walk`` on the filled database."""
WAYS = ("SELECT 1", "SET LOCAL enable_bitmapscan = off; SET LOCAL enable_sort = off", "SET LOCAL enable_sort = off")


@pytest.fixture(scope="module", autouse=True)
def shrunk(django_db_setup):
    shrink()


@pytest.fixture
def years(cast):
    """Anna and Bruno have met in ``MANY`` cups that are over, all today; a club and boards have as many people."""
    now = timezone.now()
    noon = timezone.localtime().replace(hour=12, minute=0, second=0, microsecond=0)
    values = {"game": GAME, "preset": "cup", "owner": cast.organiser, "status": "finished", "places": 2}
    cups = [
        Competition(**values, name=f"Cup {at}", slug=f"cup-{at}", finished_at=now, published_at=now)
        for at in range(MANY)
    ]
    homes, aways = (
        [Entrant(competition=cup, player=user, name=user.nickname, code=user.nickname[:3].upper()) for cup in cups]
        for user in (cast.anna, cast.bruno)
    )
    for cup, home in zip(cups, homes, strict=True):
        cup.champion_id = home.pk  # not by an update: each old version of a row is read too
    Competition.objects.bulk_create(cups)
    Entrant.objects.bulk_create([*homes, *aways])
    stages = Stage.objects.bulk_create(Stage(competition=cup, number=1, format="knockout") for cup in cups)
    rounds = Round.objects.bulk_create(Round(stage=stage, number=1, closes_at=now) for stage in stages)
    ties = Tie.objects.bulk_create(Tie(round=each, number=1) for each in rounds)
    of_match = {"game": GAME, "rules_version": 1, "status": "finished", "result": {"winner": None}, "snapshot": {}}
    at = [noon + timedelta(minutes=number) for number in range(MANY)]
    matches = Match.objects.bulk_create(Match(**of_match, started_at=each, finished_at=each) for each in at)
    seats(matches, cast.anna, cast.bruno)
    # As many of others wait: neither from the player's matches nor from the open ones is the way short.
    waiting = Match.objects.bulk_create(Match(game=GAME, rules_version=1) for _ in range(MANY))
    seats(waiting, cast.stranger, cast.referee)
    Fixture.objects.bulk_create(
        Fixture(
            tie=tie, competition=cup, home=home, away=away, match=match, status="played", ended_at=match.finished_at
        )
        for tie, cup, home, away, match in zip(ties, cups, homes, aways, matches, strict=True)
    )
    Line.objects.bulk_create(
        Line(
            match=match, game=GAME, competition=cup, side=side, player=player, opponent=opponent,
            played_at=match.finished_at, outcome=Line.Outcome.DRAWN, goals_for=1, goals_against=1,
        )
        for match, cup in zip(matches, cups, strict=True)
        for side, player, opponent in (("home", cast.anna, cast.bruno), ("away", cast.bruno, cast.anna))
    )  # fmt: skip
    people = User.objects.bulk_create(
        User(nickname=f"Player {number}", username=f"player{number}", password="!") for number in range(MANY)
    )
    boards(people, matches[0], now)
    club = clubs.create(by=cast.organiser, name="Bar Centrale")
    competition(cast.organiser, club=club)  # its members may be entered on their page
    Membership.objects.bulk_create(Membership(club=club, user=user) for user in people)
    Club.objects.bulk_create(Club(name=f"Club of {user.nickname}", slug=user.username, owner=user) for user in people)
    events = [running(cast.organiser, "cup", 2) for _ in range(2)]
    for event in events:
        play_out(event)
    series = series_verbs.create(by=cast.organiser, name="Grand prix", points=[3, 1], competitions=events)
    analyze()
    return {"club": club, "series": series, "cup": cups[0]}


def seats(matches, home, away):
    Seat.objects.bulk_create(
        Seat(match=match, side=side, user=user, name=user.nickname)
        for match in matches
        for side, user in (("home", home), ("away", away))
    )


def boards(people, match, now):
    """Ratings and careers of ``people``."""
    Rating.objects.bulk_create(
        Rating(
            player=user, game=GAME, match=match, number=9, rating=1500 + number, deviation=60, volatility=0.06, at=now,
            last=True,
        )
        for number, user in enumerate(people)
    )  # fmt: skip
    zeros = dict.fromkeys(("won", "drawn", "lost", "goals_against", "winning", "comebacks"), 0)
    Career.objects.bulk_create(
        Career(
            player=user, game=GAME, played=9, goals_for=number, clean_sheets=number, unbeaten=number,
            points_a_match=number, sums={}, story={}, **zeros,
        )
        for number, user in enumerate(people)
    )  # fmt: skip


PAGES = {
    "today": (None, "/matches/"),
    "a game of today": (None, f"/matches/?game={GAME}"),
    "a game that nobody plays today": (None, "/matches/?game=fuba"),
    "calendar of a player": (None, "/players/{anna}/calendar.ics"),
    "leaders": ("anna", "/leaders/?page=9"),
    "leaders by goals": ("anna", "/leaders/?by=goals&page=9"),
    "people by rating": ("anna", "/leaders/?who=people&page=9"),
    "people by points": ("anna", "/leaders/?who=people&by=points&page=9"),
    "bots by rating": ("anna", "/leaders/?who=bots"),
    "home": ("anna", "/"),
    "own fixtures": ("anna", "/my/fixtures/"),
    "a player to visitors": (None, "/players/{anna}/"),
    "a player": ("bruno", "/players/{anna}/"),
    "two players": (None, "/players/{anna}/vs/{bruno}/"),
    "statistics": ("anna", "/competitions/{cup}/statistics/"),
    "members": ("organiser", "/clubs/{club}/members/"),
    "clubs": (None, "/clubs/?page=9"),
    "a club": (None, "/clubs/{club}/"),
    "series desk": ("organiser", "/series/{series}/desk/"),
    "competitions": (None, "/competitions/?page=9"),
    "sitemap": (None, "/sitemap.xml"),
}


def over(work, most):
    """Return the queries of ``work`` that read more than ``most`` pages however they are planned."""
    faults = None
    for way in WAYS:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("; ".join(f"SET LOCAL {name} = off" for name in ONLY_BY_INDEX))
                cursor.execute(way)
            here = {short(plan.sql, 600): plan.buffers for plan in explained(work) if plan.buffers > most}
            transaction.set_rollback(True)
        faults = here if faults is None else {sql: here[sql] for sql in faults if sql in here}
        if not faults:
            break
    return faults


def test_pages_read_a_bounded_number_of_pages_a_query(cast, years):
    found = {}
    for name, (reader, path) in PAGES.items():
        client = Client()
        if reader:
            client.force_login(getattr(cast, reader), backend=BACKEND)
        names = {key: row.slug for key, row in years.items()}
        address = path.format(anna=cast.anna.pk, bruno=cast.bruno.pk, **names)
        assert client.get(address).status_code == 200, address  # what a process learns once, it has learnt
        faults = over(lambda client=client, address=address: client.get(address), MOST)
        found.update({(name, buffers): sql for sql, buffers in faults.items()})
    assert not found, "\n\n".join(f"{where}: {sql}" for where, sql in found.items())


def test_two_players_read_the_competitions_of_the_page_alone(cast, years):
    """Planned freely: 450 meetings joined to the competitions were a hash of all competitions."""
    address = f"/players/{cast.anna.pk}/vs/{cast.bruno.pk}/"
    client = Client()
    client.get(address)
    plans = explained(lambda: client.get(address))
    mark = '"competitions_entrant"'  # on so few competitions the mark's 30 are found by reading all
    most = max(
        node.get("Actual Rows", 0) * node.get("Actual Loops", 1)
        for plan in plans
        for node, _limited in plan.nodes()
        if node.get("Relation Name") == "competitions_competition" and mark not in plan.sql
    )
    assert 0 < most <= 20, "those of the page"


def test_a_rare_search_reads_the_names_that_it_shows(cast):
    """Of names that share runs of three letters with what is asked, those of the runs of four are few."""
    syllables = [first + second for first in "bcdflmnprstv" for second in "aeiou"]
    names = {"".join(each).title() for each in product(syllables, ("zuz",), syllables, ("buzu",))}
    User.objects.bulk_create(User(nickname=name, username=name, password="!") for name in names)
    User.objects.create(nickname="Fifi Zuzuzu", username="fifi", password="!")
    analyze()
    plans = explained(lambda: searching.named_like("zuzuzu"))
    assert [user.nickname for user in searching.named_like("zuzuzu")] == ["Fifi Zuzuzu"]
    removed = sum(
        node.get("Rows Removed by Filter", 0) + node.get("Rows Removed by Index Recheck", 0)
        for plan in plans
        for node, _limited in plan.nodes()
    )
    assert len(names) > 3500 and removed < 40


def test_what_grows_with_a_career_is_found(cast, years):
    """Each match of a career looked up, as home did: the bound tells it."""
    waiting = Seat.objects.filter(user=cast.anna, match__status__in=Match.OPEN).select_related("match")
    assert over(lambda: list(waiting.all()), MOST) != {}


def test_the_desk_asks_as_often_for_any_number_of_competitions(cast, years, client):
    client.force_login(cast.organiser, backend=BACKEND)
    address = f"/series/{years['series'].slug}/desk/"
    client.get(address)
    assert len(explained(lambda: client.get(address), analyze=False)) < 20
    offered = client.get(address).content.decode().split('id="cp"')[1].split("</select>")[0]
    assert offered.count("<option") == OFFERED


@pytest.mark.parametrize("role", ["co_organiser", "referee"])
def test_the_desk_offers_what_the_reader_runs(cast, role, client):
    theirs, cup, mine = (running(owner, "cup", 2) for owner in (cast.bruno, cast.bruno, cast.anna))
    cup.staff.create(
        role=role,
        user=cast.anna,
        key=role,
        invited_by=cast.bruno,
        invited_at=timezone.now(),
        accepted_at=timezone.now(),
    )
    series = series_verbs.create(by=cast.anna, name="Mine", points=[1], competitions=[])
    client.force_login(cast.anna, backend=BACKEND)
    page = client.get(f"/series/{series.slug}/desk/").content.decode()
    shown = [row for row in (theirs, cup, mine) if f'value="{row.slug}"' in page]
    assert shown == ([cup, mine] if role == "co_organiser" else [mine])
