"""Conditional moves: a reply leaves at once and counts once, whoever dies; only its player ever sees the lines."""

from __future__ import annotations

import asyncio
import json
import re
from datetime import UTC, datetime
from functools import partial
from uuid import uuid4

import pytest
from channels.db import database_sync_to_async

import engines
from engines.core.dice import Dice
from engines.core.errors import DiceExhausted
from engines.core.seats import other
from matches.live import conditional as live
from matches.live.frames import VIEWS
from matches.live.moves import submit
from matches.live.rulings import obey
from matches.live.running import Hall, hall
from matches.live.sockets import Socket
from matches.models import ConditionalMoves, Match, MatchEvent
from matches.upkeep.sweeper import Sweeper
from matches.verbs import conditional, offers
from matches.verbs.conditional import BadLine, Moved, NotNow
from tests.matches.table import check_log, duel, run, start

pytestmark = pytest.mark.django_db(transaction=True)

DAY = 24 * 3600
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def same_world(monkeypatch):
    """Equal dice and one moment in every match."""
    monkeypatch.setattr("engines.core.dice.fair_roll", lambda *given: 1 + given[-2] % given[-1])
    monkeypatch.setattr(Hall, "shared_time", lambda _here: NOON)


def by_days(cast, game="dom_jim", **settings):
    """A match that waits for the move of one side, and the other one, whose lines they are."""
    match = duel(cast.anna, cast.bruno, game=game, move_seconds=DAY, **settings)
    run(lambda: start(match))
    match = after_the_line_ups(match)
    (mover,) = engines.get(game).to_act(engines.get(game).from_wire(match.snapshot))
    return match, other(mover)


def line_of(match, seat, pick=0, turns=1):
    """A line that both sides can play: legal move number ``pick``, until ``seat`` has replied ``turns`` times."""
    game = engines.get(match.game)
    state, moves, replied = game.from_wire(match.snapshot), [], 0
    while replied < turns:
        (acting,) = game.to_act(state)
        legal = list(game.legal(state, acting))
        for move in legal[pick % len(legal) :] + legal:
            try:
                after = game.apply(state, acting, move, Dice())[0]
            except DiceExhausted:
                continue
            break
        moves.append((acting, dict(move)))
        replied += acting == seat and game.to_act(after) == (other(seat),)
        state = after
    return moves


def keep(match, seat, cast, *lines, v=None):
    user = cast.anna if seat == "home" else cast.bruno
    return conditional.keep(
        match=match, seat=seat, user=user, v=match.version if v is None else v, lines=[[m for _, m in x] for x in lines]
    )


def own_first(line, seat):
    """The other side's moves before the first reply."""
    return [move for acting, move in line[: next(n for n, (acting, _) in enumerate(line) if acting == seat)]]


async def play(match, seat, moves):
    runtime = hall().runtime(match.id)
    await runtime.ensure()
    for move in moves:
        outcome = await submit(match_id=match.id, seat=seat, moves=[move], client_id=uuid4(), v=runtime.row.version)
        assert outcome.kind == "applied", outcome


def logged(match):
    return [(row.seat, row.move) for row in MatchEvent.objects.filter(match=match).order_by("seq")]


@pytest.mark.parametrize("game", ["dom_jim", "six_a_side"])
def test_a_whole_line_is_played_and_its_replies_count_once(cast, game):
    match, seat = by_days(cast, game)
    before, line = logged(match), line_of(match, seat, turns=2)
    keep(match, seat, cast, line)

    async def scenario():
        here = hall()
        here.on_turn = partial(live.answer, here)
        runtime = here.runtime(match.id)
        await runtime.ensure()
        while (done := runtime.row.version - match.version) < len(line):
            assert line[done][0] != seat, "a reply is missing"
            await play(match, line[done][0], [line[done][1]])
            await asyncio.gather(*(live.answer(here, match.id) for _ in range(4)))
            await here.drain()

    run(scenario)
    assert logged(match) == before + line
    check_log(match.id)
    assert not ConditionalMoves.objects.exists(), "the line is at its end"


