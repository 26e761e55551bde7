"""Settings of a competition that has not begun: which there are, and the rules between them.

What each may be, its words, its default and its part of the form are said by its field in ``models.competition``;
``take`` puts values into the rows and asks every rule. Every door comes through it: ``verbs.create`` for pages and the
API, ``verbs.importing`` for documents.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Self

from django.db.models import Max
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engines
from engines.core.errors import EngineError
from engines.core.options import resolve_options
from league.competitions.errors import BadSetting
from league.competitions.models import MOST_BOARDS, Competition, Member, Stage
from league.competitions.policy import school_rules
from league.competitions.setup import chains, columns, own_points, team_rules, tie_breaks
from league.competitions.setup.formats import Draws
from league.competitions.setup.presets import FORMATS_OF_TEAMS, OWN, PRESETS, TEAM_CRITERIA, TEAM_POINTS, Preset
from league.competitions.setup.season_plan import Wishes, put_wishes
from league.competitions.setup.stage_settings import planned_stages, preset_stages_fit, put_settings
from league.competitions.setup.stages import evening_of, has_ties_of_two_legs, pairs_people, settings_of
from league.competitions.setup.usual import as_game_has, has_extra_time, no_extra_time, usual_of
from league.errors import not_among, out_of_bounds
from league.fields import column, declared_settings, is_words, refusal
from league.sentences import decimal, translated
from league.standings.criteria import CRITERIA, HeadToHead, parse
from league.standings.presets import OFFERED, of_swiss
from league.standings.presets import PRESETS as RULES_OF_TABLES
from matches.terms import time_controls
from matches.terms.clock import is_correspondence


@dataclass
class Context:
    """What the settings of a competition depend on beside its own row: its preset, its stages, who has entered."""

    preset: Preset
    stages: list[Stage]
    """The stages as they are to be: ``take`` changes or replaces them, and saves none."""
    entered: int = 0
    largest_side: int = 1
    new: bool = True
    """True while it is being made."""
    replaced: bool = False
    """True once other stages took the place of those that were there."""

    @classmethod
    def of(cls, row: Competition) -> Self:
        """Return the context of a stored competition. Three queries."""
        others = Member.objects.filter(competition=row).aggregate(most=Max("number"))["most"] or 0
        return cls(PRESETS[row.preset], list(row.stages.order_by("number")), entered(row), 1 + others, new=False)

    @property
    def own_stages(self) -> bool:
        """Return whether its stages are not those of its preset, or its preset leaves them to the organiser."""
        own = [stage.format for stage in self.stages]
        return self.preset.key == OWN or own != [plan.format for plan in self.preset.stages]


Apply = Callable[[Competition, str, Any, Context], None]
"""Puts a raw value into the row, or raises BadSetting naming the field and what is allowed."""


def plain(row: Competition, name: str, value: Any, context: Context | None = None) -> None:
    """Put ``value`` into the column ``name``, which says itself what it may hold."""
    columns.put(row, name, value)


def check_column(name: str, value: Any) -> None:
    """Raise BadSetting unless the column ``name`` may hold ``value``."""
    if sentence := refusal(column(Competition, name), value):
        raise BadSetting(name, sentence)


def _places(row: Competition, name: str, value: Any, context: Context) -> None:
    row.places = between(name, value, max(context.preset.least, context.entered), context.preset.most)


def _side_size(row: Competition, name: str, value: Any, context: Context) -> None:
    least = 1 if row.of_teams else context.largest_side
    row.side_size = between(name, value, least, engines.get(row.game).sharers)


def _boards(row: Competition, name: str, value: Any, context: Context) -> None:
    """Put the boards of a tie into the row: with two or more its entrants are teams, whose tables have other rules."""
    before, row.boards = row.of_teams, between(name, value, 1, MOST_BOARDS if context.preset.takes_teams else 1)
    if before and not row.of_teams and context.largest_side > 1:
        raise BadSetting(name, _("Teams have entered with their squads. Remove them first."))
    if row.of_teams != before and not context.new:
        _standings(row, "standings", "", context)


def _team_rules(row: Competition, name: str, given: Any, context: Context) -> None:
    """Put the rules ``given`` of a tie of teams over those of the row."""
    team_rules.take(row, given)


def _standings(row: Competition, name: str, value: Any, context: Context) -> None:
    """Put the dated rules ``value`` into the row, else the preset's own, with the points and criteria they give."""
    preset, key = context.preset, value or ("" if row.of_teams else context.preset.standings)
    if key and key not in OFFERED:
        raise BadSetting(name, not_among(OFFERED))
    if value and not preset.has_table:
        raise BadSetting(name, _("A knockout has no table and needs no rules for one."))
    if value and row.of_teams:
        raise BadSetting(name, _("These rules rank single players; teams have rules of their own."))
    if value and of_swiss(value) and not preset.pairs_swiss:
        raise BadSetting(name, _("These rules are for Swiss rounds; here everyone in a group plays everyone."))
    row.standings = key if preset.has_table else ""
    own = {"points": preset.points, "criteria": preset.criteria}
    if row.of_teams:
        own = {"points": TEAM_POINTS, "criteria": TEAM_CRITERIA if preset.has_table else ()}
    rules = RULES_OF_TABLES.get(row.standings, own)
    row.points, row.criteria = list(rules["points"]), list(rules["criteria"])


