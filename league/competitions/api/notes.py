"""Announcements and comments on fixtures in the REST API."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.competitions.api.base import Api
from league.competitions.models import Announcement, Comment
from league.competitions.models.roles import Right
from league.competitions.policy import access
from league.competitions.verbs import notes


class AnnouncementOut(serializers.ModelSerializer[Announcement]):
    """An announcement by the organiser."""

    by = serializers.CharField(source="by.nickname", default="")

    class Meta:
        model = Announcement
        fields = ["id", "by", "words", "at"]


class CommentOut(serializers.ModelSerializer[Comment]):
    """A comment of the staff on a fixture."""

    by = serializers.CharField(source="by.nickname", default="")

    class Meta:
        model = Comment
        fields = ["id", "by", "words", "at"]


class WordsIn(serializers.Serializer[Any]):
    """Plain text."""

    words = serializers.CharField(max_length=notes.LONGEST)


class Announcements(Api):
    @extend_schema(operation_id="announcements_list", responses=AnnouncementOut(many=True))
    def get(self, request: Request, competition_id: UUID) -> Response:
        """List the current announcements, the newest first."""
        competition = access.door(request.user, competition_id)
        rows = competition.announcements.filter(taken_back_at__isnull=True).select_related("by")
        return Response(AnnouncementOut(rows, many=True).data)

    @extend_schema(request=WordsIn, responses={201: AnnouncementOut})
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Announce something to everybody who plays or helps."""
        competition = self.competition_with(competition_id)
        announcement = notes.announce(
            competition=competition, by=self.signed_in(), words=self.checked_body(WordsIn)["words"]
        )
        return Response(AnnouncementOut(announcement).data, status=201)


class OneAnnouncement(Api):
    @extend_schema(responses={204: None})
    def delete(self, request: Request, competition_id: UUID, announcement_id: UUID) -> Response:
        """Take an announcement back: it is no longer shown."""
        row = self.competition_with(competition_id).announcements.filter(id=announcement_id).first()
        if row is not None:
            notes.take_back_announcement(announcement=row, by=self.signed_in())
        return Response(status=204)


class Comments(Api):
    @extend_schema(operation_id="comments_list", responses=CommentOut(many=True))
    def get(self, request: Request, competition_id: UUID, fixture_id: UUID) -> Response:
        """List the current comments of the staff on a fixture, the oldest first."""
        fixture = access.fixture_or_404(access.door(request.user, competition_id), fixture_id)
        rows = fixture.comments.filter(taken_back_at__isnull=True).select_related("by")
        return Response(CommentOut(rows, many=True).data)

    @extend_schema(request=WordsIn, responses={201: CommentOut})
    def post(self, request: Request, competition_id: UUID, fixture_id: UUID) -> Response:
        """Write a public comment on a fixture; both sides are notified."""
        fixture = access.fixture_or_404(self.competition_with(competition_id, Right.DECIDE), fixture_id)
        comment = notes.comment(fixture=fixture, by=self.signed_in(), words=self.checked_body(WordsIn)["words"])
        return Response(CommentOut(comment).data, status=201)


class OneComment(Api):
    @extend_schema(responses={204: None})
    def delete(self, request: Request, competition_id: UUID, fixture_id: UUID, comment_id: UUID) -> Response:
        """Take a comment back: it is no longer shown."""
        fixture = access.fixture_or_404(self.competition_with(competition_id, Right.DECIDE), fixture_id)
        row = fixture.comments.select_related("fixture").filter(id=comment_id).first()
        if row is not None:
            notes.take_back_comment(comment=row, by=self.signed_in())
        return Response(status=204)
