"""Events in the REST API: the same doors and verbs as the pages."""

from contextlib import suppress
from typing import Any, Final
from uuid import UUID

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.endpoints import Answers, addresses_of
from league.api.fields import ColumnsSerializer
from league.competitions.api.base import PAGE, Api, page_of
from league.competitions.api.halls import DeskNowOut
from league.competitions.words.queue import desk_of_hall
from league.events import access
from league.events.access import Standing
from league.events.actions import ACTIONS, ADD, APPLY, EventJoinIn, TimetableIn
from league.events.errors import EventRefused
from league.events.models import Event, EventCompetition, PlannedMatch, PlannedRound
from league.events.people import Person, people_of
from league.events.reading import rounds_ahead
from league.events.timetable import Proposal, RoundAhead, propose
from league.events.verbs import events as verbs
from matches.api.shapes import shape_of


class EventPartOut(serializers.ModelSerializer[EventCompetition]):
    """A competition of an event."""

    competition = serializers.UUIDField(source="competition_id")
    name = serializers.CharField(source="competition.name")

    class Meta:
        model = EventCompetition
        fields = [
            "id",
            "competition",
            "name",
            "category",
            "one_of",
            "minutes",
            "referees",
            "ends_by",
            "born_from",
            "born_to",
            "licensed",
        ]


class OneEventOut(ColumnsSerializer):
    """An event: competitions at one place that share people and tables."""

    owner = serializers.CharField(source="owner.nickname")
    breaks = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()), help_text="Of each day: begin and end of each."
    )

    class Meta:
        model = Event
        fields = [
            "id", "slug", "name", "place", "description", "first_day", "last_day", "opens", "closes", "breaks",
            "time_zone", "finals_last", "owner", "listed", "position", "planned_at", "created_at",
        ]  # fmt: skip


class NewEventIn(ColumnsSerializer):
    """A new event."""

    breaks = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField(max_length=5), min_length=2, max_length=2),
        required=False,
        help_text='Of each day: [["13:00", "14:00"]].',
    )

    class Meta:
        model = Event
        fields = verbs.SETTINGS


class EventChange(NewEventIn):
    """The settings to change, all optional."""

    def get_fields(self) -> dict[str, Any]:
        fields = super().get_fields()
        for each in fields.values():
            each.required = False
        return fields


EventPersonOut = shape_of(
    Person, ["key", "names", "users", "competitions", "here_at", "birth_year", "licence"], called="EventPersonOut"
)


class _Events(Api):
    def event(self, event_id: UUID, least: Standing = Standing.NOBODY) -> Event:
        """Return the event for a reader of standing ``least`` or better; a missing right is a 404."""
        if least is not Standing.NOBODY:
            self.signed_in()
        return access.door(self.request.user, event_id, least)


class AllEvents(_Events):
    limits = {"POST": "event"}

    @extend_schema(operation_id="events", parameters=PAGE, responses=page_of(OneEventOut))
    def get(self, request: Request) -> Response:
        """List the listed events and your own, the newest first."""
        rows = access.listed(request.user).select_related("owner").order_by("-first_day", "-created_at")
        return Response(self.paged(rows, OneEventOut))

    @extend_schema(operation_id="events_create", request=NewEventIn, responses={201: OneEventOut})
    def post(self, request: Request) -> Response:
        """Create an event without competitions. Accounts only."""
        created = verbs.create(by=self.account(), **self.checked_body(NewEventIn))
        return Response(OneEventOut(created).data, status=201)


class OneEvent(_Events):
    @extend_schema(operation_id="event", responses=OneEventOut)
    def get(self, request: Request, event_id: UUID) -> Response:
        """Return an event."""
        return Response(OneEventOut(self.event(event_id)).data)

    @extend_schema(operation_id="event_change", request=EventChange, responses=OneEventOut)
    def patch(self, request: Request, event_id: UUID) -> Response:
        """Change the settings of an event."""
        event = self.event(event_id, Standing.STAFF)
        return Response(
            OneEventOut(verbs.change(event=event, by=self.signed_in(), **self.checked_body(EventChange))).data
        )

    @extend_schema(operation_id="event_end", responses={204: None})
    def delete(self, request: Request, event_id: UUID) -> Response:
        """Delete an event; its competitions stay, without its tables. For its owner."""
        verbs.end(event=self.event(event_id, Standing.OWNER))
        return Response(status=204)


class EventParts(_Events):
    @extend_schema(operation_id="event_competitions", responses=EventPartOut(many=True))
    def get(self, request: Request, event_id: UUID) -> Response:
        """List the competitions of an event that you may know."""
        parts = access.shown_parts(request.user, self.event(event_id))
        return Response(EventPartOut(parts, many=True).data)

    @extend_schema(operation_id="event_add", request=EventJoinIn, responses={201: EventPartOut})
    def post(self, request: Request, event_id: UUID) -> Response:
        """Let a competition that you run join the event: it then plays at the tables of the event."""
        event = self.event(event_id, Standing.STAFF)
        part = ADD.do(event, self.signed_in(), self.checked_body(EventJoinIn))
        return Response(EventPartOut(part).data, status=201)


