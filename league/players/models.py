"""Everybody who can sit at a table is a user: accounts, guests with a nickname, entrants by personal link, house bots.

A guest becomes an account by signing up: the same row gets an e-mail and a password, so nothing has to be moved.
"""

from __future__ import annotations

from django.contrib.auth.models import AbstractBaseUser, PermissionsMixin, UserManager
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone

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
    merged_into = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True)
    """A claimed name without account points to the account that took over its history."""
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    date_joined = models.DateTimeField(default=timezone.now)

    objects = UserManager()

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

    @property
    def is_guest(self) -> bool:
        """Plays without an account."""
        return self.kind == self.Kind.GUEST
