"""Clocks are pure: used and remaining time always add up, and only who is late is late."""

from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from matches import clock

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
    deadline_at: datetime | None = None


def follow(row, clocks):
    return Row(
        row.move_seconds, row.budget_seconds, **{k: getattr(clocks, k) for k in asdict(Row()) if "_seconds" not in k}
    )


def at(seconds):
    return NOON + timedelta(seconds=seconds)


def test_it_works():
    row = Row(move_seconds=30, budget_seconds=100)
    row = follow(row, clock.after(row, mover=None, to_act=["home"], people=BOTH, now=at(0)))
    assert (row.home_since, row.away_since, row.deadline_at) == (at(0), None, at(30))
    row = follow(row, clock.after(row, mover="home", to_act=["away"], people=BOTH, now=at(12)))
    assert (row.home_used_ms, row.home_since, row.away_since, row.deadline_at) == (12000, None, at(12), at(42))
    assert clock.shown(row, row.deadline_at, at(20))["home_ms"] == 88000
    assert clock.shown(row, row.deadline_at, at(20))["away_ms"] == 92000


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


decisions = st.lists(
    st.tuples(
        st.sampled_from([None, "home", "away"]),
        st.sampled_from([(), ("home",), ("away",), BOTH]),
        st.integers(0, 50_000),
    ),
    max_size=30,
)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(decisions)
def test_time_used_is_exactly_the_time_that_the_clock_ran(steps):
    row, now = Row(move_seconds=60, budget_seconds=600), NOON
    ran = {"home": 0, "away": 0}
    for mover, to_act, passed in steps:
        now += timedelta(milliseconds=passed)
        for seat in BOTH:
            if getattr(row, f"{seat}_since") is not None:
                ran[seat] += passed
        row = follow(row, clock.after(row, mover=mover, to_act=to_act, people=BOTH, now=now))
        shown = clock.shown(row, row.deadline_at, now)
        for seat in BOTH:
            assert shown[f"{seat}_ms"] == max(0, 600_000 - ran[seat])


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
