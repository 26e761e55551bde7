"""All rolls ever, by face, and the matches that they were counted from."""

from django.db import models


class FaceCount(models.Model):
    """Rolls of one face of one kind of die, in all counted matches."""

    sides = models.PositiveSmallIntegerField()
    face = models.PositiveSmallIntegerField()
    rolls = models.PositiveBigIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["sides", "face"], name="face_once")]

    def __str__(self) -> str:
        return f"{self.face} of {self.sides}: {self.rolls}"


class CheckedMatch(models.Model):
    """A match whose rolls are counted and were recomputed from its secret. Kept when the match goes."""

    match_id = models.UUIDField(primary_key=True)
    commitment = models.CharField(max_length=64)
    rolls = models.PositiveIntegerField()
    wrong = models.PositiveIntegerField()
    """Rolls that do not follow from the secret and the seeds; all of them if the secret is not the committed one."""
    checked_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["match_id"], name="checked_wrong", condition=models.Q(wrong__gt=0))]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.rolls} rolls"
