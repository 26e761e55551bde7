"""Form of a competition before its start: description, format, options. The verbs decide."""

from collections.abc import Mapping, Sequence
from datetime import datetime, time
from typing import Any, Protocol, cast

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

import engines
from league.competitions.errors import BadSetting
from league.competitions.models import MOST_BOARDS, Competition, Stage
from league.competitions.pages.forms import own_points, sections, team_rules, tie_breaks
from league.competitions.pages.forms.format import setting_field
from league.competitions.setup.chains import Given, read
from league.competitions.setup.own_points import own
from league.competitions.setup.presets import OWN, PRESETS, Preset
from league.competitions.setup.season_plan import Wishes, wishes_of
from league.competitions.setup.settings import SETTINGS, in_group
from league.competitions.setup.stages import TABLES
from league.competitions.setup.tie_breaks import chosen
from league.competitions.setup.two_legs import wish_of
from league.competitions.setup.usual import draws_of, has_extra_time, usual_options, usual_settings
from league.fields import column
from league.forms import Choices, StoredForm, column_field
from league.players.words.games import game_name, spoken
from league.standings.presets import OFFERED, of_swiss
from league.standings.presets import PRESETS as RULES
from league.typed import whole_number
from matches.pages.rules import option_field
from matches.terms import time_controls
from matches.terms.rules import options_of
from matches.terms.time_controls import CLOCK

KEPT = "kept"
"""The choice of a clock that none of the four is: set by the API, or brought by a document or a club's preset."""
CLOCKS = {"sheet": "normal", "blitz": "blitz", "relaxed": "relaxed", "slow": "correspondence"}
"""The form's clocks and their time controls (``matches.terms.time_controls``), whose limits follow the game."""
BY_GAME = ("legs", "table_legs", "times", "draws")
"""Settings with a default of the game's own."""
LEGS = ("table_legs", "legs")
"""Those of them that ask for two legs."""
WIDGETS: Mapping[str, forms.Widget] = {
    "name": forms.TextInput(attrs={"autocomplete": "off"}),
    "description": forms.Textarea(attrs={"rows": 3}),
}
SIDES: Choices = [(1, _("one")), (2, _("up to two")), (3, _("up to three"))]
"""People per side, in words."""


class Host(Protocol):
    """A club that a competition may belong to."""

    @property
    def pk(self) -> object: ...
    @property
    def name(self) -> str: ...


def clock_of(game: str, key: str) -> dict[str, int | None]:
    """Return the limits of a clock of the form, by column."""
    limits: Mapping[str, Any] = time_controls.limits(game, CLOCKS[key])
    return {name: limits[name] for name in CLOCK}


