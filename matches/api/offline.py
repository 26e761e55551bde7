"""API of matches that were played without a server."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matches.api.bodies import checked_body
from matches.api.problems import Problem
from matches.offline.checking import kept_of
from matches.verbs.sending_in import send_in


class OfflineMatchBody(serializers.Serializer[Any]):
    """A finished match as the browser that played it keeps it (``docs/offline.md``)."""

    match = serializers.DictField(help_text="Options, seats, secret, seeds, position and result.")
    log = serializers.ListField(child=serializers.DictField(), help_text="A row for each decision, in order.")


class SentMatchBody(serializers.Serializer[Any]):
    """The match is here now: its page is ``/matches/{id}/``."""

    id = serializers.UUIDField()


class Offline(APIView):
    permission_classes = [IsAuthenticated]
    limits = {"POST": "offline"}

    @extend_schema(
        operation_id="matches_send_in",
        request=OfflineMatchBody,
        responses={200: SentMatchBody, 400: Problem, 401: Problem, 403: Problem, 409: Problem, 422: Problem},
    )
    def post(self, request: Request) -> HttpResponse:
        """Send in a match that you played without a server: it is checked move by move, and counts nowhere.

        Sent again, it is the same match. 422 names the line of the log that does not follow from rules and secret.
        """
        sender: Any = request.user
        match = send_in(kept=kept_of(checked_body(request, OfflineMatchBody)), sender=lambda: sender)
        return Response(SentMatchBody({"id": match.pk}).data)
