"""Addresses of live matches."""

from django.urls import URLPattern, path, re_path

from matches import feed
from matches.pages import (
    casual,
    chat,
    conditional,
    fairness,
    guided,
    hints,
    offers,
    officials,
    offline,
    reviews,
    starting,
)
from matches.pages import matches as views

app_name = "matches"
urlpatterns: list[URLPattern] = [
    path("feed/", feed.feed, name="feed"),
    path("fairness/", fairness.fairness, name="fairness"),
    path("play/<slug:slug>/", starting.start, name="start"),
    path("play/<slug:slug>/learn/", guided.learn, name="learn"),
    path("offline/play/", offline.choose, name="offline"),
    path("offline/send/", offline.send, name="offline-send"),
    path("offline/verify/", offline.verify, name="offline-verify"),
    path("offline/play/<slug:slug>/", offline.table, name="offline-table"),
    path("offline/files/<slug:mark>/worker.js", offline.worker, {"name": offline.WORKER}, name="offline-worker"),
    path("offline/files/<slug:mark>/proof.js", offline.worker, {"name": offline.PROOF}, name="offline-proof"),
    path("offline/files/<slug:mark>/boards.js", offline.worker, {"name": offline.BOARDS}, name="offline-boards"),
    path("offline/files/<slug:mark>/<str:name>", offline.file, name="offline-file"),
    path("challenges/new/", casual.new, name="challenge-new"),
    path("challenges/<uuid:challenge_id>/", casual.challenge, name="challenge"),
    path("challenges/<uuid:challenge_id>/answer/", casual.answer, name="answer"),
    path("matches/<uuid:match_id>/practise/", casual.practise, name="practise"),
    path("matches/<uuid:match_id>/leave/", casual.leave, name="leave"),
    path("matches/join/<str:invite>/", views.join, name="join"),
    path("matches/words/<str:lang>/<str:mark>.json", views.word_list, name="words"),
    path("matches/<uuid:match_id>/", views.live, name="live"),
    path("matches/<uuid:match_id>/around/", views.around, name="around"),
    path("matches/<uuid:match_id>/coach/", guided.coach, name="coach"),
    path("matches/<uuid:match_id>/hint/", hints.hint, name="hint"),
    path("matches/<uuid:match_id>/move/", views.move, name="move"),
    path("matches/<uuid:match_id>/offer/", offers.offer, name="offer"),
    path("matches/<uuid:match_id>/claim/", offers.claim, name="claim"),
    path("matches/<uuid:match_id>/rematch/", views.rematch, name="rematch"),
    path("matches/<uuid:match_id>/chat/", chat.room, name="chat"),
    path("matches/<uuid:match_id>/chat/say/", chat.say, name="say"),
    path("matches/<uuid:match_id>/chat/<str:room>/<int:n>/", chat.line, name="line"),
    path("matches/<uuid:match_id>/conditional/", conditional.plan, name="plan"),
    path("matches/<uuid:match_id>/officials/", officials.rule, name="officials"),
    path("matches/<uuid:match_id>/replay/", views.replay, name="replay"),
    path("matches/<uuid:match_id>/report/", views.report, name="report"),
    path("matches/<uuid:match_id>/review/", reviews.review, name="review"),
    path("matches/<uuid:match_id>/replay.json", views.steps, name="steps"),
    re_path(r"^matches/(?P<match_id>[0-9a-f-]{36})/sheet\.(?P<form>txt|json)$", views.sheet, name="sheet"),
    path("matches/<uuid:match_id>/verify/", views.verify, name="verify"),
]
