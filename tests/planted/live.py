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
from engines.core.seats import other
from league.players.api import robots
from matches import queries
from matches.live import bots, chat, commits, frames, kickoff, moves, outcomes, rulings, runtime, seating
from matches.live.announcing import announce
from matches.live.forfeits import Countdown
from matches.live.outcomes import Outcome
from matches.live.running import Hall, hall
from matches.live.runtime import Runtime
from matches.policy import access
from matches.socket.consumers import MatchConsumer
from matches.store import database
from matches.store.rows import MatchRow
from matches.terms import clock
from matches.upkeep import sweeper
from matches.verbs import casual, coaching, conditional, offers, undoing
from matches.verbs import chat as verbs_of_chat
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
decider = seating.decider
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


def played_by_three(state: Any) -> None:
    state.open_match(dice=0, apart=False, alone=0, turns=[], several=True, most=3)
    state.play_to_a_turn()
    state.play([(0, 0)])
    owner = state.ready(0)
    mates = [each for each in state.world.clients if each.seat == owner.seat and each.user != owner.user]
    for mate in mates:
        state.send(state.moving(mate, [state.choices_of(owner)[0]], mate.v))


def third_of_a_side_comes_back(state: Any) -> None:
    state.open_match(dice=0, apart=False, alone=0, turns=[], several=True, most=3)
    for user in ("anna", "dora"):
        state.leave(next(each for each in state.world.clients if each.user == user and each.is_open))
        state.everybody_looks()
    state.go_away("home")
    state.everybody_looks()
    state.somebody_comes_back(client=2, process=1)
    state.everybody_looks()


def referee_judges_coaching(state: Any) -> None:
    state.open_match(dice=0, apart=False, alone=0, turns=[], several=True, judged=True)
    state.somebody_judges(user="carla", kind="coaching", seat="home", odds=1)
    state.everybody_looks()


def calls_coaching_beside_a_referee(state: Any) -> None:
    state.open_match(dice=0, apart=False, alone=0, turns=[], several=True, judged=True)
    state.a_side_calls_coaching(room=None, do="accept")


def player_judges(state: Any) -> None:
    state.open_match(dice=0, apart=False, alone=0, turns=[], judged=True)
    state.somebody_judges(user="anna", kind="pause", seat="home", odds=0)


def each_writes_in_both_rooms(state: Any) -> None:
    state.open_match(dice=0, apart=True, alone=0, turns=[])
    state.sit("carla1", 0)
    for client in [client for client in state.world.clients if client.user]:
        for room in ("players", "spectators"):
            state.write(client, room)
    state.everybody_looks()


def one_writes_without_end(state: Any) -> None:
    state.open_match(dice=0, apart=True, alone=0, turns=[])
    for _time in range(5):
        state.write(sides(state)["home"], "players")


def referee_hides_and_mutes(state: Any) -> None:
    state.open_match(dice=0, apart=True, alone=0, turns=[], judged=True)
    state.write(sides(state)["home"], "players")
    for does in ("hide", "time out"):
        state.the_referee_looks_after_the_chat(pick=0, does=does, reason="spam")
    state.write(sides(state)["home"], "players")
    state.everybody_looks()


def leaves_a_line_and_deletes_it(state: Any) -> None:
    state.open_match(dice=0, apart=False, alone=0, turns=[])
    for drops in (False, True):
        state.the_side_that_waits_leaves_a_line(pick=0, follows=True, replies=1, drops=drops)


def hurries_the_bot(state: Any) -> None:
    state.open_match(dice=0, apart=False, alone=0, turns=[])
    home = sides(state)["home"]
    for _time in range(4):
        state.play([(0, 0)])
        state.somebody_hurries_the_bot(client=state.world.clients.index(home))


def asks_for_another_match(state: Any) -> None:
    state.open_match(dice=0, apart=False, alone=0, turns=[])
    state.somebody_gives_up(client=0, odds=0, posts=False)
    for _time in range(2):
        state.they_ask_for_another_match(one=0, do="accept")


def gives_up_by_post(state: Any) -> None:
    state.open_match(dice=0, apart=False, alone=0, turns=[])
    state.somebody_gives_up(client=0, odds=0, posts=True)
    state.everybody_looks()


