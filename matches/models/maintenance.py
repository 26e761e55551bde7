from django.db import models
from django.db.models import F, Q
from django.utils import timezone


class Maintenance(models.Model):
    """Planned work on the site, from its announcement to its end (``matches.maintenance``)."""

    sentence = models.CharField(max_length=300)
    """Reason for people, in the operator's words."""
    begins_at = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField(null=True, blank=True)
    """Promised end; the real one is ``ended_at``."""
    ended_at = models.DateTimeField(null=True, blank=True)
    """Time of ``manage.py maintenance off``; also of work that was called off before it began."""

    class Meta:
        verbose_name_plural = "maintenance"
        ordering = ["-begins_at"]
        constraints = [
            models.CheckConstraint(
                name="maintenance_ends_later", condition=Q(until__isnull=True) | Q(until__gt=F("begins_at"))
            ),
        ]
        indexes = [models.Index(fields=["begins_at"], name="maintenance_open", condition=Q(ended_at__isnull=True))]

    def __str__(self) -> str:
        return self.sentence
