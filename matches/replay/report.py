"""The report of a match from its log: a position of it, highlights, places of the ball, dice. One code for every game.

The heat map is drawn on the server over the game's own board: each cell of its geometry is tinted by how many decisions
ended with the ball there; the table beside it has the same numbers.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString, mark_safe

import engines
from engines.core import highlights
from engines.core.drawing import Clock, Geometry, Line
from engines.core.game import Game
from engines.core.highlights import Highlight
from engines.core.seats import SEATS, Event
from engines.core.seats import Seat as SeatName
from engines.core.svg import render
from engines.core.text import say, sentence
from matches.codes import UNDO
from matches.models import Match
from matches.replay import fair_dice
from matches.replay.playback import Step, steps
from matches.verbs.resuming import secrets_are_out


@dataclass(frozen=True, slots=True)
class Moment:
    """One line of the timeline: a highlight, or the end of a period."""

    v: int
    kind: str
    seat: str | None
    when: str
    """The minute or the turn, as the game counts; empty if it counts neither."""
    words: str
    details: list[str]
    score: str
    """The score after a goal and at the end of a period; empty otherwise."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The position that the page begins with."""

    v: int
    when: str
    words: str
    board: SafeString


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
    shown: Shown | None
    """None before the kick-off."""
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


def report_of(match: Match, lang: str, names: dict[SeatName, str], v: int | None = None) -> Report:
    """Return the report of ``match`` as far as it is public now, in one language.

    It shows the position after ``v`` moves, the last one for None or a number that the match does not have.
    """
    game: Game[Any] = engines.get(match.game)
    timeline = _Timeline(game, match, lang, names)
    balls: Counter[str] = Counter()
    by: dict[str, Counter[str]] = {seat: Counter() for seat in SEATS}
    rolls: dict[str, Counter[str]] = {"home": Counter(), "away": Counter(), "": Counter()}
    shown: Step | None = None
    before: Step | None = None
    last: Step | None = None
    for step in steps(match):
        if shown is None or shown.v != v:
            before, shown = shown, step
        if step.undone:
            continue
        last = step
        timeline.add(step)
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
    shootout = (last.view if last else {}).get("shootout") or {}
    kicks = [(seat, [bool(kick) for kick in shootout[seat]]) for seat in SEATS if isinstance(shootout.get(seat), list)]
    return Report(
        None if shown is None else _shown(game, match, shown, before, lang, names),
        timeline.moments,
        places,
        heat_map(geometry, balls, lang),
        [die for die in dice if die[1]],
        kicks if any(k for _, k in kicks) else [],
    )


def _shown(
    game: Game[Any], match: Match, step: Step, before: Step | None, lang: str, names: dict[SeatName, str]
) -> Shown:
    """Draw a step as the page's script does: a goal by the position in which it was scored."""
    lines = step.told(game, over=secrets_are_out(match))
    words = in_one([sentence(line["text"], lang, names) for line in lines])
    view = before.view if before and step.scores(game) else step.view
    board = mark_safe(render(game.geometry(), game.scene(view), lang, names))  # escaped where it is drawn
    return Shown(step.v, when(game.clock(view)), words, board)


def in_one(sentences: list[str]) -> str:
    """Put sentences without a full stop one after the other."""
    return " ".join(told if told.endswith(("!", "?", ".")) else f"{told}." for told in sentences)


class _Timeline:
    """The highlights of a match and the ends of its periods, step by step."""

    def __init__(self, game: Game[Any], match: Match, lang: str, names: dict[SeatName, str]) -> None:
        self.game, self.lang, self.names = game, lang, names
        # Events of rules that today's do not continue may lack what today's highlights read.
        self.highlight = game.highlight if game.plays(match.rules_version) else highlights.highlight
        self.moments: list[Moment] = []
        self._so_far: list[Event] = []
        self._before: dict[str, Any] | None = None
        """The view before the decision: a goal may end the period, and with it the minute."""

    def add(self, step: Step) -> None:
        if step.move is not None and "wire" in step.move and step.move["type"] != UNDO:
            self._so_far.clear()  # another position was put on the board
        at = when(self.game.clock(self._before or step.view))
        told: list[Highlight] = []
        for event in step.events:
            self._so_far.append(event)
            highlight = self.highlight(self._so_far)
            if highlight is not None:
                told.append(highlight)
        scores = self._scores(step, told)
        for highlight, score in zip(told, scores, strict=True):
            details = [say(detail, self.lang, self.names) for detail in highlight.details]
            words = sentence(highlight.text, self.lang, self.names)
            self.moments.append(Moment(step.v, highlight.kind, highlight.seat, at, words, details, score))
        for line in self._ends(step)[-1:]:  # the end of a match is that of its last period
            words = sentence(line["text"], self.lang, self.names)
            self.moments.append(Moment(step.v, "end", None, at, words, [], _goals(step.view.get("score"))))
        self._before = step.view

    def _ends(self, step: Step) -> list[Line]:
        ends = [line for line in step.commentary(self.game) if line["kind"] == "end"]
        periods = [event for event in step.events if event["type"] == "period_end"]
        return ends or self.game.commentary(periods)

    def _scores(self, step: Step, told: list[Highlight]) -> list[str]:
        """Return the score after each of ``told``, which the step's own ends with; empty after what is no goal."""
        score = dict(step.view.get("score") or {})
        written: list[str] = []
        for highlight in reversed(told):
            written.append(_goals(score) if highlight.kind == "goal" else "")
            if highlight.kind == "goal" and highlight.seat in score:
                score[highlight.seat] -= 1
        return written[::-1]


def when(clock: Clock) -> str:
    """Return the minute, with its stoppage, or the turn; empty in a game that counts neither."""
    if not clock.get("minute"):
        return str(clock.get("turn") or "")
    return f"{clock['minute']}+{clock['stoppage']}′" if clock.get("stoppage") else f"{clock['minute']}′"


def _goals(score: Any) -> str:  # a score by seat
    return f"{score['home']}–{score['away']}" if score else ""


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
