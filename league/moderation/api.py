"""Moderation in the REST API: queue, decisions and audit for moderators; everybody's own notices."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.competitions.api.base import PAGE, Api, page_of
from league.moderation import deciding, queries
from league.moderation.models import REASON, Act, Case, Sanction
from league.moderation.views import moderator_or_404


class CaseOut(serializers.ModelSerializer[Case]):
    """A case. ``double`` is a hint: two accounts that were used in one browser.

    ``device`` too: more accounts than are compared in pairs; ``thing`` is the browser's mark, ``subject`` the newest.
    """

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
    reason = serializers.CharField(max_length=REASON[1], help_text="The person reads it.")
    days = serializers.IntegerField(required=False, allow_null=True, help_text="mute, ban; none: until lifted")
    nickname = serializers.CharField(required=False, help_text="rename")
    match = serializers.UUIDField(required=False, help_text="forfeit")
    sanction = serializers.UUIDField(required=False, help_text="lift")


class Cases(Api):
    @extend_schema(operation_id="moderation_cases", parameters=PAGE, responses=page_of(CaseOut))
    def get(self, request: Request) -> Response:
        """List the open cases: most reported first, then the oldest. For moderators."""
        moderator_or_404(request)
        return Response(self.paged(queries.queue(), CaseOut))


class Decide(Api):
    @extend_schema(operation_id="moderation_decide", request=DecideIn, responses=CaseOut)
    def post(self, request: Request, case_id: UUID) -> Response:
        """Warn, mute, ban, rename, forfeit a match, hide an analysis, lift or dismiss; this closes the case."""
        by, case = moderator_or_404(request), queries.case_or_404(case_id)
        decision = self.checked_body(DecideIn)
        try:
            deciding.decide(by=by, subject=case.subject, case=case, decision=decision)
        except ValueError as error:
            raise ValidationError({"reason": [str(error)]}) from error
        return Response(CaseOut(queries.case_or_404(case_id)).data)


class Audit(Api):
    @extend_schema(operation_id="moderation_audit", parameters=PAGE, responses=page_of(ActOut))
    def get(self, request: Request) -> Response:
        """List the acts of moderators, the newest first. For moderators."""
        moderator_or_404(request)
        return Response(self.paged(queries.audit(), ActOut))


class Notices(Api):
    @extend_schema(operation_id="notices", responses=SanctionOut(many=True))
    def get(self, request: Request) -> Response:
        """List the decisions about you, the newest first. You appeal on the page ``/notices/``."""
        return Response(SanctionOut(queries.record(self.signed_in()), many=True).data)
