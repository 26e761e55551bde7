"""A match that was played under an older rules version: shown from its stored events, whatever today's engine says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.urls import URLResolver, get_resolver, reverse
from django.utils import timezone

import engines
from engines.core.errors import IllegalMove
from engines.core.options import Option
from engines.super_goal import options as super_goal_options
from matches.codes import UNDO
from matches.models import Match
from matches.replay import playback
from matches.replay.story import story_of
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
    now, dice = list(playback.steps(match)), playback.dice_record(match)
    monkeypatch.setattr(type(game), "rules_version", game.rules_version + 1)
    # today's rules still tell the same: nothing differs
    assert list(playback.steps(match)) == now
    assert playback.dice_record(match) == dice

    # today's rules refuse the fifth move on
    apply, calls = type(game).apply, []

    def strict(self, state, seat, move, dice):
        calls.append(move)
        if len(calls) >= 5:
            raise IllegalMove("a new ruling")
        return apply(self, state, seat, move, dice)

    monkeypatch.setattr(type(game), "apply", strict)
    told = list(playback.steps(match))
    assert [(step.v, step.seat, step.move, step.events, step.rolls) for step in told] == [
        (step.v, step.seat, step.move, step.events, step.rolls) for step in now
    ]
    assert [step.view["score"] for step in told] == [step.view["score"] for step in now]
    assert [step.view for step in told[:5]] == [step.view for step in now[:5]]
    assert told[5].view["turn"] == now[4].view["turn"] != now[5].view["turn"]
    assert told[-1].view == now[-1].view
    assert playback.dice_record(match) == dice
    assert client.get(f"/matches/{match.id}/report/").status_code == 200
    assert client.get(f"/matches/{match.id}/sheet.txt").status_code == 200

    # today's engine reads neither its start nor its end
    def refuse(*_):
        raise IllegalMove("a new ruling")

    for name in ("new", "from_wire"):
        monkeypatch.setattr(type(game), name, refuse)
    told = list(playback.steps(match))
    assert [step.events for step in told] == [step.events for step in now]
    assert [step.view["score"] for step in told] == [step.view["score"] for step in now]


ADDED = Option("weather", "str", "dry", "Weather", choices=("dry", "rain"), words=("dry", "rain"))
REMOVED = {"altitude": 1200}


def addresses(match: Match) -> list[str]:
    """Return every address of pages, files and the API that takes a match and nothing else."""
    paths = []
    for pattern, name in urls():
        hits = set(re.findall(r"<(?:\w+:)?(\w+)>", pattern))
        if hits == {"match_id"}:
            paths.append(reverse(name, args=[match.id]))
        elif hits == {"match_id", "form"}:
            paths += [reverse(name, kwargs={"match_id": match.id, "form": form}) for form in ("txt", "json")]
    return paths


def urls(resolver: URLResolver | None = None, prefix: str = "") -> Iterator[tuple[str, str]]:
    """Walk the site's patterns as (whole pattern, name with its namespaces)."""
    for entry in (resolver or get_resolver()).url_patterns:
        if isinstance(entry, URLResolver):
            space = f"{entry.namespace}:" if entry.namespace else ""
            yield from ((path, space + name) for path, name in urls(entry, prefix + str(entry.pattern)))
        elif entry.name:
            yield prefix + str(entry.pattern), entry.name


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("newer", [0, 1], ids=["same rules", "newer rules"])
@pytest.mark.parametrize("change", ["added", "removed"])
def test_a_finished_match_outlives_the_options_of_its_game(monkeypatch, tmp_path, client, newer, change):
    monkeypatch.setenv("TABELLONE_VALUES", str(tmp_path))  # none are built: a review judges by today's rules alone
    match = finished("super_goal", {"half_turns": 5})
    paths = [*addresses(match), "/matches/", "/api/v1/matches/"]
    assert len(paths) > 20
    before = {path: client.get(path).status_code for path in paths}
    events = [(step.v, step.events, step.rolls) for step in playback.steps(match)]

    game = type(engines.get("super_goal"))
    monkeypatch.setattr(game, "rules_version", game.rules_version + newer)
    if change == "added":
        monkeypatch.setattr(super_goal_options, "OPTIONS", (*super_goal_options.OPTIONS, ADDED))
        monkeypatch.setattr(game, "options", super_goal_options.OPTIONS)
    else:
        Match.objects.filter(pk=match.pk).update(
            options={**match.options, **REMOVED},
            snapshot={**match.snapshot, "options": {**match.snapshot["options"], **REMOVED}},
        )
    cache.clear()
    match.refresh_from_db()
    after = {path: client.get(path).status_code for path in paths}
    assert after == before
    story = story_of(match, match.version)
    assert story.last == match.version and len(story.versions) == match.log.filter(kind="move").count()
    assert [(step.v, step.events, step.rolls) for step in playback.steps(match)] == events
    assert playback.film(match)["steps"][-1]["score"] == match.snapshot["score"]


@pytest.mark.django_db(transaction=True)
def test_a_dom_jim_match_of_version_1_is_shown_as_it_was(monkeypatch, tmp_path, client):
    """Version 2 has two options and a key more. What was stored without them is read, in positions and in rulings."""
    monkeypatch.setenv("TABELLONE_VALUES", str(tmp_path))
    match = finished("dom_jim", {"no_goal_limit": 20, "offside_return": "must"})
    game = engines.get("dom_jim")
    paths = addresses(match)
    before = {path: client.get(path).status_code for path in paths}
    told = [(step.v, step.events, step.rolls, step.view["pieces"]) for step in playback.steps(match)]

    older = game.stored_under(1, game.from_wire(match.snapshot))
    taken_back = {"type": UNDO, "to": match.version, "wire": older, "rolls": match.rolls}
    match.log.create(
        seq=match.version + 1, kind="ruling", move=taken_back, client_id=uuid4(), at=match.finished_at or timezone.now()
    )
    Match.objects.filter(pk=match.pk).update(
        rules_version=1,
        options={name: value for name, value in match.options.items() if name in older["options"]},
        snapshot=older,
        version=match.version + 1,
    )
    cache.clear()
    match = Match.objects.get(pk=match.pk)
    after = {path: client.get(path).status_code for path in paths}
    assert after == before, "its review too"
    shown = [(step.v, step.events, step.rolls, step.view["pieces"]) for step in playback.steps(match)]
    assert shown[:-1] == told
    story = story_of(match, match.version)
    assert story.played.tree.start.options["offside_return"] == "must", "what was played then"
    assert len(story.versions) == match.log.filter(kind="move").count()
