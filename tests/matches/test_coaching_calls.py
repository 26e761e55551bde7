"""Coaching in a match without an official: called by the other side, admitted, or decided by the log."""

import asyncio
import json
import threading
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.utils import timezone

import engines
from engines.core.seats import other
from matches.live import chat, seating
from matches.live import moves as play
from matches.live.running import hall
from matches.log import rows_of
from matches.models import ChatLine, Match, MatchCommand, MatchEvent, Offer, Official
from matches.replay.playback import film
from matches.verbs import casual, offers
from matches.verbs.offers import NoOffer, TooSoon
from matches.verbs.opening import Opening, Sitter, open_match
from tests.matches.table import check_log, run, start
from tests.matches.test_rulings import sweep

pytestmark = pytest.mark.django_db(transaction=True)


async def decide(runtime, wanted=None):
    """The seat that is to act decides: by ``wanted`` if that is legal, by a ready formation, else the first move."""
    seat = runtime.game.to_act(runtime.state)[0]
    legal = runtime.game.legal(runtime.state, seat)
    move = next((move for move in legal if move["type"] in (wanted, "formation")), legal[0])
    who = seating.decider(runtime.game, runtime.state, seat, runtime.row.seats[seat])
    outcome = await play.submit(
        match_id=runtime.match_id,
        seat=seat,
        moves=[dict(move)],
        client_id=uuid4(),
        v=runtime.row.version,
        by=who["user"],
    )
    assert outcome.kind == "applied", outcome


async def loaded(match):
    runtime = hall().runtime(match.id)
    await runtime.ensure()
    return runtime


def play_to_a_turn(match, side=None):
    """Play until a side (``side``) has its turn; return that side."""

    async def scenario():
        runtime = await loaded(match)
        for _decision in range(80):
            on_turn = [seat for seat in ("home", "away") if runtime.game.coachable(runtime.state, seat)]
            if on_turn and side in (None, on_turn[0]):
                return on_turn[0]
            await decide(runtime)
        raise AssertionError("no turn came")

    return run(scenario)


def play_on(match, decisions=1):
    async def scenario():
        runtime = await loaded(match)
        for _decision in range(decisions):
            await decide(runtime)

    run(scenario)


@pytest.fixture
def match(cast):
    """Anna and bruno against the stranger and the referee, the first side on its first turn."""
    match = open_match(
        Opening(
            game="six_a_side",
            home=Sitter(users=(cast.anna, cast.bruno)),
            away=Sitter(users=(cast.stranger, cast.referee)),
            origin="casual",
        )
    )
    run(lambda: start(match))
    play_to_a_turn(match)
    return match


def on_turn(match):
    game, row = engines.get(match.game), Match.objects.get(pk=match.pk)
    return next(seat for seat in ("home", "away") if game.coachable(game.from_wire(row.snapshot), seat))


def people(match, seat):
    """Who is in turn on ``seat``, and a team-mate."""
    state = Match.objects.get(pk=match.pk).snapshot
    both = [person.user for person in match.seats.get(side=seat).controllers.select_related("user")]
    number = state["controller"][seat]
    return both[number], both[1 - number]


def act(match, seat, do="make", client_id=None):
    return offers.act(match_id=match.id, seat=seat, kind="coaching", do=do, client_id=client_id or uuid4())


def says(match, user, seat, words="Pass it to the left", room="players", preset=""):
    async def scenario():
        speaker = chat.Speaker.of(user, seat)
        outcome = await chat.say(
            hall(), match_id=match.id, speaker=speaker, room=room, client_id=uuid4(), words=words, preset_name=preset
        )
        assert outcome.kind == "said", outcome

    run(scenario)


def coaching_rows(match):
    return [row.move for row in MatchEvent.objects.filter(match=match) if row.move["type"] == "coaching"]


def lost_turns(match):
    events = [event for row in rows_of(Match.objects.get(pk=match.pk)) for event in row.events]
    return [event["seat"] for event in events if event["type"] == "turn_lost"]


def test_an_admitted_call_costs_the_turn_and_stands_in_the_record(match):
    side = on_turn(match)
    assert act(match, other(side)).status == "open"
    assert act(match, side, "accept").status == "accepted"
    run(sweep)
    after = check_log(match.id)
    assert lost_turns(match) == [side]
    assert after.snapshot["coaching"][side] == 1
    _by_engine, ruling = coaching_rows(match)
    assert (ruling["seat"], ruling["reason_code"]) == (side, "admitted")
    told = [line["text"] for step in film(after)["steps"][-2:] for line in step["lines"]]
    assert told[0][0] == "Coaching by {team}"
    called = ["Coaching is called against {seat}", {"seat": f"@{side}"}]
    assert told[-1] == ["{ruling}: {reason}", {"ruling": called, "reason": ["their side admits it", {}]}]


