"""The rows of puzzles: the puzzles with their ratings, solvers and their first answers."""

from django.conf import settings
from django.db import models
from django.utils import timezone


class Puzzle(models.Model):
    """A shipped puzzle and its strength, by Glicko-2 against those who try it."""

    code = models.CharField(max_length=8, primary_key=True)
    """The name in addresses: a digest of the position."""
    game = models.CharField(max_length=32)
    rules_version = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=11)
    theme = models.CharField(max_length=12)
    seat = models.CharField(max_length=4)
    line = models.TextField()
    """The position in one line."""
    solution = models.CharField(max_length=80)
    """The right move in the game's notation."""
    gap = models.PositiveIntegerField(default=0)
    """Worth of the solution less that of the next best move, in thousandths."""
    worths = models.JSONField(default=list)
    """Worth of each legal move in the engine's order, in thousandths."""
    offered = models.BooleanField(default=True)
    """False if it is no longer shipped, or made for other rules than today's: its page stays, unlinked."""
    rating = models.FloatField()
    deviation = models.FloatField(default=350.0)
    volatility = models.FloatField(default=0.06)
    tried = models.PositiveIntegerField(default=0)
    solved = models.PositiveIntegerField(default=0)

    class Meta:
        indexes = [models.Index(fields=["game", "rating"], name="puzzle_level", condition=models.Q(offered=True))]

    def __str__(self) -> str:
        return f"{self.code} {self.game}"


class Solver(models.Model):
    """A person's strength at the puzzles of one game, and the run of right answers."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="solvers")
    game = models.CharField(max_length=32)
    rating = models.FloatField(default=1500.0)
    deviation = models.FloatField(default=350.0)
    volatility = models.FloatField(default=0.06)
    tried = models.PositiveIntegerField(default=0)
    solved = models.PositiveIntegerField(default=0)
    streak = models.PositiveIntegerField(default=0)
    best_streak = models.PositiveIntegerField(default=0)
    best_rush = models.PositiveIntegerField(default=0, db_default=0)
    """Most right answers in one rush (``rush``)."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "game"], name="solver_once")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.game} {self.rating:.0f}"


class Attempt(models.Model):
    """The first answer of a person to a puzzle: the one that counts."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="attempts")
    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="attempts")
    answer = models.CharField(max_length=80)
    """The move in the game's notation."""
    right = models.BooleanField()
    day = models.DateField(null=True)
    """The last day on which it was answered as the daily puzzle."""
    right_on_day = models.BooleanField(null=True)
    """Was the first answer of ``day`` right? None: it is the first of all."""
    rating = models.FloatField()
    """The solver's rating after it."""
    change = models.FloatField()
    """By how much it changed the solver's rating."""
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "puzzle"], name="attempt_once")]
        indexes = [
            models.Index(fields=["user", "-at"], name="attempt_history"),
            models.Index(fields=["user", "-day"], name="attempt_days", condition=models.Q(day__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.puzzle_id} {self.answer}"

    @property
    def gain(self) -> int:
        """The change in whole points, for a page."""
        return round(self.change)
