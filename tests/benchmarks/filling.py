"""Fills a migrated, empty database by the patterns: run by ``tests.benchmarks.filled`` in a process of its own."""

from __future__ import annotations

import contextlib
import json
import os
import random
import sys
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import django

if __name__ == "__main__":
    django.setup()

import psycopg
from django.conf import settings
from django.db import connection
from django.db.models import Model
from django.utils import timezone

from league.clubs.verbs import clubs
from league.competitions.models import (
    AuditEntry,
    Competition,
    Draw,
    Entrant,
    Fixture,
    Group,
    ResultEntry,
    Round,
    Stage,
    Tie,
)
from league.players.models import User
from league.series import verbs as series_verbs
from league.series.models import Series
from league.statistics.models import Book, Line, MatchFigures
from league.statistics.verbs import books
from league.statistics.verbs import ratings as rating_verbs
from matches.archiving import archive
from matches.ids import uuid7
from matches.models import Match, MatchArchive, MatchCommand, MatchEvent, MatchSecret, Offer, Outbox, Seat
from tests.benchmarks.multiplying import Multiplier, People, Rows
from tests.benchmarks.patterns import Pattern, make

SCALE = float(os.environ.get("FILLED_SCALE", "1"))
"""1: the whole; less for a quick look."""
USERS = int(100_000 * SCALE)
MATCHES = int(200_000 * SCALE)
COMPETITIONS = int(5_000 * SCALE)
GUESTS = 0.35
"""Share of names without account."""
WITH_EVENTS = timedelta(days=60)
"""Matches younger than this keep their log in rows, as ``settings.LOG_DAYS`` says."""

OF_COMPETITION: list[tuple[type[Model], str]] = [
    (Competition, "pk"),
    (Stage, "competition"),
    (Group, "stage__competition"),
    (Round, "stage__competition"),
    (Entrant, "competition"),
    (Tie, "round__stage__competition"),
    (Draw, "competition"),
    (AuditEntry, "competition"),
    (ResultEntry, "competition"),
    (Fixture, "tie__round__stage__competition"),
    (Book, "competition"),
]
OF_MATCH: list[tuple[type[Model], str]] = [
    (Match, "pk"),
    (MatchSecret, "match"),
    (Seat, "match"),
    (MatchEvent, "match"),
    (MatchArchive, "match"),
    (MatchCommand, "match"),
    (Offer, "match"),
    (Outbox, "match"),
    (MatchFigures, "match"),
    (Line, "match"),
]
SOUNDS = ("an", "be", "co", "da", "el", "fi", "gar", "lo", "mar", "ni", "or", "pe", "ru", "san", "ti", "vo", "zu")


def say(words: str, began: float) -> None:
    print(f"{time.monotonic() - began:6.1f} s  {words}", flush=True)


def link() -> psycopg.Connection[Any]:
    made = psycopg.connect(os.environ["DATABASE_URL"], autocommit=True)
    made.execute("SET session_replication_role = replica")  # no trigger and no foreign key is asked
    made.execute("SET maintenance_work_mem = '256MB'")
    return made


@contextlib.contextmanager
def without_indexes(database: psycopg.Connection[Any], tables: set[str]) -> Iterator[None]:
    """Drop the indexes of ``tables`` that no constraint needs, and make them when the rows are there."""
    query = """
SELECT i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid) FROM pg_index i
WHERE i.indrelid::regclass::text = ANY(%s) AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)
"""
    indexes = database.execute(query, [sorted(tables)]).fetchall()
    for name, _definition in indexes:
        database.execute(f"DROP INDEX {name}")  # type: ignore[arg-type]
    yield
    for _name, definition in indexes:
        database.execute(definition)


def name_of(rng: random.Random) -> str:
    first = "".join(rng.choices(SOUNDS, k=2)).capitalize()
    return f"{first} {''.join(rng.choices(SOUNDS, k=3)).capitalize()}"


