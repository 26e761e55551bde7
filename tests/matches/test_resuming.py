"""A match that goes on from one of its moves: the old log up to there and its own, its clocks, its dice."""

from __future__ import annotations

import json
import random
import uuid
from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import transaction

import engines
from engines.core import sheet as sheets
from engines.core.dice import FairDice, commitment
from matches.live import moves as play
from matches.live.commands import command
from matches.live.rulings import obey
from matches.live.running import hall
from matches.models import Match, MatchEvent, Seat
from matches.replay.playback import dice_record, film
from matches.verbs import resuming
from tests.cases import built
from tests.matches.table import bot, check_log, duel, kick, run, start, to_act
from tests.matches.test_rulings import sweep

BY = {"user": "x", "name": "Olga", "role": "organiser"}
COLUMNS = ("seq", "client_id", "part", "seat", "move", "rolls", "events", "kind", "at")


def log(match, upto=None):
    rows = MatchEvent.objects.filter(match=match).order_by("seq")
    return list((rows if upto is None else rows.filter(seq__lte=upto)).values_list(*COLUMNS))


def resume(old, v, **options):
    with transaction.atomic():
        return resuming.resume(old=old, v=v, reason="the connection broke", by=BY, **options)


async def play_bots(match, decisions):
    """Let random legal moves decide for both sides."""
    rng = random.Random(str(match.game))
    runtime = hall().runtime(match.id)
    for _decision in range(decisions):
        async with runtime.lock:
            await runtime.ensure()
        if runtime.row.status != "live":
            return
        seat = runtime.game.to_act(runtime.state)[0]
        move = rng.choice(runtime.game.legal(runtime.state, seat))
        outcome = await play.submit(
            match_id=match.id, seat=seat, moves=[move], client_id=uuid.uuid4(), v=runtime.row.version
        )
        assert outcome.kind == "applied", outcome


def proved(match):
    """The dice of the page's record and of both sheets, each with the secret it follows from."""
    record = dice_record(match)
    parts = [*record["before"], {**record, "last": 10**9}]
    for part in parts:
        assert commitment(bytes.fromhex(part["secret"])) == part["commitment"]
    for roll in record["rolls"]:
        part = next(one for one in parts if roll["number"] <= one["last"])
        secret, seeds = bytes.fromhex(part["secret"]), (part["home_seed"], part["away_seed"])
        assert FairDice(secret, part["match"], *seeds, roll["number"]).roll(roll["sides"]) == roll["value"]
    return record


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("slug", built())
def test_its_log_is_the_old_one_up_to_there_plus_its_own_and_all_of_it_is_proved(cast, client, slug):
    old = duel(cast.anna, cast.bruno, game=slug)

    async def before():
        await start(old)
        await play_bots(old, 60)

    run(before)
    old.refresh_from_db()
    old_log = log(old)
    rng = random.Random(slug)
    open_moves = []
    for v in rng.sample(range(1, old.version), min(30, old.version - 1)):
        try:
            open_moves.append(resuming.point(old, v).v)
        except resuming.CannotResume as refused:
            assert "secret" in str(refused)
    v = open_moves[0]
    new = resume(old, v)
    assert log(new)[:v] == old_log[:v]
    assert (new.status, new.version, new.commitment != old.commitment) == ("waiting", v + 1, True)
    steps = film(new)["steps"]
    assert [step["lines"] for step in steps[: v + 1]] == [step["lines"] for step in film(old)["steps"][: v + 1]]

    async def after():
        await start(new)
        await play_bots(new, 40)
        await play.resign(match_id=new.id, seat="home", client_id=uuid.uuid4())

    run(after)
    new = check_log(new.id)
    assert new.status == "finished" and log(new)[:v] == old_log[:v] and log(old) == old_log
    seeds = {seat.dice_seed for seat in Seat.objects.filter(match__in=(old, new))}
    assert len(seeds) == 4, "both sides have new seeds"
    # While the old match is not over its secret is not out, and neither is the proof of the new one's first rolls.
    assert not resuming.secrets_are_out(new)
    assert "Secret" not in sheets.read(client.get(f"/matches/{new.pk}/sheet.txt").content.decode()).tags
    Match.objects.filter(pk=old.pk).update(status="void")
    new.refresh_from_db()
    record = proved(Match.objects.get(pk=new.pk))
    assert [part["last"] for part in record["before"]] == [new.resumed_rolls]
    for form in ("txt", "json"):
        sheet = sheets.read(client.get(f"/matches/{new.pk}/sheet.{form}").content.decode())
        assert any("goes on from a move" in sentence for sentence in sheets.verify(sheet))
    told_of = json.loads(sheet.tags["Before"])
    told_of[0]["secret"] = "00" * 32
    with pytest.raises(sheets.BadSheet, match="does not fit its commitment"):
        sheets.verify(replace(sheet, tags={**sheet.tags, "Before": json.dumps(told_of)}))


