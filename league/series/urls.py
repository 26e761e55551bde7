from django.urls import URLPattern, path

from league.series import views

app_name = "series"
urlpatterns: list[URLPattern] = [
    path("series/", views.series_list, name="list"),
    path("series/new/", views.new, name="new"),
    path("series/<slug:slug>/", views.series_page, name="one"),
    path("series/<slug:slug>/statistics/", views.statistics, name="statistics"),
    path("series/<slug:slug>/desk/", views.desk, name="desk"),
    path("series/<slug:slug>/desk/press/", views.press, name="press"),
    path("series/<slug:slug>/feed.atom", views.feed, name="feed"),
    path("series/<slug:slug>/merit.csv", views.merit_csv, name="csv"),
]
