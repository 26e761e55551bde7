"""A finished match as a tree, to analyse from: its log, if its secrets are out."""

from collections.abc import Sequence
from typing import Any

import engines
from engines.core.game import Game
from engines.core.tree import Start
from matches.errors import MatchError
from matches.log import rows_of
from matches.models import Match
from matches.replay.line import Story, start_of, story_by, words_of
from matches.terms.undoing import standing
from matches.verbs.resuming import OVER, secrets_are_out


class NotYet(MatchError):
    """The match is not over, so its positions are not analysed here."""

    code = "not_over"


def first_of(match: Match, v: int) -> int:
    """Return the version at which the line of ``match`` that has version ``v`` begins."""
    return max((row.seq for row in standing(rows_of(match)) if "wire" in row.move and row.seq <= v), default=0)


def was_played(match: Match, start: Start, moves: Sequence[str]) -> bool:
    """Return whether ``moves`` (``words_of``) from ``start`` are what was played in ``match``, as far as they go."""
    if match.game != start.game or match.status not in OVER or not secrets_are_out(match):
        return False
    game: Game[Any] = engines.get(match.game)
    played: list[str] = []
    lines = [(start_of(match), played)]
    for row in standing(rows_of(match)):
        if "wire" in row.move:
            played = []
            lines.append((Start(match.game, position=game.position(game.from_wire(row.move["wire"]))), played))
        elif row.kind == "move":
            seat: Any = row.seat or None  # home, away, or a host move
            played.append(words_of(game, seat, row.move, row.rolls))
    return any(begun == start and list(moves) == told[: len(moves)] for begun, told in lines)


def story_of(match: Match, v: int) -> Story:
    """Return the line of ``match`` that has version ``v`` (``story_by``). Raises NotYet, OtherRules."""
    if match.status not in OVER or match.snapshot is None or not secrets_are_out(match):
        raise NotYet("This match is not over.")
    return story_by(match, rows_of(match), v)
