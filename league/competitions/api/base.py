"""Common parts of the competition views: the reader's role, the checked body, pages of results."""

from typing import Any, cast
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, inline_serializer
from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.views import APIView

from league.competitions.api import serializers as shapes
from league.competitions.models import Competition
from league.competitions.models.roles import Right
from league.competitions.policy import access
from league.players.models import User
from league.players.policy.access import account_of
from matches.api.bodies import checked_body
from matches.api.paging import Pages


class Api(APIView):
    """Base of the competition views."""

    def role(self, competition: Competition) -> str:
        """Return ``organiser`` or ``reader``: it decides what an answer may show."""
        return "organiser" if Right.RUN in competition.rights else "reader"

    def signed_in(self) -> User:
        """Return the account or guest of the request. Raises NotAuthenticated."""
        user = self.request.user
        if not isinstance(user, User):
            raise NotAuthenticated
        return user

    def account(self) -> User:
        """Return the account of the request, which may organise. Raises NotAuthenticated, PermissionDenied."""
        account = account_of(self.signed_in())
        if account is None:
            raise PermissionDenied("Guests cannot organise. Sign up first.")
        return account

    def checked_body(self, shape: type[BaseSerializer[Any]]) -> dict[str, Any]:
        """Return the checked body of the request. Raises ValidationError."""
        return checked_body(self.request, shape)

    def competition_with(self, competition_id: UUID, right: Right = Right.RUN) -> Competition:
        """Return the competition if the user has ``right`` in it, else 404; 403 without a user."""
        self.signed_in()
        return access.door(self.request.user, competition_id, right)

    def competition_answer(self, competition_id: UUID, status: int = 200) -> Response:
        competition = access.door(self.request.user, competition_id)
        return Response(shapes.CompetitionOut(competition).data, status=status)

    def paged(
        self, rows: Any, shape: Any, pages: Pages | None = None, **context: Any
    ) -> dict[str, Any]:  # a queryset and its serializer
        pages = pages or Pages()
        page: Any = pages.paginate_queryset(rows, self.request, view=self)  # rows of the queryset's model
        return cast("dict[str, Any]", pages.get_paginated_response(shape(page, many=True, context=context).data).data)


def text_filter(name: str, says: str) -> OpenApiParameter:
    return OpenApiParameter(name, str, description=says)


PAGE = [OpenApiParameter("limit", int), OpenApiParameter("offset", int)]


def page_of(shape: Any) -> Any:
    """Return the schema of one page of ``shape``."""
    return inline_serializer(
        name=f"PageOf{shape.__name__.removesuffix('Out')}",
        fields={
            "count": serializers.IntegerField(),
            "next": serializers.CharField(allow_null=True),
            "previous": serializers.CharField(allow_null=True),
            "results": shape(many=True),
        },
    )
