"""Finding the people of a competition reads their rows, not everybody's."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.competitions.policy.parties import deciders, people_of
from tests import planned
from tests.league.builders import running

EVERYBODY = 20_000
MOST_BUFFERS = 500


@pytest.fixture
def crowd(db):
    """Twenty thousand people who play nowhere, and the statistics that the planner goes by."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT column_name FROM information_schema.columns WHERE table_name = 'players_user'")
        columns = [name for (name,) in cursor.fetchall()]
        copied = {"id": "gen_random_uuid()", "username": "'crowd' || n", "nickname": "'crowd' || n"}
        listed = ", ".join(copied.get(name, name) for name in columns)
        cursor.execute(
            f"INSERT INTO players_user ({', '.join(columns)}) SELECT {listed} "
            f"FROM (SELECT * FROM players_user WHERE kind = 'account' LIMIT 1) one, generate_series(1, {EVERYBODY}) n"
        )
    planned.analyze()


def buffers_of(queries):
    """The most buffers that one of ``queries`` reads."""
    most = 0
    with connection.cursor() as cursor:
        for query in queries:
            cursor.execute("EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) " + query["sql"])
            plan = cursor.fetchone()[0][0]["Plan"]
            most = max(most, plan["Shared Hit Blocks"] + plan["Shared Read Blocks"])
    return most


def test_people_and_deciders_are_found_by_index(cast, crowd):
    cup = running(cast.organiser, "cup", entrants=8)
    fixture = cup.stages.get().rounds.first().ties.first().fixtures.first()
    with CaptureQueriesContext(connection) as asked:
        assert len(people_of(cup.entrants.all())) == 8
        assert deciders(cup, fixture) == [cast.organiser]
    assert buffers_of(asked.captured_queries) < MOST_BUFFERS
