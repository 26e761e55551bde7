"""Attack: archives and deletions that hold up everybody else, are asked for again and again, or cross each other."""

from __future__ import annotations

import io
import json
import zipfile

import pytest
from django.test import Client

from league.privacy import archives, deletion, leaving, tasks
from league.privacy.errors import PrivacyError
from league.privacy.models import DataArchive, Deletion
from matches.models import Match
from matches.verbs import casual
from tests.league.builders import competition

pytestmark = pytest.mark.django_db


def career(user, count):
    """Matches of ``user`` that are over; the newest first."""
    rows = [casual.practice(user=user, game="toy") for _ in range(count)]
    over = {"status": Match.Status.VOID, "snapshot": {"score": {"home": 0, "away": 0}, "result": None}}
    Match.objects.filter(pk__in=[match.pk for match in rows]).update(**over)
    return sorted((match.pk for match in rows), reverse=True)


def opened(archive):
    archive.refresh_from_db()
    file = zipfile.ZipFile(io.BytesIO(archive.file))
    assert file.testzip() is None
    return file


@pytest.fixture
def hurried(monkeypatch):
    """Each run has time for one sheet."""
    monkeypatch.setattr(archives, "SECONDS", 0)


def test_a_long_career_does_not_hold_a_worker(cast, toy, hurried, monkeypatch):
    """The attack: two people with thousands of matches ask at once, and no result is taken for minutes."""
    written, sheet_of = [], archives.sheet_of
    monkeypatch.setattr(archives, "sheet_of", lambda match, form: written.append(match.pk) or sheet_of(match, form))
    keys = career(cast.anna, 6)
    career(cast.bruno, 1)
    long = archives.ask(person=cast.anna)
    assert tasks.make_archives() == 0 and written == keys[:1]
    short = archives.ask(person=cast.bruno)
    runs = 0
    while not tasks.make_archives():
        runs += 1
        assert runs < 3, "the short one does not wait for the long one"
    assert opened(short).namelist()[0] == "data.json"
    assert DataArchive.objects.get(pk=long.pk).ready_at is None
    for _run in range(10):
        tasks.make_archives()
    assert opened(long).namelist() == ["data.json", *(f"matches/toy-{key}.txt" for key in keys)]
    assert all(opened(long).read(f"matches/toy-{key}.txt") for key in keys)
    assert len(written) == 7, "none was written twice"


def test_a_run_that_is_killed_goes_on_where_it_was(cast, toy, hurried, monkeypatch):
    keys = career(cast.anna, 3)
    archive = archives.ask(person=cast.anna)
    tasks.make_archives()
    sheet_of, killed = archives.sheet_of, []

    def dies(match, form):
        if not killed:
            killed.append(match.pk)
            raise SystemExit
        return sheet_of(match, form)

    monkeypatch.setattr(archives, "sheet_of", dies)
    with pytest.raises(SystemExit):
        tasks.make_archives()
    assert any(tasks.make_archives() for _run in range(20))
    assert opened(archive).namelist() == ["data.json", *(f"matches/toy-{key}.txt" for key in keys)]


def test_a_sheet_that_cannot_be_written_costs_no_other(cast, toy, monkeypatch, caplog):
    keys = career(cast.anna, 3)
    sheet_of = archives.sheet_of

    def spoilt(match, form):
        if match.pk == keys[1]:
            raise KeyError("an option of older rules")
        return sheet_of(match, form)

    monkeypatch.setattr(archives, "sheet_of", spoilt)
    archive = archives.ask(person=cast.anna)
    assert tasks.make_archives() == 1 and str(keys[1]) in caplog.text
    assert [f"matches/toy-{key}.txt" in opened(archive).namelist() for key in keys] == [True, False, True]


def test_what_happens_meanwhile_does_not_disturb(cast, toy, hurried):
    keys = career(cast.anna, 3)
    archive = archives.ask(person=cast.anna)
    tasks.make_archives()
    Match.objects.filter(pk=keys[1]).delete()
    newer = career(cast.anna, 1)
    assert any(tasks.make_archives() for _run in range(20))
    names = opened(archive).namelist()
    assert len(names) == len(set(names)) and f"matches/toy-{newer[0]}.txt" not in names
    json.loads(opened(archive).read("data.json"))


def test_a_deletion_takes_a_half_made_archive_with_it(cast, toy, hurried):
    career(cast.anna, 3)
    archives.ask(person=cast.anna)
    tasks.make_archives()
    deletion.ask(person=cast.anna)
    Deletion.objects.update(due_at=deletion.timezone.now())
    assert deletion.delete_due() == 1
    assert not DataArchive.objects.exists()
    assert tasks.make_archives() == 0


def test_deleted_twice_is_deleted_once(cast):
    first = deletion.ask(person=cast.anna)
    assert deletion.ask(person=cast.anna).due_at == first.due_at, "again: the first day stands"
    assert deletion.delete(person_id=cast.anna.pk)
    assert not deletion.delete(person_id=cast.anna.pk)
    cast.anna.refresh_from_db()
    with pytest.raises(PrivacyError):
        deletion.ask(person=cast.anna)
    deletion.take_back(person=cast.anna)
    assert not Deletion.objects.exists() and not cast.anna.is_active


def test_nobody_enters_anything_between_leaving_and_the_end(cast, monkeypatch):
    """The attack: a script that enters cups while its own account is being deleted."""
    cup, client = competition(cast.organiser), Client()
    client.force_login(cast.anna, backend="django.contrib.auth.backends.ModelBackend")
    leave = leaving.leave

    def interrupted(*, person):
        done = leave(person=person)
        client.post(f"/competitions/{cup.slug}/enter/")
        return done

    monkeypatch.setattr(leaving, "leave", interrupted)
    deletion.ask(person=cast.anna)
    Deletion.objects.update(due_at=deletion.timezone.now())
    assert deletion.delete_due() == 1
    assert not cup.entrants.exists()
