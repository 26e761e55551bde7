"""Derivation of the sides of each slot and the outcome of each fixture and tie, from structure and log.

It reads a ``Snapshot`` and returns ``Derived``; it writes nothing and changes no row. A verdict counts only for the two
entrants it was given for: if a correction puts others into a tie, its fixtures become ``orphans``, which the caller
must void first (with the organiser's consent). Stages are derived in order, so that the slots of one can name ranks of
another. ``next_steps`` finds what is to be done next.
"""

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Final, Literal, TypeAlias
from uuid import UUID

from engines.core.seats import Seat, other
from engines.core.text import Text, text
from league.competitions.derivation import boards, next_steps
from league.competitions.derivation.facts import FORFEITED, GAVE_UP, NOBODY, Derived, FixtureFacts, Side, TieFacts
from league.competitions.derivation.slots import Slots
from league.competitions.derivation.snapshot import Snapshot, StageSnapshot
from league.competitions.log.verdicts import DOUBLE_DEFEAT, WALKOVER_GOALS, Log, Verdict, fold
from league.competitions.models import (
    AnyEntry,
    AnyFixture,
    Competition,
    Fixture,
    PlainEntrant,
    PlainFixture,
    PlainTie,
    ResultEntry,
    Round,
    Stage,
)
from league.competitions.setup import boundaries, team_rules
from league.competitions.setup.stages import TABLES, has_better_venue, must_be_won, rules_of_board
from league.formats import draw as draws
from league.formats import ties as formats
from league.formats.slots import Slot, is_bye, may_be_empty
from league.formats.team_ties import Absent

NOT_NEEDED: Final = text("not needed: the tie was decided before")[0]
OWN_MATCH: Final = "decided by one of the two players, as there was no other staff"

NO_DRAW: Final = "0" * 64
"""The seed of lots where nothing was drawn."""

Meeting: TypeAlias = tuple[PlainEntrant, PlainEntrant, PlainTie]
"""The entrants of a tie of a table, home and away, and the tie."""

__all__ = ["GAVE_UP", "NOBODY", "Derived", "FixtureFacts", "TieFacts", "decide", "derive"]


def derive(snapshot: Snapshot) -> Derived:
    derived = Derived(log=fold(snapshot.entries))
    before_all_done = True
    for at, part in enumerate(snapshot.stages):
        slots = Slots(snapshot, derived, at)
        _withdrawals(snapshot, part, slots, derived)
        for round in part.rounds:
            for tie in snapshot.ties[round.id]:
                decide(snapshot, part, round, tie, slots, derived)
        before_all_done = next_steps.rounds(snapshot, part, derived, before_all_done)
    next_steps.openings(snapshot, derived)
    next_steps.find_round_to_make(snapshot, derived)
    next_steps.end(snapshot, derived)
    return derived


def decide(
    snapshot: Snapshot, part: StageSnapshot, round: Round, tie: PlainTie, slots: Slots, derived: Derived
) -> None:
    """Derive ``tie`` and its fixtures, after all the ties that its slots name."""
    facts, fixtures = _sides(part, round, tie, slots), snapshot.fixtures[tie.id]
    _close(snapshot, part, round, tie, facts, derived)
    _decide(snapshot, part, tie, fixtures, facts, slots, derived)
    derived.ties[tie.id] = facts
    slots.add(round.part, round.step, tie, facts)


def _sides(part: StageSnapshot, round: Round, tie: PlainTie, slots: Slots) -> TieFacts:
    """Return the sides of ``tie``: the better placed is the home side, in two legs the away side of the first."""
    home, away = slots.entrant_of(tie.home_slot), slots.entrant_of(tie.away_slot)
    if part.stage.format in TABLES:  # nobody is better placed
        return TieFacts(home, away)
    slots.note_place(tie.home_slot, home)
    slots.note_place(tie.away_slot, away)
    if not isinstance(home, PlainEntrant) or not isinstance(away, PlainEntrant):
        return TieFacts(home, away)
    ours, theirs = slots.places.get(home.id), slots.places.get(away.id)
    if ours is None or theirs is None or ours == theirs:
        return TieFacts(home, away)
    better: Seat = "home" if ours < theirs else "away"
    if has_better_venue(part.stage, round, tie):
        rules = part.rules_of(tie)
        two_legs = rules.legs == 2 and not rules.best_of
        if (better == "home") == two_legs:
            return TieFacts(away, home, turned=True, better=other(better))
    return TieFacts(home, away, better=better)


