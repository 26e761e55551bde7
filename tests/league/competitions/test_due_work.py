"""Due work of one competition that fails holds up no other's."""

from datetime import timedelta

import pytest
from django.db import OperationalError
from django.db.models import F
from django.utils import timezone

from league.classes import forgetting
from league.classes import verbs as classes
from league.classes.models import SchoolClass
from league.competitions.log import one_by_one
from league.competitions.models import Competition, Fixture, Report, Round
from league.competitions.tasks import check_in, close_due_rounds, count_reports
from league.competitions.verbs import check_in as check_ins
from league.competitions.verbs import closing, create, entries, reports, rounds
from league.competitions.verbs.rulings import Score
from league.delivery import hooks
from league.evenings import clocks
from league.evenings.models import RoundClock
from league.privacy import archives
from league.seasons.verbs import leaves, renewals
from tests.league.builders import competition, running
from tests.league.evenings.room import evening
from tests.league.tables import open_fixtures

pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def final(cast):
    cup = competition(cast.organiser, places=2)
    for player in (cast.anna, cast.bruno):
        entries.enter(competition=cup, player=player)
    return rounds.start(competition=cup, by=cast.organiser)


def test_the_report_of_a_cancelled_competition_holds_up_no_other(cast):
    cancelled, other = final(cast), final(cast)
    for cup in (cancelled, other):
        reports.report(fixture=open_fixtures(cup)[0], score=Score(2, 1), by=cast.anna)
    create.cancel(competition=cancelled, by=cast.organiser, reason="rain")
    Report.objects.update(counts_at=timezone.now())
    assert count_reports() == 1 and count_reports() == 0
    of_cup = "tie__round__stage__competition"
    assert Fixture.objects.get(**{of_cup: other}).home_goals == 2
    assert Fixture.objects.get(**{of_cup: cancelled}).home_goals is None


def check_ins_over(cast):
    now = timezone.now()
    for _ in range(2):
        cup = competition(cast.organiser, places=2)
        check_ins.set_check_in(competition=cup, by=cast.organiser, opens_at=now - HOUR, closes_at=now + HOUR)
    Competition.objects.update(check_in_closes_at=now)


def windows_over(cast):
    for _ in range(2):
        running(cast.organiser, entrants=2)
    Round.objects.update(closes_at=timezone.now() - HOUR)


def clocks_over(cast):
    for _ in range(2):
        event = evening(cast, 4)
        clocks.start(competition=event, by=cast.organiser, minutes=5)
    RoundClock.objects.update(ends_at=timezone.now())


def archives_asked(cast):
    for person in (cast.anna, cast.bruno):
        archives.ask(person=person)


def classes_over(cast):
    day = timezone.localdate()
    for names in ("Ada Bea Cleo", "Dora Elio Fabio"):
        classes.make(
            by=cast.organiser,
            names=names.split(),
            delete_on=day + 30 * DAY,
            name="Class 3B",
            game="super_goal",
            preset="cup",
        )
    SchoolClass.objects.update(delete_on=day)


def hooks_changed(cast):
    for number in range(2):
        cup = running(cast.organiser, entrants=2)
        hooks.set_hook(competition=cup, url=f"https://chat{number}.example.org/", by=cast.organiser)
    Competition.objects.update(log_position=F("log_position") + 1)


@pytest.mark.parametrize(
    ("prepare", "module", "one", "run"),
    [
        (check_ins_over, check_ins, "_close_due", check_in),
        (windows_over, closing, "_close", close_due_rounds),
        (windows_over, closing, "swept", closing.sweep),
        (clocks_over, clocks, "_buzz", clocks.buzz_due),
        (archives_asked, archives, "_go_on", archives.make_waiting),
        (classes_over, forgetting, "_forget_one", forgetting.forget_due),
        (hooks_changed, hooks, "_write_due", hooks.write_due),
    ],
)
def test_the_first_one_fails_and_the_second_is_done(cast, monkeypatch, caplog, prepare, module, one, run):
    prepare(cast)
    work, asked = getattr(module, one), []

    def failing(key):
        asked.append(key)
        if len(asked) == 1:
            raise ValueError("orphans")
        return work(key)

    monkeypatch.setattr(module, one, failing)
    done = run()
    assert len(asked) == 2 and caplog.text.count("due work of") == 1
    assert done == (0 if run is closing.sweep else 1), "nothing changes in what is swept"


@pytest.mark.parametrize("task", [reports.count_due, rounds.pair_due, leaves.keep_due, renewals.close_due])
def test_nothing_due_is_nothing_done(task):
    assert task() == 0


def test_a_database_that_is_away_ends_the_run():
    asked = []

    def away(key):
        asked.append(key)
        raise OperationalError("the connection is lost")

    with pytest.raises(OperationalError):
        one_by_one.total(away, [1, 2])
    assert asked == [1]
