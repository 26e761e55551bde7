"""Builders for tests of live matches: open one, run a scenario on its own event loop, replay a log."""

from __future__ import annotations

import asyncio
import contextlib
import uuid
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, TypeVar

import psycopg
from django.db import connection

import engines
from engines.core.dice import ScriptedDice
from matches import feed
from matches.live import moves as play
from matches.live.kickoff import kick_off
from matches.live.outcomes import Outcome
from matches.live.running import Hall, close_hall, hall, set_hall
from matches.models import Match, MatchEvent
from matches.store import database
from matches.verbs.opening import Opening, Sitter, open_match

engines.register("duel", "tests.matches.duel")

T = TypeVar("T")


def bot(kind: str = "random") -> Sitter:
    return Sitter(bot=kind, name=kind.title())


def duel(home: Any, away: Any, **settings: Any) -> Match:
    """A waiting duel between two users or sitters."""
    sit = [who if isinstance(who, Sitter) else Sitter(user=who) for who in (home, away)]
    settings.setdefault("game", "duel")
    return open_match(Opening(home=sit[0], away=sit[1], **settings))


def run(scenario: Callable[[], Awaitable[T]], seconds: float = 60) -> T:
    """Run ``scenario`` on a loop of its own with a fresh hall, and close what it opened."""
    return asyncio.run(with_a_hall(scenario, seconds))


async def with_a_hall(scenario: Callable[[], Awaitable[T]], seconds: float = 60) -> T:
    """``scenario`` on the running loop with a fresh hall."""
    set_hall(Hall())
    try:
        return await asyncio.wait_for(scenario(), seconds)
    finally:
        await close_hall()
        await feed.close_ear()


async def start(match: Match) -> None:
    """Kick off whoever is there."""
    runtime = hall().runtime(match.id)
    async with runtime.lock:
        await runtime.catch_up()
        assert await kick_off(runtime)


def to_act(match: Match) -> str:
    """The seat that is to act by the hall's own memory."""
    runtime = hall().runtime(match.id)
    return runtime.game.to_act(runtime.state)[0]


async def kick(match: Match, v: int, seat: str | None = None, client_id: uuid.UUID | None = None) -> Outcome:
    """One kick of the seat that is to act."""
    seat = seat or to_act(match)
    return await play.submit(
        match_id=match.id, seat=seat, moves=[{"type": "kick"}], client_id=client_id or uuid.uuid4(), v=v
    )


async def until_one_waits() -> None:
    """Until a live match's statement waits for a lock that somebody holds: it is under way, and not done."""
    asked = """SELECT count(*) FROM pg_stat_activity WHERE application_name = 'tabellone matches'
        AND datname = current_database() AND wait_event_type = 'Lock'"""
    async with await psycopg.AsyncConnection.connect(database.conninfo(), autocommit=True) as link:
        async with asyncio.timeout(60):
            while not (await (await link.execute(asked)).fetchone() or (0,))[0]:
                await asyncio.sleep(0.01)


def unguarded(monkeypatch: Any, check: str, statement: str = "COMMIT") -> None:
    """Take ``check`` out of a statement of ``matches.store.database``: the control of a test that it guards."""
    text = getattr(database, statement)
    assert check in text
    monkeypatch.setattr(database, statement, text.replace(check, ""))


@contextlib.contextmanager
def without(constraint: str, columns: str) -> Iterator[None]:
    """The log without one of its unique constraints; its rows are deleted afterwards."""
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE matches_matchevent DROP CONSTRAINT {constraint}")
    try:
        yield
    finally:
        MatchEvent.objects.all().delete()
        with connection.cursor() as cursor:
            cursor.execute(f"ALTER TABLE matches_matchevent ADD CONSTRAINT {constraint} UNIQUE ({columns})")


def check_log(match_id: uuid.UUID) -> Match:
    """The log has no gap and no double, and replays to the snapshot by its own rolls. Returns the fresh row."""
    match = Match.objects.get(pk=match_id)
    rows = list(MatchEvent.objects.filter(match=match).order_by("seq"))
    assert [row.seq for row in rows] == list(range(1, match.version + 1))
    assert len({(row.client_id, row.part) for row in rows}) == len(rows)
    if match.snapshot is None:
        return match
    game = engines.get(match.game)
    rolls = list(match.opening["rolls"])
    options = game.options_under(match.rules_version, match.options)
    state, events = game.new(options, match.terms, ScriptedDice(match.opening["rolls"]))
    assert events == match.opening["events"]
    for row in rows:
        if row.kind == "move":
            state, events = game.apply(state, row.seat or None, row.move, ScriptedDice(row.rolls))
            assert events == row.events
            rolls += row.rolls
    assert game.stored_under(match.rules_version, state) == match.snapshot
    assert len(rolls) == match.rolls
    return match
