"""The private parts that ``matches.compat`` leans on are as they were: each test says in one sentence what changed."""

from __future__ import annotations

import ast
import asyncio
import inspect
from pathlib import Path

import django
import rest_framework
from channels.consumer import AsyncConsumer
from csp.middleware import CSPMiddleware
from django.db import models
from django.middleware.csrf import get_token
from django.utils import timezone

from matches.compat.channels import QuickConsumer
from matches.compat.csrf import token_was_drawn
from matches.models import Match
from matches.store import timing

HARMLESS = {
    "django/db/migrations/writer.py",
    "django/db/migrations/recorder.py",
    "django/core/files/storage/memory.py",
    "django/core/cache/backends/db.py",
}
"""Modules of Django that keep the machine's clock and decide nothing: notes of migrations, stores that are not used."""


def test_channels_dispatches_each_message_by_a_thread():
    source = inspect.getsource(AsyncConsumer.dispatch)
    assert "await aclose_old_connections()" in source, (
        "Channels' dispatch passes no thread any more: delete matches.compat.channels"
    )
    assert "self.dispatch" in inspect.getsource(AsyncConsumer.__call__), (
        "Channels calls dispatch no more: QuickConsumer does not spare the thread"
    )


def test_django_notes_that_a_forms_token_was_drawn(rf):
    request = rf.get("/")
    assert not token_was_drawn(request), "Django notes a token that nobody drew: no page is kept for visitors"
    get_token(request)
    assert token_was_drawn(request), "Django notes a drawn token elsewhere: pages with a token would be shared"


def test_a_nonce_is_true_once_a_page_has_used_it(rf):
    request = rf.get("/")
    CSPMiddleware(lambda _request: None).process_request(request)
    assert not request.csp_nonce, "django-csp makes a nonce for every page: none is kept for visitors"
    str(request.csp_nonce)
    assert request.csp_nonce, "django-csp does not tell that a nonce was used: pages with a nonce would be shared"


def test_a_message_of_a_quick_consumer_goes_to_its_handler():
    class Noting(QuickConsumer):
        async def receive(self, text_data=None, bytes_data=None):
            self.noted = text_data, bytes_data

    consumer = Noting()
    asyncio.run(consumer.dispatch({"type": "websocket.receive", "text": "hello"}))
    assert consumer.noted == ("hello", None), "Channels hands a text to its consumer by another way"


def test_nobody_keeps_djangos_clock_under_a_name_of_its_own():
    assert timezone.now is timing.now
    keepers = [
        str(file.relative_to(Path(package.__file__).parents[1]))
        for package in (django, rest_framework)
        for file in Path(package.__file__).parent.rglob("*.py")
        if "timezone import" in (text := file.read_text()) and _imports_now(ast.parse(text))
    ]
    assert set(keepers) <= HARMLESS, "these keep the machine's clock: matches.compat.clock does not reach them"


def _imports_now(tree: ast.AST) -> bool:
    return any(
        isinstance(node, ast.ImportFrom)
        and node.module == "django.utils.timezone"
        and any(name.name == "now" for name in node.names)
        for node in ast.walk(tree)
    )


def test_a_field_that_notes_the_time_asks_for_it_when_it_is_written(monkeypatch):
    monkeypatch.setattr(timezone, "now", lambda: "then")
    field = models.DateTimeField(auto_now=True)
    field.set_attributes_from_name("at")
    assert field.pre_save(Match(), False) == "then", "auto_now has a clock of its own: matches.compat.clock misses it"