def test_frames_say_who_may_be_called_and_which_call_stands(match):
    side = on_turn(match)
    act(match, other(side))

    async def shown():
        runtime = await loaded(match)
        told = []
        for _decision in range(9):
            full = json.loads(runtime._full({"public"})["public"])
            coachable = [seat for seat in ("home", "away") if full["head"][seat]["coachable"]]
            told.append((coachable, [(made["kind"], made["seat"]) for made in full["offers"]]))
            if coachable != [side]:
                break
            await decide(runtime, "done")
        return told

    first, *_, last = run(shown)
    assert first == ([side], [("coaching", other(side))])
    assert last[0] != [side] and last[1] == []


def test_without_a_message_a_denied_call_fails_and_the_next_waits(match):
    side = on_turn(match)
    act(match, other(side))
    assert act(match, side, "decline").status == "declined"
    with pytest.raises(TooSoon):
        act(match, other(side))
    run(sweep)
    assert not coaching_rows(match) and not MatchCommand.objects.exists()


def test_a_message_of_a_team_mate_proves_it_at_once_and_needs_no_wait(match):
    side = on_turn(match)
    act(match, other(side))
    act(match, side, "decline")
    says(match, people(match, side)[1], side)
    assert act(match, other(side)).status == "accepted"
    run(sweep)
    check_log(match.id)
    assert lost_turns(match) == [side]
    assert coaching_rows(match)[-1]["reason_code"] == "proven"


def test_what_is_written_while_the_call_stands_decides_a_denied_one(match):
    side = on_turn(match)
    act(match, other(side))
    says(match, people(match, side)[1], side, room="spectators")
    assert act(match, side, "decline").status == "accepted"
    run(sweep)
    assert lost_turns(match) == [side]


@pytest.mark.parametrize("who", ["in turn", "opponent", "preset", "before"])
def test_other_messages_prove_nothing(match, who):
    side = on_turn(match)
    player, team_mate = people(match, side)
    if who == "in turn":
        says(match, player, side)
    elif who == "opponent":
        says(match, people(match, other(side))[0], other(side))
    elif who == "preset":
        says(match, team_mate, side, words="", preset="moment")
    else:
        says(match, team_mate, side)
        turn_began = MatchEvent.objects.filter(match=match).order_by("-seq").first().at
        ChatLine.objects.update(at=turn_began - timedelta(seconds=60))
    act(match, other(side))
    assert act(match, side, "decline").status == "declined"


def test_a_message_proves_one_turn_only(match):
    side = on_turn(match)
    says(match, people(match, side)[1], side)
    act(match, other(side))
    run(sweep)
    play_to_a_turn(match, side)
    assert act(match, other(side)).status == "open"
    assert act(match, side, "decline").status == "declined"


def test_the_second_offence_is_a_penalty(match):
    side = on_turn(match)
    for _offence in range(2):
        play_to_a_turn(match, side)
        act(match, other(side))
        act(match, side, "accept")
        run(sweep)
    after = check_log(match.id)
    assert after.snapshot["coaching"][side] == 2
    assert after.snapshot["penalty"]["awarded"] == other(side)


def test_a_call_that_nobody_answers_is_decided_by_the_log_in_time(match):
    side = on_turn(match)
    act(match, other(side))
    run(sweep)
    assert Offer.objects.get().status == "open"
    Offer.objects.update(created_at=timezone.now() - offers.ANSWER)
    run(sweep)
    assert Offer.objects.get().status == "declined" and not coaching_rows(match)
    Offer.objects.update(changed_at=timezone.now() - timedelta(hours=1))
    act(match, other(side))
    says(match, people(match, side)[1], side)
    Offer.objects.update(created_at=timezone.now() - offers.ANSWER)
    run(sweep)
    run(sweep)
    assert lost_turns(match) == [side]


def test_by_correspondence_a_call_waits_for_its_answer(match):
    Match.objects.filter(pk=match.pk).update(move_seconds=86400)
    side = on_turn(match)
    act(match, other(side))
    Offer.objects.update(created_at=timezone.now() - timedelta(hours=3))
    run(sweep)
    assert Offer.objects.get().status == "open"
    assert act(match, side, "accept").status == "accepted"