def _withdrawals(snapshot: Snapshot, part: StageSnapshot, slots: Slots, derived: Derived) -> None:
    """Find those who withdrew with matches left to play in a table, and whose matches are all void by that.

    It follows from the log alone: a correction, or a result entered late, can move a withdrawal over the half.
    """
    if not derived.log.withdrawn or part.stage.format not in TABLES or part.stage.format == Stage.Format.SWISS:
        return
    closing = derived.log.closings.get(part.stage.number)
    left: dict[int, set[UUID]] = {}
    meetings: dict[int, list[Meeting]] = {}
    for round in part.rounds:
        for tie in snapshot.ties[round.id]:
            if tie.group_id is None:
                continue
            home, away = slots.entrant_of(tie.home_slot), slots.entrant_of(tie.away_slot)
            if not isinstance(home, PlainEntrant) or not isinstance(away, PlainEntrant):
                continue
            meetings.setdefault(tie.group_id, []).append((home, away, tie))
            # The later of two withdrawals was made when the other side had nothing left to play in this tie.
            withdrawn = _left_first(home, away, derived.log)
            if withdrawn is None:
                continue
            leaver = home if withdrawn == "home" else away
            withdrawal = derived.log.withdrawn[leaver.id]
            unplayed = _to_play_at(withdrawal, snapshot, part, meetings[tie.group_id][-1], derived.log)
            if unplayed and (closing is None or _before(withdrawal, closing.entry)):
                left.setdefault(tie.group_id, set()).add(leaver.id)
    for group_id, leavers in left.items():
        derived.left[group_id] = sorted(leavers, key=lambda leaver: -derived.log.withdrawn[leaver].position)
        match snapshot.competition.withdrawals:
            case Competition.Withdrawals.VOID:
                derived.voided[group_id] = leavers
            case Competition.Withdrawals.HALF:
                derived.voided[group_id] = _left_before_half(
                    snapshot, part, derived.left[group_id], meetings[group_id], derived.log
                )


def _to_play_at(
    withdrawal: AnyEntry, snapshot: Snapshot, part: StageSnapshot, meeting: Meeting, log: Log
) -> list[PlainFixture]:
    """Return the fixtures of ``meeting`` that were still to be played: none if the others had decided the tie."""
    fixtures = snapshot.fixtures[meeting[-1].id]
    left = [fixture for fixture in fixtures if _has_no_result(fixture, log, withdrawal)]
    if left and len(fixtures) > 1:
        played = [fixture.id for fixture in fixtures if fixture not in left]
        if _is_decided_by(played, snapshot, part, meeting, log):
            return []
    return left


def _is_decided_by(
    played: Collection[UUID], snapshot: Snapshot, part: StageSnapshot, meeting: Meeting, log: Log
) -> bool:
    """Return whether the verdicts on the fixtures ``played`` decide ``meeting``.

    Others of it may have none: they were awarded with it, not needed, or boards to which nobody came.
    """
    home, away, tie = meeting
    facts, fixtures = TieFacts(home, away), snapshot.fixtures[tie.id]
    verdicts = {fixture.id: log.verdicts.get(fixture.id) for fixture in fixtures if fixture.id in played}
    told = Log({key: verdict for key, verdict in verdicts.items() if verdict is not None})
    _play(snapshot, part, tie, fixtures, facts, home, away, Derived(log=told))
    return bool(facts.decided)


