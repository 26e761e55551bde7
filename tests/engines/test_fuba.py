"""FUBA in random play, in every option and term: what must hold whatever is played."""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import engines
from engines.core.dice import ScriptedDice, SeededDice
from engines.core.errors import IllegalMove
from engines.core.text import say
from tests.engines import fuba_by_the_letter as law
from tests.sizes import size

GAME: Any = engines.get("fuba")

OPTIONS = [
    {"formations": formations, "half_minutes": half, "extra_minutes": extra}
    for formations, half, extra in itertools.product(("any", "cards"), (10, 45), (5, 15))
]
TERMS: list[dict[str, Any]] = [
    {"draws_allowed": draws, "extra_time": extra, "away_goals": away_goals, "carry": carry}
    for draws, extra, away_goals, carry in itertools.product(
        (True, False), (True, False), (True, False), ({}, {"home": 1, "away": 1}, {"home": 0, "away": 2})
    )
]
LONGEST = 20_000
"""Decisions after which a random match counts as endless; the mean is about 740."""


def playing(seed: int, options: Any = None, terms: Any = None) -> Iterator[tuple[Any, str, Any, Any, list[Any]]]:
    """(position, seat, move, next position, events) of a random match."""
    chance, dice = random.Random(seed), SeededDice(seed)
    state, _ = GAME.new(options, terms, dice)
    for _ in range(LONGEST):
        acting = GAME.to_act(state)
        if not acting:
            return
        seat = chance.choice(acting)
        move = chance.choice(GAME.legal(state, seat))
        after, events = GAME.apply(state, seat, move, dice)
        yield state, seat, move, after, events
        state = after
    raise AssertionError(f"match {seed} does not end")


def last(seed: int, options: Any = None, terms: Any = None) -> Any:
    *_, (_, _, _, after, _) = playing(seed, options, terms)
    return after


def key(move: Any) -> tuple[Any, ...]:
    return tuple(sorted((name, str(value)) for name, value in move.items()))


def test_it_works():
    state, events = GAME.new({}, {}, ScriptedDice([]))
    assert events == []
    assert GAME.to_act(state) == ("home", "away")
    wire = GAME.to_wire(state)
    assert wire["phase"] == "formation" and wire["snapshot"] == {} and wire["attacking"] is None
    assert GAME.result(last(1))["how"] == "regulation"


@pytest.mark.parametrize("terms", TERMS, ids=lambda terms: "-".join(map(str, terms.values())))
def test_every_option_and_term_ends_as_it_says(terms):
    for number, options in enumerate(OPTIONS):
        state = last(number, options, terms)
        wire, result = GAME.to_wire(state), GAME.result(state)
        carried = terms["carry"]
        home = wire["score"]["home"] + carried.get("home", 0) * (not terms["draws_allowed"])
        away = wire["score"]["away"] + carried.get("away", 0) * (not terms["draws_allowed"])
        leader = None if home == away else "home" if home > away else "away"
        if terms["draws_allowed"]:
            assert result == {"winner": leader, "how": "regulation"}
        elif leader:
            assert result["winner"] == leader and result["how"] in ("regulation", "aggregate", "extra_time")
        else:
            assert result["winner"] and result["how"] in ("away_goals", "shootout")
            assert terms["away_goals"] or result["how"] == "shootout"
        assert result["how"] != "extra_time" or terms["extra_time"]


def test_legal_moves_are_those_of_the_text():
    seen: Counter[str] = Counter()
    for seed in range(size(2, 60)):
        for state, _, _, _, _ in playing(seed, {"half_minutes": 10}, {"draws_allowed": False}):
            wire = GAME.to_wire(state)
            seat = wire["to_act"][0]
            slow = law.legal(wire, seat)
            if slow:
                seen[wire["phase"]] += 1
                assert sorted(map(key, GAME.legal(state, seat))) == sorted(map(key, slow)), wire
    assert len(seen) >= 7


