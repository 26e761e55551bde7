"""The board without a match: steps and their dice, texts, saved analyses, advice, play; what is refused."""

from __future__ import annotations

import json
import random

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

import engines
from engines.core import tree as trees
from engines.core.dice import ScriptedDice, SeededDice
from league.analysis import advice, boards, verbs
from league.analysis.errors import BotsAreBusy
from league.analysis.models import Analysis
from league.players.models import User
from matches.models import Match, MatchEvent
from matches.verbs import positions
from matches.verbs.guests import house_bots
from tests import cases
from tests.league.analysis.page import data_of
from tests.matches.table import run

BACKEND = "django.contrib.auth.backends.ModelBackend"


def start(slug: str, seed: int = 1, moves: int = 0) -> str:
    """The line of a position, ``moves`` first moves from a kick-off."""
    game = engines.get(slug)
    dice = SeededDice(seed)
    state, _ = game.new(game.house_options, None, dice)
    for _ in range(moves):
        seat = game.to_act(state)[0]
        state, _ = game.apply(state, seat, game.legal(state, seat)[0], dice)
    return game.position(state)


def sent(client: Client, address: str, body: object, **headers: str):
    return client.post(address, json.dumps(body), content_type="application/json", headers=headers or None)


def tree_of(slug: str, comment: str = "") -> dict:
    """A tree of two first moves, one beside the other, as the page sends it."""
    game = engines.get(slug)
    line = start(slug)
    state = game.from_position(line)
    (seat, *_) = game.to_act(state)
    nodes = []
    for move in game.legal(state, seat)[:2]:
        dice = SeededDice(3)
        game.apply(state, seat, move, dice)
        nodes.append({"parent": -1, "seat": seat, "move": dict(move), "rolled": dice.rolled, "comment": comment})
    return {"game": slug, "position": line, "nodes": nodes}


# ── steps ──
@pytest.mark.django_db
@pytest.mark.parametrize("slug", cases.built())
def test_a_whole_match_can_be_played_by_the_script(client, slug):
    """Each move with its dice chosen one by one; the position is the engine's own, and rolled dice are told."""
    game, line, chance = engines.get(slug), start(slug, 4), random.Random(4)
    asked = 0
    for number in range(25):
        frame = client.get("/analysis/step/", {"position": line}).json()["frame"]
        if not frame["seat"]:
            break
        choice = frame["choices"][number % len(frame["choices"])]
        rolled: list[int] = []
        while True:
            query = {"position": line, "seat": frame["seat"], "move": json.dumps(choice["move"])}
            answer = client.get("/analysis/step/", {**query, "rolled": ",".join(map(str, rolled))}).json()
            if "node" in answer:
                break
            faces = answer["needs"]["faces"]
            assert [face["value"] for face in faces] == list(range(1, len(faces) + 1)) and answer["needs"][
                "rolled"
            ] == rolled
            rolled.append(chance.choice(faces)["value"])  # equal dice may be rolled again, for ever
            asked += 1
        state, _ = game.apply(game.from_position(line), frame["seat"], choice["move"], ScriptedDice(rolled))
        assert answer["node"]["position"] == game.position(state) == answer["frame"]["position"]
        assert answer["node"]["rolled"] == rolled and answer["node"]["lines"]
        by_chance = client.get("/analysis/step/", {**query, "roll": "1"})
        assert len(by_chance.json()["node"]["rolled"]) >= bool(rolled) and by_chance["Cache-Control"] == "no-store"
        line = answer["node"]["position"]
    assert asked or slug not in ("super_goal", "fuba")


