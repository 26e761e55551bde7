"""Calendars that follow a change, and CSV that a spreadsheet reads as words."""

import csv
import io
import re
from codecs import BOM_UTF8
from datetime import UTC, timedelta

import pytest
from django.db.models import Q
from django.utils import timezone
from icalendar import Calendar
from py4swiss.trf import TrfParser

from league.competitions.models import Competition, Entrant, Fixture, Group, Round
from league.competitions.pages import feeds
from league.competitions.verbs import entries, rounds, rulings, schedule
from league.competitions.verbs.results import collect
from league.competitions.verbs.rulings import Consent, Score
from league.seasons.verbs.early_closing import close_early
from league.series import verbs as series_verbs
from matches.models import Match
from tests.league.builders import competition, running
from tests.league.tables import finish, open_fixtures, play_out


@pytest.fixture
def cup(cast):
    tournament = competition(cast.organiser, places=2)
    entries.enter(competition=tournament, player=cast.anna)
    entries.enter(competition=tournament, player=cast.bruno)
    return rounds.start(competition=tournament, by=cast.organiser)


def events(client, address):
    answer = client.get(address)
    assert answer["Content-Type"].startswith("text/calendar")
    return Calendar.from_ical(answer.content).walk("VEVENT")


def lines(client, address):
    return list(csv.DictReader(io.StringIO(client.get(address).content.decode("utf-8-sig"))))


def test_it_follows_a_change_of_the_kick_off(client, cast, cup):
    fixture = open_fixtures(cup)[0]
    feed = f"/competitions/{cup.slug}/calendar.ics"
    (before,) = events(client, feed)
    at = (timezone.now() + timedelta(days=2)).replace(microsecond=0)
    made = schedule.propose(fixture=fixture, by=cast.anna, kick_off_at=at)
    schedule.answer(proposal=made, by=cast.bruno, accept=True)
    (after,) = events(client, feed)
    assert after["UID"] == before["UID"] and int(after["SEQUENCE"]) > int(before["SEQUENCE"])
    assert after.decoded("DTSTART") == at and after["DTSTART"].to_ical().endswith(b"Z")
    assert after.decoded("DTSTART").tzinfo is not None and after.decoded("DTSTART").astimezone(UTC) == at
    assert (before["STATUS"], after["STATUS"]) == ("TENTATIVE", "CONFIRMED")
    assert "anna" in after["SUMMARY"] and str(fixture.id) in after["URL"]


def test_a_match_that_was_played_stands_where_it_was_played(client, cast, cup):
    """Not at the end of its round's window, which may lie ahead."""
    fixture, feed = open_fixtures(cup)[0], f"/competitions/{cup.slug}/calendar.ics"
    Round.objects.filter(stage__competition=cup).update(closes_at=timezone.now() + timedelta(days=7))
    (before,) = events(client, feed)
    begun = (timezone.now() - timedelta(hours=1)).replace(microsecond=0)
    Match.objects.filter(pk=fixture.match_id).update(started_at=begun)
    (live,) = events(client, feed)
    finish(Match.objects.get(pk=fixture.match_id), 2, 1)
    collect()
    (after,) = events(client, feed)
    assert before.decoded("DTSTART") > timezone.now() and before["UID"] == live["UID"] == after["UID"]
    assert live.decoded("DTSTART") == after.decoded("DTSTART") == begun < after.decoded("DTEND")
    numbers = [int(one["SEQUENCE"]) for one in (before, live, after)]
    assert numbers == sorted(set(numbers)), "a calendar takes a change only with a higher number"
    assert "2–1" in after["SUMMARY"]


def test_each_has_the_own_feed(client, cast, cup):
    own_entrant = cup.entrants.get(player=cast.anna)
    assert len(events(client, f"/competitions/{cup.slug}/entrants/{own_entrant.id}/calendar.ics")) == 1
    assert len(events(client, f"/players/{cast.anna.id}/calendar.ics")) == 1
    assert events(client, f"/players/{cast.stranger.id}/calendar.ics") == []
    Competition.objects.update(visibility="link")
    assert events(client, f"/players/{cast.anna.id}/calendar.ics") == []


def test_a_draft_has_no_feed_for_strangers(client, cast, cup):
    Competition.objects.update(status="draft")
    for part in ("calendar.ics", "fixtures.csv", "standings.csv"):
        assert client.get(f"/competitions/{cup.slug}/{part}").status_code == 404


