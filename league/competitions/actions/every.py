"""Every action of competitions."""

from typing import Final

from league.actions import Action
from league.competitions.actions import (
    absences,
    check_in,
    entrants,
    invitations,
    notes,
    opening,
    rounds,
    rulings,
    sides,
    staff,
    tables,
    teams,
)

ACTIONS: Final[tuple[Action, ...]] = (
    *opening.ACTIONS,
    *entrants.ACTIONS,
    *check_in.ACTIONS,
    *invitations.ACTIONS,
    *rounds.ACTIONS,
    *rulings.ACTIONS,
    *sides.ACTIONS,
    *notes.ACTIONS,
    *staff.ACTIONS,
    *teams.ACTIONS,
    *tables.ACTIONS,
    *absences.ACTIONS,
)
BY_NAME: Final = {action.name: action for action in ACTIONS}
