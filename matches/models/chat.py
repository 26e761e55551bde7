"""Models of the chat: lines, mutes, silences, reports.

None is part of a match's log: chat never raises a match's version. ``matches.live.chat`` writes them.
"""

from django.conf import settings
from django.db import models
from django.db.models import Q

from matches.ids import uuid7


class Room(models.TextChoices):
    """Rooms: the two sides and the officials, or everybody who watches."""

    PLAYERS = "players"
    SPECTATORS = "spectators"


class ChatLine(models.Model):
    """One line. ``n`` runs from 1 without a gap in each room of a match: a client resumes from there."""

    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="chat_lines")
    room = models.CharField(max_length=10, choices=Room)
    n = models.PositiveIntegerField()
    client_id = models.UUIDField()
    """Named by the sender, so that a repeat is recognised."""
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="chat_lines")
    name = models.CharField(max_length=60, blank=True)
    """The author's name at that time."""
    role = models.CharField(max_length=10, blank=True)
    """``home``, ``away``, ``referee``, ``organiser``, ``moderator``; empty for a spectator."""
    say = models.JSONField(null=True)
    """A sentence (``[msgid, values]``) that every reader gets in their own language: a preset, a notice."""
    text = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()
    hidden_at = models.DateTimeField(null=True)
    hidden_because = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "room", "n"], name="chat_line_once"),
            models.UniqueConstraint(fields=["match", "client_id"], name="chat_client_once"),
            models.CheckConstraint(name="chat_says_one_thing", condition=Q(say__isnull=True) ^ Q(text="")),
        ]
        indexes = [
            models.Index(fields=["user", "-at"], name="chat_by_user"),
            models.Index(fields=["match"], name="chat_hidden_lines", condition=Q(hidden_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.room} {self.n} of {self.match_id}"


class ChatMute(models.Model):
    """A user's wish not to read ``muted`` at any table. Nobody else knows."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="chat_mutes")
    muted = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "muted"], name="chat_mute_once"),
            models.CheckConstraint(name="chat_mute_not_self", condition=~Q(user=models.F("muted"))),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} mutes {self.muted_id}"


class Silence(models.Model):
    """A ban on writing, not on reading: at one match (by its officials) or everywhere (by a moderator)."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="silences")
    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, null=True, related_name="silences")
    """Null: at every match."""
    until = models.DateTimeField(null=True)
    """Null: until it is lifted."""
    reason = models.CharField(max_length=200)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    role = models.CharField(max_length=10)
    """The capacity of ``by``: ``referee``, ``organiser``, ``moderator``."""
    at = models.DateTimeField(auto_now_add=True)
    lifted_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["user"], name="silence_open", condition=Q(lifted_at__isnull=True))]

    def __str__(self) -> str:
        return f"silence of {self.user_id}"


class ChatReport(models.Model):
    """A report of an offensive line. Moderators decide it (``settings.REPORT_VERB``)."""

    line = models.ForeignKey(ChatLine, on_delete=models.CASCADE, related_name="reports")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    reason = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["line", "by"], name="chat_report_once")]

    def __str__(self) -> str:
        return f"report of line {self.line_id}"
