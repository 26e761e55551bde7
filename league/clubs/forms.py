"""The forms of a club. The verbs decide."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from league.clubs.models import Club

SIGHT = [
    (Club.Visibility.PUBLIC, _("everybody")),
    (Club.Visibility.LINK, _("whoever has the address; it stands in no list")),
    (Club.Visibility.MEMBERS, _("its members alone")),
]
JOINING = [
    (Club.Joining.OPEN, _("whoever likes, at once")),
    (Club.Joining.REQUEST, _("who asks, once the staff say yes")),
    (Club.Joining.INVITED, _("only who holds the link, or is entered by the staff")),
]


class ClubForm(forms.Form):
    name = forms.CharField(
        label=_("Name"), min_length=3, max_length=60, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    description = forms.CharField(
        label=_("A few words for the page"), max_length=2000, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )
    visibility = forms.ChoiceField(
        label=_("Who sees the club"),
        help_text=_("Each of its competitions says for itself who sees it; new ones begin with the same."),
        choices=SIGHT,
        initial=Club.Visibility.PUBLIC,
    )
    joining = forms.ChoiceField(
        label=_("Who becomes a member"), choices=JOINING, initial=Club.Joining.REQUEST, widget=forms.RadioSelect
    )


class SuccessionForm(forms.Form):
    """The silence and the time to object after which an owner can be succeeded."""

    succession_days = forms.IntegerField(
        label=_("Days of silence after which it can be claimed"),
        help_text=_("0: never. A sign is a sign-in, an entry in an audit or being at a table."),
        min_value=0,
        max_value=365,
    )
    objection_days = forms.IntegerField(label=_("Days for the owner to object"), min_value=1, max_value=60)
