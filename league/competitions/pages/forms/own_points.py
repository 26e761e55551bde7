"""Fields of the points that an organiser gives for a win, a draw and a defeat."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from league.competitions.setup.own_points import HIGHEST, LOWEST
from league.competitions.setup.presets import Preset

LABELS: Final = {
    "points_win": _("Points for a win"),
    "points_draw": _("Points for a draw"),
    "points_defeat": _("Points for a defeat"),
}
NAMES: Final = tuple(LABELS)


def add_fields(form: forms.Form, preset: Preset) -> None:
    """Add the fields to ``form``, with the numbers under ``points`` of its initial values."""
    if not preset.has_table:
        return
    points = form.initial.get("points") or ()
    for number, (name, label) in enumerate(LABELS.items()):
        form.initial[name] = points[number] if points else None
        widget = forms.NumberInput(attrs={"inputmode": "decimal", "step": "0.5"})
        form.fields[name] = forms.FloatField(
            label=label, min_value=LOWEST, max_value=HIGHEST, required=False, widget=widget
        )
    form.fields[NAMES[0]].help_text = _("Leave all three empty for the points of the rules.")


def refuse_some(form: forms.Form, cleaned: Mapping[str, Any]) -> None:
    """Put an error on each empty field if another is filled in."""
    empty = [name for name in NAMES if name in form.fields and cleaned.get(name) is None and name not in form.errors]
    if len(empty) < len(NAMES):
        for name in empty:
            form.add_error(name, _("Enter all three numbers, or none."))


def listed_in(cleaned: Mapping[str, Any]) -> list[float]:
    """Return the numbers of the fields; none if they are empty."""
    return [cleaned[name] for name in NAMES if cleaned.get(name) is not None]
