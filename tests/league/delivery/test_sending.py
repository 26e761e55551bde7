"""The run of the outward worker: how many requests at once, to whom, and what one host does to the others."""

from __future__ import annotations

import threading
import time
from collections import Counter

import pytest
from django.core.cache import cache
from django.utils import timezone
from kombu import Queue

from deploy.celery import app
from league import outgoing
from league.delivery import hooks, outward, sending, tasks
from league.delivery.models import HookMessage, WebHook
from tests.league.builders import running


@pytest.fixture
def cup(cast):
    return running(cast.organiser)


def hook(cup, cast, host, messages=1):
    """A hook at ``host`` for which ``messages`` wait."""
    row = WebHook.objects.create(competition=cup, by=cast.organiser, url=f"https://{host}/{time.time_ns()}", host=host)
    HookMessage.objects.bulk_create(
        HookMessage(hook=row, key=str(number), words="2–1", due_at=timezone.now()) for number in range(messages)
    )
    return row


class Network:
    """Others' servers: each takes a moment, and ``silent`` ones do not answer."""

    def __init__(self, *silent):
        self.silent, self.lock = silent, threading.Lock()
        self.asked, self.open, self.peak, self.all_open = Counter(), Counter(), Counter(), 0

    def post(self, url, body, headers):
        host = outward.parts(url)[1]
        with self.lock:
            self.asked[host] += 1
            self.open[host] += 1
            self.peak[host] = max(self.peak[host], self.open[host])
            self.all_open = max(self.all_open, self.open.total())
        time.sleep(0.02)
        with self.lock:
            self.open[host] -= 1
        if host in self.silent:
            raise outgoing.TooSlow(host)
        return outward.Answer(204, 0)


@pytest.fixture
def network(monkeypatch):
    network = Network("silent.example.org")
    monkeypatch.setattr(sending, "post", network.post)
    return network


def test_one_request_at_a_time_to_a_host_and_many_hosts_at_once(cast, cup, network):
    for number in range(12):
        hook(cup, cast, f"h{number % 4}.example.org", messages=3)
    assert sending.send_due() == 36
    assert set(network.peak.values()) == {1} and len(network.peak) == 4
    assert network.all_open > 1


def test_a_host_that_is_silent_rests_and_no_other_does(cast, cup, network):
    for _ in range(8):
        hook(cup, cast, "silent.example.org")
    hook(cup, cast, "good.example.org", messages=5)
    assert sending.send_due() == 5
    assert network.asked["silent.example.org"] == sending.HOST_FAILURES
    rested = WebHook.objects.filter(host="silent.example.org")
    assert rested.filter(next_at__gt=timezone.now()).count() == 8
    assert rested.filter(failures=0).count() == 8 - sending.HOST_FAILURES, "those who were not asked did not fail"


def test_a_long_queue_of_one_hook_does_not_hold_the_others(cast, cup, network, django_assert_max_num_queries):
    long = hook(cup, cast, "long.example.org", messages=1000)
    others = [hook(cup, cast, f"h{number}.example.org") for number in range(3)]
    with django_assert_max_num_queries(20):
        requests = hooks.claim((), 10)
    assert {request.host for request in requests} == {long.host, *(other.host for other in others)}


def test_a_run_ends_and_leaves_the_rest_to_the_next_one(cast, cup, network, monkeypatch):
    monkeypatch.setattr(sending, "RUN", 0.1)
    hook(cup, cast, "good.example.org", messages=200)
    assert 0 < sending.send_due() < 200
    assert cache.add(sending.SENDER, True, timeout=1), "the next run may begin"
    cache.delete(sending.SENDER)


def test_a_fault_of_ours_in_one_request_stops_no_other(cast, cup, network, monkeypatch, caplog):
    hook(cup, cast, "good.example.org")
    hook(cup, cast, "odd.example.org")
    there = network.post
    monkeypatch.setattr(sending, "post", lambda url, *rest: 1 / 0 if "odd" in url else there(url, *rest))
    assert sending.send_due() == 1 and "nobody foresaw" in caplog.text
    assert WebHook.objects.get(host="odd.example.org").failures == 1


def test_one_wake_waits_however_long_the_outward_worker_is_away(db):
    def purge():
        with app.connection_for_write() as connection:
            Queue("outward")(connection.default_channel).purge()

    purge()
    for _ in range(3):
        tasks.write()
    assert tasks.wakes_waiting() == 1
    purge()
