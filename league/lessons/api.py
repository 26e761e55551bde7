"""Lessons in the REST API: their owner makes them and reads who solved what; whoever has the key solves them."""

from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import PermissionDenied, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.fields import ColumnsSerializer
from league.classes.models import SchoolClass
from league.competitions.api.base import PAGE, Api, page_of
from league.fields import column
from league.lessons import queries, verbs
from league.lessons.errors import BadStep, StepChanged
from league.lessons.models import Answer, Lesson, Step
from league.puzzles.showing import Position
from matches.api.questions import WHOLE, asked
from matches.api.shapes import shape_of


class LessonOut(serializers.ModelSerializer[Lesson]):
    """A lesson of yours. Whoever has ``key`` may solve it; ``school`` is the class that does."""

    steps = serializers.IntegerField(source="steps.count")

    class Meta:
        model = Lesson
        fields = ["id", "key", "title", "school", "steps", "made_at"]


class LessonStepOut(serializers.ModelSerializer[Step]):
    """A step: text, a position in one line, a question, and its right move in notation.

    An empty one: nothing is asked, or it is the position of a puzzle that you have not answered.
    """

    position = serializers.CharField(source="line")

    class Meta:
        model = Step
        fields = ["id", "place", "words", "position", "question", "solution"]


class FullLessonOut(serializers.Serializer[Any]):
    """A lesson with its steps, as its owner reads it."""

    lesson = LessonOut()
    steps = LessonStepOut(many=True)


class LessonIn(ColumnsSerializer):
    """A new lesson."""

    class Meta:
        model = Lesson
        fields = ["title"]


class LessonChange(ColumnsSerializer):
    """A lesson's settings to change."""

    school = serializers.IntegerField(required=False, allow_null=True, help_text="A class of yours; null: anybody.")

    class Meta:
        model = Lesson
        fields = ["title", "school"]
        extra_kwargs = {"title": {"required": False}}


def _position(**more: Any) -> serializers.CharField:
    """Return the field of what names a position, as the column of its line says it."""
    line = column(Step, "line")
    return serializers.CharField(
        max_length=line.max_length, help_text=line.help_text, required=False, allow_blank=True, **more
    )


class LessonStepIn(ColumnsSerializer):
    """A new step, at the end."""

    position = _position(default="")

    class Meta:
        model = Step
        fields = ["words", "position", "question", "solution"]
        extra_kwargs = {
            "words": {"default": ""},
            "question": {"default": ""},
            "solution": {"help_text": "The right move; a puzzle brings its own."},
        }


class LessonStepChange(ColumnsSerializer):
    """A step's parts to change; ``move`` 1 puts it one place down, -1 one up."""

    position = _position()
    move = serializers.ChoiceField(choices=[-1, 1], required=False)
    id = serializers.IntegerField(
        required=False, help_text="Of the step that you mean: refused if another stands there."
    )

    class Meta:
        model = Step
        fields = ["words", "position", "question", "solution", "move", "id"]


LessonResultOut = shape_of(queries.Row, ["name", "marks", "solved"], called="LessonResultOut")


class AskedStepOut(serializers.Serializer[Any]):
    """A step as its solver reads it; ``moves`` are the answers to choose from, by notation."""

    step = serializers.IntegerField(help_text="From 1.")
    asked = serializers.CharField(
        help_text="Names the step with its position and question: send it with the answer, which counts for no other."
    )
    words = serializers.CharField()
    position = serializers.CharField()
    question = serializers.CharField()
    asks = serializers.BooleanField()
    moves = serializers.DictField(child=serializers.CharField())
    solved = serializers.BooleanField()


class AskedLessonOut(serializers.Serializer[Any]):
    """A lesson as its solver reads it."""

    title = serializers.CharField()
    steps = AskedStepOut(many=True)


class LessonAnswerIn(serializers.Serializer[Any]):
    """An answer to a step that asks."""

    step = serializers.IntegerField(min_value=1, max_value=verbs.MOST_STEPS)
    asked = serializers.CharField(
        max_length=100,
        default="",
        help_text="Of the step as you read it: wherever it stands now, and refused if it was changed.",
    )
    answer = serializers.CharField(max_length=80)


