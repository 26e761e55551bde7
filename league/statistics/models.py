"""Figures of finished matches, made from their events, and thrown away and made again at will."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class MatchFigures(models.Model):
    """The figures of one match, by seat. Made by ``league.statistics.figures`` from the match's log."""

    match = models.OneToOneField("matches.Match", on_delete=models.CASCADE, primary_key=True, related_name="figures")
    version = models.PositiveSmallIntegerField()
    """The version of the counting: a change of it counts again."""
    figures = models.JSONField()
    """``{"home": {name: number}, "away": {...}}``."""

    def __str__(self) -> str:
        return f"figures of {self.match_id}"


class Line(models.Model):
    """One finished match as one of its players saw it. The score of the match, never who went through."""

    class Outcome(models.TextChoices):
        """Won, drawn, lost: by the score, or by the award where the match was given up."""

        WON = "W"
        DRAWN = "D"
        LOST = "L"

    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="lines")
    side = models.CharField(max_length=4)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="lines")
    opponent = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    competition = models.ForeignKey(
        "competitions.Competition", on_delete=models.SET_NULL, null=True, blank=True, related_name="lines"
    )
    game = models.CharField(max_length=32)
    goals_for = models.PositiveSmallIntegerField()
    goals_against = models.PositiveSmallIntegerField()
    outcome = models.CharField(max_length=1, choices=Outcome)
    how = models.CharField(max_length=20, blank=True)
    played_at = models.DateTimeField()
    counts = models.BooleanField(default=True)
    """False where the competition's log says otherwise: voided, replayed, corrected, awarded."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "side"], name="line_once")]
        indexes = [
            models.Index(fields=["player", "-played_at"], name="line_player"),
            models.Index(fields=["competition"], name="line_competition"),
        ]
        ordering = ["-played_at"]

    def __str__(self) -> str:
        return f"{self.player} {self.goals_for}–{self.goals_against}"
