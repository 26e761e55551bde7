"""Queries of lessons: who may make one, who has solved what."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from engines.puzzles import code_of
from league.classes.models import Card
from league.lessons.errors import StepChanged
from league.lessons.models import Answer, Lesson, Participant, Step
from league.players.models import User
from league.puzzles.models import Puzzle


def may_make(user: User) -> bool:
    """Return whether ``user`` can make lessons: an account, and not a pupil's."""
    return user.kind == User.Kind.ACCOUNT and not user.sheltered


def question_steps(lesson: Lesson) -> list[Step]:
    """Return the steps that ask something."""
    return [step for step in lesson.steps.all() if step.solution]


def mark_of(step: Step) -> str:
    """Return what its solver sends back with an answer: which step it is, with which position and question."""
    return f"{step.pk}:{code_of(step.line + step.question)}"


def asked(steps: Sequence[Step], mark: str) -> Step:
    """Return the step of ``mark``, wherever it stands now.

    Raises StepChanged if it is gone, asks nothing any more or has another position or question.
    """
    found = next((step for step in steps if step.solution and mark_of(step) == mark), None)
    if found is None:
        raise StepChanged
    return found


def unsolved(steps: Sequence[Step], reader: User) -> set[int]:
    """Return the steps with the position of a puzzle that ``reader`` has not answered: their right move is not told."""
    code_by_step = {step.pk: code_of(step.line) for step in steps if step.line}
    puzzles = Puzzle.objects.filter(pk__in=code_by_step.values()).exclude(attempts__user=reader)
    codes = set(puzzles.values_list("pk", flat=True))
    return {step_id for step_id, code in code_by_step.items() if code in codes}


@dataclass(frozen=True)
class Row:
    """One solver. ``marks``, for each step that asks: right (at once), later, wrong, or empty."""

    name: str
    marks: list[str]

    @property
    def solved(self) -> int:
        return sum(mark in ("right", "later") for mark in self.marks)


def results(lesson: Lesson) -> list[Row]:
    """Return who solved what: every pupil of the class, then others by name. Four queries."""
    steps = question_steps(lesson)
    people = list(lesson.participants.select_related("user"))
    answers: dict[int, dict[int, Answer]] = {}
    for answer in Answer.objects.filter(participant__lesson=lesson):
        answers.setdefault(answer.participant_id, {})[answer.step_id] = answer
    by_user = {person.user_id: person for person in people if person.user_id}
    pupils = _pupils(lesson)
    rows = [Row(name, _marks(steps, answers, by_user.get(user))) for user, name in pupils.items()]
    others = [person for person in people if person.user_id not in pupils]
    return rows + [
        Row(person.user.nickname if person.user else person.name, _marks(steps, answers, person)) for person in others
    ]


def _pupils(lesson: Lesson) -> dict[UUID, str]:
    if lesson.school_id is None:
        return {}
    cards = Card.objects.filter(school=lesson.school_id).select_related("entrant").order_by("entrant__name")
    return {card.user_id: card.entrant.name for card in cards}


def _marks(steps: list[Step], answers: dict[int, dict[int, Answer]], person: Participant | None) -> list[str]:
    own = answers.get(person.pk, {}) if person is not None else {}
    return [_mark(own.get(step.pk)) for step in steps]


def _mark(answer: Answer | None) -> str:
    if answer is None:
        return ""
    if answer.right:
        return "right"
    return "later" if answer.solved else "wrong"
