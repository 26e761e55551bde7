"""Registries: the one way in which an upper app adds to the pages and verbs of a lower one."""

from __future__ import annotations

import pytest

from league.registry import Registry


def test_entries_keep_their_order() -> None:
    registry: Registry[str] = Registry()
    assert [registry.add("series"), registry.add("clubs")] == ["series", "clubs"]
    assert (list(registry), len(registry)) == (["series", "clubs"], 2)


def test_an_entry_is_added_once() -> None:
    registry: Registry[str] = Registry()
    registry.add("series")
    with pytest.raises(ValueError, match="'series' is registered already"):
        registry.add("series")
