"""Models of people's bots: their tokens, and the ladder on which bots play each other."""

from django.conf import settings
from django.db import models

from matches.ids import uuid7
from matches.models import Match


class ApiToken(models.Model):
    """A program's credential. Only its digest is kept: the token is shown once."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=40)
    digest = models.CharField(max_length=64, unique=True)
    """SHA-256 of the token, lower-case hex."""
    scopes = models.JSONField(default=list)
    """Names out of ``league.players.verbs.robots.SCOPES``."""
    created_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True)
    """Last time it opened or held the event stream."""
    revoked_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.name} of {self.user_id}"


class LadderPlace(models.Model):
    """A bot's rating in one game: Glicko-2 (``league.ratings.glicko2``)."""

    bot = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ladder")
    game = models.CharField(max_length=32)
    rating = models.FloatField(default=1500.0)
    deviation = models.FloatField(default=350.0)
    volatility = models.FloatField(default=0.06)
    played = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["bot", "game"], name="ladder_place_once")]

    def __str__(self) -> str:
        return f"{self.bot_id} in {self.game}: {self.rating:.0f}"


class LadderMatch(models.Model):
    """One match of the ladder, counted once when it is over."""

    match = models.OneToOneField(Match, on_delete=models.CASCADE, primary_key=True, related_name="ladder")
    home = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    away = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    counted_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["match"], name="ladder_open", condition=models.Q(counted_at=None))]

    def __str__(self) -> str:
        return f"ladder {self.match_id}"
