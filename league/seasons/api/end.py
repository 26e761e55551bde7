"""The end of a season in the REST API: podium and awards, the official table, the archive, in or out."""

from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.competitions.actions.shapes import ReasonIn
from league.competitions.api.base import Api
from league.competitions.derivation.podium import Place, podium
from league.competitions.models import Competition
from league.competitions.models.roles import Right
from league.competitions.policy import access
from league.players.models import User
from league.seasons.derivation.awards import Award, awards_of
from league.seasons.models import Archive, Renewal
from league.seasons.verbs import official, renewals
from matches.api.bodies import without_body
from matches.api.shapes import shape_of

PlaceOut = shape_of(Place, ["rank", "entrant", "name", "division"], name=serializers.CharField(source="entrant.name"))
AwardOut = shape_of(Award, holders=serializers.ListField(child=serializers.CharField(), source="names"))


class EndOut(serializers.Serializer[Any]):
    """The end of a competition."""

    official_at = serializers.DateTimeField(allow_null=True)
    waits_for = serializers.ListField(
        child=serializers.CharField(), help_text="For who runs it: what the official table waits for."
    )
    podium = PlaceOut(many=True)
    awards = AwardOut(many=True)


class EditionOut(serializers.ModelSerializer[Archive]):
    """One edition of the archive."""

    class Meta:
        model = Archive
        fields = ["edition", "made_at", "digest"]


class WholeEditionOut(EditionOut):
    """One edition with its pages: language -> everything on its page."""

    pages = serializers.DictField()

    class Meta(EditionOut.Meta):
        fields = [*EditionOut.Meta.fields, "pages"]


class RenewalOut(serializers.ModelSerializer[Renewal]):
    """An entrant's answer. ``key`` answers for it: its address is /in-or-out/<key>/."""

    entrant = serializers.UUIDField(source="entrant_id")
    name = serializers.CharField(source="entrant.name")
    division = serializers.IntegerField(source="entrant.division", allow_null=True)

    class Meta:
        model = Renewal
        fields = ["entrant", "name", "division", "answer", "answered_at", "key"]


class AnswerRenewalIn(serializers.Serializer[Any]):
    """The key of the link, and the answer."""

    key = serializers.CharField(max_length=43)
    answer = serializers.CharField(max_length=3, help_text="in or out.")


class AnsweredOut(serializers.Serializer[Any]):
    """The recorded answer."""

    answer = serializers.CharField()


class CountOut(serializers.Serializer[Any]):
    """The number of people or entrants concerned."""

    count = serializers.IntegerField()


class End(Api):
    @extend_schema(responses=EndOut)
    def get(self, request: Request, competition_id: UUID) -> Response:
        """Return podium, awards and whether the table is official; empty before the competition is over."""
        row = access.door(request.user, competition_id)
        return _end(row)


def _end(row: Competition) -> Response:
    waits = official.waits_for(row) if Right.RUN in row.rights and row.official_at is None else []
    data = {"official_at": row.official_at, "waits_for": waits, "podium": podium(row), "awards": awards_of(row)}
    return Response(EndOut(data).data)


class Reopen(Api):
    @extend_schema(request=ReasonIn, responses=EndOut)
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Open the log again, with a reason; the archived edition stays."""
        competition = self.competition_with(competition_id)
        official.reopen(competition=competition, by=self.signed_in(), reason=self.checked_body(ReasonIn)["reason"])
        return _end(self.competition_with(competition_id))


class Editions(Api):
    @extend_schema(operation_id="archive_list", responses=EditionOut(many=True))
    def get(self, request: Request, competition_id: UUID) -> Response:
        """List every edition, the last first."""
        row = access.door(request.user, competition_id)
        return Response(EditionOut(row.archives.defer("pages"), many=True).data)


class Edition(Api):
    @extend_schema(responses=WholeEditionOut)
    def get(self, request: Request, competition_id: UUID, number: int) -> Response:
        """Return everything that the edition's page shows."""
        row = get_object_or_404(access.door(request.user, competition_id).archives, edition=number)
        return Response(WholeEditionOut(row).data)


class Renewals(Api):
    @extend_schema(operation_id="renewals_list", responses=RenewalOut(many=True))
    def get(self, request: Request, competition_id: UUID) -> Response:
        """List everybody asked, with their answers; empty unless this is a next season."""
        row = self.competition_with(competition_id)
        rows = Renewal.objects.filter(asking__competition=row).select_related("entrant").order_by("entrant__name")
        return Response(RenewalOut(rows, many=True).data)


class AskAgain(Api):
    @without_body(responses=CountOut)
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Remind those who have not answered, at most once a day."""
        notified = renewals.ask_again(competition=self.competition_with(competition_id), by=self.signed_in())
        return Response(CountOut({"count": notified}).data)


class CloseAsking(Api):
    @without_body(responses=CountOut)
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Close it now: the silent are out, the waiting list moves up. Returns how many were silent."""
        silent = renewals.close(competition=self.competition_with(competition_id), by=self.signed_in())
        return Response(CountOut({"count": silent}).data)


class AnswerRenewal(Api):
    @extend_schema(request=AnswerRenewalIn, responses=AnsweredOut)
    def post(self, request: Request) -> Response:
        """Answer in or out."""
        data = self.checked_body(AnswerRenewalIn)
        by = request.user if isinstance(request.user, User) else None
        created = renewals.answer(key=data["key"], reply=data["answer"], by=by)
        return Response(AnsweredOut({"answer": created.answer}).data)
