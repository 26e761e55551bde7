"""Edges of set-ups: Dom Jim (DJ-14.8), six-a-side (SX section 14), and edges of the other games.

What is accepted must go on: no decision may lead from it to a position that would be refused.
"""

from __future__ import annotations

from typing import Any

import pytest

import engines
from engines.core.dice import ScriptedDice, SeededDice
from engines.core.errors import BadState

DOM_JIM: Any = engines.get("dom_jim")
SIX: Any = engines.get("six_a_side")
PENALTY = {"awarded": "away", "reason": "foul", "kicker": "away.p4", "keeper": "home.p1"}
AT_THE_SPOT = {
    "phase": "penalty",
    "active": "away",
    "carrier": "away.p4",
    "pieces": {"away.p4": "D3"},
    "penalty": PENALTY,
}


def few(**pieces: str) -> dict[str, Any]:
    """Two keepers and ``home_l1="A1"`` and so on."""
    listed = {name.replace("_", "."): cell for name, cell in pieces.items()}
    return {"pieces_only": True, "pieces": {"home.gk": "E1", "away.gk": "E13", **listed}}


@pytest.mark.parametrize(
    "overrides",
    [
        None,
        {},
        {"pieces": {"home.l1": "H0", "home.l2": "H0"}},  # an admonition cell holds several
        {**few(home_c="E5"), "carrier": "home.c"},
        {**few(home_c="E5"), "phase": "ball", "carrier": "home.c"},
        {**few(home_l1="A13", away_l1="B12"), "phase": "corner", "carrier": "home.l1"},
        {**few(home_gk="E1"), "ball": "D1"},
        {**few(home_gk="G1"), "ball": "D1", "attacking": "away"},
        {**few(home_l1="D12"), "phase": "offside", "offside": ["home.l1"]},
        {
            **few(home_l1="E5", home_l2="E7", home_d1="E8"),
            "phase": "triangle",
            "passer": "home.l1",
            "carrier": "home.l2",
        },
        {"sent_off": ["home.l1"], "pieces": {"home.l1": "A1"}},
        {"phase": "penalty", "attacking": "away"},
        {"phase": "shootout"},
        {"phase": "shootout", "attacking": "away", "shootout": {"home": [True, True, True], "away": [False, False]}},
        {"score": {"home": 2}, "quiet": 500, "turns": 5000, "lost_turns": {"away": 2}},
    ],
    ids=str,
)
def test_dom_jim_accepts(overrides):
    state = DOM_JIM.setup(overrides)
    assert DOM_JIM.legal(state, DOM_JIM.to_act(state)[0])


@pytest.mark.parametrize(
    "overrides",
    [
        [],
        {"foo": 1},
        {"to_act": ["home"]},
        {"pieces_only": 1},
        {"pieces": {"home.x": "A1"}},
        {"pieces": {"home.l1": "A2"}},  # a light figure on a dark cell
        {"pieces": {"home.c": "D1"}},
        {"pieces": {"home.l1": "D0"}},
        {"pieces": {"home.l1": "G0"}},  # the admonition cell of dark figures
        {"pieces": {"home.l1": "B14"}},  # the opponents' side
        {"pieces": {"home.l1": "B2"}},  # l2 stands there
        {"pieces": {"home.gk": "E3"}},
        {"pieces": {"home.ra": "A1"}},
        {"ball": None},
        {"ball": "D14"},
        {"ball": "H0"},
        {**few(home_c="E5"), "carrier": "home.c", "ball": "E6"},
        {**few(), "carrier": "home.c"},
        {"carrier": "home.ra"},
        {"carrier": None, "ball": "B5"},
        {**few(), "phase": "ball"},
        {**few(home_c="E5"), "phase": "ball", "carrier": "home.c", "attacking": "away"},
        {**few(home_l1="A11"), "phase": "corner", "carrier": "home.l1"},
        {**few(home_gk="G1"), "ball": "D1"},  # DJ-7.3 would give a penalty
        {"cards": {"home": 3}},
        {"score": {"home": -1}},
        {"lost_turns": {"home": True}},
        {"lost_turns": {"home": 20}},  # an offside would make it 21
        {"yellow": {"home.l1": 0}},
        {"phase": "unheard of"},
        {"phase": "shootout", "shootout": {"home": [True], "away": []}},  # it is away's kick
        {"attacking": None},
        {**few(home_l1="D12", home_c="E5"), "phase": "offside", "offside": ["home.l1"], "ball": "E5", "carrier": None},
        {"races": [{"first": "home", "winner": "home", "home": 25, "away": 3}]},  # DJ-11.1: not yet
        {"result": {"winner": None, "how": "regulation"}},
    ],
    ids=str,
)
def test_dom_jim_refuses(overrides):
    with pytest.raises(BadState):
        DOM_JIM.setup(overrides)


