"""Web hooks against a chat of our own: what comes, how often it is tried, and what is never sent."""

from __future__ import annotations

import hashlib
import hmac
import importlib
import json
import socket
from datetime import UTC, datetime, timedelta

import pytest
from django.apps import apps
from django.core.cache import cache
from django.db.models import F
from django.utils import timezone

from league import outgoing
from league.clubs.models import Membership
from league.clubs.verbs import clubs, members
from league.competitions.models import Competition, Fixture, Round
from league.competitions.verbs import entries, reopening, rounds, rulings, staff, swiss
from league.delivery import hooks, outward, sending
from league.delivery.models import HookMessage, WebHook
from league.players.models import Notification
from league.sentences import translated
from tests.cast import Cast
from tests.league.builders import competition, running
from tests.league.delivery.far import far_away

BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def far(settings):
    settings.OUTWARD_PRIVATE = True
    with far_away() as there:
        yield there


def furnished():
    cast = Cast.make()
    return cast, running(cast.organiser)


@pytest.fixture(scope="module")
def built(build_once):
    return build_once(furnished)


@pytest.fixture
def cast(copied):
    return copied[0]


@pytest.fixture
def cup(copied):
    return copied[1]


@pytest.fixture
def hook(cast, cup, far):
    made = hooks.set_hook(competition=cup, url=f"{far.url}/chat", by=cast.organiser)
    assert sending.send_due() == 1
    far.came.clear()
    return made


def decide(cup, cast, home=2, away=1, number=0, **said):
    tie = cup.stages.get().rounds.get(number=1).ties.order_by("number")[number]
    fixture = tie.fixtures.get()
    rulings.enter_result(fixture=fixture, score=rulings.Score(home, away), by=cast.organiser, **said)
    fixture.refresh_from_db()
    return fixture


def work():
    hooks.write_due()
    return sending.send_due()


def said(far):
    return [json.loads(body) for _path, _headers, body in far.came]


def test_it_works(cast, cup, hook, far):
    assert work() == 0, "what was there before is no news"
    fixture = decide(cup, cast)
    assert (work(), work()) == (1, 0)
    [message] = said(far)
    assert f"{fixture.home} 2–1 {fixture.away}" in message["content"] and message["content"] == message["text"]
    decide(cup, cast, number=1)
    work()
    assert [one["content"].splitlines()[0] for one in said(far)[1:]] == [
        f"{cup.name} · Semi-finals",
        f"{cup.name} · Final",
    ]
    assert "/fixtures/" in said(far)[2]["content"], "the pairing comes with its link"


def test_a_chat_is_reached_by_ipv4_whose_ipv6_address_nobody_answers(cast, cup, hook, far, monkeypatch):
    monkeypatch.setattr(outgoing, "look_up", lambda *_: ["::1", "127.0.0.1"])
    decide(cup, cast)
    assert work() == 1 and len(far.came) == 1


def test_an_address_that_is_silent_leaves_the_next_one_time(far, settings, monkeypatch):
    connect, waits = socket.create_connection, []

    def reach(address, timeout):
        waits.append(timeout)
        if address[0] == "2001:db8::1":
            raise TimeoutError
        return connect(address, timeout)

    monkeypatch.setattr(outgoing, "look_up", lambda *_: ["2001:db8::1", "127.0.0.1"])
    monkeypatch.setattr(socket, "create_connection", reach)
    assert outward.post(far.url, b"x", {}).status == far.status
    assert waits[0] <= settings.OUTWARD_SECONDS / 2 < waits[1] <= settings.OUTWARD_SECONDS


def test_times_are_those_of_the_place(cast, cup, hook, far):
    Competition.objects.filter(pk=cup.pk).update(time_zone="Asia/Tokyo")
    Round.objects.filter(stage__competition=cup, number=2).update(closes_at=datetime(2030, 1, 1, 15, 30, tzinfo=UTC))
    for number in (0, 1):
        decide(cup, cast, number=number)
        work()
    work()
    assert "2 Jan, 00:30" in said(far)[-1]["content"]


