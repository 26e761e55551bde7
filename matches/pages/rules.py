"""Fields of a game's options, and the form of the rules of a match."""

from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.http import urlencode
from django.utils.translation import get_language

import engines
from engines.core.options import Option
from engines.core.text import say
from matches.terms.rules import BadRules, RulesOfMatch, choices, option_words, possible_values

FEW = 4
"""Values that are shown beside one another, not in a list to open."""


def option_field(option: Option) -> forms.Field:
    """Return the form field of a game's option; an empty one takes the game's default."""
    label, help_text = option_words(option.label), option_words(option.help)
    refusals = dict.fromkeys(
        ("required", "invalid", "invalid_choice", "min_value", "max_value"), possible_values(option)
    )
    if option.kind == "bool":
        return forms.BooleanField(label=label, help_text=help_text, required=False, initial=option.default)
    if option.kind == "int" and not option.words:
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
            error_messages=refusals,
        )
    return forms.TypedChoiceField(
        label=label,
        help_text=help_text,
        choices=[(value, option_words(option.word(value))) for value in option.values],
        coerce=int if option.kind == "int" else str,
        initial=option.default,
        error_messages=refusals,
    )


class RulesForm(forms.Form):
    """The rules of a match of ``game``, folded on the page that starts it: what is left out is as usual.

    Its fields are named after the game, so that those of another game that the page showed before say nothing. A page
    that is asked for with values in its address begins with them.
    """

    def __init__(self, game: str, request: HttpRequest, usual: RulesOfMatch | None = None) -> None:
        """Set up the fields. ``usual``: the rules of the game where they are not those of a friendly match."""
        sent = request.POST if request.method == "POST" else request.GET
        self.game, self.usual = game, usual or RulesOfMatch.taken(game)
        self.rules = self.usual
        shown = {f"{game}-{name}": value for name, value in self.usual.values.items() if not isinstance(value, bool)}
        data = {**shown, **sent.dict()} if any(name.startswith(f"{game}-") for name in sent) else None
        super().__init__(data, prefix=game, initial=self.usual.values)
        for name, option in choices(game).items():
            field = self.fields[name] = option_field(option)
            field.required = False
            if isinstance(field, forms.ChoiceField) and len(words := list(field.widget.choices)) <= FEW:
                field.widget = forms.RadioSelect(choices=words)

    def clean(self) -> dict[str, Any]:
        values = {name: value for name, value in self.cleaned_data.items() if value not in ("", None)}
        winner, legs = values.pop("winner", self.usual.winner), values.pop("legs", self.usual.legs)
        options = {name.removeprefix("options."): value for name, value in values.items()}
        try:
            options = {**self.usual.options, **options}
            self.rules = RulesOfMatch.taken(self.game, options=options, winner=winner, legs=legs)
        except BadRules as refused:
            self.add_error(refused.field, str(refused))
        return self.cleaned_data

    def taken(self) -> RulesOfMatch:
        """Return the rules as they were sent. Raises BadRules for the first field that is wrong."""
        for name, refusals in self.errors.items():
            raise BadRules(name, str(refusals[0]))
        return self.rules

    @property
    def official(self) -> dict[str, str] | None:
        """Return the words of the game's official match and the query that chooses it; None if it is chosen already."""
        rules, wish = RulesOfMatch.official(self.game), engines.about(self.game).two_legs
        if rules is None or wish is None or rules == self.rules:
            return None
        query = urlencode({f"{self.game}-{name}": value for name, value in rules.changed(self.usual).items()})
        return {"words": say(wish.official, get_language() or "en"), "query": query}

    def in_words(self) -> str:
        """Return in one line what is chosen so far, or what is wrong with it."""
        return next((str(refusals[0]) for refusals in self.errors.values()), self.rules.in_words(self.usual))
