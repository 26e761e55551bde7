"""Accidents of a season: many withdrawn, a season shortened or closed early, substitutes, leave."""

from collections.abc import Mapping
from typing import Any, Final

from rest_framework import serializers

from league.actions import Action, Subject
from league.competitions.actions.shapes import ConfirmedIn
from league.competitions.actions.subjects import COMPETITION, ENTRANT, door, row_or_gone
from league.competitions.log.verdicts import WAYS
from league.competitions.models import Competition
from league.competitions.models.roles import Right
from league.competitions.policy.parties import plays_for
from league.players.models import User
from league.seasons.models import Leave
from league.seasons.verbs import early_closing, inactivity, leaves, shortening, substitutes
from league.seasons.verbs.substitutes import Successor


class ManyIn(ConfirmedIn):
    """Several entrants."""

    entrants = serializers.ListField(child=serializers.UUIDField(), min_length=1, max_length=1024)


class ShortenIn(ConfirmedIn):
    """Meetings of every pair that are left."""

    meetings = serializers.IntegerField(min_value=1, max_value=shortening.MOST_LEFT, default=1)


class EndAtIn(ConfirmedIn):
    """The matchday, by the number of its round; ``at_once``: earlier unplayed matches are void too."""

    number = serializers.IntegerField(min_value=1)
    at_once = serializers.BooleanField(default=False)


class CloseIn(ConfirmedIn):
    """The way to make the table of a season that cannot be played out; ``number``: the last round that counts."""

    way = serializers.ChoiceField(choices=WAYS)
    number = serializers.IntegerField(min_value=1, required=False, help_text="Of its round; for ``matchday`` alone.")


class SubstituteIn(ConfirmedIn):
    """The new player, one of three."""

    waiting = serializers.UUIDField(
        required=False, allow_null=True, default=None, help_text="The entrant who waited for a place."
    )
    name = serializers.CharField(
        required=False, allow_blank=True, default="", max_length=40, help_text="A typed name; it gets a personal link."
    )
    bot = serializers.BooleanField(default=False, help_text="The next free house bot.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Put the new player together, and the fields of the consent."""
        successor = Successor(attrs.pop("waiting"), attrs.pop("name"), attrs.pop("bot"))
        return {**super().validate(attrs), "successor": successor}


class DaysIn(serializers.Serializer[Any]):
    """Days off for each entrant in the whole competition; 0: none."""

    days = serializers.IntegerField(min_value=0, max_value=leaves.MOST_DAYS)


def _leave(competition: Competition, keys: Mapping[str, Any]) -> Leave:
    leave: Leave = row_or_gone(competition.leaves.select_related("entrant"), keys["leave_id"])
    return leave


def _is_on_it(leave: Leave, user: User) -> bool:
    return plays_for(user, leave.entrant)


LEAVE: Final = Subject(
    Leave, f"{COMPETITION.address}leaves/<uuid:leave_id>/", "leave_id", door, _leave, lambda row: {"leave": row}
)

WITHDRAW_MANY: Final = Action(
    "withdraw_many",
    inactivity.withdraw_many,
    COMPETITION,
    "Withdraw entrants together, each by the policy of the competition.",
    Right.RUN,
    takes=ManyIn,
    at="inactive/withdraw/",
)
SHORTEN: Final = Action(
    "shorten",
    shortening.shorten,
    COMPETITION,
    "Leave every pair its first ``meetings`` and void the later ones, while none of these has begun.",
    Right.RUN,
    takes=ShortenIn,
    at="shorten/",
)
END_AT: Final = Action(
    "end_at",
    shortening.end_at,
    COMPETITION,
    "Void unplayed matches after a matchday; played ones count, the table stands.",
    Right.RUN,
    takes=EndAtIn,
    at="end-at/",
)
CLOSE_EARLY: Final = Action(
    "close_early",
    early_closing.close_early,
    COMPETITION,
    "Close the running stage: undecided matches are void, the table is made by ``way``.",
    Right.RUN,
    takes=CloseIn,
    at="close-early/",
)
TAKE_CLOSING_BACK: Final = Action(
    "take_closing_back",
    early_closing.reopen,
    COMPETITION,
    "Take the early end back, until the next stage or season has begun by it.",
    Right.RUN,
    takes=ConfirmedIn,
    at="close-early/",
    method="DELETE",
)
SUBSTITUTE: Final = Action(
    "substitute",
    substitutes.substitute,
    ENTRANT,
    "Let a substitute take over an entrant's record and remaining matches.",
    Right.RUN,
    takes=SubstituteIn,
    at="substitute/",
)
ALTERNATE: Final = Action(
    "alternate",
    substitutes.alternate,
    ENTRANT,
    "Let the first of the waiting list play in a knockout for an entrant who missed the first round.",
    Right.RUN,
    takes=ConfirmedIn,
    at="alternate/",
)
TAKE_LEAVE_BACK: Final = Action(
    "leave",
    leaves.take_back,
    LEAVE,
    "Take a leave back; one that has begun ends now.",
    Right.RUN,
    parties=_is_on_it,
    at="",
    method="DELETE",
    status=204,
)
ALLOW_LEAVE: Final = Action(
    "leave_days",
    leaves.allow,
    COMPETITION,
    "Set the days off of each entrant.",
    Right.RUN,
    takes=DaysIn,
    at="leave-days/",
)

ACTIONS: Final = (
    WITHDRAW_MANY,
    SHORTEN,
    END_AT,
    CLOSE_EARLY,
    TAKE_CLOSING_BACK,
    SUBSTITUTE,
    ALTERNATE,
    TAKE_LEAVE_BACK,
    ALLOW_LEAVE,
)
