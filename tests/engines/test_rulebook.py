"""The chapters of each game's rules tell every kind of event and of refusal that people meet (``Rulebook``).

200 random matches show what there is. What they hardly come to (a red card, lots) is looked for in plays from positions
set up at random, in the scenarios, and in a few positions made by hand. ``tests/web/test_game_rules.py`` holds that the
chapters are there, in every language.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest

import engines
from engines.core.dice import SeededDice
from engines.core.errors import EngineError, IllegalMove
from engines.core.rulebook import kind_of
from engines.core.seats import SEATS
from tests import cases
from tests.engines import battery, openings, scenario

MATCHES = 200
SET_UP = 150
"""Plays of ``battery.SOME_DECISIONS`` from a position set up at random."""


MIDFIELD = {"seat": "home", "option": "midfield", "left": 4, "next": None, "extra": False}
TO_LEFT = {"type": "move", "piece": "home.p6", "to": "L2"}
PAST_ALL = {"home.p9": "C5", **dict.fromkeys(("away.p1", "away.p2", "away.p3", "away.p4"), "C4")}
Earlier = dict[str, list[Any]]
"""Moves that were played, by their type."""


REFUSED: list[tuple[str, str, dict[str, Any], dict[str, Any]]] = [
    ("dom_jim", "holder", {"carrier": "home.d2"}, {"type": "move", "piece": "home.d2", "to": "E6"}),
    ("dom_jim", "keeper_duty", {"ball": "D1"}, {"type": "move", "piece": "home.d1", "to": "C6"}),
    ("dom_jim", "own_goal", {"carrier": "home.c"}, {"type": "kick", "to": "E0"}),
    (
        "dom_jim",
        "throw_in",
        {
            "pieces": {"home.gk": "E1", "home.l1": "B4", "away.gk": "E13", "away.l1": "C5", "away.l2": "E7"},
            "pieces_only": True,
            "ball": "D6",
        },
        {"type": "throw_in", "to": "B6"},
    ),
    ("six_a_side", "blocked", {}, {"type": "move", "piece": "home.p1", "to": "A1"}),
    (
        "six_a_side",
        "long_pass",
        {"pieces": {"home.p2": "A2"}, "carrier": "home.p2"},
        {"type": "long_pass", "to": "D9"},
    ),
    (
        "six_a_side",
        "robbed",
        {
            "pieces": {"home.p2": "D5", "away.p2": "D6"},
            "carrier": "away.p2",
            "active": "home",
            "no_steal": {"home": "home.p2"},
        },
        {"type": "steal", "piece": "home.p2"},
    ),
    ("fuba", "carry", {"phase": "movement", "movement": MIDFIELD}, {**TO_LEFT, "carry": True}),
    ("fuba", "send_off", {"phase": "send_off"}, {"type": "send_off", "piece": "away.p1"}),
    ("fuba", "offside_target", {"pieces": PAST_ALL}, {"type": "target", "zone": "C5", "via": None}),
]
"""Game, kind of the refusal, set-up and a move of home that is refused: what is seldom tried at random."""


class Met(NamedTuple):
    """The kinds of events and of refusals that came up."""

    events: set[str]
    refusals: set[str]


def tried(game: Any, state: Any, earlier: Earlier, chance: random.Random) -> Iterator[str]:
    """The kinds of refusals of moves of other moments, of legal ones with another value, and of no moves."""
    other = chance.choice(earlier[chance.choice(list(earlier))])
    moves: list[Any] = [other, {"type": "no such move"}, {**other, "extra": None}]
    for seat in game.to_act(state):
        move = battery.choose(game.legal(state, seat), chance, by_kind=True)
        moves += [chance.choice(earlier.get(move["type"], [move])), altered(game, state, move, chance)]
    for move in moves:
        for seat in SEATS:
            try:
                game.apply(state, seat, dict(move), SeededDice(1))
            except IllegalMove as refused:
                yield refused.kind


def altered(game: Any, state: Any, move: Any, chance: random.Random) -> dict[str, Any]:
    """``move`` with another piece, another place or another number."""
    names = [list(game.geometry()["cells"]), list(game.to_wire(state)["pieces"])]
    ways = [{**move, key: chance.choice(known)} for key, value in move.items() for known in names if value in known]
    ways += [{**move, key: value + 9} for key, value in move.items() if type(value) is int]
    return chance.choice(ways or [dict(move)])


def ruled(game: Any, state: Any, chance: random.Random) -> Iterator[str]:
    """The kinds of events of what the host may rule here."""
    move = {"type": chance.choice(("timeout", "resign", "coaching")), "seat": chance.choice(SEATS)}
    try:
        _, events = game.apply(state, None, move, SeededDice(1))
    except EngineError:
        return
    yield from map(kind_of, events)


def met(game: Any, plans: Iterator[battery.Plan], chance: random.Random, share: float) -> Met:
    """What comes up in ``plans``; a ``share`` of their positions is asked for what it refuses and the host may rule."""
    events: set[str] = set()
    refusals: set[str] = set()
    earlier: Earlier = {}
    for plan in plans:
        _, opening = battery.opened(game, plan, SeededDice(plan.seed))
        events.update(map(kind_of, opening))
        for step in battery.play(game, plan):
            events.update(map(kind_of, step.events))
            if step.seat is not None:
                earlier.setdefault(step.move["type"], []).append(step.move)
            if earlier and chance.random() < share:
                refusals.update(tried(game, step.state, earlier, chance))
                events.update(ruled(game, step.state, chance))
            if earlier and game.result(step.after) is not None:
                refusals.update(tried(game, step.after, earlier, chance))
    return Met(events, refusals)


@cache
def in_matches(slug: str) -> Met:
    game, chance = engines.get(slug), random.Random(1)
    return met(game, (battery.random_plan(game, random.Random(seed)) for seed in range(MATCHES)), chance, 0.02)


@cache
def in_positions(slug: str) -> Met:
    game, chance = engines.get(slug), random.Random(2)
    return met(game, (openings.random_opening(slug, seed) for seed in range(SET_UP)), chance, 0.5)


@cache
def in_scenarios(slug: str) -> Met:
    """What the scenarios of the game show and have refused."""
    shown, kind = Met(set(), set()), type(engines.get(slug))
    apply = kind.apply

    def watched(game: Any, state: Any, seat: Any, move: Any, dice: Any) -> Any:
        try:
            after, events = apply(game, state, seat, move, dice)
        except IllegalMove as refused:
            if seat is not None:
                shown.refusals.add(refused.kind)
            raise
        shown.events.update(map(kind_of, events))
        return after, events

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(kind, "apply", watched)
        for case in cases.built_scenarios():
            if cases.slug_of(case) == slug:
                scenario.play(case)
    return shown


@pytest.mark.parametrize("slug", cases.built())
def test_every_kind_of_event_and_refusal_has_its_chapter(slug):
    rulebook = engines.about(slug).rulebook
    for shown in (in_matches(slug), in_positions(slug), in_scenarios(slug)):
        assert sorted(shown.events - set(rulebook.events)) == [], "events without a chapter"
        assert sorted(shown.refusals - set(rulebook.refusals)) == [], "refusals without a chapter"


@pytest.mark.parametrize(("slug", "kind", "overrides", "move"), REFUSED, ids=[row[1] for row in REFUSED])
def test_a_refusal_has_its_kind(slug, kind, overrides, move):
    game = engines.get(slug)
    with pytest.raises(IllegalMove) as refused:
        game.apply(game.setup(overrides), "home", move, SeededDice(1))
    assert refused.value.kind == kind, refused.value


@pytest.mark.parametrize("slug", cases.built())
def test_the_rulebook_has_nothing_that_never_happens(slug):
    tables = [engines.about(slug).rulebook.events, engines.about(slug).rulebook.refusals]
    seldom = [set(told) - met for told, met in zip(tables, in_matches(slug), strict=True)]
    print(f"{slug}: {MATCHES} matches did not show the events {sorted(seldom[0])}, the refusals {sorted(seldom[1])}")
    by_hand = Met(set(), {kind for of, kind, _, _ in REFUSED if of == slug})
    for unseen, *met in zip(seldom, in_positions(slug), in_scenarios(slug), by_hand, strict=True):
        assert sorted(unseen.difference(*met)) == []