@pytest.mark.django_db
def test_sealed_choices_are_made_for_both_sides_in_turn(client):
    """Where both are to act the first is asked, then the other: the analyst chooses for both."""
    for slug in cases.built():
        game, line = engines.get(slug), start(slug, 2)
        for _ in range(12):
            frame = client.get("/analysis/step/", {"position": line}).json()["frame"]
            if len(frame["to_act"]) == 2:
                first = frame["seat"]
                query = {"position": line, "seat": first, "move": json.dumps(frame["choices"][0]["move"]), "roll": "1"}
                for _again in range(40):
                    frame = client.get("/analysis/step/", query).json()["frame"]
                    if frame["seat"] != first:
                        break
                    query |= {"position": frame["position"], "move": json.dumps(frame["choices"][0]["move"])}
                assert frame["seat"] != first and frame["choices"]
                return
            state = game.from_position(line)
            seat = game.to_act(state)[0]
            line = game.position(game.apply(state, seat, game.legal(state, seat)[0], SeededDice(1))[0])
    pytest.skip("no game here has a simultaneous choice so early")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "query",
    [
        {},
        {"position": "chess"},
        {"position": "x" * 5000},
        {"position": "super_goal/broken"},
        {"position": "GOOD", "move": "{", "seat": "away"},
        {"position": "GOOD", "move": "[" * 100000, "seat": "away"},
        {"position": "GOOD", "move": "[]", "seat": "away"},
        {"position": "GOOD", "move": '{"type":"fly"}', "seat": "away"},
        {"position": "GOOD", "move": '{"type":"fly"}', "seat": "nobody"},
        {"position": "GOOD", "move": "MOVE", "seat": "SEAT", "rolled": "7"},
        {"position": "GOOD", "move": "MOVE", "seat": "SEAT", "rolled": "1,x"},
        {"position": "GOOD", "move": "MOVE", "seat": "SEAT", "rolled": ",".join(["1"] * 500)},
        {"position": "GOOD", "move": "MOVE", "seat": "SEAT", "rolled": "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1"},
    ],
)
def test_a_bad_step_is_refused_in_a_sentence(client, query):
    line = start("dom_jim")
    game = engines.get("dom_jim")
    state = game.from_position(line)
    (seat,) = game.to_act(state)
    words = {"GOOD": line, "MOVE": json.dumps(dict(game.legal(state, seat)[0])), "SEAT": seat}
    answer = client.get("/analysis/step/", {key: words.get(value, value) for key, value in query.items()})
    assert answer.status_code == 400
    assert len(answer.json()["error"]) > 10


# ── texts ──
@pytest.mark.django_db
def test_text_goes_out_and_comes_back(client):
    value = tree_of("super_goal", "A } and a \\.")
    data = sent(client, "/analysis/tree/", {"tree": value}).json()
    again = sent(client, "/analysis/tree/", {"text": data["text"]}).json()
    assert again == data and len(data["tree"]["nodes"]) == 2
    assert sent(client, "/analysis/tree/", {"tree": value, "text_only": True}).json() == {"text": data["text"]}
    page = client.post("/analysis/", {"text": data["text"]})
    assert page.status_code == 200 and data_of(page)["nodes"] == data["tree"]["nodes"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"{", "no JSON"),
        (b"[" * 200000, "nested too deeply"),
        (b"3", "send an object"),
        (b"{}", "no analysis"),
        (b'{"tree": {"game": "fuba"}}', "has no nodes"),
        (b'{"tree": {"game": "fuba", "nodes": [{"parent": 9}]}}', "has no seat"),
        (json.dumps({"text": "x" * 400_001}).encode(), "at most 400000 letters"),
        (json.dumps({"tree": {"game": "fuba", "nodes": [{}] * 4001}}).encode(), "at most 4000 moves"),
        (json.dumps({"text": '[Game "super_goal"]\n0. - [2 3]\n1. home fly'}).encode(), "line 3: home 'fly' is not"),
        (json.dumps({"text": '[Game "super_goal"]\n0. - [2 3]\n' + "(" * 100000}).encode(), "line 3: a variation must"),
    ],
)
def test_a_bad_tree_is_refused_in_a_sentence(client, body, why):
    answer = client.post("/analysis/tree/", body, content_type="application/json")
    assert answer.status_code == 400 and why in answer.json()["error"]


