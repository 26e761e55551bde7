"""Stages with their settings: which fit together, and how their ties are decided.

A stage's settings are plain JSON, checked when a competition is made. A new format needs its settings in ``formats``,
its builder in ``league.competitions.derivation.building`` and, if it makes rounds one by one, in
``league.competitions.derivation.pairing``.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from django.utils.translation import gettext as _

from engines.core.seats import Seat
from league.competitions.models import AnyFixture, AnyTie, Group, Round, Stage
from league.competitions.setup import boundaries, team_rules
from league.competitions.setup.formats import DEFAULTS, TABLE_FOLLOWS, Carried, Draws, Late, Legs, Shape
from league.formats.consolation import ADDED
from league.formats.knockout import Bracket, bracket
from league.formats.ladders import PAGE_SIZE, page_playoff, stepladder
from league.formats.slots import source
from league.formats.ties import TieRules

Format = Stage.Format
RESTS: Final = tuple(reversed(Late.values))
"""Kinds of rest that an entrant of a Swiss stage may ask for."""

TABLES: Final = frozenset({Format.LEAGUE, Format.GROUPS, Format.DIVISIONS, Format.SWISS, Format.LEAGUE_PHASE})
"""Formats whose matches count for a table."""
BRACKETS: Final = frozenset({Format.KNOCKOUT, Format.DOUBLE, Format.PLAYOFFS})
"""Formats whose ties have a winner."""

SHAPES: Final[dict[str, Callable[[int], Bracket]]] = {
    Shape.BRACKET: bracket,
    Shape.STEPLADDER: stepladder,
    Shape.PAGE: page_playoff,
}
"""Makers of a knockout by its ``shape``."""
MOST_PLACES: Final = 128
"""Most entrants of a knockout that plays for every place: 448 ties; each doubling has more than twice as many."""


def cup(entrants: int, settings: Mapping[str, Any]) -> Bracket:
    """Return the bracket of ``entrants`` seeds under a knockout's ``settings``, with the ties for losers.

    Raises ValueError if its shape is impossible for that number.
    """
    shape, added = settings.get("shape", "bracket"), settings.get("consolation", "none")
    if shape != "bracket":
        return SHAPES[shape](entrants)
    return ADDED[added](bracket(entrants, third_place=settings["third_place"] or added == "places"))


MOST_IN_TABLE: Final = 100
"""Most entrants of a round-robin table."""
MOST_MATCHES: Final = MOST_IN_TABLE * (MOST_IN_TABLE - 1)
"""Most matches of one: those of a hundred, home and away."""


def most_in_table(matches: int) -> int:
    """Return the most entrants of a table in which every pair plays ``matches`` matches."""
    return next(most for most in range(MOST_IN_TABLE, 0, -1) if matches * most * (most - 1) // 2 <= MOST_MATCHES)


def wrong_ties(settings: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return a setting of a bracket's ties that does not fit the others, with a sentence; None if all do."""
    if settings.get("away_goals") and (settings["legs"] == 1 or settings["best_of"]):
        return "away_goals", _("Away goals need two legs.")
    if settings.get("away_goals_in_extra_time") and not settings["away_goals"]:
        return "away_goals_in_extra_time", _("Turn on away goals first.")
    if settings.get("replay") and (settings["legs"] == 2 or settings["best_of"]):
        return "replay", _("A second match is only for one-match ties.")
    if settings.get("better_through") and (settings.get("replay") or settings["best_of"]):
        return "better_through", _("The better placed goes through only in ties of one match or two legs.")
    if settings.get("table_away_goals") and settings["table_legs"] == 1:
        return "table_away_goals", _("Away goals need two legs.")
    return None


