"""The review of a match as its page shows it, from the stored row: a line, an account, turning points, mistakes."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from django.utils.safestring import SafeString, mark_safe

import engines
from engines import values
from engines.core.drawing import Choice, Geometry, Line, Scene
from engines.core.game import Game
from engines.core.seats import SEATS
from engines.core.seats import Seat as SeatName
from engines.core.svg import render
from engines.core.text import sentence
from engines.review import MISTAKE, swings
from matches.log import rows_of
from matches.models import Match, Review
from matches.replay import playback
from matches.verbs.reviews import SHOWN, Step, sides_of, steps_of
from matches.words import reviews as words

TURNING_POINTS: Final = 3
DRIFT: Final = 0.05
"""Drift of a match from which its account is called an estimate, beside what is said of fitted values anyhow."""
LEAST_ROLLS: Final = 5
WIDE: Final = (720, 240)
NARROW: Final = (340, 210)
LEFT: Final = 40
FOOT: Final = 26
LETTER: Final = 8
"""Width of a letter of a label in units of the drawing, and the height of its line."""
LINE: Final = 14
ABOVE: Final = -10
UNDER: Final = 20
MOST_ROWS: Final = 40
"""Rows of the table beside the line, goals and turning points aside."""


class Moment(NamedTuple):
    """One version of the match in the table beside the line."""

    v: int
    when: str
    value: float
    """Home's points of a hundred."""
    goal: str
    score: str
    words: str


@dataclass(frozen=True, slots=True)
class Post:
    """One line of the account, in points of a hundred; those of a side add up to its result."""

    key: str
    home: float
    away: float


@dataclass(frozen=True, slots=True)
class Goal:
    x: float
    y: float
    seat: str
    score: str
    dy: int | None
    """From the point down to the foot of its label; None where two others leave no room for it."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """The line as numbers for a template; one for wide places and one for narrow ones."""

    look: str
    width: int
    height: int
    line: str
    area: str
    goals: list[Goal]
    turns: list[tuple[float, float, int]]
    """Point and number of each turning point."""
    levels: list[tuple[int, float]]
    ticks: list[tuple[str, float]]

    @property
    def foot(self) -> int:
        return self.height - 8


@dataclass(frozen=True, slots=True)
class Mistake:
    v: int
    """Version after the move; the position is that of ``before``."""
    before: int
    when: str
    error: float
    """Points of a hundred that it lost."""
    played: str
    better: str
    why: str
    facts: list[words.Fact]
    board: SafeString


@dataclass(frozen=True, slots=True)
class Turn:
    number: int
    v: int
    when: str
    before: float
    after: float
    seat: str
    """The side that gained."""
    words: str


@dataclass(frozen=True, slots=True)
class Side:
    """One side's figures and mistakes."""

    seat: SeatName
    luck: float
    error: float
    decisions: int
    accuracy: int | None
    """Share of its decisions that were sound, in per cent; None without any."""
    mistakes: list[Mistake]
    large: int
    """Number of its decisions that lost as much as a mistake by the first judgement."""


@dataclass(frozen=True, slots=True)
class ShownReview:
    drawings: list[Drawing]
    moments: list[Moment]
    account: list[Post]
    turns: list[Turn]
    sides: list[Side]
    card: values.Card
    rolls: bool
    """Dice decide enough for an account of luck; a game with a roll or two has none worth counting."""
    drift: float
    """Points of a hundred that neither dice nor decisions explain."""
    is_estimate: bool
    cut: str
    """Says how far the review goes if that is not to the end; empty otherwise."""