def _options(row: Competition, name: str, given: Mapping[str, Any] | None, context: Context) -> None:
    """Put ``given`` over the options of the row; those of the game complete them."""
    try:
        row.options = resolve_options(engines.get(row.game).options, {**row.options, **(given or {})})
    except EngineError as error:
        raise BadSetting(name, str(error)) from None


def _criteria(row: Competition, name: str, listed: Sequence[tie_breaks.Listed] | None, context: Context) -> None:
    """Rank the tables by ``listed`` after points; empty: by their rules again."""
    if listed:
        tie_breaks.take(row, listed)
        return
    points = own_points.own(row)
    _standings(row, "standings", row.standings, context)
    row.points = points or row.points


def _points(row: Competition, name: str, listed: Sequence[float] | None, context: Context) -> None:
    """Give the points ``listed`` for a win, a draw and a defeat; empty: those of the rules again."""
    own_points.take(row, listed or ())


def _wishes(row: Competition, name: str, wishes: Wishes | None, context: Context) -> None:
    put_wishes(row, wishes)


def _other_stages(row: Competition, name: str, given: Sequence[Mapping[str, Any]] | None, context: Context) -> None:
    """Replace all stages by ``given`` (``setup.chains``); None: they stay."""
    if given is None:
        return
    if not context.new and not context.own_stages:
        raise BadSetting(name, _("The preset fixes the stages. Change their settings."))
    chain = chains.checked(context.preset, row.places, given)
    begun = [
        (format, as_game_has(row.game, {**settings, **usual_of(format, row.game, chosen), **chosen}))
        for (format, settings), chosen in zip(chain, [stage.get("settings") or {} for stage in given], strict=True)
    ]
    context.stages = planned_stages(begun)
    context.replaced = True


def _settings(row: Competition, name: str, given: Mapping[str, Any] | None, context: Context) -> None:
    """Put ``given`` over the settings of the preset's stages: ``legs``, ``third_place``, ``times`` ..."""
    if not given:
        return
    if context.replaced:
        raise BadSetting(name, _("Each stage has its own settings: give them there."))
    if context.own_stages and not context.new:
        chains.unchanged(context.stages, given)
    else:
        put_settings(context.stages, context.preset, row.game, given)


SETTINGS: Final = declared_settings(Competition)
"""Every setting that is a column of the competition, in the order of the form and of ``take``.

What a school class may choose stands in ``policy.school_rules``.
"""
SETTINGS_WITHOUT_WORDS: Final = tuple(name for name in SETTINGS if not is_words(column(Competition, name)))
"""Those that nobody types: numbers, values, days, yes or no. They name no person."""
BY_CONTEXT: Final[Mapping[str, Apply]] = {
    "places": _places,
    "boards": _boards,
    "team_rules": _team_rules,
    "standings": _standings,
    "side_size": _side_size,
}
"""Settings that depend on more than their column."""
COMPOSED: Final[Mapping[str, Apply]] = {
    "options": _options,
    "criteria": _criteria,
    "points": _points,
    "wishes": _wishes,
    "stages": _other_stages,
    "settings": _settings,
}
"""Settings of several values: the game's options, tie-breaks, points, the season's plan, the stages and theirs."""


def in_group(group: str) -> tuple[str, ...]:
    """Return the settings in one part of the form, in its order."""
    return tuple(name for name, setting in SETTINGS.items() if setting.group == group)


def usual_values(preset: Preset, game: str) -> dict[str, Any]:
    """Return what a new competition has where nothing is said and no default of a column says it."""
    limit = engines.get(game).move_seconds
    return {"places": preset.places, "standings": "", "options": {}, "move_seconds": limit, **preset.begins}


