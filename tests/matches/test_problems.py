"""One handler turns every refusal of the API into problem details (RFC 9457)."""

import json
from uuid import UUID

import pytest
from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.http import Http404
from rest_framework import exceptions
from rest_framework.settings import api_settings

from engines.core.errors import IllegalMove
from league.competitions.errors import CompetitionError
from matches.api.problems import handle
from matches.errors import NotSeated, Refusal
from matches.limits import TooManyRequests
from matches.problems import CONTENT_TYPE, problem


class Confirm(Refusal):
    """Needs a consent."""

    code = "confirm"
    status = 409

    def members(self):
        return {"effects": ["The final is annulled."]}


def told(error):
    answer = handle(error, {})
    assert answer is not None and answer["Content-Type"] == CONTENT_TYPE
    body = json.loads(answer.content)
    assert (body["type"], body["status"]) == ("about:blank", answer.status_code)
    assert body["title"] and body["detail"]
    return answer, body


def test_it_is_the_handler_of_all_views():
    assert api_settings.EXCEPTION_HANDLER is handle


@pytest.mark.parametrize(
    ("error", "status", "code", "detail"),
    [
        (NotSeated("You do not sit here."), 403, "not_seated", "You do not sit here."),
        (CompetitionError("It is over."), 409, "refused", "It is over."),
        (IllegalMove("No ball there."), 400, "illegal_move", "No ball there."),
        (Http404("secret"), 404, "not_found", "There is nothing here."),
        (PermissionDenied(), 403, "denied", "You may not do this."),
        (exceptions.NotAuthenticated(), 401, "not_authenticated", None),
        (exceptions.MethodNotAllowed("PUT"), 405, "method_not_allowed", None),
        (exceptions.ParseError("No JSON."), 400, "parse_error", "No JSON."),
    ],
)
def test_a_refusal_has_status_code_and_sentence(error, status, code, detail):
    answer, body = told(error)
    assert (answer.status_code, body["code"]) == (status, code)
    assert detail is None or body["detail"] == detail


def test_more_members_of_a_refusal_are_told():
    _answer, body = told(Confirm("It takes back a final."))
    assert body["effects"] == ["The final is annulled."]


@pytest.mark.parametrize(
    ("wrong", "told_as", "detail"),
    [
        ({"name": ["Too short."], "places": ["Too few."]}, None, "name: Too short."),
        ({"non_field_errors": ["Either, or."]}, None, "Either, or."),
        (
            {"stages": [{}, {"format": ["Unknown."]}]},
            {"stages": ["1: format: Unknown."]},
            "stages: 1: format: Unknown.",
        ),
        (
            {"breaks": {"1": {"0": ["Blank."], "1": ["Blank."]}}},
            {"breaks": ["1: 0: Blank.", "1: 1: Blank."]},
            "breaks: 1: 0: Blank.",
        ),
        ({"names": [["Blank."], []]}, {"names": ["0: Blank."]}, "names: 0: Blank."),
    ],
)
def test_wrong_input_names_each_field_and_the_first_in_the_sentence(wrong, told_as, detail):
    """``errors`` is what the document says, sentences by field: what is wrong within one begins with its path."""
    answer, body = told(exceptions.ValidationError(wrong))
    expected = (400, "bad_request", detail, told_as or wrong)
    assert (answer.status_code, body["code"], body["detail"], body["errors"]) == expected


def test_wrong_input_of_no_field_is_told_by_name_too():
    _answer, body = told(exceptions.ValidationError("game must be one of a, b"))
    assert (body["detail"], body["errors"]) == (
        "game must be one of a, b",
        {"non_field_errors": ["game must be one of a, b"]},
    )


@pytest.mark.parametrize(
    ("error", "status", "seconds"),
    [(TooManyRequests(7), 429, "7"), (exceptions.Throttled(9), 429, "9"), (OperationalError("gone"), 503, "5")],
)
def test_who_may_try_again_is_told_when(error, status, seconds):
    answer, body = told(error)
    assert (answer.status_code, answer["Retry-After"]) == (status, seconds)
    assert "gone" not in body["detail"]


def test_a_defect_is_no_problem_of_the_client():
    assert handle(ZeroDivisionError(), {}) is None


def test_more_members_and_headers_of_a_hand_made_problem():
    answer = problem(409, "stale", "The match is at version 4.", {"Retry-After": "2"}, v=4)
    body = json.loads(answer.content)
    assert (body["title"], body["v"], answer["Retry-After"]) == ("Conflict", 4, "2")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("query", "status", "code"), [("", 400, "bad_topics"), (f"?topic=user:{UUID(int=7)}", 403, "not_yours")]
)
async def test_the_feed_refuses_in_the_same_way(async_client, query, status, code):
    answer = await async_client.get(f"/feed/{query}")
    assert (answer.status_code, answer["Content-Type"], answer.json()["code"]) == (status, CONTENT_TYPE, code)