def _left_before_half(
    snapshot: Snapshot, part: StageSnapshot, leavers: Iterable[UUID], meetings: Iterable[Meeting], log: Log
) -> set[UUID]:
    """Return those of ``leavers``, the last first, who withdrew before half of their matches in a table had a result.

    A walkover is a result, also one by the earlier withdrawal of the other side. Void matches count in neither number,
    nor do those against one who had left before half of its own.
    """
    before_half: set[UUID] = set()
    for leaver in reversed(list(leavers)):
        withdrawal = log.withdrawn[leaver]
        decided = counting = 0
        for meeting in meetings:
            home, away, tie = meeting
            if leaver not in (home.id, away.id) or not before_half.isdisjoint((home.id, away.id)):
                continue
            other_left = log.withdrawn.get(away.id if leaver == home.id else home.id)
            awarded = other_left is not None and _before(other_left, withdrawal)
            left = _to_play_at(withdrawal, snapshot, part, meeting, log)
            for fixture in snapshot.fixtures[tie.id]:
                verdict = log.verdicts.get(fixture.id)
                if verdict is None or not verdict.void:
                    counting += 1
                    decided += awarded or fixture not in left
        if 2 * decided < counting:
            before_half.add(leaver)
    return before_half


def _close(
    snapshot: Snapshot, part: StageSnapshot, round: Round, tie: PlainTie, facts: TieFacts, derived: Derived
) -> None:
    """Leave ``tie`` out where its stage ended early: undecided by then, or after the last round that counts.

    A play-off at a boundary that was decided by then counts where the table stays as it is.
    """
    closing = derived.log.closings.get(part.stage.number)
    if closing is None:
        return
    home = facts.home if isinstance(facts.home, PlainEntrant) else None
    away = facts.away if isinstance(facts.away, PlainEntrant) else None
    withdrawn = _left_first(home, away, derived.log) if home is not None and away is not None else None
    leaver = home if withdrawn == "home" else away
    left = leaver is not None and withdrawn is not None and _before(derived.log.withdrawn[leaver.id], closing.entry)
    playoff = tie.kind == boundaries.KIND  # it may have been wiped since
    decided = left or (not playoff and all(fixture.id in closing.decided for fixture in snapshot.fixtures[tie.id]))
    if not decided and home is not None and away is not None:
        decided = _is_decided_by(closing.decided, snapshot, part, (home, away, tie), derived.log)
    if playoff:
        if not decided or closing.way != "stands":
            facts.decided, facts.reason = "not_needed", text("not needed: the season ended early, the criteria decide")
        return
    if not decided or (closing.last_round is not None and round.number > closing.last_round):
        facts.decided, facts.reason = "void", text("the season ended early")


def _before(entry: AnyEntry, other: AnyEntry) -> bool:
    return entry.position < other.position


def _decide(
    snapshot: Snapshot,
    part: StageSnapshot,
    tie: PlainTie,
    fixtures: list[PlainFixture],
    facts: TieFacts,
    slots: Slots,
    derived: Derived,
) -> None:
    """Fill in ``facts`` of ``tie`` and the facts of its ``fixtures``."""
    if tie.kind == "reset":
        _reset(tie, facts, slots)
    if tie.kind == boundaries.KIND and facts.home == NOBODY and facts.away == NOBODY:
        facts.decided = "not_needed"
        facts.reason = text(
            "not needed: places {place} and {next} are not level on points",
            place=boundaries.place_of(tie),
            next=boundaries.place_of(tie) + 1,
        )
    home = facts.home if isinstance(facts.home, PlainEntrant) else None
    away = facts.away if isinstance(facts.away, PlainEntrant) else None
    shown = []
    for fixture in fixtures:
        ours, theirs = (home, away) if fixture.leg % 2 else (away, home)
        shown.append(FixtureFacts(home=ours, away=theirs))
        derived.fixtures[fixture.id] = shown[-1]
        if _is_orphan(fixture, ours, theirs, derived.log):
            derived.orphans.append(fixture)
    if facts.home is None or facts.away is None:
        return
    if not facts.decided:
        if home is None or away is None:
            _decide_one_sided(tie, facts, home or away)
        else:
            _play(snapshot, part, tie, fixtures, facts, home, away, derived)
    if facts.boards is not None:
        for fixture in fixtures:
            _show_board(snapshot, fixture, facts, derived)
        return
    replay = bool(facts.decided) and tie.group_id is None and part.rules_of(tie).replay
    for fixture, of_fixture in zip(fixtures, shown, strict=True):
        _show(fixture, of_fixture, facts, derived, spare=replay and fixture.leg == 2 and not _left_open(facts))


