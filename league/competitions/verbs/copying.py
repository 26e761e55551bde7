"""Settings of a competition for another like it: all that ``create.create`` takes but name and date.

A following season also gets the club, time zone, leave, tables and helpers.
"""

import secrets
from typing import Any, Final

from django.utils import timezone

from engines.core.text import text
from league.competitions.log import journal
from league.competitions.models import Competition, Staff
from league.competitions.models.roles import Right
from league.competitions.policy.access import may
from league.competitions.setup import own_points, tie_breaks
from league.competitions.setup.chains import chosen_settings
from league.competitions.setup.formats import DEFAULTS
from league.competitions.setup.presets import PRESETS
from league.competitions.setup.settings import SETTINGS
from league.competitions.verbs.halls import same_tables
from league.players.models import User

COPIED: Final = ("game", "preset", "options", *(name for name, setting in SETTINGS.items() if setting.copied))
"""Columns that are keywords of ``create`` under the same name."""


def like(row: Competition) -> dict[str, Any]:
    """Return the keywords for a competition with the settings of ``row``.

    Rounds on schedule need a new date: until they are planned they open by themselves. Stages are as requested, not as
    the start fitted them to the number of entrants; what older ones do not name is as it was, whatever is usual now.
    """
    stored = row.asked_stages or list(row.stages.order_by("number").values("format", "settings"))
    own = [{**stage, "settings": {**DEFAULTS[stage["format"]], **stage["settings"]}} for stage in stored]
    preset = PRESETS[row.preset]
    advance = row.advance if row.advance != Competition.Advance.SCHEDULE else Competition.Advance.AUTO
    fields: dict[str, Any] = {name: getattr(row, name) for name in COPIED} | {"advance": advance}
    if listed := tie_breaks.repeatable(row):
        fields["criteria"] = listed
    if points := own_points.repeatable(row):
        fields["points"] = points
    if [stage["format"] for stage in own] == [plan.format for plan in preset.stages]:
        settings = {key: value for stage in own for key, value in stage["settings"].items() if key in preset.settings}
        return fields | {"settings": settings}
    chain = [
        {"format": stage["format"], "settings": chosen_settings(number, stage["format"], stage["settings"])}
        for number, stage in enumerate(own, start=1)
    ]
    return fields | {"stages": chain}


def succeed(successor: Competition, before: Competition, by: User) -> Competition:
    """Give ``successor``, the empty successor of ``before``, its club, time zone, leave, tables, helpers and rules.

    A closed club takes no new competition: ``successor`` then belongs to its owner alone, and its audit says so. If
    ``by`` would have no role in it, they become a co-organiser. Saves.
    """
    successor.time_zone, successor.leave_days = before.time_zone, before.leave_days
    if before.club is not None and before.club.closed_at is None:
        successor.club = before.club
    elif before.club is not None:
        journal.record(successor, by, "club", text("the club is closed: only its owner has this one now"))
    if not before.standings:  # no dated rules: a document may have brought its own
        successor.points, successor.criteria = before.points, before.criteria
    successor.save(update_fields=["time_zone", "leave_days", "club", "points", "criteria"])
    same_tables(successor, before)
    helping = {
        role_row.user: role_row.role
        for role_row in before.staff.accepted().select_related("user")
        if role_row.user is not None
    }
    if by not in helping and not may(by, successor, Right.RUN):
        helping[by] = Staff.Given.CO_ORGANISER
    now = timezone.now()
    Staff.objects.bulk_create(
        Staff(
            competition=successor,
            user=user,
            role=role,
            key=secrets.token_urlsafe(24),
            invited_by=successor.owner,
            invited_at=now,
            accepted_at=now,
        )
        for user, role in helping.items()
        if user.pk != successor.owner_id
    )
    return successor
