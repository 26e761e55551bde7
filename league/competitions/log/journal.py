"""Notices of a change: a line in the audit log, a higher log position, a message on the feed."""

from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from engines.core.text import Text
from league.competitions.models import AuditEntry, Competition
from league.competitions.policy import access
from league.players.models import User
from matches import feed
from matches.models import Match
from matches.policy.audience import seen_by
from matches.queries import feed_positions


def record(competition: Competition, by: User | None, verb: str, message: Text) -> None:
    """Write a line of the audit log; ``by`` None: the schedule did it."""
    AuditEntry.objects.create(competition=competition, at=timezone.now(), actor=by, verb=verb, message=message)


def note(competition: Competition, by: User | None, verb: str, message: Text) -> None:
    """Write a line of the audit log about a change, and count the change."""
    record(competition, by, verb, message)
    changed(competition)


def changed(competition: Competition) -> None:
    """Count a change that a page could show, and notify open pages after the commit."""
    rows = Competition.objects.filter(id=competition.id)
    rows.update(log_position=F("log_position") + 1, changed_at=timezone.now())
    competition.log_position += 1
    tell(competition.id, competition.log_position)


def tell(competition_id: UUID, position: int) -> None:
    """Notify open pages, after the commit, that the competition's log has reached ``position``."""
    message = {"competition": str(competition_id), "position": position}
    transaction.on_commit(lambda: feed.publish(f"competition:{competition_id}", message))


def hidden(topics: list[str], user: Any) -> set[str]:  # User or AnonymousUser
    """Return the feed's ``topics`` that ``user`` must hear nothing of. Two queries at most."""
    rooms = {topic: UUID(topic.partition(":")[2]) for topic in topics if ":" in topic}
    of = {kind: {rooms[topic] for topic in rooms if topic.startswith(kind)} for kind in ("competition", "match")}
    hidden_ids = set()
    if of["competition"]:
        rows = Competition.objects.filter(pk__in=of["competition"])
        hidden_ids |= set(
            rows.exclude(pk__in=access.visible_by_address(user).values("pk")).values_list("pk", flat=True)
        )
    if of["match"]:
        hidden_ids |= set(Match.objects.filter(pk__in=of["match"]).exclude(seen_by(user)).values_list("pk", flat=True))
    return {topic for topic, room in rooms.items() if room in hidden_ids}


def positions(topics: list[str]) -> dict[str, int]:
    """Return the log positions of competitions and matches among the feed's ``topics``; others have none."""
    ids = {UUID(topic.partition(":")[2]): topic for topic in topics if topic.startswith("competition:")}
    pairs = Competition.objects.filter(id__in=ids).values_list("id", "log_position") if ids else ()
    return feed_positions(topics) | {ids[competition_id]: position for competition_id, position in pairs}
