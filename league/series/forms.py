"""The form of a series: name, scale, how many results count; folded: all of a ranking list. The verbs decide."""

import re
from collections.abc import Callable, Iterable
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _gettext
from django.utils.translation import gettext_lazy as _

from league.fields import column
from league.forms import StoredForm, column_field
from league.series.models import Series, Ties
from league.standings.merit import SCALES, Scale

READY: Final = {
    "ten": _("10 8 6 5 4 3 2 1, everybody else 1"),
    "long": _("25 18 15 12 10 8 6 4 2 1, everybody else 1"),
    "cup": _("For cups: 100 70 50 50 30 30 30 30, the next eight 15, everybody else 5"),
    "steps": _("One point less per place: 20 19 18 …, everybody else 1"),
    "wins": _("The podium: 3 2 1"),
}
"""Ready scales in words."""
OWN: Final = "own"
PLAIN: Final = ("name", "rest", "best", "listed", "description")
FOLDED: Final = ("by_round", "months", "first_day", "last_day", "minimum", "ties", "club_best")
"""Settings that are as their columns, below "more"."""
TYPED: Final = ("levels", "decay", "categories")
"""Settings whose lists are typed as text, below "more"."""
NUMBERS: Final = {"best", "months", "minimum", "club_best"}
"""Settings for which an empty field is 0."""
MOST_LETTERS: Final = 4000


def _typed(name: str, widget: forms.Widget) -> forms.CharField:
    """Return the field of a column that holds a list, typed as text."""
    of_column = column(Series, name)
    return forms.CharField(
        label=of_column.verbose_name,
        help_text=of_column.help_text,
        max_length=MOST_LETTERS,
        required=False,
        widget=widget,
    )


def _day() -> forms.DateInput:
    return forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})


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

    levels = _typed("levels", forms.Textarea(attrs={"rows": 4}))
    by_round = column_field(column(Series, "by_round"))
    months = column_field(column(Series, "months"))
    first_day = column_field(column(Series, "first_day"), widget=_day())
    last_day = column_field(column(Series, "last_day"), widget=_day())
    decay = _typed("decay", forms.TextInput(attrs={"autocomplete": "off"}))
    minimum = column_field(column(Series, "minimum"))
    ties = column_field(column(Series, "ties"))
    categories = _typed("categories", forms.TextInput(attrs={"autocomplete": "off"}))
    club_best = column_field(column(Series, "club_best"))

    @property
    def first(self) -> list[forms.BoundField]:
        """Return the fields that every series answers."""
        return [field for field in self if field.name not in (*FOLDED, *TYPED)]

    @property
    def more(self) -> list[forms.BoundField]:
        """Return the fields of a ranking list."""
        return [field for field in self if field.name in (*FOLDED, *TYPED)]

    @property
    def more_is_open(self) -> bool:
        """Return whether one of these is wrong, or is not as in a plain series."""
        return any(field.errors or (self.stored and field.initial != PLAIN_SERIES[field.name]) for field in self.more)

    def clean(self) -> dict[str, Any]:
        """Parse what is typed as text: the points of a custom scale, levels, decay, categories."""
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("scale") == OWN:
            self._parse(cleaned, "points", numbers)
        for name, parse in (("levels", levels_of), ("decay", numbers), ("categories", names_of)):
            if self.stored and self.is_left(name):
                continue
            if cleaned.get(name):
                self._parse(cleaned, name, parse)
            elif name in cleaned:
                cleaned[name] = []
        return cleaned

    def _parse(self, cleaned: dict[str, Any], name: str, parse: Callable[[str], list[Any]]) -> None:
        try:
            cleaned[name] = parse(cleaned.get(name, ""))
        except ValidationError as refused:
            self.add_error(name, refused)

    def values(self) -> dict[str, Any]:
        """Return the keywords of ``verbs.create`` (without ``by`` and competitions), or of ``change``: what changed.

        Only after ``is_valid``.
        """
        cleaned, changes = self.cleaned_data, self.changes()
        values: dict[str, Any] = {name: changes[name] for name in (*PLAIN, *FOLDED, *TYPED) if name in changes}
        for name in NUMBERS & set(values):
            values[name] = values[name] or 0
        if "ties" in values:
            values["ties"] = values["ties"] or Ties.MERIT
        values.pop("rest", None)
        if {"scale", "points", "rest"} & set(changes):
            ready = SCALES.get(cleaned["scale"])
            values["points"] = list(ready.points) if ready else cleaned["points"]
            values["rest"] = ready.rest if ready else cleaned["rest"] or 0
        return values


def numbers(typed: str) -> list[int]:
    words = re.split(r"[\s,;]+", typed.strip())
    if not all(word.isdecimal() and len(word) < 10 for word in words):
        raise ValidationError(_gettext("Whole numbers separated by spaces: 10 8 6 5."))
    return [int(word) for word in words]


def levels_of(typed: str) -> list[dict[str, Any]]:
    """Parse "Major: 150 130 110 / 5", a level a line."""
    levels = []
    for line in filter(None, (line.strip() for line in typed.splitlines())):
        name, colon, points = line.rpartition(":")
        scale, slash, rest = points.partition("/")
        if not colon:
            raise ValidationError(_gettext("%(line)s: write a name, a colon and points.") % {"line": line})
        levels.append({"name": name, "points": numbers(scale), "rest": numbers(rest)[0] if slash else 0})
    return levels


def names_of(typed: str) -> list[str]:
    return [name.strip() for name in typed.split(",") if name.strip()]


def shown_of(series: Series) -> dict[str, Any]:
    """Return the form's initial values for a series."""
    plain_scale = Scale(tuple(series.points), series.rest)
    scale_key = next((key for key, scale in SCALES.items() if scale == plain_scale), OWN)
    shown = {name: getattr(series, name) for name in (*PLAIN, *FOLDED)}
    levels = "\n".join(
        f"{level['name']}: {_spaced(level['points'])}" + (f" / {level['rest']}" if level["rest"] else "")
        for level in series.levels
    )
    typed = {"levels": levels, "decay": _spaced(series.decay), "categories": ", ".join(series.categories)}
    return {**shown, **typed, "scale": scale_key, "points": _spaced(series.points)}


def _spaced(numbers: Iterable[int]) -> str:
    return " ".join(str(number) for number in numbers)


PLAIN_SERIES: Final = shown_of(Series())
"""A series without any of them."""
