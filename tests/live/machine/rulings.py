"""Rules of the machine for officials, and for an organiser who freezes the competition."""

from __future__ import annotations

import uuid
from typing import Any

from django.db import transaction
from hypothesis import strategies as st
from hypothesis.stateful import rule

from matches.live.commands import command
from matches.verbs import holding
from matches.verbs.officials import FINAL, KINDS
from tests.live.machine.agreements import Agreements
from tests.live.machine.seen import ASKED, REFEREE, numbers
from tests.live.model import OVER, SEATS, hold
from tests.live.world import DONE


class Rulings(Agreements):
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
        kind=st.sampled_from(["pause", "resume", "resume", "message", "message", "coaching", "award", "void"]),
        process=numbers,
        odds=numbers,
    )
    def an_official_decides(self, kind: str, process: int, odds: int) -> None:
        if kind in ("award", "void") and odds % 4:
            return
        model, found = self.model, self.process(process)
        if kind == "coaching" and not model.referee:
            return
        by = {"user": model.referee, "name": "R", "role": "referee"}
        payload: dict[str, Any] = {"reason": "a look at the board", "by": by}
        if kind == "award":
            payload |= {"winner": SEATS[odds % 2]}
        if kind == "coaching":
            payload |= {"seat": self.play_to_a_turn() or SEATS[odds % 2]}
        row = command(self.match.pk, kind, payload)
        key, allowed, before = str(row.pk), model.allows(kind), model.v
        if allowed:
            model.commands[key] = kind
        for _time in range(2 if found.loses else 1):
            self.sweep(found)
        self.check()
        there = any(found.client_id == key for found in self.model.rows[before:])
        hold(there == allowed, f"{kind} by an official {'was not applied' if allowed else 'was applied'}")

    @rule(
        user=st.sampled_from([REFEREE, REFEREE, "anna", "dora"]),
        kind=st.sampled_from([*KINDS, "coaching"]),
        seat=st.sampled_from(SEATS),
        odds=numbers,
    )
    def somebody_judges(self, user: str, kind: str, seat: str, odds: int) -> None:
        """A decision that ``user`` posts, twice under one id: only the match's own official may, and it counts once."""
        if kind in FINAL and odds % 4:
            return
        model = self.model
        if kind == "coaching" and odds % 3:
            seat = self.play_to_a_turn() or seat
        body: dict[str, Any] = {"id": str(uuid.uuid4()), "kind": kind, "reason": "a look at the board"}
        body |= {"award": {"winner": seat}, "coaching": {"seat": seat}}.get(kind, {})
        official = bool(model.referee) and user == REFEREE
        allowed = official and model.allows(kind) and (kind != "coaching" or model.coachable() == seat)
        if allowed:
            model.commands[body["id"]] = kind
        may, before = 201 if allowed else 409 if official else 403, model.v
        for _time in range(2):
            answer = self.post(user, "rulings", body)
            DONE[f"ruling {kind}"] += allowed
            ASKED[f"ruling: {answer.status_code}"] += 1
            self.check()
            hold(answer.status_code == may, f"{user} decided {body}, and was answered {answer.status_code}, not {may}")
        there = [row for row in model.rows[before:] if row.client_id == body["id"]]
        hold(len(there) == allowed, f"{body} was answered {may}, the log: {there}")
