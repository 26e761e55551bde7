"""API of bots: identity, event stream, challenges, resigning. Moves: ``matches.api.matches``."""

from collections.abc import AsyncIterator
from typing import Any, cast
from uuid import UUID

from django.http import HttpResponse, StreamingHttpResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated, PermissionDenied, Throttled, ValidationError
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.bots import LEVELS
from league.players.api import robots_stream
from league.players.api.tokens import BearerAuthentication
from league.players.models import ApiToken, User
from league.players.verbs import robots
from matches.api.bodies import checked_body, without_body
from matches.api.problems import Problem
from matches.codes import API_BOT
from matches.live.calling import call
from matches.live.commands import command
from matches.live.outcomes import not_live
from matches.live.rulings import obey_here
from matches.models import Challenge, Match
from matches.pages.addresses import outside
from matches.policy import access
from matches.problems import problem
from matches.terms.rules import Chosen
from matches.verbs import casual, challenges


class ChallengeOut(serializers.ModelSerializer[Challenge]):
    """An offer to play."""

    owner = serializers.UUIDField(source="owner_id")
    owner_name = serializers.CharField(source="owner.nickname")
    to = serializers.UUIDField(source="to_id", allow_null=True)
    match = serializers.UUIDField(source="match_id", allow_null=True)
    side = serializers.CharField(help_text="The owner's: home, away, or empty for a lot.")
    winner = serializers.CharField(help_text="What follows a level score, as in a new offer.")

    class Meta:
        model = Challenge
        fields = [
            "id",
            "owner",
            "owner_name",
            "to",
            "game",
            "options",
            "winner",
            "legs",
            "side",
            "control",
            "status",
            "match",
            "expires_at",
        ]


class ChallengeIn(serializers.Serializer[Any]):
    """A new offer. With ``bot`` instead of ``to``: a match against that house bot, which starts at once."""

    game = serializers.CharField(max_length=32)
    to = serializers.UUIDField(required=False, help_text="One player; without it whoever is first.")
    bot = serializers.CharField(max_length=20, required=False, help_text=f"{', '.join(LEVELS)}.")
    side = serializers.CharField(max_length=4, required=False, default="", allow_blank=True)
    control = serializers.CharField(max_length=16, required=False, default="normal")
    options = serializers.DictField(
        required=False, help_text="Of the game (`/api/v1/games/`); those left out are as usual in a friendly match."
    )
    winner = serializers.CharField(
        max_length=16,
        required=False,
        help_text="What follows a level score: `none` (a draw stands), `extra_time` (then penalties) or `shootout` "
        "(penalties), of those that the game has (`/api/v1/games/`). Two legs end with a winner.",
    )
    legs = serializers.IntegerField(required=False, help_text="1, or 2: home and away, the goals of both count.")
    people_per_side = serializers.IntegerField(
        required=False,
        help_text="With neither `to` nor `bot`: opens a match to which people come by the links in the answer, "
        "so many on each side; 1 to 3, as the game allows. You are the first of the home side.",
    )


class MatchStarted(serializers.Serializer[Any]):
    """The match that started, or waits for its people."""

    match = serializers.UUIDField()
    links = serializers.DictField(
        child=serializers.URLField(),
        required=False,
        help_text="Of a match with `people_per_side`: by side, to pass on.",
    )


class LimitsOut(serializers.Serializer[Any]):
    """Limits of bots, in numbers."""

    requests_a_minute = serializers.IntegerField()
    matches_at_once = serializers.IntegerField()
    offers_at_once = serializers.IntegerField()
    streams_at_once = serializers.IntegerField()


class MeOut(serializers.Serializer[Any]):
    """The bot that this token belongs to."""

    id = serializers.UUIDField()
    nickname = serializers.CharField()
    owner = serializers.CharField(allow_null=True)
    scopes = serializers.ListField(child=serializers.CharField())
    limits = LimitsOut()


class Lines(BaseRenderer):
    """JSON lines, for content negotiation only: the stream writes its own."""

    media_type = "application/x-ndjson"
    format = "ndjson"

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        """Render an answer that is no stream: a problem."""
        return JSONRenderer().render(data)


def bot_of(request: Request) -> User:
    """Return the bot that asks. Raises NotAuthenticated, PermissionDenied (a person)."""
    if not request.user.is_authenticated:
        raise NotAuthenticated("This is for bots: send Authorization: Bearer with a token (docs/bots-api.md).")
    user = request.user
    if user.bot != API_BOT:
        raise PermissionDenied("This is for bots; people play on the pages.")
    return user


class Me(APIView):
    """The bot of the token."""

    authentication_classes = [BearerAuthentication]

    @extend_schema(operation_id="bot_read", responses={200: MeOut})
    def get(self, request: Request) -> Response:
        """Get the bot's identity and limits."""
        bot, token = bot_of(request), cast(ApiToken, request.auth)
        limits = {
            "requests_a_minute": robots.REQUESTS_A_MINUTE,
            "matches_at_once": challenges.MATCHES_AT_ONCE,
            "offers_at_once": challenges.OFFERS_AT_ONCE,
            "streams_at_once": robots_stream.STREAMS_A_BOT,
        }
        me = {"id": bot.pk, "nickname": bot.nickname, "owner": str(bot.owner) if bot.owner else None}
        return Response(MeOut({**me, "scopes": token.scopes, "limits": limits}).data)