@pytest.mark.django_db(transaction=True)
def test_a_match_resumed_twice_is_proved_by_three_secrets_or_by_two(cast):
    first = duel(cast.anna, cast.bruno, game="super_goal")

    async def on(match, decisions):
        await start(match)
        await play_bots(match, decisions)

    run(lambda: on(first, 40))
    first.refresh_from_db()
    second = resume(first, 20)
    run(lambda: on(second, 30))
    second.refresh_from_db()
    later, earlier = resume(second, 40), resume(second, 10)
    assert [part.match.pk for part in resuming.parts(later)] == [first.pk, second.pk, later.pk]
    assert [part.match.pk for part in resuming.parts(earlier)] == [first.pk, earlier.pk]
    for match in (later, earlier):
        run(lambda match=match: on(match, 20))
    Match.objects.filter(pk__in=[first.pk, second.pk, later.pk, earlier.pk]).update(status="void")
    for match in (later, earlier):
        proved(Match.objects.get(pk=match.pk))
        check_log(match.pk)


@pytest.mark.django_db(transaction=True)
def test_the_clocks_are_what_both_sides_had_at_that_move(cast):
    old = duel(cast.anna, cast.bruno, move_seconds=60, budget_seconds=600)

    async def scenario():
        clock = hall()
        await start(old)
        at, used = clock.now(), [{"home": 0, "away": 0}]
        for v, seconds in enumerate((5, 9, 20, 4, 31)):
            at += timedelta(seconds=seconds)
            clock.now = lambda at=at: at
            seat = to_act(old)
            assert (await kick(old, v, seat)).done
            row = clock.runtime(old.id).row
            used.append({"home": row.home_used_ms, "away": row.away_used_ms})
        return used

    used = run(scenario)
    old.refresh_from_db()
    for v, expected in enumerate(used):
        clocks = resuming.point(old, v).clocks
        for seat in ("home", "away"):
            assert abs(getattr(clocks, f"{seat}_used_ms") - expected[seat]) < 500, (v, seat)
    new = resume(old, 3)
    run(lambda: start(new))
    new.refresh_from_db()
    assert abs(new.home_used_ms + new.away_used_ms - 34_000) < 1000 and new.status == "live"


@pytest.mark.django_db(transaction=True)
def test_a_word_before_it_goes_on_does_not_stop_the_wall_clock(cast):
    old = duel(cast.anna, cast.bruno, game="super_goal", options={"clock": "wall", "half_seconds": 600})

    async def begin():
        await start(old)
        await play_bots(old, 3)

    run(begin)
    Match.objects.filter(pk=old.pk).update(status="void")
    new = resume(Match.objects.get(pk=old.pk), 2)
    command(new.id, "message", {"reason": "we go on at nine"})

    async def go_on():
        await obey(hall(), new.id)
        await start(new)

    run(go_on)
    after = Match.objects.get(pk=new.pk)
    assert after.version == 4 and after.time_up_at is not None
    assert abs((after.time_up_at - after.started_at).total_seconds() * 1000 - new.time_left_ms) < 2


@pytest.mark.django_db(transaction=True)
def test_what_cannot_be_resumed_says_why(cast):
    match = duel(cast.anna, cast.bruno)
    with pytest.raises(resuming.CannotResume, match="never kicked off"):
        resume(match, 0)

    async def scenario():
        await start(match)
        await kick(match, 0)
        await play.resign(match_id=match.id, seat="home", client_id=uuid.uuid4())

    run(scenario)
    match.refresh_from_db()
    for v in (-1, match.version + 1):
        with pytest.raises(resuming.CannotResume, match="no move"):
            resume(match, v)
    with pytest.raises(resuming.CannotResume, match="ended"):
        resume(match, match.version)
    Match.objects.filter(pk=match.pk).update(rules_version=99)
    with pytest.raises(resuming.CannotResume, match="older rules"):
        resume(Match.objects.get(pk=match.pk), 1)
    assert not Match.objects.filter(resumed_from=match).exists()


@pytest.mark.django_db(transaction=True)
def test_bots_go_on_by_themselves_and_both_pages_name_the_other(client):
    old = duel(bot(), bot("greedy"), game="super_goal", options={"half_turns": 5}, bot_seconds=0)

    async def to_the_end():
        for second in range(1, 60):
            await sweep(later=second)

    run(to_the_end)
    old.refresh_from_db()
    assert old.status == "finished"
    new = resume(old, 3)
    run(to_the_end)
    new = check_log(new.pk)
    assert new.status == "finished" and engines.get(new.game).result(engines.get(new.game).from_wire(new.snapshot))
    assert f"/matches/{new.pk}/" in client.get(f"/matches/{old.pk}/").content.decode()
    page = client.get(f"/matches/{new.pk}/verify/").content.decode()
    assert f"/matches/{old.pk}/verify/" in page and "from move 3" in page
    assert "The match goes on from move" in json.dumps(client.get(f"/matches/{new.pk}/replay.json").json())
