from django.urls import URLPattern, URLResolver, include, path

from league.following import pages

own: list[URLPattern] = [
    path("following/results/", pages.results, name="results"),
    path("players/<uuid:player_id>/follow/", pages.player, name="player"),
    path("clubs/<slug:slug>/follow/", pages.club, name="club"),
    path("competitions/<slug:slug>/follow/", pages.competition, name="competition"),
]
urlpatterns: list[URLPattern | URLResolver] = [path("", include((own, "following")))]