@pytest.mark.django_db
def test_a_bad_text_comes_back_with_its_fault(client):
    page = client.post("/analysis/", {"text": "1. home shoot"})
    assert page.status_code == 400 and b"no tag Game" in page.content and b"1. home shoot</textarea>" in page.content
    assert client.get("/analysis/", {"position": "dom_jim/x"}).status_code == 400


@pytest.mark.django_db
def test_other_sites_cannot_send_here(client):
    assert sent(client, "/analysis/tree/", {"text": ""}, Origin="https://evil.example").status_code == 403
    answer = client.post("/analysis/", {"text": ""}, headers={"Origin": "https://evil.example"})
    assert answer.status_code == 403


@pytest.mark.django_db
@pytest.mark.parametrize("slug", cases.built())
def test_a_game_begins_at_its_kick_off(client, slug):
    answer = client.get("/analysis/", {"game": slug}, follow=True)
    assert answer.status_code == 200 and data_of(answer)["game"] == slug
    line = data_of(answer)["frame"]["position"]
    assert answer.request["QUERY_STRING"].startswith("position=") and engines.get(slug).from_position(line)
    for kind, begins in (("svg", b"<svg xmlns"), ("png", b"\x89PNG")):
        picture = client.get("/analysis/position.svg", {"position": line, "as": kind})
        assert picture.status_code == 200 and picture.content.startswith(begins)
    assert client.get("/analysis/position.svg", {"position": "x"}).status_code == 400


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/analysis/tree/", "/analysis/save/"])
def test_a_form_is_no_json(client, cast, address):
    client.force_login(cast.anna, backend=BACKEND)
    for answer in (client.post(address, {"tree": "x"}), client.post(address)):
        assert answer.status_code == 400 and "send JSON" in answer.json()["error"]


# ── saved ──
def saved(client: Client, **more: object):
    return sent(client, "/analysis/save/", {"title": "Mine", "tree": tree_of("dom_jim"), **more})


@pytest.mark.django_db
def test_a_saved_analysis_is_opened_changed_and_deleted_by_its_owner(client, cast):
    client.force_login(cast.anna, backend=BACKEND)
    data = saved(client, at=1).json()
    row = Analysis.objects.get()
    assert data["address"] == f"/analysis/{row.pk}/" and (row.version, row.visibility, row.at) == (1, "private", 1)
    page = client.get(data["address"])
    assert page.context["owner"] and data_of(page)["saved"]["version"] == 1
    assert data_of(page)["frame"]["position"] == row.position
    assert trees.write(trees.read(client.get(f"/analysis/{row.pk}/sheet.txt").content.decode()).tree) == row.text
    tree = tree_of("dom_jim", "Better.")
    data = saved(client, tree=tree, id=str(row.pk), version=1, visibility="link").json()
    assert data["version"] == 2 and "{Better.}" in Analysis.objects.get().text
    # the same sent again is the same; an older page is told
    assert saved(client, tree=tree, id=str(row.pk), version=1, visibility="link").json()["version"] == 2
    assert saved(client, id=str(row.pk), version=1).status_code == 409
    assert "Mine" in client.get("/analysis/mine/").content.decode()
    client.post(f"/analysis/{row.pk}/change/", {"title": "Ours", "visibility": "public"})
    assert Analysis.objects.get().title == "Ours" and "Ours" in client.get("/analysis/").content.decode()
    client.post(f"/analysis/{row.pk}/change/", {"do": "delete"})
    assert not Analysis.objects.exists()


