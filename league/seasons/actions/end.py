"""The end of a season: the official table, the next season."""

from typing import Any, Final

from rest_framework import serializers

from league.actions import Action
from league.competitions.actions.subjects import COMPETITION
from league.competitions.models import Competition
from league.competitions.models.roles import Right
from league.seasons.models import Archive
from league.seasons.verbs import official, renewals


class UntilIn(serializers.Serializer[Any]):
    """The deadline to answer in or out; left out: in a week."""

    until = serializers.DateTimeField(required=False, allow_null=True, default=None)


MAKE_OFFICIAL: Final = Action(
    "official",
    official.make_official,
    COMPETITION,
    "Close the log and put the competition into the archive.",
    Right.RUN,
    at="official/",
    gives=Archive,
)
NEXT_SEASON: Final = Action(
    "next_season",
    renewals.next_season,
    COMPETITION,
    "Create the next season of a finished competition and ask everybody in or out. Safe to repeat.",
    Right.RUN,
    takes=UntilIn,
    at="next-season/",
    gives=Competition,
    status=201,
    limit="competition",
)

ACTIONS: Final = (MAKE_OFFICIAL, NEXT_SEASON)
