"""Rows of a season's accidents and its end: leave, substitutions, the archive, the question "in or out".

Columns needed everywhere are on the competition and its entrants (``leave_days``, ``official_at``,
``Entrant.stands_in_for``); here are the history and the columns that only these pages read.
"""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from matches.ids import uuid7


class Leave(models.Model):
    """Days that an entrant has taken off: the windows of its matches stand still for as long."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    competition = models.ForeignKey("competitions.Competition", on_delete=models.CASCADE, related_name="leaves")
    entrant = models.ForeignKey("competitions.Entrant", on_delete=models.CASCADE, related_name="leaves")
    first = models.DateField()
    last = models.DateField()
    """Included."""
    starts_at = models.DateTimeField()
    """The first moment of ``first`` in the competition's zone."""
    ends_at = models.DateTimeField()
    """The first moment after ``last``."""
    taken_at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    over_at = models.DateTimeField(null=True)
    """The release of its matches; null: still to come."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["entrant", "first", "last"], name="leave_once"),
            models.CheckConstraint(name="leave_ends_after_it_begins", condition=Q(ends_at__gt=F("starts_at"))),
        ]
        indexes = [models.Index(fields=["ends_at"], name="leave_not_over", condition=Q(over_at__isnull=True))]
        ordering = ["starts_at", "id"]

    def __str__(self) -> str:
        return f"{self.entrant_id}: {self.first} - {self.last}"


class Substitution(models.Model):
    """A takeover of an entrant's record and remaining matches. Kept for good: it tells who played which match."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    competition = models.ForeignKey("competitions.Competition", on_delete=models.CASCADE, related_name="substitutions")
    entrant = models.ForeignKey("competitions.Entrant", on_delete=models.CASCADE, related_name="substitutions")
    before = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    after = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    name_before = models.CharField(max_length=40)
    name_after = models.CharField(max_length=40)
    waited_as = models.UUIDField(null=True)
    """The entrant that ``after`` was on the waiting list: identifies a repeated order."""
    position = models.PositiveIntegerField()
    """The last log entry before it: results up to here are those of ``before``."""
    reason = models.CharField(max_length=300, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "id"]

    def __str__(self) -> str:
        return f"{self.name_after} for {self.name_before}"


class Archive(models.Model):
    """A competition when its table became official: one edition each time. Never changed."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    competition = models.ForeignKey("competitions.Competition", on_delete=models.CASCADE, related_name="archives")
    edition = models.PositiveSmallIntegerField()
    made_at = models.DateTimeField()
    pages = models.JSONField()
    """Language -> everything on the page, in words of that language (``league.seasons.verbs.archives``)."""
    digest = models.CharField(max_length=64)
    """SHA-256 of ``pages`` in its canonical form."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["competition", "edition"], name="archive_edition_once")]
        ordering = ["competition", "-edition"]

    def __str__(self) -> str:
        return f"archive of {self.competition_id}, edition {self.edition}"


class Asking(models.Model):
    """The question "in or out" to the entrants of the last season; their places are held until its deadline."""

    competition = models.OneToOneField("competitions.Competition", on_delete=models.CASCADE, related_name="asking")
    """The season that is asked about."""
    until = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["until"], name="asking_open", condition=Q(closed_at__isnull=True))]

    def __str__(self) -> str:
        return f"in or out of {self.competition_id}"


class Renewal(models.Model):
    """The answer of one entrant of the last season."""

    class Answer(models.TextChoices):
        """Empty: no answer yet."""

        NONE = ""
        IN = "in"
        OUT = "out"

    asking = models.ForeignKey(Asking, on_delete=models.CASCADE, related_name="renewals")
    entrant = models.OneToOneField("competitions.Entrant", on_delete=models.CASCADE, related_name="renewal")
    """The held place in the next season."""
    carried = models.ForeignKey("competitions.Entrant", on_delete=models.CASCADE, related_name="+")
    """The entrant of the season before."""
    key = models.CharField(max_length=43, unique=True)
    """The secret of its link: it answers, and opens nothing else."""
    answer = models.CharField(max_length=3, choices=Answer, blank=True, default=Answer.NONE)
    answered_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["asking", "carried"], name="renewal_once")]

    def __str__(self) -> str:
        return f"{self.entrant_id}: {self.answer or '?'}"
