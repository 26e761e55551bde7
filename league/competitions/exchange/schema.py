"""JSON Schema (2020-12) of a competition's document, version 1.

Served at ``/api/v1/competition-schema/`` and kept in ``docs/competition.schema.json``; a test holds the two equal. Its
descriptions are for people who write such a file by hand or by a program.
"""

from typing import Any, Final

from django.core.validators import MinLengthValidator
from django.db.models import BooleanField, DateTimeField, FloatField, JSONField, Model
from django.utils import translation
from django.utils.functional import Promise

from league.competitions.log.verdicts import WAYS
from league.competitions.models import (
    MOST_BOARDS,
    MOST_TABLES,
    SQUAD,
    Competition,
    Entrant,
    Fixture,
    Hall,
    OptionChange,
    ResultEntry,
    Round,
    Stage,
)
from league.competitions.setup.own_points import HIGHEST, LOWEST
from league.competitions.setup.presets import PRESETS
from league.competitions.setup.settings import SETTINGS
from league.competitions.setup.stages import RESTS
from league.fields import bounds_of, column, values_of
from league.standings.presets import PRESETS as RULES
from matches.terms.time_controls import CLOCK

VERSION: Final = 1
KIND: Final = "tabellone-competition"
MOST_ENTRANTS: Final = 1200
"""With a place at one time."""
MOST_NAMED: Final = 10_000
"""With those who wait or left: each of them has an entrant, and a seed if it played."""
MOST_TIES: Final = 4096
"""In one round."""
MOST_ENTRIES: Final = 50_000

Shape = dict[str, Any]  # a JSON Schema

_UUID: Final = "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"
_AT: Final = r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?Z$"


def _text(most: int, least: int = 0, **more: Any) -> Shape:
    return {"type": "string", "minLength": least, "maxLength": most, **more}


def _number(least: float, most: float, kind: str = "integer", **more: Any) -> Shape:
    return {"type": kind, "minimum": least, "maximum": most, **more}


def _or_null(shape: Shape) -> Shape:
    kinds = shape["type"] if isinstance(shape["type"], list) else [shape["type"]]
    changed = {**shape, "type": [*kinds, "null"]}
    if "enum" in shape:
        changed["enum"] = [*shape["enum"], None]
    return changed


def _among(values: Any, **more: Any) -> Shape:  # any iterable of strings
    return {"type": "string", "enum": [str(value) for value in values], **more}


def _list(items: Shape, most: int, least: int = 0, **more: Any) -> Shape:
    return {"type": "array", "items": items, "minItems": least, "maxItems": most, **more}


def _object(required: Shape, optional: Shape | None = None, **more: Any) -> Shape:
    return {
        "type": "object",
        "properties": {**required, **(optional or {})},
        "required": list(required),
        "additionalProperties": False,
        **more,
    }


def _column(name: str, model: type[Model] = Competition) -> Shape:
    """Return the shape of a setting as its column says it, with its words in English."""
    field = column(model, name)
    bounds = bounds_of(field)
    shape: Shape
    if field.choices:
        shape = _among(values_of(field))
    elif isinstance(field, BooleanField):
        shape = {"type": "boolean"}
    elif isinstance(field, DateTimeField):
        shape = dict(_WHEN)
    elif bounds is not None:
        shape = _number(*bounds, "number" if isinstance(field, FloatField) else "integer")
    elif isinstance(field, JSONField):
        shape = {"type": "object", "maxProperties": 60}
    else:
        least = [each.limit_value for each in field.validators if isinstance(each, MinLengthValidator)]
        shape = _text(field.max_length or 0, *least)
    if field.null:
        shape = _or_null(shape)
    if isinstance(field.verbose_name, Promise):  # else it is made of the column's name
        with translation.override(None):
            shape["description"] = f"{field.verbose_name}. {field.help_text}".strip()
    return shape


