"""explain, person and rebuild: what support and operators ask in a terminal."""

from __future__ import annotations

import io
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from league.competitions.models import Competition, Fixture
from league.statistics.models import MatchFigures
from matches.archiving import archive
from matches.models import MatchEvent, Outbox
from tests.league.builders import running
from tests.league.tables import play_out
from tests.matches.table import duel


def told(command, *arguments, **options):
    out = io.StringIO()
    call_command(command, *arguments, stdout=out, **options)
    return out.getvalue()


@pytest.fixture
def cup(db, cast):
    competition = running(cast.organiser, entrants=4)
    play_out(competition, until=1)
    return competition


def test_a_match_is_explained_by_each_of_its_names(cup):
    fixture = Fixture.objects.filter(match__status="finished").first()
    match = fixture.match
    by_id = told("explain", str(match.pk))
    for part in (
        "row: game",
        "seat away:",
        "seat home:",
        "clocks:",
        "log:",
        "outbox:",
        "fixture:",
        "statistics:",
        "queue celery:",
    ):
        assert part in by_id, part
    assert "result in its competition:" in by_id and "THEY DIFFER" not in by_id
    for name in (f"/matches/{match.pk}/", f"https://cup.example.org/fixtures/{fixture.pk}/"):
        assert told("explain", name).splitlines()[0].startswith(f"Match {match.pk}")
    for secret in (match.secret.value, *(seat.invite for seat in match.seats.all() if seat.invite)):
        assert secret not in by_id
    with pytest.raises(CommandError, match="There is no match"):
        told("explain", "nothing")


def test_an_archived_match_is_explained_as_before(cup):
    match = Fixture.objects.filter(match__status="finished").first().match
    for seq in (1, 2, 3):
        MatchEvent.objects.create(match=match, seq=seq, client_id=uuid4(), move={"type": "kick"}, at=timezone.now())
    type(match).objects.filter(pk=match.pk).update(version=3)
    before = told("explain", str(match.pk), "--log", "0").splitlines()
    assert archive(match.pk) and not MatchEvent.objects.filter(match=match).exists()
    after = told("explain", str(match.pk), "--log", "0").splitlines()
    log = [line for line in before if line.startswith("  ")]
    assert len(log) == 3 and log == [line for line in after if line.startswith("  ")]
    assert "log: 3 rows, archived" in after
    assert sum(line.startswith("  ") for line in told("explain", str(match.pk), "--log", "2").splitlines()) == 2


def test_a_log_that_differs_from_its_row_is_told(cast):
    match = duel(cast.anna, cast.bruno)
    Outbox.objects.create(match=match)
    type(match).objects.filter(pk=match.pk).update(version=3)
    assert "log: 0 rows (the row says version 3: THEY DIFFER)" in told("explain", str(match.pk))
    assert not MatchEvent.objects.filter(match=match).exists()


def test_a_person_is_told_without_addresses_and_secrets(cast):
    cast.anna.email = "anna@example.org"
    cast.anna.save()
    duel(cast.anna, cast.bruno)
    for name in ("anna", "ANNA", str(cast.anna.pk)):
        shown = told("person", name)
        assert str(cast.anna.pk) in shown and "matches: 1 waiting" in shown and "second factor: none" in shown
        assert "example.org" not in shown and cast.anna.password not in shown
    with pytest.raises(CommandError, match="There is nobody called"):
        told("person", "nobody-of-that-name")


def test_rebuilding_mends_what_was_spoiled(cup):
    figures = MatchFigures.objects.first()
    right, figures.figures = figures.figures, {}
    figures.save()
    assert "1 running competitions computed, 0 changed." in told("rebuild", "tables")
    assert "matches counted" in told("rebuild", "statistics")
    figures.refresh_from_db()
    assert figures.figures == right and right
    assert Competition.objects.get().status == "running"
    whole = told("rebuild")
    assert "running competitions" in whole and "matches counted" in whole
