"""Additions of privacy to players: rows that go with an idle guest."""

from league.players.verbs.idle_guests import guest_models
from league.privacy.models import DataArchive, Deletion

guest_models.add(DataArchive)
guest_models.add(Deletion)
