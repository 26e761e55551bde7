"""Presets, seeds by hand and Swiss rounds in the REST API."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.competitions.api import serializers as shapes
from league.competitions.api.base import Api
from league.competitions.policy import access
from league.competitions.setup import tie_breaks
from league.competitions.setup.presets import PRESETS
from league.competitions.setup.preview import outline
from league.competitions.setup.stages import RESTS
from league.competitions.verbs import entries, swiss
from league.standings.presets import OFFERED
from matches.api.bodies import without_body


class PresetOut(serializers.Serializer[Any]):
    """A preset: what it does, its settings, and the stages it makes for its usual number of places."""

    key = serializers.CharField()
    name = serializers.CharField()
    summary = serializers.CharField()
    stages = serializers.ListField(child=serializers.CharField(), help_text="The formats, in order.")
    least = serializers.IntegerField(help_text="Fewest places.")
    most = serializers.IntegerField(help_text="Most places.")
    places = serializers.IntegerField(help_text="The usual number of places.")
    settings = serializers.DictField(help_text="Every setting with its usual value.")
    matches = serializers.IntegerField(help_text="Of the usual number of places.")
    standings = serializers.ListField(
        child=serializers.CharField(), help_text="The rules of tables that may be chosen; empty for a knockout."
    )
    criteria = serializers.ListField(
        child=serializers.CharField(), help_text="The tie-breaks that may be chosen; empty for a knockout."
    )


class OrderIn(serializers.Serializer[Any]):
    """All entrants, the strongest first."""

    order = serializers.ListField(child=serializers.UUIDField(), min_length=2, max_length=1024)


class LateIn(serializers.Serializer[Any]):
    """Typed names, one per entry."""

    names = serializers.ListField(child=serializers.CharField(max_length=60), min_length=1, max_length=50)


class RestIn(serializers.Serializer[Any]):
    """The Swiss round to rest in, and the points it pays."""

    number = serializers.IntegerField(min_value=1)
    kind = serializers.ChoiceField(choices=RESTS, default="half_bye")


class Presets(Api):
    @extend_schema(operation_id="presets_list", responses=PresetOut(many=True))
    def get(self, request: Request) -> Response:
        """List every preset with its settings."""
        rows = [
            {
                "key": preset.key,
                "name": str(preset.name),
                "summary": str(preset.summary),
                "stages": [plan.format for plan in preset.stages],
                "least": preset.least,
                "most": preset.most,
                "places": preset.places,
                "settings": preset.settings,
                "matches": outline(preset, preset.places, {}).matches,
                "standings": list(OFFERED) if preset.has_table else [],
                "criteria": list(tie_breaks.choices(preset)),
            }
            for preset in PRESETS.values()
        ]
        return Response(PresetOut(rows, many=True).data)


class Seeding(Api):
    @extend_schema(request=OrderIn, responses=shapes.CompetitionOut)
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Set the order of the seeds by hand, before the draw."""
        competition = self.competition_with(competition_id)
        order = [str(key) for key in self.checked_body(OrderIn)["order"]]
        entries.seed_by_hand(competition=competition, by=self.signed_in(), order=order)
        return self.competition_answer(competition_id)


class LateEntry(Api):
    @extend_schema(request=LateIn, responses={201: shapes.EntrantOut(many=True)})
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Enter names into running Swiss rounds: they are paired from the next round on."""
        competition = self.competition_with(competition_id)
        names = self.checked_body(LateIn)["names"]
        entrants = swiss.join(competition=competition, by=self.signed_in(), names=names)
        return Response(shapes.EntrantOut(entrants, many=True, context={"organiser": True}).data, status=201)


class Rest(Api):
    @extend_schema(request=RestIn, responses=shapes.EntrantOut)
    def post(self, request: Request, competition_id: UUID, entrant_id: UUID) -> Response:
        """Let an entrant rest in a Swiss round that is not paired yet."""
        entrant = access.entrant_or_404(self.competition_with(competition_id), entrant_id)
        rested = swiss.rest(entrant=entrant, by=self.signed_in(), **self.checked_body(RestIn))
        return Response(shapes.EntrantOut(rested).data)


class PairAgain(Api):
    @without_body(responses=shapes.RoundOut)
    def post(self, request: Request, competition_id: UUID) -> Response:
        """Take back the last Swiss round, if no match has begun, and pair it again."""
        again = swiss.pair_again(competition=self.competition_with(competition_id), by=self.signed_in())
        return Response(shapes.RoundOut(again).data)
