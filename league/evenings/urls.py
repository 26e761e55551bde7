from django.urls import URLPattern, path

from league.evenings import printing, views

app_name = "evenings"
ONE = "competitions/<slug:slug>/"
urlpatterns: list[URLPattern] = [
    path(f"{ONE}evening/", views.tonight, name="tonight"),
    path(f"{ONE}evening/act/", views.act, name="act"),
    path(f"{ONE}evening/desk/", views.desk, name="desk"),
    path(f"{ONE}evening/press/", views.press, name="press"),
    path(f"{ONE}evening/tables/<uuid:fixture_id>/", views.score, name="score"),
    path(f"{ONE}console/results/", views.results, name="results"),
    path(f"{ONE}console/tables/", views.tables, name="tables"),
    path(f"{ONE}print/", printing.prints, name="prints"),
    path(f"{ONE}print/<slug:document>/", printing.document, name="print"),
    path("clock/", views.now, name="now"),
    path("s/<str:key>/", views.sheet, name="sheet"),
]
