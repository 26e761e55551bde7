"""The table without luck: points less fortune of both sides' dice, with a margin, beside the real one."""

from __future__ import annotations

from statistics import variance

import pytest
from django.test import Client

from league.statistics.models import Line
from league.statistics.queries.adjusted import adjusted_table
from league.statistics.verbs import books
from matches.models import ReviewedSide
from tests.league.builders import running
from tests.league.tables import play_out


@pytest.fixture
def league(cast):
    row = running(cast.organiser, "league", 4)
    play_out(row)
    return row


def reviewed(line, fortune):
    return ReviewedSide(match_id=line.match_id, side=line.side, luck=0, fortune=fortune, error=0, decisions=1, sound=1)


@pytest.mark.django_db
def test_luck_is_taken_out_of_the_points(league, django_assert_num_queries):
    assert adjusted_table(league) is None, "nothing stands there before the first review"
    lines = Line.objects.filter(competition=league, counts=True).order_by("match", "side")
    best = lines.first().player_id
    ReviewedSide.objects.bulk_create(reviewed(line, 0.25 if line.player_id == best else 0.0) for line in lines)
    with django_assert_num_queries(2):
        table = adjusted_table(league)
    assert table.reviewed == table.played == lines.count() // 2
    rows = {row.player_id: row for row in table.rows}
    own = list(lines.filter(player=best))
    points = sum({"W": 1, "D": 0.5, "L": 0}[line.outcome] for line in own)
    assert rows[best].points == points and rows[best].adjusted == pytest.approx(points - 0.25 * len(own))
    assert sum(row.points for row in table.rows) == lines.count() / 2
    per_match = [row.adjusted / row.played for row in table.rows]
    assert per_match == sorted(per_match, reverse=True)
    assert all(row.margin is not None for row in table.rows)


@pytest.mark.django_db
def test_the_margin_is_that_of_the_matches_one_by_one(league):
    lines = list(Line.objects.filter(competition=league, counts=True).order_by("match", "side"))
    ReviewedSide.objects.bulk_create(reviewed(line, (n % 5) / 10 - 0.2) for n, line in enumerate(lines))
    fortune = {(side.match_id, side.side): side.fortune for side in ReviewedSide.objects.all()}
    for row in adjusted_table(league).rows:
        own = [line for line in lines if line.player_id == row.player_id]
        without = [{"W": 1, "D": 0.5, "L": 0}[line.outcome] - fortune[line.match_id, line.side] for line in own]
        assert row.margin == pytest.approx(1.96 * len(own) * (variance(without) / len(own)) ** 0.5)


@pytest.mark.django_db
def test_the_page_of_statistics_shows_it_and_the_league_table_does_not(league):
    books.refresh(at_once=True)
    path = f"/competitions/{league.slug}/statistics/"
    assert "Without luck" not in Client().get(path).content.decode()
    line = Line.objects.filter(competition=league).first()
    reviewed(line, 0.1).save()
    page = Client().get(path).content.decode()
    assert "Without luck" in page
    played = Line.objects.filter(competition=league, counts=True).count() // 2
    assert f"1 of {played} matches reviewed" in page
    assert "Without luck" not in Client().get(f"/competitions/{league.slug}/table/").content.decode()
