"""What the actions of competitions are about, and how each is found by the parts of an address."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Final, TypeAlias

from django.db.models import Model, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from league.actions import Subject
from league.competitions.errors import WrongStep
from league.competitions.models import (
    Absence,
    Announcement,
    Comment,
    Competition,
    Dispute,
    Entrant,
    Fixture,
    Invitation,
    Proposal,
    Report,
    Round,
    Staff,
    Tie,
)
from league.competitions.models.roles import Right
from league.competitions.policy import access
from league.competitions.verbs import open_disputes
from league.errors import Gone
from league.typed import id_or_404, whole_number

Keys: TypeAlias = Mapping[str, Any]
"""Parts of an address by name: ids, or what a page sent for them."""

ONE: Final = "competitions/<uuid:competition_id>/"
OF_FIXTURE: Final = f"{ONE}fixtures/<uuid:fixture_id>/"


def door(user: Any, keys: Keys, right: StrEnum | None) -> Competition:  # User or AnonymousUser
    """Return the competition that an address of the API names by its id, or that of a page by its slug."""
    return access.door(user, keys.get("competition_id") or keys["slug"], Right(right or Right.SEE))


def row_or_gone(rows: QuerySet[Any], key: object) -> Any:
    """Return the row with the id ``key``. Raises Gone; Http404 for what is no id."""
    row = rows.filter(pk=id_or_404(str(key))).first()
    if row is None:
        raise Gone
    return row


def _entrant(competition: Competition, keys: Keys) -> Entrant:
    return access.entrant_or_404(competition, id_or_404(str(keys["entrant_id"])))


def _round(competition: Competition, keys: Keys) -> Round:
    number = whole_number(str(keys["number"]), 0)
    round = Round.objects.select_related("stage").filter(stage__competition=competition, number=number).first()
    if round is None:
        raise WrongStep(_("Round %(number)d does not exist.") % {"number": number})
    return round


def _fixture(competition: Competition, keys: Keys) -> Fixture:
    return access.fixture_or_404(competition, id_or_404(str(keys["fixture_id"])))


def _tie(competition: Competition, keys: Keys) -> Tie:
    return access.team_tie_or_404(competition, id_or_404(str(keys["tie_id"])))


def _comment(competition: Competition, keys: Keys) -> Comment:
    comments = _fixture(competition, keys).comments.select_related("fixture")
    comment: Comment = row_or_gone(comments, keys["comment_id"])
    return comment


def _proposal(competition: Competition, keys: Keys) -> Proposal:
    proposals = _fixture(competition, keys).proposals.select_related("fixture")
    return get_object_or_404(proposals, pk=id_or_404(str(keys["proposal_id"])))


def _report_of(fixture: Fixture) -> Report:
    report = open_disputes.open_report(fixture)
    if report is None:
        raise Http404
    return report


def _dispute_of(fixture: Fixture) -> Dispute:
    dispute = open_disputes.open_dispute(fixture)
    if dispute is None:
        raise Http404
    return dispute


def _reported(competition: Competition, keys: Keys) -> Fixture:
    fixture = _fixture(competition, keys)
    _report_of(fixture)
    return fixture


def _disputed(competition: Competition, keys: Keys) -> Fixture:
    fixture = _fixture(competition, keys)
    _dispute_of(fixture)
    return fixture


NOTHING: Final = Subject(Model, "", "", lambda _user, _keys, _right: None, lambda _house, _keys: None, lambda _row: {})
"""Of an action that a key in its body opens, or that is about the user alone."""
COMPETITION: Final = Subject(
    Competition, ONE, "competition_id", door, lambda competition, _keys: competition, lambda row: {"competition": row}
)
ENTRANT: Final = Subject(
    Entrant, f"{ONE}entrants/<uuid:entrant_id>/", "entrant_id", door, _entrant, lambda row: {"entrant": row}
)
INVITATION: Final = Subject(
    Invitation,
    f"{ONE}invitations/<uuid:invitation_id>/",
    "invitation_id",
    door,
    lambda competition, keys: row_or_gone(competition.invitations, keys["invitation_id"]),
    lambda row: {"invitation": row},
)
OFFICE: Final = Subject(
    Staff,
    f"{ONE}staff/<uuid:staff_id>/",
    "staff_id",
    door,
    lambda competition, keys: row_or_gone(competition.staff, keys["staff_id"]),
    lambda row: {"staff": row},
)
"""A role in the staff, or the invitation to it."""
ANNOUNCEMENT: Final = Subject(
    Announcement,
    f"{ONE}announcements/<uuid:announcement_id>/",
    "announcement_id",
    door,
    lambda competition, keys: row_or_gone(competition.announcements, keys["announcement_id"]),
    lambda row: {"announcement": row},
)
ROUND: Final = Subject(
    Round,
    f"{ONE}rounds/<int:number>/",
    "number",
    door,
    _round,
    lambda row: {"competition": row.stage.competition, "number": row.number},
)
FIXTURE: Final = Subject(Fixture, OF_FIXTURE, "fixture_id", door, _fixture, lambda row: {"fixture": row})
OPEN_REPORT: Final = Subject(
    Fixture, OF_FIXTURE, "fixture_id", door, _reported, lambda row: {"report": _report_of(row)}
)
"""The fixture whose report waits for an answer."""
OPEN_DISPUTE: Final = Subject(
    Fixture, OF_FIXTURE, "fixture_id", door, _disputed, lambda row: {"dispute": _dispute_of(row)}
)
"""The fixture whose dispute waits for its outcome."""
TEAM_TIE: Final = Subject(Tie, f"{ONE}ties/<uuid:tie_id>/", "tie_id", door, _tie, lambda row: {"tie": row})
"""A tie of teams."""
COMMENT: Final = Subject(
    Comment, f"{OF_FIXTURE}comments/<uuid:comment_id>/", "comment_id", door, _comment, lambda row: {"comment": row}
)
PROPOSAL: Final = Subject(
    Proposal,
    f"{OF_FIXTURE}proposals/<uuid:proposal_id>/",
    "proposal_id",
    door,
    _proposal,
    lambda row: {"proposal": row},
)
ABSENCE: Final = Subject(
    Absence,
    "absences/<uuid:absence_id>/",
    "absence_id",
    lambda user, _keys, _right: user,
    lambda user, keys: row_or_gone(user.absences, keys["absence_id"]),
    lambda row: {"absence_id": row.pk},
)
"""One's own."""
