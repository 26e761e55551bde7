"""A sealed line-up is in nothing that anybody but its own captains can get: the same answers, whatever it says.

Two captains' choices are compared behind every address of ``permissions.txt``, for each role of the town and for the
people of both teams: status, headers, bytes and number of queries, what differs with each request masked. Then what
the site writes of it by itself: log, metrics, audit, notices, mail, the archives of people, reports of errors.
"""

from __future__ import annotations

import contextlib
import json
import logging
import re
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any
from zlib import crc32

import pytest
import sentry_sdk
from django.core import mail
from django.core.cache import caches
from django.db import connection, reset_queries, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from prometheus_client import generate_latest
from sentry_sdk.transport import Transport

from deploy import reporting
from deploy.log_lines import JsonFormatter
from league.competitions.derivation import recompute
from league.competitions.log import journal
from league.competitions.models import AuditEntry, Competition, Letter, TeamLineUp, Tie
from league.competitions.verbs import availability, line_ups, reminders, silent_captains, squads
from league.players.models import Notification, User
from league.privacy import archives
from matches import metrics
from tests.league.competitions.documents import written
from tests.league.teams import boards_of, seal
from tests.security.test_permissions import ASKED, BACKEND, STREAMS, ours
from tests.security.town import ROLES, Town, addresses_of_all, furnish, parts_of, path_of
from tests.sizes import DAY, LONG, size
from tests.streams import whole

CHOICES = ([0, 1], [1, 0], [2, 1])
"""Line-ups of the captain, each in place of the one before."""
OWN = ("player", "second")
"""Who leads the team, and so reads its line-up."""
ELSEWHERE = ("api:schema", "account_logout")
"""Addresses that take seconds for the same text, or end the session that asks."""
PASSING = re.compile(
    rb'nonce="[^"]+"'
    rb"|'nonce-[^']+'"
    rb'|csrfmiddlewaretoken" value="[^"]+"'
    rb"|csrftoken(&quot;|\")?: ?(&quot;|\")[^\"&]+"
    rb"|\bk[0-9a-f]{5,}\b"  # ids of crests, counted on in a process
    rb"|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[\d.]*(Z|\+\d\d:?\d\d)?"
    rb"|\d{8}T\d{6}Z?"
    rb"|\d\d:\d\d:\d\d( GMT)?"
    rb"|\d+\xc2\xa0(hour|minute|second)s?",
    re.IGNORECASE,
)
"""What differs from one request to the next."""
OF_THE_ANSWER = {"set-cookie", "content-security-policy", "content-length", "x-request-id", "date", "expires", "age"}
"""Headers that hold such a thing and nothing else."""


@pytest.fixture(scope="module")
def town(build_once):
    return build_once(furnish)


@pytest.fixture(autouse=True)
def noon(monkeypatch):
    """Time stands still: pages tell how much of it is left."""
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)


@pytest.fixture
def tie(db, town):
    return Tie.objects.select_related("home", "away", "round__stage__competition").get(
        pk=town.places["teams"]["tie_id"]
    )


def readers_of(town: Town, tie: Tie) -> dict[str, Client]:
    """A browser for each role, and for the people of both teams."""
    people: dict[str, User | None] = {role: town.people[role] for role in ROLES if role != "bot"}
    assert tie.home is not None and tie.away is not None
    squad = [member.user for member in tie.home.members.order_by("number")]
    people |= dict(zip(("second", "third"), squad, strict=False))
    people["other captain"], people["other second"] = tie.away.player, tie.away.members.get(number=1).user
    clients = {"bot": Client(raise_request_exception=False, headers={"Authorization": f"Bearer {town.token}"})}
    for name, user in people.items():
        clients[name] = Client(raise_request_exception=False)
        if user is not None:
            clients[name].force_login(user, backend=BACKEND)
    return clients


def ways(town: Town) -> list[tuple[str, str]]:
    """Every address that can be asked at the place of the teams, and how; with nothing sent."""
    asked = {(row.way, row.name) for row in ASKED if row.name not in (*STREAMS, *ELSEWHERE)}
    there = town.places["teams"]
    found = []
    for way, name in sorted(asked):
        route = addresses_of_all()[name][0]
        known = all(there.get(part) is not None or name in town.keys for part in parts_of(route))
        if known and (way == "GET" or ours(name)):
            found.append((way, name))
    return found


