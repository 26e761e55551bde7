"""Connections of pages go back to their pool as soon as nothing more is asked, whoever draws the answer or takes it."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.handlers.asgi import ASGIRequest
from django.db import close_old_connections, connections
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.deprecation import MiddlewareMixin


class BackBeforeSending(MiddlewareMixin):
    """Middleware that gives connections back before an answer is sent. Comes before all that ask the database.

    Django does so when the answer has been taken: a stream held its connection for as long as it was open, a client
    that takes its answer slowly for a minute.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if isinstance(request, ASGIRequest):  # a test's client goes on with its own connection
            close_old_connections()
        return response


def returning_connections(handler: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Wrap an error handler: the connections that it takes are given back.

    Under ASGI Django calls it in a thread that is not the request's (``django.core.handlers.exception``). No signal
    closes what that thread takes: four pages that asked for something kept the whole pool for ever. So the error
    templates ask for nothing (a request that holds one connection would wait for a second), and what slips through is
    given back here.
    """

    @wraps(handler)
    def answer(request: HttpRequest, **about: Any) -> HttpResponse:
        taken_before = {link.alias for link in connections.all(initialized_only=True) if link.connection is not None}
        try:
            return handler(request, **about)
        finally:
            for link in connections.all(initialized_only=True):
                if link.alias not in taken_before:
                    link.close()

    return answer