class Events(APIView):
    """The bot's event stream."""

    authentication_classes = [BearerAuthentication]
    renderer_classes = [Lines, JSONRenderer]

    @extend_schema(operation_id="bot_events", responses={(200, "application/x-ndjson"): OpenApiTypes.STR})
    def get(self, request: Request) -> StreamingHttpResponse:
        """Stream one JSON object a line while the connection is open. An empty line is a sign of life."""
        bot, token = bot_of(request), cast(ApiToken, request.auth)
        if not robots_stream.has_room(bot.pk):
            raise Throttled(10, f"A bot has {robots_stream.STREAMS_A_BOT} event streams at once: close one.")
        lines: AsyncIterator[bytes] = robots_stream.events(bot.pk, token.pk)
        answer = StreamingHttpResponse(lines, content_type="application/x-ndjson")
        answer["Cache-Control"], answer["X-Accel-Buffering"] = "no-store", "no"
        return answer


class Challenges(APIView):
    """Offers to play."""

    limits = {"POST": "challenge"}

    token_scopes = {"POST": "challenge"}

    @extend_schema(operation_id="challenges_list", responses={200: ChallengeOut(many=True)})
    def get(self, request: Request) -> Response:
        """List the open offers that you may accept or have made."""
        return Response(ChallengeOut(challenges.challenges_open_to(request.user), many=True).data)

    @extend_schema(
        operation_id="challenges_create",
        request=ChallengeIn,
        responses={201: ChallengeOut, 200: MatchStarted},
    )
    def post(self, request: Request) -> Response:
        """Offer a match; with ``bot`` or ``people_per_side`` start one: then 200 with the match."""
        user = _player(request)
        fields = checked_body(request, ChallengeIn)
        chosen = {name: fields[name] for name in Chosen.__annotations__ if name in fields}
        if "bot" in fields:
            challenges.bot_has_room(user)
            match = casual.play_bot(user=user, game=fields["game"], bot=fields["bot"], **chosen)
            return Response({"match": match.id})
        if "people_per_side" in fields:
            return Response(_gathering(request, user, fields, chosen))
        to = None
        if "to" in fields:
            to = User.objects.filter(pk=fields["to"], is_active=True).first()
            if to is None:
                raise ValidationError({"to": ["There is no such player."]})
        offered = {key: fields[key] for key in ("side", "control")}
        challenge = challenges.offer(user=user, game=fields["game"], to=to, **offered, **chosen)
        return Response(ChallengeOut(challenge).data, status=201)


def _gathering(
    request: Request, user: User, fields: dict[str, Any], chosen: dict[str, Any]
) -> dict[str, Any]:  # a body
    """Open a match of several a side by links and return it with them. Raises ValidationError beside ``to``."""
    if "to" in fields:
        raise ValidationError({"people_per_side": ["Only without `to` and `bot`: people come by links."]})
    challenges.bot_has_room(user)
    asked = {name: fields[name] for name in ("game", "control", "people_per_side")}
    match = casual.play_friend(user=user, **asked, **chosen)
    invited = match.seats.exclude(invite="")
    links = {seat.side: outside(request, reverse("matches:join", args=[seat.invite])) for seat in invited}
    return {"match": match.id, "links": links}


class Answer(APIView):
    """Base of the three answers to an offer."""

    token_scopes = {"POST": "challenge"}

    def answered(
        self, request: Request, challenge_id: UUID, verb: Any
    ) -> Response:  # a verb of matches.verbs.challenges
        """Run ``verb`` on the offer and return it."""
        verb(challenge_id=challenge_id, user=_player(request))
        return Response(ChallengeOut(Challenge.objects.select_related("owner").get(pk=challenge_id)).data)


class Accept(Answer):
    """Acceptance of an offer."""

    @without_body(operation_id="challenges_accept", responses={200: ChallengeOut})
    def post(self, request: Request, challenge_id: UUID) -> Response:
        """Accept an offer and sit down. 409 if somebody was quicker."""
        return self.answered(request, challenge_id, challenges.accept)


class Decline(Answer):
    """Refusal of an offer."""

    @without_body(operation_id="challenges_decline", responses={200: ChallengeOut})
    def post(self, request: Request, challenge_id: UUID) -> Response:
        """Decline an offer. Only the challenged player may."""
        return self.answered(request, challenge_id, challenges.decline)


class Cancel(Answer):
    """Withdrawal of an offer."""

    @without_body(operation_id="challenges_cancel", responses={200: ChallengeOut})
    def post(self, request: Request, challenge_id: UUID) -> Response:
        """Withdraw an offer. Only its owner may."""
        return self.answered(request, challenge_id, challenges.cancel)


class Resign(APIView):
    """Resignation from a match."""

    token_scopes = {"POST": "play"}

    @without_body(operation_id="matches_resign", responses={202: None, 403: Problem, 404: Problem, 409: Problem})
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Resign: your side loses, and the match is over. 409 before the kick-off, in a pause and after the end."""
        match = access.match_or_404(match_id, request.user)
        seat = access.seat_revealed_to(match, request.user)
        if seat is None:
            raise PermissionDenied("Only who sits at the table may resign.")
        if match.status != Match.Status.LIVE:
            return problem(409, "not_live", not_live(match.status, match.version).reason)
        row = command(match.id, "resign", {"seat": seat})
        call(obey_here(match.id))
        row.refresh_from_db()
        if row.applied_at is not None and row.outcome != "applied":
            return problem(409, "not_live", row.outcome)
        return Response(status=202)


def _player(request: Request) -> User:
    """Return the asking account or bot. Raises NotAuthenticated."""
    if not request.user.is_authenticated:
        raise NotAuthenticated("Sign in, or send a token.")
    return request.user
