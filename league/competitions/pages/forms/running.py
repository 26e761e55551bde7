"""Forms of a running competition: a kick-off, the plan, a change of options. The verbs decide."""

from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.competitions.models import Competition, Fixture
from league.competitions.pages.forms.competition import CLOCKS, clock_of
from league.competitions.setup.season_plan import Wishes
from league.competitions.verbs.options import Where
from league.forms import StoredForm
from league.players.pages.forms import LongSelect
from league.players.words.zones import zones
from matches.pages.rules import option_field
from matches.terms import time_controls
from matches.terms.rules import option_words, options_of


class KickOffForm(forms.Form):
    """A day and a time in the reader's own zone."""

    kick_off_at = forms.DateTimeField(label=_("Day and time"), input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"])


class PlanForm(StoredForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.stored = False  # a plan is made whole; only its zone may be one that the list has not
        self.admit_stored()

    first = forms.DateField(
        label=_("First day of play"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    )
    every_days = forms.IntegerField(
        label=_("Days from one day of play to the next"), min_value=1, max_value=90, initial=7
    )
    at = forms.TimeField(
        label=_("Usual kick-off"), widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}), initial="21:00"
    )
    time_zone = forms.ChoiceField(label=_("Time zone"), choices=zones, widget=LongSelect)
    blackout = forms.CharField(
        label=_("Days without play, one per line"),
        help_text=_("For example 2026-12-25. A round on such a day moves to the next free one."),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, "placeholder": "2026-12-25"}),
    )

    def clean_blackout(self) -> tuple[date, ...]:
        """Return the days, each once. Raises ValidationError naming the line that is no day."""
        days = set()
        for number, line in enumerate(self.cleaned_data["blackout"].splitlines(), start=1):
            if not line.strip():
                continue
            try:
                days.add(date.fromisoformat(line.strip()))
            except ValueError:
                message = _("Line %(number)d is not a date. Write it as 2026-12-25.") % {"number": number}
                raise forms.ValidationError(message) from None
        return tuple(sorted(days))

    def wishes(self) -> Wishes:
        """Return the typed wishes. Only after ``is_valid``."""
        data = self.cleaned_data
        return Wishes(data["first"], data["every_days"], data["at"], data["time_zone"], data["blackout"])


class OptionsForm(forms.Form):
    """Changes in a running competition; a field left as it is changes nothing."""

    scope = forms.ChoiceField(
        label=_("Applies"),
        choices=[
            ("from_round", _("from this round on")),
            ("round", _("for this round only")),
            ("stage", _("for the whole stage")),
        ],
    )
    stage = forms.TypedChoiceField(label=_("Stage"), coerce=int)
    number = forms.IntegerField(label=_("Round"), min_value=1, required=False)
    clock = forms.ChoiceField(label=_("Clock"), required=False)
    reason = forms.CharField(label=_("Reason, shown to everybody"), max_length=300)

    def __init__(
        self, *args: Any, competition: Competition, current: int, fixture: Fixture | None = None, **kwargs: Any
    ) -> None:
        """Set up the fields. ``fixture``: the only one to change; it fixes the scope."""
        super().__init__(*args, **kwargs)
        self.fixture = fixture
        stages = [(row.number, str(row.number)) for row in competition.stages.all()]
        self.fields["stage"].choices = stages  # type: ignore[attr-defined]
        self.fields["stage"].initial = stages[-1][0] if stages else 1
        self.fields["number"].initial = current
        if len(stages) == 1:
            self.fields["stage"].widget = forms.HiddenInput()
        same = _("no change")
        self.game = competition.game
        clocks = [("", same), *((key, time_controls.words(self.game, name)) for key, name in CLOCKS.items())]
        self.fields["clock"].choices = clocks  # type: ignore[attr-defined]
        self.options = options_of(competition.game)
        for option in self.options:
            field = option_field(option)
            field.required, field.initial = False, None
            if option.kind == "bool":
                choices = [("", same), ("true", _("yes")), ("false", _("no"))]
                field = forms.ChoiceField(label=field.label, help_text=field.help_text, choices=choices, required=False)
            elif isinstance(field, forms.ChoiceField):
                words = [(value, option_words(option.word(value))) for value in option.choices]
                field.choices = [("", same), *words]
            else:
                now = competition.options.get(option.name)
                field.widget.attrs["placeholder"] = "" if now is None else str(now)
            self.fields[f"option_{option.name}"] = field
        if fixture is not None:
            for name in ("scope", "stage", "number"):
                del self.fields[name]
        self.order_fields([*(name for name in self.fields if name != "reason"), "reason"])

    def changed(self) -> dict[str, Any]:
        """Return the options to change. Only after ``is_valid``."""
        values = {option.name: self.cleaned_data[f"option_{option.name}"] for option in self.options}
        kinds = {option.name: option.kind for option in self.options}
        return {
            name: value == "true" if kinds[name] == "bool" else value
            for name, value in values.items()
            if value not in ("", None)
        }

    def limits(self) -> dict[str, int | None]:
        """Return the new clock, or nothing. Only after ``is_valid``."""
        clock = self.cleaned_data["clock"]
        return clock_of(self.game, clock) if clock else {}

    def full_scope(self) -> Where:
        """Return the scope. Only after ``is_valid``."""
        data = self.cleaned_data
        if self.fixture is not None:
            return Where("fixture", fixture=self.fixture)
        return Where(data["scope"], data["stage"], data["number"])
