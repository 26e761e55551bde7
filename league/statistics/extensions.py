"""Additions of statistics to the apps below."""

from __future__ import annotations

from league.players.verbs.claims import holdings_of_apps
from league.players.verbs.idle_guests import guest_models
from league.statistics.claims import Lines
from league.statistics.models import Career, Line, Rating

holdings_of_apps.add(Lines)
for _model in (Career, Line, Rating):
    guest_models.add(_model)
