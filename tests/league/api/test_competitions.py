"""A competition organised and read by the API alone."""

import pytest
from rest_framework.test import APIClient

from league.competitions.models import Competition, Fixture
from league.competitions.verbs import drawing, entries, sides
from league.competitions.verbs.results import collect
from league.players.verbs import settings
from league.statistics.verbs import books
from tests.league.builders import competition, running
from tests.league.tables import finish, open_fixtures, play_out


def api(user=None):
    client = APIClient()
    if user is not None:
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_a_cup_from_the_draft_to_the_champion(cast):
    organiser = api(cast.organiser)
    body = {"name": "API cup", "game": "super_goal", "preset": "cup", "places": 4, "settings": {"third_place": True}}
    response = organiser.post("/api/v1/competitions/", body)
    assert response.status_code == 201 and response.json()["status"] == "draft"
    one = f"/api/v1/competitions/{response.json()['id']}/"
    assert organiser.patch(one, {"name": "Another cup"}).json()["name"] == "Another cup"
    assert organiser.post(f"{one}publish/").json()["status"] == "registration"
    assert api(cast.anna).post(f"{one}entrants/").status_code == 201
    names = organiser.post(f"{one}names/", {"names": ["Aldo"]}).json()
    assert len(names[0]["personal_key"]) == 32
    assert len(organiser.post(f"{one}bots/", {"level": "greedy"}).json()) == 2
    committed = api().get(f"{one}draws/").json()[0]
    assert committed["seed"] == "" and committed["order"] == []
    assert organiser.post(f"{one}draw/").status_code == 200
    assert len(api().get(f"{one}draws/").json()[0]["seed"]) == 64
    assert organiser.post(f"{one}start/").json()["status"] == "running"
    fixtures = api().get(f"{one}fixtures/", {"status": "open"}).json()
    assert fixtures["count"] == 2 and all(row["match"] for row in fixtures["results"])
    cup = Competition.objects.get(id=response.json()["id"])
    play_out(cup)
    bracket = api().get(f"{one}bracket/").json()
    assert [len(row["ties"]) for row in bracket] == [2, 2]
    assert bracket[1]["ties"][0]["winner"] == api().get(one).json()["champion"] is not None
    assert bracket[0]["ties"][0]["legs"][0]["home_goals"] is not None
    assert api().get(f"{one}results/").json()["count"] == 4
    assert api().get(f"{one}audit/").json()["results"][0]["words"].endswith("champion")
    books.refresh(at_once=True)
    assert api().get(f"{one}statistics/").json()["matches"] == 4


def test_a_table_with_its_reasons_and_after_a_matchday(cast):
    league = running(cast.organiser, "league", entrants=4)
    play_out(league, seed=9)
    one = f"/api/v1/competitions/{league.id}/"
    now = api().get(f"{one}standings/").json()
    assert [row["played"] for row in now["rows"]] == [6] * 4 and now["rows"][0]["name"]
    first = api().get(f"{one}standings/", {"after": 1}).json()
    assert [row["played"] for row in first["rows"]] == [1] * 4
    assert any(row["why"] for row in first["rows"])
    assert api().get(f"{one}fixtures/", {"round": 2}).json()["count"] == 2
    entrant = now["rows"][0]["entrant"]
    assert api().get(f"{one}fixtures/", {"entrant": entrant}).json()["count"] == 6
    assert len(api().get(f"{one}rounds/").json()) == 6


