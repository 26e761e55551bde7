"""The rows of moderation: cases in the queue, sanctions that a person can read and appeal, the moderators' audit.

``Sighting`` is a hint and no proof: two accounts used in one browser within the last weeks. It holds a keyed hash of
a random cookie, never an address, and is deleted after ``sightings.KEPT``.
"""

from typing import Final

from django.db import models
from django.db.models import Q
from django.utils import timezone

from league.players.models import User
from matches.ids import uuid7
from matches.models import ChatLine, Silence

REASON: Final = (3, 300)
"""Fewest and most characters of a moderator's reason."""
APPEAL: Final = (10, 500)
"""Those of an appeal."""


class Case(models.Model):
    """A matter for a moderator; closed by one verb with a reason."""

    class Kind(models.TextChoices):
        """A chat line, a name, two accounts that may be one person, many accounts of one browser, an appeal, an
        analysis that others can read."""

        CHAT = "chat"
        NAME = "name"
        DOUBLE = "double"
        DEVICE = "device"
        APPEAL = "appeal"
        ANALYSIS = "analysis"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    kind = models.CharField(max_length=8, choices=Kind)
    subject = models.ForeignKey(User, on_delete=models.CASCADE, related_name="cases")
    """The person whom it is about."""
    other = models.ForeignKey(User, on_delete=models.CASCADE, null=True, related_name="+")
    """The second account of a hint."""
    thing = models.UUIDField(null=True)
    """The id of the reported analysis, whose app is above this one, or the mark of the browser of many accounts."""
    line = models.ForeignKey(ChatLine, on_delete=models.CASCADE, null=True, related_name="cases")
    sanction = models.ForeignKey("Sanction", on_delete=models.CASCADE, null=True, related_name="appeals")
    opened_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    """The first reporter; null: the site itself."""
    said = models.CharField(max_length=APPEAL[1], blank=True)
    """The reason in the words of the person who opened it."""
    times = models.PositiveIntegerField(default=1)
    """Number of people who reported it."""
    opened_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True)
    closed_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    outcome = models.CharField(max_length=8, blank=True)
    answer = models.CharField(max_length=REASON[1], blank=True)
    """The moderator's reason."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["line"], name="case_line_once", condition=Q(closed_at__isnull=True)),
            models.UniqueConstraint(fields=["thing"], name="case_thing_once", condition=Q(closed_at__isnull=True)),
            models.UniqueConstraint(fields=["sanction"], name="case_appeal_once"),
            models.UniqueConstraint(
                fields=["subject"], name="case_name_once", condition=Q(kind="name", closed_at__isnull=True)
            ),
            models.UniqueConstraint(fields=["subject", "other"], name="case_double_once", condition=Q(kind="double")),
        ]
        indexes = [models.Index(fields=["opened_at"], name="case_open", condition=Q(closed_at__isnull=True))]

    def __str__(self) -> str:
        return f"{self.kind} case about {self.subject_id}"


class Reporter(models.Model):
    """A further person who reported the thing of an open case: each counts once. A chat line keeps its own list."""

    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="reporters")
    by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["case", "by"], name="reporter_once")]

    def __str__(self) -> str:
        return f"{self.by_id} on {self.case_id}"


class Sanction(models.Model):
    """A moderator's decision about a person, who reads it with its reason and may appeal once."""

    class Kind(models.TextChoices):
        """A warning; no writing; no sitting down, writing or entering; a new name; matches given up."""

        WARN = "warn"
        MUTE = "mute"
        BAN = "ban"
        RENAME = "rename"
        FORFEIT = "forfeit"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="sanctions")
    kind = models.CharField(max_length=8, choices=Kind)
    reason = models.CharField(max_length=REASON[1])
    detail = models.JSONField(default=dict)
    """RENAME: ``{"from", "to"}``; FORFEIT: ``{"match"}``."""
    until = models.DateTimeField(null=True)
    """End of a mute or a ban; null: until it is lifted."""
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    case = models.ForeignKey(Case, on_delete=models.SET_NULL, null=True, related_name="sanctions")
    silence = models.ForeignKey(Silence, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    seen_at = models.DateTimeField(null=True)
    lifted_at = models.DateTimeField(null=True)
    lifted_because = models.CharField(max_length=REASON[1], blank=True)

    class Meta:
        ordering = ["-at"]

    def __str__(self) -> str:
        return f"{self.kind} of {self.user_id}"

    @property
    def is_over(self) -> bool:
        """Return whether it was lifted, or its time has passed."""
        return self.lifted_at is not None or (self.until is not None and self.until <= timezone.now())


class Act(models.Model):
    """One line of the audit: a moderator's act, its subject, its reason. Never changed."""

    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    verb = models.CharField(max_length=8)
    subject = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    case = models.ForeignKey(Case, on_delete=models.SET_NULL, null=True, related_name="acts")
    reason = models.CharField(max_length=REASON[1])
    detail = models.JSONField(default=dict)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-at", "-id"]

    def __str__(self) -> str:
        return f"{self.verb} by {self.by_id}"


class Sighting(models.Model):
    """A sign-in of ``user`` with the browser behind ``mark``."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    mark = models.CharField(max_length=32, db_index=True)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "mark"], name="sighting_once")]

    def __str__(self) -> str:
        return f"sighting of {self.user_id}"