_ID: Final = _text(36, pattern=_UUID)
_WHEN: Final = {"type": "string", "pattern": _AT, "maxLength": 40}
_DAY: Final = _text(10, pattern=r"^\d{4}-\d{2}-\d{2}$")
_GOALS: Final = _or_null(_number(0, 999))
_KICKS: Final = _or_null(_object({"home": _number(0, 99), "away": _number(0, 99)}))
_CARDS: Final = _or_null(_object({}, {"home": _list(_text(30), 200), "away": _list(_text(30), 200)}))
_WORDS: Final = {
    "type": "array",
    "maxItems": 2,
    "description": "A sentence: [its English words with {places}, the values]; [] for none.",
}
_SLOT: Final = {
    "type": "object",
    "description": "Where a side comes from.",
    "properties": {
        "seed": _number(1, MOST_NAMED),
        "winner": _number(1, MOST_TIES, description="The number of a tie of an earlier round of the same stage."),
        "loser": _number(1, MOST_TIES),
        "round": _number(1, 1000, description="The step of that round."),
        "part": _among(["winners", "losers", "final", "plate"]),
        "side": _among(["home", "away"], description="Of a loser: nobody stands here unless this side lost."),
        "bye": {"const": True},
        "house": {"const": True, "description": "The player of the house, who stands in for a bye."},
        "rank": _number(1, MOST_ENTRANTS),
        "group": _text(40),
        "level": _number(1, MOST_ENTRANTS, description="Only if this place and the next are level on points."),
        "third": _text(10, 1),
    },
    "additionalProperties": False,
    "minProperties": 1,
}
_SETTING: Final = {
    "type": ["string", "number", "boolean", "null", "object"],
    "description": "Of a game: a plain value, or for each of home and away a whole number.",
    "additionalProperties": {"type": "integer"},
    "maxProperties": 2,
}
_SETTINGS: Final = {"type": "object", "maxProperties": 60}
_CLOCK: Final = {
    "type": "object",
    "properties": {name: _column(name) for name in CLOCK},
    "additionalProperties": False,
}

