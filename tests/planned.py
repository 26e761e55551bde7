"""Statistics of the planner for one test: the number of rows that ANALYZE notes outlives the rollback of the rows.

A league of 20 was planned as if its tables were empty, and the mark of its page took a minute, in each test after one
that had called ANALYZE.
"""

from __future__ import annotations

import psycopg
from psycopg import sql

_FORGET = """SELECT pg_clear_relation_stats(nspname, relname) FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
WHERE nspname = 'public' AND relkind = 'r' AND reltuples >= 0"""
_is_analyzed = False


def analyze() -> None:
    """Call ANALYZE for the rows that the test has made."""
    global _is_analyzed
    from django.db import connection

    _is_analyzed = True
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def vacuum() -> None:
    """Remove what earlier tests have rolled back, before this one makes its rows.

    The tests' PostgreSQL runs without autovacuum. Indexes keep the entries of rows rolled back, and a plan that begins
    with what there is none of reads them all: no live match was 42 pages after 6,000 of them in two tests.
    """
    global _is_analyzed
    from tests.server import test_database_url

    _is_analyzed = True  # it notes how many rows are left, too
    with psycopg.connect(test_database_url(), autocommit=True) as link:
        link.execute("VACUUM (SKIP_LOCKED)")


def shrink() -> None:
    """Give growing tables the size of new ones, and note nothing of them.

    After 680 tests a table of matches had so many pages of rows rolled back that the planner, by its defaults,
    expected fewer rows of three conditions than of eight ids. To be called before the test makes rows: where its
    transaction has some, VACUUM tries for five seconds.
    """
    global _is_analyzed
    from tests.explained import GROWING
    from tests.server import test_database_url

    _is_analyzed = True
    with psycopg.connect(test_database_url(), autocommit=True) as link:
        tables = sql.SQL(", ").join(sql.Identifier(table) for table in sorted(GROWING))
        link.execute(sql.SQL("VACUUM (SKIP_LOCKED) {}").format(tables))
    forget()


def forget() -> None:
    """Clear what ``analyze`` and ``vacuum`` noted, once the test's rows are gone."""
    global _is_analyzed
    if _is_analyzed:
        from tests.server import test_database_url

        _is_analyzed = False
        with psycopg.connect(test_database_url(), autocommit=True) as link:
            link.execute(_FORGET)
