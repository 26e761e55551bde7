"""Endpoints of the API, made of actions: who is let in, the checked body, the verb, the answer."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db.models import Model
from django.urls import URLPattern, path
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.views import APIView

from league.actions import Action, found
from league.errors import Gone
from matches.api.bodies import checked_body, without_body


@dataclass(frozen=True)
class Answers:
    """How an app shows what its actions are about."""

    shapes: Mapping[type[Model], type[BaseSerializer[Any]]]
    context: Callable[[Any, Any], dict[str, Any]]
    """Of the shape: by what the subject belongs to, and the reader."""


def method_of(action: Action, answers: Answers) -> Any:
    """Return the method of a view that does ``action``."""

    def handle(view: APIView, request: Request, **keys: Any) -> Response:
        if not request.user.is_authenticated:
            raise NotAuthenticated
        try:
            house, row = found(action, request.user, keys)
        except Gone:
            if action.status == 204:
                return Response(status=204)
            raise
        context = answers.context(house, request.user)
        values = checked_body(request, action.takes) if action.takes is not None else {}
        made = action.do(row, request.user, values)
        if action.status == 204:
            return Response(status=204)
        if action.gives is None:
            row.refresh_from_db()
            made = row
        return Response(shape(made, many=action.many, context=context).data, status=action.status)

    shape: Any = None if action.status == 204 else answers.shapes[action.gives or action.on.model]
    answer = shape(many=True) if action.many else shape
    schema: dict[str, Any] = {"description": action.help, "responses": {action.status: answer}}
    if action.takes is None:
        done = without_body(**schema)(handle)
    else:
        done = extend_schema(request=action.takes, **schema)(handle)
    done.action = action
    return done


def endpoint_of(actions: Sequence[Action], answers: Answers) -> type[APIView]:
    """Return the view of ``actions``, which share an address."""

    class Endpoint(APIView):
        token_scopes = {action.method: action.scope for action in actions if action.scope}
        limits = {action.method: action.limit for action in actions if action.limit}

    for action in actions:
        setattr(Endpoint, action.method.lower(), method_of(action, answers))
    return Endpoint


def addresses_of(actions: Iterable[Action], answers: Answers) -> list[URLPattern]:
    """Return the addresses of ``actions`` that have one. Neighbours of one address are methods of one view."""
    own = [action for action in actions if action.at is not None]
    views = [list(group) for _address, group in groupby(own, lambda action: f"{action.on.address}{action.at}")]
    return [
        path(f"{first.on.address}{first.at}", endpoint_of([first, *others], answers).as_view(), name=first.name)
        for first, *others in views
    ]