COMPETITION: Final = {
    "name": _column("name"),
    "game": _text(32, 1),
    "options": {"type": "object", "maxProperties": 60, "additionalProperties": _SETTING},
    "preset": _among(PRESETS),
    "status": _among(Competition.Status.values),
    "places": _column("places"),
    "listed": {"type": "boolean"},
    "season": _number(1, 1000),
    "time_zone": _text(40, 1),
    "blackout": _list(_DAY, 400),
    "points": _list(_number(LOWEST, HIGHEST, "number"), 3, 3, description="Of a win, a draw, a defeat."),
    "criteria": {"type": "array", "maxItems": 40, "description": "The ordered rules that break ties in a table."},
    "standings": _among(["", *RULES]),
    "cancelled_because": _text(300),
    "created_at": _WHEN,
    "published_at": _or_null(_WHEN),
    "started_at": _or_null(_WHEN),
    "finished_at": _or_null(_WHEN),
}
_WISHES: Final = {
    "type": "object",
    "description": "The plan that is to be made at the start; {} for none.",
    "properties": {
        "first": _DAY,
        "every_days": _number(1, 90),
        "at": _text(8, pattern=r"^\d{2}:\d{2}(:\d{2})?$"),
        "time_zone": _text(40, 1),
        "blackout": _list(_DAY, 200),
    },
    "dependentRequired": {"first": ["every_days", "at", "time_zone", "blackout"]},
    "additionalProperties": False,
}
COMPETITION_MORE: Final = {
    **{name: _column(name) for name in SETTINGS if name not in COMPETITION},
    "check_in_opens_at": _or_null(_WHEN),
    "check_in_closes_at": _or_null(_WHEN),
    "check_in_done_at": _or_null(_WHEN),
    "frozen_at": _or_null({**_WHEN, "description": "Since when it stands still."}),
    "frozen_because": _text(300),
    "leave_days": _number(0, 1000, description="Days off that each entrant may take."),
    "official_at": _or_null({**_WHEN, "description": "Since when its final table is official."}),
    "wishes": _WISHES,
    "played_elsewhere": {"type": "boolean", "description": "Its results came from a report file of another program."},
}
"""May be left out: a setting is then that of a new competition. Older documents have fewer."""
ENTRANT: Final = {
    "id": _ID,
    "name": _text(40, 1),
    "code": _text(3, 1, pattern="^[A-Z0-9]{1,3}$"),
    "seed": _or_null(_number(1, MOST_NAMED)),
    "status": _among(Entrant.Status.values),
    "strength": _or_null(_number(-100_000, 100_000, "number")),
    "division": _or_null(_number(1, 100)),
    "first_round": _number(1, 1000),
    "rests": {"type": "object", "maxProperties": 100, "additionalProperties": _among(["full_bye", *RESTS])},
    "withdrawn_because": _text(300),
    "entered_at": _WHEN,
}
ENTRANT_EVENING: Final = {
    "last_round": _or_null(_number(0, 1000, description="The last Swiss round it can be paired in.")),
    "here_round": _number(0, 1000, description="The Swiss round for which it last said that it is here."),
}
"""Fields of an entrant, missing in files older than evenings."""
ENTRANT_MORE: Final = {
    "club": _text(30),
    "checked_in_at": _or_null(_WHEN),
    "turned_away": {"type": "boolean", "description": "Still waited for a place at the start."},
    "stands_in_for": _text(40, description="Whose place it has taken over, by name."),
    "members": _list(
        _object(
            {
                "name": _text(40, 1),
                "number": _number(1, SQUAD - 1, description="Its turn or place; the entrant itself is 0."),
            }
        ),
        SQUAD - 1,
    ),
}
"""Missing in older documents."""
DRAW: Final = {
    "number": _number(1, 1000),
    "algorithm": _text(30),
    "commitment": _text(64, pattern="^[0-9a-f]{64}$"),
    "seed": _text(64, pattern="^[0-9a-f]{64}$"),
    "entrants": _list(_list(_text(40), 2, 2), MOST_ENTRANTS, 2),
    "entrants_hash": _text(64, pattern="^[0-9a-f]{64}$"),
    "order": _list(_ID, MOST_ENTRANTS, 2),
    "committed_at": _WHEN,
    "revealed_at": _WHEN,
}
GROUP: Final = {"number": _number(1, 200), "name": _text(40), "members": _list(_SLOT, MOST_NAMED)}
FIXTURE: Final = {
    "id": _ID,
    "leg": _number(1, 99),
    "home": _or_null(_ID),
    "away": _or_null(_ID),
    "kick_off_at": _or_null(_WHEN),
    "fixed": _among(Fixture.Fixed.values),
    "sequence": _number(0, 100_000),
}
FIXTURE_EVENING: Final = {"table": _or_null(_number(1, MOST_TIES, description="The number of the real table."))}
"""Fields of a fixture, missing in files older than evenings."""
FIXTURE_OF_TEAMS: Final = {
    "board": _number(1, MOST_BOARDS + 1, description="Of a tie of teams; one more than it has: an extra one."),
    "home_player": _or_null(_number(0, SQUAD - 1, description="Who of the squad plays it; null: nobody is named.")),
    "away_player": _or_null(_number(0, SQUAD - 1)),
    "home_former": _text(40, 1, description="Who plays it and is in the squad no longer, by name."),
    "away_former": _text(40, 1),
}
"""Missing where nobody plays in teams. Sealed line-ups stand in no document."""
FIXTURE_DERIVED: Final = {
    "status": _among(Fixture.Status.values),
    "home_goals": _GOALS,
    "away_goals": _GOALS,
    "shootout": _KICKS,
    "how": _text(20),
    "reason": _WORDS,
}
FIXTURE_MORE: Final = {**FIXTURE_DERIVED, **FIXTURE_EVENING, **FIXTURE_OF_TEAMS}
TIE: Final = {
    "id": _ID,
    "number": _number(1, MOST_TIES),
    "group": _or_null(_number(1, 200, description="The number of the group that it counts for.")),
    "kind": {
        "anyOf": [
            _among(["", "final", "third_place", "reset", "playoff", "boundary", "full_bye", *RESTS]),
            _text(9, pattern=r"^[1-9][0-9]{0,3}-[1-9][0-9]{0,3}$", description="The places that are played for: 5-8."),
        ]
    },
    "home_slot": _SLOT,
    "away_slot": _SLOT,
}
TIE_DERIVED: Final = {
    "home": _or_null(_ID),
    "away": _or_null(_ID),
    "winner": _or_null(_ID),
    "decided": _text(30),
    "reason": _WORDS,
}
TIE_OF_TEAMS: Final = {
    "home_points": _or_null(
        _number(0, 1000, "number", description="Board points, of a best of n legs won; null: no tie of teams.")
    ),
    "away_points": _or_null(_number(0, 1000, "number")),
}
"""Derived too; missing in older documents."""
ROUND: Final = {
    "number": _number(1, 1000),
    "part": _among(["", "winners", "losers", "final", "boundary", "plate"]),
    "step": _number(1, 1000),
    "status": _among(Round.Status.values),
    "opens_at": _or_null(_WHEN),
    "closes_at": _or_null(_WHEN),
    "made_by": {"type": "object", "maxProperties": 10, "additionalProperties": _text(200)},
}
STAGE: Final = {"number": _number(1, 20), "format": _among(Stage.Format.values), "settings": _SETTINGS}
ENTRY: Final = {
    "position": _number(1, 1_000_000),
    "kind": _among(ResultEntry.Kind.values),
    "fixture": _or_null(_ID),
    "entrant": _or_null(_ID),
    "points": _or_null(_number(-999, 999)),
    "home_goals": _GOALS,
    "away_goals": _GOALS,
    "shootout": _KICKS,
    "winner": _among(["", "home", "away"]),
    "carry": _KICKS,
    "extra_time": {"type": "boolean"},
    "how": _text(20),
    "cards": _CARDS,
    "match": _or_null(_ID),
    "by": _text(40, description="Who said it, by name; empty: the match or the schedule."),
    "reason": _text(300),
    "why": _WORDS,
    "own": {"type": "boolean"},
    "source": _text(12),
    "at": _WHEN,
}
ENTRY_MORE: Final = {
    "forfeits": _among(["", *ResultEntry.Forfeits.values]),
    "scorers": _or_null(
        _object(
            {},
            {"home": _list(_text(24, 1), 999), "away": _list(_text(24, 1), 999)},
            description="Who scored at a real table, as far as anybody told.",
        )
    ),
    "closing": _or_null(
        _object(
            {"stage": _number(1, 20, description="Its number.")},
            {
                "way": _among(WAYS),
                "round": _or_null(_number(1, 1000, description="The last round that counts; null: all played.")),
            },
            description="Of the early end of a stage, and of taking it back.",
        )
    ),
    "chain": _text(
        64, pattern="^([0-9a-f]{64})?$", description="Its hash behind the entry before; empty: it has none."
    ),
}
"""Missing in older documents."""
CHANGE: Final = {
    "scope": _among(OptionChange.Scope.values),
    "stage": _or_null(_number(1, 20)),
    "number": _or_null(_number(1, 1000)),
    "fixture": _or_null(_ID),
    "options": {"type": "object", "maxProperties": 60, "additionalProperties": _SETTING},
    "clock": _CLOCK,
    "reason": _text(300),
    "at": _WHEN,
}
LEAVE: Final = {
    "entrant": _ID,
    "first": _DAY,
    "last": {**_DAY, "description": "Included."},
    "starts_at": _WHEN,
    "ends_at": _WHEN,
    "taken_at": _WHEN,
    "over_at": _or_null({**_WHEN, "description": "When its matches were let go again; null: they are still to be."}),
}
SUBSTITUTION: Final = {
    "entrant": _ID,
    "name_before": _text(40, 1, description="Who played for it until then."),
    "name_after": _text(40, 1, description="Who has played for it since."),
    "position": _number(0, 1_000_000, description="The last entry of the log before it."),
    "reason": _text(300),
    "at": _WHEN,
}
HALL_TABLE: Final = {
    "number": _number(1, MOST_TABLES),
    "place": _text(60, description="Where it stands."),
    "game": _text(32, description="The only game that is played on it; empty: any."),
    "stream": {"type": "boolean", "description": "Whether it is filmed, with a queue of its own."},
}
HALL_TIMES: Final = {name: _column(name, Hall) for name in ("wait_minutes", "rest_minutes")}
LINE: Final = {"at": _WHEN, "by": _text(40), "verb": _text(40, 1), "message": _WORDS}

