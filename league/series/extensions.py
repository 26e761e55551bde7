"""Additions of series to the apps below."""

from __future__ import annotations

from league.players.verbs.resets import office_sources
from league.series import access

office_sources.add(access.owns_any)
