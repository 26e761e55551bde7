"""Forms of players. They check shape only; rules live in the verbs."""

from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from league.forms import StoredForm
from league.players.errors import NicknameRefused
from league.players.policy.nicknames import LONGEST, clean_nickname
from league.players.words.zones import zones


class LongSelect(forms.Select):
    """A select with hundreds of options, rendered at once.

    A template for each option takes longer than the rest of a page.
    """

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """Render the element; no option is in a group."""
        selected = " selected"
        lines = ((key, mark_safe(selected) if str(key) == str(value) else "", label) for key, label in self.choices)
        options = format_html_join("", '<option value="{}"{}>{}</option>', lines)
        return format_html(
            "<select{}>{}</select>", flatatt(self.build_attrs({**self.attrs, "name": name}, attrs)), options
        )


class NicknameForm(forms.Form):
    """A nickname, by the rules of nicknames."""

    nickname = forms.CharField(
        label=_("Nickname"),
        help_text=_("2 to 24 characters. Others see it."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "maxlength": LONGEST}),
    )

    def clean_nickname(self) -> str:
        """Return the nickname in its normal form."""
        try:
            return clean_nickname(self.cleaned_data["nickname"])
        except NicknameRefused as refused:
            raise ValidationError(str(refused)) from None


class SettingsForm(StoredForm, NicknameForm):
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES, widget=forms.RadioSelect)
    theme = forms.ChoiceField(
        label=_("Theme"),
        required=False,
        choices=[("", _("Same as the device")), ("light", _("Light")), ("dark", _("Dark"))],
        widget=forms.RadioSelect,
    )
    mail = forms.BooleanField(label=_("Send me notifications by e-mail too"), required=False)
    time_zone = forms.ChoiceField(
        label=_("Time zone"), help_text=_("Times appear in this zone."), choices=zones, widget=LongSelect
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.admit_stored()


class ResetForm(forms.Form):
    name = forms.CharField(
        label=_("The name you sign in with"), max_length=40, widget=forms.TextInput(attrs={"autocomplete": "username"})
    )


class ResetCodeForm(forms.Form):
    """The code that the player reads from their own screen to the organiser."""

    code = forms.CharField(
        label=_("Code on the player’s screen"),
        max_length=20,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )
