"""Anything at every door: no error of the server, no answer without end, no flood of rows.

A fixed number of examples in ``make test``; ``TABELLONE_FUZZ`` multiplies it (``make test-long``: about an hour).
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from copy import deepcopy
from html.parser import HTMLParser
from io import BytesIO
from typing import Any
from uuid import UUID

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test import Client
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deploy import backup
from deploy.backup import BackupError
from engines.core import sheet
from engines.core.errors import BadRequest
from league.competitions.exchange.writing import exported
from league.competitions.models import Competition
from matches.errors import BadFrame
from matches.live import protocol
from matches.live.runtime import UnknownMatch
from tests.security.test_backup_files import written
from tests.security.test_bad_input import known_parameters
from tests.security.test_permissions import ASKED, BACKEND
from tests.security.town import Town, furnish, path_of
from tests.sizes import size

BUDGET = int(os.environ.get("TABELLONE_FUZZ", size(1, 150)))
LARGEST = 3_000_000
"""Bytes of one answer."""
MOST_CHANGES = 400
"""Statements of one request that change rows."""
COUNTED = {"requests": 0}


def examples(number: int) -> Any:
    """``number`` examples in a short run, the same ones each time."""
    return settings(
        max_examples=number * BUDGET,
        deadline=None,
        derandomize=BUDGET == 1,
        database=None,
        suppress_health_check=list(HealthCheck),
    )


ODD = (
    "", " ", "a\x00b", "\x00", "\u202e", "\u0130", "\ufdfa" * 40, "\U0001f9ff", "²", "½", "٣", "-1", "0", "1", "1e309",
    "NaN", "Infinity", "9" * 400, "9" * 5000, str(2**31), str(2**63), "0001-01-01", "9999-12-31", "2027-02-30",
    "0001-01-01T00:00", "9999-12-31T23:59:59Z", "2027-03-28T02:30", "24:00", "true", "null", "[]", "{}", "%00", "%s",
    "{0}", "../../etc/passwd", "//example.org", "javascript:1", "http://[::1", "<script>", "' OR 1=1", "a" * 300,
    "a" * 40_000, "a\r\nSet-Cookie: b=c", "\ud800", "00000000-0000-4000-8000-000000000000", "Europe/Rome", "it", "on",
    ",", ";", "\n" * 500, "1\n2\n3", "2-1", "home", "player_id", "super_goal", "cup", "league",
)  # fmt: skip
TEXTS = st.one_of(st.sampled_from(ODD), st.text(max_size=40))
NUMBERS = st.sampled_from([0, -1, 1, 2, 7, 2**31, 2**63, 10**400, -(10**20), 0.5, 1e308, float("nan"), float("inf")])
SCALARS = st.one_of(TEXTS, NUMBERS, st.booleans(), st.none())
JSON = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3), max_leaves=6
)


@pytest.fixture(scope="module")
def town(build_once):
    return build_once(furnish)


@pytest.fixture
def door(db, town, settings):
    settings.ORGANISER_RESETS = True
    return Door(town)


class Door:
    """Asks, looks at the answer and takes back what was done."""

    def __init__(self, town: Town) -> None:
        self.town = town
        self.clients: dict[str, Client] = {}
        for role in ("nobody", "guest", "player", "organiser", "club_owner", "staff", "moderator"):
            client = self.clients[role] = Client()
            person = town.people[role]
            if person is not None:
                client.force_login(person, backend=BACKEND)
        self.cookies = {role: deepcopy(client.cookies) for role, client in self.clients.items()}

    def knock(self, role: str, way: str, path: str, **sent: Any) -> None:
        changes = 0

        def count(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
            nonlocal changes
            changes += sql.startswith(("INSERT", "UPDATE", "DELETE"))
            return execute(sql, params, many, context)

        client = self.clients[role]
        client.cookies = deepcopy(self.cookies[role])
        COUNTED["requests"] += 1
        with transaction.atomic(), connection.execute_wrapper(count):
            try:
                answer = getattr(client, way.lower())(path, **sent)
            except UnknownMatch:  # live play asks on a connection of its own, which does not see this transaction
                return
            finally:
                transaction.set_rollback(True)
        assert answer.status_code < 500 or answer.status_code == 503, (way, path, answer.status_code)
        assert answer.streaming or len(answer.content) < LARGEST, (way, path)
        assert changes < MOST_CHANGES, (way, path, changes)


ROLES = st.sampled_from(["organiser", "organiser", "player", "staff", "nobody", "guest", "club_owner", "moderator"])


# ── the API, from its own document ──


def value_of(schema: dict[str, Any], document: dict[str, Any], depth: int = 0) -> st.SearchStrategy[Any]:
    """Build a value of ``schema``, more or less."""
    if "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    for word in ("allOf", "oneOf", "anyOf"):
        if word in schema:
            return st.one_of([value_of(part, document, depth + 1) for part in schema[word]])
    if "enum" in schema:
        right: st.SearchStrategy[Any] = st.sampled_from(schema["enum"])
    elif schema.get("type") == "object" and depth < 4:
        fields = {name: value_of(part, document, depth + 1) for name, part in schema.get("properties", {}).items()}
        right = st.fixed_dictionaries({}, optional=fields)
    elif schema.get("type") == "array" and depth < 4:
        right = st.lists(value_of(schema.get("items", {}), document, depth + 1), max_size=4)
    elif schema.get("type") in ("integer", "number"):
        right = st.one_of(st.integers(0, 9), NUMBERS)
    elif schema.get("type") == "boolean":
        right = st.booleans()
    else:
        right = TEXTS
    return st.one_of(right, right, right, JSON)


@pytest.fixture(scope="module")
def document():
    return SchemaGenerator().get_schema(request=None, public=True)


def operations(document: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    found = [(path, way, one) for path, ways in document["paths"].items() for way, one in ways.items()]
    return [one for one in found if "/bot/events" not in one[0]]


def test_the_api_answers_anything(door, document):
    every = operations(document)
    assert len(every) > 150
    known = door.town.places["cup"] | {"slug": "super_goal"}

    @examples(220)
    @given(st.sampled_from(every), ROLES, st.data())
    def knock(operation: tuple[str, str, dict[str, Any]], role: str, data: st.DataObject) -> None:
        path, way, about = operation
        for part in [one["name"] for one in about.get("parameters", ()) if one["in"] == "path"]:
            path = path.replace(f"{{{part}}}", str(known.get(part, 1)))
        asked = [one["name"] for one in about.get("parameters", ()) if one["in"] == "query"]
        query = data.draw(st.dictionaries(st.sampled_from(asked), TEXTS, max_size=3)) if asked else {}
        if way == "get":
            return door.knock(role, way, path, data={name: plain(word) for name, word in query.items()})
        body = about.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
        sent = data.draw(value_of(body, document) if body else JSON)
        return door.knock(role, way, path, data=json.dumps(sent), content_type="application/json")

    knock()


def plain(words: str) -> str:
    """``words`` as a browser can send them: no half of a pair."""
    return words.encode("utf-8", "replace").decode()


# ── pages: every form that stands on one, and every query ──


class Forms(HTMLParser):
    """The forms of a page: where they go, how, and their fields with what they may hold."""

    def __init__(self, here: str) -> None:
        super().__init__()
        self.here, self.found, self.select = here, [], ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form":
            self.found.append(((given.get("method") or "get").lower(), given.get("action") or self.here, {}))
        elif self.found:
            fields = self.found[-1][2]
            name = given.get("name") or ""
            if tag == "option" and self.select:
                fields[self.select].append(given.get("value") or "")
            elif tag in ("input", "button", "textarea", "select") and name and name != "csrfmiddlewaretoken":
                fields.setdefault(name, [])
                self.select = name if tag == "select" else ""
                fields[name] += [given["value"] or ""] if "value" in given else []


def all_forms(door: Door) -> list[tuple[str, str, str, dict[str, list[str]]]]:
    """The forms of every page, as somebody who may open it sees them: ``(role, way, where, fields)``."""
    forms: dict[Any, tuple[str, str, str, dict[str, list[str]]]] = {}
    for row in ASKED:
        inside = [role for role in ("organiser", "player", "club_owner", "moderator", "nobody") if role in row.let_in]
        if row.way != "GET" or not inside or row.name.startswith("api:"):
            continue
        path = path_of(door.town, row.name, row.place)
        client = door.clients[inside[0]]
        client.cookies = deepcopy(door.cookies[inside[0]])
        with transaction.atomic():
            answer = client.get(path)
            transaction.set_rollback(True)
        if answer.streaming or not answer.get("Content-Type", "").startswith("text/html"):
            continue
        read = Forms(path)
        read.feed(answer.content.decode())
        for way, where, fields in read.found:
            if where.startswith("/") and "logout" not in where and way != "dialog":  # sent nowhere
                forms[way, where.partition("?")[0], tuple(sorted(fields))] = (inside[0], way, where, fields)
    return list(forms.values())


def test_pages_take_anything_in_their_forms(door):
    forms = all_forms(door)
    assert len(forms) > 80

    @examples(220)
    @given(st.sampled_from(forms), st.data())
    def knock(form: tuple[str, str, str, dict[str, list[str]]], data: st.DataObject) -> None:
        role, way, where, fields = form
        sent: dict[str, Any] = {}
        for name, choices in fields.items():
            kind = data.draw(st.integers(0, 9))
            if kind == 0:
                continue
            right = st.sampled_from(choices) if choices else TEXTS
            sent[name] = plain(data.draw(right if kind < 6 else TEXTS))
        if data.draw(st.integers(0, 9)) == 0:
            name = plain(data.draw(TEXTS))[:50] or "x"
            sent["file"] = BytesIO(data.draw(st.binary(max_size=60)))
            sent["file"].name = name  # any at all: SimpleUploadedFile refuses "/" and ".." before they are sent
        door.knock(data.draw(st.sampled_from([role, role, role, "nobody", "guest"])), way, where, data=sent)

    knock()


def test_pages_take_any_query(door):
    names = known_parameters()
    pages = [row for row in ASKED if row.way == "GET" and row.let_in]

    @examples(120)
    @given(st.sampled_from(pages), st.dictionaries(st.sampled_from(names), TEXTS, max_size=5), ROLES)
    def knock(row: Any, query: dict[str, str], role: str) -> None:
        door.knock(role, "get", path_of(door.town, row.name, row.place), data={k: plain(v) for k, v in query.items()})

    knock()


# ── files ──


def spots(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place inside a JSON value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [way, *(spot for key, part in inner for spot in spots(part, (*way, key)))]


def changed(value: Any, way: tuple[Any, ...], new: Any) -> Any:
    if not way:
        return new
    copy = deepcopy(value)
    inside = copy
    for key in way[:-1]:
        inside = inside[key]
    inside[way[-1]] = new
    return copy


def test_the_import_takes_any_file(door):
    whole = json.loads(
        json.dumps(exported(Competition.objects.get(slug=door.town.places["over"]["slug"])), default=str)
    )
    places = spots(whole)

    @examples(60)
    @given(st.sampled_from(places), JSON, st.booleans(), st.booleans())
    def knock(way: tuple[Any, ...], new: Any, by_page: bool, cut: bool) -> None:
        words = json.dumps(changed(whole, way, new))
        words = words[: len(words) // 2] if cut and not way else words
        if by_page:
            door.knock(
                "organiser", "post", "/competitions/import/", data={"file": SimpleUploadedFile("x", words.encode())}
            )
        else:
            door.knock("organiser", "post", "/api/v1/competitions/import/", data=words, content_type="application/json")

    knock()


@pytest.mark.parametrize("raw", [b"9" * 5000, b'{"a": ' + b"1" * 5000 + b"}", b"\xff", b"[" * 100_000, b"", b"NaN"])
def test_the_import_names_what_is_wrong_with_a_file(door, raw):
    door.knock("organiser", "post", "/competitions/import/", data={"file": SimpleUploadedFile("x", raw)})
    door.knock("organiser", "post", "/api/v1/competitions/import/", data=raw, content_type="application/json")


SIGNS = st.binary(min_size=1, max_size=8)


def test_a_backup_may_be_anything(tmp_path):
    whole = written(tmp_path / "whole").read_bytes()

    @examples(60)
    @given(st.integers(0, len(whole) - 1), SIGNS, st.integers(0, len(whole)))
    def read(at: int, signs: bytes, length: int) -> None:
        file = tmp_path / "changed"
        file.write_bytes((whole[:at] + signs + whole[at + len(signs) :])[: max(length, at + 1)])
        with suppress(BackupError):
            backup.read_manifest(file)

    read()


def test_a_manifest_may_be_anything(tmp_path):
    @examples(60)
    @given(JSON | st.fixed_dictionaries({"format": JSON, "version": JSON, "rows": JSON}))
    def read(manifest: Any) -> None:
        file = written(tmp_path / "x", **{"manifest.json": json.dumps(manifest).encode()})
        with suppress(BackupError):
            backup.read_manifest(file)

    read()


def test_a_match_sheet_may_be_anything():
    @examples(80)
    @given(
        st.one_of(
            TEXTS,
            JSON.map(json.dumps),
            st.lists(
                st.sampled_from(
                    [
                        "[Game ",
                        '"fuba"]\n',
                        "1. ",
                        "home ",
                        "result: ",
                        "2 - 1 ",
                        "{",
                        "}",
                        "[1, 2]",
                        "9" * 5000,
                        "\x00",
                        "\n",
                    ]
                )
            ).map("".join),
        )
    )
    def read(words: str) -> None:
        with suppress(BadRequest):
            sheet.read(words)

    read()


# ── sockets ──

KINDS = st.sampled_from(["move", "echo", "ping", "offer", "claim", "resign", "say", "seed", "take", "hold", "x"])
FIELDS = st.sampled_from(["id", "v", "moves", "n", "kind", "do", "seat", "room", "text", "words", "seed", "reason"])
IDS = st.sampled_from([str(UUID(int=1)), "", 1, None])
FRAMES = st.one_of(
    st.builds(
        lambda kind, more, key: json.dumps({"t": kind, "id": key, **more}),
        KINDS, st.dictionaries(FIELDS, JSON, max_size=4), IDS,
    ),
    JSON.map(json.dumps), TEXTS,
)  # fmt: skip


@examples(300)
@given(FRAMES)
def test_a_frame_may_be_anything(frame: str) -> None:
    with suppress(BadFrame):
        protocol.read(frame)


def test_a_crash_is_noticed(door, monkeypatch):
    def broken(*_given: Any, **_named: Any) -> str:
        raise ZeroDivisionError

    monkeypatch.setattr("django.shortcuts.loader.render_to_string", broken)
    with pytest.raises(ZeroDivisionError):
        door.knock("nobody", "get", "/games/")


def test_the_number_of_requests_is_told() -> None:
    print(f"fuzzing: {COUNTED['requests']} requests (TABELLONE_FUZZ={BUDGET})")