_DERIVED: Final = "Follows from structure and log; may be left out. Where it stands it must be what follows."
_FIXTURES: Final = _list(_object(FIXTURE, FIXTURE_MORE, description=_DERIVED), 99)
_TIES: Final = _list(_object({**TIE, "fixtures": _FIXTURES}, {**TIE_DERIVED, **TIE_OF_TEAMS}), MOST_TIES)
_ROUNDS: Final = _list(_object({**ROUND, "ties": _TIES}), 1000)
_GROUPS: Final = _list(_object(GROUP, {"table": {"type": "object", "description": _DERIVED}}), 200)

SCHEMA: Final[Shape] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "A competition of Tabellone",
    "description": (
        "Structure (entrants, stages, rounds, ties with slots, legs), the append-only log of results, the draws and "
        "the audit. Tables, brackets and the champion follow from them and are recomputed by whoever reads it."
    ),
    **_object(
        {
            "kind": {"const": KIND},
            "version": {"const": VERSION},
            "id": _ID,
            "competition": _object(COMPETITION, COMPETITION_MORE),
            "entrants": _list(
                _object(ENTRANT, {**ENTRANT_EVENING, **ENTRANT_MORE}),
                MOST_NAMED,
                description=f"With those who wait or left; at most {MOST_ENTRANTS} have a place.",
            ),
            "draws": _list(_object(DRAW), 50, description="Only revealed ones; anyone can run them again."),
            "stages": _list(_object({**STAGE, "groups": _GROUPS, "rounds": _ROUNDS}), 20, 1),
            "log": _list(_object(ENTRY, ENTRY_MORE), MOST_ENTRIES),
            "option_changes": _list(_object(CHANGE), 1000),
            "audit": _list(_object(LINE), MOST_ENTRIES, description="The oldest first."),
        },
        {
            "source": _text(300, description="The address of the competition that was written."),
            "exported_at": _WHEN,
            "champion": {**_or_null(_ID), "description": _DERIVED},
            "leaves": _list(_object(LEAVE), 10_000, description="Days off that were taken."),
            "hall": _object(
                {**HALL_TIMES, "tables": _list(_object(HALL_TABLE), MOST_TABLES)},
                description="The real tables to which a queue calls its fixtures.",
            ),
            "substitutions": _list(
                _object(SUBSTITUTION), 1000, description="Who took over an entrant from whom, the oldest first."
            ),
        },
    ),
}
