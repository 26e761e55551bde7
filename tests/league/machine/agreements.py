"""Rules of the machine for what surrounds a match: check-in, disputes, kick-offs and leave."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F
from django.utils import timezone
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from league.competitions import tasks
from league.competitions.models import Competition, Dispute, Entrant, Fixture, Proposal, ResultEntry, Round
from league.competitions.verbs import check_in, disputes, schedule
from league.seasons.models import Leave
from league.seasons.verbs import leaves

WHICH = st.integers(0, 11)
"""One of the rows that a step could be about, by its number among them."""
SEAT = st.sampled_from(["home", "away"])
MINUTES = st.sampled_from([-5, 20, 50, 600, 6000])
HAS_A_SAY = (Entrant.Status.ENTERED, Entrant.Status.WAITING, Entrant.Status.WITHDRAWN)
A_WINDOW = timedelta(days=9)
"""Length of a window that is over when time has passed."""


class Agreements:
    """Base of the machine (``Competitions``), which has what is only declared here."""

    cup: Any
    by: Any
    stored: Any
    is_open: bool
    is_on: bool
    reason: str
    bytes: dict[str, str]
    _do: Callable[..., bool]
    _one: Callable[..., Any]
    _entrants: Callable[..., list[Entrant]]
    _known: Callable[[], list[Any]]
    _row_of: Callable[[Any], Fixture]

    # ── check-in ──
    @precondition(lambda self: self.is_open)
    @rule(planned=st.booleans())
    def plan_check_in(self, planned: bool) -> None:
        hour = timedelta(hours=1)
        times = (timezone.now() - hour, timezone.now() + hour) if planned else (None, None)
        self._do(lambda: check_in.set_check_in(competition=self.cup, by=self.by, opens_at=times[0], closes_at=times[1]))

    @precondition(lambda self: self.is_open and self.cup.check_in_opens_at)
    @rule(which=WHICH, most=st.integers(1, 4), own=st.booleans(), out=st.booleans())
    def check_in(self, which: int, most: int, own: bool, out: bool = False) -> None:
        """Some check in, by themselves or at the organiser's desk; or one is checked out again."""
        verb = check_in.check_out if out else check_in.check_in
        for number in range(which, which + (1 if out else most)):
            entrant = self._one(self._entrants(*HAS_A_SAY), number)
            self._do(lambda entrant=entrant: verb(entrant=entrant, by=entrant.player if own else self.by))

    @precondition(lambda self: self.is_open and self.cup.check_in_opens_at and not self.cup.check_in_done_at)
    @rule(due=st.booleans())
    def close_check_in(self, due: bool) -> None:
        """End it, by hand or by its time: who is here keeps or gets a place, and nobody else has one."""
        before = self.stored

        def closed() -> None:
            if due:
                Competition.objects.filter(id=self.cup.id).update(
                    check_in_closes_at=timezone.now() - timedelta(seconds=1)
                )
                tasks.check_in()
            else:
                check_in.close_check_in(competition=self.cup, by=self.by)

        if self._do(closed):
            assert self.stored.competition.check_in_done_at, "it is not over"
            here = [row for row in before.entrants.values() if row.checked_in_at and row.status != "withdrawn"]
            inside = [row for row in here if self.stored.entrants[row.id].status == Entrant.Status.ENTERED]
            assert len(inside) == min(len(here), self.cup.places), "who is here has no place"
            had = [row for row in here if row.status == Entrant.Status.ENTERED]
            assert {row.id for row in had} <= {row.id for row in inside}, "who is here lost a place"

    # ── disputes ──
    @precondition(lambda self: self.is_on and self._known())
    @rule(which=WHICH, seat=SEAT, words=st.sampled_from(["It was 2-1.", "He left.", " "]))
    def dispute(self, which: int, seat: str, words: str) -> None:
        fixture = self._row_of(self._one(self._known(), which))
        side = getattr(fixture, seat)
        if side is None:
            return
        by = getattr(fixture, f"{seat}_player") or side.player
        before = len(self.stored.entries)
        if self._do(lambda: disputes.dispute(fixture=fixture, by=by, statement=words)):
            open_now = Dispute.objects.get(fixture=fixture, outcome="")
            assert getattr(open_now, f"{seat}_statement") == words, "another statement is kept"
            said = [entry.kind for entry in self.stored.entries[before:]]
            assert said in ([], [ResultEntry.Kind.DISPUTED]), f"to dispute said {said}"

    @precondition(lambda self: self.is_on and self._disputed())
    @rule(which=WHICH)
    def let_stand(self, which: int) -> None:
        """Decide for what is disputed: a report counts by it, a result stays as it was."""
        open_now = self._one(self._disputed(), which)
        report, before = open_now.report, self.stored.fixtures[open_now.fixture_id]
        done = self._do(lambda: disputes.let_stand(dispute=open_now, by=self.by, reason=self.reason))
        if done and report is not None and report.state == "disputed":
            after = self.stored.fixtures[open_now.fixture_id]
            assert (after.home_goals, after.away_goals) == (report.home_goals, report.away_goals), "it does not count"
        elif done:
            after = self.stored.fixtures[open_now.fixture_id]
            kept = ("status", "home_goals", "away_goals", "shootout", "match_id")
            assert all(getattr(after, name) == getattr(before, name) for name in kept), "to let it stand changed it"

    def _disputed(self) -> list[Dispute]:
        rows = Dispute.objects.filter(fixture__in=[*self.stored.fixtures], outcome="")
        return list(rows.select_related("report").order_by("at", "id"))

    # ── kick-offs ──
    @precondition(lambda self: self.is_on and self._known())
    @rule(which=WHICH, minutes=MINUTES, answer=st.sampled_from(["yes", "no", "none"]))
    def agree(self, which: int, minutes: int, answer: str) -> None:
        """The home side proposes a kick-off, and the other side answers, or is silent."""
        fixture = self._row_of(self._one(self._known(), which))
        at = timezone.now() + timedelta(minutes=minutes)
        ours, theirs = (fixture.home_player or fixture.home.player, fixture.away_player or fixture.away.player)
        if not self._do(lambda: schedule.propose(fixture=fixture, by=ours, kick_off_at=at)) or answer == "none":
            return
        offer = Proposal.objects.filter(fixture=fixture, state="open").order_by("-made_at").first()
        if offer is not None:
            was = self.stored.fixtures[fixture.id].kick_off_at
            assert self._do(lambda: schedule.answer(proposal=offer, by=theirs, accept=answer == "yes"))
            stands = self.stored.fixtures[fixture.id].kick_off_at
            assert stands == (offer.kick_off_at if answer == "yes" else was), "the kick-off is another one"

    @precondition(lambda self: self.is_on and self._known())
    @rule(which=WHICH, minutes=MINUTES)
    def put_off(self, which: int, minutes: int) -> None:
        fixture = self._row_of(self._one(self._known(), which))
        at = timezone.now() + timedelta(minutes=minutes)
        if self._do(
            lambda: schedule.override_kick_off(fixture=fixture, by=self.by, kick_off_at=at, reason=self.reason)
        ):
            assert self.stored.fixtures[fixture.id].kick_off_at == at, "the kick-off is another one"

    # ── leave ──
    @precondition(lambda self: self.cup is not None)
    @rule(days=st.integers(0, 9))
    def allow_leave(self, days: int) -> None:
        self._do(lambda: leaves.allow(competition=self.cup, days=days, by=self.by))

    @precondition(lambda self: self.cup is not None and self.cup.leave_days)
    @rule(which=WHICH, begins=st.integers(0, 3), days=st.integers(1, 4), own=st.booleans())
    def take_leave(self, which: int, begins: int, days: int, own: bool) -> None:
        entrant = self._one(self._entrants(*HAS_A_SAY), which)
        first = timezone.now().date() + timedelta(days=begins)
        last, by = first + timedelta(days=days - 1), entrant.player if own else self.by
        granted = self.cup.leave_days
        if self._do(lambda: leaves.take(entrant=entrant, first=first, last=last, by=by)):
            taken = sum((leave.last - leave.first).days + 1 for leave in Leave.objects.filter(entrant=entrant))
            assert taken <= granted, f"{taken} days of {granted} are taken"

    @precondition(lambda self: self.cup is not None and self._leaves())
    @rule(which=WHICH)
    def come_back(self, which: int) -> None:
        leave = self._one(self._leaves(), which)
        self._do(lambda: leaves.take_back(leave=leave, by=self.by))

    def _leaves(self) -> list[Leave]:
        return list(Leave.objects.filter(competition=self.cup).order_by("first", "id"))

    def _windows_pass(self) -> dict[Any, Any]:
        """Let the windows of all open rounds be over since an hour.

        Returns the open fixtures of whoever was away meanwhile, each with its match.
        """
        over = timezone.now() - timedelta(hours=1)
        rounds = Round.objects.filter(stage__competition=self.cup, status=Round.Status.OPEN)
        rounds.update(opens_at=over - A_WINDOW, closes_at=over)
        ahead = Round.objects.filter(stage__competition=self.cup, status=Round.Status.PENDING)
        ahead.filter(opens_at__gt=timezone.now()).update(opens_at=F("opens_at") - A_WINDOW)
        moved = {name: F(name) - A_WINDOW for name in ("starts_at", "ends_at", "first", "last")}
        for leave in self._leaves():  # the earliest first: two of one entrant are never equal on the way
            Leave.objects.filter(id=leave.id).update(**moved)
        now_open = set(rounds.values_list("id", flat=True))
        return {
            fixture.id: fixture.match_id
            for fixture in self.stored.open()
            if self.stored.ties[fixture.tie_id].round_id in now_open
            and any(self._was_away(side, over - A_WINDOW, over) for side in (fixture.home_id, fixture.away_id))
        }

    def _away_now(self) -> set[Any]:
        now = timezone.now()
        rows = Leave.objects.filter(competition=self.cup, starts_at__lte=now, ends_at__gt=now)
        return set(rows.values_list("entrant_id", flat=True))

    def _was_away(self, entrant: Any, opened: datetime, over: datetime) -> bool:
        """Return whether ``entrant`` was on leave for two hours of a window at least: it is open for as long, then."""
        spans = Leave.objects.filter(entrant=entrant).values_list("starts_at", "ends_at")
        return any(min(last, over) - max(first, opened) > timedelta(hours=2) for first, last in spans)
