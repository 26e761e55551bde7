"""The one table of permissions, ``permissions.txt``: every address, each way to ask it, every role.

What is not in the table fails, and the failure says the line to add. Refused means: 404, 403 of the API, or the page of
the sign-in. Whoever is let in may still be told that it cannot be done (400, 409). What is refused has written nothing.
"""

from __future__ import annotations

import inspect
import json
import logging
import sys
from copy import copy
from dataclasses import dataclass
from http.cookies import SimpleCookie
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl
from uuid import UUID, uuid4
from zlib import crc32

import pytest
from django.contrib.auth.backends import ModelBackend
from django.contrib.sessions.backends.db import SessionStore
from django.core.handlers.wsgi import WSGIRequest
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from drf_spectacular.generators import SchemaGenerator
from PIL import Image

from matches.socket.routing import websocket_urlpatterns
from tests.league.site.test_embeds import framed_by
from tests.security.town import ROLES, ROUTES, Town, addresses_of_all, furnish, parts_of, path_of
from tests.sizes import DAY, LONG, size

BACKEND = "django.contrib.auth.backends.ModelBackend"
FILE = Path(__file__).with_name("permissions.txt")
STREAMS = ("matches:feed", "api:bot_events")
"""Answered for as long as somebody listens: a request of the test client would not end."""
APART = ("matches:claim",)
"""Asks the database on a connection of its own, which sees no town: whoever is let in asks in ``tests/live``."""
WAYS = ("GET", "POST", "PUT", "PATCH", "DELETE")
READS_EVERY_FORM = ("deploy.bad_input", "league.players.pages.typed")
"""Modules that clean each form, and keep what was typed into one that is refused."""
OF_SESSIONS = ("django_session", "usersessions_usersession")
"""Tables that any request may write: when a session was last seen."""
OTHERS = size(1, len(ROLES))
"""Number of roles that ask in a short run besides nobody and the neighbours: each day others."""
LADDERS = (
    ("nobody", "guest", "stranger", "player", "referee", "co_organiser", "organiser", "staff"),
    ("nobody", "pupil", "stranger", "entrant", "referee", "club_staff", "club_owner", "staff"),
    ("nobody", "bot", "stranger", "club_member", "club_staff", "club_owner"),
    ("nobody", "stranger", "entrant", "player"),
    ("nobody", "stranger", "moderator", "staff"),
    ("stranger", "foreign_referee", "foreign_organiser", "organiser"),
)
"""Roles, each with a little more right than the one before it: a right that is lowered by one step lets in the next."""


@dataclass(frozen=True)
class Row:
    """``way``: a method of HTTP, or SOCKET; ``body``: what is sent, which must then be done but for ``told_why``."""

    way: str
    name: str
    place: str
    body: str
    let_in: frozenset[str]
    told_why: frozenset[str] = frozenset()

    def __str__(self) -> str:
        return f"{self.way} {self.name}{f'@{self.place}' if self.place != 'cup' else ''}{self.body and f'?{self.body}'}"


