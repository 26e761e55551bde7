"""A player's insights: groups that add up to the record, luck of reviews, in a constant number of queries."""

from __future__ import annotations

import os
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.players.models import User
from league.statistics.models import Line, MatchFigures, Rating
from league.statistics.queries.insights import BY, insights
from league.statistics.verbs.matches import recount
from matches.models import Match, MatchEvent, ReviewedSide
from tests import planned
from tests.cast import account
from tests.league.statistics.played import played


def lined(player, opponent, number, *, reviewed=True, days=5, game="super_goal"):
    """``number`` finished matches of ``player`` as stored rows: by turns won, drawn and lost, home and away."""
    at = timezone.now()
    matches = Match.objects.bulk_create(
        Match(
            id=uuid4(), game=game, rules_version=1, status="finished", finished_at=at, result={},
            rated=n % 2 == 0, control=("blitz", "normal", "")[n % 3],
        )
        for n in range(number)
    )  # fmt: skip
    Line.objects.bulk_create(
        Line(
            match=match, side=("home", "away")[n % 2], player=player, opponent=opponent, game=game,
            goals_for=2 - n % 3, goals_against=1, outcome="WDL"[n % 3], played_at=at - timedelta(days=n % days),
            line_up=("4-4-2", "3-5-2")[n % 2] if game == "fuba" else "", board=1 + n % 4,
        )
        for n, match in enumerate(matches)
    )  # fmt: skip
    if reviewed:
        ReviewedSide.objects.bulk_create(
            ReviewedSide(
                match=match, side=side, luck=0.1, fortune=0.1 if side == "home" else -0.1,
                error=0.2, decisions=10, sound=8,
            )
            for match in matches
            for side in ("home", "away")
        )  # fmt: skip


@pytest.mark.django_db
def test_every_grouping_adds_up_to_the_record(cast):
    lined(cast.anna, cast.bruno, 12)
    lined(cast.anna, cast.organiser, 6, game="fuba", reviewed=False, days=80)
    for by in set(BY) - {"line_up"}:
        groups = insights(cast.anna, by, {}, cast.anna)
        assert sum(group.played for group in groups) == 18, by
        assert sum(group.won for group in groups) == sum(group.lost for group in groups) == 6
        assert sum(group.reviewed for group in groups) == 12
    (by_game,) = [group for group in insights(cast.anna, "game", {}, None) if group.reviewed]
    assert by_game.share == 50 and by_game.accuracy == 80 and by_game.error == pytest.approx(20)
    assert by_game.luck == pytest.approx(0), "as lucky at home as unlucky away"
    home = insights(cast.anna, "side", {"side": "home", "game": "super_goal"}, None)[0]
    assert home.luck == pytest.approx(10) and home.adjusted == pytest.approx(home.share - 10)
    unreviewed = insights(cast.anna, "game", {"game": "fuba"}, None)[0]
    assert unreviewed.luck is unreviewed.adjusted is unreviewed.accuracy is None


@pytest.mark.django_db
def test_line_ups_are_those_of_games_that_have_some(cast):
    lined(cast.anna, cast.bruno, 6)
    lined(cast.anna, cast.bruno, 4, game="fuba", reviewed=False)
    Line.objects.create(
        match=Match.objects.create(
            game="six_a_side", rules_version=1, status="finished", finished_at=timezone.now(), result={}
        ),
        side="home", player=cast.anna, game="six_a_side", goals_for=1, goals_against=0, outcome="W",
        played_at=timezone.now(), line_up="own",
    )  # fmt: skip
    groups = {group.label: group.played for group in insights(cast.anna, "line_up", {}, None)}
    assert groups == {"FUBA: 3-5-2": 2, "FUBA: 4-4-2": 2, "Six-a-side: Own line-up": 1}


def rated(player, game, month, number, rating, last=False):
    match = Match.objects.create(game=game, rules_version=1)
    at = datetime(2026, month, number, tzinfo=UTC)
    values = {"rating": rating, "deviation": 80, "volatility": 0.06, "at": at, "last": last}
    return Rating.objects.create(player=player, game=game, match=match, number=number, **values)


