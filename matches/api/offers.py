"""API of offers and claims, by the same verbs as the socket's frames."""

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matches.api.bodies import checked_body
from matches.api.matches import DoneBody
from matches.api.problems import Problem
from matches.api.shapes import shape_of
from matches.live import rulings
from matches.live.calling import call
from matches.models import Offer
from matches.policy import access
from matches.problems import problem
from matches.verbs import offers


class OfferBody(serializers.Serializer[Any]):
    """An offer to the other side, or an answer to theirs."""

    id = serializers.UUIDField(help_text="Your own id of this request; a repeat with the same id counts once.")
    kind = serializers.ChoiceField(choices=Offer.Kind.choices)
    do = serializers.ChoiceField(choices=offers.ACTS)


OfferDoneBody = shape_of(
    offers.Answer,
    called="OfferDoneBody",
    kind=serializers.ChoiceField(choices=Offer.Kind.choices),
    status=serializers.ChoiceField(choices=Offer.Status.choices),
)


class ClaimBody(serializers.Serializer[Any]):
    """A claim to win because the other side left."""

    id = serializers.UUIDField(help_text="Your own id of this request; a repeat with the same id counts once.")


class Offers(APIView):
    """Offers between the two sides of a match."""

    token_scopes = {"POST": "play"}

    @extend_schema(
        operation_id="offers_create",
        request=OfferBody,
        responses={200: OfferDoneBody, 400: Problem, 403: Problem, 404: Problem, 409: Problem, 429: Problem},
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Make, accept, decline or withdraw an offer: 409 if it makes no sense now, 429 if it comes too soon."""
        body = checked_body(request, OfferBody)
        match = access.match_or_404(match_id, request.user)
        seat = access.seat_of(match, request.user)
        if seat is None:
            return problem(403, "not_seated", "Only who sits at the table offers.")
        answer = offers.act(match_id=match_id, seat=seat, kind=body["kind"], do=body["do"], client_id=body["id"])
        return Response(OfferDoneBody(answer).data)


class Claim(APIView):
    """The claim of a match whose other side has left."""

    @extend_schema(
        operation_id="claim_create",
        request=ClaimBody,
        responses={200: DoneBody, 201: DoneBody, 400: Problem, 403: Problem, 404: Problem, 409: Problem},
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Claim the match because the other side, which is to act, has been away for too long."""
        body = checked_body(request, ClaimBody)
        match = access.match_or_404(match_id, request.user)
        seat = access.seat_of(match, request.user)
        if seat is None:
            return problem(403, "not_seated", "Only who sits at the table claims.")
        outcome = call(rulings.claim_here(match_id, seat, body["id"]))
        if outcome.done:
            is_repeat = outcome.kind == "repeat"
            answer = {"id": body["id"], "v": outcome.v, "repeat": is_repeat}
            return Response(DoneBody(answer).data, status=200 if is_repeat else 201)
        return problem(409, outcome.code or outcome.kind, outcome.reason or "The match has moved on.", v=outcome.v)
