"""Made-up query strings, themes and headers fill no cache: what is kept of them is bounded."""

from __future__ import annotations

import pytest
import redis
from django.conf import settings as conf
from django.core.cache import cache
from django.test import Client

from matches.pages import visitors
from tests.league.builders import running


@pytest.fixture
def path(cast, settings, monkeypatch):
    """A page that is kept, nothing being kept yet."""
    settings.PAGE_CACHE = True
    monkeypatch.setattr(visitors, "with_query", visitors.Allowance(visitors.QUERY_BYTES))
    monkeypatch.setattr(visitors, "all_pages", visitors.Allowance(visitors.ALL_BYTES))
    cache.clear()
    yield f"/competitions/{running(cast.organiser, 'cup', 4).slug}/"
    cache.clear()


def kept_bytes():
    """Bytes of the pages in Valkey."""
    with redis.Redis.from_url(conf.VALKEY_URL) as link:
        return sum(link.strlen(key) for key in link.scan_iter(f"{conf.KEY_PREFIX}:*:page:*", count=10_000))


def test_made_up_query_strings_are_kept_up_to_a_limit(path):
    size = len(Client().get(path).content)
    visitors.with_query.size = 3 * size + 1000
    for turn in range(12):
        assert Client().get(f"{path}?junk={turn}").status_code == 200
    assert size < kept_bytes() < 6 * size


def test_pages_without_a_query_are_kept_all_the_same(path, django_assert_num_queries):
    visitors.with_query.size = 0
    Client().get(f"{path}?junk=1")
    drawn = Client().get(path)
    with django_assert_num_queries(1):
        assert Client().get(path).content == drawn.content


def test_everything_that_is_kept_has_a_limit(path):
    visitors.all_pages.size = 10
    Client().get(path)
    assert kept_bytes() == 0


def test_a_new_minute_has_a_new_allowance(monkeypatch):
    clock = [1000.0]
    monkeypatch.setattr(visitors.time, "monotonic", lambda: clock[0])
    allowance = visitors.Allowance(100)
    assert [allowance.take(60), allowance.take(60), allowance.take(40), allowance.take(1)] == [True, False, True, False]
    clock[0] += visitors.KEPT
    assert allowance.take(100)


def test_made_up_themes_and_headers_are_one_page(path):
    tags = set()
    for turn in range(4):
        client = Client(headers={"HX-Request": f"made-up {turn}"})
        client.cookies["theme"] = f"made-up-{turn}"
        tags.add(client.get(path)["ETag"])
    assert len(tags) == 1