class LessonAnswerOut(serializers.Serializer[Any]):
    """A judged answer: ``right`` is this one's, ``first_right`` the first one's, which the owner sees."""

    right = serializers.BooleanField()
    first_right = serializers.BooleanField()


class _LessonApi(Api):
    def own(self, lesson_id: UUID) -> Lesson:
        """Return a lesson of the reader. Raises Http404, NotAuthenticated."""
        return get_object_or_404(Lesson, pk=lesson_id, owner=self.signed_in())

    def full(self, lesson: Lesson, status: int = 200) -> Response:
        steps = list(lesson.steps.all())
        unsolved = queries.unsolved(steps, lesson.owner)
        for step in steps:
            if step.pk in unsolved:
                step.solution = ""
        body = {"lesson": LessonOut(lesson).data, "steps": LessonStepOut(steps, many=True).data}
        return Response(body, status=status)


def _refused(error: BadStep) -> ValidationError:
    return ValidationError({error.field: [str(error)]})


class Lessons(_LessonApi):
    limits = {"POST": "lesson"}

    @extend_schema(operation_id="lessons_list", parameters=PAGE, responses=page_of(LessonOut))
    def get(self, request: Request) -> Response:
        """List your lessons, newest first."""
        return Response(self.paged(self.signed_in().lessons.all(), LessonOut))

    @extend_schema(operation_id="lessons_create", request=LessonIn, responses={201: FullLessonOut})
    def post(self, request: Request) -> Response:
        """Create an empty lesson. For accounts."""
        user = self.signed_in()
        if not queries.may_make(user):
            raise PermissionDenied("Only an account can make lessons.")
        return self.full(verbs.create(owner=user, **self.checked_body(LessonIn)), 201)


class OneLesson(_LessonApi):
    @extend_schema(operation_id="lessons_read", responses=FullLessonOut)
    def get(self, request: Request, lesson_id: UUID) -> Response:
        """Get a lesson of yours with its right moves."""
        return self.full(self.own(lesson_id))

    @extend_schema(operation_id="lessons_change", request=LessonChange, responses=FullLessonOut)
    def patch(self, request: Request, lesson_id: UUID) -> Response:
        """Change title and class of your lesson."""
        lesson, fields = self.own(lesson_id), self.checked_body(LessonChange)
        school = lesson.school
        if "school" in fields:
            school = self._school(fields["school"])
        return self.full(verbs.change(lesson=lesson, title=fields.get("title", lesson.title), school=school))

    @extend_schema(operation_id="lessons_delete", responses={204: None})
    def delete(self, request: Request, lesson_id: UUID) -> Response:
        """Delete your lesson with its answers."""
        verbs.delete(lesson=self.own(lesson_id))
        return Response(status=204)

    def _school(self, school_id: int | None) -> SchoolClass | None:
        if school_id is None:
            return None
        school = SchoolClass.objects.filter(pk=school_id, competition__owner=self.signed_in()).first()
        if school is None:
            raise ValidationError({"school": ["This is no class of yours."]})
        return school


class LessonSteps(_LessonApi):
    limits = {"POST": "tree"}

    @extend_schema(operation_id="lessons_add_step", request=LessonStepIn, responses={201: FullLessonOut})
    def post(self, request: Request, lesson_id: UUID) -> Response:
        """Add a step at the end of your lesson."""
        lesson, fields = self.own(lesson_id), self.checked_body(LessonStepIn)
        solution = fields.pop("solution", "")
        try:
            verbs.add_step(lesson=lesson, reader=request.user, solution=solution, **fields)
        except BadStep as error:
            raise _refused(error) from error
        return self.full(lesson, 201)


def _step_at(lesson: Lesson, place: int, meant: int | None) -> Step:
    """Return the step at ``place``. Raises Http404, StepChanged if another than the one ``meant`` stands there."""
    step: Step = get_object_or_404(lesson.steps, place=place)
    if meant is not None and step.pk != meant:
        raise StepChanged
    return step


