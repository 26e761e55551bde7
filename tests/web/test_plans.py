"""No page and no periodic task reads a growing table from end to end: every query has an index to answer it by.

On a few rows the planner reads whole tables, rightly, and chooses by what was last counted in them. Here it is denied
what it prefers on few rows, and a query is at fault only where each way of planning it reads a table whole.
"""

from __future__ import annotations

import importlib

import pytest
from django.db import connection, transaction
from django.test import Client

from deploy.celery import timetable
from league.competitions.verbs import reminders
from league.delivery import telling
from matches import tasks as matches_tasks
from matches.models import Match
from tests.cast import Cast
from tests.explained import GROWING, explained, look_for_due_work, short
from tests.planned import shrink
from tests.web.test_constant_queries import BACKEND, READERS, furnished

pytestmark = pytest.mark.django_db

ONLY_BY_INDEX = ("enable_seqscan", "enable_hashjoin", "enable_mergejoin", "enable_material")
MORE = {
    None: ("/matches/", "/matches/?show=live", "/sitemap.xml", "/games/"),
    "anna": ("/matches/?show=followed", "/matches/?show=mine"),
    "organiser": (),
    "referee": (),
}
ROWS_A_PAGE = 100_000
"""Rows that the planner is told stand on each page of a growing table."""
WAYS = (
    "SELECT 1",
    "SET LOCAL enable_bitmapscan = off; SET LOCAL enable_sort = off",
    f"UPDATE pg_class SET reltuples = {ROWS_A_PAGE}, relpages = 1 WHERE relname IN {tuple(sorted(GROWING))}",
)
"""Statements that change how a query is planned: as it is, without its usual refuge on few rows, and on many rows."""
UNASKED = ("deploy-nightly-backup", "deploy-heartbeat", "competitions-demo")
"""Tasks that ask nothing of the site, or make its demo."""

EXEMPT = {
    "competitions_resultentry": "the last results: on a filled database 143 pages, from the end of the log",
    'FROM "following_follow" INNER JOIN "clubs_club"': "the clubs that one follows: 319 pages",
    '"players_user"."id" IN (%s': "names of a book's players by their ids: 20 pages",
    "moderation_act": "the moderators' audit: a limit stands above the join",
    "classes_schoolclass": "school classes go at their day: there are never many",
}
"""Part of a query -> why it may read a whole growing table, with the pages of 8 kB on the filled database."""
UNBOUNDED = ("/sitemap.xml",)
"""Addresses that list the whole site: robots ask for them some times a day, a thousand rows each."""


def whole_reads(work):
    """Return the queries of ``work`` that no index answers: each in one line with the tables that it reads."""
    faults = None
    for way in WAYS:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute(way)
            here = reads_of(explained(work, analyze=False))
            transaction.set_rollback(True)
        faults = here if faults is None else {sql: reads for sql, reads in faults.items() if sql in here}
        if not faults:
            break
    return faults


def indexes_of(work):
    """Return the names of all indexes that some way of planning takes for ``work``."""
    names = set()
    for way in WAYS:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute(way)
            for plan in explained(work, analyze=False):
                names |= {node["Index Name"] for node, _limited in plan.nodes() if "Index Name" in node}
            transaction.set_rollback(True)
    return names


def reads_of(plans):
    reads = {short(plan.sql, 600): sorted(set(plan.whole_reads())) for plan in plans if not exempt(plan.sql)}
    return {sql: tables for sql, tables in reads.items() if tables}


def exempt(sql):
    return any(part in sql for part in EXEMPT)


@pytest.fixture(scope="module", autouse=True)
def shrunk(django_db_setup):
    shrink()


@pytest.fixture
def only_by_index():
    with connection.cursor() as cursor:
        for name in ONLY_BY_INDEX:
            cursor.execute(f"SET LOCAL {name} = off")
        yield
        for name in ONLY_BY_INDEX:
            cursor.execute(f"SET LOCAL {name} = on")


def filled():
    cast = Cast.make()
    cast.referee.is_moderator = True
    cast.referee.save()
    made = furnished(cast, 3)
    Match.objects.filter(status="waiting").update(created_at="2026-01-01T00:00:00Z")
    return cast, made


@pytest.fixture(scope="module")
def built(build_once, shrunk):
    return build_once(filled)


@pytest.fixture
def cast(copied):
    return copied[0]


@pytest.fixture
def there(copied):
    return copied[1]


def test_pages_and_tasks(cast, there, only_by_index):
    found = {}
    for name, paths in READERS.items():
        client = Client()
        if name:
            client.force_login(getattr(cast, name), backend=BACKEND)
        for path in [*paths(there), *MORE[name]]:
            if path in UNBOUNDED:
                continue
            # A prepared query is asked as well as one that is made anew; the page itself is kept nowhere.
            for sql, tables in whole_reads(lambda path=path, client=client: client.get(path)).items():
                found.setdefault((sql, *tables), f"{name or 'nobody'} {path}")
    for entry, row in timetable().items():
        if entry in UNASKED:
            continue
        module, _dot, function = row["task"].rpartition(".")
        work = getattr(importlib.import_module(module), function)
        for sql, tables in whole_reads(work).items():
            found.setdefault((sql, *tables), entry)
    assert not found, "\n\n".join(f"{where}: {tables}\n{sql}" for (sql, *tables), where in found.items())


@pytest.mark.parametrize(
    ("work", "wanted"),
    [
        (telling.tell_due, {"match_visited"}),
        (matches_tasks.count_rolls, {"match_uncounted"}),
        (reminders.remind_due, {"match_newest", "fixture_day", "round_to_close"}),
        (
            look_for_due_work,
            {
                "match_visited",
                "match_waiting",
                "match_live",
                "match_no_show",
                "command_open",
                "coaching_called",
            },
        ),
    ],
)
def test_what_is_due_has_an_index_of_its_own(there, only_by_index, work, wanted):
    """One of all matches that wait, or of all rounds, would do on few rows, and grow with the site."""
    assert wanted <= indexes_of(work)


def test_a_query_without_an_index_is_found(only_by_index):
    assert whole_reads(lambda: list(Match.objects.filter(title="cup"))) != {}
    assert whole_reads(lambda: list(Match.objects.order_by("title")[:3])) != {}
    assert whole_reads(lambda: Match.objects.count()) != {}
    assert whole_reads(lambda: list(Match.objects.order_by("-created_at", "-id")[:3])) == {}
    assert whole_reads(lambda: list(Match.objects.filter(origin="fixture:1"))) == {}


def test_the_list_names_tables_that_exist():
    assert set(connection.introspection.table_names()) >= GROWING
