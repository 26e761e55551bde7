"""A player's own absences, which later plans avoid where they can."""

from typing import Any, Final

from rest_framework import serializers

from league.actions import Action
from league.competitions.actions.subjects import ABSENCE, NOTHING
from league.competitions.models import Absence
from league.competitions.verbs import absences


class AbsenceIn(serializers.Serializer[Any]):
    """From the first day to the last, both included."""

    first = serializers.DateField()
    last = serializers.DateField(required=False, allow_null=True, default=None, help_text="Left out: one day.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One day alone is the first and the last."""
        return {"first": attrs["first"], "last": attrs["last"] or attrs["first"]}


ADD: Final = Action(
    "add_absence",
    absences.add,
    NOTHING,
    "Add days on which you cannot play: later plans avoid them where they can.",
    by="user",
    takes=AbsenceIn,
    gives=Absence,
    status=201,
)
REMOVE: Final = Action(
    "absence",
    absences.remove,
    ABSENCE,
    "Delete one of your absences.",
    by="user",
    at="",
    method="DELETE",
    status=204,
)

ACTIONS: Final = (
    ADD,
    REMOVE,
)
