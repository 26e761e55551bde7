"""Formats of stages as data: their settings, what is allowed, and how their ties are decided.

A stage's settings are plain JSON, checked when a competition is made. A new format needs a row in ``KNOWN``, its
builder in ``league.competitions.derivation.building`` and, if it makes rounds one by one, in
``league.competitions.derivation.pairing``.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _

from league.competitions.models import Round, Stage, Tie
from league.competitions.setup import boundaries
from league.formats.consolation import ADDED
from league.formats.knockout import Bracket, bracket
from league.formats.ladders import PAGE_SIZE, page_playoff, stepladder
from league.formats.league_phase import MOST_OPPONENTS, MOST_POTS
from league.formats.slots import source
from league.formats.ties import TieRules

Format = Stage.Format
RESTS: Final = ("half_bye", "absent")
"""Kinds of rest that an entrant of a Swiss stage may ask for."""

TABLES: Final = frozenset({Format.LEAGUE, Format.GROUPS, Format.DIVISIONS, Format.SWISS, Format.LEAGUE_PHASE})
"""Formats whose matches count for a table, and may be drawn."""
BRACKETS: Final = frozenset({Format.KNOCKOUT, Format.DOUBLE, Format.PLAYOFFS})
"""Formats whose ties have a winner."""

_TIES: Final[dict[str, Any]] = {
    "legs": 1,
    "best_of": 0,
    "extra_time": True,
    "away_goals": False,
    "away_goals_in_extra_time": False,
    "replay": False,
}
"""``away_goals_in_extra_time`` is about entered results; a match played here follows the game's own rule."""
_FIELD: Final[dict[str, Any]] = {"through": 0, "best": 0}
"""Entrants from the stage before: how many of each group, and of the best of the next rank. 0: it is the first."""

SHAPES: Final[dict[str, Callable[[int], Bracket]]] = {
    "bracket": bracket,
    "stepladder": stepladder,
    "page": page_playoff,
}
"""Makers of a knockout by its ``shape``."""
MOST_PLACES: Final = 128
"""Most entrants of a knockout that plays for every place: 448 ties; each doubling has more than twice as many."""

KNOWN: Final[dict[str, dict[str, Any]]] = {
    Format.LEAGUE: {"times": 2, "boundary_playoffs": False},
    Format.GROUPS: {"groups": 2, "times": 1, "clubs_apart": False},
    Format.DIVISIONS: {"divisions": 2, "times": 2, "move": 1, "playoff": 0, "boundary_playoffs": False},
    Format.KNOCKOUT: {
        **_TIES,
        "third_place": False,
        "neutral_final": False,
        "redraw": False,
        "clubs_apart": False,
        "shape": "bracket",
        "consolation": "none",
        "venue": "better",
        **_FIELD,
    },
    Format.PLAYOFFS: dict(_TIES),
    Format.DOUBLE: {**_TIES, "reset": True, "clubs_apart": False, "venue": "better", **_FIELD},
    Format.LEAGUE_PHASE: {"pots": 4, "opponents": 8, "clubs_apart": True, "club_limit": 2},
    Format.SWISS: {
        "rounds": 5,
        "system": "dutch",
        "bye": 1.0,
        "accelerated": False,
        "late": "absent",
        "evening": False,
        "minutes": 20,
        "buzzer": "stands",
        "silent": "here",
        "silence": 5,
        "odd": "bye",
        "house_name": "",
    },
}
"""Each format's settings with their defaults.

Bracket: by its ``venue`` the ``better`` placed side of each tie, or the upper one of the ``bracket``, has the better
venue (``has_better_venue``).

League phase: numbers of ``pots`` and ``opponents``; with ``clubs_apart`` nobody meets their own club, and at most
``club_limit`` of one other (0: any number).

Evening at real tables, only if ``evening`` is set: ``minutes`` of a round by its clock (0: no clock), the effect of the
``buzzer`` on unfinished matches, whether a ``silent`` entrant at the check-in of a round plays or rests, minutes of
``silence`` after which a report counts, and the opponent of the odd player (``odd``): nobody, the house player called
``house_name``, or a house bot.
"""

FOLLOWS: Final[dict[str, Any]] = {"through": 2, "best": 0}
"""Further settings of tables that follow tables: how many come through from each of those before."""

WITHIN: Final[dict[str, Callable[[Any], bool]]] = {
    "legs": lambda n: n in (1, 2),
    "times": lambda n: n in (1, 2),
    "best_of": lambda n: n in (0, 3, 5, 7),
    "groups": lambda n: 2 <= n <= 16,
    "divisions": lambda n: 2 <= n <= 6,
    "move": lambda n: 0 <= n <= 6,
    "playoff": lambda n: 0 <= n <= 4,
    "through": lambda n: 0 <= n <= 32,
    "pots": lambda n: 1 <= n <= MOST_POTS,
    "opponents": lambda n: 2 <= n <= MOST_OPPONENTS,
    "club_limit": lambda n: 0 <= n <= MOST_OPPONENTS,
    "best": lambda n: 0 <= n <= 16,
    "rounds": lambda n: 1 <= n <= 19,
    "bye": lambda n: 0 <= n <= 3,
    "shape": lambda word: word in SHAPES,
    "consolation": lambda word: word in ADDED,
    "venue": lambda word: word in ("better", "bracket"),
    "system": lambda word: word in ("dutch", "monrad"),
    "late": lambda word: word in ("absent", "half_bye"),
    "minutes": lambda n: 0 <= n <= 240,
    "buzzer": lambda word: word in ("stands", "next_goal", "shootout"),
    "silent": lambda word: word in ("here", "rest"),
    "silence": lambda n: 1 <= n <= 240,
    "odd": lambda word: word in ("bye", "house_player", "house_bot"),
    "house_name": lambda name: len(name) <= 24,
}
"""Tests of allowed values; settings not named here are yes or no."""


