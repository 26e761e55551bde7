"""The form of a series: its name, its scale of points, how many results count. The verbs decide."""

import re
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _gettext
from django.utils.translation import gettext_lazy as _

from league.fields import column
from league.forms import StoredForm, column_field
from league.series.models import Series
from league.standings.merit import SCALES

READY: Final = {
    "ten": _("10 8 6 5 4 3 2 1, everybody else 1"),
    "long": _("25 18 15 12 10 8 6 4 2 1, everybody else 1"),
    "cup": _("For cups: 100 70 50 50 30 30 30 30, the next eight 15, everybody else 5"),
    "steps": _("One point less per place: 20 19 18 …, everybody else 1"),
    "wins": _("The podium: 3 2 1"),
}
"""Ready scales in words."""
OWN: Final = "own"


class SeriesForm(StoredForm):
    name = column_field(column(Series, "name"), widget=forms.TextInput(attrs={"autocomplete": "off"}))
    scale = forms.ChoiceField(
        label=_("Points for each place"),
        choices=[*READY.items(), (OWN, _("Custom (below)"))],
        initial="ten",
        widget=forms.RadioSelect,
    )
    points = forms.CharField(
        label=_("Points by place"),
        help_text=_("First place first, separated by spaces. Only used for “Custom (below)”."),
        max_length=600,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    rest = column_field(column(Series, "rest"))
    rest.initial = 1  # as most ready scales have it
    best = column_field(column(Series, "best"))
    listed = column_field(column(Series, "listed"))
    description = column_field(column(Series, "description"), widget=forms.Textarea(attrs={"rows": 3}))

    def clean(self) -> dict[str, Any]:
        """Parse the points of a custom scale into numbers."""
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("scale") == OWN:
            words = re.split(r"[\s,;]+", cleaned.get("points", "").strip())
            if not all(word.isdecimal() and len(word) < 10 for word in words):
                self.add_error("points", ValidationError(_gettext("Whole numbers separated by spaces: 10 8 6 5.")))
            else:
                cleaned["points"] = [int(word) for word in words]
        return cleaned

    def values(self) -> dict[str, Any]:
        """Return the keywords of ``verbs.create`` (without ``by`` and competitions), or of ``change``: what changed.

        Only after ``is_valid``.
        """
        cleaned, changes = self.cleaned_data, self.changes()
        values: dict[str, Any] = {name: changes[name] for name in ("name", "listed", "description") if name in changes}
        if "best" in changes:
            values["best"] = changes["best"] or 0
        if {"scale", "points", "rest"} & set(changes):
            ready = SCALES.get(cleaned["scale"])
            values["points"] = list(ready.points) if ready else cleaned["points"]
            values["rest"] = ready.rest if ready else cleaned["rest"] or 0
        return values


def shown_of(series: Series) -> dict[str, Any]:
    """Return the form's initial values for a series."""
    scale_key = next((key for key, scale in SCALES.items() if scale == series.scale), OWN)
    plain = {name: getattr(series, name) for name in ("name", "rest", "best", "listed", "description")}
    return {**plain, "scale": scale_key, "points": " ".join(str(point) for point in series.points)}
