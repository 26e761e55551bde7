"""Registries of the pages of competitions: parts that upper apps add, and where each is shown.

An entry adds names to the context of a template, so a page shows nothing of an app that is not installed.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Subquery

from league.competitions.models import Competition, Entrant, Fixture
from league.competitions.pages.reading import Matchday
from league.competitions.pages.structure import Frame, Named
from league.registry import Registry


@dataclass(frozen=True)
class Overview:
    """Data of the overview, read before upper apps add to it."""

    competition: Competition
    user: Any
    """The reader, who may be anonymous."""
    entry: Entrant | None
    """The reader's own place."""
    entrants: list[Named]
    frame: Frame
    now: Matchday | None
    """The current round; its fixtures are loaded."""


overview_parts: Registry[Callable[[Overview], Mapping[str, Any]]] = Registry()
"""Adds to the overview: its table, its bracket, the series it counts for."""


entry_parts: Registry[Callable[[Competition, Entrant | None], Mapping[str, Any]]] = Registry()
"""Adds to the pages that tell readers whether they are in: a question to them."""


fixture_parts: Registry[Callable[[Fixture], Mapping[str, Any]]] = Registry()
"""Adds to the page of a fixture, whose tie and legs are loaded."""


console_parts: Registry[Callable[[Competition], Mapping[str, Any]]] = Registry()
"""Adds to the organiser's console: the desk of an evening."""


@dataclass(frozen=True)
class Mark:
    """A column of the visitor's mark: it changes when an upper app shows something else of a competition."""

    name: str
    column: Callable[[], Subquery]
    """One value of the competition that is ``OuterRef("pk")``."""


competition_marks: Registry[Mark] = Registry()
