"""Users: everybody who can sit at a table, as account, guest, entrant by personal link, or house bot.

A guest becomes an account by signing up: the same row gets an e-mail and a password, so nothing has to be moved.
"""

from typing import Final

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, PermissionsMixin, UserManager
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.functional import cached_property

from matches.ids import uuid7

FACTORS: Final = ("totp", "webauthn")
"""Kinds of django-allauth's authenticators that are a second factor; recovery codes only stand in for one."""


class User(AbstractBaseUser, PermissionsMixin):
    """A person or a bot. ``nickname`` is shown; ``username`` signs in (accounts only)."""

    class Kind(models.TextChoices):
        """Kinds of users.

        ``account`` has a password; ``guest`` a browser session or a personal link; ``bot`` is a program.
        """

        ACCOUNT = "account"
        GUEST = "guest"
        BOT = "bot"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.ACCOUNT)
    username = models.CharField(max_length=40, null=True, blank=True)
    email = models.EmailField(blank=True)
    nickname = models.CharField(max_length=40)
    bot = models.CharField(max_length=20, blank=True)
    """A house bot's level (``engines.bots.LEVELS``)."""
    language = models.CharField(max_length=8, blank=True)
    time_zone = models.CharField(max_length=40, blank=True)
    theme = models.CharField(max_length=5, blank=True)
    mail = models.BooleanField(default=True)
    """E-mail notifications are wanted too."""
    channels_off = models.JSONField(default=dict, blank=True)
    """Notifications that the person turned off: ``{"move": ["mail"]}`` (``league.players.policy.channels``)."""
    digest = models.BooleanField(default=False)
    """One mail a day with everything, instead of one for each event."""
    digest_at = models.DateTimeField(null=True, blank=True)
    """Time of the last daily mail."""
    owner = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="bots")
    """The author of a bot written by a person (``bot`` is then ``matches.codes.API_BOT``)."""
    merged_into = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True)
    """The account that took over the history of this claimed name."""
    is_moderator = models.BooleanField(default=False)
    """Decides the queue of reports (``league.moderation``)."""
    banned = models.BooleanField(default=False)
    """Banned from sitting down, writing and entering. Written by ``league.moderation`` alone."""
    banned_until = models.DateTimeField(null=True, blank=True)
    """End of the ban; null: until it is lifted."""
    banned_because = models.CharField(max_length=300, blank=True)
    sheltered = models.BooleanField(default=False)
    """A pupil of a school class, who plays in it alone (``league.classes``)."""
    renewals = models.PositiveIntegerField(default=0)
    """Personal links and PINs renewed so far: sessions opened by an older one are over."""
    sign_outs = models.PositiveIntegerField(default=0)
    """Times that this person signed out everywhere: all sessions opened before the last time are over."""
    notices = models.PositiveSmallIntegerField(default=0)
    """Moderators' decisions that this person has not read yet."""
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    date_joined = models.DateTimeField(default=timezone.now)
    erased_at = models.DateTimeField(null=True, editable=False)
    """Time of the deletion of this person: the row has stood without a name in results since (``league.privacy``)."""

    objects = UserManager()

    by_link = False
    """True if a link or a card opened the current session (``league.players.backends``); no column."""

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["email", "nickname"]

    class Meta:
        constraints = [
            models.UniqueConstraint(Lower("username"), name="username_once"),
            models.CheckConstraint(
                name="account_has_username", condition=~Q(kind="account") | Q(username__isnull=False)
            ),
            models.CheckConstraint(name="bot_has_engine", condition=~Q(kind="bot") | ~Q(bot="")),
        ]
        indexes = [models.Index(fields=["kind"], name="user_bots", condition=Q(kind="bot"))]

    def __str__(self) -> str:
        return self.nickname

    def get_session_auth_hash(self) -> str:
        """Return the session hash: a session ends with its password and, if a link opened it, with that link."""
        usual: str = super().get_session_auth_hash()
        if self.sign_outs:
            usual = salted_hmac("players.sign_outs", f"{usual}:{self.sign_outs}").hexdigest()
        return salted_hmac("players.by_link", f"{usual}:{self.renewals}").hexdigest() if self.by_link else usual

    @property
    def is_banned(self) -> bool:
        """Return whether a ban is in force now."""
        return self.banned and (self.banned_until is None or self.banned_until > timezone.now())

    @cached_property
    def lacks_factor(self) -> bool:
        """Return whether this person's rights as staff or moderator wait for a second factor."""
        holds = self.is_staff or self.is_superuser or self.is_moderator
        return settings.FACTOR_REQUIRED and holds and not self.authenticator_set.filter(type__in=FACTORS).exists()

    @property
    def is_known_to_lack_factor(self) -> bool:
        """Return whether ``lacks_factor`` has been asked and is so: error pages ask no database."""
        return bool(vars(self).get("lacks_factor"))

    @cached_property
    def runs_site(self) -> bool:
        """Return whether this person's rights as staff are in force."""
        return self.is_staff and not self.lacks_factor

    @property
    def is_guest(self) -> bool:
        return self.kind == self.Kind.GUEST
