"""Links of the docs lead to a file and its heading."""

import re
from pathlib import Path

import pytest

from deploy.environment import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)")
CODE = re.compile(r"```.*?```|`[^`]*`", re.DOTALL)


def anchors(page: Path) -> set[str]:
    """Return the anchors of the headings of ``page``, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken(page: Path) -> list[str]:
    """Return the links of ``page`` to files and headings that are not there."""
    wrong = []
    for path, anchor in LINK.findall(CODE.sub("", page.read_text())):
        place = (page.parent / path).resolve() if path else page
        if not place.exists() or (anchor and place.suffix == ".md" and anchor not in anchors(place)):
            wrong.append(f"{path}#{anchor}" if anchor else path)
    return wrong


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_file_and_its_heading(page):
    assert broken(page) == []


def test_broken_links_are_found(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# A page\n\n[one](#a-page) [two](#another) [three](none.md)\n")
    assert broken(page) == ["#another", "none.md"]
