"""Offers at the table: what both sides agree on happens once, whoever dies; what nobody agreed on never does."""

import asyncio
import threading
import uuid
from datetime import timedelta
from typing import get_args, get_type_hints
from uuid import uuid4

import pytest
from django.db import connection
from django.utils import timezone
from psycopg.errors import UniqueViolation

from matches import queries
from matches.live import rulings
from matches.live.commands import command
from matches.live.protocol import OfferFrame
from matches.live.running import Hall, hall
from matches.live.runtime import Runtime
from matches.models import Match, MatchCommand, MatchEvent, Offer, Outbox, Seat
from matches.store.timing import utcnow
from matches.upkeep.sweeper import Sweeper
from matches.verbs import offers
from matches.verbs.offers import NoOffer, TooSoon
from tests.matches.table import bot, check_log, duel, kick, run, start, to_act, unguarded
from tests.matches.test_rulings import sweep

pytestmark = pytest.mark.django_db(transaction=True)


def act(match, seat, kind, do="make", client_id=None):
    return offers.act(match_id=match.id, seat=seat, kind=kind, do=do, client_id=client_id or uuid.uuid4())


def live(home, away, **settings):
    match = duel(home, away, **{"options": {"kicks": 1000}, **settings})
    run(lambda: start(match))
    return match


def test_a_draw_by_agreement_is_a_ruling_and_the_matchs_own_result(cast):
    match = live(cast.anna, cast.bruno)
    assert act(match, "home", "draw").status == "open"
    assert act(match, "away", "draw", "accept").status == "accepted"
    assert Match.objects.get(pk=match.pk).status == "live", "the running match is the sweep's"
    run(sweep)
    after = check_log(match.id)
    assert (after.status, after.result["winner"], after.result["source"]) == ("finished", None, "agreement")
    assert after.result["score"] == {"home": 0, "away": 0}
    ruling = MatchEvent.objects.get(match=match)
    assert (ruling.kind, ruling.move["type"], ruling.seat) == ("ruling", "draw", "")
    assert Outbox.objects.filter(match=match).count() == 1
    assert act(match, "away", "draw", "accept").status == "accepted", "a repeat counts once"
    assert MatchCommand.objects.filter(match=match).count() == 1


def test_the_socket_takes_every_kind_and_every_act():
    kinds, acts = (get_args(get_type_hints(OfferFrame)[name]) for name in ("kind", "do"))
    assert (kinds, acts) == (tuple(Offer.Kind.values), offers.ACTS)


def test_both_offering_is_an_agreement(cast):
    match = live(cast.anna, cast.bruno)
    act(match, "home", "draw")
    assert act(match, "away", "draw").status == "accepted"


def test_terms_without_draws_allow_none(cast):
    match = live(cast.anna, cast.bruno, terms={"draws_allowed": False})
    with pytest.raises(NoOffer, match="must have a winner"):
        act(match, "home", "draw")
    assert not Offer.objects.exists()


def test_a_draw_needs_a_level_score_at_the_offer_and_at_the_end(cast):
    match = live(cast.anna, cast.bruno)
    Match.objects.filter(pk=match.pk).update(snapshot=ahead(match))
    with pytest.raises(NoOffer, match="level"):
        act(match, "home", "draw")
    Match.objects.filter(pk=match.pk).update(snapshot=match.snapshot or ahead(match, 0))
    act(match, "home", "draw")
    act(match, "away", "draw", "accept")
    Match.objects.filter(pk=match.pk).update(snapshot=ahead(match))
    run(sweep)
    assert Match.objects.get(pk=match.pk).status == "live"
    assert MatchCommand.objects.get(match=match).outcome == "The score is not level any more."


def ahead(match, goals=1):
    snapshot = Match.objects.get(pk=match.pk).snapshot
    return {**snapshot, "score": {"home": goals, "away": 0}}


