"""Calendars as other programs take them: an end after the beginning or none, and a SEQUENCE that only rises."""

import shutil
import subprocess
from datetime import timedelta

import pytest
from django.utils import timezone
from icalendar import Calendar

from league.competitions.models import Competition, Fixture, Round
from league.competitions.verbs import check_in, entries, freezing, rounds, rulings, schedule
from league.competitions.verbs.results import collect
from league.competitions.verbs.rulings import Score
from matches.models import Match
from tests.league.builders import competition, running
from tests.league.tables import finish, open_fixtures

CALCURSE = shutil.which("calcurse")


def addresses(cup, *players):
    own = [entrant for entrant in cup.entrants.all() if entrant.player in players]
    return [
        f"/competitions/{cup.slug}/calendar.ics",
        *(f"/competitions/{cup.slug}/entrants/{entrant.id}/calendar.ics" for entrant in own),
        *(f"/players/{player.id}/calendar.ics" for player in players),
    ]


class Watcher:
    """A program that subscribes to calendars, and looks again after each change."""

    def __init__(self, client, *feeds):
        self.client, self.feeds, self.before = client, feeds, {}
        self.look()

    def look(self):
        """Read all again; each event that changed has a higher SEQUENCE, and none a lower. Return how many did."""
        changed = 0
        for feed in self.feeds:
            for event in Calendar.from_ical(self.client.get(feed).content).walk("VEVENT"):
                assert "DTEND" not in event or event.decoded("DTEND") > event.decoded("DTSTART"), event
                said = {name: event[name].to_ical() for name in event if name not in ("DTSTAMP", "SEQUENCE")}
                key, number = (feed, event["UID"]), int(event["SEQUENCE"])
                if key in self.before:
                    told, last = self.before[key]
                    assert number >= last, f"{event['SUMMARY']}: SEQUENCE fell"
                    if said != told:
                        assert number > last, f"{event['SUMMARY']}: SEQUENCE stayed"
                        changed += 1
                self.before[key] = said, number
        return changed


@pytest.fixture
def cup(cast):
    """A running tie of two legs of two accounts."""
    cup = competition(cast.organiser, "cup", 2, settings={"legs": 2}, no_show_minutes=15)
    for player in (cast.anna, cast.bruno):
        entries.enter(competition=cup, player=player)
    return rounds.start(competition=cup, by=cast.organiser)


def test_whatever_changes_the_number_rises(client, cast, cup):
    watcher = Watcher(client, *addresses(cup, cast.anna))
    by, first = cast.organiser, open_fixtures(cup)[0]
    second = Fixture.objects.get(competition=cup, leg=2)

    def ruled(verb, **values):
        verb(fixture=Fixture.objects.get(id=first.id), by=by, confirmed=True, **values)

    def begins(minutes):
        begun = timezone.now() - timedelta(minutes=minutes)
        Match.objects.filter(fixture__id=first.id).update(started_at=begun)

    def ends():
        finish(Fixture.objects.get(id=first.id).match, 2, 1)

    def put_off(fixture, days):
        at = timezone.now() + timedelta(days=days)
        schedule.override_kick_off(fixture=fixture, by=by, kick_off_at=at, reason="rain")

    steps = [
        lambda: begins(50),
        ends,
        collect,
        lambda: ruled(rulings.enter_result, score=Score(3, 1), reason="wrong"),
        lambda: ruled(rulings.replay, reason="the wrong die"),
        lambda: begins(20),
        lambda: ruled(rulings.replay, reason="a power cut"),
        lambda: put_off(second, 9),
        lambda: put_off(first, 3),
        lambda: rounds.move_round(competition=cup, number=1, by=by, hours=48),
        lambda: (freezing.freeze(competition=cup, by=by, reason="exams"), freezing.thaw(competition=cup, by=by)),
        lambda: ruled(rulings.walkover, winner="home", reason="late"),
        lambda: ruled(rulings.replay, reason="both agree"),
        lambda: ruled(rulings.walkover, winner="home", tie=True, reason="left"),
        lambda: ruled(rulings.replay, reason="back again"),
    ]
    changed = 0
    for step in steps:
        step()
        changed += watcher.look()
    assert changed > 20


