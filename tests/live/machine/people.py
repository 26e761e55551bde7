"""Rules of the machine for people: who comes, is cut off, comes back, and on which device they play."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import rule

from tests.live.machine.answers import Answers
from tests.live.machine.seen import SEEDS, TURNS, numbers
from tests.live.model import SEATS, hold
from tests.live.world import Client, Process

DEVICES = {"home": "anna1", "away": "bruno1"}
"""Where each side's page is opened."""
PAGES = ["anna1", "anna2", "bruno1", "bruno2", "carla1", "dora1", "emil1", "fabio1", "gina2", ""]
"""Where somebody opens the page: a browser each, and a visitor's."""


class People(Answers):
    """Base of the machine, for the pages that are open."""

    def come(self, device: str, process: Process, *, again: Client | None = None) -> Client:
        """Open the page on ``device``; ``again``: as the page that this client was, after a cut."""
        user = device[:-1] if device else ""
        seat = self.sides.get(user)
        seat = None if seat in self.model.bots else seat
        client = Client(process, self.match, user, device, seat)
        asked: dict[str, Any] = {}
        if again is not None:
            client.v, client.timeline, client.state = again.v, again.timeline, again.state
            asked = {"v": again.v if again.v >= 0 else None, "timeline": again.timeline, "again": 1}
        if seat is not None:
            self.model.left[seat] = None
            if again is None:
                self.owner[user] = device
        self.world.clients.append(client)
        process.run(client.open(**asked))
        return client

    def leave(self, client: Client) -> None:
        client.process.run(client.drop())
        self.note_left()

    def note_left(self) -> None:
        for seat in SEATS:
            there = any(client.seat == seat and client.is_open for client in self.world.clients)
            if not there and self.model.left[seat] is None:
                self.model.left[seat] = self.world.now()

    def sit(self, device: str, process: int) -> Client:
        client = self.come(device, self.process(process))
        if client.seat is not None and self.model.status == "waiting":
            client.process.run(client.tell({"t": "seed", "seed": SEEDS[client.seat]}))
        return client

    def go_away(self, seat: str) -> None:
        """Close all pages of ``seat``."""
        for client in [client for client in self.world.clients if client.is_open and client.seat == seat]:
            self.leave(client)
            self.dropped.append(client)
        self.check()

    @rule(device=st.sampled_from(PAGES), process=numbers)
    def somebody_opens_the_page(self, device: str, process: int) -> None:
        if sum(client.is_open for client in self.world.clients) < 8:
            self.sit(device, process)
            self.check()

    @rule(client=numbers)
    def somebody_is_cut_off(self, client: int) -> None:
        found = self.present(client)
        if found is not None:
            self.leave(found)
            self.dropped.append(found)
            self.check()

    @rule(client=numbers, process=numbers)
    def somebody_comes_back(self, client: int, process: int) -> None:
        """The same page after a cut: it says what it has seen, and is sent what it missed."""
        if self.dropped:
            found = self.dropped.pop(client % len(self.dropped))
            back = self.come(found.device, self.process(process), again=found)
            hold(
                back.v >= found.v or back.timeline != found.timeline, f"{back} came back with {found.v}, sees {back.v}"
            )
            self.check()

    @rule(client=numbers, turns=TURNS, elsewhere=st.booleans())
    def somebody_is_cut_off_for_a_moment(self, client: int, turns: list[tuple[int, int]], elsewhere: bool) -> None:
        """Play goes on meanwhile; the page comes back at the same process, or at the other."""
        found = self.present(client)
        if found is not None:
            self.leave(found)
            self.play(turns[:3])
            here = self.world.processes.index(found.process)
            back = self.come(found.device, self.process(here + elsewhere), again=found)
            hold(
                back.v >= found.v or back.timeline != found.timeline, f"{back} came back with {found.v}, sees {back.v}"
            )
            self.check()

    @rule(client=numbers)
    def somebody_takes_the_seat_back(self, client: int) -> None:
        found = self.present(client, seated=True)
        if found is not None:
            self.owner[found.user] = found.device
            found.process.run(found.tell({"t": "take"}))
            self.check()
            hold(found.here, f"{found} took the seat, and is told that it plays elsewhere")
