"""Writing of lessons: each verb is one transaction under the lesson's lock; answering is safe to repeat."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from league.classes.models import SchoolClass
from league.lessons.errors import BadStep, StepChanged, TooManyLessons
from league.lessons.models import Answer, Lesson, Participant, Step
from league.lessons.sources import position_of, puzzle_at
from league.players.models import User
from league.puzzles import queries as puzzles
from league.puzzles import verbs as attempts
from league.puzzles.showing import Position

MOST_LESSONS: Final = 100
MOST_STEPS: Final = 30
MOST_PARTICIPANTS: Final = 500
"""People who solve one lesson: more are shown it, and kept no more."""
KEPT: Final = timedelta(days=400)
"""Age at which the answers to a lesson are deleted."""


@contextmanager
def _locked(lesson: Lesson) -> Iterator[Lesson]:
    """Open a transaction that holds the lesson's row, freshly read. Raises StepChanged if it was deleted."""
    with transaction.atomic():
        row = Lesson.objects.select_for_update().filter(pk=lesson.pk).first()
        if row is None:
            raise StepChanged
        yield row


def create(*, owner: User, title: str) -> Lesson:
    """Create an empty lesson. Raises TooManyLessons."""
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=owner.pk)
        if Lesson.objects.filter(owner=owner).count() >= MOST_LESSONS:
            raise TooManyLessons(_("You have %(most)d lessons. Delete one first.") % {"most": MOST_LESSONS})
        return Lesson.objects.create(owner=owner, title=title)


def change(*, lesson: Lesson, title: str, school: SchoolClass | None) -> Lesson:
    """Change the title, and the class whose pupils are listed."""
    with _locked(lesson) as row:
        row.title, row.school = title, school
        row.save(update_fields=["title", "school"])
    return row


def delete(*, lesson: Lesson) -> None:
    """Delete a lesson with everything in it."""
    Lesson.objects.filter(pk=lesson.pk).delete()


def add_step(*, lesson: Lesson, reader: Any, words: str, position: str, question: str, solution: str = "") -> Step:
    """Add a step at the end; ``position`` names one (``sources``), whose own right move stands unless one is given.

    Raises BadStep.
    """
    line, own = position_of(position, reader)
    _check(words, line, question)
    _check_solution(line, solution)
    solution = solution or own
    with _locked(lesson) as row:
        last = row.steps.order_by("-place").first()
        if row.steps.count() >= MOST_STEPS:
            raise BadStep("words", _("A lesson has at most %(most)d steps.") % {"most": MOST_STEPS})
        place = 0 if last is None else last.place + 1
        return row.steps.create(place=place, words=words, line=line, question=question, solution=solution)


def change_step(*, step: Step, reader: Any, words: str, position: str, question: str, solution: str) -> Step:
    """Change a step; another position drops the right move before, and brings its own.

    Raises BadStep, StepChanged if ``step`` was deleted.
    """
    line, own = position_of(position, reader)
    _check(words, line, question)
    with _locked(step.lesson) as lesson:
        row = lesson.steps.filter(pk=step.pk).first()
        if row is None:
            raise StepChanged
        if line != row.line:
            solution = own or ("" if solution == row.solution else solution)
        _check_solution(line, solution)
        if (line, solution) != (row.line, row.solution):
            row.answers.all().delete()  # they answered another question
        row.words, row.line, row.question, row.solution = words, line, question, solution
        row.save(update_fields=["words", "line", "question", "solution"])
    return row


def _check(words: str, line: str, question: str) -> None:
    if not words and not line:
        raise BadStep("words", _("Write some text, or name a position."))
    if question and not line:
        raise BadStep("position", _("A question needs a position."))


def _check_solution(line: str, solution: str) -> None:
    if solution and (not line or Position(line).find(solution) is None):
        raise BadStep("solution", _("This is no move of the position. Choose one of the list."))


def move_step(*, step: Step, by: int) -> None:
    """Exchange a step with the one before (``by`` -1) or after it (1); nothing at the end of the list."""
    with _locked(step.lesson) as lesson:
        rows = list(lesson.steps.order_by("place"))
        position = next((number for number, row in enumerate(rows) if row.pk == step.pk), None)
        if position is None or not 0 <= position + by < len(rows):
            return
        one, other = rows[position], rows[position + by]
        one.place, other.place = other.place, one.place
        Step.objects.bulk_update([one, other], ["place"])


def remove_step(*, step: Step) -> None:
    """Delete a step with its answers; those after it move up."""
    with _locked(step.lesson) as lesson:
        now = lesson.steps.filter(pk=step.pk).first()
        if now is not None:
            now.delete()
            lesson.steps.filter(place__gt=now.place).update(place=F("place") - 1)


def take_part(*, lesson: Lesson, user: User | None, name: str) -> Participant | None:
    """Return the participant that ``user`` is, or a new one; None where the lesson has enough of them."""
    with _locked(lesson) as row:
        participant = row.participants.filter(user=user).first() if user is not None else None
        if participant is not None:
            return participant
        if row.participants.count() >= MOST_PARTICIPANTS:
            return None
        return row.participants.create(user=user, name="" if user is not None else name)


def answer(*, participant: Participant, step: Step, move: str) -> Answer:
    """Take an answer: the first one is kept, a later right one marks the step as solved.

    To the position of a puzzle it is the person's answer to the puzzle too. Raises StepChanged if ``step`` was deleted,
    asks nothing any more, or has another position or question than when it was read.
    """
    with _locked(step.lesson) as lesson:
        now = lesson.steps.filter(pk=step.pk, line=step.line, question=step.question).exclude(solution="").first()
        if now is None:
            raise StepChanged
        if participant.user is not None:
            answer_puzzle(user=participant.user, step=step, move=move)
        right = move == now.solution
        row = Answer.objects.filter(participant=participant, step=step).first()
        if row is None:
            return Answer.objects.create(participant=participant, step=step, answer=move, right=right, solved=right)
        if right and not row.solved:
            row.solved = True
            row.save(update_fields=["solved"])
        return row


def answer_puzzle(*, user: User, step: Step, move: str) -> None:
    """Take an answer to the puzzle that ``step`` shows, if it shows one: a lesson tells its right move, unrated."""
    puzzle = puzzle_at(step.line)
    if puzzle is not None:
        day = puzzles.day_of(puzzle, timezone.localdate())
        attempts.answer(user=user, puzzle=puzzle, move=move, day=day, rated=False)


def forget_old(now: datetime) -> int:
    """Delete the participants of long ago with their answers; return how many."""
    _all, by_model = Participant.objects.filter(begun_at__lt=now - KEPT).delete()
    return by_model.get("lessons.Participant", 0)
