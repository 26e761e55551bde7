"""Every address of this site that the API's document, the code or the docs name leads somewhere."""

import io
import json
import re
from itertools import product
from uuid import UUID

import pytest
from django.conf import settings
from django.core.management import call_command
from django.urls import Resolver404, get_resolver, resolve

from tests.security.town import addresses_of_all

ADDRESS = re.compile(r"(?<![\w/.:~}>-])/(?:(?:[a-z0-9][\w.-]*|<[\w:]+>|\{\w+\})/)+(?![\w<{])")
"""An address that ends in a slash: ``/competitions/<slug>/console/``."""
SAMPLES = (str(UUID(int=7)), "super-goal", "7", "super_goal")
"""What may stand for a part of an address in brackets."""


def first_parts():
    """The first words of the site's own addresses: other paths are of files, or of other programs."""
    routes = (str(pattern.pattern) for pattern in get_resolver().url_patterns)
    deep = (
        str(inner.pattern) for pattern in get_resolver().url_patterns for inner in getattr(pattern, "url_patterns", ())
    )
    return {route.split("/")[0] for route in (*routes, *deep) if re.match(r"[a-z-]+/", route)}


def leads_somewhere(address):
    """Return whether a page answers there, or addresses begin so ("below ``/accounts/``")."""
    blanks = re.findall(r"<[\w:]+>|\{\w+\}", address)
    for samples in product(SAMPLES, repeat=len(blanks)):
        path = address
        for blank, sample in zip(blanks, samples, strict=True):
            path = path.replace(blank, sample, 1)
        try:
            if resolve(path).url_name != "nowhere":
                return True
        except Resolver404:
            continue
    return any(route.startswith(address[1:]) for route, _pattern in addresses_of_all().values())


def named_in(text):
    ours = first_parts()
    return {address for address in ADDRESS.findall(text) if address.split("/")[1] in ours}


def texts_of(tree):
    if isinstance(tree, dict):
        for name, value in tree.items():
            if name in ("description", "summary") and isinstance(value, str):
                yield value
            yield from texts_of(value)
    elif isinstance(tree, list):
        for value in tree:
            yield from texts_of(value)


def test_it_finds_what_leads_nowhere():
    assert named_in("see /api/v1/competitions/none/at/all/ and `/competitions/<slug>/table/`") == {
        "/api/v1/competitions/none/at/all/",
        "/competitions/<slug>/table/",
    }
    assert not leads_somewhere("/api/v1/competitions/presets/") and leads_somewhere("/competitions/<slug>/table/")


def test_the_document_of_the_api(db):
    out = io.StringIO()
    call_command("spectacular", format="openapi-json", stdout=out)
    named = named_in("\n".join(texts_of(json.loads(out.getvalue()))))
    assert len(named) > 3
    assert not [address for address in sorted(named) if not leads_somewhere(address)]


@pytest.mark.parametrize("page", sorted((settings.BASE_DIR / "docs").rglob("*.md")), ids=lambda page: page.name)
def test_the_docs(page):
    assert not [address for address in sorted(named_in(page.read_text())) if not leads_somewhere(address)]


@pytest.mark.parametrize("room", ["league", "matches"])
def test_the_code(room):
    texts = [path.read_text() for path in (settings.BASE_DIR / room).rglob("*.py") if "migrations" not in path.parts]
    assert not [address for address in sorted(named_in("\n".join(texts))) if not leads_somewhere(address)]
