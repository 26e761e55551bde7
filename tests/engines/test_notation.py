"""docs/notation.md: its tables are those of the engines, and its examples are read."""

from __future__ import annotations

import json
import random
import re
from functools import cache
from pathlib import Path

import pytest

import engines
from engines.core.errors import BadState
from tests import cases
from tests.engines import battery
from tests.engines.openings import OPENINGS, random_opening
from tests.sizes import size

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "notation.md"


@cache
def chapter(slug):
    """The lines of a game's chapter."""
    return DOCUMENT.read_text().partition(f"`{slug}`, rules version ")[2].partition("\n## ")[0].splitlines()


def rows(slug, first):
    """The rows of the table whose head begins with ``first``, as cells without back quotes."""
    lines = chapter(slug)
    start = next(number for number, line in enumerate(lines) if line.startswith(f"| {first} |"))
    table = lines[start + 2 :]
    end = next((number for number, line in enumerate(table) if not line.startswith("|")), len(table))
    return [[cell.strip().strip("`") for cell in line.strip("|").split(" | ")] for line in table[:end]]


@pytest.mark.parametrize("slug", cases.built())
def test_the_parts_of_each_line_are_told(slug):
    game = engines.get(slug)
    assert chapter(slug)[0].startswith(f"{game.rules_version};")
    told = {key: usual for key, _how, usual in rows(slug, "part")}
    fields = {field.key: field.usual for field in game.line.fields}
    assert list(told) == list(fields)
    for key in list(fields)[2:]:
        assert json.loads(told[key]) == fields[key], key


@pytest.mark.parametrize("slug", cases.built())
def test_the_examples_of_positions_are_read(slug):
    game = engines.get(slug)
    (line,) = re.findall(rf"^{slug}/\S*$", "\n".join(chapter(slug)), re.M)
    assert game.position(game.from_position(line)) == line
    with pytest.raises(BadState):
        game.from_position(f"{line}/what/is/this" + "/" * 30)


@pytest.mark.parametrize("slug", cases.built())
def test_every_kind_of_move_and_its_keys_are_told(slug):
    game = engines.get(slug)
    told = {kind: set(keys.replace("–", "").replace(",", "").split()) for kind, keys, _example in rows(slug, "move")}
    met: dict[str, set[str]] = {}
    for seed in range(size(8, 200)):
        plans = [battery.random_plan(game, random.Random(seed))]
        plans += [random_opening(slug, seed)] if slug in OPENINGS else []
        for step in (step for plan in plans for step in battery.play(game, plan)):
            for move in (move for seat in ("home", "away") for move in game.legal(step.state, seat)):
                met.setdefault(move["type"], set()).update(set(move) - {"type"})
    assert {kind: keys - told.get(kind, set()) for kind, keys in met.items()} == {kind: set() for kind in met}
    assert len(set(told) - set(met)) <= size(6, 0), set(told) - set(met)
