"""The five games as their pages name them. Which of them can be played is what ``engines.games()`` says."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

import engines
from matches.verbs import guided


@dataclass(frozen=True)
class GamePage:
    """What the list of games says about one."""

    slug: str
    name: str
    kind: str | Promise
    board: str | Promise
    length: str | Promise
    chance: str | Promise
    pieces: str | Promise
    """How many a side has."""

    @property
    def playable(self) -> bool:
        """Whether its engine is built."""
        return self.slug in engines.games()

    @property
    def coached(self) -> bool:
        """Whether there is a guided first match of it."""
        return self.slug in guided.coached()


GAMES = (
    GamePage(
        "super_goal",
        "Super Goal!",
        _("Dice football with a single ball. Easy to learn: pick a die, roll it, live with it."),
        _("5 × 11 cells"),
        _("10 to 15 minutes"),
        _("eight dice, one of them your star"),
        _("one: the ball"),
    ),
    GamePage(
        "soccer_tactics",
        "Soccer Tactics WORLD",
        _("Eleven against eleven on squares: the dice say how far, you say who and where."),
        _("8 × 16 cells"),
        _("up to 90 minutes"),
        _("two dice a turn"),
        _("eleven a side"),
    ),
    GamePage(
        "fuba",
        "FUBA",
        _("A team’s shape in big zones; the ball is a die that tells how well it is controlled."),
        _("13 zones"),
        _("60 to 90 minutes"),
        _("ball die and two dice"),
        _("eleven a side"),
    ),
    GamePage(
        "dom_jim",
        "Dom Jim",
        _("Football played as chess: light and dark figures, alternate moves, hardly a die."),
        _("light and dark cells"),
        _("one or two hours"),
        _("almost none"),
        _("ten a side, two reserves"),
    ),
    GamePage(
        "six_a_side",
        _("Six-a-side"),  # type: ignore[arg-type]  # lazily translated: the sheet gives no name
        _("Pawns on a mat, nothing hidden but the line-ups and the penalties; no dice at all."),
        _("7 × 11 spaces"),
        _("15 to 30 minutes"),
        _("none"),
        _("six a side, one substitute"),
    ),
)
BY_SLUG = {game.slug: game for game in GAMES}


def game_name(slug: str) -> str:
    """The name of the game ``slug``; the slug itself for a game that has no page (the tests' toy)."""
    return str(BY_SLUG[slug].name) if slug in BY_SLUG else slug
