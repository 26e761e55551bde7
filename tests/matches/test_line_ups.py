"""Line-ups: drafts over the API, submitted as one list; as last time; what a player keeps, on both sides."""

from __future__ import annotations

import json
import uuid

import pytest
from django.test import Client

import engines
from engines import placing
from matches.models import LineUp, Match, MatchEvent
from matches.verbs.line_ups import MOST
from matches.verbs.opening import Opening, Sitter, open_match
from tests.matches.table import run, start

pytestmark = pytest.mark.django_db(transaction=True)
API = "/api/v1/"


def sign_in(client, user):
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def six(cast):
    """Six-a-side, begun: both sides place in secret."""
    match = open_match(Opening(game="six_a_side", home=Sitter(user=cast.anna), away=Sitter(user=cast.bruno)))
    run(lambda: start(match))
    match.refresh_from_db()
    return match


def draft(client, match, **asked):
    if "cells" in asked:
        asked["cells"] = json.dumps(asked["cells"])
    return client.get(f"{API}matches/{match.pk}/draft/", asked)


def submit(client, match, moves, v=0):
    body = {"id": str(uuid.uuid4()), "v": v, "moves": moves}
    return client.post(f"{API}matches/{match.pk}/moves/", body, content_type="application/json")


def test_it_works(six, client, cast):
    sign_in(client, cast.anna)
    empty = draft(client, six).json()
    assert (empty["moves"], empty["whole"], empty["piece"], empty["last"]) == ([], False, "home.p1", False)
    data = draft(client, six, line_up=empty["line_ups"][0]["key"]).json()
    assert data["whole"] and len(data["moves"]) == 6
    assert {piece["id"] for piece in data["scene"]["pieces"]} == set(data["cells"])
    ways = draft(client, six, cells=data["cells"], piece="home.p2").json()["ways"]
    cell, cells = next((cell, cells) for cell, cells in ways.items() if cell not in data["cells"].values())
    other = draft(client, six, cells=cells).json()
    assert other["whole"] and other["cells"]["home.p2"] == cell
    assert not MatchEvent.objects.filter(match=six).exists(), "a draft is stored nowhere"
    assert submit(client, six, other["moves"]).status_code == 201
    assert MatchEvent.objects.filter(match=six, seat="home").count() == 6
    six.refresh_from_db()
    stands = {piece: six.snapshot["pieces"][piece] for piece in other["cells"]}
    assert stands == other["cells"]


def test_all_or_none(six, client, cast):
    sign_in(client, cast.anna)
    moves = draft(client, six, line_up="3-2").json()["moves"]
    refused = submit(client, six, [*moves[:5], moves[0]])
    assert refused.status_code == 422
    assert not MatchEvent.objects.filter(match=six).exists()


def test_as_last_time_on_the_other_side(six, client, cast):
    """Bruno's line-up as away is his first as home in his next match."""
    sign_in(client, cast.bruno)
    first = draft(client, six, line_up="1-2-2").json()
    assert submit(client, six, first["moves"]).status_code == 201
    match = open_match(Opening(game="six_a_side", home=Sitter(user=cast.bruno), away=Sitter(user=cast.anna)))
    run(lambda: start(match))
    again = draft(client, match, line_up="last").json()
    assert again["last"] and again["whole"]
    game = engines.get("six_a_side")
    assert again["cells"] == {game.mirror(piece): game.mirror(cell) for piece, cell in first["cells"].items()}


def test_as_last_time_in_the_same_match(client, cast):
    """FUBA places again at every restart: the newest placement that fits here as it is."""
    match = open_match(Opening(game="fuba", home=Sitter(user=cast.anna), away=Sitter(user=cast.bruno)))
    run(lambda: start(match))
    game = engines.get("fuba")
    people = {"home": client, "away": Client()}
    sign_in(people["home"], cast.anna)
    sign_in(people["away"], cast.bruno)
    placed = {}
    for _ in range(300):
        match = Match.objects.get(pk=match.pk)
        state = game.from_wire(match.snapshot)
        seat = game.to_act(state)[0]
        if placing.is_open(game, game.view(state, seat), seat):
            data = draft(people[seat], match, line_up="last" if seat in placed else "wide").json()
            if seat in placed:
                assert data["last"] and data["whole"]
                return
            placed[seat] = data["cells"]
            moves = data["moves"]
        else:
            moves = [dict(game.default_move(state, seat))]
        assert submit(people[seat], match, moves, match.version).status_code == 201
    raise AssertionError("nobody placed twice")


