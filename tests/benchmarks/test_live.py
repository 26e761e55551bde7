"""Cost of a live move: durable, with every frame written out, beside the least that this stack can do.

``make bench`` prints the figures. They are processor time of the server's process, the game's own rules taken off, and
in the same run, turn by turn, that of ``tests.benchmarks.floor``: on a busy machine both grow, their ratio stays.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import uuid

import pytest

import engines
from engines.core.seats import SEATS
from league.players.models import User
from tests.benchmarks.driver import Cost, Load, server
from tests.live.sockets import cookie_of
from tests.matches.table import check_log, duel
from tests.sizes import size

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.bench]

SECONDS = size(3, 10)


def seated(count: int, game: str = "duel") -> list[tuple[str, str, str]]:
    """Waiting matches, and the cookies of their seats."""
    tables = []
    for _ in range(count):
        people = [User.objects.create(kind="guest", nickname=uuid.uuid4().hex[:12]) for _ in SEATS]
        options = {"kicks": 100000} if game == "duel" else None
        match = duel(*people, game=game, options=options, move_seconds=600)
        tables.append((str(match.pk), *(cookie_of(person) for person in people)))
    return tables


def on_the_floor(count: int) -> list[tuple[str, str, str]]:
    """Tables of the reference."""
    return [(str(uuid.uuid4()), "seat=home", "seat=away") for _ in range(count)]


def measure(application: str, tables, *, watchers: int = 1, seconds: float = SECONDS, pace: float = 0) -> Cost:
    """One run against a fresh process of ``application``."""
    web = server(application)
    web.start()
    try:
        return asyncio.run(Load(web, tables, watchers, pace).run(seconds))
    finally:
        web.stop()


def say(capsys, *lines: str) -> None:
    with capsys.disabled():
        print("\n" + "\n".join(lines) + f"\n(load of the machine {os.getloadavg()[0]:.1f})")


def test_a_move_beside_the_least(db, capsys):
    """A closed loop of 50 tables with a spectator each; the two take turns so that both meet the same neighbours."""
    count, lines, ratios = size(8, 50), [], []
    for _ in range(size(2, 3)):
        least = measure("floor", on_the_floor(count))
        tables = seated(count)
        ours = measure("application", tables)
        check_log(uuid.UUID(tables[0][0]))
        lines += [least.told("least"), ours.told("ours, the tests' small game")]
        ratios.append(ours.us / least.us)
    say(capsys, *lines, f"a move costs {statistics.median(ratios):.2f} times the least")
    assert all(ratio > 0 for ratio in ratios)


def test_a_move_of_every_game(db, capsys):
    """The same with each game: scene, choices and words count as ours, the rules do not."""
    count, lines = size(4, 30), []
    for slug in engines.games():
        if slug == "duel":
            continue
        cost = measure("application", seated(count, slug))
        lines.append(cost.told(slug))
        assert cost.moves
    say(capsys, *lines)


def test_two_hundred_matches_at_a_hundred_moves_a_second(db, capsys):
    count = size(20, 200)
    cost = measure("application", seated(count), pace=2.0, seconds=size(5, 20))
    say(capsys, cost.told(f"{count} tables, paced"))
    assert cost.moves


def test_three_hundred_spectators(db, capsys):
    """The table alone is paced as the one that is watched: what a process costs while nothing happens is in both."""
    crowd = size(50, 300)
    alone = measure("application", seated(1), watchers=0, seconds=size(3, 10), pace=0.1)
    full = measure("application", seated(1), watchers=crowd, seconds=size(3, 10), pace=0.1)
    say(capsys, alone.told("one table"), full.told(f"{crowd} spectators"))
    say(capsys, f"a spectator costs {(full.us - alone.us) / crowd:.1f} us a move")
    assert full.moves
