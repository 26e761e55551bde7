"""A match in the terminal: people and bots, the board in letters, moves chosen by number.

It knows no game: board, words and choices come from the contract. A person sees only their own seat's view.
"""

import secrets
import sys
from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.panel import Panel

import engines
from engines import bots
from engines.core.dice import SeededDice
from engines.core.drawing import Die, Geometry, Line, Scene
from engines.core.errors import EngineError
from engines.core.game import Game
from engines.core.moves import Move
from engines.core.seats import Seat
from engines.core.text import say

PERSON = "person"
_STYLE = {"goal": "bold yellow", "card": "red", "whistle": "cyan", "end": "bold"}


def play(slug: str, home: str, away: str, seed: int | None, lang: str) -> int:
    """Play one match; return the exit status. ``q`` at a prompt resigns."""
    console = Console(highlight=False)
    try:
        game = engines.get(slug)
        for player in (home, away):
            if player != PERSON and player not in bots.NAMES:
                raise EngineError(f"{player} is no player: {PERSON}, or one of {', '.join(bots.NAMES)}")
    except EngineError as error:
        print(error, file=sys.stderr)
        return 2
    return _match(game, {"home": home, "away": away}, secrets.randbits(48) if seed is None else seed, lang, console)


def _match(
    game: Game[Any], players: Mapping[Seat, str], seed: int, lang: str, console: Console
) -> int:  # any game's position
    dice = SeededDice(seed)
    state, events = game.new(None, None, dice)
    _tell(console, game.commentary(events), lang)
    decisions = 0
    while acting := game.to_act(state):
        seat = acting[0]
        view, legal = game.view(state, seat), game.legal(state, seat)
        decisions += 1
        if players[seat] == PERSON:
            move = _ask(console, game, view, seat, legal, lang)
        else:
            move = bots.choose(game.slug, players[seat], view, seat, legal, seed + decisions)
        if move is None:
            state, events = game.apply(state, None, {"type": "resign", "seat": seat}, dice)
        else:
            state, events = game.apply(state, seat, move, dice)
        _tell(console, game.commentary(events), lang)
    score = game.view(state, None)["score"]
    console.print(Panel(f"{score['home']}-{score['away']}", title=game.name, expand=False))
    return 0


def _tell(console: Console, lines: list[Line], lang: str) -> None:
    for line in lines:
        dice = " ".join(f"[{_face(die, lang)}]" for die in line.get("dice", ()))
        console.print(f"{dice:>8} {say(line['text'], lang)}", style=_STYLE.get(line["kind"]), markup=False)


def _face(die: Die, lang: str) -> str:
    return say(die["word"], lang) if "word" in die else die.get("face", str(die["value"]))


def _ask(
    console: Console, game: Game[Any], view: dict[str, Any], seat: Seat, legal: Any, lang: str
) -> Move | None:  # any game's position; a legal move, or None for resigning
    console.print(Panel(board(game.geometry(), game.scene(view)), expand=False), markup=False)
    for note in game.scene(view)["notes"]:
        console.print(say(note, lang), style="dim", markup=False)
    console.print(say(game.prompt(view, seat), lang), style="bold", markup=False)
    choices = game.choices(view, seat, legal)
    for number, choice in enumerate(choices, 1):
        danger = f" ({say(choice['danger'], lang)})" if "danger" in choice else ""
        console.print(f"{number:>4}  {say(choice['label'], lang)}{danger}", markup=False)
    while True:
        try:
            words = input(f"{seat} 1-{len(choices)}, q: ").strip().lower()
        except EOFError:
            return None
        if words == "q":
            return None
        if words.isascii() and words.isdigit() and 1 <= int(words[:9]) <= len(choices):
            return choices[int(words[:9]) - 1]["move"]


def board(geometry: Geometry, scene: Scene) -> str:
    """Draw the board in letters: a dot a cell, a piece its label, away behind a slash, the ball ``o``."""
    cells = geometry["cells"]
    columns = sorted({cell["x"] for cell in cells.values()})
    rows = sorted({cell["y"] for cell in cells.values()})
    grid = [["   "] * len(columns) for _ in rows]

    def put(name: str, words: str) -> None:
        cell = cells[name]
        grid[rows.index(cell["y"])][columns.index(cell["x"])] = words

    for name in cells:
        put(name, " · ")
    for piece in scene["pieces"]:
        put(piece["cell"], f"{'/' if piece['seat'] == 'away' else ' '}{piece['label'] or '*':<2}")
    if scene["ball"] is not None:
        ball = scene["ball"]
        under = next((piece["label"] for piece in scene["pieces"] if piece["cell"] == ball["cell"]), "")
        put(ball["cell"], f"({under or 'o'})"[:3])
    return "\n".join("".join(row) for row in grid)
