"""Comparison of the store, and of all that was shown, with the model after each step."""

from __future__ import annotations

import contextlib
from collections import Counter
from datetime import datetime
from typing import Any, ClassVar

import psycopg
from django.test import Client as Browser
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule
from psycopg_pool import PoolTimeout

from matches.live.seating import SEAT_FRESH
from matches.models import Match
from tests.live.model import OVER, SEATS, Model, Row, Wrong, hold
from tests.live.world import DONE, Client, Process, World

ASKED: Counter[str] = Counter()
"""Counts of each rule that was run and each answer given: a rule that nothing comes of is seen here."""

PLAYERS = {"anna": "home", "bruno": "away"}
TEAM_MATES = {"dora": "home", "emil": "away"}
"""Their second players, where sides are of two or more."""
THIRDS = {"fabio": "home", "gina": "away"}
"""Their third players, where sides are of three."""
REFEREE = "carla"
"""Name of the client who judges, where the match has an official; else a spectator."""
SEEDS = {"home": "0123456789abcdef", "away": "fedcba9876543210"}
"""Seeds that each side's page sends for the dice."""

numbers = st.integers(0, 99)
TURNS = st.lists(st.tuples(numbers, numbers), min_size=1, max_size=8)


class Seen(RuleBasedStateMachine):
    """Base of the machine (``Table``): one match, and the model of it."""

    world: ClassVar[World]
    people: ClassVar[dict[str, Any]]
    """Users by name."""
    browsers: ClassVar[dict[str, Browser]]
    """Where each of them is signed in."""
    setting: ClassVar[dict[str, Any]]
    match: Match
    model: Model
    sides: dict[str, str]
    """Whose seat is where."""
    frames: list[tuple[str, dict[str, Any]]]
    """All that was ever sent, and by whom."""
    dropped: list[Client]
    unswept: int
    restarted: datetime | None
    owner: dict[str, str]
    """The device on which each plays."""

    def __init__(self) -> None:
        super().__init__()
        self.world.begin()
        self.wrong = True
        """Something was found, or nothing was looked at."""
        self.ended = contextlib.ExitStack()
        self.ended.callback(self.world.end)

    def check(self) -> None:
        """Wait until all is quiet; compare the store and all that was shown with the model."""
        self.wrong = True
        self.world.settle()
        self.compare()
        self.wrong = False

    def compare(self) -> None:
        model, now = self.model, self.world.now()
        model.unsure = self.restarted is not None and now < self.restarted + SEAT_FRESH
        ((version, status, result, opening, rules, outbox),) = self.world.ask(
            """SELECT version, status, result, opening, rules_version,
            (SELECT count(*) FROM matches_outbox o WHERE o.match_id = m.id) FROM matches_match m WHERE id = %s""",
            self.match.pk,
        )
        rows = self.log()
        if model.status == "waiting" and status != "waiting" and opening:
            model.kick_off(opening, rules, now)
            seeds = "SELECT side, dice_seed, default_seed FROM matches_seat WHERE match_id = %s"
            for side, given, is_default in self.world.ask(seeds, self.match.pk):
                hold(is_default == (given != SEEDS[side]), f"{given} of {side} counts as the server's: {is_default}")
        model.read(rows, now)
        hold(version == model.v, f"the match is at {version}, its log at {model.v}")
        hold(status == model.status, f"the match is {status}, and should be {model.status}")
        hold((result is None) == (model.result is None), f"the result of a match that is {status}: {result}")
        if result is not None:
            model.check_result(result)
        after = [
            str(key)
            for (key,) in self.world.ask("SELECT id FROM matches_match WHERE origin = %s", f"rematch:{self.match.pk}")
        ]
        hold(len(after) == model.next_match, f"both want a rematch: {model.next_match}; there are {after}")
        hold(outbox == (status in OVER), f"{outbox} rows of the outbox for a match that is {status}")
        for client in self.world.clients:
            for frame in client.unread:
                model.check_frame(frame, client.seat, self.key_of(client.user))
            client.unread.clear()
        if self.world.faults:
            raise Wrong("; ".join(self.world.faults))

    def log(self) -> list[Row]:
        found = self.world.ask(
            """SELECT seq, client_id::text, part, seat, kind, move, rolls, events FROM matches_matchevent
            WHERE match_id = %s ORDER BY seq, part""",
            self.match.pk,
        )
        return [Row(*columns) for columns in found]

    def key_of(self, user: str) -> str:
        return str(self.people[user].pk) if user else ""

    def post(self, user: str, action: str, body: dict[str, Any], method: str = "post") -> Any:
        """Ask for something without a socket, through a process that was not there before."""
        DONE[f"{method.upper()} {action}/"] += 1
        ask = getattr(self.browsers[user], method)
        return ask(f"/api/v1/matches/{self.match.pk}/{action}/", body, "application/json")

    def present(self, pick: int, *, seated: bool = False) -> Client | None:
        found = [client for client in self.world.clients if client.is_open and (client.seat or not seated)]
        return found[pick % len(found)] if found else None

    def process(self, pick: int) -> Process:
        return self.world.processes[pick % len(self.world.processes)]

    def sweep(self, process: Process) -> None:
        """Let ``process`` do what is due; again if its connection was lost in the middle."""
        self.model.decide_calls(self.world.now())
        try:
            process.run(process.sweep())
        except (psycopg.OperationalError, PoolTimeout):
            process.run(process.sweep())

    def sweep_all(self) -> None:
        self.unswept = 0
        for process in self.world.processes:
            self.sweep(process)

    @rule()
    def everybody_looks(self) -> None:
        """Each process sweeps: now all who are there see the same, whatever was lost on the way."""
        self.sweep_all()
        self.check()
        self.sweep_all()
        self.check()
        for client in self.world.clients:
            if not client.is_open:
                continue
            hold(client.v == self.model.v, f"{client} sees {client.v}, the match is at {self.model.v}")
            plays_here = self.owner.get(client.user, client.device) == client.device
            hold(client.here or not plays_here, f"{client} plays here, and is told that it plays elsewhere")
            hold(plays_here or not client.here or not client.seat, f"{client} is not told that it plays elsewhere")
            shown = client.state.get("status")
            hold(shown == self.model.status, f"{client} sees that it is {shown}, and it is {self.model.status}")
            if self.model.status in OVER:
                hold((client.state["result"] is None) == (self.model.result is None), f"{client} sees no result")
            else:
                self.model.check_clock(client.state)
            self.model.check_offers(client.state)
            self.model.check_chat(client.lines, client.seat, self.key_of(client.user))
            self.check_presence(client)
        self.model.agreed.pop("coaching", None)  # what the log proved came too late, if it has not come by now
        for seat in SEATS:
            planned = self.model.planned(seat)
            hold(planned is None or planned[0] != seat, f"the reply that {seat} left was not played: {planned}")
        hold(not self.model.unexplained, f"coaching was punished, and nobody is told why: {self.model.rows[-3:]}")
        for key, kind in self.model.commands.items():
            raise Wrong(f"{kind} by an official ({key}) was never applied")

    def check_presence(self, client: Client) -> None:
        """Compare who is shown as being there; a process that ended did not note who left it."""
        model, now, since = self.model, self.world.now(), self.restarted
        if since is not None and now < since + SEAT_FRESH:
            return
        playing = {each.seat for each in self.world.clients if each.is_open} | model.bots
        noted = since is None or all(seat in playing or (model.left[seat] or since) > since for seat in SEATS)
        watching = sum(each.is_open and not each.seat and each.process is client.process for each in self.world.clients)
        there = {seat: seat in playing for seat in SEATS}
        model.check_presence(client.state["presence"], there, watching, noted=noted)
