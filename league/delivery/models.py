"""Rows of what leaves the site: the browsers that are pushed to, this site's key for it, web hooks, their messages."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from matches.ids import uuid7


class PushKey(models.Model):
    """The one key by which push services know this site (VAPID), made when it is first needed, kept with the data."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    private = models.TextField()
    """PKCS #8, PEM."""

    class Meta:
        constraints = [models.CheckConstraint(name="push_key_one_row", condition=Q(id=1))]

    def __str__(self) -> str:
        return "the push key"


class PushSubscription(models.Model):
    """A browser that shows notifications of one person."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_subscriptions")
    endpoint = models.URLField(max_length=800, unique=True)
    p256dh = models.CharField(max_length=100)
    """The browser's public key, base64url."""
    auth = models.CharField(max_length=40)
    """The secret that it shares with us, base64url."""
    browser = models.CharField(max_length=80, blank=True)
    """What it calls itself, so that its owner knows it again."""
    made_at = models.DateTimeField(auto_now_add=True)
    failures = models.PositiveSmallIntegerField(default=0)
    """Deliveries that failed running."""

    class Meta:
        ordering = ["-made_at"]

    def __str__(self) -> str:
        return f"{self.browser or 'a browser'} of {self.user_id}"
