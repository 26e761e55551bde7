"""Models of notifications."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from matches.ids import uuid7


class Notification(models.Model):
    """Something that concerns one person: what happened, and a link to it."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notifications")
    kind = models.CharField(max_length=20)
    """The subject, for the list: ``report``, ``dispute``, ``proposal``, ``reminder``, ``announcement`` ..."""
    key = models.CharField(max_length=120)
    """The event: nobody is told of it twice."""
    about = models.CharField(max_length=80, blank=True)
    message = models.JSONField(default=list)
    """A ``Text``, translated when it is shown."""
    url = models.CharField(max_length=300)
    at = models.DateTimeField()
    read_at = models.DateTimeField(null=True)
    mailed_at = models.DateTimeField(null=True)
    pushed_at = models.DateTimeField(null=True)
    on_page = models.BooleanField(default=True)
    """The channels that the person wanted when it happened."""
    by_mail = models.BooleanField(default=True)
    by_push = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="notified_once")]
        indexes = [
            models.Index(fields=["user", "-at"], name="notification_of"),
            models.Index(fields=["at"], name="notification_to_mail", condition=Q(mailed_at__isnull=True)),
            models.Index(fields=["read_at"], name="notification_read", condition=Q(read_at__isnull=False)),
            models.Index(fields=["at"], name="notification_to_push", condition=Q(pushed_at__isnull=True, by_push=True)),
        ]
        ordering = ["-at", "-id"]

    def __str__(self) -> str:
        return f"{self.kind} for {self.user_id}"
