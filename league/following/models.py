"""The rows of following: who follows which player, club or competition, and who sees results only on a tap."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone


class Follow(models.Model):
    """One thing that one person follows: exactly one of the three is set."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="follows")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="followers"
    )
    club = models.ForeignKey("clubs.Club", on_delete=models.CASCADE, null=True, blank=True, related_name="followers")
    competition = models.ForeignKey(
        "competitions.Competition", on_delete=models.CASCADE, null=True, blank=True, related_name="followers"
    )
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="follow_one_thing",
                condition=Q(player__isnull=False, club=None, competition=None)
                | Q(player=None, club__isnull=False, competition=None)
                | Q(player=None, club=None, competition__isnull=False),
            ),
            models.CheckConstraint(name="follow_not_oneself", condition=~Q(user=F("player")) | Q(player=None)),
            models.UniqueConstraint(fields=["user", "player"], name="follow_player_once"),
            models.UniqueConstraint(fields=["user", "club"], name="follow_club_once"),
            models.UniqueConstraint(fields=["user", "competition"], name="follow_competition_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} follows {self.player_id or self.club_id or self.competition_id}"


class HiddenResults(models.Model):
    """Mark of a reader who sees results of what they follow only on a tap."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="hidden_results"
    )

    def __str__(self) -> str:
        return f"results hidden from {self.user_id}"
