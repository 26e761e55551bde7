"""The machine: what people do with one competition, from its entries to its end, in any order and with any numbers.

Each step is a rule with plain arguments, so what Hypothesis prints of a failure is a test. After a step everything is
checked: what is stored is what a recomputation from nothing gives, another sweep changes no byte, the model's beliefs
hold, and a refused step has changed no byte of the database.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone
from hypothesis import HealthCheck, Phase, reject, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from league.competitions import tasks
from league.competitions.derivation.placings import places_of
from league.competitions.derivation.recompute import recompute
from league.competitions.errors import BadSetting, CompetitionError, LineUpRefused, NeedsConfirmation
from league.competitions.exchange.checking import checked
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Entrant, Fixture, Report, ResultEntry, Round, Tie
from league.competitions.proof.checking import check_document
from league.competitions.verbs import (
    create,
    entries,
    freezing,
    joining,
    line_ups,
    reopening,
    reports,
    rounds,
    rulings,
    swiss,
)
from league.competitions.verbs.results import collect
from league.competitions.verbs.rulings import Consent, Score
from league.seasons.tasks import keep_leaves
from league.seasons.verbs import early_closing, official, shortening
from matches.models import Match, Outbox
from tests.cast import Cast
from tests.dice import fix_dice
from tests.league.competitions.documents import written
from tests.league.machine.agreements import SEAT, WHICH, Agreements
from tests.league.machine.beliefs import believe
from tests.league.machine.plans import GAME, Plan, plans
from tests.league.machine.previews import must_have_told
from tests.league.machine.stored import ENDED, Stored, every_byte, watch_every_byte
from tests.league.recomputed import computed_again, picture
from tests.league.tables import finish, finish_by_terms

GOALS = st.integers(0, 3)
HOW = st.sampled_from(["plain", "plain", "resignation", "time", "forfeit", "walkover", "no_show", "nobody"])
MANNER = st.sampled_from(["at once", "confirmed", "previewed", "previewed"])
"""How somebody rules: without a word on its effects, with them accepted unseen, or after a preview."""
KICKS = {"home": (4, 3), "away": (2, 3), None: None}
RARELY = 4
"""One step of so many may take the start back: to build everything again is dear."""
SWEPT_EVERY = 3
"""Steps after which a second recomputation is tried; what is stored is compared with one from nothing after each."""
TURNS = 400
"""Turns after which a competition that is played out must have ended."""


class Competitions(Agreements, RuleBasedStateMachine):
    """One competition on the database of the tests. Everything it wrote is rolled back at its end."""

    def __init__(self, cast: Cast) -> None:
        super().__init__()
        self.by = cast.organiser
        self.cup: Any = None
        self.whole = True
        """False while a step has failed: then nothing more is asked."""
        self.to_the_end = True
        self.step = 0
        self.opens = False
        self.waited: set[Any] = set()
        """Entrants whom the start turned away."""
        watch_every_byte()
        self._patch = pytest.MonkeyPatch()
        fix_dice(self._patch, "the same draw in each run")
        self._atomic = transaction.atomic()
        self._atomic.__enter__()

    # ── how a step is done ──
    def _do(self, act: Callable[[], Any], *, opens: bool = False) -> bool:
        """Do a step and check everything; return whether it was done. A refusal must have changed nothing.

        ``opens``: somebody, or the time, may open a round by it.
        """
        self.step += 1
        self.opens = opens
        self.whole = False
        bytes_before = self.bytes
        try:
            act()
        except CompetitionError as refused:
            self._unchanged(bytes_before, f"a refused step ({refused})")
            self.whole = True
            return False
        self._check()
        self.whole = True
        return True

    def _rule(self, rule: Callable[[Consent], Any], manner: str, ruled: Any = None) -> bool:
        """Rule in a ``manner``; of a preview all that it told has happened once it is confirmed, and nothing else."""
        if manner != "previewed":
            return self._do(lambda: rule(Consent(confirmed=manner == "confirmed")))
        told: list[str] = []

        def previewed() -> None:
            try:
                rule(Consent(preview=True))
            except NeedsConfirmation as asked:
                self._unchanged(self.bytes, "a preview")
                told.extend(asked.effects)
                rule(Consent(confirmed=True, seen=asked.seen))

        before = self.stored
        done = self._do(previewed)
        if done and told:
            must_have_told(told, before, self.stored, ruled)
        assert done or not told, "what a preview offered was refused once it was confirmed"
        return done

    def _unchanged(self, before: dict[str, str], what: str) -> None:
        after = every_byte()
        tables = sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
        assert not tables, f"{what} changed {tables}"

    def _check(self) -> None:
        """Check all that must be true now, and note it for the next step."""
        self.cup.refresh_from_db()
        before = getattr(self, "stored", None)
        self.stored = Stored.of(self.cup.id)
        self.bytes = every_byte()
        self._has_grown(before)
        if self.cup.status in (Competition.Status.RUNNING, Competition.Status.FINISHED):
            if self.step % SWEPT_EVERY == 0:
                with locked(self.cup.id) as row:
                    recompute(row)
                self._unchanged(self.bytes, "a second recomputation")
            assert computed_again(self.cup) == picture(self.cup), "what is stored is not what its log says"
        believe(self.stored)

    def _has_grown(self, before: Stored | None) -> None:
        """The log only grows; who looks at a page learns of every change by a higher position."""
        if before is None:
            return
        earlier = [(entry.id, entry.kind) for entry in before.entries]
        assert [(entry.id, entry.kind) for entry in self.stored.entries][: len(earlier)] == earlier, (
            "the log was rewritten"
        )
        old, new = before.competition, self.stored.competition
        assert new.log_position >= old.log_position, "the position went back"
        if _shown(before) != _shown(self.stored):
            assert new.log_position > old.log_position, "a change that no page hears of"
        said = self.stored.entries[len(earlier) :]
        assert not said or old.official_at is None, "the log of what is official has grown"
        decided = [entry for entry in said if entry.source != "match"]
        states = [(row.status, row.frozen_at, row.official_at) for row in (old, new)]
        audited = self.stored.audits > before.audits
        assert audited or not (decided or states[0] != states[1]), "a decision that the audit log does not tell"
        assert not before.fixtures.keys() - self.stored.fixtures.keys() & before.log.verdicts.keys(), "a result is lost"
        if not self.opens and new.advance != Competition.Advance.AUTO:
            pending = [row for key, row in before.rounds.items() if row.status == Round.Status.PENDING]
            opened = [row.number for row in pending if self._status(row) == Round.Status.OPEN]
            assert not opened, f"the rounds {opened} opened by themselves"

    def _status(self, round: Any) -> str:
        return self.stored.rounds[round.id].status if round.id in self.stored.rounds else ""

    def teardown(self) -> None:
        try:
            if self.whole and self.cup is not None and self.to_the_end:
                self._play_to_the_end()
            if self.whole and self.cup is not None:
                self._prove()
            if self.whole:
                connection.check_constraints()
        finally:
            connection.needs_rollback = False
            transaction.set_rollback(True)
            self._atomic.__exit__(None, None, None)
            self._patch.undo()

    # ── before the start ──
    @initialize(plan=plans(), turns=st.integers(0, 5), to_the_end=st.booleans(), waits=st.sampled_from([0, 0, 0, 1]))
    def begin(self, plan: Plan, turns: int = 0, to_the_end: bool = True, waits: int = 0) -> None:
        """Publish the competition of ``plan``, without what is refused of it, let people enter, and start it.

        ``turns``: as often all that is open is played, so that much can be corrected. ``waits``: it is not started yet.
        """
        self.to_the_end = to_the_end
        self.bytes = every_byte()
        self._create(plan)
        self._enter([f"Player {number}" for number in range(1, plan.entrants + plan.waiting + 1)])
        self._check()
        if not waits and self._start() and turns:
            self._do(lambda: self._play_on(turns), opens=True)

    def _create(self, plan: Plan) -> None:
        while self.cup is None:
            try:
                draft = create.create(by=self.by, name="Saturday cup", game=GAME, **plan.keywords)
                self.cup = create.publish(competition=draft, by=self.by)
            except BadSetting as refused:
                self._unchanged(self.bytes, f"a refused competition ({refused})")
                if plan == (plainer := plan.without(refused.field)):
                    reject()
                plan = plainer

    def _enter(self, names: list[str]) -> None:
        entered = entries.enter_names(competition=self.cup, by=self.by, names=names)
        for entrant in entered if self.cup.of_teams else ():
            for number in range(1, self.cup.boards + 1):
                joining.join_as_guest(key=entrant.side_key, nickname=f"{entrant.name} {number}")

    @property
    def is_open(self) -> bool:
        return self.cup is not None and self.cup.status == Competition.Status.REGISTRATION

    @property
    def is_on(self) -> bool:
        return self.cup is not None and self.cup.status in (Competition.Status.RUNNING, Competition.Status.FINISHED)

    @property
    def has_tables(self) -> bool:
        return self.is_on and bool(self.stored.groups)

    @property
    def is_swiss(self) -> bool:
        return self.is_on and any(stage.format == "swiss" for stage in self.stored.stages.values())

    @precondition(lambda self: self.is_open)
    @rule()
    def start(self) -> None:
        self._start()

    def _start(self) -> bool:
        self.waited = {entrant.id for entrant in self._entrants(Entrant.Status.WAITING)}
        return self._do(lambda: rounds.start(competition=self.cup, by=self.by), opens=True)

    @precondition(lambda self: self.is_open)
    @rule(number=st.integers(20, 30))
    def enter(self, number: int) -> None:
        self._do(lambda: self._enter([f"Player {number}"]))

    @precondition(lambda self: self.is_open)
    @rule(which=WHICH)
    def leave(self, which: int) -> None:
        entrant = self._one(self._entrants(Entrant.Status.ENTERED, Entrant.Status.WAITING), which)
        self._do(lambda: entries.leave(entrant=entrant, by=self.by))

    @precondition(lambda self: self.is_open and self._entrants(Entrant.Status.WITHDRAWN))
    @rule(which=WHICH)
    def put_back(self, which: int) -> None:
        entrant = self._one(self._entrants(Entrant.Status.WITHDRAWN), which)
        self._do(lambda: entries.put_back(entrant=entrant, by=self.by))

    @precondition(lambda self: self.is_on and not self.stored.entries and self.step % RARELY == 0)
    @rule()
    def take_the_start_back(self) -> None:
        if self._do(lambda: reopening.take_start_back(competition=self.cup, by=self.by, reason="too early")):
            waiting = {entrant.id for entrant in self._entrants(Entrant.Status.WAITING)}
            assert self.waited <= waiting, "who was turned away by the start does not wait again"

    # ── results of matches ──
    @precondition(lambda self: self.is_on and self.stored.open())
    @rule(which=WHICH, home=GOALS, away=GOALS, kicks=SEAT, how=HOW)
    def play(self, which: int, home: int, away: int, kicks: str = "home", how: str = "plain") -> None:
        """End an open match as the live half does: row, result and outbox; then collect."""
        fixture = self._one(self.stored.open(), which)
        match = Match.objects.get(id=fixture.match_id)
        self._do(lambda: (end(match, home, away, kicks, how), collect()))
        taken = not Outbox.objects.filter(taken_at__isnull=True).exists()
        assert taken, "a result was not taken"

    @precondition(lambda self: self.is_on and self.stored.open())
    @rule(seed=st.integers(0, 99), most=st.sampled_from([2, 4, 20]))
    def play_several(self, seed: int, most: int) -> None:
        """End several matches before anybody collects their results."""
        self._do(lambda: self._play(random.Random(seed), most))

    def _play(self, chance: random.Random, most: int) -> None:
        open_now = self.stored.open()
        for fixture in chance.sample(open_now, min(most, len(open_now))):
            match = Match.objects.get(id=fixture.match_id)
            if not end_by_away_goals(match, chance.randrange(4), chance.randrange(4)):
                finish_by_terms(match, chance)
        collect()

    @precondition(lambda self: self.is_on and self._stopped())
    @rule(which=WHICH, home=GOALS, away=GOALS)
    def end_too_late(self, which: int, home: int, away: int) -> None:
        """A match that was told to stop ends at that moment."""
        match = Match.objects.get(id=self._one(self._stopped(), which))
        self._do(lambda: (end(match, home, away, "home", "plain"), collect()))

    @precondition(lambda self: self.is_on and self._stopped())
    @rule()
    def stop(self) -> None:
        """The live half stops what it was told to."""

        def obey() -> None:
            for match in Match.objects.filter(id__in=self._stopped()):
                match.status, match.result, match.finished_at = (
                    Match.Status.VOID,
                    {"source": "director"},
                    timezone.now(),
                )
                match.save(update_fields=["status", "result", "finished_at"])
                Outbox.objects.create(match=match)
            collect()

        self._do(obey)

    def _stopped(self) -> list[Any]:
        return [key for key in self.stored.stopped if self.stored.matches[key].status not in ENDED]

    # ── rulings ──
    @precondition(lambda self: self.is_on and self._known())
    @rule(
        which=WHICH,
        winner=st.sampled_from(["home", "away", None]),
        tie=st.booleans(),
        both=st.booleans(),
        manner=MANNER,
    )
    def award(self, which: int, winner: Any, tie: bool, both: bool, manner: str) -> None:
        fixture = self._fixture(which)
        conceded = both and winner is None

        def ruled(consent: Consent) -> None:
            kind = {"winner": winner, "tie": tie, "conceded": conceded}
            rulings.walkover(fixture=fixture, by=self.by, reason=self.reason, consent=consent, **kind)

        self._ruled(ruled, manner, fixture, ResultEntry.Kind.WALKOVER)

    @precondition(lambda self: self.is_on and self._known())
    @rule(which=WHICH, home=GOALS, away=GOALS, kicks=st.sampled_from(["home", "away", None]), manner=MANNER)
    def enter_result(self, which: int, home: int, away: int, kicks: Any, manner: str) -> None:
        fixture = self._fixture(which)
        level = home == away or len(fixture.tie.legs) > 1
        self._enter_score(fixture, Score(home, away, KICKS[kicks] if level else None), manner)

    @precondition(lambda self: self.is_on and self._with_goals())
    @rule(which=WHICH, manner=MANNER)
    def turn(self, which: int, manner: str) -> None:
        """Correct a result to the reverse: who had lost has won."""
        row = self._one(self._with_goals(), which)
        kicks = row.shootout and (row.shootout["away"], row.shootout["home"])
        self._enter_score(self._row_of(row), Score(row.away_goals, row.home_goals, kicks), manner)

    def _enter_score(self, fixture: Fixture, score: Score, manner: str) -> None:
        def ruled(consent: Consent) -> None:
            rulings.enter_result(fixture=fixture, score=score, by=self.by, reason=self.reason, consent=consent)

        self._ruled(ruled, manner, fixture, ResultEntry.Kind.REPORTED, ResultEntry.Kind.CORRECTED)

    @precondition(lambda self: self.is_on and self._known())
    @rule(which=WHICH, manner=MANNER)
    def replay(self, which: int, manner: str) -> None:
        fixture = self._fixture(which)

        def ruled(consent: Consent) -> None:
            rulings.replay(fixture=fixture, by=self.by, reason=self.reason, consent=consent)

        self._ruled(ruled, manner, fixture, ResultEntry.Kind.REPLAY)

    @precondition(lambda self: self.has_tables and self._known())
    @rule(which=WHICH, manner=MANNER)
    def void(self, which: int, manner: str) -> None:
        fixture = self._fixture(which)

        def ruled(consent: Consent) -> None:
            rulings.void(fixture=fixture, by=self.by, reason=self.reason, consent=consent)

        self._ruled(ruled, manner, fixture, ResultEntry.Kind.VOIDED)

    def _ruled(self, ruled: Callable[[Consent], None], manner: str, fixture: Any, *kinds: str) -> None:
        """Rule on ``fixture``; what was said is the log's next entry."""
        count = len(self.stored.entries)
        if self._rule(ruled, manner, fixture.id):
            entry = self.stored.entries[count]
            assert entry.kind in kinds and entry.fixture_id == fixture.id, f"the log has {entry.kind}"

    @precondition(lambda self: self.is_on and len(self._entrants(Entrant.Status.ENTERED)) > 1)
    @rule(which=WHICH)
    def withdraw(self, which: int) -> None:
        entrant, before = self._one(self._entrants(Entrant.Status.ENTERED), which), self.stored
        if self._do(lambda: rulings.withdraw(entrant=entrant, by=self.by, reason=self.reason)):
            assert entrant.id in self.stored.log.withdrawn, "nobody has left"
            own = [tie for tie in before.ties.values() if entrant.id in (tie.home_id, tie.away_id)]
            turned = self._decided_otherwise(before) if all(tie.decided or not tie.group_id for tie in own) else []
            assert not turned, f"who had nothing left to play in a table left, and changed {turned}"

    @precondition(lambda self: self.has_tables)
    @rule(which=WHICH, several=st.lists(st.sampled_from([1, 2, 3, 5, -1, -3]), min_size=1, max_size=3))
    def deduct(self, which: int, several: list[int]) -> None:
        """Take points from one entrant, or give some back, one decision after the other."""
        entrant = self._one(self._entrants(Entrant.Status.ENTERED, Entrant.Status.WITHDRAWN), which)
        for points in several:
            before = self.stored.log.deducted[entrant.id]
            if self._do(partial(self._take_points, entrant, points)):
                assert self.stored.log.deducted[entrant.id] == before + points, "other points were taken"

    def _take_points(self, entrant: Entrant, points: int) -> None:
        rulings.deduct(entrant=entrant, points=points, by=self.by, reason=self.reason)

    @precondition(lambda self: self.has_tables and "manual" in self.cup.criteria)
    @rule(which=WHICH, value=st.integers(-2, 2))
    def give_value(self, which: int, value: int) -> None:
        entrant = self._one(self._entrants(Entrant.Status.ENTERED), which)
        self._do(lambda: rulings.give_value(entrant=entrant, value=value, by=self.by, reason=self.reason))

    @precondition(lambda self: self.is_on and self.stored.open())
    @rule(which=WHICH, home=GOALS, away=GOALS, answer=st.sampled_from(["confirm", "dispute", "silence", "none"]))
    def report(self, which: int, home: int, away: int, answer: str) -> None:
        """The home side reports a result of a real table, and the other side answers, or is silent."""
        fixture = Fixture.objects.get(id=self._one(self.stored.open(), which).id)
        ours, theirs = (fixture.home_player or fixture.home.player, fixture.away_player or fixture.away.player)
        shootout = (4, 3) if home == away and fixture.tie.group_id is None else None

        def reported() -> None:
            said = reports.report(fixture=fixture, score=Score(home, away, shootout), by=ours)
            if answer == "confirm":
                reports.confirm(report=said, by=theirs)
            elif answer == "dispute":
                reports.report(fixture=fixture, score=Score(home + 1, away, None), by=theirs)
            elif answer == "silence":
                Report.objects.filter(id=said.id).update(counts_at=timezone.now() - timedelta(minutes=1))
                tasks.count_reports()

        if answer == "dispute":
            reported = self._several(reported)
        self._do(reported)

    def _several(self, act: Callable[[], None]) -> Callable[[], None]:
        """Return ``act``, two steps of two people, as one that is done or refused as a whole."""

        def both() -> None:
            with transaction.atomic():
                act()

        return both

    # ── rounds and time ──
    @precondition(lambda self: self.is_on and self.cup.advance != Competition.Advance.AUTO)
    @rule(number=st.integers(1, 12))
    def open_round(self, number: int) -> None:
        """Open a round, whether it is its turn or not; one in three times the one whose turn it is."""
        pending = [round.number for round in self.stored.rounds.values() if round.status == Round.Status.PENDING]
        if pending and number > len(self.stored.rounds):
            number = pending[0]
        before, frozen = self.stored, self.cup.frozen_at is not None
        if self._do(lambda: rounds.open_round(competition=self.cup, number=number, by=self.by), opens=True) and frozen:
            assert _shown(before) == _shown(self.stored), "a round of a frozen competition was opened"

    @precondition(lambda self: self.is_on)
    @rule(late=st.booleans())
    def let_time_pass(self, late: bool) -> None:
        """Run all tasks; if it is ``late``, after the windows of all open rounds. What is frozen stays as it is."""
        frozen, away = self.cup.frozen_at is not None, {}
        if late:
            away = self._windows_pass()
            self.bytes = every_byte()
        shown = _shown(Stored.of(self.cup.id))
        self._do(_all_tasks, opens=True)
        closed = [self.stored.fixtures[key] for key in away if not self.stored.is_unfinished(away[key])]
        assert not closed, f"{[self.stored.pair(row) for row in closed]} were closed while somebody was on leave"
        away_now = self._away_now()
        for fixture in () if frozen else self.stored.open():
            match = self.stored.matches[fixture.match_id]
            away = bool({fixture.home_id, fixture.away_id} & away_now)
            assert match.held == away or match.status != Match.Status.WAITING, (
                f"{self.stored.pair(fixture)} is not held"
            )
        if frozen:
            assert _shown(self.stored) == shown, "a frozen competition went on by itself"

    @precondition(lambda self: self.is_on and self.cup.frozen_at is None)
    @rule()
    def freeze(self) -> None:
        shown = _shown(self.stored)
        if self._do(lambda: freezing.freeze(competition=self.cup, by=self.by, reason=self.reason)):
            assert _shown(self.stored) == shown, "to freeze it changed it"

    @precondition(lambda self: self.is_on and self.cup.frozen_at is not None)
    @rule()
    def thaw(self) -> None:
        self._do(lambda: freezing.thaw(competition=self.cup, by=self.by))

    @precondition(lambda self: self.has_tables)
    @rule(way=st.sampled_from(sorted(early_closing.WAYS)), number=st.integers(1, 6), manner=st.just("previewed"))
    def close_early(self, way: str, number: int, manner: str = "previewed") -> None:
        def closed(consent: Consent) -> None:
            place = number if way == "matchday" else None
            early_closing.close_early(
                competition=self.cup, way=way, number=place, by=self.by, reason=self.reason, consent=consent
            )

        before = self.stored
        if self._rule(closed, manner) and len(self.stored.entries) > len(before.entries):
            last = self.stored.entries[len(before.entries)].closing["round"] or len(before.rounds)
            turned = self._decided_otherwise(before, last)
            assert not turned, f"what was decided before the early end is not as it was: {turned}"

    @precondition(lambda self: self.has_tables and self.stored.log.closings)
    @rule()
    def reopen(self) -> None:
        def reopened(consent: Consent) -> None:
            early_closing.reopen(competition=self.cup, by=self.by, reason=self.reason, consent=consent)

        self._rule(reopened, "previewed")

    @precondition(lambda self: self.has_tables)
    @rule(meetings=st.integers(1, 2))
    def shorten(self, meetings: int) -> None:
        def shortened(consent: Consent) -> None:
            shortening.shorten(competition=self.cup, meetings=meetings, by=self.by, reason=self.reason, consent=consent)

        before = self.stored
        if self._rule(shortened, "previewed"):
            void = {entry.fixture_id for entry in self.stored.entries[len(before.entries) :]}
            played = Counter(_meeting(self.stored, row) for row in before.fixtures.values() if row.id not in void)
            few = [
                before.pair(row) for row in map(before.fixtures.get, void) if played[_meeting(before, row)] < meetings
            ]
            assert not few, f"{few} meet less often than {meetings} times"

    @precondition(lambda self: self.has_tables)
    @rule(number=st.integers(1, 8), at_once=st.booleans())
    def end_at(self, number: int, at_once: bool) -> None:
        def ended(consent: Consent) -> None:
            shortening.end_at(
                competition=self.cup, number=number, at_once=at_once, by=self.by, reason=self.reason, consent=consent
            )

        self._rule(ended, "previewed")

    @precondition(lambda self: self.is_on and self.cup.status == Competition.Status.FINISHED)
    @rule()
    def make_official(self) -> None:
        """Close the log once nobody can dispute a result any more; nothing is said about it then."""
        row, hours = Competition.objects.filter(id=self.cup.id), self.cup.dispute_hours
        row.update(dispute_hours=0)
        self.bytes = every_byte()
        self._do(lambda: official.make_official(competition=self.cup, by=self.by))
        row.update(dispute_hours=hours)
        self.cup.refresh_from_db()
        self.bytes = every_byte()

    @precondition(lambda self: self.is_on and self.cup.official_at is not None)
    @rule()
    def reopen_the_official(self) -> None:
        self._do(lambda: official.reopen(competition=self.cup, by=self.by, reason=self.reason))

    # ── Swiss rounds, teams ──
    @precondition(lambda self: self.is_swiss)
    @rule(number=st.integers(31, 36))
    def join(self, number: int) -> None:
        before = self.stored
        if self._do(lambda: swiss.join(competition=self.cup, by=self.by, names=[f"Player {number}"])):
            ahead = next(row.step for row in before.rounds.values() if not before.ties_of_round[row.id])
            late = [entrant for key, entrant in self.stored.entrants.items() if before.entrants.get(key) != entrant]
            joined = [entrant.first_round for entrant in late if entrant.name == f"Player {number}"]
            assert joined == [ahead], f"who joins before round {ahead} plays from {joined} on"

    @precondition(lambda self: self.is_swiss)
    @rule(which=WHICH, number=st.integers(1, 5), kind=st.sampled_from(["half_bye", "absent"]))
    def rest(self, which: int, number: int, kind: str) -> None:
        entrant = self._one(self._entrants(Entrant.Status.ENTERED, Entrant.Status.WITHDRAWN), which)
        self._do(lambda: swiss.rest(entrant=entrant, by=self.by, number=number, kind=kind))

    @precondition(lambda self: self.is_on and self._entrants(Entrant.Status.WITHDRAWN))
    @rule(which=WHICH)
    def readmit(self, which: int) -> None:
        entrant, before = self._one(self._entrants(Entrant.Status.WITHDRAWN), which), self.stored
        if self._do(lambda: swiss.readmit(entrant=entrant, by=self.by)):
            turned = self._decided_otherwise(before)
            assert not turned, f"what the withdrawal decided did not stay: {turned}"

    @precondition(lambda self: self.is_swiss)
    @rule()
    def pair_again(self) -> None:
        self._do(lambda: swiss.pair_again(competition=self.cup, by=self.by))

    @precondition(lambda self: self.is_on and self.cup.of_teams)
    @rule(which=WHICH, turned=st.booleans(), both=st.booleans())
    def hand_in(self, which: int, turned: bool, both: bool) -> None:
        """A captain hands in a line-up, or both do."""
        ties = [tie for tie in self.stored.ties.values() if tie.home_id and tie.away_id]
        tie = Tie.objects.select_related("round__stage__competition", "home", "away").get(id=self._one(ties, which).id)
        numbers = list(range(self.cup.boards))[:: -1 if turned else 1]
        for side in (tie.home, tie.away)[: 1 + both]:
            self._do(lambda side=side: line_ups.hand_in(tie=tie, by=side.player, numbers=numbers))

    # ── to the end ──
    def _play_to_the_end(self) -> None:
        """Whatever has happened, it can be played out, and is over then."""
        if self.cup.status != Competition.Status.RUNNING:
            return
        freezing.thaw(competition=self.cup, by=self.by)
        self._play_on(TURNS)
        assert self.cup.status == Competition.Status.FINISHED, "it does not end"
        self._check()

    def _prove(self) -> None:
        """Whatever has happened, all that its document says follows from the structure and the log in it."""
        self.cup.refresh_from_db()
        if self.cup.status in (Competition.Status.RUNNING, Competition.Status.FINISHED):
            document = checked(written(self.cup))
            assert [*check_document(document)]
        if self.cup.champion_id is not None and self.cup.champion_id not in self.stored.log.withdrawn:
            [places] = places_of([self.cup]).values()
            assert places[0][0] == self.cup.champion_id, "the champion is not the first of the final places"

    def _play_on(self, turns: int) -> None:
        """Play all that is open, so many times; where nothing is, do what must be done."""
        chance = random.Random(1)
        for _turn in range(turns):
            self.cup.refresh_from_db()
            self.stored = Stored.of(self.cup.id)
            if self.cup.status == Competition.Status.FINISHED:
                return
            if self.stored.open():
                self._play(chance, 100)
            else:
                self._go_on()
        self.cup.refresh_from_db()

    def _go_on(self) -> None:
        """Do what the organiser or captains must do where nothing is open."""
        something_to_open = [round for round in self.stored.rounds.values() if round.status == Round.Status.PENDING]
        for tie in self.stored.ties.values():
            if not (tie.home_id and tie.away_id) or tie.decided:
                continue
            if self.stored.rounds[tie.round_id].status != Round.Status.OPEN:
                continue
            if self.cup.of_teams:
                row = Tie.objects.select_related("round__stage__competition", "home", "away").get(id=tie.id)
                try:
                    for side in (row.home, row.away):
                        line_ups.hand_in(tie=row, by=side.player, numbers=list(range(self.cup.boards)))
                except LineUpRefused:  # the time to name them is over: the task of the next minute opens them
                    assert line_ups.open_due(), f"the line-ups of {row} stay sealed"
                return
            fixture = Fixture.objects.get(id=self.stored.fixtures_of_tie[tie.id][-1].id)
            rulings.walkover(
                fixture=fixture, winner="home", tie=True, by=self.by, reason="so that it ends", confirmed=True
            )
            return
        assert something_to_open, "nothing is open, and nothing can be opened"
        for round in something_to_open:
            try:
                rounds.open_round(competition=self.cup, number=round.number, by=self.by)
            except CompetitionError:
                continue
            return
        raise AssertionError("no round can be opened, and it is not over")

    # ── who and what ──
    def _decided_otherwise(self, before: Stored, last: int | None = None) -> list[str]:
        """Name the ties, of rounds up to ``last``, that were decided before, and now are not, or otherwise."""
        decided = {key: tie for key, tie in before.ties.items() if tie.decided}
        return [
            f"{before.name(tie.home_id)} – {before.name(tie.away_id)}"
            for key, tie in decided.items()
            if last is None or (tie.kind != "boundary" and before.rounds[tie.round_id].number <= last)
            if _decision(tie) != _decision(self.stored.ties[key])
        ]

    @property
    def reason(self) -> str:
        return f"reason {self.step}"

    def _one(self, rows: list[Any], which: int) -> Any:
        if not rows:
            reject()
        return rows[which % len(rows)]

    def _entrants(self, *statuses: str) -> list[Entrant]:
        rows = self.cup.entrants.filter(status__in=statuses).select_related("player")
        return list(rows.order_by("seed", "entered_at", "id"))

    def _known(self) -> list[Any]:
        return [fixture for fixture in self.stored.fixtures.values() if fixture.home_id and fixture.away_id]

    def _with_goals(self) -> list[Any]:
        return [fixture for fixture in self._known() if fixture.home_goals is not None]

    def _fixture(self, which: int) -> Fixture:
        return self._row_of(self._one(self._known(), which))

    def _row_of(self, row: Any) -> Fixture:
        rows = Fixture.objects.select_related("tie__round__stage__competition", "home", "away", "match")
        return rows.get(id=row.id)


