"""A match that was played under an older rules version: shown from its stored events, whatever today's engine says."""

from __future__ import annotations

import pytest

import engines
from engines.core.errors import IllegalMove
from matches import replay
from matches.models import Match
from tests.matches.table import bot, duel, run
from tests.matches.test_rulings import sweep


def finished(slug: str, options: dict) -> Match:
    match = duel(bot(), bot(), game=slug, options=options, bot_seconds=0)

    async def scenario():
        for second in range(1, 120):
            await sweep(later=second)

    run(scenario)
    match.refresh_from_db()
    assert match.status == "finished"
    return match


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("slug", "options"), [("super_goal", {"half_turns": 5}), ("dom_jim", {"no_goal_limit": 20})])
def test_an_older_match_is_told_from_its_events(monkeypatch, client, slug, options):
    match = finished(slug, options)
    game = engines.get(slug)
    now, dice = list(replay.steps(match)), replay.dice_record(match)
    monkeypatch.setattr(type(game), "rules_version", game.rules_version + 1)
    # today's rules still tell the same: nothing differs
    assert list(replay.steps(match)) == now
    assert replay.dice_record(match) == dice

    # today's rules refuse the fifth move on
    apply, calls = type(game).apply, []

    def strict(self, state, seat, move, dice):
        calls.append(move)
        if len(calls) >= 5:
            raise IllegalMove("a new ruling")
        return apply(self, state, seat, move, dice)

    monkeypatch.setattr(type(game), "apply", strict)
    told = list(replay.steps(match))
    assert [(step.v, step.seat, step.move, step.events, step.rolls) for step in told] == [
        (step.v, step.seat, step.move, step.events, step.rolls) for step in now
    ]
    assert [step.view["score"] for step in told] == [step.view["score"] for step in now]
    assert [step.view for step in told[:5]] == [step.view for step in now[:5]]
    assert told[5].view["turn"] == now[4].view["turn"] != now[5].view["turn"]
    assert told[-1].view == now[-1].view
    assert replay.dice_record(match) == dice
    assert client.get(f"/matches/{match.id}/replay/").status_code == 200
    assert client.get(f"/matches/{match.id}/sheet.txt").status_code == 200

    # today's engine reads neither its start nor its end
    def refuse(*_):
        raise IllegalMove("a new ruling")

    for name in ("new", "from_wire"):
        monkeypatch.setattr(type(game), name, refuse)
    told = list(replay.steps(match))
    assert [step.events for step in told] == [step.events for step in now]
    assert [step.view["score"] for step in told] == [step.view["score"] for step in now]
