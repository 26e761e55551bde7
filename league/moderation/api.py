"""Moderation in the REST API: queue, decisions and audit for moderators; everybody's own notices."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema, inline_serializer
from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.views import APIView

from league.moderation import deciding, queries
from league.moderation.models import Act, Case, Sanction
from league.players.models import User
from league.players.policy.access import check_factor
from matches.api.paging import Pages


class CaseOut(serializers.ModelSerializer[Case]):
    """A case. ``double`` is a hint: two accounts that were used in one browser."""

    subject_name = serializers.CharField(source="subject.nickname")
    words = serializers.CharField(source="said", help_text="Of the report or appeal; of a name, the name reported.")
    line_text = serializers.CharField(source="line.text", default=None, allow_null=True)

    class Meta:
        model = Case
        fields = [
            "id", "kind", "subject", "subject_name", "other", "line", "line_text", "thing", "sanction", "words",
            "times", "opened_at", "closed_at", "outcome", "answer",
        ]  # fmt: skip


class SanctionOut(serializers.ModelSerializer[Sanction]):
    """A sanction and its reason."""

    class Meta:
        model = Sanction
        fields = ["id", "kind", "reason", "detail", "until", "at", "lifted_at", "lifted_because"]


class ActOut(serializers.ModelSerializer[Act]):
    """A line of the audit."""

    by_name = serializers.CharField(source="by.nickname", default=None, allow_null=True)

    class Meta:
        model = Act
        fields = ["id", "verb", "by", "by_name", "subject", "case", "reason", "detail", "at"]


class DecideIn(serializers.Serializer[Any]):
    """A decision; ``do`` decides which other fields are needed."""

    do = serializers.ChoiceField(choices=deciding.VERBS)
    reason = serializers.CharField(max_length=300, help_text="The person reads it.")
    days = serializers.IntegerField(required=False, allow_null=True, help_text="mute, ban; none: until lifted")
    nickname = serializers.CharField(required=False, help_text="rename")
    match = serializers.UUIDField(required=False, help_text="forfeit")
    sanction = serializers.UUIDField(required=False, help_text="lift")


def _page(name: str, child: Any) -> Any:  # serializer classes have no common typed parent
    fields = {
        "count": serializers.IntegerField(),
        "next": serializers.CharField(allow_null=True),
        "previous": serializers.CharField(allow_null=True),
        "results": child(many=True),
    }
    return inline_serializer(name=name, fields=fields)


PAGES = [OpenApiParameter("limit", int), OpenApiParameter("offset", int)]


def _moderator(request: Request) -> User:
    user = request.user
    if not isinstance(user, User) or not user.is_moderator or user.is_banned:
        raise Http404
    check_factor(user)
    return user


def _paged(view: APIView, request: Request, rows: Any, out: type[BaseSerializer[Any]]) -> Response:
    pages = Pages()
    page: Any = pages.paginate_queryset(rows, request, view=view)  # a list of ``out``'s instances
    return pages.get_paginated_response(out(page, many=True).data)


class Cases(APIView):
    @extend_schema(operation_id="moderation_cases", parameters=PAGES, responses=_page("PageOfCase", CaseOut))
    def get(self, request: Request) -> Response:
        """List the open cases: most reported first, then the oldest. For moderators."""
        _moderator(request)
        return _paged(self, request, queries.queue(), CaseOut)


class Decide(APIView):
    @extend_schema(operation_id="moderation_decide", request=DecideIn, responses=CaseOut)
    def post(self, request: Request, case_id: UUID) -> Response:
        """Warn, mute, ban, rename, forfeit a match, hide an analysis, lift or dismiss; this closes the case."""
        by, case = _moderator(request), queries.case_or_404(case_id)
        given = DecideIn(data=request.data)
        given.is_valid(raise_exception=True)
        try:
            deciding.decide(by=by, subject=case.subject, case=case, given=given.validated_data)
        except ValueError as error:
            raise ValidationError({"reason": [str(error)]}) from error
        return Response(CaseOut(queries.case_or_404(case_id)).data)


class Audit(APIView):
    @extend_schema(operation_id="moderation_audit", parameters=PAGES, responses=_page("PageOfAct", ActOut))
    def get(self, request: Request) -> Response:
        """List the acts of moderators, the newest first. For moderators."""
        _moderator(request)
        return _paged(self, request, queries.audit(), ActOut)


class Notices(APIView):
    @extend_schema(operation_id="notices", responses=SanctionOut(many=True))
    def get(self, request: Request) -> Response:
        """List the decisions about you, the newest first. You appeal on the page ``/notices/``."""
        if not isinstance(request.user, User):
            raise NotAuthenticated
        return Response(SanctionOut(queries.record(request.user), many=True).data)
