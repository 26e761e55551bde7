"""Everybody who can sit at a table is a user: accounts, guests with a nickname, entrants by personal link, house bots.

A guest becomes an account by signing up: the same row gets an e-mail and a password, so nothing has to be moved.
"""

from __future__ import annotations

from django.contrib.auth.models import AbstractBaseUser, PermissionsMixin, UserManager
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.crypto import salted_hmac

from matches.ids import uuid7


class User(AbstractBaseUser, PermissionsMixin):
    """A person or a bot. ``nickname`` is shown; ``username`` signs in (accounts only)."""

    class Kind(models.TextChoices):
        """``account`` can sign in; ``guest`` has a browser session or a personal link only; ``bot`` is a house bot."""

        ACCOUNT = "account"
        GUEST = "guest"
        BOT = "bot"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.ACCOUNT)
    username = models.CharField(max_length=40, null=True, blank=True)
    email = models.EmailField(blank=True)
    nickname = models.CharField(max_length=40)
    bot = models.CharField(max_length=20, blank=True)
    """A house bot's engine bot (``random``, ``greedy`` ...)."""
    language = models.CharField(max_length=2, blank=True)
    time_zone = models.CharField(max_length=40, blank=True)
    theme = models.CharField(max_length=5, blank=True)
    mail = models.BooleanField(default=True)
    """Whether notifications are sent by e-mail too."""
    channels_off = models.JSONField(default=dict, blank=True)
    """What the person does not want: ``{"move": ["mail"]}`` (``league.players.policy.channels``)."""
    digest = models.BooleanField(default=False)
    """One mail a day with everything, instead of one for each."""
    digest_at = models.DateTimeField(null=True, blank=True)
    """When the last one was sent."""
    owner = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="bots")
    """Whose program this is: only bots that people write have one (``bot`` is then ``matches.models.API_BOT``)."""
    merged_into = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True)
    """A claimed name without account points to the account that took over its history."""
    is_moderator = models.BooleanField(default=False)
    """Decides the queue of reports (``league.moderation``)."""
    banned = models.BooleanField(default=False)
    """A ban stands: no sitting down, no writing, no entering. Written by ``league.moderation`` alone."""
    banned_until = models.DateTimeField(null=True, blank=True)
    """When it ends by itself; null: when it is lifted."""
    banned_because = models.CharField(max_length=300, blank=True)
    sheltered = models.BooleanField(default=False)
    """A pupil of a school class, who plays in it alone (``league.classes``)."""
    renewals = models.PositiveIntegerField(default=0)
    """Personal links and PINs made anew so far: sessions that an older one opened are over."""
    notices = models.PositiveSmallIntegerField(default=0)
    """Decisions of moderators that this person has not read yet."""
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    date_joined = models.DateTimeField(default=timezone.now)

    objects = UserManager()

    by_link = False
    """True if the session at hand was opened by a link or a card (``league.players.backends``); no column."""

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["email"]

    class Meta:
        constraints = [
            models.UniqueConstraint(Lower("username"), name="username_once"),
            models.CheckConstraint(
                name="account_has_username", condition=~Q(kind="account") | Q(username__isnull=False)
            ),
            models.CheckConstraint(name="bot_has_engine", condition=~Q(kind="bot") | ~Q(bot="")),
        ]

    def __str__(self) -> str:
        return self.nickname

    def get_session_auth_hash(self) -> str:
        """Return the hash of a session: it ends with the password and, if a link opened it, with that link."""
        usual: str = super().get_session_auth_hash()
        return salted_hmac("players.by_link", f"{usual}:{self.renewals}").hexdigest() if self.by_link else usual

    @property
    def is_banned(self) -> bool:
        """A ban stands now."""
        return self.banned and (self.banned_until is None or self.banned_until > timezone.now())

    @property
    def is_guest(self) -> bool:
        """Plays without an account."""
        return self.kind == self.Kind.GUEST
