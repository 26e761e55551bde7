"""The check-in before the start: its times, who is there, its end."""

from typing import Any, Final

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from league.actions import Action
from league.competitions.actions.entrants import plays_for_it
from league.competitions.actions.subjects import COMPETITION, ENTRANT
from league.competitions.models.roles import Right
from league.competitions.verbs import check_in


class CheckInIn(serializers.Serializer[Any]):
    """The opening and closing time of the check-in; both null: no check-in."""

    opens_at = serializers.DateTimeField(allow_null=True)
    closes_at = serializers.DateTimeField(allow_null=True)


def _closed(absent: int) -> str:
    if not absent:
        return gettext("The check-in is closed.")
    return ngettext("%(count)d was not there.", "%(count)d were not there.", absent) % {"count": absent}


SET_CHECK_IN: Final = Action(
    "check_in_times",
    check_in.set_check_in,
    COMPETITION,
    "Set or remove the check-in.",
    Right.RUN,
    takes=CheckInIn,
    at="check-in/",
)
CLOSE_CHECK_IN: Final = Action(
    "close_check_in",
    check_in.close_check_in,
    COMPETITION,
    "End the check-in now: absent entrants give their places to waiting ones who are present.",
    Right.RUN,
    said=_closed,
    label=_("Close the check-in"),
    at="check-in/close/",
)
CHECK_IN: Final = Action(
    "check_in",
    check_in.check_in,
    ENTRANT,
    "Check in: yourself while the check-in is open, or as the organiser anybody until the start.",
    Right.RUN,
    parties=plays_for_it,
    said=_("Checked in."),
    label=_("Check in"),
    then="entrants",
    at="check-in/",
    scope="compete",
)
CHECK_OUT: Final = Action(
    "check_out",
    check_in.check_out,
    ENTRANT,
    "Undo a check-in, as the organiser.",
    Right.RUN,
    said=_("Check-in undone."),
    label=_("Absent"),
    then="check_in",
    at="check-in/",
    method="DELETE",
)

ACTIONS: Final = (
    SET_CHECK_IN,
    CLOSE_CHECK_IN,
    CHECK_IN,
    CHECK_OUT,
)