@pytest.mark.parametrize(
    ("asked", "status", "words"),
    [
        ({"cells": "no"}, 400, "JSON object"),
        ({"cells": {"home.p1": "Z9"}}, 400, "home.p1"),
        ({"line_up": "9-9"}, 400, "2-1-2"),
        ({"of": "both"}, 400, "of: Choose one of home, away."),
        ({"piece": "ball"}, 400, "piece must be one of"),
    ],
)
def test_a_wrong_draft(six, client, cast, asked, status, words):
    answer = draft(sign_in(client, cast.anna), six, **asked)
    assert answer.status_code == status
    assert words in answer.json()["detail"]


def test_nothing_to_place_and_nobody_there(six, client, cast):
    assert draft(sign_in(client, cast.stranger), six).status_code == 403
    other = open_match(Opening(game="super_goal", home=Sitter(user=cast.anna), away=Sitter(user=cast.bruno)))
    sign_in(client, cast.anna)
    assert draft(client, other).status_code == 204
    run(lambda: start(other))
    assert draft(client, other).status_code == 204


def test_the_other_side_learns_nothing(six, client, cast):
    """Whatever Anna has placed, Bruno's draft is the same to the byte."""
    sign_in(client, cast.bruno)
    before = draft(client, six, line_up="2-3").json()
    sign_in(client, cast.anna)
    assert submit(client, six, draft(client, six, line_up="3-2").json()["moves"]).status_code == 201
    sign_in(client, cast.bruno)
    after = draft(client, six, line_up="2-3").json()
    assert {**after, "v": 0} == {**before, "v": 0}


def keep(client, **body):
    given = {"game": "six_a_side", "name": "Mine", "of": "home", "cells": {"home.p1": "D1", "home.p2": "C3"}, **body}
    return client.post(f"{API}line-ups/", given, content_type="application/json")


def test_kept_under_a_name(client, cast):
    sign_in(client, cast.anna)
    data = keep(client, name="  Il   catenaccio ").json()
    assert data["name"] == "Il catenaccio"
    turned = keep(client, name="Turned", of="away", cells={"away.p1": "D11"}).json()
    assert turned["cells"] == {"home.p1": "D1"}, "kept as home's, whichever side it was made on"
    assert keep(client, name="Il catenaccio", cells={"home.p1": "E1"}).json()["id"] == data["id"]
    body = client.get(f"{API}line-ups/?game=six_a_side").json()
    assert [(one["name"], one["cells"]) for one in body] == [
        ("Il catenaccio", {"home.p1": "E1"}),
        ("Turned", {"home.p1": "D1"}),
    ]
    sign_in(client, cast.bruno)
    assert client.get(f"{API}line-ups/?game=six_a_side").json() == []
    assert client.delete(f"{API}line-ups/{data['id']}/").status_code == 404
    sign_in(client, cast.anna)
    assert client.delete(f"{API}line-ups/{data['id']}/").status_code == 204
    assert client.delete(f"{API}line-ups/{data['id']}/").status_code == 404


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"game": "chess"}, "super_goal"),
        ({"name": "  "}, ""),
        ({"name": "x" * 41}, "40"),
        ({"cells": {}}, "1 to 64"),
        ({"cells": {"home.p1": "nowhere"}}, "home.p1"),
        ({"of": "both"}, ""),
    ],
)
def test_what_cannot_be_kept(client, cast, body, words):
    answer = keep(sign_in(client, cast.anna), **body)
    assert answer.status_code == 400
    assert words in answer.json()["detail"]
    assert not LineUp.objects.exists()


def test_not_too_many_and_not_by_strangers(client, cast):
    assert keep(client).status_code == 401
    sign_in(client, cast.anna)
    for number in range(MOST):
        assert keep(client, name=f"Number {number}").status_code == 200
    assert keep(client, name="One more").json()["code"] == "too_many"
    assert keep(client, name="Number 3").status_code == 200
    assert client.get(f"{API}line-ups/?game=chess").status_code == 400
