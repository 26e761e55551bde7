"""Signing in as people do: with an app's code, with a passkey; and signing out on another device."""

from __future__ import annotations

import re
import time

from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import hotp_value
from playwright.sync_api import expect

from matches.verbs import casual
from tests.browser.sitemap import elsewhere
from tests.cast import PASSWORD, account


def confirm(page):
    """Type the password again where it is asked."""
    if "/reauthenticate/" in page.url:
        page.locator("main input[name=password]").fill(PASSWORD)
        page.get_by_role("button", name="Continue").click()


def code_now(secret):
    return f"{hotp_value(secret, int(time.time()) // 30):06}"


def test_an_app_is_set_up_and_asked_at_the_next_sign_in(site):
    account("anna")
    anna = site.visitor("anna", phone=True)
    site.sign_in_by_form(anna, "anna")
    page = anna.page
    anna.goto("/settings/")
    page.get_by_role("link", name="Second factor and passkeys").click()
    page.get_by_role("link", name="Set it up").click()
    confirm(page)
    page.wait_for_url("**/totp/activate/")
    secret = page.locator("main code").inner_text()
    expect(page.get_by_role("img", name="QR code for the authenticator app")).to_be_visible()
    page.get_by_label("Code that the app shows").fill("000000")
    page.get_by_role("button", name="Turn on").click()
    page.get_by_role("alert").wait_for()
    secret = page.locator("main code").inner_text()
    page.get_by_label("Code that the app shows").fill(code_now(secret))
    page.get_by_role("button", name="Turn on").click()
    page.wait_for_url("**/recovery-codes/")
    codes = page.locator("main code").all_inner_texts()
    assert len(codes) == 10 and all(re.fullmatch(r"\d{8}", code) for code in codes)

    phone = site.visitor("the other phone", phone=True)
    phone.goto("/accounts/login/")
    phone.page.locator("input[name=login]").fill("anna")
    phone.page.locator("input[name=password]").fill(PASSWORD)
    phone.page.locator("main form [type=submit]").first.click()
    phone.page.wait_for_url("**/2fa/authenticate/")
    phone.page.get_by_label("Code").fill(code_now(secret))
    phone.page.get_by_role("button", name="Sign in").click()
    phone.page.wait_for_url(lambda url: "/accounts/" not in url)
    phone.goto("/settings/")
    expect(phone.page.get_by_role("link", name="anna").first).to_be_visible()


def test_a_passkey_is_made_and_signs_in_alone(site):
    user = account("bruno")
    bruno = site.visitor("bruno")
    site.sign_in_by_form(bruno, "bruno")
    page = bruno.page
    device = bruno.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    options |= {"isUserVerified": True, "automaticPresenceSimulation": True}
    made = device.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    bruno.goto("/accounts/2fa/")
    page.get_by_role("link", name="Add a passkey").click()
    confirm(page)
    page.wait_for_url("**/webauthn/add/")
    page.get_by_label("Name of the passkey").fill("My phone")
    page.get_by_role("button", name="Create passkey").click()
    page.wait_for_url("**/recovery-codes/")
    assert Authenticator.objects.get(user=user, type="webauthn").wrap().name == "My phone"

    bruno.goto("/accounts/logout/")
    page.locator("main").get_by_role("button", name="Sign out").click()
    page.wait_for_url(lambda url: "logout" not in url)
    bruno.goto("/accounts/login/?next=/settings/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url(lambda url: "login" not in url)
    assert page.url.endswith("/settings/")
    expect(page.get_by_role("link", name="bruno").first).to_be_visible()

    # A device that refuses: the page says so, and the password still works, with the passkey as the second step.
    bruno.goto("/accounts/logout/")
    page.locator("main").get_by_role("button", name="Sign out").click()
    page.wait_for_url(lambda url: "logout" not in url)
    bruno.goto("/accounts/login/")
    verified = {"authenticatorId": made["authenticatorId"], "isUserVerified": False}
    device.send("WebAuthn.setUserVerified", verified)
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.get_by_role("alert").wait_for(timeout=60_000)
    device.send("WebAuthn.setUserVerified", {**verified, "isUserVerified": True})
    page.locator("input[name=login]").fill("bruno")
    page.locator("input[name=password]").fill(PASSWORD)
    page.locator("main form [type=submit]").first.click()
    page.wait_for_url("**/2fa/authenticate/")
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url(lambda url: "/accounts/" not in url)


def test_signing_out_everywhere_else_ends_the_other_browser(site):
    user = account("chiara")
    match = elsewhere(casual.play_friend, user=user, game="super_goal")
    here, there = site.visitor("here"), site.visitor("there", phone=True)
    there.tolerate("40[34]")  # what it asks for as nobody
    for one in (here, there):
        site.sign_in_by_form(one, "chiara")
    there.goto(f"/matches/{match.pk}/")
    there.page.wait_for_function("() => document.cookie !== null && document.readyState === 'complete'")
    there.page.wait_for_timeout(1000)
    here.goto("/settings/")
    here.page.get_by_role("link", name="Where you are signed in").click()
    expect(here.page.locator(".cases li")).to_have_count(2)
    with there.page.expect_navigation():
        here.page.get_by_role("button", name="Sign out everywhere else").click()
    there.page.get_by_role("link", name="Sign in", exact=True).first.wait_for()
    here.page.wait_for_url("**/settings/sessions/")
    expect(here.page.locator(".cases li")).to_have_count(1)
    there.goto("/accounts/login/")


def test_without_passkeys_the_page_says_why(site):
    """An address of numbers over plain HTTP, as in a bar."""
    guest = site.visitor("guest")
    guest.context.add_init_script("delete window.PublicKeyCredential")
    guest.goto("/accounts/login/")
    expect(guest.page.get_by_role("button", name="Sign in with a passkey")).to_be_disabled()
    expect(guest.page.locator("[data-passkey-missing]")).to_be_visible()
