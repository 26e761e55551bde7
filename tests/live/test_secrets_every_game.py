"""Noninterference over every game: with equal numbers of decisions others are sent the same bytes whatever was chosen.

Each game is played at random. At each position where both seats are to decide, the match goes on twice: one seat makes
as many decisions in both, different ones, with the same dice; as long as nothing is revealed, the frames of the other
seat and of the public are compared as they leave: text, size, order, version, times. Then the first sealed choice of
each game goes the whole way, from a submitted move to the bytes of a socket.
"""

from __future__ import annotations

import random

import pytest

import engines
from engines.core.dice import SeededDice
from engines.core.seats import SEATS, other
from matches.live.frames import frames, numbered
from matches.live.running import hall
from matches.models import MatchEvent
from tests.cases import built
from tests.live.test_secrets import NOON, frames_of, same_dice  # noqa: F401  a fixture
from tests.matches.table import duel, run
from tests.sizes import size

pytestmark = pytest.mark.django_db(transaction=True)

SEALED = {"fuba": {"formation"}, "six_a_side": {"setup", "shootout"}}
"""Phases with sealed choices that the matches below must come through."""
MATCHES = size(4, 40)
DECISIONS = 2000
NOBODY = {"home": {"here": True, "since": None}, "away": {"here": True, "since": None}, "watching": 1}


def loaded_row(cast, slug):
    match = duel(cast.anna, cast.bruno, game=slug, move_seconds=30)

    async def scenario():
        runtime = hall().runtime(match.id)
        async with runtime.lock:
            await runtime.ensure()
            return runtime.row

    row = run(scenario)
    row.status = "live"
    return row


def go_on(game, row, state, seat, seed, decisions):
    """Up to so many random decisions of ``seat``: for each who is to act, the frames of others, and its own view."""
    chance, dice, told = random.Random(seed), SeededDice(1), []
    for v in range(1, decisions + 1):
        moves = game.legal(state, seat)
        if not moves:
            break
        state, events = game.apply(state, seat, moves[int(chance.random() * len(moves))], dice)
        to_act = game.to_act(state)
        if other(seat) not in to_act:
            break  # nobody is left to wait for: what was sealed is shown
        frames_sent = frames(
            "step",
            game=game,
            row=row,
            state=state,
            v=v,
            lines=numbered(v, game.commentary(events)),
            presence=NOBODY,
            now=NOON,
            timeline=1,
            views=(other(seat), "public"),
        )
        told.append((to_act, frames_sent, game.view(state, seat)))
    return told


def compare(game, row, state, seat, slug):
    """Count the compared frames of others, and the differences between the seat's own views."""
    compared, own = 0, 0
    first = go_on(game, row, state, seat, 0, 6)
    for seed in range(1, 5):
        for (acting, one, mine), (also, two, theirs) in zip(
            first, go_on(game, row, state, seat, seed, 6), strict=False
        ):
            if acting != also:
                break  # THAT a seat is done is public
            for view in (other(seat), "public"):
                assert one[view] == two[view], f"{slug}: {view} can tell what {seat} chose"
                compared += 1
            own += mine != theirs
    return compared, own


@pytest.mark.parametrize("slug", built())
def test_others_cannot_tell_what_was_chosen(cast, slug):
    game, row = engines.get(slug), loaded_row(cast, slug)
    phases, compared, own = set(), 0, 0
    for number in range(MATCHES):
        chance, dice = random.Random(number), SeededDice(number)
        terms = {"draws_allowed": False, "extra_time": False} if number % 2 else None
        state, _ = game.new(None, terms, dice)
        for _ in range(DECISIONS):
            acting = game.to_act(state)
            if not acting:
                break
            if len(acting) == 2:
                phases.add(game.view(state, None)["phase"])
                for seat in SEATS:
                    more, differs = compare(game, row, state, seat, slug)
                    compared, own = compared + more, own + differs
            seat = acting[int(chance.random() * len(acting))]
            moves = game.legal(state, seat)
            state, _events = game.apply(state, seat, moves[int(chance.random() * len(moves))], dice)
    print(f"{slug}: {compared} frames of others compared, in {sorted(phases)}")
    assert phases >= SEALED.get(slug, set())
    if phases:
        assert compared and own, "the control: the seat itself sees what it chose"


def test_an_open_choice_would_be_noticed(cast, monkeypatch):
    """The control: where the view hides nothing, the comparison above fails."""
    game, row = engines.get("fuba"), loaded_row(cast, "fuba")
    state, _ = game.new(None, None, SeededDice(0))
    while len(game.to_act(state)) < 2:
        acting = game.to_act(state)[0]
        state, _events = game.apply(state, acting, game.legal(state, acting)[0], SeededDice(0))
    monkeypatch.setattr(game, "view", lambda state, seat: game.to_wire(state))
    monkeypatch.setattr(game, "scene", lambda view: view)
    with pytest.raises(AssertionError, match="can tell"):
        compare(game, row, state, "home", "fuba")


def alike(moves):
    """The moves of the first one's kind: that a seat is ready is public."""
    return [move for move in moves if move["type"] == moves[0]["type"]]


@pytest.mark.parametrize("slug", sorted(set(SEALED) & set(built())))
@pytest.mark.parametrize("secret_seat", SEATS)
def test_the_first_sealed_choice_through_the_whole_way(cast, same_dice, slug, secret_seat):  # noqa: F811
    found = []
    for pick in (0, -1):
        match = duel(cast.anna, cast.bruno, game=slug, move_seconds=30)
        found.append(frames_of(match, lambda moves, pick=pick: alike(moves)[pick], 1, secret_seat))
    one, two = found
    for view in (other(secret_seat), "public"):
        assert one[view] == two[view]
        assert len(one[view]) == 2
    moves = MatchEvent.objects.values_list("move", flat=True)
    assert len(moves) == 2 and moves[0] != moves[1], "the control: they were different choices"
