"""Every action of competitions."""

from typing import Final

from league.actions import Action
from league.competitions.actions import opening

ACTIONS: Final[tuple[Action, ...]] = (
    opening.PUBLISH,
    opening.UNPUBLISH,
    opening.DRAW,
    opening.START,
    opening.TAKE_START_BACK,
    opening.CANCEL,
    opening.FREEZE,
    opening.THAW,
)
