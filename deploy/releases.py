"""Which release a database's data is of, by its migrations, and whether this code can take it over.

``releases.toml`` lists the releases. Standard library only: ``make restore`` asks before Django is set up.
"""

import datetime as dt
import os
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Self

from deploy.environment import ROOT

LISTED = Path(__file__).with_name("releases.toml")
FIRST = frozenset(
    ("django_migrations", "django_content_type", "auth_permission", "auth_group", "auth_group_permissions")
)
"""Tables that a first start may have made when it was cut off before the first migration of this project."""
UNCHANGED = "Nothing was changed."

Migration = tuple[str, str]
"""App and name."""


@dataclass(frozen=True)
class Release:
    """A release, with all migrations that its data has."""

    version: str
    """Empty: code of before the first release."""
    commit: str
    date: dt.date
    added: frozenset[Migration]
    migrations: frozenset[Migration]

    def __str__(self) -> str:
        named = f"release {self.version}" if self.version else f"the release of {self.date.day} {self.date:%B %Y}"
        return f"{named} (commit {self.commit[:12]})"


@cache
def releases() -> tuple[Release, ...]:
    """Return the listed releases, the oldest first; the last is the one before this code."""
    found: list[Release] = []
    before: frozenset[Migration] = frozenset()
    for entry in tomllib.loads(LISTED.read_text())["release"]:
        added = frozenset((app, name) for app, names in entry["migrations"].items() for name in names)
        before |= added
        found.append(Release(entry.get("version", ""), entry["commit"], entry["date"], added, before))
    return tuple(found)


def migration_files() -> list[Path]:
    """Return the files of this project's migrations."""
    patterns = ("*/migrations/[0-9]*.py", "*/*/migrations/[0-9]*.py")
    return sorted(path for pattern in patterns for path in ROOT.glob(pattern))


@cache
def known() -> frozenset[Migration]:
    """Return every migration that this code has, or had before it was squashed."""
    return releases()[-1].migrations | {(path.parts[-3], path.stem) for path in migration_files()}


@dataclass(frozen=True)
class Stored:
    """Tables of a database, and the migrations that ran on it."""

    tables: frozenset[str]
    migrations: frozenset[Migration]

    @classmethod
    def read(cls, cursor: Any) -> Self:
        """Read it by a cursor of Django or psycopg. Tables of extensions are left out."""
        cursor.execute(
            "SELECT relname FROM pg_class WHERE relkind IN ('r', 'p') AND pg_table_is_visible(oid)"
            " AND relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)"
            " AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')"
        )
        tables = frozenset(name for (name,) in cursor.fetchall())
        ran: list[Migration] = []
        if "django_migrations" in tables:
            cursor.execute("SELECT app, name FROM django_migrations")
            ran = cursor.fetchall()
        return cls(tables, frozenset((app, name) for app, name in ran))

    @property
    def own(self) -> frozenset[Migration]:
        """The migrations of this project's apps that ran, those of a newer release too."""
        apps = {app for app, _ in known()}
        return frozenset(migration for migration in self.migrations if migration[0] in apps)

    @property
    def is_foreign(self) -> bool:
        """Return whether all its tables are another program's."""
        return bool(self.tables - FIRST) and not self.own

    def was_cut_off(self, squashed: Iterator[frozenset[Migration]]) -> bool:
        """Return whether this code's first migration ended half way; ``squashed`` are the ``replaces`` of each squash.

        It runs a squash whole, and migrations newer than the release before in no order of releases.
        """
        oldest, before = releases()[0].migrations, releases()[-1].migrations
        if oldest <= self.own <= before:
            return False
        return all(replaced <= self.own or not replaced & self.own for replaced in squashed)


def refusal(stored: Stored, name: str, cut_off: bool = False) -> str:
    """Return why this code does not take over the data called ``name``, in a sentence; empty if it does.

    It takes over no data, data of the release before, and its own, whole or ``cut_off``.
    """
    if stored.is_foreign:
        tables = ", ".join(sorted(stored.tables - FIRST)[:3])
        return f"{name} holds tables of another program ({tables}): name an empty one in DATABASE_URL. {UNCHANGED}"
    newer = sorted(".".join(migration) for migration in stored.own - known())
    if newer and os.environ.get("NEWER_DATA", "").lower() not in ("1", "yes", "true"):
        return (
            f"{name} is of a newer release, whose migration {newer[-1]} this one does not know: start that release, "
            "or, where its notes say that the one before runs on its tables, say NEWER_DATA=1 "
            f"(docs/upgrading.md, Back again). {UNCHANGED}"
        )
    before = releases()[-1]
    missing = sorted(".".join(migration) for migration in before.migrations - stored.own)
    if not missing or not stored.own or cut_off:
        return ""
    return (
        f"{name} is {_age(stored)}, and this one takes over {before} only, whose migration {missing[-1]} it lacks: "
        f"start that release with it first, then this one (docs/upgrading.md, Over several releases). {UNCHANGED}"
    )


def _age(stored: Stored) -> str:
    """Return which release's data it is, as what follows "is"."""
    whole = [release for release in releases() if release.migrations <= stored.own]
    if not whole:
        return f"of a release before {releases()[0]}"
    return f"of {whole[-1]}" if stored.own == whole[-1].migrations else f"of code after {whole[-1]}"