class EventDesk(_Events):
    @extend_schema(operation_id="event_tables", responses=DeskNowOut)
    def get(self, request: Request, event_id: UUID) -> Response:
        """Return the tables of the event with their matches, and the one queue for them."""
        return Response(DeskNowOut(desk_of_hall(self.event(event_id).hall_id, request.user, {})).data)


class EventPeople(_Events):
    @extend_schema(operation_id="event_people", responses=EventPersonOut(many=True))
    def get(self, request: Request, event_id: UUID) -> Response:
        """List the people of all competitions once each, with their check-in, for the staff."""
        return Response(EventPersonOut(people_of(self.event(event_id, Standing.STAFF)), many=True).data)


class BookedOut(serializers.ModelSerializer[PlannedMatch]):
    """A match of the timetable."""

    fixture = serializers.UUIDField(source="fixture_id")
    competition = serializers.UUIDField(source="fixture.competition_id")
    kick_off_at = serializers.DateTimeField(source="fixture.kick_off_at", allow_null=True)
    table = serializers.IntegerField(source="fixture.table", allow_null=True)
    referee = serializers.UUIDField(source="referee_id", allow_null=True)

    class Meta:
        model = PlannedMatch
        fields = ["fixture", "competition", "kick_off_at", "table", "minutes", "first_at", "referee"]


class RoundAheadOut(serializers.Serializer[RoundAhead]):
    """A Swiss round that is not drawn, and when the timetable leaves room for it."""

    competition = serializers.UUIDField(source="round.stage.competition_id")
    round = serializers.IntegerField(source="round.number")
    starts_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField()
    matches = serializers.IntegerField()


class ProposedOut(serializers.Serializer[Any]):
    """A timetable that is not applied yet."""

    seen = serializers.CharField(source="digest", help_text="Its mark: send it back to apply it.")
    conflicts = serializers.ListField(child=serializers.CharField(), help_text="What it cannot keep, for people.")
    ends_at = serializers.DateTimeField(allow_null=True)
    rounds_ahead = RoundAheadOut(many=True)
    changes = serializers.SerializerMethodField(help_text="What would change.")

    @extend_schema_field(serializers.ListField(child=serializers.DictField()))
    def get_changes(self, proposal: Proposal) -> list[dict[str, Any]]:
        """Return fixture, time and table of each match that moves or gets another referee."""
        return [
            {
                "fixture": str(change.fixture.pk),
                "kick_off_at": change.after and change.after.start,
                "table": change.after and change.after.table,
                "referee": change.after and change.after.referee,
            }
            for change in proposal.changes
        ]


class PlannedRoundOut(serializers.ModelSerializer[PlannedRound]):
    """A Swiss round of the timetable that is not drawn, and when it can begin."""

    competition = serializers.UUIDField(source="round.stage.competition_id")
    round = serializers.IntegerField(source="round.number")

    class Meta:
        model = PlannedRound
        fields = ["competition", "round", "starts_at"]


class TimetableOut(serializers.Serializer[Any]):
    """The timetable that holds and, for the staff, the new one as it would be now."""

    planned_at = serializers.DateTimeField(allow_null=True)
    matches = BookedOut(many=True)
    rounds = PlannedRoundOut(many=True)
    proposed = ProposedOut(allow_null=True)


class EventTimetable(_Events):
    @extend_schema(operation_id="event_timetable", responses=TimetableOut)
    def get(self, request: Request, event_id: UUID) -> Response:
        """Return the timetable of the competitions that you may know; for the staff also the one to apply."""
        event = self.event(event_id)
        shown = [part.competition_id for part in access.shown_parts(request.user, event)]
        rows = event.planned.select_related("fixture").filter(fixture__competition__in=shown)
        proposed = None
        if Standing.STAFF in event.rights:
            with suppress(EventRefused):
                proposed = propose(event)
        matches = rows.order_by("fixture__kick_off_at", "fixture__table")
        rounds = rounds_ahead(event, shown)
        answer = {"planned_at": event.planned_at, "matches": matches, "rounds": rounds, "proposed": proposed}
        return Response(TimetableOut(answer).data)

    @extend_schema(operation_id="event_apply", request=TimetableIn, responses=OneEventOut)
    def post(self, request: Request, event_id: UUID) -> Response:
        """Apply the proposed timetable whose mark you send; refused if it is another by now."""
        event = self.event(event_id, Standing.STAFF)
        return Response(OneEventOut(APPLY.do(event, self.signed_in(), self.checked_body(TimetableIn))).data)


ANSWERS: Final = Answers({Event: OneEventOut, EventCompetition: EventPartOut}, lambda _event, _user: {})
urlpatterns: Final = addresses_of(ACTIONS, ANSWERS)