def cup(entrants: int, settings: Mapping[str, Any]) -> Bracket:
    """Return the bracket of ``entrants`` seeds under a knockout's ``settings``, with the ties for losers.

    Raises ValueError if its shape is impossible for that number.
    """
    shape, added = settings.get("shape", "bracket"), settings.get("consolation", "none")
    if shape != "bracket":
        return SHAPES[shape](entrants)
    return ADDED[added](bracket(entrants, third_place=settings["third_place"] or added == "places"))


MOST_IN_TABLE: Final = 100
"""Most entrants of a round-robin table: home and away they play 9,900 matches."""


def wrong_shape(settings: Mapping[str, Any], coming: int) -> tuple[str, str] | None:
    """Return a setting that does not fit a stage of ``coming`` entrants, with a sentence; None if all do."""
    if "times" in settings:
        of_tables = next((key for key in ("groups", "divisions") if key in settings), "format")
        largest = -(-coming // settings.get(of_tables, 1))
        if largest > MOST_IN_TABLE:
            message = _("When everyone plays everyone, a table has at most %(most)d entrants, not %(count)d.")
            return of_tables, message % {"most": MOST_IN_TABLE, "count": largest}
    shape, added = settings.get("shape", "bracket"), settings.get("consolation", "none")
    fixed = next((name for name in ("redraw", "third_place", "clubs_apart") if settings.get(name)), "")
    if shape != "bracket" and added != "none":
        return "consolation", _(
            "In a stepladder or a page play-off every loser is out; the places are already decided."
        )
    if shape != "bracket" and fixed:
        return fixed, _("A stepladder or a page play-off has no such choice; the places give the pairings.")
    if shape == "page" and coming != PAGE_SIZE:
        return "shape", _("A page play-off is for four, not %(count)d.") % {"count": coming}
    if added != "none" and settings.get("redraw"):
        return "redraw", _("Where losers play on, the bracket is fixed.")
    if added != "none" and coming < 4:
        return "consolation", _("Losers can only play on with four places or more.")
    if added == "places" and coming > MOST_PLACES:
        return "consolation", _("At most %(most)d entrants can play for every place.") % {"most": MOST_PLACES}
    return None


def settings_of(stage: Stage) -> dict[str, Any]:
    """Return the settings of ``stage``, with defaults for missing ones (older rows have fewer)."""
    return {**KNOWN[stage.format], **stage.settings}


def evening_of(stages: Iterable[Stage]) -> dict[str, Any] | None:
    """Return the settings of the stage played as an evening at real tables; None if there is none."""
    evening = next((stage for stage in stages if stage.format == Format.SWISS and stage.settings.get("evening")), None)
    return settings_of(evening) if evening is not None else None


def has_better_venue(stage: Stage, round: Round, tie: Tie) -> bool:
    """Return whether the better placed side of ``tie`` has the better venue: the second leg or most matches.

    Brackets built before the setting have none, and stay as they were drawn. Where every round is drawn, the draw gives
    the venues once all have come in. Nobody is at home in a final on neutral ground, and in the finals of a double
    elimination the unbeaten side is the first.
    """
    if stage.settings.get("venue") != "better" or round.part == "final":
        return False
    drawn = stage.settings.get("redraw", False) and source(tie.home_slot) is not None
    return not drawn and not is_alone(settings_of(stage), tie.kind)


_LEVEL: Final = TieRules(draws_allowed=True)
"""A match of a table."""


def tie_rules(stage: Stage, tie: Tie | None = None) -> TieRules:
    """Return the rules that decide ``tie`` of ``stage``; without it, an ordinary tie of the stage."""
    if tie is not None and tie.kind == boundaries.KIND:
        return boundaries.RULES
    if stage.format in TABLES:
        return _LEVEL
    return rules_from(settings_of(stage), kind=tie.kind if tie else "")


def is_alone(settings: Mapping[str, Any], kind: str) -> bool:
    """Return whether a tie of ``kind`` is one match on neutral ground."""
    return kind in ("final", "third_place") and bool(settings.get("neutral_final", False))


def rules_from(settings: Mapping[str, Any], kind: str = "") -> TieRules:
    """Return the rules of a tie of ``kind`` by a bracket's settings: a final on neutral ground is one match."""
    alone = is_alone(settings, kind)
    legs = 1 if alone or settings["best_of"] else settings["legs"]
    return TieRules(
        legs=legs,
        best_of=settings["best_of"],
        away_goals=settings["away_goals"] and legs == 2,
        away_goals_in_extra_time=settings.get("away_goals_in_extra_time", False),
        extra_time=settings["extra_time"],
        replay=settings.get("replay", False) and legs == 1 and not alone and not settings["best_of"],
    )


def legs_of(rules: TieRules) -> range:
    """Return the numbers of the legs that a tie under ``rules`` may need."""
    return range(1, (rules.best_of or rules.legs + rules.replay) + 1)


def most_legs(settings: Mapping[str, Any], kinds: Iterable[str] = ("",)) -> int:
    """Return how many matches one tie of a round may need, by the kinds of its ties."""
    if "legs" not in settings:
        return 1
    return max(len(legs_of(rules_from(settings, kind))) for kind in kinds)


def legs_of_round(round: Round) -> int:
    """Return how many matches one tie of ``round``, whose ties are not made yet, may need."""
    final = not Round.objects.filter(stage=round.stage, number__gt=round.number).exists()
    return most_legs(settings_of(round.stage), ["final" if final else ""])
