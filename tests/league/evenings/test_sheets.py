"""The one-time links of score sheets: one report a side, both sides' word or silence, and nothing twice."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.competitions.errors import CompetitionError
from league.competitions.models import Report
from league.competitions.verbs import reports
from league.competitions.verbs.rulings import Score
from league.evenings import sheets
from league.evenings.models import Sheet
from tests.league.evenings.room import at_tables, evening


@pytest.fixture
def links(cast):
    """A fixture and its two links."""
    fixture = at_tables(evening(cast, 4, silence=5), 1)[0]
    sheet_by_fixture = sheets.sheets_of([fixture])
    return fixture, sheet_by_fixture[str(fixture.id), "home"], sheet_by_fixture[str(fixture.id), "away"]


def test_both_sides_say_the_same_and_it_counts(links):
    fixture, home, away = links
    assert sheets.report(sheet=home, score=Score(2, 1)).state == "open"
    assert sheets.report(sheet=away, score=Score(2, 1)).state == "confirmed"
    fixture.refresh_from_db()
    assert (fixture.status, fixture.home_goals, fixture.away_goals) == ("played", 2, 1)


def test_one_word_and_minutes_of_silence_count(links):
    fixture, home, _away = links
    said = sheets.report(sheet=home, score=Score(0, 3))
    assert timedelta(minutes=4) < said.counts_at - timezone.now() <= timedelta(minutes=5)
    assert reports.count_due() == 0
    Report.objects.update(counts_at=timezone.now())
    assert reports.count_due() == 1
    fixture.refresh_from_db()
    assert fixture.away_goals == 3


def test_a_link_reports_once(links):
    _fixture, home, _away = links
    first = sheets.report(sheet=home, score=Score(2, 1))
    assert sheets.report(sheet=home, score=Score(2, 1)) == first, "the same again is a repeat"
    with pytest.raises(CompetitionError, match="has been used"):
        sheets.report(sheet=home, score=Score(1, 2))
    assert Report.objects.count() == 1


def test_different_words_are_a_dispute(links):
    fixture, home, away = links
    sheets.report(sheet=home, score=Score(2, 1))
    sheets.report(sheet=away, score=Score(1, 2))
    fixture.refresh_from_db()
    assert fixture.status == "open" and fixture.disputes.filter(outcome="").exists()


def test_printing_again_prints_the_same_links(links):
    fixture, home, away = links
    again = sheets.sheets_of([fixture])
    assert {one.key for one in again.values()} == {home.key, away.key} and Sheet.objects.count() == 2


def test_a_phone_without_account_reports_by_the_page(links, client):
    fixture, home, away = links
    page = f"/s/{home.key}/"
    assert fixture.home.name in client.get(page).text
    answer = client.post(page, {"home_goals": "3", "away_goals": "x"})
    assert answer.status_code == 200 and not Report.objects.exists()
    assert client.post(page, {"home_goals": "3", "away_goals": "2"}).status_code == 302
    assert "Reported" in client.get(page).text
    client.post(f"/s/{away.key}/", {"home_goals": "3", "away_goals": "2"})
    assert "The result counts" in client.get(page).text
    assert client.get("/s/nobodys-key/").status_code == 404
