from django.urls import URLPattern, path

from league.classes import views

app_name = "classes"
urlpatterns: list[URLPattern] = [
    path("class/", views.sign_in, name="sign_in"),
    path("class/new/", views.new, name="new"),
    path("class/card/<str:key>/", views.sign_in, name="card"),
    path("competitions/<slug:slug>/class/", views.class_page, name="one"),
    path("competitions/<slug:slug>/class/cards/", views.cards, name="cards"),
]
