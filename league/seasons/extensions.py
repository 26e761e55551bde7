"""Seasons in the competitions they run through: leaves, substitutions, the question "in or out", the next season."""

from typing import Any

from league.competitions.derivation import deadlines, holders
from league.competitions.models import Competition, Entrant, Fixture
from league.competitions.pages.registries import (
    console_parts,
    entry_parts,
    fixture_parts,
)
from league.competitions.pages.todo import start_needs
from league.competitions.queries import held_places
from league.competitions.verbs import entries, importing, rounds
from league.competitions.words.closings import closings_of
from league.competitions.words.stages import stages_cached
from league.players.verbs.claims import holdings_of_apps
from league.seasons.derivation import takeovers
from league.seasons.pages.questions import is_asked, open_question, question_to
from league.seasons.verbs import leaves, renewals
from league.seasons.verbs.claims import Substitutions
from league.seasons.verbs.early_closing import CLOSABLE
from league.seasons.verbs.importing import import_absences

deadlines.leave_sources.add(leaves.of)
held_places.add(is_asked)
holders.takeover_sources.add(takeovers.takeovers)
importing.importers.add(import_absences)
start_needs.add(open_question)
rounds.preparations.add(renewals.prepare_start)
entries.entry_followers.add(renewals.follow_entry)


@entry_parts.add
def in_or_out(competition: Competition, entry: Entrant | None) -> dict[str, Any]:
    """Return the question of the next season to the reader, as ``question``."""
    return {"question": question_to(competition, entry)}


@console_parts.add
def early_end(competition: Competition) -> dict[str, Any]:
    """Return whether tables can be closed early, or were and can be opened again, as ``ends_early``."""
    if competition.status == Competition.Status.FINISHED:
        return {"ends_early": bool(closings_of(competition))}
    return {"ends_early": any(stage.format in CLOSABLE for stage in stages_cached(competition))}


@fixture_parts.add
def who_played(fixture: Fixture) -> dict[str, Any]:
    """Return the players before a takeover, as ``played_by``."""
    return {"played_by": takeovers.played_by(fixture)}


holdings_of_apps.add(Substitutions)
