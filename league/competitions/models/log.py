"""Models of the append-only log of results, the draws with their seeds, and the audit log.

Import them from ``models``. Rows are added and never changed, except a draw when it is revealed.
"""

from django.conf import settings
from django.db import models
from django.db.models import Q

from matches.json_field import JSONField


class ResultEntry(models.Model):
    """An entry of the append-only log of results; ``league.competitions.log.verdicts`` tells what counts."""

    class Kind(models.TextChoices):
        """Kinds of entries.

        ``replay``: earlier entries of the fixture no longer count, and it is to be played. ``claimed`` (a player's
        report) and ``disputed`` count for nothing; ``confirmed`` makes the claim count. ``deducted`` takes points from
        an entrant; ``valued`` gives it a value by hand (the criterion ``manual``). ``returned`` takes a withdrawal
        back for what is not decided yet. ``closed`` ends a stage early, ``reopened`` takes that back.
        """

        PLAYED = "played"
        CLAIMED = "claimed"
        CONFIRMED = "confirmed"
        DISPUTED = "disputed"
        DEDUCTED = "deducted"
        VALUED = "valued"
        REPORTED = "reported"
        CORRECTED = "corrected"
        WALKOVER = "walkover"
        VOIDED = "voided"
        REPLAY = "replay"
        WITHDRAWN = "withdrawn"
        RETURNED = "returned"
        CLOSED = "closed"
        REOPENED = "reopened"

    class Forfeits(models.TextChoices):
        """A match: it counts three to nil. The tie: who leaves it is out, whatever its other matches say.

        A leg: of a tie of teams all its boards.
        """

        MATCH = "match"
        LEG = "leg"
        TIE = "tie"

    competition = models.ForeignKey("Competition", on_delete=models.CASCADE, related_name="results")
    position = models.PositiveIntegerField()
    fixture = models.ForeignKey("Fixture", on_delete=models.CASCADE, null=True, blank=True, related_name="entries")
    entrant = models.ForeignKey("Entrant", on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    """The entrant that withdrew (``withdrawn``) or came back (``returned``), loses points (``deducted``) or has a
    manual value (``valued``).
    """
    points = models.SmallIntegerField(null=True)
    """``deducted``: points taken; negative: given back. ``valued``: the value."""
    kind = models.CharField(max_length=10, choices=Kind)
    home_goals = models.PositiveSmallIntegerField(null=True)
    away_goals = models.PositiveSmallIntegerField(null=True)
    shootout = JSONField(null=True)
    winner = models.CharField(max_length=4, blank=True)
    """Winning seat (``home``, ``away``): under the leg's terms if it was played, else by the award; empty for none."""
    carry = JSONField(null=True)
    """Goals of the earlier leg that the engine was given, by this leg's seats."""
    extra_time = models.BooleanField(default=False)
    how = models.CharField(max_length=20, blank=True)
    closing = JSONField(null=True)
    """``closed``, ``reopened``: ``{"stage": number, "way": ..., "round": number or null}``. The way is one of
    ``league.competitions.log.verdicts.WAYS``, the round is the last that counts.
    """
    cards = JSONField(null=True)
    """``{"home": ["yellow", "red"], "away": []}`` (kinds of ``league.competitions.log.cards``); null: not recorded."""
    scorers = JSONField(null=True)
    """``{"home": ["9", "9"], "away": ["10"]}`` (``words.scorers``) of a real table; null: not recorded."""
    match_id = models.UUIDField(null=True, unique=True)
    """The match that reported itself: at most one entry per match."""
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    signed = models.CharField(max_length=40, blank=True)
    """Name of its author in an imported competition, where the author has no account."""
    reason = models.CharField(max_length=300, blank=True)
    forfeits = models.CharField(max_length=5, choices=Forfeits, blank=True, default=Forfeits.MATCH, db_default="")
    """Loss of a side that did not play or gave up: the match, or its tie.

    Empty in entries of older releases, which are read as they were then: a leg of two gave the tie away.
    """
    why = JSONField(default=list)
    """The attendance record, as a ``Text`` with ``@home`` and ``@away``: proposals, answers, presence."""
    own = models.BooleanField(default=False)
    """True if a party to the match decided it, as the competition had no other staff: shown in public."""
    source = models.CharField(max_length=12)
    """``match``, ``organiser``, ``deadline``, ``player``."""
    at = models.DateTimeField()
    chain = models.CharField(max_length=64, blank=True, default="", db_default="")
    """SHA-256 of what counts of it behind that of the entry before (``log.chain``); empty in entries of a release
    without."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["competition", "position"], name="result_position_once")]
        ordering = ["competition", "position"]

    def __str__(self) -> str:
        return f"{self.competition} {self.position} {self.kind}"

    @property
    def shown_reason(self) -> str:
        """Return the reason for everybody: a statement in a dispute, which older rows hold, is for its parties."""
        return "" if self.kind == self.Kind.DISPUTED else self.reason


class Draw(models.Model):
    """A draw: its seed is committed before and revealed after, so that anyone can run it again."""

    competition = models.ForeignKey("Competition", on_delete=models.CASCADE, related_name="draws")
    number = models.PositiveSmallIntegerField()
    algorithm = models.CharField(max_length=30)
    commitment = models.CharField(max_length=64)
    """SHA-256 of the seed, published before the entrants are frozen."""
    seed = models.CharField(max_length=64)
    """32 random bytes, hex; shown only once ``revealed_at`` is set."""
    entrants = JSONField(default=list)
    """The frozen list ``[[entrant id, name], ...]`` in order of entry."""
    entrants_hash = models.CharField(max_length=64, blank=True)
    order = JSONField(default=list)
    """Entrant ids, seed 1 first."""
    committed_at = models.DateTimeField()
    revealed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["competition", "number"], name="draw_once")]
        indexes = [models.Index(fields=["revealed_at"], name="draw_revealed", condition=Q(revealed_at__isnull=False))]

    def __str__(self) -> str:
        return f"draw {self.number} of {self.competition}"


class AuditEntry(models.Model):
    """An action of an organiser or the schedule, for every entrant to read."""

    competition = models.ForeignKey("Competition", on_delete=models.CASCADE, related_name="audit")
    at = models.DateTimeField()
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    signed = models.CharField(max_length=40, blank=True)
    """Name of its author in an imported competition."""
    verb = models.CharField(max_length=40)
    message = JSONField(default=list)
    """``[msgid, {name: value}]``: translated when it is shown."""

    class Meta:
        ordering = ["-at", "-id"]

    def __str__(self) -> str:
        return f"{self.at:%F %T} {self.verb}"
