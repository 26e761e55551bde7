"""Pages of lessons: one's own, the editor, who solved what, and the lesson itself by its link."""

from typing import Any, cast
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from engines.puzzles import code_of
from league.lessons import queries, verbs
from league.lessons.errors import BadStep, StepChanged, TooManyLessons
from league.lessons.forms import ChangeForm, LessonForm, SettingsForm, StepForm
from league.lessons.models import Answer, Lesson, Participant, Step
from league.lessons.sources import puzzle_at
from league.players.models import User
from league.presses import made_once
from league.puzzles import visitors
from league.puzzles.showing import Position, Reason, reason, small_board
from league.typed import whole_number
from matches.letters import clean
from matches.limits import check, limited
from matches.pages.addresses import outside
from matches.refusals import refusals_in, refusals_shown, show_refusal

KEY = "lessons"
"""The session's participants by lesson, for visitors."""
KEPT = 30
ANSWERED = "lesson_answers"
"""The session's answered steps where a lesson keeps no more people."""
KEPT_ANSWERS = 200


@require_http_methods(["GET", "POST"])
def own_lessons(request: HttpRequest) -> HttpResponseBase:
    """List the reader's lessons, and make a new one; tell a visitor what a lesson is."""
    reader = request.user
    if not reader.is_authenticated:
        return render(request, "lessons/mine.html") if request.method == "GET" else redirect_to_login(request.path)
    form = LessonForm(request.POST or None)
    if request.method == "POST" and not queries.may_make(reader):
        raise Http404
    if request.method == "POST" and form.is_valid():
        check(request, "lesson")
        with refusals_in(form, TooManyLessons):
            title = form.cleaned_data["title"]
            lesson = made_once(request, Lesson, lambda: verbs.create(owner=reader, title=title))
            return redirect("lessons:edit", lesson.pk)
    context = {"lessons": reader.lessons.prefetch_related("steps"), "form": form, "may_make": queries.may_make(reader)}
    return render(request, "lessons/mine.html", context)


def _own_lesson(request: HttpRequest, lesson_id: UUID) -> Lesson:
    """Return a lesson of the reader. Raises Http404 for anybody else's."""
    return get_object_or_404(Lesson, pk=lesson_id, owner=cast(User, request.user))


@require_http_methods(["GET", "POST"])
@login_required
def edit(request: HttpRequest, lesson_id: UUID) -> HttpResponseBase:
    """Show the editor: title and class, the steps in order, a form for the next one."""
    lesson = _own_lesson(request, lesson_id)
    do = request.POST.get("do", "")
    settings = SettingsForm(
        request.POST if do == "settings" else None,
        owner=lesson.owner,
        initial={"title": lesson.title, "school": lesson.school_id},
    )
    new = StepForm(request.POST if do == "add" else None)
    if do == "delete":
        verbs.delete(lesson=lesson)
        messages.success(request, _("The lesson is deleted."))
        return redirect("lessons:mine")
    with refusals_shown(request, StepChanged):
        if request.method == "POST" and _edited(request, lesson, settings, new):
            return redirect(f"{reverse('lessons:edit', args=[lesson.pk])}{'#new' if do == 'add' else ''}")
    steps = list(lesson.steps.all())
    unsolved = queries.unsolved(steps, lesson.owner)
    rows = [
        {
            "step": step,
            "board": small_board(step.line) if step.line else "",
            "answer": "" if step.pk in unsolved else _answer_of(step),
            "puzzle": code_of(step.line) if step.pk in unsolved else "",
        }
        for step in steps
    ]
    context = {
        "lesson": lesson,
        "settings": settings,
        "new": new,
        "rows": rows,
        "link": outside(request, reverse("lessons:solve", args=[lesson.key])),
    }
    return render(request, "lessons/edit.html", context)


def _answer_of(step: Step) -> str:
    return Position(step.line).labels.get(step.solution, "") if step.solution else ""


def _edited(request: HttpRequest, lesson: Lesson, settings: SettingsForm, new: StepForm) -> bool:
    """Handle a button of the editor; return whether to redirect."""
    match request.POST.get("do", ""):
        case "settings":
            if settings.is_valid():
                verbs.change(lesson=lesson, **{"title": lesson.title, "school": lesson.school, **settings.changes()})
                messages.success(request, _("Saved."))
            return settings.is_valid()
        case "add":
            return new.is_valid() and _added(request, lesson, new)
        case "up" | "down" | "remove" as do:
            step = _sent_step(request, lesson)
            if step is not None and do == "remove":
                verbs.remove_step(step=step)
            elif step is not None:
                verbs.move_step(step=step, by=-1 if do == "up" else 1)
            return True
    raise Http404


