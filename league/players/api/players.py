"""Players in the REST API: the public profile."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.players.models import User
from league.players.policy.access import player_or_404


class PlayerOut(serializers.ModelSerializer[User]):
    """A player: an account, a guest or a house bot. Never an address or a sign-in name."""

    class Meta:
        model = User
        fields = ["id", "nickname", "kind", "bot"]


class OnePlayer(APIView):
    """One player."""

    @extend_schema(operation_id="player", responses=PlayerOut)
    def get(self, request: Request, player_id: UUID) -> Response:
        """Get a player. A claimed name answers with the account that took it over."""
        return Response(PlayerOut(player_or_404(player_id, request.user)).data)
