"""The match sheet: written, read and replayed exactly, in both forms; the proof of its dice; what is refused."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import engines
from engines.core import sheet as sheets
from engines.core.dice import FairDice, commitment
from engines.core.errors import EngineError
from engines.core.sheet import BadSheet, Entry, Sheet
from tests import cases
from tests.engines import battery
from tests.engines.battery import Plan

SECRET = bytes(range(32))
MATCH = "01890a5d-ac96-774b-bcce-b302099a8057"
HOME_SEED, AWAY_SEED = "00ff" * 4, "A1b2" * 4


def played(slug: str, plan: Plan, *, unfinished: bool = False) -> Sheet:
    """A match at random with committed dice, the host moves included, as its sheet."""
    game = engines.get(slug)
    chance = random.Random(plan.seed)
    dice = FairDice(SECRET, MATCH, HOME_SEED, AWAY_SEED)
    state, _ = game.new(plan.options, plan.terms, dice)
    opening, entries = tuple(dice.rolled), []
    while acting := game.to_act(state):
        before = len(dice.rolled)
        seat = chance.choice(acting)
        move = chance.choice(game.legal(state, seat))
        if chance.random() < 0.03:
            seat, move = None, {"type": "timeout", "seat": seat}
        elif len(entries) % 90 == 89:
            try:
                game.apply(state, None, {"type": "time_up"}, dice)
                seat, move = None, {"type": "time_up"}
            except EngineError:
                pass
            del dice.rolled[before:]
            dice.next_number = before + 1
        state, _ = game.apply(state, seat, move, dice)
        entries.append(Entry(seat, dict(move), tuple(dice.rolled[before:])))
        if unfinished and len(entries) == 9:
            break
    wire = game.to_wire(state)
    tags = {
        "Home": 'Anna "la Rossa"',
        "Away": "Bruno — Nebbie",
        "Match": MATCH,
        "Commitment": commitment(SECRET),
        "Secret": SECRET.hex(),
        "HomeSeed": HOME_SEED,
        "AwaySeed": AWAY_SEED,
    }
    return Sheet(
        slug,
        game.rules_version,
        wire["options"],
        wire["terms"],
        opening,
        tuple(entries),
        wire["score"],
        wire["result"],
        tags,
    )


def same(one: Sheet, two: Sheet) -> bool:
    return battery.plain(sheets.to_json(one)) == battery.plain(sheets.to_json(two))


@pytest.mark.parametrize("slug", cases.built())
@settings(max_examples=3, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32))
def test_a_sheet_comes_back_as_it_was(slug, seed):
    sheet = played(slug, battery.random_plan(engines.get(slug), random.Random(seed)))
    text = sheets.write(sheet)
    assert same(sheets.read(text), sheet)
    assert sheets.write(sheets.read(text)) == text
    assert same(sheets.read(json.dumps(sheets.to_json(sheet))), sheet)
    assert sheets.replay(sheet).final["result"] == sheet.result
    assert len(sheets.verify(sheet)) == 3


def test_a_match_that_is_not_over():
    sheet = played("super_goal", Plan(seed=3), unfinished=True)
    assert sheets.write(sheet).endswith(" *\n")
    assert same(sheets.read(sheets.write(sheet)), sheet)
    assert "not over" in sheets.verify(sheet)[1]


def test_the_reader_is_tolerant():
    sheet = played("super_goal", Plan({"half_turns": 5}, seed=4))
    lines = sheets.write(sheet).splitlines()
    head = [line for line in lines if line.startswith("[")]
    body = [line for line in lines if line and not line.startswith("[")]
    loose = "\ufeff" + "\r\n".join(
        [*reversed(head), '[ECO "unknown"]', "", "{ played in the bar }"]
        + [line.upper().replace(" [", "  {lucky} \r\n   [ ").replace("RESULT", "Result") for line in body]
    )
    again = sheets.read(loose)
    assert again.tags.pop("ECO") == "unknown"
    assert same(again, sheet)


def test_a_host_move_with_more_to_say_is_written_whole():
    sheet = played("super_goal", Plan(seed=3), unfinished=True)
    text = sheets.write(replace(sheet, entries=(Entry(None, {"type": "coaching", "seat": "home", "count": 2}),)))
    assert '1. host {"count":2,"seat":"home","type":"coaching"}' in text


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda text: text.replace("[2", "[3", 1).replace("[1", "[3", 1), "."),
        (lambda text: text.replace('Game "super_goal"', 'Game "chess"'), "no game"),
        (lambda text: text.replace('RulesVersion "1"', 'RulesVersion "99"'), "rules version"),
        (lambda text: text.replace("1. home ", "1. away ").replace("1. away roll", "1. home hop", 1), "not"),
        (lambda text: text.replace("Result: ", "Result: 9"), "score"),
        (lambda text: text.replace("[Secret", "[Secrets"), "commitment|seed|secret"),
        (lambda text: text.replace(f'Commitment "{commitment(SECRET)}"', f'Commitment "{"0" * 64}"'), "commitment"),
        (lambda text: text.replace(SECRET.hex(), "zz"), "hexadecimal"),
        (lambda text: text.replace(HOME_SEED, "0000"), "dice"),
        (lambda text: text + "what is this\n", "no result"),
        (lambda text: text.replace("0. -", "0. - [2 2 2 2] x"), "move"),
        (lambda _: "", "no tag Game"),
        (lambda _: '{"format": "tabellone-sheet", "version": 1}', "no game"),
        (lambda _: '{"format": ' + "[" * 100_000, "."),
        (lambda _: '[Game "super_goal"]\n[Options "{"]', "read"),
        (lambda _: '[Game "super_goal"]\n0. - [' + "9" * 5000 + "]", "read"),
    ],
)
def test_a_wrong_sheet_is_refused(change, words):
    text = sheets.write(played("super_goal", Plan(seed=5)))
    changed = change(text)
    assert changed != text
    if "Secrets" in changed:
        assert len(sheets.verify(sheets.read(changed))) == 3
        return
    with pytest.raises(EngineError, match=words):
        sheets.verify(sheets.read(changed))


def test_dice_that_the_secret_does_not_give_are_found():
    sheet = played("super_goal", Plan(seed=6))
    game = engines.get("super_goal")
    from engines.core.dice import SeededDice

    dice = SeededDice(1)
    game.new(sheet.options, sheet.terms, dice)
    state, _ = game.new(sheet.options, sheet.terms, SeededDice(1))
    over, _ = game.apply(state, None, {"type": "resign", "seat": "home"}, dice)
    forged = replace(
        sheet,
        opening=tuple(dice.rolled),
        entries=(Entry(None, {"type": "resign", "seat": "home"}),),
        score={"home": 0, "away": 0},
        result=game.result(over),
    )
    sheets.replay(forged)
    with pytest.raises(BadSheet, match="the secret gives"):
        sheets.verify(forged)


def test_the_command(tmp_path, capsys):
    from engines.__main__ import main

    path = tmp_path / "match.txt"
    path.write_text(sheets.write(played("super_goal", Plan(seed=8))), encoding="utf-8")
    assert main(["verify", str(path)]) == 0
    assert "rolls follow" in capsys.readouterr().out
    path.write_text(path.read_text(encoding="utf-8").replace("Result: ", "Result: 7"), encoding="utf-8")
    assert main(["verify", str(path)]) == 1
    assert "wrong: the score" in capsys.readouterr().out
    assert main(["verify", str(tmp_path / "nothing")]) == 2
