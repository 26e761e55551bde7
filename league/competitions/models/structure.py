"""Models of the structure: stages, groups, rounds, ties with slots, fixtures.

Import them from ``models``. Rows are made at the start, or round by round; only the recomputation writes derived
columns.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q, Value
from django.db.models.functions import Coalesce
from django.utils.functional import cached_property

from matches.ids import uuid7
from matches.json_field import JSONField
from matches.models import Match


class Stage(models.Model):
    class Format(models.TextChoices):
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
    settings = JSONField(default=dict)
    """Settings of its format (``league.competitions.setup.stages``)."""
    pairing_due = models.BooleanField(default=False)
    """Derived: a Swiss round is too big to pair in a request, and waits for a task."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["competition", "number"], name="stage_once")]
        indexes = [models.Index(fields=["competition"], name="stage_to_pair", condition=Q(pairing_due=True))]
        ordering = ["competition", "number"]

    def __str__(self) -> str:
        return f"{self.competition} {self.number} ({self.format})"

    @cached_property
    def all_rounds(self) -> list[Round]:
        """Its rounds in order; a page that read many stages together puts them here."""
        return list(self.rounds.all())


class Group(models.Model):
    """One table of a stage; a league has one."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="groups")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=40, blank=True)
    """Its name in slots: ``A``; ``1`` for the first division; empty for the only group."""
    members = JSONField(default=list)
    """Slots of its entrants, by strength; empty: everybody who has a seed."""
    table = JSONField(default=dict)
    """Derived: ``league.standings.table.Table.as_json``: rows in rank order with their reasons, and blocks."""
    table_position = models.PositiveBigIntegerField(default=0)
    """The competition's ``log_position`` that ``table`` was computed at."""
    outlook_position = models.PositiveBigIntegerField(default=0, editable=False)
    """The ``table_position`` that its outlook was made for, or that needs none."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["stage", "number"], name="group_once")]
        indexes = [
            models.Index(
                fields=["table_position"],
                name="group_to_project",
                condition=~Q(outlook_position=models.F("table_position")),
            )
        ]

    def __str__(self) -> str:
        return self.name or f"{self.stage} group {self.number}"


class Outlook(models.Model):
    """Possible (proved) and likely (estimated) final places of a table at a log position, made by a task."""

    group = models.OneToOneField(Group, on_delete=models.CASCADE, related_name="outlook")
    position = models.PositiveBigIntegerField()
    """The group's ``table_position`` that this was made for."""
    ranges = JSONField(default=dict)
    """Entrant id -> ``[best place, worst place]`` not proved impossible."""
    chances = JSONField(default=dict)
    """Entrant id -> how often it ended at each place, first to last, in ``runs`` seasons."""
    points = JSONField(default=dict)
    """Entrant id -> its mean of final points."""
    runs = models.PositiveIntegerField(default=0)
    """Seasons simulated so far."""
    wanted = models.PositiveIntegerField(default=0)
    seed = models.PositiveBigIntegerField(default=0)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"outlook of {self.group}"


class Round(models.Model):
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
    """Number within its part of the stage, as slots name it."""
    made_by = JSONField(default=dict)
    """For a Swiss round: the engine that paired it, its version, its rules, and the time."""
    status = models.CharField(max_length=8, choices=Status, default=Status.PENDING)
    opens_at = models.DateTimeField(null=True)
    closes_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="round_once"),
            models.UniqueConstraint(fields=["stage", "part", "step"], name="round_step_once"),
        ]
        indexes = [
            models.Index(fields=["closes_at"], name="round_to_close", condition=Q(status="open")),
            models.Index(fields=["opens_at"], name="round_to_open", condition=Q(status="pending")),
        ]
        ordering = ["stage", "number"]

    def __str__(self) -> str:
        return f"{self.stage} round {self.number}"

    @cached_property
    def all_ties(self) -> list[Tie]:
        """Its ties in order; a page that read many rounds together puts them here."""
        return list(self.ties.all())


