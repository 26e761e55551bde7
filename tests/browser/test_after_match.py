"""One evening of a player: a match against Club, its review, another line on the board, a link, a puzzle, a lesson."""

from __future__ import annotations

import shutil

import pytest
from django.db import transaction
from playwright.sync_api import expect

from engines.values.super_goal import table
from league.analysis.models import Analysis
from league.lessons.models import Answer
from league.puzzles.models import Attempt
from matches.models import Match, Review
from matches.verbs.opening import Opening, Sitter, open_match
from tests.browser.sitemap import elsewhere
from tests.browser.test_analysis import position, rows
from tests.browser.test_match_play import open_table, play_first_button, status
from tests.browser.test_puzzles import by_keyboard, by_touch, lesson_of, loaded, on_board
from tests.engines.solved import kept
from tests.matches.loaded import load

TURNS = 5
"""Counted turns a half: the shortest match, whose solved values other tests make too."""


@pytest.fixture(scope="module", autouse=True)
def solved():
    """The values of the short match, where all processes look for them, until the end."""
    which = table.TableKey(TURNS)
    if which.path.exists():
        yield
        return
    which.path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = which.path.with_suffix(".test")
    shutil.copy(kept(TURNS), unfinished)
    unfinished.replace(which.path)
    yield
    which.path.unlink()


def home_begins(game, state, dice):
    return game.to_act(state) == ("home",)


def club_match(user):
    with transaction.atomic():
        home, away = Sitter(user=user), Sitter(bot="club", name="Pallonetto")
        match = open_match(
            Opening(game="super_goal", options={"half_turns": TURNS}, terms={}, home=home, away=away, bot_seconds=0)
        )
        return load(match, home_begins)


def play_to_the_end(page, match):
    """Sit at the table and press whatever is offered first."""
    open_table(page, f"/matches/{match.pk}/")
    for _ in range(200):
        if not play_first_button(page):
            break
    assert status(page) == "finished"
    page.wait_for_selector("#around .panel.over")


def play_another_line(page):
    """Decide once otherwise than the match did: the last choice of the dock, a die as chance has it."""
    before = len(rows(page))
    for _ in range(12):
        if page.locator("[data-roll]").is_visible():
            page.locator("[data-act=roll]").click()
        elif page.locator(".dock .acts button").count():
            page.locator(".dock .acts button").last.click()
        else:
            page.locator(".over [role=button]").last.click()
        page.wait_for_timeout(300)
        if len(rows(page)) > before and page.locator("[data-lines] .line").count():
            return
    raise AssertionError("no other line could be played")


def save_and_share(page, title):
    """Save the line for whoever has its link; return its address."""
    page.fill("#title", title)
    page.select_option("select[name=visibility]", "link")
    page.locator("[data-save] button[value=save]").click()
    page.wait_for_url("**/analysis/*-*/")
    page.wait_for_selector("[data-analysis][data-ready]")
    return page.url


def test_from_a_match_to_its_lesson(site, cast, workers):
    match = elsewhere(club_match, cast.anna)
    page = site.visitor("anna", user=cast.anna).page
    play_to_the_end(page, match)
    # the review, made by the workers while she waits
    page.locator("#around").get_by_role("link", name="Review").click()
    page.get_by_role("heading", name="Luck and mistakes").wait_for(timeout=120_000)
    review = elsewhere(lambda: Review.objects.get(pk=match.pk))
    assert review.status == "done" and elsewhere(lambda: Match.objects.get(pk=match.pk)).version + 1 == len(
        review.steps
    )
    # its first mistake, on the board
    mistake = page.locator(".mistakes > li").first
    before = {one["v"] - 1 for one in review.mistakes if one["confirmed"]}
    mistake.get_by_role("link", name="Play it out on the board").click()
    page.wait_for_selector("[data-analysis][data-ready]")
    assert int(page.url.partition("?v=")[2]) in before
    play_another_line(page)
    here = position(page)
    address = save_and_share(page, "What if")
    assert position(page) == here
    assert elsewhere(lambda: Analysis.objects.get()).visibility == "link"
    # a visitor without account opens the link
    friend = site.visitor("friend", phone=True).page
    friend.goto(address)
    friend.wait_for_selector("[data-analysis][data-ready]")
    assert position(friend) == here
    expect(friend.locator("[data-lines] .line")).to_have_count(1)
    expect(friend.locator("form[data-save]")).to_have_count(0)
    expect(friend.get_by_role("heading", name="What if")).to_be_visible()
    # a puzzle by keyboard, and the lesson of a teacher by touch
    puzzle = elsewhere(loaded, "dom_jim", "run")
    page.goto("/puzzles/")
    page.locator("a[href^='/puzzles/next/?game=dom_jim']").first.click()
    page.wait_for_selector(".pitch .over [role=button]", state="attached")
    assert puzzle.pk in page.url
    by_keyboard(page, on_board(page, True, puzzle.solution))
    page.get_by_role("heading", name="Right").wait_for()
    assert elsewhere(lambda: Attempt.objects.get().right)
    lesson = elsewhere(lesson_of, cast.organiser, puzzle)
    pupil = site.visitor("pupil", user=cast.bruno, phone=True).page
    pupil.goto(f"/lesson/{lesson.key}/")
    pupil.get_by_role("link", name="Next step").tap()
    pupil.wait_for_selector(".pitch .over [role=button]", state="attached")
    by_touch(pupil, on_board(pupil, True, puzzle.solution))
    pupil.get_by_role("heading", name="Right").wait_for()
    assert elsewhere(lambda: Answer.objects.get().right)
    teacher = site.visitor("teacher", user=cast.organiser).page
    teacher.goto(f"/lessons/{lesson.pk}/results/")
    assert "bruno" in teacher.inner_text("main")