def in_language(match: Match, review: Review, lang: str, names: dict[SeatName, str]) -> ShownReview:
    """Return the review of ``match``, which is done, in one language. Two queries at most."""
    game: Game[Any] = engines.get(match.game)
    steps = steps_of(review)
    line = [step.value for step in steps]
    turning = swings(line, TURNING_POINTS)
    sentences = _sentences_at(match, game, [steps[at].v for at in turning], lang, names)
    turns = [_turn(number, steps[at - 1], steps[at], sentences) for number, at in enumerate(turning, 1)]
    card = values.card(match.game)
    drift = sum(step.drift for step in steps)
    return ShownReview(
        drawings=[_drawing("wide-only", WIDE, steps, turns), _drawing("narrow", NARROW, steps, turns)],
        moments=_moments(steps, turns),
        account=account(match, steps),
        turns=turns,
        sides=[_side(game, review, steps, seat, lang, names) for seat in SEATS],
        card=card,
        rolls=sum(bool(step.home_luck or step.away_luck) for step in steps) >= LEAST_ROLLS,
        drift=100 * drift,
        is_estimate=card.kind != "solved" or abs(drift) > DRIFT,
        cut="" if len(steps) > match.version else words.cut_words(len(steps) - 1, match.version),
    )


# ── the account ──
def account(match: Match, steps: Sequence[Step]) -> list[Post]:
    """Return the account of a match: each side's posts add up to its result, to the digit that is shown."""
    first = steps[0]
    luck = {"home": sum(step.home_luck for step in steps), "away": sum(step.away_luck for step in steps)}
    errors = {seat: sum(s.error for s in steps if s.seat == seat and not s.resigned) for seat in SEATS}
    given_up = {seat: sum(s.error for s in steps if s.seat == seat and s.resigned) for seat in SEATS}
    drift = sum(step.drift for step in steps)
    result = result_of(match)
    posts = [
        ("start", first.value - first.toss_luck),
        ("toss", sum(step.toss_luck for step in steps)),
        ("home_luck", luck["home"]),
        ("away_luck", luck["away"]),
        ("home_errors", -errors["home"]),
        ("away_errors", errors["away"]),
        ("resigned", given_up["away"] - given_up["home"]),
        ("drift", drift),
        ("decided", result - steps[-1].value),
    ]
    lines, exact, sum_shown = [], 0.0, 0.0
    for key, amount in posts:
        # Rounding what has been added so far, not the post, makes what is shown add up.
        exact += amount
        rounded = round(100 * exact, 1) - sum_shown
        sum_shown += rounded
        rounded = round(rounded, 1)
        if rounded or key in ("start", "home_luck", "away_luck", "home_errors", "away_errors"):
            lines.append(Post(key, rounded, round(100 - rounded, 1) if key == "start" else -rounded or 0.0))
    return [*lines, Post("result", round(100 * result, 1), round(100 - 100 * result, 1))]


def result_of(match: Match) -> float:
    """Return home's points of a finished match by its leg's terms."""
    winner = (match.result or {}).get("winner")
    return 0.5 if winner is None else float(winner == "home")


# ── turning points and moments ──
def _sentences_at(
    match: Match, game: Game[Any], versions: Sequence[int], lang: str, names: dict[SeatName, str]
) -> dict[int, str]:
    """Return what happened at each of ``versions``, as the commentary tells it; else the choice in its own words."""
    rows = {row.seq: row for row in rows_of(match) if row.seq in versions}
    lines_at = {v: game.commentary(row.events) for v, row in rows.items()}
    if not all(lines_at.values()):  # replays the match
        lines_at |= {step.v: step.choice(game) for step in playback.steps(match) if lines_at.get(step.v) == []}
    return {
        v: " · ".join(sentence(line["text"], lang, names) for line in _heart(lines)) for v, lines in lines_at.items()
    }


def _heart(lines: Sequence[Line]) -> Sequence[Line]:
    """Return the play up to the first goal: kick-offs, whistles and notes around it say nothing of the turn."""
    goal = next((at for at, line in enumerate(lines) if line["kind"] == "goal"), len(lines))
    return [line for line in lines[: goal + 1] if line["kind"] not in ("note", "whistle")] or lines


def _turn(number: int, before: Step, after: Step, rounded: Mapping[int, str]) -> Turn:
    gained = "home" if after.value > before.value else "away"
    return Turn(number, after.v, after.when, 100 * before.value, 100 * after.value, gained, rounded.get(after.v, ""))


