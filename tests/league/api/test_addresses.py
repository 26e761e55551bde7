"""An address of the API works with and without its last slash; what is no address, or no method, is a problem."""

import re
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient
from rest_framework.views import APIView

from deploy.bad_input import body_limit
from league.api.throttles import VisitorThrottle
from league.competitions.models import Competition
from matches.limits import headers_of
from tests.league.builders import competition

BODY = {"name": "Without a slash", "game": "super_goal", "preset": "cup", "places": 4}
PROBLEM = "application/problem+json"


def api_of(user=None):
    client = APIClient()
    if user is not None:
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_a_write_without_the_last_slash_is_done(cast):
    organiser = api_of(cast.organiser)
    made = organiser.post("/api/v1/competitions", BODY)
    assert made.status_code == 201 and Competition.objects.get().name == BODY["name"]
    address = f"/api/v1/competitions/{made.json()['id']}"
    assert organiser.patch(address, {"name": "Renamed"}).json()["name"] == "Renamed"
    assert organiser.post(f"{address}/publish", {}).json()["status"] == "registration"
    assert body_limit("/api/v1/competitions/import") == body_limit("/api/v1/competitions/import/")


def test_a_list_is_read_with_or_without(cast):
    competition(cast.organiser)
    with_slash, without = (api_of().get(f"/api/v1/competitions{end}", {"limit": 1}).json() for end in ("/", ""))
    assert with_slash == without and with_slash["count"] == 1


def test_a_page_of_the_site_is_redirected_as_ever(client, db):
    assert client.get("/competitions").status_code == 301


@pytest.mark.parametrize("method", ["get", "post", "put", "patch", "delete", "options"])
@pytest.mark.parametrize("path", ["", "nothing", "nothing/", "competitions/none/", "matches/none/moves/"])
def test_no_address_is_a_problem_and_asks_no_database(db, method, path):
    with CaptureQueriesContext(
        connection,
    ) as queries:
        answer = getattr(api_of(), method)(f"/api/v1/{path}")
    assert (answer.status_code, answer["Content-Type"]) == (404, PROBLEM)
    assert answer.json()["code"] == "not_found"
    assert not queries.captured_queries


def test_a_method_that_an_address_does_not_take_is_a_problem(db):
    for path in ("games/", "games", "competitions/import/"):
        answer = api_of().delete(f"/api/v1/{path}")
        assert (answer.status_code, answer["Content-Type"]) == (405, PROBLEM)
        assert answer.json()["code"] == "method_not_allowed" and answer["Allow"]


def test_a_write_without_a_session_is_401(cast):
    cup = competition(cast.organiser)
    for path in ("competitions/", f"competitions/{cup.pk}/publish/", "clubs/", "series/"):
        answer = api_of().post(f"/api/v1/{path}", {})
        assert (answer.status_code, answer["Content-Type"], answer["WWW-Authenticate"]) == (401, PROBLEM, "Bearer"), (
            path
        )
    answer = api_of(cast.anna).post(f"/api/v1/competitions/{cup.pk}/publish/", {})
    assert answer.status_code in (403, 404), "who is known and may not is told otherwise"


def test_a_session_without_its_csrf_token_is_refused(cast):
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(cast.organiser, backend="django.contrib.auth.backends.ModelBackend")
    answer = client.post("/api/v1/competitions/", BODY)
    assert (answer.status_code, answer["Content-Type"]) == (403, PROBLEM)


ELSEWHERE = {"Origin": "https://elsewhere.example"}


def test_other_sites_read_what_everybody_may_read(cast):
    cup = competition(cast.organiser)
    for path in ("games/", "competitions", f"competitions/{cup.pk}/", "nothing/"):
        answer = api_of().get(f"/api/v1/{path}", headers=ELSEWHERE)
        assert answer["Access-Control-Allow-Origin"] == "*" and "ETag" in answer["Access-Control-Expose-Headers"]
        assert {"Authorization", "Cookie"} <= {word.strip() for word in answer["Vary"].split(",")}


def test_nothing_that_is_somebodys_is_shared(cast, client):
    """Neither what a session or a token reads, nor a write, nor a page."""
    cup = competition(cast.organiser, visibility="members")
    path = f"/api/v1/competitions/{cup.pk}/"
    answers = [
        api_of(cast.organiser).get(path, headers=ELSEWHERE),
        api_of().get(path, headers=ELSEWHERE | {"Authorization": "Bearer tb_wrong"}),
        api_of().post("/api/v1/competitions/", BODY, headers=ELSEWHERE),
        client.get("/competitions/", headers=ELSEWHERE),
    ]
    assert [answer.status_code for answer in answers] == [200, 401, 401, 200]
    for answer in answers:
        assert not [name for name in answer.headers if name.startswith("Access-Control")]


def test_a_browser_that_asks_first_may_read_and_not_write(db):
    asked = {"Access-Control-Request-Method": "GET", "Access-Control-Request-Headers": "if-none-match"}
    answer = api_of().options("/api/v1/competitions/", headers=ELSEWHERE | asked)
    assert (answer.status_code, answer["Access-Control-Allow-Origin"]) == (204, "*")
    assert "If-None-Match" in answer["Access-Control-Allow-Headers"]
    assert answer["Access-Control-Allow-Methods"] == "GET, HEAD" and "Access-Control-Allow-Credentials" not in answer
    asked = {"Access-Control-Request-Method": "POST"}
    assert "Access-Control-Allow-Origin" not in api_of().options("/api/v1/competitions/", headers=ELSEWHERE | asked)


def test_answers_say_what_is_left_of_a_limit(cast, settings):
    settings.RATE_LIMITS = True
    settings.KEY_PREFIX = f"{settings.KEY_PREFIX}-{uuid4().hex}"
    settings.LIMITS = {**settings.LIMITS, "competition": "2/h/account,5/d/account"}
    organiser = api_of(cast.organiser)
    first, second, third = (organiser.post("/api/v1/competitions/", BODY) for _number in range(3))
    assert [answer.status_code for answer in (first, second, third)] == [201, 201, 429]
    assert first["RateLimit-Policy"] == '"competition-account-3600";q=2;w=3600, "competition-account-86400";q=5;w=86400'
    assert re.match(r'"competition-account-3600";r=1;t=\d+, "competition-account-86400";r=4;t=\d+$', first["RateLimit"])
    assert re.match(r'"competition-account-3600";r=0;t=\d+', third["RateLimit"])
    assert 0 < int(third["Retry-After"]) <= 3600 and third["Content-Type"] == PROBLEM
    assert "RateLimit" not in api_of().get("/api/v1/games/")


def test_the_limit_of_everybody_is_told_too(rf):
    """The throttles of REST framework, which the settings of the tests leave out."""
    cache.clear()
    request, throttle = APIView().initialize_request(rf.get("/")), VisitorThrottle()
    request.user = AnonymousUser()
    for _number in range(3):
        assert throttle.allow_request(request, APIView())
    headers = headers_of(request)
    assert headers["RateLimit-Policy"].startswith('"anon-visitor-60";q=120;w=60')
    assert headers["RateLimit"].endswith('"anon-visitor-60";r=117;t=60')


def test_the_page_for_a_new_password_is_where_programs_look(client, db):
    answer = client.get("/.well-known/change-password")
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/password/change/")
    nothing = "/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200"
    assert client.get(nothing).status_code == 404
