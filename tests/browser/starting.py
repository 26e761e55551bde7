"""The form that starts a match, as tests fill it in."""

from __future__ import annotations

from playwright.sync_api import Page

KICK_OFF = ".startform .btn.primary"


def choose_opponent(page: Page, tab: str) -> None:
    page.locator(f"input[name=opponent][value={tab}]").check()


def kick_off(page: Page, tab: str = "") -> None:
    """Press the button of the form, on ``tab`` if it is named."""
    if tab:
        choose_opponent(page, tab)
    page.locator(KICK_OFF).click()
