"""Announcements and comments on fixtures in the REST API: the same verbs as the pages."""

from __future__ import annotations

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
    """What the organiser said to everybody."""

    by = serializers.CharField(source="by.nickname", default="")

    class Meta:
        model = Announcement
        fields = ["id", "by", "words", "at"]


class CommentOut(serializers.ModelSerializer[Comment]):
    """What somebody of the staff noted about a fixture."""

    by = serializers.CharField(source="by.nickname", default="")

    class Meta:
        model = Comment
        fields = ["id", "by", "words", "at"]


class WordsIn(serializers.Serializer[Any]):
    """Plain words."""

    words = serializers.CharField(max_length=notes.LONGEST)


class Announcements(Api):
    """What is announced."""

    @extend_schema(operation_id="announcements_list", responses=AnnouncementOut(many=True))
    def get(self, request: Request, competition_id: UUID) -> Response:
        """The announcements that stand, the last first."""
        found = access.door(request.user, competition_id)
        rows = found.announcements.filter(taken_back_at__isnull=True).select_related("by")
        return Response(AnnouncementOut(rows, many=True).data)

    @extend_schema(request=WordsIn, responses={201: AnnouncementOut})
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Tell everybody who plays or helps."""
        found = self.mine(competition_id)
        made = notes.announce(competition=found, by=self.signed_in(), words=self.asked(WordsIn)["words"])
        return Response(AnnouncementOut(made).data, status=201)


class OneAnnouncement(Api):
    """One announcement."""

    @extend_schema(responses={204: None})
    def delete(self, request: Request, competition_id: UUID, announcement_id: UUID) -> Response:
        """Take it back: it is no longer shown."""
        row = self.mine(competition_id).announcements.filter(id=announcement_id).first()
        if row is not None:
            notes.take_back_announcement(announcement=row, by=self.signed_in())
        return Response(status=204)


class Comments(Api):
    """What the staff note about a fixture."""

    @extend_schema(operation_id="comments_list", responses=CommentOut(many=True))
    def get(self, request: Request, competition_id: UUID, fixture_id: UUID) -> Response:
        """The comments that stand, the oldest first."""
        fixture = access.fixture_or_404(access.door(request.user, competition_id), fixture_id)
        rows = fixture.comments.filter(taken_back_at__isnull=True).select_related("by")
        return Response(CommentOut(rows, many=True).data)

    @extend_schema(request=WordsIn, responses={201: CommentOut})
    def post(self, request: Request, competition_id: UUID, fixture_id: UUID) -> Response:
        """Note something for everybody to read; the two who play are told."""
        fixture = access.fixture_or_404(self.mine(competition_id, Right.DECIDE), fixture_id)
        made = notes.comment(fixture=fixture, by=self.signed_in(), words=self.asked(WordsIn)["words"])
        return Response(CommentOut(made).data, status=201)


class OneComment(Api):
    """One comment."""

    @extend_schema(responses={204: None})
    def delete(self, request: Request, competition_id: UUID, fixture_id: UUID, comment_id: UUID) -> Response:
        """Take it back: it is no longer shown."""
        fixture = access.fixture_or_404(self.mine(competition_id, Right.DECIDE), fixture_id)
        row = fixture.comments.select_related("fixture").filter(id=comment_id).first()
        if row is not None:
            notes.take_back_comment(comment=row, by=self.signed_in())
        return Response(status=204)
