from django.db import models
from django.utils import timezone


class Incident(models.Model):
    """A disturbance of the site, told on ``/status/``."""

    title = models.CharField(max_length=120)
    story = models.TextField(blank=True, max_length=2000)
    """More about it, in the operator's words."""
    began_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-began_at"]

    def __str__(self) -> str:
        return self.title
