"""The board of a puzzle or of a position, with its question, choices and the reasons after an answer, for a page."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from django.urls import NoReverseMatch, reverse
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

import engines
from engines.core.drawing import Choice, Scene
from engines.core.game import Game
from engines.core.moves import Move
from engines.core.seats import Seat
from engines.core.text import say, sentence
from engines.puzzles import FORCED_GOAL, SCALE, SOLVED, answers, forced
from league.puzzles.models import Puzzle
from matches.pages.table import language, shape, still_board
from matches.words import catalogue

HINTS: Final = ("brings", "odds", "danger", "usual", "stake", "threat", "key")
"""Parts of a choice that say how good it is, or make its button the first or the coloured one: they would solve it."""

SEEN: Final = 0.05
"""Least difference of two chances that is worth a sentence."""


class Position:
    """A position and who decides in it."""

    def __init__(self, line: str, seat: Seat | None = None) -> None:
        """Read ``line``; without ``seat``, the first who is to act decides. Raises EngineError."""
        self.line = line
        self.game: Game[Any] = engines.get(line.partition("/")[0])
        self.state = self.game.from_position(line)
        acting = self.game.to_act(self.state)
        self.seat: Seat = seat or (acting[0] if acting else "home")
        self.view = self.game.view(self.state, self.seat)

    @cached_property
    def moves(self) -> Sequence[Move]:
        return self.game.legal(self.state, self.seat)

    @cached_property
    def labels(self) -> dict[str, str]:
        """Return the words of each move by its notation, told apart where the words are alike."""
        choices = self.game.choices(self.view, self.seat, self.moves)
        notations = [self.game.notation(move) for move in self.moves]
        words = [sentence(choice["label"], language()) for choice in choices]
        alike = Counter(words)
        return {
            notation: label if alike[label] == 1 else f"{label} ({notation})"
            for notation, label in zip(notations, words, strict=True)
        }

    def find(self, notation: str) -> Move | None:
        return next((move for move in self.moves if self.game.notation(move) == notation), None)

    def script(self) -> dict[str, Any]:
        """Return what the page's script needs to let somebody choose."""
        choices: list[Choice] = self.game.choices(self.view, self.seat, self.moves)
        bare = [{key: value for key, value in choice.items() if key not in (*HINTS, "move")} for choice in choices]
        for choice, move in zip(bare, self.moves, strict=True):
            choice["answer"] = self.game.notation(move)
        return {"scene": self.game.scene(self.view), "choices": bare, "turned": self.seat == "away"}

    def context(self) -> dict[str, Any]:  # a template's context
        geometry = self.game.geometry()
        scene = self.game.scene(self.view)
        score = self.view["score"]
        return {
            "game": self.game,
            "board": still_board(self.game, scene, {}),
            "shape": shape(geometry["view_box"]),
            "geometry": {key: value for key, value in geometry.items() if key != "shapes"},
            "words_url": reverse("matches:words", args=[language(), catalogue.mark(language())]),
            "seat": self.seat,
            "score": score,
            "clock": self.game.clock(self.view),
            "prompt": say(self.game.prompt(self.view, self.seat), language()),
            "notes": [sentence(note, language()) for note in scene["notes"]],
            "described": [sentence(words, language()) for words in self.game.describe(self.view)],
            "moves": self.labels,
            "board_url": board_url(self.line),
        }


def board_url(line: str) -> str:
    """Return the address of the analysis board for a position; empty where there is none."""
    try:
        return f"{reverse('analysis:board')}?{urlencode({'position': line})}"
    except NoReverseMatch:
        return ""


def small_board(line: str) -> SafeString:
    """Draw a position for a card."""
    position = Position(line)
    return still_board(position.game, position.game.scene(position.view), {}, mini=True)


@dataclass(frozen=True)
class Shown:
    """One position of a line that is shown, with its sentence."""

    words: str
    scene: Scene
    board: SafeString


@dataclass(frozen=True)
class Row:
    """A line of the table of chances."""

    label: str
    ball: str
    goal: str
    less: str
    is_answer: bool
    is_solution: bool


@dataclass(frozen=True)
class Reason:
    """Why an answer is right or wrong: a sentence, a line of positions, the chances of moves, figures on the board."""

    right: bool
    why: str
    steps: list[Shown]
    rows: list[Row]
    figures: dict[str, str]
    """Cell -> chance, to be shown on the board."""
    best: str | None = None
    """The cell of the best move, if it has one."""
    keeps: bool = True
    """The solver has the ball before the move: it is kept, else won."""
    in_points: bool = False
    """The rows' last column is points of a hundred, else goals."""


def reason(puzzle: Puzzle, position: Position, move: Move) -> Reason:
    """Return why ``move`` is right or wrong."""
    right = position.game.notation(move) == puzzle.solution
    if puzzle.kind == FORCED_GOAL:
        return _forced(position, move, right)
    return _judged(puzzle, position, move, right)