def offers_by_post(state: Any) -> None:
    state.open_match(dice=0, apart=False, alone=0, turns=[])
    state.offer(sides(state)["home"], "draw", "make", posts=True)
    state.everybody_looks()
    state.offer(sides(state)["away"], "draw", "accept", posts=True)


def claims_by_post(state: Any) -> None:
    state.open_match(dice=0, apart=False, alone=0, turns=[(0, 0)])
    state.claim(sides(state)["home"], posts=True)
    state.claim(sides(state)["away"], posts=True)


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


def idle(**_: Any) -> None:
    pass


async def nothing(*_: Any, **__: Any) -> None:
    pass


def anybody(*_: Any, **__: Any) -> bool:
    return True


def here_by_its_first(runtime: Runtime, seat: Any) -> bool:
    first = (runtime.row.seats[seat].shared or [{"user": None}])[0]["user"]
    return any(seat in socket.seats and first in (None, socket.user) for socket in runtime.sockets)


async def without_a_wait(match_id: Any, seat: Any, client_id: Any) -> Outcome:
    found = hall().runtime(match_id)
    async with found.lock:
        await found.catch_up()
        await rulings._forfeit(found, client_id, other(seat), how="forfeit", code="absence", reason="gone")
        return Outcome("applied", found.row.version)


def last_of_them(game: Any, state: Any, seat: Any, sits: Any) -> Any:
    return sits.shared[-1] if len(sits.shared) == 3 else decider(game, state, seat, sits)


def in_any_room(_line: Any, _values: Any, **_: Any) -> None:
    return None


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
    "any_of_three_moves": (patched((outcomes.seating, "may_decide", anybody)), SEVERAL, played_by_three),
    "the_third_always_decides": (patched((seating, "decider", last_of_them)), SEVERAL, played_by_three),
    "gone_with_the_first_of_three": (
        patched((Runtime, "here", here_by_its_first)),
        SEVERAL,
        third_of_a_side_comes_back,
    ),
    "coaching_without_a_reason": (patched((rulings, "_explain", nothing)), SEVERAL, referee_judges_coaching),
    "called_beside_a_referee": (
        patched((coaching, "check", lambda *_: None)),
        SEVERAL,
        calls_coaching_beside_a_referee,
    ),
    "anybody_rules": (patched((access, "official_role", lambda *_: "referee")), DUEL, player_judges),
    "players_room_open_to_all": (patched((chat, "may_read", anybody)), DUEL, each_writes_in_both_rooms),
    "written_in_any_room": (patched((chat, "_refusal", in_any_room)), DUEL, each_writes_in_both_rooms),
    "lines_without_end": (patched((chat, "RATE", (99, chat.RATE[1]))), DUEL, one_writes_without_end),
    "hidden_for_nobody": (patched((verbs_of_chat, "hide", lambda **_: None)), DUEL, referee_hides_and_mutes),
    "muted_and_heard": (patched((verbs_of_chat.Silence.objects, "create", idle)), DUEL, referee_hides_and_mutes),
    "deleted_line_is_played": (
        patched((conditional, "drop", anybody)),
        {"game": "dom_jim", "move_seconds": 86400},
        leaves_a_line_and_deletes_it,
    ),
    "bot_sleeps_on": (patched((bots, "hurry", nothing)), {**DUEL, "bot": "away"}, hurries_the_bot),
    "rematch_opened_twice": (patched((casual, "next_match", lambda _match: None)), DUEL, asks_for_another_match),
    "given_up_and_played_on": (patched((robots, "obey_here", nothing)), DUEL, gives_up_by_post),
    "offer_accepted_by_nobody": (
        patched((offers, "_is_one_screen", anybody)),
        DUEL,
        offers_by_post,
    ),
    "claimed_at_once": (patched((rulings, "claim_here", without_a_wait)), ABSENCE, claims_by_post),
    "names_mixed_up": (patched((frames, "_name", of_the_other_side)), DUEL, both_look),
}
"""The fault, the match, and steps in which it must be seen."""