@pytest.mark.django_db
def test_others_read_what_is_shared_and_copy_it(client, cast):
    client.force_login(cast.anna, backend=BACKEND)
    row = Analysis.objects.get(pk=saved(client).json()["id"])
    stranger = Client()
    stranger.force_login(cast.stranger, backend=BACKEND)
    for reader in (Client(), stranger):
        for address in ("", "sheet.txt", "card.png"):
            assert reader.get(f"/analysis/{row.pk}/{address}").status_code == 404
    Analysis.objects.update(visibility="link")
    for reader in (Client(), stranger):
        page = reader.get(f"/analysis/{row.pk}/")
        assert page.status_code == 200 and not page.context["owner"] and data_of(page)["saved"] is None
        assert reader.get(f"/analysis/{row.pk}/card.png").content.startswith(b"\x89PNG")
        assert "Mine" not in reader.get("/analysis/").content.decode()
    assert saved(stranger, id=str(row.pk), version=1).status_code == 403
    assert stranger.post(f"/analysis/{row.pk}/change/", {"title": "Stolen"}).status_code == 404
    stranger.post(f"/analysis/{row.pk}/change/", {"do": "delete"})
    assert Analysis.objects.get().title == "Mine"
    assert saved(stranger).status_code == 200 and Analysis.objects.count() == 2


@pytest.mark.django_db
def test_who_is_banned_says_nothing_new_to_others(client, cast):
    client.force_login(cast.anna, backend=BACKEND)
    row = Analysis.objects.get(pk=saved(client, visibility="public").json()["id"])
    User.objects.filter(pk=cast.anna.pk).update(banned=True, banned_because="insults")
    again = saved(client, id=str(row.pk), version=1, title="Insult")
    assert again.status_code == 403 and "You cannot show analyses to others now: insults" in again.json()["error"]
    page = client.post(f"/analysis/{row.pk}/change/", {"title": "Insult"}, follow=True)
    assert "You cannot show analyses to others now: insults" in page.text
    row.refresh_from_db()
    assert (row.title, row.version) == ("Mine", 1)
    own = ("/analysis/mine/", f"/analysis/{row.pk}/")
    assert all('name="visibility"' in client.get(address).text for address in own), "to make it private"
    client.post(f"/analysis/{row.pk}/change/", {"title": "For me", "visibility": "private"})
    row.refresh_from_db()
    assert (row.title, row.visibility) == ("For me", "private")
    assert not any('name="visibility"' in client.get(address).text for address in own)
    assert saved(client, id=str(row.pk), version=1, title="Mine").status_code == 200


@pytest.mark.django_db
def test_a_hidden_analysis_says_why_it_stays_private(client, cast):
    client.force_login(cast.anna, backend=BACKEND)
    row = Analysis.objects.get(pk=saved(client, visibility="public").json()["id"])
    verbs.hide(row.pk)
    page = client.post(f"/analysis/{row.pk}/change/", {"title": "Mine", "visibility": "public"}, follow=True)
    assert page.status_code == 200 and "A moderator hid this analysis: it stays private." in page.text


@pytest.mark.django_db
def test_who_may_not_save(client, cast):
    assert saved(client).status_code == 403
    guest = User.objects.create(kind="guest", nickname="Passing")
    client.force_login(guest, backend=BACKEND)
    assert saved(client).json()["error"] == "Create an account to save analyses."
    User.objects.filter(pk=cast.anna.pk).update(sheltered=True)
    client.force_login(cast.anna, backend=BACKEND)
    assert saved(client, visibility="link").status_code == 403 and saved(client).status_code == 200
    assert Analysis.objects.get().visibility == "private"


@pytest.mark.django_db
def test_one_person_keeps_so_many(client, cast, monkeypatch):
    monkeypatch.setattr(verbs, "MOST", 2)
    client.force_login(cast.anna, backend=BACKEND)
    assert [saved(client).status_code for _ in range(3)] == [200, 200, 403]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "more",
    [
        {"title": ""},
        {"title": "x" * 81},
        {"visibility": "all"},
        {"tree": 3},
        {"tree": {}},
        {"id": "x"},
        {"tree": {"game": "dom_jim", "position": "x", "nodes": []}},
    ],
)
def test_what_cannot_be_saved(client, cast, more):
    client.force_login(cast.anna, backend=BACKEND)
    answer = saved(client, **more)
    assert answer.status_code == 400 and answer.json()["error"] and not Analysis.objects.exists()


