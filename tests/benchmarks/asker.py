"""Asks for every page in a process of its own, as the server is: warm, one after the other, each many times.

``python -m tests.benchmarks.asker`` reads from standard input which rows the pages are about (``{"league": id, ...}``),
in a database that is filled already, and prints a line a page; the last line is JSON, what each took.
"""

from __future__ import annotations

import json
import math
import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import django

if __name__ == "__main__":
    django.setup()

from django.conf import settings
from django.db import connection
from django.test import Client

from league.clubs.models import Club
from league.competitions.models import Competition, Fixture
from league.players.models import User
from league.series.models import Series
from matches.models import Match
from matches.upkeep.lifespan import settle_memory

RUNS = int(os.environ.get("BENCH_RUNS", "25"))
WANTED = set(filter(None, os.environ.get("BENCH_PAGES", "").split(",")))
"""The names of the pages that are asked for; empty: all."""
BACKEND = "django.contrib.auth.backends.ModelBackend"
KINDS = {
    "league": Competition,
    "cup": Competition,
    "player": User,
    "match": Match,
    "fixture": Fixture,
    "series": Series,
    "club": Club,
}
"""The subjects of the pages."""


def paths_of(there):
    """Every main page by its name."""
    league, cup = f"/competitions/{there['league'].slug}/", f"/competitions/{there['cup'].slug}/"
    player, match = f"/players/{there['player'].pk}/", f"/matches/{there['match'].pk}/"
    rival = there["league"].entrants.order_by("seed")[1].player_id
    pages = {
        "home": "/",
        "lobby": "/matches/",
        "competitions": "/competitions/",
        "leaders": "/leaders/",
        "leaders by goals": "/leaders/?by=goals",
        "search": "/search/?q=player",
        "player": player,
        "player's figures": f"{player}statistics/",
        "player's opponents": f"{player}opponents/",
        "two players": f"{player}vs/{rival}/",
        "statistics of a game": f"/games/{there['league'].game}/statistics/",
        "match": match,
        "report": f"{match}report/",
        "fixture": f"{league}fixtures/{there['fixture'].pk}/",
        "wall": f"/wall/{there['league'].slug}/",
        "all series": "/series/",
        "series": f"/series/{there['series'].slug}/",
        "clubs": "/clubs/",
        "club": f"/clubs/{there['club'].slug}/",
        "honours of a club": f"/clubs/{there['club'].slug}/honours/",
        "cup": cup,
        "bracket of 64": f"{cup}bracket/",
    }
    for part in LEAGUE_PARTS:
        pages[f"league {part}".strip(" /")] = f"{league}{part}"
    return pages


LEAGUE_PARTS = (
    "", "table/", "table/?after=10", "fixtures/", "statistics/", "records/", "entrants/",
    "rules/", "audit/", "draw/",
)  # fmt: skip


def feeds_of(there):
    """Return the addresses that programs read: full pages of the API's lists, and calendars."""
    league, cup, player = there["league"], there["cup"], there["player"].pk
    api_root = f"/api/v1/competitions/{league.pk}/"
    return {
        "api competitions": "/api/v1/competitions/?limit=50",
        "api competition": api_root,
        "api entrants": f"{api_root}entrants/",
        "api fixtures": f"{api_root}fixtures/?limit=200",
        "api standings": f"{api_root}standings/",
        "api standings after 10": f"{api_root}standings/?after=10",
        "api results": f"{api_root}results/?limit=200",
        "api bracket": f"/api/v1/competitions/{cup.pk}/bracket/",
        "api matches": "/api/v1/matches/?limit=50",
        "api match": f"/api/v1/matches/{there['match'].pk}/",
        "api moves": f"/api/v1/matches/{there['match'].pk}/moves/",
        "api record": f"/api/v1/players/{player}/record/",
        "api matches of player": f"/api/v1/players/{player}/matches/",
        "api order of merit": f"/api/v1/series/{there['series'].pk}/merit/",
        "calendar of league": f"/competitions/{league.slug}/calendar.ics",
        "calendar of player": f"/players/{player}/calendar.ics",
        "fixtures as CSV": f"/competitions/{league.slug}/fixtures.csv",
    }