def after_the_line_ups(match):
    """Play the default moves until one side is to act in the open."""
    game = engines.get(match.game)

    async def scenario():
        runtime = hall().runtime(match.id)
        await runtime.ensure()
        for _ in range(200):
            acting = game.to_act(runtime.state)
            if len(acting) == 1 and game.view(runtime.state, None) == game.to_wire(runtime.state):
                return
            await play(match, acting[0], [dict(game.default_move(runtime.state, acting[0]))])
        raise AssertionError("the line-ups never end")

    run(scenario)
    match.refresh_from_db()
    return Match.objects.prefetch_related("seats__controllers").get(pk=match.pk)


def test_a_sweep_sends_the_reply_that_a_killed_process_left(cast):
    match, seat = by_days(cast)
    line = line_of(match, seat)
    keep(match, seat, cast, line)
    run(lambda: play(match, other(seat), own_first(line, seat)))  # nobody looks: the process is gone after the commit
    assert seat not in {acting for acting, _ in logged(match)}

    async def others():
        one, two = Sweeper(hall()), Sweeper(hall())
        hall().on_turn = partial(live.answer, hall())
        await asyncio.gather(one.sweep(), two.sweep())
        await hall().drain()

    run(others)
    assert logged(match) == line
    check_log(match.id)


def test_lines_that_cannot_come_any_more_are_deleted(cast):
    match, seat = by_days(cast)
    line, elsewhere = line_of(match, seat), line_of(match, seat, pick=3)
    assert own_first(line, seat)[0] != own_first(elsewhere, seat)[0]
    keep(match, seat, cast, line)

    async def scenario():
        hall().on_turn = partial(live.answer, hall())
        await play(match, other(seat), own_first(elsewhere, seat)[:1])
        await hall().drain()

    run(scenario)
    assert not ConditionalMoves.objects.exists()
    assert seat not in {acting for acting, _ in logged(match)}


def test_a_reply_that_its_side_undid_is_not_played_again(cast):
    match, seat = by_days(cast, origin="casual")
    line = line_of(match, seat, turns=2)
    keep(match, seat, cast, line)

    async def scenario():
        hall().on_turn = partial(live.answer, hall())
        await play(match, other(seat), own_first(line, seat))
        await hall().drain()
        for side, do in ((seat, "make"), (other(seat), "accept")):
            fields = {"match_id": match.pk, "kind": "undo", "do": do, "client_id": uuid4()}
            await database_sync_to_async(offers.act)(seat=side, **fields)
        await obey(hall(), match.pk)
        await hall().drain()

    run(scenario)
    assert [move.get("type") for _acting, move in logged(match)][-1] == "undo"
    assert not ConditionalMoves.objects.exists()


def test_the_line_that_was_played_is_answered(cast):
    match, seat = by_days(cast)
    lines = [line_of(match, seat, pick=pick) for pick in (0, 3, 5)]
    keep(match, seat, cast, *lines)

    async def scenario():
        hall().on_turn = partial(live.answer, hall())
        await play(match, other(seat), own_first(lines[1], seat))
        await hall().drain()

    run(scenario)
    assert logged(match) == lines[1]


