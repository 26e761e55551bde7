"""Lessons of guests: what they solved goes with them."""

from league.lessons.models import Lesson, Participant
from league.players.verbs.idle_guests import guest_models

guest_models.add(Lesson)
guest_models.add(Participant)
