"""The check of what clients noted: a history as it should be passes, and each planted fault in it is named."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from functools import partial
from types import SimpleNamespace

import pytest

from tests.live.history import History, Note, violations
from tests.live.sockets import Table


def good() -> tuple[list[Note], dict[str, list[int]]]:
    """Two players and a spectator: four moves, one of them sent twice, one refused; a cut."""
    notes = [
        Note(0.0, "watcher", 0, "shown", v=0, timeline=1, whole=True),
        Note(0.1, "home", 0, "invoke", "a"),
        Note(0.2, "home", 0, "ok", "a", 1, 1),
        Note(0.3, "watcher", 0, "shown", v=1, timeline=1, lines="one"),
        Note(0.4, "away", 0, "invoke", "b"),
        Note(0.5, "away", 0, "busy", "b"),
        Note(0.6, "watcher", 1, "shown", v=1, timeline=1, whole=True),
        Note(0.7, "away", 1, "invoke", "b"),
        Note(0.8, "away", 1, "ok", "b", 2, 1),
        Note(0.9, "home", 0, "invoke", "x"),
        Note(1.0, "home", 0, "fail", "x"),
        Note(1.1, "watcher", 1, "shown", v=2, timeline=1, lines="two"),
        Note(1.2, "home", 0, "invoke", "c"),
        Note(1.3, "home", 0, "ok", "c", 4, 1),
        Note(1.4, "watcher", 1, "shown", v=3, timeline=1, lines="three"),
        Note(1.5, "watcher", 1, "shown", v=4, timeline=1, lines="four"),
    ]
    return notes, {"a": [1], "b": [2], "c": [3, 4]}


def changed(at: float, **more: object) -> list[Note]:
    """The good history with one note changed."""
    return [replace(note, **more) if note.at == at else note for note in good()[0]]  # type: ignore[arg-type]


def test_a_good_history_passes():
    assert violations(*good()) == []


def test_what_was_acknowledged_and_lost_is_found():
    notes, log = good()
    del log["b"]
    assert violations(notes, log) == ["b was acknowledged at 2, and is not in the log"]
    assert violations(notes, {**good()[1], "b": [5]}) == ["b was acknowledged at 2, and is in the log at [5]"]


def test_what_counts_twice_is_found():
    notes, log = good()
    assert violations(notes, {**log, "a": [1, 5]}) == ["a was acknowledged at 1, and is in the log at [1, 5]"]


def test_what_was_refused_and_done_is_found():
    notes, log = good()
    assert violations(notes, {**log, "x": [5]}) == ["x was refused, and is in the log at [5]"]


def test_a_socket_that_runs_back_is_found():
    assert violations(changed(1.5, v=1, whole=True), good()[1]) == ["watcher was shown 1 after 3 on one socket"]
    assert violations(changed(1.4, v=4, whole=False, lines="four"), good()[1]) == [
        "watcher was shown 4 after 2 on one socket: a step is missing"
    ]


def test_a_move_that_overtook_another_is_found():
    notes, log = good()
    swapped = [replace(note, v={1: 2, 2: 1}.get(note.v, note.v)) if note.what == "ok" else note for note in notes]
    assert violations(swapped, {**log, "a": [2], "b": [1]}) == [
        "b is at 1, but a at 2 was acknowledged before it was sent"
    ]


def test_a_spectator_who_saw_what_never_was_is_found():
    assert violations(changed(1.5, lines="fore"), good()[1], {4: "four"}) == [
        "watcher was told other lines of 4 than others"
    ]
    notes, log = good()
    late = Note(1.6, "watcher", 1, "shown", v=5, timeline=1, lines="five")
    assert violations([*notes, late], log) == ["watcher was shown 5, and the log ends at 4"]


def test_the_end_of_a_lost_database_may_be_lost():
    """A standby that lacked the last move took over: a new timeline, which begins before it."""
    notes, log = good()
    del log["c"]
    after = [
        Note(2.0, "watcher", 1, "shown", v=2, timeline=2, whole=True),
        Note(2.1, "home", 1, "invoke", "d"),
        Note(2.2, "home", 1, "ok", "d", 3, 2),
        Note(2.3, "watcher", 1, "shown", v=3, timeline=2, lines="another third"),
    ]
    assert violations([*notes, *after], {**log, "d": [3]}) == []


def test_a_history_is_written_and_read(tmp_path):
    history = History(good()[0])
    history.write(tmp_path / "notes" / "history.jsonl")
    assert History.read(tmp_path / "notes" / "history.jsonl") == history


@pytest.mark.parametrize(
    ("steps", "found"), [([74, 75], []), ([75], ["a was shown 75 after 73 on one socket: a step is missing"])]
)
def test_an_older_position_is_followed_from_there(steps, found):
    """A process of the release before shows it to who has seen more; what it sends next continues its own position."""
    sent = [{"t": "full", "v": 73}, *({"t": "step", "v": v} for v in steps)]
    frames = iter([json.dumps({"timeline": 1, "lines": [], **frame}) for frame in sent])

    async def received():
        return next(frames)

    async def read_all():
        for _frame in sent:
            await table.read()

    history = History()
    table = Table(SimpleNamespace(recv=received), v=74, timeline=1, noted=partial(history.note, "a", 1))
    asyncio.run(read_all())
    assert table.v == 75 and violations(history.notes, {"x": list(range(1, 76))}) == found
