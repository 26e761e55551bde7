"""Additions of moderation to the apps below."""

from league.moderation import sightings
from league.moderation.models import Sighting
from league.players.verbs.idle_guests import guest_models

guest_models.add(Sighting)
sightings.listen()
