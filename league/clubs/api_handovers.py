"""Passing a competition or a club to another owner, in the REST API."""

from __future__ import annotations

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
    """To whom it is offered."""

    name = serializers.CharField(max_length=40, help_text="Of an account: its sign-in name, or its nickname.")


class AnswerToHandover(serializers.Serializer[Any]):
    """What is said to an offer or a claim."""

    do = serializers.ChoiceField(
        choices=["accept", "decline", "withdraw", "object"],
        help_text="accept, decline: to whom it is offered. object: the owner, to a claim. withdraw: who made it.",
    )


class _Handovers(Api):
    def made(self, handover: Handover, status: int = 201) -> Response:
        row = Handover.objects.select_related("owner", "to").get(pk=handover.pk)
        return Response(HandoverOut(row).data, status=status)


class OfferCompetition(_Handovers):
    """Offering a competition."""

    @extend_schema(operation_id="competition_offer", request=OfferIn, responses={201: HandoverOut})
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Offer its ownership; it passes when the other one accepts."""
        found = self.mine(competition_id, Right.OWN)
        return self.made(verbs.offer(thing=found, by=self.signed_in(), name=self.asked(OfferIn)["name"]))


class ClaimCompetition(_Handovers):
    """Succeeding a silent owner of a competition."""

    @extend_schema(operation_id="competition_claim", request=None, responses={201: HandoverOut})
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Claim it; the owner is told, and may object."""
        return self.made(verbs.claim(thing=self.mine(competition_id), by=self.signed_in()))


class OfferClub(_Handovers):
    """Offering a club."""

    @extend_schema(operation_id="club_offer", request=OfferIn, responses={201: HandoverOut})
    def post(self, request: Request, club_id: UUID) -> Response:
        """Offer its ownership; it passes when the other one accepts."""
        found, _standing = access.door(self.signed_in(), club_id, (Standing.OWNER,))
        return self.made(verbs.offer(thing=found, by=self.signed_in(), name=self.asked(OfferIn)["name"]))


class ClaimClub(_Handovers):
    """Succeeding a silent owner of a club."""

    @extend_schema(operation_id="club_claim", request=None, responses={201: HandoverOut})
    def post(self, request: Request, club_id: UUID) -> Response:
        """Claim it; the owner is told, and may object."""
        found, _standing = access.door(self.signed_in(), club_id, RUNS)
        return self.made(verbs.claim(thing=found, by=self.signed_in()))


class Handovers(_Handovers):
    """One's own offers and claims."""

    @extend_schema(operation_id="handovers", parameters=PAGE, responses=page_of(HandoverOut))
    def get(self, request: Request) -> Response:
        """Those that one has made or is to answer, the newest first."""
        by = self.signed_in()
        rows = Handover.objects.filter(Q(owner=by) | Q(to=by)).select_related("owner", "to")
        return Response(self.paged(rows.order_by("-made_at", "-id"), HandoverOut))


class OneHandover(_Handovers):
    """An answer to an offer or a claim."""

    @extend_schema(operation_id="handover_answer", request=AnswerToHandover, responses=HandoverOut)
    def post(self, request: Request, handover_id: UUID) -> Response:
        """Accept, decline, withdraw or object, by the two whom it concerns."""
        by = self.signed_in()
        rows = Handover.objects.filter(Q(owner=by) | Q(to=by)).select_related("club", "competition")
        found, do = get_object_or_404(rows, pk=handover_id), self.asked(AnswerToHandover)["do"]
        if do in ("accept", "decline"):
            found = verbs.answer(handover=found, by=by, accept=do == "accept")
        elif do == "object":
            found = verbs.object_to(handover=found, by=by)
        else:
            found = verbs.withdraw(handover=found, by=by)
        return self.made(found, 200)
