"""Puzzles of guests: what they solved goes with them. Puzzles without a server."""

from django.utils.translation import gettext_lazy as _

from league.players.verbs.idle_guests import guest_models
from league.puzzles.models import Attempt, Solver
from matches.pages.offline import Room, rooms

guest_models.add(Attempt)
guest_models.add(Solver)
rooms.append(Room(_("Puzzles"), "puzzles:offline", "js/offline/puzzles.js", "css/puzzles.css"))
