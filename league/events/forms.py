"""The form of an event. The verbs decide."""

import re
from datetime import time
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.events.models import Event
from league.fields import column
from league.forms import StoredForm, column_field

DATES: Final = ("first_day", "last_day")
TIMES: Final = ("opens", "closes")
USUAL_HOURS: Final = (time(9), time(20))
"""Hours offered for a new event; its day is today."""


def _of(name: str, widget: forms.Widget | None = None) -> Any:  # a form field
    return column_field(column(Event, name), widget=widget)


class EventForm(StoredForm):
    """The settings of an event: the first few are all that a new one needs, the rest is folded."""

    FIRST = ("name", "place", *DATES)

    name = _of("name", forms.TextInput(attrs={"autocomplete": "off"}))
    place = _of("place")
    first_day = _of("first_day", forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    last_day = _of("last_day", forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    opens = _of("opens", forms.TimeInput(attrs={"type": "time"}, format="%H:%M"))
    closes = _of("closes", forms.TimeInput(attrs={"type": "time"}, format="%H:%M"))
    breaks = forms.CharField(
        label=_("Breaks of the hall"),
        help_text=_("Of each day, with commas between them: 13:00-14:00."),
        required=False,
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    time_zone = _of("time_zone")
    finals_last = _of("finals_last")
    listed = _of("listed")
    description = _of("description", forms.Textarea(attrs={"rows": 3}))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.stored:
            usual = dict.fromkeys(DATES, timezone.localdate) | dict(zip(TIMES, USUAL_HOURS, strict=True))
            for name, value in usual.items():
                self.fields[name].initial = value

    @property
    def first_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.FIRST]

    @property
    def other_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name not in self.FIRST]

    @property
    def is_open(self) -> bool:
        """A folded field has an error."""
        return any(field.errors for field in self.other_fields)

    def clean_breaks(self) -> list[list[str]]:
        """Split the breaks; the verb says what is wrong with one."""
        parts = [part for part in re.split(r"[\s,;]+", self.cleaned_data["breaks"]) if part]
        return [re.split(r"[-–]", part) for part in parts]


def shown_of(event: Event) -> dict[str, Any]:
    """Return the form's initial values for ``event``."""
    values = {name: getattr(event, name) for name in EventForm.base_fields}
    return values | {"breaks": ", ".join("-".join(each) for each in event.breaks)}
