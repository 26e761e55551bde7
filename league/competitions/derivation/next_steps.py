"""Next steps, from the derived facts: rounds to open, matches to begin, rounds to draw, the end.

Part of the derivation (``derive``): it reads a ``Snapshot`` and fills in ``Derived``; it writes nothing.
"""

from uuid import UUID

from league.competitions.derivation import boards, line_ups
from league.competitions.derivation.facts import FORFEITED, Derived, LineUpsToOpen, TieFacts
from league.competitions.derivation.snapshot import Snapshot, StageSnapshot
from league.competitions.derivation.tables import table_of
from league.competitions.models import Competition, PlainEntrant, PlainFixture, PlainTie, Round, Stage
from league.competitions.setup import team_rules
from league.competitions.setup.stages import BRACKETS, rules_of_board
from league.formats import ties as formats
from league.formats.slots import source


def rounds(snapshot: Snapshot, part: StageSnapshot, derived: Derived, before_done: bool) -> bool:
    """Derive the status of each round of ``part``; return whether all of it is done.

    A round is done when it is made and every tie is decided. Where the competition says so, the next opens by itself:
    in a bracket of several parts when the rounds that feed it are done, elsewhere when all before it are.
    """
    done_by_part: dict[tuple[str, int], bool] = {}
    all_before = before_done
    in_parts = part.stage.format in BRACKETS and any(round.part for round in part.rounds)
    for round in part.rounds:
        ties = snapshot.ties[round.id]
        finished = bool(ties) and all(derived.ties[tie.id].decided for tie in ties)
        ready = before_done and all(done_by_part[key] for key in _sources(snapshot, round)) if in_parts else all_before
        status = Round.Status.DONE if finished else Round.Status.OPEN if _is_open(round) else Round.Status.PENDING
        if status == Round.Status.PENDING and ready and snapshot.competition.advance == Competition.Advance.AUTO:
            status = Round.Status.OPEN
        derived.rounds[round.id] = status
        done_by_part[round.part, round.step] = finished
        all_before = all_before and finished
    derived.complete[part.stage.id] = bool(part.rounds) and all(done_by_part.values())
    return before_done and derived.complete[part.stage.id]


def _sources(snapshot: Snapshot, round: Round) -> set[tuple[str, int]]:
    """Return the rounds that fill the slots of ``round``, by part and step."""
    keys = (source(slot) for tie in snapshot.ties[round.id] for slot in (tie.home_slot, tie.away_slot))
    return {(key[0], key[1]) for key in keys if key is not None}


def _is_open(round: Round) -> bool:
    return round.status == Round.Status.OPEN or (round.status == Round.Status.DONE and round.opens_at is not None)


def openings(snapshot: Snapshot, derived: Derived) -> None:
    """Find the legs to be played now, and the matches that no longer need to be played."""
    # A correction may have reopened a finished competition.
    running = snapshot.competition.status in (Competition.Status.RUNNING, Competition.Status.FINISHED)
    for part in snapshot.stages:
        for round in part.rounds:
            for tie in snapshot.ties[round.id]:
                facts = derived.ties[tie.id]
                fixtures = snapshot.fixtures[tie.id]
                derived.moot += [fixture for fixture in fixtures if _is_moot(snapshot, derived, facts, fixture)]
                if facts.decided:
                    continue
                if derived.rounds[round.id] != Round.Status.OPEN or not running:
                    continue
                if not isinstance(facts.home, PlainEntrant) or not isinstance(facts.away, PlainEntrant):
                    continue
                if snapshot.competition.of_teams:
                    _boards(snapshot, part, round, tie, facts, derived)
                    continue
                following = formats.next_leg(part.rules_of(tie, facts.better), facts.legs)
                if following is not None:
                    derived.to_open += [
                        (fixture, following) for fixture in fixtures if _to_play(fixture, following, derived)
                    ]


def _is_moot(snapshot: Snapshot, derived: Derived, facts: TieFacts, fixture: PlainFixture) -> bool:
    """Return whether the match of ``fixture`` goes on for nothing: its tie is decided, or it has a result.

    Boards that have begun are played to the end when other boards decide their tie: they can no longer turn it.
    """
    if fixture.match_id not in snapshot.unfinished or fixture in derived.orphans:
        return False
    if derived.verdict(fixture) is not None:
        return True
    by_boards = facts.boards is not None and facts.decided not in (*FORFEITED, "void")
    by_boards = by_boards and fixture.leg not in facts.awarded_legs
    return boards.is_settled(snapshot.competition, facts, fixture) and not (
        by_boards and fixture.match_id in snapshot.begun
    )


