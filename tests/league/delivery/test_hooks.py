"""Web hooks against a chat of our own: what comes, how often it is tried, and what is never sent."""

from __future__ import annotations

import hashlib
import hmac
import json
from datetime import timedelta

import pytest
from django.utils import timezone

from league.competitions.verbs import rulings
from league.delivery import hooks
from league.delivery.models import HookMessage, WebHook
from tests.league.builders import running
from tests.league.delivery.far import far_away

BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def far(settings):
    settings.OUTWARD_PRIVATE = True
    with far_away() as there:
        yield there


@pytest.fixture
def cup(cast):
    return running(cast.organiser)


@pytest.fixture
def hook(cast, cup, far):
    made = hooks.set_hook(competition=cup, url=f"{far.url}/chat", by=cast.organiser)
    assert hooks.send_due() == 1
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
    return hooks.send_due()


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


def test_a_correction_is_news_again(cast, cup, hook, far):
    decide(cup, cast)
    work()
    decide(cup, cast, 3, 1, reason="typed wrong")
    work()
    assert len(far.came) == 2 and "3–1" in said(far)[1]["content"]


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


@pytest.mark.parametrize("status", [0, 429, 500, 503])
def test_it_is_tried_again_with_longer_waits_and_given_up(cast, cup, hook, far, status):
    decide(cup, cast)
    far.status = status or 201
    if not status:
        WebHook.objects.update(url="http://127.0.0.1:9/nobody-there")
    hooks.write_due()
    waits = []
    for _ in range(hooks.ATTEMPTS):
        assert hooks.send_due() == 0
        row = HookMessage.objects.get(key__startswith="result:", attempts__gt=0)
        waits.append(row.due_at and (row.due_at - timezone.now()).total_seconds())
        assert hooks.send_due() == 0 and HookMessage.objects.get(pk=row.pk).attempts == row.attempts, "not at once"
        HookMessage.objects.filter(pk=row.pk, due_at__isnull=False).update(due_at=timezone.now())
    assert waits[-1] is None and waits[:-1] == sorted(waits[:-1]) and waits[-2] > 3000
    assert row.taken_at is None and row.answer


def test_the_other_side_says_how_long_to_wait(cast, cup, hook, far):
    decide(cup, cast)
    far.status, far.headers = 429, {"Retry-After": "600"}
    work()
    row = HookMessage.objects.get(key__startswith="result:", attempts=1)
    assert row.due_at > timezone.now() + timedelta(seconds=580)


def test_a_hook_that_is_gone_stops_and_goes_on_when_it_is_set_again(cast, cup, hook, far):
    far.status = 410
    decide(cup, cast)
    work()
    hook.refresh_from_db()
    assert hook.stopped == "410"
    far.status = 201
    decide(cup, cast, number=1)
    assert work() == 0
    assert hooks.set_hook(competition=cup, url=hook.url, by=cast.organiser).pk == hook.pk
    assert work() == 2


def test_two_workers_send_nothing_twice(cast, cup, hook, far):
    decide(cup, cast)
    hooks.write_due()
    row = HookMessage.objects.get(key__startswith="result:", due_at__isnull=False)
    assert HookMessage.objects.filter(pk=row.pk, due_at=row.due_at).update(due_at=timezone.now() + hooks.HELD)
    assert hooks.send_due() == 0 and far.came == []


@pytest.mark.parametrize(
    "url",
    ["", "nothing", "http://example.org/", "https://127.0.0.1/", "https://localhost/x", "https://u:p@example.org/"],
)
def test_an_address_that_leads_inside_is_refused(client, cast, cup, url):
    client.force_login(cast.organiser, backend=BACKEND)
    page = client.post(f"/competitions/{cup.slug}/console/hooks/", {"do": "set", "url": url})
    assert page.status_code == 422 and b'role="alert"' in page.content and not WebHook.objects.exists()


def test_the_organiser_sets_and_removes_it(client, cast, cup, far):
    page = f"/competitions/{cup.slug}/console/hooks/"
    client.force_login(cast.organiser, backend=BACKEND)
    assert client.post(page, {"do": "set", "url": f"{far.url}/chat"}).status_code == 302
    hooks.send_due()
    shown = client.get(page).content.decode()
    assert (
        WebHook.objects.get().secret in shown
        and "taken" in shown
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
