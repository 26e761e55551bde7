"""Fixtures of the browser tests: ``site`` (server and browsers), ``workers`` (Celery), and what they stand on.

A console error or a violation of the content security policy in any page fails the test.
"""

from __future__ import annotations

import contextlib
import os

import pytest
from playwright.sync_api import expect

from tests.browser.people import Site
from tests.suite import find_browser

# Playwright's synchronous interface keeps an event loop in this thread; tests make queries between its calls.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"

expect.set_options(timeout=15_000)  # as long as the steps of a visitor: a machine of two cores may be busy

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]


ONE_BY_ONE = "test_two_people.py"
"""A file whose tests share nothing and take a minute each: several workers may have them."""


WALKS = ("test_pages_axe.py", "test_pages_wcag.py", "test_pages_shift.py", ONE_BY_ONE)
"""Files of few tests that take minutes: all pages, whole matches."""


def pytest_collection_modifyitems(items):
    """All that is in this folder drives a browser; the tests of one file share a worker, and so what they set up.

    The dearest files come first, or one of them keeps a single worker busy at the end.
    """
    items.sort(key=dearness)
    for item in items:
        if in_browser(item) and not item.get_closest_marker("shots"):
            item.add_marker(pytest.mark.browser)
            if item.path.name != ONE_BY_ONE:
                item.add_marker(pytest.mark.xdist_group(item.path.name))


def in_browser(item):
    return "tests/browser/" in item.path.as_posix()


def dearness(item):
    """Sort key of a test: a browser's by its file, walks first, then the longest text; all others stay as they are."""
    if not in_browser(item):
        return (0,)
    return (1, item.path.name not in WALKS, -item.path.stat().st_size, item.path.name)


@pytest.fixture(scope="session")
def web(django_db_setup, django_db_blocker):
    """The ASGI server as a process of its own, on the test database; one for the run."""
    from django.contrib.auth.hashers import PBKDF2PasswordHasher

    from tests.cast import QUICK_HASH
    from tests.server import Web, surroundings

    with django_db_blocker.unblock():
        server = Web(around=surroundings("web", ORGANISER_RESETS="1"))
    server.command = [part.replace("deploy.asgi", "tests.browser.quick_asgi") for part in server.command]
    server.start()
    with pytest.MonkeyPatch.context() as here:  # an account of a test is known to the server by the same hash
        here.setattr(PBKDF2PasswordHasher, "iterations", QUICK_HASH)
        yield server
    server.stop()


@pytest.fixture(scope="module")
def workers(django_db_setup, django_db_blocker):
    """A Celery worker and beat on the test database, for the files that need them: they are never quite idle."""
    from tests.server import Workers

    with django_db_blocker.unblock():
        both = Workers()
    both.start()
    yield both
    both.stop()


@pytest.fixture(scope="session")
def launch():
    """``launch(*flags)``: start a real browser, which ends with the run; a missing one is a failure."""
    from playwright.sync_api import sync_playwright

    found = find_browser()
    assert found, "no Chromium or Chrome here: install one (Debian: apt install chromium) or set TABELLONE_BROWSER"
    with sync_playwright() as play, contextlib.ExitStack() as ending:

        def one(*flags):
            browser = play.chromium.launch(executable_path=found, args=[*FLAGS, *flags], headless=True)
            ending.callback(browser.close)
            return browser

        yield one


@pytest.fixture(scope="session")
def chromium(launch):
    """The browser of a run, each visitor in a context of its own: to start one for each file took 19 s of a core."""
    return launch()


@pytest.fixture
def site(transactional_db, web, chromium):
    """The site with committed data; ``site.visitor(user=...)`` opens a browser."""
    here = Site(web.url, chromium)
    yield here
    complaints = here.close()
    assert not complaints, "the browsers' consoles complained:\n" + "\n".join(complaints)
