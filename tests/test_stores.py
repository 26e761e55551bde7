"""The suite really stands on PostgreSQL and on Valkey."""

from django.core.cache import cache
from django.db import connection


def test_it_works(cast):
    with connection.cursor() as cursor:
        cursor.execute("SELECT version()")
        assert cursor.fetchone()[0].startswith("PostgreSQL 18")
    cache.set("ball", "C6")
    assert cache.get("ball") == "C6"
    assert cast.anna.check_password("a long enough password")