def test_a_correction_is_news_again(cast, cup, hook, far):
    decide(cup, cast)
    work()
    decide(cup, cast, 3, 1, reason="typed wrong")
    work()
    assert len(far.came) == 2 and "3–1" in said(far)[1]["content"]


def test_a_correction_taken_back_is_news_too(cast, cup, hook, far):
    for home in (2, 3, 2):
        decide(cup, cast, home, 1, reason="typed wrong")
        assert (work(), work()) == (1, 0)
    assert "2–1" in said(far)[-1]["content"]


def test_a_result_that_counts_no_longer_is_news(cast, cup, hook, far):
    fixture = decide(cup, cast)
    work()
    rulings.replay(fixture=fixture, by=cast.organiser, reason="the wrong pieces")
    assert (work(), work()) == (1, 0)
    assert said(far)[-1]["content"].endswith(f"{fixture.home} – {fixture.away}: the result no longer counts")
    decide(cup, cast)
    assert work() == 1 and "2–1" in said(far)[-1]["content"]


def test_a_round_that_is_paired_again_is_posted_again(cast, far):
    cup = running(cast.organiser, "swiss", 4)
    hooks.set_hook(competition=cup, url=f"{far.url}/chat", by=cast.organiser)
    assert sending.send_due() == 1
    swiss.pair_again(competition=cup, by=cast.organiser)
    assert work() == 1
    fixtures = Fixture.objects.filter(tie__round__stage__competition=cup)
    assert fixtures.exists() and all(f"/fixtures/{row.pk}/" in said(far)[-1]["content"] for row in fixtures)
    decide(cup, cast)
    assert work() == 1, "the result alone"


def test_pairings_that_still_wait_are_not_posted_once_the_round_is_paired_again(cast, far):
    cup = running(cast.organiser, "swiss", 4)
    hook = hooks.set_hook(competition=cup, url=f"{far.url}/chat", by=cast.organiser)
    for _time in range(2):
        swiss.pair_again(competition=cup, by=cast.organiser)
        hooks.write_due()
    waiting = HookMessage.objects.get(hook=hook, key__startswith="round:", due_at__isnull=False)
    fixtures = Fixture.objects.filter(tie__round__stage__competition=cup)
    assert fixtures.exists() and all(f"/fixtures/{row.pk}/" in waiting.words for row in fixtures)


def test_pairings_that_still_wait_are_not_posted_once_the_start_is_taken_back(cast, far):
    cup = competition(cast.organiser)
    entries.enter_names(competition=cup, by=cast.organiser, names="Aldo\nBerta")
    hook = hooks.set_hook(competition=cup, url=f"{far.url}/chat", by=cast.organiser)
    rounds.start(competition=cup, by=cast.organiser)
    hooks.write_due()
    reopening.take_start_back(competition=cup, by=cast.organiser, reason="too early")
    hooks.write_due()
    waiting = HookMessage.objects.filter(hook=hook, due_at__isnull=False)
    assert [message.key for message in waiting] == ["hello"], "its fixtures are gone"
    rounds.start(competition=cup, by=cast.organiser)
    hooks.write_due()
    assert waiting.filter(key__startswith="round:").count() == 1


def test_rounds_that_the_release_before_has_posted_are_known(cast, cup, hook, far):
    known = HookMessage.objects.get(hook=hook, key__startswith="round:")
    HookMessage.objects.filter(pk=known.pk).update(key=known.key.rpartition(":")[0])
    decide(cup, cast)
    assert work() == 1 and "2–1" in said(far)[-1]["content"]


def test_a_long_round_keeps_whole_lines_and_the_link_to_all_of_it(cast, cup, hook, far, monkeypatch):
    monkeypatch.setattr(hooks, "LONGEST", 250)
    Round.objects.filter(stage__competition=cup).update(status=Round.Status.PENDING)
    HookMessage.objects.filter(hook=hook, key__startswith="round:").delete()
    Round.objects.filter(stage__competition=cup, number=1).update(status=Round.Status.OPEN)
    whole = hooks._events(cup)[0][1].strip().split("\n")
    Competition.objects.filter(pk=cup.pk).update(log_position=F("log_position") + 1)
    work()
    (message,) = said(far)
    *lines, left_out, link = message["content"].split("\n")
    assert len(message["content"]) <= 250 < len("\n".join(whole))
    assert lines[0] == whole[0] and lines[2:] == whole[2 : len(lines)] and len(lines) > 2
    assert left_out == "…" and link == whole[-1] and link.endswith("?round=1")