def take(row: Competition, values: Mapping[str, Any], context: Context) -> None:
    """Put ``values`` into ``row`` and the stages of ``context``, and check them, each and together. Saves nothing.

    A rule between settings is asked only if one of its settings is among ``values``, or the competition is new: the
    row may be of an older edition. Raises BadSetting naming the field and what is allowed.
    """
    for name in values:
        columns.must_be_among(name, (*SETTINGS, *COMPOSED))
    if not context.new:
        school_rules.check(row, values)
    points_before = row.points
    for name, apply in {**dict.fromkeys(SETTINGS, plain), **BY_CONTEXT, **COMPOSED}.items():
        if name in values:
            apply(row, name, values[name], context)
    _complete_clock(row)
    if row.of_teams and (context.new or "boards" in values) and "line_up_hours" not in values:
        row.line_up_hours = min(row.line_up_hours, max(1, row.round_hours // 2))
    if context.new and row.of_teams:
        _complete_legs(values, context)
    if context.new or row.points != points_before or "draws" in (values.get("settings") or {}):
        _complete_shootouts(row, values, context)
    for rule, about in RULES.items():
        if context.new or set(about) & set(values):
            rule(row, context)


def _complete_clock(row: Competition) -> None:
    """Fill in the time for the match that was left to the limit of a decision."""
    if row.budget_seconds is None:
        by_days = is_correspondence(row.move_seconds)
        days = max(1, (row.move_seconds or 0) // time_controls.DAY)
        usual = time_controls.limits(row.game, "correspondence" if by_days else "normal", days=days if by_days else 1)
        row.budget_seconds = usual["budget_seconds"]


def _complete_legs(values: Mapping[str, Any], context: Context) -> None:
    """Let ties of teams be one meeting where two legs are only usual for the game."""
    for stage, plan in zip(context.stages, context.preset.stages, strict=False):
        named = {*plan.settings, *_named_settings(values)}
        usual = {name: 1 for name in ("legs", "table_legs") if name in stage.settings and name not in named}
        stage.settings = {**stage.settings, **usual}


def _named_settings(values: Mapping[str, Any]) -> set[str]:
    """Return the settings of stages that ``values`` say."""
    given = [values.get("settings") or {}, *(stage.get("settings") or {} for stage in values.get("stages") or ())]
    return {name for settings in given for name in settings}


def _complete_shootouts(row: Competition, values: Mapping[str, Any], context: Context) -> None:
    """Let shootouts pay a win or a defeat where their usual points do not fit the table's, and nobody chose them."""
    if {"shootout_win", "shootout_loss"} & _named_settings(values):
        return
    win, _draw, defeat = row.points
    for stage in context.stages:
        if _wrong_shootout(row, stage):
            stage.settings = {**stage.settings, "shootout_win": win, "shootout_loss": defeat}


def _wrong_shootout(row: Competition, stage: Stage) -> str:
    """Return the setting of ``stage`` by which somebody does better to play for a draw, or to lose its shootout."""
    settings = settings_of(stage)
    if settings.get("draws", Draws.STAND) == Draws.STAND:
        return ""
    win, _draw, defeat = row.points
    if settings["shootout_win"] > win:
        return "shootout_win"
    return "" if defeat <= settings["shootout_loss"] <= settings["shootout_win"] else "shootout_loss"


def between(field: str, value: Any, low: int, high: int) -> int:
    """Return ``value`` if it is a whole number within the bounds. Raises BadSetting."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadSetting(field, out_of_bounds(low, high))
    return value


def entered(row: Competition) -> int:
    return row.entrants.filter(status="entered").count()


# ── between settings ──
def _schedule_needs_a_day(row: Competition, context: Context) -> None:
    if row.advance == Competition.Advance.SCHEDULE and row.starts_at is None and not row.wishes:
        raise BadSetting("starts_at", _("Choose when the first round opens, or let rounds open by themselves."))


def _clock_fits_the_round(row: Competition, context: Context) -> None:
    try:
        time_controls.check_fits(row.move_seconds, row.budget_seconds, row.round_hours * 3600)
    except time_controls.BadControl as refused:
        raise BadSetting("round_hours", str(refused)) from refused


def _line_ups_fit_the_round(row: Competition, context: Context) -> None:
    """Check that the boards of a round open before it closes."""
    if row.of_teams and row.line_up_hours >= row.round_hours:
        message = _("The line-ups open after %(line_ups)d hours, and the round closes after %(round)d.")
        raise BadSetting("line_up_hours", message % {"line_ups": row.line_up_hours, "round": row.round_hours})


def _team_rules_fit(row: Competition, context: Context) -> None:
    if row.of_teams:
        team_rules.check(row)


NOT_OF_TEAMS: Final[Mapping[str, tuple[Any, str | Promise]]] = {
    "table_legs": (
        1,
        gettext_lazy("In a table of teams every meeting counts on its own: choose how often they meet, not two legs."),
    ),
    "replay": (
        False,
        gettext_lazy(
            "Teams do not play a level tie again: choose an extra board or sudden death in the rules of the tie."
        ),
    ),
    "away_goals": (
        False,
        gettext_lazy(
            "In a tie of teams goals away from home do not count double: choose in its rules what decides a level one."
        ),
    ),
    "better_through": (False, gettext_lazy("Choose in the rules of a tie of teams what decides a level one.")),
    "best": (
        0,
        gettext_lazy("Teams of different groups are not compared: choose 0 here, and let more of each group go on."),
    ),
    "carried": (
        "none",
        gettext_lazy("Teams begin each table from nothing: choose that points of the stage before do not count."),
    ),
}
"""Settings of a stage that teams cannot have: their only value, and why."""


def _teams_fit(row: Competition, context: Context) -> None:
    """Check what ties of several boards cannot have: seats that are shared, two legs, tables beside their own."""
    if not row.of_teams:
        if any(pairs_people(stage) for stage in context.stages):
            raise BadSetting("scheveningen", _("Scheveningen is for teams: choose the boards of a tie."))
        return
    if row.side_size > 1:
        raise BadSetting("side_size", _("At a board of teams one person plays for each side."))
    for stage in context.stages:
        if stage.format not in FORMATS_OF_TEAMS:
            raise BadSetting("boards", _("Teams play leagues, groups, divisions and knockouts only."))
        settings = settings_of(stage)
        for name, (only, why) in NOT_OF_TEAMS.items():
            if settings.get(name, only) != only:
                raise BadSetting(name, str(why))


def _time_to_answer(row: Competition, context: Context) -> None:
    """Check that rounds open by a click if silence at a check-in means a rest."""
    evening = evening_of(context.stages)
    if evening and evening["silent"] == "rest" and row.advance != Competition.Advance.CLICK:
        raise BadSetting("silent", _("Players without an answer can only sit out if you open the next round yourself."))


def _stages_fit(row: Competition, context: Context) -> None:
    if not context.own_stages:
        preset_stages_fit(row.places, [settings_of(stage) for stage in context.stages])
        return
    chain = [{"format": stage.format, "settings": stage.settings} for stage in context.stages]
    try:
        chains.checked(context.preset, row.places, chain)
    except chains.BadStage as refused:
        values = {"number": refused.number, "sentence": refused}
        raise BadSetting("places", _("Stage %(number)d: %(sentence)s") % values) from None


def _game_has_the_terms(row: Competition, context: Context) -> None:
    """Check that level matches do not go to an extra time that the game lacks."""
    to_extra_time = any(settings_of(stage).get("draws") == Draws.EXTRA_TIME for stage in context.stages)
    if to_extra_time and not has_extra_time(row.game):
        raise BadSetting("draws", no_extra_time(row.game))


def _shootouts_fit(row: Competition, context: Context) -> None:
    win, _draw, defeat = row.points
    for name in filter(None, (_wrong_shootout(row, stage) for stage in context.stages)):
        message = _("A shootout pays at most a win (%(win)s), at least a defeat (%(defeat)s), and most to its winner.")
        raise BadSetting(name, message % {"win": decimal(win), "defeat": decimal(defeat)})


def _tie_breaks_fit_the_legs(row: Competition, context: Context) -> None:
    """Check that no tie-break counts away matches where a match of the table is both legs."""
    if not any(has_ties_of_two_legs(stage) for stage in context.stages):
        return
    for criterion in parse(row.criteria):
        names = criterion.names if isinstance(criterion, HeadToHead) else (criterion.name,)
        for name in names:
            if CRITERIA[name].away:
                values = {"criterion": translated(CRITERIA[name].label)}
                raise BadSetting("table_legs", _("Two legs have no away side: “%(criterion)s” ranks nobody.") % values)


RULES: Final[Mapping[Callable[[Competition, Context], None], Collection[str]]] = {
    _schedule_needs_a_day: ("advance", "starts_at", "wishes"),
    _clock_fits_the_round: ("move_seconds", "budget_seconds", "round_hours"),
    _line_ups_fit_the_round: ("boards", "line_up_hours", "round_hours"),
    _teams_fit: ("boards", "side_size", "settings", "stages"),
    _team_rules_fit: ("boards", "team_rules"),
    _time_to_answer: ("advance", "settings", "stages"),
    _stages_fit: ("places", "settings", "stages"),
    _game_has_the_terms: ("places", "settings", "stages"),
    _tie_breaks_fit_the_legs: ("standings", "criteria", "settings", "stages"),
    _shootouts_fit: ("places", "standings", "settings", "stages"),
}
"""The rules between settings, and the settings that each is about."""
