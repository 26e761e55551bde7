"""Forms about something stored: a field left as it was shown is neither checked nor written.

The row may hold what no field can show: a clock set by the API, a plan of a document, a setting of a later version.
"""

from collections.abc import Iterable
from typing import Any, cast

from django import forms
from django.utils.functional import Promise, lazy

from league.errors import out_of_bounds, wrong_length
from league.fields import Column, bounds_of, lengths_of

Choices = list[tuple[Any, str | Promise]]


class StoredForm(forms.Form):
    """A form whose ``initial`` is what is stored; without it the form is about a new thing, which is sent whole."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.stored = bool(self.initial)

    def admit_stored(self) -> None:
        """Offer each stored value that no choice of its field has: a browser would send another in its place."""
        for name, field in self.fields.items():
            value = self.get_initial_for_field(field, name)
            if isinstance(field, forms.ModelChoiceField) or not isinstance(field, forms.ChoiceField):
                continue
            if value not in (None, ""):
                admit(field, value)

    def is_left(self, name: str) -> bool:
        """Return whether field ``name`` was sent as it was shown, or not at all."""
        bound = self[name]
        widget = bound.field.widget
        if widget.value_omitted_from_data(self.data, self.files, bound.html_name) or name not in self.changed_data:
            return True
        # A widget may show less than the row holds: minutes without seconds, "1" for 1.0.
        return not isinstance(widget, forms.CheckboxInput) and _shown(bound, bound.initial) == _shown(bound, bound.data)

    def clean(self) -> dict[str, Any]:
        """Let a field that was left pass with what is stored."""
        cleaned: dict[str, Any] = super().clean() or {}
        for name, field in self.fields.items():
            if self.stored and self.is_left(name):
                self.errors.pop(name, None)
                # Not ``get_initial_for_field`` alone: it takes the microseconds off.
                cleaned[name] = self.initial[name] if name in self.initial else self.get_initial_for_field(field, name)
        return cleaned

    def changes(self) -> dict[str, Any]:
        """Return what was changed, or all of a new thing. Only after ``is_valid``."""
        return {name: value for name, value in self.cleaned_data.items() if not (self.stored and self.is_left(name))}


def column_field(
    column: Column,
    *,
    bounds: tuple[int, int] | None = None,
    choices: Choices | None = None,
    widget: forms.Widget | None = None,
) -> forms.Field:
    """Return the form field of ``column``: its words, bounds, values and default; what has a default may be empty.

    ``bounds`` and ``choices``: those of this form, if they depend on more than the column.
    """
    more: dict[str, Any] = {"required": not (column.blank or column.has_default())}
    if widget is not None:
        more["widget"] = widget
    if choices is not None:
        more |= {"choices": choices, "coerce": column.to_python, "empty_value": "", "initial": column.get_default()}
        more |= {"label": column.verbose_name, "help_text": column.help_text}
        return forms.TypedChoiceField(**more)
    bounds = bounds or bounds_of(column)
    if bounds is not None:
        more |= bounded(*bounds)
    lengths = lengths_of(column)
    if lengths is not None:
        more["error_messages"] = {"max_length": lazy(wrong_length, str)(*lengths)}
    field = column.formfield(**more)
    assert field is not None
    return field


def bounded(low: int, high: int) -> dict[str, Any]:
    """Return what a field of a number from ``low`` to ``high`` is made with: its bounds and the sentence about them."""
    sentence = dict.fromkeys(("min_value", "max_value", "invalid"), lazy(out_of_bounds, str)(low, high))
    return {"min_value": low, "max_value": high, "error_messages": sentence}


def admit(field: forms.ChoiceField, value: Any) -> None:
    """Make ``value`` a choice of ``field`` if it is none."""
    choices = [*cast("Iterable[tuple[Any, Any]]", field.choices)]  # none of these are grouped
    if str(value) not in {str(key) for key, _words in choices}:
        field.choices = [*choices, (value, str(value))]


def _shown(bound: forms.BoundField, value: Any) -> Any:
    """Return ``value`` as the widget shows it, with the line ends of a browser made plain."""
    shown = bound.field.widget.format_value(bound.field.prepare_value(value))
    return shown.replace("\r\n", "\n").strip() if isinstance(shown, str) else shown or ""
