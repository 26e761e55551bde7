"""Addresses of ``league.competitions``."""

from __future__ import annotations

from django.urls import URLPattern

app_name = "competitions"
urlpatterns: list[URLPattern] = []
