"""Channels of notifications: page, e-mail and web push, chosen by subject.

Events have finer kinds (``proposal``, ``kick_off``, ``reminder``); people choose by the subjects below.
"""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from league.players.models import User

WAYS: Final = ("page", "mail", "push")
SUBJECTS: Final[dict[str, str | Promise]] = {
    "fixture": gettext_lazy("A match has a new time"),
    "call": gettext_lazy("Your match is called to a table"),
    "waiting": gettext_lazy("Your opponent is waiting for you"),
    "move": gettext_lazy("It is your move in a correspondence match"),
    "open": gettext_lazy("A round opens"),
    "dispute": gettext_lazy("A result is reported or disputed"),
    "draw": gettext_lazy("The draw is done"),
    "title": gettext_lazy("A title is won"),
    "follow": gettext_lazy("News of players, clubs and competitions that you follow"),
    "news": gettext_lazy("Everything else: announcements, awards, invitations"),
}
SUBJECT_OF: Final = {
    "proposal": "fixture",
    "kick_off": "fixture",
    "reminder": "fixture",
    "report": "dispute",
    "dispute": "dispute",
    "duty": "call",
}
"""Subjects of kinds that have another name; any other unknown kind is news."""
ALWAYS_SHOWN: Final = frozenset({"reset"})
"""Kinds about the safety of the account: nobody can turn them off on the page."""


def subject(kind: str) -> str:
    """Return the subject by which people choose ``kind``."""
    subject = SUBJECT_OF.get(kind, kind)
    return subject if subject in SUBJECTS else "news"


def wants(user: User, kind: str, way: str) -> bool:
    if way == "page" and kind in ALWAYS_SHOWN:
        return True
    return way not in user.channels_off.get(subject(kind), ())