@pytest.mark.parametrize(
    ("overrides", "state"),
    [
        (None, {"active": "home", "ball": None, "carrier": None, "attacking": None, "to_act": ["home"]}),
        ({"carrier": "away.p4"}, {"ball": "D8", "attacking": "away", "active": "away"}),
        ({"carrier": "away.p4", "active": "home"}, {"attacking": "away", "to_act": ["home"]}),
        ({"carrier": "away.p4", "attacking": "home"}, {"active": "home"}),
        ({"ball": "A3"}, {"carrier": None, "ball": "A3"}),
        ({"phase": "kickoff"}, {"ball": "D6"}),
        ({"pieces": {"home.p2": "C11"}}, {"keeper": {"home": "home.p1", "away": "away.p1"}}),
        ({"pieces": {"home.p1": "D2"}}, {"keeper": {"home": None, "away": "away.p1"}}),
        ({"pieces": {"home.p7": "B5"}}, {"bench": {"home": [], "away": ["away.p7"]}}),
        ({"keeper": {"home": "home.p3"}}, {"keeper": {"home": "home.p3", "away": "away.p1"}}),
        (
            {"phase": "shootout"},
            {"period": "shootout", "shootout": {"home": [], "away": []}, "to_act": ["home", "away"]},
        ),
        ({"period": "extra", "carrier": "home.p4"}, {"period": "extra"}),
        (AT_THE_SPOT, {"to_act": ["home", "away"]}),
        ({key: AT_THE_SPOT[key] for key in ("phase", "pieces", "penalty")}, {"carrier": "away.p4", "active": "away"}),
        (
            {"phase": "kicker", "penalty": {"awarded": "away", "reason": "foul"}},
            {"ball": "D3", "active": "away", "to_act": ["away"], "carrier": None},
        ),
        (
            {"phase": "keeper", "keeper": {"away": None}, "penalty": {"awarded": "home", "reason": "coaching"}},
            {"ball": "D9", "active": "home", "to_act": ["away"]},
        ),
        ({**AT_THE_SPOT, "picks": {"home": 2}}, {"to_act": ["away"]}),
        ({"phase": "chain", "carrier": "home.p4", "chain": ["home.p2", "home.p4"]}, {"to_act": ["home"]}),
    ],
    ids=str,
)
def test_six_a_side_accepts(overrides, state):
    wire = SIX.to_wire(SIX.setup(overrides))
    assert {key: wire[key] for key in state} == state


def test_six_a_side_sent_off_pawns_leave_board_and_formation():
    wire = SIX.to_wire(SIX.setup({"sent_off": ["home.p4"], "pieces": {"home.p4": "D4"}}))
    assert wire["pieces"]["home.p4"] is wire["formation"]["home.p4"] is None


@pytest.mark.parametrize(
    "overrides",
    [
        {"foo": 1},
        {"pieces_only": 1},
        {"pieces": {"home.p8": "D2"}},
        {"pieces": {"home.p1": "A1"}},
        {"pieces": {"home.p1": "D0"}},
        {"pieces": {"home.p1": "C3"}},  # SX-2.4: p2 stands there
        {"pieces": {"home.p2": "C1"}},  # SX-2.5
        {"pieces": {"home.p2": "C11", "home.p3": "D11"}},  # SX-2.5 in the other area too
        {"ball": "D0"},
        {"ball": "A1"},
        {"ball": "D1"},  # a pawn stands there and does not carry it
        {"sent_off": ["home.p4"], "carrier": "home.p4"},
        {"yellow": {"home.p1": 2}},
        {"keeper": {"home": "away.p3"}},
        {"controller": {"home": 1}},
        {"score": {"home": -1}},
        {"attacking": "nobody"},
        {"phase": "chain", "carrier": "home.p4"},
        {"phase": "kickoff", "pieces": {"home.p4": "D6"}},
        {"formation": {"home.p2": "D1"}},  # SX-2.4: p1 returns there
        {"formation": {"home.p2": "C1"}},  # SX-2.5: beside p1
        {"formation": {"home.p2": "D6"}},
        {"phase": "setup", "pieces_only": True, "bench": {"home": ["home.p5"]}},
        {"phase": "setup", "pieces_only": True, "sent_off": ["home.p4"]},  # he would be placed
        {"formation": dict.fromkeys(f"home.p{number}" for number in range(1, 7))},  # nobody to kick off
    ],
    ids=str,
)
def test_six_a_side_refuses(overrides):
    with pytest.raises(BadState):
        SIX.setup(overrides)


