"""Series in the REST API: the same doors and verbs as the pages."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from league.competitions.api import serializers as competition_shapes
from league.competitions.api.base import PAGE, Api, page_of
from league.competitions.policy import access as competition_doors
from league.players.policy.access import account_of
from league.series import access, verbs
from league.series.models import SamePerson, Series
from league.series.reading import Event, Merit, Person, alike, merit


class SeriesOut(serializers.ModelSerializer[Series]):
    """A series: what a place pays and how many results count."""

    owner = serializers.CharField(source="owner.nickname")
    points = serializers.ListField(child=serializers.IntegerField(), help_text="Of each place, the first place first.")

    class Meta:
        model = Series
        fields = [
            "id", "slug", "name", "description", "owner", "points", "rest", "best", "listed", "position", "created_at",
        ]  # fmt: skip


class SeriesIn(serializers.Serializer[Any]):
    """A new series."""

    name = serializers.CharField(min_length=3, max_length=80)
    points = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=verbs.MOST_POINTS),
        min_length=1,
        max_length=verbs.MOST_PLACES,
        help_text="What each place pays, the first place first.",
    )
    rest = serializers.IntegerField(
        required=False, min_value=0, max_value=verbs.MOST_POINTS, help_text="What every other place pays."
    )
    best = serializers.IntegerField(
        required=False, min_value=0, max_value=verbs.MOST_EVENTS, help_text="Results of each that count; 0: all."
    )
    listed = serializers.BooleanField(required=False)
    description = serializers.CharField(required=False, allow_blank=True, max_length=2000)


class SeriesChange(SeriesIn):
    """What may be changed, all of it optional."""

    def get_fields(self) -> dict[str, Any]:
        """The same fields, none of them required."""
        fields = super().get_fields()
        for field in fields.values():
            field.required = False
        return fields


class EventOut(serializers.Serializer[Event]):
    """A competition of the series, in the order of time."""

    number = serializers.IntegerField(help_text="From 1.")
    competition = serializers.UUIDField(source="competition.id")
    slug = serializers.CharField(source="competition.slug")
    name = serializers.CharField(source="competition.name")
    status = serializers.CharField(source="competition.status")
    at = serializers.DateTimeField(allow_null=True)
    counts = serializers.BooleanField(help_text="It is finished.")
    people = serializers.IntegerField(help_text="Who have a place in it.")
    winners = serializers.ListField(child=serializers.CharField())


class MeritResult(serializers.Serializer[Any]):
    """One result of a person."""

    event = serializers.IntegerField(source="event.number")
    place = serializers.IntegerField()
    points = serializers.IntegerField()
    counts = serializers.BooleanField(help_text="False: dropped, as better results count.")


class MeritLine(serializers.Serializer[Person]):
    """One person of the order of merit."""

    rank = serializers.IntegerField()
    player = serializers.UUIDField(source="key")
    name = serializers.CharField()
    total = serializers.IntegerField()
    results = MeritResult(many=True)
    parted = serializers.CharField(help_text="Why below the one above on the same total; else empty.")


class MeritOut(serializers.Serializer[Merit]):
    """A series as it stands."""

    events = EventOut(many=True)
    lines = MeritLine(many=True)


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
    """Two of the same name who may be one."""

    one = serializers.UUIDField(source="one.key")
    other = serializers.UUIDField(source="other.key")
    name = serializers.CharField(source="one.name")


class PeopleOut(serializers.Serializer[Any]):
    """Who is who."""

    matched = MatchedOut(many=True)
    alike = AlikeOut(many=True)


class _Api(Api):
    def run(self, series_id: UUID) -> Series:
        """The series, for who runs it."""
        self.signed_in()
        return access.door(self.request.user, series_id, run=True)


class AllSeries(Api):
    """The series that the reader may see."""

    limits = {"POST": "series"}

    @extend_schema(operation_id="series_list", parameters=[*PAGE], responses=page_of(SeriesOut))
    def get(self, request: Request) -> Response:
        """The listed ones and one's own, the newest first."""
        rows = access.visible(request.user).select_related("owner").order_by("-created_at", "-id")
        return Response(self.paged(rows, SeriesOut))

    @extend_schema(request=SeriesIn, responses={201: SeriesOut})
    def post(self, request: Request) -> Response:
        """Make a series. Accounts only."""
        account = account_of(self.signed_in())
        if account is None:
            raise NotAuthenticated("A guest cannot organise: sign up first.")
        return Response(SeriesOut(verbs.create(by=account, **self.asked(SeriesIn))).data, status=201)


