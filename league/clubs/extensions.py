"""Clubs in the competitions that belong to them."""

from league.clubs import access
from league.clubs.competitions import CompetitionClubs
from league.clubs.verbs.claims import Memberships
from league.competitions.policy.clubs import club_policies
from league.players.verbs.claims import holdings_of_apps
from league.players.verbs.resets import office_sources

club_policies.add(CompetitionClubs())

holdings_of_apps.add(Memberships)
office_sources.add(access.holds_office)
