"""Series in the REST API: the same doors and verbs as the pages."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.fields import ColumnsSerializer
from league.competitions.api import serializers as competition_shapes
from league.competitions.api.base import PAGE, Api, page_of
from league.competitions.policy import access as competition_doors
from league.series import access, verbs
from league.series.models import MOST_PLACES, MOST_POINTS, SamePerson, Series
from league.series.reading import Event, Merit, Person, Shown, alike, merit
from matches.api.bodies import without_body
from matches.api.shapes import shape_of


class SeriesOut(serializers.ModelSerializer[Series]):
    """A series: what a place pays and how many results count."""

    owner = serializers.CharField(source="owner.nickname")
    points = serializers.ListField(child=serializers.IntegerField(), help_text="Of each place, the first place first.")

    class Meta:
        model = Series
        fields = [
            "id", "slug", "name", "description", "owner", "points", "rest", "best", "listed", "position", "created_at",
        ]  # fmt: skip


class SeriesIn(ColumnsSerializer):
    """A new series."""

    points = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=MOST_POINTS),
        min_length=1,
        max_length=MOST_PLACES,
        help_text="What each place pays, the first place first.",
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
    ["number", "competition", "slug", "name", "status", "at", "counts", "people", "winners"],
    competition=serializers.UUIDField(source="competition.id"),
    slug=serializers.CharField(source="competition.slug"),
    name=serializers.CharField(source="competition.name"),
    status=serializers.CharField(source="competition.status"),
)
MeritResult = shape_of(Shown, called="MeritResult", event=serializers.IntegerField(source="event.number"))
MeritLine = shape_of(
    Person,
    ["rank", "player", "name", "total", "results", "parted"],
    called="MeritLine",
    parts=[MeritResult],
    player=serializers.UUIDField(source="key"),
)
MeritOut = shape_of(Merit, ["events", "lines"], parts=[EventOut, MeritLine])


class EventIn(serializers.Serializer[Any]):
    """A competition that you run."""

    competition = serializers.UUIDField()


class PairIn(serializers.Serializer[Any]):
    """Two players of the series."""

    one = serializers.UUIDField()
    other = serializers.UUIDField()


class MatchedOut(serializers.ModelSerializer[SamePerson]):
    """Two names that are one person here."""

    class Meta:
        model = SamePerson
        fields = ["id", "one", "other", "at"]


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
    @extend_schema(responses=MeritOut)
    def get(self, request: Request, series_id: UUID) -> Response:
        """Return everybody's total and what it is made of."""
        row = access.door(request.user, series_id)
        return Response(MeritOut(merit(row, access.may_run(request.user, row))).data)


class Events(_Api):
    @extend_schema(request=EventIn, responses={201: MeritOut})
    def post(self, request: Request, series_id: UUID) -> Response:
        """Let a competition count. Again: nothing changes."""
        row, by = self.run(series_id), self.signed_in()
        competition = competition_doors.door(by, self.checked_body(EventIn)["competition"])
        verbs.add(series=row, by=by, competition=competition)
        return Response(MeritOut(merit(row, runs=True)).data, status=201)


class OneEvent(_Api):
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