def test_a_call_is_gone_when_the_turn_is_over(match):
    side = on_turn(match)
    act(match, other(side))

    async def shown():
        runtime = await loaded(match)
        await runtime.look()
        before = [made["kind"] for made in runtime.row.offers]
        for _decision in range(9):
            if not runtime.game.coachable(runtime.state, side):
                break
            await decide(runtime, "done")
        return before

    assert run(shown) == ["coaching"]
    with pytest.raises(NoOffer, match="ended"):
        act(match, side, "accept")
    assert Offer.objects.get().status == "lapsed" and not MatchCommand.objects.exists()
    play_to_a_turn(match, side)
    with pytest.raises(NoOffer, match="ended"):
        act(match, side, "accept")


def test_an_answer_that_comes_to_the_engine_a_turn_late_does_nothing(match):
    side = on_turn(match)
    act(match, other(side))
    act(match, side, "accept")
    # The command is left: play goes on as if no process had seen it.
    play_on(match, 1)
    play_to_a_turn(match, other(side))
    play_to_a_turn(match, side)
    run(sweep)
    assert not lost_turns(match)
    assert MatchCommand.objects.get().outcome == "Play went on."


def test_only_the_other_side_calls_and_only_in_a_turn(match):
    side = on_turn(match)
    with pytest.raises(NoOffer, match="side of several people"):
        act(match, side)
    Match.objects.filter(pk=match.pk).update(status="paused")
    with pytest.raises(NoOffer, match="in play"):
        act(match, other(side))
    assert not Offer.objects.exists()


def test_an_official_judges_where_there_is_one(match, cast):
    Official.objects.create(match=match, user=cast.organiser, role="referee")
    with pytest.raises(NoOffer, match="official"):
        act(match, other(on_turn(match)))


def test_one_against_one_has_no_coaching(cast):
    match = open_match(Opening(game="six_a_side", home=Sitter(user=cast.anna), away=Sitter(user=cast.bruno)))
    run(lambda: start(match))

    async def scenario():
        runtime = await loaded(match)
        while runtime.game.to_wire(runtime.state)["phase"] != "turn":
            seat = runtime.game.to_act(runtime.state)[0]
            legal = runtime.game.legal(runtime.state, seat)
            move = next((move for move in legal if move["type"] == "formation"), legal[0])
            v = runtime.row.version
            await play.submit(match_id=match.id, seat=seat, moves=[dict(move)], client_id=uuid4(), v=v)

    run(scenario)
    for seat in ("home", "away"):
        with pytest.raises(NoOffer, match="side of several people"):
            act(match, seat)


def test_repeats_count_once(match):
    side, key = on_turn(match), uuid4()
    act(match, other(side), client_id=key)
    assert act(match, other(side), client_id=key).status == "open"
    act(match, side, "accept")
    assert act(match, side, "accept").status == "accepted"
    assert (Offer.objects.count(), MatchCommand.objects.count()) == (1, 1)


def test_many_calls_at_one_moment_punish_once(match):
    side = on_turn(match)
    says(match, people(match, side)[1], side)
    told = []

    def call():
        try:
            told.append(act(match, other(side)).status)
        except NoOffer:
            told.append("refused")
        finally:
            connection.close()

    threads = [threading.Thread(target=call) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    async def sweep_twice():
        await asyncio.gather(sweep(), sweep())

    run(sweep_twice)
    assert lost_turns(match) == [side] and Match.objects.get(pk=match.pk).snapshot["coaching"][side] == 1
    assert "accepted" in told


def test_at_one_screen_the_side_in_turn_answers_for_itself(cast):
    match = casual.hot_seat(user=cast.anna, second="Bice", game="six_a_side", team_mates=["Carlo"], opponents=["Dora"])
    run(lambda: start(match))
    side = play_to_a_turn(match)
    assert act(match, "home").status == "open", "it is asked before it costs a turn"
    assert Offer.objects.get().seat == other(side)
    assert act(match, "home", "decline").status == "declined"
    Offer.objects.update(changed_at=timezone.now() - timedelta(hours=1))
    act(match, "home")
    assert act(match, "home", "accept").status == "accepted"
    run(sweep)
    assert lost_turns(match) == [side]


def test_over_the_api_it_is_an_offer_like_the_others(match, client):
    side = on_turn(match)
    address = f"/api/v1/matches/{match.id}/offers/"

    def asks(user, do):
        client.force_login(user)
        body = {"id": str(uuid4()), "kind": "coaching", "do": do}
        return client.post(address, body, content_type="application/json")

    caller, (player, team_mate) = people(match, other(side))[0], people(match, side)
    assert asks(caller, "make").json()["status"] == "open"
    assert asks(team_mate, "decline").json()["status"] == "declined"
    again = asks(caller, "make")
    assert (again.status_code, again.json()["code"]) == (429, "too_soon")
    wrong = asks(player, "make")
    assert (wrong.status_code, wrong.json()["code"]) == (409, "no_offer")