def _sent_step(request: HttpRequest, lesson: Lesson) -> Step | None:
    """Return the step that the sent form showed, wherever it stands now."""
    number = whole_number(request.POST.get("step", ""), None, digits=18)
    return None if number is None else lesson.steps.filter(pk=number).first()


def _added(request: HttpRequest, lesson: Lesson, new: StepForm) -> bool:
    try:
        step = verbs.add_step(lesson=lesson, reader=request.user, **new.cleaned_data)
    except BadStep as refused:
        new.add_error(refused.field, str(refused))
        return False
    if step.question and not step.solution:
        messages.success(request, _("Step added. Choose its right move under “Change”."))
    else:
        messages.success(request, _("Step added."))
    return True


@require_http_methods(["GET", "POST"])
@login_required
def step(request: HttpRequest, lesson_id: UUID, place: int) -> HttpResponseBase:
    """Change one step: text, position, question and right move."""
    lesson = _own_lesson(request, lesson_id)
    row = _sent_step(request, lesson) if "step" in request.POST else get_object_or_404(lesson.steps, place=place)
    if row is None:
        show_refusal(request, StepChanged())
        return redirect("lessons:edit", lesson.pk)
    initial = {"words": row.words, "position": row.line, "question": row.question, "solution": row.solution}
    form = ChangeForm(request.POST or None, step=row, initial=initial)
    if row.pk in queries.unsolved([row], lesson.owner):
        del form.fields["solution"]
    if request.method == "POST" and form.is_valid():
        with refusals_in(form, BadStep, StepChanged):
            verbs.change_step(step=row, reader=request.user, **{"solution": row.solution} | form.cleaned_data)
            return redirect("lessons:edit", lesson.pk)
    context = {"lesson": lesson, "step": row, "form": form, "puzzle": code_of(row.line)}
    if row.line:
        context["board"] = small_board(row.line)
    return render(request, "lessons/step.html", context)


@require_GET
@login_required
def results(request: HttpRequest, lesson_id: UUID) -> HttpResponse:
    """Show the owner who solved what."""
    lesson = _own_lesson(request, lesson_id)
    context = {"lesson": lesson, "steps": queries.question_steps(lesson), "rows": queries.results(lesson)}
    return render(request, "lessons/results.html", context)


@never_cache
@require_http_methods(["GET", "POST"])
@limited("puzzle")
def solve(request: HttpRequest, key: str) -> HttpResponseBase:
    """Show one step of a lesson (``?step=``, from 1), or take an answer to it."""
    lesson = get_object_or_404(Lesson, key=key)
    steps = list(lesson.steps.all())
    number_text = request.GET.get("step", "1")
    number = min(max(int(number_text), 1), len(steps)) if number_text.isdecimal() and len(number_text) < 5 else 1
    row = steps[number - 1] if steps else None
    if request.method == "POST":
        with refusals_shown(request, StepChanged):
            return _answered(request, lesson, *_asked(request, steps, number))
        return redirect(f"{reverse('lessons:solve', args=[lesson.key])}?step={number}")
    position = Position(row.line) if row is not None and row.line else None
    person = _participant(request, lesson)
    context: dict[str, Any] = {
        "lesson": lesson,
        "step": row,
        "number": number,
        "count": len(steps),
        "before": number - 1,
        "after": number + 1 if number < len(steps) else 0,
        "asks_name": person is None and not request.user.is_authenticated,
        "action": f"{reverse('lessons:solve', args=[lesson.key])}?step={number}",
        "marks": _progress(steps, person),
        "asked": "" if row is None else queries.mark_of(row),
    }
    if position is not None and row is not None:
        context |= position.context() | {"script": position.script()}
        if _has_answered(request, row, person):
            context |= _reason_context(request, row, position)
    return render(request, "lessons/solve.html", context)


