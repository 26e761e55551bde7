"""Rules of the machine for faults: restarts, a standby of the database, lost messages and connections."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import rule

from tests.live.machine.people import People
from tests.live.machine.seen import TURNS, numbers
from tests.live.model import hold


class Faults(People):
    """Base of the machine, for what goes wrong."""

    @rule(turns=TURNS, lags=st.booleans())
    def a_standby_takes_over(self, turns: list[tuple[int, int]], lags: bool) -> None:
        """The database is lost; if the standby ``lags``, what was played last is lost with it."""
        self.sweep_all()
        self.check()
        copy, model, owner = self.world.copied(), self.model.copied(), dict(self.owner)
        self.play(turns[:3])
        if lags:
            self.model, self.owner = model, owner
        self.world.promote(copy if lags else None)
        self.restarted = self.world.now()  # who was there is not known for a while
        self.everybody_looks()

    @rule(process=numbers)
    def a_process_sweeps(self, process: int) -> None:
        self.sweep(self.process(process))
        self.check()

    @rule(process=numbers)
    def a_process_is_restarted(self, process: int) -> None:
        """Its sockets are told to come again, and its memory is lost."""
        found = self.process(process)
        there = [client for client in self.world.clients if client.is_open and client.process is found]
        found.run(found.stop())
        for client in there:
            found.run(client.until(lambda _frame: False))
            hold(client.closed is not None, f"{client} was not told of the restart")
        self.dropped += there
        self.restarted = self.world.now()
        found.loses = ""
        found.run(found.start())
        self.note_left()
        self.world.beats()
        self.check()

    @rule(process=numbers, listens=st.booleans(), half=st.booleans())
    def news_come_or_do_not(self, process: int, listens: bool, half: bool) -> None:
        """From now on this process hears what others tell, or ``half`` of it, or nothing: Valkey may lose anything."""
        found = self.process(process)
        found.listens, found.mishears, found.heard = False, half, 0
        if listens:
            found.run(found.hear(self.match.pk))

    @rule(process=numbers, when=st.sampled_from(["before", "after"]))
    def the_connection_will_be_lost(self, process: int, when: str) -> None:
        """At the next commit of this process, before or after it is done."""
        self.process(process).loses = when