class CompetitionForm(StoredForm):
    """Form of a competition on one page.

    Settings that are columns (``setup.settings``) have the fields of their columns, settings of the stages those of
    their formats (``setup.formats``) if the preset asks for them; options of the game are fields called
    ``option_<name>``.
    """

    field_order = ("name", "club", "game", "places")

    club = forms.ChoiceField(label=_("Club"), required=False)
    game = forms.ChoiceField(label=_("Game"))
    clock = forms.ChoiceField(label=_("Clock"), choices=[(key, key) for key in CLOCKS], initial="sheet")
    first = forms.DateField(
        label=_("First day of play"),
        help_text=_("Leave empty to open rounds as above. Otherwise each leg gets a day, and the page shows them all."),
        required=False,
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
    )
    starts_at = forms.DateTimeField(
        label=_("First round opens"),
        required=False,
        widget=forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"}),
    )
    every_days = forms.IntegerField(
        label=_("Days from one day of play to the next"), min_value=1, max_value=90, initial=7, required=False
    )
    at = forms.TimeField(
        label=_("Usual kick-off"),
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
        initial="21:00",
        required=False,
    )
    stages = forms.CharField(widget=forms.HiddenInput, required=False, max_length=6000)

    def __init__(
        self,
        *args: Any,
        preset: str,
        competition: Competition | None = None,
        clubs: Sequence[Host] = (),
        **kwargs: Any,
    ) -> None:
        """Set up the fields. ``competition``: one to change; its game stays. ``clubs``: possible owners."""
        if competition is not None:
            kwargs["initial"] = settings_of(competition)
        super().__init__(*args, **kwargs)
        self.preset = PRESETS[preset]
        self.competition = competition
        self.stored = competition is not None
        slugs = engines.games()
        self.slug = competition.game if competition else self.data.get("game") or self.initial.get("game") or slugs[0]
        asked = {name: setting for name in self.preset.asks if (setting := self.preset.setting(name))}
        if not has_extra_time(self.slug):
            asked.pop("extra_time", None)
        self.fields = {name: setting_field(setting) for name, setting in asked.items()} | self.fields | self._columns()
        self.order_fields(self.field_order)
        usual = {name: value for own in usual_settings(self.preset, self.slug) for name, value in own.items()}
        self.clubs = {str(club.pk): club for club in clubs}
        if self.clubs and competition is None:
            names = [(key, club.name) for key, club in self.clubs.items()]
            self.fields["club"].choices = [("", _("none: only mine")), *names]  # type: ignore[attr-defined]
        else:
            del self.fields["club"]
        if competition is None:
            for name in asked:
                self.fields[name].initial = usual[name]
        if "draws" in self.fields:
            self.fields["draws"].choices = draws_of(self.slug)  # type: ignore[attr-defined]
        if "pots" in self.fields:
            self.fields["through"].label = _("Qualifiers from the table")
        if self.is_evening:
            # One night: its day and hour are announced, and its rounds open by a click.
            del self.fields["every_days"], self.fields["starts_at"]
            self.fields["first"].label, self.fields["at"].label = _("The evening’s day"), _("Begins at")
            self.fields["first"].help_text = _("We tell everyone who enters, and it goes into their calendar.")
        if competition is not None or self.preset.key != OWN:
            del self.fields["stages"]
        if competition is None:
            for name in self.preset.begins.keys() & self.fields:
                self.fields[name].initial = self.preset.begins[name]
        tie_breaks.add_fields(self, self.preset, teams=competition is not None and competition.of_teams)
        own_points.add_fields(self, self.preset)
        team_rules.add_fields(self, self.preset, competition)
        self._say_why_two_legs()
        self.fields["game"].choices = [(slug, game_name(slug)) for slug in slugs]  # type: ignore[attr-defined]
        if competition is not None:
            del self.fields["game"]
        if self.slug in slugs:
            self._offer_clocks()
            for option in options_of(self.slug):
                self.fields[f"option_{option.name}"] = option_field(option)
            if competition is None:
                for name, value in usual_options(self.slug).items():
                    self.fields[f"option_{name}"].initial = value
        if self._stored_clock():  # a competition's, or a preset's of a club
            self.admit_stored()

    def _columns(self) -> dict[str, forms.Field]:
        """Return the fields of the settings that the preset and the game use, in their order."""
        seats = engines.get(self.slug).sharers if self.slug in engines.games() else len(SIDES)
        rules = [(key, RULES[key]["name"]) for key in OFFERED if of_swiss(key) == self.is_swiss]
        bounds = {"places": (self.preset.least, self.preset.most)}
        choices: dict[str, Choices] = {
            "standings": [("", _("the standard ones of this preset")), *rules],
            "side_size": SIDES[:seats],
        }
        fields = {
            name: column_field(
                column(Competition, name), bounds=bounds.get(name), choices=choices.get(name), widget=WIDGETS.get(name)
            )
            for name, setting in SETTINGS.items()
            if setting.group and name not in without_use(self.preset, seats)
        }
        if self.initial.get("advance") != Competition.Advance.SCHEDULE:  # a plan sets it, or the API
            advance = cast("forms.ChoiceField", fields["advance"])
            advance.choices = [each for each in Competition.Advance.choices if each[0] != Competition.Advance.SCHEDULE]
        return fields

    def _stored_clock(self) -> dict[str, int | None]:
        """Return the limits that are stored, by column; none of a new competition."""
        return {name: self.initial[name] for name in CLOCK if name in self.initial}

    def _offer_clocks(self) -> None:
        """Offer the four clocks, and the stored one if it is another."""
        choices = [(key, time_controls.words(self.slug, name)) for key, name in CLOCKS.items()]
        if stored := self._stored_clock():
            self.initial["clock"] = next((key for key in CLOCKS if clock_of(self.slug, key) == stored), KEPT)
            if self.initial["clock"] == KEPT:
                choices.append((KEPT, time_controls.in_words(_("As set"), *stored.values())))
        self.fields["clock"].choices = choices  # type: ignore[attr-defined]

    def _clock(self, key: str) -> dict[str, int | None]:
        """Return the limits of the clock chosen, by column."""
        return self._stored_clock() if key == KEPT else clock_of(self.slug, key)

    def _say_why_two_legs(self) -> None:
        """Put the game's reason for two legs beside the field that asks for them."""
        wish, asked = wish_of(self.slug), next((name for name in LEGS if name in self.fields), None)
        if wish is not None and asked is not None:
            self.fields[asked].help_text = f"{spoken(wish.why)} {self.fields[asked].help_text}".strip()

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        tie_breaks.refuse_twice(self, cleaned)
        own_points.refuse_some(self, cleaned)
        return cleaned

    def clean_stages(self) -> list[Given]:
        try:
            return read(self.cleaned_data["stages"])
        except BadSetting as refused:
            raise forms.ValidationError(str(refused)) from None

    @property
    def own_stages(self) -> list[Given]:
        """Return the custom stages, typed in but not checked; none if the preset has its own."""
        try:
            return read(str(self["stages"].value())) if "stages" in self.fields else []
        except BadSetting:
            return []

    @property
    def is_swiss(self) -> bool:
        return any(plan.format == Stage.Format.SWISS for plan in self.preset.stages)

    @property
    def is_evening(self) -> bool:
        return bool(self.preset.settings.get("evening"))

    def _begins(self) -> datetime | None:
        """Return the evening's day and hour, in the reader's zone; only after ``is_valid``."""
        day, hour = self.cleaned_data.get("first"), self.cleaned_data.get("at") or time(21)
        return timezone.make_aware(datetime.combine(day, hour)) if day else None

    @property
    def budget(self) -> int | None:
        """Return seconds per side for a match, by the clock chosen so far."""
        clock = str(self["clock"].value())
        offered = {key for key, _words in self.fields["clock"].choices}  # type: ignore[attr-defined]
        return self._clock(clock)["budget_seconds"] if clock in offered else None

    @property
    def boards(self) -> int:
        """Return the boards of a tie, by the number typed so far; else those that it has."""
        usual = self.competition.boards if self.competition is not None else 1
        typed = whole_number(str(self["boards"].value()), usual) if "boards" in self.fields else usual
        return min(max(typed, 1), MOST_BOARDS)

    def so_far(self) -> dict[str, Any]:
        """Return the current settings, not checked; ``places`` None if it is no number."""
        values: dict[str, Any] = {}
        for name in ("places", *self.preset.asks):
            setting = self.preset.setting(name)
            if name not in self.fields or (setting is None and name != "places"):
                continue
            raw, usual = self[name].value(), self.preset.settings.get(name, 0)
            if isinstance(usual, bool):
                values[name] = raw in (True, "on", "true")
            elif isinstance(usual, str):
                # Missing or invalid: use the default, so that the outline is possible.
                values[name] = raw if setting and setting.refusal(raw) is None else usual
            else:
                try:
                    values[name] = int(raw)
                except (TypeError, ValueError):
                    values[name] = None if name == "places" else usual
        return values

    def wishes(self) -> Wishes | None:
        """Return the current plan, not checked; None without a first day."""
        values: dict[str, Any] = {}
        if self.is_evening:
            return None
        for name in ("first", "every_days", "at"):
            try:
                values[name] = self.fields[name].clean(self[name].value())
            except forms.ValidationError:
                return None
        stored = wishes_of(self.competition) if self.competition is not None else None
        if values["first"] is None:
            return None
        zone = stored.time_zone if stored else timezone.get_current_timezone_name()
        free = stored.blackout if stored else ()
        return Wishes(values["first"], values["every_days"] or 7, values["at"] or time(21), zone, free)

    @property
    def option_fields(self) -> list[forms.BoundField]:
        return [field for field in self if field.name.startswith("option_")]

    @property
    def game_fields(self) -> list[forms.BoundField]:
        """Return the fields that depend on the game: its options, and the people per side."""
        return [field for field in self if _depends_on_game(field.name)]

    @property
    def main_fields(self) -> list[forms.BoundField]:
        """Return all other fields."""
        return [field for field in self if not _depends_on_game(field.name)]

    @property
    def by_game(self) -> tuple[str, ...]:
        """Return the names of the other fields that begin with the game's own wish."""
        return BY_GAME

    @property
    def first_fields(self) -> list[forms.BoundField]:
        """Return those of them that are not folded."""
        return sections.first_of(self.main_fields)

    @property
    def folded(self) -> list[sections.Section]:
        """Return those of them that are folded, by subject."""
        parts = sections.folded(self.main_fields)
        return [sections.in_one_section([*parts, sections.game_part(self.game_fields)])] if self.is_evening else parts

    @property
    def game_part(self) -> sections.Section | None:
        """Return the fields that depend on the game, as a folded part; an evening has them among the others."""
        return None if self.is_evening else sections.game_part(self.game_fields)

    def values(self) -> dict[str, Any]:
        """Return the keywords of ``verbs.create.create`` (but ``by``), or those of ``change`` that the reader changed.

        Only after ``is_valid``.
        """
        data = self.changes()
        values = {name: data[name] for name in SETTINGS if _tells(name, data)}
        options = {name.removeprefix("option_"): value for name, value in data.items() if name.startswith("option_")}
        usual = self.preset.settings
        settings = {key: usual[key] if data[key] in (None, "") else data[key] for key in usual if key in data}
        if not self.stored:
            values |= {"game": data["game"], "preset": self.preset.key}
        if "club" in data:
            values["club"] = self.clubs.get(data["club"])
        if "stages" in data:
            values["stages"] = data["stages"]
        if data.keys() & {"standings", *tie_breaks.NAMES}:  # other rules keep the list that is shown
            values["criteria"] = tie_breaks.listed_in(self.cleaned_data)
        if data.keys() & {*own_points.NAMES} or ("standings" in data and own_points.listed_in(self.cleaned_data)):
            values["points"] = own_points.listed_in(self.cleaned_data)
        if data.keys() & {*team_rules.NAMES}:
            values["team_rules"] = team_rules.chosen_in(self.cleaned_data)
        if options:
            values["options"] = options
        if settings:
            values["settings"] = settings
        if "clock" in data:
            values |= self._clock(data["clock"])
        if self.is_evening and {"first", "at"} & set(data):
            values["starts_at"] = self._begins()
        elif not self.is_evening and {"first", "every_days", "at"} & set(data):
            values["wishes"] = self.wishes()
        return values