def people(database: psycopg.Connection[Any], rng: random.Random) -> People:
    """Write the users, the first of two years ago, by COPY."""
    kinds: dict[str, list[tuple[str, str]]] = {"account": [], "guest": []}
    now = timezone.now()
    columns = [each.column for each in User._meta.concrete_fields]
    bare = User(nickname="", password="!")
    usual = {each.column: getattr(bare, each.attname) for each in User._meta.concrete_fields}
    usual["channels_off"] = "{}"
    start = int((now - timedelta(days=730)).timestamp() * 1000)
    with database.cursor() as cursor, cursor.copy(f"COPY players_user ({', '.join(columns)}) FROM STDIN") as out:
        for number in range(USERS):
            ms = start + int(number / USERS * 730 * 86_400_000)
            key, name = str(uuid7()), name_of(rng)
            key = f"{ms:012x}"[:8] + "-" + f"{ms:012x}"[8:] + key[13:]
            kind = "guest" if rng.random() < GUESTS else "account"
            joined = now - timedelta(days=730) * (1 - number / USERS)
            values = {**usual, "id": key, "kind": kind, "nickname": name, "date_joined": joined}
            if kind == "account":
                values |= {"username": f"user{number}", "email": f"user{number}@example.org"}
            kinds[kind].append((key, name))
            out.write_row([values[column] for column in columns])
    return People(kinds["account"], kinds["guest"])


def rows_of(pattern: Pattern, multiplier: Multiplier) -> Rows:
    rows = Rows()
    matches = list(pattern.matches)
    if pattern.competition is not None:
        for model, path in OF_COMPETITION:
            multiplier.take(model, _keys(model, {path: pattern.competition}), rows)
        inside = {"fixture__tie__round__stage__competition": pattern.competition}
        matches = list(Match.objects.filter(**inside).values_list("pk", flat=True))
    for model, path in OF_MATCH:
        multiplier.take(model, _keys(model, {f"{path}__in": matches}), rows)
    return rows


def _keys(model: type[Model], where: dict[str, Any]) -> list[Any]:
    return list(model._default_manager.filter(**where).values_list("pk", flat=True))


