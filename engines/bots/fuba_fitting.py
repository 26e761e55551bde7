"""Fit of FUBA's prospects (``fuba_prospects.json``) to matches of the bots.

``python -m engines.bots.fuba_fitting play MATCHES SEED > FILE`` plays matches of the master, one of three against
itself, the others against an expert; in a tenth of the turns a side plays as a casual player, so that other positions
are seen too. ``python -m engines.bots.fuba_fitting fit FILES`` fits what playing on is worth, by temporal differences:
the value of a turn is what its shots and penalties are worth on average, and the value of the next turn. Goals are not
counted, chances are: they say the same with less luck.
"""

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import engines
from engines import bots
from engines.bots.fuba_prospects import AREAS, FEATURES, FILE, features
from engines.core.dice import SeededDice
from engines.core.seats import Event, Seat
from engines.fuba import phases
from engines.fuba.figures import chances
from engines.fuba.state import State

Turn = tuple[dict[str, float], float, bool]
"""Features as home sees them (away's ball negative), goals of home expected until the next turn, end of the half."""

SLIPS: Final = 0.1
LATER: Final = 0.93
"""Weight of the next turn's value."""
TRACE: Final = 0.6
"""Share of what is learnt from each further turn."""
HOLD: Final = 20.0
"""Strength of the pull to nothing: few turns say little."""


# ── matches ──
def played(home: str, away: str, seed: int) -> list[Turn]:
    game, dice, slip, slips = engines.get("fuba"), SeededDice(seed), Random(seed), dict[tuple[int, Seat], bool]()
    names = {"home": home, "away": away}
    state, _events = game.new(None, None, dice)
    turns: list[Turn] = []
    decisions = at = 0
    while acting := game.to_act(state):
        seat: Seat = acting[0]
        slips.setdefault((state.game_turn, seat), slip.random() < SLIPS)
        name = "casual" if slips[state.game_turn, seat] else names[seat]
        legal = game.legal(state, seat)
        move = bots.choose("fuba", name, game.view(state, seat), seat, legal, seed * 1_000_003 + decisions)
        before, decisions = state.phase, decisions + 1
        state, events = game.apply(state, seat, move, dice)
        if turns:
            features_of_turn, goals, ended = turns[-1]
            ended = ended or any(event["type"] == "period_end" for event in events)
            turns[-1] = (features_of_turn, goals + _goals(events), ended)
        if state.game_turn != at and _begins_movement(state, before):
            at, sign = state.game_turn, 1 if state.attacking == 0 else -1
            turns.append(({name: sign * value for name, value in features(state).items() if value}, 0.0, False))
    return turns


def _begins_movement(state: State, before: int) -> bool:
    movement = state.movement
    return (
        movement is not None
        and not movement.extra
        and state.phase in (phases.MOVEMENT_OPTION, phases.QUICK_MOVES)
        and before not in (phases.MOVEMENT, phases.FREE_PLAY)
    )


def _goals(events: Sequence[Event]) -> float:
    """Return the goals that home may expect of these events' shots and penalties."""
    goals = 0.0
    for seat, in_36, _scored in chances(events):
        goals += in_36 / 36 * (1 if seat == "home" else -1)
    return goals


def play(matches: int, seed: int) -> Iterator[str]:
    for number in range(matches):
        home, away = (("master", "master"), ("master", "expert"), ("expert", "master"))[number % 3]
        yield json.dumps(played(home, away, seed + number))


# ── the fit ──
def fit(matches: Iterable[Sequence[Turn]]) -> dict[str, float]:
    """Return the weights of FEATURES that least-squares temporal differences find."""
    size = len(FEATURES)
    left = [[HOLD if row == column else 0.0 for column in range(size)] for row in range(size)]
    right = [0.0] * size
    for turns in matches:
        trace = [0.0] * size
        for number, (turn_features, goals, ended) in enumerate(turns):
            now = _vector(turn_features)
            trace = [LATER * TRACE * old + new for old, new in zip(trace, now, strict=True)]
            over = ended or number + 1 == len(turns)
            following = [0.0] * size if over else _vector(turns[number + 1][0])
            step = [one - LATER * two for one, two in zip(now, following, strict=True)]
            for row, weight in enumerate(trace):
                if weight:
                    right[row] += weight * goals
                    left[row] = [old + weight * new for old, new in zip(left[row], step, strict=True)]
            if over:
                trace = [0.0] * size
    return centred(dict(zip(FEATURES, solved(left, right), strict=True)))


def _vector(values: Mapping[str, float]) -> list[float]:
    return [values.get(name, 0.0) for name in FEATURES]


def solved(left: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Solve the linear equations ``left`` x = ``right`` by elimination."""
    rows = [[*row, value] for row, value in zip(left, right, strict=True)]
    size = len(rows)
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for row in range(size):
            if row != column and rows[row][column]:
                by = rows[row][column] / rows[column][column]
                rows[row] = [one - by * two for one, two in zip(rows[row], rows[column], strict=True)]
    return [rows[number][size] / rows[number][number] for number in range(size)]


def centred(weights: Mapping[str, float]) -> dict[str, float]:
    """Return the same weights with men worth nothing on average: what counts is where they are."""
    centred_weights = dict(weights)
    for owner in ("own", "their"):
        mean = sum(centred_weights[f"{owner} {area}"] for area in AREAS) / len(AREAS)
        for area in AREAS:
            centred_weights[f"{owner} {area}"] -= mean
        centred_weights["always"] += 10 * mean
    return {name: round(value, 5) for name, value in centred_weights.items()}


def main(words: Sequence[str]) -> None:
    if words[0] == "play":
        for line in play(int(words[1]), int(words[2])):
            print(line, flush=True)
        return
    lines = [line for name in words[1:] for line in Path(name).read_text(encoding="utf-8").splitlines()]
    matches: list[Any] = [json.loads(line) for line in lines]
    FILE.write_text(json.dumps(fit(matches), indent=1) + "\n", encoding="utf-8")
    print(f"{len(matches)} matches, {sum(map(len, matches))} turns")


if __name__ == "__main__":
    main(sys.argv[1:])
