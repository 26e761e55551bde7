"""How long the server takes for each page of a site with 10,000 matches and 1,000 players, warm; and its queries."""

from __future__ import annotations

import math
import os
import time
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.db import connection

from league.players.models import User
from matches.lifespan import settle_memory, unsettle_memory
from matches.models import Match
from tests.benchmarks.crowd import fill

pytestmark = [pytest.mark.bench, pytest.mark.django_db(transaction=True)]

RUNS = int(os.environ.get("BENCH_RUNS", "25"))
MOST_MS = 100.0
BACKEND = "django.contrib.auth.backends.ModelBackend"


def paths_of(there):
    """Every main page by its name."""
    league, cup = f"/competitions/{there['league'].slug}/", f"/competitions/{there['cup'].slug}/"
    player, match = f"/players/{there['player'].pk}/", f"/matches/{there['match'].pk}/"
    rival = there["league"].entrants.order_by("seed")[1].player_id
    pages = {
        "home": "/",
        "lobby": "/live/",
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
        "replay": f"{match}replay/",
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
    """What programs read: the lists of the API with as many rows as it gives at once, and calendars."""
    league, cup, player = there["league"], there["cup"], there["player"].pk
    one = f"/api/v1/competitions/{league.pk}/"
    return {
        "api competitions": "/api/v1/competitions/?limit=50",
        "api competition": one,
        "api entrants": f"{one}entrants/",
        "api fixtures": f"{one}fixtures/?limit=200",
        "api standings": f"{one}standings/",
        "api standings after 10": f"{one}standings/?after=10",
        "api results": f"{one}results/?limit=200",
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
    "console/", "console/settings/", "console/visibility/", "console/plan/", "console/options/", "console/quiet/",
    "console/results/", "print/", "entrants/", "entrants/links/", "entrants/list/", "entrants/invitations/", "staff/",
    "fixtures/", "audit/",
)  # fmt: skip


def percentile(times, share):
    return sorted(times)[math.ceil(share * len(times)) - 1]


def database_ms():
    """The processor's time of the database's process behind this connection so far, in milliseconds; 0 where it runs on
    another machine or the system does not tell."""
    try:
        told = Path(f"/proc/{connection.connection.info.backend_pid}/schedstat").read_text()
    except (OSError, AttributeError):
        return 0.0
    return int(told.split()[0]) / 1e6


def pace_ms():
    """How long a fixed piece of work takes just now, in milliseconds by the clock: machines are shared, and the same
    page is answered in half the time a minute later."""
    began = time.perf_counter()
    told = {str(n): [n, str(n) * 3] for n in range(6_000)}
    assert len("".join(words for _n, words in told.values())) == 68_670
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
    """How long ``path`` takes, warm; the quickest own time of all runs, the mean of the database's."""
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


def test_every_page_with_much_in_the_database(cast, client, capsys, request):
    """Nothing is kept between two requests here (``PAGE_CACHE=0``): each is drawn from the database."""
    began = time.perf_counter()
    there = fill(cast.organiser, matches=10_000, players=1_000)
    say(capsys, f"{Match.objects.count()} matches, {User.objects.count()} users, {time.perf_counter() - began:.0f} s")
    settle_memory()  # as the server does once it is up
    request.addfinalizer(unsettle_memory)
    slow, rows, best = {}, [], math.inf
    everything = paths_of(there)
    people = {"nobody": (None, {**everything, **feeds_of(there)}), "player": (there["player"], everything)}
    people["runs it"] = (there["league"].owner, consoles_of(there))
    for who, (user, paths) in people.items():
        if user is not None:
            client.force_login(user, backend=BACKEND)
        for name, path in paths.items():
            found = measured(client, path)
            say(capsys, f"{who:7} {name:24} {found}")
            rows.append((found.p95 / found.pace, f"{who}: {name}"))
            if found.p95 > MOST_MS:
                slow[f"{who}: {name}"] = round(found.p95)
            best = min(best, found.pace)
            if os.environ.get("BENCH_SQL"):
                late = [each for each in found.asked if each["time"] > 0.008]
                say(capsys, *(f"      {each['time']:.3f} {each['sql'][:400]}" for each in late))
    rows = sorted(((best * share, name) for share, name in rows), reverse=True)
    say(capsys, f"at the best pace of this run ({best:.1f} ms), the 95th percentiles by the clock would be:")
    say(capsys, *(f"{ms:6.1f} {name}" for ms, name in rows[:15]))
    assert slow == {}, f"slower than {MOST_MS} ms"


def say(capsys, *lines):
    with capsys.disabled():
        print(*lines, sep="\n", flush=True) if lines else None
