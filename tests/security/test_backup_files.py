"""A forged backup takes no more room than it has itself, and holds the files of a backup only."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import tarfile
import tempfile
from types import SimpleNamespace
from unittest.mock import MagicMock

import psycopg
import pytest

from deploy import backup, drill, restore
from deploy.backup import BackupError
from deploy.plan import version
from deploy.stores import Stores

MANIFEST = json.dumps({"format": backup.FORMAT, "version": version(), "rows": {}}).encode()


def written(file, mode="w", **contents):
    """A tar with these files; a number is the size of one that is all zeros."""
    with tarfile.open(file, mode) as tar:
        for name, content in {
            "manifest.json": MANIFEST,
            "secret_key": b"key",
            "database.dump": b"dump",
            **contents,
        }.items():
            info = tarfile.TarInfo(name)
            info.size = content if isinstance(content, int) else len(content)
            tar.addfile(info, io.BytesIO(bytes(content)))
    return file


def test_it_works(tmp_path):
    assert backup.read_manifest(written(tmp_path / "x.tabellone"))["version"] == version()


@pytest.mark.parametrize("mode", ["w:gz", "w:bz2", "w:xz"])
def test_a_compressed_one_is_refused_before_it_is_unpacked(tmp_path, mode):
    bomb = written(tmp_path / "bomb", mode, **{"database.dump": 20_000_000})
    assert bomb.stat().st_size < 200_000
    with pytest.raises(BackupError, match="is not a backup of Tabellone"):
        backup.read_manifest(bomb)


@pytest.mark.parametrize("contents", [{"manifest.json": 2_000_000}, {"secret_key": 20_000}])
def test_what_is_read_into_memory_has_a_limit(tmp_path, contents):
    with pytest.raises(BackupError, match=f"its {next(iter(contents))} is no ordinary file, or too large"):
        backup.read_manifest(written(tmp_path / "x", **contents))


def test_other_files_links_and_deep_manifests_are_refused(tmp_path):
    with pytest.raises(BackupError, match="complete backup"):
        backup.read_manifest(written(tmp_path / "x", **{"more": b"x"}))
    with pytest.raises(BackupError, match="is not a backup"):
        backup.read_manifest(written(tmp_path / "y", **{"manifest.json": b"[" * 200_000}))
    linked = tmp_path / "z"
    with tarfile.open(linked, "w") as tar:
        for name in backup.LARGEST:
            info = tarfile.TarInfo(name)
            info.type, info.linkname = tarfile.SYMTYPE, "/etc/passwd"
            tar.addfile(info)
    with pytest.raises(BackupError, match="no ordinary file"):
        backup.read_manifest(linked)


def test_a_file_with_holes_is_refused(tmp_path):
    """A sparse member of old GNU tar: 512 bytes in the archive, a terabyte unpacked."""
    file = written(tmp_path / "holes")
    raw = bytearray(file.read_bytes())
    start = raw.index(b"database.dump")
    header = raw[start : start + 512]
    header[156:157] = b"S"
    header[257:265] = b"ustar  \0"
    header[386:398], header[398:410] = b"%011o\0" % 0, b"%011o\0" % 4
    header[410:482] = bytes(72)
    header[482:483] = b"\0"
    header[483:495] = b"\x80" + (10**12).to_bytes(11, "big")
    header[148:156] = b" " * 8
    header[148:156] = b"%06o\0 " % sum(header)
    raw[start : start + 512] = header
    file.write_bytes(raw)
    with tarfile.open(file) as tar:
        assert tar.getmember("database.dump").issparse() and tar.getmember("database.dump").size == 10**12
    with pytest.raises(BackupError, match=r"its database\.dump is no ordinary file"):
        backup.read_manifest(file)


@pytest.mark.parametrize(
    "wrong", [0, [], {}, {"format": None, "version": "1", "rows": {}}, {"format": 1, "version": [], "rows": {}}]
)
def test_a_manifest_of_another_form_is_refused(tmp_path, wrong):
    with pytest.raises(BackupError, match="is not a complete backup"):
        backup.read_manifest(written(tmp_path / "x", **{"manifest.json": json.dumps(wrong).encode()}))


@pytest.mark.parametrize("odd", ["²", "9" * 5000, "", "0.x"])
def test_a_version_of_odd_signs_is_read_all_the_same(tmp_path, odd):
    manifest = json.dumps({"format": backup.FORMAT, "version": odd, "rows": {}}).encode()
    assert backup.read_manifest(written(tmp_path / "x", **{"manifest.json": manifest}))["version"] == odd


def test_no_command_line_holds_the_password(tmp_path, monkeypatch):
    """Everybody on the machine sees the words of a running command; its environment is its user's alone."""
    file, ran = written(tmp_path / "x.tabellone"), []

    def run(command, env=None, **_options):
        ran.append((" ".join(map(str, command)), (env or {}).get("PGPASSWORD")))
        return SimpleNamespace(returncode=1, stderr="no further")

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(psycopg, "connect", MagicMock())
    url = "postgresql://cup:50%25secret@db.example.org/cup?sslmode=require"
    for attempt in (lambda: backup.make(url, "key", tmp_path / "y.tabellone"), lambda: restore.into(url, file)):
        with pytest.raises(BackupError, match="no further"):
            attempt()
    assert [password for _words, password in ran] == ["50%secret", "50%secret"]
    for words, _password in ran:
        assert "secret" not in words and "host=db.example.org" in words and "sslmode=require" in words


@pytest.fixture
def handlers():
    """Put back the signal handlers of the tests; until the command has its own, a signal fails the test."""
    numbers = (signal.SIGTERM, signal.SIGHUP)
    before = [signal.signal(number, lambda *_: pytest.fail("the command would be gone at once")) for number in numbers]
    yield
    for number, handler in zip(numbers, before, strict=True):
        signal.signal(number, handler)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("command", [backup, restore, drill])
def test_a_command_that_is_ended_leaves_no_copy_of_the_data(tmp_path, monkeypatch, handlers, command, number):
    copies, file = tmp_path / "copies", written(tmp_path / "x.tabellone")
    copies.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(copies))
    monkeypatch.setenv("FILE", str(copies / "y.tabellone" if command is backup else file))
    monkeypatch.setenv("DATABASE_URL", "postgresql://cup@db.example.org/cup")

    def end(*_, **__):
        assert any(copies.iterdir()), "there is a copy by now"
        os.kill(os.getpid(), number)

    monkeypatch.setattr(psycopg, "connect", end)
    monkeypatch.setattr(Stores, "start", end)
    monkeypatch.setattr(backup, "check_release", lambda *_: None)
    if command is restore:
        monkeypatch.setattr(backup, "counts", lambda _url: {})
    with pytest.raises(SystemExit) as ended:
        command.main()
    assert ended.value.code == 128 + number and not any(copies.iterdir())
