"""security.txt: the fields of RFC 9116, and nothing while nobody is named."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db
ADDRESS = "/.well-known/security.txt"


def test_it_names_the_contact_and_expires_within_a_year(settings):
    settings.SECURITY_CONTACT = "mailto:security@cup.example.org"
    settings.PUBLIC_URL = "https://cup.example.org"
    answer = Client().get(ADDRESS)
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    fields = dict(line.split(": ", 1) for line in answer.content.decode().splitlines())
    assert fields["Contact"] == "mailto:security@cup.example.org"
    assert fields["Canonical"] == f"https://cup.example.org{ADDRESS}"
    expires = datetime.fromisoformat(fields["Expires"])
    assert timedelta(days=30) < expires - datetime.now(UTC) < timedelta(days=365)


def test_without_a_contact_there_is_no_file(settings):
    settings.SECURITY_CONTACT = ""
    assert Client().get(ADDRESS).status_code == 404