class Tie(models.Model):
    """Two entrants who meet in one match, two legs or best of n, with a winner or (in a league) a draw."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="ties")
    group = models.ForeignKey(Group, on_delete=models.CASCADE, null=True, blank=True, related_name="ties")
    number = models.PositiveSmallIntegerField()
    """Place in the round, from 1, top to bottom of the bracket."""
    kind = models.CharField(max_length=12, blank=True)
    """``final``, ``third_place``, ``reset``, ``playoff``, the places at stake (``5-8``) or empty; in a Swiss round
    ``half_bye``, ``full_bye`` or ``absent`` for a requested rest.
    """
    home_slot = JSONField(default=dict)
    """Source of a side (``league.formats.slots``): ``{"seed": k}``, ``{"winner": tie number, "round": step}``,
    ``{"rank": r, "group": "A"}`` of the stage before ... The home side of leg 1.
    """
    away_slot = JSONField(default=dict)
    home = models.ForeignKey("Entrant", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    away = models.ForeignKey("Entrant", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    winner = models.ForeignKey("Entrant", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    decided = models.CharField(max_length=30, blank=True)
    """Derived: ``regulation``, ``aggregate``, ``away_goals``, ``extra_time``, ``shootout``, ``better_placed``,
    ``walkover``, ``bye``, ``double_walkover``, ``not_needed`` ...; empty while undecided.
    """
    reason = JSONField(default=list)
    """Derived: the decision as a ``Text`` whose ``@home`` and ``@away`` are the tie's sides; ``[]`` while open."""
    home_points = models.FloatField(null=True)
    """Derived: the board points of a tie of teams so far, in a best of n the legs won; null: it has none."""
    away_points = models.FloatField(null=True)
    leg_scores = JSONField(default=list, db_default=Value([], output_field=models.JSONField()))
    """Derived: of a tie of teams in several legs, ``{"home": board points, "away": ..., "winner": side or null}`` of
    each leg so far, by the sides of the tie.
    """
    leg = models.PositiveSmallIntegerField(default=1, db_default=1)
    """Derived: of a tie of teams, the leg whose line-ups are due, else the last whose line-ups are open."""
    leg_since = models.DateTimeField(null=True)
    """The moment from which the line-ups of the leg that is due have their time: at which a later leg came to be due,
    or another side came into the tie of an open round, later by a freeze; null: that of its round."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="tie_once")]
        ordering = ["round", "number"]

    def __str__(self) -> str:
        return f"{self.home or '?'} - {self.away or '?'}"

    @cached_property
    def legs(self) -> list[Fixture]:
        """Its fixtures in order; a page that read many ties together puts them here."""
        return list(self.fixtures.all())

    @property
    def of_teams(self) -> bool:
        """Return whether it is a tie of teams: its fixtures are boards. The competition must be read."""
        return self.round.stage.competition.of_teams

    @property
    def boards(self) -> list[Fixture]:
        """Return the fixtures of its ``leg``, in order."""
        return [fixture for fixture in self.legs if fixture.leg == self.leg]


class Fixture(models.Model):
    """One leg of a tie, as shown to people. ``home`` and ``away`` are this leg's own seats."""

    class Status(models.TextChoices):
        """The status shown; derived from the log and the match."""

        PENDING = "pending"
        OPEN = "open"
        LIVE = "live"
        PLAYED = "played"
        WALKOVER = "walkover"
        VOID = "void"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    tie = models.ForeignKey(Tie, on_delete=models.CASCADE, related_name="fixtures")
    competition = models.ForeignKey(
        "Competition", on_delete=models.CASCADE, null=True, editable=False, related_name="fixtures", db_index=False
    )
    """The competition of its tie, three tables away, for lists of many; a trigger sets it on a row made without."""
    ended_at = models.DateTimeField(null=True, editable=False)
    """End of its match, if it was played here; a trigger sets it with the status or the match."""
    leg = models.PositiveSmallIntegerField(default=1)
    board = models.PositiveSmallIntegerField(default=1, db_default=1)
    """Number of its board in a tie of teams, from 1."""
    home = models.ForeignKey("Entrant", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    away = models.ForeignKey("Entrant", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    home_player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    """The player of ``home`` on this board of a tie of teams, once both line-ups are open (``verbs.line_ups``)."""
    away_player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    match = models.OneToOneField(
        "matches.Match", on_delete=models.SET_NULL, null=True, blank=True, related_name="fixture"
    )
    status = models.CharField(max_length=10, choices=Status, default=Status.PENDING)
    kick_off_at = models.DateTimeField(null=True)
    """The kick-off; before it is known, when the fixture opened. The two may meet earlier."""

    class Fixed(models.TextChoices):
        """Source of the kick-off: none, the plan (until both agree on another), both sides, the organiser."""

        NOBODY = ""
        PLAN = "plan"
        AGREED = "agreed"
        ORGANISER = "organiser"

    table = models.PositiveSmallIntegerField(null=True)
    """Number of its real table, from 1; assigned when the round of an evening is paired, or by the
    organiser (``league.evenings.numbering``)."""
    fixed = models.CharField(max_length=10, choices=Fixed, blank=True, default=Fixed.NOBODY)
    sequence = models.PositiveIntegerField(default=0)
    """Number of changes of the kick-off: part of the keys of notices about it."""
    home_goals = models.PositiveSmallIntegerField(null=True)
    away_goals = models.PositiveSmallIntegerField(null=True)
    """Derived: the score of the leg, with extra time, without the shootout."""
    shootout = JSONField(null=True)
    """Derived: ``{"home": kicks scored, "away": ...}``."""
    how = models.CharField(max_length=20, blank=True)
    reason = JSONField(default=list)
    """Derived: the reason for its status or result, a ``Text`` whose ``@home`` and ``@away`` are this leg's seats, or
    ``[]``.
    """

    class Meta:
        constraints = [
            # With a condition it is an index, which is made without a lock.
            models.UniqueConstraint(fields=["tie", "leg", "board"], name="board_once", condition=Q(board__gte=1)),
            models.CheckConstraint(
                name="fixture_score_both_or_none",
                condition=Q(home_goals__isnull=True, away_goals__isnull=True)
                | Q(home_goals__isnull=False, away_goals__isnull=False),
            ),
        ]
        ordering = ["tie", "leg", "board"]
        indexes = [
            models.Index(fields=["competition"], name="fixture_competition"),
            models.Index(fields=["kick_off_at"], name="fixture_day", condition=Q(kick_off_at__isnull=False)),
            models.Index(Coalesce("ended_at", "kick_off_at"), "id", name="fixture_at"),
            models.Index(fields=["home"], name="fixture_ahead_home", condition=Q(status__in=("pending", "open"))),
            models.Index(fields=["away"], name="fixture_ahead_away", condition=Q(status__in=("pending", "open"))),
        ]

    def __str__(self) -> str:
        return f"{self.home or '?'} - {self.away or '?'} (leg {self.leg})"

    @property
    def of_teams(self) -> bool:
        """Return whether it is a board of a tie of teams with the two people known."""
        return self.home_player_id is not None or self.away_player_id is not None

    @property
    def score(self) -> tuple[int | None, int | None]:
        """Return home and away goals: final, or of the running match, which must be loaded."""
        if self.home_goals is None and self.match is not None and self.match.status in Match.IN_PLAY:
            score = (self.match.snapshot or {}).get("score") or {}
            return score.get("home"), score.get("away")
        return self.home_goals, self.away_goals
