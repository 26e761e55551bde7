"""Buttons of pages, made of actions: who is let in, the values of the form, the verb, the message."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from django.contrib import messages
from django.http import HttpRequest, QueryDict

from league.actions import Action, found
from league.errors import LeagueError
from matches.refusals import refusals_shown

Press: TypeAlias = Callable[[HttpRequest, Mapping[str, Any]], bool]


def button_of(action: Action) -> Press:
    """Return what a button for ``action`` does with its form and the parts of the page's address.

    It returns whether it is done, and leaves a message for the next page: what was done, or why not. Raises Http404.
    """

    def press(request: HttpRequest, keys: Mapping[str, Any]) -> bool:
        named = {action.on.key: request.POST.get(action.on.field, "")}
        with refusals_shown(request, LeagueError):
            _house, row = found(action, request.user, {**named, **keys})
            made = action.do(row, request.user, typed_values(action, request.POST))
            messages.success(request, action.said(made) if callable(action.said) else str(action.said))
            return True
        return False

    return press


def typed_values(action: Action, form: QueryDict) -> dict[str, Any]:
    """Return what was typed into the fields of ``action``. Raises LeagueError: what is wrong with the first."""
    if action.takes is None:
        return {}
    shape = action.takes(data=form)
    if not shape.is_valid():
        raise LeagueError(_first_sentence(shape.errors))
    return dict(shape.validated_data)


def _first_sentence(errors: Any) -> str:  # a nest of lists and dicts of sentences
    while not isinstance(errors, str):
        errors = next(iter(errors.values() if isinstance(errors, Mapping) else errors))
    return str(errors)
