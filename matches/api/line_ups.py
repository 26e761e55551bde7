"""API of line-ups: drafts of a placement at a live table, and the line-ups that a player keeps."""

from typing import Any, Final
from uuid import UUID

from django.http import Http404, HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

import engines
from engines.core.seats import SEATS
from matches.api.bodies import checked_body
from matches.api.problems import Problem
from matches.api.questions import YES_OR_NO, asked, needed, one_of
from matches.api.shapes import shape_of
from matches.json_input import read_json
from matches.live import drafting
from matches.models import LineUp
from matches.policy import access
from matches.problems import problem
from matches.verbs import line_ups

DraftBody = shape_of(drafting.Draft, called="DraftBody")


class LineUpBody(serializers.ModelSerializer[LineUp]):
    """A kept line-up; its pieces and cells are home's."""

    class Meta:
        model = LineUp
        fields = ("id", "game", "name", "cells")


class KeepBody(serializers.Serializer[Any]):
    """A line-up to keep, from one seat's side."""

    game = serializers.CharField()
    name = serializers.CharField(max_length=80)
    of = serializers.ChoiceField(choices=list(SEATS), default="home")
    cells = serializers.DictField(child=serializers.CharField())


SEAT: Final = one_of(SEATS)


class Drafts(APIView):
    """Drafts of placements."""

    @extend_schema(
        operation_id="draft_read",
        parameters=[
            OpenApiParameter("cells", OpenApiTypes.STR, description='JSON: {"piece": "cell"}.'),
            OpenApiParameter("of", OpenApiTypes.STR, enum=list(SEATS), description="Whose cells they are."),
            OpenApiParameter("seat", OpenApiTypes.STR, enum=list(SEATS), description="For whoever holds both seats."),
            OpenApiParameter("line_up", OpenApiTypes.STR, description="Begin with a suggestion, or with last."),
            OpenApiParameter("fill", OpenApiTypes.BOOL, description="Let the rules bend the wishes and do the rest."),
            OpenApiParameter("piece", OpenApiTypes.STR, description="Say where this piece could stand instead."),
        ],
        responses={200: DraftBody, 204: None, 400: Problem, 403: Problem, 404: Problem},
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """Get a draft for your seat in the current position; 204 if there is nothing to place now."""
        match = access.match_or_404(match_id, request.user)
        query = request.query_params
        wanted, of, fill = asked(request, "seat", SEAT), asked(request, "of", SEAT), asked(request, "fill", YES_OR_NO)
        seat = next((each for each in access.seats_of(match, request.user) if wanted in (None, each)), None)
        if seat is None:
            return problem(403, "not_seated", "Only who sits at the table places.")
        try:
            cells = read_json(query.get("cells") or "{}")
        except ValueError:
            cells = None
        if not isinstance(cells, dict):
            return problem(400, "bad_request", "cells is a JSON object of piece and cell")
        try:
            draft = line_ups.draft(
                match=match,
                seat=seat,
                user=request.user,  # type: ignore[arg-type]  # who has a seat is signed in
                cells=cells,
                of=of or seat,
                key=query.get("line_up", ""),
                fill=bool(fill),
                piece=query.get("piece", ""),
            )
        except drafting.NothingToPlace:
            return Response(status=204)  # the match moved on meanwhile
        answer = Response(DraftBody(draft).data)
        answer["Cache-Control"] = "no-store"
        return answer


class LineUps(APIView):
    """The line-ups that you keep."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="line_ups_list",
        parameters=[OpenApiParameter("game", OpenApiTypes.STR, required=True)],
        responses={200: LineUpBody(many=True), 400: Problem, 403: Problem},
    )
    def get(self, request: Request) -> HttpResponse:
        """List your line-ups of one game, by name."""
        game = needed(request, "game", one_of(engines.games()))
        kept_line_ups = line_ups.line_ups_of(user=request.user, game=game)  # type: ignore[arg-type]  # signed in
        return Response(LineUpBody(kept_line_ups, many=True).data)

    @extend_schema(
        operation_id="line_ups_create",
        request=KeepBody,
        responses={200: LineUpBody, 400: Problem, 403: Problem, 409: Problem},
    )
    def post(self, request: Request) -> Response:
        """Keep a line-up, replacing one of the same name."""
        body = checked_body(request, KeepBody)
        line_up = line_ups.keep(user=request.user, **body)  # type: ignore[arg-type]  # signed in
        return Response(LineUpBody(line_up).data)


class OneLineUp(APIView):
    permission_classes = (IsAuthenticated,)

    @extend_schema(operation_id="line_ups_delete", responses={204: None, 403: Problem, 404: Problem})
    def delete(self, request: Request, line_up_id: UUID) -> Response:
        """Delete a line-up."""
        if not line_ups.drop(user=request.user, line_up_id=line_up_id):  # type: ignore[arg-type]  # signed in
            raise Http404("There is no such line-up.")
        return Response(status=204)
