"""The command-line tools, run as a user runs them."""

from __future__ import annotations

import io
import json
from contextlib import redirect_stderr, redirect_stdout

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engines.__main__ import main
from tests.sizes import size


def test_bench_as_json(capsys):
    assert main(["bench", "--json", "--seconds", "0.2", "--game", "super_goal"]) == 0
    figures = json.loads(capsys.readouterr().out)["games"]["super_goal"]
    assert set(figures) == {"decisions_per_s", "moves_per_decision", "legal_us", "apply_us"}
    assert all(figure > 0 for figure in figures.values())


def test_simulate(capsys):
    arguments = ["simulate", "super_goal", "--home", "greedy", "--away", "random", "-n", "12", "--seed", "3"]
    assert main([*arguments, "--json"]) == 0
    first = json.loads(capsys.readouterr().out)
    assert first["won"] + first["drawn"] + first["lost"] == 12
    assert main([*arguments, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == first
    assert main(arguments) == 0
    assert "sides swapped" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        ["bench", "--game", "chess"],
        ["simulate", "chess"],
        ["simulate", "super_goal", "--home", "deep"],
        ["play", "chess"],
    ],
)
def test_a_wrong_name_is_told(arguments, capsys):
    assert main(arguments) == 2
    assert "chess" in (told := capsys.readouterr().err) or "deep" in told


def test_a_match_in_the_terminal(capsys, monkeypatch):
    answers = iter(["x", "0", "99"] + ["1"] * 10_000)
    monkeypatch.setattr("builtins.input", lambda _prompt: next(answers))
    assert main(["play", "super_goal", "--home", "person", "--away", "random", "--seed", "4", "--lang", "it"]) == 0
    told = capsys.readouterr().out
    assert "Lancia il dado" in told
    assert "Fischio finale" in told


def test_resigning_in_the_terminal(capsys, monkeypatch):
    def leave(_prompt):
        raise EOFError

    monkeypatch.setattr("builtins.input", leave)
    assert main(["play", "super_goal", "--away", "greedy", "--seed", "1"]) == 0
    assert "resign" in capsys.readouterr().out


def test_football_sense(capsys):
    arguments = ["sense", "super_goal", "-n", "4", "--bot", "random"]
    assert main([*arguments, "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)["super_goal"]["random"]
    assert figures["matches"] == 4 and figures["decisions"] > 50
    assert main(arguments) == 0
    told = capsys.readouterr().out
    assert f"{figures['goals']:.2f}" in told and "SG-17" in told
    assert main(["sense", "chess"]) == 2


def test_a_game_whose_spec_states_no_goals_is_measured_too(capsys):
    assert main(["sense", "fuba", "-n", "1", "--bot", "random"]) == 0
    assert "its spec states none" in capsys.readouterr().out


WORDS = st.one_of(
    st.sampled_from(
        [
            *("bench", "simulate", "verify", "show", "play", "sense", "super_goal", "dom_jim", "chess", "club", "deep"),
            *(
                "--home",
                "--away",
                "--json",
                "--seconds",
                "--game",
                "--seed",
                "--lang",
                "-n",
                "0",
                "-1",
                "nan",
                "it",
                "xx",
            ),
            *("super_goal/", "dom_jim/a/b/c", "fuba//////////9", "no-such-file"),
        ]
    ),
    st.text(max_size=8),
)


@settings(max_examples=size(150, 5000), deadline=None, derandomize=True, database=None)
@given(words=st.lists(WORDS, max_size=6))
def test_wrong_words_are_told_and_never_break_a_command(words):
    """Any command line but those that would play: a sentence and status 1 or 2, or help."""
    assume(not words or words[0] not in ("serve", "bench", "sense", "simulate", "play") or _is_wrong(words))
    told, errors = io.StringIO(), io.StringIO()
    with redirect_stdout(told), redirect_stderr(errors):
        try:
            status = main(words)
        except SystemExit as left:
            status = left.code
    assert status in (0, 1, 2)
    assert status == 0 or (errors.getvalue() + told.getvalue()).strip()


def _is_wrong(words: list[str]) -> bool:
    """Tell whether some word can be no argument of a command that plays, so that none is played."""
    return any(word in ("chess", "deep", "xx", "nan", "-1", "0") for word in words[1:2])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["simulate", "super_goal", "-n", "0"], "must be from 1 to 1000000, not 0"),
        (["sense", "super_goal", "-n", "many"], "invalid"),
        (["bench", "--seconds", "nan"], "must be from 0.01 to 3600 seconds, not nan"),
        (["bench", "--seconds", "0"], "must be from 0.01 to 3600 seconds, not 0"),
        (["play", "super_goal", "--lang", "xx"], "invalid choice"),
        (["dance"], "invalid choice"),
    ],
)
def test_a_wrong_option_says_what_it_allows(arguments, words, capsys):
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2 and words in capsys.readouterr().err


def test_a_match_in_the_terminal_needs_rich(capsys, monkeypatch):
    monkeypatch.setattr("engines.__main__.find_spec", lambda _name: None)
    assert main(["play", "super_goal"]) == 2
    assert "tabellone-engines[terminal]" in capsys.readouterr().err
