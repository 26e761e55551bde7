"""Addresses of puzzles."""

from django.urls import URLPattern, path

from league.puzzles import pages

app_name = "puzzles"
urlpatterns: list[URLPattern] = [
    path("puzzles/", pages.page, name="page"),
    path("puzzles/next/", pages.next_one, name="next"),
    path("puzzles/daily/", pages.daily, name="daily"),
    path("puzzles/rush/", pages.rush_page, name="rush"),
    path("puzzles/theme/<slug:game>/<slug:theme>/", pages.theme_page, name="theme"),
    path("offline/puzzles/<slug:slug>/", pages.offline, name="offline"),
    path("puzzles/<slug:code>/", pages.puzzle_page, name="one"),
]
