"""The live table knows no game: sealed choices, placements, 22 pieces and both seats to act, by the toy game."""

from __future__ import annotations

import time

import pytest
from django.db import transaction
from playwright.sync_api import expect

from matches.models import Match
from matches.verbs.opening import Opening, Sitter, open_match
from tests.browser.people import Site
from tests.browser.test_match_play import BUTTON, open_table, shot, status


@pytest.fixture(scope="module")
def toy_web(django_db_setup, django_db_blocker):
    """A server that knows the toy."""
    from tests.server import Web

    with django_db_blocker.unblock():
        server = Web()
    server.command = [part.replace("deploy.asgi", "tests.browser.toy_asgi") for part in server.command]
    server.start()
    yield server
    server.stop()


@pytest.fixture
def site(transactional_db, toy, toy_web, chromium):
    """The site with the toy on it."""
    here = Site(toy_web.url, chromium)
    yield here
    complaints = here.close()
    assert not complaints, "\n".join(complaints)


def pair(site, cast, **more):
    with transaction.atomic():
        match = open_match(
            Opening(game="toy", options={"turns": 6}, home=Sitter(user=cast.anna), away=Sitter(user=cast.bruno), **more)
        )
    pages = {}
    for name in ("anna", "bruno"):
        visitor = site.visitor(name, user=getattr(cast, name), phone=name == "bruno")
        open_table(visitor.page, f"/matches/{match.id}/")
        pages[name] = visitor.page
    for page in pages.values():
        page.wait_for_selector("[data-status=live]")
    return match, pages


def after(page, act):
    """Do ``act`` and wait until this page has seen the next version."""
    v = page.get_attribute("[data-match]", "data-v")
    act()
    page.wait_for_function("v => document.querySelector('[data-match]').dataset.v !== v", arg=v)


def page_with(pages, selector):
    """Return the page that shows ``selector`` first: both hear of a decision in their own time."""
    deadline = time.monotonic() + 15
    while time.monotonic() < deadline:
        for page in pages.values():
            if page.locator(selector).count():
                return page
            page.wait_for_timeout(50)
    raise AssertionError(f"no page shows {selector}")


def test_it_works(site, cast):
    """A whole match: formations sealed, placements, steps with a piece, duels."""
    match, pages = pair(site, cast)
    seen = set()
    for _ in range(120):
        if status(pages["anna"]) == "finished":
            break
        page = next((one for one in pages.values() if one.locator("[data-yours]").count()), None)
        if page is None:
            pages["anna"].wait_for_timeout(30)
            continue
        if page.locator(".over .pick").count() and not page.locator(".over .legal").count():
            seen.add("pick")
            page.locator(".over .pick").first.click()
            after(page, page.locator(".over .legal").first.click)
        elif page.locator(".over .legal").count() and len(seen & {"place"}) < 1:
            seen.add("place")
            after(page, page.locator(".over .legal").first.click)
        else:
            seen.add("button")
            after(page, page.locator(BUTTON).last.click)
    assert seen == {"pick", "place", "button"}
    last = str(Match.objects.get(id=match.id).version)
    for page in pages.values():
        page.wait_for_selector(f"[data-status=finished][data-v='{last}']")
        expect(page.locator(".pieces .pc")).to_have_count(22)
    shot(pages["anna"], "toy")


def test_a_sealed_choice_shows_that_and_not_what(site, cast):
    _, pages = pair(site, cast)
    anna, bruno = pages["anna"], pages["bruno"]
    for page in (anna, bruno):
        expect(page.locator(BUTTON)).to_have_count(2)
    after(anna, anna.locator(BUTTON, has_text="narrow").click)
    bruno.wait_for_selector('[data-chosen="home"]:not([hidden])')
    assert "narrow" not in bruno.inner_text("[data-comment]") + bruno.inner_text(".dock [data-say]")
    expect(anna.locator(BUTTON)).to_have_count(0)
    assert "chosen" in anna.inner_text("[data-kicker]")
    expect(bruno.locator(BUTTON)).to_have_count(2)


def test_ask_before_each_move(site, cast):
    """In a competition a cell is confirmed; Escape goes back, C confirms."""
    match, pages = pair(site, cast, origin="fixture:x")
    for page in pages.values():
        after(page, page.locator(BUTTON).first.click)
    page = page_with(pages, ".over .legal")
    version = Match.objects.get(id=match.id).version
    page.locator(".over .legal").first.click()
    confirm = page.locator("[data-acts] .primary", has_text="Confirm")
    expect(confirm).to_have_count(1)
    page.keyboard.press("Escape")
    expect(confirm).to_have_count(0)
    page.locator(".over .legal").first.click()
    assert Match.objects.get(id=match.id).version == version
    after(page, lambda: page.keyboard.press("c"))
    assert Match.objects.get(id=match.id).version == version + 1


def test_a_dialog_takes_the_focus_and_gives_it_back(site, cast):
    """Escape closes it although the table has a meaning for Escape, and the focus is where it was."""
    _match, pages = pair(site, cast)
    page = pages["anna"]
    page.get_by_role("tab", name="More").click()
    opener = page.locator("[data-act=resign]")
    opener.focus()
    page.keyboard.press("Enter")
    assert page.evaluate("!!document.activeElement.closest('dialog#resign')")
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    page.locator("dialog#resign[open]").wait_for(state="detached")
    assert page.evaluate("document.activeElement.dataset.act") == "resign"


def test_a_piece_is_dragged(site, cast):
    """Down on a piece, up on a free cell beside it."""
    match, pages = pair(site, cast)
    for _ in range(12):
        page = next((one for one in pages.values() if one.locator("[data-yours]").count()), None)
        if page is None:
            pages["anna"].wait_for_timeout(50)
        elif page.locator(".over .pick").count() or Match.objects.get(id=match.id).version >= 4:
            break
        else:
            after(page, page.locator(BUTTON).last.click)
    page = page_with(pages, "[data-yours]")
    version = Match.objects.get(id=match.id).version
    page.locator(".over .pick").first.click()
    goal = page.locator(".over .legal").first.get_attribute("data-cell")
    page.keyboard.press("Escape")
    page.locator(".over .legal").first.wait_for(state="detached")
    page.wait_for_timeout(300)  # a person lets go of Escape before taking up a piece; the board has settled by then
    page.locator(".over .pick").first.hover()
    page.mouse.down()
    target = page.locator(f'.over .legal[data-cell="{goal}"]')
    target.wait_for()  # nobody lets go within the frame in which the targets appear
    target.hover()
    after(page, page.mouse.up)
    assert Match.objects.get(id=match.id).version == version + 1
