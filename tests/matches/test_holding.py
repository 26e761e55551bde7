"""Held matches: what waits does not begin and nobody is late; what is played is paused until the release alone."""

import uuid
from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from matches.live.commands import command
from matches.live.running import hall
from matches.models import Match
from matches.store.timing import utcnow
from matches.upkeep.sweeper import Sweeper
from matches.verbs import offers
from matches.verbs.holding import hold, release
from tests.matches.table import bot, check_log, duel, kick, run, start
from tests.matches.test_rulings import outcome_of, sweep

pytestmark = pytest.mark.django_db(transaction=True)


def held(*matches):
    with transaction.atomic():
        hold([match.id for match in matches], "exams")


def released(*matches, gap=timedelta(hours=1)):
    with transaction.atomic():
        release([match.id for match in matches], timezone.now() - gap, gap)


def test_two_bots_do_not_begin_and_nobody_is_late():
    match, late = duel(bot(), bot()), duel(bot(), bot(), no_show_at=timezone.now() - timedelta(seconds=5))
    held(match, late)
    run(sweep)
    assert set(Match.objects.values_list("status", flat=True)) == {"waiting"}
    released(match, late)
    run(sweep)
    assert Match.objects.get(id=match.id).status == "live"


def test_an_outage_during_the_freeze_puts_nothing_off_beside_it(cast):
    due = timezone.now() + timedelta(minutes=10)
    match = duel(cast.anna, cast.bruno, no_show_at=due)
    held(match)

    async def scenario():
        await Sweeper(hall()).beat()
        hall().now = lambda: utcnow() + timedelta(minutes=5)
        await Sweeper(hall()).beat()

    run(scenario)
    released(match, gap=timedelta(hours=1))
    match.refresh_from_db()
    assert match.no_show_at == due + timedelta(hours=1)


def test_what_is_played_is_paused_until_the_release(cast):
    match = duel(cast.anna, cast.bruno)

    async def begin():
        await start(match)
        await kick(match, 0)

    run(begin)
    held(match)
    run(sweep)
    assert Match.objects.get(id=match.id).status == "paused"
    refused = command(match.id, "resume", {"reason": "go on"})
    run(sweep)
    assert outcome_of(refused) == "The competition is frozen."
    assert Match.objects.get(id=match.id).status == "paused"
    released(match)
    run(sweep)
    assert check_log(match.id).status == "live"


def test_a_pause_that_both_agreed_on_does_not_end_before_the_release(cast):
    match = duel(cast.anna, cast.bruno)
    run(lambda: start(match))
    command(match.id, "pause", {"by": "agreement", "seconds": offers.PAUSE_SECONDS})
    run(sweep)
    held(match)
    with pytest.raises(offers.NoOffer, match="is frozen"):
        offers.act(match_id=match.id, seat="home", kind="resume", do="make", client_id=uuid.uuid4())
    run(lambda: sweep(later=offers.PAUSE_SECONDS + 5))
    assert Match.objects.get(id=match.id).status == "paused"
    released(match)
    run(sweep)
    assert check_log(match.id).status == "live"


def test_what_was_paused_before_stays_so(cast):
    match = duel(cast.anna, cast.bruno)

    async def begin():
        await start(match)

    run(begin)
    command(match.id, "pause", {"reason": "a broken board"})
    run(sweep)
    held(match)
    released(match)
    run(sweep)
    assert Match.objects.get(id=match.id).status == "paused"


def test_an_early_start_is_not_offered(cast):
    match = duel(cast.anna, cast.bruno, starts_at=timezone.now() + timedelta(hours=1))
    held(match)
    with pytest.raises(offers.NoOffer, match="is frozen"):
        offers.act(match_id=match.id, seat="home", kind="start", do="make", client_id=uuid.uuid4())