@pytest.mark.django_db
def test_the_level_of_a_month_is_the_rating_at_its_end(cast):
    lined(cast.anna, cast.bruno, 4)
    Line.objects.update(played_at=datetime(2026, 3, 5, tzinfo=UTC))
    Line.objects.filter(pk__in=Line.objects.values("pk")[:2]).update(played_at=datetime(2026, 4, 5, tzinfo=UTC))
    rated(cast.anna, "super_goal", 3, 1, 1480.2)
    rated(cast.anna, "super_goal", 3, 2, 1530.4)
    rated(cast.anna, "super_goal", 4, 3, 1610.6, last=True)
    rated(cast.anna, "fuba", 4, 4, 1200, last=True)
    rated(cast.bruno, "super_goal", 4, 4, 1900, last=True)
    months = insights(cast.anna, "month", {"game": "super_goal"}, None)
    assert [(group.label, group.rating) for group in months] == [("Apr 2026", 1611), ("Mar 2026", 1530)]
    assert [group.rating for group in insights(cast.anna, "game", {}, None)] == [1611]
    assert all(group.rating is None for group in insights(cast.anna, "month", {}, None)), "of which game?"
    page = Client().get(f"/players/{cast.anna.pk}/insights/?by=month&game=super_goal").content.decode()
    assert "1530" in page and "after the last match of the month" in page


@pytest.mark.django_db
def test_a_line_keeps_the_line_up_of_its_side(cast):
    """As it is recorded, and again for a match that an older version counted."""
    match = played("fuba", cast.anna, cast.bruno)
    shown = {
        event["seat"]: event["formation"]
        for row in MatchEvent.objects.filter(match=match)
        for event in row.events
        if event["type"] == "formation"
    }
    line_ups = Line.objects.filter(match=match).values_list("side", "line_up")
    assert dict(line_ups) == shown != {}
    Line.objects.update(line_up="")
    MatchFigures.objects.update(version=0)
    assert recount(10) == 1
    assert dict(line_ups.all()) == shown


@pytest.mark.django_db
def test_the_page_has_table_and_chart_for_any_number(cast):
    lined(cast.anna, cast.bruno, 4)
    lined(cast.anna, cast.bruno, 2, game="fuba")
    path = f"/players/{cast.anna.pk}/insights/"

    def asked(query):
        with CaptureQueriesContext(connection) as queries:
            page = Client().get(path + query)
        assert page.status_code == 200
        return page.content.decode(), len(queries)

    few = {by: asked(f"?by={by}")[1] for by in BY}
    for number in range(5):
        lined(cast.anna, account(f"rival{number}"), 4, days=200)
    for by in BY:
        page, queries = asked(f"?by={by}")
        assert queries <= few[by], by
        assert page.count('<svg class="graph') == 2 and "Luck a match" in page
    assert asked("?by=nonsense&game=nonsense&side=middle")[0].count("<tr>") == 3
    assert "rival3" in asked("?by=opponent")[0] and max(few.values()) <= 8
    nobody = User.objects.create(kind="guest", nickname="nobody")
    assert "No match counted yet" in Client().get(f"/players/{nobody.pk}/insights/").content.decode()


@pytest.mark.bench
@pytest.mark.django_db
def test_bench_ten_thousand_matches(cast):
    rivals = [account(f"rival{number}") for number in range(50)]
    for rival in rivals:
        lined(cast.anna, rival, 200, days=900)
        lined(rival, cast.organiser, 20)
    planned.analyze()
    path = f"/players/{cast.anna.pk}/insights/"
    for by in BY:
        query = spent(lambda by=by: insights(cast.anna, by, {}, None))
        page = spent(lambda by=by: Client().get(f"{path}?by={by}", HTTP_CACHE_CONTROL="no-cache"))
        print(f"insights by {by}: query {query:.0f} ms of CPU, page {page:.0f} ms")


def spent(work, times=10):
    """CPU of one ``work`` in ms, of this process and of its backend; the first one warms up."""
    with connection.cursor() as cursor:
        cursor.execute("SET max_parallel_workers_per_gather = 0")  # the CPU of other processes would not be counted
        (backend,) = cursor.execute("SELECT pg_backend_pid()").fetchone()
    stat, ticks = Path(f"/proc/{backend}/stat"), os.sysconf("SC_CLK_TCK")

    def cpu():
        fields = stat.read_text().rpartition(") ")[2].split()
        return time.process_time() + (int(fields[11]) + int(fields[12])) / ticks

    work()
    began = cpu()
    for _ in range(times):
        cache.clear()
        work()
    return 1000 * (cpu() - began) / times
