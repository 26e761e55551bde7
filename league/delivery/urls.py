from django.contrib.sitemaps import views as sitemap_views
from django.urls import URLPattern, path
from django.views.decorators.cache import cache_control

from league.delivery import oembed, pages, sitemaps, views

app_name = "delivery"
for_an_hour = cache_control(public=True, max_age=3600)
urlpatterns: list[URLPattern] = [
    path("robots.txt", sitemaps.robots, name="robots"),
    path(
        "sitemap.xml",
        for_an_hour(sitemap_views.index),
        {"sitemaps": sitemaps.SITEMAPS, "sitemap_url_name": "delivery:sitemap"},
        name="sitemaps",
    ),
    path(
        "sitemap-<str:section>.xml",
        for_an_hour(sitemap_views.sitemap),
        {"sitemaps": sitemaps.SITEMAPS},
        name="sitemap",
    ),
    path("oembed/", oembed.oembed, name="oembed"),
    path("settings/notifications/", pages.choices, name="choices"),
    path("notifications/browser/", pages.browser, name="browser"),
    path("competitions/<slug:slug>/console/hooks/", pages.hooks_page, name="hooks"),
    path("cards/competitions/<slug:slug>.png", views.competition, name="competition"),
    path("cards/competitions/<slug:slug>/table.png", views.table, name="table"),
    path("cards/competitions/<slug:slug>/rounds/<int:number>.png", views.round_card, name="round"),
    path("cards/competitions/<slug:slug>/fixtures/<uuid:fixture_id>.png", views.fixture, name="fixture"),
    path("cards/series/<slug:slug>.png", views.series, name="series"),
    path("cards/players/<uuid:player_id>.png", views.player, name="player"),
    path("cards/matches/<uuid:match_id>.png", views.match, name="match"),
    path("competitions/<slug:slug>/rounds/<int:number>.txt", views.round_text, name="round_text"),
]