def test_dice_do_what_the_text_says():
    """Clock, control check, ball die and shots of random play, reckoned again from the position before."""
    seen: Counter[str] = Counter()
    for seed in range(size(6, 400)):
        for state, _, move, after, events in playing(seed, {"half_minutes": 20}, {"draws_allowed": False}):
            if move["type"] not in ("target", "shoot"):
                continue
            wire = GAME.to_wire(state)
            dice = [event["value"] for event in events if event["type"] == "roll"]
            told = {event["type"]: event for event in events}
            if move["type"] == "shoot":
                expected = law.shot(wire, dice[0], dice[1] if len(dice) > 1 else None)
                assert told["shot"] == expected
                assert len(dice) == 1 + (expected["difficult"] and dice[0] == 6)
                seen[f"shot {expected['outcome']} {expected['difficult']}"] += 1
                continue
            time = law.clock(wire, abs(dice[0] - dice[1]))
            assert ("time" in told) == (time is not None)
            if time is None:
                assert "period_end" in told
                continue
            assert (told["time"]["minute"], told["time"]["stoppage"]) == time
            assert told["control"] == law.control(wire, move, dice[0])
            outcome = told["control"]["outcome"]
            kept = outcome == "kept" or (outcome == "event" and dice[2] in (3, 4))
            foul = outcome == "event" and not kept
            seen[f"{outcome} {dice[2] if outcome == 'event' else ''}"] += 1
            assert ("foul" in told) == foul
            if foul:
                offender = wire["attacking"] if dice[2] in (1, 2) else law.other(wire["attacking"])
                penalty = move["zone"] == law.box(offender)
                assert told["foul"]["seat"] == offender
                assert ("yellow" in told) == (dice[2] in (1, 6))
                assert ("penalty_awarded" in told) == penalty != ("free_kick" in told)
                assert GAME.to_wire(after)["attacking"] == law.other(offender)
            else:
                assert told["ball_die"] == law.ball_die(wire, move, dice[0], kept)
                assert ("pass" in told) == (move["zone"] != wire["ball"])
                winner = wire["attacking"] if kept else law.other(wire["attacking"])
                assert GAME.to_wire(after)["attacking"] == winner
    assert len(seen) >= size(9, 11)


def test_a_position_is_never_changed_and_survives_the_wire():
    for seed in range(size(2, 40)):
        for state, seat, move, after, _ in playing(seed, {"half_minutes": 10}, {"draws_allowed": False}):
            before = json.dumps(GAME.to_wire(state))
            GAME.apply(state, seat, dict(move), SeededDice(9))
            assert json.dumps(GAME.to_wire(state)) == before
            wire = json.loads(json.dumps(GAME.to_wire(after)))
            back = GAME.from_wire(wire)
            assert GAME.to_wire(back) == wire
            for side in ("home", "away"):
                assert GAME.legal(back, side) == GAME.legal(after, side)
            assert (back.counts, back.occupied) == (after.counts, after.occupied)


def test_a_match_replays_from_its_moves_and_dice():
    dice = SeededDice(5)
    record, told = [], []
    state, _ = GAME.new(None, {"draws_allowed": False}, dice)
    chance = random.Random(5)
    while acting := GAME.to_act(state):
        seat = chance.choice(acting)
        move = dict(chance.choice(GAME.legal(state, seat)))
        state, events = GAME.apply(state, seat, move, dice)
        record.append((seat, move))
        told.append(events)
    again_dice = ScriptedDice(dice.rolled)
    again, _ = GAME.new(None, {"draws_allowed": False}, again_dice)
    for (seat, move), events in zip(record, told, strict=True):
        again, repeated = GAME.apply(again, seat, move, again_dice)
        assert repeated == events
    assert GAME.to_wire(again) == GAME.to_wire(state)
    assert again_dice.left == []


def test_every_event_of_a_roll_is_a_roll():
    for seed in range(3):
        dice = SeededDice(seed)
        chance = random.Random(seed)
        state, events = GAME.new({"half_minutes": 10}, {"draws_allowed": False}, dice)
        values = []
        while acting := GAME.to_act(state):
            state, events = GAME.apply(state, acting[0], chance.choice(GAME.legal(state, acting[0])), dice)
            values += [event["value"] for event in events if event["type"] == "roll"]
        assert values == dice.rolled


def test_pieces_and_ball_are_kept_as_the_rules_say():
    for seed in range(6):
        for _, _, _, after, _ in playing(seed, {"half_minutes": 15}, {"draws_allowed": False}):
            wire = GAME.to_wire(after)
            assert set(wire["sent_off"]) <= {i for i, cell in wire["pieces"].items() if cell is None}
            assert all(sum(i.startswith(side) for i in wire["sent_off"]) <= 4 for side in ("home", "away"))
            if wire["phase"] in ("target", "shot", "movement_option", "movement", "free_play", "quick_moves"):
                # FU-5.13: the ball lies beside a player of the active team (a corner's taker is on his spot)
                team = [c for i, c in wire["pieces"].items() if i.startswith(wire["attacking"])]
                assert wire["ball"] in team or f"K{wire['ball']}" in team, wire
            if wire["phase"] == "target":
                assert wire["dice"] == {"home": None, "away": None} and wire["moved"] == []


