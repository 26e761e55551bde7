"""Taking in a report file of another program: what it would become, and making it a competition."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

import engines
from league.competitions.exchange.faults import BadFile
from league.competitions.exchange.report_files import Plan, plan
from league.competitions.models import Competition
from league.competitions.verbs import importing
from league.competitions.verbs.entries import codes
from league.errors import not_among
from league.formats.trf.reading import read
from league.formats.trf.tournament import Note, Tournament
from league.players.models import User
from league.sentences import translated


@dataclass(frozen=True, slots=True)
class Preview:
    """The outcome of a file. With faults there is neither a tournament nor a plan."""

    faults: Sequence[Note] = ()
    adjustments: Sequence[Note] = ()
    tournament: Tournament | None = None
    plan: Plan | None = None


class RefusedFile(BadFile):
    """Raised for a file with faults; ``notes`` are all of them."""

    def __init__(self, notes: Sequence[Note]) -> None:
        first = notes[0]
        where = _("line %(line)d") % {"line": first.line} if first.line else ""
        super().__init__(where, translated(first.sentence))
        self.notes = notes

    def members(self) -> dict[str, Any]:
        """Return every fault by the number of its line; 0: the file as a whole."""
        errors: dict[str, list[str]] = {}
        for note in self.notes:
            errors.setdefault(str(note.line), []).append(f"{note.name}: {translated(note.sentence)}")
        return {"errors": errors}


def preview(*, by: User, raw: bytes, game: str) -> Preview:
    """Return what ``raw`` would become for ``by``, without keeping anything.

    Raises BadFile for a good file that no competition here can hold.
    """
    if game not in engines.games():
        raise BadFile("game", not_among(engines.games()))
    reading = read(raw)
    if reading.tournament is None:
        return Preview(reading.faults, reading.adjustments)
    planned = plan(
        reading.tournament,
        raw,
        adjustments=reading.adjustments,
        organiser=by.pk,
        game=game,
        codes=lambda names: codes(Competition(), names),
        now=timezone.now(),
    )
    return Preview((), planned.adjustments, reading.tournament, planned)


def take_in(*, by: User, raw: bytes, game: str) -> tuple[Competition, bool, Preview]:
    """Make the competition of a report file; return it, and whether it is new. The same file again changes nothing.

    Raises RefusedFile with every fault, BadFile for what no competition here can hold; nothing is kept then.
    """
    found = preview(by=by, raw=raw, game=game)
    if found.plan is None:
        raise RefusedFile(found.faults)
    competition, new = importing.take_in(by=by, document=found.plan.document)
    return competition, new, found
