"""Football sense: goals, level matches, cards and length between equal bots, and the spec's figures."""

import json
import sys
from typing import Any

import engines
from engines import bots, tools
from engines.core.errors import EngineError


def print_figures(slugs: list[str], names: list[str], matches: int, seed: int, as_json: bool) -> int:
    """Print ``matches`` of each bot against itself for each game (default: all); return the exit status."""
    try:
        figures = {
            slug: {
                name: tools.series(slug, name, name, matches, seed)
                for name in names
                if name == "random" or bots.level_of(name) in bots.bots_of(slug)
            }
            for slug in (engines.get(slug).slug for slug in slugs or engines.games())
        }
    except EngineError as error:
        print(error, file=sys.stderr)
        return 2
    if as_json:
        print(json.dumps(figures))
        return 0
    print(f"{'game':<16}{'bots':<9}{'goals':>7}{'level':>7}{'yellow':>8}{'red':>6}{'decisions':>11}   n {matches}")
    for slug, series in figures.items():
        for name, means in series.items():
            print(_row(slug, name, means))
        print(f"{'':<16}{engines.about(slug).yardstick or 'its spec states none'}")
    return 0


def _row(slug: str, name: str, means: dict[str, Any]) -> str:
    return (
        f"{slug:<16}{name:<9}{means['goals']:>7.2f}{means['drawn'] / means['matches']:>7.0%}"
        f"{means['yellow']:>8.2f}{means['red']:>6.2f}{means['decisions']:>11.0f}"
    )
