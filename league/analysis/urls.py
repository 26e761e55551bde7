from django.urls import URLPattern, URLResolver, include, path

from league.analysis import views

own: list[URLPattern] = [
    path("analysis/", views.board, name="board"),
    path("analysis/mine/", views.own_analyses, name="mine"),
    path("analysis/step/", views.step, name="step"),
    path("analysis/advice/", views.advice, name="advice"),
    path("analysis/tree/", views.tree, name="tree"),
    path("analysis/save/", views.save, name="save"),
    path("analysis/play/", views.play, name="play"),
    path("offline/analysis/<slug:slug>/", views.offline, name="offline"),
    path("analysis/position.svg", views.picture, name="picture"),
    path("analysis/<uuid:analysis_id>/", views.saved, name="saved"),
    path("analysis/<uuid:analysis_id>/sheet.txt", views.sheet, name="sheet"),
    path("analysis/<uuid:analysis_id>/card.png", views.card, name="card"),
    path("analysis/<uuid:analysis_id>/change/", views.change, name="change"),
    path("analysis/<uuid:analysis_id>/report/", views.report, name="report"),
    path("matches/<uuid:match_id>/analysis/", views.from_match, name="from_match"),
]
urlpatterns: list[URLPattern | URLResolver] = [path("", include((own, "analysis")))]
