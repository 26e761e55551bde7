"""Rows around the play: who helps to run a competition. ``models`` takes them in, so they are imported from there."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from league.competitions.roles import Role
from matches.ids import uuid7


class StaffQuerySet(models.QuerySet["Staff"]):
    """Adjectives for staff."""

    def accepted(self) -> StaffQuerySet:
        """Those who have said yes; the others are invitations."""
        return self.filter(accepted_at__isnull=False)


class Staff(models.Model):
    """Somebody whom the owner asked to help, or the open invitation to it."""

    class Given(models.TextChoices):
        """The roles that are given: ``roles.STAFF``."""

        CO_ORGANISER = Role.CO_ORGANISER.value
        REFEREE = Role.REFEREE.value

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    competition = models.ForeignKey("Competition", on_delete=models.CASCADE, related_name="staff")
    role = models.CharField(max_length=12, choices=Given)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="offices"
    )
    """Who was asked by name, or who took the link; null while a link waits for whoever opens it."""
    key = models.CharField(max_length=43, unique=True)
    """The secret of the invitation's address; it opens nothing any more once the invitation is accepted."""
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    invited_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True)

    objects = StaffQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["competition", "user"], name="staff_once"),
            models.CheckConstraint(
                name="staff_accepted_by_somebody", condition=Q(accepted_at__isnull=True) | Q(user__isnull=False)
            ),
        ]
        ordering = ["role", "invited_at"]

    def __str__(self) -> str:
        return f"{self.user or '?'} {self.role} of {self.competition_id}"

    @property
    def role_name(self) -> str:
        """The role in the reader's language."""
        from league.competitions.roles import NAMES

        return str(NAMES[Role(self.role)])
