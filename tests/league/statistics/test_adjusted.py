"""The table without luck: points less fortune of both sides' dice, with a margin, beside the real one."""

from __future__ import annotations

import pytest
from django.test import Client

from league.statistics.models import Line
from league.statistics.queries.adjusted import adjusted_table
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
def test_luck_is_taken_out_of_the_points(league):
    players = {line.player_id: f"player {n}" for n, line in enumerate(Line.objects.filter(competition=league))}
    assert adjusted_table(league, players) is None, "nothing stands there before the first review"
    lines = Line.objects.filter(competition=league, counts=True).order_by("match", "side")
    best = lines.first().player_id
    ReviewedSide.objects.bulk_create(reviewed(line, 0.25 if line.player_id == best else 0.0) for line in lines)
    table = adjusted_table(league, players)
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
def test_the_page_shows_it_beside_the_table(league):
    path = f"/competitions/{league.slug}/table/"
    assert "Without luck" not in Client().get(path).content.decode()
    line = Line.objects.filter(competition=league).first()
    reviewed(line, 0.1).save()
    page = Client().get(path).content.decode()
    assert "Without luck" in page
    played = Line.objects.filter(competition=league, counts=True).count() // 2
    assert f"Reviewed matches: 1 of {played}." in page
    assert "Without luck" not in Client().get(path + "?venue=home").content.decode()
