"""Rules of the machine for officials, and for an organiser who freezes the competition."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from hypothesis import strategies as st
from hypothesis.stateful import rule

from matches.live.commands import command
from matches.verbs import holding
from tests.live.machine.people import People
from tests.live.machine.seen import numbers
from tests.live.model import OVER, SEATS, hold


class Rulings(People):
    """Base of the machine, for decisions from outside the table."""

    @rule(process=numbers, odds=numbers)
    def the_competition_is_frozen_or_goes_on(self, process: int, odds: int) -> None:
        """Its organiser holds the match, or releases it."""
        model, now, since = self.model, self.world.now(), self.model.held_since
        if model.status in OVER or (since is None and odds % 3):
            return
        commands = "SELECT id::text, kind FROM matches_matchcommand WHERE match_id = %s"
        before = dict(self.world.ask(commands, self.match.pk))
        with transaction.atomic():
            if since is None:
                holding.hold([self.match.pk], "exams")
            else:
                holding.release([self.match.pk], since, now - since)
        if since is None:
            model.freeze(now)
        else:
            model.thaw(now)
        given = {key: kind for key, kind in self.world.ask(commands, self.match.pk) if key not in before}
        asked, status = ("pause", "live") if since is None else ("resume", "paused")
        hold(list(given.values()) == [asked] * (model.status == status), f"a match that is {model.status}: {given}")
        model.commands |= given
        self.sweep(self.process(process))
        self.check()
        hold(model.status != status or not given, f"{asked} by the organiser, and the match is {model.status}")

    @rule(
        kind=st.sampled_from(["pause", "resume", "resume", "message", "message", "award", "void"]),
        process=numbers,
        odds=numbers,
    )
    def an_official_decides(self, kind: str, process: int, odds: int) -> None:
        if kind in ("award", "void") and odds % 4:
            return
        payload: dict[str, Any] = {"reason": "a look at the board", "by": {"user": "", "name": "R", "role": "referee"}}
        if kind == "award":
            payload |= {"winner": SEATS[odds % 2]}
        row = command(self.match.pk, kind, payload)
        key, allowed, before = str(row.pk), self.model.allows(kind), self.model.v
        if allowed:
            self.model.commands[key] = kind
        self.sweep(self.process(process))
        self.check()
        there = any(found.client_id == key for found in self.model.rows[before:])
        hold(there == allowed, f"{kind} by an official {'was not applied' if allowed else 'was applied'}")