@pytest.mark.django_db
def test_an_analysis_of_other_rules_keeps_its_text(client, cast):
    row = Analysis.objects.create(
        owner=cast.anna, title="Old", game="dom_jim", text='[Game "dom_jim"]\n1. home fly\n', visibility="link"
    )
    page = client.get(f"/analysis/{row.pk}/")
    assert page.status_code == 409 and f"/analysis/{row.pk}/sheet.txt" in page.content.decode()
    assert client.get(f"/analysis/{row.pk}/card.png").status_code == 200
    client.force_login(cast.anna, backend=BACKEND)
    changed = client.post(f"/analysis/{row.pk}/change/", {"title": "Older", "visibility": "public"})
    assert changed.status_code == 302
    assert Analysis.objects.values_list("title", "visibility").get() == ("Older", "public")


@pytest.mark.django_db
def test_lists_ask_the_same_number_of_queries(client, cast):
    client.force_login(cast.anna, backend=BACKEND)
    first = Analysis.objects.get(pk=saved(client).json()["id"])
    counts = []
    for more in (0, 6):
        for number in range(more):
            Analysis.objects.create(
                owner=cast.anna, title=f"{number}", game="dom_jim", text=first.text, position=first.position
            )
        Analysis.objects.update(visibility="public", updated_at=timezone.now())
        for address in ("/analysis/mine/", "/analysis/"):
            with CaptureQueriesContext(connection) as queries:
                client.get(address)
            counts.append(len(queries))
    assert counts[:2] == counts[2:]


# ── advice ──
@pytest.mark.django_db
@pytest.mark.parametrize("slug", cases.built())
def test_a_bot_answers_with_its_move_and_the_best_ones(slug, monkeypatch):
    monkeypatch.setattr(advice, "call", lambda work: run_here(work))
    game, line = engines.get(slug), start(slug, 3, 6)
    state = game.from_position(line)
    (seat, *_) = game.to_act(state)
    answer = advice.answer(line=line, bot="search")
    moves = [move["choice"]["move"] for move in answer["moves"]]
    legal = list(game.legal(state, seat))
    assert answer["seat"] == seat and all(move in legal for move in moves)
    assert [move["chosen"] for move in answer["moves"]].count(True) == 1 and len(moves) <= boards.SHOWN + 1
    worth = [move["worth"] for move in answer["moves"]][: boards.SHOWN]
    assert worth == sorted(worth, reverse=True)
    assert advice.answer(line=line, bot="search") == answer


def run_here(work):
    """``matches.live.calling.call`` without a process of its own."""
    import asyncio

    from matches.live.running import close_hall, hall

    async def once():
        async def apart(job):
            return job()

        hall().bots.apart = apart
        try:
            return await work
        finally:
            await close_hall()

    return asyncio.run(once())


@pytest.mark.django_db
def test_advice_is_asked_of_the_bots_process(client):
    answer = client.get("/analysis/advice/", {"position": start("dom_jim"), "bot": "greedy"})
    assert answer.status_code == 200 and answer.json()["moves"]


@pytest.mark.django_db
def test_busy_bots_say_so(client, monkeypatch):
    taken = [advice._free.acquire(blocking=False) for _ in range(advice.AT_ONCE)]
    try:
        answer = client.get("/analysis/advice/", {"position": start("dom_jim"), "bot": "greedy"})
        assert all(taken) and answer.status_code == BotsAreBusy.status
    finally:
        for _ in taken:
            advice._free.release()
    for query in ({"bot": "greedy"}, {"position": start("dom_jim"), "bot": "deep"}):
        assert client.get("/analysis/advice/", query).status_code == 400


