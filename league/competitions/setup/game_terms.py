"""Terms of one fixture: options and clock of the competition, with the changes that apply, in order."""

from dataclasses import dataclass
from typing import Any, cast

from league.competitions.models import AnyFixture, Competition, OptionChange, Round
from matches.terms.time_controls import CLOCK, Clock


@dataclass(frozen=True, slots=True)
class GameTerms:
    options: dict[str, Any]  # of the game
    clock: Clock


def changes_of(competition: Competition) -> list[OptionChange]:
    """Return every change of ``competition``, the oldest first. One query."""
    return list(competition.option_changes.order_by("at", "id"))


def terms_of(competition: Competition, fixture: AnyFixture, round: Round, changes: list[OptionChange]) -> GameTerms:
    """Return the terms of ``fixture`` in ``round``."""
    options = dict(competition.options)
    clock = cast(Clock, {name: getattr(competition, name) for name in CLOCK})
    for change in changes:
        if holds_for(change, fixture, round):
            options.update(change.options)
            clock.update(cast(Clock, change.clock))
    return GameTerms(options, clock)


def holds_for(change: OptionChange, fixture: AnyFixture, round: Round) -> bool:
    """Return whether ``change`` is for ``fixture`` in ``round``."""
    if change.scope == OptionChange.Scope.FIXTURE:
        return change.fixture_id == fixture.id
    if change.scope == OptionChange.Scope.STAGE or change.stage_id != round.stage_id:
        return change.stage_id == round.stage_id
    if change.scope == OptionChange.Scope.ROUND:
        return round.number == change.number
    return round.number >= (change.number or 0)
