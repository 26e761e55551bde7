"""Entrants: names and bots entered, their names, clubs and seeds, who leaves and who comes back, their links."""

from typing import Any, Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from engines.bots import NAMES
from league.actions import Action
from league.api.fields import choice, number
from league.competitions.actions.shapes import ReasonIn
from league.competitions.actions.subjects import COMPETITION, ENTRANT, NOTHING
from league.competitions.models import Entrant
from league.competitions.models.roles import Right
from league.competitions.policy.parties import players_of
from league.competitions.verbs import entries, leaving, sent_links, sides, squads, swiss
from league.players.models import User


class NamesIn(serializers.Serializer[Any]):
    """Names without account, one per entry."""

    names = serializers.ListField(child=serializers.CharField(max_length=60), min_length=1, max_length=200)


class BotsIn(serializers.Serializer[Any]):
    """House bots to enter; without a count, one for each free place."""

    count = number(1, 128, required=False)
    level = choice(NAMES, required=False)


class RenameIn(serializers.Serializer[Any]):
    """A corrected name, or another club."""

    name = serializers.CharField(max_length=60, required=False)
    club = serializers.CharField(
        max_length=30,
        required=False,
        allow_blank=True,
        help_text="The club or association; some draws keep those of one apart.",
    )


class OrderIn(serializers.Serializer[Any]):
    """All entrants, the strongest first."""

    order = serializers.ListField(child=serializers.UUIDField(), min_length=2, max_length=1024)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the ids as the verb reads them."""
        return {"order": [str(key) for key in attrs["order"]]}


class LinkOfIn(serializers.Serializer[Any]):
    """Whose link, where several people play for an entrant."""

    player = serializers.UUIDField(required=False, help_text="Else the entrant's own player.")


class SideKeyIn(serializers.Serializer[Any]):
    """The key of a side's link."""

    key = serializers.CharField(max_length=43)


def _entered_it(entrant: Entrant, user: User) -> bool:
    return entrant.player_id == user.pk


def plays_for_it(entrant: Entrant, user: User) -> bool:
    return user.pk in players_of(entrant)


def _put_back(entrant: Entrant) -> str:
    waits = entrant.status == Entrant.Status.WAITING
    return gettext("Readmitted at the end of the waiting list.") if waits else gettext("Readmitted, with a place.")


ADD_NAMES: Final = Action(
    "names",
    entries.enter_names,
    COMPETITION,
    "Enter names without account, all or none; each gets a personal key.",
    Right.RUN,
    takes=NamesIn,
    at="names/",
    gives=Entrant,
    many=True,
    status=201,
)
ADD_BOTS: Final = Action(
    "add_bots",
    squads.fill_up,
    COMPETITION,
    "Enter house bots.\n\nA team of bots has one a board; without `count` the squads of all teams are filled too.",
    Right.RUN,
    takes=BotsIn,
    said=_("Bots added."),
    label=_("Fill with bots"),
    at="bots/",
    gives=Entrant,
    many=True,
    status=201,
)
SEED: Final = Action(
    "seeding",
    entries.seed_by_hand,
    COMPETITION,
    "Set the order of the seeds by hand, before the draw.",
    Right.RUN,
    takes=OrderIn,
    at="seeding/",
)
CORRECT: Final = Action(
    "correct_entrant",
    entries.correct_entrant,
    ENTRANT,
    "Correct a typed name or the club before the start, as the organiser; an existing draw is repeated.",
    Right.RUN,
    takes=RenameIn,
    said=_("Club changed."),
    label=_("Save"),
    then="entrants",
    at="",
    method="PATCH",
)
WITHDRAW: Final = Action(
    "withdraw",
    leaving.leave_or_withdraw,
    ENTRANT,
    "Withdraw yourself or, as the organiser, anybody. Before the start the entry is removed.",
    Right.RUN,
    parties=_entered_it,
    takes=ReasonIn,
    said=_("Withdrawn. Remaining matches are decided."),
    label=_("Withdraw"),
    then="entrants",
    at="withdraw/",
)
REMOVE: Final = Action(
    "remove",
    entries.leave,
    ENTRANT,
    "Remove an entrant before the start.",
    Right.RUN,
    takes=ReasonIn,
    said=_("Removed from the entrants."),
    label=_("Remove"),
    then="entrants",
)
PUT_BACK: Final = Action(
    "put_back",
    leaving.put_back_or_readmit,
    ENTRANT,
    "Readmit an entrant: before the start at the end of the list, in a Swiss stage from the next round on.",
    Right.RUN,
    said=_put_back,
    label=_("Readmit"),
    then="entrants",
    at="put-back/",
)
READMIT: Final = Action(
    "readmit",
    swiss.readmit,
    ENTRANT,
    "Readmit an entrant in a Swiss stage from the next round on.",
    Right.RUN,
    said=_("Readmitted from the next round. A match that the withdrawal decided can be played again."),
    label=_("Readmit from the next round"),
    then="entrants",
)
JOIN_SIDE: Final = Action(
    "join_side",
    sides.join,
    NOTHING,
    "Join the side whose link holds the key. Repeating it changes nothing.",
    by="player",
    takes=SideKeyIn,
    at="sides/join/",
    gives=Entrant,
    scope="compete",
    limit="enter",
)
LEAVE_SIDE: Final = Action(
    "leave_side",
    sides.leave_side,
    ENTRANT,
    "Leave a side before the start; the side stays entered. Repeating it changes nothing.",
    parties=plays_for_it,
    by="player",
    at="leave-side/",
    scope="compete",
)
NEW_KEY: Final = Action(
    "new_key",
    entries.new_personal_key,
    ENTRANT,
    "Make a new personal key for a name without account; the old link stops working.",
    Right.RUN,
    said=_("New personal link created. The old one no longer works."),
    label=_("New personal link"),
    then="entrants",
    at="key/",
)
LINK_SENT: Final = Action(
    "link_sent",
    sent_links.mark_sent,
    ENTRANT,
    "Mark the personal link of an entrant, or of one of its people, as sent.",
    Right.RUN,
    takes=LinkOfIn,
    said=_("Marked as sent."),
    label=_("Mark as sent"),
    then="links",
)
ALL_LINKS_SENT: Final = Action(
    "all_links_sent",
    sent_links.mark_all_sent,
    COMPETITION,
    "Mark the personal links of all entrants as sent.",
    Right.RUN,
    said=_("Marked as sent."),
    label=_("Mark all as sent"),
    then="links",
)

ACTIONS: Final = (
    ADD_NAMES,
    ADD_BOTS,
    SEED,
    CORRECT,
    WITHDRAW,
    REMOVE,
    PUT_BACK,
    READMIT,
    JOIN_SIDE,
    LEAVE_SIDE,
    NEW_KEY,
    LINK_SENT,
    ALL_LINKS_SENT,
)
