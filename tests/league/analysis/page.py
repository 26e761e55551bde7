"""The page of an analysis as its script reads it."""

from __future__ import annotations

import json
import re
from typing import Any

import engines
from engines.core.dice import SeededDice
from engines.core.tree import ROOT, Node, Start, Tree


def data_of(answer: Any) -> dict[str, Any]:
    """What the page holds for its script: where it stands, and the tree."""
    parts = (
        re.search(rf'<script id="{name}"[^>]*>(.*?)</script>', answer.text) for name in ("analysis", "analysis-tree")
    )
    return {key: value for part in parts for key, value in json.loads(part[1]).items()}


def long_tree(slug: str, count: int) -> Tree:
    """A tree of ``count`` moves: match after match from one position, in different words."""
    game: Any = engines.get(slug)
    first, _events = game.new(game.house_options, None, SeededDice(1))
    line = game.position(first)
    states, nodes, parent, round = [game.from_position(line)], [], ROOT, 0
    while len(nodes) < count:
        state = states[parent + 1]
        acting = game.to_act(state)
        if not acting:
            parent, round = ROOT, round + 1
            continue
        moves = game.legal(state, acting[0])
        move, dice = moves[(len(nodes) + round) % len(moves)], SeededDice(len(nodes) + 1)
        states.append(game.apply(state, acting[0], move, dice)[0])
        nodes.append(Node(parent, acting[0], dict(move), tuple(dice.rolled)))
        parent = len(nodes) - 1
    return Tree(Start(slug, position=line), tuple(nodes))
