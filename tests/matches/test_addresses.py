"""Addresses for other people's devices: a laptop's own name for itself is never among them."""

from __future__ import annotations

import pytest
from django.test import RequestFactory

from matches.pages.addresses import outside

LAN = "http://192.168.1.20:8000/"


@pytest.mark.parametrize(
    ("host", "lan", "said"),
    [
        ("localhost:8000", LAN, "http://192.168.1.20:8000/s/abc/"),
        ("127.0.0.1:8000", LAN, "http://192.168.1.20:8000/s/abc/"),
        ("localhost:8000", "", "http://localhost:8000/s/abc/"),
        ("192.168.1.20:8000", LAN, "http://192.168.1.20:8000/s/abc/"),
        ("cups.example.org", LAN, "http://cups.example.org/s/abc/"),
    ],
)
def test_it_works(settings, host, lan, said):
    settings.LAN_URL, settings.ALLOWED_HOSTS = lan, ["*"]
    assert outside(RequestFactory().get("/", headers={"host": host}), "/s/abc/") == said
