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
from matches import queries
from matches.live import commits, frames, kickoff, moves, rulings, runtime
from matches.live.announcing import announce
from matches.live.forfeits import Countdown
from matches.live.running import Hall
from matches.live.runtime import Runtime
from matches.socket.consumers import MatchConsumer
from matches.store import database
from matches.store.rows import MatchRow
from matches.terms import clock
from matches.upkeep import sweeper
from matches.verbs import coaching, offers, undoing
from tests.live.machine.table import FRIENDLY
from tests.matches.table import without

Plant = Callable[[], contextlib.AbstractContextManager[None]]
Steps = Callable[[Any], None]


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


# ── faults that are seen in a few steps, and seldom met by chance ──
GOAL = 1
"""Dice whose first kick is a goal."""
DUEL: dict[str, Any] = {"options": {"kicks": 16}, "move_seconds": 20, **FRIENDLY}
ABSENCE: dict[str, Any] = {"options": {"kicks": 40}, "move_seconds": 600, "absence_seconds": 180}
SEVERAL: dict[str, Any] = {"game": "six_a_side", "move_seconds": 600, "several": True, **FRIENDLY}
PLANNED: dict[str, Any] = {"options": {"kicks": 12}, "move_seconds": 30, "starts_in": 60, "no_show_in": 180}

award, refusal, check, name = rulings.award, rulings._refusal, offers._check, frames._name
after, undone, call_no_show = clock.after, undoing.undone, rulings.call_no_show


def patched(*patches: tuple[Any, str, Any]) -> Plant:
    """Return the fault that consists of ``patches``: an owner, a name and what it is instead."""

    @contextlib.contextmanager
    def planted() -> Iterator[None]:
        with pytest.MonkeyPatch.context() as patch:
            for owner, name, value in patches:
                patch.setattr(owner, name, value)
            yield

    return planted


def sides(state: Any) -> dict[str, Any]:
    return {client.seat: client for client in state.world.clients if client.is_open}


def agreed(state: Any, kind: str) -> None:
    state.offer(sides(state)["home"], kind, "make")
    state.offer(sides(state)["away"], kind, "accept")


def offers_draw_after_a_goal(state: Any) -> None:
    state.open_match(dice=GOAL, apart=False, alone=0, turns=[(0, 0)])
    assert state.model.score() != {"home": 0, "away": 0}
    agreed(state, "draw")


def goes_on_against_the_referee(state: Any) -> None:
    state.open_match(dice=0, apart=False, alone=0, turns=[])
    state.an_official_decides(kind="pause", process=0, odds=0)
    agreed(state, "resume")


def one_side_leaves(state: Any) -> None:
    state.open_match(dice=0, apart=True, alone=0, turns=[])
    for seat in state.model.to_act():
        state.leave(sides(state)[seat])
    state.everybody_looks()


def process_of_one_side_ends(state: Any) -> None:
    state.open_match(dice=0, apart=True, alone=0, turns=[(0, 0)])
    state.a_process_is_restarted(process=0 if sides(state)["home"].seat in state.model.to_act() else 1)
    state.somebody_opens_the_page(device="", process=0)
    state.time_passes(seconds=61, swept=True)
    state.everybody_looks()


def referee_awards(state: Any) -> None:
    state.open_match(dice=0, apart=False, alone=0, turns=[])
    state.an_official_decides(kind="award", process=0, odds=0)


def nobody_sweeps_for_long(state: Any) -> None:
    state.open_match(dice=0, apart=False, alone=0, turns=[(0, 0)])
    state.nobody_sweeps(seconds=130, turns=[(0, 0), (0, 0)])


def offers_twice(state: Any) -> None:
    state.open_match(dice=0, apart=False, alone=0, turns=[])
    for do in ("make", "withdraw", "make"):
        state.offer(sides(state)["home"], "draw", do)


def four_pauses(state: Any) -> None:
    state.open_match(dice=0, apart=False, alone=0, turns=[])
    for _time in range(4):
        agreed(state, "pause")
        agreed(state, "resume")


def undoes_a_secret(state: Any) -> None:
    state.open_match(dice=0, apart=False, alone=0, turns=[])
    for seat in ("home", "away"):
        client = sides(state)[seat]
        state.send(state.moving(client, [{"type": "corner", "n": 1}], client.v))
    agreed(state, "undo")


def standby_lacks_the_end(state: Any) -> None:
    state.open_match(dice=0, apart=True, alone=0, turns=[(0, 0)])
    state.a_standby_takes_over(turns=[(0, 0), (0, 0)], lags=True)


def both_think(state: Any) -> None:
    state.open_match(dice=0, apart=False, alone=0, turns=[])
    for _time in range(2):
        state.time_passes(seconds=12, swept=True)
        state.play([(0, 0)])
    state.everybody_looks()


def both_look(state: Any) -> None:
    state.open_match(dice=0, apart=False, alone=0, turns=[])
    state.everybody_looks()


def accepts_after_the_other_left(state: Any) -> None:
    state.open_match(dice=0, apart=False, alone=0, turns=[], waits=True)
    state.both_agree_to_start(one=0, leaves="maker")


def comes_alone(state: Any) -> None:
    state.open_match(dice=0, apart=True, alone=0, turns=[], waits=True)
    state.the_kick_off_comes(there="away", late=False, process=0)


def nobody_sweeps_in_a_freeze(state: Any) -> None:
    state.open_match(dice=0, apart=False, alone=0, turns=[], waits=True)
    state.the_competition_is_frozen_or_goes_on(process=0, odds=0)
    state.nobody_sweeps(seconds=130, turns=[])
    state.the_competition_is_frozen_or_goes_on(process=0, odds=0)
    state.everybody_looks()


