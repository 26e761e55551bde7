"""The page of a fixture: its scoreboard, the one thing that is open for its reader, and what is asked in a report."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

import engines
from league.competitions.models import Competition, Fixture
from league.competitions.pages.fixture_summary import goes_beyond
from league.competitions.verbs import disputes, entries, reports, rounds, rulings, schedule
from league.competitions.verbs.rulings import Score
from matches.models import Match
from tests.league.builders import competition, running
from tests.league.tables import open_fixtures

HOUR = timedelta(hours=1)
OPEN_NOW = re.compile(r'<details class="panel fold now"\s+open>\s*<summary>\s*<h2>\s*([^<]+?)\s*</h2>')


def two(cast, preset="cup", **values):
    """The one fixture that anna and bruno can play now; its round has days."""
    cup = competition(cast.organiser, preset, 2, round_hours=7 * 24, **values)
    for player in (cast.anna, cast.bruno):
        entries.enter(competition=cup, player=player)
    rounds.start(competition=cup, by=cast.organiser)
    return open_fixtures(cup)[0]


def page_of(client, fixture, reader=None):
    if reader is None:
        client.logout()
    else:
        client.force_login(reader, backend="django.contrib.auth.backends.ModelBackend")
    slug = fixture.tie.round.stage.competition.slug
    return client.get(f"/competitions/{slug}/fixtures/{fixture.pk}/").content.decode()


def test_the_title_tells_what_an_unknown_side_waits_for(client, cast):
    cup = running(cast.organiser, entrants=4)
    final = Fixture.objects.get(tie__round__stage__competition=cup, home=None)
    title = re.search("<title>([^<]*)", page_of(client, final))[1]
    assert title == f"Winner of semi-final 1 – Winner of semi-final 2 · {cup.name} · Tabellone"


def test_each_reader_finds_the_one_thing_to_do_open(client, cast):
    fixture = two(cast)
    assert OPEN_NOW.findall(page_of(client, fixture, cast.anna)) == ["Kick-off"], "nobody has said a time"
    when = (timezone.now() + 48 * HOUR).replace(second=0, microsecond=0)
    schedule.propose(fixture=fixture, by=cast.anna, kick_off_at=when)
    assert OPEN_NOW.findall(page_of(client, fixture, cast.anna)) == [], "it is the other side's to answer"
    asked = page_of(client, fixture, cast.bruno)
    assert OPEN_NOW.findall(asked) == ["Kick-off"] and "Waiting for your answer" in asked
    schedule.answer(proposal=fixture.proposals.get(), by=cast.bruno, accept=True)
    agreed = page_of(client, fixture, cast.bruno)
    assert OPEN_NOW.findall(agreed) == [] and '<a class="btn primary"' in agreed, "until then there is the table"
    assert "in 1\xa0day, 23\xa0hours" in agreed
    Fixture.objects.filter(pk=fixture.pk).update(kick_off_at=timezone.now() - HOUR)
    late = page_of(client, fixture, cast.bruno)
    assert OPEN_NOW.findall(late) == ["Report the result"] and "Overdue" in late
    reports.report(fixture=fixture, score=Score(2, 1), by=cast.anna)
    for reader in (cast.anna, cast.bruno):
        assert OPEN_NOW.findall(page_of(client, fixture, reader)) == ["Reported"]
    disputes.dispute(fixture=fixture, by=cast.bruno, statement="It was 1–1.")
    for reader in (cast.anna, cast.bruno, cast.organiser):
        said = page_of(client, fixture, reader)
        assert OPEN_NOW.findall(said) == ["Dispute"] and said.count('id="ds"') == 0, "one place for a statement"
    assert OPEN_NOW.findall(page_of(client, fixture)) == []


def test_nobody_agrees_on_the_kick_off_of_a_match_that_is_played(client, cast):
    fixture = two(cast)
    assert ">Kick-off<" in page_of(client, fixture, cast.anna)
    game = engines.get(fixture.match.game)
    at_play = game.to_wire(game.setup(dict(game.showcase)))
    Match.objects.filter(pk=fixture.match_id).update(status="live", snapshot=at_play)
    live = page_of(client, fixture, cast.anna)
    assert ">Kick-off<" not in live and "Go to the match" in live


def test_a_score_that_was_only_reported_is_shown_as_that(client, cast):
    fixture = two(cast)
    reports.report(fixture=fixture, score=Score(4, 3), by=cast.anna)
    board = page_of(client, fixture).partition('id="live"')[2].partition("</section>")[0]
    assert 'class="tiles claimed"' in board and "<b>4</b>" in board and 'data-k="warn">Reported<' in board
    reports.confirm(report=fixture.reports.get(), by=cast.bruno)
    board = page_of(client, fixture).partition('id="live"')[2].partition("</section>")[0]
    assert "claimed" not in board and "<b>4</b>" in board and "Full time" in board


@pytest.mark.parametrize(
    ("preset", "settings", "leg", "beyond"),
    [
        ("cup", {"extra_time": True}, 1, (True, True)),
        ("cup", {"extra_time": False}, 1, (False, True)),
        ("cup", {"legs": 2, "extra_time": True}, 1, (False, False)),
        ("cup", {"legs": 2, "extra_time": True}, 2, (True, True)),
        ("league", {}, 1, (False, False)),
        ("league", {"draws": "shootout"}, 1, (False, True)),
    ],
)
def test_penalties_are_asked_for_where_they_can_be(client, cast, preset, settings, leg, beyond):
    fixture = two(cast, preset, settings=settings)
    if leg == 2:
        rulings.enter_result(fixture=fixture, score=Score(1, 0), by=cast.organiser)
        fixture = Fixture.objects.get(tie=fixture.tie_id, leg=2)
    for game, extra_time in (("super_goal", False), ("fuba", beyond[0])):
        Competition.objects.update(game=game)
        fixture.tie.round.stage.settings |= settings
        fixture.tie.round.stage.save()
        assert goes_beyond(fixture, game) == (extra_time, beyond[1])
        said = page_of(client, fixture, cast.anna)
        assert "Goals of the home side" in said and ('name="home_kicks"' in said) == beyond[1]
        assert ('name="extra_time"' in said) == extra_time


def test_a_leg_names_its_round_and_leads_to_the_other(client, cast):
    cup = running(cast.organiser, "cup", 4, settings={"legs": 2})
    fixture = open_fixtures(cup)[0]
    rulings.enter_result(fixture=fixture, score=Score(2, 1), by=cast.organiser)
    second = Fixture.objects.get(tie=fixture.tie_id, leg=2)
    page = page_of(client, second)
    assert "Semi-finals · 2nd leg" in page and f"/fixtures/{fixture.pk}/" in page and "<b>2–1</b>" in page
    assert "Semi-finals · 1st leg" in page_of(client, fixture)
