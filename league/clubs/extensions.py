"""Clubs in the competitions that belong to them."""

from __future__ import annotations

from league.clubs.competitions import CompetitionClubs
from league.competitions.policy.clubs import club_policies

club_policies.add(CompetitionClubs())
