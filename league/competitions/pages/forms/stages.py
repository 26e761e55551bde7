"""Form of custom stages: the number of places, then one stage after the other.

One form per stage, numbered from 1 by its prefix (``s1-format``, ``s1-groups``). A stage after others also asks how
many qualify for it. ``chains.checked`` decides whether the stages fit together; its sentence is shown beside the field
it is about.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

import engines
from league.competitions.errors import BadSetting
from league.competitions.models import Stage
from league.competitions.pages.forms.format import setting_field
from league.competitions.setup.chains import FIRST, MOST, BadStage, Given, checked, default_settings, entering, one_line
from league.competitions.setup.formats import setting
from league.competitions.setup.presets import DRAWS, MEETINGS, OWN, PRESETS
from league.competitions.setup.preview import Outline, outline_of
from league.competitions.setup.stages import BRACKETS
from league.competitions.setup.usual import draws_of, has_extra_time, usual_of
from league.competitions.words.stages import stage_words
from league.forms import admit
from league.players.words.games import game_name

if TYPE_CHECKING:  # of the type checker's packages
    from django_stubs_ext import StrPromise

Format = Stage.Format
ASKS: Final[dict[str, tuple[str, ...]]] = {
    Format.GROUPS: ("groups", *MEETINGS, "clubs_apart", *DRAWS),
    Format.LEAGUE: PRESETS["league"].asks,
    Format.LEAGUE_PHASE: ("pots", "opponents", "clubs_apart", "club_limit", *DRAWS),
    Format.SWISS: PRESETS["swiss"].asks,
    Format.KNOCKOUT: ("shape", *PRESETS["cup"].asks),
    Format.DOUBLE: PRESETS["double"].asks,
}
"""Formats that can be combined, and their settings in the form: those of their presets."""
NAMES: Final[dict[str, StrPromise]] = {
    Format.GROUPS: _("Groups"),
    Format.LEAGUE: _("League: everyone plays everyone"),
    Format.LEAGUE_PHASE: _("League phase: opponents from pots"),
    Format.SWISS: _("Swiss rounds"),
    Format.KNOCKOUT: _("Knockout"),
    Format.DOUBLE: _("Double elimination"),
}
LATER: Final = tuple(format for format in ASKS if format not in FIRST)
"""Formats that may follow others."""
CARRIED: Final = ("carried", "carried_matches", "carried_among")
"""The settings of a table that comes after others."""
BEGINS: Final = ({"format": Format.GROUPS, "settings": {"groups": 4, "times": 1}},)
"""Default stages of the page."""


class PlacesForm(forms.Form):
    """The game, which may lack terms of a level match, and the number of places, which decides what fits."""

    game = forms.ChoiceField(label=_("Game"), required=False)
    places = forms.IntegerField(label=_("Places"), min_value=PRESETS[OWN].least, max_value=PRESETS[OWN].most)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["game"].choices = [(slug, game_name(slug)) for slug in engines.games()]  # type: ignore[attr-defined]

    @property
    def slug(self) -> str:
        """Return the game chosen so far; the first one where there is no such game."""
        slug = str(self["game"].value() or "")
        return slug if slug in engines.games() else engines.games()[0]


class StageForm(forms.Form):
    """One stage: its format, its number of entrants, its settings."""

    def __init__(
        self,
        *args: Any,
        number: int,
        before: str | None,
        others: Mapping[str, Any] | None = None,
        game: str = "",
        **kwargs: Any,
    ) -> None:
        """Set up the fields.

        ``before``: the format of the stage before, None for the first. ``others``: its settings, of which those without
        a field are kept as they are. ``game``: it may lack extra time, and has its own defaults.
        """
        kwargs["prefix"] = f"s{number}"
        super().__init__(*args, **kwargs)
        self.number, self.before = number, before
        allowed = tuple(ASKS) if before is None else LATER
        names = [(format, NAMES[format]) for format in allowed]
        self.fields["format"] = forms.ChoiceField(label=_("Format"), choices=names)
        typed_format = str(self["format"].value() or "")
        self.chosen_format = typed_format if typed_format in allowed else str(allowed[0])
        usual = default_settings(self.chosen_format, before) | usual_of(self.chosen_format, game, {})
        qualifying = (*(("through",) if before else ()), *(("best",) if before == Format.GROUPS else ()))
        carrying = tuple(name for name in CARRIED if name in usual)
        splitting = ("by_rank",) if "by_rank" in usual and before != Format.GROUPS else ()
        for name in (*qualifying, *splitting, *carrying, *ASKS[self.chosen_format]):
            if name != "extra_time" or has_extra_time(game):
                self._add(name, usual)
        if "draws" in self.fields:
            self.fields["draws"].choices = draws_of(game)  # type: ignore[attr-defined]
        if "through" in self.fields and before != Format.GROUPS:
            self.fields["through"].label = _("Qualifiers from the table")
        self.others = {name: value for name, value in (others or {}).items() if name not in self.fields}

    def _add(self, name: str, usual: Mapping[str, Any]) -> None:
        declared = setting(self.chosen_format, name)
        assert declared is not None
        field = setting_field(declared)
        field.initial = usual[name]
        self.fields[name] = field
        if isinstance(field, forms.TypedChoiceField):
            admit(field, self[name].value())  # the API may set more; ``chains`` decides

    @property
    def others_line(self) -> str:
        """Return the settings without a field as one line of JSON."""
        return json.dumps(self.others, separators=(",", ":"))

    @property
    def title(self) -> str:
        return stage_words(Stage(number=self.number, **self.stage()))

    def stage(self) -> Given:
        """Return the stage for ``chains``, with defaults for invalid fields; checked after ``is_valid``."""
        usual = default_settings(self.chosen_format, self.before)
        values = {name: self._value(name, usual[name]) for name in self.fields if name != "format"}
        return {
            "format": self.chosen_format,
            "settings": {**self.others, **{name: value for name, value in values.items() if value is not None}},
        }

    def _value(self, name: str, usual: Any) -> Any:  # a plain setting, or None without a sensible one
        if not self.is_bound:
            return self.get_initial_for_field(self.fields[name], name)
        try:
            value = self.fields[name].clean(self[name].data)
        except forms.ValidationError:
            return None
        return value if value not in (None, "") else None if isinstance(usual, int | float) else usual


class Composition:
    """The whole page: the places and the stages, typed in or stored."""

    def __init__(
        self,
        data: Mapping[str, Any] | None,
        places: int,
        stages: Sequence[Given],
        room: bool = True,
        game: str = "",
    ) -> None:
        """Set up the forms.

        ``data``: the submitted data, None: begin with ``places``, ``game`` and ``stages``. ``room``: places and game
        are asked for.
        """
        self.places_form = PlacesForm(data if room else None, initial={"places": places, "game": game})
        self.game = self.places_form.slug if room else game
        self.room, self.usual_places = room, places
        rows = _submitted_stages(data) if data is not None else list(stages)
        if data is not None and room and data.get("game_was", self.game) != self.game:
            rows = [_begun_anew(row, self.game) for row in rows]
        self.forms: list[StageForm] = []
        for number, row in enumerate(rows[:MOST], start=1):
            before = self.forms[-1].chosen_format if self.forms else None
            self.forms.append(self._form(number, before, row, data is not None))
        self._fine: bool | None = None
        self.wrong = ""
        self.preview: Outline | None = None
        """The outline, once it was asked for and is possible."""

    def _form(self, number: int, before: str | None, row: Mapping[str, Any], bound: bool) -> StageForm:
        if bound and row.get("was") == row["format"]:
            data = {f"s{number}-{name}": value for name, value in row.items()}
            others = _read(row.get("others", ""))
            return StageForm(data, number=number, before=before, others=others, game=self.game)
        if bound:  # the format has changed: the submitted settings are those of the old one
            return StageForm(None, number=number, before=before, game=self.game, initial={"format": row["format"]})
        settings = row.get("settings") or {}
        initial = {"format": row["format"], **settings}
        return StageForm(None, number=number, before=before, others=settings, game=self.game, initial=initial)

    @property
    def places(self) -> int | None:
        """Return the number of places; None if it is no number, or not a possible one."""
        if not self.room or not self.places_form.is_bound:
            return self.usual_places
        return self.places_form.cleaned_data["places"] if self.places_form.is_valid() else None

    @property
    def stages(self) -> list[Given]:
        """Return the current stages for ``chains``."""
        return [form.stage() for form in self.forms]

    @property
    def stages_line(self) -> str:
        """Return the stages as one line of JSON."""
        return one_line(self.stages)

    @property
    def may_grow(self) -> bool:
        return len(self.forms) < MOST and not (self.forms and self.forms[-1].chosen_format in BRACKETS)

    def changed(self, do: str) -> None:
        """Add a stage at the end, or remove the one that ``do`` names (``add``, ``without-2``)."""
        rows = self.stages
        if do == "add" and self.may_grow:
            rows.append({"format": Format.KNOCKOUT, "settings": {}})
        elif match := re.fullmatch(r"without-([1-9])", do):
            del rows[int(match[1]) - 1 : int(match[1])]
        begun: list[StageForm] = []
        for number, row in enumerate(rows, start=1):
            before = begun[-1].chosen_format if begun else None
            begun.append(self._form(number, before, row, bound=False))
        self.forms, self._fine = begun, None

    def check(self) -> bool:
        """Check the stages once; errors go to their fields, and to ``wrong`` for the preview."""
        if self._fine is None:
            self._fine = self._check()
        return self._fine

    def _check(self) -> bool:
        valid = [form.is_valid() for form in self.forms if form.is_bound]  # all, so that each shows its errors
        fine = all(valid) and self.places is not None
        if not fine:
            self.wrong = str(_("Check the marked fields."))
            return False
        try:
            checked(PRESETS[OWN], self.places or 0, self.stages)
        except BadStage as refused:
            self.wrong = str(_("Stage %(number)d: %(sentence)s") % {"number": refused.number, "sentence": refused})
            form = self.forms[refused.number - 1]
            if form.is_bound:
                form.add_error(refused.key if refused.key in form.fields else None, str(refused))
            return False
        except BadSetting as refused:
            self.wrong = str(refused)
            return False
        return True

    def outline(self) -> Outline | None:
        """Return the outline; None if it is not possible (``wrong`` says why)."""
        if not self.check():
            return None
        rows = [
            (row["format"], {**usual, **row["settings"]}) for row, usual in zip(self.stages, self._usual, strict=True)
        ]
        return outline_of(rows, self.places or 0)

    @property
    def _usual(self) -> list[dict[str, Any]]:
        return [default_settings(form.chosen_format, form.before) for form in self.forms]

    @property
    def with_counts(self) -> list[tuple[StageForm, int]]:
        return list(zip(self.forms, self.coming(), strict=True))

    def coming(self) -> list[int]:
        """Return the number of entrants of each stage, with every place taken. Only if they are possible."""
        counts: list[int] = []
        tables = [0]
        for row, usual in zip(self.stages, self._usual, strict=True):
            values = {**usual, **row["settings"]}
            counts.append(entering(tables, values) if counts else self.places or 0)
            size, more = divmod(counts[-1], values.get("groups", 1))
            tables = [size + (at < more) for at in range(values.get("groups", 1))]
        return counts


def _begun_anew(row: Mapping[str, Any], game: str) -> dict[str, Any]:
    """Return the submitted stage ``row`` with what ``game``, chosen after it was filled in, begins otherwise."""
    usual = usual_of(str(row["format"]), game, {}) if row["format"] in ASKS else {}
    typed = {name: value for name, value in row.items() if name not in usual}
    return typed | {name: "on" if value is True else str(value) for name, value in usual.items() if value is not False}


def _read(line: str) -> dict[str, Any]:
    """Return the settings in a hidden line of JSON; none if it is broken."""
    try:
        settings = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return settings if isinstance(settings, dict) else {}


def _submitted_stages(data: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the submitted data of each stage, in order: name without the prefix -> value."""
    rows: dict[int, dict[str, Any]] = {}
    for name in data:
        if match := re.fullmatch(r"s([1-9])-(\w+)", name):
            rows.setdefault(int(match[1]), {})[match[2]] = data[name]
    return [row for _number, row in sorted(rows.items()) if "format" in row]
