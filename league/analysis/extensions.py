"""Additions of the analysis board to the apps below it."""

from django.utils.translation import gettext_lazy as _

from league.analysis import verbs
from league.moderation.models import Case
from league.moderation.verbs import HIDERS
from matches.pages.offline import Room, rooms

HIDERS.add((Case.Kind.ANALYSIS, verbs.hide))
rooms.append(
    Room(_("Analysis board"), "analysis:offline", "js/offline/analysis.js", "css/analysis.css", takes_match=True)
)
