"""The structure of a competition: stages, their groups and rounds, ties with slots, the fixtures of their legs.

``models`` takes these in, so they are imported from there. Made once at the start, or round by round as they come; what
is called derived in a column is written only by the recomputation.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from matches.ids import uuid7
from matches.models import Match


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
        LEAGUE_PHASE = "league_phase"

    competition = models.ForeignKey("Competition", on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    format = models.CharField(max_length=20, choices=Format)
    settings = models.JSONField(default=dict)
    """See ``league.competitions.setup.stages``: what each format knows, and what is allowed."""
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
    """``winners``, ``losers`` or ``final`` in a double elimination; ``plate``."""
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
    """``final``, ``third_place``, ``reset``, ``playoff``, the places that are played for (``5-8``) or empty; in a
    Swiss round ``half_bye``, ``full_bye`` or ``absent`` for who asked for a rest."""
    home_slot = models.JSONField(default=dict)
    """Where the side comes from (``league.formats.slots``): ``{"seed": k}``, ``{"winner": tie number, "round": step}``,
    ``{"rank": r, "group": "A"}`` of the stage before ... The home side of leg 1."""
    away_slot = models.JSONField(default=dict)
    home = models.ForeignKey("Entrant", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    away = models.ForeignKey("Entrant", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    winner = models.ForeignKey("Entrant", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
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
    home = models.ForeignKey("Entrant", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    away = models.ForeignKey("Entrant", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
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

    @property
    def score(self) -> tuple[int | None, int | None]:
        """Goals of home and away: the final ones, or those of the running match, which must be loaded."""
        if self.home_goals is None and self.match is not None and self.match.status in Match.IN_PLAY:
            score = (self.match.snapshot or {}).get("score") or {}
            return score.get("home"), score.get("away")
        return self.home_goals, self.away_goals
