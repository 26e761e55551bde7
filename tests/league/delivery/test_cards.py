"""Cards read what they show: a card of a big competition costs the queries of a small one."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.competitions.models import Fixture
from league.competitions.verbs import rulings
from league.delivery import cards
from tests.league.builders import running
from tests.league.tables import open_fixtures


def rows_read(client, path):
    """The rows that the statements of one picture returned."""
    read = []

    def watch(execute, sql, params, many, context):
        result = execute(sql, params, many, context)
        read.append(context["cursor"].rowcount)
        return result

    with connection.execute_wrapper(watch):
        assert client.get(path)["Content-Type"] == "image/png"
    return sum(read)


@pytest.mark.parametrize("name", ["fixture", "competition", "round"])
def test_a_card_does_not_read_the_whole_season(client, cast, name, settings):
    settings.PAGE_CACHE = False
    league = running(cast.organiser, "league", 20)
    some = open_fixtures(league)[0]
    args = {"fixture": [some.pk], "round": [1]}.get(name, [])
    whole = Fixture.objects.filter(tie__round__stage__competition=league).count()
    assert whole == 380
    assert rows_read(client, reverse(f"delivery:{name}", args=[league.slug, *args])) < 150


def test_a_card_says_round_and_score(cast):
    league = running(cast.organiser, "league", 4)
    fixture = open_fixtures(league)[0]
    card = cards.of_fixture(league, fixture)
    assert card.title == "Matchday 1"
    assert card.duel.between == "–"
    assert [row.end for row in cards.of_round(league, 1).rows] == ["–", "–"]
    assert cards.of_competition(league).line.endswith("0 of 12 played")
    assert len(cards.of_table(league).rows) == 4


def test_the_card_of_a_table_writes_points_as_its_page(cast):
    swiss = running(cast.organiser, "swiss", 4, settings={"rounds": 3})
    first, second = open_fixtures(swiss)
    rulings.enter_result(fixture=first, score=rulings.Score(1, 1), by=cast.organiser)
    rulings.enter_result(fixture=second, score=rulings.Score(2, 0), by=cast.organiser)
    assert [row.end for row in cards.of_table(swiss).rows] == ["1", "½", "½", "0"]


def test_queries_of_a_card_are_few(client, cast, settings):
    settings.PAGE_CACHE = False
    league = running(cast.organiser, "league", 10)
    path = reverse("delivery:table", args=[league.slug])
    client.get(path)
    with CaptureQueriesContext(connection) as seen:
        client.get(path)
    assert len(seen) <= 10
