"""Line-ups found in a log: each ready one by its key, one's own as such, and none in games without a choice."""

from __future__ import annotations

import pytest

import engines
from engines.core.dice import SeededDice
from engines.core.figures import OWN_LINE_UP, Row


def begun(slug, line_ups):
    """Play from the opening until the ball is in play, placing by the line-up in ``line_ups`` of each seat if any."""
    game, dice = engines.get(slug), SeededDice(5)
    state, events = game.new(None, None, dice)
    rows = [Row(events=events)]
    for _ in range(80):
        acting = game.to_act(state)
        seat = acting[0]
        moves = game.legal(state, seat)
        ready = {line_up["key"]: line_up["cells"] for line_up in game.line_ups(game.view(state, seat), seat)}
        cells = ready.get(line_ups[seat], {})
        move = next((one for one in moves if cells and cells.get(one.get("piece")) == one.get("to")), None)
        if move is None:
            named = (
                move_named
                for move_named in moves
                if line_ups[seat] in (move_named.get("formation"), move_named.get("name"))
            )
            move = next(named, moves[0])
        state, events = game.apply(state, seat, move, dice)
        rows.append(Row(seat=seat, move=move, events=events))
        if any(event["type"] == "kick_off" for row in rows for event in row.events):
            return rows
    raise AssertionError("no kick-off")


def found(slug, line_ups):
    return engines.about(slug).statistics.line_ups(begun(slug, line_ups))


@pytest.mark.parametrize("key", ["2-1-2", "2-2-1", "1-2-2", "3-1-1", "3-2", "2-3"])
def test_ready_formations_of_six_a_side(key):
    line_ups = {"home": key, "away": "2-3"}
    assert found("six_a_side", line_ups) == line_ups


def test_formations_of_fuba():
    line_ups = {"home": "4-4-2", "away": "3-5-2"}
    assert found("fuba", line_ups) == line_ups


def test_places_of_ones_own_in_six_a_side():
    assert found("six_a_side", {"home": "", "away": "3-2"}) == {"home": OWN_LINE_UP, "away": "3-2"}


def test_a_match_that_broke_off_before_any():
    for slug in ("six_a_side", "fuba"):
        assert engines.about(slug).statistics.line_ups([Row()]) == {}


def test_games_without_a_choice():
    """Strikers of Soccer Tactics are placed anew at each kick-off, by rules that leave little to choose."""
    games = ("dom_jim", "fuba", "six_a_side", "soccer_tactics", "super_goal")
    without = {slug for slug in games if engines.about(slug).statistics.line_ups is None}
    assert without == {"dom_jim", "super_goal", "soccer_tactics"}
