"""The addresses of the sockets."""

from django.urls import URLPattern, path

from matches.socket.consumers import MatchConsumer

websocket_urlpatterns: list[URLPattern] = [
    path("ws/matches/<uuid:match_id>/", MatchConsumer.as_asgi()),  # type: ignore[no-untyped-call]
]
