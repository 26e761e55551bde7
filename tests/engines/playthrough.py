"""Whole matches as text: every decision with its number of choices, every die, every event: a changed rule shows.

``python -m tests.engines.playthrough GAME`` writes the files of a game anew; read the difference before it is kept.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import engines
from engines.core.dice import SeededDice
from engines.core.errors import IllegalMove
from tests.engines.battery import plain, random_plan

FOLDER = Path(__file__).parent / "playthroughs"
MATCHES = 4


def transcript(slug: str, number: int) -> str:
    """Match ``number`` of the corpus of a game: number 0 with default options, the others with any."""
    game = engines.get(slug)
    chance = random.Random(number)
    plan = random_plan(game, chance) if number else None
    dice = SeededDice(number)
    state, events = game.new(plan and plan.options, plan and plan.terms, dice)
    lines = [f"{game.name}, rules version {game.rules_version}, {plain(plan and [plan.options, plan.terms])}"]
    lines += _told(dice.rolled, events)
    count = 0
    while acting := game.to_act(state):
        count += 1
        before = len(dice.rolled)
        seat = chance.choice(acting)
        legal = game.legal(state, seat)
        move = chance.choice(legal)
        head = f"{count}. {seat} {game.notation(move)} ({len(legal)})"
        after: Any = None
        if count % 80 == 0:
            try:
                after, events = game.apply(state, None, {"type": "time_up"}, dice)
                head = f"{count}. host time_up"
            except IllegalMove:
                after = None
        if after is None:
            after, events = game.apply(state, seat, move, dice)
        state = after
        lines += [head, *_told(dice.rolled[before:], events)]
    lines.append(plain(game.to_wire(state)))
    return "\n".join(lines) + "\n"


def _told(rolled: list[int], events: list[dict[str, Any]]) -> list[str]:
    words = [f"   {rolled}"] if rolled else []
    for event in events:
        if event["type"] != "roll":
            rest = " ".join(f"{key}={plain(value)}" for key, value in event.items() if key != "type")
            words.append(f"   {event['type']} {rest}".rstrip())
    return words


def path(slug: str, number: int) -> Path:
    """Where a transcript is kept."""
    return FOLDER / f"{slug}_{number}.txt"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        for index in range(MATCHES):
            path(name, index).write_text(transcript(name, index), encoding="utf-8")
