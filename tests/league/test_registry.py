"""Registries: the one way in which an upper app adds to the pages and verbs of a lower one."""

from __future__ import annotations

import sys

import pytest
from allauth.account.signals import email_removed

from deploy.environment import ROOT
from league.players.accounts.adapter import tell_removed
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


def test_every_app_of_league_imports_its_extensions() -> None:
    written = {f"league.{path.parent.name}.extensions" for path in (ROOT / "league").glob("*/extensions.py")}
    assert written and {name for name in written if name not in sys.modules} == set()


def test_an_app_that_does_more_at_the_start_does_it() -> None:
    assert tell_removed in [receiver() for _key, receiver, *_rest in email_removed.receivers]
