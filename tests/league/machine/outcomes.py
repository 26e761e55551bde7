"""Beliefs about what decides a tie, who goes through, and what a withdrawal or an early end leaves.

Where a rule has exceptions that would need the derivation to tell, nothing is said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import ceil, floor
from typing import Any
from uuid import UUID

from league.competitions.models import Competition, Fixture, ResultEntry, Stage
from tests.league.machine.stored import GAVE_UP, Log, Row, Stored, settings_of

Pair = tuple[float, float]
"""Goals, kicks, wins or standing of the two sides of a tie, home first."""


# ── ties ──
def ties_are_won_by_what_decides_them(stored: Stored) -> None:
    """Compare the winner of a tie with what decided it: away goals, penalties, wins or the better place."""
    for tie in stored.ties.values():
        if stored.competition.boards > 1 or tie.decided not in DECIDED_BY:
            continue
        ours, theirs = DECIDED_BY[tie.decided](stored, tie)
        if ours != theirs:
            won = tie.home_id if ours > theirs else tie.away_id
            where = f"{stored.name(tie.home_id)} – {stored.name(tie.away_id)} by {tie.decided}, {ours} to {theirs}"
            assert tie.winner_id == won, f"{where}: {stored.name(tie.winner_id)} has won"


def _legs(stored: Stored, tie: Row) -> list[Row]:
    return [leg for leg in stored.fixtures_of_tie[tie.id] if leg.id in stored.log.verdicts]


def _of_tie(tie: Row, leg: Row, home: float, away: float) -> Pair:
    """Return what the seats of ``leg`` have as what the sides of ``tie`` have."""
    return (home, away) if leg.home_id == tie.home_id else (away, home)


def _away_goals(stored: Stored, tie: Row) -> Pair:
    goals = [_of_tie(tie, leg, 0, leg.away_goals or 0) for leg in _legs(stored, tie)]
    return sum(home for home, _away in goals), sum(away for _home, away in goals)


def _kicks(stored: Stored, tie: Row) -> Pair:
    last = _legs(stored, tie)[-1]
    return _of_tie(tie, last, last.shootout["home"], last.shootout["away"]) if last.shootout else (0, 0)


def wins_of(stored: Stored, tie: Row) -> Pair:
    wins = [_won(tie, leg) for leg in _legs(stored, tie)]
    return sum(home for home, _away in wins), sum(away for _home, away in wins)


def _won(tie: Row, leg: Row) -> Pair:
    home, away = _goals_and_kicks(leg)
    return _of_tie(tie, leg, home > away, home < away)


def _goals_and_kicks(leg: Row) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return what each seat of ``leg`` has; kicks decide between those level on goals."""
    kicks = leg.shootout or {"home": 0, "away": 0}
    return (leg.home_goals or 0, kicks["home"]), (leg.away_goals or 0, kicks["away"])


def _placed(stored: Stored, tie: Row) -> Pair:
    """Return the seeds of the sides of a first stage, the better as the higher number."""
    if stored.stage_of(tie).number > 1:
        return 0, 0
    seeds = {entrant.id: seed for seed, entrant in stored.by_seed.items()}
    return -seeds[tie.home_id], -seeds[tie.away_id]


DECIDED_BY: Mapping[str, Callable[[Stored, Row], Pair]] = {
    "away_goals": _away_goals,
    "away_goals_after_extra_time": _away_goals,
    "shootout": _kicks,
    "best_of": wins_of,
    "better_placed": _placed,
}


def a_second_final_is_for_two_who_have_lost_once(stored: Stored) -> None:
    for tie in stored.ties.values():
        if tie.kind != "reset":
            continue
        [first] = [other for other in stored.ties.values() if other.kind == "final" and _is_beside(stored, tie, other)]
        [unbeaten] = [
            side
            for slot, side in ((first.home_slot, first.home_id), (first.away_slot, first.away_id))
            if slot["part"] == "winners" and "winner" in slot
        ]
        needed = first.winner_id not in (None, unbeaten)
        if first.decided:
            assert (tie.decided == "not_needed") != needed, f"the second final is {tie.decided}, needed: {needed}"


