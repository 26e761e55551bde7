"""Every sentence that an engine can say is there in Italian, with the same places to fill in."""

from __future__ import annotations

import ast
from pathlib import Path
from string import Formatter

import pytest

import engines
from engines.core.dice import SeededDice
from engines.core.text import catalogue, say, sentence, text
from tests import cases

ROOT = Path(engines.__file__).parent
READ_ELSEWHERE = ("help", "option.label", "option.word(")
"""That of ``clock_option``, read at its calls; those of an option, read where it is declared."""
FOLDERS = ["core", *cases.built()]


def msgids(folder: Path) -> dict[str, str]:
    """msgid -> file, of each ``text("...")`` and each label and help of an ``Option``.

    A ``text`` whose first argument is no constant would escape the translators, so it is an error.
    """
    found: dict[str, str] = {}
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            named = {keyword.arg: keyword.value for keyword in node.keywords}
            if node.func.id in ("text", "clock_option"):
                parts = node.args[:1]
            elif node.func.id == "Option":
                parts = [*node.args[3:5], *(named[key] for key in ("label", "help") if key in named)]
                parts += named["words"].elts if "words" in named else []
            else:
                continue
            for part in parts:
                if ast.unparse(part).startswith(READ_ELSEWHERE):
                    continue
                assert isinstance(part, ast.Constant), f"{path.name}:{part.lineno}: a msgid must be a constant"
                if part.value:
                    found[part.value] = path.name
    return found


def places(words: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(words) if name}


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_msgid_is_translated(folder):
    italian = catalogue("it")
    used = msgids(ROOT / folder)
    assert used
    assert sorted(msgid for msgid in used if not italian.get(msgid)) == []
    wrong = {msgid: italian[msgid] for msgid in used if places(msgid) != places(italian[msgid])}
    assert wrong == {}


def test_names_of_seats_are_put_in():
    message = text("Goal for {team}!", team="@home")
    assert say(message, "it", {"home": "Rossi"}) == "Gol di Rossi!"
    assert say(message, "en") == "Goal for Home!"
    assert say(message, "it") == "Gol di Casa!"


def test_a_name_from_right_to_left_keeps_to_itself():
    said = text("{name} won {goals}–{others}", name="דנה", goals=2, others=1)
    assert say(said) == "\u2068דנה\u2069 won 2–1"
    assert say(text("{home} – {away}", home="@home", away="@away"), names={"home": "Ada", "away": "سارة"}) == (
        "Ada – \u2068سارة\u2069"
    )
    assert sentence(text("{who} kick off", who="@home"), names={"home": "ada", "away": "b"}) == "ada kick off"
    assert sentence(text("{who} כ", who="@away"), names={"home": "a", "away": "דנה"}).startswith("\u2068דנה")
    assert "\u2068" not in say(text("{name} won", name="Łukasz Öztürk ⚽"))


def test_time_that_is_up_before_a_kick_off_leaves_no_turn():
    """Six-a-side on the wall clock: nobody may be told that a turn is the last when none follows."""
    game, dice = engines.get("six_a_side"), SeededDice(1)
    state, _events = game.new({"clock": "wall"}, {}, dice)
    told = []
    for seat in ("home", "away"):
        state, _events = game.apply(state, seat, game.default_move(state, seat), dice)
    for moves in (0, 1):
        for _ in range(moves):
            (seat,) = game.to_act(state)
            state, _events = game.apply(state, seat, game.default_move(state, seat), dice)
        _state, events = game.apply(state, None, {"type": "time_up"}, dice)
        told.append([line["text"][0] for line in game.commentary(events)])
    assert told == [["End of regulation time", "Full time: a draw"], ["Time is up: this turn is the last"]]