def askers(way: str, name: str, roles: list[str]) -> list[str]:
    """Everybody, in a long run; else the other captain, and of each fifth address one more, each day another."""
    if LONG:
        return roles
    if not ours(name):
        return []
    others, lot = [role for role in roles if role != "other captain"], crc32(f"{way} {name}".encode()) + DAY
    return ["other captain", others[lot // 5 % len(others)]] if lot % 5 == 0 else ["other captain"]


def answer_of(client: Client, way: str, path: str) -> tuple[Any, ...]:
    """What came, as far as it may not depend on a line-up, and by how many queries; what was written is taken back."""
    reset_queries()  # of those before, which else fill the log
    sent: dict[str, Any] = {"data": "{}", "content_type": "application/json"} if path.startswith("/api/") else {}
    with transaction.atomic(), CaptureQueriesContext(connection) as queries:
        answer = getattr(client, way.lower())(path, **(sent if way != "GET" else {}))
        body = whole(answer)
        transaction.set_rollback(True)
    passing = OF_THE_ANSWER if path.startswith("/api/") else OF_THE_ANSWER | {"etag"}  # of a page, with its nonce
    headers = {name: value for name, value in answer.headers.items() if name.lower() not in passing}
    shown = PASSING.sub(b"", body)
    return answer.status_code, PASSING.sub(b"", repr(sorted(headers.items())).encode()), len(shown), shown, len(queries)


def everything(town: Town, tie: Tie) -> dict[tuple[str, str, str], tuple[Any, ...]]:
    """The answers of every address to everybody but the captains of the home side. Nothing is kept from before."""
    clients = readers_of(town, tie)
    shown = {}
    for way, name in ways(town):
        path = path_of(town, name, "teams")
        for role in askers(way, name, [role for role in clients if role not in OWN]):
            caches["default"].clear()
            shown[role, way, name] = answer_of(clients[role], way, path)
    return shown


def differing(before: Mapping[Any, Any], after: Mapping[Any, Any]) -> list[str]:
    """Name the answers that differ, and what of them."""
    found = []
    for key, one in before.items():
        other = after[key]
        for at, name in enumerate(("status", "headers", "length", "body", "queries")):
            if one[at] != other[at]:
                found.append(f"{' '.join(key)}: {name}: {_apart(one[at], other[at])}")
    return found


def _apart(one: Any, other: Any) -> str:
    """Where two values begin to differ."""
    if not isinstance(one, bytes):
        return f"{one} and {other}"
    at = next((at for at, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), 0)
    return f"{one[max(0, at - 60) : at + 60]!r} and {other[max(0, at - 60) : at + 60]!r}"


def to_others(shown: Mapping[tuple[str, str, str], Any]) -> dict[tuple[str, str, str], Any]:
    """The answers to those outside the home team."""
    return {key: answer for key, answer in shown.items() if key[0] != "third"}


def test_no_address_shows_anybody_else_what_a_captain_chose(town, tie):
    seal(tie, tie.home, *CHOICES[0])
    everything(town, tie)  # what a process keeps between requests is warm
    before = everything(town, tie)
    for numbers in CHOICES[1:]:
        seal(tie, tie.home, *numbers)
    assert TeamLineUp.objects.get(tie=tie).numbers == CHOICES[-1]
    assert differing(before, everything(town, tie)) == [], "nor how often the captain chose"
    competition = Competition.objects.get(pk=tie.round.stage.competition_id)
    availability.ask(tie=tie, by=tie.home.player)
    for number, can in ((1, True), (2, False)):
        availability.answer(tie=tie, by=tie.home.members.get(number=number).user, can=can)
    assert differing(to_others(before), everything(town, tie)) == [], "nor who of the squad can play"
    assert Competition.objects.get(pk=competition.pk).log_position == competition.log_position
    asked = Counter(name for _role, _way, name in before)
    print(f"{len(before)} answers of {len(asked)} addresses")
    assert len(asked) > size(90, 250)
    assert before["other captain", "GET", "competitions:line_up"][0] == 200
    assert "numbers" not in json.dumps(written(tie.round.stage.competition))


@pytest.mark.long
def test_no_address_shows_another_team_whether_who_left_stood_in_the_line_up(town, tie):
    shown = []
    for numbers in ([0, 1], [2, 1]):
        with undone():
            seal(tie, tie.home, *numbers)
            organiser = tie.round.stage.competition.owner
            squads.take_off(entrant=tie.home, by=organiser, number=2, reason="moves away")
            assert Notification.objects.filter(key__startswith="line_up_changed").exists() == (2 in numbers)
            everything(town, tie)
            shown.append(everything(town, tie))
    assert differing(*map(to_others, shown)) == []


def test_the_masks_hide_no_line_up(town, tie):
    """The same comparison sees one: its captain's page tells it, and once both are open everybody reads it."""
    path, open_path = (path_of(town, name, "teams") for name in ("competitions:line_up", "api:team_tie"))
    clients = readers_of(town, tie)
    seal(tie, tie.home, *CHOICES[0])
    before, shut = answer_of(clients["player"], "GET", path), answer_of(clients["nobody"], "GET", open_path)
    seal(tie, tie.home, *CHOICES[1])
    assert answer_of(clients["player"], "GET", path)[3] != before[3]
    assert answer_of(clients["nobody"], "GET", open_path) == shut
    seal(tie, tie.away, 0, 1)
    assert answer_of(clients["nobody"], "GET", open_path)[3] != shut[3]


# ── what the site writes by itself ──
@contextlib.contextmanager
def undone() -> Iterator[None]:
    """Take back everything that was written."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


class Lines(logging.Handler):
    """Keeps every line of the log as the site writes it."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if not record.name.startswith("django.db.backends"):  # statements, which no site logs
            self.lines.append(JsonFormatter().format(record))


@contextlib.contextmanager
def listening() -> Iterator[Lines]:
    """Every line of the log, however unimportant."""
    lines, root = Lines(), logging.getLogger()
    level = root.level
    root.addHandler(lines)
    root.setLevel(logging.DEBUG)
    try:
        yield lines
    finally:
        root.removeHandler(lines)
        root.setLevel(level)


def counts() -> dict[str, float]:
    """The counters of the metrics; the times that things took are as they are."""
    lines = generate_latest(metrics.REGISTRY).decode().splitlines()
    pairs = [line.rsplit(" ", 1) for line in lines if line[:1] != "#" and "_bucket" not in line and "_sum" not in line]
    return {name: float(value) for name, value in pairs}


def masked(value: Any) -> str:
    """``value`` as text, without times, ids and how long something took."""
    shown = PASSING.sub(b"", json.dumps(value, default=str, sort_keys=True).encode()).decode()
    shown = re.sub(r"[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}|duration_ms[^,]+,|:\d{14}\b|0x[0-9a-f]+", "", shown)
    shown = re.sub(r'"id": \d+|error_id": "\w+|\[[0-9a-f]{6}\]|"request": "[^"]+', "", shown.replace('\\"', '"'))
    return re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[.\d]*(\+\d\d:\d\d)?", "", shown)


def in_any_order(rows: Iterable[Any]) -> str:
    """The rows masked; those of one moment come as they like."""
    return "\n".join(sorted(masked(row) for row in rows))


def archive_of(person: User) -> list[Any]:
    """The rows of the archive that ``person`` may ask for."""
    data = archives.rows_naming([person])["data"]
    return [(label, row) for label, stored in data.items() for row in stored["rows"]]


def told(town: Town, tie: Tie, hand_in: Callable[[list[int]], Any], numbers: list[int]) -> dict[str, str]:
    """What the site writes while the captain seals ``numbers``, and somebody in the hall reads and is reminded."""
    cup, before = Competition.objects.get(pk=tie.round.stage.competition_id), counts()
    with undone(), listening() as lines:
        hand_in(numbers)
        silent_captains.ask([tie.pk])
        silent_captains.remind(competition=cup, by=cup.owner)
        reminders.remind_due()
        cup.refresh_from_db()
        assert tie.away is not None
        others = [tie.away.player, town.people["organiser"], town.people["stranger"]]
        return {
            "log": masked(lines.lines),
            "metrics": masked({name: count - before.get(name, 0) for name, count in counts().items()}),
            "audit": in_any_order(AuditEntry.objects.filter(competition=cup).values("actor", "verb", "message")),
            "position": masked([cup.log_position, cup.status]),
            "notices": in_any_order(Notification.objects.values("user", "kind", "message", "url")),
            "letters": masked(list(Letter.objects.values())),
            "mail": masked([message.message().as_string() for message in mail.outbox]),
            "archives": in_any_order(row for person in others if person is not None for row in archive_of(person)),
        }


def by_verb(tie: Tie) -> Callable[[list[int]], Any]:
    return lambda numbers: seal(tie, tie.home, *numbers)


def by_page(town: Town, tie: Tie) -> Callable[[list[int]], Any]:
    client, path = readers_of(town, tie)["player"], path_of(town, "competitions:line_up", "teams")
    return lambda numbers: client.post(path, {"number": numbers, "at": 0, "do": "seal"})


def by_api(town: Town, tie: Tie) -> Callable[[list[int]], Any]:
    client, path = readers_of(town, tie)["player"], path_of(town, "api:line_up", "teams")
    return lambda numbers: client.post(path, json.dumps({"numbers": numbers}), content_type="application/json")


@pytest.mark.parametrize("door", ["verb", "page", "api"])
def test_nothing_that_the_site_writes_depends_on_it(town, tie, monkeypatch, door):
    monkeypatch.setattr(metrics, "on", True)
    hand_in = {"verb": by_verb(tie), "page": by_page(town, tie), "api": by_api(town, tie)}[door]
    told(town, tie, hand_in, CHOICES[0])  # what a process keeps is warm
    before = told(town, tie, hand_in, CHOICES[0])
    for numbers in CHOICES[1:]:
        assert told(town, tie, hand_in, numbers) == before
    assert "handed in the line-up" in before["audit"] and "line-up" in before["notices"]


def test_how_often_a_captain_changed_his_mind_is_told_nowhere(town, tie):
    """Sealed once, or four times: not one line more of what the site writes."""

    def often(numbers: list[int]) -> None:
        for again in (*CHOICES, numbers):
            seal(tie, tie.home, *again)

    told(town, tie, by_verb(tie), CHOICES[0])
    assert told(town, tie, often, CHOICES[0]) == told(town, tie, by_verb(tie), CHOICES[0])


class Kept(Transport):
    """Keeps the events that would be sent."""

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        self.events: list[Any] = []

    def capture_envelope(self, envelope: Any) -> None:
        self.events.append(envelope.get_event())


def reported(error: BaseException, monkeypatch: pytest.MonkeyPatch, settings: Any, **instead: Any) -> str:
    """The report of ``error`` that would be sent to Sentry, with the options of the site or others ``instead``."""
    settings.SENTRY_DSN, transport = "http://key@127.0.0.1:1/1", Kept()
    with monkeypatch.context() as here:
        given: dict[str, Any] = {}
        here.setattr(sentry_sdk, "init", lambda **options: given.update(options))
        reporting._begin_sentry()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        client = sentry_sdk.Client(**given | instead, transport=transport, default_integrations=False)
    with sentry_sdk.isolation_scope() as scope:
        scope.set_client(client)
        sentry_sdk.capture_exception(error)
    client.flush()
    [event] = transport.events
    return masked({name: part for name, part in event.items() if name not in ("event_id", "timestamp", "contexts")})


@pytest.mark.parametrize("where", [(journal, "record"), (line_ups, "recompute"), (recompute, "open_matches")])
def test_a_report_of_an_error_holds_no_line_up(town, tie, monkeypatch, settings, where):
    """An error where line-ups are at hand: in the answer, in the log with its traceback, in what goes to Sentry."""
    seal(tie, tie.away, 0, 1)
    door = path_of(town, "api:line_up", "teams")

    def breaks(*_given: Any, **_named: Any) -> None:
        raise RuntimeError("the ball burst")

    def broken(numbers: list[int]) -> tuple[str, ...]:
        client, body = readers_of(town, tie)["player"], json.dumps({"numbers": numbers})
        with monkeypatch.context() as breaking, listening() as lines:
            breaking.setattr(*where, breaks)
            answer = client.post(door, body, content_type="application/json")
            with pytest.raises(RuntimeError, match="the ball burst") as raised:
                seal(tie, tie.home, *numbers)
        assert answer.status_code == 500 and any("the ball burst" in line for line in lines.lines)
        assert not TeamLineUp.objects.filter(tie=tie, entrant=tie.home_id).exists()
        assert not any(fixture.of_teams for fixture in boards_of(tie))
        whole.append(reported(raised.value, monkeypatch, settings, include_local_variables=True))
        return masked(answer.json()), masked(lines.lines), reported(raised.value, monkeypatch, settings)

    whole: list[str] = []
    first, second = broken([1, 2]), broken([2, 0])
    assert first == second
    assert whole[0] != whole[1], "the control: local variables would tell it"
