"""Reviews of finished matches: derived from log and values, and made again when either changes."""

from django.db import models
from django.db.models.functions import Collate

from matches.models.match import Match, Seat


class Review(models.Model):
    """The review of one match, made in slices (``matches.verbs.reviews``): what is done is kept after each."""

    class Status(models.TextChoices):
        """Statuses: open (asked for, or being made), done, failed (its log cannot be replayed)."""

        OPEN = "open"
        DONE = "done"
        FAILED = "failed"

    match = models.OneToOneField(Match, on_delete=models.CASCADE, primary_key=True, related_name="review")
    mark = models.CharField(max_length=80)
    """The game, and the versions of reckoning, rules and values that it was made with."""
    status = models.CharField(max_length=6, choices=Status, default=Status.OPEN)
    steps = models.JSONField(default=list)
    """A row for each version of the match (``matches.verbs.reviews.Step``), as far as they are judged."""
    mistakes = models.JSONField(default=list)
    """Candidates in the order of the search: ``{"v", "confirmed"}`` and, if it was, what the page shows of it."""
    seconds = models.FloatField(default=0)
    """Processor time so far."""
    asked_at = models.DateTimeField(auto_now_add=True)
    busy_until = models.DateTimeField(null=True)
    """A worker has it until then; a later time in the past: it was killed, and any other goes on."""
    tries = models.PositiveSmallIntegerField(default=0)
    """Workers that began the next slice and did not come back."""
    made_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["asked_at"], name="review_open", condition=models.Q(status="open")),
            models.Index(Collate("mark", "C"), name="review_by_mark"),
        ]

    def __str__(self) -> str:
        return f"review of {self.match_id}: {self.status}"


class ReviewedSide(models.Model):
    """One side's figures of a review, for tables and careers."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="reviewed_sides")
    side = models.CharField(max_length=4, choices=Seat.Side)
    luck = models.FloatField()
    """Expected points of the match (a win is 1, a draw a half) that this side's own rolls brought it."""
    fortune = models.FloatField()
    """The same of all rolls of the match, the other side's and the toss included."""
    error = models.FloatField()
    """Expected points that it lost by its decisions."""
    decisions = models.PositiveIntegerField()
    """Its decisions with more than one legal move."""
    sound = models.PositiveIntegerField()
    """Its decisions that lost less than ``engines.review.SOUND``."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "side"], name="reviewed_side_once")]

    def __str__(self) -> str:
        return f"{self.side} of {self.match_id}: luck {self.luck:+.2f}, error {self.error:.2f}"
