"""Puzzles and lessons in a browser: solved by keyboard and by touch, wrong and then right; without a script too."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from league.lessons import verbs as lessons
from league.lessons.models import Answer
from league.puzzles import loading
from league.puzzles.models import Attempt, Puzzle
from league.puzzles.shipped import shipped_puzzles
from tests.browser.sitemap import elsewhere


def loaded(game, theme):
    """One shipped puzzle of this theme as a row."""
    puzzle = next(each for each in shipped_puzzles(game) if each.theme == theme)
    row = loading._row(puzzle)
    row.save(force_insert=True)
    return Puzzle.objects.get(pk=row.pk)


def choices(page):
    return json.loads(page.locator("#position").text_content())["choices"]


def opened(page, path):
    page.goto(path)
    page.wait_for_selector(".pitch .over [role=button]", state="attached")


def on_board(page, right, solution):
    """A choice of the board that is, or is not, the solution; a wrong one picks up another piece."""
    found = choices(page)
    best = next(each for each in found if each["answer"] == solution)
    if right:
        return best
    return next(each for each in found if each["to"] and each["pick"] not in (None, best["pick"]))


def by_keyboard(page, choice):
    page.locator(f'[data-key="pick:{choice["pick"]}"]').focus()
    page.keyboard.press("Enter")
    page.locator(f'[data-key="cell:{choice["to"]}"]').focus()
    page.keyboard.press("Enter")
    page.locator("[data-acts] .primary", has_text="Confirm").wait_for()
    page.keyboard.press("c")


def by_touch(page, choice):
    page.locator(f'[data-key="pick:{choice["pick"]}"]').tap()
    page.locator(f'[data-key="cell:{choice["to"]}"]').tap()
    page.locator("[data-acts] .primary", has_text="Confirm").tap()


@pytest.mark.parametrize(("hand", "phone"), [(by_keyboard, False), (by_touch, True)])
def test_a_puzzle_is_answered_wrong_then_right(site, cast, hand, phone):
    puzzle = elsewhere(loaded, "dom_jim", "run")
    page = site.visitor("anna", user=cast.anna, phone=phone).page
    opened(page, f"/puzzles/{puzzle.pk}/")
    hand(page, on_board(page, False, puzzle.solution))
    page.get_by_role("heading", name="Not the best move").wait_for()
    page.wait_for_function("() => document.activeElement.id == 'vd'")
    steps = page.locator("[data-to]")
    expect(steps.nth(1), "refuted on the board").to_be_attached()
    assert steps.last.get_attribute("aria-current") == "step", "refuted on the board"
    page.get_by_role("link", name="Try again").click()
    page.wait_for_selector(".pitch .over [role=button]", state="attached")
    hand(page, on_board(page, True, puzzle.solution))
    page.get_by_role("heading", name="Right").wait_for()
    attempt = elsewhere(lambda: Attempt.objects.get())
    assert not attempt.right, "the first answer counts"


def test_the_chances_of_the_moves_are_told_and_the_solution_shown(site):
    puzzle = elsewhere(loaded, "super_goal", "die")
    page = site.visitor(phone=True).page
    page.goto(f"/puzzles/{puzzle.pk}/")
    wrong = next(each["answer"] for each in choices(page) if each["answer"] != puzzle.solution)
    page.locator(".allmoves summary").click()
    page.locator(f'.allmoves button[value="{wrong}"]').click()
    expect(page.locator(".chances [data-k=best]")).to_have_count(1)
    page.get_by_role("link", name="Show solution").click()
    page.get_by_role("heading", name="Right").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_puzzle_is_solved_without_a_script(site):
    puzzle = elsewhere(loaded, "six_a_side", "quiet")
    page = site.visitor(java_script_enabled=False).page
    page.goto(f"/puzzles/{puzzle.pk}/")
    page.locator(".allmoves summary").click()
    page.locator(f'.allmoves button[value="{puzzle.solution}"]').click()
    page.get_by_role("heading", name="Right").wait_for()
    expect(page.locator(".film li").nth(2)).to_be_attached()


def lesson_of(owner, puzzle):
    lesson = lessons.create(owner=owner, title="Two steps")
    lessons.add_step(lesson=lesson, reader=owner, words="The ball is free.", position="", question="")
    lessons.add_step(lesson=lesson, reader=owner, words="", position=puzzle.pk, question="Who takes it?")
    return lesson


def test_a_lesson_is_solved_by_its_link(site, cast):
    puzzle = elsewhere(loaded, "dom_jim", "run")
    made = elsewhere(lesson_of, cast.organiser, puzzle)
    page = site.visitor().page
    page.goto(f"/lesson/{made.key}/")
    page.get_by_role("link", name="Next step").click()
    page.get_by_label("Your name, for the teacher alone").fill("Gino")
    page.wait_for_selector(".pitch .over [role=button]", state="attached")
    by_keyboard(page, on_board(page, True, puzzle.solution))
    page.get_by_role("heading", name="Right").wait_for()
    expect(page.get_by_role("link", name="Next step"), "it was the last one").to_have_count(0)
    assert elsewhere(lambda: Answer.objects.get().right)
    teacher = site.visitor("teacher", user=cast.organiser).page
    teacher.goto(f"/lessons/{made.pk}/results/")
    assert "Gino" in teacher.inner_text("main")


def test_a_lesson_of_five_positions_is_made_by_keyboard(site, cast):
    """No pointer at all: a title, then five times text, link and question."""
    puzzle = elsewhere(loaded, "dom_jim", "run")
    page = site.visitor("teacher", user=cast.organiser).page
    page.goto("/lessons/")
    page.get_by_label("Title").focus()
    page.keyboard.type("Five positions")
    page.keyboard.press("Enter")
    for number in range(1, 6):
        page.get_by_label("Text").focus()
        page.keyboard.type(f"Position {number}")
        page.keyboard.press("Tab")
        page.keyboard.type(f"/puzzles/{puzzle.pk}/")
        page.keyboard.press("Tab")
        page.keyboard.type("Which move?")
        page.keyboard.press("Enter")
        page.locator(".lessonsteps > li").nth(number - 1).wait_for()
    expect(page.locator(".lessonsteps > li")).to_have_count(5)
