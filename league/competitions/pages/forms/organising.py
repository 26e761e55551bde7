"""The first form of an organiser: a shape and five questions. Everything else begins as the preset has it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

import engines
from league.competitions.models import Competition
from league.competitions.pages.forms.competition import Host
from league.competitions.setup.presets import OWN, PRESETS, pace_of, pace_values
from league.competitions.setup.season_plan import Wishes
from league.competitions.setup.usual import settings_for
from league.fields import column
from league.forms import Choices, column_field
from league.players.words.games import game_name


@dataclass(frozen=True, slots=True)
class Card:
    """A preset as a card of the form."""

    key: str
    name: str | Promise
    line: str | Promise
    """A few words about it."""
    pace: str
    """The pace that it begins with (``setup.presets.PACES``)."""


def _card(key: str, name: str | Promise = "", line: str | Promise = "") -> Card:
    preset = PRESETS[key]
    return Card(key, name or preset.name, line or preset.summary, pace_of(preset))


DRAWN: Final = (
    _card("cup", _("Cup"), _("Lose and you’re out.")),
    _card("league", _("League"), _("Everyone plays everyone.")),
    _card("world_cup", _("Groups and knockout"), _("Small groups, then a cup.")),
    _card("evening", _("Evening"), _("Real tables, one clock.")),
)
"""Cards with a drawing (``templates/competitions/shapes``)."""
MORE: Final = tuple(_card(key) for key in PRESETS if key != OWN and key not in {card.key for card in DRAWN})
"""Those behind the four; custom stages have their own page."""
PLACES: Final = 8


class OrganiseForm(forms.Form):
    """The shape (``format``, a preset) and five questions."""

    format = forms.ChoiceField(
        label=_("Format"), choices=[(card.key, card.key) for card in (*DRAWN, *MORE)], initial=DRAWN[0].key
    )
    club = forms.ChoiceField(label=_("Club"), required=False)
    name = column_field(column(Competition, "name"), widget=forms.TextInput(attrs={"autocomplete": "off"}))
    game = forms.ChoiceField(label=_("Game"), widget=forms.RadioSelect)
    places = forms.IntegerField(label=_("Players"), min_value=2, initial=PLACES)
    pace = forms.ChoiceField(
        label=_("Where"),
        widget=forms.RadioSelect,
        initial=DRAWN[0].pace,
        choices=[
            ("one_evening", _("Online, one evening")),
            ("weekly", _("Online, weekly rounds")),
            ("tables", _("Real tables")),
        ],
    )
    starts_at = forms.DateTimeField(
        label=pgettext_lazy("calendar", "Start"),
        required=False,
        widget=forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"}),
    )

    def __init__(self, *args: Any, clubs: Sequence[Host] = (), **kwargs: Any) -> None:
        """Set up the fields. ``clubs``: possible owners."""
        super().__init__(*args, **kwargs)
        games: Choices = [(slug, game_name(slug)) for slug in engines.games()]
        self.fields["game"].choices = games  # type: ignore[attr-defined]
        self.fields["game"].initial = games[0][0]
        self.clubs = {str(club.pk): club for club in clubs}
        names: Choices = [(key, club.name) for key, club in self.clubs.items()]
        self.fields["club"].choices = [("", _("none: only mine")), *names]  # type: ignore[attr-defined]
        if not self.clubs:
            del self.fields["club"]

    def answers(self, preset: str) -> dict[str, Any]:
        """Return what was answered as keywords of ``verbs.create.create``, as far as it is right.

        Only after ``is_valid``, whatever that says. An evening is at real tables, whatever is said of the place.
        """
        given, plan = self.cleaned_data, PRESETS[preset]
        values: dict[str, Any] = {name: given[name] for name in ("name", "game", "places") if name in given}
        if given.get("club"):
            values["club"] = self.clubs[given["club"]]
        pace, begins = given.get("pace", ""), given.get("starts_at")
        if pace and not plan.settings.get("evening"):
            values |= pace_values(pace)
        if begins and pace == "weekly" and not plan.settings.get("evening"):
            values["wishes"] = _weekly(begins)
        elif begins:
            values["starts_at"] = begins
        if "places" in given:
            values["settings"] = settings_for(plan, given["places"])
        return values


def _weekly(begins: datetime) -> Wishes:
    local = timezone.localtime(begins)
    return Wishes(local.date(), 7, local.time(), timezone.get_current_timezone_name())


def as_initial(values: dict[str, Any], preset: str) -> dict[str, Any]:
    """Return ``OrganiseForm.answers`` as initial values of the form with every setting of ``preset``."""
    initial = {name: value for name, value in values.items() if name not in ("club", "settings", "wishes")}
    initial |= values.get("settings", {})
    if "club" in values:
        initial["club"] = str(values["club"].pk)
    if wishes := values.get("wishes"):
        initial |= {"first": wishes.first, "every_days": wishes.every_days, "at": wishes.at}
    if PRESETS[preset].settings.get("evening") and (begins := initial.pop("starts_at", None)):
        local = timezone.localtime(begins)
        initial |= {"first": local.date(), "at": local.time()}
    return initial
