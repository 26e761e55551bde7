"""The site answers in a real browser, and the net under every browser test holds."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect


def test_it_works(site):
    visitor = site.visitor()
    visitor.goto("/livez")
    assert visitor.page.inner_text("body").strip() == "ok"


def test_the_server_sees_the_rows_and_the_session_of_the_test(site, cast):
    visitor = site.visitor(user=cast.anna)
    visitor.goto("/")
    expect(visitor.page.locator(f"a[href*='{cast.anna.pk}']")).not_to_have_count(0)
    expect(visitor.page.locator("a.signin")).to_have_count(0)
    visitor.goto("/livez")
    assert "database" in visitor.page.evaluate("fetch('/readyz').then(answer => answer.json())")
    visitor.tolerate("503")  # no worker runs here


def test_a_person_signs_in_by_the_form(site, cast):
    visitor = site.visitor()
    site.sign_in_by_form(visitor, "anna")
    assert "sessionid" in {cookie["name"] for cookie in visitor.context.cookies()}


def test_an_error_in_the_console_is_noticed(site):
    visitor = site.visitor()
    visitor.goto("/livez")
    visitor.page.evaluate("console.error('the referee fell asleep')")
    assert len(visitor.unexpected()) == 1
    visitor.tolerate("referee fell asleep")
    assert visitor.unexpected() == []


def test_a_violation_of_the_content_security_policy_is_noticed(site):
    visitor = site.visitor()
    visitor.goto("/accounts/login/")
    visitor.page.evaluate(
        "() => { const s = document.createElement('script'); s.textContent = 'window.x = 1'; document.head.append(s) }"
    )
    assert visitor.page.evaluate("window.x") is None
    assert any("Content Security Policy" in text for text in visitor.unexpected())
    visitor.tolerate("Content Security Policy")


@pytest.mark.parametrize("phone", [True, False])
def test_a_phone_and_a_desk_differ(site, phone):
    visitor = site.visitor(phone=phone)
    visitor.goto("/livez")
    assert visitor.page.evaluate("innerWidth") == (390 if phone else 1280)
