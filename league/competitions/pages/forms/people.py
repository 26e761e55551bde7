"""Forms about people before the start: invitations, a list, the check-in. The verbs decide."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.competitions.exchange.entrant_list import MOST_BYTES
from league.competitions.exchange.people import decoded
from league.forms import StoredForm


class InvitationsForm(forms.Form):
    names = forms.CharField(
        label=_("People to invite, one per line"),
        help_text=_("Each gets their own link. Add an address after a comma to send it there: Anna, anna@example.org"),
        widget=forms.Textarea(attrs={"rows": 5}),
        max_length=60_000,
    )


class ListForm(forms.Form):
    """A list of entrants, pasted or as a file; the file takes precedence."""

    words = forms.CharField(
        label=_("Paste the list"),
        help_text=_("One entrant per line: name, e-mail, seed, club. Only the name is required."),
        required=False,
        max_length=MOST_BYTES,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
    )
    file = forms.FileField(
        label=_("Or choose a CSV file"),
        required=False,
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.txt,text/csv,text/plain"}),
    )

    def clean(self) -> dict[str, Any]:
        """Require a list of limited length."""
        data: dict[str, Any] = super().clean() or {}
        file = data.get("file")
        if file is not None and file.size > MOST_BYTES:
            self.add_error("file", _("The file is too big for a list of entrants."))
        elif file is not None:
            try:
                data["words"] = decoded(file.read())
            except ValueError:
                self.add_error("file", _("This file is not text. Save it as CSV, in UTF-8."))
        elif not (data.get("words") or "").strip() and not self.errors:
            self.add_error("words", _("Paste a list, or choose a file."))
        return data

    def text(self) -> str:
        """Return the text of the list. Only after ``is_valid``."""
        return str(self.cleaned_data["words"])


_FORMATS = ["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"]


class CheckInForm(StoredForm):
    """Times of the check-in, in the reader's own zone; both empty: no check-in."""

    opens_at = forms.DateTimeField(
        label=_("Opens"),
        required=False,
        input_formats=_FORMATS,
        widget=forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"}),
    )
    closes_at = forms.DateTimeField(
        label=_("Closes"),
        help_text=_("After that, no-shows lose their place to the waiting list. Leave both empty for no check-in."),
        required=False,
        input_formats=_FORMATS,
        widget=forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"}),
    )


class AbsenceForm(forms.Form):
    first = forms.DateField(label=_("First day"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}))
    last = forms.DateField(
        label=_("Last day"),
        help_text=_("Leave empty for one day."),
        required=False,
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
    )
