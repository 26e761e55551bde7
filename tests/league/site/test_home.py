"""Home: what is next, what is live, the table that concerns the reader and the last results, in one part that hears."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from league.competitions.models import Competition, Entrant, Fixture, ResultEntry
from league.competitions.verbs import entries, rounds, rulings
from league.players.templatetags.tabellone import happened
from matches.verbs import casual
from tests.league.builders import competition, running
from tests.league.tables import open_fixtures

BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def league(cast):
    """A league of ten in which Anna plays, so that its table is longer than that of home."""
    row = competition(cast.organiser, "league", 10)
    entries.enter(competition=row, player=cast.anna)
    entries.enter_names(competition=row, by=cast.organiser, names=[f"Name {number}" for number in range(9)])
    return rounds.start(competition=row, by=cast.organiser)


def page(client, user=None):
    if user:
        client.force_login(user, backend=BACKEND)
    return client.get("/").content.decode()


def section(text, title):
    """The part of a page under a heading."""
    found = re.search(rf"<h2[^>]*>{re.escape(title)}</h2>.*?</section>", text, re.S)
    return found[0] if found else ""


def ranks(text, league):
    return [int(rank) for rank in re.findall(r'class="pos"[^>]*>\s*(\d+)', section(text, league.name))]


def placed(league, entrant, rank):
    """Let ``entrant`` stand at ``rank`` of its table."""
    group = league.stages.get().groups.get()
    rows = [row for row in group.table["rows"] if row["entrant"] != str(entrant.pk)]
    own = next(row for row in group.table["rows"] if row["entrant"] == str(entrant.pk))
    rows.insert(rank - 1, own)
    group.table = {**group.table, "rows": [{**row, "rank": at} for at, row in enumerate(rows, start=1)]}
    group.save()


@pytest.mark.parametrize(("rank", "shown"), [(1, (1, 6)), (5, (2, 7)), (10, (5, 10))])
def test_a_player_finds_the_own_row_in_the_table(client, cast, league, rank, shown):
    placed(league, Entrant.objects.get(competition=league, player=cast.anna), rank)
    text = page(client, cast.anna)
    first, last = shown
    assert ranks(text, league) == list(range(first, last + 1))
    assert "data-mine" in section(text, league.name)


def test_a_visitor_has_the_table_of_the_last_result_else_of_what_runs(client, cast, league):
    other = running(cast.organiser, "league", 4)
    Competition.objects.filter(pk=other.pk).update(name="Other league")
    assert section(page(client), "Other league"), "the newest that runs"
    fixture = open_fixtures(league)[0]
    rulings.enter_result(fixture=fixture, score=rulings.Score(2, 1), by=cast.organiser)
    assert len(ranks(page(client), league)) == 6
    assert not section(page(client), "Other league")


def test_a_table_with_a_match_goes_before_one_without(client, cast, league):
    rulings.enter_result(fixture=open_fixtures(league)[0], score=rulings.Score(2, 1), by=cast.organiser)
    ResultEntry.objects.all().delete()  # no last result leads to it
    newer = running(cast.organiser, "league", 4)
    Competition.objects.filter(pk=newer.pk).update(name="Other league")
    assert len(ranks(page(client), league)) == 6
    assert not section(page(client), "Other league")


def test_there_is_no_table_where_only_cups_run(client, cast):
    running(cast.organiser, "cup", 4)
    assert 'class="league"' not in page(client)


def test_what_waits_comes_first_and_is_not_said_again_among_the_next(client, cast, league):
    fixture = next(row for row in open_fixtures(league) if cast.anna.pk in (row.home.player_id, row.away.player_id))
    text = page(client, cast.anna)
    assert text.index("Your match") < text.index("Your next fixtures") < text.index("Live now")
    assert f"/matches/{fixture.match_id}/" in text
    assert str(fixture.match_id) not in section(text, "Your next fixtures")
    ahead = section(text, "Your next fixtures")
    assert ahead.count('<li class="fixture') == 3


@pytest.mark.parametrize("reader", ["nobody", "guest", "account", "waits"])
def test_playing_and_organising_are_offered_once(client, cast, reader):
    if reader == "waits":
        casual.play_friend(user=cast.anna, game="super_goal", control="none")
    if reader == "guest":
        cast.anna.kind = "guest"
        cast.anna.save()
    text = page(client, None if reader == "nobody" else cast.anna)
    assert text.count('href="/play/') == 1 and text.count(">Organise</a>") == 1
    assert text.index(">Organise</a>") < text.index("Live now")


def test_one_part_hears_of_all_that_it_shows(client, cast, league):
    text = page(client, cast.anna)
    part = re.search(r'<div[^>]* id="home"[^>]*>', text, re.S)[0]
    hears = re.search(r'data-feed="([^"]*)"', part)[1].split()
    names = {topic.partition("@")[0] for topic in hears}
    assert names == {"lobby", f"user:{cast.anna.pk}", f"competition:{league.pk}"}
    assert text.count("data-feed=") == 1 and 'data-pace="5"' in part
    again = client.get("/", headers={"HX-Request": "true"}).content.decode()
    assert again.count('id="home"') == 1 and "<html" not in again


def test_a_result_says_when_it_came(client, cast, league):
    fixture = open_fixtures(league)[0]
    rulings.enter_result(fixture=fixture, score=rulings.Score(2, 1), by=cast.organiser)
    client.cookies["zone"] = "UTC"
    now = timezone.now()
    rows = Fixture.objects.filter(pk=fixture.pk)
    for away, lately in ((timedelta(minutes=4), True), (timedelta(days=2), False)):
        rows.update(ended_at=now - away)
        results = section(page(client), "Last results")
        assert (" data-ago>" in results) == lately
        with timezone.override("UTC"):
            assert happened(now - away) in results


def test_the_end_of_a_match_at_a_real_table_is_not_known(client, cast, league):
    fixture = open_fixtures(league)[0]
    rulings.enter_result(fixture=fixture, score=rulings.Score(2, 1), by=cast.organiser)
    Fixture.objects.filter(pk=fixture.pk).update(ended_at=None, kick_off_at=timezone.now() - timedelta(hours=1))
    results = section(page(client), "Last results")
    assert "<time " in results and "data-ago" not in results
