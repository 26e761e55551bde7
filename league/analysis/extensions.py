"""Additions of the analysis board to the apps below it."""

from league.analysis import verbs
from league.moderation.models import Case
from league.moderation.verbs import HIDERS

HIDERS.add((Case.Kind.ANALYSIS, verbs.hide))