def test_a_draw_offer_lapses_with_the_other_sides_decision_and_not_with_ones_own(cast):
    match = live(cast.anna, cast.bruno)

    async def first():
        await hall().runtime(match.id).ensure()
        return to_act(match)

    mover = run(first)
    other = "away" if mover == "home" else "home"
    act(match, mover, "draw")

    async def own():
        await hall().runtime(match.id).ensure()
        await kick(match, 0)
        await hall().runtime(match.id).look()
        return hall().runtime(match.id).row.offers

    assert [made["kind"] for made in run(own)] == ["draw"]

    async def theirs():
        await hall().runtime(match.id).ensure()
        await kick(match, 1)
        return hall().runtime(match.id).row.offers

    assert run(theirs) == []
    with pytest.raises(NoOffer, match="offer has ended"):
        act(match, other, "draw", "accept")
    # One of the two kicks may have been a goal; what is asked here is about a level match.
    match.refresh_from_db()
    Match.objects.filter(pk=match.pk).update(snapshot={**match.snapshot, "score": {"home": 0, "away": 0}})
    with pytest.raises(TooSoon):
        act(match, mover, "draw")
    assert Offer.objects.get(match=match).status == "lapsed"


def shown(match):
    """The offers that a process shows which knows only the store."""

    async def look():
        await hall().runtime(match.id).ensure()
        return [offer["kind"] for offer in hall().runtime(match.id).row.offers]

    return run(look)


@pytest.mark.parametrize("kind", ["draw", "pause"])
def test_no_offer_outlives_a_pause(cast, kind):
    match = live(cast.anna, cast.bruno)
    act(match, "home", kind)
    for decided in ("pause", "resume"):
        command(match.id, decided, {"reason": "a call"})
        run(sweep)
        assert shown(match) == []
    with pytest.raises(NoOffer, match="offer has ended"):
        act(match, "away", kind, "accept")


def test_a_wish_to_play_on_ends_with_its_pause(cast):
    match = live(cast.anna, cast.bruno)
    for _pause in range(2):
        act(match, "home", "pause")
        act(match, "away", "pause", "accept")
        run(sweep)
        assert shown(match) == [], "it was made in the pause before"
        assert act(match, "home", "resume").status == "open"
        assert shown(match) == ["resume"]
        Match.objects.filter(pk=match.pk).update(resume_at=timezone.now())
        run(sweep)
        assert Match.objects.get(pk=match.pk).status == "live"
        MatchEvent.objects.filter(match=match).update(at=timezone.now() - timedelta(hours=1))


def test_what_was_offered_is_shown_while_it_can_be_agreed_on(cast):
    early = duel(cast.anna, cast.bruno, starts_at=timezone.now() + timedelta(days=1))
    Seat.objects.filter(match=early).update(seen_at=timezone.now())
    act(early, "home", "start")
    assert shown(early) == ["start"]
    command(early.id, "start", {})
    run(sweep)
    assert (Match.objects.get(pk=early.pk).status, shown(early)) == ("live", [])
    act(early, "home", "pause")
    command(early.id, "award", {"winner": "home", "reason": "a call"})
    run(sweep)
    assert shown(early) == [], "the match is over"
    act(early, "home", "rematch")
    assert shown(early) == ["rematch"]


def test_the_wait_begins_when_an_offer_lapsed_and_not_with_the_next_try(cast):
    match = live(cast.anna, cast.bruno)

    async def first():
        await hall().runtime(match.id).ensure()
        return to_act(match)

    mover = run(first)
    offerer = "away" if mover == "home" else "home"
    act(match, offerer, "draw")

    async def theirs():
        await hall().runtime(match.id).ensure()
        await kick(match, 0)

    run(theirs)
    match.refresh_from_db()
    Match.objects.filter(pk=match.pk).update(snapshot={**match.snapshot, "score": {"home": 0, "away": 0}})
    MatchEvent.objects.filter(match=match).update(at=timezone.now() - timedelta(seconds=offers.WAIT["draw"] - 2))
    with pytest.raises(TooSoon):
        act(match, offerer, "draw")
    Offer.objects.update(status="open")
    MatchEvent.objects.filter(match=match).update(at=timezone.now() - timedelta(seconds=offers.WAIT["draw"] + 2))
    assert act(match, offerer, "draw").status == "open"


def test_offers_that_come_to_nothing_make_the_next_wait_longer(cast):
    match = live(cast.anna, cast.bruno)
    for tries in (1, 2, 3):
        act(match, "home", "draw")
        act(match, "away", "draw", "decline")
        with pytest.raises(TooSoon):
            act(match, "home", "draw")
        past = timezone.now() - timedelta(seconds=offers.WAIT["draw"] * tries**2 - 1)
        Offer.objects.filter(match=match).update(changed_at=past)
        with pytest.raises(TooSoon):
            act(match, "home", "draw")
        Offer.objects.filter(match=match).update(changed_at=past - timedelta(seconds=2))
    assert act(match, "away", "draw").status == "open", "the other side is not muted"


