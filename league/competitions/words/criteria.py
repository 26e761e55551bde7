"""Criteria of tables, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from league.competitions.models import Competition
from league.competitions.setup.tie_breaks import is_own
from league.sentences import translated
from league.standings.criteria import CRITERIA
from league.standings.presets import PRESETS as RULES


def rules_name(competition: Competition) -> str:
    """Name the rules of its tables: published ones, or that they are its own; empty for those of its preset."""
    if is_own(competition):
        return _("Own tie-breaks")
    return str(RULES[competition.standings]["name"]) if competition.standings else ""


def criterion_words(criterion: str | Mapping[str, Any]) -> str:
    """Name one entry of a list of criteria."""
    if isinstance(criterion, str):
        return translated(CRITERIA[criterion].label)
    names = ", ".join(translated(CRITERIA[name].label) for name in criterion["head_to_head"])
    return _("the matches between those still level: %(names)s") % {"names": names}


def criteria_words(competition: Competition) -> list[str]:
    """Name what ranks the tables of ``competition``, in order."""
    return [criterion_words(criterion) for criterion in competition.criteria]


def one_at_a_time_words(competition: Competition) -> str:
    """Tell that tie-breaks place one team at a time; empty where they order all at once."""
    if not (competition.of_teams and competition.one_at_a_time):
        return ""
    return _("Each tie-break places the best alone; the others begin again at the first of them.")


def tie_break_words(competition: Competition) -> list[str]:
    """Name what separates entrants with equal points in the tables of ``competition``, in order."""
    return [criterion_words(criterion) for criterion in competition.criteria if criterion != "points"]
