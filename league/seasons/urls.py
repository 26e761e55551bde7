"""Addresses of ``league.seasons``."""

from __future__ import annotations

from django.urls import URLPattern, path

from league.seasons import views, views_end

app_name = "seasons"
ONE = "competitions/<slug:slug>/"
urlpatterns: list[URLPattern] = [
    path(f"{ONE}console/quiet/", views.quiet, name="quiet"),
    path(f"{ONE}console/close/", views.close_early, name="close_early"),
    path(f"{ONE}console/answers/", views_end.answers, name="answers"),
    path(f"{ONE}entrants/<uuid:entrant_id>/substitute/", views.substitute, name="substitute"),
    path(f"{ONE}leave/", views.leave, name="leave"),
    path(f"{ONE}end/", views_end.end, name="end"),
    path(f"{ONE}end/press/", views_end.press, name="press"),
    path(f"{ONE}certificates/", views_end.certificates, name="certificates"),
    path("in-or-out/<str:key>/", views_end.in_or_out, name="in_or_out"),
    path("archive/<uuid:competition_id>/", views_end.archive, name="archive"),
    path("archive/<uuid:competition_id>/bracket.svg", views_end.archive_bracket, name="archive_bracket"),
    path("archive/<uuid:competition_id>/archive.json", views_end.archive_json, name="archive_json"),
]
