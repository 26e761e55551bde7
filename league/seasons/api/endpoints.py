"""The endpoints of the actions of a season, and how each answers."""

from typing import Final

from league.api.endpoints import Answers, addresses_of
from league.competitions.api.answers import ANSWERS as OF_COMPETITIONS
from league.seasons.actions.every import ACTIONS
from league.seasons.api.end import EditionOut
from league.seasons.models import Archive

ANSWERS: Final = Answers({**OF_COMPETITIONS.shapes, Archive: EditionOut}, OF_COMPETITIONS.context)
urlpatterns: Final = addresses_of(ACTIONS, ANSWERS)
