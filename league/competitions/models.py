"""The rows of a competition: structure (stages, rounds, ties, fixtures, entrants) and the append-only log of results.

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

from league.competitions.models_around import Dispute as Dispute
from league.competitions.models_around import Member as Member
from league.competitions.models_around import OptionChange as OptionChange
from league.competitions.models_around import Proposal as Proposal
from league.competitions.models_around import Report as Report
from league.competitions.models_around import Staff as Staff
from league.competitions.models_people import Absence as Absence
from league.competitions.models_people import Announcement as Announcement
from league.competitions.models_people import Comment as Comment
from league.competitions.models_people import Invitation as Invitation
from league.competitions.models_people import Letter as Letter
from league.competitions.roles import Right
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
    """The key of the preset it was made from (``league.competitions.presets``)."""
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
    """Who is not at the table this long after the fixture opened loses it; 0: only at the end of the round."""
    time_zone = models.CharField(max_length=40, default="Europe/Rome")
    """Where the plan's days begin and its kick-offs are said."""
    blackout = models.JSONField(default=list)
    """ISO dates, in that zone, on which nothing is to be played."""
    wishes = models.JSONField(default=dict)
    """The plan that is to be made at the start (``verbs.planning.Wishes``); empty: none."""
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
    """How many days off each entrant may take while it runs (``league.seasons.leaves``)."""
    official_at = models.DateTimeField(null=True)
    """When the final table was made official (``league.seasons.official``): from then on the log is closed."""
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
    """Whose record and remaining matches it has taken over, by name (``league.seasons.substitutes``)."""
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


