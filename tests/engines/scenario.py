"""Plays one scenario through the wire: every request and answer is the service's own, so the shapes are held too.

The format is told in docs/engines.md, "Scenarios". An unknown key in a scenario is an error: a misspelt expectation
would never fail.
"""

from __future__ import annotations

from typing import Any

from engines.core.service import answer
from tests.cases import Case, slug_of

_TOP = {"id", "rules", "title", "options", "terms", "setup", "pieces_only", "dice", "seed", "steps", "expect", "source"}
_STEP = {
    "seat",
    "move",
    "expect",
    "illegal",
    "why",
    "legal_includes",
    "legal_excludes",
    "legal_count",
    "title",
    "rules",
}
_EXPECT = {"events", "no_events", "state"}


def play(case: Case) -> None:
    """Raises AssertionError with the step and what was there instead."""
    assert set(case) <= _TOP, f"unknown keys {set(case) - _TOP}"
    table = _Table(case)
    table.check(case.get("expect", {}), "at the start")
    for number, step in enumerate(case.get("steps") or (), 1):
        assert set(step) <= _STEP, f"step {number}: unknown keys {set(step) - _STEP}"
        table.step(step, f"step {number}")
    assert not table.dice, f"dice left over: {table.dice}"


class _Table:
    def __init__(self, case: Case) -> None:
        self.dice = list(case.get("dice") or ())
        self.events: list[dict[str, Any]] = []
        slug = slug_of(case)
        settings = {"game": slug, "options": case.get("options") or {}, "terms": case.get("terms") or {}}
        if "setup" in case:
            overrides = dict(case["setup"] or {})
            if "pieces_only" in case:
                overrides["pieces_only"] = case["pieces_only"]
            reply = answer({"cmd": "setup", "overrides": overrides, **settings})
        else:
            reply = answer({"cmd": "new", "dice": self.dice, **settings})
        self._take(reply, "at the start")

    def _take(self, reply: dict[str, Any], where: str) -> None:
        assert reply["ok"], f"{where}: refused: {reply.get('error')}: {reply.get('reason')}"
        self.state, self.events = reply["state"], reply.get("events", [])
        del self.dice[: len(reply.get("rolled", ()))]

    def step(self, step: dict[str, Any], where: str) -> None:
        seat = step.get("seat")
        wanted = {key: step[key] for key in ("legal_includes", "legal_excludes", "legal_count") if key in step}
        if wanted:
            self._legal(seat, wanted, where)
        if "illegal" in step:
            request = {"cmd": "apply", "state": self.state, "seat": seat, "move": step["illegal"]}
            reply = answer({**request, "dice": self.dice, "seed": 1})
            assert not reply["ok"], f"{where}: {step['illegal']} was allowed"
            assert reply["error"] == "illegal_move", f"{where}: {reply}"
        if "move" in step:
            request = {"cmd": "apply", "state": self.state, "seat": seat, "move": step["move"], "dice": self.dice}
            self._take(answer(request), f"{where}: {step['move']}")
        self.check(step.get("expect", {}), where)

    def _legal(self, seat: str, wanted: dict[str, Any], where: str) -> None:
        reply = answer({"cmd": "legal", "state": self.state, "seat": seat})
        assert reply["ok"], f"{where}: {reply}"
        moves = reply["moves"]
        for move in wanted.get("legal_includes", ()):
            assert move in moves, f"{where}: {move} is not among {moves}"
        for move in wanted.get("legal_excludes", ()):
            assert move not in moves, f"{where}: {move} is legal"
        if "legal_count" in wanted:
            assert len(moves) == wanted["legal_count"], f"{where}: {len(moves)} legal moves: {moves}"

    def check(self, expect: dict[str, Any], where: str) -> None:
        assert set(expect) <= _EXPECT, f"{where}: unknown keys {set(expect) - _EXPECT}"
        left = iter(self.events)
        for wanted in expect.get("events", ()):
            assert any(_matches(event, wanted) for event in left), f"{where}: no {wanted} in order in {self.events}"
        for unwanted in expect.get("no_events", ()):
            matching_events = [event for event in self.events if _matches(event, unwanted)]
            assert not matching_events, f"{where}: {matching_events}"
        for path, value in expect.get("state", {}).items():
            actual = _at(self.state, path)
            assert _same(actual, value), f"{where}: {path} is {actual!r}, not {value!r}"


def _matches(event: dict[str, Any], wanted: dict[str, Any]) -> bool:
    return all(key in event and event[key] == value for key, value in wanted.items())


def _at(state: dict[str, Any], path: str) -> Any:
    """The value at a dotted path: the first dot splits off the top key, the rest is one key of it. A key that is not
    there reads as null, and so does every key of null; a top key that no state has is a mistake in the scenario.
    """
    top, dot, key = path.partition(".")
    assert top in state, f"the state has no {top}"
    if not dot:
        return state[top]
    inner = {} if state[top] is None else state[top]
    assert isinstance(inner, dict), f"{top} is {inner!r}, which has no {key}"
    return inner.get(key)


def _same(actual: Any, wanted: Any) -> bool:
    """Return whether both are equal; in a mapping a key that is missing is null."""
    if isinstance(actual, dict) and isinstance(wanted, dict):
        return all(_same(actual.get(key), wanted.get(key)) for key in actual.keys() | wanted.keys())
    return bool(actual == wanted)
