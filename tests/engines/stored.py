"""The corpus: whole matches as sheets, with what happened in them, so that a changed ruling is a decision.

``python -m tests.engines.stored [GAME ...]`` writes the matches of the current rules version into ``corpus/``; those of
an older version stay as they are. A file holds the sheet, the events of every step, and a digest of every position.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import engines
from engines import bots
from engines.core import sheet as sheets
from engines.core.dice import SeededDice
from engines.core.errors import IllegalMove
from engines.core.game import Game
from tests.engines.battery import plain

FOLDER = Path(__file__).parent / "corpus"
MOST_SEEDS = 4000
ADVICE = (
    "A changed ruling is a decision: raise rules_version of {0}, keep this file, "
    "and run `python -m tests.engines.stored {0}`"
)


@dataclass(frozen=True)
class Wanted:
    """A match to be looked for: the first seed whose random match ends as it says is kept."""

    how: str | None = None
    draw: bool = False
    options: Mapping[str, Any] = field(default_factory=dict)
    terms: Mapping[str, Any] = field(default_factory=dict)
    timeouts: float = 0.0
    """The share of decisions that the host takes by its timeout."""
    resigns: int = 0
    """The decision at which a seat resigns; 0: none does."""
    home: str = "random"
    """The bot that plays home: random play seldom scores in some games."""


KNOCKOUT = {"draws_allowed": False}
STRAIGHT = {**KNOCKOUT, "extra_time": False}
AWAY_GOALS = {**KNOCKOUT, "away_goals": True, "carry": {"home": 1, "away": 1}}
BEHIND = {**KNOCKOUT, "carry": {"home": 0, "away": 1}}


def _usual(short: Mapping[str, Any], *, extra_time: bool = True) -> dict[str, Wanted]:
    found = {
        "draw": Wanted("regulation", True, short),
        "aggregate": Wanted("aggregate", False, short, BEHIND),
        "away_goals": Wanted("away_goals", False, short, AWAY_GOALS),
        "shootout": Wanted("shootout", False, short, STRAIGHT),
        "timeouts": Wanted(None, False, short, KNOCKOUT, timeouts=0.15),
        "resignation": Wanted("resignation", False, short, resigns=20),
    }
    if extra_time:
        found["extra_time"] = Wanted("extra_time", False, short, KNOCKOUT)
        found["to_the_last"] = Wanted("shootout", False, short, KNOCKOUT)
    return found


WANTED: dict[str, dict[str, Wanted]] = {
    "super_goal": {
        **_usual({"half_turns": 8}, extra_time=False),
        "wall": Wanted(None, False, {"clock": "wall", "length": "tournament"}, KNOCKOUT),
    },
    "dom_jim": {
        **_usual({"no_goal_limit": 20}),
        "goal_limit": Wanted("goal_limit", False, {"goals": 1, "no_goal_limit": 60}, home="greedy"),
        "wall": Wanted(None, False, {"length": "time", "clock": "wall"}, KNOCKOUT),
    },
    "six_a_side": {
        **_usual({"turn_limit": 30, "extra_turns": 10}),
        "extra_time": Wanted("extra_time", False, {"turn_limit": 20, "extra_turns": 60}, KNOCKOUT, home="greedy"),
        "goal_limit": Wanted("goal_limit", False, {"goals_to_win": 1, "turn_limit": 60}, home="greedy"),
        "golden_goal": Wanted("golden_goal", False, {"mode": "golden_goal", "turn_limit": 60}, home="greedy"),
        "wall": Wanted(None, False, {"clock": "wall", "possession_limit": 10}, KNOCKOUT),
    },
    "fuba": {
        **_usual({"half_minutes": 10, "extra_minutes": 5}),
        "cards": Wanted("regulation", False, {"formations": "cards", "half_minutes": 10}),
    },
    "soccer_tactics": {
        **_usual({"half_turns": 6, "extra_turns": 3}),
        "variants": Wanted(
            None, False, {"half_turns": 8, "advanced": True, "shot": "die", "compulsory_capture": "none"}, KNOCKOUT
        ),
        "stops": Wanted(None, False, {"half_turns": 8, "blocked": "stops"}, KNOCKOUT),
        "wall": Wanted(None, False, {"clock": "wall", "half_minutes": 10, "extra_minutes": 5}, KNOCKOUT),
    },
}
"""Files kept of each game, by the last part of their name."""


def digest(game: Game[Any], state: Any, version: int | None = None) -> str:  # any game's position
    """A short fingerprint of the whole position, as a match of rules ``version`` stores it; None: of today's."""
    wire = game.to_wire(state) if version is None else game.stored_under(version, state)
    return hashlib.sha256(plain(wire).encode()).hexdigest()[:12]