def _forced(position: Position, move: Move, right: bool) -> Reason:
    game, state, seat = position.game, position.state, position.seat
    if right:
        steps = answers.solution(game, state, seat, move)
        replied = any(step.seat != seat for step in steps)
        sentence = _("Whatever the opponent does, you score.") if replied else _("You score with your next move.")
    else:
        steps = forced.refute(game, state, seat, move)
        replied = any(step.seat != seat for step in steps)
        sentence = _("The opponent has an answer: see the board.") if replied else _("After it you cannot score next.")
    scenes = [_scene_with_words(game, _("The position"), game.scene(position.view))]
    before = state
    for step in steps:
        scenes.append(
            _scene_with_words(game, _step_sentences(game, before, step), game.scene(game.view(step.state, seat)))
        )
        before = step.state
    return Reason(right, sentence, scenes, [], {})


def _scene_with_words(game: Game[Any], words: str, scene: Scene) -> Shown:
    return Shown(words, scene, still_board(game, scene, {}))


def _step_sentences(game: Game[Any], before: Any, step: forced.Step) -> str:  # any game's position
    """Return the sentences of a decision; where it has none (a ball that is held), the words of its choice."""
    lines = game.commentary(step.events)[:3]
    if lines:
        return ". ".join(sentence(line["text"], language()) for line in lines)
    (choice,) = game.choices(game.view(before, step.seat), step.seat, [step.move])
    return sentence(choice["label"], language())


def _judged(puzzle: Puzzle, position: Position, move: Move, right: bool) -> Reason:
    game, state, seat = position.game, position.state, position.seat
    listed = answers.chances(game, state, seat, tuple(puzzle.worths), move)
    best = max(listed, key=lambda chance: chance.worth)
    own = next(chance for chance in listed if chance.move == move)
    keeps = bool(position.view["attacking"] == seat)
    labels = position.labels
    rows = [
        Row(
            labels[game.notation(chance.move)],
            _share(chance, chance.ball),
            _share(chance, chance.goal),
            f"−{_more(game, best, chance)}" if chance is not best else "",
            chance.move == move,
            chance is best,
        )
        for chance in listed
    ]
    choices = game.choices(position.view, seat, [chance.move for chance in listed])
    figures = {
        choice["to"]: _share(chance, chance.ball)
        for choice, chance in zip(choices, listed, strict=True)
        if choice["to"] is not None
    }
    sentence = _reason_right(best, keeps) if right else _reason_wrong(game, own, best, keeps)
    aimed = next((choice["to"] for choice, chance in zip(choices, listed, strict=True) if chance is best), None)
    return Reason(right, sentence, [], rows, figures, aimed, keeps, game.slug in SOLVED)


def _share(chance: answers.Chance, share: float) -> str:
    """Return a chance as faces of its die, or in per cent."""
    return f"{chance.faces(share)}/{chance.of}" if chance.of else f"{share:.0%}"


def _more(game: Game[Any], best: answers.Chance, other: answers.Chance) -> str:
    """Return how much more the best move is worth: points of a hundred, or goals."""
    more = (best.worth - other.worth) / SCALE
    return f"{100 * more:.0f}" if game.slug in SOLVED else f"{more:.2f}"


def _reason_right(best: answers.Chance, keeps: bool) -> str:
    if best.of and not keeps:
        return _("%(n)d of %(of)d rolls win the ball.") % {"n": best.faces(best.ball), "of": best.of}
    if best.of:
        return _("%(n)d of %(of)d rolls keep the ball.") % {"n": best.faces(best.ball), "of": best.of}
    return _("No other move comes near it.")


def _reason_wrong(game: Game[Any], own: answers.Chance, best: answers.Chance, keeps: bool) -> str:
    """Return the difference that people see first: a goal at once, else the ball, else the worth."""
    ball, goal = best.ball - own.ball, best.goal - own.goal
    if goal >= SEEN:
        shares = {"own": f"{own.goal:.0%}", "best": f"{best.goal:.0%}"}
        return _("You score at once in %(own)s, with the best move in %(best)s.") % shares
    if ball >= SEEN and own.of and own.of == best.of:
        values = {"n": own.faces(own.ball), "m": best.faces(best.ball), "of": own.of}
        if keeps:
            return _("%(n)d of %(of)d rolls keep the ball; the best move keeps it with %(m)d.") % values
        return _("%(n)d of %(of)d rolls win the ball; the best move wins it with %(m)d.") % values
    if ball >= SEEN:
        shares = {"own": f"{own.ball:.0%}", "best": f"{best.ball:.0%}"}
        if keeps:
            return _("You keep the ball in %(own)s, with the best move in %(best)s.") % shares
        return _("You win the ball in %(own)s, with the best move in %(best)s.") % shares
    gap = {"gap": _more(game, best, own)}
    if game.slug in SOLVED:
        return _("The best move is worth %(gap)s points more: a win is 100, a draw 50.") % gap
    return _("The best move is worth %(gap)s goals more: it leads to a better position.") % gap
