"""Bugs of competitions, planted in a test alone: the machine of ``tests/league/machine`` must find each.

To plant another: a function that patches the product, and its line in ``PLANTED``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

import pytest

from engines.core.seats import SEATS
from league.competitions.derivation import derive, effects, next_steps, pairing, recompute, slots, tables
from league.competitions.log import journal
from league.competitions.models import Competition, Report
from league.competitions.setup import stages
from league.competitions.verbs import check_in, closing, disputes, entries, reports, rounds, rulings, schedule, swiss
from league.formats import round_robin, ties
from league.formats.slots import source
from league.seasons.verbs import leaves
from tests.league.machine.plans import Plan

Plant: TypeAlias = Callable[[pytest.MonkeyPatch], None]
Steps: TypeAlias = Callable[[Any], None]
"""Steps of a history, as a failing one is printed."""


def a_preview_forgets_later_rounds(patch: pytest.MonkeyPatch) -> None:
    """Only the first tie that turns is told; what follows from it is not."""
    whole = effects._ties
    patch.setattr(effects, "_ties", lambda before, after: whole(before, after)[:1])


def a_slot_is_filled_twice(patch: pytest.MonkeyPatch) -> None:
    """The winner of a tie stands in the slots of its loser too."""
    whole = slots.Slots.entrant_of

    def entrant_of(self, slot):
        side = whole(self, slot)
        if side is None or "loser" not in slot:
            return side
        return self.ties[source(slot)].winner or side

    patch.setattr(slots.Slots, "entrant_of", entrant_of)


def a_deduction_is_forgotten(patch: pytest.MonkeyPatch) -> None:
    """Of several deductions from one entrant a recomputation keeps the last."""
    whole = tables.adjustments_of

    def adjustments_of(log, entrants):
        return list({entry.entrant: entry for entry in whole(log, entrants)}.values())

    patch.setattr(tables, "adjustments_of", adjustments_of)


def a_withdrawal_leaves_a_fixture_open(patch: pytest.MonkeyPatch) -> None:
    """Who leaves while at home is expected to play on."""
    whole = derive._left_first

    def left_first(home, away, log):
        seat = whole(home, away, log)
        return None if seat == "home" else seat

    patch.setattr(derive, "_left_first", left_first)


def a_bye_counts_twice(patch: pytest.MonkeyPatch) -> None:
    whole = tables.bye_points
    patch.setattr(tables, "bye_points", lambda points, kind, allotted: 2 * whole(points, kind, allotted))


def a_pairing_forgets_the_round_before(patch: pytest.MonkeyPatch) -> None:
    """Those who have just played each other may meet again in the next Swiss round."""
    whole = pairing._games

    def games(snapshot, derived, earlier, late):
        paired = [round.number for round in pairing._part(snapshot, earlier).rounds if snapshot.ties[round.id]]
        return [] if earlier.number == paired[-1] else whole(snapshot, derived, earlier, late)

    patch.setattr(pairing, "_games", games)


PLANTED: Final[Mapping[str, Plant]] = {
    plant.__name__: plant
    for plant in (
        a_preview_forgets_later_rounds,
        a_slot_is_filled_twice,
        a_deduction_is_forgotten,
        a_withdrawal_leaves_a_fixture_open,
        a_bye_counts_twice,
        a_pairing_forgets_the_round_before,
    )
}


# ── faults that are seen in a few steps, and seldom met by chance ──
def nobody_moves_up(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(entries, "move_up", lambda row: None)


def there_is_always_a_place(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(entries, "places_left", lambda row: 9)


def the_turned_away_are_forgotten(patch: pytest.MonkeyPatch) -> None:
    """A start that is taken back leaves those out for whom there was no place."""
    patch.setattr(Competition, "entrants", property(_without_the_turned_away(Competition.entrants)))


def _without_the_turned_away(whole: Any) -> Callable[[Competition], Any]:
    def entrants(row: Competition) -> Any:
        manager = whole.__get__(row, Competition)
        unfiltered = manager.filter

        def filtered(*more: Any, **asked: Any) -> Any:
            return unfiltered(pk=None) if asked == {"turned_away": True} else unfiltered(*more, **asked)

        manager.filter = filtered
        return manager

    return entrants


def away_goals_are_those_at_home(patch: pytest.MonkeyPatch) -> None:
    def at_home(legs: Any, at_regulation: bool) -> Any:
        return tuple(sum(leg.goals(side, at_regulation) for leg in legs if leg.seat(side) == "home") for side in SEATS)

    patch.setattr(ties, "_away_goals", at_home)


def the_first_leg_is_turned(patch: pytest.MonkeyPatch) -> None:
    """The second leg begins with the goals of the first by the wrong seats."""
    whole = ties.terms

    def turned(*args: Any) -> dict[str, Any]:
        terms = whole(*args)
        return {**terms, "carry": {"home": terms["carry"]["away"], "away": terms["carry"]["home"]}}

    patch.setattr(ties, "terms", turned)


def one_win_suffices(patch: pytest.MonkeyPatch) -> None:
    whole = ties._best_of

    def decided(rules: Any, legs: Any) -> Any:
        first = next((leg for leg in legs if ties._leg_winner(leg)), None)
        if first is None:
            return whole(rules, legs)
        side = ties._leg_winner(first)
        return ties.Decision(side, "best_of", ties.aggregate(legs), ("{winner}", {"winner": f"@{side}"}))

    patch.setattr(ties, "_best_of", decided)


def rounds_open_by_themselves(patch: pytest.MonkeyPatch) -> None:
    whole = next_steps.rounds

    def opened(snapshot: Any, part: Any, derived: Any, before_done: bool) -> bool:
        advance = snapshot.competition.advance
        snapshot.competition.advance = Competition.Advance.AUTO
        done = whole(snapshot, part, derived, before_done)
        snapshot.competition.advance = advance
        return done

    patch.setattr(next_steps, "rounds", opened)


def silence_counts_at_once(patch: pytest.MonkeyPatch) -> None:
    def at_once() -> int:
        reported = Report.objects.filter(state=Report.State.OPEN)
        for report in reported:
            with reports.locked(report.fixture.competition_id) as row:
                reports._count(row, report, None, Report.State.COUNTED)
        return len(reported)

    patch.setattr(reports, "count_due", at_once)


def withdrawals_are_not_audited(patch: pytest.MonkeyPatch) -> None:
    whole = journal.record

    def recorded(row: Any, by: Any, verb: str, message: Any) -> None:
        if verb != "withdraw":
            whole(row, by, verb, message)

    patch.setattr(journal, "record", recorded)


def the_official_log_is_open(patch: pytest.MonkeyPatch) -> None:
    whole = recompute.append_all

    def appended(row: Any, several: Any) -> Any:
        official, row.official_at = row.official_at, None
        entered = whole(row, several)
        row.official_at = official
        return entered

    patch.setattr(recompute, "append_all", appended)


def both_meetings_are_at_one_home(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(round_robin, "mirrored", lambda days: days)


def a_frozen_round_opens(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(rounds, "must_move", lambda row: None)


def the_final_has_two_legs(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(stages, "is_alone", lambda settings, kind: False)


def the_worse_seed_has_the_venue(patch: pytest.MonkeyPatch) -> None:
    whole = slots.Slots.note_place

    def noted(self: Any, slot: Any, side: Any) -> None:
        whole(self, {**slot, "seed": -slot["seed"]} if "seed" in slot else slot, side)

    patch.setattr(slots.Slots, "note_place", noted)


def who_joins_misses_a_round(patch: pytest.MonkeyPatch) -> None:
    whole = swiss.late_entrants
    patch.setattr(swiss, "late_entrants", lambda row, names, first_round: whole(row, names, first_round + 1))


def points_are_given(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(rulings, "sum", lambda _points: 99, raising=False)


def what_waits_is_awarded(patch: pytest.MonkeyPatch) -> None:
    every = Competition.objects.order_by().values_list("pk", flat=True)
    patch.setattr(closing, "close_due", lambda: sum(map(closing._close, list(every))))


def the_absent_home_side_wins(patch: pytest.MonkeyPatch) -> None:
    whole = closing.record_of

    def recorded(fixture: Any) -> Any:
        record = whole(fixture)

        class Won:
            winner = "home"
            came = record.came
            why = record.why

        return Won()

    patch.setattr(closing, "record_of", recorded)


def the_absent_keep_their_places(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(check_in, "_absent", lambda row: row.entrants.none())


def what_is_let_stand_does_not_count(patch: pytest.MonkeyPatch) -> None:
    whole = disputes.rule_in
    patch.setattr(disputes, "rule_in", lambda row, fixture, by, _ruling: whole(row, fixture, by, None))


def windows_close_on_leave(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(closing, "leaves_of", lambda row: [])


def an_agreed_kick_off_is_not_set(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(schedule, "set_kick_off", lambda row, fixture, at, fixed: None)


def leave_has_no_end(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(leaves, "_must_be_possible", lambda *_given, own: None)


def _cup(entrants: int = 4, waiting: int = 0, **values: Any) -> Plan:
    return Plan("cup", entrants, waiting, values=values)


def _starts_anew(state: Any) -> None:
    state.begin(plan=_cup(waiting=1))
    state.take_the_start_back()


def somebody_leaves(state: Any) -> None:
    _starts_anew(state)
    state.leave(which=0)


def somebody_comes_back(state: Any) -> None:
    somebody_leaves(state)
    state.put_back(which=0)


def two_legs_level(state: Any) -> None:
    state.begin(plan=Plan("cup", 2, settings={"legs": 2, "away_goals": True}))
    state.enter_result(which=0, home=1, away=0, kicks=None, manner="at once")
    state.enter_result(which=1, home=2, away=1, kicks=None, manner="at once")


def a_second_leg(state: Any) -> None:
    state.begin(plan=Plan("cup", 2, settings={"legs": 2}))
    state.play(which=0, home=1, away=0)


def a_best_of_three(state: Any) -> None:
    state.begin(plan=Plan("cup", 2, settings={"best_of": 3}))
    state.play(which=0, home=1, away=0)


def a_round_is_over(state: Any) -> None:
    state.begin(plan=_cup(advance="click"))
    state.open_round(number=1)
    state.play(which=0, home=1, away=0)
    state.play(which=0, home=1, away=0)


def one_side_reports(state: Any) -> None:
    state.begin(plan=_cup(report_hours=24))
    state.report(which=0, home=1, away=0, answer="none")
    state.let_time_pass(late=False)


def somebody_withdraws(state: Any) -> None:
    state.begin(plan=_cup())
    state.withdraw(which=0)


def after_the_end(state: Any) -> None:
    state.begin(plan=_cup(2), turns=2)
    state.make_official()
    state.enter_result(which=0, home=3, away=0, kicks=None, manner="confirmed")


def a_league_begins(state: Any) -> None:
    state.begin(plan=Plan("league", 4, settings={"times": 2}))


def a_freeze(state: Any) -> None:
    state.begin(plan=_cup(advance="click"))
    state.freeze()
    state.open_round(number=1)


def a_cup_of_two_legs_begins(state: Any) -> None:
    state.begin(plan=Plan("champions", 4))


def a_seeded_cup_begins(state: Any) -> None:
    state.begin(plan=_cup(seeding="hand"))


def somebody_is_late(state: Any) -> None:
    state.begin(plan=Plan("swiss", 4))
    state.join(number=31)


def points_come_back(state: Any) -> None:
    state.begin(plan=Plan("league", 2))
    state.deduct(which=0, several=[-1])


def nobody_plays(state: Any, unplayed: str = "award") -> None:
    state.begin(plan=_cup(unplayed=unplayed))
    state.let_time_pass(late=True)


def nobody_plays_and_it_waits(state: Any) -> None:
    nobody_plays(state, "wait")


def who_waits_is_here(state: Any) -> None:
    state.begin(plan=_cup(waiting=1), waits=1)
    state.plan_check_in(planned=True)
    state.check_in(which=4, most=1, own=False)
    state.close_check_in(due=False)


def a_report_is_disputed(state: Any) -> None:
    state.begin(plan=_cup())
    state.report(which=0, home=1, away=0, answer="dispute")
    state.let_stand(which=0)


def somebody_is_away(state: Any) -> None:
    state.begin(plan=Plan("league", 4))
    state.allow_leave(days=3)
    state.take_leave(which=0, begins=0, days=3, own=True)
    state.let_time_pass(late=True)


def both_agree(state: Any) -> None:
    state.begin(plan=_cup())
    state.agree(which=0, minutes=20, answer="yes")


def a_long_leave(state: Any) -> None:
    state.begin(plan=_cup())
    state.allow_leave(days=1)
    state.take_leave(which=0, begins=0, days=4, own=True)


SEEN: Final[Mapping[str, tuple[Plant, Steps]]] = {
    plant.__name__: (plant, steps)
    for plant, steps in (
        (nobody_moves_up, somebody_leaves),
        (there_is_always_a_place, somebody_comes_back),
        (the_turned_away_are_forgotten, _starts_anew),
        (away_goals_are_those_at_home, two_legs_level),
        (the_first_leg_is_turned, a_second_leg),
        (one_win_suffices, a_best_of_three),
        (rounds_open_by_themselves, a_round_is_over),
        (silence_counts_at_once, one_side_reports),
        (withdrawals_are_not_audited, somebody_withdraws),
        (the_official_log_is_open, after_the_end),
        (both_meetings_are_at_one_home, a_league_begins),
        (a_frozen_round_opens, a_freeze),
        (the_final_has_two_legs, a_cup_of_two_legs_begins),
        (the_worse_seed_has_the_venue, a_seeded_cup_begins),
        (who_joins_misses_a_round, somebody_is_late),
        (points_are_given, points_come_back),
        (what_waits_is_awarded, nobody_plays_and_it_waits),
        (the_absent_home_side_wins, nobody_plays),
        (the_absent_keep_their_places, who_waits_is_here),
        (what_is_let_stand_does_not_count, a_report_is_disputed),
        (windows_close_on_leave, somebody_is_away),
        (an_agreed_kick_off_is_not_set, both_agree),
        (leave_has_no_end, a_long_leave),
    )
}
"""The fault, and steps in which it must be seen."""