def _reset(tie: PlainTie, facts: TieFacts, slots: Slots) -> None:
    """Leave out the second final unless the side that had already lost once, the away side, won the first."""
    first = slots.ties["final", 1, 1]
    if first.decided and not (first.winner is not None and first.winner is first.away):
        facts.home = facts.away = NOBODY
        facts.winner, facts.decided = first.winner, "not_needed"
        facts.reason = text("not needed: the first final decided")


def _is_orphan(fixture: PlainFixture, home: PlainEntrant | None, away: PlainEntrant | None, log: Log) -> bool:
    """Return whether ``fixture`` was played, or is open with match or line-ups, for others than its sides."""
    if fixture.match_id is None and not fixture.of_teams and fixture.id not in log.verdicts:
        return False
    return (fixture.home_id, fixture.away_id) != (home and home.id, away and away.id)


def _decide_one_sided(tie: PlainTie, facts: TieFacts, left: PlainEntrant | None) -> None:
    """Decide a tie with one side: a bye, or an opponent who never qualified."""
    facts.winner = left
    bye = _nobody_comes(tie.home_slot, facts.home) or _nobody_comes(tie.away_slot, facts.away)
    if left is None and not bye:
        facts.decided, facts.reason = "double_walkover", text("nobody goes through: no side came through")
    elif bye:
        facts.decided, facts.reason = "bye", text("a bye: no opponent in this round")
    else:
        facts.decided, facts.reason = "walkover", text("no opponent came through")


def _nobody_comes(slot: Slot, side: Side) -> bool:
    """Return whether ``slot`` is empty by the structure, and not because somebody stayed away."""
    return is_bye(slot) or (may_be_empty(slot) and side == NOBODY)


def _play(
    snapshot: Snapshot,
    part: StageSnapshot,
    tie: PlainTie,
    fixtures: list[PlainFixture],
    facts: TieFacts,
    home: PlainEntrant,
    away: PlainEntrant,
    derived: Derived,
) -> None:
    """Decide the tie by the verdicts on its legs, then by withdrawals."""
    withdrawn = _left_first(home, away, derived.log)
    if withdrawn is not None:
        _forget_late(fixtures, derived.log, derived.log.withdrawn[home.id if withdrawn == "home" else away.id])
    if withdrawn and tie.group_id is not None and derived.voided.get(tie.group_id, set()) & {home.id, away.id}:
        facts.decided, facts.reason = "void", _withdrew_early(snapshot, f"@{withdrawn}")
        return
    if snapshot.competition.of_teams:
        _play_boards(snapshot, part, tie, facts, withdrawn, derived)
        return
    missing, verdicts = False, [derived.verdict(fixture) for fixture in fixtures]
    if withdrawn is None and not any(verdicts):
        return  # most ties of a season
    rules, of_table = part.rules_of(tie, facts.better), tie.group_id is not None
    for fixture, verdict in zip(fixtures, verdicts, strict=True):
        if verdict is not None and verdict.void:  # also a leg that comes later: nobody is to play the first for nothing
            facts.decided, facts.reason = "void", text("this match does not count")
            return
        missing = missing or verdict is None
        if verdict is None or (missing and not verdict.of_tie):
            continue
        decisive = (fixture is fixtures[-1] or rules.replay) and not of_table and not rules.best_of
        facts.legs.append(leg_of(fixture, verdict, rules, deciding=decisive))
    decision = formats.decide(rules, facts.legs)
    if decision.over:
        facts.decided, facts.reason = decision.decided, decision.reason
        facts.winner = {"home": home, "away": away}[decision.winner] if decision.winner else None
        _add_reason(facts, fixtures, derived)
    elif withdrawn:
        facts.decided, facts.reason = "walkover", text("{loser} withdrew", loser=f"@{withdrawn}")
        facts.winner = away if withdrawn == "home" else home
    elif decision.needs in ("extra_time", "shootout") and not of_table:
        facts.reason = decision.reason  # the bracket says what is missing: the legs may come in any order