def comes_after_the_other_left(state: Any) -> None:
    state.open_match(dice=0, apart=True, alone=9, turns=[])
    bruno = state.sit("bruno1", 1)
    state.sit("", 0)
    state.everybody_looks()
    state.leave(bruno)
    state.sit("anna1", 0)
    state.check()


def denies_a_call(state: Any) -> None:
    state.open_match(dice=0, apart=False, alone=0, turns=[], several=True)
    state.a_side_calls_coaching(room=None, do="decline")


def team_mates_look(state: Any) -> None:
    state.open_match(dice=0, apart=False, alone=0, turns=[], several=True)
    state.everybody_looks()


def always_level(_match: Any) -> dict[str, int]:
    return {"home": 0, "away": 0}


def sooner(countdown: Countdown) -> dict[str, Any]:
    return {"seat": countdown.seat, "at": 0, "why": countdown.cause, "claim": countdown.claim}


def there_for_ever(runtime: Runtime, seat: Any, sitting: Any = None) -> bool:
    sits = runtime.row.seats[seat]
    return bool(sits.bot or seat in (runtime.sitting() if sitting is None else sitting) or not sits.gone_at)


def with_what_was_played(*args: Any, score_now: Any, **more: Any) -> Any:
    return {**award(*args, score_now=score_now, **more), "score": dict(score_now)}


def never_refused(kind: str, status: str, runtime: Any, payload: Any) -> str:
    reason = refusal(kind, status, runtime, payload)
    return "" if "paused" in reason or "level" in reason else reason


def resumed_by_anybody(match: Any, seats: Any, maker: Any, kind: str) -> Any:
    return None if kind == "resume" else check(match, seats, maker, kind)


def of_the_other_side(game: Any, row: Any, state: Any, seat: Any, decider: Any) -> Any:
    return name(game, row, state, "home", decider)


def without_the_budget(row: Any, **more: Any) -> Any:
    return after(row, **more)._replace(home_used_ms=0, away_used_ms=0)


def secrets_stay(game: Any, *more: Any) -> Any:
    class Open:
        def __getattr__(self, name: str) -> Any:
            return getattr(game, name)

        def view(self, state: Any, _seat: Any) -> Any:
            return game.view(state, None)

    return undone(Open(), *more)


async def by_who_sits_here(hall: Hall, match_id: Any) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Runtime, "at_table", Runtime.here)
        await call_no_show(hall, match_id)


SEEN: dict[str, tuple[Plant, dict[str, Any], Steps]] = {
    "draw_of_any_score": (
        patched((queries, "score_of", always_level), (rulings, "_refusal", never_refused)),
        DUEL,
        offers_draw_after_a_goal,
    ),
    "referee_overruled": (
        patched((rulings, "_refusal", never_refused), (offers, "_check", resumed_by_anybody)),
        DUEL,
        goes_on_against_the_referee,
    ),
    "wrong_countdown": (patched((Countdown, "as_frame", sooner)), ABSENCE, one_side_leaves),
    "there_for_ever": (patched((Runtime, "at_table", there_for_ever)), ABSENCE, process_of_one_side_ends),
    "award_without_goals": (patched((rulings, "award", with_what_was_played)), DUEL, referee_awards),
    "time_not_given_back": (
        patched((sweeper, "_GIVE_BACK", sweeper._GIVE_BACK.replace("+ %(gap)s + %(grace)s", "+ %(grace)s"))),
        DUEL,
        nobody_sweeps_for_long,
    ),
    "offers_without_a_wait": (patched((offers, "_check_wait", lambda *_: None)), DUEL, offers_twice),
    "pauses_without_end": (patched((offers, "PAUSES", 99)), DUEL, four_pauses),
    "secret_undone": (
        patched((undoing, "undone", secrets_stay)),
        {**DUEL, "options": {"kicks": 6, "sealed": True}},
        undoes_a_secret,
    ),
    "memory_outlives_the_store": (
        patched((Hall, "set_timeline", lambda hall, number: None)),
        DUEL,
        standby_lacks_the_end,
    ),
    "budget_never_spent": (
        patched((clock, "after", without_the_budget)),
        {"options": {"kicks": 40}, "budget_seconds": 90},
        both_think,
    ),
    "started_without_the_other": (
        patched((offers, "_check_start", lambda *_: None)),
        PLANNED,
        accepts_after_the_other_left,
    ),
    "no_show_by_half_of_the_sockets": (patched((rulings, "call_no_show", by_who_sits_here)), PLANNED, comes_alone),
    "begun_with_who_had_left": (
        patched((kickoff, "_has_left", lambda *_: False)),
        DUEL,
        comes_after_the_other_left,
    ),
    "every_call_is_proven": (patched((coaching, "is_proven", lambda *_: True)), SEVERAL, denies_a_call),
    "team_mate_sees_the_other_side": (
        patched((runtime, "_WAITS", {"home": "away_waits", "away": "home_waits"})),
        SEVERAL,
        team_mates_look,
    ),
    "freeze_given_back_twice": (
        patched((sweeper, "_GIVE_BACK_WAITING", sweeper._GIVE_BACK_WAITING.replace("AND NOT held", ""))),
        PLANNED,
        nobody_sweeps_in_a_freeze,
    ),
    "names_mixed_up": (patched((frames, "_name", of_the_other_side)), DUEL, both_look),
}
"""The fault, the match, and steps in which it must be seen."""