def test_a_reader_who_knows_it_all_is_told_nothing_new(cast):
    cup = running(cast.organiser, entrants=4)
    address = f"/api/v1/competitions/{cup.id}/fixtures/"
    first = api().get(address)
    again = api().get(address, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    finish(open_fixtures(cup)[0].match, 1, 0)
    collect()
    assert api().get(address, headers={"If-None-Match": first["ETag"]}).status_code == 200
    assert api().get(address, {"round": 1}, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_a_tag_changes_with_a_name_that_is_in_no_log(cast):
    cup = competition(cast.organiser, game="six_a_side", side_size=2)
    side = entries.enter(competition=cup, player=cast.anna, name="Pair")
    sides.join(key=side.side_key, player=cast.bruno)
    one = f"/api/v1/competitions/{cup.id}/"
    before = {address: api().get(address)["ETag"] for address in (one, f"{one}entrants/")}
    for player, address in ((cast.organiser, one), (cast.bruno, f"{one}entrants/")):
        assert api().get(address, headers={"If-None-Match": before[address]}).status_code == 304
        settings.rename(player=player, nickname="Somebody else")
        answer = api().get(address, headers={"If-None-Match": before[address]})
        assert answer.status_code == 200 and "Somebody else" in answer.content.decode()


@pytest.mark.parametrize(("seeding", "field"), [("draw", "lot"), ("hand", "seed")])
def test_a_lot_is_no_seed(cast, seeding, field):
    cup = competition(cast.organiser, seeding=seeding)
    entries.enter_names(competition=cup, by=cast.organiser, names="Aldo\nBerta\nCarlo")
    drawing.draw(competition=cup, by=cast.organiser)
    rows = api().get(f"/api/v1/competitions/{cup.pk}/entrants/").json()["results"]
    other = {"lot": "seed", "seed": "lot"}[field]
    assert [row[field] for row in rows] == [1, 2, 3] and {row[other] for row in rows} == {None}


def test_only_the_organiser_reads_personal_keys(cast):
    cup = running(cast.organiser, entrants=2)
    address = f"/api/v1/competitions/{cup.id}/entrants/"
    assert all(row["personal_key"] for row in api(cast.organiser).get(address).json()["results"])
    for reader in (None, cast.anna):
        answer = api(reader).get(address, headers={"If-None-Match": api(cast.organiser).get(address)["ETag"]})
        assert answer.status_code == 200
        assert not any(row["personal_key"] for row in answer.json()["results"])


def test_rulings_and_their_confirmation(cast):
    cup = running(cast.organiser, entrants=4)
    first, second = open_fixtures(cup)
    one = f"/api/v1/competitions/{cup.id}/fixtures/"
    client = api(cast.organiser)
    assert (
        client.post(f"{one}{first.id}/walkover/", {"winner": "home", "reason": "Absent"}).json()["status"] == "walkover"
    )
    assert client.post(f"{one}{second.id}/result/", {"home": 1, "away": 1, "home_kicks": 3}).status_code == 400
    entered = client.post(f"{one}{second.id}/result/", {"home": 1, "away": 1, "home_kicks": 3, "away_kicks": 4})
    assert entered.json()["shootout"] == {"home": 3, "away": 4}
    refused = client.post(f"{one}{first.id}/walkover/", {"winner": "away", "reason": "Absent"})
    assert refused.status_code == 409 and refused["Content-Type"] == "application/problem+json"
    assert refused.json()["code"] == "needs_confirmation" and len(refused.json()["effects"]) == 3
    assert (
        client.post(f"{one}{first.id}/walkover/", {"winner": "away", "reason": "Absent", "confirmed": True}).status_code
        == 200
    )
    assert client.post(f"{one}{first.id}/void/", {}).json()["code"] == "ruling"
    assert client.post(f"{one}{first.id}/replay/", {"reason": "Anew", "confirmed": True}).json()["status"] == "open"


def test_names_keys_and_windows_are_corrected(cast):
    cup = competition(cast.organiser, places=4)
    one, client = f"/api/v1/competitions/{cup.id}/", api(cast.organiser)
    typed = client.post(f"{one}names/", {"names": ["Aldo", "Berta"]}).json()[0]
    assert client.patch(f"{one}entrants/{typed['id']}/", {"name": "Aldo B"}).json()["name"] == "Aldo B"
    assert client.patch(f"{one}entrants/{typed['id']}/", {"name": "berta"}).json()["code"] == "entry"
    assert client.post(f"{one}entrants/{typed['id']}/key/").json()["personal_key"] != typed["personal_key"]
    client.post(f"{one}start/")
    before = client.get(f"{one}rounds/").json()[0]["closes_at"]
    assert client.post(f"{one}rounds/1/move/", {"hours": 2}).json()["closes_at"] > before
    assert client.post(f"{one}rounds/1/move/", {"hours": 0}).status_code == 400


def test_problems_have_one_shape(cast):
    client = api(cast.organiser)
    wrong = client.post("/api/v1/competitions/", {"name": "x"}).json()
    assert wrong["status"] == 400 and set(wrong["errors"]) == {"name", "game", "preset", "places"}
    body = {"name": "API cup", "game": "chess", "preset": "cup", "places": 4}
    assert set(client.post("/api/v1/competitions/", body).json()["errors"]) == {"game"}
    for answer in (
        client.get("/api/v1/competitions/00000000-0000-7000-8000-000000000000/"),
        client.delete("/api/v1/competitions/"),
        api().post("/api/v1/competitions/", body),
        client.post("/api/v1/competitions/", "{", content_type="application/json"),
    ):
        assert answer["Content-Type"] == "application/problem+json"
        assert {"type", "title", "status", "detail", "code"} <= set(answer.json())
        assert answer.json()["status"] == answer.status_code


@pytest.mark.parametrize("query", ["round=x", "entrant=7", "round=99999999"])
def test_wrong_filters_are_problems(cast, query):
    cup = running(cast.organiser, entrants=2)
    assert api().get(f"/api/v1/competitions/{cup.id}/fixtures/?{query}").status_code == 400


def test_pages_are_read_in_a_constant_number_of_queries(cast, django_assert_max_num_queries):
    small, big = (running(cast.organiser, entrants=entrants, settings={"legs": 2}) for entrants in (4, 12))
    for part in ("fixtures", "bracket", "entrants", "rounds", "draws", "results", "audit"):
        for cup in (small, big):
            with django_assert_max_num_queries(9):
                assert api().get(f"/api/v1/competitions/{cup.id}/{part}/").status_code == 200


def test_a_player_is_read_without_an_address(cast):
    league = running(cast.organiser, "league", entrants=3)
    play_out(league)
    player = Fixture.objects.first().home.player
    one = f"/api/v1/players/{player.id}/"
    assert set(api().get(one).json()) == {"id", "nickname", "kind", "bot"}
    assert api().get(f"{one}record/").json()["tally"]["played"] == 4
    assert api().get(f"{one}matches/", {"limit": 2}).json()["count"] == 4


def test_games_show_their_options(db):
    games = api().get("/api/v1/games/").json()
    assert games[0]["options"][0].keys() >= {"name", "type", "default"}