def made(slug: str, name: str) -> dict[str, Any]:
    """The match ``name`` of a game, found anew."""
    wanted = WANTED[slug][name]
    game = engines.get(slug)
    for seed in range(MOST_SEEDS):
        sheet = _played(game, wanted, seed)
        result = sheet.result or {}
        if wanted.how in (None, result["how"]) and not (wanted.draw and result["winner"]):
            played = sheets.replay(sheet)
            return {
                "sheet": sheets.to_json(sheet),
                "events": played.events,
                "states": [digest(game, state) for state in played.states],
            }
    raise LookupError(f"no {slug} match in {MOST_SEEDS} ends as {name}: {wanted}")


def _played(game: Game[Any], wanted: Wanted, seed: int) -> sheets.Sheet:
    chance = random.Random(seed)
    dice = SeededDice(seed)
    state, _ = game.new(wanted.options, wanted.terms, dice)
    opening, entries = tuple(dice.rolled), []
    while acting := game.to_act(state):
        before = len(dice.rolled)
        number = len(entries) + 1
        seat: Any = chance.choice(acting)
        moves = game.legal(state, seat)
        move: Mapping[str, Any] = chance.choice(moves)
        if number == wanted.resigns:
            seat, move = None, {"type": "resign", "seat": seat}
        elif chance.random() < wanted.timeouts:
            seat, move = None, {"type": "timeout", "seat": seat}
        elif number % 30 == 0 and _takes_time_up(game, state):
            seat, move = None, {"type": "time_up"}
        elif seat == "home" and wanted.home != "random":
            move = bots.choose(game.slug, wanted.home, game.view(state, seat), seat, moves, seed + number)
        state, _ = game.apply(state, seat, move, dice)
        entries.append(sheets.Entry(seat, dict(move), tuple(dice.rolled[before:])))
    wire = game.to_wire(state)
    return sheets.Sheet(
        game.slug,
        game.rules_version,
        wire["options"],
        wire["terms"],
        opening,
        tuple(entries),
        wire["score"],
        wire["result"],
    )


def _takes_time_up(game: Game[Any], state: Any) -> bool:  # any game's position
    try:
        game.apply(state, None, {"type": "time_up"}, SeededDice(1))
    except IllegalMove:
        return False
    return True


def differences(stored: Mapping[str, Any]) -> Iterator[str]:
    """Return the first difference from ``stored`` as a sentence, if there is one."""
    sheet = sheets.from_json(stored["sheet"])
    advice = ADVICE.format(sheet.game)
    game = engines.get(sheet.game)
    if sheet.rules_version > game.rules_version:
        yield f"the sheet is of rules version {sheet.rules_version}, the engine only of {game.rules_version}."
        return
    if not game.plays(sheet.rules_version):
        for events in stored["events"]:  # the positions are no longer ours to find; the words are
            game.commentary(events)
        return
    try:
        played = sheets.replay(sheet)
    except sheets.BadSheet as error:
        yield f"{error}. {advice}"
        return
    for number, (state, events) in enumerate(zip(played.states, played.events, strict=True)):
        where = f"after move {number}"
        if plain(events) != plain(stored["events"][number]):
            yield f"{where} other events are told: {plain(events)}, not {plain(stored['events'][number])}. {advice}"
            return
        if digest(game, state, sheet.rules_version) != stored["states"][number]:
            yield f"{where} the position is another one. {advice}"
            return
    if played.final["result"] != sheet.result or played.final["score"] != sheet.score:
        yield f"the match ends otherwise: {plain(played.final['result'])}. {advice}"


def lines(stored: Mapping[str, Any]) -> str:
    """A stored match as JSON with one step a line, so that a change is read in a difference of two files."""

    def rows(values: list[Any]) -> str:
        return "[\n" + ",\n".join(json.dumps(value, separators=(",", ":")) for value in values) + "\n]"

    sheet = dict(stored["sheet"])
    moves = sheet.pop("moves")
    head = json.dumps(sheet, separators=(",", ":"))
    return (
        f'{{"sheet":{head[:-1]},"moves":{rows(moves)}}},\n"events":{rows(stored["events"])},\n'
        f'"states":{json.dumps(stored["states"], separators=(",", ":"))}}}\n'
    )


def path(slug: str, name: str) -> Path:
    """Where a match of the current rules version is kept."""
    return FOLDER / f"{slug}_{engines.get(slug).rules_version}_{name}.json"


def of_today() -> list[Path]:
    """The matches of the current rules versions."""
    return sorted(path(slug, name) for slug, names in WANTED.items() for name in names)


if __name__ == "__main__":
    for chosen in sys.argv[1:] or list(WANTED):
        for match in WANTED[chosen]:
            target = path(chosen, match)
            target.write_text(lines(made(chosen, match)), encoding="utf-8")
            print(target.name, target.stat().st_size)
