"""The forms of a class: the teacher's one page, more names, the day; the pupil's sign-in. The verbs decide."""

from datetime import timedelta

from django import forms
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

import engines
from league.classes.verbs import LONGEST, PRESETS
from league.competitions.setup.usual import usual_options
from league.players.words.games import game_name
from matches.pages.rules import RulesForm
from matches.terms.rules import RulesOfMatch

USUAL = timedelta(days=120)
"""Default time after which a class is deleted."""


class DayForm(forms.Form):
    delete_on = forms.DateField(
        label=_("Everything is deleted on"),
        help_text=_("Names, results, matches and cards: nothing is kept. At most 400 days from now."),
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
    )


class PupilsForm(forms.Form):
    """Names, one a line."""

    names = forms.CharField(
        label=_("Names, one per line"),
        help_text=_("Paste the list of the class, also from a spreadsheet. A first name and an initial are enough."),
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}),
    )


class ClassForm(PupilsForm, DayForm):
    """A new class on one page."""

    name = forms.CharField(
        label=_("Name of the class"), max_length=80, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    game = forms.ChoiceField(label=_("Game"))
    preset = forms.ChoiceField(
        label=_("Format"), choices=list(PRESETS.items()), initial="league", widget=forms.RadioSelect
    )
    field_order = ("name", "game", "preset", "names", "delete_on")

    def __init__(self, *args: object, **kwargs: object) -> None:
        """Fill in the games and the default day."""
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["game"].choices = [(slug, game_name(slug)) for slug in engines.games()]  # type: ignore[attr-defined]
        self.fields["delete_on"].initial = timezone.localdate() + min(USUAL, LONGEST)


class ClassRulesForm(RulesForm):
    """The rules of a class's matches; its format has their legs."""

    def __init__(self, game: str, request: HttpRequest) -> None:
        draws = engines.about(game).tournament.draws
        winner = "none" if draws == "stand" else draws
        super().__init__(game, request, RulesOfMatch.taken(game, options=usual_options(game), winner=winner))
        del self.fields["legs"]


class CardForm(forms.Form):
    """A pupil's sign-in: with a card's QR code the PIN alone."""

    code = forms.CharField(
        label=_("Code of the class"),
        max_length=20,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters"}),
    )
    name = forms.CharField(
        label=_("Your name, as on the card"), max_length=40, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    pin = forms.CharField(
        label=_("PIN"), max_length=12, widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "numeric"})
    )

    def __init__(self, *args: object, by_key: bool = False, **kwargs: object) -> None:
        """Leave only the PIN if ``by_key``: the card's QR code identified the pupil."""
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        if by_key:
            del self.fields["code"], self.fields["name"]
