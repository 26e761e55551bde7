"""What a sweep takes: only matches of games that this process has, so that it starves nobody beside a newer release."""

from datetime import timedelta

import pytest
from django.utils import timezone

import engines
from matches.commands import command
from matches.hall import hall, utcnow
from matches.models import Match, MatchCommand, MatchEvent
from matches.sweeper import Sweeper
from tests.matches.table import bot, check_log, duel, run, start

pytestmark = pytest.mark.django_db(transaction=True)


async def _later() -> None:
    hall().now = lambda: utcnow() + timedelta(seconds=30)
    async with hall().connection() as link:  # time jumps here, but nobody was out
        await link.execute("UPDATE matches_heartbeat SET at = %s", (hall().now(),))
    await Sweeper(hall()).sweep()


def test_a_process_without_the_game_leaves_its_bots_to_others(cast):
    match = duel(bot(), bot(), options={"kicks": 100})
    run(lambda: start(match))
    due = Match.objects.get(pk=match.pk).bot_due_at
    assert due is not None

    engines.forget("duel")
    try:
        run(_later)
    finally:
        engines.register("duel", "tests.matches.duel")
    untouched = Match.objects.get(pk=match.pk)
    assert (untouched.bot_due_at, untouched.version) == (due, 0), "claimed by a process that cannot play it"

    run(_later)
    assert check_log(match.id).version == 1


def test_a_process_without_the_game_lets_it_wait_for_its_kick_off(cast, caplog):
    match = duel(bot(), cast.anna, no_show_at=timezone.now() + timedelta(seconds=5))
    engines.forget("duel")
    try:
        run(_later)
    finally:
        engines.register("duel", "tests.matches.duel")
    assert Match.objects.get(pk=match.pk).status == "waiting"
    assert "the sweep failed here" not in caplog.text

    run(_later)
    assert Match.objects.get(pk=match.pk).status == "finished"
    assert MatchEvent.objects.get(match=match).kind == "ruling"


def test_a_process_without_the_game_leaves_a_command_to_others(cast, caplog):
    """The poke of the command reaches every process; who has not the game looks away, and the command stays open."""
    match = duel(cast.anna, cast.bruno)
    poke = str(match.pk).encode()

    async def poked():
        Sweeper(hall())._poked(poke)
        await hall().drain()

    run(lambda: start(match))
    given = command(match.pk, "pause", {"reason": "a look at the board"})
    engines.forget("duel")
    try:
        run(poked)
    finally:
        engines.register("duel", "tests.matches.duel")
    assert not caplog.records, caplog.text
    assert MatchCommand.objects.get(pk=given.pk).applied_at is None

    run(poked)
    assert Match.objects.get(pk=match.pk).status == "paused"
