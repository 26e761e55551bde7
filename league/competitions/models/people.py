"""Models of the people of a competition: invitations, announcements, comments and absences.

Import them from ``models``.
"""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from matches.ids import uuid7


class Invitation(models.Model):
    """A link to enter by: a personal one for one entrant, or a nameless one for everybody who holds it."""

    class State(models.TextChoices):
        """The answer; a link for everybody stays open."""

        OPEN = "open"
        ACCEPTED = "accepted"
        DECLINED = "declined"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    competition = models.ForeignKey("Competition", on_delete=models.CASCADE, related_name="invitations")
    name = models.CharField(max_length=40, blank=True)
    """Invited name, as the organiser wrote it; empty: a link for everybody, while there are places."""
    key = models.CharField(max_length=43, unique=True)
    """The secret of its address."""
    state = models.CharField(max_length=8, choices=State, default=State.OPEN)
    entrant = models.ForeignKey("Entrant", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    """The entrant who accepted a personal invitation."""
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    made_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["competition"], name="invitation_of_everybody_once", condition=Q(name="", state="open")
            )
        ]
        ordering = ["made_at", "id"]

    def __str__(self) -> str:
        return f"{self.name or 'everybody'} ({self.state})"


class Letter(models.Model):
    """An e-mail with a personal link or an invitation; its address is forgotten once it is sent.

    The empty row stays for a while, to count how many letters somebody has sent.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    competition = models.ForeignKey("Competition", on_delete=models.CASCADE, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+")
    """The organiser who typed the address."""
    entrant = models.ForeignKey("Entrant", on_delete=models.CASCADE, null=True, blank=True, related_name="letters")
    invitation = models.ForeignKey(Invitation, on_delete=models.SET_NULL, null=True, blank=True, related_name="letters")
    to = models.EmailField(blank=True)
    """Empty once it is sent."""
    language = models.CharField(max_length=8)
    """The organiser's language: the reader's is unknown."""
    at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["at"], name="letter_to_send", condition=~Q(to="")),
            models.Index(fields=["by", "at"], name="letter_of"),
        ]
        ordering = ["at", "id"]

    def __str__(self) -> str:
        return f"letter of {self.competition_id}"


class Announcement(models.Model):
    """An announcement of the organiser; once taken back it is hidden, but stays in the audit log."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    competition = models.ForeignKey("Competition", on_delete=models.CASCADE, related_name="announcements")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    words = models.CharField(max_length=1000)
    at = models.DateTimeField()
    taken_back_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-at", "-id"]

    def __str__(self) -> str:
        return self.words[:60]


class Comment(models.Model):
    """A public comment of the staff on a fixture."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    fixture = models.ForeignKey("Fixture", on_delete=models.CASCADE, related_name="comments")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    words = models.CharField(max_length=1000)
    at = models.DateTimeField()
    taken_back_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["at", "id"]

    def __str__(self) -> str:
        return self.words[:60]


class Absence(models.Model):
    """Days on which a player cannot play, in all competitions: a season's plan avoids them where it can."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="absences")
    first = models.DateField()
    last = models.DateField()
    """Included."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "first", "last"], name="absence_once"),
            models.CheckConstraint(name="absence_ends_after_it_begins", condition=Q(last__gte=F("first"))),
        ]
        ordering = ["first", "last"]

    def __str__(self) -> str:
        return f"{self.first} - {self.last}"
