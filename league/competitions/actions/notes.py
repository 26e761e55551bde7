"""What the staff tells: announcements to all, comments on fixtures."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from league.actions import Action
from league.competitions.actions.subjects import ANNOUNCEMENT, COMMENT, COMPETITION, FIXTURE
from league.competitions.models import Announcement, Comment
from league.competitions.models.roles import Right
from league.competitions.verbs import notes


class WordsIn(serializers.Serializer[Any]):
    """Plain text."""

    words = serializers.CharField(max_length=notes.LONGEST)


ANNOUNCE: Final = Action(
    "announce",
    notes.announce,
    COMPETITION,
    "Announce something to everybody who plays or helps.",
    Right.RUN,
    takes=WordsIn,
    said=_("Announced. We told everyone."),
    label=_("Announce"),
    gives=Announcement,
    status=201,
)
TAKE_BACK: Final = Action(
    "take_back",
    notes.take_back_announcement,
    ANNOUNCEMENT,
    "Take an announcement back: it is no longer shown.",
    Right.RUN,
    said=_("Announcement removed."),
    label=_("Remove announcement"),
    at="",
    method="DELETE",
    status=204,
)
WRITE_COMMENT: Final = Action(
    "comment",
    notes.comment,
    FIXTURE,
    "Write a public comment on a fixture; both sides are notified.",
    Right.DECIDE,
    takes=WordsIn,
    said=_("Comment published."),
    gives=Comment,
    status=201,
)
TAKE_BACK_COMMENT: Final = Action(
    "take_back_comment",
    notes.take_back_comment,
    COMMENT,
    "Take a comment back: it is no longer shown.",
    Right.DECIDE,
    at="",
    method="DELETE",
    status=204,
)

ACTIONS: Final = (
    ANNOUNCE,
    TAKE_BACK,
    WRITE_COMMENT,
    TAKE_BACK_COMMENT,
)
