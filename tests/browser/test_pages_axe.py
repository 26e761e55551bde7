"""axe finds nothing serious or critical on any page, on a light phone in English and on a dark desk in Italian; and no
page is wider than its window, whatever names stand on it.

A short run asks axe about every sixth page, on the phone: each day others, all of them in six days.
"""

from __future__ import annotations

import pytest

from league.competitions import demo
from league.players.models import User
from tests.browser.axe import serious
from tests.browser.names import awkward
from tests.browser.sitemap import furnish
from tests.sizes import DAY, size

DAYS = size(6, 1)
"""In how many days axe reads every page."""
WIDTHS = (320, 390, 768)
"""Widths of the window in pixels; 320 is 1280 at 400 per cent."""


def too_wide(page, name):
    """Return the parts of the open page that are wider than a window, with its width."""
    faults, before = [], page.viewport_size
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        if page.evaluate("document.documentElement.scrollWidth") > width:
            faults.append(f"{name}: wider than a window of {width}")
    page.set_viewport_size(before)
    return faults


@pytest.mark.parametrize(
    "phone, dark, language", [(True, False, "en"), pytest.param(False, True, "it", marks=pytest.mark.long)]
)
def test_axe_finds_nothing_serious(site, phone, dark, language):
    pages = furnish()[DAY % DAYS :: DAYS]
    faults = []
    anna, organiser = (User.objects.get(username=name) for name in ("anna", demo.ORGANISER))
    for person in {page.user for page in pages}:
        # axe is put into the page by a script that the policy would refuse; the policy has tests of its own.
        visitor = site.visitor(user=person, phone=phone, dark=dark, language=language, bypass_csp=True)
        visitor.tolerate("404")
        for shown in pages:
            if shown.user != person:
                continue
            visitor.page.goto(shown.path)
            faults += serious(visitor.page, shown.name)
            faults += too_wide(visitor.page, shown.name)
    reader = site.visitor("reader", user=anna, dark=dark, language=language)
    for shown in awkward(organiser, anna):
        reader.goto(shown.path)
        faults += too_wide(reader.page, shown.name)
    assert not faults, "\n".join(sorted(set(faults)))
