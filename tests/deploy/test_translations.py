"""The compiled translations: made once, also by several processes that start at the same instant."""

import multiprocessing
import os
import time

import pytest

from deploy import translations

PO = """msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\\n"

msgid "Bye"
msgstr "Riposo"
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with one catalogue, the only one of the project."""
    place = tmp_path / "engines" / "locale" / "it" / "LC_MESSAGES"
    place.mkdir(parents=True)
    (place / "django.po").write_text(PO)
    monkeypatch.setattr(translations, "ROOT", tmp_path)
    return place


def test_an_older_text_is_compiled_anew(folder):
    """An unpacked release, or a copied folder, brings the times of its own files."""
    source = folder / "django.po"
    assert translations.compile_all() == [folder / "django.mo"]
    source.write_text(PO.replace("Riposo", "Turno libero"))
    os.utime(source, (1_600_000_000, 1_600_000_000))
    assert translations.compile_all() == [folder / "django.mo"]
    assert b"Turno libero" in (folder / "django.mo").read_bytes()
    assert translations.compile_all() == []


def test_processes_that_start_at_once_all_find_them(tmp_path, monkeypatch):
    folder = tmp_path / "engines" / "locale" / "it" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.po").write_text(PO)
    written = translations.write_mo

    def slowly(out, messages):
        written(out, messages)
        time.sleep(0.2)  # the others are at the same place now

    monkeypatch.setattr(translations, "ROOT", tmp_path)
    monkeypatch.setattr(translations, "write_mo", slowly)
    fork = multiprocessing.get_context("fork")
    processes = [fork.Process(target=translations.compile_all) for _ in range(3)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(10)
    assert [process.exitcode for process in processes] == [0, 0, 0]
    assert [path.name for path in folder.iterdir() if path.name != "django.po"] == ["django.mo"]
    assert translations.compile_all() == []
