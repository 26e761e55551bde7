"""Teams: their squads before the start, and the line-ups that their captains seal."""

from datetime import timedelta
from typing import Any, Final

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from league.actions import Action
from league.competitions.actions.subjects import COMPETITION, ENTRANT, TEAM_TIE
from league.competitions.models import MOST_BOARDS, SQUAD, Entrant, TeamLineUp, Tie
from league.competitions.models.roles import Right
from league.competitions.verbs import line_ups, silent_captains, squads
from league.players.models import User


class SquadNumberIn(serializers.Serializer[Any]):
    """A number in the squad."""

    number = serializers.IntegerField(min_value=1, max_value=SQUAD - 1)
    player = serializers.UUIDField(required=False, help_text="Only if this player still has the number.")


class SquadPlaceIn(serializers.Serializer[Any]):
    """A player of the squad and the place to have in it."""

    player = serializers.UUIDField()
    number = serializers.IntegerField(
        min_value=1, max_value=SQUAD - 1, help_text="The number of another of the squad, who takes the player's."
    )


class TeamLineUpIn(serializers.Serializer[Any]):
    """Who plays which board."""

    numbers = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=SQUAD - 1),
        min_length=2,
        max_length=MOST_BOARDS,
        help_text="Numbers in the squad by board, from board 1 on; 0 is the captain.",
    )


def _reminded(line_ups: int) -> str:
    hours = int(silent_captains.AGAIN / timedelta(hours=1))
    if not line_ups:
        return gettext("Nobody to remind: a captain is reminded once in %(hours)d hours.") % {"hours": hours}
    return ngettext("%(count)d captain reminded.", "%(count)d captains reminded.", line_ups) % {"count": line_ups}


def _is_captain(entrant: Entrant, user: User) -> bool:
    return entrant.player_id == user.pk


def _leads_a_side(tie: Tie, user: User) -> bool:
    return line_ups.side_led_by(tie, user) is not None


TAKE_OFF: Final = Action(
    "take_off_squad",
    squads.take_off,
    ENTRANT,
    "Take somebody off the squad of a team before the start. Repeating it changes nothing.",
    Right.RUN,
    parties=_is_captain,
    takes=SquadNumberIn,
    said=_("Off the squad."),
    label=_("Take off"),
    then="entrants",
    at="squad/take-off/",
)
PLACE: Final = Action(
    "place_squad",
    squads.place,
    ENTRANT,
    "Let two people of a team's squad change places before the start. Repeating it changes nothing.\n\n"
    "The first after the captain is the vice-captain, who names line-ups too.",
    Right.RUN,
    parties=_is_captain,
    takes=SquadPlaceIn,
    said=_("The squad is in its new order."),
    label=_("Move up"),
    then="entrants",
    at="squad/place/",
)
LINE_UP: Final = Action(
    "line_up",
    line_ups.hand_in,
    TEAM_TIE,
    "Seal the line-up of your team for a tie, as its captain.\n\n"
    "Nobody else sees it before both line-ups are in or the time is over; until then another replaces it.",
    parties=_leads_a_side,
    takes=TeamLineUpIn,
    at="line-up/",
    gives=TeamLineUp,
    scope="compete",
)

REMIND: Final = Action(
    "remind_captains",
    silent_captains.remind,
    COMPETITION,
    "Remind the captains who have not named a line-up. Repeating it reminds nobody again for some hours.",
    Right.RUN,
    said=_reminded,
    label=_("Remind them"),
    at="line-ups/remind/",
)

ACTIONS: Final = (
    TAKE_OFF,
    PLACE,
    LINE_UP,
    REMIND,
)
