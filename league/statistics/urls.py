"""Addresses of ``league.statistics``."""

from __future__ import annotations

from django.urls import URLPattern

app_name = "statistics"
urlpatterns: list[URLPattern] = []
