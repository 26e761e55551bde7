"""Rounds: opened, extended; Swiss ones with late entries and rests, and paired again."""

from typing import Any, Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from league.actions import Action
from league.api.fields import TypedNames, number
from league.competitions.actions.subjects import COMPETITION, ENTRANT, ROUND
from league.competitions.models import Entrant, Round
from league.competitions.models.roles import Right
from league.competitions.setup.stages import RESTS
from league.competitions.verbs import rounds, swiss


class HoursIn(serializers.Serializer[Any]):
    """A number of hours."""

    hours = number(1, rounds.MOST_HOURS)
    seen = serializers.DateTimeField(
        required=False, help_text="The end of the round that you know: if it has changed since, nothing changes."
    )


class LateIn(serializers.Serializer[Any]):
    """Typed names, one per entry."""

    names = TypedNames(child=serializers.CharField(max_length=60), min_length=1, max_length=50)


class RestIn(serializers.Serializer[Any]):
    """The Swiss round to rest in, and the points it pays."""

    number = serializers.IntegerField(
        min_value=1, error_messages=dict.fromkeys(("invalid", "min_value"), _("Enter a whole number."))
    )
    kind = serializers.ChoiceField(choices=RESTS, default="half_bye")


def _paired_again(paired: Round) -> str:
    return gettext("Round %(number)d is paired again.") % {"number": paired.step}


OPEN_ROUND: Final = Action(
    "open_round",
    rounds.open_round,
    ROUND,
    "Open the round for play now.",
    Right.RUN,
    said=_("The round is open."),
    at="open/",
)
MOVE_ROUND: Final = Action(
    "move_round",
    rounds.move_round,
    ROUND,
    "Move the end of the round's window.",
    Right.RUN,
    takes=HoursIn,
    said=_("Deadline extended."),
    label=_("Extend deadline"),
    at="move/",
)
JOIN: Final = Action(
    "join",
    swiss.join,
    COMPETITION,
    "Enter names into running Swiss rounds: they are paired from the next round on.",
    Right.RUN,
    takes=LateIn,
    said=_("They join from the next round."),
    label=_("Admit from the next round"),
    at="late/",
    gives=Entrant,
    many=True,
    status=201,
)
REST: Final = Action(
    "rest",
    swiss.rest,
    ENTRANT,
    "Let an entrant rest in a Swiss round that is not paired yet.",
    Right.RUN,
    takes=RestIn,
    said=_("Rest recorded."),
    label=_("Record the rest"),
    at="rest/",
)
PAIR_AGAIN: Final = Action(
    "pair_again",
    swiss.pair_again,
    COMPETITION,
    "Take back the latest paired Swiss round, if no match of it has begun, and pair it again.",
    Right.RUN,
    said=_paired_again,
    at="pair-again/",
    gives=Round,
)

ACTIONS: Final = (
    OPEN_ROUND,
    MOVE_ROUND,
    JOIN,
    REST,
    PAIR_AGAIN,
)
