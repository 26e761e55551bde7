"""Decisions on fixtures and tables by an organiser or a referee."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from league.actions import Action
from league.api.fields import number
from league.competitions.actions.shapes import ConfirmedIn, ReasonIn
from league.competitions.actions.subjects import ENTRANT, FIXTURE, OPEN_DISPUTE
from league.competitions.models.roles import Right
from league.competitions.verbs import disputes, resuming, rulings


class WalkoverIn(ConfirmedIn):
    """The side that is awarded the fixture; null: nobody."""

    winner = serializers.ChoiceField(choices=["home", "away"], allow_null=True)
    tie = serializers.BooleanField(
        default=False, help_text="The other side leaves the tie: not this match alone, the whole tie is awarded."
    )
    leg = serializers.BooleanField(
        default=False, help_text="Of a tie of teams in several legs: all boards of this leg are awarded."
    )
    conceded = serializers.BooleanField(
        default=False, help_text="In a table, without a winner: three goals count against each side and for neither."
    )


class ResumeIn(ConfirmedIn):
    """The match and move to resume from; ``match`` must be the fixture's current match."""

    match = serializers.UUIDField(source="match_id")
    v = serializers.IntegerField(min_value=0)


class CardsIn(serializers.Serializer[Any]):
    """The cards of a match: a list of yellow, second_yellow, red for each side, empty if it had none."""

    home = serializers.ListField(child=serializers.CharField(max_length=20), max_length=40)
    away = serializers.ListField(child=serializers.CharField(max_length=20), max_length=40)


class ScorersIn(serializers.Serializer[Any]):
    """Scorers at a real table: for each side the number or name of a piece for each goal that is known."""

    home = serializers.ListField(child=serializers.CharField(max_length=24), max_length=99)
    away = serializers.ListField(child=serializers.CharField(max_length=24), max_length=99)


def score_in(goals: dict[str, Any]) -> rulings.Score:
    """Take the score out of ``goals``. Raises ValidationError for the kicks of one side only."""
    home_kicks, away_kicks = goals.pop("home_kicks", None), goals.pop("away_kicks", None)
    if (home_kicks is None) != (away_kicks is None):
        raise ValidationError({"away_kicks": ["Both sides' kicks, or neither's."]})
    kicks = None if home_kicks is None or away_kicks is None else (home_kicks, away_kicks)
    told = goals.pop("cards", None), goals.pop("scorers", None)
    return rulings.Score(goals.pop("home"), goals.pop("away"), kicks, goals.pop("extra_time"), *told)


class ScoreIn(ConfirmedIn):
    """A result: goals with extra time, kicks scored in a shootout, and cards and scorers if known."""

    cards = CardsIn(required=False, allow_null=True)
    scorers = ScorersIn(required=False, allow_null=True)

    home = serializers.IntegerField(min_value=0, max_value=99)
    away = serializers.IntegerField(min_value=0, max_value=99)
    home_kicks = serializers.IntegerField(required=False, allow_null=True, min_value=0, max_value=99)
    away_kicks = serializers.IntegerField(required=False, allow_null=True, min_value=0, max_value=99)
    extra_time = serializers.BooleanField(required=False, default=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Put the fields of the score together, and those of the consent."""
        score = score_in(attrs)
        return {**super().validate(attrs), "score": score}


class PointsIn(ReasonIn):
    """Points to deduct; negative: to give back."""

    points = number(-rulings.MOST_POINTS, rulings.MOST_POINTS)


class ValueIn(ReasonIn):
    """A value of the criterion ``manual``: the highest ranks first among entrants level until then."""

    value = number(-rulings.MOST_VALUE, rulings.MOST_VALUE)


WALKOVER: Final = Action(
    "walkover",
    rulings.walkover,
    FIXTURE,
    "Award a fixture three to nil, or to nobody; or the whole tie, if the other side leaves it.",
    Right.DECIDE,
    takes=WalkoverIn,
    label=_("Award the match"),
    at="walkover/",
)
ENTER_RESULT: Final = Action(
    "result",
    rulings.enter_result,
    FIXTURE,
    "Enter or correct a result.",
    Right.DECIDE,
    takes=ScoreIn,
    label=_("Save the result"),
    at="result/",
)
REPLAY: Final = Action(
    "replay",
    rulings.replay,
    FIXTURE,
    "Have a fixture replayed.",
    Right.DECIDE,
    takes=ConfirmedIn,
    label=_("Have it played again"),
    at="replay/",
)
RESUME: Final = Action(
    "resume",
    resuming.resume,
    FIXTURE,
    "Resume the match of a fixture from one of its moves, at a new table.",
    Right.DECIDE,
    takes=ResumeIn,
    label=_("Resume match"),
    at="resume/",
)
VOID: Final = Action(
    "void",
    rulings.void,
    FIXTURE,
    "Void a league fixture: it does not count.",
    Right.DECIDE,
    takes=ReasonIn,
    label=_("Void the match"),
    at="void/",
)
LET_STAND: Final = Action(
    "let_stand",
    disputes.let_stand,
    OPEN_DISPUTE,
    "Decide a dispute in favour of the report or result. Any ruling decides it otherwise.",
    Right.DECIDE,
    takes=ReasonIn,
    at="let-stand/",
)
DEDUCT: Final = Action(
    "deduct",
    rulings.deduct,
    ENTRANT,
    "Deduct points from an entrant in the table, or give them back.",
    Right.DECIDE,
    takes=PointsIn,
    said=_("Points deducted. The table says why."),
    label=_("Deduct points"),
    then="entrants",
    at="deduct/",
)
GIVE_VALUE: Final = Action(
    "give_value",
    rulings.give_value,
    ENTRANT,
    "Give an entrant a value of the criterion `manual`, with the reason; the last one counts.",
    Right.DECIDE,
    takes=ValueIn,
    said=_("Value saved. The table says why."),
    label=_("Save value"),
    then="entrants",
    at="value/",
)

ACTIONS: Final = (
    WALKOVER,
    ENTER_RESULT,
    REPLAY,
    RESUME,
    VOID,
    LET_STAND,
    DEDUCT,
    GIVE_VALUE,
)
