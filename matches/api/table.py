"""API of chat rooms and of officials' decisions."""

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from matches.api.bodies import checked_body
from matches.api.matches import IN_UTC
from matches.api.problems import Problem
from matches.api.questions import asked, needed, one_of
from matches.live import calling, chat
from matches.models import ChatLine, MatchCommand
from matches.pages.chat import say_here
from matches.policy import access
from matches.problems import problem
from matches.verbs import officials
from matches.words.chat import LONGEST, PRESETS


class LineBody(serializers.ModelSerializer[ChatLine]):
    """One line of a room. A hidden line keeps only the reason."""

    serializer_field_mapping = IN_UTC
    user = serializers.UUIDField(source="user_id", allow_null=True)
    say = serializers.SerializerMethodField()
    text = serializers.SerializerMethodField()
    hidden = serializers.SerializerMethodField()

    class Meta:
        model = ChatLine
        fields = ("n", "at", "user", "name", "role", "say", "text", "hidden")

    @extend_schema_field({"type": "array", "items": {}, "nullable": True})
    def get_say(self, row: ChatLine) -> Any:
        """A sentence for each reader's own language: ``[msgid, values]``."""
        return None if row.hidden_at else row.say

    @extend_schema_field({"type": "string", "nullable": True})
    def get_text(self, row: ChatLine) -> str | None:
        """The typed text."""
        return None if row.hidden_at or row.say is not None else row.text

    @extend_schema_field({"type": "string", "nullable": True})
    def get_hidden(self, row: ChatLine) -> str | None:
        """The reason why the line was hidden; null if it was not."""
        return row.hidden_because if row.hidden_at else None


class SayBody(serializers.Serializer[Any]):
    """A line for a room: ``text`` or ``preset``."""

    id = serializers.UUIDField(help_text="Your own id of this line; a repeat with the same id counts once.")
    room = serializers.ChoiceField(choices=chat.ROOMS)
    text = serializers.CharField(required=False, default="", allow_blank=True, max_length=4 * LONGEST)
    preset = serializers.ChoiceField(choices=[*PRESETS, ""], required=False, default="")

    def validate(self, fields: Any) -> Any:
        """Check that exactly one of the two is given."""
        if bool(fields["text"]) == bool(fields["preset"]):
            raise serializers.ValidationError("say needs either text or preset")
        return fields


class SaidBody(serializers.Serializer[Any]):
    """The number of the new line."""

    id = serializers.UUIDField()
    room = serializers.CharField()
    n = serializers.IntegerField(help_text="Its number in the room.")
    repeat = serializers.BooleanField()


class ChatRoom(APIView):
    """A room of a match's chat."""

    @extend_schema(
        operation_id="chat_list",
        parameters=[
            OpenApiParameter("room", str, enum=list(chat.ROOMS), required=True),
            OpenApiParameter("after", OpenApiTypes.INT, description="Only lines after this number."),
        ],
        responses={200: LineBody(many=True), 400: Problem, 403: Problem, 404: Problem},
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """List lines of a room in order, at most 200, starting after ``after``."""
        match = access.match_or_404(match_id, request.user)
        after = asked(request, "after", serializers.IntegerField(min_value=0, max_value=999_999_999), 0)
        room = needed(request, "room", one_of(chat.ROOMS))
        seat, role = access.seat_of(match, request.user), access.official_role(match, request.user)
        if not access.may_read(match, room, seat=seat, official=bool(role)):
            return problem(403, "not_your_room", "This room is for others, or not yet for you.")
        rows = ChatLine.objects.filter(match=match, room=room, n__gt=after).order_by("n")[:200]
        return Response(LineBody(rows, many=True).data)

    @extend_schema(
        operation_id="chat_create",
        request=SayBody,
        responses={200: SaidBody, 201: SaidBody, 400: Problem, 403: Problem, 404: Problem, 422: Problem, 503: Problem},
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Write a line by the same verb as the live table."""
        body = checked_body(request, SayBody)
        match = access.match_or_404(match_id, request.user)
        if not request.user.is_authenticated:
            return problem(403, "sign_in", "Sign in, or choose a nickname, to write.")
        outcome = calling.call(
            say_here(
                match_id=match.id,
                speaker=chat.Speaker.of(request.user, access.seat_of(match, request.user)),
                room=body["room"],
                client_id=body["id"],
                words=body["text"],
                preset_name=body["preset"],
            )
        )
        if outcome.done:
            repeat = outcome.kind == "repeat"
            answer = {"id": body["id"], "room": body["room"], "n": outcome.n, "repeat": repeat}
            return Response(SaidBody(answer).data, status=200 if repeat else 201)
        return problem(
            {"busy": 503, "not_your_room": 403, "timed_out": 403}.get(outcome.code, 422), outcome.code, outcome.reason
        )


class RulingBody(serializers.Serializer[Any]):
    """A decision of an official."""

    id = serializers.UUIDField(help_text="Your own id of this decision; a repeat with the same id counts once.")
    kind = serializers.ChoiceField(choices=officials.KINDS)
    reason = serializers.CharField(
        min_length=officials.REASON[0],
        max_length=officials.REASON[1],
        help_text="Shown to everybody; the words of a message.",
    )
    winner = serializers.ChoiceField(choices=("home", "away"), required=False, allow_null=True, help_text="award")
    score = serializers.DictField(child=serializers.IntegerField(min_value=0), required=False, help_text="award")
    seat = serializers.ChoiceField(choices=("home", "away"), required=False, help_text="coaching")


class RuledBody(serializers.ModelSerializer[MatchCommand]):
    """A decision and its outcome."""

    serializer_field_mapping = IN_UTC

    class Meta:
        model = MatchCommand
        fields = ("id", "kind", "payload", "created_at", "applied_at", "outcome")


class Rulings(APIView):
    """Officials' decisions at a match. The log of moves shows each to everybody (``kind`` "ruling")."""

    @extend_schema(
        operation_id="rulings_create",
        request=RulingBody,
        responses={201: RuledBody, 400: Problem, 403: Problem, 404: Problem, 409: Problem},
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Pause, resume, tell the table, call coaching, award or void, as an official of this match."""
        match = access.match_or_404(match_id, request.user)
        role = access.official_role(match, request.user)
        if not role:
            return problem(403, "not_official", "Only the officials of this match decide here.")
        body = checked_body(request, RulingBody)
        row = officials.decide(
            match=match,
            by=request.user,  # type: ignore[arg-type]  # an official is signed in
            role=role,
            kind=body["kind"],
            command_id=body["id"],
            fields=body,
        )
        return Response(RuledBody(row).data, status=201)
