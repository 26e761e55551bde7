"""Additions of statistics to the apps below."""

from __future__ import annotations

from league.players.verbs.claims import holdings_of_apps
from league.statistics.claims import Lines

holdings_of_apps.add(Lines)
