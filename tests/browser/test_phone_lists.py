"""Lists on a phone: live matches stand under one another, and every link is large enough for a finger."""

from __future__ import annotations

from matches.verbs.opening import Opening, Sitter, open_match
from tests.browser.sitemap import elsewhere
from tests.league.builders import running

SMALL = """[...document.querySelectorAll("main a, main button")]
    .filter((one) => one.checkVisibility() && !one.closest("p:not(.row), .sr") && !one.matches(".go"))
    .map((one) => [one.textContent.trim(), one.getBoundingClientRect()])
    .filter(([, box]) => box.width && (box.width < 24 || box.height < 24))
    .map(([words, box]) => `${words}: ${Math.round(box.width)} x ${Math.round(box.height)}`)"""

BOXES = """[...document.querySelectorAll(".livecard")].map((card) => card.getBoundingClientRect())
    .map((box) => [box.left, box.top, box.height])"""


def test_live_matches_stand_under_one_another(site):
    for pair in ("Ada Bice", "Carlo Dora", "Elio Fulvia", "Gino Ida"):
        home, away = pair.split()
        sides = {"home": Sitter(bot="greedy", name=home), "away": Sitter(bot="greedy", name=away)}
        elsewhere(open_match, Opening(game="super_goal", listed=True, **sides))
    visitor = site.visitor("fan", phone=True)
    visitor.goto("/matches/")
    visitor.page.locator(".livecard").nth(2).wait_for()
    boxes = visitor.page.evaluate(BOXES)
    assert len({left for left, _top, _height in boxes}) == 1
    tops = [top for _left, top, _height in boxes]
    assert tops == sorted(tops) and all(height < 250 for _left, _top, height in boxes), "each is a low row"
    assert visitor.page.evaluate("document.documentElement.scrollWidth") == 390
    for path in ("/matches/", "/", "/competitions/"):
        visitor.goto(path)
        assert visitor.page.evaluate(SMALL) == [], path


def test_both_fields_of_the_penalties_stand_on_the_card(site, cast):
    cup = running(cast.organiser, "cup", 4, game="fuba")
    visitor = site.visitor("organiser", user=cast.organiser, phone=True)
    visitor.goto(f"/competitions/{cup.slug}/console/results/")
    page = visitor.page
    card = page.locator(".gridform")
    assert card.evaluate("card => card.scrollWidth <= card.clientWidth"), "nothing is pushed off the card"
    right = card.bounding_box()["x"] + card.bounding_box()["width"]
    kicks = page.locator(".kick input")
    assert kicks.count() == 4
    for field in (*page.locator(".goalgrid .cell input").all(), *kicks.all()):
        box = field.bounding_box()
        assert box["x"] + box["width"] <= right and box["height"] >= 24
