"""A league and a Swiss run unattended by Celery in accelerated time, while workers are killed at random, and end right.

Nobody presses anything after the start: rounds open and close on schedule, results are taken, Swiss rounds are paired,
what is not played in its window is awarded, all by the tasks. Time is accelerated twice: beat goes through its
timetable eight times as fast (``hurried``), and the windows of the rounds are moved towards now by hours at a time.
Matches are not played on an engine here, where each would only cost time: the test leaves the row and the outbox entry
that a final move leaves (``tests.league.tables``), and all that follows is the workers'. Workers are killed with -9 by
their process ids: a child in the middle of a task, or the parent with it.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import time
from datetime import timedelta

import pytest
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from league.competitions.log.verdicts import fold
from league.competitions.models import Competition, Fixture, ResultEntry, Round, Tie
from league.competitions.verbs import entries, results, rounds
from matches.models import Match, Outbox
from tests.faults.records import tell
from tests.league.builders import competition, running
from tests.league.recomputed import computed_again, picture
from tests.league.tables import finish_by_terms, open_fixtures
from tests.server import Workers
from tests.sizes import size

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.faults]

LEAGUE, LEAGUE_KILLS = size(4, 20), size(1, 12)
SWISS, SWISS_ROUNDS, SWISS_KILLS = size(8, 200), size(3, 8), size(1, 12)
AN_HOUR = timedelta(hours=1)
WINDOW = 24
"""Hours to play a round."""
PLAYED = 0.97
"""Fixtures of the league that are played, but for the first; the others are awarded when their window ends."""


class Hurried(Workers):
    """Two Celery workers and beat, in accelerated time."""

    def __init__(self) -> None:
        super().__init__()
        self.second = type(self.worker)([*self.worker.command, "--hostname=second@%h"], self.worker.around)
        for process in (self.worker, self.second, self.beat):
            process.command = [
                one.replace("--app=deploy.celery", "--app=tests.faults.hurried") for one in process.command
            ]

    def start(self) -> None:
        super().start()
        self.second.start()

    def kill(self) -> None:
        super().kill()
        self.second.kill()

    def kill_one(self, chance: random.Random) -> str:
        """kill -9 of one process of the workers, chosen by ``chance``; a parent that is killed is started again."""
        hit = chance.choice([self.worker, self.second])
        assert hit.child is not None
        process = subprocess.run(["ps", "-A", "-o", "pid=,pgid="], capture_output=True, text=True, check=True)
        pairs = [tuple(map(int, line.split())) for line in process.stdout.splitlines()]
        pid = chance.choice([pid for pid, group in pairs if group == hit.child.pid] or [hit.child.pid])
        os.kill(pid, signal.SIGKILL)
        if pid != hit.child.pid:
            return "child"
        hit.kill()
        hit.start()
        return "parent"


@pytest.fixture
def hurried():
    workers = Hurried()
    workers.start()
    yield workers
    workers.kill()  # all of the competition is over: what else beat has sent need not be done


def test_a_league_on_schedule(cast, hurried):
    """Rounds by the calendar: what is played in time counts, what is not is awarded, each fixture once."""
    chance = random.Random(20)
    league = competition(
        cast.organiser,
        "league",
        LEAGUE,
        settings={"times": 2},
        advance=Competition.Advance.SCHEDULE,
        starts_at=timezone.now(),
        round_hours=WINDOW,
    )
    entries.enter_names(competition=league, by=cast.organiser, names=[f"Side {n}" for n in range(1, LEAGUE + 1)])
    rounds.start(competition=league, by=cast.organiser)
    played: dict = {}

    def tables() -> None:
        """The fixtures whose window has a while to go are played, but for some; then hours pass."""
        soon = timezone.now() + 6 * AN_HOUR
        for fixture in open_fixtures(league):
            if fixture.match_id not in played and fixture.tie.round.closes_at and fixture.tie.round.closes_at > soon:
                played[fixture.match_id] = bool(played) and chance.random() < PLAYED
                if played[fixture.match_id]:
                    end_at_the_table(fixture.match, chance)
        pass_time(league, 4)

    run_on(league, hurried, tables, kills=LEAGUE_KILLS, seconds=size(300, 1800), chance=chance)
    count = LEAGUE * (LEAGUE - 1)
    logged = ends_right(league, count)
    kinds = list(ResultEntry.objects.filter(competition=league).values_list("kind", "source"))
    assert kinds.count(("played", "match")) == sum(played.values())
    assert kinds.count(("walkover", "deadline")) == count - sum(played.values())
    table = league.stages.get().groups.get().table["rows"]
    assert [row["played"] for row in table] == [2 * (LEAGUE - 1)] * LEAGUE
    assert len(logged) == count
    tell("competition_unattended", tried=LEAGUE_KILLS)


def test_a_swiss_that_pairs_itself(cast, hurried):
    """Each round is paired once, from the table of those before; nobody meets twice."""
    chance = random.Random(200)
    swiss = running(cast.organiser, "swiss", entrants=SWISS, settings={"rounds": SWISS_ROUNDS})
    done: set = set()

    def tables() -> None:
        for fixture in open_fixtures(swiss):
            if fixture.match_id not in done:
                done.add(fixture.match_id)
                end_at_the_table(fixture.match, chance)

    run_on(swiss, hurried, tables, kills=SWISS_KILLS, seconds=size(300, 1800), chance=chance)
    ends_right(swiss, SWISS // 2 * SWISS_ROUNDS)
    pairs = Tie.objects.filter(round__stage__competition=swiss).values_list("home", "away")
    assert len({frozenset(pair) for pair in pairs}) == len(pairs), "two meet twice"
    tell("competition_unattended", tried=SWISS_KILLS)


def end_at_the_table(match: Match, chance: random.Random) -> None:
    """Write the rows that the final move leaves, in one transaction as there."""
    with transaction.atomic():
        finish_by_terms(Match.objects.get(pk=match.pk), chance)


def pass_time(cup: Competition, hours: int) -> None:
    """Move what lies ahead towards now: so many hours have passed."""
    ahead = Round.objects.filter(stage__competition=cup).exclude(status=Round.Status.DONE)
    with transaction.atomic():
        Competition.objects.select_for_update().get(pk=cup.pk)
        ahead.update(opens_at=F("opens_at") - hours * AN_HOUR, closes_at=F("closes_at") - hours * AN_HOUR)


def over(cup: Competition) -> bool:
    cup.refresh_from_db()
    return cup.status == Competition.Status.FINISHED


def run_on(cup, workers, tables, *, kills, seconds, chance) -> None:
    """Until the end; ``kills`` of the workers, spread over the fixtures that get decided."""
    all_of_it = cup.entrants.count() * (cup.entrants.count() - 1 if cup.preset == "league" else SWISS_ROUNDS / 2)
    when = sorted(chance.uniform(0.05, 0.6) * all_of_it for _ in range(kills))
    hit: list[str] = []
    end = time.monotonic() + seconds
    while not over(cup):
        decided = ResultEntry.objects.filter(competition=cup).count()
        assert time.monotonic() < end, f"{decided} results, {len(hit)} kills, then it stood still"
        tables()
        while len(hit) < kills and decided >= when[len(hit)]:
            hit.append(workers.kill_one(chance))
        time.sleep(0.25)
    assert len(hit) == kills


def ends_right(cup: Competition, count: int) -> list[ResultEntry]:
    """Each of ``count`` fixtures has one result, each round was opened once, no row is left over, and what stands is
    what a computation from nothing gives. The log."""
    assert picture(cup) == computed_again(cup)
    ties = Tie.objects.filter(round__stage__competition=cup)
    fixtures = Fixture.objects.filter(tie__in=ties)
    assert ties.count() == fixtures.count() == count
    log = list(ResultEntry.objects.filter(competition=cup).order_by("position"))
    assert [entry.position for entry in log] == list(range(1, count + 1)), "the log has a gap or a double"
    assert sorted(str(entry.fixture_id) for entry in log) == sorted(str(fixture.pk) for fixture in fixtures)
    assert set(fold(log).verdicts) == {fixture.pk for fixture in fixtures}
    # A round that was opened twice would have opened second matches, which nobody sees and nobody ends.
    opened = Match.objects.filter(origin__in=[f"fixture:{fixture.pk}" for fixture in fixtures])
    assert sorted(opened.values_list("pk", flat=True)) == sorted(fixture.match_id for fixture in fixtures)
    assert not Outbox.objects.filter(match__in=opened, taken_at__isnull=True).exists()
    assert set(Round.objects.filter(stage__competition=cup).values_list("status", flat=True)) == {Round.Status.DONE}
    for each in Round.objects.filter(stage__competition=cup):
        inside = [side for tie in each.ties.all() for side in (tie.home_id, tie.away_id)]
        assert len(inside) == len(set(inside)), f"somebody plays twice in round {each.number}"
    assert cup.audit.filter(verb="finish").count() == 1
    return log


class Killed(BaseException):
    """The worker is gone: nothing after this line happens in it."""


def test_without_its_transaction_a_killed_worker_loses_a_result(cast, monkeypatch):
    """The control: the same death at the same line, first with the guard off, then with it."""
    cup = running(cast.organiser, entrants=4)
    one, other = [fixture.match for fixture in open_fixtures(cup)]

    def die(*_args, **_fields):
        raise Killed

    def taken(match: Match, guard: bool) -> None:
        end_at_the_table(match, random.Random(1))
        with monkeypatch.context() as patch:
            patch.setattr(results, "append", die)
            if not guard:
                patch.setattr(results, "locked", unguarded)
            with pytest.raises(Killed):
                results.take(match.pk)
        results.collect()

    taken(one, guard=False)
    assert not ResultEntry.objects.filter(match_id=one.pk).exists(), "the fault that the guard is for is not there"
    taken(other, guard=True)
    assert ResultEntry.objects.filter(match_id=other.pk).count() == 1


class unguarded:
    """``locks.locked`` without transaction and lock."""

    def __init__(self, competition_id) -> None:
        self.row = Competition.objects.get(pk=competition_id)

    def __enter__(self) -> Competition:
        return self.row

    def __exit__(self, *_raised) -> None:
        pass
