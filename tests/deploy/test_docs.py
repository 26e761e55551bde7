"""Links of the docs lead somewhere, and what they say of the code's modules is there."""

import re
from functools import cache
from pathlib import Path

import pytest

from deploy.environment import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)")
CODE = re.compile(r"```.*?```|`[^`]*`", re.DOTALL)
MODULE = re.compile(r"`((?:[a-z_]+[./])*)([a-z_]+)\.(?!js`)(\w+)(?:\(.*?\))?`")


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


@cache
def modules() -> dict[str, list[Path]]:
    """Return the files of the packages by the name of the module, and of its folder."""
    found: dict[str, list[Path]] = {}
    for room in ("engines", "matches", "league", "deploy", "tests"):
        for path in (ROOT / room).rglob("*.py"):
            for name in {path.stem, path.parent.name}:
                found.setdefault(name, []).append(path)
    return found


def unknown(page: Path) -> list[str]:
    """Return ``module.name`` and ``module.py`` in ``page`` that no module of the code has."""
    wrong = []
    for before, module, name in MODULE.findall(page.read_text()):
        files = modules().get(module, [])
        is_there = any(path.stem == name or re.search(rf"\b{name}\b", path.read_text()) for path in files)
        if not (is_there or (files and name == "py")):
            wrong.append(f"{before}{module}.{name}")
    return wrong


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_file_and_its_heading(page):
    assert broken(page) == []


@pytest.mark.parametrize("page", sorted((ROOT / "docs" / "competitions").glob("*.md")), ids=lambda page: page.name)
def test_every_module_that_is_named_has_what_is_said_of_it(page):
    assert unknown(page) == []


def test_broken_links_and_unknown_names_are_found(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(
        "# A page\n\n[one](#a-page) [two](#another) [three](none.md) `locks.locked` `locks.lost` `nothing.py`\n"
    )
    assert broken(page) == ["#another", "none.md"]
    assert unknown(page) == ["locks.lost", "nothing.py"]
