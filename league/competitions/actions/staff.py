"""The staff of a competition: invited, accepted, ended."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from league.actions import Action
from league.competitions.actions.subjects import COMPETITION, NOTHING, OFFICE
from league.competitions.models import Staff
from league.competitions.models.roles import Right
from league.competitions.verbs import staff
from league.players.models import User


class StaffIn(serializers.Serializer[Any]):
    """An invitation: by name, or without one as a link."""

    role = serializers.ChoiceField(choices=Staff.Given.choices)
    name = serializers.CharField(required=False, allow_blank=True, default="", max_length=40)


class KeyIn(serializers.Serializer[Any]):
    """The key of an invitation."""

    key = serializers.CharField(max_length=43)


def _holds_it(office: Staff, user: User) -> bool:
    return office.user_id == user.pk


INVITE: Final = Action(
    "invite_staff",
    staff.invite,
    COMPETITION,
    "Invite by name, or make a link. Only the owner may.",
    Right.OWN,
    takes=StaffIn,
    said=_("Invitation created. Send its link."),
    gives=Staff,
    status=201,
)
ACCEPT: Final = Action(
    "accept_staff",
    staff.accept,
    NOTHING,
    "Accept the invitation with this key and take its role.",
    takes=KeyIn,
    at="staff/accept/",
    gives=Staff,
    limit="enter",
)
END: Final = Action(
    "end_role",
    staff.end,
    OFFICE,
    "End a role or revoke an invitation: the owner any, others their own.",
    Right.OWN,
    parties=_holds_it,
    said=_("Role removed."),
    label=_("Remove role"),
    then="staff",
    at="",
    method="DELETE",
    status=204,
)

ACTIONS: Final = (
    INVITE,
    ACCEPT,
    END,
)
