"""axe finds nothing serious or critical on any page, on a light phone in English and on a dark desk in Italian.

A short run asks about every second page, on the phone.
"""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.sitemap import furnish
from tests.sizes import size

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
AXE = Axe()


@pytest.mark.parametrize(
    "phone, dark, language", [(True, False, "en"), pytest.param(False, True, "it", marks=pytest.mark.long)]
)
def test_axe_finds_nothing_serious(site, phone, dark, language):
    pages = furnish()[:: size(2, 1)]
    found = []
    for person in {shown.user for shown in pages}:
        # axe is put into the page by a script that the policy would refuse; the policy has tests of its own.
        visitor = site.visitor(user=person, phone=phone, dark=dark, language=language, bypass_csp=True)
        visitor.tolerate("404")
        for shown in pages:
            if shown.user != person:
                continue
            visitor.page.goto(shown.path)
            result = AXE.run(visitor.page, options={"runOnly": TAGS, "resultTypes": ["violations"]})
            for violation in result.response["violations"]:
                if violation["impact"] in ("serious", "critical"):
                    where = [node["target"] for node in violation["nodes"][:3]]
                    found.append(f"{shown.name}: {violation['id']} {violation['help']} {where}")
    assert not found, "\n".join(sorted(set(found)))