def _is_beside(stored: Stored, tie: Row, other: Row) -> bool:
    return stored.stage_of(tie) is stored.stage_of(other)


def board_points_are_those_of_the_boards(stored: Stored) -> None:
    """A board is worth one point, half of one to both if it is level; who left a tie, or a leg, is not asked."""
    if stored.competition.boards == 1 or stored.competition.team_rules:
        return
    for tie in stored.ties.values():
        boards = [board for board in stored.fixtures_of_tie[tie.id] if board.board <= stored.competition.boards]
        away = {"walkover", "double_walkover", "void"}
        if tie.home_points is None or tie.decided in away or settings_of(stored.stage_of(tie)).get("best_of"):
            continue
        told = [_of_board(stored, tie, board) for board in boards]
        points = sum(home for home, _away in told), sum(away for _home, away in told)
        shown = (tie.home_points, tie.away_points)
        assert shown == points, f"{stored.pair(boards[0])}: {shown} board points, {points} by the boards"


def _of_board(stored: Stored, tie: Row, board: Row) -> Pair:
    if board.status not in (Fixture.Status.PLAYED, Fixture.Status.WALKOVER) or board.home_goals is None:
        return 0, 0
    verdict = stored.log.verdicts.get(board.id)
    if verdict is not None and verdict.how in GAVE_UP and verdict.winner:
        return _of_tie(tie, board, verdict.winner == "home", verdict.winner == "away")
    home, away = _goals_and_kicks(board)
    if tie.group_id is None or settings_of(stored.stage_of(tie)).get("draws", "stand") == "stand":
        home, away = home[:1], away[:1]  # a level board stands, whatever is said of penalties
    return (0.5, 0.5) if home == away else _of_tie(tie, board, home > away, home < away)


# ── tables ──
def whoever_won_a_play_off_is_ahead(stored: Stored) -> None:
    for tie in stored.ties.values():
        if tie.kind != "boundary" or tie.winner_id is None or not (tie.home_id and tie.away_id):
            continue
        stage = stored.stage_of(tie)
        [group] = [each for each in stored.groups_of_stage[stage.id] if each.name == tie.home_slot["group"]]
        order = [row["entrant"] for row in group.table["rows"]]
        [loser] = {tie.home_id, tie.away_id} - {tie.winner_id}
        assert order.index(str(tie.winner_id)) < order.index(str(loser)), (
            f"{stored.name(tie.winner_id)} won the play-off and is behind {stored.name(loser)}"
        )


def the_best_of_the_next_place_go_through(stored: Stored) -> None:
    """Compare the points of those at the next place who go through with those of the others at it."""
    for stage in stored.stages.values():
        ties = [tie for round in stored.rounds_of_stage[stage.id] for tie in stored.ties_of_round[round.id]]
        slots = [slot for tie in ties for slot in (tie.home_slot, tie.away_slot) if "third" in slot]
        if not slots or stored.competition.criteria[:1] != ["points"]:
            continue
        before = next(each for each in reversed(stored.stages.values()) if each.number == stage.number - 1)
        tables = [group.table.get("rows", []) for group in stored.groups_of_stage[before.id]]
        if before.number in stored.log.closings or len({len(rows) for rows in tables}) > 1:
            continue
        through = settings_of(stage)["through"]
        next_placed = [row for rows in tables for row in rows[through : through + 1]]
        playing = {str(side) for tie in ties for side in (tie.home_id, tie.away_id) if side}
        going_on = [row["points"] for row in next_placed if row["entrant"] in playing]
        out = [row["points"] for row in next_placed if row["entrant"] not in playing]
        if len(going_on) == len(slots) and out:
            assert min(going_on) >= max(out), f"{going_on} points go through, {out} points do not"


