"""The end of a season in the REST API: podium and awards, the official table, the archive, in or out."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.competitions.api import serializers as shapes
from league.competitions.api.base import Api
from league.competitions.derivation.podium import podium
from league.competitions.models import Competition
from league.competitions.models.roles import Right
from league.competitions.policy import access
from league.players.models import User
from league.seasons.derivation.awards import awards_of
from league.seasons.models import Archive, Renewal
from league.seasons.verbs import official, renewals


class PlaceOut(serializers.Serializer[Any]):
    """One place of the podium; ``division`` of who won a lower one."""

    rank = serializers.IntegerField()
    entrant = serializers.UUIDField(source="entrant.id")
    name = serializers.CharField(source="entrant.name")
    division = serializers.CharField()


class AwardOut(serializers.Serializer[Any]):
    """One award, who has it and why, in the reader's language."""

    key = serializers.CharField()
    name = serializers.CharField()
    holders = serializers.ListField(child=serializers.CharField())
    reason = serializers.CharField()


class EndOut(serializers.Serializer[Any]):
    """How a competition ended."""

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
    """One edition with its pages: language -> everything that its page shows."""

    pages = serializers.DictField()

    class Meta(EditionOut.Meta):
        fields = [*EditionOut.Meta.fields, "pages"]


class RenewalOut(serializers.ModelSerializer[Renewal]):
    """What one entrant says. ``key`` answers for it: its address is /in-or-out/<key>/."""

    entrant = serializers.UUIDField(source="entrant_id")
    name = serializers.CharField(source="entrant.name")
    division = serializers.IntegerField(source="entrant.division", allow_null=True)

    class Meta:
        model = Renewal
        fields = ["entrant", "name", "division", "answer", "answered_at", "key"]


class AnswerRenewalIn(serializers.Serializer[Any]):
    """The key of the link, and in or out."""

    key = serializers.CharField(max_length=43)
    answer = serializers.CharField(max_length=3, help_text="in or out.")


class AnsweredOut(serializers.Serializer[Any]):
    """What was said."""

    answer = serializers.CharField()


class CountOut(serializers.Serializer[Any]):
    """How many it was about."""

    count = serializers.IntegerField()


class UntilIn(serializers.Serializer[Any]):
    """By when everybody answers in or out; left out: in a week."""

    until = serializers.DateTimeField(required=False, allow_null=True, default=None)


class End(Api):
    """Podium and awards."""

    @extend_schema(responses=EndOut)
    def get(self, request: Request, competition_id: UUID) -> Response:
        """Podium, awards and whether the table is official; empty before the competition is over."""
        found = access.door(request.user, competition_id)
        return _end(found)


def _end(found: Competition) -> Response:
    waits = official.waits_for(found) if Right.RUN in found.rights and found.official_at is None else []
    awards = [
        {"key": one.key, "name": one.name, "holders": [each.name for each in one.holders], "reason": one.reason}
        for one in awards_of(found)
    ]
    said = {"official_at": found.official_at, "waits_for": waits, "podium": podium(found), "awards": awards}
    return Response(EndOut(said).data)


class Official(Api):
    """The official table."""

    @extend_schema(request=None, responses=EditionOut)
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Close the log and put the competition into the archive."""
        made = official.make_official(competition=self.mine(competition_id), by=self.signed_in())
        return Response(EditionOut(made).data)


class Reopen(Api):
    """The official table, reopened."""

    @extend_schema(request=shapes.ReasonIn, responses=EndOut)
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Open the log again, with its reason; the edition of the archive stays."""
        found = self.mine(competition_id)
        official.reopen(competition=found, by=self.signed_in(), reason=self.asked(shapes.ReasonIn)["reason"])
        return _end(self.mine(competition_id))


class Editions(Api):
    """The archive."""

    @extend_schema(operation_id="archive_list", responses=EditionOut(many=True))
    def get(self, request: Request, competition_id: UUID) -> Response:
        """Every edition, the last first."""
        found = access.door(request.user, competition_id)
        return Response(EditionOut(found.archives.defer("pages"), many=True).data)


class Edition(Api):
    """One edition of the archive."""

    @extend_schema(responses=WholeEditionOut)
    def get(self, request: Request, competition_id: UUID, number: int) -> Response:
        """Everything that its page shows."""
        found = access.door(request.user, competition_id).archives.filter(edition=number).first()
        if found is None:
            raise Http404
        return Response(WholeEditionOut(found).data)


class Renewals(Api):
    """In or out."""

    @extend_schema(operation_id="renewals_list", responses=RenewalOut(many=True))
    def get(self, request: Request, competition_id: UUID) -> Response:
        """Who was asked, and what each said; nobody where it is no next season."""
        found = self.mine(competition_id)
        rows = Renewal.objects.filter(asking__competition=found).select_related("entrant").order_by("entrant__name")
        return Response(RenewalOut(rows, many=True).data)


class AskAgain(Api):
    """The question once more."""

    @extend_schema(request=None, responses=CountOut)
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Tell those who have said nothing; nobody twice a day."""
        told = renewals.ask_again(competition=self.mine(competition_id), by=self.signed_in())
        return Response(CountOut({"count": told}).data)


class CloseAsking(Api):
    """The end of the question."""

    @extend_schema(request=None, responses=CountOut)
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Close it now: the silent are out, who waits moves up, divisions are filled again; how many were silent."""
        silent = renewals.close(competition=self.mine(competition_id), by=self.signed_in())
        return Response(CountOut({"count": silent}).data)


class AnswerRenewal(Api):
    """The answer, by the secret of the link: nobody signs in."""

    @extend_schema(request=AnswerRenewalIn, responses=AnsweredOut)
    def post(self, request: Request) -> Response:
        """Say in or out."""
        said = self.asked(AnswerRenewalIn)
        by = request.user if isinstance(request.user, User) else None
        made = renewals.answer(key=said["key"], said=said["answer"], by=by)
        return Response(AnsweredOut({"answer": made.answer}).data)


class NextSeason(Api):
    """The season after."""

    limits = {"POST": "competition"}

    @extend_schema(request=UntilIn, responses={201: shapes.CompetitionOut})
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Make the next season of one that is over and ask everybody in or out; again gives the same."""
        found, until = self.mine(competition_id), self.asked(UntilIn)["until"]
        made = renewals.next_season(competition=found, by=self.signed_in(), until=until)
        return self.shown(made.id, 201)
