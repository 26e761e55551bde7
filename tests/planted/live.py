"""Faults of the live half, each put in for as long as its context lasts; the product's files stay as they are.

To plant another: write a context manager that patches what it names, and add it to ``PLANTED``. Where the database
itself would refuse what the fault does, its guard is taken away too.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import engines
from matches.live import commits, moves, rulings
from matches.live.announcing import announce
from matches.live.runtime import Runtime
from matches.socket.consumers import MatchConsumer
from matches.store import database
from matches.store.rows import MatchRow
from tests.matches.table import without

Plant = Callable[[], contextlib.AbstractContextManager[None]]


@contextlib.contextmanager
def commit_without(guard: str, instead: str = "") -> Iterator[None]:
    """The one statement that writes, without a part of it."""
    assert guard in database.COMMIT
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(database, "COMMIT", database.COMMIT.replace(guard, instead))
        yield


@contextlib.contextmanager
def no_version_check() -> Iterator[None]:
    """A process that is behind writes all the same."""
    with without("event_seq_once", "match_id, seq"), commit_without("AND m.version = given.expected"):
        yield


@contextlib.contextmanager
def shown_before_commit() -> Iterator[None]:
    """A move is shown while it is written."""

    async def hasty(runtime: Runtime, change: Any) -> bool:
        writing = asyncio.create_task(commits.write(runtime, change))
        await asyncio.sleep(0)
        before, since = runtime.row.status, runtime.row.version
        runtime.take(change)
        changed = change.status != before
        announce(runtime, public=runtime.public_after(since), changed=changed, over=change.over)
        return await writing

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(moves, "commit", hasty)
        patched.setattr(rulings, "commit", hasty)
        yield


@contextlib.contextmanager
def applied_twice() -> Iterator[None]:
    """A move that is sent again is made again, where the rules allow it."""
    submit, seq_of_client = moves._submit, database.seq_of_client

    async def forgetful(runtime: Runtime, seat: Any, made: Any, client_id: Any, v: Any, *more: Any) -> Any:
        runtime.clients.pop(client_id, None)
        async with runtime.hall.connection() as link:
            if await seq_of_client(link, runtime.match_id, client_id) is not None:
                v = None
        return await submit(runtime, seat, made, client_id, v, *more)

    with without("event_client_once", "match_id, client_id, part"), pytest.MonkeyPatch.context() as patched:
        patched.setattr(moves, "_submit", forgetful)
        yield


@contextlib.contextmanager
def sealed_choice_leaked() -> Iterator[None]:
    """The other side is shown what was chosen in secret."""
    game = type(engines.get("duel"))
    view = game.view

    def open_to_both(here: Any, state: Any, seat: Any) -> Any:
        return view(here, state, seat) if seat is None else state

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(game, "view", open_to_both)
        yield


@contextlib.contextmanager
def lost_time_out() -> Iterator[None]:
    """A decision limit passes, and nobody calls time."""

    async def asleep(_hall: Any, _match_id: Any) -> None:
        pass

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(rulings, "call_time", asleep)
        yield


@contextlib.contextmanager
def wrong_seat() -> Iterator[None]:
    """The seat that a frame names is believed."""

    def believing(_consumer: Any, socket: Any, frame: Any) -> Any:
        return frame.seat or socket.seat

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(MatchConsumer, "_moving_seat", believing)
        yield


@contextlib.contextmanager
def forgotten_outbox_row() -> Iterator[None]:
    """A result that was decided, not played, is told nobody."""
    with commit_without("FROM changed WHERE over", "FROM changed WHERE over AND kind = 'move'"):
        yield


@contextlib.contextmanager
def resume_that_skips_one() -> Iterator[None]:
    """Who comes back is sent what it missed, but for the first of it."""
    resume = Runtime.resume

    def hurried(runtime: Runtime, socket: Any, v: int | None) -> None:
        resume(runtime, socket, v + 1 if v is not None and v < runtime.row.version else v)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Runtime, "resume", hurried)
        yield


@contextlib.contextmanager
def outlived_offer() -> Iterator[None]:
    """Offers that stood before a move are shown with it, whatever ended by it."""
    apply = MatchRow.apply

    def keeping(row: MatchRow, *columns: Any, **more: Any) -> None:
        before = row.offers
        apply(row, *columns, **more)
        row.offers = before

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(MatchRow, "apply", keeping)
        yield


PLANTED: dict[str, Plant] = {
    plant.__name__: plant
    for plant in (
        no_version_check,
        shown_before_commit,
        applied_twice,
        sealed_choice_leaked,
        lost_time_out,
        wrong_seat,
        forgotten_outbox_row,
        resume_that_skips_one,
        outlived_offer,
    )
}
