"""Any step of any finished match on the board: the log's position, byte for byte; running matches stay closed."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

import engines
from engines.core import tree as trees
from engines.core.dice import ScriptedDice, SeededDice
from league.analysis import shown, verbs
from league.analysis.errors import CannotSave
from league.analysis.models import Analysis
from matches.ids import uuid7
from matches.models import Match, MatchEvent, MatchSecret, Seat
from matches.replay.story import story_of
from tests import cases
from tests.engines import battery, stored
from tests.league.analysis.page import data_of
from tests.sizes import LONG

PAIRS = 24


def logged(slug: str, options: Any, terms: Any, opening: list[int], moves: list[dict[str, Any]]) -> Match:
    """A finished match with this log; every ninth row is a ruling, which has a version but no move."""
    game = engines.get(slug)
    now = timezone.now()
    state, events = game.new(options, terms, ScriptedDice(opening))
    match = Match.objects.create(
        id=uuid7(), game=slug, rules_version=game.rules_version, options=options, terms=terms, started_at=now,
        opening={"rolls": opening, "events": events}, status="live", snapshot=game.to_wire(state), commitment="0" * 64,
    )  # fmt: skip
    MatchSecret.objects.create(match=match, value="00" * 32)
    for side in ("home", "away"):
        Seat.objects.create(match=match, side=side, name=side.capitalize(), dice_seed="ab")
    rows, version = [], 0
    for entry in moves:
        version += 1
        if version % 9 == 0:
            rows.append(row(match, version, "", {"type": "pause", "reason": "", "by": {}}, [], [], "ruling"))
            version += 1
        state, events = game.apply(state, entry["seat"], entry["move"], ScriptedDice(entry["rolled"]))
        rows.append(row(match, version, entry["seat"] or "", entry["move"], entry["rolled"], events, "move"))
    MatchEvent.objects.bulk_create(rows, batch_size=500)
    match.version, match.snapshot = version, game.to_wire(state)
    match.result = {"winner": None, "how": "regulation", "score": match.snapshot["score"], "source": "play"}
    match.status, match.finished_at = "finished", now
    match.save()
    return match


def row(match: Match, seq: int, seat: str, move: Any, rolls: Any, events: Any, kind: str) -> MatchEvent:
    at = timezone.now() + timedelta(seconds=seq)
    return MatchEvent(
        match=match,
        seq=seq,
        client_id=uuid4(),
        seat=seat,
        move=dict(move),
        rolls=rolls,
        events=events,
        kind=kind,
        at=at,
    )


def from_corpus(chance: random.Random) -> tuple[Match, list[str]]:
    """A stored match, and the digests of its positions as the corpus has them: by no code of today."""
    data = json.loads(chance.choice(stored.of_today()).read_text())
    sheet = data["sheet"]
    match = logged(sheet["game"], sheet["options"], sheet["terms"], sheet["opening"], sheet["moves"])
    return match, data["states"]


def at_random(chance: random.Random) -> tuple[Match, list[str]]:
    """A random match with random options, and the digests of its positions as it was played."""
    game = engines.get(chance.choice(cases.built()))
    plan = battery.random_plan(game, chance)
    opening = battery.SeededDice(plan.seed)
    state, _ = game.new(plan.options, plan.terms, opening)
    digests, moves = [stored.digest(game, state)], []
    for step in battery.play(game, plan):
        moves.append({"seat": step.seat, "move": dict(step.move), "rolled": step.rolled})
        digests.append(stored.digest(game, step.after))
    wire = game.to_wire(state)
    return logged(game.slug, wire["options"], wire["terms"], opening.rolled, moves), digests


def check_pairs(client: Any, count: int, each: int) -> None:
    chance = random.Random(21)
    checked = 0
    while checked < count:
        match, digests = (from_corpus if chance.random() < 0.5 else at_random)(chance)
        game = engines.get(match.game)
        for v in [match.version, *(chance.randrange(match.version + 1) for _ in range(each - 1))]:
            answer = client.get(f"/matches/{match.id}/analysis/?v={v}")
            assert answer.status_code == 200
            data = data_of(answer)
            line = data["frame"]["position"]
            moves = match.log.filter(seq__lte=v, kind="move").count()
            assert stored.digest(game, game.from_position(line)) == digests[moves], (match.game, v)
            assert game.position(game.from_position(line)) == line
            assert data["at"] == moves - 1 and (moves == 0 or data["nodes"][moves - 1]["v"] <= v)
            assert client.get("/analysis/step/", {"position": line}).json()["frame"]["position"] == line
            checked += 1
        match.log.all().delete()


@pytest.mark.django_db
def test_random_steps_of_random_matches_are_the_logs_positions(client):
    check_pairs(client, PAIRS, 3)


@pytest.mark.long
@pytest.mark.django_db
def test_a_thousand_steps_are_the_logs_positions(client):
    assert LONG
    check_pairs(client, 1000, 10)


def some_match(seed: int = 3) -> Match:
    return at_random(random.Random(seed))[0]


@pytest.mark.django_db
@pytest.mark.parametrize("status", ["live", "paused", "waiting"])
def test_a_match_that_is_not_over_is_refused(client, status):
    match = some_match()
    Match.objects.filter(pk=match.pk).update(status=status, result=None, finished_at=None)
    answer = client.get(f"/matches/{match.id}/analysis/?v=2")
    assert answer.status_code == 409
    assert (
        match.snapshot
        and engines.get(match.game).position(engines.get(match.game).from_wire(match.snapshot))
        not in answer.content.decode()
    )


@pytest.mark.django_db
def test_a_closed_match_is_for_its_audience(client, cast):
    match = some_match()
    Match.objects.filter(pk=match.pk).update(closed=True, audience=uuid4())
    assert client.get(f"/matches/{match.id}/analysis/").status_code == 404
    match.seats.filter(side="home").update(user=cast.anna)
    client.force_login(cast.anna, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(f"/matches/{match.id}/analysis/").status_code == 200


@pytest.mark.django_db
def test_odd_versions_lead_to_the_end_or_the_last_one(client):
    match = some_match()
    last = data_of(client.get(f"/matches/{match.id}/analysis/"))["at"]
    for odd in ("", "x", "-1", "9" * 30, "9999999", "٣"):
        assert data_of(client.get(f"/matches/{match.id}/analysis/", {"v": odd}))["at"] == last


@pytest.mark.django_db
def test_a_position_put_on_the_board_begins_a_line_of_its_own(client):
    match = some_match(5)
    game = engines.get(match.game)
    story = story_of(match, match.version)
    state = story.played.states[3]
    seq = match.version + 1
    wire = game.to_wire(state)
    match.log.create(
        seq=seq, client_id=uuid4(), move={"type": "take_back", "wire": wire}, kind="ruling", at=timezone.now()
    )
    Match.objects.filter(pk=match.pk).update(version=seq, snapshot=wire)
    answer = client.get(f"/matches/{match.id}/analysis/?v={seq}")
    data = data_of(answer)
    assert data["start"]["position"] == game.position(state) and data["nodes"] == [] and data["root"]["v"] == seq
    before = data_of(client.get(f"/matches/{match.id}/analysis/?v={seq - 1}"))
    assert before["start"]["position"] == "" and before["at"] == len(before["nodes"]) - 1


@pytest.mark.django_db
def test_a_match_of_older_rules_is_told_as_far_as_todays_engine_agrees(client, monkeypatch):
    match = some_match()
    fifth = match.log.filter(kind="move").order_by("seq")[4]
    Match.objects.filter(pk=match.pk).update(rules_version=0)
    match.log.filter(pk=fifth.pk).update(events=[{"type": "otherwise"}])
    answer = client.get(f"/matches/{match.id}/analysis/?v={match.version}")
    assert len(data_of(answer)["nodes"]) == 4
    assert answer.context["note"].endswith(f"up to move {fifth.seq - 1}.")
    Match.objects.filter(pk=match.pk).update(opening={"rolls": match.opening["rolls"], "events": []})
    shown.board_of_match.cache_clear()  # nothing of a finished match changes without its version, but here
    assert client.get(f"/matches/{match.id}/analysis/").status_code == 409


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["report", ""])
def test_two_taps_lead_from_every_page_of_a_finished_match(client, page):
    match = some_match()
    address = f"/matches/{match.id}/{page}/".replace("//", "/")
    assert f'href="/matches/{match.id}/analysis/' in client.get(address).content.decode()
    Match.objects.filter(pk=match.pk).update(status="live", result=None, finished_at=None)
    assert "/analysis/" not in client.get(address).content.decode().replace('href="/analysis/"', "")


@pytest.mark.django_db
def test_the_analysis_of_a_closed_match_stays_private(client, cast):
    match = some_match()
    Match.objects.filter(pk=match.pk).update(closed=True, audience=uuid4())
    match.seats.filter(side="home").update(user=cast.anna)
    client.force_login(cast.anna, backend="django.contrib.auth.backends.ModelBackend")
    data = data_of(client.get(f"/matches/{match.id}/analysis/"))
    tree = {"game": data["game"], **data["start"], "tags": data["tags"], "nodes": []}
    sent = {"title": "Ours", "tree": tree, "visibility": "link"}
    refused = client.post("/analysis/save/", json.dumps(sent), content_type="application/json")
    assert refused.status_code == 403 and "stays private" in refused.json()["error"]
    sent["visibility"] = "private"
    assert client.post("/analysis/save/", json.dumps(sent), content_type="application/json").status_code == 200
    row = Analysis.objects.get()
    answer = client.post(f"/analysis/{row.pk}/change/", {"title": "Ours", "visibility": "public"}, follow=True)
    assert "so its analysis stays private" in answer.text and Analysis.objects.get().visibility == "private"
    other = verbs.save(by=cast.anna, value=data["root"]["position"], title="Mine", visibility="link")
    with pytest.raises(CannotSave, match="stays private"):
        verbs.save(by=cast.anna, value=tree, title="Mine", analysis_id=other.pk, version=other.version)


@pytest.mark.django_db
def test_the_board_names_the_sides(client):
    match = some_match()
    page = client.get(f"/matches/{match.id}/analysis/")
    assert page.context["names"] == {"home": "Home", "away": "Away"}
    assert shown.position_at(story_of(match, 0).played, -1) == data_of(page)["root"]["position"]


def saved_page(client, owner, tree, title="A scandal"):
    """The names on the page of a public analysis of ``owner``, as a visitor reads them."""
    row = verbs.save(by=owner, value=trees.write(trees.ordered(tree)), title=title, visibility="public")
    return client.get(f"/analysis/{row.pk}/").context["names"]


@pytest.mark.django_db
@pytest.mark.parametrize("name", [path.name for path in stored.of_today()])
def test_names_stand_over_the_moves_of_the_match_alone(client, cast, name):
    """A tree that is tagged with a match tells its players only if its main line is the beginning of that match."""
    sheet = json.loads((stored.FOLDER / name).read_text())["sheet"]
    match = logged(sheet["game"], sheet["options"], sheet["terms"], sheet["opening"], sheet["moves"])
    real, nobody = {"home": "Home", "away": "Away"}, {"home": "", "away": ""}
    tree = story_of(match, match.version).played.tree
    begun = replace(tree, nodes=tree.nodes[:12])
    assert saved_page(client, cast.anna, begun) == real
    game = engines.get(match.game)
    state = trees.play(begun).states[3]
    other = next(move for move in game.legal(state, game.to_act(state)[0]) if dict(move) != tree.nodes[4].move)
    dice = SeededDice(7)
    game.apply(state, game.to_act(state)[0], other, dice)
    invented = trees.Node(3, game.to_act(state)[0], dict(other), tuple(dice.rolled))
    assert saved_page(client, cast.anna, replace(begun, nodes=(*begun.nodes, invented))) == real, "a variation"
    assert saved_page(client, cast.anna, replace(begun, nodes=(*begun.nodes[:4], invented))) == nobody
    shown_position = trees.Start(match.game, position=game.position(state))
    tagged = trees.Tree(shown_position, tags={"Match": str(match.pk), "Home": "Home", "Away": "Away"})
    assert saved_page(client, cast.anna, tagged) == nobody, "neither typed names nor a position of one's own"
