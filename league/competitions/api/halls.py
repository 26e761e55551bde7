"""The real tables of a competition and their queue in the REST API."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.competitions.api.base import Api
from league.competitions.policy import access
from league.competitions.words import queue
from matches.api.shapes import shape_of

TableNowOut = shape_of(
    queue.TableNow,
    ["number", "place", "game", "stream", "state", "fixture", "since", "closed_because"],
    number=serializers.IntegerField(source="table.number"),
    place=serializers.CharField(source="table.place", help_text="Where it stands."),
    game=serializers.CharField(source="table.game", help_text="The only game that is played on it; empty: any."),
    stream=serializers.BooleanField(source="table.stream", help_text="Whether it is filmed."),
    fixture=serializers.UUIDField(source="fixture.pk", allow_null=True, default=None, help_text="At it now."),
    closed_because=serializers.CharField(source="table.closed_because", help_text="Why it is out of service."),
)
InQueueOut = shape_of(
    queue.InQueue,
    ["place", "fixture", "why", "waits", "stream", "by_hand", "table"],
    fixture=serializers.UUIDField(source="fixture.pk"),
)
DeskNowOut = shape_of(queue.DeskNow, parts=[TableNowOut, InQueueOut])


class Tables(Api):
    @extend_schema(responses=DeskNowOut)
    def get(self, request: Request, competition_id: UUID) -> Response:
        """Return the real tables with their matches, and the queue for them in its order."""
        competition = access.door(request.user, competition_id)
        return Response(DeskNowOut(queue.desk_now(competition, request.user)).data)
