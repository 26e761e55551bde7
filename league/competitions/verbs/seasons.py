"""Seasons: the next competition with the same settings; in divisions, with promotion and relegation.

Moves follow from the final tables and the play-offs alone (``league.formats.divisions``); the new season is a
competition of its own that knows the one before. ``league.seasons.verbs.renewals`` asks everybody "in or out".
"""

from collections.abc import Collection, Sequence

from django.utils.translation import gettext as _

from engines.core.text import text
from league.competitions.derivation.derive import derive
from league.competitions.derivation.facts import Derived
from league.competitions.derivation.placings import placings
from league.competitions.derivation.snapshot import Snapshot, take_snapshot
from league.competitions.derivation.tables import order_of_moves
from league.competitions.errors import WrongStep
from league.competitions.log import journal
from league.competitions.log.locks import locked
from league.competitions.models import Competition, Entrant, Stage
from league.competitions.verbs import create
from league.competitions.verbs.copying import like, succeed
from league.competitions.verbs.entries import carry_over
from league.formats.divisions import Move, next_season
from league.players.models import User


def following(*, competition: Competition, by: User) -> Competition:
    """Create the next season of ``competition``: registration open, everybody entered, same helpers.

    Each in their new division, under the same club unless that is closed. Repeating it returns the same season. Raises
    WrongStep unless ``competition`` is finished.
    """
    with locked(competition.id) as row:
        season = next_of(row)
        if season is not None:
            return season
        if row.status != Competition.Status.FINISHED:
            raise WrongStep(_("Finish this season before you create the next."))
        divisions = placed(row)
        values = like(row) | {"places": max(row.places, sum(map(len, divisions)))}
        season = create.create(by=row.owner, name=_next_name(row), **values)
        season.previous, season.season = row, row.season + 1
        season.save(update_fields=["previous", "season"])
        succeed(season, row, by)
        season = create.publish(competition=season, by=by)
        carry_over(row, season, divisions, numbered=has_divisions(row))
        journal.note(row, by, "season", text("created the next season, {name}", name=season.name))
    return season


def next_of(row: Competition) -> Competition | None:
    """Return the season after ``row``, if it was made; one that was cancelled can be made again."""
    return row.following.exclude(status=Competition.Status.CANCELLED).order_by("season", "created_at").first()


def has_divisions(row: Competition) -> bool:
    return row.stages.filter(format=Stage.Format.DIVISIONS).exists()


def placed(row: Competition, *, leaving: Collection[str] = (), newcomers: Sequence[str] = ()) -> list[list[str]]:
    """Return the divisions of the season after ``row``: ids of its entrants, strongest first.

    Without those who withdrew or are ``leaving``; ``newcomers`` come in at the foot. Whoever left a division before its
    end takes one of its places of relegation. Without divisions: one list, by place.
    """
    snapshot = take_snapshot(row)
    derived = derive(snapshot)
    withdrawn = {str(entrant_id) for entrant_id in derived.log.withdrawn} | {
        str(entrant.id) for entrant in snapshot.entrants.values() if entrant.status != Entrant.Status.ENTERED
    }
    withdrawn |= set(leaving)
    part = next((each for each in snapshot.stages if each.stage.format == Stage.Format.DIVISIONS), None)
    if part is None:
        return [
            [entrant_id for entrant_id in _by_place(row, snapshot) if entrant_id not in withdrawn] + list(newcomers)
        ]
    orders = [order_of_moves(snapshot, derived, group) for group in part.groups]
    moves = [Move(move["direct"], move["playoff"]) for move in part.stage.settings["moves"]]
    closing = derived.log.closings.get(part.stage.number)
    if closing is not None and closing.annulled:
        moves = [Move(0, 0) for _border in moves]
    winners = _winners(snapshot, derived)
    return next_season(orders, moves, playoff_winners=winners, leaving=withdrawn, newcomers=newcomers)


def _by_place(row: Competition, snapshot: Snapshot) -> list[str]:
    """Return everybody who was drawn, best place first; by seed if they share a place or have none."""
    places = {place.entrant.pk: place.place for place in placings([row]).get(row.pk, [])}
    last = len(snapshot.by_seed) + 1
    drawn = sorted(snapshot.by_seed.items(), key=lambda place: (places.get(place[1].id, last), place[0]))
    return [str(entrant.id) for _seed, entrant in drawn]


def _winners(snapshot: Snapshot, derived: Derived) -> list[str]:
    playoffs = [part for part in snapshot.stages if part.stage.format == Stage.Format.PLAYOFFS]
    winners = [
        derived.ties[tie.id].winner for part in playoffs for round in part.rounds for tie in snapshot.ties[round.id]
    ]
    return [str(winner.id) for winner in winners if winner is not None]


def _next_name(row: Competition) -> str:
    plain = row.name.removesuffix(f" {row.season}") if row.season > 1 else row.name
    return f"{plain[:74]} {row.season + 1}"
