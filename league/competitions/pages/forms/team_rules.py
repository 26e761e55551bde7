"""Fields of the rules of a tie that an organiser of teams chooses; the verb checks what they say."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from league.competitions.models import Competition
from league.competitions.setup import team_rules
from league.competitions.setup.presets import Preset
from league.competitions.words.stages import stages_cached
from league.competitions.words.team_rules import STEPS, key_words
from league.formats.team_ties import TIE_KEYS, as_json
from league.forms import Choices
from league.sentences import decimal

MISSING: Final[Choices] = [("awarded", _("is won by the other team")), ("nobody", _("is won by nobody"))]
KEYS_OF_CUP: Final = (*TIE_KEYS, *STEPS)
TIE_BY: Final = ("tie_by", *(f"tie_by_{number}" for number in range(2, len(TIE_KEYS) + 1)))
CUP_BY: Final = ("cup_by", *(f"cup_by_{number}" for number in range(2, len(KEYS_OF_CUP) + 1)))
"""Fields of the longest order. The first is called as the rule: a refusal of it stands there."""
NUMBERS: Final = ("board_points", "board_values")
NAMES: Final = (*NUMBERS, *TIE_BY, "first_to", "play_on", "missing_player", *CUP_BY)


def add_fields(form: forms.Form, preset: Preset, competition: Competition | None) -> None:
    """Add the fields to ``form`` once ``competition`` is one of teams."""
    if competition is None or not competition.of_teams:
        return
    rules = as_json(team_rules.of(competition))
    form.initial.update({name: " ".join(map(decimal, rules[name])) for name in NUMBERS})
    form.initial.update({name: rules[name] for name in ("first_to", "play_on", "missing_player")})
    form.fields["board_points"] = forms.CharField(
        label=_("Board points"), help_text=_("For a win, a draw and a defeat."), max_length=40
    )
    form.fields["board_values"] = forms.CharField(
        label=_("Values of the boards"),
        help_text=_("What board 1, 2 … multiply their points by: 3 2 1. Empty: all count once."),
        max_length=60,
        required=False,
    )
    if preset.has_table:
        _add_order(form, TIE_BY, rules["tie_by"], TIE_KEYS, _("A tie is won by"))
    form.fields["first_to"] = forms.FloatField(
        label=_("Board points that win at once"),
        help_text=_("0: all boards count."),
        widget=forms.NumberInput(attrs={"inputmode": "decimal", "step": "0.5"}),
    )
    form.fields["play_on"] = forms.BooleanField(
        label=_("All boards are played"),
        help_text=_("Otherwise boards that have not begun are closed once the tie is decided."),
        required=False,
    )
    form.fields["missing_player"] = forms.ChoiceField(label=_("A board without a player"), choices=MISSING)
    if preset.has_bracket:
        _add_order(form, CUP_BY, rules["cup_by"], KEYS_OF_CUP, _("A tie of the cup is won by"))
    elif any(stage.settings.get("boundary_playoffs") for stage in stages_cached(competition)):
        _add_order(form, CUP_BY, rules["cup_by"], KEYS_OF_CUP, _("A play-off is won by"))


def _add_order(form: forms.Form, names: Sequence[str], listed: Sequence[str], keys: Sequence[str], label: Any) -> None:
    """Add a select for each place of an order and one more, the first with ``label``."""
    words = [(key, key_words(key)) for key in dict.fromkeys((*keys, *listed))]
    for number, name in enumerate(names[: len(listed) + 1]):
        form.initial[name] = listed[number] if number < len(listed) else ""
        form.fields[name] = forms.ChoiceField(
            label=label if number == 0 else _("If level, by"),
            choices=words if number == 0 else [("", _("nothing more")), *words],
            required=number == 0,
        )


def chosen_in(cleaned: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rules that the fields say."""
    rules: dict[str, Any] = {name: _numbers(cleaned[name]) for name in NUMBERS}
    rules |= {name: cleaned[name] for name in ("first_to", "play_on", "missing_player")}
    for names in (TIE_BY, CUP_BY):
        if names[0] in cleaned:
            rules[names[0]] = [cleaned[name] for name in names if cleaned.get(name)]
    return rules


def _numbers(typed: str) -> list[float | str]:
    """Return the numbers of ``typed``; a word that is none stays, for the verb to refuse."""
    return [_number(word) for word in re.split(r"[\s;/]+", typed.strip()) if word]


def _number(word: str) -> float | str:
    try:
        number = float(word.replace("½", ".5").replace(",", "."))
    except ValueError:
        return word
    return int(number) if number.is_integer() else number
