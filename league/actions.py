"""What people can do, a row each: the API, its document, the buttons of pages and the tests read it.

A row lies in the folder ``actions`` of its app, beside the verb that it names. ``league.api.endpoints`` makes an
endpoint of it, ``league.buttons`` what a button of a page does.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.db.models import Model
from django.http import Http404
from django.utils.functional import Promise
from rest_framework.serializers import Serializer

from league.errors import Gone


@dataclass(frozen=True)
class Subject:
    """A kind of thing that actions are about: a competition, an entrant, a round."""

    model: type[Model]
    """Of its rows: an answer of the API shows one."""
    address: str
    """Of one of them in the API, below its root."""
    key: str
    """The part of the address that names it: ``entrant_id``."""
    door: Callable[[Any, Mapping[str, Any], StrEnum | None], Any]
    """Returns what it belongs to (a competition) for a user with this right there. Raises Http404."""
    find: Callable[[Any, Mapping[str, Any]], Any]
    """Returns the row by what it belongs to and the parts of the address. Raises Http404."""
    keywords: Callable[[Any], dict[str, Any]]
    """Returns the row as keywords of a verb."""

    @property
    def field(self) -> str:
        """The field of a page's form that names it."""
        return self.key.removesuffix("_id")


@dataclass(frozen=True)
class Action:
    """One thing that people can do."""

    name: str
    """Of its endpoint, and the ``do`` of its button."""
    verb: Callable[..., Any]
    """Called with the subject, who does it and the fields of ``takes``."""
    on: Subject
    help: str
    """What it does, in the API's document."""
    right: StrEnum | None = None
    """Needed in what the subject belongs to. None: ``parties`` alone."""
    parties: Callable[[Any, Any], bool] | None = None
    """Whether a user may do it without the right, as a party to the subject."""
    by: str = "by"
    """The verb's keyword for who does it."""
    takes: type[Serializer[Any]] | None = None
    """The fields that it needs, in the API and in a form of a page."""
    said: str | Promise | Callable[[Any], str] = ""
    """The message after its button, or how to say it of what the verb returned."""
    label: str | Promise = ""
    """Of its button."""
    then: str = "console"
    """The page that shows what was done: its name among the addresses of competitions."""
    at: str | None = None
    """Its address below the subject's. None: it has no endpoint, or shares the one of a view written by hand."""
    method: str = "POST"
    gives: type[Model] | None = None
    """What the verb returns, if that is the answer. None: the answer is the subject."""
    many: bool = False
    """The verb returns a list of them."""
    status: int = 200
    """Of the answer; 204: it has no body, also if the subject was gone already."""
    scope: str = ""
    """What a token must hold to do it. Empty: it is for people."""
    limit: str = ""
    """The limit of ``settings.LIMITS`` that counts it."""

    def do(self, row: Any, user: Any, values: Mapping[str, Any]) -> Any:  # rows and users of any kind
        """Call the verb, and return what it returns."""
        return self.verb(**self.on.keywords(row), **{self.by: user}, **values)


def found(action: Action, user: Any, keys: Mapping[str, Any]) -> tuple[Any, Any]:  # a user of any kind; any rows
    """Return what the subject belongs to and the subject, for a user who may do ``action``.

    Raises Http404; Gone only to those whom the right lets in whatever they ask for.
    """
    house = action.on.door(user, keys, None if action.parties else action.right)
    let_in = action.parties is None or action.right in house.rights
    try:
        row = action.on.find(house, keys)
    except Gone:
        if let_in:
            raise
        raise Http404 from None
    if not let_in and action.parties is not None and not action.parties(row, user):
        raise Http404
    return house, row
