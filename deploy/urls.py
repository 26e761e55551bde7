"""Addresses of the site, app by app."""

from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import RedirectView

from deploy import errors, health, installable, pages, security_txt, status

urlpatterns: list[URLPattern | URLResolver] = [
    path("favicon.ico", health.favicon),
    path("app.webmanifest", installable.manifest, name="manifest"),
    path("worker.js", installable.worker, name="worker"),
    path("offline/", installable.offline, name="offline"),
    path(".well-known/security.txt", security_txt.security_txt, name="security-txt"),
    path(
        ".well-known/change-password",
        RedirectView.as_view(pattern_name="account_change_password"),
        name="change-password",
    ),
    path("lan/", pages.join, name="lan"),
    path("status/", status.status, name="status"),
    path("accounts/", include("league.players.accounts.urls")),
    path("", include("matches.urls")),
    path("", include("league.site.urls")),
    path("", include("league.players.urls")),
    path("", include("league.site.competition_urls")),
    path("", include("league.evenings.urls")),
    path("", include("league.series.urls")),
    path("", include("league.arenas.urls")),
    path("", include("league.events.urls")),
    path("", include("league.seasons.urls")),
    path("", include("league.classes.urls")),
    path("", include("league.clubs.urls")),
    path("", include("league.lessons.urls")),
    path("", include("league.following.urls")),
    path("", include("league.analysis.urls")),
    path("", include("league.privacy.urls")),
    path("", include("league.statistics.urls")),
    path("", include("league.puzzles.urls")),
    path("", include("league.moderation.urls")),
    path("", include("league.support.urls")),
    path("", include("league.delivery.urls")),
    path("api/v1/", include("league.api_urls")),
]

handler400 = errors.bad_request
handler403 = errors.permission_denied
handler404 = errors.page_not_found
handler500 = errors.server_error
