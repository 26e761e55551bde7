"""The sections of a big bracket: the part that its page reads and draws at once.

A bracket of more than ``WHOLE`` ties is drawn in sections: as many equal parts of its first rounds as keep one below
``MOST`` ties, each up to its own winner, and the final rounds apart. By default the page shows the section in play,
or the reader's own.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext as _

from league.brackets.layout import DrawnPart, bracket
from league.competitions.models import Round, Stage, Tie
from league.competitions.pages.structure import Counted, current_number

WHOLE: Final = 128
"""Ties up to which a bracket is drawn whole: a cup of 128 fits one sheet."""
MOST: Final = 64
"""Ties of one section."""
LAST: Final = 8
"""Ties of the first of the final rounds, which share one section."""
FINAL: Final = "final"
"""The key of the final rounds."""


@dataclass(frozen=True, slots=True)
class Place:
    """The facts about a tie that are known without drawing it."""

    pk: UUID
    round_id: int
    kind: str
    decided: str
    home_id: UUID | None
    away_id: UUID | None


@dataclass
class Sections:
    """The sections of the brackets of one page, and the one shown.

    Read it with ``ties_to_read``, a ``structure.Part``: only then are the other fields known; ``keys`` is empty if
    everything is drawn.
    """

    requested: str = ""
    """The key of the requested section."""
    of: str = ""
    """The id of the entrant whose path is shown."""
    reader: UUID | None = None
    """The reader's own entrant."""
    keys: list[str] = field(default_factory=list)
    part: str = ""
    entrants: set[UUID] = field(default_factory=set)

    @property
    def names(self) -> list[tuple[str, str]]:
        """``(key, name)`` of each section, the final rounds first: on a phone a long row shows its beginning."""
        parts = [(key, _("Part %(n)s") % {"n": key}) for key in self.keys if key != FINAL]
        return [(FINAL, _("Final rounds")), *parts] if parts else []

    def ties_to_read(self, rounds: list[Round], _counts: Mapping[int, Counted]) -> list[UUID] | None:
        """Return the ties to read; None: all of them."""
        columns = ("pk", "round_id", "kind", "decided", "home_id", "away_id")
        rows = Tie.objects.filter(round__in=rounds).order_by("number").values_list(*columns)
        ties = [Place(*row) for row in rows]
        if len(ties) <= WHOLE:
            return None
        self.entrants = {side for tie in ties for side in (tie.home_id, tie.away_id) if side is not None}
        inside = _cut(rounds, ties)
        self.keys = list(inside)
        self.part = self.requested if self.requested in inside else self._usual(rounds, inside)
        return [tie.pk for tie in inside[self.part]]

    def _usual(self, rounds: list[Round], inside: Mapping[str, list[Place]]) -> str:
        """Return the section of the requested entrant, else of the current round: the reader's part of it."""
        if self.of:
            for key, ties in inside.items():
                if any(self.of in (str(tie.home_id), str(tie.away_id)) for tie in ties):
                    return key
        stages: list[Stage] = list({row.stage_id: row.stage for row in rounds}.values())
        number = current_number(stages)
        now = {row.pk for row in rounds if row.number == number}
        playing = {key: [tie for tie in ties if tie.round_id in now] for key, ties in inside.items()}
        for key, ties in playing.items():
            if self.reader is not None and any(self.reader in (tie.home_id, tie.away_id) for tie in ties):
                return key
        if playing[FINAL]:
            return FINAL
        return next((key for key, ties in playing.items() if any(not tie.decided for tie in ties)), FINAL)


def _cut(rounds: list[Round], ties: list[Place]) -> dict[str, list[Place]]:
    """Split ``ties`` into sections: ``1``, ``2`` ... and ``FINAL``, which may share a round with them."""
    by_round: dict[int, list[Place]] = {row.pk: [] for row in rounds}
    apart: list[Place] = []
    for tie in ties:
        (apart if tie.kind == "third_place" else by_round[tie.round_id]).append(tie)
    sizes = [len(inside) for inside in by_round.values()]
    count = 2
    while sum(size // count for size in sizes if size >= count) > MOST:
        count *= 2
    sections: dict[str, list[Place]] = {str(number): [] for number in range(1, count + 1)}
    sections[FINAL] = []
    for inside in by_round.values():
        if len(inside) <= max(LAST, count // 2):
            sections[FINAL] += inside
        if len(inside) >= count:
            for at, tie in enumerate(inside):
                sections[str(1 + at * count // len(inside))].append(tie)
    sections[FINAL] += apart
    return sections


def shown_parts(trees: list[Stage], section: Sections) -> list[list[DrawnPart]]:
    """Return the brackets of ``trees`` without the rounds and parts outside ``section``, which was read."""
    brackets = [bracket(stage) for stage in trees]
    if not section.keys:
        return brackets
    for parts in brackets:
        for part in parts:
            part.rounds = [row for row in part.rounds if row.ties or row.third]
            for row in part.rounds:
                row.last = row is part.rounds[-1]
    return [[part for part in parts if part.rounds] for parts in brackets]


def section_of(query: Mapping[str, Any], reader: UUID | None = None) -> Sections:
    """Parse the query of a request: ``part`` of the bracket, the path ``of`` an entrant."""
    return Sections(requested=str(query.get("part", "")), of=str(query.get("of", "")), reader=reader)
