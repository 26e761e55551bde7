"""Puzzles of guests: what they solved goes with them."""

from league.players.verbs.idle_guests import guest_models
from league.puzzles.models import Attempt, Solver

guest_models.add(Attempt)
guest_models.add(Solver)
