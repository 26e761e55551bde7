"""The board of a puzzle or of a position, with its question, choices and the reasons after an answer, for a page."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.urls import NoReverseMatch, reverse
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from engines.core.drawing import Scene
from engines.core.moves import Move
from engines.core.text import Text, say, sentence
from league.puzzles import explaining
from matches.pages.table import language, shape, still_board
from matches.words import catalogue


class Position(explaining.Position):
    """A position, with its words in the reader's language."""

    @cached_property
    def labels(self) -> dict[str, str]:
        """Return the words of each move by its notation, told apart where the words are alike."""
        return self.labelled(lambda label: sentence(label, language()))

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


def words() -> dict[str, str]:
    """Return each sentence of questions and reasons in the reader's language, for a script that says them."""
    return {msgid: gettext(msgid) for msgid in explaining.SENTENCES}


def _said(message: Text) -> str:
    """Return one of ``explaining.SENTENCES`` in the reader's language."""
    msgid, values = message
    return gettext(msgid).format(**values)


@dataclass(frozen=True)
class Shown:
    """One position of a line that is shown, with its sentence."""

    words: str
    scene: Scene
    board: SafeString


@dataclass(frozen=True)
class Row(explaining.Row):
    """A line of the table of chances, with its move in words."""

    label: str


@dataclass(frozen=True)
class Reason:
    """``explaining.Reason`` in the reader's language, with a board of each position."""

    right: bool
    why: str
    steps: list[Shown]
    rows: list[Row]
    figures: dict[str, str]
    best: str | None
    keeps: bool
    in_points: bool


def reason(puzzle: explaining.Asked, position: Position, move: Move) -> Reason:
    """Return why ``move`` is right or wrong."""
    bare = explaining.reason(puzzle, position, move)
    rows = [Row(**vars(row), label=position.labels[row.move]) for row in bare.rows]
    steps = [_shown(position, step) for step in bare.steps]
    return Reason(bare.right, _said(bare.why), steps, rows, dict(bare.figures), bare.best, bare.keeps, bare.in_points)


def _shown(position: Position, step: explaining.Step) -> Shown:
    words = [
        gettext(message[0]) if message[0] == explaining.FIRST else sentence(message, language())
        for message in step.words
    ]
    return Shown(". ".join(words), step.scene, still_board(position.game, step.scene, {}))
