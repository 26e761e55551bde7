"""The rows of an arena: its settings, who is in it, its matches, its audit.

The table is no row: it follows from the matches that count, in the order in which they were opened
(``league.formats.arena``). ``ArenaPlayer.playing`` is the one match that somebody plays here; it is written under the
arena's lock alone, so nobody is in two.
"""

from datetime import datetime
from typing import Final

from django.conf import settings
from django.core.validators import MinLengthValidator
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.fields import within
from matches.ids import uuid7

MOST_MINUTES: Final = 360
MOST_BOTS: Final = 24


class Arena(models.Model):
    """An hour or so in which everybody plays as many matches of one game as they like."""

    class Status(models.TextChoices):
        """Statuses: before its start, running, over (its table stands), cancelled."""

        AHEAD = "ahead", _("ahead")
        RUNNING = "running", _("running")
        OVER = "over", _("over")
        CANCELLED = "cancelled", _("cancelled")

    class Control(models.TextChoices):
        """The clocks that an arena can have."""

        BLITZ = "blitz", _("Blitz")
        NORMAL = "normal", _("Normal")
        RELAXED = "relaxed", _("Relaxed")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(_("Name"), max_length=60, validators=[MinLengthValidator(3)])
    game = models.CharField(max_length=32)
    options = models.JSONField(default=dict)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="arenas")
    club = models.ForeignKey("clubs.Club", on_delete=models.SET_NULL, null=True, blank=True, related_name="arenas")
    """Only its members may join; its staff run the arena beside the owner."""
    starts_at = models.DateTimeField()
    minutes = models.PositiveSmallIntegerField(_("Minutes"), default=60, validators=within(10, MOST_MINUTES))
    control = models.CharField(_("Clock"), max_length=16, choices=Control, default=Control.BLITZ)
    half_clock = models.BooleanField(
        _("Players can halve their clock"), default=True, help_text=_("A win on half a clock pays one point more.")
    )
    rated = models.BooleanField(
        _("Matches count for the rating"), default=True, help_text=_("Matches against bots never do.")
    )
    bots = models.PositiveSmallIntegerField(
        _("House bots"),
        default=0,
        validators=within(0, MOST_BOTS),
        help_text=_("They join at the start and play like everybody."),
    )
    open_to_robots = models.BooleanField(
        _("Bots by other people can join"),
        default=False,
        db_default=False,
        help_text=_("They join and play through the API."),
    )
    ends_at = models.DateTimeField()
    """``starts_at`` and the minutes, or when it was ended early."""
    started_at = models.DateTimeField(null=True)
    """The time at which the start was followed: the bots came and the players were told."""
    ended_at = models.DateTimeField(null=True)
    """The time at which the end was followed: the table stands since then."""
    cancelled_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-starts_at", "-id"]
        indexes = [
            models.Index(fields=["starts_at"], name="arena_open", condition=Q(ended_at=None, cancelled_at=None)),
            models.Index(fields=["-starts_at"], name="arena_newest"),
        ]

    def __str__(self) -> str:
        return self.name

    def status_at(self, now: datetime) -> Status:
        if self.cancelled_at is not None:
            return Arena.Status.CANCELLED
        if self.ended_at is not None or now >= self.ends_at:
            return Arena.Status.OVER
        return Arena.Status.RUNNING if now >= self.starts_at else Arena.Status.AHEAD

    @property
    def status(self) -> Status:
        return self.status_at(timezone.now())


class ArenaPlayer(models.Model):
    """A person who joined an arena, still there or not."""

    class Status(models.TextChoices):
        """Statuses: there to play; pausing; left."""

        IN = "in"
        PAUSED = "paused"
        LEFT = "left"

    arena = models.ForeignKey(Arena, on_delete=models.CASCADE, related_name="players")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="in_arenas")
    status = models.CharField(max_length=8, choices=Status, default=Status.IN)
    half_clock = models.BooleanField(default=False)
    """Halves the clock of the matches to come."""
    joined_at = models.DateTimeField()
    seen_at = models.DateTimeField()
    """The arena's page was last open: only who looks at it is paired. A bot always looks."""
    waiting_since = models.DateTimeField()
    """Joined, came back, or ended a match, whichever was last."""
    playing = models.ForeignKey("ArenaMatch", on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["joined_at", "id"]
        constraints = [models.UniqueConstraint(fields=["arena", "user"], name="arena_player_once")]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.arena_id}: {self.status}"


class ArenaMatch(models.Model):
    """A match of an arena, in the order of pairing: the log that the points follow from."""

    class Outcome(models.TextChoices):
        """Outcomes: who won, a draw, or none: the match counts for nothing. Empty: it is being played."""

        HOME = "home"
        AWAY = "away"
        DRAW = "draw"
        NONE = "none"

    arena = models.ForeignKey(Arena, on_delete=models.CASCADE, related_name="matches")
    match = models.OneToOneField("matches.Match", on_delete=models.CASCADE, related_name="in_arena")
    home = models.ForeignKey(ArenaPlayer, on_delete=models.CASCADE, related_name="+")
    away = models.ForeignKey(ArenaPlayer, on_delete=models.CASCADE, related_name="+")
    home_half = models.BooleanField(default=False)
    away_half = models.BooleanField(default=False)
    """The side plays on half a clock."""
    opened_at = models.DateTimeField()
    outcome = models.CharField(max_length=4, choices=Outcome, blank=True)
    short = models.BooleanField(default=False)
    """It was given up or agreed on after very few decisions (``league.formats.arena.points.SHORTEST``)."""
    taken_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(name="arena_match_of_two", condition=~Q(home=F("away"))),
            models.UniqueConstraint(fields=["home"], name="arena_home_plays_one", condition=Q(outcome="")),
            models.UniqueConstraint(fields=["away"], name="arena_away_plays_one", condition=Q(outcome="")),
        ]

    def __str__(self) -> str:
        return f"{self.home_id} against {self.away_id}: {self.outcome or 'in play'}"


class ArenaEntry(models.Model):
    """A line of the audit of an arena, for those who run it: who created, ended or cancelled it, without names."""

    arena = models.ForeignKey(Arena, on_delete=models.CASCADE, related_name="audit")
    at = models.DateTimeField()
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    verb = models.CharField(max_length=20)
    message = models.JSONField(default=list)

    class Meta:
        ordering = ["-at", "-id"]

    def __str__(self) -> str:
        return f"{self.at:%F %T} {self.verb}"
