"""Whole competitions as one document in the REST API: export, import and schema."""

from typing import Any
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from league.competitions.api import serializers as shapes
from league.competitions.api.base import Api
from league.competitions.exchange.checking import MOST_BYTES, parsed
from league.competitions.exchange.schema import SCHEMA
from league.competitions.exchange.writing import exported
from league.competitions.policy import access
from league.competitions.verbs.importing import take_in


class Export(Api):
    limits = {"GET": "export"}

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, competition_id: UUID) -> Response:
        """Export structure, log, draws and audit in the format of ``/api/v1/competition-schema/``."""
        return Response(exported(access.door(request.user, competition_id)))


class Import(Api):
    limits = {"POST": "competition"}

    @extend_schema(request=OpenApiTypes.OBJECT, responses={200: shapes.CompetitionOut, 201: shapes.CompetitionOut})
    def post(self, request: Request) -> Response:
        """Import the document in the body: 201, or 200 if it was imported before. Accounts only."""
        competition, new = take_in(by=self.account(), document=parsed(_body(request)))
        return self.competition_answer(competition.id, 201 if new else 200)


def _body(request: Request) -> bytes:
    """Return the raw body, read no further than the size limit."""
    stream = request.stream
    return stream.read(MOST_BYTES + 1) if stream is not None else b""


class Schema(Api):
    @extend_schema(operation_id="competition_schema", responses=OpenApiTypes.OBJECT)
    def get(self, request: Request) -> Response:
        """Return the JSON Schema (2020-12) of a competition's document."""
        answer: dict[str, Any] = SCHEMA
        return Response(answer)
