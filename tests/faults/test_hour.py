"""An hour of twenty matches on three web processes, and a fault every five seconds: nobody noted anything wrong.

``TABELLONE_HOUR`` names other minutes, ``TABELLONE_HOUR_PACE`` other seconds from a position to the move. The controls
are three applications with a fault of the history each, which the same notes and the same check must find.
"""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.faults.hour import Hour, Pair
from tests.faults.household import public_folder
from tests.faults.records import tell
from tests.faults.test_full_disk import small_disk
from tests.faults.test_kill_stores import apart as apart

pytestmark = [pytest.mark.faults, pytest.mark.long]

MINUTES = float(os.environ.get("TABELLONE_HOUR", "60"))
PACE = float(os.environ.get("TABELLONE_HOUR_PACE", "0.5"))
MATCHES, WEBS, EVERY, MEGABYTES = 20, 3, 5.0, 700


@pytest.fixture
def places():
    """Two small disks, one for each database, and a folder for the rest."""
    with contextlib.ExitStack() as ends:
        rest = public_folder()
        ends.callback(shutil.rmtree, rest, ignore_errors=True)
        disks = [ends.enter_context(small_disk(MEGABYTES)) for _ in range(2)]
        yield SimpleNamespace(first=disks[0] / "data", second=disks[1] / "data", rest=rest)


def test_an_hour_of_faults_leaves_no_violation(places, capsys):
    chance = random.Random(int(time.time()))
    with Pair(places.first, places.second, places.rest / "data") as pair:
        with Hour(
            pair.around, places.rest, matches=MATCHES, webs=WEBS, application="tests.faults.leaping", pause=PACE
        ) as hour:
            hour.goes_on(120)
            faults, end = hour.faults(pair), time.monotonic() + MINUTES * 60
            waiting: list[str] = []
            while (now := time.monotonic()) < end:
                if not waiting:  # each as often as the others, in any order
                    waiting = chance.sample(sorted(faults), len(faults))
                hour.befall(name := waiting.pop(), faults[name])
                time.sleep(max(0.0, now + EVERY - time.monotonic()))
            hour.goes_on(120)
            hour.let_everybody_stop()
            assert not hour.wrong, hour.wrong
        found = hour.violations()
    with capsys.disabled():
        print(f"\n{MINUTES:g} minutes, {len(hour.befallen)} faults, {hour.acknowledged()} acknowledged moves, ", end="")
        print(f"{hour.lost()} lost, {len(found)} violations (load {os.getloadavg()[0]:.1f})")
        print("\n".join(hour.told()))
    moves = hour.acknowledged()
    for fault, waits in hour.waits().items():
        tell(fault, tried=len(waits), moves=round(moves * len(waits) / len(hour.befallen)), seconds=waits)
    assert not found, found[:5]
    assert not hour.lost(), "a copy that every commit waits for has all of them"


@pytest.mark.parametrize(
    ("application", "named"),
    [
        ("tests.faults.careless", "was acknowledged at"),
        ("tests.faults.rewinding", "on one socket"),
        ("tests.faults.hasty", "and the log ends at"),
    ],
)
def test_a_fault_of_the_history_is_found(apart, tmp_path: Path, application, named):
    """Moves are acknowledged before they are written; a socket is shown an older position; spectators are ahead."""
    with Hour(apart.around, tmp_path, matches=2, application=application) as hour:
        hour.goes_on(60, moves=6)
        hour.webs[0].kill()
        hour.let_everybody_stop()  # nobody asks again for what is lost
    found = hour.violations()
    assert any(named in wrong for wrong in found), found[:5]
