"""The report of a match from its log: timeline, places of the ball, dice. One code for every game.

The heat map is drawn on the server over the game's own board: each cell of its geometry is tinted by how many decisions
ended with the ball there; the table beside it has the same numbers.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString, mark_safe

import engines
from engines.core.drawing import Clock, Geometry, Line
from engines.core.game import Game
from engines.core.seats import SEATS
from engines.core.seats import Seat as SeatName
from engines.core.svg import render
from engines.core.text import say
from matches.models import Match
from matches.replay import fair_dice
from matches.replay.playback import steps

TOLD = ("goal", "card", "end")


@dataclass(frozen=True, slots=True)
class Moment:
    v: int
    kind: str
    seat: str | None
    when: str
    """The minute or the turn, as the game counts; empty if it counts neither."""
    words: str
    score: str
    """The score after a goal and at the end of a period; empty otherwise."""


@dataclass(frozen=True, slots=True)
class Place:
    """A cell and how many decisions ended with the ball there."""

    name: str
    total: int
    home: int
    """Number of them after a decision of home."""
    away: int
    percent: int


@dataclass(frozen=True, slots=True)
class Report:
    moments: list[Moment]
    places: list[Place]
    heat: SafeString
    dice: list[tuple[str, list[fair_dice.Die]]]
    """The side (``home``, ``away``, empty: neither, as a toss) and its rows of ``fair_dice``."""
    kicks: list[tuple[SeatName, list[bool]]]
    """The shootout by seat: for each kick in order whether it was scored; empty without one."""

    @property
    def rolls(self) -> int:
        return sum(die.rolls for _seat, dice in self.dice for die in dice)

    @property
    def usual(self) -> bool:
        """Return whether the dice are as uneven as fair ones are in nineteen of twenty matches."""
        return fair_dice.within_chance([die for _seat, dice in self.dice for die in dice])


def report_of(match: Match, lang: str, names: dict[SeatName, str]) -> Report:
    """Return the report of ``match`` as far as it is public now, in one language."""
    game: Game[Any] = engines.get(match.game)
    moments: list[Moment] = []
    balls: Counter[str] = Counter()
    by: dict[str, Counter[str]] = {seat: Counter() for seat in SEATS}
    rolls: dict[str, Counter[str]] = {"home": Counter(), "away": Counter(), "": Counter()}
    before: Any = None  # the view before the decision: a goal may end the period, and with it the minute
    for step in steps(match):
        if step.undone:
            continue
        clock = game.clock(before or step.view)
        before = step.view
        for line in step.commentary(game):
            if line["kind"] in TOLD:
                moments.append(_moment(step.v, line, clock, step.view.get("score"), lang, names))
        for seat, name in fair_dice.named_rolls(step.events):
            rolls[seat or ""][name] += 1
        ball = game.scene(step.view)["ball"]
        if ball is not None and step.move is not None and not step.ruling:
            balls[ball["cell"]] += 1
            if step.seat in by:
                by[step.seat][ball["cell"]] += 1
    geometry = game.geometry()
    everywhere = balls.total() or 1
    places = [
        Place(
            say(geometry["cells"][cell]["name"], lang, names) if cell in geometry["cells"] else cell,
            n,
            by["home"][cell],
            by["away"][cell],
            round(100 * n / everywhere),
        )
        for cell, n in balls.most_common()
    ]
    dice = [(seat, fair_dice.table(counts)) for seat, counts in rolls.items()]
    shootout = (before or {}).get("shootout") or {}
    kicks = [(seat, [bool(kick) for kick in shootout[seat]]) for seat in SEATS if isinstance(shootout.get(seat), list)]
    told_dice = [die for die in dice if die[1]]
    return Report(
        moments, places, heat_map(geometry, balls, lang), told_dice, kicks if any(k for _, k in kicks) else []
    )


def _moment(
    v: int, line: Line, clock: Clock, score: Any, lang: str, names: dict[SeatName, str]
) -> Moment:  # a score by seat
    minute, turn = clock.get("minute"), clock.get("turn")
    when = f"{minute}′" if minute else str(turn or "")
    goals = f"{score['home']}–{score['away']}" if line["kind"] != "card" and score else ""
    return Moment(v, line["kind"], line.get("seat"), when, say(line["text"], lang, names), goals)


def heat_map(geometry: Geometry, balls: Counter[str], lang: str) -> SafeString:
    """Draw the empty board with each cell tinted by its share of ``balls``.

    Shares are relative to the most visited cell. A tall board is laid on its side, so that home attacks to the right in
    every game.
    """
    drawn = render(geometry, {"pieces": [], "ball": None, "notes": []}, lang, mini=True)
    most = max(balls.values(), default=1)
    tints = [
        f'<rect class="heat" x="{cell["x"]:g}" y="{cell["y"]:g}" width="{cell["w"]:g}" height="{cell["h"]:g}"'
        f' fill-opacity="{0.12 + 0.78 * balls[name] / most:.2f}"/>'
        for name, cell in geometry["cells"].items()
        if balls[name]
    ]
    # Nothing in it comes from outside: numbers of the geometry and of the count.
    tinted = drawn.removesuffix("</svg>") + "".join(tints) + "</svg>"
    _x, _y, width, height = geometry["view_box"]
    return mark_safe(lying(tinted, geometry["view_box"]) if height > width else tinted)


def lying(drawn: str, box: tuple[float, float, float, float]) -> str:
    """Lay the small drawing of a tall board on its side: home then attacks to the right."""
    inside = drawn[drawn.index(">") + 1 : -len("</svg>")]
    turned = f'<g transform="translate({box[3]:g} 0) rotate(90)">{inside}</g>'
    return f'<svg class="pitch lying" viewBox="0 0 {box[3]:g} {box[2]:g}" data-mini aria-hidden="true">{turned}</svg>'
