"""The forms of a club. The verbs decide."""

from django import forms
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Club
from league.forms import StoredForm

JOINING = [
    (Club.Joining.OPEN, _("anyone, at once")),
    (Club.Joining.REQUEST, _("on request, once the staff accept")),
    (Club.Joining.INVITED, _("with a link, or added by the staff")),
]


class ClubForm(StoredForm):
    name = forms.CharField(
        label=_("Name"), min_length=3, max_length=60, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    description = forms.CharField(
        label=_("A few words for the page"), max_length=2000, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )
    visibility = forms.ChoiceField(
        label=_("Visibility of the club"),
        help_text=_("Each competition has its own visibility; new ones start with this."),
        choices=Club.Visibility.choices,
        initial=Club.Visibility.PUBLIC,
    )
    joining = forms.ChoiceField(
        label=_("Membership"), choices=JOINING, initial=Club.Joining.REQUEST, widget=forms.RadioSelect
    )


class SuccessionForm(StoredForm):
    """The silence and the time to object after which an owner can be succeeded."""

    succession_days = forms.IntegerField(
        label=_("Days of inactivity before a claim"),
        help_text=_("0: never. Signing in, an action in the audit or a match counts as activity."),
        min_value=0,
        max_value=365,
    )
    objection_days = forms.IntegerField(label=_("Days for the owner to object"), min_value=1, max_value=60)
