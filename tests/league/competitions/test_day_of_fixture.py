"""The competition and the end beside a fixture: rows of before the migration are filled slice by slice."""

from __future__ import annotations

from importlib import import_module

from django.db import connection

from league.competitions.models import Fixture
from tests.league.builders import running
from tests.league.tables import play_out

filling = import_module("league.competitions.migrations.0034_fill_day_of_fixture")


def test_older_rows_are_filled_in_slices(cast, db, monkeypatch):
    leagues = [running(cast.organiser, "league", 4) for _ in range(2)]
    play_out(leagues[0], until=2)
    known = {row.pk: (row.competition_id, row.ended_at) for row in Fixture.objects.all()}
    assert {of for of, _ended in known.values()} == {league.pk for league in leagues}
    assert {ended is None for _of, ended in known.values()} == {True, False}
    Fixture.objects.update(competition=None, ended_at=None)
    newer = Fixture.objects.order_by("-pk").first()
    Fixture.objects.filter(pk=newer.pk).update(competition=known[newer.pk][0], ended_at=known[newer.pk][1])
    monkeypatch.setattr(filling, "SLICE", 5)
    for _again in range(2):  # a migration that was cut off begins anew
        filling.fill(None, connection.schema_editor())
        assert {row.pk: (row.competition_id, row.ended_at) for row in Fixture.objects.all()} == known