def _boards(
    snapshot: Snapshot, part: StageSnapshot, round: Round, tie: PlainTie, facts: TieFacts, derived: Derived
) -> None:
    """Find the boards to be played now; of sealed line-ups none, but both are to be opened once both are in."""
    fixtures = [fixture for fixture in snapshot.fixtures[tie.id] if fixture.leg == facts.leg]
    if not boards.are_open(fixtures):
        home, away = facts.home, facts.away
        if isinstance(home, PlainEntrant) and isinstance(away, PlainEntrant):
            numbers = line_ups.numbers_of(snapshot, part, round, tie, facts)
            if {home.id, away.id} <= numbers.keys():
                derived.line_ups_to_open.append(LineUpsToOpen(tie, facts.leg, home, away, numbers))
        return
    more = facts.boards is not None and facts.boards.needs in team_rules.MORE_BOARDS
    for fixture in fixtures:
        if team_rules.is_extra(snapshot.competition, fixture) and not more:
            continue
        rules = rules_of_board(part.stage, tie, fixture)
        first = formats.NextLeg(1, "home", formats.terms(rules, (), 1, "home"))
        free = fixture.match_id is None or fixture in derived.orphans
        if free and derived.verdict(fixture) is None and not boards.absent_from(fixture):
            derived.to_open.append((fixture, first))


def _to_play(fixture: PlainFixture, following: formats.NextLeg, derived: Derived) -> bool:
    free = fixture.match_id is None or fixture in derived.orphans
    return fixture.leg == following.number and free


def find_round_to_make(snapshot: Snapshot, derived: Derived) -> None:
    """Find the round whose ties are to be made now, if it is open: everything before it is decided."""
    if snapshot.competition.status not in (Competition.Status.RUNNING, Competition.Status.FINISHED):
        return
    for part in snapshot.stages:
        for round in part.rounds:
            if not snapshot.ties[round.id]:
                if derived.rounds[round.id] == Round.Status.OPEN:
                    derived.to_make = round
                return
            if derived.rounds[round.id] != Round.Status.DONE and _made_late(part):
                return
        if not derived.complete[part.stage.id]:
            return


def _made_late(part: StageSnapshot) -> bool:
    """Return whether the stage makes its rounds one after the other."""
    return part.stage.format == Stage.Format.SWISS or bool(part.stage.settings.get("redraw"))


def end(snapshot: Snapshot, derived: Derived) -> None:
    """Derive whether all is decided, and the champion.

    The champion won the last final, or is first of the (highest) table among those who did not withdraw. Swiss rounds,
    and a bracket redrawn each round, are also over when nobody is left to pair.
    """
    deserted = _is_deserted(snapshot, derived)
    if deserted:
        derived.to_make = None
    derived.over = bool(snapshot.stages) and (
        deserted or all(derived.complete.get(part.stage.id) for part in snapshot.stages)
    )
    if not derived.over:
        return
    part = next(part for part in reversed(snapshot.stages) if part.stage.format != Stage.Format.PLAYOFFS)
    if part.stage.format in BRACKETS:
        finals = [tie for round in part.rounds for tie in snapshot.ties[round.id] if tie.kind in ("final", "reset")]
        derived.champion = derived.ties[finals[-1].id].winner if finals else None
        return
    closing = derived.log.closings.get(part.stage.number)
    if closing is not None and closing.annulled:
        return
    withdrawn = {str(entrant) for entrant in derived.log.withdrawn}
    first = next(
        (entrant_id for entrant_id in table_of(snapshot, derived, part.groups[0]).order if entrant_id not in withdrawn),
        None,
    )
    derived.champion = snapshot.entrants[UUID(first)] if first is not None else None


def _is_deserted(snapshot: Snapshot, derived: Derived) -> bool:
    """Return whether everybody withdrew, or went home after a round of an evening that is over."""
    remaining = [entrant for entrant in snapshot.by_seed.values() if entrant.id not in derived.log.withdrawn]
    if not remaining:
        return bool(snapshot.by_seed)
    swiss = [round for part in snapshot.stages if part.stage.format == Stage.Format.SWISS for round in part.rounds]
    paired = [round for round in swiss if snapshot.ties[round.id]]
    if (
        not paired
        or len(paired) == len(swiss)
        or any(derived.rounds[round.id] != Round.Status.DONE for round in paired)
    ):
        return False
    return all(entrant.has_gone(paired[-1].step + 1) for entrant in remaining)
