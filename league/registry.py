"""Registries of additions by upper apps to the pages and verbs of the apps below them.

A lower app owns a registry and defines its entries. An upper app adds entries in its module ``extensions``, which
``import_extensions`` imports when Django starts. So a competition's page shows the series that it belongs to without
importing ``league.series``, and an app that is not installed adds nothing.
"""

from collections.abc import Iterator
from importlib import import_module
from typing import Generic, TypeVar

from django.apps import apps
from django.utils.module_loading import module_has_submodule

Entry = TypeVar("Entry")


class Registry(Generic[Entry]):
    """Entries in the order of ``INSTALLED_APPS``, then of the lines that add them."""

    def __init__(self) -> None:
        self._entries: list[Entry] = []

    def add(self, entry: Entry) -> Entry:
        """Add ``entry`` and return it, so that a function can be added by a decorator.

        Raises ``ValueError`` for a repeated entry: a module that runs twice would show everything twice.
        """
        if entry in self._entries:
            raise ValueError(f"{entry!r} is registered already")
        self._entries.append(entry)
        return entry

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)


def import_extensions() -> None:
    """Import the module ``extensions`` of each app of ``league`` that has one, in the order of ``INSTALLED_APPS``."""
    for config in apps.get_app_configs():
        if config.name.startswith("league.") and module_has_submodule(config.module, "extensions"):
            import_module(f"{config.name}.extensions")
