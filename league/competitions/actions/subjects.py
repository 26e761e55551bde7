"""What the actions of competitions are about, and how each is found by the parts of an address."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any
from uuid import UUID

from league.actions import Subject
from league.competitions.models import Announcement, Competition, Entrant, Fixture, Round
from league.competitions.models.roles import Right
from league.competitions.policy import access
from league.errors import Gone
from league.typed import id_or_404, whole_number

ONE = "competitions/<uuid:competition_id>/"
FIXTURE_ADDRESS = f"{ONE}fixtures/<uuid:fixture_id>/"


def _door(user: Any, keys: Mapping[str, Any], right: StrEnum | None) -> Competition:
    """Return the competition that an address names by its id, or that of a page by its slug."""
    return access.door(user, keys.get("competition_id") or keys["slug"], Right(right or Right.SEE))


def _id(keys: Mapping[str, Any], name: str) -> UUID:
    return id_or_404(str(keys[name]))


def _entrant(competition: Competition, keys: Mapping[str, Any]) -> Entrant:
    return access.entrant_or_404(competition, _id(keys, "entrant_id"))


def _round(competition: Competition, keys: Mapping[str, Any]) -> Round:
    rounds = Round.objects.filter(stage__competition=competition, number=whole_number(str(keys["number"]), 0))
    round = rounds.select_related("stage__competition").first()
    if round is None:
        raise Gone
    return round


def _fixture(competition: Competition, keys: Mapping[str, Any]) -> Fixture:
    return access.fixture_or_404(competition, _id(keys, "fixture_id"))


def _announcement(competition: Competition, keys: Mapping[str, Any]) -> Announcement:
    announcement = competition.announcements.filter(id=_id(keys, "announcement_id")).first()
    if announcement is None:
        raise Gone
    return announcement


COMPETITION = Subject(
    ONE, "competition_id", _door, lambda competition, _keys: competition, lambda row: {"competition": row}
)
ENTRANT = Subject(f"{ONE}entrants/<uuid:entrant_id>/", "entrant_id", _door, _entrant, lambda row: {"entrant": row})
ROUND = Subject(
    f"{ONE}rounds/<int:number>/",
    "number",
    _door,
    _round,
    lambda row: {"competition": row.stage.competition, "number": row.number},
)
FIXTURE = Subject(FIXTURE_ADDRESS, "fixture_id", _door, _fixture, lambda row: {"fixture": row})
ANNOUNCEMENT = Subject(
    f"{ONE}announcements/<uuid:announcement_id>/",
    "announcement_id",
    _door,
    _announcement,
    lambda row: {"announcement": row},
)
