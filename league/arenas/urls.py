"""Addresses of arenas."""

from django.urls import URLPattern, path

from league.arenas import views

app_name = "arenas"
urlpatterns: list[URLPattern] = [
    path("arenas/", views.arena_list, name="list"),
    path("arenas/new/", views.new, name="new"),
    path("arenas/<slug:slug>/", views.arena_page, name="one"),
    path("arenas/<slug:slug>/here/", views.here, name="here"),
    path("arenas/<slug:slug>/press/", views.press, name="press"),
]
