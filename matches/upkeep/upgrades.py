"""Upgrades with matches in play: the matches continue under their own rules, or the release waits.

An engine plays one version of its rules, and those that it continues (``Game.plays``): their matches keep their version
and store their positions as it does, so that the release before goes on with them too, beside this one or after it. A
match that has kicked off under another version cannot be carried over (its position may mean something else now), so a
release that changes the rules of a game refuses to start while such matches are in play, and names them. A match that
has not kicked off begins under today's rules. Finished matches are shown from their log, whatever today's rules say
(``matches.replay.playback``).
"""

from dataclasses import dataclass
from uuid import UUID

from django.db import connection
from django.db.models import Q

import engines
from engines.core.errors import EngineError
from engines.core.options import resolve_options
from matches.models import Match

NAMED = 10
"""Matches named in one sentence; the rest are counted."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A match in play under rules that this release does not play."""

    id: UUID
    game: str
    theirs: int
    ours: int | None
    """None: the release has no such game."""
    title: str

    def __str__(self) -> str:
        ours = "not in this release" if self.ours is None else f"this release plays {self.ours}"
        return f"{self.id} ({self.title or self.game}: {self.game} rules {self.theirs}, {ours})"


def in_play_under_other_rules() -> list[Waiting]:
    """Return the matches that this release cannot continue, oldest first.

    It reads columns of the first migration only, as it runs before a release migrates.
    """
    if Match._meta.db_table not in connection.introspection.table_names():
        return []
    playing = {slug: engines.get(slug) for slug in engines.games()}
    resumed = Q(status=Match.Status.WAITING, snapshot__isnull=False)  # its position is of its old rules
    rows = Match.objects.filter(Q(status__in=Match.IN_PLAY) | resumed).order_by("created_at")
    matches = rows.values_list("id", "game", "rules_version", "title")
    return [
        Waiting(match_id, game, version, playing[game].rules_version if game in playing else None, title)
        for match_id, game, version, title in matches
        if game not in playing or not playing[game].plays(version)
    ]


def begin_under_todays_rules() -> int:
    """Move matches that have not kicked off to today's rules; return how many.

    A match with options unknown to today's rules keeps its version and stays waiting: its organiser opens it anew.
    """
    changed = 0
    for slug in engines.games():
        version = engines.get(slug).rules_version
        rows = Match.objects.filter(status=Match.Status.WAITING, snapshot__isnull=True, game=slug)
        for match in rows.exclude(rules_version=version).only("id", "options"):
            try:
                options = resolve_options(engines.get(slug).options, match.options)
            except EngineError:
                continue
            waiting = Match.objects.filter(pk=match.pk, status=Match.Status.WAITING, snapshot__isnull=True)
            changed += waiting.update(rules_version=version, options=options)
    return changed


def sentence(waiting: list[Waiting]) -> str:
    """Return why the release does not start, on one line, with what to do."""
    names = ", ".join(map(str, waiting[:NAMED])) + (f" and {len(waiting) - NAMED} more" if len(waiting) > NAMED else "")
    many = "1 match is" if len(waiting) == 1 else f"{len(waiting)} matches are"
    return (
        f"{many} in play under rules that this release does not play: {names}. Run the release before this one until "
        "they are over, or have their officials award or void them there; then start this one."
    )
