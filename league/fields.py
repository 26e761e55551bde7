"""Columns that people set: what each may hold is said by its field, and every door reads it there.

Bounds are validators, values are choices, words are ``verbose_name`` and ``help_text``, the usual value is ``default``.
What Django has no place for is said by ``setting`` around the field.
"""

from dataclasses import dataclass
from datetime import date
from typing import Any, TypeAlias, TypeVar

from django.core.exceptions import ValidationError
from django.core.validators import BaseValidator, MaxValueValidator, MinLengthValidator, MinValueValidator
from django.db.models import BooleanField, CharField, Field, FloatField, Model, TextField

from league.days import YEARS
from league.errors import not_among, out_of_bounds, out_of_years, wrong_length

Column: TypeAlias = "Field[Any, Any]"
AnyField = TypeVar("AnyField", bound=Column)


@dataclass(frozen=True, slots=True)
class Setting:
    """Properties of a setting that Django has no place for in its field."""

    group: str
    """Part of the form; empty: no field of the form is for this column alone."""
    copied: bool
    """True if a new row that is made like another takes it over."""


def setting(group: str, field: AnyField, *, copied: bool = True) -> AnyField:
    """Mark ``field`` as a setting in the part ``group`` of its form."""
    field.setting = Setting(group, copied)  # type: ignore[attr-defined]
    return field


def declared_settings(model: type[Model]) -> dict[str, Setting]:
    """Return the settings among the columns of ``model``, in their order."""
    marked = ((field.name, getattr(field, "setting", None)) for field in model._meta.concrete_fields)
    return {name: mark for name, mark in marked if mark is not None}


def within(low: int, high: int) -> list[BaseValidator]:
    """Return the validators of a number from ``low`` to ``high``."""
    return [MinValueValidator(low), MaxValueValidator(high)]


def column(model: type[Model], name: str) -> Column:
    """Return the field of the column ``name``."""
    field = model._meta.get_field(name)
    assert isinstance(field, Field)
    return field


def bounds_of(field: Column) -> tuple[int, int] | None:
    """Return the lowest and the highest number that ``field`` may hold; None if it holds no numbers."""
    limits = _limits(field)
    if MinValueValidator not in limits:
        return None
    return limits[MinValueValidator], limits[MaxValueValidator]


def lengths_of(field: Column) -> tuple[int, int] | None:
    """Return the fewest and the most characters that ``field`` may hold; None if it holds no words, or any number."""
    if not is_words(field) or field.max_length is None:
        return None
    return _limits(field).get(MinLengthValidator, 0 if field.blank else 1), field.max_length


def _limits(field: Column) -> dict[type[BaseValidator], Any]:
    return {type(each): each.limit_value for each in field.validators if isinstance(each, BaseValidator)}


def values_of(field: Column) -> list[str]:
    """Return the values among which ``field`` has its own; none if it is no choice."""
    return [str(value) for value, _words in field.flatchoices]


def is_words(field: Column) -> bool:
    """Return whether ``field`` holds what somebody typed."""
    return isinstance(field, CharField | TextField) and not field.choices


def refusal(field: Column, value: Any) -> str | None:
    """Return a sentence with what ``field`` may hold; None if ``value`` is right. A text is no number, nor is True."""
    if value is None and field.null:
        return None
    if field.choices:
        return None if isinstance(value, str) and value in values_of(field) else not_among(values_of(field))
    if isinstance(field, BooleanField):
        return None if isinstance(value, bool) else not_among(("true", "false"))
    bounds = bounds_of(field)
    if bounds is not None:
        numbers = (int, float) if isinstance(field, FloatField) else (int,)
        right = type(value) in numbers and bounds[0] <= value <= bounds[1]
        return None if right else out_of_bounds(*bounds)
    lengths = lengths_of(field)
    if lengths is not None:
        right = isinstance(value, str) and lengths[0] <= len(value) <= lengths[1]
        return None if right else wrong_length(*lengths)
    try:
        cleaned = field.clean(value, None)
    except ValidationError as refused:
        return " ".join(refused.messages)
    return out_of_years(*YEARS) if isinstance(cleaned, date) and not YEARS[0] <= cleaned.year <= YEARS[1] else None
