"""The story of a match: its goals in order, and where the ball was.

Made by playing the log back once, so it agrees with the replay. A goal's minute is that of the position in which the
deciding move was made; a game without minutes has none in its story.
"""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any, Final, TypeAlias

import engines
from engines.core.errors import EngineError
from engines.core.game import Game
from engines.core.seats import SEATS
from engines.core.text import Text
from league.statistics.derivation.figures import deeds, statistics_of
from league.statistics.derivation.match_log import rows_of
from matches.models import Match
from matches.replay.playback import Step, steps

Story: TypeAlias = dict[str, Any]
"""JSON: ``goals`` (``seat``, ``v``; where known ``minute``, ``stoppage``, ``piece`` and its ``name``, ``own``,
``penalty``), ``kicks`` (of the shootout, both sides), ``places`` (by seat: cell -> decisions that left the ball there),
``pieces`` (``home.f9`` -> its ``name`` and what it did, see ``figures.deeds``; of a game whose events name pieces).
"""


_OF_A_SIDE: Final = " of {team}"


def story_of(match: Match) -> Story:
    """Return the story of ``match``; without goals and places if nothing was played on the board."""
    game: Game[Any] = engines.get(match.game)
    goals: list[dict[str, Any]] = []
    places: dict[str, Counter[str]] = {seat: Counter() for seat in SEATS}
    names: dict[str, Text] = {}
    kicks = 0
    before: Step | None = None
    for step in steps(match):
        if step.undone:
            continue
        for event in step.events:
            kicks += event["type"] == "shootout_kick"
            if event["type"] == "goal" and event.get("seat") in SEATS:
                goals.append(_goal(game, step.v, event, before))
        scene = game.scene(step.view)
        names.update((piece["id"], without_side(piece["name"])) for piece in scene["pieces"])
        ball = scene["ball"]
        if ball is not None and step.move is not None and not step.ruling and step.seat in SEATS:
            places[step.seat][ball["cell"]] += 1
        before = step
    return {
        "goals": goals,
        "kicks": kicks,
        "places": {seat: dict(sorted(cells.items())) for seat, cells in places.items()},
        "pieces": {piece: {"name": names.get(piece), **did} for piece, did in _deeds(match)},
    }


def _deeds(match: Match) -> list[tuple[str, Counter[str]]]:
    """Return what each piece of ``match`` did, by its id; nothing where events name no pieces."""
    return sorted(deeds(match.game, rows_of(match)).items()) if statistics_of(match.game).names_pieces else []


def _goal(game: Game[Any], v: int, event: Mapping[str, Any], before: Step | None) -> dict[str, Any]:  # JSON
    goal: dict[str, Any] = {"seat": event["seat"], "v": v}
    if event.get("own"):
        goal["own"] = True
    if event.get("penalty"):
        goal["penalty"] = True
    if before is None:
        return goal
    clock = game.clock(before.view)
    if clock["minute"] is not None:
        goal["minute"] = max(1, clock["minute"])
        if clock["stoppage"]:
            goal["stoppage"] = clock["stoppage"]
    if event.get("piece"):
        goal["piece"] = str(event["piece"]).partition(".")[2]
        for piece in game.scene(before.view)["pieces"]:
            if piece["id"] == event["piece"]:
                goal["name"] = without_side(piece["name"])
    return goal


def names_of_pieces(match: Match, pieces: set[str]) -> dict[str, Text]:
    """Return the names of the pieces ``pieces`` without their side, as far as a board shows them.

    The last position usually tells; a piece that left the board is looked for from the start of the match.
    """
    game: Game[Any] = engines.get(match.game)
    names: dict[str, Text] = {}

    def look(view: dict[str, Any]) -> bool:
        for piece in game.scene(view)["pieces"]:
            if piece["id"] in pieces:
                names.setdefault(piece["id"], without_side(piece["name"]))
        return len(names) == len(pieces)

    try:
        if match.snapshot is not None and look(game.view(game.from_wire(match.snapshot), None)):
            return names
    except EngineError:  # a match of older rules, which ``steps`` tells from what was stored
        pass
    any(look(step.view) for step in steps(match))
    return names


def without_side(name: Text) -> Text:
    """Return a piece's name without its side: "number 9" of "number 9 of Ada"."""
    msgid, values = name
    parts = [value for value in values.values() if isinstance(value, list)]
    if len(parts) == 1:
        return parts[0]
    if msgid.endswith(_OF_A_SIDE):  # both sides' number 9 are added up
        return [msgid.removesuffix(_OF_A_SIDE), {key: value for key, value in values.items() if key != "team"}]
    return name


@cache
def turned(game: str) -> Mapping[str, str]:
    """Map each cell of the board of ``game`` to its cell after half a turn of the board."""
    cells = engines.get(game).geometry()["cells"]
    boxes = {name: (cell["x"], cell["y"], cell["w"], cell["h"]) for name, cell in cells.items()}
    across = min(x for x, _y, _w, _h in boxes.values()) + max(x + w for x, _y, w, _h in boxes.values())
    along = min(y for _x, y, _w, _h in boxes.values()) + max(y + h for _x, y, _w, h in boxes.values())
    name_of = {tuple(round(part, 2) for part in box): name for name, box in boxes.items()}
    return {
        name: name_of[tuple(round(part, 2) for part in (across - x - w, along - y - h, w, h))]
        for name, (x, y, w, h) in boxes.items()
    }
