"""The ledger of a stored table: byes and decisions apart, also in tables stored before rounds were kept."""

from __future__ import annotations

from league.standings.ledger import entries_of, sums_of


def stored(*ledger, swiss=True, **more):
    row = {"swiss": {}} if swiss else {}
    return {"rows": [{"entrant": name, **row} for name in "abc"], "ledger": list(ledger), **more}


def test_byes_and_decisions_are_summed_apart():
    table = stored(["a", 1, "bye"], ["a", -2, "late"], ["b", 0.5, "half_bye"], ledger_rounds=[3, 0, 4])
    assert sums_of(table) == {"a": (1, -2, 0), "b": (0.5, 0, 0), "c": (0, 0, 0)}
    assert [(entry.round, entry.bye) for entry in entries_of(table)] == [(3, True), (0, False), (4, True)]


def test_a_reason_in_the_words_of_a_bye_is_none():
    table = stored(["a", 1, "bye"], ledger_rounds=[0])
    assert sums_of(table)["a"] == (0, 1, 0)
    assert sums_of(stored(["a", -1, "house"], swiss=False))["a"] == (0, -1, 0)


def test_an_older_swiss_table_knows_byes_by_their_kinds():
    assert sums_of(stored(["a", 1, "bye"], ["a", -2, "late"]))["a"] == (1, -2, 0)
    assert sums_of({}) == {} and entries_of({}) == []