def _asked(request: HttpRequest, steps: list[Step], number: int) -> tuple[Step, int]:
    """Return the step that the sent form showed, wherever it stands now, and its number; else step ``number``.

    Raises StepChanged if it is gone, asks nothing any more or has another position or question, Http404 if none was
    named and the step of the address asks nothing.
    """
    mark = request.POST.get("asked", "")
    if not mark:
        if not steps or not steps[number - 1].solution:
            raise Http404
        return steps[number - 1], number
    row = queries.asked(steps, mark)
    return row, steps.index(row) + 1


def _reason_context(request: HttpRequest, row: Step, position: Position) -> dict[str, Any]:  # a template's context
    """Return the reason for the answer of the address. Call it for who has answered the step."""
    move = position.find(request.GET.get("answer", "")) if row.solution else None
    if move is None:
        return {}
    notation = position.game.notation(move)
    explanation: Reason | None = None
    puzzle = puzzle_at(row.line)
    if puzzle is not None and puzzle.solution == row.solution:
        explanation = reason(puzzle, position, move)
    return {
        "answer": position.labels[notation],
        "is_right": notation == row.solution,
        "why": explanation.why if explanation else "",
        "film": {
            "steps": [{"scene": each.scene, "words": each.words} for each in explanation.steps] if explanation else [],
            "scene": position.game.scene(position.view),
            "figures": explanation.figures if explanation else {},
            "best": explanation.best if explanation else None,
            "turned": position.seat == "away",
        },
        "film_steps": explanation.steps if explanation else [],
        "solution": position.labels.get(row.solution, ""),
        "shows_solution": "solution" in request.GET,
    }


def _answered(request: HttpRequest, lesson: Lesson, row: Step, number: int) -> HttpResponseBase:
    """Take the answer of the form, and show whether it is right. Raises StepChanged."""
    position = Position(row.line)
    step_url = f"{reverse('lessons:solve', args=[lesson.key])}?step={number}"
    move = position.find(request.POST.get("answer", ""))
    if move is None:
        messages.error(request, _("This is no move of this position. Choose one of the list."))
        return redirect(step_url)
    notation = position.game.notation(move)
    person = _participant(request, lesson) or _begin(request, lesson)
    if person is not None:
        verbs.answer(participant=person, step=row, move=notation)
    else:
        answered = [*request.session.get(ANSWERED, []), row.pk]
        request.session[ANSWERED] = answered[-KEPT_ANSWERS:]
    puzzle = puzzle_at(row.line)
    if not request.user.is_authenticated and puzzle is not None:
        visitors.answer(request.session, puzzle, notation)
    elif request.user.is_authenticated and person is None:
        verbs.answer_puzzle(user=request.user, step=row, move=notation)
    query = request.GET.copy()
    query["step"], query["answer"] = str(number), notation
    return redirect(f"{reverse('lessons:solve', args=[lesson.key])}?{query.urlencode()}")


def _has_answered(request: HttpRequest, row: Step, person: Participant | None) -> bool:
    """Return whether the reader has answered a step: only then its right move is told."""
    if person is not None:
        return Answer.objects.filter(participant=person, step=row).exists()
    return row.pk in request.session.get(ANSWERED, [])


def _participant(request: HttpRequest, lesson: Lesson) -> Participant | None:
    if request.user.is_authenticated:
        return lesson.participants.filter(user=request.user).first()
    person_id = request.session.get(KEY, {}).get(str(lesson.pk))
    return lesson.participants.filter(pk=person_id, user=None).first() if person_id else None


def _begin(request: HttpRequest, lesson: Lesson) -> Participant | None:
    """Begin the lesson for the reader: a user, or a visitor with the name of the form."""
    user = request.user if request.user.is_authenticated else None
    name = " ".join(clean(request.POST.get("name", "")).split())[:40]
    person = verbs.take_part(lesson=lesson, user=user, name=name)
    if person is not None and user is None:
        people = {**request.session.get(KEY, {}), str(lesson.pk): person.pk}
        request.session[KEY] = dict(list(people.items())[-KEPT:])
    return person


def _progress(steps: list[Step], person: Participant | None) -> list[dict[str, Any]]:
    """Return each step with the reader's mark, for the list above the lesson."""
    answers = {row.step_id: row for row in Answer.objects.filter(participant=person)} if person is not None else {}
    return [
        {"number": number, "asks": bool(step.solution), "solved": step.pk in answers and answers[step.pk].solved}
        for number, step in enumerate(steps, start=1)
    ]
