"""Series in the REST API: the same doors and verbs as the pages."""

from datetime import date
from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.fields import ColumnsSerializer
from league.competitions.api import serializers as competition_shapes
from league.competitions.api.base import PAGE, Api, page_of
from league.competitions.policy import access as competition_doors
from league.series import access, verbs
from league.series.models import (
    LONGEST_CATEGORY,
    LONGEST_LEVEL,
    MOST_CATEGORIES,
    MOST_LEVELS,
    MOST_MONTHS,
    MOST_PLACES,
    MOST_POINTS,
    SamePerson,
    Series,
    SeriesEvent,
    SeriesMark,
)
from league.series.reading import Event, InCategory, Merit, OfClub, Person, Shown, alike, day_of, merit
from league.statistics.api import ONE_GAME, SeveralOut, game_asked
from league.statistics.queries.several import several
from matches.api.bodies import without_body
from matches.api.shapes import shape_of

DECAY = "Percent of the points left after 0, 1, 2 ... full months; the last one goes on. Empty: points stay."
CATEGORIES = "Names; ``marks`` says who is in them."


class LevelOut(serializers.Serializer[Any]):
    """A level of events in a series, with what its places pay."""

    name = serializers.CharField(max_length=LONGEST_LEVEL)
    points = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=MOST_POINTS),
        min_length=1,
        max_length=MOST_PLACES,
        help_text="Of each place, the first place first.",
    )
    rest = serializers.IntegerField(
        min_value=0, max_value=MOST_POINTS, default=0, help_text="Points for every other place."
    )


class SeriesOut(serializers.ModelSerializer[Series]):
    """A series: what a place pays and how many results count."""

    owner = serializers.CharField(source="owner.nickname")
    points = serializers.ListField(child=serializers.IntegerField(), help_text="Of each place, the first place first.")
    levels = LevelOut(many=True)
    decay = serializers.ListField(child=serializers.IntegerField(), help_text=DECAY)
    categories = serializers.ListField(child=serializers.CharField(), help_text=CATEGORIES)

    class Meta:
        model = Series
        fields = ["id", "slug", "owner", "position", "created_at", *verbs.SETTINGS]


class SeriesIn(ColumnsSerializer):
    """A new series."""

    points = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=MOST_POINTS),
        min_length=1,
        max_length=MOST_PLACES,
        help_text="What each place pays, the first place first.",
    )
    levels = serializers.ListField(
        child=LevelOut(), max_length=MOST_LEVELS, required=False, help_text="Events without one pay ``points``."
    )
    decay = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=100),
        max_length=MOST_MONTHS,
        required=False,
        help_text=DECAY,
    )
    categories = serializers.ListField(
        child=serializers.CharField(max_length=LONGEST_CATEGORY),
        max_length=MOST_CATEGORIES,
        required=False,
        help_text=CATEGORIES,
    )

    class Meta:
        model = Series
        fields = verbs.SETTINGS


class SeriesChange(SeriesIn):
    """The settings to change, all optional."""

    def get_fields(self) -> dict[str, Any]:
        fields = super().get_fields()
        for field in fields.values():
            field.required = False
        return fields


EventOut = shape_of(
    Event,
    ["number", "competition", "slug", "name", "status", "at", "counts", "people", "winners", "level", "day"],
    competition=serializers.UUIDField(source="competition.id"),
    slug=serializers.CharField(source="competition.slug"),
    name=serializers.CharField(source="competition.name"),
    status=serializers.CharField(source="competition.status"),
)
MeritResult = shape_of(
    Shown,
    ["event", "place", "points", "counts", "why", "exact", "left"],
    called="MeritResult",
    event=serializers.IntegerField(source="event.number"),
)
MeritLine = shape_of(
    Person,
    ["rank", "player", "name", "total", "results", "parted", "exact", "club", "categories"],
    called="MeritLine",
    parts=[MeritResult],
    player=serializers.UUIDField(source="key"),
)
MeritOut = shape_of(
    Merit,
    ["events", "lines", "on", "category", "categories", "clubs"],
    parts=[
        EventOut,
        MeritLine,
        shape_of(InCategory, called="MeritCategory"),
        shape_of(OfClub, ["rank", "club", "exact", "people", "others"], called="MeritClub"),
    ],
)


