"""Rules of the machine for time: clocks, the hour of the kick-off, whoever stays away, and outages of all processes."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta

from hypothesis import strategies as st
from hypothesis.stateful import rule

from matches.live.seating import SEAT_FRESH
from tests.live.machine.people import DEVICES, People
from tests.live.machine.seen import ASKED, TURNS, numbers
from tests.live.model import GRACE, SEATS, hold, other
from tests.live.world import Client

FRESH = 40
"""Seconds for which a process may not sweep, and its people still count as being there."""


class Hours(People):
    """Base of the machine, for the time that passes."""

    @rule(there=st.sampled_from(["home", "away", "both", "nobody"]), late=st.booleans(), process=numbers)
    def the_kick_off_comes(self, there: str, late: bool, process: int) -> None:
        """It is time, and only ``there`` are at the table; a side that is ``late`` comes at the last moment."""
        model = self.model
        if model.status != "waiting" or model.starts_at is None or model.no_show_at is None:
            return
        self.sweep_all()
        self.check()
        if model.unsure or model.status != "waiting":
            return
        here = [seat for seat in SEATS if there in (seat, "both") or seat in model.bots]
        for seat in SEATS:
            if seat not in here:
                self.go_away(seat)
            elif model.left[seat] is not None and seat not in model.bots:
                self.sit(DEVICES[seat], process)
                self.check()
        self.until(model.starts_at - timedelta(seconds=1))
        self.until(model.starts_at)
        begins = len(here) == len(SEATS) and model.held_since is None
        hold((model.status == "waiting") != begins, f"at its kick-off with {here} the match is {model.status}")
        self.until(model.no_show_at - timedelta(seconds=1))
        if late and not begins and model.status == "waiting":
            for seat in SEATS:
                if seat not in here:
                    self.sit(DEVICES[seat], process + 1)
            self.check()
            begins = model.held_since is None
            hold((model.status == "waiting") != begins, f"all are there at last, and the match is {model.status}")
        self.until(model.no_show_at)
        if not begins and model.held_since is None:
            winner = here[0] if here else None
            hold(model.status == ("finished" if here else "void"), f"nobody waits for {here} any longer")
            hold(winner is None or (model.result or {})["winner"] == winner, f"{winner} alone came: {model.result}")
        self.everybody_looks()

    def until(self, moment: datetime) -> None:
        """Let time pass until ``moment``, if the match still waits for it."""
        seconds = int((moment - self.world.now()).total_seconds())
        if seconds > 0 and self.model.status == "waiting":
            self.time_passes(seconds, swept=True)

    @rule(seconds=st.sampled_from([1, 3, 12, 29, 31, 61, 130, 1000]), swept=st.booleans())
    def time_passes(self, seconds: int, swept: bool) -> None:
        """Everybody's clock runs on; ``swept``: and each process does what is due.

        A process that does not sweep for a while would be taken for dead, and its people for gone.
        """
        if seconds == 1000 and self.model.status != "paused":
            seconds = 130
        swept = swept or self.unswept + seconds > FRESH
        if not swept:
            self.unswept += seconds
            self.world.pass_time(seconds)
            return
        self.sweep_all()
        self.check()
        # What a process could not save it tries again later.
        saves = not any(process.loses for process in self.world.processes)
        asleep = self.model.v if saves and set(self.model.to_act()) & self.model.bots else None
        while seconds:
            span = seconds if self.model.status == "paused" else min(seconds, FRESH)
            seconds -= span
            self.world.pass_time(span)
            self.sweep_all()
            self.check()
            self.nobody_is_overdue()
            hold(span < 12 or asleep is None or self.model.v > asleep, "a bot is asleep")

    def nobody_is_overdue(self) -> None:
        """After the sweep of all processes no clock stands at zero, no pause is over, no bot has slept."""
        for _ in range(4):
            now, model = self.world.now(), self.model
            if not any(model.late(seat, now) for seat in SEATS):
                break
            before = model.v
            self.sweep_all()
            self.check()
            hold(model.v > before, f"the time of {[s for s in SEATS if model.late(s, now)]} is up, and nothing happens")
        now, model = self.world.now(), self.model
        if model.held_since is not None:
            return
        over = model.status == "paused" and model.pause_ends is not None and now >= model.pause_ends
        hold(not over, "the pause is over, and play does not go on")
        missed = model.status == "waiting" and model.no_show_at is not None and now >= model.no_show_at
        hold(not missed, "the time to come is over, and nothing happens")

    @rule(seconds=st.sampled_from([6, 31, 130]), turns=TURNS)
    def nobody_sweeps(self, seconds: int, turns: list[tuple[int, int]]) -> None:
        """All processes are out: whoever comes first after it, a sweep or a move, gives everybody the time back."""
        self.sweep_all()
        self.check()
        self.nobody_is_overdue()
        gap = timedelta(seconds=seconds)
        self.world.moment += gap
        self.model.give_back(gap, self.world.now())
        self.restarted = self.restarted and self.restarted + gap + GRACE  # nor does a side count as gone by it
        self.play(turns[: len(turns) % 2])
        self.everybody_looks()

    @rule(client=numbers, posts=st.booleans())
    def somebody_claims(self, client: int, posts: bool = False) -> None:
        """The match is claimed: right only if the other side, which is to act, was away for long enough."""
        found = self.present(client)
        if found is not None:
            self.claim(found, posts=posts and bool(found.user))

    def claim(self, client: Client, *, posts: bool = False) -> str:
        frame = {"t": "claim", "id": str(uuid.uuid4())}
        if posts:
            told = self.post(client.user, "claim", {"id": frame["id"]})
            code: str = "ack" if told.status_code == 201 else told.json()["code"]
        else:
            answer = client.process.run(client.say(frame))
            hold(answer is not None, f"{client} was cut off for a claim")
            assert answer is not None
            code = answer.get("code") or answer["t"]
        ASKED[f"claim: {code}"] += 1
        before = self.model.v
        self.check()
        won = any(row.client_id == frame["id"] for row in self.model.rows[before:])
        hold(won == (code == "ack") or code == "busy", f"a claim was answered {code}")
        hold(not won or client.seat == self.model.rows[-1].move["winner"], "the match was claimed for the other side")
        return code

    @rule(seconds=st.sampled_from([5, 29, 31, 61, 70]), claims=st.booleans())
    def the_side_to_move_goes_away(self, seconds: int, claims: bool) -> None:
        """All its pages are closed, and time passes; perhaps the other side claims the match then."""
        self.sweep_all()
        self.check()
        model, asked = self.model, [seat for seat in self.model.to_act() if seat not in self.model.bots]
        if len(asked) != 1:
            return
        gone, stays = asked[0], other(asked[0])
        self.go_away(gone)
        was_there, v = model.left[gone] == self.world.now(), model.v
        if self.restarted is not None and self.world.now() < self.restarted + SEAT_FRESH:
            was_there = False  # the process that ended did not note who left it: they count as there for so long
        self.time_passes(seconds, swept=True)
        there = [client for client in self.world.clients if client.is_open and client.seat == stays and client.here]
        if model.absence_seconds is None or not there or not was_there or seconds < model.absence_seconds + 1:
            return
        if not model.absence_claimed:
            hold(model.status == "finished", f"{gone} stays away, and keeps the match")
        elif claims and model.v == v and self.seated(there[0], None) is None and not there[0].process.loses:
            hold(self.claim(there[0]) == "ack", f"{stays} waited for {gone} long enough, and may not claim")
