"""Presets, seeds by hand and Swiss rounds in the REST API."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

import engines
from league.competitions.api.base import Api
from league.competitions.setup import tie_breaks
from league.competitions.setup.presets import PRESETS, Preset
from league.competitions.setup.preview import outline
from league.competitions.setup.usual import usual_options, usual_settings
from league.standings.presets import OFFERED


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
    by_game = serializers.DictField(
        child=serializers.DictField(),
        help_text="By game, the settings that begin otherwise (settings), and the options of its matches (options).",
    )
    matches = serializers.IntegerField(help_text="Of the usual number of places.")
    standings = serializers.ListField(
        child=serializers.CharField(), help_text="The rules of tables that may be chosen; empty for a knockout."
    )
    criteria = serializers.ListField(
        child=serializers.CharField(), help_text="The tie-breaks that may be chosen; empty for a knockout."
    )


def _of_game(preset: Preset, game: str) -> dict[str, dict[str, Any]]:
    usual = {name: value for settings in usual_settings(preset, game) for name, value in settings.items()}
    other = {name: value for name, value in usual.items() if value != preset.settings[name]}
    return {"settings": other, "options": usual_options(game)}


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
                "by_game": {game: _of_game(preset, game) for game in engines.games()},
                "matches": outline(preset, preset.places, {}).matches,
                "standings": list(OFFERED) if preset.has_table else [],
                "criteria": list(tie_breaks.choices(preset)),
            }
            for preset in PRESETS.values()
        ]
        return Response(PresetOut(rows, many=True).data)
