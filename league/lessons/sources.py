"""Positions that a teacher names: a line, a puzzle by its code or link, a step of a finished match by its link."""

import re
from typing import Any, Final
from uuid import UUID

from django.http import Http404
from django.utils.translation import gettext as _

import engines
from engines.core.errors import EngineError
from engines.puzzles import code_of
from league.lessons.errors import BadStep
from league.puzzles.models import Puzzle
from matches.models import Match
from matches.policy.access import match_or_404
from matches.replay.playback import steps

_PUZZLE: Final = re.compile(r"(?:.*/puzzles/)?([0-9a-z]{8})/?(?:\?.*)?", re.ASCII)
_MATCH: Final = re.compile(
    r".*/matches/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/(?:[a-z]+/)?(?:\?(?:.*&)?(?:v|goal)=(\d{1,5}))?.*",
    re.ASCII,
)


def position_of(words: str, reader: Any) -> tuple[str, str]:  # User or AnonymousUser
    """Return the line of the position that ``words`` name, and the right move if a puzzle says it.

    Raises BadStep with what is wrong and what is possible.
    """
    words = words.strip()
    if not words:
        return "", ""
    if address := _MATCH.fullmatch(words):
        return _of_match(UUID(address[1]), address[2], reader), ""
    if address := _PUZZLE.fullmatch(words):
        puzzle = Puzzle.objects.filter(pk=address[1]).first()
        if puzzle is None:
            raise BadStep("position", _("There is no puzzle %(code)s.") % {"code": address[1]})
        return puzzle.line, puzzle.solution
    return _of_line(words), ""


def puzzle_at(line: str) -> Puzzle | None:
    """Return the puzzle whose position this is, if there is one."""
    return Puzzle.objects.filter(pk=code_of(line), line=line).first() if line else None


def _of_line(words: str) -> str:
    try:
        game = engines.get(words.partition("/")[0])
        return game.position(game.from_position(words))
    except EngineError as error:
        reason = _("Enter a position’s line, the link of a puzzle, or the link of a step of a finished match.")
        raise BadStep("position", reason) from error


def _of_match(match_id: UUID, version: str | None, reader: Any) -> str:  # User or AnonymousUser
    try:
        match = match_or_404(match_id, reader)
    except Http404 as error:
        raise BadStep("position", _("There is no such match.")) from error
    if match.status != Match.Status.FINISHED:
        raise BadStep("position", _("Only positions of finished matches can be shown."))
    game = engines.get(match.game)
    every = list(steps(match))
    number = min(int(version or 0), len(every) - 1)
    view = every[number].view if every else None
    if view is None:
        raise BadStep("position", _("This match has no position at that step."))
    try:
        return game.position(game.from_wire(view))
    except EngineError as error:
        raise BadStep("position", _("This step holds a sealed choice. Take the next one.")) from error
