"""What people can do in a club and with its ownership, a row each (``league.actions``)."""

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from functools import partial
from typing import Any, Final
from uuid import UUID

from django.db.models import Q
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from league.actions import Action, Subject
from league.api.fields import ColumnsSerializer
from league.clubs import access
from league.clubs.access import Standing
from league.clubs.models import Club, Handover, HousePreset, Membership
from league.clubs.verbs import closing, handovers, presets
from league.clubs.verbs import clubs as verbs
from league.clubs.verbs import members as people
from league.competitions.actions.subjects import COMPETITION, row_or_gone
from league.competitions.models import Competition
from league.competitions.models.roles import Right
from league.competitions.policy import access as competition_doors
from league.players.models import User


class ClubNamesIn(serializers.Serializer[Any]):
    """Names without account."""

    names = serializers.ListField(
        child=serializers.CharField(max_length=40), min_length=1, max_length=people.NAMES_AT_ONCE
    )


class KeepIn(ColumnsSerializer):
    """A preset to save: a competition of the club, and a name."""

    competition = serializers.UUIDField()

    class Meta:
        model = HousePreset
        fields = ["name", "competition"]


class OfClubIn(serializers.Serializer[Any]):
    """A competition."""

    competition = serializers.UUIDField()


class ClosingIn(serializers.Serializer[Any]):
    """Closing a club."""

    reason = serializers.CharField(max_length=300, help_text="It stands on the club's page.")


class OfferIn(serializers.Serializer[Any]):
    """The new owner."""

    name = serializers.CharField(max_length=40, help_text="Of an account: its sign-in name, or its nickname.")


class AnswerToHandover(serializers.Serializer[Any]):
    """An answer to an offer or a claim."""

    do = serializers.ChoiceField(
        choices=["accept", "decline", "withdraw", "object"],
        help_text="accept, decline: to whom it is offered. object: the owner, to a claim. withdraw: who made it.",
    )


def _door(user: Any, keys: Mapping[str, Any], right: StrEnum | None) -> Club:  # User or AnonymousUser
    """Return the club that an address of the API names by its id, or that of a page by its slug."""
    among = access.up_to(Standing(right or Standing.NOBODY))
    return access.door(user, keys.get("club_id") or keys["slug"], among)[0]


def _door_of_applicants(user: Any, keys: Mapping[str, Any], _right: StrEnum | None) -> Club:  # User or AnonymousUser
    """Return the club for whoever belongs to it or has asked to."""
    return access.door(user, keys["club_id"], name_alone=True)[0]


def _handover(user: User, keys: Mapping[str, Any]) -> Handover:
    own = Handover.objects.filter(Q(owner=user) | Q(to=user)).select_related("club", "competition")
    return get_object_or_404(own, pk=keys["handover_id"])


def _keep(*, club: Club, by: User, competition: UUID, name: str) -> HousePreset:
    return presets.keep(club=club, competition=get_object_or_404(club.competitions, pk=competition), by=by, name=name)


def _take_in(*, club: Club, by: User, competition: UUID) -> Competition:
    own = competition_doors.door(by, competition, Right.OWN)
    return verbs.take_in(competition=own, club=club, by=by)


def _ended(membership: Membership | None) -> str:
    asked = membership is not None and membership.asked
    return gettext("Request declined.") if asked else gettext("Member removed.")


ONE: Final = "clubs/<uuid:club_id>/"
CLUB: Final = Subject(Club, ONE, "club_id", _door, lambda club, _keys: club, lambda club: {"club": club})
MEMBERSHIP: Final = Subject(
    Membership,
    f"{ONE}members/<uuid:membership_id>/",
    "membership_id",
    _door,
    lambda club, keys: row_or_gone(club.memberships, keys["membership_id"]),
    lambda membership: {"membership": membership},
)
PRESET: Final = Subject(
    HousePreset,
    f"{ONE}presets/<uuid:preset_id>/",
    "preset_id",
    _door,
    lambda club, keys: row_or_gone(club.presets, keys["preset_id"]),
    lambda preset: {"preset": preset},
)
OF_THE_CLUB: Final = Subject(
    Competition,
    f"{ONE}competitions/<uuid:competition_id>/",
    "competition_id",
    _door,
    lambda club, keys: row_or_gone(club.competitions, keys["competition_id"]),
    lambda competition: {"competition": competition},
)
HANDOVER: Final = Subject(
    Handover,
    "handovers/<uuid:handover_id>/",
    "handover_id",
    lambda user, _keys, _right: user,
    _handover,
    lambda handover: {"handover": handover},
)
OWNED_CLUB: Final = replace(CLUB, keywords=lambda club: {"thing": club})
OWNED_COMPETITION: Final = replace(COMPETITION, keywords=lambda competition: {"thing": competition})