def _play_boards(
    snapshot: Snapshot, part: StageSnapshot, tie: PlainTie, facts: TieFacts, withdrawn: Seat | None, derived: Derived
) -> None:
    """Decide a tie of teams by its boards; the whole of it, where it was awarded so, or where a team withdrew."""
    fixtures = snapshot.fixtures[tie.id]
    verdicts = [derived.verdict(fixture) for fixture in fixtures]
    if withdrawn is None and not any(verdicts) and not boards.are_open(fixtures):
        return  # most ties of a season: to decide each of them took a quarter of a result's time
    facts.awarded_legs = {
        fixture.leg: verdict
        for fixture, verdict in zip(fixtures, verdicts, strict=True)
        if verdict is not None and verdict.of_leg
    }
    played = [_board(part.stage, tie, fixture, derived.verdict(fixture)) for fixture in fixtures]
    cup = _cup(snapshot, part, tie, facts) if must_be_won(tie) else None
    facts.boards = boards.outcome_of(snapshot.competition, played, cup)
    awarded, absent = _leaver(fixtures, derived)
    if absent is None and not facts.boards.over and withdrawn is not None:
        absent = withdrawn
        facts.reason = text("{loser} withdrew", loser=f"@{withdrawn}")
    if absent is not None:
        walkover = boards.walkover_of(snapshot.competition, snapshot.competition.boards, absent)
        facts.boards = replace(walkover, legs=facts.boards.legs, legs_won=facts.boards.legs_won)
    if facts.boards.over:
        sides = {"home": facts.home, "away": facts.away}
        winner = sides[facts.boards.winner] if facts.boards.winner else None
        facts.winner = winner if isinstance(winner, PlainEntrant) else None
        facts.decided, facts.reason = facts.boards.decided, facts.reason or facts.boards.reason
        if awarded is not None:
            facts.reason = _with_reason(facts.reason, awarded.entry)
    elif facts.boards.needs in team_rules.MORE_BOARDS:
        facts.reason = facts.boards.reason


def _leaver(fixtures: list[PlainFixture], derived: Derived) -> tuple[Verdict | None, Seat | None]:
    """Return the verdict that awarded a whole tie of teams, and the side of the tie that lost it so."""
    for fixture in fixtures:
        verdict = derived.verdict(fixture)
        if verdict is not None and verdict.of_tie and verdict.winner is not None:
            return verdict, _tie_side(fixture, other(verdict.winner))
    return None, None


def _cup(snapshot: Snapshot, part: StageSnapshot, tie: PlainTie, facts: TieFacts) -> boards.Cup:
    """Return what decides ``tie``, which must be won, beside its boards."""
    missed: dict[int, Absent] = {
        leg: "both" if verdict.winner is None else other(verdict.winner) for leg, verdict in facts.awarded_legs.items()
    }
    best_of = bool(part.rules_of(tie).best_of)
    return boards.Cup(_lots(snapshot, part, tie, facts), best_of, missed)


def _board(stage: Stage, tie: PlainTie, fixture: PlainFixture, verdict: Verdict | None) -> boards.Played:
    rules = rules_of_board(stage, tie, fixture)
    if verdict is None or verdict.void:
        return boards.Played(fixture, rules, void=verdict is not None)
    leg = replace(leg_of(fixture, verdict, rules, deciding=True), home="home")  # a board is a tie of its own seats
    return boards.Played(fixture, rules, leg, awarded=verdict.walkover, ended=verdict.entry.position)


def _lots(snapshot: Snapshot, part: StageSnapshot, tie: PlainTie, facts: TieFacts) -> Seat:
    """Return the side of ``tie`` that lots would choose, from the seed of the draw."""
    assert isinstance(facts.home, PlainEntrant) and isinstance(facts.away, PlainEntrant)
    round = next(round for round in part.rounds if round.id == tie.round_id)
    purpose = f"tie {part.stage.number} {round.part} {round.step} {tie.number}"
    sides = [str(facts.home.id), str(facts.away.id)]
    first = draws.lots(snapshot.lots_seed or NO_DRAW, sides, purpose)[0]
    return "home" if first == str(facts.home.id) else "away"


