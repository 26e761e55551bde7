"""Every action of a season."""

from typing import Final

from league.actions import Action
from league.seasons.actions import accidents, end

ACTIONS: Final[tuple[Action, ...]] = (*accidents.ACTIONS, *end.ACTIONS)
