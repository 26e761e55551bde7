"""Invitations to play, to an entrant's place or to everybody."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from league.actions import Action
from league.competitions.actions.subjects import INVITATION, NOTHING
from league.competitions.models import Entrant, Invitation
from league.competitions.models.roles import Right
from league.competitions.verbs import invitations


class InviteIn(serializers.Serializer[Any]):
    """Names to invite; without names, the one link for everybody."""

    names = serializers.ListField(
        child=serializers.CharField(max_length=320),
        required=False,
        max_length=500,
        help_text="With an address after a comma it is sent there, once: Anna, anna@example.org.",
    )


class InvitedIn(serializers.Serializer[Any]):
    """The key of an invitation."""

    key = serializers.CharField(max_length=43)
    name = serializers.CharField(
        required=False, allow_blank=True, default="", max_length=60, help_text="Of a side; empty: one's own."
    )


class DeclinedIn(InvitedIn):
    """The key of an invitation; who declines needs no name."""

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        return {"key": attrs["key"]}


ACCEPT_INVITATION: Final = Action(
    "accept_invitation",
    invitations.accept,
    NOTHING,
    "Accept the invitation with this key and enter.",
    by="player",
    takes=InvitedIn,
    at="invitations/accept/",
    gives=Entrant,
    scope="compete",
    limit="enter",
)
DECLINE_INVITATION: Final = Action(
    "decline_invitation",
    invitations.decline,
    NOTHING,
    "Decline the personal invitation with this key; until the start you may still accept it.",
    takes=DeclinedIn,
    at="invitations/decline/",
    gives=Invitation,
)
TAKE_BACK_INVITATION: Final = Action(
    "take_back_invitation",
    invitations.take_back,
    INVITATION,
    "Revoke an invitation; entrants who accepted it stay.",
    Right.RUN,
    label=_("Withdraw invitation"),
    at="",
    method="DELETE",
    status=204,
)

ACTIONS: Final = (
    ACCEPT_INVITATION,
    DECLINE_INVITATION,
    TAKE_BACK_INVITATION,
)