def test_the_default_move_is_legal_and_ends_every_match():
    for seed in range(3):
        dice = SeededDice(seed)
        state, _ = GAME.new(None, {"draws_allowed": False}, dice)
        for _ in range(LONGEST):
            acting = GAME.to_act(state)
            if not acting:
                break
            move = GAME.default_move(state, acting[-1])
            assert move in GAME.legal(state, acting[-1])
            state, events = GAME.apply(state, None, {"type": "timeout", "seat": acting[-1]}, dice)
            assert events[0] == {"type": "timeout", "seat": acting[-1], "move": dict(move)}
        assert GAME.result(state)


def test_not_to_act_is_refused():
    state = GAME.setup({})
    assert GAME.legal(state, "away") == ()
    with pytest.raises(IllegalMove, match="not to act"):
        GAME.default_move(state, "away")
    with pytest.raises(IllegalMove, match="not to act"):
        GAME.apply(state, "away", {"type": "target", "zone": "C3", "via": None}, SeededDice(1))


def test_a_formation_is_in_no_other_view_before_both_are_in():
    """Equal numbers of decisions look alike to everybody else, whatever was chosen."""
    for seat, watcher in (("home", "away"), ("away", "home"), ("home", None), ("away", None)):
        start, _ = GAME.new(None, None, SeededDice(1))
        shown = set()
        for move in GAME.legal(start, seat):
            state, events = GAME.apply(start, seat, move, SeededDice(1))
            assert events == []
            shown.add(json.dumps([GAME.view(state, watcher), GAME.scene(GAME.view(state, watcher))]))
            assert GAME.view(state, seat)["sealed"][seat] == move["formation"]
        assert len(shown) == 1
        assert json.loads(shown.pop())[0]["sealed"][seat] == "hidden"


def test_a_dive_is_in_no_other_view_before_the_aim():
    start = GAME.setup({"phase": "penalty_dive", "restart": "penalty", "ball": "C5", "dice": {"home": 1, "away": 2}})
    shown = set()
    for move in GAME.legal(start, "away"):
        state, events = GAME.apply(start, "away", move, SeededDice(1))
        assert events == []
        assert GAME.view(state, "away")["sealed"]["away"] == move["side"]
        shown |= {json.dumps(GAME.view(state, watcher)) for watcher in ("home", None)}
    assert len(shown) == 1


# ── the board's two symmetries ──
def _flip(name: Any) -> Any:
    """Left and right changed."""
    if isinstance(name, str) and name.lstrip("K") in ("L1", "L2", "L3", "L4", "R1", "R2", "R3", "R4"):
        return name.translate(str.maketrans("LR", "RL"))
    return name


def _turn(name: Any) -> Any:
    """The half turn: home becomes away, L1 becomes R4."""
    if not isinstance(name, str):
        return name
    if name in ("home", "away"):
        return law.other(name)
    if name.startswith(("home.", "away.")):
        return law.other(name[:4]) + name[4:]
    zone = name.lstrip("K")
    if zone in law.X:
        row = (6 if zone[0] == "C" else 5) - int(zone[1])
        return name[:-2] + zone[0].translate(str.maketrans("LR", "RL")) + str(row)
    return name


def _mapped(value: Any, change: Any) -> Any:
    if isinstance(value, dict):
        return {change(name): _mapped(part, change) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_mapped(part, change) for part in value]
    return change(value)


@pytest.mark.parametrize("change", [_flip, _turn], ids=["left-right", "half-turn"])
def test_mirrored_play_is_the_same_play(change):
    """The roll-off is home's first in either picture, and default moves prefer L: both are left out."""
    for seed in range(size(1, 30)):
        for state, seat, move, after, events in playing(seed, {"half_minutes": 15}):
            wire = GAME.to_wire(state)
            if change is _turn and wire["phase"] in ("formation", "choose_kick_off"):
                continue
            mirrored = _mapped(wire, change)
            mirrored["to_act"] = sorted(mirrored["to_act"], key=("home", "away").index)
            twin = GAME.from_wire(mirrored)
            side = change(seat)
            assert sorted(map(key, GAME.legal(twin, side))) == sorted(
                key(_mapped(other, change)) for other in GAME.legal(state, seat)
            )
            values = [event["value"] for event in events if event["type"] == "roll"]
            twin_after, twin_events = GAME.apply(twin, side, _mapped(dict(move), change), ScriptedDice(values))
            assert twin_events == _mapped(events, change)
            expected = _mapped(GAME.to_wire(after), change)
            expected["to_act"] = sorted(expected["to_act"], key=("home", "away").index)
            found = GAME.to_wire(twin_after)
            assert found == expected


