"""Models of teams: a sealed line-up, who of a team plays which board of a tie, and who said that they can play."""

from django.conf import settings
from django.db import models

from league.competitions.models.competition import Entrant
from matches.ids import uuid7


class TeamLineUp(models.Model):
    """The boards of one leg of a tie as one team's captain named them.

    Sealed: nobody but the captains of that team reads ``numbers`` before ``verbs.line_ups`` opens both line-ups of the
    leg, which puts the people named on the fixtures. Only those columns are shown to anybody else.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    tie = models.ForeignKey("Tie", on_delete=models.CASCADE, related_name="line_ups")
    entrant = models.ForeignKey("Entrant", on_delete=models.CASCADE, related_name="line_ups")
    leg = models.PositiveSmallIntegerField(default=1, db_default=1)
    numbers = models.JSONField(default=list)
    """Numbers in the squad by board, from board 1 on: 0 is the captain, the others are those of ``Member``."""
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    """The captain who handed it in; null: nobody did in time."""
    handed_in_at = models.DateTimeField()

    class Meta:
        constraints = [
            # With a condition it is an index, which is made without a lock.
            models.UniqueConstraint(
                fields=["tie", "entrant", "leg"], name="line_up_of_leg_once", condition=models.Q(leg__gte=1)
            )
        ]
        ordering = ["tie", "handed_in_at"]

    def __str__(self) -> str:
        return f"line-up of {self.entrant_id} for {self.tie_id}"


class Availability(models.Model):
    """An answer to the captain's question who can play a tie.

    Its captains alone read it, until the line-ups of the leg that is due are open; then it is deleted
    (``derivation.line_ups``, ``verbs.availability``).
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    tie = models.ForeignKey("Tie", on_delete=models.CASCADE, related_name="+")
    entrant = models.ForeignKey("Entrant", on_delete=models.CASCADE, related_name="+")
    """The team."""
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    asked_at = models.DateTimeField()
    """The last time."""
    can = models.BooleanField(null=True)
    """Null: no answer yet."""
    answered_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tie", "user"], name="availability_once")]
        ordering = ["tie", "asked_at", "id"]

    def __str__(self) -> str:
        return f"{self.user_id} for {self.tie_id}: {self.can}"

    @property
    def rival(self) -> Entrant | None:
        """Return the other team of the tie."""
        return self.tie.away if self.entrant_id == self.tie.home_id else self.tie.home