def test_six_a_side_pawns_not_in_play_stay_off_at_a_kick_off():
    """SX-8.3: whoever waits on the bench keeps out, whatever the line-up says of him."""
    state = SIX.setup(
        {
            "carrier": "home.p6",
            "pieces": {"home.p6": "D11", "away.p1": "D9", "away.p2": None, "home.p2": None},
            "bench": {"home": ["home.p2"]},
            "subs_left": {"home": 0},
        },
        {"possession_limit": 0},
    )
    state, events = SIX.apply(state, "home", {"type": "kick", "to": "D12"}, ScriptedDice(()))
    home = next(event["cells"] for event in events if event["type"] == "line_up" and event["seat"] == "home")
    assert "home.p2" not in home and len(home) == 5
    assert SIX.to_wire(SIX.from_wire(SIX.to_wire(state)))["pieces"]["home.p2"] is None


@pytest.mark.parametrize(
    ("slug", "overrides"),
    [
        ("soccer_tactics", {"phase": "defence", "carrier": "home.f1", "after": "shoot"}),  # ST-7.4: not in the area
        ("soccer_tactics", {"phase": "attack_play", "roll": 2, "passes": 2}),  # ST-5.9: D would have moved
        ("fuba", {"phase": "formation", "formations": {"home": None, "away": None}, "minute": 46}),
        (
            "fuba",
            {
                "pieces_only": True,
                "phase": "deploy",
                "restart": "kick_off",
                "setup": {"seat": "home", "step": "active", "left": ["home.gk"], "adjusted": ["away.p1"]},
            },
        ),
    ],
    ids=str,
)
def test_what_could_not_go_on_is_refused(slug, overrides):
    with pytest.raises(BadState):
        engines.get(slug).setup(overrides)


def test_fuba_clears_the_passive_team_before_it_places():
    """FU-3.5: in a set-up all pieces are off the board; one that a hand left there does not stand in the way."""
    game: Any = engines.get("fuba")
    left = {"seat": "home", "step": "active", "left": ["home.p10"]}
    state = game.setup({"phase": "deploy", "restart": "kick_off", "setup": left, "pieces": {"home.p10": None}})
    state, events = game.apply(state, "home", {"type": "place", "piece": "home.p10", "to": "C3"}, ScriptedDice(()))
    wire = game.to_wire(state)
    assert game.to_wire(game.from_wire(wire)) == wire
    assert wire["setup"]["left"][0] == "away.gk" and wire["pieces"]["away.gk"] is None
    assert events == [{"type": "move", "piece": "home.p10", "from": None, "to": "C3"}]


def test_fuba_lists_a_player_once_among_those_who_moved():
    """FU-4.23: the man who steps to the ball counts as moved, also where a hand had listed him already."""
    game: Any = engines.get("fuba")
    target = {"from": "C3", "zone": "L3", "via": "C3"}
    state = game.setup(
        {"phase": "receive", "ball": "L3", "target": target, "moved": ["home.p9"], "dice": {"home": 4, "away": 2}}
    )
    state, _events = game.apply(state, "home", {"type": "receive", "piece": "home.p9"}, ScriptedDice(()))
    wire = game.to_wire(state)
    assert wire["moved"] == ["home.p9"] and wire["deducted"] == {"home": 1, "away": 0}
    assert game.to_wire(game.from_wire(wire)) == wire


