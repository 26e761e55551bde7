"""The rows of lessons: the lesson, its steps, the people who solve it, and their first answers."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.ids import uuid7


def new_key() -> str:
    return secrets.token_urlsafe(9)


class Lesson(models.Model):
    """A list of steps with a title; whoever has its link may solve it."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="lessons")
    key = models.CharField(max_length=16, unique=True, default=new_key)
    """The secret of its link."""
    title = models.CharField(_("Title"), max_length=80)
    school = models.ForeignKey(
        "classes.SchoolClass", on_delete=models.SET_NULL, null=True, blank=True, related_name="lessons"
    )
    """The class that solves it: its page lists every pupil."""
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-made_at"]

    def __str__(self) -> str:
        return self.title


class Step(models.Model):
    """Text, a position if there is one, and a question with its right move if there is one."""

    lesson = models.ForeignKey(Lesson, on_delete=models.CASCADE, related_name="steps")
    place = models.PositiveSmallIntegerField()
    words = models.TextField(_("Text"), blank=True, max_length=1000)
    line = models.TextField(
        _("Position"),
        blank=True,
        max_length=4000,
        help_text=_("A position’s line, the link of a puzzle, or the link of a step of a finished match."),
    )
    """The position in one line; empty: text alone."""
    question = models.CharField(_("Question"), max_length=200, blank=True)
    solution = models.CharField(_("Right move"), max_length=80, blank=True)
    """The right move in notation; empty: nothing is asked."""

    class Meta:
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(
                fields=["lesson", "place"], name="step_place_once", deferrable=models.Deferrable.DEFERRED
            ),
            models.CheckConstraint(name="step_asks_of_a_position", condition=Q(solution="") | ~Q(line="")),
        ]

    def __str__(self) -> str:
        return f"{self.lesson_id} {self.place}"


class Participant(models.Model):
    """Solver of a lesson: a user, or a visitor with the name that was given."""

    lesson = models.ForeignKey(Lesson, on_delete=models.CASCADE, related_name="participants")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="lessons_solved"
    )
    name = models.CharField(max_length=40, blank=True)
    begun_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["begun_at"]
        constraints = [models.UniqueConstraint(fields=["lesson", "user"], name="participant_once")]

    def __str__(self) -> str:
        return f"{self.lesson_id} {self.user_id or self.name}"


class Answer(models.Model):
    """The first answer of a participant to a step."""

    participant = models.ForeignKey(Participant, on_delete=models.CASCADE, related_name="answers")
    step = models.ForeignKey(Step, on_delete=models.CASCADE, related_name="answers")
    answer = models.CharField(max_length=80)
    right = models.BooleanField()
    """The first answer was right."""
    solved = models.BooleanField()
    """The first or a later one was."""
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["participant", "step"], name="answer_once")]

    def __str__(self) -> str:
        return f"{self.participant_id} {self.step_id} {self.answer}"
