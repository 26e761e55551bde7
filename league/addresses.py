"""The one address of a page: what a search engine keeps, a chat's preview names, and a print shows."""

from typing import Final
from urllib.parse import urlencode

from django.http import HttpRequest

MAKES_ANOTHER_PAGE: Final = (
    *("game", "day", "status", "round", "part", "edition", "venue", "board", "least", "who", "by", "seasons"),
    *("show", "on", "category", "q", "only", "theme", "preset", "position", "step", "panel", "goal", "v"),
    *("before", "after", "page"),
)
"""Names after the question mark that lead to another page, in the order of the one address. All others are left out:
they show the same in another way (``view``, ``of``), or were hung on a shared link by somebody else (``fbclid``)."""
FIRST: Final = {"page": "1"}
"""Values that lead to the same page as none."""


def canonical(request: HttpRequest) -> str:
    """Return the address of the page, one for all links to it."""
    asked = [(name, request.GET.get(name, "")) for name in MAKES_ANOTHER_PAGE]
    query = urlencode([(name, value) for name, value in asked if value and value != FIRST.get(name)])
    return request.build_absolute_uri(request.path + (f"?{query}" if query else ""))
