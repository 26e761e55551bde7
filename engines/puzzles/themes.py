"""Themes of puzzles: a word for the kind of idea, by which people choose and practise.

A theme follows from the position and the right move; ``NAMES`` has their names for people.
"""

from typing import Any, Final

from engines.core.game import Game
from engines.core.moves import Move
from engines.core.seats import Seat
from engines.core.text import Text, text
from engines.puzzles.outcomes import outcomes

NAMES: Final[dict[str, Text]] = {
    "run": text("Take the ball and score"),
    "dribble": text("Run with the ball"),
    "steal": text("Steal and score"),
    "pass": text("Pass and score"),
    "quiet": text("A move without the ball"),
    "restart": text("From a restart"),
    "die": text("Which die?"),
    "shot": text("Shoot or not?"),
    "side": text("Which way?"),
    "star": text("The star die"),
    "window": text("Against a shot"),
    "target": text("Where to play the ball"),
    "shape": text("Place your men"),
    "play": text("Pass, cross or run"),
    "challenge": text("Challenge or wait?"),
}

ABOUT: Final[dict[str, Text]] = {
    "run": text(
        "A piece without the ball reaches it this turn, and the next move scores. Find who gets there, and where."
    ),
    "dribble": text(
        "The player on the ball has one step that opens the way to the goal, whatever the opponent answers."
    ),
    "steal": text("The ball can be taken from its holder where the goal is near. Choose who takes it."),
    "pass": text("One pass finds a team-mate who scores next. Look at who stands free, then at who can block."),
    "quiet": text("The best move is far from the ball: it opens a line or guards the square that the opponent needs."),
    "restart": text("The ball is dead. Choose the restart that leads to a goal before the defence is back."),
    "die": text("Each die asks for another risk. Weigh the chance to keep the ball against what a success brings."),
    "shot": text("Shoot now, or play on for a better shot? Count the faces that score and what a miss costs."),
    "side": text("One way leads nearer the goal, another is safer. Choose where the ball goes."),
    "star": text("A star die is spent once. Is this the moment?"),
    "window": text("The shot is on its way. You may answer with a defender, the goalkeeper, or not at all."),
    "target": text("Choose the zone where your men outnumber theirs, and where the next roll is worth most."),
    "shape": text("Place your men before the next roll: more of them where the ball will be."),
    "play": text("A pass, a cross or a run: each reaches another square. Find the one from which you score."),
    "challenge": text("Go for the ball now, or wait for a better roll? A failed challenge leaves a gap."),
}
"""The question of each theme, in a sentence or two for its page."""

_BY_TYPE: Final[dict[str, dict[str, str]]] = {
    "super_goal": {
        "roll": "die",
        "shoot": "shot",
        "choose": "side",
        "star": "star",
        "decline": "window",
        "defender": "window",
        "keeper": "window",
        "penalty": "shot",
    },
    "fuba": {"target": "target", "shoot": "shot", "play_on": "shot"},
    "soccer_tactics": {"roll": "challenge", "pass": "challenge", "play": "play", "shoot": "shot"},
}
_OTHER: Final = {"super_goal": "side", "fuba": "shape", "soccer_tactics": "play"}

QUOTAS: Final[dict[str, dict[str, float]]] = {
    "dom_jim": {"run": 0.4, "pass": 0.4, "quiet": 0.4},
    "six_a_side": {"dribble": 0.45, "pass": 0.3, "quiet": 0.3},
    "super_goal": {"die": 0.5, "shot": 0.34, "side": 0.3, "star": 0.16, "window": 0.24},
    "fuba": {"shot": 0.45, "target": 0.45, "shape": 0.3},
    "soccer_tactics": {"challenge": 0.4, "play": 0.7, "shot": 0.3},
}
"""Greatest share of one theme among the puzzles of a game, so that none crowds out the others."""


def of_forced_goal(game: Game[Any], state: Any, seat: Seat, solution: Move) -> str:
    """Return the theme of a forced goal: what the first decision does, and whether the opponent may answer it."""
    kind = solution["type"]
    if kind == "steal":
        return "steal"
    if kind in ("kick", "pass", "long_pass"):
        return "pass"
    if kind != "move":
        return "restart"
    if state.carrier >= 0 and solution["piece"] == game.to_wire(state)["carrier"]:
        return "dribble"
    answered = any(game.to_act(after) != (seat,) for after, *_ in outcomes(game, state, seat, solution))
    return "quiet" if answered else "run"


def of_best_move(game: Game[Any], best: Move) -> str:
    return _BY_TYPE[game.slug].get(best["type"], _OTHER[game.slug])


def quota(game: str, theme: str, count: int) -> int:
    """Return how many of ``count`` puzzles of ``game`` may have ``theme``."""
    return round(count * QUOTAS[game].get(theme, 1.0))
