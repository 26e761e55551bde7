"""The command-line tools, run as a user runs them."""

from __future__ import annotations

import json

import pytest

from engines.__main__ import main


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
