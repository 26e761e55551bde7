"""Pages and files of play without a server: their policy, what is kept, and a site without a build."""

from __future__ import annotations

import gzip
import json
import re

import pytest
from django.contrib.staticfiles.finders import find

import engines
from matches.offline.measuring import levels_here
from matches.pages import offline
from tests.cases import built

WASM = "'wasm-unsafe-eval'"


@pytest.fixture
def build(settings, tmp_path):
    """A build of small files."""
    made = tmp_path / "abc"
    made.mkdir()
    (made / "worker.js").write_text("// the worker")
    (made / "proof.js").write_text("// the worker that checks a proof")
    (made / "boards.js").write_text("// the worker of boards")
    (made / "pyodide.asm.wasm").write_bytes(b"code" * 100)
    (made / "pyodide.asm.wasm.gz").write_bytes(gzip.compress(b"code" * 100))
    (made / "whole").touch()
    (tmp_path / "current").write_text("abc")
    settings.OFFLINE_FOLDER = tmp_path
    return made


def kept_by(client):
    text = client.get("/offline/play/", headers={"Accept-Language": "it"}).content.decode()
    found = re.search(r'<script id="kept" type="application/json">(.*?)</script>', text)
    return json.loads(found[1])


@pytest.mark.django_db
def test_without_a_build_the_page_says_so_and_offers_nothing(client, settings, tmp_path):
    settings.OFFLINE_FOLDER = tmp_path / "nothing"
    answer = client.get("/offline/play/")
    assert answer.status_code == 200 and b"data-begin" not in answer.content and b'data-k="warn"' in answer.content
    assert b'data-worker=""' in client.get("/offline/play/fuba/").content
    assert b"<form" not in client.get("/offline/verify/").content.partition(b"<main")[2].partition(b"</main>")[0]
    for room in ("analysis", "puzzles"):
        assert b'data-worker=""' in client.get(f"/offline/{room}/fuba/").content
    assert client.get("/offline/files/abc/worker.js").status_code == 404


@pytest.mark.django_db
def test_webassembly_is_allowed_in_the_worker_alone(client, build):
    for path in (
        "/offline/play/",
        "/offline/play/fuba/",
        "/offline/analysis/fuba/",
        "/offline/files/abc/pyodide.asm.wasm",
        "/games/",
    ):
        assert WASM not in client.get(path).headers["Content-Security-Policy"], path
    for name in ("worker.js", "proof.js", "boards.js"):
        policy = client.get(f"/offline/files/abc/{name}").headers["Content-Security-Policy"]
        assert f"script-src 'self' {WASM};" in f"{policy};" and "default-src 'none'" in policy
        assert "unsafe-inline" not in policy and "'unsafe-eval'" not in policy


@pytest.mark.django_db
def test_files_are_sent_compressed_and_for_good(client, build):
    answer = client.get("/offline/files/abc/pyodide.asm.wasm", headers={"Accept-Encoding": "gzip"})
    assert (answer.headers["Content-Type"], answer.headers["Content-Encoding"]) == ("application/wasm", "gzip")
    assert "immutable" in answer.headers["Cache-Control"] and gzip.decompress(answer.content) == b"code" * 100
    assert client.get("/offline/files/abc/pyodide.asm.wasm").content == b"code" * 100
    for path in ("abc/pyodide.asm.wasm.gz", "abc/nothing", "abd/worker.js", "abc/../current"):
        assert client.get(f"/offline/files/{path}").status_code == 404, path


@pytest.mark.django_db
def test_everything_that_is_kept_is_there(client, build, monkeypatch):
    slugs = built()
    monkeypatch.setattr(engines, "games", lambda: slugs)  # the toy game of other tests has no line of a position
    kept = kept_by(client)
    assert kept["language"] == "it" and len(kept["pages"]) == 2 + 3 * len(engines.games())
    for path in [*kept["pages"], *kept["large"], *(path for path in kept["small"] if not path.startswith("/static/"))]:
        assert client.get(path).status_code == 200, path
    for path in kept["small"]:
        assert not path.startswith("/static/") or find(path.removeprefix("/static/")), path
    assert kept["large"]["/offline/files/abc/pyodide.asm.wasm"] == 400


@pytest.mark.django_db
def test_a_new_build_and_a_changed_page_are_a_new_version(client, build):
    before = kept_by(client)["version"]
    assert kept_by(client)["version"] == before
    build.rename(build.with_name("abd"))
    build.with_name("current").write_text("abd")
    assert kept_by(client)["version"] != before


def test_scripts_that_are_imported_later_are_kept_too():
    scripts = offline._scripts()
    assert {"js/table/table.js", "js/table/sounds.js", "js/table/line_ups.js", "js/offline/store.js"} <= set(scripts)


def test_levels_that_need_solved_values_are_not_offered():
    assert levels_here("super_goal")[-1] == "expert" and levels_here("fuba")[-1] == "master"
