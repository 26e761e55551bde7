"""Conditional moves of correspondence matches: replies decided before the other side has moved."""

from django.conf import settings
from django.db import models

from matches.ids import uuid7
from matches.models.match import Match, Seat


class ConditionalMoves(models.Model):
    """One seat's conditional moves. Only its player may see them: no frame, page or API answer of others holds any."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="conditional_moves")
    seat = models.CharField(max_length=4, choices=Seat.Side)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    version = models.PositiveIntegerField()
    """Version of the position that the lines begin with."""
    lines = models.JSONField()
    """Lists of moves of both sides in their order, as the player wrote them."""
    replies = models.JSONField()
    """Key of each position in the lines (``matches.live.conditional.key``) -> the seat's own move there, or null where
    the other side is to move."""
    seen = models.PositiveIntegerField()
    """Version that was last looked at for a reply: the sweep finds matches that have moved on since."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "seat"], name="conditional_moves_once")]

    def __str__(self) -> str:
        return f"conditional moves of {self.seat} of {self.match_id}"