def test_frames_of_others_are_byte_equal_with_and_without(cast):
    found = []
    for planned in (True, False):
        match, seat = by_days(cast)
        line = line_of(match, seat)
        if planned:
            keep(match, seat, cast, line)

        async def scenario(match=match, seat=seat, line=line):
            here = hall()
            here.on_turn = partial(live.answer, here)
            runtime = here.runtime(match.id)
            await runtime.ensure()
            sent = {view: [] for view in VIEWS}

            async def nothing(_code):
                return None

            for view in VIEWS:

                async def hear(text, view=view):
                    sent[view].append(text.replace(str(match.id), "MATCH"))

                socket = Socket(hear, nothing, None if view == "public" else view)
                runtime.sockets.add(socket)
                runtime.resume(socket, None)
            await asyncio.sleep(0.05)
            untouched = {view: list(frames) for view, frames in sent.items()}
            for acting, move in line:
                await here.drain()
                if runtime.row.version < match.version + line.index((acting, move)) + 1:
                    await play(match, acting, [move])
            await here.drain()
            await asyncio.sleep(0.05)
            for socket in tuple(runtime.sockets):
                await socket.stop()
            runtime.sockets.clear()
            return untouched, sent

        found.append((seat, run(scenario)))
        assert logged(match) == line
    (seat, (before, sent)), (_, (plain_before, plain)) = found
    for view in ("public", other(seat)):
        assert before[view] == plain_before[view]
        assert len(sent[view]) > 1
        assert sent[view] == plain[view]


def test_pages_and_api_tell_nobody_that_a_move_was_prepared(cast, client):
    """The same match by hand and by lines: for the opponent and a visitor they differ in ids and moments alone."""
    found = []
    for planned in (True, False):
        match, seat = by_days(cast)
        line = line_of(match, seat)
        if planned:
            keep(match, seat, cast, line)

        async def scenario(match=match, line=line):
            here = hall()
            here.on_turn = partial(live.answer, here)
            runtime = here.runtime(match.id)
            await runtime.ensure()
            for number, (acting, move) in enumerate(line, start=1):
                if runtime.row.version < match.version + number:
                    await play(match, acting, [move])
                await here.drain()

        run(scenario)
        assert logged(match) == line and not ConditionalMoves.objects.exists()
        ids = MatchEvent.objects.filter(match=match).values_list("client_id", flat=True)
        assert {one.version for one in ids} == {4}
        for reader in (None, cast.bruno if seat == "home" else cast.anna):
            if reader is None:
                client.logout()
            else:
                client.force_login(reader, backend="django.contrib.auth.backends.ModelBackend")
            for path in ("/api/v1/matches/{}/", "/api/v1/matches/{}/moves/", "/matches/{}/around/"):
                answer = client.get(path.format(match.pk))
                assert answer.status_code == 200, path
                found.append((reader, path, SECRETS.sub("", answer.content.decode())))
    half = len(found) // 2
    for prepared, by_hand in zip(found[:half], found[half:], strict=True):
        assert prepared == by_hand


SECRETS = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|\b[0-9a-f]{32,64}\b|\d{4}-\d\d-\d\dT[\d:.]+Z")
"""Ids, seeds, and moments of the database."""


def test_bad_lines_are_refused_by_line_and_move(cast):
    match, seat = by_days(cast)
    line = line_of(match, seat)
    first = own_first(line, seat)
    with pytest.raises(BadLine, match="Give 1 to 30 lines, not 0"):
        keep(match, seat, cast)
    with pytest.raises(BadLine, match="not 31"):
        keep(match, seat, cast, *[line] * 31)
    with pytest.raises(BadLine, match="Line 1 ends with the other side's move"):
        keep(match, seat, cast, [(other(seat), move) for move in first])
    with pytest.raises(BadLine, match="Line 2, move 1: "):
        keep(match, seat, cast, line, [("", {"type": "nonsense"})])
    replies = [move for acting, move in line if acting == seat]
    game = engines.get(match.game)
    state = game.from_wire(match.snapshot)
    for acting, move in line[: len(first)]:
        state = game.apply(state, acting, move, Dice())[0]
    other_reply = next(
        dict(move)
        for move in game.legal(state, seat)
        if dict(move) != replies[0] and rolls_nothing(game, state, move, seat)
    )
    contrary = [*line[: len(first)], (seat, other_reply)]
    with pytest.raises(BadLine, match=f"Line 2, move {len(first) + 1}: an earlier line plays"):
        keep(match, seat, cast, line, contrary)
    with pytest.raises(Moved, match=f"version {match.version} now, not {match.version + 1}"):
        keep(match, seat, cast, line, v=match.version + 1)
    with pytest.raises(NotNow, match="play yours first"):
        keep(match, other(seat), cast, line)
    assert not ConditionalMoves.objects.exists()