class OneSeries(_Api):
    """One series."""

    @extend_schema(responses=SeriesOut)
    def get(self, request: Request, series_id: UUID) -> Response:
        """The series."""
        return Response(SeriesOut(access.door(request.user, series_id)).data)

    @extend_schema(request=SeriesChange, responses=SeriesOut)
    def patch(self, request: Request, series_id: UUID) -> Response:
        """Change it; the order of merit follows at once."""
        found = self.run(series_id)
        return Response(SeriesOut(verbs.change(series=found, by=self.signed_in(), **self.asked(SeriesChange))).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, series_id: UUID) -> Response:
        """Take it away; its competitions stay."""
        verbs.end(series=self.run(series_id))
        return Response(status=204)


class OrderOfMerit(Api):
    """The order of merit."""

    @extend_schema(responses=MeritOut)
    def get(self, request: Request, series_id: UUID) -> Response:
        """Everybody's total, and what it is made of."""
        found = access.door(request.user, series_id)
        return Response(MeritOut(merit(found, access.may_run(request.user, found))).data)


class Events(_Api):
    """The competitions of a series."""

    @extend_schema(request=EventIn, responses={201: MeritOut})
    def post(self, request: Request, series_id: UUID) -> Response:
        """Let a competition count. Again: nothing changes."""
        found, by = self.run(series_id), self.signed_in()
        competition = competition_doors.door(by, self.asked(EventIn)["competition"])
        verbs.add(series=found, by=by, competition=competition)
        return Response(MeritOut(merit(found, runs=True)).data, status=201)


class OneEvent(_Api):
    """One competition of a series."""

    @extend_schema(responses={204: None})
    def delete(self, request: Request, series_id: UUID, competition_id: UUID) -> Response:
        """Let it count no more. Again: nothing changes."""
        found = self.run(series_id)
        competition = found.competitions.filter(id=competition_id).first()
        if competition is not None:
            verbs.remove(series=found, by=self.signed_in(), competition=competition)
        return Response(status=204)


class NextEvent(_Api):
    """The next event of a series."""

    limits = {"POST": "competition"}

    @extend_schema(request=None, responses={201: competition_shapes.CompetitionOut})
    def post(self, request: Request, series_id: UUID) -> Response:
        """A competition like the last one, its registration open."""
        made = verbs.again(series=self.run(series_id), by=self.signed_in())
        return Response(competition_shapes.CompetitionOut(made).data, status=201)


class People(_Api):
    """Who is who in a series."""

    @extend_schema(responses=PeopleOut)
    def get(self, request: Request, series_id: UUID) -> Response:
        """What was matched, and who has the same name."""
        found = self.run(series_id)
        said = {"matched": found.matched.all(), "alike": alike(merit(found, runs=True))}
        return Response(PeopleOut(said).data)

    @extend_schema(request=PairIn, responses={201: MatchedOut})
    def post(self, request: Request, series_id: UUID) -> Response:
        """Say that two names are one person. Again: nothing changes."""
        made = verbs.match(series=self.run(series_id), by=self.signed_in(), **self.asked(PairIn))
        return Response(MatchedOut(made).data, status=201)


class OneMatch(_Api):
    """Two names that are one person."""

    @extend_schema(responses={204: None})
    def delete(self, request: Request, series_id: UUID, matched_id: int) -> Response:
        """Take it back. Again: nothing changes."""
        verbs.part(series=self.run(series_id), by=self.signed_in(), matched=matched_id)
        return Response(status=204)