def _withdrew_early(snapshot: Snapshot, loser: str) -> Text:
    """Tell why no match of a table counts of the side that withdrew."""
    if snapshot.competition.withdrawals == Competition.Withdrawals.HALF:
        return text("{loser} withdrew before half of its matches", loser=loser)
    return text("{loser} withdrew", loser=loser)


def _left_open(facts: TieFacts) -> bool:
    """Return whether the first match of a tie with a replay was drawn, without kicks, so that the replay is needed."""
    level = (leg for leg in facts.legs if leg.score[0] == leg.score[1])
    return len(facts.legs) > 1 or any(not (leg.walkover or leg.shootout) for leg in level)


def _forget_late(fixtures: list[PlainFixture], log: Log, withdrawal: AnyEntry) -> None:
    """Leave out matches that ended after ``withdrawal`` decided their tie: the next round may have begun."""
    for fixture in fixtures:
        if _has_no_result(fixture, log, withdrawal):
            log.verdicts.pop(fixture.id, None)


def _has_no_result(fixture: PlainFixture, log: Log, withdrawal: AnyEntry) -> bool:
    """Return whether nothing was said of ``fixture`` by ``withdrawal`` but, too late, by its match."""
    verdict = log.verdicts.get(fixture.id)
    return verdict is None or (verdict.match_id is not None and _before(withdrawal, verdict.entry))


def _left_first(home: PlainEntrant, away: PlainEntrant, log: Log) -> Seat | None:
    """Return the side that withdrew, of two the first.

    The tie was the other's from then on, and a later withdrawal changes nothing that was decided by it.
    """
    if not log.withdrawn:
        return None
    ours, theirs = log.withdrawn.get(home.id), log.withdrawn.get(away.id)
    if ours is None or theirs is None:
        return "home" if ours is not None else "away" if theirs is not None else None
    return "home" if ours.position < theirs.position else "away"


def leg_of(fixture: AnyFixture, verdict: Verdict, rules: formats.TieRules, *, deciding: bool) -> formats.Leg:
    """Return the leg for the rules of ties: who did not play, or gave up, loses this match or the tie.

    The tie, if it is one match, and if the entry says so. Entries of older releases say nothing: there a leg of two
    that was not played, and a last leg that was given up, lost the tie; so did a match of a best of n that nobody
    played.
    """
    entry = verdict.entry
    winner = verdict.winner
    gave_up = entry.how in GAVE_UP and winner is not None
    absent: Literal["", "home", "away", "both"] = ""
    if verdict.walkover or gave_up:
        absent = other(winner) if winner else "both"
    if entry.forfeits == "":
        of_tie = not (rules.best_of and winner) if verdict.walkover else deciding
    else:
        several = rules.best_of > 0 or rules.legs > 1
        of_tie = verdict.of_tie or (not several and (verdict.walkover or deciding))
    forfeit: Literal["", "home", "away", "both"] = "" if of_tie or entry.forfeits == "" else absent
    carry = entry.carry
    return formats.Leg(
        home="home" if fixture.leg % 2 else "away",
        score=verdict.score,
        shootout=verdict.shootout,
        extra_time=entry.extra_time,
        winner=None if gave_up or (forfeit and not rules.best_of) else winner,
        how=entry.how,
        carry=(carry["home"], carry["away"]) if carry else None,
        walkover=absent if of_tie else "",
        forfeit=forfeit,
    )


def _add_reason(facts: TieFacts, fixtures: list[PlainFixture], derived: Derived) -> None:
    """Give the full reason of a walkover: who gave up, or what the organiser wrote."""
    if facts.decided not in FORFEITED:
        return
    for fixture in fixtures:
        verdict = derived.verdict(fixture)
        if verdict is None:
            continue
        if verdict.entry.how in GAVE_UP and verdict.winner is not None:
            seat = other(verdict.winner)
            facts.reason = _gave_up(verdict.entry.how, _tie_side(fixture, seat))
        elif verdict.walkover and verdict.entry.reason:
            facts.reason = text("{said}: {reason}", said=facts.reason, reason=verdict.entry.reason)


