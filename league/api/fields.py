"""Fields of the API whose refusals have the words of the verbs; those of columns have their bounds and values too."""

from datetime import time
from typing import Any, Final

from django.db.models import Field, TimeField
from django.utils.functional import lazy
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.fields import empty
from rest_framework.utils import html

from league.errors import not_among, out_of_bounds, wrong_length
from league.fields import bounds_of, lengths_of, values_of

_bounds = lazy(out_of_bounds, str)
_lengths = lazy(wrong_length, str)
_values = lazy(not_among, str)
_OF_OFFSETS = frozenset("+-Zz")
REFUSALS: Final = ("min_value", "max_value", "max_string_length", "invalid")
"""Refusals of a field of whole numbers by their keys, that of a long row of digits too."""


def number(low: int, high: int, **more: Any) -> serializers.IntegerField:
    """Return a field whose refusal has the verbs' words and bounds."""
    messages: dict[str, Any] = dict.fromkeys(REFUSALS, _bounds(low, high))
    return serializers.IntegerField(min_value=low, max_value=high, error_messages=messages, **more)


def choice(choices: Any, **more: Any) -> serializers.ChoiceField:
    """Return a field of ``choices`` (pairs, or keys) whose refusal names them as the verbs do."""
    keys = [choice if isinstance(choice, str) else choice[0] for choice in choices]
    return serializers.ChoiceField(choices=choices, error_messages={"invalid_choice": _values(keys)}, **more)


@extend_schema_field({"type": "string", "format": "time-local"})
class ClockField(serializers.TimeField):
    """A time by the clock at the place: one with an offset is refused, as nobody would read the offset.

    The document calls it ``time-local`` (OpenAPI's registry of formats); its ``time`` has an offset (RFC 3339).
    """

    def to_internal_value(self, value: Any) -> time:
        clock = super().to_internal_value(value)
        if isinstance(value, str) and not _OF_OFFSETS.isdisjoint(value):  # Django drops it
            self.fail("invalid", format="hh:mm[:ss[.uuuuuu]]")
        return clock


class ColumnsSerializer(serializers.ModelSerializer[Any]):
    """A serializer of columns whose refusals have the verbs' words."""

    serializer_field_mapping = {**serializers.ModelSerializer.serializer_field_mapping, TimeField: ClockField}

    def build_standard_field(self, field_name: str, model_field: "Field[Any, Any]") -> tuple[Any, dict[str, Any]]:
        field_class, options = super().build_standard_field(field_name, model_field)
        bounds, lengths = bounds_of(model_field), lengths_of(model_field)
        if model_field.choices:
            options["error_messages"] = {"invalid_choice": _values(values_of(model_field))}
        elif bounds is not None:
            options["error_messages"] = dict.fromkeys(REFUSALS, _bounds(*bounds))
        elif lengths is not None:
            options["error_messages"] = dict.fromkeys(("blank", "min_length", "max_length"), _lengths(*lengths))
        return field_class, options


class TypedNames(serializers.ListField):
    """A list of names, which a form of a page sends as one text: the verb reads its lines."""

    def get_value(self, dictionary: Any) -> Any:  # the body of the API, or a form
        if html.is_html_input(dictionary):
            return dictionary.get(self.field_name, empty)
        return super().get_value(dictionary)

    def run_validation(self, data: Any = empty) -> Any:
        if isinstance(data, str) and html.is_html_input(self.root.initial_data):
            return data
        return super().run_validation(data)