def test_one_open_offer_of_a_kind_and_a_repeat_is_the_same(cast):
    match = live(cast.anna, cast.bruno)
    key = uuid.uuid4()
    act(match, "home", "pause", client_id=key)
    act(match, "home", "pause", client_id=key)
    act(match, "home", "pause")
    act(match, "home", "draw")
    assert Offer.objects.filter(match=match).count() == 2
    assert act(match, "home", "pause", "withdraw").status == "withdrawn"
    assert act(match, "home", "pause", "withdraw").status == "withdrawn"
    with pytest.raises(NoOffer):
        act(match, "away", "pause", "accept")


def test_a_pause_by_agreement_stops_the_clocks_and_ends_by_itself(cast):
    match = live(cast.anna, cast.bruno, move_seconds=30, budget_seconds=600)
    act(match, "home", "pause")
    act(match, "away", "pause", "accept")
    run(sweep)
    paused = Match.objects.get(pk=match.pk)
    assert (paused.status, paused.deadline_at, paused.home_since, paused.away_since) == ("paused", None, None, None)
    run(lambda: sweep(later=offers.PAUSE_SECONDS - 5))
    assert Match.objects.get(pk=match.pk).status == "paused"
    run(lambda: sweep(later=offers.PAUSE_SECONDS + 5))
    after = check_log(match.id)
    assert (after.status, after.resume_at) == ("live", None)
    assert [row.move["type"] for row in MatchEvent.objects.filter(match=match)] == ["pause", "resume"]


def test_play_goes_on_by_agreement_but_not_against_a_referee(cast):
    match = live(cast.anna, cast.bruno)
    act(match, "home", "pause")
    act(match, "away", "pause", "accept")
    run(sweep)
    act(match, "home", "resume")
    assert act(match, "away", "resume", "accept").status == "accepted"
    run(sweep)
    assert Match.objects.get(pk=match.pk).status == "live"
    command(match.id, "pause", {"reason": "a call"})
    run(sweep)
    with pytest.raises(NoOffer, match="referee"):
        act(match, "home", "resume")
    run(lambda: sweep(later=offers.PAUSE_SECONDS * 3))
    assert Match.objects.get(pk=match.pk).status == "paused"


def test_a_scheduled_match_starts_early_when_both_agree_and_are_there(cast):
    match = duel(cast.anna, cast.bruno, starts_at=timezone.now() + timedelta(days=1))
    with pytest.raises(NoOffer, match="must be here"):
        act(match, "home", "start")
    Seat.objects.filter(match=match).update(seen_at=timezone.now())
    act(match, "home", "start")
    run(sweep)
    assert Match.objects.get(pk=match.pk).status == "waiting", "one side alone starts nothing"
    act(match, "away", "start", "accept")
    run(sweep)
    assert Match.objects.get(pk=match.pk).status == "live"


def test_a_rematch_needs_both_and_a_decline_says_no(cast):
    match = live(cast.anna, cast.bruno, options={"kicks": 1}, rematch_allowed=True)

    async def end():
        await hall().runtime(match.id).ensure()
        await kick(match, 0)

    run(end)
    act(match, "home", "rematch")
    assert Match.objects.count() == 1, "one side alone opens nothing"
    act(match, "away", "rematch", "decline")
    with pytest.raises(TooSoon):
        act(match, "home", "rematch")
    act(match, "away", "rematch")
    done = act(match, "home", "rematch", "accept")
    following = Match.objects.get(pk=done.next_match)
    assert {seat.side: seat.user_id for seat in following.seats.all()} == {"home": cast.bruno.pk, "away": cast.anna.pk}
    assert act(match, "home", "rematch").next_match == done.next_match
    assert Match.objects.count() == 2


def test_a_house_bot_agrees_to_what_costs_it_nothing_and_plays_on(cast):
    match = live(cast.anna, bot())
    assert act(match, "home", "draw").status == "declined"
    assert act(match, "home", "pause").status == "accepted"


def test_two_processes_apply_an_agreement_once(cast):
    match = live(cast.anna, cast.bruno)
    act(match, "home", "draw")
    act(match, "away", "draw", "accept")

    async def scenario():
        second = Hall()
        try:
            await asyncio.gather(*(Sweeper(here).sweep() for here in (hall(), second)))
        finally:
            await second.close()

    run(scenario)
    assert check_log(match.id).version == 1


