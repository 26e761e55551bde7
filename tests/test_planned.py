"""Statistics that ANALYZE wrote in one test do not plan the queries of the next."""

import pytest
from django.db import connection

from league.players.models import User
from tests import planned

ROWS = "SELECT reltuples FROM pg_class WHERE relname = 'players_user'"


def noted():
    with connection.cursor() as cursor:
        cursor.execute(ROWS)
        return cursor.fetchone()[0]


@pytest.mark.django_db
def test_statistics_are_of_this_tests_rows():
    User.objects.bulk_create(User(kind="guest", nickname=f"guest {n}") for n in range(50))
    planned.analyze()
    assert noted() >= 50


@pytest.mark.django_db
def test_and_not_of_the_next_ones():
    assert noted() <= 0
