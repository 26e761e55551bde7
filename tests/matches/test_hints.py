"""Hints: what a bot of the level Club would do, only where no person plays against another."""

from __future__ import annotations

import uuid

import pytest
from django.test import Client

import engines
from matches.live.moves import submit
from matches.live.running import hall
from matches.models import Match
from matches.verbs import casual
from matches.verbs.opening import Sitter
from tests.matches.table import bot, duel, run, start

pytestmark = pytest.mark.django_db(transaction=True)


def until_home_is_to_act(match):
    async def scenario():
        await start(match)
        runtime = hall().runtime(match.id)
        await runtime.ensure()
        while "home" not in runtime.game.to_act(runtime.state):
            seat = runtime.game.to_act(runtime.state)[0]
            moves = [runtime.game.legal(runtime.state, seat)[0]]
            await submit(match_id=match.id, seat=seat, moves=moves, client_id=uuid.uuid4(), v=runtime.row.version)
        return runtime.row.version

    return run(scenario)


def ask(client, user, match):
    client.force_login(user)
    return client.get(f"/matches/{match.id}/hint/")


@pytest.mark.parametrize("game", ["super_goal", "dom_jim", "six_a_side", "fuba", "soccer_tactics"])
def test_a_hint_is_a_legal_choice_and_the_same_again(cast, client, game):
    match = casual.play_bot(user=cast.anna, game=game, bot="club")
    v = until_home_is_to_act(match)
    answer = ask(client, cast.anna, match)
    assert answer.status_code == 200 and answer["Cache-Control"] == "no-store"
    hint = answer.json()
    rules = engines.get(game)
    state = rules.from_wire(Match.objects.get(pk=match.pk).snapshot)
    offered = rules.choices(rules.view(state, "home"), "home", rules.legal(state, "home"))
    assert hint["v"] == v
    assert (list(hint["label"]), hint["pick"], hint["to"]) in [
        (list(one["label"]), one.get("pick"), one.get("to")) for one in offered
    ]
    assert ask(client, cast.anna, match).json() == hint


def test_a_practice_board_has_hints_for_both_sides(cast, client):
    match = casual.practice(user=cast.anna, game="dom_jim")
    run(lambda: start(match))
    assert ask(client, cast.anna, match).status_code == 200


@pytest.mark.parametrize("settings", [{}, {"origin": "casual"}, {"origin": "casual", "game": "super_goal"}])
def test_never_between_people(cast, client, settings):
    match = duel(cast.anna, cast.bruno, **settings)
    until_home_is_to_act(match)
    refused = ask(client, cast.anna, match)
    assert (refused.status_code, "label" in refused.json()) == (409, False)
    assert "data-hint" not in client.get(f"/matches/{match.id}/").text


def test_not_where_something_hangs_on_it(cast, client):
    for settings in ({"origin": "fixture:1"}, {"origin": "casual", "rated": True}, {"origin": "ladder"}):
        match = duel(cast.anna, bot(), **settings)
        until_home_is_to_act(match)
        assert ask(client, cast.anna, match).status_code == 409
    Match.objects.all().delete()
    screen = casual.hot_seat(user=cast.anna, second="Bice", game="dom_jim")
    run(lambda: start(screen))
    assert ask(client, cast.anna, screen).status_code == 409, "two people at one screen"


def test_not_for_a_side_of_several_people(cast, client):
    pair = Sitter(user=cast.anna, users=(cast.anna, cast.bruno))
    match = duel(pair, bot(), game="six_a_side", origin="casual")
    assert ask(client, cast.anna, match).status_code == 409


def test_a_spectator_asks_nothing(cast, client: Client):
    match = casual.play_bot(user=cast.anna, game="super_goal", bot="club")
    assert client.get(f"/matches/{match.id}/hint/").status_code == 404
    assert ask(client, cast.bruno, match).status_code == 404
    assert "data-hint" not in client.get(f"/matches/{match.id}/").text
    client.force_login(cast.anna)
    assert "data-hint" in client.get(f"/matches/{match.id}/").text


def test_nothing_while_the_other_side_is_to_act(cast, client):
    match = casual.play_bot(user=cast.anna, game="super_goal", bot="club")
    assert ask(client, cast.anna, match).status_code == 409, "before the kick-off"
