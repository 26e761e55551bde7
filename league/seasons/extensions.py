"""Additions of seasons to the apps below."""

from __future__ import annotations

from league.players.verbs.claims import holdings_of_apps
from league.seasons.claims import Substitutions

holdings_of_apps.add(Substitutions)