def points_are_carried_without_deductions(stored: Stored) -> None:
    """A table begins with the points of the one before; what was taken from them counts once."""
    shares: dict[str, Callable[[float], float]] = {
        "all": lambda points: points,
        "half_up": lambda points: ceil(points / 2),
        "half_down": lambda points: floor(points / 2),
    }
    for stage in stored.stages.values():
        settings = settings_of(stage)
        share = shares.get(settings.get("carried", "none"))
        if share is None or stage.number == 1 or settings["carried_matches"] or settings["carried_among"]:
            continue
        before = [group for each in stored.stages.values() for group in stored.groups_of_stage[each.id]]
        before = [group for group in before if stored.stages[group.stage_id].number == stage.number - 1]
        brought = {row["entrant"]: row["points"] for group in before for row in group.table.get("rows", [])}
        for group in stored.groups_of_stage[stage.id]:
            for row in group.table.get("rows", []):
                taken = stored.log.deducted[UUID(row["entrant"])]
                points = brought.get(row["entrant"])
                expected = (0 if points is None else share(points + taken)) - taken
                where = f"{stored.name(row['entrant'])} in stage {stage.number}"
                assert row["adjustment"] == expected, f"{where}: {row['adjustment']} carried, not {expected}"


# ── withdrawals, early ends ──
def matches_of_who_left_a_table_count_as_agreed(stored: Stored) -> None:
    """All or none of them, as the competition says; after half of them the opponents win the rest.

    Asked of ties of one match, and where nobody else has left.
    """
    for group in stored.groups.values():
        stage = stored.stages[group.stage_id]
        ties = [tie for tie in stored.ties_of_group(group) if tie.home_id and tie.away_id]
        leavers = {side for tie in ties for side in (tie.home_id, tie.away_id)} & stored.log.withdrawn.keys()
        if len(leavers) != 1 or stage.format == Stage.Format.SWISS or stage.number in stored.log.closings:
            continue
        [leaver] = leavers
        own = [tie for tie in ties if leaver in (tie.home_id, tie.away_id)]
        fixtures = [fixture for tie in own for fixture in stored.fixtures_of_tie[tie.id]]
        verdicts = {key: stored.log.verdicts.get(key) for key in (fixture.id for fixture in fixtures)}
        if len(fixtures) > len(own):
            continue
        left_at = stored.log.withdrawn[leaver].position
        told = [verdict for verdict in verdicts.values() if verdict and not _too_late(verdict, left_at)]
        if len(told) == len(fixtures):
            continue
        voided = sum(verdict.kind == ResultEntry.Kind.VOIDED for verdict in told)
        before_half = 2 * (len(told) - voided) < len(fixtures) - voided
        policies = Competition.Withdrawals
        none = {policies.VOID: True, policies.AWARD: False, policies.HALF: before_half}
        for tie in own:
            legs = [verdicts[fixture.id] for fixture in stored.fixtures_of_tie[tie.id]]
            if any(verdict and verdict.kind == ResultEntry.Kind.VOIDED for verdict in legs):
                continue
            assert (tie.decided == "void") == none[stored.competition.withdrawals], (
                f"{stored.name(leaver)} left after {len(told)} of {len(fixtures)} matches, and one is {tie.decided}"
            )


def _too_late(verdict: Row, left_at: int) -> bool:
    return verdict.kind == ResultEntry.Kind.PLAYED and verdict.position > left_at


def an_early_end_counts_what_was_played_by_then(stored: Stored) -> None:
    """Matches without a result by then, or after the last matchday that counts, are void, and no others.

    Asked of ties of one match: others can be decided without all of theirs.
    """
    for number, entry in stored.log.closings.items():
        then = Log([each for each in stored.entries if each.position < entry.position])
        last = entry.closing.get("round") or len(stored.rounds)
        stage = next(each for each in stored.stages.values() if each.number == number)
        for round in stored.rounds_of_stage[stage.id]:
            for tie in stored.ties_of_round[round.id]:
                fixtures = stored.fixtures_of_tie[tie.id]
                if tie.group_id is None or len(fixtures) != 1:
                    continue
                verdict = stored.log.verdicts.get(fixtures[0].id)
                voided = verdict is not None and verdict.kind == ResultEntry.Kind.VOIDED
                if voided or {tie.home_id, tie.away_id} & stored.log.withdrawn.keys():
                    continue
                counts = round.number <= last and fixtures[0].id in then.verdicts
                assert (tie.decided != "void") == counts, (
                    f"round {round.number} after an early end at {last}: a tie is {tie.decided}"
                )


