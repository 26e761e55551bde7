"""Pictures of every page at 390 and 1280 pixels, light and dark, with the demo on them: ``make shots``."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.browser.people import DESK, PHONE
from tests.browser.sitemap import furnish

FOLDER = Path(os.environ.get("TABELLONE_SHOTS", "var/shots"))


@pytest.mark.shots
def test_every_page_has_its_picture(site):
    FOLDER.mkdir(parents=True, exist_ok=True)
    only = os.environ.get("TABELLONE_SHOT", "")
    pages = [shown for shown in furnish() if not only or shown.name in only.split(",")]
    people = {shown.user for shown in pages}
    looks = os.environ.get("TABELLONE_LOOKS", "390-light,390-dark,1280-light,1280-dark").split(",")
    for look in looks:
        phone, dark = look.startswith("390"), look.endswith("dark")
        for person in people:
            language = "it" if dark else "en"
            visitor = site.visitor(look, user=person, phone=phone, dark=dark, language=language)
            visitor.tolerate("404")
            for shown in pages:
                if shown.user == person:
                    visitor.page.goto(shown.path)
                    visitor.page.wait_for_timeout(150)
                    if not shown.name.startswith(("match", "replay")):
                        # The bars that stick to the window belong at the ends of the picture.
                        height = visitor.page.evaluate("document.documentElement.scrollHeight")
                        visitor.page.set_viewport_size({"width": 390 if phone else 1280, "height": max(height, 800)})
                    visitor.page.screenshot(path=FOLDER / f"{shown.name}-{look}.png", full_page=True)
                    visitor.page.set_viewport_size(PHONE if phone else DESK)
                    assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), shown.name
    print(f"{len(pages) * len(looks)} pictures in {FOLDER}")