def explore(machine: type[Competitions], cast: Cast, *, histories: int, steps: int, chance: bool = False) -> None:
    """Let ``machine`` live through so many ``histories``, the same ones each time but for ``chance``.

    A failure carries its steps as a test. It is made shorter only in a run by ``chance``: elsewhere time is short.
    """
    run_state_machine_as_test(
        partial(machine, cast),
        settings=settings(
            max_examples=histories,
            stateful_step_count=steps,
            derandomize=not chance,
            phases=(Phase.generate, Phase.shrink) if chance else (Phase.generate,),
            deadline=None,
            database=None,
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
        ),
    )


def end(match: Match, home: int, away: int, kicks: str, how: str) -> None:
    """End ``match`` as the live half would under its terms."""
    other = {"home": "away", "away": "home"}[kicks]
    terms = match.terms
    if how == "nobody":
        match.status, match.finished_at = Match.Status.VOID, timezone.now()
        match.result = {"source": "no_show", "winner": None}
        match.save(update_fields=["status", "result", "finished_at"])
        Outbox.objects.bulk_create([Outbox(match=match)], ignore_conflicts=True)
    elif how == "no_show":
        goals = (3, 0) if kicks == "home" else (0, 3)
        finish(match, *goals, winner=kicks, how="no_show", source="no_show")
    elif how != "plain":
        finish(match, home, away, winner=kicks, how=how, source="clock" if how in ("time", "forfeit") else "play")
    elif not end_by_away_goals(match, home, away):
        ours, theirs = home + terms["carry"]["home"], away + terms["carry"]["away"]
        if ours == theirs and not terms["draws_allowed"] and not terms.get("level_stands"):
            rows = {kicks: [True] * 4, other: [True] * 3}
            finish(match, home, away, winner=kicks, how="shootout", shootout=rows)
        else:
            winner = None if ours == theirs or terms["draws_allowed"] else "home" if ours > theirs else "away"
            carried = any(terms["carry"].values())
            finish(match, home, away, winner=winner, how="aggregate" if carried and winner else "regulation")


