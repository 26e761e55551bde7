"""Forms of one match's result: entered or corrected by an organiser, or reported by a player."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from engines.core.seats import SEATS
from league.competitions.log.cards import KINDS
from league.competitions.models import Fixture
from league.competitions.setup.usual import has_extra_time
from league.competitions.verbs import rulings
from league.competitions.verbs.rulings import Score
from league.competitions.words import scorers

CARD_FIELDS = tuple(f"{seat}_{kind}" for seat in ("home", "away") for kind in KINDS)


def _cards(label: Any) -> forms.IntegerField:  # a lazy string
    return forms.IntegerField(label=label, min_value=0, max_value=11, required=False)


class ResultForm(forms.Form):
    """A result of a match at a real table, or a correction."""

    further = (*CARD_FIELDS, "home_scorers", "away_scorers")
    """Its folded fields."""

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
    home_yellow = _cards(_("Yellow cards of the home side"))
    home_second_yellow = _cards(_("Sent off after two yellow cards, home side"))
    home_red = _cards(_("Red cards of the home side"))
    away_yellow = _cards(_("Yellow cards of the away side"))
    away_second_yellow = _cards(_("Sent off after two yellow cards, away side"))
    away_red = _cards(_("Red cards of the away side"))
    home_scorers = forms.CharField(
        label=_("Scorers of the home side"),
        help_text=_("Optional. Numbers or names of the pieces, separated by commas: 9, 9, 10."),
        max_length=400,
        required=False,
    )
    away_scorers = forms.CharField(label=_("Scorers of the away side"), max_length=400, required=False)
    reason = forms.CharField(label=_("Reason, shown to everybody"), max_length=300, required=False)

    def __init__(self, *args: Any, game: str, cards: bool = False, **kwargs: Any) -> None:
        """Set up the fields of a match of ``game``. ``cards``: ask for them, as the rules of the table need them."""
        super().__init__(*args, **kwargs)
        if not has_extra_time(game):
            del self.fields["extra_time"]
        self.cards = cards
        if cards:
            self.fields["home_yellow"].help_text = _("Leave all six empty if nobody counted the cards.")
        else:
            for name in CARD_FIELDS:
                del self.fields[name]

    def told_cards(self) -> dict[str, list[str]] | None:
        """Return the typed cards; None if no field was filled in. Only after ``is_valid``."""
        data = self.cleaned_data
        if not self.cards or all(data[name] is None for name in CARD_FIELDS):
            return None
        return {
            seat: [kind for kind in KINDS for _one in range(data[f"{seat}_{kind}"] or 0)] for seat in ("home", "away")
        }

    def score(self) -> Score:
        """Return the typed score. Only after ``is_valid``."""
        data = self.cleaned_data
        home, away = data["home_kicks"], data["away_kicks"]
        kicks = None if home is None or away is None else (home, away)
        scored: dict[str, list[str]] = {seat: scorers.read(data.get(f"{seat}_scorers", "")) for seat in SEATS}
        return Score(
            data["home_goals"],
            data["away_goals"],
            kicks,
            data.get("extra_time", False),
            self.told_cards(),
            scored if any(scored.values()) else None,
        )


class ReportForm(ResultForm):
    """The same, reported by one of the two sides."""

    reason = None  # type: ignore[assignment]
    home_scorers = None  # type: ignore[assignment]
    away_scorers = None  # type: ignore[assignment]


def result_of(fixture: Fixture) -> dict[str, Any]:
    """Return the current result for the form of a correction; empty without one."""
    if fixture.home_goals is None:
        return {}
    kicks = fixture.shootout or {}
    return {
        "home_goals": fixture.home_goals,
        "away_goals": fixture.away_goals,
        "extra_time": fixture.how in ("extra_time", "shootout"),
        "home_kicks": kicks.get("home"),
        "away_kicks": kicks.get("away"),
        **_standing_cards(fixture),
        **{f"{seat}_scorers": ", ".join(names) for seat, names in (rulings.scorers_told(fixture) or {}).items()},
    }


def _standing_cards(fixture: Fixture) -> dict[str, int]:
    """Return the cards of the current result by field; empty if none are recorded."""
    cards = rulings.cards_told(fixture)
    if cards is None:
        return {}
    return {f"{seat}_{kind}": cards[seat].count(kind) for seat in ("home", "away") for kind in KINDS}
