"""Addresses of players. ``league.site`` adds its own to ``pages``, under the same namespace."""

from typing import Final

from django.urls import URLPattern, path

from league.players.pages import guests, notifications, preferences, resets, robots, sessions, settings

pages: Final[list[URLPattern]] = [
    path("guest/", guests.guest, name="guest"),
    path("notifications/", notifications.notifications, name="notifications"),
    path("unsubscribe/<str:token>/", notifications.unsubscribe, name="unsubscribe"),
    path("settings/", settings.settings_page, name="settings"),
    path("settings/helpers/", resets.helpers, name="helpers"),
    path("settings/sessions/", sessions.sessions, name="sessions"),
    path("reset/", resets.ask, name="ask_reset"),
    path("settings/bots/", robots.own_robots, name="bots"),
    path("bots/", robots.ladder_page, name="ladder"),
]

urlpatterns: list[URLPattern] = [path("prefer/", preferences.prefer, name="prefer")]
