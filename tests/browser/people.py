"""People in front of browsers: each visitor has a context of its own, and must see no error in its console."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page

from tests.cast import PASSWORD

LOCALES = {"en": "en-GB", "it": "it-IT", "pt-br": "pt-BR", "es": "es-ES"}
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}


SLOW = int(os.environ.get("TABELLONE_SLOW_BROWSER", "0"))
"""Milliseconds by which each answer is late, to find tests that look before the page or its script is there."""


def slow_down(page: Page) -> None:
    """Delay each answer to ``page`` where ``TABELLONE_SLOW_BROWSER`` says so."""
    if SLOW:
        devtools = page.context.new_cdp_session(page)
        devtools.send("Network.enable")
        whole = {"offline": False, "latency": SLOW, "downloadThroughput": -1, "uploadThroughput": -1}
        devtools.send("Network.emulateNetworkConditions", whole)


@dataclass
class Visitor:
    """One browser context and its first page."""

    name: str
    context: BrowserContext
    page: Page
    complaints: list[str] = field(default_factory=list)
    tolerated: list[str] = field(default_factory=list)

    def watch(self, page: Page) -> None:
        """Collect what the console of ``page`` complains of: errors of ours and violations of the CSP among them."""
        page.on(
            "console", lambda message: self._heard(message.type, f"{message.text} ({message.location.get('url', '')})")
        )
        page.on("pageerror", lambda error: self._heard("error", str(error)))

    def _heard(self, kind: str, text: str) -> None:
        if kind == "error":
            self.complaints.append(text)

    def tolerate(self, pattern: str) -> None:
        """Expect console errors that match this regular expression (say why where you call it)."""
        self.tolerated.append(pattern)

    def unexpected(self) -> list[str]:
        """The complaints that no test said it expects."""
        return [text for text in self.complaints if not any(re.search(each, text) for each in self.tolerated)]

    def goto(self, path: str) -> None:
        """Open ``path`` of the site and see that it is a page, not an error."""
        answer = self.page.goto(path)
        assert answer is not None and answer.status < 400, f"{path}: {answer and answer.status}"


@dataclass
class Site:
    """The running site, and browsers to look at it with."""

    url: str
    browser: Browser
    visitors: list[Visitor] = field(default_factory=list)

    def visitor(
        self,
        name: str = "visitor",
        *,
        user: Any = None,
        phone: bool = False,
        dark: bool = False,
        language: str = "en",
        reduced_motion: bool = True,
        service_workers: str = "block",
        **options: Any,
    ) -> Visitor:
        """A new person: nobody, or signed in as ``user`` (its session is made directly, without the form).

        The app's service worker runs only where ``service_workers`` is ``allow``.
        """
        size = PHONE if phone else DESK
        context = self.browser.new_context(
            base_url=self.url,
            viewport=size,  # type: ignore[arg-type]
            color_scheme="dark" if dark else "light",
            locale=LOCALES[language],
            has_touch=phone,
            reduced_motion="reduce" if reduced_motion else "no-preference",
            service_workers=service_workers,  # type: ignore[arg-type]
            **options,
        )
        context.set_default_timeout(15_000)
        if user is not None:
            self.sign_in(context, user)
        visitor = Visitor(name, context, context.new_page())
        visitor.watch(visitor.page)
        slow_down(visitor.page)
        context.on("page", visitor.watch)
        self.visitors.append(visitor)
        return visitor

    def sign_in(self, context: BrowserContext, user: Any) -> None:
        """Give ``context`` a session of ``user``."""
        client = Client()
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        name = settings.SESSION_COOKIE_NAME
        context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": self.url}])

    def sign_in_by_form(self, visitor: Visitor, username: str, password: str = PASSWORD) -> None:
        """Sign in as a person does, on the page."""
        visitor.goto("/accounts/login/")
        visitor.page.locator("input[name=login]").fill(username)
        visitor.page.locator("input[name=password]").fill(password)
        visitor.page.locator("main form [type=submit]").first.click()
        visitor.page.wait_for_url(lambda url: "/accounts/login/" not in url)

    def close(self) -> list[str]:
        """Close every context; what their consoles complained of."""
        faults = []
        for visitor in self.visitors:
            faults += [f"{visitor.name}: {text}" for text in visitor.unexpected()]
            visitor.context.close()
        return faults
