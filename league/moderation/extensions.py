"""Additions of moderation to the apps below."""

from league.moderation import sightings
from league.moderation.models import Sighting
from league.moderation.queries import must_not_be_taken_away
from league.players.verbs.idle_guests import guest_models
from league.players.verbs.settings import name_checks

guest_models.add(Sighting)
name_checks.add(must_not_be_taken_away)
sightings.listen()
