"""Opening of sealed line-ups: the people named come to stand on the boards of their tie.

Part of the recomputation, under the competition's lock: both line-ups of a tie are shown, and its boards opened, by one
commit.
"""

from collections.abc import Iterable, Mapping, Sequence
from uuid import UUID

from engines.core.text import text
from league.competitions.derivation.snapshot import Snapshot
from league.competitions.log import journal
from league.competitions.log.bulk_save import save_fields
from league.competitions.models import Entrant, Member, Tie
from league.competitions.setup.team_rules import board_in_squads


def open_line_ups(snapshot: Snapshot, ties: Sequence[tuple[Tie, Entrant, Entrant]]) -> bool:
    """Put the people of both line-ups of each of ``ties`` on its boards; return whether anybody stands there now.

    A number that has left plays nowhere. A tie of which all have left stays as it is. An extra board is for those of
    board 1.
    """
    competition, opened = snapshot.competition, []
    squads = squads_of([side for _tie, *sides in ties for side in sides])
    for tie, home, away in ties:
        of_home, of_away = (_players(snapshot, tie, side, squads[side.id]) for side in (home, away))
        for fixture in snapshot.fixtures[tie.id]:
            at = board_in_squads(competition, fixture) - 1
            fixture.home_player_id, fixture.away_player_id = of_home[at], of_away[at]
        if not any(of_home + of_away):
            continue
        opened += snapshot.fixtures[tie.id]
        message = text("opened the line-ups of {home} – {away}", home=home.name, away=away.name)
        journal.record(competition, None, "line_ups", message)
    if opened:
        save_fields(opened, ["home_player", "away_player"])
    return bool(opened)


def _players(snapshot: Snapshot, tie: Tie, side: Entrant, squad: Mapping[int | None, UUID]) -> list[UUID | None]:
    """Return who plays for ``side``, board by board."""
    numbers = snapshot.line_ups[tie.id][side.id].numbers
    return [squad.get(number) for number in numbers] + [None] * (snapshot.competition.boards - len(numbers))


def squads_of(entrants: Iterable[Entrant]) -> dict[UUID, dict[int | None, UUID]]:
    """Return the users of each of ``entrants`` by their numbers in the squad; the captain is 0. One query."""
    squads: dict[UUID, dict[int | None, UUID]] = {entrant.id: {0: entrant.player_id} for entrant in entrants}
    for member in Member.objects.filter(entrant__in=list(squads)).order_by("entrant", "number"):
        squads[member.entrant_id][member.number] = member.user_id
    return squads
