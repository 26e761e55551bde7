"""Real tables and the queue for them: set up, out of service, calls, the order by hand."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

import engines
from league.actions import Action
from league.api.fields import ColumnsSerializer, choice, number
from league.competitions.actions.subjects import COMPETITION, FIXTURE
from league.competitions.models import MOST_TABLES, Fixture, Hall
from league.competitions.models.roles import Right
from league.competitions.policy.parties import seat_in
from league.competitions.verbs import calling, halls


class TablesIn(serializers.Serializer[Any]):
    """Tables from ``first`` to ``last`` (empty: one alone), where they stand, and what they are for."""

    first = number(1, MOST_TABLES)
    last = number(1, MOST_TABLES, required=False, allow_null=True, default=None)
    place = serializers.CharField(required=False, allow_blank=True, max_length=60, default="")
    game = choice(engines.games(), required=False, allow_blank=True, default="")
    stream = serializers.BooleanField(required=False, default=False)


class TimesIn(ColumnsSerializer):
    """The minutes of a queue; those left out stay."""

    class Meta:
        model = Hall
        fields = halls.TIMES
        extra_kwargs = {name: {"required": False} for name in halls.TIMES}


class TableIn(serializers.Serializer[Any]):
    """The number of a table."""

    table = number(1, MOST_TABLES)


class ClosedIn(TableIn):
    """The number of a table, and why it is out of service."""

    reason = serializers.CharField(required=False, allow_blank=True, max_length=120, default="")


class MoveIn(serializers.Serializer[Any]):
    """Where to: the front, up, down, its place by the rules, the stream, or back from it into the hall."""

    where = choice(halls.MOVES)


def _plays(fixture: Any, user: Any) -> bool:  # a Fixture; a user of any kind
    return isinstance(fixture, Fixture) and user.is_authenticated and seat_in(fixture, user) is not None


ADD: Final = Action(
    "add_tables",
    halls.add_tables,
    COMPETITION,
    "Set up real tables, many at once: the queue then calls what can be played to them.",
    Right.RUN,
    takes=TablesIn,
    said=_("Tables saved."),
    label=_("Set up tables"),
    then="tables",
    at="tables/set-up/",
)
TIMES: Final = Action(
    "queue_times",
    halls.set_times,
    COMPETITION,
    "Set the minutes to come to a table and to rest after a match.",
    Right.RUN,
    takes=TimesIn,
    said=_("Changes saved."),
    label=_("Save"),
    then="tables",
    at="tables/times/",
)
CLOSE: Final = Action(
    "close_table",
    halls.close_table,
    COMPETITION,
    "Take a table out of service; its match waits again, before all others.",
    Right.RUN,
    takes=ClosedIn,
    said=_("Table out of service."),
    label=_("Set aside"),
    then="tables",
    at="tables/close/",
)
REOPEN: Final = Action(
    "reopen_table",
    halls.reopen_table,
    COMPETITION,
    "Return a table to service.",
    Right.RUN,
    takes=TableIn,
    said=_("Table back in service."),
    label=_("Back in service"),
    then="tables",
    at="tables/reopen/",
)
REMOVE: Final = Action(
    "remove_table",
    halls.remove_table,
    COMPETITION,
    "Remove a table at which nobody plays; without tables there is no queue.",
    Right.RUN,
    takes=TableIn,
    said=_("Table removed."),
    label=_("Remove"),
    then="tables",
    at="tables/remove/",
)
MOVE: Final = Action(
    "move_in_queue",
    halls.move_in_queue,
    FIXTURE,
    "Move a waiting match in the queue, or to that of the stream.",
    Right.RUN,
    takes=MoveIn,
    said=_("Queue changed."),
    then="tables",
    at="queue/",
)
CALL: Final = Action(
    "call_match",
    calling.call_to,
    FIXTURE,
    "Call a waiting match to a free table, out of turn.",
    Right.RUN,
    takes=TableIn,
    said=_("Called."),
    then="tables",
    at="call/",
)
TAKE_BACK: Final = Action(
    "take_back_call",
    calling.take_back,
    FIXTURE,
    "Take back the call of a match: it waits until somebody moves or calls it.",
    Right.RUN,
    said=_("The match waits again."),
    label=_("Back to the queue"),
    then="tables",
    at="call/",
    method="DELETE",
)
BEGIN: Final = Action(
    "begin_call",
    calling.begin,
    FIXTURE,
    "Say that a called match has begun at its table, as one of its players or the staff.",
    Right.DECIDE,
    parties=_plays,
    said=_("Begun."),
    label=_("They have begun"),
    then="tables",
    at="call/begin/",
    scope="compete",
)
LATE: Final = Action(
    "come_late",
    calling.come_late,
    FIXTURE,
    "Give a called match five minutes more to begin, as one of its players or the staff; at most three times.",
    Right.DECIDE,
    parties=_plays,
    said=_("Five minutes more. We told the others."),
    label=_("Late, 5 minutes"),
    then="tables",
    at="call/late/",
    scope="compete",
)

ACTIONS: Final = (ADD, TIMES, CLOSE, REOPEN, REMOVE, MOVE, CALL, TAKE_BACK, BEGIN, LATE)