def _tie_side(fixture: PlainFixture, seat: Seat) -> Seat:
    """Return the side of the tie that sits on ``seat`` of this leg."""
    return seat if fixture.leg % 2 else other(seat)


def _show(fixture: PlainFixture, of_fixture: FixtureFacts, facts: TieFacts, derived: Derived, spare: bool) -> None:
    """Fill in ``of_fixture``, what is shown of ``fixture``, by its tie. ``spare``: a replay that is not needed."""
    verdict = derived.verdict(fixture)
    if facts.decided == "void" or (verdict is not None and verdict.void):
        of_fixture.status, of_fixture.reason = Fixture.Status.VOID, _by_leg(fixture, facts.reason)
        return
    if verdict is not None:
        _show_verdict(of_fixture, verdict)
        if facts.decided == formats.BETTER_PLACED and fixture.leg == len(facts.legs):
            through, told = _by_leg(fixture, facts.reason), of_fixture.reason
            of_fixture.reason = text("{said}; {mark}", said=through, mark=told) if told else through
        return
    if facts.decided in ("best_of", "not_needed", "bye") or (facts.decided and spare):
        of_fixture.status = Fixture.Status.VOID
        before = text(NOT_NEEDED)
        of_fixture.reason = facts.reason if facts.decided in ("not_needed", "bye") else before
    elif facts.decided:
        of_fixture.status, of_fixture.how = Fixture.Status.WALKOVER, facts.decided
        of_fixture.reason = _by_leg(fixture, facts.reason)
        if len(facts.legs) == 0 and facts.winner is not None and fixture.leg == 1:
            won = facts.winner is of_fixture.home
            of_fixture.home_goals, of_fixture.away_goals = (WALKOVER_GOALS, 0) if won else (0, WALKOVER_GOALS)
    elif fixture.match_id is not None and fixture not in derived.orphans:
        of_fixture.status = Fixture.Status.OPEN


def _show_board(snapshot: Snapshot, fixture: PlainFixture, facts: TieFacts, derived: Derived) -> None:
    """Fill in the shown facts of a board of a tie that has begun."""
    of_fixture, verdict = derived.fixtures[fixture.id], derived.verdict(fixture)
    if facts.decided == "void" or (verdict is not None and verdict.void):
        of_fixture.status, of_fixture.reason = Fixture.Status.VOID, _by_leg(fixture, facts.reason)
        return
    if verdict is not None:
        _show_verdict(of_fixture, verdict)
        if verdict.walkover:
            _show_awarded_goals(snapshot, of_fixture, verdict.winner)
        return
    absent = boards.absent_from(fixture)
    extra = team_rules.is_extra(snapshot.competition, fixture)
    of_leg = [other for other in snapshot.fixtures[fixture.tie_id] if other.leg == fixture.leg]
    awarded = facts.awarded_legs.get(fixture.leg)
    if facts.decided in FORFEITED and not extra:
        winner: Seat | None = None if facts.winner is None else "home" if facts.winner is of_fixture.home else "away"
        of_fixture.reason = _by_leg(fixture, facts.reason)
    elif awarded is not None and not extra:
        winner = awarded.winner
        whole = text("the whole leg was awarded to {winner}", winner=f"@{winner}") if winner else text("nobody played")
        of_fixture.reason = _with_reason(whole, awarded.entry)
    elif absent and boards.are_open(of_leg) and (not extra or _went_on(facts)):
        winner = other(absent[0]) if len(absent) == 1 and team_rules.awards_board(snapshot.competition) else None
        loser = text("{loser} had nobody for this board", loser=f"@{absent[0]}")
        of_fixture.reason = loser if len(absent) == 1 else text("nobody was there for this board")
    else:
        if (
            fixture.match_id is not None
            and fixture not in derived.orphans
            and (not boards.is_settled(snapshot.competition, facts, fixture) or fixture.match_id in snapshot.begun)
        ):
            of_fixture.status = Fixture.Status.OPEN
        elif boards.is_settled(snapshot.competition, facts, fixture):
            of_fixture.status, of_fixture.reason = Fixture.Status.VOID, text(NOT_NEEDED)
        return
    of_fixture.status, of_fixture.how = Fixture.Status.WALKOVER, "walkover" if winner else "double_walkover"
    _show_awarded_goals(snapshot, of_fixture, winner)