def test_soccer_tactics_goes_on_at_a_loose_ball_after_two_passes():
    """ST-5.8: a loose ball with two passes told, which a hand can set up, comes to an attempt to capture."""
    game: Any = engines.get("soccer_tactics")
    state = game.setup({"phase": "defence", "ball": "A9", "after": "loose", "passes": 2})
    state, _events = game.apply(state, "away", {"type": "roll"}, SeededDice(1))
    for _step in range(6):
        seat = game.to_act(state)[0]
        state, _events = game.apply(state, seat, game.default_move(state, seat), SeededDice(2))
        assert game.to_wire(game.from_wire(game.to_wire(state))) == game.to_wire(state)


def test_six_a_side_the_first_goal_of_extra_time_wins():
    """SX-9.5, also where a hand has set up extra time with one side behind."""
    overrides = {"period": "extra", "pieces": {"home.p6": "D10", "away.p1": "B8"}, "carrier": "home.p6"}
    state = SIX.setup(overrides, None, {"draws_allowed": False, "carry": {"away": 2}})
    state, _events = SIX.apply(state, "home", {"type": "kick", "to": "C12"}, ScriptedDice(()))
    assert SIX.result(state) == {"winner": "home", "how": "extra_time"}


def test_fuba_a_shootout_begins_without_kicks():
    game: Any = engines.get("fuba")
    wire = game.to_wire(game.setup({"period": "shootout", "phase": "penalty_dive"}))
    assert wire["shootout"] == {"home": [], "away": []} and wire["to_act"] == ["away"]


def test_dom_jim_an_offside_figure_does_not_hold_the_ball():
    """DJ-9.3: it loses the ball as the offside is given, which stays on the ringed cell when the figure is put back."""
    overrides = {**few(home_l1="D12"), "phase": "offside", "offside": ["home.l1"], "ball": "D12"}
    state = DOM_JIM.setup(overrides)
    assert DOM_JIM.to_wire(state)["carrier"] is None
    state, _events = DOM_JIM.apply(state, "away", {"type": "relocate", "piece": "home.l1", "to": "E7"}, SeededDice(1))
    wire = DOM_JIM.to_wire(state)
    assert (wire["ball"], wire["carrier"], wire["to_act"]) == ("D12", None, ["away"])
    assert DOM_JIM.to_wire(DOM_JIM.from_wire(wire)) == wire
    with pytest.raises(BadState, match=r"DJ-9\.3"):
        DOM_JIM.setup({**overrides, "carrier": "home.l1"})


def test_six_a_side_a_keeper_off_the_board_is_none_at_a_penalty():
    """SX-7.2: a hand may name a keeper who does not stand on the board; another pawn takes his place."""
    state = SIX.setup(
        {
            "pieces_only": True,
            "pieces": {"home.p2": "C2", "home.p3": "B5", "away.p1": "D11", "away.p4": "D3"},
            "keeper": {"home": "home.p1"},
            "carrier": "away.p4",
            "active": "home",
        }
    )
    state, events = SIX.apply(state, "home", {"type": "steal", "piece": "home.p2"}, ScriptedDice(()))
    assert any(event["type"] == "penalty_awarded" for event in events)
    wire = SIX.to_wire(state)
    assert (wire["phase"], wire["to_act"], wire["keeper"]["home"]) == ("keeper", ["home"], None)
    assert SIX.to_wire(SIX.from_wire(wire)) == wire


@pytest.mark.parametrize("why", [None, "foul", "offside", "minor"])
def test_soccer_tactics_a_free_kick_being_cleared_needs_no_reason(why):
    """ST-15.6: a restart is filled up with nulls; the reason was told with the free kick's event."""
    game: Any = engines.get("soccer_tactics")
    state = game.setup(
        {
            "phase": "free_kick_clear",
            "pieces": {"away.f1": "D9"},
            "pending": {"away": ["away.f1"]},
            "restart": {"kind": "free_kick", "cell": "D8", "taker": "home.f1", "why": why},
        }
    )
    assert game.to_wire(state)["restart"]["why"] == why
    assert game.from_position(game.position(state)) is not None
    state, _events = game.apply(state, "away", {"type": "place", "piece": "away.f1", "to": "D10"}, SeededDice(1))
    assert game.to_wire(state)["dead"] == "free_kick"
