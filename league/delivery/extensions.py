"""Additions of delivery to the apps below."""

from league.delivery.models import PushSubscription
from league.players.verbs.idle_guests import guest_models

guest_models.add(PushSubscription)
