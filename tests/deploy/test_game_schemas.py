"""The published schemas of positions and events: as the contracts say, and true of matches."""

from __future__ import annotations

import json
import random

import pytest
from jsonschema import Draft202012Validator

import engines
from deploy.game_schemas import EVENTS, PUBLISHED, schema, text
from engines.core.dice import SeededDice
from tests import cases
from tests.engines import battery, stored
from tests.engines.openings import OPENINGS, random_opening
from tests.engines.test_stored import load
from tests.sizes import size

MATCHES = size(3, 1000)


class Checked:
    """The two definitions of a game's schema, each value asked once."""

    def __init__(self, slug: str) -> None:
        whole = schema(slug)
        Draft202012Validator.check_schema(whole)
        self.parts = {part: Draft202012Validator({**whole, "$ref": f"#/$defs/{part}"}) for part in ("state", "event")}
        self.seen: set[tuple[str, str]] = set()
        self.kinds: set[str] = set()

    def hold(self, part, value):
        words = json.dumps(value, sort_keys=True)
        if (part, words) not in self.seen:
            self.seen.add((part, words))
            self.parts[part].validate(json.loads(words))

    def events(self, events):
        for event in events:
            self.kinds.add(event["type"])
            self.hold("event", event)


@pytest.mark.parametrize("slug", cases.built())
def test_they_are_published(slug):
    assert (PUBLISHED / f"{slug}.schema.json").read_text() == text(slug), "python -m deploy.game_schemas"


@pytest.mark.parametrize("slug", cases.built())
def test_every_position_and_event_of_random_matches_fits(slug):
    game, checked = engines.get(slug), Checked(slug)
    for seed in range(MATCHES):
        plan = battery.random_plan(game, random.Random(seed))
        state, events = game.new(plan.options, plan.terms, SeededDice(plan.seed))
        checked.hold("state", game.to_wire(state))
        checked.events(events)
        for number, step in enumerate(battery.play(game, plan)):
            checked.events(step.events)
            if number % 5 == 0 or not game.to_act(step.after):
                checked.hold("state", game.to_wire(step.after))
    for seed in range(size(40, 1000)) if slug in OPENINGS else ():
        for step in battery.play(game, random_opening(slug, seed)):
            checked.events(step.events)
    for file in stored.of_today():
        if file.name.startswith(f"{slug}_"):
            for events in stored.sheets.replay(stored.sheets.from_json(load(file.name)["sheet"])).events:
                checked.events(events)
    assert checked.kinds <= set(EVENTS[slug])
    assert len(set(EVENTS[slug]) - checked.kinds) <= size(4, 0), set(EVENTS[slug]) - checked.kinds


@pytest.mark.parametrize("slug", cases.built())
def test_what_is_wrong_does_not_fit(slug):
    game, checked = engines.get(slug), Checked(slug)
    state, _ = game.new(None, None, SeededDice(1))
    event = {"type": "full_time", "result": {"winner": "home", "how": "regulation"}}
    checked.parts["event"].validate(event)
    wire = game.to_wire(state)
    for part, value in (
        ("state", {**wire, "weather": "rain"}),
        ("state", {key: value for key, value in wire.items() if key != "phase"}),
        ("state", {**wire, "phase": "half-time"}),
        ("event", {**event, "weather": "rain"}),
        ("event", {**event, "type": "rain"}),
        ("event", {"type": event["type"]}),
    ):
        assert not checked.parts[part].is_valid(json.loads(json.dumps(value))), value
