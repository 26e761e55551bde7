"""What drawings and set-ups of all games share: cells in a grid, goals, inputs of moves, overrides of a position."""

from __future__ import annotations

from engines.core.drawing import choice, piece
from engines.core.moves import Move
from engines.core.outlines import Grid, goal
from engines.core.setting_up import complete, put, take_off
from engines.core.text import text

BOARD = Grid("ABC", 2, 1, 10, 20, 30, 40)
"""Two rows of three: 1 below, from A1 at 10, 60."""


def test_cells_are_numbered_from_the_lower_left():
    assert [BOARD.corner(code) for code in (0, 2, 3)] == [(10, 60), (70, 60), (10, 20)]
    assert BOARD.centre(4) == (55, 40)
    assert BOARD.cell(5, text("C2")) == {"x": 70, "y": 20, "w": 30, "h": 40, "name": text("C2")}
    assert BOARD.squares([0, 5]) == "M10 60h30v40h-30zM70 20h30v40h-30z"


def test_coordinates_stand_in_the_middle_of_columns_and_at_their_rows():
    assert [(sign["x"], sign["y"], sign["text"]) for sign in BOARD.letters(99)] == [
        (25, 99, "A"), (55, 99, "B"), (85, 99, "C"),
    ]  # fmt: skip
    assert [(sign["x"], sign["y"], sign["text"]) for sign in BOARD.numbers((1, 2), 5, 25)] == [
        (5, 85, "1"), (5, 45, "2"),
    ]  # fmt: skip


def test_a_held_ball_lies_beside_the_middle():
    assert BOARD.ball(0, "A1", None) == {"x": 25, "y": 80, "cell": "A1", "on": None}
    assert BOARD.ball(0, "A1", "home.p1") == {"x": 49, "y": 104, "cell": "A1", "on": "home.p1"}


def test_a_net_has_its_meshes_inside_the_goal():
    frame, net = goal(0, 0, 60, 50, (20, 17))
    assert (frame["class"], frame["width"], frame["height"]) == ("goal", 60, 50)
    assert net["d"] == "M20 0v50M40 0v50M0 17h60M0 34h60"


def test_a_choice_has_only_what_is_so():
    move = Move({"type": "shoot"})
    assert choice(move, text("Shoot"), "shoot") == {
        "move": move, "label": text("Shoot"), "pick": None, "to": None, "key": "shoot",
    }  # fmt: skip
    full = choice(move, text("Shoot"), None, pick="ball", to="A1", stake=True, threat="goal", danger=text("Wide"))
    assert full.keys() == {"move", "label", "pick", "to", "stake", "threat", "danger"}


def test_home_is_round_and_away_is_square():
    assert [piece(name, "A1", 0, 0, "7", text("7"))["shape"] for name in ("home.p7", "away.p7")] == ["round", "square"]


def test_overrides_are_merged_key_by_key_unless_they_replace_the_whole():
    wire = {"score": {"home": 0, "away": 0}, "options": {"one": 1, "two": 2}, "ball": "A1", "pieces": {"home.p1": "A1"}}
    put(wire, {"score": {"home": 2}, "options": {"one": 3}, "ball": None, "pieces": 7}, whole=("options",))
    assert wire == {"score": {"home": 2, "away": 0}, "options": {"one": 3}, "ball": None, "pieces": 7}
    complete(wire, {"ball": None}, ball="B1", options={})
    assert (wire["ball"], wire["options"]) == (None, {})


def test_who_is_sent_off_leaves_the_board_and_wrong_lists_are_left_to_the_reading():
    pieces = {"home.p1": "A1", "home.p2": "B1"}
    take_off(pieces, ["home.p2", "home.p9", 4])
    assert pieces == {"home.p1": "A1", "home.p2": None}
    for wrong in (7, {"home.p1": 1}, None):
        take_off(pieces, wrong)
        take_off(wrong, ["home.p1"])
    assert pieces == {"home.p1": "A1", "home.p2": None}
