"""Pictures of every page and state at 390, 768 and 1280 pixels, light and dark: ``make shots``.

``TABELLONE_SHOT=table,bracket`` takes these pages alone, ``TABELLONE_LOOKS=390-light`` these looks (320 is 1280 at 400
per cent), ``TABELLONE_SHOTS`` names the folder. Light is in English, dark in Italian. Not part of ``make test``; the
test fails where a page is wider than its window or the browser complains.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from league.competitions import demo
from league.players.models import User
from tests.browser.names import awkward
from tests.browser.sitemap import Shown, furnish
from tests.browser.states import EMPTY, SUBMIT, broken, states

FOLDER = Path(os.environ.get("TABELLONE_SHOTS", "var/shots"))
WIDTHS = {390: 844, 768: 1024, 1280: 800}
LOOKS = [f"{width}-{theme}" for width in WIDTHS for theme in ("light", "dark")]
OF_THE_WINDOW = ("match",)
"""Pages that fit the window; of all others the whole length is taken."""


def asked(name: str) -> bool:
    """Tell whether this picture is wanted."""
    only = os.environ.get("TABELLONE_SHOT", "")
    return not only or name in only.split(",")


class Camera:
    """Takes pictures of one look, with a browser for each person."""

    def __init__(self, site, look):
        self.site, self.look = site, look
        width, theme = look.split("-")
        self.width, self.dark = int(width), theme == "dark"
        self.height = WIDTHS.get(self.width, 800)
        self.people = {}
        self.taken, self.wide = 0, []

    def page(self, user):
        """The page of ``user`` (None: a visitor)."""
        if user not in self.people:
            language = "it" if self.dark else "en"
            phone = self.width < 768
            visitor = self.site.visitor(self.look, user=user, phone=phone, dark=self.dark, language=language)
            visitor.tolerate("40[0-9]|422|429|500")
            self.people[user] = visitor.page
        return self.people[user]

    def take(self, name, user, show):
        """``show`` brings the page where it is to be seen."""
        if not asked(name):
            return
        page = self.page(user)
        page.set_viewport_size({"width": self.width, "height": self.height})
        show(page)
        page.wait_for_timeout(150)
        if not name.removeprefix("names-").startswith(OF_THE_WINDOW):
            # The bars that stick to the window belong at the ends of the picture.
            height = page.evaluate("document.documentElement.scrollHeight")
            page.set_viewport_size({"width": self.width, "height": max(height, self.height)})
        # A caret that is hidden leaves a style on its field, which htmx would copy and the policy refuse.
        page.screenshot(path=FOLDER / f"{name}-{self.look}.png", full_page=True, caret="initial")
        self.taken += 1
        if page.evaluate("document.documentElement.scrollWidth") > self.width:
            self.wide.append(f"{name}-{self.look}")

    def pages(self, shown: list[Shown]):
        """Each page as it is opened."""
        for one in shown:
            self.take(one.name, one.user, lambda page, path=one.path: page.goto(path))

    def broken(self):
        """Pages without the site behind them."""
        for name, text in broken("it" if self.dark else "en").items():

            def show(page, name=name, text=text):
                page.route(f"**/{name}", lambda route: route.fulfill(body=text, content_type="text/html"))
                page.goto(f"/{name}")

            self.take(name, None, show)

    def dragged(self, shown):
        """The first seed held half a row below its place."""

        def show(page):
            page.goto(shown.path)
            grips = page.locator("[data-grip]")
            held, under = grips.nth(0).bounding_box(), grips.nth(1).bounding_box()
            page.mouse.move(held["x"] + 8, held["y"] + 8)
            page.mouse.down()
            page.mouse.move(under["x"] + 8, under["y"] + under["height"] / 2, steps=4)

        self.take("seeds-dragged", shown.user, show)
        if asked("seeds-dragged"):
            self.page(shown.user).mouse.up()

    def refused(self, forms):
        """Forms that were sent and came back."""
        for form in forms:

            def show(page, form=form):
                page.goto(form.path)
                with page.expect_navigation():
                    page.locator(form.form).last.evaluate(SUBMIT)

            self.take(form.name, form.user, show)


@pytest.mark.shots
def test_every_page_has_its_picture(site):
    FOLDER.mkdir(parents=True, exist_ok=True)
    looks = os.environ.get("TABELLONE_LOOKS", ",".join(LOOKS)).split(",")
    cameras = [Camera(site, look) for look in looks]
    for camera in cameras:
        camera.pages(EMPTY)
    pages = furnish()
    more, forms = states()
    for camera in cameras:
        camera.pages([*pages, *more])
        camera.broken()
        camera.refused(forms)
        camera.dragged(next(page for page in pages if page.name == "seeds"))
    renamed = awkward(*(User.objects.get(username=name) for name in (demo.ORGANISER, "anna")))
    for camera in cameras:
        camera.pages(renamed)
    print(f"{sum(camera.taken for camera in cameras)} pictures in {FOLDER}")
    assert not (wide := [name for camera in cameras for name in camera.wide]), f"wider than the window: {wide}"
