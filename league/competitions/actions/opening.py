"""Steps of a competition's life: published, drawn, started, and back; cancelled; frozen and resumed."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from league.actions import Action
from league.competitions.actions.shapes import ReasonIn, StepIn
from league.competitions.actions.subjects import COMPETITION
from league.competitions.models import Competition
from league.competitions.models.roles import Right
from league.competitions.verbs import create, drawing, freezing, reopening, rounds
from league.competitions.verbs.visibility import show_to


class VisibilityIn(serializers.Serializer[Any]):
    """The audience of a competition."""

    visibility = serializers.ChoiceField(choices=Competition.Visibility.choices)


SHOW_TO: Final = Action(
    "visibility",
    show_to,
    COMPETITION,
    "Show the competition to everybody, to those with its address, or to its members only; at any time.",
    Right.RUN,
    takes=VisibilityIn,
    at="visibility/",
)

PUBLISH: Final = Action(
    "publish",
    create.publish,
    COMPETITION,
    "Open the registration and commit to the seed of the draw.",
    Right.RUN,
    takes=StepIn,
    said=_("Registration is open."),
    label=_("Publish"),
    at="publish/",
)
UNPUBLISH: Final = Action(
    "unpublish",
    create.unpublish,
    COMPETITION,
    "Make a published competition a draft again, while nobody has entered.",
    Right.RUN,
    takes=StepIn,
    said=_("Back to draft."),
    label=_("Back to a draft"),
    at="unpublish/",
)
DRAW: Final = Action(
    "draw",
    drawing.draw,
    COMPETITION,
    "Freeze the entrants, reveal the seed and draw everybody's place.",
    Right.RUN,
    takes=StepIn,
    said=_("The draw is done."),
    label=_("Make the draw"),
    then="draw",
    at="draw/",
)
START: Final = Action(
    "start",
    rounds.start,
    COMPETITION,
    "Build the rounds and start the competition.",
    Right.RUN,
    takes=StepIn,
    said=_("The competition has started."),
    label=_("Start"),
    at="start/",
)
TAKE_START_BACK: Final = Action(
    "take_start_back",
    reopening.take_start_back,
    COMPETITION,
    "Open the registration again, while no fixture has been played.",
    Right.RUN,
    takes=ReasonIn,
    said=_("Start undone. Registration is open again."),
    label=_("Undo the start"),
    at="take-start-back/",
)
CANCEL: Final = Action(
    "cancel",
    create.cancel,
    COMPETITION,
    "Cancel the competition; it has no champion. Only the owner may.",
    Right.OWN,
    takes=ReasonIn,
    said=_("The competition is cancelled."),
    label=_("Cancel the competition"),
    at="cancel/",
)
FREEZE: Final = Action(
    "freeze",
    freezing.freeze,
    COMPETITION,
    "Freeze the competition: nothing opens, closes or expires, and its matches are held.",
    Right.RUN,
    takes=ReasonIn,
    said=_("The competition is frozen."),
    label=_("Freeze the competition"),
    at="freeze/",
)
THAW: Final = Action(
    "thaw",
    freezing.thaw,
    COMPETITION,
    "Resume a frozen competition; everything ahead moves later by the length of the freeze.",
    Right.RUN,
    takes=StepIn,
    said=_("The competition goes on. Everything ahead moves to a later time."),
    label=_("Resume match"),
    at="thaw/",
)

ACTIONS: Final = (
    SHOW_TO,
    PUBLISH,
    UNPUBLISH,
    DRAW,
    START,
    TAKE_START_BACK,
    CANCEL,
    FREEZE,
    THAW,
)
