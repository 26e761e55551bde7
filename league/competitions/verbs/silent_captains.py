"""Captains whose line-up is due: who they are, and reminders to them by the schedule and by the organiser.

It asks only whether a line-up came in, never what it says.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db.models import F, QuerySet
from django.urls import reverse
from django.utils import timezone

from engines.core.text import Text, text
from league.competitions.log import journal
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Entrant, Fixture, TeamLineUp, Tie
from league.competitions.policy.parties import leaders_of, leads
from league.competitions.setup.line_ups import asked_at, time_of
from league.competitions.verbs.line_ups import sealed_ties
from league.competitions.verbs.schedule import stored_moment
from league.players.models import Notification, User
from league.players.verbs.notify import Notice, notify_all

AGAIN: Final = timedelta(hours=6)
"""The organiser reminds a captain of a tie at most once in this time."""
REMINDED: Final = "line_up_again"
"""Begins the keys of those reminders."""


class Missing(NamedTuple):
    """A line-up that is not in while there is time."""

    tie: Tie
    side: Entrant
    asked_at: datetime
    closes_at: datetime


def missing(ties: QuerySet[Tie]) -> list[Missing]:
    """Return the line-ups of ``ties``, which are sealed, that are not in. Three queries."""
    rows = ties.select_related("round__stage__competition", "home__player", "away__player")
    sealed = list(
        rows.prefetch_related("home__members__user", "away__members__user").order_by("round__number", "number")
    )
    present = set(TeamLineUp.objects.filter(tie__in=sealed, leg=F("tie__leg")).values_list("tie", "entrant"))
    found, now = [], timezone.now()
    for tie in sealed:
        since, closes_at = asked_at(tie), time_of(tie.round.stage.competition, tie)
        if since is None or closes_at is None or not since <= now < closes_at:
            continue
        for side in (tie.home, tie.away):
            if side is not None and (tie.pk, side.pk) not in present and leaders_of(side):
                found.append(Missing(tie, side, since, closes_at))
    return found


def missing_in(competition: Competition) -> list[Missing]:
    """Return the line-ups of ``competition`` that are not in."""
    if not competition.of_teams or competition.status != Competition.Status.RUNNING:
        return []
    return missing(sealed_ties().filter(round__stage__competition=competition))


def to_name(user: User, ahead: Iterable[Fixture]) -> list[Missing]:
    """Return the line-ups of the fixtures ``ahead`` that ``user`` is to name. No query unless one is of teams."""
    ties = {row.tie_id for row in ahead if row.tie.round.stage.competition.of_teams and not row.of_teams}
    if not ties:
        return []
    return [line_up for line_up in missing(sealed_ties().filter(pk__in=ties)) if leads(user, line_up.side)]


def ask(ties: Sequence[UUID]) -> int:
    """Tell the captains of ``ties`` that their line-up is asked for, and once more in the last quarter of the time.

    Return the number of line-ups that are not in.
    """
    asked, now, notices = missing(sealed_ties().filter(pk__in=ties)), timezone.now(), []
    for line_up in asked:
        if now < line_up.closes_at - (line_up.closes_at - line_up.asked_at) / 4:
            message = text("Name the line-up of {team} for {tie} by {when}", **_values(line_up))
            notices.append(_notice(line_up, "open", message, f"line_up:{_key(line_up.tie)}"))
        else:
            message = text("The line-up of {team} for {tie} is not in: name it by {when}", **_values(line_up))
            notices.append(_notice(line_up, "reminder", message, f"line_up_late:{_key(line_up.tie)}"))
    notify_all(notices)
    return len(asked)


def remind(*, competition: Competition, by: User) -> int:
    """Remind the captains whose line-up is not in; return the number of line-ups.

    Repeating it reminds nobody again before ``AGAIN`` is over.
    """
    with locked(competition.pk) as row:
        now, line_ups = timezone.now(), missing_in(row)
        leaders = [user for line_up in line_ups for user in leaders_of(line_up.side)]
        since = Notification.objects.filter(user__in=leaders, at__gt=now - AGAIN, key__startswith=f"{REMINDED}:")
        lately = {(user, key.rpartition(":")[0]) for user, key in since.values_list("user", "key")}
        notices = []
        for line_up in line_ups:
            key = f"{REMINDED}:{_key(line_up.tie)}"
            users = [user for user in leaders_of(line_up.side) if (user.pk, key) not in lately]
            if not users:
                continue
            message = text(
                "The organiser asks for the line-up of {team} for {tie}: name it by {when}", **_values(line_up)
            )
            notices.append(_notice(line_up, "reminder", message, f"{key}:{now:%Y%m%d%H%M%S}", users))
        notify_all(notices)
        if notices:
            message = text("reminded captains whose line-up is not in: {count}", count=len(notices))
            journal.note(row, by, "remind_captains", message)
    return len(notices)


def _key(tie: Tie) -> str:
    """Return what the keys of notices about the leg of ``tie`` that is due end with; asked anew, with another end."""
    if tie.leg > 1:
        return f"{tie.pk}.{tie.leg}"
    return str(tie.pk) if tie.leg_since is None else f"{tie.pk}@{tie.leg_since:%Y%m%d%H%M%S}"


def _values(line_up: Missing) -> dict[str, Any]:
    """Return the values of a sentence about ``line_up``."""
    tie = f"{line_up.tie.home} – {line_up.tie.away}"
    return {"team": line_up.side.name, "tie": tie, "when": stored_moment(line_up.closes_at)}


def _notice(line_up: Missing, kind: str, message: Text, key: str, users: Iterable[User] | None = None) -> Notice:
    """Return a notice for the leaders of the team, or those of them in ``users``, that leads to the line-up."""
    row = line_up.tie.round.stage.competition
    url = reverse("competitions:line_up", args=[row.slug, line_up.tie.pk])
    return Notice(leaders_of(line_up.side) if users is None else users, kind, message, url, key, row.name)