def _went_on(facts: TieFacts) -> bool:
    """Return whether the boards of a tie of a bracket left it level, so that one more decides."""
    decision = facts.boards
    return decision is not None and (decision.needs or decision.decided) in team_rules.MORE_BOARDS


def _show_awarded_goals(snapshot: Snapshot, of_fixture: FixtureFacts, winner: Seat | None) -> None:
    """Show the goals that the rules of the tie give for a board that nobody played."""
    if winner is not None:
        ours, theirs = team_rules.of(snapshot.competition).awarded_goals
        of_fixture.home_goals, of_fixture.away_goals = (ours, theirs) if winner == "home" else (theirs, ours)


def _show_verdict(facts: FixtureFacts, verdict: Verdict) -> None:
    entry = verdict.entry
    facts.status = Fixture.Status.WALKOVER if verdict.walkover else Fixture.Status.PLAYED
    facts.home_goals, facts.away_goals, facts.shootout = entry.home_goals, entry.away_goals, entry.shootout
    # A result entered by a person does not say how it ended; the score line still mentions extra time.
    facts.how = entry.how or ("extra_time" if entry.extra_time and not entry.shootout else "")
    if entry.how in GAVE_UP and verdict.winner is not None:
        facts.reason = _gave_up(entry.how, other(verdict.winner))
    elif verdict.walkover and verdict.winner is not None:
        message = text("awarded to {winner}", winner=f"@{verdict.winner}")
        facts.reason = _with_reason(message, entry)
    elif verdict.walkover and entry.how == DOUBLE_DEFEAT:
        message = text("a defeat of {goals}–0 for both", goals=WALKOVER_GOALS)
        facts.reason = _with_reason(message, entry)
    elif verdict.walkover:
        facts.reason = _with_reason(text("nobody played"), entry)
    elif entry.kind == ResultEntry.Kind.CONFIRMED:
        facts.reason = text("reported by the players")
    elif entry.reason and entry.kind == ResultEntry.Kind.CORRECTED:
        facts.reason = text("corrected: {reason}", reason=entry.reason)
    elif entry.reason:
        facts.reason = text("{said}: {reason}", said=text("entered"), reason=entry.reason)
    if entry.own:
        facts.reason = text("{said}; {mark}", said=facts.reason or text("entered"), mark=text(OWN_MATCH))


def _gave_up(how: str, seat: Seat) -> Text:
    """Tell how the side on ``seat`` gave the match away."""
    if how == "time":
        return text("{loser} used up the time for the match", loser=f"@{seat}")
    if how == "forfeit":
        return text("{loser} stayed away, or ran out of time three times", loser=f"@{seat}")
    if how == "too_few":
        return text("{loser} had too many players sent off", loser=f"@{seat}")
    return text("{loser} resigned", loser=f"@{seat}")


def _with_reason(words: Text, entry: AnyEntry) -> Text:
    """Return the sentence with the reason of the log entry, or that of the person who decided."""
    reason = entry.why or entry.reason
    return text("{said}: {reason}", said=words, reason=reason) if reason else words


def _by_leg(fixture: PlainFixture, reason: Text) -> Text:
    """Return a tie's sentence with its sides as this leg's seats."""
    if fixture.leg % 2 or not reason:
        return reason
    turned = {"@home": "@away", "@away": "@home"}
    return [
        reason[0],
        {
            name: _by_leg(fixture, value) if isinstance(value, list) else turned.get(value, value)
            for name, value in reason[1].items()
        },
    ]
