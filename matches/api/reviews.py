"""API of reviews: luck and mistakes of a finished match, step by step."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines import values
from matches.api.bodies import without_body
from matches.api.problems import Problem
from matches.api.shapes import shape_of
from matches.limits import check
from matches.models import Match, Review
from matches.policy import access
from matches.replay.review import Post, account
from matches.tasks import kick_review
from matches.verbs import reviews


class StepBody(serializers.Serializer[Any]):
    """One version of the match. Numbers are home's expected points, 0 to 1, but ``error``, which is its seat's."""

    v = serializers.IntegerField()
    seat = serializers.ChoiceField(["home", "away"], allow_null=True)
    value = serializers.FloatField(help_text="After it: that before, less drift and error, plus luck.")
    luck = serializers.FloatField()
    error = serializers.FloatField()
    drift = serializers.FloatField()


PostBody = shape_of(Post, called="PostBody")


class MistakeBody(serializers.Serializer[Any]):
    """A mistake that a search ten times deeper confirmed."""

    v = serializers.IntegerField()
    seat = serializers.ChoiceField(["home", "away"])
    error = serializers.FloatField()
    played = serializers.DictField()
    better = serializers.DictField()


class ReviewedSideBody(serializers.Serializer[Any]):
    """One side's figures."""

    side = serializers.ChoiceField(["home", "away"])
    luck = serializers.FloatField()
    error = serializers.FloatField()
    decisions = serializers.IntegerField()
    sound = serializers.IntegerField()


class ReviewBody(serializers.Serializer[Any]):
    """A review; all but the first two are there when it is done."""

    status = serializers.ChoiceField(["none", "open", "done", "failed"])
    judged = serializers.IntegerField(help_text="Moves judged so far.")
    kind = serializers.ChoiceField(["solved", "fitted"], required=False)
    seconds = serializers.FloatField(required=False, help_text="Processor time that it took.")
    account = PostBody(many=True, required=False)
    sides = ReviewedSideBody(many=True, required=False)
    mistakes = MistakeBody(many=True, required=False)
    steps = StepBody(many=True, required=False)


def _body(match: Match, review: Review | None) -> dict[str, Any]:
    if review is None:
        return {"status": "none", "judged": 0}
    body: dict[str, Any] = {"status": review.status, "judged": max(0, len(review.steps) - 1)}
    if review.status != Review.Status.DONE:
        return body
    steps = reviews.steps_of(review)
    return body | {
        "kind": values.card(match.game).kind,
        "seconds": review.seconds,
        "account": account(match, steps),
        "sides": reviews.sides_of(review),
        "mistakes": [mistake for mistake in review.mistakes if mistake["confirmed"]],
        "steps": [
            {
                "v": step.v,
                "seat": step.seat or None,
                "value": step.value,
                "luck": step.home_luck + step.away_luck + step.toss_luck,
                "error": step.error,
                "drift": step.drift,
            }
            for step in steps
        ],
    }


class OneReview(APIView):
    @extend_schema(operation_id="review_read", responses={200: ReviewBody, 404: Problem, 409: Problem})
    def get(self, request: Request, match_id: UUID) -> Response:
        """Get the review of a finished match, or how far it is."""
        match = self._match(request, match_id)
        return Response(ReviewBody(_body(match, reviews.current(match))).data)

    @without_body(
        operation_id="review_create",
        responses={200: ReviewBody, 202: ReviewBody, 404: Problem, 409: Problem, 429: Problem},
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Ask for the review of a finished match; 200 if it is made already."""
        match = self._match(request, match_id)
        check(request, "review")
        review = reviews.ask(match)
        if review.status == Review.Status.OPEN:
            kick_review(match.pk)
        return Response(ReviewBody(_body(match, review)).data, 202 if review.status == Review.Status.OPEN else 200)

    def _match(self, request: Request, match_id: UUID) -> Match:
        """Return the match if it has a review. Raises Http404, NoReview."""
        match = access.match_or_404(match_id, request.user)
        refusal = reviews.refusal(match)
        if refusal:
            raise reviews.NoReview(refusal)
        return match
