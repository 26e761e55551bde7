"""Rules of real competitions, and the house rules, as versioned data.

A preset never changes once published: a change in the regulations is a new preset with its own date, so that a
competition keeps the rules that it was played under. Keys: ``name``, ``since`` (when the regulation came into force),
``source`` (the paragraph), ``points``, ``criteria`` (see ``criteria``), ``cards`` (the disciplinary scale),
``playoff_after`` (boundaries that are played off).
"""

from __future__ import annotations

from typing import Any, Final

from league.standings.figures import FIFA_CARDS, UEFA_CARDS

Preset = dict[str, Any]  # JSON as the paragraph above says

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
    "fide-swiss/2023": {
        "name": "FIDE Swiss",
        "since": "2023-09-01",
        "source": "FIDE Handbook C.07",
        "points": [1, 0.5, 0],
        "criteria": ["points", "buchholz_cut_1", "buchholz", "sonneborn_berger", "progressive", "wins", "lots"],
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


def of_swiss(key: str) -> bool:
    """Whether these rules look at the opponents that pairing chose, and so say something of Swiss rounds alone."""
    return "buchholz" in PRESETS[key]["criteria"]


def preset(key: str) -> Preset:
    """The preset called ``key``. Raises ValueError naming those that there are."""
    if key not in PRESETS:
        raise ValueError(f"unknown rules {key!r}: one of {', '.join(PRESETS)}")
    return PRESETS[key]