LEAVE: Final = Action(
    "club_leave",
    people.leave,
    replace(CLUB, door=_door_of_applicants),
    "Leave the club, or take your application back.",
    at="leave/",
    status=204,
)
ADD_NAMES: Final = Action(
    "club_names",
    people.add_names,
    CLUB,
    "Add names, all or none, each with a personal key.",
    Standing.STAFF,
    takes=ClubNamesIn,
    at="names/",
    gives=Membership,
    many=True,
    status=201,
)
APPROVE: Final = Action(
    "approve",
    people.approve,
    MEMBERSHIP,
    "Admit an applicant.",
    Standing.STAFF,
    said=_("Member admitted. We told them."),
)
END: Final = Action(
    "end",
    people.end,
    MEMBERSHIP,
    "End a membership, or reject an applicant. Again: nothing changes.",
    Standing.STAFF,
    said=_ended,
)
APPOINT: Final = Action(
    "appoint",
    partial(people.appoint, staff=True),
    MEMBERSHIP,
    "Make a member one of the staff.",
    Standing.OWNER,
    said=_("Changes saved."),
)
DISMISS: Final = Action(
    "dismiss",
    partial(people.appoint, staff=False),
    MEMBERSHIP,
    "Make one of the staff an ordinary member again.",
    Standing.OWNER,
    said=_("Changes saved."),
)
LINK: Final = Action(
    "link",
    people.new_link,
    CLUB,
    "Create a new link; the old one no longer works.",
    Standing.STAFF,
    said=_("New link created. The old one no longer works."),
)
END_LINK: Final = Action("end_link", people.end_link, CLUB, "Remove the link.", Standing.STAFF, said=_("Link removed."))
CLOSE: Final = Action(
    "club_close",
    closing.close,
    CLUB,
    "Close a club: its page and competitions stay; nobody joins, nothing new comes under it. For the owner.",
    Standing.OWNER,
    takes=ClosingIn,
    said=_("The club is closed. Its page and competitions stay."),
    at="close/",
)
REOPEN: Final = Action(
    "club_reopen",
    closing.reopen,
    CLUB,
    "Open a club again. Again: nothing changes.",
    Standing.OWNER,
    said=_("The club is open again."),
    at="close/",
    method="DELETE",
    status=204,
)
KEEP: Final = Action(
    "keep",
    _keep,
    CLUB,
    "Save the settings of one of the club's competitions, replacing a preset of that name.",
    Standing.STAFF,
    takes=KeepIn,
    said=_("Preset saved. It comes first when you organise for the club."),
)
FORGET: Final = Action(
    "club_forget",
    presets.forget,
    PRESET,
    "Delete a preset. Again: nothing changes.",
    Standing.STAFF,
    said=_("Preset deleted."),
    at="",
    method="DELETE",
    status=204,
)
TAKE_IN: Final = Action(
    "club_take_in",
    _take_in,
    CLUB,
    "Put a competition that you own under the club.",
    Standing.STAFF,
    takes=OfClubIn,
    said=_("The competition now belongs to the club."),
    at="competitions/",
    status=204,
)
TAKE_OUT: Final = Action(
    "club_take_out",
    verbs.take_out,
    OF_THE_CLUB,
    "Take a competition out of the club, back to its owner alone. Again: nothing changes.",
    Standing.STAFF,
    said=_("Only its owner has it now."),
    at="",
    method="DELETE",
    status=204,
)
OFFER_CLUB: Final = Action(
    "club_offer",
    handovers.offer,
    OWNED_CLUB,
    "Offer the ownership of a club; it passes when the other person accepts.",
    Standing.OWNER,
    takes=OfferIn,
    at="offer/",
    gives=Handover,
    status=201,
)
CLAIM_CLUB: Final = Action(
    "club_claim",
    handovers.claim,
    OWNED_CLUB,
    "Claim a club; the owner is told, and may object.",
    Standing.STAFF,
    at="claim/",
    gives=Handover,
    status=201,
)
OFFER_COMPETITION: Final = replace(
    OFFER_CLUB,
    name="offer",
    on=OWNED_COMPETITION,
    help="Offer the ownership of a competition; it passes when the other person accepts.",
    right=Right.OWN,
)
CLAIM_COMPETITION: Final = replace(
    CLAIM_CLUB,
    name="claim",
    on=OWNED_COMPETITION,
    help="Claim a competition; the owner is told, and may object.",
    right=Right.RUN,
)
ANSWER: Final = Action(
    "handover",
    handovers.respond,
    HANDOVER,
    "Accept, decline, withdraw or object, for its two parties.",
    takes=AnswerToHandover,
    at="answer/",
)

ACTIONS: Final = (
    LEAVE, ADD_NAMES, APPROVE, END, APPOINT, DISMISS, LINK, END_LINK, CLOSE, REOPEN, KEEP, FORGET, TAKE_IN, TAKE_OUT,
    OFFER_CLUB, CLAIM_CLUB, OFFER_COMPETITION, CLAIM_COMPETITION, ANSWER,
)  # fmt: skip
BUTTONS: Final = {action.name: action for action in ACTIONS if action.said}
"""The actions of the pages' buttons, by the form's ``do``."""