def test_fixtures_and_tables_as_csv(client, cast):
    league = running(cast.organiser, "league", 4, settings={"times": 1})
    fixture = open_fixtures(league)[0]
    rulings.enter_result(fixture=fixture, score=Score(2, 1), by=cast.organiser)
    rows = lines(client, f"/competitions/{league.slug}/fixtures.csv")
    assert len(rows) == 6
    played = next(row for row in rows if row["id"] == str(fixture.id))
    assert (played["home"], played["home_goals"], played["away_goals"]) == (fixture.home.name, "2", "1")
    table = lines(client, f"/competitions/{league.slug}/standings.csv")
    assert table[0]["rank"] == "1" and table[0]["name"] == fixture.home.name
    assert table[0]["points"] in ("3", "3.0")


def adds_up_in(row, points=(3, 1, 0)):
    """Whether the points of a line are those of its other columns."""
    paid = sum(int(row[column]) * points[at] for at, column in enumerate(("won", "drawn", "lost")))
    return float(row["points"]) == paid + float(row["byes"]) + float(row["deductions"])


def test_a_spreadsheet_knows_the_letters_of_every_file(client, cast):
    league = running(cast.organiser, "league", 4, settings={"times": 1})
    series = series_verbs.create(by=cast.organiser, name="Winter", points=[3, 1])
    for address in (f"competitions/{league.slug}/fixtures", f"competitions/{league.slug}/standings",
                    f"series/{series.slug}/merit"):  # fmt: skip
        content = client.get(f"/{address}.csv").content
        assert content.startswith(BOM_UTF8) and content.count(BOM_UTF8) == 1


def test_points_add_up_in_the_file_and_in_the_api(client, cast):
    swiss_cup = running(cast.organiser, "swiss", 5, settings={"rounds": 3})
    play_out(swiss_cup, until=3)
    league = running(cast.organiser, "league", 4, settings={"times": 1})
    play_out(league)
    for cup, points in ((swiss_cup, (1, 0.5, 0)), (league, (3, 1, 0))):
        entrant = cup.entrants.get(seed=2)
        rulings.deduct(entrant=entrant, points=2, by=cast.organiser, reason="papers late")
        rows = lines(client, f"/competitions/{cup.slug}/standings.csv")
        assert all(adds_up_in(row, points) for row in rows)
        assert next(row for row in rows if row["name"] == entrant.name)["deductions"] in ("-2", "-2.0")
        standings = client.get(f"/api/v1/competitions/{cup.id}/standings/").json()["rows"]
        assert all(adds_up_in(row, points) for row in standings)
        html = client.get(f"/competitions/{cup.slug}/table/").content.decode()
        assert f"{entrant.name} −2: papers late" in html
    byes = lines(client, f"/competitions/{swiss_cup.slug}/standings.csv")
    assert [float(row["byes"]) for row in byes if float(row["byes"])] == [1], "one round is over"
    assert "buchholz_cut_1" in byes[0] and "buchholz_cut_1" not in rows[0]
    assert ": the bye, round 1" in client.get(f"/competitions/{swiss_cup.slug}/table/").content.decode()


def test_the_file_says_points_per_match_where_they_rank(client, cast):
    league = running(cast.organiser, "league", 4, settings={"times": 1})
    play_out(league, until=3)
    close_early(
        competition=league, way="points_per_game", by=cast.organiser, reason="flood", consent=Consent(confirmed=True)
    )
    rates = [row["per_match"] for row in lines(client, f"/competitions/{league.slug}/standings.csv")]
    assert rates == sorted(rates, reverse=True) and float(rates[0])
    rows = client.get(f"/api/v1/competitions/{league.id}/standings/").json()["rows"]
    assert [row["per_match"] for row in rows] == rates


def test_every_pairing_and_result_stands_on_one_page(client, cast, monkeypatch):
    league = running(cast.organiser, "league", 4, settings={"times": 1})
    first = open_fixtures(league)[0]
    rulings.enter_result(fixture=first, score=Score(2, 1), by=cast.organiser)
    page = client.get(f"/competitions/{league.slug}/fixtures/all/").content.decode()
    rows = [re.sub(r"<[^>]+>", " ", row).split() for row in re.findall(r"<tr>.*?</tr>", page, re.DOTALL)]
    assert [first.home.name, "2–1", first.away.name] in rows
    assert len(rows) == 6 + 3 and page.count("<h2") == 3, "six pairings, and a head a round"
    monkeypatch.setattr("league.competitions.pages.public.ON_ONE_PAGE", 4)
    second = client.get(f"/competitions/{league.slug}/fixtures/all/?page=2").content.decode()
    assert second.count("<tr>") == 2 + 1 and "Page 2 of 2" in second


