"""An answer of the API that shows a dataclass has its names, types and help from it."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Annotated

import pytest
from django.urls import path
from django.utils.functional import Promise, cached_property
from django.utils.translation import gettext_lazy, override
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.views import APIView

from matches.api.shapes import shape_of


@dataclass(frozen=True)
class Goal:
    """One goal."""

    minute: Annotated[int, "From the kick-off."]
    scorer: str = ""


@dataclass(frozen=True)
class Sheet:
    """The sheet of a match."""

    title: str | Promise
    secret: str
    at: datetime | None = None
    goals: list[Goal] = field(default_factory=list)
    first: Goal | None = None
    by_side: dict[str, Goal] = field(default_factory=dict)

    @property
    def total(self) -> Annotated[int, "Of both sides."]:
        """How many goals there are."""
        return len(self.goals)

    @cached_property
    def last(self) -> int | None:
        """The minute of the last goal."""
        return self.goals[-1].minute if self.goals else None


GoalOut = shape_of(Goal)
SheetOut = shape_of(
    Sheet,
    ["title", "at", "goals", "first", "by_side", "total", "last", "scored"],
    called="MatchSheet",
    parts=[GoalOut],
    scored=serializers.IntegerField(source="total"),
)
GOALS = [Goal(3, "Rossi"), Goal(90)]


def document(shape):
    class View(APIView):
        @extend_schema(operation_id="sheet", responses=shape)
        def get(self, request):
            """Never called."""

    generator = SchemaGenerator(patterns=[path("sheet/", View.as_view())])
    return generator.get_schema(request=None, public=True)["components"]["schemas"]


def test_it_works():
    sheet = Sheet("Final", "key", datetime(2026, 5, 1, tzinfo=UTC), GOALS, GOALS[0], {"home": GOALS[1]})
    assert SheetOut(sheet).data == {
        "title": "Final",
        "at": "2026-05-01T00:00:00Z",
        "goals": [{"minute": 3, "scorer": "Rossi"}, {"minute": 90, "scorer": ""}],
        "first": {"minute": 3, "scorer": "Rossi"},
        "by_side": {"home": {"minute": 90, "scorer": ""}},
        "total": 2,
        "last": 90,
        "scored": 2,
    }


def test_what_is_not_named_is_not_shown():
    assert "secret" not in SheetOut(Sheet("Final", "key")).data
    assert shape_of(Goal, ["scorer"])(GOALS[0]).data == {"scorer": "Rossi"}


def test_nothing_is_null_and_empty():
    shown = SheetOut(Sheet("Final", "key")).data
    assert (shown["at"], shown["first"], shown["last"], shown["goals"], shown["by_side"]) == (None, None, None, [], {})


def test_a_text_is_translated_when_it_is_read():
    sheet = Sheet(gettext_lazy("Goals"), "key")
    with override("it"):
        assert SheetOut(sheet).data["title"] == "Gol"


def test_the_document_says_what_the_dataclass_says():
    schemas = document(SheetOut)
    assert set(schemas) == {"MatchSheet", "GoalOut"}
    assert schemas["GoalOut"] == {
        "type": "object",
        "description": "One goal.",
        "properties": {
            "minute": {"type": "integer", "description": "From the kick-off."},
            "scorer": {"type": "string"},
        },
        "required": ["minute", "scorer"],
    }
    sheet = schemas["MatchSheet"]
    assert sheet["description"] == "The sheet of a match."
    assert sheet["properties"]["at"] == {"type": "string", "format": "date-time", "nullable": True}
    assert sheet["properties"]["goals"] == {"type": "array", "items": {"$ref": "#/components/schemas/GoalOut"}}
    assert sheet["properties"]["total"] == {"type": "integer", "description": "Of both sides."}
    assert sheet["properties"]["last"] == {"type": "integer", "nullable": True}
    assert set(sheet["required"]) == set(sheet["properties"])


def test_a_wrong_name_is_found():
    with pytest.raises(AssertionError, match="colour"):
        shape_of(Goal, ["minute", "colour"])(GOALS[0]).data  # noqa: B018
