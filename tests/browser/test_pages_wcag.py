"""WCAG 2.2 AA beyond axe, on every page by a script: text of twice the size is not cut and makes no page
wider, the focus is seen and not covered, targets are 24 pixels or stand free, nothing moves for who wants no motion.

A long run only. ``TABELLONE_SHOT=table,bracket`` looks at these pages alone.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.browser.sitemap import furnish

SCRIPT = Path(__file__).with_name("wcag.js").read_text("utf-8")
LOOKS = [(640, 400, False), (390, 844, True), (1280, 800, True)]
"""Width, height, and whether the text alone is twice its size; 640 is 1280 at 200 per cent."""


def faults(page, shown):
    """Return the faults of ``shown``, a sentence each."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(shown.path)
    page.evaluate(SCRIPT)
    page.keyboard.press("Tab")  # the focus that a script gives is shown when the last thing used was a key
    widgets = {widget: page.evaluate(f"wcag.{widget}(24)") for widget in ("targets", "moves", "focus")}
    for width, height, twice in LOOKS:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(f"document.documentElement.style.fontSize = '{'200%' if twice else ''}'")
        layout_faults = page.evaluate("[...wcag.wide(), ...wcag.cut(), ...wcag.overlap()]")
        widgets[f"{width} px{', text of 200%' if twice else ''}"] = layout_faults
    return [f"{shown.name} ({what}): {said}" for what, all_of in widgets.items() for said in all_of]


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "it"])
def test_pages_are_large_focused_and_still(site, language):
    only = os.environ.get("TABELLONE_SHOT", "").split(",")
    pages = [shown for shown in furnish() if only == [""] or shown.name in only]
    found = []
    for person in {one.user for one in pages}:
        visitor = site.visitor(user=person, phone=True, language=language, bypass_csp=True)
        visitor.tolerate("40[0-9]")
        for page in pages:
            if page.user == person:
                found += faults(visitor.page, page)
    assert pages and not found, "\n".join(found)