class OneLessonStep(_LessonApi):
    limits = {"PATCH": "tree"}

    @extend_schema(operation_id="lessons_change_step", request=LessonStepChange, responses=FullLessonOut)
    def patch(self, request: Request, lesson_id: UUID, place: int) -> Response:
        """Change or move a step; another position or right move deletes its answers."""
        lesson, fields = self.own(lesson_id), self.checked_body(LessonStepChange)
        step = _step_at(lesson, place, fields.pop("id", None))
        by = fields.pop("move", 0)
        if fields:
            parts = {"words": step.words, "position": step.line, "question": step.question, "solution": step.solution}
            try:
                verbs.change_step(step=step, reader=request.user, **parts | fields)
            except BadStep as error:
                raise _refused(error) from error
        if by:
            verbs.move_step(step=step, by=by)
        return self.full(lesson)

    @extend_schema(
        operation_id="lessons_remove_step",
        parameters=[OpenApiParameter("id", int, description="Of the step that you mean.")],
        responses={204: None},
    )
    def delete(self, request: Request, lesson_id: UUID, place: int) -> Response:
        """Delete a step with its answers; those after it move up."""
        meant = asked(request, "id", WHOLE)
        verbs.remove_step(step=_step_at(self.own(lesson_id), place, meant))
        return Response(status=204)


class LessonResults(_LessonApi):
    @extend_schema(operation_id="lessons_results", responses=LessonResultOut(many=True))
    def get(self, request: Request, lesson_id: UUID) -> Response:
        """List who solved what: every pupil of the class, then others. For the owner."""
        return Response(LessonResultOut(queries.results(self.own(lesson_id)), many=True).data)


class AskedLesson(Api):
    limits = {"POST": "puzzle"}

    @extend_schema(operation_id="lessons_open", responses=AskedLessonOut)
    def get(self, request: Request, key: str) -> Response:
        """Get the lesson of a link, without its right moves."""
        lesson = get_object_or_404(Lesson, key=key)
        solved = set()
        if request.user.is_authenticated:
            answers = Answer.objects.filter(participant__lesson=lesson, participant__user=self.signed_in(), solved=True)
            solved = set(answers.values_list("step_id", flat=True))
        steps = [
            {
                "step": number,
                "asked": queries.mark_of(step),
                "words": step.words,
                "position": step.line,
                "question": step.question,
                "asks": bool(step.solution),
                "moves": Position(step.line).labels if step.solution else {},
                "solved": step.pk in solved,
            }
            for number, step in enumerate(lesson.steps.all(), start=1)
        ]
        return Response(AskedLessonOut({"title": lesson.title, "steps": steps}).data)

    @extend_schema(operation_id="lessons_answer", request=LessonAnswerIn, responses=LessonAnswerOut)
    def post(self, request: Request, key: str) -> Response:
        """Answer a step; your first answer is the one that the owner sees."""
        user, lesson, fields = self.signed_in(), get_object_or_404(Lesson, key=key), self.checked_body(LessonAnswerIn)
        steps = list(lesson.steps.all())
        if fields["asked"]:
            step: Step | None = queries.asked(steps, fields["asked"])
        else:
            step = next(iter(steps[fields["step"] - 1 : fields["step"]]), None)
        if step is None or not step.solution:
            raise ValidationError({"step": ["This step asks nothing: answer one whose asks is true."]})
        position = Position(step.line)
        move = position.find(fields["answer"])
        if move is None:
            raise ValidationError({"answer": ["This is no move of the position: send a notation of moves."]})
        notation = position.game.notation(move)
        person = verbs.take_part(lesson=lesson, user=user, name="")
        if person is None:
            raise PermissionDenied("This lesson has as many solvers as it keeps.")
        answer = verbs.answer(participant=person, step=step, move=notation)
        return Response({"right": notation == step.solution, "first_right": answer.right})
