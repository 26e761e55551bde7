"""API of live matches: lists, one match, its log, and moves by the same verb as the socket's."""

from datetime import UTC
from typing import Any
from uuid import UUID

from django.db import models
from django.db.models import QuerySet
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field, extend_schema_view
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

import engines
from matches import queries
from matches.api.bodies import checked_body
from matches.api.paging import BEFORE, NewestFirst
from matches.api.problems import Problem
from matches.api.questions import asked, one_of
from matches.live.calling import call
from matches.live.moves import submit
from matches.live.protocol import MOVES_LIMIT
from matches.models import Match, MatchEvent, Seat
from matches.policy import access
from matches.problems import problem
from matches.terms.legs import aggregate
from matches.words import titles
from matches.words.decided import winner_of

MAX_ROWS = 1000


class UtcTime(serializers.DateTimeField):
    """A time in UTC, whatever time zone the reader's pages use."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"default_timezone": UTC, **options})


IN_UTC = {**serializers.ModelSerializer.serializer_field_mapping, models.DateTimeField: UtcTime}


class SeatBody(serializers.ModelSerializer[Seat]):
    """A seat and its player. ``default_seed``: the server made the dice seed of this side."""

    user = serializers.UUIDField(source="user_id", allow_null=True)

    class Meta:
        model = Seat
        fields = ("side", "user", "bot", "robot", "name", "default_seed")


class MatchBody(serializers.ModelSerializer[Match]):
    """A match in a list."""

    serializer_field_mapping = IN_UTC
    part = serializers.SerializerMethodField()
    legs = serializers.IntegerField(read_only=True, help_text="The legs of the friendly that it belongs to, 1 or 2.")
    leg = serializers.IntegerField(read_only=True, help_text="Which of two legs of a friendly it is; 0 without legs.")
    seats = SeatBody(many=True, source="seats_in_order")
    score = serializers.SerializerMethodField()

    class Meta:
        model = Match
        fields: tuple[str, ...] = (
            "id",
            "game",
            "rules_version",
            "mode",
            "title",
            "part",
            "legs",
            "leg",
            "status",
            "version",
            "seats",
            "score",
            "result",
            "rated",
            "starts_at",
            "created_at",
            "started_at",
            "finished_at",
        )

    def get_part(self, match: Match) -> str:
        """The match within its competition or friendly ("Semi-finals · 2nd leg"), in the requested language."""
        return titles.part_of(match)

    @extend_schema_field({"type": "object", "additionalProperties": {"type": "integer"}})
    def get_score(self, match: Match) -> dict[str, int]:
        """Goals of home and away."""
        return queries.score_of(match)


class FullMatchBody(MatchBody):
    """One match, as the asking user may see it."""

    you = serializers.SerializerMethodField()
    view = serializers.SerializerMethodField()
    legal = serializers.SerializerMethodField()
    dice = serializers.SerializerMethodField()
    resumed = serializers.SerializerMethodField()
    first_leg = serializers.SerializerMethodField()
    second_leg = serializers.UUIDField(
        source="second_leg_id", read_only=True, allow_null=True, help_text="The match after this first leg, once it is."
    )
    aggregate = serializers.SerializerMethodField()
    tie_winner = serializers.SerializerMethodField()

    class Meta(MatchBody.Meta):
        fields: tuple[str, ...] = (
            *MatchBody.Meta.fields,
            "options",
            "terms",
            "control",
            "move_seconds",
            "budget_seconds",
            "absence_seconds",
            "deadline_at",
            "you",
            "view",
            "legal",
            "dice",
            "resumed",
            "first_leg",
            "second_leg",
            "aggregate",
            "tie_winner",
        )

    @extend_schema_field({"type": "string", "enum": ["home", "away", "both"], "nullable": True})
    def get_you(self, match: Match) -> str | None:
        """Your seat, ``both`` on one screen for two people, null for a spectator."""
        return access.you_of(match, self.context["request"].user)

    @extend_schema_field({"type": "object", "nullable": True})
    def get_view(self, match: Match) -> dict[str, Any] | None:
        """The position as you may see it (the game's data contract), null before the kick-off."""
        return queries.view_of(match, access.seat_revealed_to(match, self.context["request"].user))

    @extend_schema_field({"type": "array", "items": {"type": "object"}})
    def get_legal(self, match: Match) -> list[dict[str, Any]]:
        """The moves that you may make now; with both seats those of the first that is to act."""
        seats = access.seats_of(match, self.context["request"].user)
        return next((moves for seat in seats if (moves := queries.legal_moves(match, seat))), [])

    @extend_schema_field({"type": "object"})
    def get_dice(self, match: Match) -> dict[str, Any]:
        """The commitment to the dice; both sides' seeds once it is played, the secret once it is over."""
        dice: dict[str, Any] = {"commitment": match.commitment, "rolls": match.rolls}
        if match.snapshot is not None and match.status != Match.Status.WAITING:
            dice["seeds"] = {seat.side: seat.dice_seed for seat in match.seats.all()}
        if match.status not in queries.OPEN:
            dice["secret"] = match.secret.value
        return dice

    @extend_schema_field({"type": "object", "nullable": True})
    def get_resumed(self, match: Match) -> dict[str, Any] | None:
        """The match and version that this one continues from, as ``{"match", "v", "rolls"}``.

        The first ``rolls`` rolls follow from that match's secret. Null for a match that began at its own kick-off.
        """
        if match.resumed_from_id is None:
            return None
        return {"match": str(match.resumed_from_id), "v": match.resumed_v, "rolls": match.resumed_rolls}

    @extend_schema_field({"type": "string", "format": "uuid", "nullable": True})
    def get_first_leg(self, match: Match) -> UUID | None:
        """The match before this second leg, its sides swapped."""
        return match.first_leg.pk if match.leg == 2 else None

    @extend_schema_field({"type": "object", "additionalProperties": {"type": "integer"}, "nullable": True})
    def get_aggregate(self, match: Match) -> dict[str, int] | None:
        """Goals of home and away in both legs; null without goals of an earlier leg."""
        return aggregate(match.terms, queries.score_of(match), match.result)

    @extend_schema_field({"type": "string", "enum": ["home", "away"], "nullable": True})
    def get_tie_winner(self, match: Match) -> str | None:
        """The winner of both legs of a friendly, once the second is over."""
        return winner_of(match) if match.leg == 2 else None


class MoveBody(serializers.ModelSerializer[MatchEvent]):
    """A row of the log. ``move`` is null while it may be a secret of the other seat; events are public."""

    serializer_field_mapping = IN_UTC
    v = serializers.IntegerField(source="seq")
    id = serializers.UUIDField(source="client_id")
    seat = serializers.SerializerMethodField()
    move = serializers.SerializerMethodField()

    class Meta:
        model = MatchEvent
        fields = ("v", "id", "seat", "move", "rolls", "events", "kind", "at")

    @extend_schema_field({"type": "string", "enum": ["home", "away"], "nullable": True})
    def get_seat(self, row: MatchEvent) -> str | None:
        """The seat that moved; null for the clock, the host and rulings."""
        return row.seat or None

    @extend_schema_field({"type": "object", "nullable": True})
    def get_move(self, row: MatchEvent) -> dict[str, Any] | None:
        """The move, in the game's data contract."""
        return queries.shown_move(self.context["match"], row, self.context["viewer"])


class MovesBody(serializers.Serializer[Any]):
    """Moves of your seat, all or none."""

    id = serializers.UUIDField(help_text="Your own id of this request; a repeat with the same id counts once.")
    v = serializers.IntegerField(min_value=0, help_text="The version of the position that the moves are for.")
    moves = serializers.ListField(child=serializers.DictField(), min_length=1, max_length=MOVES_LIMIT)
    seat = serializers.ChoiceField(["home", "away"], required=False, help_text="Only if you hold both seats.")
    timeline = serializers.IntegerField(
        min_value=0, required=False, help_text="That of the frame in which you saw the position, if it came by one."
    )


class DoneBody(serializers.Serializer[Any]):
    """The moves are in the log."""

    id = serializers.UUIDField()
    v = serializers.IntegerField(help_text="The version after the last of these moves.")
    repeat = serializers.BooleanField(help_text="They were in the log already.")


@extend_schema_view(
    get=extend_schema(
        operation_id="matches_list",
        parameters=[
            OpenApiParameter("status", str, enum=Match.Status.values),
            OpenApiParameter("game", str, description="A game's slug."),
            BEFORE,
        ],
        responses={200: MatchBody(many=True), 400: Problem},
    )
)
class Matches(ListAPIView[Match]):
    """Public matches and your own, newest first."""

    serializer_class = MatchBody
    pagination_class = NewestFirst
    queryset = Match.objects.none()

    def get_queryset(self) -> QuerySet[Match]:
        """Return the listed matches, filtered by status and game."""
        status = asked(self.request, "status", one_of(Match.Status.values), "")
        game = asked(self.request, "game", one_of(engines.games()), "")
        return queries.listed_matches(self.request.user, status=status, game=game)


class OneMatch(APIView):
    @extend_schema(operation_id="matches_read", responses={200: FullMatchBody, 404: Problem})
    def get(self, request: Request, match_id: UUID) -> Response:
        """Get the match as you may see it; with your legal moves, if you sit at it."""
        match = access.match_or_404(match_id, request.user)
        return Response(FullMatchBody(match, context={"request": request}).data)


class Moves(APIView):
    token_scopes = {"POST": "play"}

    @extend_schema(
        operation_id="moves_list",
        parameters=[
            OpenApiParameter("after", OpenApiTypes.INT, description="Only rows after this version."),
            OpenApiParameter("limit", OpenApiTypes.INT, description=f"At most {MAX_ROWS}."),
        ],
        responses={200: MoveBody(many=True), 400: Problem, 404: Problem},
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """List rows of the log in order, starting after ``after``."""
        match = access.match_or_404(match_id, request.user)
        viewer = access.seat_revealed_to(match, request.user)
        after = asked(request, "after", serializers.IntegerField(min_value=0), 0)
        limit = asked(request, "limit", serializers.IntegerField(min_value=1), MAX_ROWS)
        rows = queries.log_of(match, after=min(after, 2**31 - 1), most=min(limit, MAX_ROWS))
        body = MoveBody(rows, many=True, context={"match": match, "viewer": viewer})
        return Response(body.data)

    @extend_schema(
        operation_id="moves_create",
        request=MovesBody,
        responses={200: DoneBody, 201: DoneBody, 400: Problem, 403: Problem, 404: Problem, 409: Problem, 422: Problem},
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Make moves by the same verb as the live table: 409 if ``v`` is stale, 422 if the rules refuse."""
        body = checked_body(request, MovesBody)
        match = access.match_or_404(match_id, request.user)
        seats = access.seats_of(match, request.user)
        if not seats:
            return problem(403, "not_seated", "Only who sits at the table moves.")
        if len(seats) > 1 and "seat" not in body:
            return problem(400, "bad_request", "You hold both seats: say which one by seat, home or away.")
        seat = body.get("seat", seats[0])
        if seat not in seats:
            return problem(403, "not_seated", f"You do not sit at {seat}.")
        outcome = call(
            submit(
                match_id=match_id,
                seat=seat,
                moves=body["moves"],
                client_id=body["id"],
                v=body["v"],
                by=str(request.user.pk),
                timeline=body.get("timeline"),
            )
        )
        if outcome.done:
            is_repeat = outcome.kind == "repeat"
            body_out = {"id": body["id"], "v": outcome.v, "repeat": is_repeat}
            return Response(DoneBody(body_out).data, status=200 if is_repeat else 201)
        if outcome.kind == "stale":
            return problem(409, "stale", f"The match is at version {outcome.v}.", v=outcome.v)
        if outcome.kind == "busy":
            return problem(503, "busy", outcome.reason, {"Retry-After": "2"})
        status = 409 if outcome.code in ("not_live", "unreadable") else 422
        chapter: dict[str, Any] = {"rule": outcome.rule} if outcome.rule else {}
        return problem(status, outcome.code, outcome.reason, v=outcome.v, **chapter)
