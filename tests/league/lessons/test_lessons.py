"""Lessons: what a step may be, who may do what, answers, results for the owner alone, limits, deletion."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

import engines
from league.classes import forgetting
from league.classes import verbs as classes
from league.lessons import queries, sources, verbs
from league.lessons.errors import BadStep, StepChanged, TooManyLessons
from league.lessons.models import Answer, Lesson, Participant, Step
from league.privacy.erasing import erase
from league.puzzles import loading
from league.puzzles.models import Attempt, Puzzle
from league.puzzles.shipped import shipped_puzzles
from league.puzzles.showing import Position
from matches.models import Match
from matches.replay.playback import steps
from tests.league.statistics.played import played

BACKEND = "django.contrib.auth.backends.ModelBackend"


def sign_in(client, user):
    client.force_login(user, backend=BACKEND)
    return client


@pytest.fixture
def puzzle(db):
    """One puzzle of each of two games, and the first of them."""
    rows = [loading._row(next(shipped_puzzles(game))) for game in ("super_goal", "dom_jim")]
    return Puzzle.objects.bulk_create(rows)[0]


@pytest.fixture
def lesson(cast, puzzle):
    made = verbs.create(owner=cast.organiser, title="Openings")
    verbs.add_step(lesson=made, reader=cast.organiser, words="Look at the dice.", position="", question="")
    verbs.add_step(lesson=made, reader=cast.organiser, words="", position=puzzle.pk, question="Which die?")
    return made


def asked(lesson):
    return lesson.steps.get(place=1)


def wrong(step):
    return next(name for name in Position(step.line).labels if name != step.solution)


def words_of(lesson):
    return list(lesson.steps.values_list("place", "words"))


# ── steps ──
def test_a_position_is_named_by_line_puzzle_or_match(cast, puzzle):
    game = engines.get("super_goal")
    line = game.position(game.setup(dict(game.showcase)))
    assert sources.position_of(line, cast.anna) == (line, "")
    for words in (puzzle.pk, f"/puzzles/{puzzle.pk}/", f"https://site.example/puzzles/{puzzle.pk}/?game=fuba"):
        assert sources.position_of(words, cast.anna) == (puzzle.line, puzzle.solution)
    match = played("super_goal", cast.anna, cast.bruno)
    film = list(steps(match))
    for number in (0, 7, len(film) - 1):
        for named in (f"report/?v={number}", f"report/?goal={number}", f"replay/?v={number}"):
            line, solution = sources.position_of(f"https://site.example/matches/{match.pk}/{named}", cast.anna)
            assert game.to_wire(game.from_position(line)) == film[number].view and solution == ""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("no position", "link of a puzzle"),
        ("super_goal/x/y", "link of a puzzle"),
        ("chess/8/8", "link of a puzzle"),
        ("zzzzzzzz", "no puzzle zzzzzzzz"),
        ("/matches/01890a5d-ac96-774b-bcce-b302099a8057/replay/?v=3", "no such match"),
    ],
)
def test_a_position_that_cannot_be_read_says_what_is_possible(cast, puzzle, words, said):
    with pytest.raises(BadStep, match=said) as refused:
        sources.position_of(words, cast.anna)
    assert refused.value.field == "position"


def test_a_running_match_shows_no_position(cast):
    match = played("super_goal", cast.anna, cast.bruno)
    Match.objects.filter(pk=match.pk).update(status="live", result=None, finished_at=None)
    with pytest.raises(BadStep, match="finished matches"):
        sources.position_of(f"/matches/{match.pk}/replay/?v=0", cast.anna)


def test_steps_are_added_moved_and_removed_in_order(cast, lesson):
    verbs.add_step(lesson=lesson, reader=cast.organiser, words="Last", position="", question="")
    assert words_of(lesson) == [(0, "Look at the dice."), (1, ""), (2, "Last")]
    last = lesson.steps.get(place=2)
    verbs.move_step(step=last, by=-1)
    verbs.move_step(step=lesson.steps.get(place=0), by=-1)  # the first one has nowhere to go
    assert words_of(lesson) == [(0, "Look at the dice."), (1, "Last"), (2, "")]
    verbs.remove_step(step=lesson.steps.get(place=0))
    assert words_of(lesson) == [(0, "Last"), (1, "")]


def test_two_steps_removed_at_once_leave_the_others_in_order(cast, lesson):
    """Both pages were read before either was removed."""
    for words in ("Third", "Last"):
        verbs.add_step(lesson=lesson, reader=cast.organiser, words=words, position="", question="")
    for step in [lesson.steps.get(place=0), lesson.steps.get(place=2)]:
        verbs.remove_step(step=step)
    assert words_of(lesson) == [(0, ""), (1, "Last")]


def test_an_editor_of_before_changes_no_neighbour(client, cast, lesson):
    """The teacher has two pages open, and moves or removes in one what the other changes."""
    sign_in(client, cast.organiser)
    first = lesson.steps.get(place=0)
    link = f"/lessons/{lesson.pk}/edit/0/"
    form = {"step": str(first.pk), "words": "Look at the ball.", "position": "", "question": ""}
    assert f'name="step" value="{first.pk}"' in client.get(link).text
    verbs.move_step(step=first, by=1)
    client.post(link, form)
    assert words_of(lesson) == [(0, ""), (1, "Look at the ball.")]
    verbs.remove_step(step=first)
    assert "has changed" in client.post(link, form, follow=True).text
    assert words_of(lesson) == [(0, "")]
    with pytest.raises(StepChanged):
        verbs.change_step(step=first, reader=None, words="x", position="", question="", solution="")
    before = Lesson.objects.get(pk=lesson.pk)
    verbs.delete(lesson=lesson)
    with pytest.raises(StepChanged):
        verbs.take_part(lesson=before, user=cast.anna, name="")


def test_a_step_has_something_and_asks_of_a_position(cast, lesson):
    for words, question, field in (("", "", "words"), ("Text", "Why?", "position")):
        with pytest.raises(BadStep) as refused:
            verbs.add_step(lesson=lesson, reader=cast.organiser, words=words, position="", question=question)
        assert refused.value.field == field
    step = asked(lesson)
    with pytest.raises(BadStep) as refused:
        verbs.change_step(step=step, reader=None, words="", position=step.line, question="Which?", solution="fly")
    assert refused.value.field == "solution"


def test_another_right_move_deletes_the_answers_to_it(cast, lesson):
    step = asked(lesson)
    person = verbs.take_part(lesson=lesson, user=cast.anna, name="")
    verbs.answer(participant=person, step=step, move=step.solution)
    same = {"step": step, "reader": None, "words": "New text", "position": step.line, "question": "Which die?"}
    verbs.change_step(**same, solution=step.solution)
    assert Answer.objects.count() == 1
    verbs.change_step(**same, solution=wrong(step))
    assert not Answer.objects.exists()


def test_limits(cast, lesson, monkeypatch):
    monkeypatch.setattr(verbs, "MOST_LESSONS", 1)
    monkeypatch.setattr(verbs, "MOST_STEPS", 2)
    monkeypatch.setattr(verbs, "MOST_PARTICIPANTS", 1)
    with pytest.raises(TooManyLessons):
        verbs.create(owner=cast.organiser, title="Another")
    with pytest.raises(BadStep, match="at most 2"):
        verbs.add_step(lesson=lesson, reader=cast.organiser, words="One more", position="", question="")
    first = verbs.take_part(lesson=lesson, user=cast.anna, name="")
    assert verbs.take_part(lesson=lesson, user=cast.anna, name="") == first
    assert verbs.take_part(lesson=lesson, user=cast.bruno, name="") is None


# ── answers and results ──
def test_the_first_answer_is_kept_and_a_later_right_one_is_marked(cast, lesson):
    step = asked(lesson)
    person = verbs.take_part(lesson=lesson, user=cast.anna, name="")
    for move in (wrong(step), step.solution, wrong(step)):
        verbs.answer(participant=person, step=step, move=move)
    answer = Answer.objects.get()
    assert (answer.answer, answer.right, answer.solved) == (wrong(step), False, True)
    assert [(row.name, row.marks) for row in queries.results(lesson)] == [("anna", ["later"])]


def test_a_visitor_solves_by_the_link_and_the_owner_alone_reads_the_name(client, cast, lesson):
    step = asked(lesson)
    link = f"/lesson/{lesson.key}/?step=2"
    page = client.get(link).content.decode()
    assert "Which die?" in page and 'name="name"' in page
    answer = client.post(link, {"answer": wrong(step), "name": "  Gi\u202eno   P.\u200b "})
    html = client.get(answer["Location"]).content.decode()
    assert "Not this move" in html and "Try again" in html
    client.post(link, {"answer": step.solution, "name": "another"})
    assert Participant.objects.get().name == "Gino P." and Answer.objects.get().solved
    assert "Gino" not in client.get(link).content.decode()
    results = f"/lessons/{lesson.pk}/results/"
    assert "Gino P." in sign_in(client, cast.organiser).get(results).content.decode()
    assert sign_in(client, cast.anna).get(results).status_code == 404


def test_nothing_is_told_before_an_answer_is_sent(client, lesson):
    step = asked(lesson)
    page = client.get(f"/lesson/{lesson.key}/?step=2").content.decode()
    assert ">Right<" not in page and "Right move" not in page
    assert client.post(f"/lesson/{lesson.key}/?step=1", {"answer": step.solution}).status_code == 404  # asks nothing
    client.post(f"/lesson/{lesson.key}/?step=2", {"answer": "fly"})
    assert not Answer.objects.exists()


@pytest.mark.parametrize("who", ["visitor", "anna"])
@pytest.mark.parametrize("most", [500, 0], ids=["kept", "full"])
def test_the_reason_is_told_after_a_stored_answer_alone(client, cast, lesson, puzzle, monkeypatch, who, most):
    monkeypatch.setattr(verbs, "MOST_PARTICIPANTS", most)
    step = asked(lesson)
    solution = Position(step.line).labels[step.solution]
    link = f"/lesson/{lesson.key}/?step=2"
    if who == "anna":
        sign_in(client, cast.anna)
    for guess in (step.solution, wrong(step)):
        page = client.get(f"{link}&answer={guess}&solution=1").text
        assert 'class="panel verdict"' not in page and "Right move" not in page and "data-puzzle-film" not in page
    client.post(link, {"answer": wrong(step)})
    page = client.get(f"{link}&answer={wrong(step)}&solution=1").text
    assert 'class="panel verdict"' in page and f"Right move: <b>{solution}" in page
    shown = client.get(f"/puzzles/{puzzle.pk}/").text
    assert 'class="panel verdict"' in shown or "data-puzzle-film" in shown, "it is the first answer to the puzzle too"
    client.post(f"/puzzles/{puzzle.pk}/", {"answer": step.solution})
    puzzle.refresh_from_db()
    assert puzzle.tried == 0
    if who == "anna":
        attempt = Attempt.objects.get()
        assert (attempt.answer, attempt.right, attempt.change) == (wrong(step), False, 0)


def test_the_editor_tells_no_right_move_of_a_puzzle_that_its_owner_has_not_answered(client, cast, lesson, puzzle):
    sign_in(client, cast.organiser)
    solution = Position(puzzle.line).labels[puzzle.solution]
    pages = (f"/lessons/{lesson.pk}/edit/", f"/lessons/{lesson.pk}/edit/1/")
    assert not any("Right move" in client.get(page).text for page in pages)
    assert f"/puzzles/{puzzle.pk}/" in client.get(pages[0]).text
    client.post(pages[1], {"words": "New", "position": puzzle.line, "question": "Which die?"})
    assert asked(lesson).solution == puzzle.solution and asked(lesson).words == "New"
    client.post(f"/puzzles/{puzzle.pk}/", {"answer": wrong(asked(lesson))})
    assert f"Right move: {solution}" in client.get(pages[0]).text and "Right move" in client.get(pages[1]).text


def test_a_class_is_listed_by_the_names_of_its_cards(client, cast, lesson):
    school = classes.make(
        by=cast.organiser, name="Class 3B", game="super_goal", preset="league", names="Ada\nBice\nCarlo",
        delete_on=timezone.localdate() + timedelta(days=30),
    )  # fmt: skip
    lesson = verbs.change(lesson=lesson, title="For 3B", school=school)
    pupil = school.cards.get(entrant__name="Bice").user
    step = asked(lesson)
    sign_in(client, pupil).post(f"/lesson/{lesson.key}/?step=2", {"answer": step.solution})
    verbs.answer(participant=verbs.take_part(lesson=lesson, user=None, name="Zoe"), step=step, move=wrong(step))
    rows = queries.results(lesson)
    assert [(row.name, row.marks) for row in rows] == [
        ("Ada", [""]), ("Bice", ["right"]), ("Carlo", [""]), ("Zoe", ["wrong"])
    ]  # fmt: skip
    forgetting.forget(school=school)
    lesson.refresh_from_db()
    assert lesson.school is None and [row.name for row in queries.results(lesson)] == ["Zoe"]


# ── a lesson that changes while it is solved ──
def form_of(client, link):
    """Return what the form of a page sends besides its answer."""
    found = re.search(r'name="asked" value="(.*?)"', client.get(link).text)
    return {"asked": found[1]} if found else {}


def test_an_answer_goes_to_the_step_that_was_shown(client, cast, lesson):
    """The teacher moves or removes a step after the page was opened: the pupil has not answered its neighbour."""
    shown = asked(lesson)
    verbs.add_step(lesson=lesson, reader=cast.organiser, words="Next", position=shown.line, question="And here?")
    after = lesson.steps.get(place=2)
    verbs.change_step(
        step=after, reader=None, words="Next", position=after.line, question="Worst?", solution=wrong(shown)
    )
    sign_in(client, cast.anna)
    link = f"/lesson/{lesson.key}/?step=2"
    form = form_of(client, link)
    verbs.remove_step(step=lesson.steps.get(place=0))
    answer = client.post(link, {"answer": shown.solution, **form})
    assert answer["Location"].endswith(f"step=1&answer={shown.solution}")
    (kept,) = Answer.objects.all()
    assert kept.step == shown and kept.right


@pytest.mark.parametrize("change", ["removed", "another position", "another question", "asks nothing"])
def test_an_answer_to_a_step_that_has_changed_is_not_taken(client, cast, lesson, change):
    shown = asked(lesson)
    sign_in(client, cast.anna)
    link = f"/lesson/{lesson.key}/?step=2"
    form = form_of(client, link)
    person = verbs.take_part(lesson=lesson, user=cast.anna, name="")
    changed = {"words": shown.words, "position": shown.line, "question": shown.question, "solution": shown.solution}
    match change:
        case "removed":
            verbs.remove_step(step=lesson.steps.get(place=1))
        case "another position":
            changed["position"] = next(loading.shipped_puzzles("dom_jim")).line
        case "another question":
            changed |= {"question": "Which one not?", "solution": wrong(shown)}
        case "asks nothing":
            changed["solution"] = ""
    if change != "removed":
        verbs.change_step(step=asked(lesson), reader=None, **changed)
    page = client.post(link, {"answer": shown.solution, **form}, follow=True)
    assert page.status_code == 200 and "This lesson has changed" in page.text
    with pytest.raises(StepChanged):
        verbs.answer(participant=person, step=shown, move=shown.solution)
    assert not Answer.objects.exists() and not Attempt.objects.exists()


def test_an_answer_is_judged_by_the_right_move_of_now(cast, lesson):
    read_before = asked(lesson)
    verbs.change_step(
        step=asked(lesson), reader=None, words="", position=read_before.line, question=read_before.question,
        solution=wrong(read_before),
    )  # fmt: skip
    person = verbs.take_part(lesson=lesson, user=cast.anna, name="")
    assert verbs.answer(participant=person, step=read_before, move=wrong(read_before)).right


# ── the editor ──
def test_a_lesson_is_made_by_forms_alone(client, cast, puzzle):
    """Five positions: a title, five forms, and a right move where the position is no puzzle."""
    sign_in(client, cast.organiser)
    editor = client.post("/lessons/", {"title": "Five"})["Location"]
    game = engines.get("super_goal")
    line = game.position(game.setup(dict(game.showcase)))
    for number in range(4):
        client.post(editor, {"do": "add", "words": f"Text {number}", "position": puzzle.pk, "question": "Which?"})
    client.post(editor, {"do": "add", "words": "Own", "position": line, "question": "And now?"})
    lesson = Lesson.objects.get()
    assert lesson.steps.count() == 5 and lesson.steps.exclude(solution="").count() == 4
    move = next(iter(Position(line).labels))
    form = {"words": "Own", "position": line, "question": "And now?", "solution": move}
    assert client.post(f"{editor}4/", form)["Location"] == editor
    assert lesson.steps.get(place=4).solution == move
    last = lesson.steps.get(place=4)
    client.post(editor, {"do": "up", "step": last.pk})
    assert lesson.steps.get(place=3) == last
    refused = client.post(editor, {"do": "add", "words": "", "position": "nonsense"}).content.decode()
    assert "link of a puzzle" in refused
    client.post(editor, {"do": "delete"})
    assert not Lesson.objects.exists() and not Step.objects.exists()


def test_a_visitor_learns_what_a_lesson_is_and_is_asked_to_sign_in(client, db):
    assert "/accounts/login/?next=/lessons/" in client.get("/lessons/").content.decode()
    assert client.post("/lessons/", {"title": "Mine"})["Location"].startswith("/accounts/login/")
    assert not Lesson.objects.exists()


def test_pupils_and_guests_make_no_lessons(client, cast, puzzle):
    cast.anna.sheltered = True
    cast.anna.save(update_fields=["sheltered"])
    sign_in(client, cast.anna)
    assert client.get("/lessons/").status_code == 200
    assert client.post("/lessons/", {"title": "Mine"}).status_code == 404 and not Lesson.objects.exists()


# ── privacy ──
def test_old_answers_and_those_of_erased_people_go(cast, lesson):
    step = asked(lesson)
    old = verbs.take_part(lesson=lesson, user=None, name="Old")
    Participant.objects.filter(pk=old.pk).update(begun_at=timezone.now() - verbs.KEPT - timedelta(days=1))
    person = verbs.take_part(lesson=lesson, user=cast.anna, name="")
    verbs.answer(participant=person, step=step, move=step.solution)
    assert verbs.forget_old(timezone.now()) == 1
    assert Participant.objects.get() == person
    erase(person_id=cast.anna.pk)
    assert not Participant.objects.exists() and not Answer.objects.exists()
    erase(person_id=cast.organiser.pk)
    assert not Lesson.objects.exists()


def test_a_refused_step_leads_to_what_is_to_be_put_right_in_the_language_of_the_page(client, cast):
    lesson = verbs.create(owner=cast.organiser, title="Offside")
    sign_in(client, cast.organiser)
    client.post("/prefer/", {"language": "it"})
    step = {"do": "add", "position": "super_goal////a/a///kick_off/h.foul"}
    text = client.post(f"/lessons/{lesson.pk}/edit/", step).text
    [target] = re.findall(r'<form[^>]* action="#([^"]+)"', text)
    [alert] = re.findall(rf'<div[^>]* id="{target}"[^>]*>', text)
    assert 'role="alert"' in alert and 'tabindex="-1"' in alert, "the browser puts the focus there"
    assert "must be" not in text
