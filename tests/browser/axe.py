"""Reading a page by axe: what it finds serious or critical, as sentences."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

AXE = Axe()
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules of ``TAGS`` that look at colours: the same page in the other theme can break no other."""


def serious(page: Page, name: str, *, only: list[str] | None = None) -> list[str]:
    """Return what axe finds serious or critical on the open ``page``; ``only``: by these rules alone."""
    asked = {"type": "rule", "values": only} if only else {"type": "tag", "values": TAGS}
    result = AXE.run(page, options={"runOnly": asked, "resultTypes": ["violations"]})
    return [
        f"{name}: {violation['id']} {violation['help']} {[node['target'] for node in violation['nodes'][:3]]}"
        for violation in result.response["violations"]
        if violation["impact"] in ("serious", "critical")
    ]


def serious_in_both_themes(page: Page, name: str) -> list[str]:
    """Read the open ``page`` as it is, and its colours in the dark too."""
    faults = serious(page, name)
    page.emulate_media(color_scheme="dark")
    faults += serious(page, f"{name} in the dark", only=COLOURS)
    page.emulate_media(color_scheme="light")
    return faults
