"""Opening of sealed line-ups: the people named come to stand on the boards of their tie.

Part of the recomputation, under the competition's lock: both line-ups of a leg are shown, and its boards opened, by one
commit.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final
from uuid import UUID

from engines.core.text import text
from league.competitions.derivation.facts import Derived, LineUpsToOpen, TieFacts
from league.competitions.derivation.snapshot import Snapshot, StageSnapshot
from league.competitions.log import journal
from league.competitions.models import (
    AnyEntrant,
    Availability,
    Fixture,
    Member,
    PlainEntrant,
    PlainTie,
    Round,
    TeamLineUp,
)
from league.competitions.setup.stages import pairs_people, settings_of
from league.competitions.setup.team_rules import board_in_squads
from league.formats.scheveningen import team_rounds
from matches.store.bulk import save_values

_SEATS: Final = ("id", "home_id", "away_id", "home_player_id", "away_player_id")


def open_line_ups(snapshot: Snapshot, due: Sequence[LineUpsToOpen]) -> bool:
    """Put the people of both line-ups of each leg ``due`` on its boards; return whether anybody stands there now.

    A number that has left plays nowhere. A leg of which all have left stays as it is. An extra board is for those of
    board 1. What the squads answered about the leg is forgotten: the next one is asked for anew.
    """
    competition, opened = snapshot.competition, []
    squads = squads_of([side for line_ups in due for side in (line_ups.home, line_ups.away)])
    for tie, leg, home, away, numbers in due:
        at_home, visitors = (home, away) if leg % 2 else (away, home)
        of_home, of_away = (
            _players(numbers[side.id], squads[side.id], competition.boards) for side in (at_home, visitors)
        )
        boards = [fixture for fixture in snapshot.fixtures[tie.id] if fixture.leg == leg]
        for fixture in boards:
            at = board_in_squads(competition, fixture) - 1
            fixture.home_player_id, fixture.away_player_id = of_home[at], of_away[at]
            # By the table of Scheveningen they open at once, before the sides are written.
            fixture.home_id, fixture.away_id = at_home.id, visitors.id
        if not any(of_home + of_away):
            continue
        opened += boards
        message = text("opened the line-ups of {home} – {away}", home=at_home.name, away=visitors.name)
        journal.record(competition, None, "line_ups", message)
    if opened:
        save_values(Fixture, [{name: getattr(fixture, name) for name in _SEATS} for fixture in opened])
        several = {tie.id for tie, *_rest in due if snapshot.fixtures[tie.id][-1].leg > 1}
        if several:
            Availability.objects.filter(tie__in=several).delete()
    return bool(opened)


def forget_strangers(snapshot: Snapshot, derived: Derived) -> None:
    """Delete the line-ups of teams that are no longer in their tie: one that returns names its own anew."""
    strangers = [
        line_up.pk
        for (tie, _leg), named in snapshot.line_ups.items()
        for line_up in named.values()
        if line_up.entrant_id not in derived.ties[tie].entrants
    ]
    if strangers:
        TeamLineUp.objects.filter(pk__in=strangers).delete()


def numbers_of(
    snapshot: Snapshot, part: StageSnapshot, round: Round, tie: PlainTie, facts: TieFacts
) -> Mapping[UUID, Sequence[int]]:
    """Return who is to play the leg of ``tie`` that is due, by entrant: as handed in, or as a table says."""
    if not pairs_people(part.stage):
        return {team: line_up.numbers for team, line_up in snapshot.line_ups.get((tie.id, facts.leg), {}).items()}
    home, away = facts.home, facts.away
    if not isinstance(home, PlainEntrant) or not isinstance(away, PlainEntrant):
        return {}
    meeting = team_rounds(snapshot.competition.boards, settings_of(part.stage)["times"])[round.step - 1]
    first, second = (home, away) if meeting.home == "home" else (away, home)
    squads = part.stage.settings["squads"]
    players = dict(enumerate(squads[str(second.id)], start=1))
    return {first.id: squads[str(first.id)], second.id: [players[number] for number in meeting.opponents]}


def _players(numbers: Sequence[int], squad: Mapping[int | None, UUID], boards: int) -> list[UUID | None]:
    """Return who plays for a team, board by board."""
    return [squad.get(number) for number in numbers] + [None] * (boards - len(numbers))


def squads_of(entrants: Iterable[AnyEntrant]) -> dict[UUID, dict[int | None, UUID]]:
    """Return the users of each of ``entrants`` by their numbers in the squad; the captain is 0. One query."""
    squads: dict[UUID, dict[int | None, UUID]] = {entrant.id: {0: entrant.player_id} for entrant in entrants}
    for member in Member.objects.filter(entrant__in=list(squads)).order_by("entrant", "number"):
        squads[member.entrant_id][member.number] = member.user_id
    return squads
