"""The forms of organisers: a new competition, typed names, rulings. Shape only; the verbs decide and refuse."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

import engines
from engines.core.options import Option
from engines.core.text import say, text
from league.competitions.models import Competition, Fixture
from league.competitions.presets import PRESETS
from league.competitions.verbs.rulings import Score
from league.players.games import game_name

CLOCKS = {
    "blitz": (15, 900, _("Quick: 15 seconds a decision, 15 minutes a side")),
    "sheet": (60, 2700, _("Normal: a minute a decision, 45 minutes a side")),
    "slow": (86400, 7 * 86400, _("Slow: a day a decision, a week a side")),
}
"""Seconds a decision, seconds a side for the whole match, and how the form says it."""


def option_words(msgid: str) -> str:
    """A label or a help text of an engine's option in the reader's language."""
    return say(text(msgid), (get_language() or "en")[:2]) if msgid else ""


def option_field(option: Option) -> forms.Field:
    """The form field of one option of a game; what is left empty takes the game's default."""
    label, help_text = option_words(option.label), option_words(option.help)
    if option.kind == "bool":
        return forms.BooleanField(label=label, help_text=help_text, required=False, initial=option.default)
    if option.kind == "int":
        low = min((option.low, *option.also))
        widget = forms.NumberInput(attrs={"inputmode": "numeric"})
        return forms.IntegerField(
            label=label,
            help_text=help_text,
            required=not option.nullable,
            initial=option.default,
            min_value=low,
            max_value=option.high,
            widget=widget,
        )
    choices = [(value, option_words(option.word(value))) for value in option.choices]
    return forms.ChoiceField(label=label, help_text=help_text, choices=choices, initial=option.default)


