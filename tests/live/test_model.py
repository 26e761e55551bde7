"""The live half and its model: whatever people, processes, time and faults do, everybody sees what must happen."""

from __future__ import annotations

import time

import pytest

from matches.live import kickoff
from matches.live.runtime import Runtime
from matches.models import Seat
from matches.verbs import casual
from matches.verbs.opening import Opening, Sitter, open_match, take_seat
from tests.live.machine.seen import ASKED
from tests.live.machine.table import SETTINGS, explore, replay, tables
from tests.live.world import DONE, Client
from tests.sizes import DAY, LONG, PARTS, size

pytestmark = pytest.mark.django_db(transaction=True)

EXAMPLES = size(2, 100)
"""Of each setting; in a long run in each of ``PARTS``, others each day."""
STEPS = size(22, 25)


@pytest.mark.parametrize("part", PARTS)
def test_whatever_happens_everybody_sees_what_must_happen(cast, part):
    began, cpu = time.monotonic(), time.process_time()
    with tables(cast) as machine:
        try:
            explore(machine, EXAMPLES, steps=STEPS, number=DAY * len(PARTS) + part if LONG else 0, shrink=LONG)
        finally:
            spent = f"{time.monotonic() - began:.0f} s, {time.process_time() - cpu:.0f} s of CPU"
            print(f"{machine.world.examples} examples, {spent}: {dict(sorted(ASKED.items()))}")
            print(f"done: {dict(sorted(DONE.items()))}")


@pytest.mark.parametrize("turns", [0, 1])
def test_who_comes_back_to_a_process_that_is_behind_is_not_shown_less(cast, turns):
    """Found by an example: it was shown the version that this process knew, or even that the match waited."""

    def script(state):
        one, two = state.world.processes
        state.open_match(dice=0, apart=False, alone=9, turns=[])
        stays = state.come("", two)
        state.sit("anna1", 0)
        state.sit("bruno1", 0)
        leaves = state.come("", one)
        state.check()
        state.play([(0, 0)] * turns)
        assert stays.state["status"] == "waiting" and leaves.state["status"] == "live" and leaves.v == turns
        state.leave(leaves)
        state.come("", two, again=leaves)
        state.check()

    with tables(cast) as machine:
        replay(machine, SETTINGS[0], script)


def test_who_takes_the_seat_back_from_another_process_is_told(cast):
    """Found by an example: the page could move again, and went on saying that its user played elsewhere."""

    def script(state):
        state.open_match(dice=0, apart=False, alone=0, turns=[])
        anna = next(client for client in state.world.clients if client.user == "anna")
        state.sit("anna2", 1)
        one = anna.process
        one.run(one.hall.runtime(state.match.pk).look())  # as soon as it hears of it
        state.check()
        assert not anna.here
        state.somebody_takes_the_seat_back(client=0)
        assert anna.here

    with tables(cast) as machine:
        replay(machine, SETTINGS[0], script)


def test_who_plays_elsewhere_is_told_even_if_the_word_of_it_was_lost(cast):
    """Found by an example: the page could move on, until the other process wrote the next version."""

    def script(state):
        state.open_match(dice=0, apart=False, alone=0, turns=[])
        state.sit("anna2", 1)
        state.everybody_looks()

    with tables(cast) as machine:
        replay(machine, SETTINGS[0], script)


def test_who_takes_the_seat_back_before_its_process_heard_that_it_was_taken_has_it(cast):
    """Found by an example: its process saw nothing to take, and a moment later took it for the other one's."""

    def script(state):
        state.open_match(dice=0, apart=False, alone=0, turns=[])
        state.sit("anna2", 1)
        state.somebody_takes_the_seat_back(client=0)
        state.everybody_looks()

    with tables(cast) as machine:
        replay(machine, SETTINGS[0], script)