def plan(patterns: list[Pattern]) -> list[tuple[timedelta, int]]:
    """Return every copy by its age, the oldest first, with the number of its pattern."""
    matches = {at: _matches(pattern) for at, pattern in enumerate(patterns)}
    competitions = sum(pattern.copies for pattern in patterns if pattern.competition)
    copies = {at: pattern.copies * COMPETITIONS // competitions for at, pattern in enumerate(patterns)}
    friendly = {at: pattern.copies for at, pattern in enumerate(patterns) if not pattern.competition}
    left = MATCHES - sum(copies[at] * matches[at] for at in copies if at not in friendly)
    total = sum(count * matches[at] for at, count in friendly.items())
    copies |= {at: max(1, round(left * count / total)) for at, count in friendly.items()}
    ages = [
        (timedelta(days=pattern.days) * (1 - (number + 1) / copies[at]), at)
        for at, pattern in enumerate(patterns)
        for number in range(copies[at])
    ]
    return sorted(ages, reverse=True)


def _matches(pattern: Pattern) -> int:
    if pattern.competition is None:
        return len(pattern.matches)
    return Match.objects.filter(fixture__tie__round__stage__competition=pattern.competition).count()


def fill() -> None:
    began, rng = time.monotonic(), random.Random(7)
    patterns = make()
    rating_verbs.refresh()
    books.refresh(at_once=True)
    say(f"{len(patterns)} patterns of {Match.objects.count()} matches", began)
    pattern_people = {
        str(user.pk): int(user.nickname[2:5]) for user in User.objects.filter(nickname__regex=r"^Zq\d{3}q$")
    }
    constant = {str(pk) for pk in User.objects.filter(kind=User.Kind.BOT).values_list("pk", flat=True)}
    with link() as database:
        crowd = people(database, rng)
        say(f"{USERS} users", began)
        multiplier = Multiplier(database, constant, pattern_people)
        young = [rows_of(pattern, multiplier) for pattern in patterns]
        for match_id in Match.objects.unarchived().values_list("pk", flat=True):
            archive(match_id)
        old = [rows_of(pattern, multiplier) for pattern in patterns]
        say("cut", began)
        with without_indexes(database, {model._meta.db_table for model, _path in OF_COMPETITION + OF_MATCH}):
            for number, (age, at) in enumerate(plan(patterns), 1):
                multiplier.copy((old if age > WITH_EVENTS else young)[at], number, age, rng, crowd)
            multiplier.finish()
            say("copied", began)
        say(", ".join(f"{count} {table}" for table, count in sorted(multiplier.written.items())), began)
        house(User.objects.get(username="zq023q"))
        for title, statement in derived():
            database.execute(statement)  # type: ignore[arg-type]
            say(title, began)
        database.execute("VACUUM ANALYZE")
        say("vacuum and analyze", began)


def derived() -> list[tuple[str, str]]:
    """Return the statements that make the rest: careers of those who played, and what people leave behind."""
    return [(title, statement.format(users=USERS)) for title, statement in DERIVED]


DERIVED = [
    (
        "ratings",
        """
DELETE FROM statistics_rating;
INSERT INTO statistics_rating (player_id, game, match_id, number, rating, deviation, volatility, at, last)
SELECT player_id, game, match_id, number, 1500 + 350 * sin(hashtext(player_id::text)) + 20 * sin(number),
    greatest(60, 350 - 10 * number), 0.06, played_at, number = total
FROM (SELECT *, row_number() OVER w AS number, count(*) OVER (PARTITION BY player_id, game) AS total
    FROM statistics_line WHERE counts WINDOW w AS (PARTITION BY player_id, game ORDER BY played_at, id)) played
ORDER BY played_at
""",
    ),
    (
        "careers",
        """
CREATE TEMP TABLE story AS SELECT game, sums, story, runs FROM (
    SELECT *, row_number() OVER (PARTITION BY game ORDER BY played DESC) AS n FROM statistics_career) x WHERE n = 1;
DELETE FROM statistics_career;
INSERT INTO statistics_career (player_id, game, played, won, drawn, lost, goals_for, goals_against, clean_sheets,
    unbeaten, winning, comebacks, points_a_match, sums, story, runs, public_unbeaten, public_winning)
SELECT l.player_id, l.game, count(*), count(*) FILTER (WHERE outcome = 'W'), count(*) FILTER (WHERE outcome = 'D'),
    count(*) FILTER (WHERE outcome = 'L'), sum(goals_for), sum(goals_against),
    count(*) FILTER (WHERE goals_against = 0),
    1 + count(*) / 4, count(*) / 6, count(*) / 20,
    (3.0 * count(*) FILTER (WHERE outcome = 'W') + count(*) FILTER (WHERE outcome = 'D')) / count(*),
    s.sums, s.story, s.runs, 1 + count(*) / 5, count(*) / 7
FROM statistics_line l JOIN story s ON s.game = l.game WHERE counts
GROUP BY l.player_id, l.game, s.sums, s.story, s.runs
""",
    ),
    (
        "weeks and books",
        """
INSERT INTO statistics_week (game, begins, numbers, seconds, made_at)
SELECT w.game, s.begins, numbers, 0.1, now() FROM (SELECT DISTINCT ON (game) * FROM statistics_week) w,
    generate_series(date_trunc('week', now() - interval '730 days', 'UTC'), now(), interval '7 days') s (begins)
ON CONFLICT DO NOTHING
""",
    ),
    ("the queue of statistics is empty", "DELETE FROM statistics_outdated"),
    (
        "clubs",
        """
INSERT INTO clubs_club SELECT (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'slug',
    'club-' || n, 'name', 'Club ' || n, 'owner_id', u.id))).* FROM clubs_club c, (
    SELECT id, row_number() OVER () AS n FROM players_user WHERE kind = 'account' LIMIT {users} / 300) u
WHERE c.id = (SELECT id FROM clubs_club LIMIT 1);
INSERT INTO clubs_membership (id, club_id, user_id, staff, asked, key, since)
SELECT gen_random_uuid(), c.id, u.id, u.n % 40 = 0, false, '', now() FROM (
    SELECT id, row_number() OVER () AS n FROM players_user WHERE kind = 'account' LIMIT {users} / 20) u
    JOIN (SELECT id, row_number() OVER () AS n, count(*) OVER () AS total FROM clubs_club) c
    ON c.n = 1 + (CASE WHEN u.n % 10 = 0 THEN 0 ELSE u.n END) % c.total;
UPDATE competitions_competition c SET club_id = b.id FROM (
    SELECT id, row_number() OVER () AS n, count(*) OVER () AS total FROM clubs_club) b
WHERE abs(hashtext(c.id::text)) % (3 * b.total) = b.n
""",
    ),
    (
        "follows",
        """
CREATE TEMP TABLE fan AS SELECT id, row_number() OVER () AS n FROM players_user WHERE kind = 'account'
    LIMIT {users} / 4;
CREATE TEMP TABLE star AS SELECT id, row_number() OVER (ORDER BY md5(id::text)) AS n FROM players_user
    WHERE kind = 'account';
CREATE TEMP TABLE event AS SELECT id, row_number() OVER () AS n FROM competitions_competition;
INSERT INTO following_follow (user_id, player_id, since) SELECT a.id, b.id, now() FROM fan a
    JOIN LATERAL (SELECT 1 + a.n % 500 AS n UNION SELECT 1 + a.n % 20000) w ON true
    JOIN star b ON b.n = w.n AND a.id <> b.id ON CONFLICT DO NOTHING;
INSERT INTO following_follow (user_id, competition_id, since) SELECT a.id, b.id, now() FROM fan a
    JOIN LATERAL (SELECT 1 + a.n * 7 % (SELECT count(*) FROM event) AS n UNION
        SELECT 1 + a.n * 31 % (SELECT count(*) FROM event)) w ON true
    JOIN event b ON b.n = w.n ON CONFLICT DO NOTHING;
SELECT setval(pg_get_serial_sequence('following_follow', 'id'), (SELECT max(id) FROM following_follow))
""",
    ),
    (
        "sessions",
        """
INSERT INTO django_session SELECT 'session' || n, repeat('x', 220),
    now() + (n % 180) * interval '1 day' - (n % 1440) * interval '1 minute'
FROM generate_series(1, {users}) n
""",
    ),
    (
        "chat and offers",
        """
INSERT INTO matches_chatline (match_id, room, n, client_id, user_id, name, role, say, text, at, hidden_because)
SELECT s.match_id, 'players', row_number() OVER (PARTITION BY s.match_id), gen_random_uuid(), s.user_id, s.name, s.side,
    NULL, 'Good luck', m.started_at, '' FROM matches_seat s JOIN matches_match m ON m.id = s.match_id
WHERE m.started_at IS NOT NULL AND s.bot = '';
INSERT INTO matches_offer (id, match_id, seat, kind, status, client_id, version, created_at, changed_at)
SELECT gen_random_uuid(), id, 'home', 'draw', 'declined', gen_random_uuid(), 10, started_at, started_at
FROM matches_match WHERE started_at IS NOT NULL AND hashtext(id::text) % 5 = 0
""",
    ),
]
"""What would take an hour by the site's own code, as one statement each: a title and the statement."""


def house(organiser: User) -> None:
    """Make the club that the others are made from, and a series of twenty cups."""
    clubs.create(by=organiser, name="Bar Centrale", description="Every Thursday from nine.")
    cups = Competition.objects.filter(status=Competition.Status.FINISHED, preset="cup").order_by("-finished_at")
    cups = list(cups[:20])
    Competition.objects.filter(pk__in=[cup.pk for cup in cups]).update(owner=organiser)
    for cup in cups:
        cup.owner = organiser
    points = [10, 8, 6, 5, 4, 3, 2, 1]
    series_verbs.create(by=organiser, name="Grand prix", points=points, best=8, competitions=cups)


def subjects() -> dict[str, str]:
    """Return the ids of what the pages are about: the busiest of each kind."""
    finished = Competition.objects.filter(status=Competition.Status.FINISHED).order_by("-finished_at")
    league = Competition.objects.filter(status=Competition.Status.RUNNING, preset="league").order_by("-started_at")[0]
    cup = finished.filter(preset="cup")[0]
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT player_id FROM statistics_career c JOIN players_user u ON u.id = c.player_id "
            "WHERE u.kind = 'account' ORDER BY played DESC LIMIT 1"
        )
        (player,) = cursor.fetchone()
        cursor.execute("SELECT club_id FROM clubs_membership GROUP BY 1 ORDER BY count(*) DESC LIMIT 1")
        (club,) = cursor.fetchone()
    match = Match.objects.finished().filter(game="super_goal", fixture=None).order_by("-finished_at")[0]
    fixture = Fixture.objects.filter(tie__round__stage__competition=league, status="played").first()
    assert fixture is not None
    series = Series.objects.order_by("name")[0]
    found = {"league": league, "cup": cup, "match": match, "fixture": fixture, "series": series}
    return {**{name: str(row.pk) for name, row in found.items()}, "player": str(player), "club": str(club)}


if __name__ == "__main__":
    settings.ALLOWED_HOSTS = ["testserver"]
    if "subjects" in sys.argv:
        print(json.dumps(subjects()))
    else:
        fill()
