"""Drafts of a placement: what they offer is legal, tells nothing that is sealed, and may be submitted as one list."""

from __future__ import annotations

import random

import pytest

import engines
from engines import placing
from engines.core.dice import SeededDice

GAMES = ("fuba", "six_a_side", "soccer_tactics")


def decisions(slug, seed):
    """Positions of a random match in which a placement is open: ``(state, seat)``."""
    game, chance, dice = engines.get(slug), random.Random(seed), SeededDice(seed)
    state, _ = game.new(dict(game.house_options), None, dice)
    found = []
    for _ in range(400):
        if not game.to_act(state):
            break
        seat = game.to_act(state)[0]
        if placing.is_open(game, game.view(state, seat), seat):
            found.append((state, seat))
        state, _ = game.apply(state, seat, chance.choice(game.legal(state, seat)), dice)
    return found


def played(game, state, seat, moves):
    """``state`` after ``moves``, each of them legal in its turn."""
    for move in moves:
        assert move in game.legal(state, seat)
        state, _ = game.apply(state, seat, move, SeededDice(1))
    return state


@pytest.mark.parametrize("slug", GAMES)
def test_it_works(slug):
    """Every suggestion fills a whole draft of legal moves, wherever in a run one begins."""
    game = engines.get(slug)
    found = decisions(slug, 3)
    assert found
    for state, seat in found[:30]:
        view = game.view(state, seat)
        for wanted in [{}, *(one["cells"] for one in game.line_ups(view, seat))]:
            draft = placing.follow(game, view, seat, wanted, fill=True)
            assert draft.whole
            after = played(game, state, seat, draft.moves)
            again = placing.follow(game, view, seat, draft.cells)
            assert (again.moves, again.whole) == (draft.moves, True)
            assert not (placing.is_open(game, game.view(after, seat), seat) and seat in game.to_act(after))


@pytest.mark.parametrize("slug", GAMES)
def test_a_piece_goes_elsewhere_or_changes_places(slug):
    game = engines.get(slug)
    swaps = 0
    for state, seat in decisions(slug, 5)[:12:2]:
        view = game.view(state, seat)
        draft = placing.follow(game, view, seat, {}, fill=True)
        for piece in list(draft.cells)[:3]:
            for cell, cells in placing.ways(game, view, seat, draft.cells, piece).items():
                other = placing.follow(game, view, seat, cells)
                assert other.whole
                assert other.cells[piece] == cell != draft.cells[piece]
                swaps += sum(other.cells[mate] != at for mate, at in draft.cells.items()) > 1
                played(game, state, seat, other.moves)
    assert swaps, "no piece changed places with another"


def test_two_stand_in_the_middle_at_a_kick_off():
    """FU-3.7: exactly two outfield players in C3, so a third one takes the place of one of them."""
    game = engines.get("fuba")
    state, seat = decisions("fuba", 3)[0]
    view = game.view(state, seat)
    middle = next(one for one in game.line_ups(view, seat) if one["key"] == "balanced")
    draft = placing.follow(game, view, seat, middle["cells"], fill=True)
    assert list(draft.cells.values()).count("C3") == 2
    mover = next(piece for piece, cell in draft.cells.items() if cell not in ("C3", "C1", "C5"))
    swapped = placing.ways(game, view, seat, draft.cells, mover)["C3"]
    assert list(swapped.values()).count("C3") == 2


def test_it_stops_where_the_rules_do_not_follow():
    game = engines.get("fuba")
    state, seat = decisions("fuba", 3)[0]
    view = game.view(state, seat)
    keeper = f"{seat}.gk"
    draft = placing.follow(game, view, seat, {keeper: "L2"})
    assert (draft.moves, draft.piece, draft.whole) == ([], keeper, False)
    assert draft.open == ["C1" if seat == "home" else "C5"]


def test_a_draft_is_the_same_whatever_the_other_side_has_sealed():
    """Six-a-side places in secret (SX-2.7): away's draft does not know how home stands."""
    game = engines.get("six_a_side")
    state, _ = game.new(None, None, SeededDice(1))
    told = set()
    for name in ("2-1-2", "3-2"):
        after, _ = game.apply(state, "home", {"type": "formation", "name": name}, SeededDice(1))
        assert game.to_act(after) == ("away",)
        view = game.view(after, "away")
        draft = placing.follow(game, view, "away", game.line_ups(view, "away")[0]["cells"])
        shown = placing.scene(game, view, draft.cells)
        told.add(repr((draft.moves, draft.whole, shown, placing.ways(game, view, "away", draft.cells, "away.p3"))))
        assert draft.whole
        assert len(shown["pieces"]) == 6
    assert len(told) == 1


@pytest.mark.parametrize("slug", ["super_goal", "dom_jim"])
def test_a_game_that_places_nothing(slug):
    game = engines.get(slug)
    state, _ = game.new(None, None, SeededDice(1))
    seat = game.to_act(state)[0]
    view = game.view(state, seat)
    assert not placing.is_open(game, view, seat)
    assert game.line_ups(view, seat) == []
    assert not placing.follow(game, view, seat, {}, fill=True).whole