def test_a_match_that_is_not_needed_is_cancelled_and_comes_back(client, cast):
    cup = running(cast.organiser, "cup", 2, settings={"best_of": 3})
    watcher = Watcher(client, *addresses(cup))
    fixtures = Fixture.objects.filter(competition=cup).order_by("leg")
    for fixture, score in zip(fixtures, (Score(1, 0), Score(0, 1)), strict=False):
        rulings.enter_result(fixture=fixture, score=score, by=cast.organiser)
        watcher.look()
    feed = addresses(cup)[0]
    assert watcher.before[feed, f"{fixtures[2].id}@tabellone"][0]["STATUS"] == b"CANCELLED"
    rulings.enter_result(
        fixture=fixtures[1], score=Score(1, 0), by=cast.organiser, reason="the other way", confirmed=True
    )
    assert watcher.look() and watcher.before[feed, f"{fixtures[2].id}@tabellone"][0]["STATUS"] != b"CANCELLED"


def test_a_void_match_and_a_withdrawal_raise_the_number(client, cast):
    season = running(cast.organiser, "league", 4, settings={"times": 1}, withdrawals="void")
    watcher = Watcher(client, *addresses(season))
    first, second = open_fixtures(season)
    rulings.void(fixture=first, by=cast.organiser, reason="wrong boards")
    assert watcher.look() == 1
    rulings.withdraw(entrant=second.home, by=None)
    assert watcher.look() >= 1


def test_the_first_day_and_the_check_in_have_ends_and_numbers(client, cast):
    begins = timezone.now() + timedelta(days=3)
    cup = competition(cast.organiser, "league", 4, advance="schedule", starts_at=begins)
    watcher = Watcher(client, *addresses(cup))
    opens = timezone.now() + timedelta(days=1)
    check_in.set_check_in(competition=cup, by=cast.organiser, opens_at=opens, closes_at=opens + timedelta(hours=1))
    watcher.look()
    later = opens + timedelta(hours=2)
    check_in.set_check_in(competition=cup, by=cast.organiser, opens_at=opens, closes_at=later)
    assert watcher.look() >= 1


def test_a_mere_deadline_has_no_end(client, cast, cup):
    Round.objects.filter(stage__competition=cup).update(closes_at=timezone.now() + timedelta(days=2))
    for feed in addresses(cup, cast.anna):
        for event in Calendar.from_ical(client.get(feed).content).walk("VEVENT"):
            assert "DTEND" not in event and "DTSTART" in event
    fixture = open_fixtures(cup)[0]
    at = timezone.now() + timedelta(days=1)
    schedule.override_kick_off(fixture=fixture, by=cast.organiser, kick_off_at=at, reason="a hall")
    ends = [event.get("DTEND") for event in Calendar.from_ical(client.get(addresses(cup)[0]).content).walk("VEVENT")]
    assert [end is not None for end in ends] == [True, False]


@pytest.mark.long
def test_calcurse_takes_every_event(client, cast, tmp_path):
    if CALCURSE is None:
        pytest.skip("calcurse is not installed (Debian: apt install calcurse)")
    season = running(cast.organiser, "league", 4, settings={"times": 2})
    first, second = open_fixtures(season)
    at = timezone.now() + timedelta(days=1)
    schedule.override_kick_off(fixture=first, by=cast.organiser, kick_off_at=at, reason="a hall")
    rulings.void(fixture=second, by=cast.organiser, reason="wrong boards")
    Competition.objects.filter(id=season.id).update(name="Cup, of “winter”; a\\b")
    file = tmp_path / "season.ics"
    file.write_bytes(client.get(f"/competitions/{season.slug}/calendar.ics").content)
    count = len(Calendar.from_ical(file.read_bytes()).walk("VEVENT"))
    command = [CALCURSE, "-D", str(tmp_path / "calcurse"), "-i", str(file)]
    taken = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout
    assert " 0 skipped" in taken and f"{count} app" in taken, taken