def test_many_answers_at_once_agree_once(cast):
    match = live(cast.anna, cast.bruno)
    act(match, "home", "draw")
    told = []

    def answer(seat, do):
        try:
            told.append(act(match, seat, "draw", do).status)
        except NoOffer:
            told.append("refused")
        finally:
            connection.close()

    threads = [threading.Thread(target=answer, args=("away", "accept")) for _ in range(6)]
    threads += [threading.Thread(target=answer, args=("home", "withdraw")) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    stands = Offer.objects.get(match=match).status
    assert stands in ("accepted", "withdrawn")
    assert MatchCommand.objects.filter(match=match).count() == (stands == "accepted")
    assert set(told) == {stands, "refused"}, told


@pytest.mark.parametrize("died", ["before the commit", "after the commit"])
def test_a_process_killed_in_an_agreement_loses_nothing(cast, died, monkeypatch):
    """Killed before the commit nothing was agreed, after it the sweep of another process does what was agreed."""
    match = live(cast.anna, cast.bruno)
    act(match, "home", "draw")

    def killed(*_given, **_more):
        raise KeyboardInterrupt

    monkeypatch.setattr(offers, "command" if died == "before the commit" else "_answer", killed)
    if died == "before the commit":
        with pytest.raises(KeyboardInterrupt):
            act(match, "away", "draw", "accept")
        assert Offer.objects.get(match=match).status == "open"
    else:
        monkeypatch.setattr(offers, "_answer", lambda match, offer: None)
        monkeypatch.setattr(offers.feed, "publish_poke", killed)  # the poke is lost with the process
        with pytest.raises(KeyboardInterrupt):
            act(match, "away", "draw", "accept")
    run(sweep)
    assert Match.objects.get(pk=match.pk).status == ("live" if died == "before the commit" else "finished")


def test_absence_is_claimed_by_the_side_that_is_there(cast):
    match = live(cast.anna, cast.bruno, absence_seconds=60)

    async def scenario():
        runtime = hall().runtime(match.id)
        await runtime.ensure()
        gone, there = to_act(match), "away" if to_act(match) == "home" else "home"
        await present(match, there)
        hall().now = lambda: utcnow() + timedelta(seconds=50)
        early = await rulings.claim(hall(), match.id, there, uuid.uuid4())
        await present(match, there)
        hall().now = lambda: utcnow() + timedelta(seconds=61)
        await Sweeper(hall()).sweep()
        assert runtime.row.status == "live", "who is there has to claim it"
        own = await rulings.claim(hall(), match.id, gone, uuid.uuid4())
        await present(match, there)
        key = uuid.uuid4()
        done = await rulings.claim(hall(), match.id, there, key)
        again = await rulings.claim(hall(), match.id, there, key)
        return early, own, done, again, there

    early, own, done, again, there = run(scenario)
    assert (early.code, own.code) == ("no_claim", "no_claim")
    assert (done.kind, again.kind) == ("applied", "repeat")
    after = check_log(match.id)
    assert (after.result["winner"], after.result["code"], after.version) == (there, "absence", 1)


async def present(match, seat, *, later=0.0):
    """``seat`` is at the table, by the word of another process."""
    async with hall().connection() as link:
        await link.execute(
            "UPDATE matches_seat SET seen_at = %s, gone_at = NULL WHERE match_id = %s AND side = %s",
            (hall().now(), match.id, seat),
        )


@pytest.mark.parametrize("both_gone", [False, True])
def test_absence_is_awarded_by_itself_where_the_terms_say_so_and_once(cast, both_gone):
    match = live(cast.anna, cast.bruno, absence_seconds=60, absence_claimed=False)

    async def scenario():
        runtime = hall().runtime(match.id)
        await runtime.ensure()
        there = "away" if to_act(match) == "home" else "home"
        second = Hall()
        for here in (hall(), second):
            here.now = lambda: utcnow() + timedelta(seconds=62)
        if not both_gone:
            await present(match, there)
        async with hall().connection() as link:
            await link.execute("UPDATE matches_heartbeat SET at = %s", (hall().now(),))
        try:
            await asyncio.gather(*(Sweeper(here).sweep() for here in (hall(), second)))
        finally:
            await second.close()
        return there

    there = run(scenario)
    after = check_log(match.id)
    if both_gone:
        assert after.status == "live", "of two that are gone none wins"
    else:
        assert (after.result["winner"], after.result["code"], after.version) == (there, "absence", 1)


def test_an_outage_is_no_absence(cast):
    match = live(cast.anna, cast.bruno, absence_seconds=60, absence_claimed=False, move_seconds=600)

    async def scenario():
        await hall().runtime(match.id).ensure()
        gone = to_act(match)
        there = "away" if gone == "home" else "home"
        async with hall().connection() as link:
            await link.execute(
                "UPDATE matches_seat SET seen_at = %s, gone_at = %s WHERE match_id = %s AND side = %s",
                (hall().now(), hall().now(), match.id, gone),
            )
        await Sweeper(hall()).beat()
        hall().now = lambda: utcnow() + timedelta(seconds=300)
        await present(match, there)
        await Sweeper(hall()).sweep()
        early = hall().runtime(match.id).row.status
        hall().now = lambda: utcnow() + timedelta(seconds=300 + 60 + 25)
        async with hall().connection() as link:
            await link.execute("UPDATE matches_heartbeat SET at = %s", (hall().now(),))
        await present(match, there)
        await Sweeper(hall()).sweep()
        return early

    assert run(scenario) == "live"
    assert Match.objects.get(pk=match.pk).status == "finished"


def test_by_correspondence_nobody_has_to_be_there(cast):
    match = duel(cast.anna, cast.bruno, move_seconds=86400)

    async def scenario():
        for _ in range(2):
            await Sweeper(hall()).sweep()
            await asyncio.sleep(2.1)  # the browsers' seeds are waited for
        return hall().runtime(match.id).row

    row = run(scenario)
    assert row.status == "live"
    assert row.deadline_at - row.home_since if row.home_since else row.deadline_at - row.away_since


@pytest.mark.parametrize("guarded", [True, False])
def test_a_second_process_with_an_older_memory_cannot_end_a_pause_again(cast, monkeypatch, guarded):
    """The control: without the version check the second one writes too, and only the log's own constraint stops it."""
    match = live(cast.anna, cast.bruno)
    act(match, "home", "pause")
    act(match, "away", "pause", "accept")
    run(sweep)
    if not guarded:
        unguarded(monkeypatch, "AND m.version = given.expected AND m.status = given.was")

    async def scenario():
        second = Hall()
        try:
            for here in (hall(), second):
                here.now = lambda: utcnow() + timedelta(seconds=offers.PAUSE_SECONDS + 1)
                await here.runtime(match.id).ensure()
            await rulings.end_pause(hall(), match.id)

            async def stays_as_it_is(runtime):
                return None

            monkeypatch.setattr(Runtime, "catch_up", stays_as_it_is)
            await rulings.end_pause(second, match.id)
        finally:
            monkeypatch.undo()
            await second.close()

    if guarded:
        run(scenario)
    else:
        with pytest.raises(UniqueViolation):
            run(scenario)
    assert [row.move["type"] for row in MatchEvent.objects.filter(match=match)] == ["pause", "resume"]


def test_how_far_another_match_is_can_be_asked_in_one_query(cast, django_assert_num_queries):
    match, waiting = live(cast.anna, cast.bruno), duel(cast.anna, cast.bruno)

    async def play():
        await hall().runtime(match.id).ensure()
        await kick(match, 0)

    run(play)
    with django_assert_num_queries(1):
        found = queries.progress_of([match.id, waiting.id])
    assert (found[match.id].status, found[match.id].clock["turn"]) == ("live", 1)
    assert sum(found[match.id].score.values()) in (0, 1)
    assert (found[waiting.id].status, found[waiting.id].clock) == ("waiting", None)


def test_a_match_has_three_pauses_by_agreement(cast):
    match = live(cast.anna, cast.bruno, move_seconds=30, budget_seconds=600)
    accepted = {"match": match, "kind": "pause", "seat": "home", "status": "accepted", "version": 0}
    for _pause in range(offers.PAUSES - 1):
        Offer.objects.create(**accepted, client_id=uuid4())
    assert act(match, "home", "pause").status == "open"
    act(match, "home", "pause", "withdraw")
    Offer.objects.create(**accepted, client_id=uuid4())
    with pytest.raises(NoOffer, match="3 agreed pauses"):
        act(match, "away", "pause")
