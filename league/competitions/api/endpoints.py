"""The endpoints of the actions of competitions."""

from typing import Final

from league.api.endpoints import addresses_of
from league.competitions.actions.every import ACTIONS
from league.competitions.api.answers import ANSWERS

urlpatterns: Final = addresses_of(ACTIONS, ANSWERS)
