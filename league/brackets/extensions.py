"""Additions of brackets to the overview of a competition and to the page of a fixture."""

from typing import Any

from league.brackets.layout import drawn_round, meanwhile
from league.competitions.models import Fixture
from league.competitions.pages.registries import Overview, fixture_parts, overview_parts
from league.competitions.setup.stages import BRACKETS


@overview_parts.add
def round_being_played(page: Overview) -> dict[str, Any]:
    """Return the bracket's current round, as ``drawn``."""
    row = page.now.round if page.now else None
    return {"drawn": drawn_round(row) if row is not None and row.stage.format in BRACKETS else None}


@fixture_parts.add
def other_ties(fixture: Fixture) -> dict[str, Any]:
    """Return the other ties of the fixture's round, as ``others``."""
    return {"others": meanwhile(fixture)}