def wrong_carrying(settings: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return a setting that says what to carry where nothing is carried, with a sentence; None if there is none."""
    if settings.get("carried", Carried.NONE) == Carried.NONE:
        for name in ("carried_matches", "carried_among"):
            if settings.get(name):
                return name, _("Choose first which points of the stage before count.")
    return None


def splits(settings: Mapping[str, Any]) -> bool:
    """Return whether the groups of a stage with ``settings`` are ranks of the table before: its best, the next ..."""
    return bool(settings.get("by_rank"))


def places_above(stage: Stage, group: Group) -> int:
    """Return how many places of the whole are above ``group``: those of the upper groups of a table that split."""
    return int(group.members[0]["rank"]) - 1 if splits(stage.settings) else 0


def wrong_shape(settings: Mapping[str, Any], coming: int) -> tuple[str, str] | None:
    """Return a setting that does not fit a stage of ``coming`` entrants, with a sentence; None if all do."""
    if "times" in settings:
        of_tables = next((key for key in ("groups", "divisions") if key in settings), "format")
        largest = -(-coming // settings.get(of_tables, 1))
        if largest > MOST_IN_TABLE:
            message = _("When everyone plays everyone, a table has at most %(most)d entrants, not %(count)d.")
            return of_tables, message % {"most": MOST_IN_TABLE, "count": largest}
        matches = settings["times"] * settings.get("table_legs", 1)
        if largest > (most := most_in_table(matches)):
            message = _("When every pair meets %(times)d times, a table has at most %(most)d entrants, not %(count)d.")
            return "times", message % {"times": matches, "most": most, "count": largest}
    if settings.get("scheveningen"):
        if coming != 2:
            return "scheveningen", _("Scheveningen is for two teams, not %(count)d.") % {"count": coming}
        if settings["times"] > 2:
            return "times", _("By Scheveningen each player meets each once or twice.")
        if settings.get("boundary_playoffs"):
            return "boundary_playoffs", _("By Scheveningen all boards together are one match: nothing is played off.")
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
    return {**DEFAULTS[stage.format], **stage.settings}


def carrying_of(stage: Stage) -> dict[str, Any]:
    """Return the settings of ``stage`` that say what its tables begin with, of any format."""
    return {**TABLE_FOLLOWS, **stage.settings}


def evening_of(stages: Iterable[Stage]) -> dict[str, Any] | None:
    """Return the settings of the stage played as an evening at real tables; None if there is none."""
    evening = next((stage for stage in stages if stage.format == Format.SWISS and stage.settings.get("evening")), None)
    return settings_of(evening) if evening is not None else None


def has_better_venue(stage: Stage, round: Round, tie: AnyTie) -> bool:
    """Return whether the better placed side of ``tie`` has the better venue: the second leg or most matches.

    Brackets built before the setting have none, and stay as they were drawn. Where every round is drawn, the draw gives
    the venues once all have come in. Nobody is at home in a final on neutral ground, and in the finals of a double
    elimination the unbeaten side is the first.
    """
    if stage.settings.get("venue") != "better" or round.part == "final":
        return False
    drawn = stage.settings.get("redraw", False) and source(tie.home_slot) is not None
    return not drawn and not is_alone(settings_of(stage), tie.kind)


def is_of_teams(stage: Stage) -> bool:
    """Return whether teams play ``stage``; a form describes stages of no competition."""
    return stage.competition_id is not None and stage.competition.of_teams


def tie_rules(stage: Stage, tie: AnyTie | None = None, better: Seat | None = None) -> TieRules:
    """Return the rules that decide ``tie`` of ``stage``; without it, an ordinary tie of the stage.

    ``better``: its better placed side, once known. Of teams they tell the legs; what decides is ``team_rules``.
    """
    if tie is not None and tie.kind == boundaries.KIND:
        return TieRules(draws_allowed=True) if is_of_teams(stage) else boundaries.RULES
    settings = settings_of(stage)
    if stage.format in TABLES:
        return _rules_of_table(settings)
    rules = rules_from(settings, kind=tie.kind if tie else "")
    if is_of_teams(stage):
        return TieRules(legs=rules.legs, best_of=rules.best_of, draws_allowed=True)
    return replace(rules, better=better) if settings.get("better_through") else rules


def rules_of_board(stage: Stage, tie: AnyTie, board: AnyFixture) -> TieRules:
    """Return the rules that decide ``board`` of a ``tie`` of teams: of sudden death somebody wins it."""
    row = stage.competition
    if team_rules.is_extra(row, board) and "sudden_death" in team_rules.of(row).cup_by:
        return TieRules(extra_time=settings_of(stage).get("extra_time", boundaries.RULES.extra_time))
    return TieRules(draws_allowed=True) if must_be_won(tie) else tie_rules(stage)


def must_be_won(tie: AnyTie) -> bool:
    """Return whether somebody goes through by ``tie``: one of a bracket, or a play-off at a boundary of a table."""
    return tie.group_id is None


def _rules_of_table(settings: Mapping[str, Any]) -> TieRules:
    """Return the rules of one match of a table, or of one tie of two legs that counts as one."""
    return TieRules(
        legs=settings.get("table_legs", 1),
        away_goals=settings.get("table_away_goals", False),
        draws_allowed=settings["draws"] == Draws.STAND,
        extra_time=settings["draws"] != Draws.SHOOTOUT,
    )


def pairs_people(stage: Stage) -> bool:
    """Return whether a table says who of two teams meets whom, so that no line-ups are named."""
    return bool(settings_of(stage).get("scheveningen"))


def has_ties_of_two_legs(stage: Stage) -> bool:
    """Return whether the table of ``stage`` counts two legs as one match."""
    return bool(settings_of(stage).get("table_legs") == Legs.TWO)


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
        return int(settings.get("table_legs", 1))
    return max(len(legs_of(rules_from(settings, kind))) for kind in kinds)


def legs_of_round(round: Round) -> int:
    """Return how many matches one tie of ``round``, whose ties are not made yet, may need."""
    final = not Round.objects.filter(stage=round.stage, number__gt=round.number).exists()
    return most_legs(settings_of(round.stage), ["final" if final else ""])