def test_a_process_that_ends_tries_no_kick_off_afterwards(cast, caplog, monkeypatch):
    """It logged an error, when the time for the seeds was over and its connections were closed."""
    monkeypatch.setattr(kickoff, "SEED_SECONDS", 0.5)

    def script(state):
        state.open_match(dice=0, apart=False, alone=9, turns=[])
        for device in ("anna1", "bruno1"):
            state.come(device, state.process(0))
        state.a_process_is_restarted(0)
        time.sleep(0.7)

    with tables(cast) as machine:
        replay(machine, SETTINGS[0], script)
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def test_a_standby_is_not_read_over_a_connection_to_the_lost_database(cast, monkeypatch):
    """The world of the model wrote the standby's rows before it cut the connections: time ran back for who looked."""

    def script(state):
        world = state.world
        execute = world.store.execute

        def cut_late(statement, *values):
            if "pg_terminate_backend" in str(statement):
                for process in world.processes:
                    process.begin(process.hall.runtime(state.match.pk).look())
                time.sleep(0.2)  # each reads, or waits for its turn
            return execute(statement, *values)

        state.open_match(dice=0, apart=False, alone=0, turns=[])
        monkeypatch.setattr(world.store, "execute", cut_late)
        state.a_standby_takes_over(turns=[(0, 0), (0, 0)], lags=True)

    with tables(cast) as machine:
        replay(machine, SETTINGS[0], script)


def test_who_moved_too_late_is_shown_who_is_there_now(cast):
    """Found by an example: the steps that it missed were sent again as they were, and told who was there then."""

    def script(state):
        state.open_match(dice=0, apart=False, alone=0, turns=[])
        visitor = state.sit("", 0)
        state.play([(0, 0)] * 3)
        state.leave(visitor)
        state.everybody_looks()
        late = state.ready(0)
        state.send(state.moving(late, state.choices_of(late)[:1], late.v - 2))
        state.everybody_looks()

    with tables(cast) as machine:
        replay(machine, SETTINGS[0], script)


def test_who_sits_down_is_seen_even_if_the_word_of_it_was_lost(cast, monkeypatch):
    """A page that waited for people went on asking for them until the kick-off."""
    with tables(cast) as machine:
        world = machine.world
        world.begin()
        sides = {"home": Sitter(users=(cast.anna,), places=2), "away": Sitter(places=2)}
        match = open_match(Opening(game="six_a_side", origin="casual", **sides))
        process = world.processes[0]
        page = Client(process, match, "anna", "anna1", "home")
        world.clients.append(page)
        process.run(page.open())

        def seen():
            for _time in range(2):
                process.run(process.sweep())
                world.settle()
            return page.state["head"]["home"]["name"]

        alone = seen()
        take_seat(invite=Seat.objects.get(match=match, side="home").invite, user=cast.organiser)
        assert str(cast.organiser) in seen()
        casual.leave(match_id=match.id, user=cast.organiser)
        assert seen() == alone
        monkeypatch.setattr(Runtime, "look", pytest.fail)  # nothing is read again while nothing changes
        assert seen() == alone
        world.end()


JUDGED = {"game": "six_a_side", "move_seconds": 600, "several": True, "origin": "casual"}


@pytest.mark.parametrize("when", ["before", "after"])
def test_coaching_is_explained_if_the_connection_is_lost_over_it(cast, when):
    """The turn was lost, and nobody was told why or by whom, if the word of the commit did not come."""

    def script(state):
        state.open_match(dice=0, apart=False, alone=0, turns=[], several=True, judged=True)
        assert state.play_to_a_turn() is not None
        state.the_connection_will_be_lost(process=0, when=when)
        state.an_official_decides(kind="coaching", process=0, odds=0)
        state.everybody_looks()

    with tables(cast) as machine:
        replay(machine, JUDGED, script)


def test_a_process_that_is_behind_carries_a_decision_out_all_the_same(cast):
    """It judged a call of coaching by the position that it knew, and refused it for good."""

    def script(state):
        state.open_match(dice=0, apart=False, alone=0, turns=[], several=True, judged=True)
        state.sit("", 1)
        state.check()
        assert state.play_to_a_turn() is not None
        state.an_official_decides(kind="coaching", process=1, odds=0)
        state.everybody_looks()

    with tables(cast) as machine:
        replay(machine, JUDGED, script)


def test_who_gives_up_at_a_process_that_is_behind_has_given_up(cast):
    """It still took the match for paused, and refused."""

    def script(state):
        state.open_match(dice=0, apart=True, alone=0, turns=[])
        state.an_official_decides(kind="pause", process=0, odds=0)
        state.everybody_looks()
        state.an_official_decides(kind="resume", process=0, odds=0)
        clients = [client for client in state.world.clients if client.is_open]
        state.somebody_gives_up(client=[client.seat for client in clients].index("away"), odds=0, posts=False)
        assert state.model.status == "finished"

    with tables(cast) as machine:
        replay(machine, SETTINGS[0], script)