# ── showing it ──
def test_everything_can_be_shown_in_both_languages():
    cells = GAME.geometry()["cells"]
    for seed in (2,):
        for _, _, _, after, events in playing(seed, {"half_minutes": 10}, {"draws_allowed": False}):
            for watcher in ("home", "away", None):
                view = GAME.view(after, watcher)
                scene, clock = GAME.scene(view), GAME.clock(view)
                json.dumps([scene, clock])
                words = [*scene["notes"], *GAME.describe(view), clock["period"]]
                if watcher:
                    words.append(GAME.prompt(view, watcher))
                    legal = GAME.legal(after, watcher)
                    choices = GAME.choices(view, watcher, legal)
                    assert [choice["move"] for choice in choices] == list(legal)
                    assert all(choice["to"] is None or choice["to"] in cells for choice in choices)
                    choices_seen = [(choice["pick"], choice["to"], json.dumps(choice["label"])) for choice in choices]
                    assert len(set(choices_seen)) == len(choices_seen)
                    words += [choice["label"] for choice in choices]
                for language in ("en", "it"):
                    assert all(say(word, language) for word in words)
            for line in GAME.commentary(events):
                assert say(line["text"], "it")


def test_a_crowded_zone_keeps_its_players_apart():
    state = GAME.setup({"pieces": dict.fromkeys(law.IDS, "C1")})
    scene = GAME.scene(GAME.view(state, None))
    size, box = GAME.geometry()["piece_size"], GAME.geometry()["cells"]["C1"]
    assert len(scene["pieces"]) == 22
    for one, two in itertools.combinations(scene["pieces"], 2):
        assert max(abs(one["x"] - two["x"]), abs(one["y"] - two["y"])) >= size
    for piece in scene["pieces"]:
        assert box["x"] + size / 2 <= piece["x"] <= box["x"] + box["w"] - size / 2
        assert box["y"] + size / 2 <= piece["y"] <= box["y"] + box["h"] - size / 2
    assert scene["ball"]["label"] == "3"


def test_targets_and_shots_say_what_they_need():
    state = GAME.setup({"ball_die": 6})
    view = GAME.view(state, "home")
    label_by_cell = {c["to"]: say(c["label"]) for c in GAME.choices(view, "home", GAME.legal(state, "home"))}
    assert label_by_cell["C3"] == "Play to C3", "no roll keeps it: the zone has a cross"
    assert label_by_cell["C2"] == "Play to C2: 5 or more keeps the ball"
    danger = {c["to"] for c in GAME.choices(view, "home", GAME.legal(state, "home")) if "danger" in c}
    assert "C3" in danger and "C2" not in danger


def test_a_formation_says_what_its_numbers_buy():
    state, _events = GAME.new({"formations": "cards"}, None, SeededDice(1))
    choices = GAME.choices(GAME.view(state, "home"), "home", GAME.legal(state, "home"))
    bought = {choice["move"]["formation"]: choice["brings"][1] for choice in choices}
    assert bought["4-5-1"] == {"d": 4, "m": 5, "f": 1}
    assert len(bought) == 8


def test_each_zone_says_how_many_stand_against_how_many():
    rng, dice = random.Random(4), SeededDice(4)
    state, _events = GAME.new({"formations": "cards"}, None, dice)
    while not all(GAME.view(state, None)["pieces"].values()):
        seat = GAME.to_act(state)[0]
        state, _events = GAME.apply(state, seat, rng.choice(list(GAME.legal(state, seat))), dice)
    view = GAME.view(state, None)
    labels = GAME.scene(view)["labels"]
    stand = Counter((cell, piece[:4]) for piece, cell in view["pieces"].items())
    zones = {cell for cell, _side in stand if not cell.startswith("K")}
    wanted = sorted(f"{stand[(zone, 'home')]}–{stand[(zone, 'away')]}" for zone in zones)
    assert sorted(label["text"] for label in labels) == wanted
