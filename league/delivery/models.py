"""Browsers subscribed to pushes, this site's push key, web hooks, mails, and the messages waiting for each."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from matches.ids import uuid7


class PushKey(models.Model):
    """The one VAPID key by which push services know this site, made when first needed and kept with the data."""

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
    host = models.CharField(max_length=253, default="")
    """Host of ``endpoint``."""
    p256dh = models.CharField(max_length=100)
    """The browser's public key, base64url."""
    auth = models.CharField(max_length=40)
    """The secret shared with the browser, base64url."""
    session = models.CharField(max_length=40, default="", db_default="", blank=True)
    """Key of the session that turned it on, with which it ends; empty in rows from before sessions were kept."""
    browser = models.CharField(max_length=80, blank=True)
    """Its own name for itself, shown to its owner."""
    made_at = models.DateTimeField(auto_now_add=True)
    failures = models.PositiveSmallIntegerField(default=0)
    """Deliveries that failed in a row."""
    next_at = models.DateTimeField(default=timezone.now)
    """Nothing is sent before this; later after each failure."""

    class Meta:
        ordering = ["-made_at"]

    def __str__(self) -> str:
        return f"{self.browser or 'a browser'} of {self.user_id}"


class PushMessage(models.Model):
    """A notification on its way to one browser; deleted before it is sent."""

    subscription = models.ForeignKey(PushSubscription, on_delete=models.CASCADE, related_name="messages")
    notification = models.ForeignKey("players.Notification", on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["subscription", "notification"], name="pushed_once")]

    def __str__(self) -> str:
        return f"{self.notification_id} for {self.subscription_id}"


class WebHook(models.Model):
    """An outside address that receives a competition's pairings and results."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    competition = models.ForeignKey("competitions.Competition", on_delete=models.CASCADE, related_name="hooks")
    url = models.URLField(max_length=500)
    host = models.CharField(max_length=253, default="")
    """Host of ``url``."""
    secret = models.CharField(max_length=43)
    """Signs its messages."""
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    """The person who set it; messages are in that person's language."""
    made_at = models.DateTimeField(auto_now_add=True)
    seen_position = models.BigIntegerField(default=-1)
    """Position of the competition's log when its news was written down."""
    stopped = models.CharField(max_length=200, blank=True)
    """The reason for stopping; empty while it sends."""
    failures = models.PositiveSmallIntegerField(default=0)
    """Requests that failed in a row."""
    next_at = models.DateTimeField(default=timezone.now)
    """Nothing is sent before this; later after each failure, and while a request is in flight."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["competition", "url"], name="hook_once")]
        indexes = [models.Index(fields=["host", "next_at"], name="hook_next", condition=Q(stopped=""))]
        ordering = ["made_at"]

    def __str__(self) -> str:
        return self.url


class HookMessage(models.Model):
    """One piece of news for one hook: written once, sent until it is accepted or given up."""

    hook = models.ForeignKey(WebHook, on_delete=models.CASCADE, related_name="messages")
    key = models.CharField(max_length=80)
    """The event: no hook receives it twice."""
    words = models.TextField()
    made_at = models.DateTimeField(auto_now_add=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(null=True)
    """The start of its wait; null: accepted, given up, or no news when the hook was set."""
    taken_at = models.DateTimeField(null=True)
    answer = models.CharField(max_length=200, blank=True)
    """The server's last answer."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["hook", "key"], name="hook_told_once")]
        indexes = [
            models.Index(fields=["hook", "id"], name="hook_message_waits", condition=Q(due_at__isnull=False)),
            models.Index(fields=["made_at"], name="hook_message_to_empty", condition=Q(due_at=None) & ~Q(words="")),
        ]

    def __str__(self) -> str:
        return f"{self.key} for {self.hook_id}"


class MailMessage(models.Model):
    """One mail to one address: written with what it is about, sent until a server takes it or it is given up.

    Then only the fact is left: address, subject, text and headers are emptied.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    to = models.CharField(max_length=320, blank=True)
    sender = models.CharField(max_length=320)
    subject = models.TextField(blank=True)
    text = models.TextField(blank=True)
    html = models.TextField(blank=True)
    headers = models.JSONField(default=dict)
    """All further headers, with the Message-ID by which a receiver knows the mail again."""
    made_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    """When it is given up, such as the end of its link."""
    due_at = models.DateTimeField(null=True)
    """When it is sent next, and the end of a worker's hold while it is sent; null: taken or given up."""
    attempts = models.PositiveSmallIntegerField(default=0)
    answer = models.CharField(max_length=200, blank=True)
    """The server's last answer."""
    taken_at = models.DateTimeField(null=True)
    given_up_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["due_at"], name="mail_waits", condition=Q(due_at__isnull=False)),
            models.Index(fields=["made_at"], name="mail_made"),
            models.Index(fields=["given_up_at"], name="mail_given_up", condition=Q(given_up_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"mail {self.pk}"
