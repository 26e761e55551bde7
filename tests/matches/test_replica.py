"""Which reads go to the copy of the database: whole pages of nobody, and none that the copy cannot answer."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import OperationalError
from django.http import Http404, HttpResponse
from django.test import RequestFactory

from matches.models import Match
from matches.pages.visitors import tagged
from matches.store import replica


@pytest.fixture
def copy(monkeypatch):
    """A copy that keeps up, as far as is asked; the list holds when it failed."""
    failures = []
    monkeypatch.setattr(replica, "keeps_up", lambda: not failures)
    monkeypatch.setattr(replica, "failed", lambda: failures.append("now"))
    return failures


def asked(view, user=None, **headers):
    request = RequestFactory().get("/games/", headers=headers)
    request.user = user or AnonymousUser()
    return tagged(lambda _request: None)(view)(request)


def place(_request):
    """The database that a model is read from."""
    return HttpResponse(replica.Router().db_for_read(Match))


def test_a_page_of_nobody_is_read_from_the_copy(copy):
    assert asked(place).content == b"replica"
    assert replica.Router().db_for_read(Match) == "default", "the next reader begins anew"


def test_whoever_may_have_written_reads_the_database(copy, cast):
    assert asked(place, user=cast.anna).content == b"default"
    assert asked(place, Cookie="sessionid=1").content == b"default"


def test_news_is_fetched_from_the_database(copy):
    assert asked(place, **{"HX-Request": "true"}).content == b"default"


def test_nothing_is_written_to_the_copy():
    with replica.reading():
        assert replica.Router().db_for_write(Match) == "default"


def test_a_page_that_the_copy_does_not_know_yet_is_found(copy):
    def view(request):
        if place(request).content == b"replica":
            raise Http404
        return HttpResponse("here")

    assert asked(view).content == b"here"
    assert copy == [], "it answered"


def test_a_copy_that_fails_is_left_alone(copy):
    def view(request):
        if place(request).content == b"replica":
            raise OperationalError("the server closed the connection")
        return place(request)

    assert asked(view).content == b"default"
    assert copy == ["now"]
    assert asked(place).content == b"default"


def test_without_an_address_there_is_no_copy():
    assert not replica.keeps_up()
