"""Rows that only evenings have: the clock of a round, and the printed sheets' one-time links.

The check-in is in the entrant's row, the number of the table in the fixture's; the organiser's choices are in the
settings of the stage (``league.competitions.setup.stages``).
"""

from django.db import models
from django.db.models import Q


class RoundClock(models.Model):
    """One clock for all matches of a round: it runs while ``ends_at`` is set, else it is stopped at ``left``."""

    round = models.OneToOneField("competitions.Round", on_delete=models.CASCADE, related_name="clock")
    seconds = models.PositiveIntegerField()
    """The whole length."""
    left = models.PositiveIntegerField()
    """Seconds left when it was last stopped; while it runs, when it was last started."""
    ends_at = models.DateTimeField(null=True)
    """The end by the server's time; null while it is stopped."""
    buzzed_at = models.DateTimeField(null=True)
    """The moment of the buzzer; null before, and again when time is added."""
    scores = models.JSONField(default=dict)
    """Fixture id -> ``[home, away]`` of the matches live on this site at the buzzer."""

    class Meta:
        indexes = [
            models.Index(fields=["ends_at"], name="clock_due", condition=Q(ends_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"clock of {self.round}"


class Sheet(models.Model):
    """The link on a printed score sheet by which one side of a fixture reports, once, without an account."""

    fixture = models.ForeignKey("competitions.Fixture", on_delete=models.CASCADE, related_name="sheets")
    seat = models.CharField(max_length=4)
    key = models.CharField(max_length=43, unique=True)
    made_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["fixture", "seat"], name="sheet_once")]

    def __str__(self) -> str:
        return f"sheet of {self.fixture_id} ({self.seat})"