def consoles_of(there):
    """The pages of who runs the league, the cup, the series and the club."""
    league, cup = f"/competitions/{there['league'].slug}/", f"/competitions/{there['cup'].slug}/"
    pages = {"home": "/", "my league": league, "my cup": cup, "my fixtures": "/my/fixtures/"}
    pages |= {f"league {part}".strip(" /"): f"{league}{part}" for part in CONSOLE_PARTS}
    ruling = {"ruling": f"{league}console/{there['fixture'].pk}/", "cup console": f"{cup}console/"}
    desks = {"series desk": f"/series/{there['series'].slug}/desk/", "club": f"/clubs/{there['club'].slug}/"}
    return {**pages, **ruling, **desks, "club members": f"/clubs/{there['club'].slug}/members/"}


CONSOLE_PARTS = (
    "console/", "console/settings/", "console/visibility/", "console/plan/", "console/options/", "console/inactive/",
    "console/results/", "print/", "entrants/", "entrants/links/", "entrants/list/", "entrants/invitations/", "staff/",
    "fixtures/", "audit/",
)  # fmt: skip


def percentile(times, share):
    return sorted(times)[math.ceil(share * len(times)) - 1]


def database_ms():
    """The processor's time of the database's process behind this connection so far, in milliseconds; 0 where it runs on
    another machine or the system does not tell."""
    try:
        schedstat = Path(f"/proc/{connection.connection.info.backend_pid}/schedstat").read_text()
    except (OSError, AttributeError):
        return 0.0
    return int(schedstat.split()[0]) / 1e6


def pace_ms():
    """Time a fixed piece of work, in milliseconds by the clock: machines are shared, and the same
    page is answered in half the time a minute later. It makes nothing that Python's collector would look at."""
    began, told = time.perf_counter(), 0
    for n in range(40_000):
        told += n * n % 7
    assert told
    return (time.perf_counter() - began) * 1000


@dataclass
class Measured:
    """Times of one page in milliseconds. ``own`` and ``base`` are the processor's time alone, of this process and of
    the database's, which other work on the machine changes little, and ``most`` the 95th percentile of the first with
    the second; ``p50`` and ``p95`` are by the clock, and ``pace`` is that of the machine meanwhile (``pace_ms``)."""

    p50: float
    p95: float
    own: float
    base: float
    most: float
    pace: float
    asked: list

    def __str__(self):
        wall = f"p50 {self.p50:6.1f}  p95 {self.p95:6.1f}"
        alone = f"own {self.own:6.1f}  database {self.base:5.1f}  p95 of both {self.most:6.1f} ms"
        alone += f"  pace {self.pace:4.1f}"
        return f"{wall}  {alone}  {len(self.asked):2d} queries"


def measured(client, path):
    """Time ``path``, warm; the quickest own time of all runs, the mean of the database's."""
    for _ in range(2):
        assert client.get(path).status_code == 200, path
    asked = []

    def noted(execute, sql, params, many, context):
        began = time.perf_counter()
        try:
            return execute(sql, params, many, context)
        finally:
            asked.append({"time": time.perf_counter() - began, "sql": sql})

    with connection.execute_wrapper(noted):
        client.get(path)
    times, own, paces, before = [], [], [], database_ms()
    for _ in range(RUNS):
        paces.append(pace_ms())
        begin, used = time.perf_counter(), time.process_time()
        client.get(path)
        times.append((time.perf_counter() - begin) * 1000)
        own.append((time.process_time() - used) * 1000)
    base = (database_ms() - before) / RUNS
    most = percentile(own, 0.95) + base
    return Measured(
        percentile(times, 0.5), percentile(times, 0.95), min(own), base, most, percentile(paces, 0.5), asked
    )


def main():
    """Measure everything; the last line printed is JSON: who and page, the 95th percentile, the pace meanwhile."""
    settings.ALLOWED_HOSTS = ["testserver"]
    there = {name: KINDS[name].objects.get(pk=key) for name, key in json.load(sys.stdin).items()}
    settle_memory()  # as the server does once it is up
    client, told = Client(), []
    everything = paths_of(there)
    people = {"nobody": (None, {**everything, **feeds_of(there)}), "player": (there["player"], everything)}
    people["runs it"] = (there["league"].owner, consoles_of(there))
    for who, (user, paths) in people.items():
        if user is not None:
            client.force_login(user, backend=BACKEND)
        for name, path in paths.items():
            if WANTED and name not in WANTED:
                continue
            found = measured(client, path)
            print(f"{who:7} {name:24} {found}", flush=True)
            told.append((f"{who}: {name}", found.p95, found.pace))
            if os.environ.get("BENCH_SQL"):
                late = [each for each in found.asked if each["time"] > 0.008]
                print(*(f"      {each['time']:.3f} {each['sql'][:400]}" for each in late), sep="\n", flush=True)
    print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main()
