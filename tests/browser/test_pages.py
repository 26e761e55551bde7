"""Accounts and switches by mouse in a real browser: sign up, in and out, a new password, language, theme, guests."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from playwright.sync_api import expect

from league.competitions.models import Competition
from league.competitions.verbs import rulings
from league.players.models import User
from tests.browser.organising import enter, make, sign_up, wait_for_stage
from tests.cast import PASSWORD
from tests.league.builders import running
from tests.league.tables import play_out


def test_sign_up_out_and_in_again(site):
    anna = site.visitor("anna", phone=True)
    sign_up(anna, "anna_b")
    page = anna.page
    page.get_by_role("link", name="anna_b").first.click()
    page.get_by_role("link", name="Sign out").click()
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url(lambda url: "logout" not in url)
    expect(page.get_by_role("link", name="Sign in", exact=True).first).to_be_visible()
    site.sign_in_by_form(anna, "anna_b")
    expect(page.get_by_role("link", name="anna_b").first).to_be_visible()


def test_a_refused_form_puts_focus_on_what_is_wrong(site, cast):
    visitor = site.visitor(phone=True)
    visitor.goto("/accounts/signup/")
    visitor.page.fill("input[name=username]", "anna")
    visitor.page.fill("input[name=password1]", "short")
    visitor.page.get_by_role("button", name="Create account").click()
    visitor.page.wait_for_selector("[role=alert]")
    assert visitor.page.evaluate("document.activeElement.getAttribute('role')") == "alert"
    visitor.page.locator("[role=alert] a").first.click()
    visitor.page.wait_for_function("() => ['username', 'password1'].includes(document.activeElement.name)")


def test_a_new_password_that_an_organiser_confirms(site, cast):
    organiser, anna = site.visitor("organiser", user=cast.organiser), site.visitor("anna", phone=True)
    entered = site.visitor("entered", user=cast.anna)
    cup = make(organiser, "cup", "Reset cup", 4)
    enter(entered, cup)
    entered.goto("/settings/")
    entered.page.get_by_role("link", name="If you forget your password").click()
    entered.page.get_by_role("button", name="Add helper").click()
    entered.page.get_by_label("Password").fill(PASSWORD)
    entered.page.get_by_role("button", name="Continue").click()
    entered.page.get_by_role("button", name="Remove").wait_for()
    anna.goto("/accounts/password/reset/")
    anna.page.get_by_role("link", name="Ask an organiser").click()
    anna.page.get_by_label("The name you sign in with").fill("anna")
    anna.page.get_by_role("button", name="Show a code").click()
    code = anna.page.locator(".resetcode").inner_text()
    organiser.goto(f"/competitions/{cup.slug}/entrants/{cup.entrants.get().pk}/reset/")
    organiser.page.get_by_label("Code on the player’s screen").fill(code)
    organiser.page.get_by_role("button", name="Confirm").click()
    organiser.page.wait_for_url(f"**/competitions/{cup.slug}/entrants/")
    anna.page.get_by_role("button", name="Choose a new password").click()  # the page asks by itself
    new = "quite another password"
    anna.page.get_by_label("New password", exact=True).fill(new)
    anna.page.get_by_label("New password again").fill(new)
    anna.page.get_by_role("button", name="Save the password").click()
    expect(anna.page.get_by_label("New password", exact=True)).to_have_count(0)
    expect(anna.page.get_by_role("link", name="Sign in", exact=True), "who set it is signed in").to_have_count(0)
    site.sign_in_by_form(site.visitor("elsewhere"), "anna", new)
    assert User.objects.get(username="anna").check_password(new) and new != PASSWORD


def test_language_and_theme_stay(site):
    visitor = site.visitor(phone=True)
    page = visitor.page
    visitor.goto("/games/")
    page.get_by_role("button", name="Italiano").first.click()
    page.wait_for_selector("html[lang=it]")
    expect(page.get_by_role("heading", name="Giochi")).to_be_visible()
    page.get_by_role("button", name="Chiaro o scuro").click()
    page.wait_for_selector("html[data-theme=dark]")
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    visitor.goto("/competitions/")
    assert page.get_attribute("html", "lang") == "it"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == ground


def test_a_page_without_a_script(site, cast):
    visitor = site.visitor(java_script_enabled=False)
    visitor.goto("/accounts/login/")
    visitor.page.fill("input[name=login]", "organiser")
    visitor.page.fill("input[name=password]", PASSWORD)
    visitor.page.locator("main form [type=submit]").first.click()
    visitor.goto("/competitions/new/?preset=cup")
    visitor.page.fill("input[name=name]", "Plain cup")
    visitor.page.get_by_role("button", name="Create draft").click()
    visitor.page.get_by_role("button", name="Publish").click()
    wait_for_stage(visitor, "Registration")


def test_the_preview_follows_the_form(site, cast):
    visitor = site.visitor(user=cast.organiser)
    visitor.goto("/competitions/new/?preset=cup")
    page = visitor.page
    page.fill("input[name=places]", "16")
    page.locator("#preview").get_by_text("Last 16").wait_for()
    page.select_option("select[name=legs]", "2")
    page.locator("#preview").get_by_text("30", exact=True).wait_for()
    if page.locator("select[name=game] option").count() > 1:
        first = page.locator("#options").inner_text()
        page.select_option("select[name=game]", index=1)
        page.wait_for_function("was => document.querySelector('#options').innerText !== was", arg=first)


def test_an_open_bracket_changes_by_itself(site, cast):
    cup = running(cast.organiser, "cup", 4)
    watcher = site.visitor("watcher")
    watcher.goto(f"/competitions/{cup.slug}/bracket/")
    expect(watcher.page.locator(".treebox .name.won")).to_have_count(0)
    fixture = cup.stages.get().rounds.get(number=1).ties.first().fixtures.get()
    watcher.page.wait_for_timeout(500)
    rulings.enter_result(fixture=fixture, score=rulings.Score(2, 1), by=cast.organiser)
    watcher.page.wait_for_selector(".treebox .name.won", timeout=8000)


WITHIN = """() => {
  const box = document.querySelector(".treebox").getBoundingClientRect();
  const whole = (tie) => {
    const { left, right, top, bottom } = tie.getBoundingClientRect();
    return left >= box.left - 1 && right <= box.right + 1 && top >= box.top - 1 && bottom <= box.bottom + 1;
  };
  return [...document.querySelectorAll(".treebox .at")].filter(whole).map((tie) => tie.getAttribute("aria-label"));
}"""
"""Returns the words of the ties that are seen whole in the box of a tree."""


def test_the_tree_of_a_finished_cup_opens_with_its_semi_finals(site, cast):
    """On a phone too, where the final alone would leave the box empty."""
    cup = running(cast.organiser, "cup", 32)
    play_out(cup)
    rounds = list(cup.stages.get().rounds.order_by("number"))
    names = {tie.home.name for row in rounds[-2:] for tie in row.ties.select_related("home")}
    phone = site.visitor(phone=True)
    phone.goto(f"/competitions/{cup.slug}/bracket/?view=tree")
    phone.page.wait_for_function("() => document.querySelector('.treebox')?.dataset.scale")
    seen = phone.page.evaluate(WITHIN)
    assert len(seen) == 3 and all(any(name in words for words in seen) for name in names)
    scale = phone.page.evaluate("() => Number(document.querySelector('.treebox').dataset.scale)")
    assert 0.7 <= scale <= 1
    row, bar, zoom = phone.page.evaluate(TOOLS)
    assert row["height"] < 60, "view and path stand side by side"
    assert zoom["bottom"] <= bar["top"] and zoom["right"] <= 390, "the zoom floats in the window, above its bar"
    phone.page.get_by_role("button", name="Larger").click()
    phone.page.wait_for_function("scale => Number(document.querySelector('.treebox').dataset.scale) > scale", arg=scale)


SAID = """(sheet) => {
  const read = new CSSStyleSheet();
  read.replaceSync(sheet);
  return [...read.cssRules].map((rule) => rule.cssText);
}"""


def test_a_sheet_says_the_same_as_it_was_written(site):
    visitor = site.visitor("reader")
    visitor.goto("/")
    for sheet in sorted(Path(settings.BASE_DIR, "static", "css").glob("*.css")):
        served = visitor.page.request.get(f"{site.url}/static/css/{sheet.name}").text()
        said = visitor.page.evaluate(SAID, served)
        assert said == visitor.page.evaluate(SAID, sheet.read_text()), sheet.name
        assert len(served) < sheet.stat().st_size, "it is served without its comments"
        assert said, sheet.name


def test_a_phones_head_keeps_its_buttons_beside_the_name(site, cast):
    """On a phone the words of drawn buttons are heard and not seen; a name that is long goes over two lines."""
    cup = running(cast.organiser, "cup", 4)
    Competition.objects.filter(pk=cup.pk).update(name="Coppa di primavera del circolo")
    phone, desk = site.visitor("phone", phone=True), site.visitor("desk")
    for visitor, beside in ((phone, True), (desk, False)):
        visitor.goto(f"/competitions/{cup.slug}/bracket/")
        image, printed = (visitor.page.locator(".banner").get_by_role(role, name=name) for role, name in HEAD)
        title, first, second = (one.bounding_box() for one in (visitor.page.locator("h1"), image, printed))
        assert title["x"] + title["width"] <= first["x"] < second["x"]
        assert abs(first["y"] - second["y"]) < 1 and first["y"] < title["y"] + title["height"]
        assert (first["width"] < 60) == beside and first["height"] >= 24 <= first["width"]
        assert visitor.page.locator(".banner .how").first.is_visible() is not beside
        assert visitor.page.evaluate("document.documentElement.scrollWidth") == visitor.page.evaluate("innerWidth")


HEAD = (("link", "Image"), ("button", "Print"))


TOOLS = """() => [".treebar", ".bottombar", ".zoom"].map((what) =>
  document.querySelector(what).getBoundingClientRect().toJSON())"""


def test_a_personal_link_seats_its_name_and_an_account_claims_it(site, cast):
    cup = running(cast.organiser)
    entrant = cup.entrants.first()
    link, name = f"/enter/{entrant.personal_key}/", entrant.name
    guest, anna = site.visitor("guest", phone=True), site.visitor("anna", user=cast.anna)
    guest.goto(link)
    guest.page.get_by_role("button", name=f"Play as {name}").click()
    guest.page.wait_for_url("**/matches/**")
    guest.goto(link)
    expect(guest.page.get_by_role("link", name="Go to the competition")).to_be_visible()
    expect(guest.page.get_by_role("button", name="Play as")).to_have_count(0)
    # A guest has both a crest and "Sign in" in the masthead of a phone: the brand keeps its size, the page its width.
    assert guest.page.locator(".brand svg").bounding_box()["width"] > 24
    assert guest.page.evaluate("document.documentElement.scrollWidth") == guest.page.evaluate("innerWidth")
    anna.goto(link)
    anna.page.get_by_role("button", name="Claim it").click()
    anna.page.wait_for_url(f"**/competitions/{cup.slug}/")
    assert cup.entrants.get(pk=entrant.pk).player_id == cast.anna.pk


def test_tabs_that_nobody_sees_leave_the_browser_its_connections(site, cast):
    cup = running(cast.organiser, "cup", 4)
    visitor = site.visitor("tabs")
    address = f"{site.url}/competitions/{cup.slug}/bracket/"
    seen = """state => {
      Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }"""
    tabs = [visitor.context.new_page() for _ in range(6)]
    for tab in tabs:
        tab.goto(address, wait_until="domcontentloaded")
        tab.wait_for_timeout(200)
        tab.evaluate(seen, "hidden")
    visitor.goto(f"/competitions/{cup.slug}/bracket/")
    visitor.page.wait_for_timeout(1500)  # the feed has been opened by then
    fixture = cup.stages.get().rounds.get(number=1).ties.first().fixtures.get()
    rulings.enter_result(fixture=fixture, score=rulings.Score(2, 1), by=cast.organiser)
    visitor.page.wait_for_selector(".treebox .name.won", timeout=20_000)
    expect(tabs[0].locator(".treebox .name.won")).to_have_count(0)
    tabs[0].evaluate(seen, "visible")
    tabs[0].wait_for_selector(".treebox .name.won", timeout=20_000)
