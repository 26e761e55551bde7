"""Actions of an event, a row each (``league.actions``)."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from league.actions import Action, Subject
from league.api.fields import ColumnsSerializer
from league.competitions.actions.subjects import row_or_gone
from league.competitions.models.roles import Right
from league.competitions.policy import access as competition_doors
from league.events import access
from league.events.access import Standing
from league.events.models import Event, EventCompetition, Particulars
from league.events.verbs import events, joining, people, timetable
from league.players.models import User


class EventPartIn(ColumnsSerializer):
    """Settings of a competition in its event; those left out stay."""

    class Meta:
        model = EventCompetition
        fields = joining.SETTINGS
        extra_kwargs = {name: {"required": False} for name in joining.SETTINGS}


class EventJoinIn(EventPartIn):
    """A competition that you run, and what the event says of it."""

    competition = serializers.UUIDField()

    class Meta:
        model = EventCompetition
        fields = (*joining.SETTINGS, "competition")
        extra_kwargs = EventPartIn.Meta.extra_kwargs


class EventPersonIn(serializers.Serializer[Any]):
    """One of the ids of a person."""

    person = serializers.UUIDField()


class EventCheckInIn(serializers.Serializer[Any]):
    """One of the ids of a person; without it: yourself."""

    person = serializers.UUIDField(required=False, allow_null=True, default=None)


class ParticularsIn(ColumnsSerializer):
    """Year of birth and licence of a person, by one of their ids; without it: yourself. Left out: forgotten."""

    person = serializers.UUIDField(required=False, allow_null=True, default=None)

    class Meta:
        model = Particulars
        fields = ("birth_year", "licence", "person")
        extra_kwargs = {name: {"required": False} for name in ("birth_year", "licence")}


class EventNamesIn(serializers.Serializer[Any]):
    """Two names that are one person."""

    one = serializers.UUIDField()
    other = serializers.UUIDField()


class TimetableIn(serializers.Serializer[Any]):
    """The timetable to apply, by its mark: that of the changes that you saw.

    ``changes``: only those of these matches. If the rest of the timetable does not fit to them, a 409 names why;
    ``confirmed``: the ``seen`` of that answer, to apply them all the same.
    """

    seen = serializers.CharField(max_length=16)
    changes = serializers.ListField(
        child=serializers.UUIDField(), required=False, allow_null=True, default=None, max_length=5000
    )
    confirmed = serializers.CharField(max_length=16, required=False, allow_blank=True, default="")


class RefereedIn(serializers.Serializer[Any]):
    """The match that somebody else is to referee."""

    fixture = serializers.UUIDField()


class EventNameIn(serializers.Serializer[Any]):
    """A name that is a person of its own."""

    user = serializers.UUIDField()


def _door(user: Any, keys: Mapping[str, Any], right: StrEnum | None) -> Event:  # User or AnonymousUser
    """Return the event that an address of the API names by its id, or that of a page by its slug."""
    return access.door(user, keys.get("event_id") or keys["slug"], Standing(right or Standing.NOBODY))


def _part(event: Event, keys: Mapping[str, Any]) -> EventCompetition:
    part: EventCompetition = row_or_gone(event.parts.select_related("competition"), keys["part_id"])
    return part


def _add(*, event: Event, by: User, competition: UUID, **values: Any) -> EventCompetition:
    row = competition_doors.door(by, competition, Right.RUN)
    return joining.add(event=event, by=by, competition=row, **values)


def _remove(*, part: EventCompetition, by: User) -> None:
    joining.remove(event=part.event, by=by, competition=part.competition)


def _end(*, event: Event, by: User) -> None:
    events.end(event=event)


def _signed_in(event: Any, user: Any) -> bool:  # an Event; a user of any kind
    return bool(user.is_authenticated)


ONE: Final = "events/<uuid:event_id>/"
EVENT: Final = Subject(Event, ONE, "event_id", _door, lambda event, _keys: event, lambda event: {"event": event})
PART: Final = Subject(
    EventCompetition,
    f"{ONE}competitions/<uuid:part_id>/",
    "part_id",
    _door,
    _part,
    lambda part: {"part": part},
)

ADD: Final = Action(
    "event_add",
    _add,
    EVENT,
    "Let a competition that you run join the event: from then on it plays at the tables of the event.",
    Standing.STAFF,
    takes=EventJoinIn,
    said=_("Competition added. It plays at the tables of the event now."),
    label=_("Add competition"),
    then="settings",
)
CHANGE_PART: Final = Action(
    "event_part",
    joining.change,
    PART,
    "Change what the event says of a competition: its category, what excludes it, how long its matches take.",
    Standing.STAFF,
    takes=EventPartIn,
    said=_("Changes saved."),
    label=_("Save"),
    then="settings",
    at="",
    method="PATCH",
)
REMOVE: Final = Action(
    "event_remove",
    _remove,
    PART,
    "Take a competition out of the event; the tables stay. Again: nothing changes.",
    Standing.STAFF,
    said=_("Competition removed. The tables stay with the event."),
    label=_("Remove"),
    then="settings",
    at="",
    method="DELETE",
    status=204,
)
CHECK_IN: Final = Action(
    "event_check_in",
    people.check_in,
    EVENT,
    "Check in for all competitions of the event: yourself on its days, as its staff anybody. Again: nothing changes.",
    Standing.STAFF,
    parties=_signed_in,
    takes=EventCheckInIn,
    said=_("Checked in for all competitions."),
    label=_("Check in"),
    then="people",
    at="check-in/",
    scope="compete",
)
CHECK_OUT: Final = Action(
    "event_check_out",
    people.check_out,
    EVENT,
    "Undo a check-in at the desk. Again: nothing changes.",
    Standing.STAFF,
    takes=EventPersonIn,
    said=_("Check-in undone."),
    label=_("Absent"),
    then="people",
    at="check-out/",
)
TELL: Final = Action(
    "event_tell",
    people.tell,
    EVENT,
    "Tell year of birth and licence, for categories: your own, as the staff anybody's. Only the staff sees them.",
    Standing.STAFF,
    parties=_signed_in,
    takes=ParticularsIn,
    said=_("Saved. Only the organisers of this event see it."),
    label=_("Save"),
    then="people",
    at="particulars/",
    scope="compete",
)
MATCH: Final = Action(
    "event_match",
    people.match,
    EVENT,
    "Say that two names are one person, who is called to one table at a time. Again: nothing changes.",
    Standing.STAFF,
    takes=EventNamesIn,
    said=_("They are one person in this event."),
    label=_("One person"),
    then="people",
    at="same-person/",
)
PART_NAMES: Final = Action(
    "event_part_names",
    people.part,
    EVENT,
    "Say that a name is a person of its own after all. Again: nothing changes.",
    Standing.STAFF,
    takes=EventNameIn,
    said=_("This name is a person of its own again."),
    label=_("Two people"),
    then="people",
    at="same-person/part/",
)
END: Final = Action(
    "event_end",
    _end,
    EVENT,
    "Delete the event: its competitions stay, without its tables. For its owner.",
    Standing.OWNER,
    said=_("Event deleted. Its competitions stay."),
    label=_("Delete the event"),
    then="list",
)

APPLY: Final = Action(
    "event_apply",
    timetable.apply,
    EVENT,
    "Apply the proposed timetable, or some of its changes: kick-offs, tables and referees. Refused if it is another.",
    Standing.STAFF,
    takes=TimetableIn,
    label=_("Apply"),
    then="timetable",
)
PASS_ON: Final = Action(
    "event_pass_on",
    timetable.pass_on,
    EVENT,
    "Let somebody else referee a match: who is free and has the fewest duties. By its referee or the staff.",
    Standing.STAFF,
    parties=_signed_in,
    takes=RefereedIn,
    said=_("Somebody else referees this match. We told them."),
    label=_("Pass on"),
    then="timetable",
    at="referee/",
)

ACTIONS: Final = (ADD, CHANGE_PART, REMOVE, CHECK_IN, CHECK_OUT, TELL, MATCH, PART_NAMES, APPLY, PASS_ON, END)
BY_NAME: Final = {action.name: action for action in ACTIONS}
"""The actions of the pages' buttons, by the form's ``do``."""