def read_table() -> tuple[dict[str, frozenset[str]], list[Row]]:
    """The groups and the rows of the table."""
    groups: dict[str, frozenset[str]] = {role: frozenset([role]) for role in ROLES} | {"none": frozenset()}
    rows = []
    for number, line in enumerate(FILE.read_text().splitlines(), 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        here = f"permissions.txt, line {number}"
        bar = words.index("|") if "|" in words else len(words)
        who, told_why = (roles_of(names, groups, here) for names in (words[2:bar], words[bar + 1 :]))
        if words[1] == "=":
            groups[words[0]] = who
            continue
        address, _mark, body = words[1].partition("?")
        name, _at, place = address.partition("@")
        assert told_why <= who, f"{here}: who is told why not is let in"
        rows.append(Row(words[0], name, place or "cup", body, who, told_why))
    return groups, rows


def roles_of(names: list[str], groups: dict[str, frozenset[str]], here: str) -> frozenset[str]:
    """The roles of ``names``: groups and roles, those after a minus left out."""
    unknown = [name for name in names if name.lstrip("-") not in groups]
    assert not unknown, f"{here}: no group or role is called {', '.join(unknown)}"
    who = frozenset().union(*(groups[name] for name in names if name[0] != "-"))
    return who - frozenset().union(*(groups[name[1:]] for name in names if name[0] == "-"))


GROUPS, ROWS = read_table()
ASKED = [row for row in ROWS if row.way != "SOCKET" and row.name not in STREAMS]


def called(roles: set[str]) -> str:
    """``roles`` in the words of the table, as few as will do."""
    tries = sorted(GROUPS, key=lambda name: (len(GROUPS[name] ^ roles), name))
    name = tries[0]
    more, fewer = roles - GROUPS[name], GROUPS[name] - roles
    return " ".join([name, *sorted(more), *(f"-{role}" for role in sorted(fewer))])


@pytest.fixture(scope="module")
def town(build_once):
    return build_once(furnish)


@pytest.fixture
def asker(db, town, settings, monkeypatch):
    """Pages and pictures are not drawn in a short run: who is let in is decided before."""
    settings.ORGANISER_RESETS = True
    settings.LEGAL_NOTICE = settings.TERMS = settings.CONTACT = "In words"
    if not LONG:
        settings.TEMPLATES = [{"BACKEND": "tests.security.blank.Blank", "NAME": "blank"}]
        monkeypatch.setattr(Image.Image, "quantize", lambda image, *_given, **_named: image.resize((1, 1)))
        monkeypatch.setattr(SchemaGenerator, "get_schema", lambda *_given, **_named: {})
    asker, form = Asker(town), WSGIRequest.POST

    def read(request: WSGIRequest) -> Any:
        asker.has_read_form |= sys._getframe(1).f_globals["__name__"] not in READS_EVERY_FORM
        return form.fget(request)

    monkeypatch.setattr(WSGIRequest, "POST", property(read, form.fset))
    remember(monkeypatch)
    logging.disable(logging.WARNING)  # a line for each refusal
    yield asker
    logging.disable(logging.NOTSET)


def remember(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read each session and each account once: whatever a request changes is rolled back, and they are asked for in
    every one."""
    load, get_user = SessionStore.load, ModelBackend.get_user
    sessions: dict[str | None, dict[str, Any]] = {}
    people: dict[Any, Any] = {}

    def load_once(session: SessionStore) -> dict[str, Any]:
        key = session.session_key
        if not sessions.get(key):
            sessions[key] = load(session)
        return dict(sessions[key])

    def get_once(backend: ModelBackend, user_id: Any) -> Any:
        if user_id not in people:
            people[user_id] = get_user(backend, user_id)
        return copy(people[user_id])

    monkeypatch.setattr(SessionStore, "load", load_once)
    monkeypatch.setattr(ModelBackend, "get_user", get_once)


class Asker:
    """Asks as each role in the same town: whatever a request did is rolled back."""

    def __init__(self, town: Town) -> None:
        self.town = town
        self.clients, self.cookies = {}, {}
        for role in ROLES:
            bearer = {"Authorization": f"Bearer {town.token}"} if role == "bot" else {}
            client = self.clients[role] = Client(raise_request_exception=False, headers=bearer)
            if town.people[role] is not None and role != "bot":
                client.force_login(town.people[role], backend=BACKEND)
            self.cookies[role] = {name: morsel.value for name, morsel in client.cookies.items()}
        self.count = 0
        self.has_read_form = False

    def ask(self, role: str, way: str, path: str, body: str = "") -> tuple[Any, list[str]]:
        """The answer, and the statements that changed rows, those of sessions left out."""
        wrote: list[str] = []

        def watch(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
            result = execute(sql, params, many, context)
            changes = sql.startswith(("INSERT", "UPDATE", "DELETE")) and not any(row in sql for row in OF_SESSIONS)
            if changes and context["cursor"].rowcount:
                wrote.append(sql[:80])
            return result

        client = self.clients[role]
        client.cookies = SimpleCookie(self.cookies[role])
        fields: Any = dict(parse_qsl(body, keep_blank_values=True))
        sent: dict[str, Any] = {"data": fields} if fields else {}
        if path.startswith("/api/") and way != "GET":
            sent = {"data": json.dumps(fields), "content_type": "application/json"}
        with transaction.atomic(), connection.execute_wrapper(watch):
            answer = getattr(client, way.lower())(path, **sent)
            transaction.set_rollback(True)
        self.count += 1
        return answer, wrote


def outcome(answer: Any) -> str:
    """``in``, ``refused``, ``405`` or an error."""
    if answer.status_code >= 500 or answer.status_code == 405:
        return str(answer.status_code)
    to_sign_in = answer.status_code == 302 and answer["Location"].startswith(reverse("account_login"))
    return "refused" if to_sign_in or answer.status_code in (401, 403, 404) else "in"


def neighbours(row: Row) -> list[str]:
    """Return on each ladder the roles just below and just above the right of ``row``; its end where there are none."""
    found = []
    for ladder in LADDERS:
        steps = [pair for pair in pairwise(ladder) if (pair[0] in row.let_in) != (pair[1] in row.let_in)]
        found += [role for pair in steps for role in pair] or [ladder[0 if ladder[0] in row.let_in else -1]]
    return found


def askers(row: Row, day: int = DAY) -> list[str]:
    """Return who asks on this day: nobody, the neighbours of the right, and some others in turn."""
    always = ["nobody", *neighbours(row)]
    rest = sorted(set(ROLES) - set(always), key=lambda role: crc32(f"{row} {role}".encode()))
    turns = [rest[(day * OTHERS + turn) % len(rest)] for turn in range(OTHERS)] if rest else []
    asking = list(dict.fromkeys([*always, *turns]))
    return [role for role in asking if not (row.name in APART and role in row.let_in and role != "nobody")]


def methods_of(name: str) -> tuple[str, ...]:
    """Return the methods of the address: a view of the API names them, a page is asked in two ways."""
    view = getattr(addresses_of_all()[name][1].callback, "cls", None)
    return ("GET", "POST") if view is None else tuple(way for way in WAYS if hasattr(view, way.lower()))


def names_a_form(name: str) -> bool:
    """Return whether the view of this page speaks of a form that is sent, if perhaps not at every place."""
    view = inspect.unwrap(addresses_of_all()[name][1].callback)
    return inspect.isfunction(view) and '"POST"' in inspect.getsource(view)


def test_every_address_has_its_rows(asker):
    """Each address and method; what a page does not list is refused with 405, or answered as GET, its form unread."""
    known = {(row.name, row.way) for row in ROWS}
    places = {row.name: row.place for row in ROWS}
    readers = {row.name: sorted(row.let_in, key=ROLES.index)[-1:] for row in ROWS if row.way == "GET"}
    wrong = [f"no such address: {row}" for row in ASKED if row.name not in addresses_of_all()]
    for name in addresses_of_all():
        if name in STREAMS:
            continue
        for way in methods_of(name):
            if (name, way) in known:
                continue
            path = path_of(asker.town, name, places.get(name, "cup"))
            asker.has_read_form = False
            got = {role: asker.ask(role, way, path) for role in ("nobody", "organiser", *readers.get(name, ()))}
            quiet = not (asker.has_read_form or names_a_form(name)) and all(
                not wrote for _answer, wrote in got.values()
            )
            outcomes = {outcome(answer) for answer, _wrote in got.values()}
            if outcomes == {"405"}:
                continue
            as_read = (name, "GET") in known and all(
                answer.status_code in (405, asker.ask(role, "GET", path)[0].status_code)
                for role, (answer, _wrote) in got.items()
            )
            if way == "POST" and quiet and as_read:
                continue
            let_in = {role for role in ROLES if outcome(asker.ask(role, way, path)[0]) == "in"}
            wrong.append(f"add, if it is right: {way:7}{name:40} {called(let_in)}")
    sockets = {str(pattern.pattern) for pattern in websocket_urlpatterns}
    wrong += [f"SOCKET {route}" for route in sockets ^ {row.name for row in ROWS if row.way == "SOCKET"}]
    assert not wrong, "tests/security/permissions.txt:\n" + "\n".join(wrong)


def test_who_is_let_in(asker):
    wrong = []
    for row in ASKED:
        path = path_of(asker.town, row.name, row.place)
        for role in askers(row):
            answer, wrote = asker.ask(role, row.way, path, row.body)
            got, expected = outcome(answer), "in" if role in row.let_in else "refused"
            done = "=" not in row.body or bool(wrote) is (role not in row.told_why)
            if got != expected:
                wrong.append(f"{row}: {role} is {got} ({answer.status_code}), the table says {expected}")
            elif expected == "refused" and wrote:
                wrong.append(f"{row}: {role} is refused, and wrote {wrote}")
            elif expected == "in" and not done:
                wrong.append(f"{row}: {role} is let in, and wrote {wrote} ({answer.status_code})")
            if not row.name.startswith(("api:", "competitions:embed", "event_embed")) and answer.status_code == 200:
                assert framed_by(answer) == "'none'" and answer["X-Frame-Options"] == "DENY", row
    pairs = len(ASKED) * len(ROLES)
    print(f"{len(addresses_of_all())} addresses, {len(ROWS)} rows, {asker.count} of {pairs} pairs asked on day {DAY}")
    assert not wrong, f"{len(wrong)} not as in tests/security/permissions.txt:\n" + "\n".join(wrong)


@pytest.mark.skipif(LONG, reason="everybody asks for everything")
def test_the_neighbours_of_a_right_ask_each_day_and_everybody_in_some_days():
    days = [{(row, role) for row in ASKED for role in askers(row, day)} for day in range(DAY, DAY + len(ROLES))]
    pairs = {(row, role) for row in ASKED for role in ROLES if row.name not in APART or role not in row.let_in}
    assert set().union(*days) | {(row, "nobody") for row in ASKED} >= pairs
    assert set.intersection(*days) >= {(row, role) for row, role in pairs if role in neighbours(row)}
    assert len(days[0]) < len(pairs) / 2 and days[0] != days[1]
    lowered = Row("GET", "competitions:reset", "cup", "", GROUPS["owns"])
    assert {"co_organiser", "club_staff", "organiser", "club_owner"} <= set(neighbours(lowered))


CONTAINERS = ("slug", "competition_id", "series_id", "club_id", "event_id")


def ours(name: str) -> bool:
    """Return whether the address is one of a competition, or of something in one."""
    route, _pattern = addresses_of_all()[name]
    inside = {"competition_id", "fixture_id", "match_id", "entrant_id"} & set(parts_of(route))
    return bool(inside) or ("slug" in parts_of(route) and not any(f"{start}<slug" in route for start, _slug in ROUTES))


def as_made_up(asker: Asker, role: str, row: Row, answer: Any, house: dict[str, Any] | None = None) -> bool:
    """Return whether an unsafe request is answered as it is with ids that are nobody's, such as for its empty body."""
    known = asker.town.places["cup"]
    parts = [part for part in parts_of(addresses_of_all()[row.name][0]) if part.endswith("_id")]
    ids: dict[str, Any] = {part: uuid4() if isinstance(known[part], UUID) else 2**30 for part in parts}
    path = path_of(asker.town, row.name, row.place, **ids | (house or {}))
    return row.way != "GET" and asker.ask(role, row.way, path)[0].status_code == answer.status_code


def test_an_id_of_another_house_is_not_found(asker):
    """Every address with two ids, the first another competition, series or club: its owner finds nothing either."""
    wrong, looked = [], set()
    for row in ASKED:
        parts = parts_of(addresses_of_all()[row.name][0])
        inner = [part for part in parts[1:] if part.endswith("_id")]
        if not parts or parts[0] not in CONTAINERS or not inner or row.body or row.name in APART:
            continue
        house = {parts[0]: asker.town.places["foreign"][parts[0]]}
        path = path_of(asker.town, row.name, row.place, **house)
        looked.add(row.name)
        for role in ("foreign_organiser", "staff"):
            answer, wrote = asker.ask(role, row.way, path)
            if wrote or not (outcome(answer) == "refused" or as_made_up(asker, role, row, answer, house)):
                wrong.append(f"{row.way} {row.name}: {role} got {answer.status_code}, wrote {wrote}")
    assert len(looked) > 40
    assert not wrong, "\n".join(wrong)


OUTSIDERS = ("nobody", "stranger", "player", "club_owner", "foreign_organiser", "moderator", "bot")


def test_what_is_closed_is_there_for_its_own_people_alone(asker):
    """Every address of a class, and of a draft: for everybody outside there is no such page, however it is asked."""
    wrong, looked = [], 0
    for name in addresses_of_all():
        if name in STREAMS or not ours(name):
            continue
        for way in methods_of(name):
            mark = crc32(f"{way} {name}".encode())
            for place in ("class", "draft") if LONG else ("class", "draft")[mark % 2 :][:1]:
                parts = parts_of(addresses_of_all()[name][0])
                if any(asker.town.places[place].get(part) is None for part in parts):
                    continue
                house = {
                    part: asker.town.places[place][part]
                    for part in ("club_id", "series_id", "event_id")
                    if part in parts
                }
                for role in OUTSIDERS if LONG else (OUTSIDERS[mark // 2 % len(OUTSIDERS)],):
                    answer, wrote = asker.ask(role, way, path_of(asker.town, name, place))
                    looked += 1
                    row = Row(way, name, place, "", frozenset())
                    hidden = outcome(answer) in ("refused", "405") or as_made_up(asker, role, row, answer, house)
                    if wrote or not hidden:
                        wrong.append(f"{way} {name}@{place}: {role} got {answer.status_code}, wrote {wrote}")
    assert looked > 200
    assert not wrong, "\n".join(wrong)


WITHOUT_TOKEN = ("players:unsubscribe",)
"""Mail programs send a POST (RFC 8058): the address itself is the secret."""


def test_nothing_is_done_without_the_token(asker):
    """Every unsafe request of a browser without the token of its form is refused."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(asker.town.people["organiser"], backend=BACKEND)
    wrong = []
    for row in {(row.name, row.way): row for row in ASKED if row.way != "GET"}.values():
        path = path_of(asker.town, row.name, row.place)
        answer = getattr(client, row.way.lower())(path, "{}", content_type="application/json")
        if answer.status_code not in (401, 403) and row.name not in WITHOUT_TOKEN:
            wrong.append(f"{row}: {answer.status_code}")
    assert wrong == []
