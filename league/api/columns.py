"""Serializers of columns that people set: bounds, values and words come from the model's fields (``league.fields``)."""

from typing import Any

from django.db.models import Field
from django.utils.functional import lazy
from rest_framework import serializers

from league.errors import not_among, out_of_bounds, wrong_length
from league.fields import bounds_of, lengths_of, values_of

_bounds = lazy(out_of_bounds, str)
_lengths = lazy(wrong_length, str)
_values = lazy(not_among, str)


def choice_field(values: list[str], **more: Any) -> serializers.ChoiceField:
    """Return a field whose refusal names ``values``, as a verb's does."""
    return serializers.ChoiceField(choices=values, error_messages={"invalid_choice": _values(values)}, **more)


class ColumnsSerializer(serializers.ModelSerializer[Any]):
    """A serializer of columns whose refusals have the verbs' words."""

    def build_standard_field(self, field_name: str, model_field: "Field[Any, Any]") -> tuple[Any, dict[str, Any]]:
        field_class, options = super().build_standard_field(field_name, model_field)
        bounds, lengths = bounds_of(model_field), lengths_of(model_field)
        if model_field.choices:
            options["error_messages"] = {"invalid_choice": _values(values_of(model_field))}
        elif bounds is not None:
            options["error_messages"] = dict.fromkeys(("min_value", "max_value", "invalid"), _bounds(*bounds))
        elif lengths is not None:
            options["error_messages"] = dict.fromkeys(("blank", "min_length", "max_length"), _lengths(*lengths))
        return field_class, options