@pytest.mark.django_db
def test_each_address_has_its_limit(client):
    limits = {"analysis": "2/m/address", "advice": "1/m/address", "tree": "1/m/address"}
    with override_settings(RATE_LIMITS=True, LIMITS={**settings.LIMITS, **limits}, KEY_PREFIX="test-analysis"):
        query = {"position": start("dom_jim")}
        assert [client.get("/analysis/step/", query).status_code for _ in range(3)] == [200, 200, 429]
        assert [client.get("/analysis/advice/").status_code for _ in range(2)] == [400, 429]
        assert [sent(client, "/analysis/tree/", {}).status_code for _ in range(2)] == [400, 429]
        assert client.post("/analysis/", {"text": "x"}).status_code == 429


# ── playing on ──
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("slug", cases.built())
def test_a_match_from_a_position_begins_there_and_counts_nowhere(cast, slug):
    house_bots()
    line = start(slug, 6, 9)
    game = engines.get(slug)
    state = game.from_position(line)
    if any(game.view(state, seat) != game.view(state, None) for seat in ("home", "away")):
        pytest.skip("something is sealed in this position")
    match = positions.play_from(user=cast.anna, line=line, opponent="greedy")
    assert positions.play_from(user=cast.anna, line=line, opponent="greedy") == match  # tapped twice

    async def scenario():
        from matches.live.kickoff import kick_off
        from matches.live.running import hall

        runtime = hall().runtime(match.id)
        async with runtime.lock:
            await runtime.catch_up()
            assert await kick_off(runtime)

    run(scenario)
    match.refresh_from_db()
    assert (match.status, match.version, match.mode) == ("live", 1, Match.Mode.POSITION)
    assert game.position(game.from_wire(match.snapshot)) == line
    row = MatchEvent.objects.get(match=match)
    assert (row.kind, row.move["type"], row.move["line"]) == ("ruling", "position", line)
    assert match.commitment and match.opening["rolls"] is not None and not match.rated and not match.listed
    assert not match.rematch_allowed


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("query", "why"),
    [
        ({"position": "", "opponent": "greedy"}, "one line"),
        ({"position": "x", "opponent": "greedy"}, "no position"),
        ({"position": "GOOD", "opponent": "nobody"}, "no such bot"),
        ({"position": "GOOD", "opponent": "friend", "side": "left"}, "home or away"),
    ],
)
def test_what_cannot_be_played_from(client, cast, query, why):
    client.force_login(cast.anna, backend=BACKEND)
    query = {key: start("dom_jim") if value == "GOOD" else value for key, value in query.items()}
    answer = client.post("/analysis/play/", query, follow=True)
    assert why in answer.content.decode() and not Match.objects.exists()


@pytest.mark.django_db
def test_a_friend_joins_by_link(client, cast):
    client.force_login(cast.anna, backend=BACKEND)
    answer = client.post("/analysis/play/", {"position": start("dom_jim"), "opponent": "friend", "side": "away"})
    match = Match.objects.get()
    assert answer["Location"] == f"/matches/{match.pk}/"
    assert match.seats.get(side="away").user == cast.anna and match.seats.get(side="home").invite
    assert client.get(f"/matches/{match.pk}/").status_code == 200
    assert client.get(f"/matches/{match.pk}/sheet.txt").status_code == 404


def test_faces_are_those_of_the_die():
    """The control die of Super Goal! shows its arrows, each under the number that is sent for it."""
    game, state = boards.game_of(start("super_goal", 1, 1))
    seat = game.to_act(state)[0]
    for move in game.legal(state, seat):
        answer = boards.step(game, state, seat, move, [], roll=False)
        if "needs" in answer:
            faces = answer["needs"]["faces"]
            assert len(faces) == 6 and all(face.get("face") or face.get("word") for face in faces)
            return
    pytest.fail("no move here rolls a die")