def test_all_fixtures_mark_a_walkover_and_take_no_opening_for_a_kick_off(client, cast):
    league = running(cast.organiser, "league", 4, settings={"times": 1})
    first, second = open_fixtures(league)[:2]
    rulings.walkover(fixture=first, winner="home", by=cast.organiser, reason="no-show")

    def rows():
        page = client.get(f"/competitions/{league.slug}/fixtures/all/").text
        return [re.sub(r"<[^>]+>", " ", row).split() for row in re.findall(r"<tr>.*?</tr>", page, re.DOTALL)]

    assert [first.home.name, "3–0", "w/o", first.away.name] in rows()
    assert [second.home.name, "–", second.away.name] in rows(), "nobody has agreed on a time"
    day = timezone.now() + timedelta(days=1)
    Fixture.objects.filter(pk=second.pk).update(kick_off_at=day, fixed=Fixture.Fixed.AGREED)
    assert [second.home.name, "–", second.away.name] not in rows()


def test_a_name_is_no_formula(client, cast, cup):
    Entrant.objects.filter(player=cast.anna).update(name="=1+1")
    rows = lines(client, f"/competitions/{cup.slug}/fixtures.csv")
    assert "'=1+1" in (rows[0]["home"], rows[0]["away"])


def test_a_swiss_stage_is_a_report_that_another_program_reads(client, cast, tmp_path):
    evening = running(cast.organiser, "swiss", 7, settings={"rounds": 4})
    play_out(evening, until=3)
    entrant_row = evening.entrants.get(seed=2)
    rulings.withdraw(entrant=entrant_row, by=cast.organiser)
    play_out(evening)
    report = tmp_path / "evening.trf"
    answer = client.get(f"/competitions/{evening.slug}/report.trf")
    report.write_bytes(answer.content)
    read = TrfParser.parse(report)  # it adds the points up again, and refuses what is not consistent
    rows = {row["entrant"]: row for row in Group.objects.get(stage__competition=evening).table["rows"]}
    assert len(read.player_sections) == 7 and read.x_section.number_of_rounds == 4
    for section in read.player_sections:
        entrant = evening.entrants.get(seed=section.starting_number)
        row = rows[str(entrant.id)]
        assert (section.name, section.rank) == (entrant.name, row["rank"])
        assert section.points_times_ten == round(10 * float(row["points"])) and len(section.results) == 4
    assert {player_section.results[0].result.is_bye() for player_section in read.player_sections} == {True, False}
    cup = running(cast.organiser)
    assert client.get(f"/competitions/{cup.slug}/report.trf").status_code == 404


@pytest.mark.parametrize("system", ["dutch", "monrad"])
def test_results_points_and_ranks_of_a_report_are_of_one_moment(client, cast, tmp_path, system):
    """Four rounds are over, the fifth is paired, and some of it is played: the report is of the first four."""
    evening = running(cast.organiser, "swiss", 9, settings={"rounds": 6, "system": system})
    play_out(evening, until=16)
    after_four = Group.objects.get(stage__competition=evening).table
    fifth = evening.stages.get().rounds.get(step=5)
    bye = fifth.ties.get(decided="bye").home
    had = next(row["points"] for row in after_four["rows"] if row["entrant"] == str(bye.id))

    def report():
        path = tmp_path / "evening.trf"
        path.write_bytes(client.get(f"/competitions/{evening.slug}/report.trf").content)
        return {section.starting_number: section for section in TrfParser.parse(path).player_sections}

    def points_now():
        rows = client.get(f"/api/v1/competitions/{evening.id}/standings/").json()["rows"]
        return next(row["points"] for row in rows if row["entrant"] == str(bye.id))

    seeds = {str(entrant.id): entrant.seed for entrant in evening.entrants.all()}
    for _more in range(3):
        sections = report()
        for row in after_four["rows"]:
            section = sections[seeds[row["entrant"]]]
            assert (section.rank, section.points_times_ten) == (row["rank"], round(10 * row["points"]))
            assert len(section.results) == 4
        assert points_now() == had, "the bye of a round that is going on waits for its end"
        play_out(evening, until=1)
    play_out(evening, until=1)
    assert evening.stages.get().rounds.get(step=6).ties.exists() and points_now() == had + 1
    assert len(report()[bye.seed].results) == 5


