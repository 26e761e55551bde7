"""Files that are trusted later are on the disk, under their name, before anybody goes on: a power cut empties none."""

from __future__ import annotations

import os
from types import SimpleNamespace

import pytest

from deploy import backup, offline, translations
from deploy.plan import Note, secret_key, write_private
from engines.values.super_goal import table

PO = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\nmsgid "Bye"\nmsgstr "Riposo"\n'


@pytest.fixture
def kept(monkeypatch):
    """Files and folders in the order in which the disk was told to keep them, by their numbers there."""
    numbers, fsync = [], os.fsync

    def noted(handle):
        numbers.append(os.fstat(handle).st_ino)
        fsync(handle)

    monkeypatch.setattr(os, "fsync", noted)
    return numbers


def a_secret(folder, _monkeypatch):
    secret_key(folder)
    return folder / "secret_key"


def the_demo(folder, _monkeypatch):
    write_private(folder / "demo.txt", "Demo accounts: none")
    return folder / "demo.txt"


def the_note(folder, _monkeypatch):
    Note(folder).write(pid=1)
    return folder / "running.json"


def a_backup(folder, monkeypatch):
    monkeypatch.setattr(backup, "_dump", lambda _url, dump: dump.write_bytes(b"rows") and {})
    return backup.make("postgresql://none", "secret", folder / "a.tabellone")


def a_translation(folder, monkeypatch):
    source = folder / "engines" / "locale" / "it" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    source.write_text(PO)
    monkeypatch.setattr(translations, "ROOT", folder)
    (made,) = translations.compile_all()
    return made


def a_build(folder, monkeypatch):
    def made(scratch, _npm):
        fresh = scratch / "made"
        fresh.mkdir()
        (fresh / "site.zip.gz").write_bytes(b"packed")
        (fresh / offline.WHOLE).touch()
        return fresh

    monkeypatch.setattr(offline, "mark", lambda: "0123")
    monkeypatch.setattr(offline, "_made", made)
    monkeypatch.setattr(offline.shutil, "which", lambda _name: "npm")
    return offline.build(folder) / "site.zip.gz"


@pytest.mark.parametrize("write", [a_secret, the_demo, the_note, a_backup, a_translation, a_build])
def test_a_file_is_kept_before_its_name_is(write, tmp_path, monkeypatch, kept):
    file = write(tmp_path, monkeypatch)
    assert file.stat().st_size > 0
    names = kept[kept.index(file.stat().st_ino) + 1 :]
    assert file.parent.stat().st_ino in names, "the folder that names it comes after"


def test_a_table_of_values_is_kept(tmp_path, monkeypatch, kept):
    monkeypatch.setenv("TABELLONE_VALUES", str(tmp_path))
    solver = SimpleNamespace(slots=(0,), solve=lambda _turns, _standings: ())
    assert table.write(table.TableKey(1), solver).stat().st_ino in kept


def test_the_build_that_is_served_is_named_last(tmp_path, monkeypatch, kept):
    a_build(tmp_path, monkeypatch)
    assert (tmp_path / offline.CURRENT).read_text() == "0123"
    assert kept[-2:] == [(tmp_path / offline.CURRENT).stat().st_ino, tmp_path.stat().st_ino]
