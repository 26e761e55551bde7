"""The question of a puzzle or of a position, and the reasons after an answer. Pure: a browser without a server runs it.

Its sentences are message ids: a page says them by its own catalogue, ``SENTENCES`` lists them.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, Protocol

import engines
from engines.core.drawing import Choice, Scene
from engines.core.game import Game
from engines.core.moves import Move
from engines.core.seats import Seat
from engines.core.text import Text
from engines.puzzles import FORCED_GOAL, SCALE, SOLVED, answers, forced


def _(msgid: str) -> str:
    """Mark a sentence for the extractor, and leave it as it is."""
    return msgid


HINTS: Final = ("brings", "odds", "danger", "usual", "stake", "threat", "key")
"""Parts of a choice that say how good it is, or make its button the first or the coloured one: they would solve it."""

SEEN: Final = 0.05
"""Least difference of two chances that is worth a sentence."""


SENTENCES: Final = (
    FORCES_A_GOAL := _("One move forces a goal in two. Which?"),
    WHICH_DIE := _("Which die, or which move, is best?"),
    WHICH_MOVE := _("Which move is best?"),
    FIRST := _("The position"),
    SCORES_AT_LAST := _("Whatever the opponent does, you score."),
    SCORES_NEXT := _("You score with your next move."),
    IS_ANSWERED := _("The opponent has an answer: see the board."),
    SCORES_NOT := _("After it you cannot score next."),
    WINS := _("{n} of {of} rolls win the ball."),
    KEEPS := _("{n} of {of} rolls keep the ball."),
    STANDS_OUT := _("No other move comes near it."),
    SCORES_LESS := _("You score at once in {own}, with the best move in {best}."),
    KEEPS_LESS := _("{n} of {of} rolls keep the ball; the best move keeps it with {m}."),
    WINS_LESS := _("{n} of {of} rolls win the ball; the best move wins it with {m}."),
    KEEPS_LESS_OFTEN := _("You keep the ball in {own}, with the best move in {best}."),
    WINS_LESS_OFTEN := _("You win the ball in {own}, with the best move in {best}."),
    POINTS_LESS := _("The best move is worth {gap} points more: a win is 100, a draw 50."),
    GOALS_LESS := _("The best move is worth {gap} goals more: it leads to a better position."),
)
"""Every sentence of a question or a reason; ``{name}`` stands for a value."""


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
    def choices(self) -> Sequence[Choice]:
        return self.game.choices(self.view, self.seat, self.moves)

    def find(self, notation: str) -> Move | None:
        return next((move for move in self.moves if self.game.notation(move) == notation), None)

    def labelled(self, say: Callable[[Text], str]) -> dict[str, str]:
        """Return the words of each move by its notation, as ``say`` has them, told apart where they are alike."""
        notations = [self.game.notation(move) for move in self.moves]
        words = [say(choice["label"]) for choice in self.choices]
        alike = Counter(words)
        return {
            notation: label if alike[label] == 1 else f"{label} ({notation})"
            for notation, label in zip(notations, words, strict=True)
        }

    def script(self) -> dict[str, Any]:
        """Return what the page's script needs to let somebody choose."""
        bare = [{key: value for key, value in choice.items() if key not in (*HINTS, "move")} for choice in self.choices]
        for choice, move in zip(bare, self.moves, strict=True):
            choice["answer"] = self.game.notation(move)
        return {"scene": self.game.scene(self.view), "choices": bare, "turned": self.seat == "away"}


def task_of(kind: str, theme: str) -> str:
    """Return the question of a puzzle, one of ``SENTENCES``."""
    if kind == FORCED_GOAL:
        return FORCES_A_GOAL
    return WHICH_DIE if theme == "die" else WHICH_MOVE


class Asked(Protocol):
    """A puzzle as a reason needs it: a row of the site's, or one of ``engines.puzzles``."""

    @property
    def kind(self) -> str: ...
    @property
    def solution(self) -> str: ...
    @property
    def worths(self) -> Sequence[int]: ...


@dataclass(frozen=True)
class Step:
    """One position of a line that is shown: its sentences, of the engines or ``FIRST``."""

    words: Sequence[Text]
    scene: Scene


@dataclass(frozen=True)
class Row:
    """A line of the table of chances."""

    move: str
    """In notation."""
    ball: str
    goal: str
    less: str
    is_answer: bool
    is_solution: bool


