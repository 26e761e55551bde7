"""Follow-up of an ended match in its arena: its two wait again at once, not at the next beat. And claims of names."""

from functools import partial
from uuid import UUID

from django.db import transaction

from league.arenas.claims import Places
from league.arenas.waking import wake
from league.competitions.models import Competition
from league.competitions.verbs.results import result_listeners
from league.players.verbs.claims import holdings_of_apps
from matches.models import Match

holdings_of_apps.add(Places)


@result_listeners.add
def wake_arena(match: Match, competition: Competition | None = None) -> None:
    """Let the arena of a match that has ended take its turn, once the result is taken."""
    kind, _colon, arena_id = match.origin.partition(":")
    if kind == "arena":
        transaction.on_commit(partial(wake, UUID(arena_id)))
