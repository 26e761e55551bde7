"""Addresses of the bots' API, below ``/api/v1/``. Access is tested with the tokens."""

from django.urls import URLPattern, path

from league.players.api import robots

urlpatterns: list[URLPattern] = [
    path("bot/", robots.Me.as_view(), name="bot"),
    path("bot/events/", robots.Events.as_view(), name="bot_events"),
    path("challenges/", robots.Challenges.as_view(), name="challenges"),
    path("challenges/<uuid:challenge_id>/accept/", robots.Accept.as_view(), name="accept_challenge"),
    path("challenges/<uuid:challenge_id>/decline/", robots.Decline.as_view(), name="decline_challenge"),
    path("challenges/<uuid:challenge_id>/cancel/", robots.Cancel.as_view(), name="cancel_challenge"),
    path("matches/<uuid:match_id>/resign/", robots.Resign.as_view(), name="resign"),
]
