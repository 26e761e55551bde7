"""Saved analyses in the REST API: the same doors and verbs as the pages."""

from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

import engines
from engines.core import tree as trees
from league.analysis import queries, verbs
from league.analysis.models import Analysis
from league.api.fields import choice
from league.competitions.api.base import Api, page_of, text_filter
from matches.api.paging import BEFORE, NewestFirst
from matches.api.questions import YES_OR_NO, asked


class AnalysisOut(serializers.ModelSerializer[Analysis]):
    """A saved analysis. ``position`` is the one at which it opens, in one line."""

    owner = serializers.UUIDField(source="owner_id")
    owner_name = serializers.CharField(source="owner.nickname")

    class Meta:
        model = Analysis
        fields = [
            "id", "title", "game", "owner", "owner_name", "visibility", "version", "moves", "at", "position",
            "created_at", "updated_at",
        ]  # fmt: skip


class FullAnalysisOut(AnalysisOut):
    """A saved analysis with its sheet, the text of ``docs/engines.md``."""

    class Meta(AnalysisOut.Meta):
        fields = [*AnalysisOut.Meta.fields, "text"]


class AnalysisIn(serializers.Serializer[Any]):
    """A new analysis."""

    title = serializers.CharField(max_length=verbs.LONGEST_TITLE)
    text = serializers.CharField(
        max_length=trees.MOST_LETTERS, help_text="An analysis sheet, a match sheet, or a position in one line."
    )
    at = serializers.IntegerField(required=False, min_value=-1, help_text="Move at which it opens; -1: the start.")
    visibility = serializers.ChoiceField(choices=Analysis.Visibility.choices, required=False)


class AnalysisChange(serializers.Serializer[Any]):
    """Changes of an analysis; with ``text`` it is saved over ``version``, which must be today's."""

    title = serializers.CharField(max_length=verbs.LONGEST_TITLE, required=False)
    text = serializers.CharField(max_length=trees.MOST_LETTERS, required=False)
    at = serializers.IntegerField(required=False, min_value=-1)
    version = serializers.IntegerField(required=False, min_value=1, help_text="With text: the version that you read.")
    visibility = serializers.ChoiceField(choices=Analysis.Visibility.choices, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Ask for the version with a text. Raises ValidationError."""
        if "text" in attrs and "version" not in attrs:
            raise serializers.ValidationError({"version": ["Send the version that you read, with the new text."]})
        return attrs


class Analyses(Api):
    limits = {"POST": "tree"}

    @extend_schema(
        operation_id="analyses_list",
        parameters=[
            OpenApiParameter("mine", bool, description="Your own, private ones too."),
            text_filter("game", "Of this game alone."),
            OpenApiParameter("limit", int),
            BEFORE,
        ],
        responses=page_of(AnalysisOut),
    )
    def get(self, request: Request) -> Response:
        """List public analyses, or your own, newest first."""
        mine, game = asked(request, "mine", YES_OR_NO), asked(request, "game", choice(engines.games()))
        rows = queries.playable().filter(owner=self.signed_in()) if mine else queries.public()
        rows = rows.filter(game=game) if game else rows
        return Response(self.paged(rows, AnalysisOut, NewestFirst()))

    @extend_schema(operation_id="analyses_create", request=AnalysisIn, responses={201: FullAnalysisOut})
    def post(self, request: Request) -> Response:
        """Save an analysis. It is private unless you say otherwise."""
        by, fields = self.signed_in(), self.checked_body(AnalysisIn)
        row = verbs.save(by=by, value=fields.pop("text"), **fields)
        return Response(FullAnalysisOut(row).data, status=201)


class OneAnalysis(Api):
    limits = {"PATCH": "tree"}

    @extend_schema(operation_id="analyses_read", responses=FullAnalysisOut)
    def get(self, request: Request, analysis_id: UUID) -> Response:
        """Get an analysis: your own, or one that is shared, by its id."""
        return Response(FullAnalysisOut(get_object_or_404(queries.readable(request.user), pk=analysis_id)).data)

    @extend_schema(operation_id="analyses_change", request=AnalysisChange, responses=FullAnalysisOut)
    def patch(self, request: Request, analysis_id: UUID) -> Response:
        """Rename, share or rewrite your analysis; 409 if it was saved since the version that you read."""
        row, fields = self._own(analysis_id), self.checked_body(AnalysisChange)
        title, visibility = fields.get("title", row.title), fields.get("visibility", "")
        if "text" in fields:
            row = verbs.save(
                by=row.owner, value=fields["text"], title=title, visibility=visibility, at=fields.get("at", trees.ROOT),
                analysis_id=analysis_id, version=fields["version"],
            )  # fmt: skip
        else:
            row = verbs.change(
                by=row.owner, analysis_id=analysis_id, title=title, visibility=visibility, at=fields.get("at")
            )
        return Response(FullAnalysisOut(row).data)

    @extend_schema(operation_id="analyses_delete", responses={204: None})
    def delete(self, request: Request, analysis_id: UUID) -> Response:
        """Delete your analysis."""
        row = self._own(analysis_id)
        verbs.delete(by=row.owner, analysis_id=row.pk)
        return Response(status=204)

    def _own(self, analysis_id: UUID) -> Analysis:
        """Return an analysis of the reader. Raises Http404, NotAuthenticated."""
        return get_object_or_404(Analysis.objects.select_related("owner"), owner=self.signed_in(), pk=analysis_id)
