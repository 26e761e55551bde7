"""What the two sides of a fixture do: report, confirm, dispute, agree on a kick-off; and the organiser's kick-off."""

from typing import Any, Final

from rest_framework import serializers

from league.actions import Action
from league.competitions.actions.rulings import score_in
from league.competitions.actions.subjects import FIXTURE, OPEN_REPORT, PROPOSAL
from league.competitions.models import Dispute, Fixture, Proposal, Report
from league.competitions.models.roles import Right
from league.competitions.policy.parties import seat_in
from league.competitions.verbs import disputes, reports, schedule
from league.players.models import User


class ReportIn(serializers.Serializer[Any]):
    """A result reported by a player: as ``ScoreIn``, without a reason."""

    home = serializers.IntegerField(min_value=0, max_value=99)
    away = serializers.IntegerField(min_value=0, max_value=99)
    home_kicks = serializers.IntegerField(required=False, allow_null=True, min_value=0, max_value=99)
    away_kicks = serializers.IntegerField(required=False, allow_null=True, min_value=0, max_value=99)
    extra_time = serializers.BooleanField(required=False, default=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Put the fields of the score together."""
        return {"score": score_in(attrs)}


class StatementIn(serializers.Serializer[Any]):
    """A statement in a dispute."""

    statement = serializers.CharField(max_length=1000)


class KickOffIn(serializers.Serializer[Any]):
    """A time, with its offset or in UTC."""

    kick_off_at = serializers.DateTimeField()


class PutOffIn(KickOffIn):
    """A kick-off set by the organiser, with the reason."""

    reason = serializers.CharField(max_length=300)


class AnswerIn(serializers.Serializer[Any]):
    """The answer to a proposal: yes or no."""

    accept = serializers.BooleanField()


def _plays_in_it(fixture: Fixture, user: User) -> bool:
    return seat_in(fixture, user) is not None


def _is_asked(proposal: Proposal, user: User) -> bool:
    return _plays_in_it(proposal.fixture, user)


REPORT_RESULT: Final = Action(
    "report",
    reports.report,
    FIXTURE,
    "Report the result of your match at a real table.\n\n"
    "The score that the other side reported confirms it; a different one opens a dispute.",
    parties=_plays_in_it,
    takes=ReportIn,
    at="report/",
    gives=Report,
    status=201,
)
CONFIRM: Final = Action(
    "confirm",
    reports.confirm,
    OPEN_REPORT,
    "Confirm the other side's report: it counts.",
    parties=_plays_in_it,
    at="confirm/",
)
OPEN_A_DISPUTE: Final = Action(
    "dispute",
    disputes.dispute,
    FIXTURE,
    "Dispute a report or a result, or add your statement to the open dispute.",
    parties=_plays_in_it,
    takes=StatementIn,
    at="dispute/",
    gives=Dispute,
    status=201,
)
PROPOSE: Final = Action(
    "propose",
    schedule.propose,
    FIXTURE,
    "Propose a kick-off; proposing the other side's time accepts it.",
    parties=_plays_in_it,
    takes=KickOffIn,
    gives=Proposal,
    status=201,
    scope="compete",
)
ANSWER: Final = Action(
    "answer",
    schedule.answer,
    PROPOSAL,
    "Accept or decline the other side's proposal.",
    parties=_is_asked,
    takes=AnswerIn,
    at="answer/",
    gives=Proposal,
    scope="compete",
)
PUT_OFF: Final = Action(
    "put_off",
    schedule.override_kick_off,
    FIXTURE,
    "Set the kick-off of a fixture, even after its round's window; both sides are notified.",
    Right.RUN,
    takes=PutOffIn,
    at="put-off/",
)

ACTIONS: Final = (
    REPORT_RESULT,
    CONFIRM,
    OPEN_A_DISPUTE,
    PROPOSE,
    ANSWER,
    PUT_OFF,
)
