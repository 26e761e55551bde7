"""Rows of an evening that no other competition has: the clock of a round, and the printed sheets' one-time links.

Who is here, who skips and who has gone home stands with the entrant, the number of the table with the fixture; what the
organiser chose before stands in the settings of the stage (``league.competitions.setup.stages``).
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class RoundClock(models.Model):
    """One clock for all matches of a round. It runs while ``ends_at`` is set, else it stands at ``left`` seconds."""

    round = models.OneToOneField("competitions.Round", on_delete=models.CASCADE, related_name="clock")
    seconds = models.PositiveIntegerField()
    """The whole length."""
    left = models.PositiveIntegerField()
    """Seconds left when it was last stopped; while it runs, when it was last started."""
    ends_at = models.DateTimeField(null=True)
    """When it runs out, by the server's time; null while it stands."""
    buzzed_at = models.DateTimeField(null=True)
    """When the buzzer was acted on; null before, and again when time is added."""
    scores = models.JSONField(default=dict)
    """Fixture id -> ``[home, away]`` of the matches that were live on this site at the buzzer."""

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