class Stage(models.Model):
    """One format played by a set of entrants."""

    class Format(models.TextChoices):
        """The formats that are built."""

        LEAGUE = "league"
        KNOCKOUT = "knockout"
        GROUPS = "groups"
        DIVISIONS = "divisions"
        PLAYOFFS = "playoffs"
        DOUBLE = "double_elimination"
        SWISS = "swiss"

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    format = models.CharField(max_length=20, choices=Format)
    settings = models.JSONField(default=dict)
    """See ``league.competitions.stages``: what each format knows, and what is allowed."""
    pairing_due = models.BooleanField(default=False)
    """Derived: a Swiss round is to be paired that is too big to pair in a request; a task does it."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["competition", "number"], name="stage_once")]
        ordering = ["competition", "number"]

    def __str__(self) -> str:
        return f"{self.competition} {self.number} ({self.format})"


class Group(models.Model):
    """One table of a stage; a league has one."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="groups")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=40, blank=True)
    """What slots call it by: ``A``; ``1`` for the first division; nothing where there is only one."""
    members = models.JSONField(default=list)
    """The slots of those who play in it, by strength; empty: everybody who has a seed."""
    table = models.JSONField(default=dict)
    """Derived: ``league.standings.table.Table.as_json``: rows in rank order with their reasons, and blocks."""
    table_position = models.PositiveBigIntegerField(default=0)
    """The competition's ``log_position`` that ``table`` was computed at."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["stage", "number"], name="group_once")]

    def __str__(self) -> str:
        return self.name or f"{self.stage} group {self.number}"


class Outlook(models.Model):
    """What can still happen in a table (proved) and how it may end (an estimate), made by a task and kept by the
    position of the log that it was made from.
    """

    group = models.OneToOneField(Group, on_delete=models.CASCADE, related_name="outlook")
    position = models.PositiveBigIntegerField()
    """The ``table_position`` of the group that this was made for."""
    ranges = models.JSONField(default=dict)
    """Entrant id -> ``[best place, worst place]`` not proved impossible."""
    chances = models.JSONField(default=dict)
    """Entrant id -> how often it ended at each place, from the first on, of ``runs`` seasons."""
    points = models.JSONField(default=dict)
    """Entrant id -> its mean of points at the end."""
    runs = models.PositiveIntegerField(default=0)
    """Seasons played so far."""
    wanted = models.PositiveIntegerField(default=0)
    seed = models.PositiveBigIntegerField(default=0)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"outlook of {self.group}"


class Round(models.Model):
    """A matchday of a league or a round of a bracket, with its window."""

    class Status(models.TextChoices):
        """Pending (not yet playable), open, done."""

        PENDING = "pending"
        OPEN = "open"
        DONE = "done"

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    """In the order of play, counted through all stages of the competition."""
    part = models.CharField(max_length=8, blank=True)
    """``winners``, ``losers`` or ``final`` in a double elimination."""
    step = models.PositiveSmallIntegerField(default=1)
    """The number in its part of the stage: what slots call it by."""
    made_by = models.JSONField(default=dict)
    """A Swiss round: the engine that paired it, its version and the rules it keeps, and when."""
    status = models.CharField(max_length=8, choices=Status, default=Status.PENDING)
    opens_at = models.DateTimeField(null=True)
    closes_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="round_once"),
            models.UniqueConstraint(fields=["stage", "part", "step"], name="round_step_once"),
        ]
        ordering = ["stage", "number"]

    def __str__(self) -> str:
        return f"{self.stage} round {self.number}"


class Tie(models.Model):
    """Who meets whom: one match or two legs, with a winner or (in a league) a draw."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="ties")
    group = models.ForeignKey(Group, on_delete=models.CASCADE, null=True, blank=True, related_name="ties")
    number = models.PositiveSmallIntegerField()
    """Place in the round, from 1, top to bottom of the bracket."""
    kind = models.CharField(max_length=12, blank=True)
    """``final``, ``third_place``, ``reset``, ``playoff`` or empty; in a Swiss round ``half_bye``, ``full_bye`` or
    ``absent`` for who asked for a rest."""
    home_slot = models.JSONField(default=dict)
    """Where the side comes from (``league.formats.slots``): ``{"seed": k}``, ``{"winner": tie number, "round": step}``,
    ``{"rank": r, "group": "A"}`` of the stage before ... The home side of leg 1."""
    away_slot = models.JSONField(default=dict)
    home = models.ForeignKey(Entrant, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    away = models.ForeignKey(Entrant, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    winner = models.ForeignKey(Entrant, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    decided = models.CharField(max_length=30, blank=True)
    """Derived: how (``regulation``, ``aggregate``, ``away_goals``, ``extra_time``, ``shootout``, ``walkover``,
    ``bye``, ``double_walkover``, ``not_needed`` ...); empty while undecided."""
    reason = models.JSONField(default=list)
    """Derived: the decision in words, a ``Text`` whose ``@home`` and ``@away`` are the tie's sides; ``[]`` if open."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="tie_once")]
        ordering = ["round", "number"]

    def __str__(self) -> str:
        return f"{self.home or '?'} - {self.away or '?'}"


class Fixture(models.Model):
    """One leg of a tie: the row that people see. ``home`` and ``away`` are this leg's own seats."""

    class Status(models.TextChoices):
        """What is shown; derived from the log and from the match."""

        PENDING = "pending"
        OPEN = "open"
        LIVE = "live"
        PLAYED = "played"
        WALKOVER = "walkover"
        VOID = "void"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    tie = models.ForeignKey(Tie, on_delete=models.CASCADE, related_name="fixtures")
    leg = models.PositiveSmallIntegerField(default=1)
    home = models.ForeignKey(Entrant, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    away = models.ForeignKey(Entrant, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    match = models.OneToOneField(
        "matches.Match", on_delete=models.SET_NULL, null=True, blank=True, related_name="fixture"
    )
    status = models.CharField(max_length=10, choices=Status, default=Status.PENDING)
    kick_off_at = models.DateTimeField(null=True)
    """When it is to be played; before that is known, when it was opened. The two may meet earlier."""

    class Fixed(models.TextChoices):
        """Who said the kick-off: nobody, the plan (it stands unless both agree to another), both, the organiser."""

        NOBODY = ""
        PLAN = "plan"
        AGREED = "agreed"
        ORGANISER = "organiser"

    table = models.PositiveSmallIntegerField(null=True)
    """The number of the real table it is played at, from 1; given when the round is paired, and kept."""
    fixed = models.CharField(max_length=10, choices=Fixed, blank=True, default=Fixed.NOBODY)
    sequence = models.PositiveIntegerField(default=0)
    """How often the kick-off has changed: SEQUENCE of the calendar."""
    home_goals = models.PositiveSmallIntegerField(null=True)
    away_goals = models.PositiveSmallIntegerField(null=True)
    """Derived: the score of the leg, extra time included, the shootout never."""
    shootout = models.JSONField(null=True)
    """Derived: ``{"home": kicks scored, "away": ...}``."""
    how = models.CharField(max_length=20, blank=True)
    reason = models.JSONField(default=list)
    """Derived: why it stands as it does, a ``Text`` whose ``@home`` and ``@away`` are this leg's seats, or ``[]``."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tie", "leg"], name="leg_once"),
            models.CheckConstraint(
                name="fixture_score_both_or_none",
                condition=Q(home_goals__isnull=True, away_goals__isnull=True)
                | Q(home_goals__isnull=False, away_goals__isnull=False),
            ),
        ]
        ordering = ["tie", "leg"]

    def __str__(self) -> str:
        return f"{self.home or '?'} - {self.away or '?'} (leg {self.leg})"


class ResultEntry(models.Model):
    """One entry of the append-only log of results. What counts of them is said in ``league.competitions.log``."""

    class Kind(models.TextChoices):
        """What was said. ``replay``: what was said of the fixture so far no longer counts, it is to be played.
        ``claimed`` (a player reports) and ``disputed`` count for nothing; ``confirmed`` counts as the claim said.
        ``deducted`` takes points from an entrant."""

        PLAYED = "played"
        CLAIMED = "claimed"
        CONFIRMED = "confirmed"
        DISPUTED = "disputed"
        DEDUCTED = "deducted"
        REPORTED = "reported"
        CORRECTED = "corrected"
        WALKOVER = "walkover"
        VOIDED = "voided"
        REPLAY = "replay"
        WITHDRAWN = "withdrawn"

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="results")
    position = models.PositiveIntegerField()
    fixture = models.ForeignKey(Fixture, on_delete=models.CASCADE, null=True, blank=True, related_name="entries")
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    """Who withdrew (``withdrawn``) or loses points (``deducted``)."""
    points = models.SmallIntegerField(null=True)
    """``deducted``: how many points are taken; negative: given back."""
    kind = models.CharField(max_length=10, choices=Kind)
    home_goals = models.PositiveSmallIntegerField(null=True)
    away_goals = models.PositiveSmallIntegerField(null=True)
    shootout = models.JSONField(null=True)
    winner = models.CharField(max_length=4, blank=True)
    """The seat that wins (``home``, ``away``): under the leg's terms where it was played, by the award where it was
    not; empty for none."""
    carry = models.JSONField(null=True)
    """The goals of the earlier leg that the engine was given, by this leg's seats."""
    extra_time = models.BooleanField(default=False)
    how = models.CharField(max_length=20, blank=True)
    cards = models.JSONField(null=True)
    """``{"home": ["yellow", "red"], "away": []}`` (kinds of ``league.statistics.cards``); null: nobody told."""
    scorers = models.JSONField(null=True)
    """``{"home": ["9", "9"], "away": ["10"]}`` (``league.competitions.scorers``) of a real table; null: nobody told."""
    match_id = models.UUIDField(null=True, unique=True)
    """The match that reported itself: at most one entry a match."""
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    signed = models.CharField(max_length=40, blank=True)
    """Who said it, by name, in a competition that was taken in from elsewhere: there is no account of theirs here."""
    reason = models.CharField(max_length=300, blank=True)
    why = models.JSONField(default=list)
    """What the record says, as a ``Text`` with ``@home`` and ``@away``: who proposed, who answered, who was there."""
    own = models.BooleanField(default=False)
    """Decided by one of the two who play, because the competition had no other staff: said in public."""
    source = models.CharField(max_length=12)
    """``match``, ``organiser``, ``deadline``, ``player``."""
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["competition", "position"], name="result_position_once")]
        ordering = ["competition", "position"]

    def __str__(self) -> str:
        return f"{self.competition} {self.position} {self.kind}"


class Draw(models.Model):
    """A draw: the seed committed before, revealed after, so that anyone can run it again."""

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="draws")
    number = models.PositiveSmallIntegerField()
    algorithm = models.CharField(max_length=30)
    commitment = models.CharField(max_length=64)
    """SHA-256 of the seed, published before the entrants are frozen."""
    seed = models.CharField(max_length=64)
    """32 random bytes, hex; shown only once ``revealed_at`` is set."""
    entrants = models.JSONField(default=list)
    """The frozen list ``[[entrant id, name], ...]`` in order of entry."""
    entrants_hash = models.CharField(max_length=64, blank=True)
    order = models.JSONField(default=list)
    """Entrant ids, seed 1 first."""
    committed_at = models.DateTimeField()
    revealed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["competition", "number"], name="draw_once")]

    def __str__(self) -> str:
        return f"draw {self.number} of {self.competition}"


class AuditEntry(models.Model):
    """What an organiser (or the schedule) did, for every entrant to read."""

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="audit")
    at = models.DateTimeField()
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    signed = models.CharField(max_length=40, blank=True)
    """Who did it, by name, in a competition that was taken in from elsewhere."""
    verb = models.CharField(max_length=40)
    message = models.JSONField(default=list)
    """``[msgid, {name: value}]``: put into the reader's language when it is shown."""

    class Meta:
        ordering = ["-at", "-id"]

    def __str__(self) -> str:
        return f"{self.at:%F %T} {self.verb}"
