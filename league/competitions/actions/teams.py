"""Teams: their squads, who of them can play, and the line-ups that their captains seal."""

from datetime import timedelta
from typing import Any, Final

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from engines.bots import NAMES
from league.actions import Action
from league.api.fields import TypedNames, choice, number
from league.competitions.actions.subjects import COMPETITION, ENTRANT, TEAM_TIE
from league.competitions.models import MOST_BOARDS, SQUAD, Availability, Entrant, TeamLineUp, Tie
from league.competitions.models.roles import Right
from league.competitions.verbs import availability, line_ups, silent_captains, squads
from league.players.models import User


class SquadReasonIn(serializers.Serializer[Any]):
    """Why a squad changes: everybody reads it."""

    reason = serializers.CharField(
        max_length=300, required=False, allow_blank=True, help_text="Needed once the squads are closed."
    )


class SquadNamesIn(SquadReasonIn):
    """Names of people without account who join a squad."""

    names = TypedNames(child=serializers.CharField(max_length=60), min_length=1, max_length=SQUAD - 1)


class SquadBotsIn(SquadReasonIn):
    """House bots that fill a squad."""

    people = number(1, SQUAD, required=False, help_text="Size of the squad then; else one for each board.")
    level = choice(NAMES, required=False)


class LevelIn(serializers.Serializer[Any]):
    """The level of house bots; without it, of each in turn."""

    level = choice(NAMES, required=False)


class SquadPlayerIn(SquadReasonIn):
    """A player of the squad."""

    player = serializers.UUIDField()


class SquadLinkIn(serializers.Serializer[Any]):
    """A member of the squad without an account."""

    player = serializers.UUIDField()


class CanPlayIn(serializers.Serializer[Any]):
    """Yes or no."""

    can = serializers.BooleanField()


class SquadNumberIn(SquadReasonIn):
    """A number in the squad."""

    number = serializers.IntegerField(min_value=1, max_value=SQUAD - 1)
    player = serializers.UUIDField(required=False, help_text="Only if this player still has the number.")


class SquadPlaceIn(SquadReasonIn):
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


def _filled(bots: int) -> str:
    if not bots:
        return gettext("Every squad has a player for each board.")
    return ngettext("%(count)d bot added.", "%(count)d bots added.", bots) % {"count": bots}


def _answered(given: Availability) -> str:
    if given.can:
        return gettext("You can play: your captain knows.")
    return gettext("You cannot play: your captain knows.")


def _is_captain(entrant: Entrant, user: User) -> bool:
    return entrant.player_id == user.pk


def _leads_a_side(tie: Tie, user: User) -> bool:
    return line_ups.side_led_by(tie, user) is not None


def _plays_for_a_side(tie: Tie, user: User) -> bool:
    return availability.side_of(tie, user) is not None


CHANGES: Final = "Until the squads close the captain does it too; then the organiser alone, with a reason."
ADD_NAMES: Final = Action(
    "add_to_squad",
    squads.add_names,
    ENTRANT,
    f"Put people without account into the squad of a team, all or none.\n\n{CHANGES}",
    Right.RUN,
    parties=_is_captain,
    takes=SquadNamesIn,
    said=_("Added to the squad."),
    label=_("Add to the squad"),
    then="entrants",
    at="squad/names/",
)
FILL: Final = Action(
    "fill_squad",
    squads.fill,
    ENTRANT,
    f"Fill the squad of a team with house bots. Repeating it changes nothing.\n\n{CHANGES}",
    Right.RUN,
    parties=_is_captain,
    takes=SquadBotsIn,
    said=_("Bots added."),
    label=_("Fill with bots"),
    then="entrants",
    at="squad/bots/",
)
FILL_ALL: Final = Action(
    "fill_squads",
    squads.fill_all,
    COMPETITION,
    "Fill the squad of every team with house bots, one player a board, before the start. Repeating it changes nothing.",
    Right.RUN,
    takes=LevelIn,
    said=_filled,
    label=_("Fill the squads with bots"),
    then="entrants",
    at="squads/bots/",
)
CAPTAIN: Final = Action(
    "make_captain",
    squads.make_captain,
    ENTRANT,
    f"Make somebody of a squad its captain, who takes their place. Repeating it changes nothing.\n\n{CHANGES}",
    Right.RUN,
    parties=_is_captain,
    takes=SquadPlayerIn,
    said=_("The team has a new captain."),
    label=_("Make captain"),
    then="entrants",
    at="squad/captain/",
)
NEW_LINK: Final = Action(
    "new_squad_link",
    squads.new_link,
    ENTRANT,
    "Make a new personal key for somebody of a squad without account; the old link stops working.",
    Right.RUN,
    parties=_is_captain,
    takes=SquadLinkIn,
    said=_("New personal link created. The old one no longer works."),
    label=_("New personal link"),
    then="entrants",
    at="squad/key/",
)
TAKE_OFF: Final = Action(
    "take_off_squad",
    squads.take_off,
    ENTRANT,
    f"Take somebody off the squad of a team; an opened board stays theirs. Repeating it changes nothing.\n\n{CHANGES}",
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
    "Let two people of a team's squad change places. Repeating it changes nothing.\n\n"
    f"The first person after the captain is the vice-captain, who names line-ups too. {CHANGES}",
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
ASK: Final = Action(
    "ask_squad",
    availability.ask,
    TEAM_TIE,
    "Ask your squad who can play a tie, as its captain; answers all answers so far.\n\n"
    "Nobody else sees question or answers. Asked again it reaches only those who are new, or were silent for hours.",
    parties=_leads_a_side,
    said=_("Your squad is asked."),
    label=_("Ask who can play"),
    at="availability/ask/",
    gives=Availability,
    many=True,
    scope="compete",
)
CAN_PLAY: Final = Action(
    "can_play",
    availability.answer,
    TEAM_TIE,
    "Tell your captain whether you can play a tie; the last answer counts until the line-ups are open.",
    parties=_plays_for_a_side,
    takes=CanPlayIn,
    said=_answered,
    at="availability/",
    gives=Availability,
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
    ADD_NAMES,
    FILL,
    FILL_ALL,
    CAPTAIN,
    NEW_LINK,
    TAKE_OFF,
    PLACE,
    LINE_UP,
    ASK,
    CAN_PLAY,
    REMIND,
)