def end_by_away_goals(match: Match, home: int, away: int) -> bool:
    """End the second leg of a tie that is level then, and decided by away goals; return whether it is."""
    carry = match.terms["carry"]
    level = home + carry["home"] == away + carry["away"] and not match.terms["draws_allowed"]
    if not (match.terms["away_goals"] and level and carry["home"] != away):
        return False
    finish(match, home, away, winner="home" if carry["home"] > away else "away", how="away_goals")
    return True


def _decision(tie: Any) -> tuple[Any, ...]:
    return tie.home_id, tie.away_id, tie.decided, tie.winner_id


def _meeting(stored: Stored, fixture: Any) -> tuple[Any, frozenset[Any]]:
    """Return the table of ``fixture`` and who meet in it."""
    return stored.ties[fixture.tie_id].group_id, frozenset((fixture.home_id, fixture.away_id))


def _all_tasks() -> None:
    tasks.collect_results()
    tasks.open_due_rounds()
    tasks.close_due_rounds()
    tasks.open_line_ups()
    tasks.count_reports()
    tasks.pair_due()
    tasks.check_in()
    keep_leaves()
    tasks.sweep()


def _shown(stored: Stored) -> Any:  # values to compare
    """Return what pages show of ties, fixtures and tables."""
    ties = [(tie.id, tie.home_id, tie.away_id, tie.winner_id, tie.decided) for tie in stored.ties.values()]
    fixtures = [
        (row.id, row.home_id, row.away_id, row.status, row.home_goals, row.away_goals, row.match_id)
        for row in stored.fixtures.values()
    ]
    tables = [(group.id, group.table) for group in stored.groups.values()]
    rounds_now = [(row.id, row.status) for row in stored.rounds.values()]
    return ties, fixtures, tables, rounds_now, stored.competition.status, stored.competition.champion_id