@dataclass(frozen=True)
class Reason:
    """Why an answer is right or wrong: a sentence, a line of positions, the chances of moves, figures on the board."""

    right: bool
    why: Text
    """One of ``SENTENCES`` with its values."""
    steps: Sequence[Step] = ()
    rows: Sequence[Row] = ()
    figures: Mapping[str, str] = field(default_factory=dict)
    """Cell -> chance, to be shown on the board."""
    best: str | None = None
    """The cell of the best move, if it has one."""
    keeps: bool = True
    """The solver has the ball before the move: it is kept, else won."""
    in_points: bool = False
    """The rows' last column is points of a hundred, else goals."""


def reason(puzzle: Asked, position: Position, move: Move) -> Reason:
    """Return why ``move`` is right or wrong."""
    right = position.game.notation(move) == puzzle.solution
    if puzzle.kind == FORCED_GOAL:
        return _forced(position, move, right)
    return _judged(puzzle, position, move, right)


def _forced(position: Position, move: Move, right: bool) -> Reason:
    game, state, seat = position.game, position.state, position.seat
    if right:
        played = answers.solution(game, state, seat, move)
        why = SCORES_AT_LAST if any(step.seat != seat for step in played) else SCORES_NEXT
    else:
        played = forced.refute(game, state, seat, move)
        why = IS_ANSWERED if any(step.seat != seat for step in played) else SCORES_NOT
    steps = [Step([[FIRST, {}]], game.scene(position.view))]
    before = state
    for step in played:
        steps.append(Step(_sentences(game, before, step), game.scene(game.view(step.state, seat))))
        before = step.state
    return Reason(right, [why, {}], steps)


def _sentences(game: Game[Any], before: Any, step: forced.Step) -> Sequence[Text]:  # any game's position
    """Return the sentences of a decision; where it has none (a ball that is held), the words of its choice."""
    lines = game.commentary(step.events)[:3]
    if lines:
        return [line["text"] for line in lines]
    (choice,) = game.choices(game.view(before, step.seat), step.seat, [step.move])
    return [choice["label"]]


def _judged(puzzle: Asked, position: Position, move: Move, right: bool) -> Reason:
    game, state, seat = position.game, position.state, position.seat
    listed = answers.chances(game, state, seat, tuple(puzzle.worths), move)
    best = max(listed, key=lambda chance: chance.worth)
    own = next(chance for chance in listed if chance.move == move)
    keeps = bool(position.view["attacking"] == seat)
    rows = [
        Row(
            game.notation(chance.move),
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
    why = _reason_right(best, keeps) if right else _reason_wrong(game, own, best, keeps)
    aimed = next((choice["to"] for choice, chance in zip(choices, listed, strict=True) if chance is best), None)
    return Reason(right, why, (), rows, figures, aimed, keeps, game.slug in SOLVED)


def _share(chance: answers.Chance, share: float) -> str:
    """Return a chance as faces of its die, or in per cent."""
    return f"{chance.faces(share)}/{chance.of}" if chance.of else f"{share:.0%}"


def _more(game: Game[Any], best: answers.Chance, other: answers.Chance) -> str:
    """Return how much more the best move is worth: points of a hundred, or goals."""
    more = (best.worth - other.worth) / SCALE
    return f"{100 * more:.0f}" if game.slug in SOLVED else f"{more:.2f}"


def _reason_right(best: answers.Chance, keeps: bool) -> Text:
    if best.of:
        return [KEEPS if keeps else WINS, {"n": best.faces(best.ball), "of": best.of}]
    return [STANDS_OUT, {}]


def _reason_wrong(game: Game[Any], own: answers.Chance, best: answers.Chance, keeps: bool) -> Text:
    """Return the difference that people see first: a goal at once, else the ball, else the worth."""
    ball, goal = best.ball - own.ball, best.goal - own.goal
    if goal >= SEEN:
        return [SCORES_LESS, {"own": f"{own.goal:.0%}", "best": f"{best.goal:.0%}"}]
    if ball >= SEEN and own.of and own.of == best.of:
        values = {"n": own.faces(own.ball), "m": best.faces(best.ball), "of": own.of}
        return [KEEPS_LESS if keeps else WINS_LESS, values]
    if ball >= SEEN:
        return [KEEPS_LESS_OFTEN if keeps else WINS_LESS_OFTEN, {"own": f"{own.ball:.0%}", "best": f"{best.ball:.0%}"}]
    return [POINTS_LESS if game.slug in SOLVED else GOALS_LESS, {"gap": _more(game, best, own)}]
