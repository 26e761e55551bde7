"""API of conditional moves: the lines that your seat of a correspondence match replies by."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.core.seats import Seat
from matches.api.bodies import checked_body
from matches.api.problems import Problem
from matches.errors import NotSeated
from matches.models import ConditionalMoves, Match
from matches.policy import access
from matches.verbs import conditional


class LinesBody(serializers.Serializer[Any]):
    """Conditional moves for the position of one version."""

    v = serializers.IntegerField(min_value=0, help_text="The version of the position that the lines begin with.")
    lines = serializers.ListField(
        child=serializers.ListField(child=serializers.DictField()),
        help_text="Moves of both sides in their order: the other side's first, your reply last.",
    )


class KeptBody(LinesBody):
    """Kept conditional moves, also as text."""

    notation = serializers.ListField(child=serializers.ListField(child=serializers.CharField()), read_only=True)


def _body(match: Match, plan: ConditionalMoves) -> dict[str, Any]:
    notation = [conditional.notation(match, line) for line in plan.lines]
    return {"v": plan.version, "lines": plan.lines, "notation": notation}


class Conditional(APIView):
    """Conditional moves of your seat. Nobody else sees them."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(operation_id="conditional_read", responses={200: KeptBody, 204: None, 403: Problem, 404: Problem})
    def get(self, request: Request, match_id: UUID) -> Response:
        """Get your conditional moves; 204 if you have none."""
        match, seat = self._seat(request, match_id)
        plan = conditional.stored_plan(match=match, seat=seat)
        answer = Response(status=204) if plan is None else Response(_body(match, plan))
        answer["Cache-Control"] = "no-store"
        return answer

    @extend_schema(
        operation_id="conditional_write",
        request=LinesBody,
        responses={200: KeptBody, 400: Problem, 403: Problem, 404: Problem, 409: Problem},
    )
    def put(self, request: Request, match_id: UUID) -> Response:
        """Replace your conditional moves: at most 30 lines, in the position of version ``v``."""
        match, seat = self._seat(request, match_id)
        body = checked_body(request, LinesBody)
        user: Any = request.user
        return Response(_body(match, conditional.keep(match=match, seat=seat, user=user, **body)))

    @extend_schema(operation_id="conditional_delete", responses={204: None, 403: Problem, 404: Problem})
    def delete(self, request: Request, match_id: UUID) -> Response:
        """Delete your conditional moves, if there are any."""
        match, seat = self._seat(request, match_id)
        conditional.drop(match=match, seat=seat)
        return Response(status=204)

    def _seat(self, request: Request, match_id: UUID) -> tuple[Match, Seat]:
        """Return the match and the reader's only seat in it. Raises Http404, NotSeated."""
        match = access.match_or_404(match_id, request.user)
        seats = access.seats_of(match, request.user)
        if len(seats) != 1:
            raise NotSeated("Conditional moves are for the player of one side.")
        return match, seats[0]
