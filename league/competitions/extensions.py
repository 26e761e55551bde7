"""Registrations of competitions with the apps below."""

from league.competitions.derivation.recompute import followers
from league.competitions.policy import known_names, personal_links
from league.competitions.verbs import calling, claims, freezing, password_resets
from league.players.policy.access import appearance_sources
from league.players.verbs.claims import holdings_of_apps
from league.players.verbs.guests import sign_up_listeners
from league.players.verbs.resets import office_sources, organiser_sources

appearance_sources.add(known_names.appearances)
followers.add(calling.follow)
freezing.postponers.add(calling.postpone)
holdings_of_apps.add(claims.Places)
office_sources.add(password_resets.holds_office)
organiser_sources.add(password_resets.organisers_of)
sign_up_listeners.add(personal_links.end_links_of)
