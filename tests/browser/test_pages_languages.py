"""Open every page of each unreviewed language in 320 pixels: it fits, and axe finds nothing serious.

A long run only. English and Italian are in ``test_pages_axe.py``.
"""

from __future__ import annotations

import pytest

from deploy.languages import OFFERED, UNREVIEWED
from tests.browser.axe import serious
from tests.browser.sitemap import furnish


def faults(page, shown, language):
    """Return the faults of ``shown``, a sentence each."""
    page.goto(shown.path)
    faults = []
    if page.evaluate("document.documentElement.lang") != language:
        faults.append(f"{shown.name}: not in {language}")
    if (wide := page.evaluate("document.documentElement.scrollWidth")) > 320:
        faults.append(f"{shown.name}: {wide} pixels wide")
    return faults + serious(page, shown.name)


@pytest.mark.long
@pytest.mark.parametrize("language", [code for code in OFFERED if code in UNREVIEWED])
def test_pages_fit_a_narrow_phone(site, language):
    pages, found = furnish(), []
    for person in {page.user for page in pages}:
        visitor = site.visitor(user=person, phone=True, language=language, bypass_csp=True)
        visitor.tolerate("404")
        visitor.page.set_viewport_size({"width": 320, "height": 800})
        visitor.page.set_default_timeout(90_000)  # widths are measured here, not speed
        for shown in pages:
            if shown.user == person:
                found += faults(visitor.page, shown, language)
    assert pages and not found, "\n".join(sorted(set(found)))
