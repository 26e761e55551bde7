"""The form of a new arena. The verbs decide."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

import engines
from league.arenas import verbs
from league.arenas.models import Arena
from league.clubs.models import Club
from league.fields import column
from league.forms import Choices, StoredForm, column_field
from league.players.words.games import game_name
from matches.pages.rules import RulesForm


class ArenaRulesForm(RulesForm):
    """The options of an arena's game; a draw stands, and nobody plays two legs."""

    def __init__(self, game: str, request: HttpRequest) -> None:
        super().__init__(game, request)
        del self.fields["legs"], self.fields["winner"]


class ArenaForm(StoredForm):
    name = column_field(column(Arena, "name"), widget=forms.TextInput(attrs={"autocomplete": "off"}))
    game = forms.ChoiceField(label=_("Game"), widget=forms.RadioSelect)
    club = forms.ChoiceField(label=_("Club"), required=False, help_text=_("Only its members can join."))
    starts_at = forms.DateTimeField(
        label=pgettext_lazy("calendar", "Start"),
        help_text=_("If you leave it empty, it begins at once."),
        required=False,
        widget=forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"}),
    )

    def __init__(self, *args: Any, clubs: Sequence[Club] = (), **kwargs: Any) -> None:
        """Set up the fields. ``clubs``: possible hosts."""
        super().__init__(*args, **kwargs)
        self.fields |= {name: column_field(column(Arena, name)) for name in verbs.SETTINGS if name not in self.fields}
        games: Choices = [(slug, game_name(slug)) for slug in engines.games()]
        self.fields["game"].choices = games  # type: ignore[attr-defined]
        self.fields["game"].initial = games[0][0]
        self.clubs = {str(club.pk): club for club in clubs}
        names: Choices = [(key, club.name) for key, club in self.clubs.items()]
        self.fields["club"].choices = [("", _("none: everybody can join")), *names]  # type: ignore[attr-defined]
        if not self.clubs:
            del self.fields["club"]

    def values(self) -> dict[str, Any]:
        """Return the keywords of ``verbs.create``, without ``by``. Only after ``is_valid``."""
        return {**self.cleaned_data, "club": self.clubs.get(self.cleaned_data.get("club", ""))}
