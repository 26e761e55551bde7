"""Additions of delivery to the apps below."""

from league.competitions.verbs.staff import leavers
from league.delivery import hooks, push
from league.delivery.models import PushSubscription
from league.players.accounts.sessions import key_listeners
from league.players.verbs.idle_guests import guest_models

guest_models.add(PushSubscription)
key_listeners.add(push.follow)
leavers.add(hooks.stop_of_leaver)
