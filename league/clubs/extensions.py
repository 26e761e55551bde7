"""Additions of clubs to the apps below."""

from __future__ import annotations

from league.clubs import access
from league.clubs.verbs.claims import Memberships
from league.players.verbs.claims import holdings_of_apps
from league.players.verbs.resets import office_sources

holdings_of_apps.add(Memberships)
office_sources.add(access.holds_office)