def _tells(name: str, data: Mapping[str, Any]) -> bool:
    """Return whether ``data`` has a value for field ``name``: an empty one may be none."""
    return name in data and (data[name] not in (None, "") or column(Competition, name).blank)


def _depends_on_game(name: str) -> bool:
    return name.startswith("option_") or name in in_group("game")


def without_use(preset: Preset, seats: int) -> set[str]:
    """Return the settings that a competition from ``preset`` cannot use, with ``seats`` of a side in its game.

    An evening sets its silence in minutes, and withdrawals void no bracket or Swiss rounds.
    """
    unused = {"real_rated"} - {*preset.asks}
    if not preset.has_table:
        unused.add("standings")
    if not preset.takes_teams:
        unused |= {*in_group("teams")}
    if seats == 1:
        unused.add("side_size")
    if preset.settings.get("evening"):
        return unused | {*in_group("counts")} - {"dispute_hours"}
    if all(plan.format not in TABLES - {Stage.Format.SWISS} for plan in preset.stages):
        unused.add("withdrawals")
    return unused


def settings_of(competition: Competition) -> dict[str, Any]:
    """Return the form's values for an existing competition."""
    wishes = wishes_of(competition)
    evening = bool(PRESETS[competition.preset].settings.get("evening"))
    begins = timezone.localtime(competition.starts_at) if evening and competition.starts_at else None
    return {
        **({"first": begins.date(), "at": begins.time()} if begins else {}),
        **({"first": wishes.first, "every_days": wishes.every_days, "at": wishes.at} if wishes else {}),
        **{name: getattr(competition, name) for name in SETTINGS},
        **{key: value for stage in competition.stages.all() for key, value in stage.settings.items()},
        **{f"option_{name}": value for name, value in competition.options.items()},
        "criteria": chosen(competition),
        "points": own(competition),
    }
