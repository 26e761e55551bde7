"""The forms of a club. The verbs decide."""

from django import forms

from league.clubs.models import Club
from league.fields import column
from league.forms import StoredForm, column_field


class ClubForm(StoredForm):
    name = column_field(column(Club, "name"), widget=forms.TextInput(attrs={"autocomplete": "off"}))
    description = column_field(column(Club, "description"), widget=forms.Textarea(attrs={"rows": 3}))
    visibility = column_field(column(Club, "visibility"))
    joining = column_field(column(Club, "joining"), widget=forms.RadioSelect())


class SuccessionForm(StoredForm):
    """The silence and the time to object after which an owner can be succeeded."""

    succession_days = column_field(column(Club, "succession_days"))
    objection_days = column_field(column(Club, "objection_days"))
