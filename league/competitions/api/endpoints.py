"""The endpoints of the actions of competitions. Actions that share an address are methods of one view."""

from itertools import groupby
from typing import Final

from django.urls import URLPattern, path

from league.actions import Action
from league.api.endpoints import endpoint_of
from league.competitions.actions.every import ACTIONS
from league.competitions.api.answers import ANSWERS


def _address(action: Action) -> str:
    return f"{action.on.address}{action.at}"


urlpatterns: Final[list[URLPattern]] = [
    path(address, endpoint_of(actions, ANSWERS).as_view(), name=actions[0].name)
    for address, group in groupby((action for action in ACTIONS if action.at is not None), _address)
    if (actions := list(group))
]