class EventIn(serializers.Serializer[Any]):
    """A competition that you run."""

    competition = serializers.UUIDField()


class EventSettings(ColumnsSerializer):
    """An event's place in the list, all optional: its level, and its day if not the one on which it ended."""

    class Meta:
        model = SeriesEvent
        fields = verbs.EVENT_SETTINGS


class PairIn(serializers.Serializer[Any]):
    """Two players of the series."""

    one = serializers.UUIDField()
    other = serializers.UUIDField()


class MatchedOut(serializers.ModelSerializer[SamePerson]):
    """Two names that are one person here."""

    class Meta:
        model = SamePerson
        fields = ["id", "one", "other", "at"]


class MarkIn(serializers.Serializer[Any]):
    """A player of the series, and a category of it."""

    player = serializers.UUIDField()
    category = serializers.CharField()


class MarkOut(serializers.ModelSerializer[SeriesMark]):
    """A player whom the organiser counts in a category."""

    player = serializers.UUIDField(source="user_id")

    class Meta:
        model = SeriesMark
        fields = ["id", "player", "category", "at"]


class AlikeOut(serializers.Serializer[Any]):
    """Two people of the same name who may be one."""

    one = serializers.UUIDField(source="one.key")
    other = serializers.UUIDField(source="other.key")
    name = serializers.CharField(source="one.name")


class PeopleOut(serializers.Serializer[Any]):
    """Matched names, and people of the same name."""

    matched = MatchedOut(many=True)
    alike = AlikeOut(many=True)


class _Api(Api):
    def run(self, series_id: UUID) -> Series:
        self.signed_in()
        return access.door(self.request.user, series_id, run=True)


class AllSeries(Api):
    limits = {"POST": "series"}

    @extend_schema(operation_id="series_list", parameters=[*PAGE], responses=page_of(SeriesOut))
    def get(self, request: Request) -> Response:
        """List the listed series and your own, the newest first."""
        rows = access.visible(request.user).select_related("owner").order_by("-created_at", "-id")
        return Response(self.paged(rows, SeriesOut))

    @extend_schema(request=SeriesIn, responses={201: SeriesOut})
    def post(self, request: Request) -> Response:
        """Make a series. Accounts only."""
        return Response(SeriesOut(verbs.create(by=self.account(), **self.checked_body(SeriesIn))).data, status=201)


class OneSeries(_Api):
    @extend_schema(responses=SeriesOut)
    def get(self, request: Request, series_id: UUID) -> Response:
        """Return a series."""
        return Response(SeriesOut(access.door(request.user, series_id)).data)

    @extend_schema(request=SeriesChange, responses=SeriesOut)
    def patch(self, request: Request, series_id: UUID) -> Response:
        """Change a series; the order of merit follows at once."""
        row = self.run(series_id)
        return Response(
            SeriesOut(verbs.change(series=row, by=self.signed_in(), **self.checked_body(SeriesChange))).data
        )

    @extend_schema(responses={204: None})
    def delete(self, request: Request, series_id: UUID) -> Response:
        """Delete a series; its competitions stay."""
        verbs.end(series=self.run(series_id))
        return Response(status=204)


class OrderOfMerit(Api):
    @extend_schema(
        parameters=[
            OpenApiParameter("on", date, description="The day of the list; today (UTC) if not given."),
            OpenApiParameter("category", str, description="The people of this category, ranked among each other."),
        ],
        responses=MeritOut,
    )
    def get(self, request: Request, series_id: UUID) -> Response:
        """Return everybody's total and what it is made of."""
        row = access.door(request.user, series_id)
        on, category = day_of(request.query_params.get("on", "")), request.query_params.get("category", "")
        return Response(MeritOut(merit(row, access.may_run(request.user, row), on, category)).data)