class CompetitionForm(forms.Form):
    """A new competition on one page. The options of the game are fields called ``option_<name>``."""

    name = forms.CharField(label=_("Name"), max_length=80, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    game = forms.ChoiceField(label=_("Game"))
    places = forms.IntegerField(label=_("Places"), min_value=2, max_value=128, initial=8)
    legs = forms.TypedChoiceField(
        label=_("Ties"), coerce=int, choices=[(1, _("one match")), (2, _("two legs, home and away"))], initial=1
    )
    extra_time = forms.BooleanField(
        label=_("Extra time before penalties"),
        help_text=_("Where the game has it; a shootout always decides in the end."),
        required=False,
        initial=True,
    )
    away_goals = forms.BooleanField(
        label=_("Away goals count double"), help_text=_("Only in ties of two legs."), required=False
    )
    third_place = forms.BooleanField(label=_("Third-place match"), required=False)
    times = forms.TypedChoiceField(
        label=_("Each pair meets"), coerce=int, choices=[(1, _("once")), (2, _("twice, home and away"))], initial=2
    )
    clock = forms.ChoiceField(label=_("Clock"), choices=[(key, row[2]) for key, row in CLOCKS.items()], initial="sheet")
    advance = forms.ChoiceField(
        label=_("The next round opens"),
        choices=[
            (Competition.Advance.AUTO, _("by itself, as soon as it can")),
            (Competition.Advance.CLICK, _("when I say so")),
        ],
        initial=Competition.Advance.AUTO,
    )
    round_hours = forms.IntegerField(
        label=_("Hours to play a round"),
        help_text=_("What is not played by then is awarded to who was there."),
        min_value=1,
        max_value=24 * 90,
        initial=168,
    )
    bots_allowed = forms.BooleanField(label=_("House bots may fill places"), required=False, initial=True)
    description = forms.CharField(
        label=_("A few words for the page"), max_length=2000, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )

    def __init__(self, *args: Any, preset: str, made: Competition | None = None, **kwargs: Any) -> None:
        """``made``: a competition whose settings are changed; its game stays."""
        if made is not None:
            kwargs["initial"] = settings_of(made)
        super().__init__(*args, **kwargs)
        self.preset = PRESETS[preset]
        self.made = made
        for field in ("legs", "extra_time", "away_goals", "third_place", "times"):
            if field not in self.preset.settings:
                del self.fields[field]
        slugs = engines.games()
        self.fields["game"].choices = [(slug, game_name(slug)) for slug in slugs]  # type: ignore[attr-defined]
        self.fields["places"].max_value = self.preset.most  # type: ignore[attr-defined]
        self.slug = made.game if made else self.data.get("game") or self.initial.get("game") or slugs[0]
        if made is not None:
            del self.fields["game"]
        if self.slug in slugs:
            for option in engines.get(self.slug).options:
                if option.kind != "seats":
                    self.fields[f"option_{option.name}"] = option_field(option)
            for name, value in engines.get(self.slug).house_options.items():
                self.fields[f"option_{name}"].initial = value

    @property
    def option_fields(self) -> list[forms.BoundField]:
        """The fields of the game's own options."""
        return [field for field in self if field.name.startswith("option_")]

    @property
    def main_fields(self) -> list[forms.BoundField]:
        """All the others."""
        return [field for field in self if not field.name.startswith("option_")]

    def values(self) -> dict[str, Any]:
        """The keywords of ``verbs.create.create`` (but ``by``). Only after ``is_valid``."""
        said = self.cleaned_data
        options = {field.name[7:]: said[field.name] for field in self.option_fields}
        move, budget, _label = CLOCKS[said["clock"]]
        fixed = {} if self.made else {"game": said["game"], "preset": self.preset.key}
        return {
            **fixed,
            "name": said["name"],
            "places": said["places"],
            "options": options,
            "settings": {key: said[key] for key in self.preset.settings if key in said},
            "description": said["description"],
            "advance": said["advance"],
            "round_hours": said["round_hours"],
            "move_seconds": move,
            "budget_seconds": budget,
            "bots_allowed": said["bots_allowed"],
        }


def settings_of(made: Competition) -> dict[str, Any]:
    """What the form shows of a competition as it stands."""
    clock = next((key for key, row in CLOCKS.items() if row[:2] == (made.move_seconds, made.budget_seconds)), "sheet")
    plain = ("name", "places", "description", "advance", "round_hours", "bots_allowed")
    return {
        **{name: getattr(made, name) for name in plain},
        **made.stages.get().settings,
        **{f"option_{name}": value for name, value in made.options.items()},
        "clock": clock,
    }


class NamesForm(forms.Form):
    """Names typed or pasted, one a line."""

    names = forms.CharField(
        label=_("Names, one a line"),
        help_text=_("They need no account: each gets a personal link to play by."),
        widget=forms.Textarea(attrs={"rows": 5}),
    )


class ReasonForm(forms.Form):
    """Why: shown to everybody."""

    reason = forms.CharField(label=_("Reason, shown to everybody"), max_length=300)


class ResultForm(forms.Form):
    """A result of a match played on a real table, or a correction."""

    home_goals = forms.IntegerField(label=_("Goals of the home side"), min_value=0, max_value=99)
    away_goals = forms.IntegerField(label=_("Goals of the away side"), min_value=0, max_value=99)
    extra_time = forms.BooleanField(label=_("After extra time"), required=False)
    home_kicks = forms.IntegerField(
        label=_("Penalties scored by the home side"),
        help_text=_("Only after a shootout."),
        min_value=0,
        max_value=99,
        required=False,
    )
    away_kicks = forms.IntegerField(
        label=_("Penalties scored by the away side"), min_value=0, max_value=99, required=False
    )
    reason = forms.CharField(label=_("Reason, shown to everybody"), max_length=300, required=False)

    def score(self) -> Score:
        """What was typed. Only after ``is_valid``."""
        said = self.cleaned_data
        home, away = said["home_kicks"], said["away_kicks"]
        kicks = None if home is None or away is None else (home, away)
        return Score(said["home_goals"], said["away_goals"], kicks, said["extra_time"])


class ReportForm(ResultForm):
    """The same, said by one of the two who played."""

    reason = None  # type: ignore[assignment]


def result_of(fixture: Fixture) -> dict[str, Any]:
    """What stands, for the form of a correction; empty where nothing does."""
    if fixture.home_goals is None:
        return {}
    kicks = fixture.shootout or {}
    return {
        "home_goals": fixture.home_goals,
        "away_goals": fixture.away_goals,
        "extra_time": fixture.how in ("extra_time", "shootout"),
        "home_kicks": kicks.get("home"),
        "away_kicks": kicks.get("away"),
    }