def rolls_nothing(game, state, move, seat):
    try:
        game.apply(state, seat, move, Dice())
    except DiceExhausted:
        return False
    return True


def test_a_line_ends_before_dice(cast):
    match, seat = by_days(cast, "super_goal")
    game = engines.get("super_goal")
    roll = next(
        dict(move)
        for move in game.legal(game.from_wire(match.snapshot), other(seat))
        if not rolls_nothing(game, game.from_wire(match.snapshot), move, other(seat))
    )
    with pytest.raises(BadLine, match="Line 1, move 1: dice decide here"):
        keep(match, seat, cast, [(other(seat), roll), (seat, {"type": "roll"})])


def test_nobody_learns_a_secret_by_a_line(cast):
    """Home has placed its side in secret; away has begun to, and home's lines are refused whatever they say."""
    match = duel(cast.anna, cast.bruno, game="six_a_side", move_seconds=DAY)
    run(lambda: start(match))
    match.refresh_from_db()
    game = engines.get("six_a_side")

    async def place():
        runtime = hall().runtime(match.id)
        await runtime.ensure()
        while "home" in game.to_act(runtime.state):
            await play(match, "home", [dict(game.default_move(runtime.state, "home"))])
        await play(match, "away", [dict(game.legal(runtime.state, "away")[0])])
        return [dict(move) for move in game.legal(runtime.state, "away")]

    legal = run(place)
    now = Match.objects.prefetch_related("seats__controllers").get(pk=match.pk)
    assert game.to_act(game.from_wire(now.snapshot)) == ("away",)
    for move in (legal[0], {"type": "nonsense"}):
        with pytest.raises(BadLine, match="Line 1, move 1: sides choose in secret here"):
            keep(now, "home", cast, [("away", move), ("home", move)])


def test_a_match_with_a_clock_of_minutes_has_none(cast):
    match = duel(cast.anna, cast.bruno, game="dom_jim", move_seconds=30)
    run(lambda: start(match))
    match.refresh_from_db()
    with pytest.raises(NotNow, match="at least 6 hours"):
        keep(match, "away", cast, line_of(match, "away"))


def test_only_the_player_reads_and_writes_them_by_the_api(cast, client):
    match, seat = by_days(cast)
    line = [move for _, move in line_of(match, seat)]
    path = f"/api/v1/matches/{match.id}/conditional/"

    def put(body):
        return client.put(path, json.dumps(body), content_type="application/json")

    assert client.get(path).status_code == 401
    planner, opponent = (cast.anna, cast.bruno) if seat == "home" else (cast.bruno, cast.anna)
    client.force_login(planner, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(path).status_code == 204
    answer = put({"v": match.version, "lines": [line]})
    assert answer.status_code == 200 and answer.json()["lines"] == [line]
    game = engines.get("dom_jim")
    assert client.get(path).json()["notation"] == [[game.notation(move) for move in line]]
    wrong = put({"v": match.version, "lines": []})
    assert (wrong.status_code, wrong.json()["code"]) == (400, "bad_line")
    stale = put({"v": match.version + 3, "lines": [line]})
    assert (stale.status_code, stale.json()["code"]) == (409, "stale")
    for outsider in (opponent, cast.stranger):
        client.force_login(outsider, backend="django.contrib.auth.backends.ModelBackend")
        answer = client.get(path)
        assert answer.status_code in (204, 403) and not answer.content.count(b"lines")
    client.force_login(planner, backend="django.contrib.auth.backends.ModelBackend")
    assert client.delete(path).status_code == 204
    assert not ConditionalMoves.objects.exists()