def test_a_round_that_is_played_again_takes_back_no_bye(client, cast):
    evening = running(cast.organiser, "swiss", 5, settings={"rounds": 3})
    play_out(evening, until=3)
    first = evening.stages.get().rounds.get(step=1)
    bye = first.ties.get(decided="bye").home
    fixture = first.ties.exclude(decided="bye").first().fixtures.get()
    rulings.replay(fixture=fixture, by=cast.organiser, reason="wrong table", confirmed=True)
    rows = client.get(f"/api/v1/competitions/{evening.id}/standings/").json()["rows"]
    assert next(row for row in rows if row["entrant"] == str(bye.id))["byes"] == 1
    sections = client.get(f"/competitions/{evening.slug}/report.trf").content.decode()
    assert not [line for line in sections.splitlines() if line.startswith("001") and len(line) > 91]


def test_queries_do_not_grow(client, cast, django_assert_max_num_queries):
    for size in (4, 8):
        league = running(cast.organiser, "league", size, settings={"times": 1})
        for part in ("calendar.ics", "fixtures.csv", "standings.csv"):
            with django_assert_max_num_queries(9):
                client.get(f"/competitions/{league.slug}/{part}")


def test_every_answer_is_stamped_with_its_own_time(client, cup, monkeypatch):
    """A kept event says the same as its fixture; only its time is new."""
    Competition.objects.filter(pk=cup.pk).update(name="END:VCALENDAR")
    Round.objects.filter(stage__competition=cup).update(closes_at=timezone.now() + timedelta(days=7))
    feed, now = f"/competitions/{cup.slug}/calendar.ics", timezone.now().replace(microsecond=0)
    stamps = []
    for hours in (0, 1):
        monkeypatch.setattr(timezone, "now", lambda hours=hours: now + timedelta(hours=hours))
        (found,) = events(client, feed)
        assert found["SUMMARY"].endswith("(END:VCALENDAR)")
        stamps.append(found.decoded("DTSTAMP"))
    assert stamps == [now, now + timedelta(hours=1)]


def test_a_full_calendar_has_what_is_to_be_played(client, cast, monkeypatch):
    cup = running(cast.organiser, "league", entrants=4)
    Round.objects.filter(stage__competition=cup).update(closes_at=timezone.now() + timedelta(days=7))
    played = open_fixtures(cup)[0]
    rulings.enter_result(fixture=played, score=Score(1, 0), by=cast.organiser)
    address = f"/competitions/{cup.slug}/calendar.ics"
    whole = [str(event["uid"]) for event in events(client, address)]
    assert whole[0] == f"{played.id}@tabellone"
    monkeypatch.setattr(feeds, "MOST", len(whole) - 1)
    assert [str(event["uid"]) for event in events(client, address)] == whole[1:]


def test_a_players_calendar_is_bounded_by_the_last_entries(client, cast, monkeypatch):
    """All that is ahead, and of what is over that of the last competitions, in the order of time."""
    monkeypatch.setattr(feeds, "RECENT", 2)
    for _cup in range(3):
        play_out(begun(cast, "cup", cast.anna, cast.bruno))
    league = begun(cast, "league", cast.anna, cast.bruno, cast.stranger, cast.referee)
    feed = f"/players/{cast.anna.pk}/calendar.ics"
    found = events(client, feed)
    ahead = league.fixtures.filter(entrants_of(cast.anna), tie__round__closes_at__isnull=False).count()
    over = [each for each in found if "–" in str(each["SUMMARY"]).replace(" – ", "")]
    assert len(over) == 1 and len(found) == 1 + ahead > 1, "the league is the last entry, a cup the one before"
    assert [each.decoded("DTSTART") for each in found] == sorted(each.decoded("DTSTART") for each in found)
    Competition.objects.filter(pk=league.pk).update(status="cancelled")
    assert len(events(client, feed)) == 1
    Competition.objects.update(visibility="link")
    assert events(client, feed) == []
    client.force_login(cast.anna)
    assert len(events(client, feed)) == 1


def begun(cast, preset, *players):
    tournament = competition(cast.organiser, preset, places=len(players))
    for player in players:
        entries.enter(competition=tournament, player=player)
    return rounds.start(competition=tournament, by=cast.organiser)


def entrants_of(user):
    return Q(home__player=user) | Q(away__player=user)