# ── Swiss rounds ──
def who_asked_to_rest_is_not_paired(stored: Stored) -> None:
    for round, ties in _swiss_rounds(stored):
        for entrant in stored.by_seed.values():
            kind = entrant.rests.get(str(round.step))
            if kind is None or entrant.first_round > round.step or entrant.id in stored.log.withdrawn:
                continue
            own = [tie.kind for tie in ties if entrant.id in (tie.home_id, tie.away_id)]
            assert own == [kind], f"{entrant.name} asked for {kind} in round {round.step}, and has {own}"


def nobody_meets_again_while_another_is_left(stored: Stored) -> None:
    """Those who have played each other are paired again only if there is no round without that.

    So is whoever had no opponent left out again.
    """
    for round, ties in _swiss_rounds(stored):
        then = Log([entry for entry in stored.entries if entry.at.isoformat() < round.made_by["at"]])
        earlier = [
            tie
            for before, listed in _swiss_rounds(stored)
            if before.stage_id == round.stage_id and before.step < round.step
            for tie in listed
        ]
        met = {_pair(tie) for tie in earlier if _was_played(stored, tie, then)}
        pairs = [tie for tie in ties if tie.home_id and tie.away_id and "house" not in tie.away_slot]
        again = [tie for tie in pairs if _pair(tie) in met]
        alone = [tie.home_id for tie in ties if tie.kind == "" and tie not in pairs]
        left_out = {tie.home_id for tie in earlier if tie.kind == "" and not tie.away_id}
        twice = [stored.name(side) for side in alone if side in left_out]
        if not again and not twice:
            continue
        players = [*alone, *(side for tie in pairs for side in (tie.home_id, tie.away_id))]
        paid = [tie for tie in earlier if not tie.away_id or "house" in tie.away_slot or tie.decided in GIVEN]
        rested = {side for tie in paid for side in (tie.home_id, tie.away_id)}
        assert not _can_be_paired(players, set(map(_pair, earlier)), rested), (
            f"in round {round.step} {[stored.pair(stored.fixtures_of_tie[tie.id][0]) for tie in again]} meet again, "
            f"{twice} have a bye again"
        )


GIVEN = ("walkover", "double_walkover")


def _swiss_rounds(stored: Stored) -> Iterable[tuple[Row, list[Row]]]:
    for round in stored.rounds.values():
        if stored.stages[round.stage_id].format == Stage.Format.SWISS and stored.ties_of_round[round.id]:
            yield round, stored.ties_of_round[round.id]


def _pair(tie: Row) -> frozenset[Any]:
    return frozenset((tie.home_id, tie.away_id))


def _was_played(stored: Stored, tie: Row, then: Log) -> bool:
    if "house" in tie.away_slot or not tie.away_id or {tie.home_id, tie.away_id} & then.withdrawn.keys():
        return False
    verdicts = [then.verdicts.get(fixture.id) for fixture in stored.fixtures_of_tie[tie.id]]
    return all(v is not None and v.kind == ResultEntry.Kind.PLAYED and v.how not in GAVE_UP for v in verdicts)


def _can_be_paired(players: list[Any], met: set[frozenset[Any]], rested: set[Any]) -> bool:
    """Return whether all can be paired anew, the one left over for the first time."""
    if len(players) % 2:
        return any(
            _can_be_paired([each for each in players if each != alone], met, rested)
            for alone in players
            if alone not in rested
        )
    if not players:
        return True
    first, *others = players
    return any(
        _can_be_paired([each for each in others if each != other], met, rested)
        for other in others
        if frozenset((first, other)) not in met
    )


OUTCOMES: tuple[Callable[[Stored], None], ...] = (
    ties_are_won_by_what_decides_them,
    a_second_final_is_for_two_who_have_lost_once,
    board_points_are_those_of_the_boards,
    whoever_won_a_play_off_is_ahead,
    the_best_of_the_next_place_go_through,
    points_are_carried_without_deductions,
    matches_of_who_left_a_table_count_as_agreed,
    an_early_end_counts_what_was_played_by_then,
    who_asked_to_rest_is_not_paired,
    nobody_meets_again_while_another_is_left,
)
