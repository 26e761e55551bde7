"""Whole competitions as one document in the REST API: export, import and schema."""

from typing import Any
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

import engines
from league.api.fields import choice
from league.api.parsers import FileParser
from league.competitions.api import serializers as shapes
from league.competitions.api.base import Api
from league.competitions.exchange.checking import MOST_BYTES, parsed
from league.competitions.exchange.schema import SCHEMA
from league.competitions.exchange.writing import exported
from league.competitions.models import Competition
from league.competitions.policy import access
from league.competitions.verbs import report_files
from league.competitions.verbs.importing import take_in
from league.formats.trf.lines import MOST_BYTES as MOST_OF_A_REPORT
from league.formats.trf.tournament import Note
from league.sentences import translated
from matches.api.questions import YES_OR_NO, asked


class Export(Api):
    limits = {"GET": "export"}

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, competition_id: UUID) -> Response:
        """Export structure, log, draws and audit in the format of ``/api/v1/competition-schema/``."""
        return Response(exported(access.door(request.user, competition_id)))


class DocumentParser(FileParser):
    media_type = "application/json"
    most = MOST_BYTES


class ReportParser(FileParser):
    media_type = "text/plain"
    most = MOST_OF_A_REPORT


class Import(Api):
    parser_classes = [DocumentParser]
    limits = {"POST": "competition"}

    @extend_schema(request=OpenApiTypes.OBJECT, responses={200: shapes.CompetitionOut, 201: shapes.CompetitionOut})
    def post(self, request: Request) -> Response:
        """Import the document in the body: 201, or 200 if it was imported before. Accounts only."""
        competition, new = take_in(by=self.account(), document=parsed(_body(request)))
        return self.competition_answer(competition.id, 201 if new else 200)


class ReportFileNote(serializers.Serializer[Any]):
    """A fault of a report file, or what was adjusted in it."""

    line = serializers.IntegerField(help_text="From 1; 0: the file as a whole.")
    name = serializers.CharField(help_text="For a program.")
    sentence = serializers.SerializerMethodField(help_text="For a person.")

    def get_sentence(self, note: Note) -> str:
        """Return its sentence in the reader's language."""
        return translated(note.sentence)


class ReportFileOut(serializers.Serializer[Any]):
    """The outcome of a report file, or its faults: then nothing but the adjustments is told beside them."""

    competition = shapes.CompetitionOut(allow_null=True, help_text="Null for a preview.")
    edition = serializers.CharField(help_text="TRF16 or TRF26.")
    format = serializers.CharField(help_text="Of its stage: swiss or league.")
    finished = serializers.BooleanField()
    players = serializers.IntegerField()
    rounds = serializers.IntegerField(help_text="Of which results are told.")
    games = serializers.IntegerField()
    byes = serializers.IntegerField(help_text="That pay points.")
    faults = ReportFileNote(many=True)
    adjustments = ReportFileNote(many=True, help_text="What was read differently or left out.")


class ImportReport(Api):
    parser_classes = [ReportParser]
    limits = {"POST": "competition"}

    @extend_schema(
        parameters=[
            OpenApiParameter("game", str, required=True, description="That was played."),
            OpenApiParameter("preview", bool, description="Only say what it would become."),
        ],
        request={"text/plain": OpenApiTypes.BINARY},
        responses={200: ReportFileOut, 201: ReportFileOut},
    )
    def post(self, request: Request) -> Response:
        """Import the tournament report file (TRF16 or TRF26) in the body: 201, or 200 if it was imported before.

        A file with faults is refused with all of them. Accounts only; at most 2 MB.
        """
        by, game = self.account(), asked(request, "game", choice(engines.games()), "")
        preview = asked(request, "preview", YES_OR_NO)
        raw = _body(request)
        if preview:
            return Response(_report(report_files.preview(by=by, raw=raw, game=game), None))
        competition, new, found = report_files.take_in(by=by, raw=raw, game=game)
        return Response(_report(found, competition), status=201 if new else 200)


def _report(found: report_files.Preview, competition: Competition | None) -> dict[str, Any]:
    whole, planned = found.tournament, found.plan
    answer = {
        "competition": shapes.CompetitionOut(competition).data if competition else None,
        "edition": whole.edition if whole else "",
        "format": planned.format if planned else "",
        "finished": planned.finished if planned else False,
        "players": len(whole.players) if whole else 0,
        "rounds": whole.rounds if whole else 0,
        "games": whole.games if whole else 0,
        "byes": whole.byes if whole else 0,
    }
    notes = {"faults": found.faults, "adjustments": found.adjustments}
    return {**answer, **{name: ReportFileNote(listed, many=True).data for name, listed in notes.items()}}


def _body(request: Request) -> bytes:
    """Return the raw body, which is none if it is empty."""
    return request.data if isinstance(request.data, bytes) else b""


class Schema(Api):
    @extend_schema(operation_id="competition_schema", responses=OpenApiTypes.OBJECT)
    def get(self, request: Request) -> Response:
        """Return the JSON Schema (2020-12) of a competition's document."""
        answer: dict[str, Any] = SCHEMA
        return Response(answer)
