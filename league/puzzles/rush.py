"""Rushes: three minutes of puzzles of one game, the easiest first; the third wrong answer ends it.

A rush stands in the session alone: its answers change no level and leave each puzzle to be solved. An account keeps its
best score in the row of its solver.
"""

from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any, Final, cast

from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.db.models import F
from django.db.models.functions import Greatest
from django.utils import timezone

from league.players.models import User
from league.puzzles.models import Puzzle, Solver
from league.puzzles.queries import puzzles_offered

KEY: Final = "rush"
BEST: Final = "rush_best"
"""The best scores of a visitor's session, by game."""
LENGTH: Final = timedelta(minutes=3)
MISSES: Final = 3
PUZZLES: Final = 60
"""Puzzles of a rush: one in three seconds."""


@dataclass
class Rush:
    """A rush that runs or has ended: the codes of its puzzles, and what was right."""

    game: str
    ends_at: str
    """The end in ISO 8601."""
    codes: list[str]
    right: list[bool] = field(default_factory=list)

    @property
    def score(self) -> int:
        return sum(self.right)

    @property
    def missed(self) -> int:
        return len(self.right) - self.score

    @property
    def misses_left(self) -> int:
        return MISSES - self.missed

    @property
    def current(self) -> str | None:
        """Return the code of the puzzle to solve; None once the rush is over."""
        over = timezone.now() >= self.ends or not self.misses_left or len(self.right) == len(self.codes)
        return None if over else self.codes[len(self.right)]

    @property
    def last(self) -> bool:
        return self.right[-1]

    @property
    def ends(self) -> datetime:
        return datetime.fromisoformat(self.ends_at)


def start(session: SessionBase, game: str, chance: Random) -> Rush | None:
    """Begin a rush of ``game``, in place of one that runs; None where the game has no puzzles. One query."""
    codes = list(puzzles_offered().filter(game=game).order_by("rating", "code").values_list("pk", flat=True))
    if not codes:
        return None
    places = sorted(chance.sample(range(len(codes)), min(PUZZLES, len(codes))))
    rush = Rush(game, (timezone.now() + LENGTH).isoformat(), [codes[place] for place in places])
    session[KEY] = asdict(rush)
    return rush


def of_session(session: SessionBase) -> Rush | None:
    """Return the rush that this session began last."""
    stored: dict[str, Any] | None = session.get(KEY)
    return Rush(**stored) if stored else None


def answer(session: SessionBase, user: User | None, puzzle: Puzzle, move: str) -> None:
    """Take the answer to the current puzzle, in notation; another puzzle's, or one after the end, changes nothing."""
    rush = of_session(session)
    if rush is None or rush.current != puzzle.pk:
        return
    rush.right.append(move == puzzle.solution)
    session[KEY] = asdict(rush)
    if user is None:
        session[BEST] = {**session.get(BEST, {}), rush.game: max(rush.score, _best_of_visitor(session, rush.game))}
    elif rush.right[-1]:
        _keep_best(user, rush)


def _keep_best(user: User, rush: Rush) -> None:
    with transaction.atomic():
        Solver.objects.get_or_create(user=user, game=rush.game)
        Solver.objects.filter(user=user, game=rush.game).update(best_rush=Greatest(F("best_rush"), rush.score))


def best(session: SessionBase, user: User | None, game: str) -> int:
    """Return the best score of this reader in ``game``; 0 before the first. At most one query."""
    if user is None:
        return _best_of_visitor(session, game)
    kept = Solver.objects.filter(user=user, game=game).values_list("best_rush", flat=True).first()
    return kept or 0


def _best_of_visitor(session: SessionBase, game: str) -> int:
    return cast(int, session.get(BEST, {}).get(game, 0))