class SeriesStatistics(Api):
    @extend_schema(operation_id="series_statistics", parameters=[ONE_GAME], responses=SeveralOut)
    def get(self, request: Request, series_id: UUID) -> Response:
        """Get totals, leaders and records of the series' competitions in one game."""
        competitions = access.door(request.user, series_id).competitions.all()
        return Response(SeveralOut(several(competitions, game_asked(request))).data)


class Events(_Api):
    @extend_schema(request=EventIn, responses={201: MeritOut})
    def post(self, request: Request, series_id: UUID) -> Response:
        """Let a competition count. Again: nothing changes."""
        row, by = self.run(series_id), self.signed_in()
        competition = competition_doors.door(by, self.checked_body(EventIn)["competition"])
        verbs.add(series=row, by=by, competition=competition)
        return Response(MeritOut(merit(row, runs=True)).data, status=201)


class OneEvent(_Api):
    @extend_schema(request=EventSettings, responses=MeritOut)
    def patch(self, request: Request, series_id: UUID, competition_id: UUID) -> Response:
        """Set the level and the day of an event; the order of merit follows at once."""
        row = self.run(series_id)
        competition = get_object_or_404(row.competitions, id=competition_id)
        verbs.set_event(series=row, by=self.signed_in(), competition=competition, **self.checked_body(EventSettings))
        return Response(MeritOut(merit(row, runs=True)).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, series_id: UUID, competition_id: UUID) -> Response:
        """Let a competition count no more. Again: nothing changes."""
        row = self.run(series_id)
        competition = row.competitions.filter(id=competition_id).first()
        if competition is not None:
            verbs.remove(series=row, by=self.signed_in(), competition=competition)
        return Response(status=204)


class NextEvent(_Api):
    limits = {"POST": "competition"}

    @without_body(responses={201: competition_shapes.CompetitionOut})
    def post(self, request: Request, series_id: UUID) -> Response:
        """Create a competition like the last one, its registration open."""
        created = verbs.again(series=self.run(series_id), by=self.signed_in())
        return Response(competition_shapes.CompetitionOut(created).data, status=201)


class People(_Api):
    @extend_schema(responses=PeopleOut)
    def get(self, request: Request, series_id: UUID) -> Response:
        """Return the matched names, and the people of the same name."""
        row = self.run(series_id)
        people = {"matched": row.matched.all(), "alike": alike(merit(row, runs=True))}
        return Response(PeopleOut(people).data)

    @extend_schema(request=PairIn, responses={201: MatchedOut})
    def post(self, request: Request, series_id: UUID) -> Response:
        """Say that two names are one person. Again: nothing changes."""
        created = verbs.match(series=self.run(series_id), by=self.signed_in(), **self.checked_body(PairIn))
        return Response(MatchedOut(created).data, status=201)


class OneMatch(_Api):
    @extend_schema(responses={204: None})
    def delete(self, request: Request, series_id: UUID, matched_id: int) -> Response:
        """Undo the match of two names. Again: nothing changes."""
        verbs.part(series=self.run(series_id), by=self.signed_in(), matched=matched_id)
        return Response(status=204)


class Marks(_Api):
    @extend_schema(operation_id="series_marks_list", responses=MarkOut(many=True))
    def get(self, request: Request, series_id: UUID) -> Response:
        """Return who is in which category."""
        return Response(MarkOut(self.run(series_id).marks.all(), many=True).data)

    @extend_schema(request=MarkIn, responses={201: MarkOut})
    def post(self, request: Request, series_id: UUID) -> Response:
        """Count a player in a category. Again: nothing changes."""
        row, by = self.run(series_id), self.signed_in()
        body = self.checked_body(MarkIn)
        created = verbs.mark(series=row, by=by, person=body["player"], category=body["category"])
        return Response(MarkOut(created).data, status=201)


class OneMark(_Api):
    @extend_schema(responses={204: None})
    def delete(self, request: Request, series_id: UUID, mark_id: int) -> Response:
        """Take a player out of a category. Again: nothing changes."""
        verbs.unmark(series=self.run(series_id), by=self.signed_in(), mark_id=mark_id)
        return Response(status=204)
