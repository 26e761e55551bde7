"""Swiss tie-breaks: sums over opponents, and unplayed rounds by the version of the rule."""

from __future__ import annotations

import pytest

from league.standings.presets import preset
from league.standings.swiss import NAMES, Played, figures
from league.standings.table import Rules, classify, given

# Three rounds of four: a beats everybody, b second; d has a bye in no round.
RECORDS = {
    "a": [Played(1, "c", 1), Played(2, "b", 1), Played(3, "d", 1)],
    "b": [Played(1, "d", 1), Played(2, "a", 0), Played(3, "c", 0.5)],
    "c": [Played(1, "a", 0), Played(2, "d", 1), Played(3, "b", 0.5)],
    "d": [Played(1, "b", 0), Played(2, "c", 0), Played(3, "a", 0)],
}


def test_it_works():
    found = figures(RECORDS, 3, ratings={"a": 1800, "b": 1700, "c": 1600, "d": 1500})
    b = {name: found[name]["b"] for name in NAMES}
    assert b == {
        "buchholz": 4.5,  # d 0, a 3, c 1.5
        "buchholz_cut_1": 4.5,
        "buchholz_cut_2": 3,
        "median_buchholz": 1.5,
        "sonneborn_berger": 0.75,  # all of d's 0, half of c's 1.5
        "progressive": 1 + 1 + 1.5,
        "wins": 1,
        "average_rating_of_opponents": pytest.approx(1633.33, abs=0.01),
    }


def test_a_bye_counts_by_the_version_of_the_rule():
    records = {
        "a": [Played(1, None, 1), Played(2, "b", 1)],
        "b": [Played(1, "c", 1), Played(2, "a", 0)],
        "c": [Played(1, "b", 0), Played(2, None, 1)],
    }
    old, new = figures(records, 2, version="2009"), figures(records, 2, version="2023")
    assert old["buchholz"]["a"] == 0 + 0 + 0.5 + 1
    assert new["buchholz"]["a"] == 2 + 1
    assert old["buchholz"]["b"] == new["buchholz"]["b"] == 1.5 + 0.5


def test_the_fide_preset_orders_by_them():
    found = figures(RECORDS, 3)
    rows = {
        one: {"points": sum(played.score for played in record), **{name: found[name][one] for name in NAMES}}
        for one, record in RECORDS.items()
    }
    made = classify(list(rows), given(rows), Rules.of(preset("fide-swiss/2023")))
    assert made.order[0] == "a"
    assert made.order[-1] == "d"
    assert made.splits[made.order[1], made.order[2]].name == "progressive"
