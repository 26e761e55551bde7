"""Passing a competition or a club to another owner, in the REST API."""

from django.db.models import Q
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.clubs.models import Handover
from league.competitions.api.base import PAGE, Api, page_of


class HandoverOut(serializers.ModelSerializer[Handover]):
    """An offer or a claim."""

    owner = serializers.CharField(source="owner.nickname")
    to = serializers.CharField(source="to.nickname")
    competition = serializers.UUIDField(source="competition_id", allow_null=True)
    club = serializers.UUIDField(source="club_id", allow_null=True)

    class Meta:
        model = Handover
        fields = ["id", "competition", "club", "kind", "owner", "to", "state", "made_at", "ends_at", "ended_at"]


class Handovers(Api):
    @extend_schema(operation_id="handovers", parameters=PAGE, responses=page_of(HandoverOut))
    def get(self, request: Request) -> Response:
        """List the offers and claims that you made or are to answer, the newest first."""
        by = self.signed_in()
        rows = Handover.objects.filter(Q(owner=by) | Q(to=by)).select_related("owner", "to")
        return Response(self.paged(rows.order_by("-made_at", "-id"), HandoverOut))