def test_another_language_makes_no_news(cast, cup, hook, far):
    fixture = decide(cup, cast)
    Fixture.objects.filter(pk=fixture.pk).update(status="walkover", home_goals=None, away_goals=None)
    assert work() == 1 and "walkover" in said(far)[0]["content"]
    cast.organiser.language = "it"
    cast.organiser.save()
    Competition.objects.filter(pk=cup.pk).update(log_position=F("log_position") + 1)
    assert work() == 0


def test_it_is_signed(cast, cup, hook, far):
    decide(cup, cast)
    work()
    _path, headers, body = far.came[0]
    at, mark = (part.split("=")[1] for part in headers["X-Tabellone-Signature"].split(","))
    assert mark == hmac.new(hook.secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    assert abs(int(at) - timezone.now().timestamp()) < 60 and headers["Content-Type"] == "application/json"


def test_a_name_calls_nobody():
    body = json.loads(hooks.body_of("<!channel> & @everyone – @here"))
    assert body["allowed_mentions"] == {"parse": []}
    assert "<!" not in body["text"] and "@everyone" not in body["text"] and "@here" not in body["text"]


@pytest.mark.parametrize(("status", "answer"), [(0, "refused"), (429, "answered 429"), (500, "answered 500")])
def test_it_is_tried_again_with_longer_pauses_until_the_hook_stops(cast, cup, hook, far, status, answer):
    decide(cup, cast)
    far.status = status or 201
    if not status:
        WebHook.objects.update(url="http://127.0.0.1:9/nobody-there")
    hooks.write_due()
    pauses = []
    for _ in range(hooks.FAILURES):
        began = timezone.now()
        assert sending.send_due() == 0
        hook.refresh_from_db()
        pauses.append(hook.next_at - began)
        assert hook.failures == len(pauses) and sending.send_due() == 0, "not at once"
        WebHook.objects.update(next_at=began)
    assert pauses == sorted(pauses) and pauses[0] >= hooks.FIRST_WAIT and pauses[-1] > timedelta(hours=2)
    assert hook.stopped == f"The last 9 messages failed. Last answer: {answer}."
    message = HookMessage.objects.get(key__startswith="result:", attempts__gt=0)
    assert (message.attempts, message.answer, message.taken_at) == (9, answer, None)
    [told] = Notification.objects.filter(user=cast.organiser, kind="hook")
    assert told.url == f"/competitions/{cup.slug}/console/hooks/"


def test_the_owner_sees_that_it_stopped_and_switches_it_on(client, cast, cup, hook, far):
    decide(cup, cast)
    WebHook.objects.update(failures=hooks.FAILURES - 1)
    far.status = 500
    assert work() == 0
    far.status = 201
    page = f"/competitions/{cup.slug}/console/hooks/"
    client.force_login(cast.organiser, backend=BACKEND)
    assert "The last 9 messages failed" in client.get(page).content.decode()
    assert client.post(page, {"do": "resume", "hook": str(hook.pk)}).status_code == 302
    hook.refresh_from_db()
    assert (hook.stopped, hook.failures) == ("", 0)
    assert work() == 1 and "2–1" in said(far)[-1]["content"], "nothing was lost"


def test_the_owner_is_told_that_it_stopped_if_who_set_it_helps_no_longer(cast, cup, far):
    office = staff.invite(competition=cup, by=cast.organiser, role="co_organiser", name=cast.bruno.username)
    staff.accept(key=office.key, by=cast.bruno)
    hooks.set_hook(competition=cup, url=f"{far.url}/bruno", by=cast.bruno)
    assert sending.send_due() == 1
    staff.end(staff=office, by=cast.organiser)
    far.status = 404
    decide(cup, cast)
    assert work() == 0
    [told] = Notification.objects.filter(kind="hook")
    assert told.user == cast.organiser


def test_a_hook_stops_with_the_role_of_who_set_it(cast, cup, far, client):
    office = staff.invite(competition=cup, by=cast.organiser, role="co_organiser", name=cast.bruno.username)
    staff.accept(key=office.key, by=cast.bruno)
    hook = hooks.set_hook(competition=cup, url=f"{far.url}/bruno", by=cast.bruno)
    assert sending.send_due() == 1
    staff.end(staff=office, by=cast.organiser)
    decide(cup, cast)
    assert work() == 0, "it went on to their chat"
    sentence = "A web hook has stopped: bruno, who set it, no longer runs the competition"
    assert WebHook.objects.get().stopped == sentence
    [told] = Notification.objects.filter(kind="hook")
    assert told.user == cast.organiser and translated(told.message) == sentence
    page = f"/competitions/{cup.slug}/console/hooks/"
    client.force_login(cast.organiser, backend=BACKEND)
    assert "Set by bruno" in client.get(page).content.decode()
    client.post(page, {"do": "resume", "hook": str(hook.pk)})
    assert work() >= 1, "the owner may let it go on"


def test_a_hook_stops_with_the_place_in_the_staff_of_the_club(cast, cup, far):
    club = clubs.create(by=cast.organiser, name="Bar Sport")
    clubs.take_in(competition=cup, club=club, by=cast.organiser)
    row = Membership.objects.create(club=club, user=cast.bruno, staff=True)
    hooks.set_hook(competition=cup, url=f"{far.url}/bruno", by=cast.bruno)
    members.appoint(membership=row, by=cast.organiser, staff=False)
    assert WebHook.objects.get().stopped


def test_messages_go_in_their_order_one_at_a_time(cast, cup, hook, far):
    decide(cup, cast)
    decide(cup, cast, number=1)
    far.status = 500
    assert work() == 0
    assert len(far.came) == 1, "those behind it wait with it"
    far.status = 201
    WebHook.objects.update(next_at=timezone.now())
    assert work() == HookMessage.objects.filter(attempts__gt=0).exclude(key="hello").count() == 3
    first, again, *others = [headers["X-Tabellone-Id"] for _path, headers, _body in far.came]
    assert first == again, "by which the other side knows it again"
    assert len({again, *others}) == 3 and others == sorted(others)


def test_a_message_that_is_wrong_for_them_is_given_up_and_the_next_one_goes(cast, cup, hook, far):
    decide(cup, cast)
    far.status = 400
    assert work() == 0
    far.status = 201
    decide(cup, cast, number=1)
    assert work() == 2 and HookMessage.objects.get(answer="answered 400").due_at is None
    hook.refresh_from_db()
    assert hook.failures == 0


def test_what_a_killed_worker_held_is_sent_again_under_its_id(cast, cup, hook, far):
    decide(cup, cast)
    hooks.write_due()
    [request] = hooks.claim((), 1)
    assert sending.send_due() == 0 and hooks.claim((), 1) == [], "it is held"
    WebHook.objects.update(next_at=F("next_at") - hooks.HELD)
    assert sending.send_due() == 1
    assert far.came[0][1]["X-Tabellone-Id"] == request.headers["X-Tabellone-Id"]


def test_the_other_side_says_how_long_to_wait(cast, cup, hook, far):
    decide(cup, cast)
    far.status, far.headers = 429, {"Retry-After": "600"}
    work()
    hook.refresh_from_db()
    assert hook.next_at > timezone.now() + timedelta(seconds=580)


def test_a_pause_of_nonsense_is_not_believed(cast, cup, hook, far):
    """A number of five thousand digits is no number to Python."""
    decide(cup, cast)
    far.status, far.headers = 503, {"Retry-After": "9" * 5000}
    work()
    hook.refresh_from_db()
    assert timezone.now() < hook.next_at < timezone.now() + timedelta(minutes=1)


def test_a_hook_that_is_gone_stops_and_goes_on_when_it_is_set_again(cast, cup, hook, far):
    far.status = 410
    decide(cup, cast)
    work()
    hook.refresh_from_db()
    assert hook.stopped == "answered 410"
    far.status = 201
    decide(cup, cast, number=1)
    assert work() == 0
    assert hooks.set_hook(competition=cup, url=hook.url, by=cast.organiser).pk == hook.pk
    assert work() == 3


def test_only_one_worker_sends_at_a_time(cast, cup, hook, far):
    decide(cup, cast)
    hooks.write_due()
    cache.add(sending.SENDER, True, timeout=5)
    assert sending.send_due() == 0 and far.came == []
    cache.delete(sending.SENDER)
    assert sending.send_due() == 1


@pytest.mark.parametrize(
    "url",
    [
        *("", "nothing", "http://example.org/", "https://127.0.0.1/", "https://localhost/x"),
        "https://u:p@example.org/",
        *("https://[fe80::1]/x", "https://example.org:22/", "https://example.org:80/", f"https://{'a' * 64}.org/"),
    ],
)
def test_an_address_that_leads_inside_is_refused(client, cast, cup, url):
    client.force_login(cast.organiser, backend=BACKEND)
    page = client.post(f"/competitions/{cup.slug}/console/hooks/", {"do": "set", "url": url})
    assert page.status_code == 422 and b'role="alert"' in page.content and not WebHook.objects.exists()


def test_the_organiser_sets_and_removes_it(client, cast, cup, far):
    page = f"/competitions/{cup.slug}/console/hooks/"
    client.force_login(cast.organiser, backend=BACKEND)
    assert client.post(page, {"do": "set", "url": f"{far.url}/chat"}).status_code == 302
    sending.send_due()
    html = client.get(page).content.decode()
    assert (
        WebHook.objects.get().secret in html
        and "accepted" in html
        and page in client.get(f"/competitions/{cup.slug}/console/").content.decode()
    )
    client.force_login(cast.anna, backend=BACKEND)
    assert client.get(page).status_code == client.post(page, {"do": "end"}).status_code == 404
    client.force_login(cast.organiser, backend=BACKEND)
    client.post(page, {"do": "end", "hook": str(WebHook.objects.get().pk)})
    assert not WebHook.objects.exists()
    for number in range(hooks.MOST):
        hooks.set_hook(competition=cup, url=f"{far.url}/{number}", by=cast.organiser)
    with pytest.raises(hooks.HookRefused):
        hooks.set_hook(competition=cup, url=f"{far.url}/more", by=cast.organiser)


def test_a_person_has_so_many_hooks_in_all_competitions_together(cast, cup, far, settings):
    settings.HOOKS_PER_PERSON = 2
    hooks.set_hook(competition=cup, url=f"{far.url}/1", by=cast.organiser)
    hooks.set_hook(competition=running(cast.organiser), url=f"{far.url}/2", by=cast.organiser)
    with pytest.raises(hooks.HookRefused, match="You have 2 web hooks"):
        hooks.set_hook(competition=cup, url=f"{far.url}/3", by=cast.organiser)
    hooks.set_hook(competition=cup, url=f"{far.url}/1", by=cast.organiser)  # the same one again is no more


def test_no_name_server_is_asked_in_a_web_request(client, cast, cup, monkeypatch):
    monkeypatch.setattr(outgoing.socket, "getaddrinfo", lambda *_, **__: pytest.fail("a name was looked up"))
    client.force_login(cast.organiser, backend=BACKEND)
    page = f"/competitions/{cup.slug}/console/hooks/"
    assert client.post(page, {"do": "set", "url": "https://hooks.example.org:8443/x"}).status_code == 302
    assert WebHook.objects.get().host == "hooks.example.org"


def test_hooks_that_were_set_before_get_their_host(cast, cup, hook):
    WebHook.objects.update(host="", url="https://Hooks.example.org:8443/x")
    migration = importlib.import_module("league.delivery.migrations.0003_requests_by_host")
    migration.fill_hosts(apps, None)
    assert WebHook.objects.get().host == "hooks.example.org"


def test_of_all_ports_two_are_open(settings):
    settings.OUTWARD_PRIVATE = False
    allowed = []
    for port in range(1, 65536):
        try:
            outward.parts(f"https://example.org:{port}/")
        except outward.Refused:
            continue
        allowed.append(port)
    assert allowed == [443, 8443]
