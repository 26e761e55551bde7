"""Rules of real competitions, and the house rules, as versioned data.

A preset never changes once published: a change in the regulations is a new preset with its own date, so that a
competition keeps the rules under which it was played. Keys: ``name``, ``since`` (when the regulation came into
force), ``source`` (the paragraph), ``points``, ``criteria`` (see ``criteria``), ``cards`` (the disciplinary scale),
``playoff_after`` (boundaries that are played off), ``unplayed`` (the edition of the rule on unplayed rounds,
``swiss.EDITIONS``), ``superseded_by`` (the preset offered in its place).

``fide-swiss/2023-first`` is a former misreading of ``fide-swiss/2023``: it is no longer offered, and only
competitions that had ended under it have it.
"""

from __future__ import annotations

from typing import Any, Final

from league.standings.figures import FIFA_CARDS, UEFA_CARDS

Preset = dict[str, Any]  # JSON, see above

PRESETS: Final[dict[str, Preset]] = {
    "house/1": {
        "name": "House rules",
        "since": "2026-01-01",
        "source": "Tabellone",
        "points": [3, 1, 0],
        "criteria": [
            "points",
            "goal_difference",
            "goals_for",
            {"head_to_head": ["points", "goal_difference", "goals_for"], "reapply_to_remaining": True},
            "lots",
        ],
    },
    "uefa-euro/2024": {
        "name": "UEFA Euro 2024",
        "since": "2022-05-10",
        "source": "Regulations of the UEFA European Football Championship 2022-24, art. 20",
        "points": [3, 1, 0],
        "criteria": [
            "points",
            {"head_to_head": ["points", "goal_difference", "goals_for"], "reapply_to_remaining": True},
            "goal_difference",
            "goals_for",
            "wins",
            "disciplinary",
            "qualifying_rank",
        ],
        "cards": dict(UEFA_CARDS),
    },
    "uefa-league-phase/2024": {
        "name": "UEFA league phase 2024",
        "since": "2024-07-01",
        "source": "Regulations of the UEFA Champions League 2024-27, art. 18.01",
        "points": [3, 1, 0],
        "criteria": [
            "points",
            "goal_difference",
            "goals_for",
            "away_goals_for",
            "wins",
            "away_wins",
            "opponents_points",
            "opponents_goal_difference",
            "opponents_goals_for",
            "disciplinary",
            "coefficient",
        ],
        "cards": dict(UEFA_CARDS),
    },
    "fifa-world-cup/2022": {
        "name": "FIFA World Cup 2022",
        "since": "2021-12-01",
        "source": "Regulations of the FIFA World Cup Qatar 2022, art. 12",
        "points": [3, 1, 0],
        "criteria": [
            "points",
            "goal_difference",
            "goals_for",
            {"head_to_head": ["points", "goal_difference", "goals_for"], "reapply_to_remaining": False},
            "disciplinary",
            "lots",
        ],
        "cards": dict(FIFA_CARDS),
    },
    "fifa-world-cup/2026": {
        "name": "FIFA World Cup 2026",
        "since": "2026-01-01",
        "source": "Regulations of the FIFA World Cup 26, art. 13",
        "points": [3, 1, 0],
        "criteria": [
            "points",
            {"head_to_head": ["points", "goal_difference", "goals_for"], "reapply_to_remaining": True},
            "goal_difference",
            "goals_for",
            "disciplinary",
            "ranking",
        ],
        "cards": dict(FIFA_CARDS),
    },
    "serie-a/2022": {
        "name": "Serie A 2022",
        "since": "2022-07-01",
        "source": "FIGC, Norme Organizzative Interne, art. 51, as amended for 2022/23",
        "points": [3, 1, 0],
        "criteria": [
            "points",
            {
                "head_to_head": ["points", "goal_difference"],
                "reapply_to_remaining": False,
                "once_each_pair_met": 2,
            },
            "goal_difference",
            "goals_for",
            "lots",
        ],
        "playoff_after": [1, 17],
    },
    "la-liga/1": {
        "name": "La Liga",
        "since": "2005-07-01",
        "source": "RFEF, Reglamento General, art. 201",
        "points": [3, 1, 0],
        "criteria": [
            "points",
            {
                "head_to_head": ["points", "goal_difference"],
                "reapply_to_remaining": True,
                "once_each_pair_met": 2,
            },
            "goal_difference",
            "goals_for",
            "disciplinary",
        ],
    },
    "premier-league/2019": {
        "name": "Premier League",
        "since": "2019-07-01",
        "source": "Premier League Handbook, rules C.17",
        "points": [3, 1, 0],
        "criteria": [
            "points",
            "goal_difference",
            "goals_for",
            {"head_to_head": ["points", "away_goals_for"], "reapply_to_remaining": False, "once_each_pair_met": 2},
        ],
    },
    "fide-swiss/2009": {
        "name": "FIDE Swiss 2009",
        "since": "2009-07-01",
        "source": "FIDE Handbook C.02 13, in force until 31 August 2023",
        "points": [1, 0.5, 0],
        "criteria": ["points", "buchholz_cut_1", "buchholz", "sonneborn_berger", "progressive", "wins", "lots"],
        "unplayed": "2009",
    },
    "fide-swiss/2023-first": {
        "name": "FIDE Swiss 2023, first reading",
        "since": "2023-09-01",
        "source": "FIDE Handbook C.07, but unplayed rounds of opponents as draws",
        "points": [1, 0.5, 0],
        "criteria": ["points", "buchholz_cut_1", "buchholz", "sonneborn_berger", "progressive", "wins", "lots"],
        "unplayed": "tabellone-2023",
        "superseded_by": "fide-swiss/2023",
    },
    "fide-swiss/2023": {
        "name": "FIDE Swiss 2023",
        "since": "2023-09-01",
        "source": "FIDE Handbook C.07, in force until 28 February 2026",
        "points": [1, 0.5, 0],
        "criteria": ["points", "buchholz_cut_1", "buchholz", "sonneborn_berger", "progressive", "wins", "lots"],
        "unplayed": "2023",
    },
    "fide-swiss/2026": {
        "name": "FIDE Swiss 2026",
        "since": "2026-03-01",
        "source": "FIDE Handbook C.07; order of C.02 13.16.4 (ratings not all consistent)",
        "points": [1, 0.5, 0],
        "criteria": [
            "points",
            "buchholz_cut_1",
            "buchholz",
            "sonneborn_berger",
            "progressive",
            "direct_encounter",
            "rounds_won",
            "away_games_won",
            "manual",
            "lots",
        ],
        "unplayed": "2026",
    },
    "fide-round-robin/2023": {
        "name": "FIDE round robin",
        "since": "2023-09-01",
        "source": "FIDE Handbook C.07",
        "points": [1, 0.5, 0],
        "criteria": [
            "points",
            {"head_to_head": ["points"], "reapply_to_remaining": True},
            "sonneborn_berger",
            "wins",
            "lots",
        ],
    },
}

HOUSE: Final = "house/1"

OFFERED: Final = tuple(key for key, rules in PRESETS.items() if "superseded_by" not in rules)
"""The presets with which a competition can begin."""


def of_swiss(key: str) -> bool:
    """Return whether these rules look at the opponents chosen by pairing, and so fit Swiss rounds only."""
    return "buchholz" in PRESETS[key]["criteria"]


def preset(key: str) -> Preset:
    """Return the preset called ``key``. Raises ValueError naming the known ones."""
    if key not in PRESETS:
        raise ValueError(f"unknown rules {key!r}: one of {', '.join(PRESETS)}")
    return PRESETS[key]
