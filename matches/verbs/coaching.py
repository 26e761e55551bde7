"""The call for coaching in a match without an official: when a side may make it, and what the log says of it.

Team-mates must not coach the player in turn (SX-11.2). Where no official judges that, the other side calls it. The
called side admits it, or the log decides: a message of their own words that a team-mate of the player in turn wrote
since the turn began, in a room that both sides read, proves it; ready phrases prove nothing. ``matches.verbs.offers``
keeps the calls, and the engine carries out what a proven or admitted one costs.
"""

from datetime import datetime
from typing import Final

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

import engines
from engines.core.seats import Seat as SeatName
from engines.core.seats import other
from matches.errors import MatchError
from matches.models import ChatLine, Match, MatchEvent, SeatController
from matches.models.chat import Room
from matches.policy.access import may_read
from matches.verbs.officials import coached

RESTARTS: Final = ("line_up", "penalty", "turn_lost")
"""Events after which a turn begins, whoever decided last."""


class CannotCall(MatchError):
    """No call for coaching can be made now; the sentence says why."""

    code = "cannot_call"
    status = 409


def check(match: Match, caller: SeatName) -> None:
    """Check that ``caller`` may call coaching now. Raises CannotCall."""
    if match.officials.exists():
        raise CannotCall(_("This match has an official, who judges coaching."))
    if other(caller) not in coached(match):
        raise CannotCall(_("You can only call coaching while a side of several people has its turn."))


def turn_of(match: Match, side: SeatName) -> tuple[int, datetime | None]:
    """Return the version and the time at which the present turn of ``side`` began."""
    opponent = other(side)
    before = Q(seat=opponent) | Q(seat="", move__type="timeout", move__seat=opponent)
    for event in RESTARTS:
        before |= Q(events__contains=[{"type": event}])
    rows = MatchEvent.objects.filter(before, match=match, kind="move").order_by("-seq")
    return rows.values_list("seq", "at").first() or (0, match.started_at)


def over_since(match: Match, caller: SeatName, version: int) -> datetime | None:
    """Return when the turn in which ``caller`` called coaching, at ``version``, was over; None: it goes on."""
    side = other(caller)
    began, at = turn_of(match, side)
    if began > version:
        return at
    return None if side in coached(match) else timezone.now()


def is_proven(match: Match, side: SeatName) -> bool:
    """Return whether the log proves that the player in turn of ``side``, which is on turn, was coached."""
    game = engines.get(match.game)
    assert match.snapshot is not None, "the match is live"
    number = game.controller(game.from_wire(match.snapshot), side)
    people = list(SeatController.objects.filter(seat__match=match, seat__side=side))
    if number is None or not people:
        return False
    team_mates = {person.user_id for person in people} - {people[number % len(people)].user_id}
    rooms = [room for room in Room.values if may_read(match, room, seat=side, official=False)]
    _version, since = turn_of(match, side)
    lines = ChatLine.objects.filter(match=match, room__in=rooms, user__in=team_mates, say__isnull=True)
    return lines.filter(at__gte=since).exists()
