"""Stages in words, and the parts of a competition: tables, bracket, Swiss rounds, an evening."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.competitions.models import Competition, Stage
from league.competitions.setup.formats import Carried, Draws, Legs
from league.competitions.setup.stages import (
    BRACKETS,
    TABLES,
    carrying_of,
    evening_of,
    has_ties_of_two_legs,
    is_of_teams,
    pairs_people,
    settings_of,
    splits,
)
from league.standings.criteria import CRITERIA
from league.standings.ledger import Entry


def format_words(competition: Competition) -> str:
    """Return the format in a few words: "knockout, two legs", "league, home and away"."""
    words = [stage_words(stage) for stage in stages_cached(competition)]
    return ", ".join(words)


def stage_words(stage: Stage) -> str:
    terms = settings_of(stage)
    match stage.format:
        case Stage.Format.LEAGUE:
            if pairs_people(stage):
                return _("Scheveningen: everybody meets everybody")
            return _league_words(terms["times"], terms["table_legs"])
        case Stage.Format.GROUPS:
            if splits(terms):
                return _("split by rank into %(number)d") % {"number": terms["groups"]}
            return ngettext("%(number)d group", "%(number)d groups", terms["groups"]) % {"number": terms["groups"]}
        case Stage.Format.DIVISIONS:
            return _("%(number)d divisions") % {"number": terms["divisions"]}
        case Stage.Format.PLAYOFFS:
            return _("play-offs")
        case Stage.Format.LEAGUE_PHASE:
            return _("league phase, %(number)d opponents each") % {"number": terms["opponents"]}
        case Stage.Format.SWISS:
            return ngettext("Swiss, %(number)d round", "Swiss, %(number)d rounds", terms["rounds"]) % {
                "number": terms["rounds"]
            }
        case Stage.Format.DOUBLE:
            return _("double elimination")
    if terms["shape"] == "stepladder":
        return _("stepladder")
    if terms["shape"] == "page":
        return _("page play-off")
    words = _boards_words(stage) if is_of_teams(stage) else _tie_words(terms)
    if terms["consolation"] == "plate":
        return _("%(knockout)s, with a plate") % {"knockout": words}
    return (
        _("%(knockout)s, every place played for") % {"knockout": words} if terms["consolation"] == "places" else words
    )


def draws_words(stage: Stage) -> str:
    """Return what follows a level match of a table, and what that pays; empty where draws stand."""
    settings = settings_of(stage)
    if settings.get("draws", Draws.STAND) == Draws.STAND:
        return ""
    goes = {
        Draws.SHOOTOUT: _("Level matches go to penalties."),
        Draws.EXTRA_TIME: _("Level matches go to extra time, then to penalties."),
    }[Draws(settings["draws"])]
    points = CRITERIA["points"]
    pays = _(
        "A match that ends on penalties counts as drawn, and its kicks are no goals. "
        "Points for the winner: %(win)s; for the loser: %(loss)s."
    )
    values = {name: points.written(settings[f"shootout_{name}"]) for name in ("win", "loss")}
    return f"{goes} {pays % values}"


def carried_words(stage: Stage) -> str:
    """Return what counts of the stage before in the tables of ``stage``; empty where nothing does."""
    settings = carrying_of(stage)
    counts = {
        Carried.ALL: _("All points of stage %(number)d count here."),
        Carried.HALF_UP: _("Half of the points of stage %(number)d count here, rounded up."),
        Carried.HALF_DOWN: _("Half of the points of stage %(number)d count here, rounded down."),
    }.get(settings["carried"])
    if counts is None:
        return ""
    sentences = [counts % {"number": stage.number - 1}]
    if settings["carried_matches"]:
        sentences.append(_("Its matches and goals count too."))
    if settings["carried_among"]:
        sentences.append(_("Of it, only matches among those who came through count."))
    if settings["carried"] != Carried.ALL:
        sentences.append(_("If points are equal, the points before rounding decide first."))
    return " ".join(sentences)


def carried_entry_words(entry: Entry) -> str:
    """Return of how many points of the stage before ``entry`` of the ledger is."""
    points = CRITERIA["points"].written(entry.carried or 0)
    if entry.reason == Carried.ALL:
        return _("points of the stage before")
    return _("half of %(points)s points of the stage before, rounded") % {"points": points}


def legs_words(stage: Stage) -> str:
    """Return how the matches of a table of ties, or of Scheveningen, are counted; empty where a match is one match."""
    if pairs_people(stage):
        return _("Each player meets each of the other team. The points of a team are the board points of all rounds.")
    if not has_ties_of_two_legs(stage):
        return ""
    settings = settings_of(stage)
    sentences = [
        _(
            "A match of the table is two legs, one at each side’s home: the goals of both are added up, and the pair "
            "gets one result."
        )
    ]
    if settings["table_away_goals"]:
        sentences.append(_("With goals equal, away goals count double."))
    if settings["draws"] == Draws.STAND:
        sentences.append(_("Level on aggregate, the match is drawn."))
    return " ".join(sentences)


def _league_words(times: int, legs: int) -> str:
    if legs == Legs.TWO:
        words = _("league, two legs per pair") if times == 1 else _("league, two legs %(number)d times")
        return words % {"number": times}
    match times:
        case 1:
            return _("league, single round")
        case 2:
            return _("league, home and away")
    return _("league, every pair %(number)d times") % {"number": times}


def _boards_words(stage: Stage) -> str:
    settings, boards = settings_of(stage), stage.competition.boards
    if settings["best_of"]:
        values = {"number": settings["best_of"], "boards": boards}
        return _("knockout, best of %(number)d, %(boards)d boards each") % values
    if settings["legs"] == Legs.TWO:
        return _("knockout, two legs of %(number)d boards") % {"number": boards}
    return _("knockout, %(number)d boards per tie") % {"number": boards}


def _tie_words(settings: dict[str, Any]) -> str:
    if settings["best_of"]:
        return _("knockout, best of %(number)d") % {"number": settings["best_of"]}
    return _("knockout, two legs") if settings["legs"] == 2 else _("knockout, one match per tie")


def stage_name(stage: Stage) -> str:
    return {
        Stage.Format.LEAGUE: _("League"),
        Stage.Format.GROUPS: _("After the split") if splits(stage.settings) else _("Groups"),
        Stage.Format.DIVISIONS: _("Divisions"),
        Stage.Format.KNOCKOUT: _("Knockout"),
        Stage.Format.PLAYOFFS: _("Play-offs"),
        Stage.Format.DOUBLE: _("Double elimination"),
        Stage.Format.SWISS: _("Swiss rounds"),
        Stage.Format.LEAGUE_PHASE: _("League phase"),
    }[Stage.Format(stage.format)]


def stages_cached(competition: Competition) -> list[Stage]:
    if not hasattr(competition, "stages_read"):
        competition.stages_read = list(competition.stages.all())  # type: ignore[attr-defined]
    stages: list[Stage] = competition.stages_read  # type: ignore[attr-defined]
    return stages


def has_table(competition: Competition) -> bool:
    return any(stage.format in TABLES for stage in stages_cached(competition))


def has_swiss(competition: Competition) -> bool:
    """Return whether it has begun a Swiss stage, which is exported as TRF."""
    swiss = any(stage.format == Stage.Format.SWISS for stage in stages_cached(competition))
    return swiss and competition.started_at is not None


def has_groups(competition: Competition) -> bool:
    """Return whether there are several tables."""
    several = (Stage.Format.GROUPS, Stage.Format.DIVISIONS)
    return any(stage.format in several for stage in stages_cached(competition))


def has_bracket(competition: Competition) -> bool:
    return any(stage.format in BRACKETS for stage in stages_cached(competition))


def is_swiss(competition: Competition) -> bool:
    return any(stage.format == Stage.Format.SWISS for stage in stages_cached(competition))


def is_evening(competition: Competition) -> bool:
    return evening_of(stages_cached(competition)) is not None


def has_divisions(competition: Competition) -> bool:
    return any(stage.format == Stage.Format.DIVISIONS for stage in stages_cached(competition))
