"""The rules that people choose for a match of their own: the options of its game, what follows a level score, its legs.

The engine declares them (``Game.options``, ``Game.winner``, ``LEGS``). Verbs, pages, API and words of a table read them
here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self, TypedDict

from django.utils.translation import get_language
from django.utils.translation import gettext as _

import engines
from engines.core.errors import BadOptions
from engines.core.options import LEGS, Option, resolve_options, resolve_terms, terms_of, winner_of
from engines.core.text import say, text
from matches.errors import MatchError
from matches.models import Challenge, Match


class BadRules(MatchError):
    """A value that the game does not allow; ``field`` names it as ``choices`` does."""

    code = "bad_options"
    status = 400

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field

    def members(self) -> dict[str, Any]:
        return {"errors": {self.field: [str(self)]}}


class Chosen(TypedDict, total=False):
    """What somebody chose, as keywords of the verbs; what is left out is as usual."""

    options: Mapping[str, Any] | None
    winner: str
    legs: int


@dataclass(frozen=True, slots=True)
class RulesOfMatch:
    """The rules of one match: each option of its game, how a level score is decided (``Game.winner``), its legs."""

    game: str
    options: dict[str, Any]  # JSON values of the game's options
    winner: str
    legs: int
    level_stands: bool = False
    """No shootout: the competition says who goes through where the score is still level."""

    @classmethod
    def taken(cls, game: str, *, options: Mapping[str, Any] | None = None, winner: str = "none", legs: int = 1) -> Self:
        """Return the rules with these values, the others as usual in ``game``. Raises BadRules, BadRequest.

        Two legs have a winner: what nobody chose is the first way to one that the game has.
        """
        engine = engines.get(game)
        by_name = {option.name: option for option in engine.options}
        for name, value in (options or {}).items():
            if name not in by_name:
                sentence = _("%(game)s has no option “%(name)s”. Its options: %(all)s.")
                names = {"game": engine.name, "name": name, "all": ", ".join(by_name)}
                raise BadRules(f"options.{name}", sentence % names)
            _check(f"options.{name}", by_name[name], value)
        _check("winner", engine.winner, winner)
        _check("legs", LEGS, legs)
        if legs > 1 and winner == "none":
            winner = engine.winner.choices[1]
        resolved = resolve_options(engine.options, {**engine.house_options, **(options or {})})
        return cls(game, resolved, winner, legs)

    @classmethod
    def of(cls, match: Match) -> Self:
        """Return the rules by which ``match`` is played."""
        engine = engines.get(match.game)
        defaults = {option.name: option.default for option in engine.options}
        both = {"draws_allowed": False} if match.leg else {}  # the first of two legs may end level, the tie may not
        winner = winner_of(engine.winner, {**resolve_terms(None), **match.terms, **both})
        options = {**defaults, **engine.options_under(match.rules_version, match.options)}
        return cls(match.game, options, winner, match.legs, match.terms.get("level_stands", False))

    @classmethod
    def offered(cls, challenge: Challenge) -> Self:
        """Return the rules that ``challenge`` offers."""
        return cls.taken(challenge.game, options=challenge.options, winner=challenge.winner, legs=challenge.legs)

    @classmethod
    def official(cls, game: str) -> Self | None:
        """Return the rules of the match of two legs that the sheet of ``game`` calls official, if it has one.

        Its options are the usual ones: what competitions add to two legs is no rule of the sheet.
        """
        return None if engines.about(game).two_legs is None else cls.taken(game, legs=2)

    @property
    def terms(self) -> dict[str, Any]:
        """Return the engine's terms of such a match."""
        return terms_of(self.winner)

    @property
    def chosen(self) -> Chosen:
        """Return the keywords of the verbs that open such a match."""
        return Chosen(options=self.options, winner=self.winner, legs=self.legs)

    @property
    def values(self) -> dict[str, Any]:
        """Return the value of each of ``choices``."""
        options = {f"options.{name}": value for name, value in self.options.items()}
        values = {"legs": self.legs, "winner": self.winner, **options}
        return {name: value for name, value in values.items() if name in choices(self.game)}

    def changed(self, usual: Self | None = None) -> dict[str, Any]:
        """Return those of ``values`` that are not ``usual``, else not those of a friendly match."""
        others = (usual or type(self).taken(self.game)).values
        return {name: value for name, value in self.values.items() if value != others[name]}

    def in_words(self, usual: Self | None = None) -> str:
        """Return in one line what is not ``usual``, as ``changed`` does."""
        offered = choices(self.game)
        words = [
            self._no_shootout_in_words
            if name == "winner" and self.level_stands
            else option_in_words(offered[name], value)
            for name, value in self.changed(usual).items()
        ]
        return " · ".join(words) or _("The usual rules")

    @property
    def _no_shootout_in_words(self) -> str:
        if self.winner == "extra_time":
            return _("If the score is level: extra time, without penalties")
        return _("If the score is level: no extra time and no penalties")


def choices(game: str) -> dict[str, Option]:
    """Return what people choose for a match of their own of ``game``, by its name at every door."""
    options = {f"options.{option.name}": option for option in options_of(game)}
    return {"legs": LEGS, "winner": engines.get(game).winner, **options}


def options_of(game: str) -> list[Option]:
    """Return the options of ``game`` that people choose; how many play on a side follows from who sits down."""
    return [option for option in engines.get(game).options if option.kind != "seats"]


def _check(field: str, option: Option, value: Any) -> None:  # a value from outside
    """Raise BadRules unless ``option`` can have ``value``."""
    try:
        option.codec.check(field, value, BadOptions)
    except BadOptions:
        raise BadRules(field, possible_values(option)) from None


def possible_values(option: Option) -> str:
    """Return the sentence that names the values of ``option``."""
    values = {"option": option_words(option.label), "allowed": _allowed(option)}
    return _("Possible values of “%(option)s”: %(allowed)s.") % values


def _allowed(option: Option) -> str:
    if option.kind == "bool":
        return "true, false"
    if option.kind == "str":
        return ", ".join(option.choices)
    bounds = _("%(low)d to %(high)d") % {"low": option.low, "high": option.high}
    return ", ".join([*map(str, option.also), bounds, *([_("empty")] if option.nullable else [])])


def option_words(msgid: str) -> str:
    """Return a label, a help text or a value's word of an engine's option in the reader's language."""
    return say(text(msgid), get_language() or "en") if msgid else ""


def option_in_words(option: Option, value: Any) -> str:  # a JSON value of the option's kind
    """Return an option with its value, "Turns per half: 45"; empty for one that the game resolves itself."""
    if value is None or isinstance(value, dict):
        return ""
    word = (_("yes") if value else _("no")) if isinstance(value, bool) else option_words(option.word(value))
    return f"{option_words(option.label)}: {word}"