def test_an_offer_to_undo_ends_with_the_other_sides_undo(cast):
    """It stood for a decision that no longer did: accepted then, it would have taken back an earlier one."""

    def script(state):
        state.open_match(dice=0, apart=False, alone=0, turns=[(0, 0), (0, 0), (0, 0), (0, 0)])
        clients = {client.seat: client for client in state.world.clients}
        state.offer(clients["away"], "undo", "make")
        state.offer(clients["home"], "undo", "make")
        state.offer(clients["away"], "undo", "accept")
        state.everybody_looks()
        assert clients["home"].state["offers"] == []
        state.offer(clients["home"], "undo", "accept")

    with tables(cast) as machine:
        replay(machine, SETTINGS[0], script)


@pytest.mark.parametrize("kind", ["draw", "pause", "undo"])
def test_no_offer_outlives_a_pause(cast, kind):
    """It stood again when play went on: a draw of a position that both had had time to think about."""

    def script(state):
        state.open_match(dice=0, apart=False, alone=0, turns=[(0, 0), (0, 0)])
        clients = {client.seat: client for client in state.world.clients}
        state.offer(clients["home"], kind, "make")
        state.everybody_looks()
        assert [offer["kind"] for offer in clients["away"].state["offers"]] == [kind]
        for decided in ("pause", "resume"):
            state.an_official_decides(kind=decided, process=0, odds=0)
            assert clients["away"].state["offers"] == []
            state.everybody_looks()
        state.offer(clients["away"], kind, "accept")
        assert state.model.status == "live" and not state.model.agreed

    with tables(cast) as machine:
        replay(machine, SETTINGS[0], script)


def test_an_offer_from_a_page_that_only_looks_on_is_refused(cast):
    """Found by an example: the answer is right, and the model expected another."""

    def script(state):
        state.open_match(dice=0, apart=False, alone=0, turns=[])
        state.sit("bruno2", 1)
        state.everybody_looks()
        bruno = next(client for client in state.world.clients if client.user == "bruno")
        assert not bruno.here
        state.offer(bruno, "undo", "decline")

    with tables(cast) as machine:
        replay(machine, SETTINGS[0], script)


def test_a_stale_move_may_meet_a_lost_connection(cast):
    """Found by an example of the long run, as it printed it. Its process had not heard of the version that the other
    one wrote, and lost its connection over the move: it is told to try again, and the same id is safe.
    """

    def script(state):
        state.open_match(dice=84, alone=0, turns=[(57, 21), (82, 12)], apart=True)
        state.everybody_looks()
        state.somebody_is_cut_off_for_a_moment(
            client=17, elsewhere=False, turns=[(30, 45), (0, 44), (45, 62), (43, 65), (78, 46)]
        )
        state.everybody_looks()
        state.somebody_is_cut_off_for_a_moment(
            client=4,
            elsewhere=False,
            turns=[(54, 43), (54, 22), (91, 42), (99, 74), (98, 39), (57, 72), (70, 21), (97, 0)],
        )
        state.everybody_looks()
        state.somebody_comes_back(client=82, process=22)
        state.somebody_comes_back(client=91, process=63)
        state.the_connection_will_be_lost(process=29, when="before")
        state.somebody_is_cut_off_for_a_moment(client=37, elsewhere=True, turns=[(5, 61)])
        state.somebody_opens_the_page(device="bruno2", process=55)
        state.somebody_opens_the_page(device="", process=61)
        state.two_move_at_once(one=49, pick=32, same=False, two=81)
        state.everybody_looks()
        state.the_connection_will_be_lost(process=73, when="before")
        state.everybody_looks()
        state.two_move_at_once(one=54, pick=94, same=False, two=75)
        state.somebody_comes_back(client=74, process=36)
        state.somebody_comes_back(client=52, process=84)
        state.somebody_comes_back(client=4, process=98)
        state.somebody_is_cut_off_for_a_moment(
            client=32,
            elsewhere=False,
            turns=[(29, 85), (75, 95), (69, 22), (19, 39), (83, 74), (9, 4), (92, 83), (25, 88)],
        )
        state.somebody_opens_the_page(device="anna1", process=1)
        state.somebody_is_cut_off_for_a_moment(
            client=16, elsewhere=False, turns=[(1, 11), (73, 20), (37, 30), (84, 82)]
        )

    with tables(cast) as machine:
        replay(machine, {"options": {"kicks": 16}, "move_seconds": 30, "origin": "casual"}, script)
