"""Addresses of lessons."""

from django.urls import URLPattern, path

from league.lessons import pages

app_name = "lessons"
urlpatterns: list[URLPattern] = [
    path("lessons/", pages.own_lessons, name="mine"),
    path("lessons/<uuid:lesson_id>/edit/", pages.edit, name="edit"),
    path("lessons/<uuid:lesson_id>/edit/<int:place>/", pages.step, name="step"),
    path("lessons/<uuid:lesson_id>/results/", pages.results, name="results"),
    path("lesson/<str:key>/", pages.solve, name="solve"),
]
