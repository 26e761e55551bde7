"""The rows of a competition: itself and who plays in it, and by name the others: structure, log, people, what is open.

Tables, brackets and statistics are functions of (structure, log). What stands derived in a column (a tie's winner, a
fixture's score, a group's table) is written only by the recomputation, under the competition's lock, and can be thrown
away and made again. ``log_position`` counts every change that a page could show.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from league.competitions.models.roles import Right
from league.standings.criteria import MANUAL
from league.visibility import Visibility as Sight
from matches.ids import uuid7
from matches.models import Match


class CompetitionQuerySet(models.QuerySet["Competition"]):
    """Adjectives for competitions."""

    def published(self) -> CompetitionQuerySet:
        """What stands in everybody's lists: no drafts, and nothing that is shown to some only."""
        return self.exclude(status=Competition.Status.DRAFT).filter(visibility=Competition.Visibility.PUBLIC)

    def running(self) -> CompetitionQuerySet:
        """Being played."""
        return self.filter(status=Competition.Status.RUNNING)

    def moving(self) -> CompetitionQuerySet:
        """Being played and not frozen: its deadlines come."""
        return self.running().filter(frozen_at=None)


class Competition(models.Model):
    """What an organiser runs: one game, its options, its entrants, one or more stages."""

    class Status(models.TextChoices):
        """The life of a competition."""

        DRAFT = "draft"
        REGISTRATION = "registration"
        RUNNING = "running"
        FINISHED = "finished"
        CANCELLED = "cancelled"

    Visibility = Sight

    class Advance(models.TextChoices):
        """How the next round opens: by itself (as soon as it is complete or on schedule), or by a click."""

        AUTO = "auto"
        SCHEDULE = "schedule"
        CLICK = "click"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=80)
    game = models.CharField(max_length=32)
    options = models.JSONField(default=dict)
    preset = models.CharField(max_length=30)
    """The key of the preset it was made from (``league.competitions.setup.presets``)."""
    description = models.TextField(blank=True, max_length=2000)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="competitions")
    club = models.ForeignKey(
        "clubs.Club", on_delete=models.SET_NULL, null=True, blank=True, related_name="competitions"
    )
    """Whose it is besides: the club's staff run it, and its members see what is for members."""
    succession_days = models.PositiveSmallIntegerField(default=30)
    """After so many days without a sign of the owner a co-organiser may claim it; 0: never."""
    objection_days = models.PositiveSmallIntegerField(default=7)
    """How long the owner may object to a claim."""
    status = models.CharField(max_length=12, choices=Status, default=Status.DRAFT)
    places = models.PositiveSmallIntegerField()
    side_size = models.PositiveSmallIntegerField(default=1)
    """How many people may play for one entrant, at most as many as the game seats on a side."""
    bots_allowed = models.BooleanField(default=True)
    open_to_robots = models.BooleanField(default=False)
    """Bots that people write may enter by themselves."""
    visibility = models.CharField(max_length=8, choices=Sight, default=Sight.PUBLIC)
    """Who may see it, once it is published; who its members are says ``access.circle``."""
    by_invitation = models.BooleanField(default=False)
    """Only who holds an invitation enters by themselves; the organiser enters whom he likes."""
    check_in_opens_at = models.DateTimeField(null=True, blank=True)
    """From then on entrants say that they are there; null: nobody has to."""
    check_in_closes_at = models.DateTimeField(null=True, blank=True)
    """Then who has not said so gives the place to who waits."""
    check_in_done_at = models.DateTimeField(null=True, blank=True)
    """When the places of the absent were given away."""

    class Unplayed(models.TextChoices):
        """What becomes of a fixture that nobody played in its round's window."""

        AWARD = "award"
        WAIT = "wait"

    class Withdrawals(models.TextChoices):
        """What becomes of a league's matches of who withdraws: void them all, or award what is left."""

        AWARD = "award"
        VOID = "void"

    class Stands(models.TextChoices):
        """The spectators' room of its matches: there is none, or it is open."""

        NONE = "none"
        ALL = "all"

    class Seeding(models.TextChoices):
        """Where the seeds come from: the public draw, the ratings of the game, or the organiser's own order."""

        DRAW = "draw"
        RATING = "rating"
        HAND = "hand"

    advance = models.CharField(max_length=8, choices=Advance, default=Advance.AUTO)
    seeding = models.CharField(max_length=8, choices=Seeding, default=Seeding.DRAW)
    previous = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="following", db_index=True
    )
    """The season before this one."""
    season = models.PositiveSmallIntegerField(default=1)
    starts_at = models.DateTimeField(null=True, blank=True)
    """When the first round's window opens, if ``advance`` is ``schedule``."""
    unplayed = models.CharField(max_length=8, choices=Unplayed, default=Unplayed.AWARD)
    withdrawals = models.CharField(max_length=8, choices=Withdrawals, default=Withdrawals.AWARD)
    round_hours = models.PositiveIntegerField(default=168)
    """How long a round's window stays open."""
    no_show_minutes = models.PositiveIntegerField(default=0)
    """Who is not at the table this long after the kick-off loses it; 0: only at the end of the round."""
    time_zone = models.CharField(max_length=40, default="Europe/Rome")
    """Where the plan's days begin and its kick-offs are said."""
    blackout = models.JSONField(default=list)
    """ISO dates, in that zone, on which nothing is to be played."""
    wishes = models.JSONField(default=dict)
    """The plan that is to be made at the start (``verbs.planning.Wishes``); empty: none."""
    asked_stages = models.JSONField(default=list)
    """The stages as they were said, ``[{"format", "settings"}]``, while it runs: the start fits them to who came."""
    report_hours = models.PositiveSmallIntegerField(default=24)
    """A result that one player reports counts after so many hours of the other's silence; 0: players report none."""
    dispute_hours = models.PositiveSmallIntegerField(default=48)
    """How long a result may be disputed after it was given, and how long both sides may say how it was."""
    real_rated = models.BooleanField(default=False)
    """Whether results of real tables count for ratings and statistics, as those played here do."""
    chat = models.CharField(max_length=8, choices=Match.Chat, default=Match.Chat.ALL)
    """What may be said in the players' room of its matches."""
    chat_spectators = models.CharField(max_length=8, choices=Stands, default=Stands.ALL)
    """What may be said in the spectators' room, which the two who play see after full time only."""
    move_seconds = models.PositiveIntegerField(null=True)
    budget_seconds = models.PositiveIntegerField(null=True)
    bot_seconds = models.FloatField(default=1.0)
    points = models.JSONField(default=list)
    """Points of a win, a draw, a loss: ``[3, 1, 0]``."""
    criteria = models.JSONField(default=list)
    """The ordered rules that break ties in a table (``league.standings``)."""
    standings = models.CharField(max_length=40, blank=True)
    """The dated rules that ``points`` and ``criteria`` were taken from (``league.standings.presets``), if any."""
    champion = models.ForeignKey("Entrant", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    cancelled_because = models.CharField(max_length=300, blank=True)
    frozen_at = models.DateTimeField(null=True)
    """Since when everything stands still (``verbs.freezing``); null: it goes on."""
    frozen_because = models.CharField(max_length=300, blank=True)
    leave_days = models.PositiveSmallIntegerField(default=0)
    """How many days off each entrant may take while it runs (``league.seasons.verbs.leaves``)."""
    official_at = models.DateTimeField(null=True)
    """When the final table was made official (``league.seasons.verbs.official``): from then on the log is closed."""
    log_position = models.PositiveBigIntegerField(default=0)
    demo = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    published_at = models.DateTimeField(null=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    shown_club: Any = None  # a Club, which these models know by name only
    """No column: its club, for a reader who came through ``access.door`` and may know of it."""
    rights: frozenset[Right] = frozenset()
    """No column: what the reader may do who came through ``access.door``."""
    counts: bool = False
    """No column: whether it is an event of a series; said by ``access.door``."""

    objects = CompetitionQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(name="places_two_or_more", condition=Q(places__gte=2)),
            models.CheckConstraint(
                name="check_in_opens_before_it_closes",
                condition=Q(check_in_opens_at__isnull=True, check_in_closes_at__isnull=True)
                | Q(check_in_opens_at__lt=models.F("check_in_closes_at")),
            ),
            models.CheckConstraint(name="side_of_one_to_three", condition=Q(side_size__gte=1, side_size__lte=3)),
        ]
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.name

    @property
    def takes_values(self) -> bool:
        """Return whether its staff may give entrants a value by hand: the criterion ``manual`` is among its rules, and
        its log is open."""
        played = self.status in (self.Status.RUNNING, self.Status.FINISHED)
        return played and self.official_at is None and MANUAL in self.criteria

    @property
    def listed(self) -> bool:
        """Whether it stands in everybody's lists; what documents of before say in place of ``visibility``."""
        return self.visibility == Sight.PUBLIC


class Entrant(models.Model):
    """A player or a side in one competition. ``player`` is always a user: an account, a guest behind a personal link, a
    bot; of a side it is who entered it, and ``members`` are the others."""

    class Status(models.TextChoices):
        """Entered, on the waiting list, or withdrawn (with the reason). ``house``: the player or bot of the house, who
        stands in for the bye of an odd round, has no place and no row in the table."""

        ENTERED = "entered"
        WAITING = "waiting"
        WITHDRAWN = "withdrawn"
        HOUSE = "house"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="entrants")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="entries")
    name = models.CharField(max_length=40)
    club = models.CharField(max_length=30, blank=True)
    """Where it comes from, as its club or class is called; shown beside the name."""
    code = models.CharField(max_length=3)
    """Three letters, unique in the competition, where two names do not fit."""
    seed = models.PositiveSmallIntegerField(null=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.ENTERED)
    strength = models.FloatField(null=True)
    """The rating it was seeded by, where the competition seeds by rating: frozen with the draw."""
    division = models.PositiveSmallIntegerField(null=True)
    """In a season of several divisions, the one it plays in (1 is the highest); empty: by its seed."""
    first_round = models.PositiveSmallIntegerField(default=1)
    """The first Swiss round it can be paired in: later than 1 for who came late."""
    last_round = models.PositiveSmallIntegerField(null=True)
    """The last Swiss round it can be paired in, for who went home early; empty: to the end."""
    here_round = models.PositiveSmallIntegerField(default=0)
    """The Swiss round for which it last said that it is here; 0: never asked or never answered."""
    rests = models.JSONField(default=dict)
    """Swiss rounds asked off: ``{"3": "half_bye"}``."""
    personal_key = models.CharField(max_length=43, blank=True, db_index=True)
    """Lets a name without account play by a link; empty for accounts and bots."""
    side_key = models.CharField(max_length=43, blank=True, db_index=True)
    """The secret of the link by which others join this side; empty where everybody plays alone."""
    withdrawn_because = models.CharField(max_length=300, blank=True)
    stands_in_for = models.CharField(max_length=40, blank=True)
    """Whose record and remaining matches it has taken over, by name (``league.seasons.verbs.substitutes``)."""
    turned_away = models.BooleanField(default=False)
    """Still waited for a place when the competition started."""
    checked_in_at = models.DateTimeField(null=True)
    """When it was said that this entrant is there."""
    entered_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["competition", "player"], name="entrant_once"),
            models.UniqueConstraint(fields=["competition", "code"], name="entrant_code_once"),
            models.UniqueConstraint(fields=["competition", "seed"], name="entrant_seed_once"),
        ]
        ordering = ["seed", "entered_at"]

    def __str__(self) -> str:
        return self.name
