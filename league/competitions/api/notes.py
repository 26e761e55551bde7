"""Announcements and comments on fixtures in the REST API."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.endpoints import method_of
from league.competitions.actions import notes as actions
from league.competitions.api.answers import ANSWERS
from league.competitions.api.base import Api
from league.competitions.api.serializers import AnnouncementOut, CommentOut
from league.competitions.policy import access


class Announcements(Api):
    @extend_schema(operation_id="announcements_list", responses=AnnouncementOut(many=True))
    def get(self, request: Request, competition_id: UUID) -> Response:
        """List the current announcements, the newest first."""
        competition = access.door(request.user, competition_id)
        rows = competition.announcements.filter(taken_back_at__isnull=True).select_related("by")
        return Response(AnnouncementOut(rows, many=True).data)

    post = method_of(actions.ANNOUNCE, ANSWERS)


class Comments(Api):
    @extend_schema(operation_id="comments_list", responses=CommentOut(many=True))
    def get(self, request: Request, competition_id: UUID, fixture_id: UUID) -> Response:
        """List the current comments of the staff on a fixture, the oldest first."""
        fixture = access.fixture_or_404(access.door(request.user, competition_id), fixture_id)
        rows = fixture.comments.filter(taken_back_at__isnull=True).select_related("by")
        return Response(CommentOut(rows, many=True).data)

    post = method_of(actions.WRITE_COMMENT, ANSWERS)
