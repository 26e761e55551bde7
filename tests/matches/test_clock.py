"""Clocks are pure: used and remaining time always add up, and only who is late is late."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from matches.terms import clock

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
BOTH = ("home", "away")


@dataclass
class Row:
    move_seconds: int | None = None
    budget_seconds: int | None = None
    home_used_ms: int = 0
    away_used_ms: int = 0
    home_since: datetime | None = None
    away_since: datetime | None = None
    home_timeouts: int = 0
    away_timeouts: int = 0
    home_quota_ms: int = 0
    away_quota_ms: int = 0
    set_piece: str = ""
    home_placing_ms: int = 0
    away_placing_ms: int = 0
    deadline_at: datetime | None = None
    status: str = "live"
    time_up_at: datetime | None = None
    starts_at: datetime | None = None
    no_show_at: datetime | None = None
    resume_at: datetime | None = None


def follow(row, clocks):
    return Row(row.move_seconds, row.budget_seconds, **clocks._asdict())


def at(seconds):
    return NOON + timedelta(seconds=seconds)


def test_it_works():
    row = Row(move_seconds=30, budget_seconds=100)
    row = follow(row, clock.after(row, mover=None, to_act=["home"], people=BOTH, now=at(0)))
    assert (row.home_since, row.away_since, row.deadline_at) == (at(0), None, at(30))
    row = follow(row, clock.after(row, mover="home", to_act=["away"], people=BOTH, now=at(12)))
    assert (row.home_used_ms, row.home_since, row.away_since, row.deadline_at) == (12000, None, at(12), at(42))
    assert clock.clock_of_frame(row, at(20))["home_ms"] == 88000
    assert clock.clock_of_frame(row, at(20))["away_ms"] == 92000


def test_the_budget_ends_a_move_early():
    row = Row(move_seconds=30, budget_seconds=40, home_used_ms=25000)
    row = follow(row, clock.after(row, mover=None, to_act=["home"], people=BOTH, now=at(0)))
    assert row.deadline_at == at(15)
    assert clock.overdue(row, at(14.999)) == []
    assert clock.overdue(row, at(15)) == [("home", "budget")]


def test_a_move_limit_that_passes_is_no_flag():
    row = Row(move_seconds=30)
    row = follow(row, clock.after(row, mover=None, to_act=["away"], people=BOTH, now=at(0)))
    assert clock.overdue(row, at(29.999)) == []
    assert clock.overdue(row, at(30)) == [("away", "move")]


def test_bots_and_matches_without_limits_have_no_deadline():
    row = Row(move_seconds=30)
    assert clock.after(row, mover=None, to_act=["home"], people=["away"], now=at(0)).deadline_at is None
    assert clock.after(Row(), mover=None, to_act=["home"], people=BOTH, now=at(0)).deadline_at is None


def test_who_still_thinks_keeps_its_start_when_the_other_decides():
    row = Row(move_seconds=30)
    row = follow(row, clock.after(row, mover=None, to_act=BOTH, people=BOTH, now=at(0)))
    row = follow(row, clock.after(row, mover="home", to_act=["away"], people=BOTH, now=at(10)))
    assert (row.away_since, row.deadline_at) == (at(0), at(30))
    row = follow(row, clock.after(row, mover="away", to_act=BOTH, people=BOTH, now=at(20)))
    assert (row.home_since, row.away_since) == (at(20), at(20))


def test_timeouts_run_until_an_own_move():
    row = Row(move_seconds=30)
    row = follow(row, clock.after(row, mover=None, to_act=["home"], people=BOTH, now=at(0)))
    row = follow(row, clock.after(row, mover=None, to_act=["home"], people=BOTH, now=at(30), timed_out="home"))
    assert (row.home_timeouts, row.home_since, row.home_used_ms) == (1, at(30), 30000)
    row = follow(row, clock.after(row, mover="home", to_act=["away"], people=BOTH, now=at(31)))
    assert row.home_timeouts == 0


def test_the_way_over_the_network_is_given_back_out_of_a_quota():
    row = Row(move_seconds=30, budget_seconds=600, home_quota_ms=500)
    row = follow(row, clock.after(row, mover=None, to_act=["home"], people=BOTH, now=at(0)))
    row = follow(row, clock.after(row, mover="home", to_act=["home"], people=BOTH, now=at(2), lag_ms=300))
    gain = clock.quota_gain_ms(30, 600)
    assert gain == 1000
    assert (row.home_used_ms, row.home_quota_ms) == (1700, 500 - 300 + gain)
    row = follow(row, clock.after(row, mover="home", to_act=["home"], people=BOTH, now=at(12), lag_ms=60_000))
    assert (row.home_used_ms, row.home_quota_ms) == (1700 + 10_000 - 1200, gain), "no more than the quota"


def test_a_decision_that_is_on_its_way_may_come_in_late_at_the_cost_of_the_quota():
    row = Row(move_seconds=30, budget_seconds=600, home_quota_ms=3000)
    row = follow(row, clock.after(row, mover=None, to_act=["home"], people=BOTH, now=at(0)))
    assert row.deadline_at == at(31)
    assert clock.clock_of_frame(row, at(0))["deadline"] == clock.epoch_ms(at(30)), "the grace is not shown"
    assert clock.limit_passed(row, "home", at(30.999)) is None
    assert clock.limit_passed(row, "home", at(31)) == "move"
    row = follow(row, clock.after(row, mover="home", to_act=[], people=BOTH, now=at(30.8)))
    assert (row.home_used_ms, row.home_quota_ms) == (30_000, 3000 - 800 + 1000)


def test_a_timeout_that_is_found_late_costs_the_limit_and_no_more():
    row = Row(move_seconds=30, budget_seconds=600)
    row = follow(row, clock.after(row, mover=None, to_act=["home"], people=BOTH, now=at(0)))
    row = follow(row, clock.after(row, mover=None, to_act=["home"], people=BOTH, now=at(300), timed_out="home"))
    assert row.home_used_ms == 30_000


def test_a_set_piece_has_one_limit_for_each_side():
    row = Row(move_seconds=60, budget_seconds=600)
    for seat, seconds in (("home", 0), ("away", 10), ("home", 30), ("home", 55)):
        row = follow(
            row, clock.after(row, mover=_before(row), to_act=[seat], people=BOTH, now=at(seconds), set_piece="corner")
        )
    assert (row.home_placing_ms, row.away_placing_ms) == (35_000, 20_000)
    assert clock.end_of(row, "home") == at(80), "25 seconds of home's minute are left"
    assert clock.overdue(row, at(80.9)) == [] and clock.overdue(row, at(81)) == [("home", "move")]
    late = clock.after(row, mover=None, to_act=["home"], people=BOTH, now=at(81), timed_out="home", set_piece="corner")
    row = follow(row, late)
    assert (row.home_timeouts, clock.end_of(row, "home"), row.home_used_ms) == (1, at(81), 60_000)
    again = clock.after(row, mover=None, to_act=["home"], people=BOTH, now=at(82), timed_out="home", set_piece="corner")
    row = follow(row, again)
    assert (row.home_timeouts, row.home_used_ms) == (1, 60_000), "one set piece is one time-out"
    row = follow(row, clock.after(row, mover=None, to_act=["away"], people=BOTH, now=at(83), set_piece="kick_off"))
    assert (row.home_placing_ms, row.away_placing_ms, clock.end_of(row, "away")) == (0, 0, at(143)), (
        "the next one begins anew"
    )


def test_the_countdown_to_a_loss_is_whole_at_a_set_piece_too():
    row = Row(move_seconds=60, home_timeouts=3, set_piece="corner", home_placing_ms=60_000)
    row = follow(row, clock.after(row, mover=None, to_act=["home"], people=BOTH, now=at(0), set_piece="corner"))
    assert row.deadline_at == at(clock.FORFEIT_SECONDS)


def _before(row):
    return next((seat for seat in BOTH if getattr(row, f"{seat}_since") is not None), None)


def test_the_third_timeout_leaves_a_last_limit():
    row = Row(move_seconds=120, home_timeouts=3)
    row = follow(row, clock.after(row, mover=None, to_act=["home"], people=BOTH, now=at(0)))
    assert row.deadline_at == at(clock.FORFEIT_SECONDS)
    assert clock.overdue(row, at(clock.FORFEIT_SECONDS)) == [("home", "forfeit")]
    days = Row(move_seconds=86400, home_timeouts=3)
    days = follow(days, clock.after(days, mover=None, to_act=["home"], people=BOTH, now=at(0)))
    assert days.deadline_at == at(86400), "by correspondence nobody is asked to come within seconds"


decisions = st.lists(
    st.tuples(
        st.sampled_from(["home", "away", "sweep", "pause"]),
        st.sampled_from([("home",), ("away",), BOTH]),
        st.integers(0, 50_000),
        st.integers(0, 5_000),
    ),
    max_size=60,
)


@settings(deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from([15, 60, 90_000]), st.sampled_from([60, 600]), decisions)
def test_used_time_never_exceeds_the_budget_nor_the_quota_what_it_gave(move, budget, steps):
    """Moves at any moment: the clock never counts more than the budget, nor forgives more than the quota that was
    given. Who is late is refused by ``late``, as ``play.submit`` does, and the sweep may be as late as it likes."""
    quota = clock.quota_start_ms(move, budget)
    gain = clock.quota_gain_ms(move, budget)
    row, now = Row(move_seconds=move, budget_seconds=budget, home_quota_ms=quota, away_quota_ms=quota), NOON
    row = follow(row, clock.after(row, mover=None, to_act=BOTH, people=BOTH, now=now))
    given_ms, forgiven = {"home": quota, "away": quota}, {"home": 0, "away": 0}
    for who, to_act, passed, lag in steps:
        now += timedelta(milliseconds=passed)
        mover, timed_out = None, None
        if who in BOTH:
            if getattr(row, f"{who}_since") is None or clock.limit_passed(row, who, now):
                continue
            mover = who
        elif who == "sweep":
            overdue = clock.overdue(row, now)
            if not overdue:
                continue
            if overdue[0][1] != "move":
                return
            timed_out = overdue[0][0]
        since = {seat: getattr(row, f"{seat}_since") for seat in BOTH}
        used = {seat: getattr(row, f"{seat}_used_ms") for seat in BOTH}
        row = follow(
            row,
            clock.after(row, mover=mover, to_act=to_act, people=BOTH, now=now, timed_out=timed_out, lag_ms=lag),
        )
        for seat in BOTH:
            after = getattr(row, f"{seat}_used_ms")
            assert used[seat] <= after <= budget * 1000
            assert 0 <= getattr(row, f"{seat}_quota_ms") <= 7 * gain
            if seat == mover:
                forgiven[seat] += round((now - since[seat]).total_seconds() * 1000) - (after - used[seat])
                assert forgiven[seat] <= given_ms[seat]
                given_ms[seat] += gain
        for key in ("home_ms", "away_ms"):
            assert 0 <= clock.clock_of_frame(row, now)[key] <= budget * 1000


@dataclass
class WallRow:
    period: str = ""
    time_up_at: datetime | None = None
    time_left_ms: int | None = None


def view(period="first_half", time_up=False, **options):
    return {"period": period, "time_up": time_up, "options": {"clock": "wall", "half_seconds": 450, **options}}


def test_the_wall_clock_runs_by_period():
    first = clock.wall(WallRow(), view(), status="live", now=at(0))
    assert first.time_up_at == at(450)
    assert clock.wall(first, view(), status="live", now=at(100)).time_up_at == at(450)
    rung = clock.wall(first, view(time_up=True), status="live", now=at(451))
    assert (rung.period, rung.time_up_at) == ("first_half", None)
    assert clock.wall(rung, view(), status="live", now=at(452)).time_up_at is None
    second = clock.wall(rung, view("second_half"), status="live", now=at(470))
    assert second.time_up_at == at(920)
    assert clock.wall(second, view("shootout"), status="live", now=at(920)).time_up_at is None
    whole = clock.wall(WallRow(), view("regulation"), status="live", now=at(0), whole_minutes=30)
    assert whole.time_up_at == at(1800), "a match in one piece lasts as long as its game says"
    leg = clock.wall(WallRow(), view("regulation", leg_minutes=45), status="live", now=at(0), whole_minutes=30)
    assert leg.time_up_at == at(2700), "or as long as its option says"
    assert clock.wall(WallRow(), view("extra"), status="live", now=at(0), whole_minutes=30).time_up_at == at(600)
    assert clock.wall(WallRow(), view(clock="turns"), status="live", now=at(0)) == clock.NO_WALL
    minutes = {"half_seconds": None, "half_minutes": 45, "extra_minutes": 15}
    assert clock.wall(WallRow(), view("extra_first", **minutes), status="live", now=at(0)).time_up_at == at(900)
    assert clock.wall(WallRow(), view("second_half", **minutes), status="live", now=at(0)).time_up_at == at(2700)


def test_the_wall_clock_stands_while_the_match_is_paused():
    first = clock.wall(WallRow(), view(), status="live", now=at(0))
    paused = clock.wall(first, view(), status="paused", now=at(100))
    assert (paused.time_up_at, paused.time_left_ms) == (None, 350_000)
    resumed = clock.wall(paused, view(), status="live", now=at(1000))
    assert (resumed.time_up_at, resumed.time_left_ms) == (at(1350), None)


def test_the_quota_never_grows_beyond_seven_gains():
    gain = clock.quota_gain_ms(30, 600)
    row = Row(move_seconds=30, budget_seconds=600, home_quota_ms=6 * gain + gain // 2)
    row = follow(row, clock.after(row, mover=None, to_act=["home"], people=BOTH, now=at(0)))
    row = follow(row, clock.after(row, mover="home", to_act=["home"], people=BOTH, now=at(5)))
    assert row.home_quota_ms == 7 * gain
    row = follow(row, clock.after(row, mover="home", to_act=["home"], people=BOTH, now=at(9)))
    assert row.home_quota_ms == 7 * gain