def _moments(steps: Sequence[Step], turns: Sequence[Turn]) -> list[Moment]:
    """Return the rows of the table: every so many versions, and every goal and turning point."""
    every = max(1, -(-len(steps) // MOST_ROWS))
    words_by_version = {turn.v: turn.words for turn in turns}
    last = len(steps) - 1
    return [
        Moment(step.v, step.when, 100 * step.value, step.goal, step.score, words_by_version.get(step.v, ""))
        for at, step in enumerate(steps)
        if at % every == 0 or at == last or step.goal or step.v in words_by_version
    ]


def _drawing(look: str, size: tuple[int, int], steps: Sequence[Step], turns: Sequence[Turn]) -> Drawing:
    width, height = size
    ground, span = height - FOOT, max(1, steps[-1].v)

    def x(v: int) -> float:
        return round(LEFT + v / span * (width - LEFT - 12), 1)

    def y(value: float) -> float:
        return round(8 + (1 - value) * (ground - 8), 1)

    points = [(x(step.v), y(step.value)) for step in steps]
    line = "M" + "L".join(f"{at} {high}" for at, high in points)
    middle = y(0.5)
    by_v = {step.v: step for step in steps}
    last_label, ticks, free = "", [], float(LEFT)
    label_steps = max(1, len(steps) // (6 if look == "narrow" else 10))
    for step in steps[label_steps::label_steps]:
        half = LETTER * len(step.when) / 2
        if step.when and step.when != last_label and free <= x(step.v) - half and x(step.v) + half <= width:
            last_label, free = step.when, x(step.v) + half + LETTER
            ticks.append((step.when, x(step.v)))
    return Drawing(
        look=look,
        width=width,
        height=height,
        line=line,
        area=f"{line}L{points[-1][0]} {middle}L{points[0][0]} {middle}z",
        goals=_goals([(x(step.v), y(step.value), step) for step in steps if step.goal]),
        turns=[(x(turn.v), y(by_v[turn.v].value), turn.number) for turn in turns],
        levels=[(percent, y(percent / 100)) for percent in (0, 25, 50, 75, 100)],
        ticks=ticks,
    )


def _goals(points: Sequence[tuple[float, float, Step]]) -> list[Goal]:
    """Return the goals with their labels: above the point or under it, wherever no label before lies."""
    goals: list[Goal] = []
    labels: list[tuple[float, float, float]] = []
    for x, y, step in points:
        half = LETTER * len(step.score) / 2
        places = (UNDER, ABOVE) if step.value > 0.8 else (ABOVE, UNDER)
        room = [
            dy
            for dy in places
            if not any(abs(x - at) < half + wide and abs(y + dy - foot) < LINE for at, foot, wide in labels)
        ]
        if room:
            labels.append((x, y + room[0], half))
        goals.append(Goal(x, y, step.goal, step.score, room[0] if room else None))
    return goals


# ── a side and its mistakes ──
def _side(
    game: Game[Any], review: Review, steps: Sequence[Step], seat: SeatName, lang: str, names: dict[SeatName, str]
) -> Side:
    figures = next(row for row in sides_of(review) if row.side == seat)
    confirmed = [mistake for mistake in review.mistakes if mistake["seat"] == seat and mistake["confirmed"]][:SHOWN]
    by_v = {step.v: step for step in steps}
    mistakes = [_mistake(game, by_v[mistake["v"]], mistake, lang, names) for mistake in confirmed]
    return Side(
        seat,
        100 * figures.luck,
        100 * figures.error,
        figures.decisions,
        round(100 * figures.sound / figures.decisions) if figures.decisions else None,
        sorted(mistakes, key=lambda mistake: mistake.v),
        sum(step.error >= MISTAKE for step in steps if step.seat == seat and not step.resigned),
    )


def _mistake(game: Game[Any], step: Step, stored: Mapping[str, Any], lang: str, names: dict[SeatName, str]) -> Mistake:
    view, seat = stored["view"], stored["seat"]
    played, better = game.choices(view, seat, [stored["played"], stored["better"]])
    return Mistake(
        v=step.v,
        before=step.v - 1,
        when=step.when,
        error=100 * min(step.error, stored["gap"]),
        played=_label(game, view, played, lang, names),
        better=_label(game, view, better, lang, names),
        why=words.reason(stored["of_played"], stored["of_better"]),
        facts=words.facts(stored["of_played"], stored["of_better"]),
        board=marked_board(game, game.scene(view), better, played, stored["of_better"]["ball"], lang, names),
    )


def _label(game: Game[Any], view: dict[str, Any], choice: Choice, lang: str, names: dict[SeatName, str]) -> str:
    """Return a choice in words: its button's, with the piece that it picks up."""
    label = sentence(choice["label"], lang, names)
    piece = next(
        (piece_drawn for piece_drawn in game.scene(view)["pieces"] if piece_drawn["id"] == choice["pick"]), None
    )
    return label if piece is None else f"{sentence(piece['name'], lang, names)}: {label[:1].lower()}{label[1:]}"


# ── the board with a move on it ──
def marked_board(
    game: Game[Any],
    scene: Scene,
    better: Choice,
    played: Choice,
    lands: Mapping[str, float],
    lang: str,
    names: dict[SeatName, str],
) -> SafeString:
    """Draw a position with the better move as an arrow, the one played as a dashed one.

    A move without a target (a roll) tints the cells where the ball then is, by their chances.
    """
    geometry = game.geometry()
    drawn = re.sub(r' id="[^"]*"', "", render(geometry, scene, lang, names, mini=True))
    marks = []
    if better["to"] is None:
        marks += [
            f'<rect class="heat" {_box(geometry, cell)} fill-opacity="{0.15 + 0.6 * chance:.2f}"/>'
            for cell, chance in lands.items()
            if cell in geometry["cells"]
        ]
    for choice, kind in ((played, "played"), (better, "better")):
        if choice["to"] in geometry["cells"]:
            marks.append(f'<rect class="{kind} cell" {_box(geometry, choice["to"])}/>')
            start = _start(scene, choice)
            if start is not None:
                marks.append(_arrow(kind, start, _middle(geometry, choice["to"])))
    # Numbers and cells of the geometry only: nothing in it comes from outside.
    return mark_safe(drawn.removesuffix("</svg>") + "".join(marks) + "</svg>")


def _box(geometry: Geometry, name: str) -> str:
    cell = geometry["cells"][name]
    return f'x="{cell["x"]:g}" y="{cell["y"]:g}" width="{cell["w"]:g}" height="{cell["h"]:g}"'


def _middle(geometry: Geometry, name: str) -> tuple[float, float]:
    cell = geometry["cells"][name]
    return cell["x"] + cell["w"] / 2, cell["y"] + cell["h"] / 2


def _start(scene: Scene, choice: Choice) -> tuple[float, float] | None:
    """Return where the arrow of a choice begins: its piece, else the ball."""
    for piece in scene["pieces"]:
        if piece["id"] == choice["pick"]:
            return piece["x"], piece["y"]
    ball = scene["ball"]
    return None if ball is None or choice["pick"] not in ("ball", None) else (ball["x"], ball["y"])


def _arrow(kind: str, start: tuple[float, float], end: tuple[float, float]) -> str:
    """Draw an arrow as a line and a head, in units of the board."""
    (x1, y1), (x2, y2) = start, end
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    if length < 1:
        return ""
    dx, dy, head = (x2 - x1) / length, (y2 - y1) / length, min(26.0, length / 2)
    bx, by = x2 - dx * head, y2 - dy * head
    wing = head * 0.55
    tip = f"M{x2:.0f} {y2:.0f}L{bx - dy * wing:.0f} {by + dx * wing:.0f}L{bx + dy * wing:.0f} {by - dx * wing:.0f}z"
    return f'<path class="{kind} shaft" d="M{x1:.0f} {y1:.0f}L{bx:.0f} {by:.0f}"/><path class="{kind} tip" d="{tip}"/>'
