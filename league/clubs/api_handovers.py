"""Passing a competition or a club to another owner, in the REST API."""

from typing import Any
from uuid import UUID

from django.db.models import Q
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs import access
from league.clubs.access import RUNS, Standing
from league.clubs.models import Handover
from league.clubs.verbs import handovers as verbs
from league.competitions.api.base import PAGE, Api, page_of
from league.competitions.models.roles import Right
from matches.api.bodies import without_body


class HandoverOut(serializers.ModelSerializer[Handover]):
    """An offer or a claim."""

    owner = serializers.CharField(source="owner.nickname")
    to = serializers.CharField(source="to.nickname")
    competition = serializers.UUIDField(source="competition_id", allow_null=True)
    club = serializers.UUIDField(source="club_id", allow_null=True)

    class Meta:
        model = Handover
        fields = ["id", "competition", "club", "kind", "owner", "to", "state", "made_at", "ends_at", "ended_at"]


class OfferIn(serializers.Serializer[Any]):
    """The new owner."""

    name = serializers.CharField(max_length=40, help_text="Of an account: its sign-in name, or its nickname.")


class AnswerToHandover(serializers.Serializer[Any]):
    """An answer to an offer or a claim."""

    do = serializers.ChoiceField(
        choices=["accept", "decline", "withdraw", "object"],
        help_text="accept, decline: to whom it is offered. object: the owner, to a claim. withdraw: who made it.",
    )


class _Handovers(Api):
    def handover_response(self, handover: Handover, status: int = 201) -> Response:
        row = Handover.objects.select_related("owner", "to").get(pk=handover.pk)
        return Response(HandoverOut(row).data, status=status)


class OfferCompetition(_Handovers):
    @extend_schema(operation_id="competition_offer", request=OfferIn, responses={201: HandoverOut})
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Offer the ownership of a competition; it passes when the other person accepts."""
        thing = self.competition_with(competition_id, Right.OWN)
        return self.handover_response(
            verbs.offer(thing=thing, by=self.signed_in(), name=self.checked_body(OfferIn)["name"])
        )


class ClaimCompetition(_Handovers):
    @without_body(operation_id="competition_claim", responses={201: HandoverOut})
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Claim a competition; the owner is told, and may object."""
        return self.handover_response(verbs.claim(thing=self.competition_with(competition_id), by=self.signed_in()))


class OfferClub(_Handovers):
    @extend_schema(operation_id="club_offer", request=OfferIn, responses={201: HandoverOut})
    def post(self, request: Request, club_id: UUID) -> Response:
        """Offer the ownership of a club; it passes when the other person accepts."""
        thing, _standing = access.door(self.signed_in(), club_id, (Standing.OWNER,))
        return self.handover_response(
            verbs.offer(thing=thing, by=self.signed_in(), name=self.checked_body(OfferIn)["name"])
        )


class ClaimClub(_Handovers):
    @without_body(operation_id="club_claim", responses={201: HandoverOut})
    def post(self, request: Request, club_id: UUID) -> Response:
        """Claim a club; the owner is told, and may object."""
        thing, _standing = access.door(self.signed_in(), club_id, RUNS)
        return self.handover_response(verbs.claim(thing=thing, by=self.signed_in()))


class Handovers(_Handovers):
    @extend_schema(operation_id="handovers", parameters=PAGE, responses=page_of(HandoverOut))
    def get(self, request: Request) -> Response:
        """List the offers and claims that you made or are to answer, the newest first."""
        by = self.signed_in()
        rows = Handover.objects.filter(Q(owner=by) | Q(to=by)).select_related("owner", "to")
        return Response(self.paged(rows.order_by("-made_at", "-id"), HandoverOut))


class OneHandover(_Handovers):
    @extend_schema(operation_id="handover_answer", request=AnswerToHandover, responses=HandoverOut)
    def post(self, request: Request, handover_id: UUID) -> Response:
        """Accept, decline, withdraw or object, for its two parties."""
        by = self.signed_in()
        rows = Handover.objects.filter(Q(owner=by) | Q(to=by)).select_related("club", "competition")
        thing, do = get_object_or_404(rows, pk=handover_id), self.checked_body(AnswerToHandover)["do"]
        if do in ("accept", "decline"):
            thing = verbs.answer(handover=thing, by=by, accept=do == "accept")
        elif do == "object":
            thing = verbs.object_to(handover=thing, by=by)
        else:
            thing = verbs.withdraw(handover=thing, by=by)
        return self.handover_response(thing, 200)
